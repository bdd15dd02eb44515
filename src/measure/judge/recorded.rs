//! Traces as they are read: our CSV, and the text form of pedestrian research, `id frame x y z` with a `#`
//! header.

use crate::grid::TILE;
use crate::ids::UnitId;
use crate::level::Level;
use crate::time::TICK_RATE;
use glam::{Vec2, vec2};
use std::collections::HashMap;

/// Frames of a trace at most, and lines: a bound for memory.
const MAX_LINES: usize = 20_000_000;

/// A moment of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceFrame {
    /// Since the start of the level.
    pub seconds: f64,
    /// Units and their places, px, by number.
    pub places: Vec<(UnitId, Vec2)>,
}

/// A trace.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedTrace {
    /// In the order of time.
    pub frames: Vec<TraceFrame>,
}

impl RecordedTrace {
    /// Reads a trace of a level, in either form: a first line that begins with `#` tells the text form.
    ///
    /// # Errors
    /// In words, with the line.
    pub fn parse(text: &str, level: &Level) -> Result<RecordedTrace, String> {
        let text = text.trim_start_matches('\u{feff}');
        let mut rows = match text.trim_start().starts_with('#') {
            true => text_rows(text, level)?,
            false => csv_rows(text, level)?,
        };
        let is_off = |row: &&TraceRow| !row.at.is_finite() || row.at.abs().max_element() > 1e6;
        if let Some(TraceRow { line, at, .. }) = rows.iter().find(is_off) {
            return Err(format!("line {line}: {at} px is no place on a map"));
        }
        rows.sort_by_key(|row| (row.frame, row.unit));
        let mut frames: Vec<TraceFrame> = Vec::new();
        for same_time in rows.chunk_by(|a, b| a.frame == b.frame) {
            if let Some([first, again, ..]) =
                same_time.chunk_by(|a, b| a.unit == b.unit).find(|rows| rows.len() > 1)
            {
                let name = &level.units[again.unit.0 as usize].name;
                let TraceRow { line, frame, .. } = again;
                let first = first.line;
                return Err(format!(
                    "line {line}: unit {name} has a place in frame {frame} already, in line {first}"
                ));
            }
            let places = same_time.iter().map(|row| (row.unit, row.at)).collect();
            frames.push(TraceFrame { seconds: same_time[0].seconds, places });
        }
        if frames.is_empty() { Err("the trace has no rows".into()) } else { Ok(RecordedTrace { frames }) }
    }
}

/// A unit in a frame.
struct TraceRow {
    line: usize,
    frame: u64,
    seconds: f64,
    unit: UnitId,
    at: Vec2,
}

/// The unit that is meant by an id of a trace.
struct UnitNames<'a> {
    by_name: HashMap<&'a str, u32>,
}

impl<'a> UnitNames<'a> {
    fn of(level: &'a Level) -> UnitNames<'a> {
        let named = level.units.iter().enumerate().map(|(index, unit)| (unit.name.as_str(), index as u32));
        UnitNames { by_name: named.collect() }
    }

    fn find(&self, id: &str, line: usize) -> Result<UnitId, String> {
        let found = self.by_name.get(id).copied().map(UnitId);
        found.ok_or_else(|| {
            let known: Vec<&&str> = self.by_name.keys().collect();
            let near = known
                .iter()
                .max_by(|a, b| strsim::jaro(a, id).total_cmp(&strsim::jaro(b, id)).then(b.cmp(a)));
            let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
            format!("line {line}: the level has no unit {id}{near}")
        })
    }
}

/// The fields of a line of CSV.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut quoted) = (vec![String::new()], false);
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        let last = fields.len() - 1;
        match sign {
            '"' if quoted && signs.peek() == Some(&'"') => fields[last].extend(signs.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields[last].push(sign),
        }
    }
    fields
}

fn csv_rows(text: &str, level: &Level) -> Result<Vec<TraceRow>, String> {
    let names = UnitNames::of(level);
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end()));
    let (_, header) = lines.next().ok_or("the trace is empty")?;
    let header = fields(header);
    let column = |name: &str| {
        header.iter().position(|field| field.trim() == name).ok_or_else(|| {
            format!(
                "line 1: there is no column {name}; a trace is CSV with the columns tick,id,x,y, or text with a header of \
                 lines that begin with #"
            )
        })
    };
    let [tick, id, x, y] = [column("tick")?, column("id")?, column("x")?, column("y")?];
    let mut rows = Vec::new();
    for (line, text) in lines.filter(|(_, text)| !text.is_empty()) {
        let fields = fields(text);
        let field = |column: usize| fields.get(column).map(|field| field.trim()).unwrap_or_default();
        let number = |column: usize, what: &str| {
            field(column)
                .parse::<f32>()
                .map_err(|_| format!("line {line}: {} is no number for {what}", field(column)))
        };
        let frame =
            field(tick).parse::<u64>().map_err(|_| format!("line {line}: {} is no tick", field(tick)))?;
        let at = vec2(number(x, "x")?, number(y, "y")?);
        let seconds = frame as f64 / f64::from(TICK_RATE);
        rows.push(TraceRow { line, frame, seconds, unit: names.find(field(id), line)?, at });
        if rows.len() > MAX_LINES {
            return Err(format!("a trace may have {MAX_LINES} lines"));
        }
    }
    Ok(rows)
}

/// The number that follows a word in a header line.
fn after<'a>(line: &'a str, words: &[&str]) -> Option<&'a str> {
    let lower = line.to_ascii_lowercase();
    let end = words.iter().find_map(|word| lower.find(word).map(|at| at + word.len()))?;
    Some(line.get(end..)?.trim_start_matches([':', '=', ' ', '\t']))
}

fn first_word(text: &str) -> Option<&str> {
    text.split_whitespace().next()
}

/// What the header of a trace as pedestrian research has it says.
struct Header {
    /// Frames per second.
    rate: Option<f64>,
    /// Px to a unit of length.
    scale: f32,
}

impl Header {
    /// Takes in a line of it, without the `#`.
    fn note(&mut self, text: &str, line: usize) -> Result<(), String> {
        if let Some(number) = after(text, &["framerate", "frame rate", "fps"]) {
            let digits = number.split(|sign: char| !sign.is_ascii_digit() && sign != '.').next();
            let found = digits.and_then(|digits| digits.parse::<f64>().ok()).filter(|rate| *rate > 0.0);
            self.rate = Some(found.ok_or_else(|| {
                format!("line {line}: {number} is no frame rate: a number over 0 is, frames per second")
            })?);
        }
        let is_unit = text.trim_start().to_ascii_lowercase().starts_with("unit");
        let unit = after(text, &["unit"]).filter(|_| is_unit).and_then(first_word);
        self.scale = match unit.or_else(|| after(text, &[" x/"]).and_then(first_word)) {
            // A tile is a metre.
            Some("m" | "metre" | "meter") => TILE,
            Some("cm") => TILE / 100.0,
            Some("mm") => TILE / 1000.0,
            Some("px") => 1.0,
            Some(other) => {
                return Err(format!("line {line}: {other} is no unit of length: m, cm, mm and px are"));
            }
            None => self.scale,
        };
        Ok(())
    }
}

fn text_rows(text: &str, level: &Level) -> Result<Vec<TraceRow>, String> {
    let mut header = Header { rate: None, scale: TILE };
    let mut found = Vec::new();
    for (line, text) in text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())) {
        if let Some(text) = text.strip_prefix('#') {
            header.note(text, line)?;
            continue;
        }
        let mut words: Vec<&str> =
            text.split_whitespace().map(|word| word.trim_end_matches([',', ';'])).collect();
        if words.len() < 4 {
            words = text.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()).collect();
        }
        if words.is_empty() {
            continue;
        }
        let [id, frame, x, y, ..] = words[..] else {
            return Err(format!(
                "line {line}: id, frame, x and y are needed, and there are {} words",
                words.len()
            ));
        };
        let number = |word: &str, what: &str| {
            word.parse::<f64>().map_err(|_| format!("line {line}: {word} is no number for {what}"))
        };
        let frame = number(frame, "frame")?;
        if frame < 0.0 || frame.fract() != 0.0 || frame > 1e12 {
            return Err(format!("line {line}: {frame} is no frame: they count from 0"));
        }
        found.push((line, id, frame as u64, number(x, "x")? as f32, number(y, "y")? as f32));
        if found.len() > MAX_LINES {
            return Err(format!("a trace may have {MAX_LINES} lines"));
        }
    }
    let rate = header
        .rate
        .ok_or("the header says no frame rate: add a line such as \"# framerate: 30\", frames per second")?;
    let names = UnitNames::of(level);
    // Ids are the level's, or count the units from 1, as is usual there; or from 0 where there is a 0.
    let are_named = found.iter().all(|(_, id, ..)| names.by_name.contains_key(id));
    let first = u32::from(!found.iter().any(|(_, id, ..)| *id == "0"));
    let row = |(line, id, frame, x, y): (usize, &str, u64, f32, f32)| {
        let counted =
            || id.parse::<u32>().ok()?.checked_sub(first).filter(|&unit| (unit as usize) < level.units.len());
        let unit = match (are_named, counted()) {
            (false, Some(unit)) => UnitId(unit),
            (false, None) if id.parse::<u32>().is_ok() => {
                let last = level.units.len() as u32 + first - 1;
                return Err(format!(
                    "line {line}: the level has no unit {id}: ids count its units from {first} to {last}"
                ));
            }
            _ => names.find(id, line)?,
        };
        Ok(TraceRow { line, frame, seconds: frame as f64 / rate, unit, at: vec2(x, y) * header.scale })
    };
    found.into_iter().map(row).collect()
}
