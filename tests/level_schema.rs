//! The published schema is the one that the program's types give.

use muster::level::Level;
use std::path::Path;

#[test]
fn the_published_schema_is_the_one_that_the_types_give() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/level.schema.json");
    let mut generated = serde_json::to_string_pretty(&Level::schema()).unwrap();
    generated.push('\n');
    if std::env::var_os("MUSTER_WRITE").is_some() {
        std::fs::write(&file, &generated).unwrap();
    }
    let published = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        published == generated,
        "levels/level.schema.json is out of date; write it anew with MUSTER_WRITE=1 cargo test --test level_schema"
    );
}
