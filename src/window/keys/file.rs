//! The player's own keys: a file with comments in the configuration folder, read when the window opens and
//! again whenever it is saved. What is wrong with it is told; the rest of it counts.

use super::Keys;
use super::action::{ENTRIES, KeyEntry, When, entries};
use super::chord::Chord;
use crate::files;
use crate::level::nearest;
use crate::platform::{disk, machine};
use crate::window::cards::paper::{dialog, pale};
use crate::window::folders;
use crate::window::reload::FileWatch;
use crate::window::theme;
use egui_macroquad::egui::{self, Context};
use jsonc_parser::ast::{ObjectProp, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The longest file of keys that is read, bytes.
const LONGEST: u64 = 1 << 20;
/// More lines than these are summed up.
const MAX_LINES: usize = 8;

/// The keys that hold, the file that they come from, and what is wrong with it.
pub struct KeysFile {
    /// The keys that hold.
    pub keys: Rc<Keys>,
    /// The file; `None` for a player without a home.
    pub path: Option<PathBuf>,
    /// What is wrong with it, a line each; told until the player has closed it.
    pub problems: Vec<String>,
    watch: FileWatch,
}

impl KeysFile {
    /// Reads the file; writes it first if there is none.
    pub fn open() -> KeysFile {
        let path = folders::keys_file();
        let mut file =
            KeysFile { keys: Rc::default(), path, problems: Vec::new(), watch: FileWatch::default() };
        if let Some(path) = file.path.clone() {
            if machine::SHOWS_FILES && !disk::exists(&path) {
                // A player who cannot write there plays with the keys as they are.
                folders::keep_setting(folders::KEYS, &default_text());
            }
            file.read(&path);
        }
        file
    }

    fn read(&mut self, path: &Path) {
        if !disk::exists(path) {
            return;
        }
        let text = match files::read_text(path, LONGEST) {
            Ok(text) => text,
            Err(said) => {
                self.problems = vec![format!("It cannot be read ({said}): the usual keys hold")];
                return;
            }
        };
        let (keys, problems) = parse(&text);
        (self.keys, self.problems) = (Rc::new(keys), problems);
    }

    /// Reads the file again if it was saved; returns whether it was. `now` in real seconds.
    pub fn follow(&mut self, now: f64) -> bool {
        let Some(path) = self.path.clone() else { return false };
        let is_saved = self.watch.is_saved(&path, now);
        if is_saved {
            self.read(&path);
        }
        is_saved
    }

    /// Shows what is wrong, until the player closes it or mends the file. Returns whether Esc was for this
    /// card.
    pub fn show(&mut self, context: &Context) -> bool {
        let Some(path) = self.path.as_ref().filter(|_| !self.problems.is_empty()) else { return false };
        let escape = context.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
        let mut close = escape;
        dialog(context, "keys", egui::Align2::CENTER_TOP, egui::vec2(0.0, 68.0), |ui| {
            ui.set_max_width((context.screen_rect().width() - 160.0).min(860.0));
            ui.heading("Your file of keys");
            ui.label(pale(path.display().to_string()));
            ui.add_space(theme::STEP);
            for problem in self.problems.iter().take(MAX_LINES) {
                ui.label(problem);
            }
            if self.problems.len() > MAX_LINES {
                ui.label(format!("and {} more", self.problems.len() - MAX_LINES));
            }
            ui.add_space(theme::STEP);
            ui.horizontal(|ui| {
                close |= ui.button("Close  Esc").clicked();
                ui.label(pale("Save the file mended: it is read again by itself."));
            });
        });
        if close {
            self.problems.clear();
        }
        escape
    }
}

/// The file as it is written at first: every action with its keys, explained.
pub fn default_text() -> String {
    let mut text = String::from(
        "// Keys of Muster. Change one and save: an open window reads the file again by itself.\n\
         // A value is a key (\"H\", \"F6\", \"Space\", \"?\"), one with modifiers (\"Ctrl + Shift + S\"), a list of keys\n\
         // ([\"Ctrl + S\", \"F6\"]) or [] for none. Letters and digits are keys; other signs are written as they are typed.\n\
         // What is missing here keeps its usual key. Delete the file, and it is written anew.\n{\n",
    );
    for (chapter, entries) in ENTRIES {
        text += &format!("\n  // {chapter}\n");
        for entry in *entries {
            let value = match entry.keys {
                [key] => format!("{key:?}"),
                keys => format!("{keys:?}"),
            };
            let line = format!("\"{}\": {value},", entry.name);
            let what = if entry.what.is_empty() { "the same" } else { entry.what };
            text += &format!("  {line:<40} // {what}\n");
        }
    }
    text + "}\n"
}

/// A line of the file: what it is for and the keys that it asks for.
struct Wish {
    entry: &'static KeyEntry,
    chords: Vec<Chord>,
    /// Where it stands in the file; empty if nothing does there.
    place: String,
}

/// Reads a file of keys: the keys that hold, and all that is wrong with it.
pub fn parse(text: &str) -> (Keys, Vec<String>) {
    let (mut problems, mut wishes) = (Vec::new(), Vec::new());
    match parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default()).map(|parsed| parsed.value)
    {
        Ok(None) => {}
        Ok(Some(Value::Object(object))) => {
            wishes = object.properties.iter().filter_map(|line| wish(line, text, &mut problems)).collect();
        }
        Ok(Some(other)) => {
            let place = at(text, other.range().start);
            problems.push(format!("{place}keys stand in {{ }}: the usual ones hold"));
        }
        Err(error) => {
            let place = at(text, error.range().start);
            problems.push(format!("{place}{}: until that is mended the usual keys hold", error.kind()));
        }
    }
    (grant(wishes, &mut problems), problems)
}

/// Reads one line.
fn wish(line: &ObjectProp, text: &str, problems: &mut Vec<String>) -> Option<Wish> {
    let (name, place) = (line.name.as_str(), at(text, line.range().start));
    let Some(entry) = entries().find(|entry| entry.name == name) else {
        let near = nearest(name, entries().map(|entry| entry.name));
        let near = near.map_or(String::new(), |near| format!("; is it \"{near}\"?"));
        problems.push(format!("{place}there is no action \"{name}\"{near}"));
        return None;
    };
    let place = at(text, line.value.range().start);
    let read = match &line.value {
        Value::StringLit(key) => chord(&key.value, entry).map(|chord| vec![chord]),
        Value::Array(list) => {
            let keys = list.elements.iter().map(|element| match element {
                Value::StringLit(key) => chord(&key.value, entry),
                other => Err(format!("{} is no key: it stands in \" \"", other.range().text(text))),
            });
            keys.collect()
        }
        other => Err(format!("{} is no key: write it in \" \", or [] for none", other.range().text(text))),
    };
    match read {
        Ok(chords) => Some(Wish { entry, chords, place }),
        Err(why) => {
            problems.push(format!("{place}{name}: {why}. It stays on {}", entry.keys.join(", ")));
            None
        }
    }
}

fn chord(text: &str, entry: &KeyEntry) -> Result<Chord, String> {
    let chord = Chord::parse(text).map_err(|why| format!("\"{text}\": {why}"))?;
    if entry.when == When::Held && !chord.can_be_held() {
        return Err(format!(
            "\"{text}\": the camera takes a letter, a digit or a named key without modifiers"
        ));
    }
    Ok(chord)
}

/// Gives every action its keys. A key that two ask for goes to the one that the player changed, then to the
/// first.
fn grant(wishes: Vec<Wish>, problems: &mut Vec<String>) -> Keys {
    let default = Keys::default();
    let usual_of = |entry: &KeyEntry| default.of(entry.action).to_vec();
    let mut last: Vec<Wish> = Vec::new();
    for wish in wishes {
        if let Some(index) = last.iter().position(|other| other.entry.action == wish.entry.action) {
            let Wish { entry, place, .. } = &wish;
            problems.push(format!("{place}{} stands there twice: this one counts", entry.name));
            last.remove(index);
        }
        last.push(wish);
    }
    let is_missing = |entry: &&KeyEntry| last.iter().all(|wish| wish.entry.action != entry.action);
    let missing = entries().filter(is_missing);
    let missing: Vec<Wish> =
        missing.map(|entry| Wish { entry, chords: usual_of(entry), place: String::new() }).collect();
    let is_changed = |wish: &Wish| wish.chords != usual_of(wish.entry);
    let (changed, kept): (Vec<Wish>, Vec<Wish>) = last.into_iter().partition(is_changed);
    let mut bound: Vec<(&'static KeyEntry, Vec<Chord>)> = Vec::new();
    for wish in changed.into_iter().chain(kept).chain(missing) {
        let taken_by = |chord: &Chord, bound: &[(&'static KeyEntry, Vec<Chord>)]| {
            let other = bound
                .iter()
                .find(|(other, chords)| chords.contains(chord) && !wish.entry.when.may_share(other.when));
            other.map(|(other, _)| other.name)
        };
        let (mut granted, mut taken) = (Vec::new(), Vec::new());
        for chord in &wish.chords {
            match taken_by(chord, &bound) {
                None => granted.push(*chord),
                Some(other) => taken.push((chord, other)),
            }
        }
        if !taken.is_empty() {
            let is_spare = |spare: &Chord| taken_by(spare, &bound).is_none() && !wish.chords.contains(spare);
            granted.extend(usual_of(wish.entry).into_iter().filter(is_spare));
        }
        let rest = match granted.is_empty() {
            true => "has no key left".to_owned(),
            false => format!("has {}", list(&granted)),
        };
        let (place, name) = (&wish.place, wish.entry.name);
        problems.extend(taken.iter().map(|(chord, other)| {
            format!("{place}{name} and {other} are both on {chord}: {other} has it, {name} {rest}")
        }));
        bound.push((wish.entry, granted));
    }
    bound.sort_by_key(|(entry, _)| entries().position(|known| known.name == entry.name));
    Keys::new(bound)
}

fn list(chords: &[Chord]) -> String {
    chords.iter().map(Chord::to_string).collect::<Vec<_>>().join(", ")
}

/// Line and column of a byte, from 1, before what is wrong there.
fn at(text: &str, place: usize) -> String {
    let before = &text[..place.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("Line {line}, column {column}: ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::keys::action::KeyAction;

    #[test]
    fn the_file_as_it_is_written_says_what_the_program_does() {
        let (keys, problems) = parse(&default_text());
        assert_eq!(problems, [] as [&str; 0]);
        let default = Keys::default();
        assert!(entries().all(|entry| keys.of(entry.action) == default.of(entry.action)));
    }

    #[test]
    fn a_changed_key_counts_and_what_is_missing_keeps_its_usual_one() {
        let (keys, problems) = parse(r#"{ "stop": "K", "save_session": ["F6", "F7"], "models": [] }"#);
        assert_eq!(problems, [] as [&str; 0]);
        assert_eq!(keys.text(KeyAction::Stop), "K");
        assert_eq!(keys.all(&[KeyAction::SaveSession]), "F6, F7");
        assert_eq!((keys.text(KeyAction::Models), keys.text(KeyAction::Hold)), (String::new(), "H".into()));
    }

    #[test]
    fn bad_lines_are_told_with_their_place_and_what_would_be_right() {
        let text = "{\n  \"stop\": \"Spce\",\n  \"holt\": \"H\",\n  \"pause\": 5,\n  \"camera_up\": \"?\"\n}";
        let (keys, problems) = parse(text);
        assert_eq!(problems.len(), 4, "{problems:#?}");
        assert!(
            problems[0].starts_with("Line 2, column 11: stop: ") && problems[0].contains("perhaps Space")
        );
        assert!(problems[0].ends_with("It stays on S"));
        assert!(problems[1].contains("is it \"hold\"?"));
        assert!(problems[2].contains("5 is no key") && problems[3].contains("camera takes a letter"));
        assert_eq!(keys.text(KeyAction::Stop), "S");
    }

    #[test]
    fn of_two_actions_on_one_key_the_changed_one_has_it() {
        let text = default_text().replace("\"pause\": \"Space\"", "\"pause\": \"H\"");
        let (keys, problems) = parse(&text);
        assert_eq!(problems.len(), 1, "{problems:#?}");
        assert!(problems[0].contains("hold and pause are both on H: pause has it, hold has no key left"));
        assert_eq!((keys.text(KeyAction::Pause), keys.text(KeyAction::Hold)), ("H".into(), String::new()));
        assert_eq!(keys.told(KeyAction::Hold), "hold (on no key)");
        let (keys, problems) = parse(r#"{ "stop": "H", "scatter": "Q", "follow": "Q" }"#);
        assert!(
            problems[0].contains("follow and scatter are both on Q: scatter has it, follow has G"),
            "{problems:?}"
        );
        assert!(problems[1].starts_with("hold and stop are both on H"), "{problems:?}");
        assert_eq!(keys.text(KeyAction::Follow), "G");
    }

    #[test]
    fn who_loses_one_of_two_keys_is_told_which_is_left() {
        let (keys, problems) = parse(r#"{ "scatter": "Q", "stop": ["Q", "J"] }"#);
        assert_eq!(problems.len(), 1, "{problems:#?}");
        assert!(problems[0].contains("scatter has it, stop has J, S"), "{problems:?}");
        assert_eq!(keys.text(KeyAction::Scatter), "Q");
    }

    #[test]
    fn a_file_that_is_no_json_leaves_the_usual_keys() {
        for text in ["{ \"stop\": ", "[]", "", "\u{1f600}"] {
            let (keys, _) = parse(text);
            assert_eq!(keys.text(KeyAction::Stop), "S", "{text}");
        }
        assert_eq!(parse("{ \"stop\" \"K\" }").1.len(), 1);
    }
}
