//! Imports run one way: each module of the crate takes only from those that `src/lib.rs` lists on a floor
//! below its own, and no files import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A place in the crate: `["movement", "predictive"]`.
type Place = Vec<String>;

/// The library, file by file; the program (`main.rs`, `commands`) stands on top of it and is left out.
#[derive(Default)]
struct House {
    files: BTreeMap<Place, PathBuf>,
    /// Names that a module passes on (`pub use`), and where they come from.
    passed_on: BTreeMap<Place, Place>,
    /// From which files each file takes something.
    imports: BTreeMap<Place, BTreeSet<Place>>,
}

impl House {
    fn read() -> House {
        let mut house = House::default();
        house.enter(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &[]);
        let read: Vec<(Place, Imports)> = house
            .files
            .iter()
            .map(|(module, path)| (module.clone(), imports_of(&house, module, path)))
            .collect();
        for (_, imports) in &read {
            // A module may have the name of what it passes on.
            let items = imports.passed_on.iter().filter(|(name, _)| !house.files.contains_key(name));
            house.passed_on.extend(items.cloned());
        }
        for (module, imports) in read {
            let from = imports.taken.into_iter().filter_map(|place| house.file_of(place));
            let from = from.filter(|from| *from != module).collect();
            house.imports.insert(module, from);
        }
        house
    }

    fn enter(&mut self, folder: &Path, module: &[String]) {
        for entry in std::fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            let inner = join(module, std::slice::from_ref(&name));
            if path.is_dir() {
                if inner != ["commands"] {
                    self.enter(&path, &inner);
                }
            } else if name == "mod" {
                self.files.insert(module.to_vec(), path);
            } else if inner != ["main"] && inner != ["lib"] {
                self.files.insert(inner, path);
            }
        }
    }

    /// The file that holds what a place names, through whatever modules pass it on.
    fn file_of(&self, mut place: Place) -> Option<Place> {
        let passed = |place: &Place| {
            (1..=place.len()).rev().find_map(|length| {
                self.passed_on.get(&place[..length]).map(|from| join(from, &place[length..]))
            })
        };
        // Names are passed on through a few modules at most.
        for _ in 0..8 {
            match passed(&place) {
                Some(from) if from != place => place = from,
                _ => break,
            }
        }
        (1..=place.len())
            .rev()
            .map(|length| place[..length].to_vec())
            .find(|file| self.files.contains_key(file))
    }
}

fn join(a: &[String], b: &[String]) -> Place {
    [a, b].concat()
}

/// What a file takes from other modules, and what it passes on from them.
#[derive(Default)]
struct Imports {
    taken: Vec<Place>,
    passed_on: Vec<(Place, Place)>,
}

fn imports_of(house: &House, module: &Place, path: &Path) -> Imports {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    // Tests may take from anywhere.
    let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code: Vec<&str> = code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let mut imports = Imports::default();
    // Modules that are called by their bare name, and where they are.
    let mut names = BTreeMap::new();
    let mut rest = String::new();
    for statement in code.join("\n").split_inclusive(['\n', ';']).fold(Vec::new(), statements) {
        let line = statement.trim();
        let (public, tree) = match line.strip_prefix("use ") {
            Some(tree) => (false, tree),
            None => match line.strip_prefix("pub").and_then(|line| line.split_once("use ")) {
                Some((scope, tree)) if scope.trim().is_empty() || scope.starts_with('(') => (true, tree),
                _ => {
                    rest.push_str(&statement);
                    continue;
                }
            },
        };
        for (segments, name) in leaves(tree.trim_end_matches(';')) {
            let Some(place) = resolve(house, module, &names, &segments) else { continue };
            if public {
                imports.passed_on.push((join(module, &[name]), place));
                continue;
            }
            if house.files.contains_key(&place) {
                names.insert(name, place.clone());
            }
            imports.taken.push(place);
        }
    }
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    for word in rest.split(|c| !is_path(c)) {
        let segments: Place = word.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        if segments.len() > 1 && !word.starts_with(':') {
            imports.taken.extend(resolve(house, module, &names, &segments));
        }
    }
    imports
}

/// Puts the lines of a `use` statement together.
fn statements(mut found: Vec<String>, piece: &str) -> Vec<String> {
    let is_open = |last: &String| {
        let line = last.trim_start();
        (line.starts_with("use ") || line.starts_with("pub")) && line.contains("use ") && !line.contains(';')
    };
    match found.last_mut() {
        Some(last) if is_open(last) => last.push_str(piece),
        _ => found.push(piece.to_owned()),
    }
    found
}

/// The paths of a `use` tree, each with the name that it brings.
fn leaves(tree: &str) -> Vec<(Place, String)> {
    let tree = tree.trim();
    let Some((before, group)) = tree.split_once('{') else {
        let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias)));
        let mut segments: Place = path.split("::").map(|part| part.trim().to_owned()).collect();
        if segments.last().is_some_and(|last| last == "self" || last == "*") {
            segments.pop();
        }
        let name = alias.map(str::trim).map(str::to_owned).or(segments.last().cloned()).unwrap_or_default();
        return vec![(segments, name)];
    };
    let group = group.trim_end().strip_suffix('}').unwrap_or(group);
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in group.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().expect("there is one").push(c),
        }
    }
    let inner = parts.iter().filter(|part| !part.trim().is_empty());
    inner.flat_map(|part| leaves(&format!("{before}{}", part.trim()))).collect()
}

/// The place in the crate that a path in a module names; `None` for other crates and plain names.
fn resolve(house: &House, module: &Place, names: &BTreeMap<String, Place>, path: &[String]) -> Option<Place> {
    let up = path.iter().take_while(|segment| *segment == "super").count();
    match path.first()?.as_str() {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some(join(module, &path[1..])),
        "super" => Some(join(&module[..module.len().checked_sub(up)?], &path[up..])),
        first => match names.get(first) {
            Some(place) => Some(join(place, &path[1..])),
            None => {
                let child = join(module, &[first.to_owned()]);
                house.files.contains_key(&child).then(|| join(module, path))
            }
        },
    }
}

/// The floor of each module of the crate, from the ground up: `src/lib.rs` declares them floor by floor, with
/// a blank line or a comment between two.
fn floors() -> BTreeMap<String, usize> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let (mut floors, mut floor) = (BTreeMap::new(), 0);
    for line in text.lines().skip_while(|line| !line.starts_with("pub mod ")) {
        match line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')) {
            Some(module) => _ = floors.insert(module.to_owned(), floor),
            None if line.starts_with("#[") => {}
            None => floor += 1,
        }
    }
    floors
}

#[test]
fn every_module_takes_only_from_floors_below_its_own() {
    let (house, floors) = (House::read(), floors());
    let floor = |place: &Place| {
        *floors.get(&place[0]).unwrap_or_else(|| panic!("src/lib.rs puts {} on no floor", place[0]))
    };
    let mut up = Vec::new();
    for (module, from) in &house.imports {
        let higher = from.iter().filter(|other| other[0] != module[0] && floor(other) >= floor(module));
        up.extend(higher.map(|other| format!("{} takes from {}", module.join("::"), other.join("::"))));
    }
    assert!(floors.len() > 15 && house.imports.values().flatten().count() > 300, "imports are found");
    assert!(up.is_empty(), "imports run up, against the floors of src/lib.rs:\n{}", up.join("\n"));
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let imports = House::read().imports;
    assert!(imports.len() > 100, "the files of the crate are found");
    // All files from which a file takes something, directly or through others.
    let behind = |module: &Place| -> BTreeSet<Place> {
        let (mut behind, mut next) = (BTreeSet::new(), vec![module.clone()]);
        while let Some(from) = next.pop().and_then(|place| imports.get(&place)) {
            next.extend(from.iter().filter(|&place| behind.insert(place.clone())).cloned());
        }
        behind
    };
    let mut rows = Vec::new();
    for module in imports.keys().filter(|module| behind(module).contains(*module)) {
        let from = imports[module].iter().filter(|from| behind(from).contains(module));
        let from: Vec<String> = from.map(|from| from.join("::")).collect();
        rows.push(format!("{} takes from {}", module.join("::"), from.join(", ")));
    }
    assert!(rows.is_empty(), "files in circles:\n{}", rows.join("\n"));
}

/// What only `src/platform` may say: files, threads, clocks, processes, the environment, names of systems.
const OF_THE_SYSTEM: [&str; 22] = [
    "std::fs",
    "std::thread",
    "std::env",
    "std::net",
    "std::os",
    "process::Command",
    "time::Instant",
    "SystemTime",
    "target_os",
    "target_family",
    "target_arch",
    "cfg(unix",
    "cfg(windows",
    ".exists()",
    ".is_file()",
    ".is_dir()",
    ".canonicalize()",
    ".metadata()",
    "ThreadPoolBuilder",
    "rayon::spawn",
    "tempfile",
    "/proc/",
];

#[test]
fn only_the_platform_names_a_system() {
    let (mut found, mut files) = (Vec::new(), 0);
    each_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut |path| {
        if path.components().any(|part| part.as_os_str() == "platform") {
            return;
        }
        files += 1;
        let text = std::fs::read_to_string(path).expect("the file can be read");
        let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
        let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
        for (number, line) in lines.enumerate() {
            let said = OF_THE_SYSTEM.iter().filter(|name| line.contains(**name));
            found.extend(said.map(|name| format!("{}:{}: {name}", path.display(), number + 1)));
        }
    });
    assert!(files > 200, "the files of the crate are found");
    assert!(found.is_empty(), "src/platform offers these to all others:\n{}", found.join("\n"));
}

#[test]
fn every_source_has_an_address_and_a_date() {
    let (mut bare, mut sources) = (Vec::new(), 0);
    each_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut |path| {
        let text = std::fs::read_to_string(path).expect("the file can be read");
        for section in text.split("# Source\n").skip(1) {
            sources += 1;
            let lines = section.lines().map(str::trim).take_while(|line| line.starts_with("//"));
            let said: String = lines.take_while(|line| !line.contains("/ #")).collect();
            let words = || said.split(|c: char| !c.is_ascii_alphanumeric());
            let is_year = |word: &str| (1800..2100).contains(&word.parse().unwrap_or(0));
            let is_dated = words().any(|word| is_year(word) || word == "undated");
            if !is_dated || !said.contains("http") {
                bare.push(format!("{}: {said}", path.display()));
            }
        }
    });
    assert!(sources > 70, "the sections are found");
    assert!(bare.is_empty(), "a source without address or date:\n{}", bare.join("\n"));
}

/// Hands out every file of Rust in a folder and those below it.
fn each_file(folder: &Path, found: &mut impl FnMut(&Path)) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        match path.is_dir() {
            true => each_file(&path, found),
            false if path.extension().is_some_and(|end| end == "rs") => found(&path),
            false => {}
        }
    }
}

#[test]
fn the_example_that_teams_copy_is_short() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/own_world.rs");
    assert!(std::fs::read_to_string(example).unwrap().lines().count() < 60);
}

/// The files of the library but for those of the platform, which are written once for each system, each with
/// what stands at the margin of its code: no tests.
fn each_room(found: &mut impl FnMut(&Path, &str)) {
    each_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut |path| {
        let is_left_out = |part: &str| ["platform", "commands", "main.rs", "tests.rs"].contains(&part);
        if !path.components().any(|part| part.as_os_str().to_str().is_some_and(is_left_out)) {
            let text = std::fs::read_to_string(path).expect("the file can be read");
            found(path, text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default());
        }
    });
}

/// What a line at the margin declares with one of these words, without its visibility.
fn declared<'a>(line: &'a str, words: &[&str]) -> Option<&'a str> {
    let line = match line.strip_prefix("pub") {
        Some(rest) => rest.split_once(") ").map_or(rest, |(_, rest)| rest).trim_start(),
        None => line,
    };
    words.iter().find_map(|word| line.strip_prefix(word)?.strip_prefix(' '))
}

#[test]
fn no_two_types_have_one_name() {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    each_room(&mut |path, code| {
        for rest in code.lines().filter_map(|line| declared(line, &["struct", "enum", "trait", "type"])) {
            let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            found.entry(name.to_owned()).or_default().push(path.display().to_string());
        }
    });
    assert!(found.len() > 400, "the types are found: {}", found.len());
    let twins: Vec<String> = found
        .iter()
        .filter(|(_, files)| files.len() > 1)
        .map(|(name, files)| format!("{name}: {}", files.join(", ")))
        .collect();
    assert!(twins.is_empty(), "one word, one meaning:\n{}", twins.join("\n"));
}

/// The window and pictures are left out: what a card calls its width is nobody else's.
#[test]
fn no_constant_of_the_simulation_has_two_values() {
    let mut found: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    each_room(&mut |path, code| {
        if path.components().any(|part| part.as_os_str() == "window" || part.as_os_str() == "picture") {
            return;
        }
        for rest in code.lines().filter_map(|line| declared(line, &["const"])) {
            if let Some((name, value)) = rest.split_once(": ") {
                let values = found.entry(name.to_owned()).or_default();
                values.insert(value.to_owned(), path.display().to_string());
            }
        }
    });
    assert!(found.len() > 300, "the constants are found: {}", found.len());
    let several: Vec<String> = found
        .iter()
        .filter(|(_, values)| values.len() > 1)
        .map(|(name, values)| format!("{name}: {values:?}"))
        .collect();
    assert!(several.is_empty(), "one word, one meaning:\n{}", several.join("\n"));
}
