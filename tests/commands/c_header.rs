//! The header of the library for C is made of its source.

#[test]
fn the_header_for_c_is_what_the_source_says() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = cbindgen::Builder::new()
        .with_src(folder.join("src/c_api.rs"))
        .with_language(cbindgen::Language::C)
        .with_include_guard("MUSTER_H")
        .with_cpp_compat(true)
        .with_documentation(true)
        .with_header("/* Muster for C, made of src/c_api.rs: lengths px (a tile is 30), speeds px/s, a step is 1/30 s.\n   MUSTER_MAKE=1 cargo test --test commands c_header makes it anew. */")
        .generate()
        .expect("the source can be read");
    let mut text = Vec::new();
    made.write(&mut text);
    let (text, path) = (String::from_utf8(text).unwrap(), folder.join("examples/c/muster.h"));
    if std::env::var_os("MUSTER_MAKE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "examples/c/muster.h is not what src/c_api.rs says; MUSTER_MAKE=1 makes it anew:\n{text}"
    );
}
