//! What goes to the terminal: never a panic where it is closed or full, never an escape that a name brought
//! along.

use crate::{Outcome, Stop, bad_input};
use muster::files::{self, Output, harmless_lines, is_same, is_standard_output};
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Prints a line, or several.
pub fn print(text: impl Display) -> Result<(), Stop> {
    let text = text.to_string();
    writeln!(io::stdout().lock(), "{}", harmless_lines(&text)).map_err(|error| not_printed(&error))
}

/// Says something on standard error. Where that is closed nobody wants to know.
pub fn warn(text: impl Display) {
    let text = text.to_string();
    let _ = writeln!(io::stderr().lock(), "{}", harmless_lines(&text));
}

/// Prints what is still to be printed.
pub fn flush() -> Result<(), Stop> {
    io::stdout().lock().flush().map_err(|error| not_printed(&error))
}

/// What it means that standard output takes nothing.
pub fn not_printed(error: &io::Error) -> Stop {
    cannot_write(Path::new("-"), error)
}

/// What it means that an output cannot be written. A reader that has gone, as `head` does, has what it
/// wanted.
pub fn cannot_write(path: &Path, error: &io::Error) -> Stop {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Stop(Outcome::Done, String::new());
    }
    let name = if is_standard_output(path) { "standard output".into() } else { path.display().to_string() };
    bad_input(format!("{name}: cannot be written: {error}"))
}

/// An output of a command: a file, or standard output.
pub enum Out {
    /// A file, or a device.
    File(Output),
    /// Standard output as it is.
    Plain(BufWriter<io::Stdout>),
    /// Standard output that is a terminal.
    Terminal(io::Stdout),
}

impl Out {
    /// Opens it; `-` is standard output. A file is there when it is finished and not before.
    pub fn create(path: &Path) -> Result<Out, Stop> {
        if !is_standard_output(path) {
            return Output::create(path).map(Out::File).map_err(|error| cannot_write(path, &error));
        }
        let out = io::stdout();
        Ok(if out.is_terminal() { Out::Terminal(out) } else { Out::Plain(BufWriter::new(out)) })
    }

    /// Completes it.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Out::File(out) => out.finish(),
            Out::Plain(mut out) => out.flush(),
            Out::Terminal(mut out) => out.flush(),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::File(out) => out.write(bytes),
            Out::Plain(out) => out.write(bytes),
            Out::Terminal(out) => {
                out.write_all(harmless_lines(&String::from_utf8_lossy(bytes)).as_bytes())?;
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::File(out) => out.flush(),
            Out::Plain(out) => out.flush(),
            Out::Terminal(out) => out.flush(),
        }
    }
}

/// Writes a whole output at once.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    let mut out = Out::create(path)?;
    out.write_all(bytes).and_then(|()| out.finish()).map_err(|error| cannot_write(path, &error))
}

/// Refuses outputs that would overwrite each other, an input or the map that one names. Each has the name of its
/// option.
pub fn keep_apart(inputs: &[&Path], outputs: &[(&str, &Path)]) -> Result<(), Stop> {
    let is_null = |path: &Path| path == Path::new("/dev/null") || path == Path::new("NUL");
    let levels = if outputs.is_empty() { &[] } else { inputs };
    let maps: Vec<PathBuf> = levels.iter().filter_map(|level| map_of(level)).collect();
    for (index, (option, path)) in outputs.iter().enumerate() {
        for (other, other_path) in &outputs[..index] {
            let are_standard = is_standard_output(path) && is_standard_output(other_path);
            if are_standard {
                return Err(bad_input(format!("{other} and {option} cannot both go to standard output")));
            }
            if !is_null(path) && is_same(path, other_path) {
                let path = path.display();
                return Err(bad_input(format!("{other} and {option} would both write {path}")));
            }
        }
        let mut read = inputs.iter().copied().chain(maps.iter().map(PathBuf::as_path));
        if let Some(input) = read.find(|input| is_same(input, path)) {
            let input = input.display();
            return Err(bad_input(format!(
                "{option} would write over {input}, which is read; name another file"
            )));
        }
    }
    Ok(())
}

/// The file that a level says its map is in, if it says so.
fn map_of(level: &Path) -> Option<PathBuf> {
    let text = files::read_text(level, files::MAX_FILE).ok()?;
    let value: serde_json::Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    Some(level.with_file_name(value.get("map")?.get("file")?.as_str()?))
}

/// A name or a path in a text: on one line, whatever is in it.
pub fn name(text: impl Display) -> String {
    files::harmless(&text.to_string()).into_owned()
}
