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
        "levels/level.schema.json is out of date; write it anew with MUSTER_WRITE=1 cargo test --test levels schema"
    );
}

fn everything() -> serde_json::Value {
    serde_json::from_str(include_str!("../support/everything.json")).unwrap()
}

#[test]
fn every_object_of_the_schema_is_closed_but_for_comments() {
    let schema = Level::schema();
    let definitions = schema["definitions"].as_object().unwrap();
    let objects: Vec<_> =
        definitions.values().chain([&schema]).filter(|part| part["type"] == "object").collect();
    assert_eq!(objects.len(), 17, "one for each object of the format");
    for object in objects {
        assert_eq!(object["additionalProperties"], false, "{object}");
        assert!(object["patternProperties"]["^_"].is_object(), "{object}");
        let described = object["properties"].as_object().unwrap().values();
        assert!(described.into_iter().all(|key| key["description"].is_string()), "{object}");
    }
}

#[test]
fn the_loader_refuses_an_unknown_key_in_every_object() {
    let mut level = everything();
    let mut objects = Vec::new();
    collect_objects(&level, String::new(), &mut objects);
    assert!(objects.len() > 25, "{objects:?}");
    for pointer in objects {
        let object = |level: &mut serde_json::Value,
                      change: fn(&mut serde_json::Map<String, serde_json::Value>)| {
            change(level.pointer_mut(&pointer).unwrap().as_object_mut().unwrap());
        };
        object(&mut level, |object| drop(object.insert("zzz".into(), 1.into())));
        let errors = Level::parse(&level.to_string(), "t.json", None).unwrap_err();
        assert!(errors.to_string().contains("unknown key `zzz`"), "{pointer:?}: {errors}");
        object(&mut level, |object| drop(object.shift_remove("zzz")));
    }
}

/// Every object that is no comment and no list of names.
fn collect_objects(value: &serde_json::Value, at: String, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(object) => {
            for (key, value) in object.iter().filter(|(key, _)| !key.starts_with('_')) {
                collect_objects(value, format!("{at}/{key}"), found);
            }
            if at != "/kinds" {
                found.push(at);
            }
        }
        serde_json::Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(index, value)| collect_objects(value, format!("{at}/{index}"), found));
        }
        _ => {}
    }
}
