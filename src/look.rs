//! How Muster looks: a printed map on a table, counters, pencil. The window and pictures without a window
//! share it.
//!
//! Only additions, products and square roots are used: a picture is the same on every machine.

pub mod outline;
pub mod scattered;

use glam::{Vec2, vec2};

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The map sheet.
pub const PAPER: Rgb = [0xEF, 0xE6, 0xD2];
/// Hairlines between tiles.
pub const GRID_LINE: Rgb = [0xE0, 0xD3, 0xB6];
/// Every tenth hairline.
pub const TENTH_LINE: Rgb = [0xD0, 0xBF, 0x9A];
/// The table that the map lies on.
pub const TABLE: Rgb = [0xC9, 0xBA, 0x9A];
/// Ink: text, outlines, selection.
pub const INK: Rgb = [0x2B, 0x26, 0x20];
/// Graphite: what explains.
pub const PENCIL: Rgb = [0x6A, 0x64, 0x5C];
/// Rock.
pub const ROCK: Rgb = [0x8A, 0x7F, 0x70];
/// Rock's hatching.
pub const ROCK_DARK: Rgb = [0x6B, 0x62, 0x57];
/// Crowns.
pub const TREES: Rgb = [0x7C, 0x9A, 0x63];
/// Outlines of crowns.
pub const TREES_DARK: Rgb = [0x63, 0x82, 0x4F];
/// Water.
pub const WATER: Rgb = [0xA9, 0xCA, 0xD4];
/// Shores and waves.
pub const WATER_DARK: Rgb = [0x7F, 0xA9, 0xB8];
/// Obstacles.
pub const STONE: Rgb = [0xB9, 0xAE, 0x9C];
/// Something touches.
pub const VERMILION: Rgb = [0xE3, 0x42, 0x1D];
/// Strokes of a whole ring of strength.
pub const RING_STROKES: usize = 20;
/// Below this share of its strength a ring is vermilion.
pub const LOW_STRENGTH: f32 = 0.35;
/// A counter that lies is so high as wide.
pub const LAID: f32 = 0.55;
/// Pushes.
pub const ORANGE: Rgb = [0xD9, 0x7B, 0x1E];
/// Hard pushes.
pub const PURPLE: Rgb = [0x7A, 0x4E, 0x9C];
/// Panels.
pub const CARD: Rgb = [0xFB, 0xF6, 0xEA];
/// What is active.
pub const ACCENT: Rgb = [0xC8, 0x45, 0x2F];

/// The symbol of an arm on a counter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArmSymbol {
    /// Strokes through the middle, each to its other end from this one; 1 is how far they reach.
    Strokes(&'static [Vec2]),
    /// A disc.
    Disc,
    /// A star: see [`star`].
    Star,
    /// Of kinds that have none: their first letter.
    Letter(char),
}

impl ArmSymbol {
    /// Of a kind, by its name.
    pub fn of(kind: &str) -> ArmSymbol {
        const CROSSED: [Vec2; 2] = [vec2(1.0, 1.0), vec2(-1.0, 1.0)];
        const SLANTING: [Vec2; 1] = [vec2(-1.05, 1.05)];
        match kind {
            "infantry" => ArmSymbol::Strokes(&CROSSED),
            "cavalry" => ArmSymbol::Strokes(&SLANTING),
            "siege" => ArmSymbol::Disc,
            "hero" => ArmSymbol::Star,
            _ => {
                let letter = kind.chars().find(|sign| sign.is_alphanumeric()).unwrap_or('?');
                ArmSymbol::Letter(letter.to_uppercase().next().unwrap_or(letter))
            }
        }
    }
}

/// The corners of a star of five points about the origin, from the one above on: how far its points and what
/// lies between them reach.
pub fn star(points: f32, between: f32) -> [Vec2; 10] {
    std::array::from_fn(|corner| {
        let angle = (corner as f32 / 10.0 - 0.25) * std::f32::consts::TAU;
        vec2(libm::cosf(angle), libm::sinf(angle)) * if corner % 2 == 0 { points } else { between }
    })
}

/// Darker by a factor.
pub fn darker(rgb: Rgb, factor: f32) -> Rgb {
    rgb.map(|channel| (f32::from(channel) * factor) as u8)
}

/// `a` with `share` of `b`.
pub fn mix(a: Rgb, b: Rgb, share: f32) -> Rgb {
    std::array::from_fn(|i| (f32::from(a[i]) + (f32::from(b[i]) - f32::from(a[i])) * share).round() as u8)
}

/// A number in 0..1 that depends on a place alone: what is scattered lies the same in every picture.
pub fn scatter(x: i32, y: i32, salt: u32) -> f32 {
    let mut hash = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77) ^ salt;
    hash = (hash ^ (hash >> 15)).wrapping_mul(0x2C1B_3C6D);
    hash = (hash ^ (hash >> 12)).wrapping_mul(0x297A_2D39);
    ((hash ^ (hash >> 15)) >> 8) as f32 / (1 << 24) as f32
}

/// A smooth unevenness in 0..1 that makes outlines look drawn by hand.
pub fn wobble(world: Vec2) -> f32 {
    let at = world / 8.0;
    let cell = at.floor();
    let part = at - cell;
    let part = part * part * (3.0 - 2.0 * part);
    let corner = |x, y| scatter(cell.x as i32 + x, cell.y as i32 + y, 31);
    let top = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * part.x;
    let bottom = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * part.x;
    top + (bottom - top) * part.y
}

/// The text family: Libertinus Serif, whose figures are all of one width.
pub fn font_bytes(bold: bool) -> &'static [u8] {
    match bold {
        true => include_bytes!("../assets/fonts/LibertinusSerif-Semibold.otf"),
        false => include_bytes!("../assets/fonts/LibertinusSerif-Regular.otf"),
    }
}
