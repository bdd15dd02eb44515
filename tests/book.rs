//! The book keeps its form: what each chapter about a system has, and that its links lead somewhere.

use std::path::{Path, PathBuf};

/// Chapters that are not about one way of moving, or about one side of the machine: tables, lists, proofs.
const OTHERS: [&str; 10] = [
    "README",
    "playing",
    "levels",
    "command-line",
    "everywhere",
    "naive",
    "rest",
    "fights",
    "models",
    "exercises",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Texts and places of all links of a page that lead into the project.
fn links(text: &str) -> Vec<(&str, &str)> {
    let ends = text.match_indices("](");
    let link = |(end, _): (usize, &str)| {
        let name = &text[text[..end].rfind('[')? + 1..end];
        let place = text[end + 2..].split(')').next()?;
        (!place.starts_with("http")).then_some((name, place))
    };
    ends.filter_map(link).collect()
}

/// The chapters that the summary names, and the pages beside the book.
fn pages() -> Vec<PathBuf> {
    let folder = root().join("book/src");
    let summary = read(&folder.join("SUMMARY.md"));
    let chapters = links(&summary).into_iter().map(|(_, place)| folder.join(place));
    chapters.chain([root().join("README.md"), root().join(".ci/README.md")]).collect()
}

/// How a forge calls the place of a heading.
fn anchor(heading: &str) -> String {
    let kept = |sign: &char| sign.is_alphanumeric() || [' ', '-', '_'].contains(sign);
    heading.trim_matches(['#', ' ']).to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}

#[test]
fn every_chapter_about_a_system_has_what_the_book_promises() {
    for page in pages() {
        let name = page.file_stem().unwrap().to_string_lossy().into_owned();
        if OTHERS.contains(&name.as_str()) {
            continue;
        }
        let text = read(&page);
        let section = |start: &str| text.split("\n## ").skip(1).find(|section| section.starts_with(start));
        let question = text.lines().nth(2).unwrap_or_default();
        assert!(question.starts_with("**") && question.contains("?**"), "{name} begins with no question");
        let figure = text.lines().find(|line| line.starts_with("`muster draw")).unwrap_or_default();
        assert!(figure.contains(" --from "), "{name}: the first figure does not move");
        let versions =
            ["The article's version, and ours", "The paper's version, and ours", "The article's flowcharts"];
        assert!(
            versions.iter().any(|start| section(start).is_some()),
            "{name} does not say what the article has"
        );
        assert!(text.contains("## The rule") || text.contains(": the rule\n"), "{name} has no rule");
        for start in ["The code", "What goes wrong", "Where it still fails"] {
            assert!(section(start).is_some(), "{name} has no section \"{start}\"");
        }
        assert!(section("The code").unwrap().contains(".rs)"), "{name} names no file");
        assert!(section("What goes wrong").unwrap().contains("!["), "{name} shows nothing going wrong");
    }
}

#[test]
fn every_link_leads_to_a_file_that_has_what_is_named() {
    let mut found = 0;
    for page in pages() {
        let text = read(&page);
        for (name, place) in links(&text) {
            let (file, heading) = place.split_once('#').unwrap_or((place, ""));
            let told = format!("{}: [{name}]({place})", page.display());
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(target.exists(), "{told}: there is no such file");
            if !heading.is_empty() {
                let linked = read(&target);
                let has = linked.lines().any(|line| line.starts_with('#') && anchor(line) == heading);
                assert!(has, "{told}: no such heading");
            }
            if target.extension().is_some_and(|end| end == "rs") {
                let source = read(&target);
                for word in name.split('`').skip(1).step_by(2).filter(|word| !word.ends_with(".rs")) {
                    let word = word.rsplit("::").next().unwrap_or(word);
                    let is_module =
                        file.ends_with(&format!("/{word}.rs")) || file.ends_with(&format!("/{word}/mod.rs"));
                    let kinds = ["fn", "struct", "enum", "trait", "mod", "type", "const"];
                    let defines = |kind: &&str| {
                        let start = format!("{kind} {word}");
                        let mut places =
                            source.match_indices(&start).map(|(at, _)| &source[at + start.len()..]);
                        places
                            .any(|rest| !rest.starts_with(|sign: char| sign.is_alphanumeric() || sign == '_'))
                    };
                    assert!(is_module || kinds.iter().any(defines), "{told}: {word} is not in it");
                    found += 1;
                }
            }
        }
    }
    assert!(found > 50, "only {found} links name something");
}

#[test]
fn the_model_of_the_chapter_is_the_one_that_is_tested() {
    let chapter = read(&root().join("book/src/own-model.md"));
    let code = chapter.split("```rust,ignore\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(read(&root().join("tests/behaviour/example_model.rs")).contains(code));
}
