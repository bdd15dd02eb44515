//! What is drawn on one side appears on the others.

/// How the map is mirrored while one draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// Not at all.
    #[default]
    None,
    /// Left and right.
    Across,
    /// Top and bottom.
    Down,
    /// Both: four parts.
    Both,
    /// Turned by 180°.
    Turned,
}

impl Symmetry {
    /// All, in the order in which they are offered, with their names.
    pub const ALL: [(Symmetry, &'static str); 5] = [
        (Symmetry::None, "None"),
        (Symmetry::Across, "Left and right"),
        (Symmetry::Down, "Top and bottom"),
        (Symmetry::Both, "Both"),
        (Symmetry::Turned, "Turned by 180°"),
    ];

    /// Which sides are changed over in each image, the first is the original: (x, y).
    pub fn images(self) -> &'static [(bool, bool)] {
        match self {
            Symmetry::None => &[(false, false)],
            Symmetry::Across => &[(false, false), (true, false)],
            Symmetry::Down => &[(false, false), (false, true)],
            Symmetry::Both => &[(false, false), (true, false), (false, true), (true, true)],
            Symmetry::Turned => &[(false, false), (true, true)],
        }
    }

    /// The tiles and their images on a map of this size.
    pub fn tiles(self, tiles: &[(i32, i32)], size: (i32, i32)) -> Vec<(i32, i32)> {
        let images =
            self.images().iter().flat_map(|&sides| tiles.iter().map(move |&at| tile(at, sides, size)));
        let mut images: Vec<(i32, i32)> = images.collect();
        images.sort_unstable();
        images.dedup();
        images
    }
}

/// The image of a tile on a map of this size.
pub fn tile(
    (column, row): (i32, i32),
    (across, down): (bool, bool),
    (columns, rows): (i32, i32),
) -> (i32, i32) {
    (if across { columns - 1 - column } else { column }, if down { rows - 1 - row } else { row })
}

/// The image of a place, tiles, on a map of this size.
pub fn place([x, y]: [f64; 2], (across, down): (bool, bool), (columns, rows): (i32, i32)) -> [f64; 2] {
    [if across { f64::from(columns) - x } else { x }, if down { f64::from(rows) - y } else { y }]
}

/// The image of a direction, degrees clockwise from east, from 0 to 360.
pub fn facing(degrees: f64, (across, down): (bool, bool)) -> f64 {
    let across = if across { 180.0 - degrees } else { degrees };
    (if down { -across } else { across }).rem_euclid(360.0)
}
