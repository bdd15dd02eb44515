//! What is wrong with a file, and where: every fault is a [`Problem`], and a load that fails returns all of
//! them.

use crate::files::harmless;
use std::fmt;

/// So many faults of a file are told; of the others their number is.
pub const MAX_TOLD: usize = 200;

/// One fault of a file, as the command line and the window show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file as the caller named it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Where in the document, such as `units[3].block.spacing`; `$` is the document itself.
    pub path: String,
    /// What is wrong, and what would be right. Always one line.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, path, message) = (harmless(&self.file), harmless(&self.path), harmless(&self.message));
        write!(f, "{file}:{}:{}: {path}: {message}", self.line, self.column)
    }
}

/// All that is wrong with a level, in the order of the file; never empty. Displays as one line for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelErrors {
    /// The first [`MAX_TOLD`] faults, in the order of the file.
    pub problems: Vec<Problem>,
    /// How many more there are.
    pub omitted: usize,
}

impl fmt::Display for LevelErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        match self.omitted {
            0 => Ok(()),
            omitted => write!(f, "\nand {omitted} more faults; mend the first and look again"),
        }
    }
}

impl std::error::Error for LevelErrors {}

impl LevelErrors {
    /// A single fault of a whole file, such as one that cannot be read.
    pub(super) fn of_file(file: &str, message: impl Into<String>) -> LevelErrors {
        let message = message.into();
        LevelErrors {
            problems: vec![Problem { file: file.into(), line: 1, column: 1, path: "$".into(), message }],
            omitted: 0,
        }
    }
}

/// A fault of the file that is being read.
struct FoundProblem {
    /// Byte offset in the text.
    offset: usize,
    path: String,
    message: String,
}

/// Collects the faults of one file while it is read.
pub(super) struct Problems<'t> {
    file: &'t str,
    text: &'t str,
    /// Byte offset at which each line begins.
    lines: Vec<usize>,
    found: Vec<FoundProblem>,
    /// Faults that came too late in the file to be told.
    omitted: usize,
    /// Faults of other files that the level names.
    elsewhere: Vec<Problem>,
    notes: Vec<Problem>,
}

impl<'t> Problems<'t> {
    pub fn new(file: &'t str, text: &'t str) -> Problems<'t> {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let (found, elsewhere, notes) = (Vec::new(), Vec::new(), Vec::new());
        Problems { file, text, lines, found, omitted: 0, elsewhere, notes }
    }

    /// Notes a fault at a byte offset of the text.
    pub fn add(&mut self, offset: usize, path: impl fmt::Display, message: impl Into<String>) {
        self.found.push(FoundProblem { offset, path: path.to_string(), message: message.into() });
        // A file of millions of faults is read to its end, but they are not all kept.
        if self.found.len() >= 16 * MAX_TOLD {
            self.keep_first();
        }
    }

    /// Notes that an object must have exactly one of some keys, unless it has. `given` says which are there.
    pub fn exactly_one(&mut self, given: &[(&str, bool)], offset: usize, path: &str) {
        let names = |keys: &[&(&str, bool)]| {
            keys.iter().map(|(key, _)| format!("`{key}`")).collect::<Vec<_>>().join(", ")
        };
        let present: Vec<_> = given.iter().filter(|(_, present)| *present).collect();
        let all: Vec<_> = given.iter().collect();
        match present.len() {
            0 => self.add(offset, path, format!("missing key: exactly one of {}", names(&all))),
            1 => {}
            _ => self.add(offset, path, format!("{} together; keep exactly one of them", names(&present))),
        }
    }

    /// Keeps as many faults as are told, those that come first in the file.
    fn keep_first(&mut self) {
        self.found.sort_by_key(|found| found.offset);
        self.omitted += self.found.len().saturating_sub(MAX_TOLD);
        self.found.truncate(MAX_TOLD);
    }

    /// Notes something that is worth telling and no fault.
    pub fn note(&mut self, offset: usize, path: impl fmt::Display, message: impl Into<String>) {
        let found = FoundProblem { offset, path: path.to_string(), message: message.into() };
        self.notes.push(self.placed(found));
    }

    /// What is worth telling and no fault.
    pub fn into_notes(self) -> Vec<Problem> {
        self.notes
    }

    /// Notes a fault of another file.
    pub fn add_elsewhere(&mut self, problem: Problem) {
        self.elsewhere.push(problem);
    }

    /// Takes over the faults of another file.
    pub fn add_all_elsewhere(&mut self, other: Problems) {
        if !other.is_empty() {
            let mut errors = other.into_errors();
            self.elsewhere.append(&mut errors.problems);
            self.omitted += errors.omitted;
        }
    }

    fn placed(&self, found: FoundProblem) -> Problem {
        let (line, column) = self.place(found.offset);
        Problem { file: self.file.to_owned(), line, column, path: found.path, message: found.message }
    }

    /// Line and column of a byte offset, both from 1, the column in characters.
    pub fn place(&self, offset: usize) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= offset) - 1;
        let before = self.text.get(self.lines[line]..offset).unwrap_or("");
        (line as u32 + 1, before.chars().count() as u32 + 1)
    }

    /// The byte offset of a line and a column in bytes, both from 1, clamped to the text.
    pub fn offset(&self, line: usize, byte_column: usize) -> usize {
        let start = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len());
        let mut offset = (start + byte_column.saturating_sub(1)).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.elsewhere.is_empty()
    }

    /// The first faults in the order of the file, those of other files last.
    pub fn into_errors(mut self) -> LevelErrors {
        self.keep_first();
        let found = std::mem::take(&mut self.found);
        let mut problems: Vec<Problem> = found.into_iter().map(|found| self.placed(found)).collect();
        problems.append(&mut self.elsewhere);
        let omitted = self.omitted + problems.len().saturating_sub(MAX_TOLD);
        problems.truncate(MAX_TOLD);
        LevelErrors { problems, omitted }
    }
}

/// A piece of the file in back quotes, fit for one line of text.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST_PIECE: usize = 60;
    let mut shown: String = text.chars().take(LONGEST_PIECE).flat_map(char::escape_debug).collect();
    shown = shown.replace("\\\"", "\"").replace("\\'", "'");
    if text.chars().nth(LONGEST_PIECE).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// Finds the nearest known name for one that is not known.
pub(super) struct Suggestions {
    /// How many comparisons are still made: a file full of unknown names is not worth an afternoon.
    budget: usize,
}

impl Suggestions {
    pub fn new() -> Suggestions {
        Suggestions { budget: 4_000_000 }
    }

    /// `; did you mean …?`, or the known names where none is near, or nothing where there are too many.
    pub fn after<'n>(&mut self, wrong: &str, known: impl Iterator<Item = &'n str> + Clone) -> String {
        const LONGEST_LIST: usize = 16;
        let count = known.clone().count();
        if count > self.budget || wrong.len() > 100 {
            return String::new();
        }
        self.budget -= count;
        if let Some(near) = nearest(wrong, known.clone()) {
            return format!("; did you mean {}?", quoted(near));
        }
        match count {
            0 => "; there is none".into(),
            1..=LONGEST_LIST => {
                let list: Vec<String> = known.map(quoted).collect();
                format!("; known: {}", list.join(", "))
            }
            _ => String::new(),
        }
    }
}

/// The known name with the fewest edits, if a third of the letters at most differ. Ties: the first.
pub fn nearest<'n>(wrong: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let folded = wrong.to_lowercase();
    let allowed = (wrong.chars().count() / 3).max(1);
    known
        .filter(|name| name.len().abs_diff(wrong.len()) <= allowed)
        .map(|name| (strsim::damerau_levenshtein(&folded, &name.to_lowercase()), name))
        .filter(|(edits, _)| *edits <= allowed)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, name)| name)
}
