//! Maps of the MovingAI grid benchmark (`.map`).
//!
//! # Source
//! N. Sturtevant, "Benchmarks for grid-based pathfinding", <https://doi.org/10.1109/TCIAIG.2012.2197681>,
//! 2012, and <https://movingai.com/benchmarks/formats.html>: a header of `type octile`, `height`, `width`,
//! `map`, then one character a tile. `.`, `G` and `S` are ground; everything else is blocked: `T` trees, `W`
//! water, the rest rock.

use crate::grid::{Grid, Tile};

/// What is wrong with a map or scenario file, and in which line (from 1).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct MapError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}

/// Greatest width and height of a map in tiles: what a level may have. A file that names more is refused
/// before memory is taken for it.
pub const MAX_SIDE: i32 = 2048;

impl MapError {
    pub(crate) fn new(line: usize, what: impl Into<String>) -> MapError {
        MapError { line, what: what.into() }
    }
}

impl Grid {
    /// Reads a MovingAI map. Line ends may be of either kind, the last one may be missing, and `height` and
    /// `width` may come in either order.
    ///
    /// ```
    /// use muster::grid::{Grid, Tile};
    /// let grid = Grid::from_movingai("type octile\nheight 1\nwidth 3\nmap\n.TW").unwrap();
    /// assert_eq!(grid.tiles(), [Tile::Ground, Tile::Trees, Tile::Water]);
    /// let error = Grid::from_movingai("type octile\nheight 2\nwidth 3\nmap\n...\n..").unwrap_err();
    /// assert_eq!(error.to_string(), "line 6: a row of 2 tiles where `width` says 3");
    /// ```
    pub fn from_movingai(text: &str) -> Result<Grid, MapError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = (1..).zip(text.lines());
        let (columns, rows, header) = read_header(&mut lines)?;
        let mut tiles = Vec::with_capacity(columns as usize * rows as usize);
        for read in 0..rows as usize {
            let Some((line, row)) = lines.next() else {
                return Err(MapError::new(
                    header + read + 1,
                    format!("the file ends after {read} of {rows} rows"),
                ));
            };
            let before = tiles.len();
            tiles.extend(row.chars().map(tile_of));
            let width = tiles.len() - before;
            if width != columns as usize {
                let what = format!("a row of {width} tiles where `width` says {columns}");
                return Err(MapError::new(line, what));
            }
        }
        match lines.find(|(_, line)| !line.trim().is_empty()) {
            Some((line, _)) => {
                Err(MapError::new(line, format!("more rows than the {rows} that `height` says")))
            }
            None => Ok(Grid::new(columns, rows, tiles)),
        }
    }
}

fn tile_of(character: char) -> Tile {
    match character {
        '.' | 'G' | 'S' => Tile::Ground,
        'T' => Tile::Trees,
        'W' => Tile::Water,
        _ => Tile::Rock,
    }
}

/// Reads up to the line `map`: columns, rows, and that line's number.
fn read_header<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<(i32, i32, usize), MapError> {
    let (mut columns, mut rows) = (None, None);
    let mut last = 0;
    for (line, text) in lines {
        last = line;
        let mut words = text.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("type"), Some("octile"), None) | (None, ..) => {}
            (Some("type"), ..) => return Err(MapError::new(line, "only maps of `type octile` are read")),
            (Some("height"), Some(number), None) => rows = Some(read_side(line, number)?),
            (Some("width"), Some(number), None) => columns = Some(read_side(line, number)?),
            (Some("map"), None, _) => {
                let missing = |name| MapError::new(line, format!("`map` comes before `{name}`"));
                let columns = columns.ok_or_else(|| missing("width"))?;
                return Ok((columns, rows.ok_or_else(|| missing("height"))?, line));
            }
            _ => {
                let what = "a header line is `type octile`, `height N`, `width N` or `map`";
                return Err(MapError::new(line, what));
            }
        }
    }
    Err(MapError::new(last + 1, "the file ends before a line `map`"))
}

fn read_side(line: usize, number: &str) -> Result<i32, MapError> {
    let side = number.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    side.ok_or_else(|| {
        MapError::new(line, format!("`{number}` is not a number of tiles from 1 to {MAX_SIDE}"))
    })
}
