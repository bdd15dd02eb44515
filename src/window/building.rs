//! What the sandbox's tools place: the ground to be built, the units to be put on the map.

use crate::grid::Tile;
use crate::window::input::Button;
use crate::window::theme;
use glam::Vec2;

/// What the mouse does instead of selecting and sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Places and removes rock, trees and water.
    Ground,
    /// Places units.
    Units,
}

/// What is built, and with what.
#[derive(Clone, Debug)]
pub struct Building {
    /// The tool in hand.
    pub tool: Option<Tool>,
    /// What the left button places.
    pub tile: Tile,
    /// Index of the kind of new units.
    pub kind: usize,
    /// Index of the team of new units.
    pub team: usize,
    /// The button that is held.
    pub stroke: Option<ToolStroke>,
}

/// A button of the mouse that is held with a tool in hand.
#[derive(Clone, Copy, Debug)]
pub struct ToolStroke {
    /// Which one.
    pub button: Button,
    /// Where it was last, world px.
    pub last: Vec2,
    /// The right button has met something to take away.
    pub meets: bool,
}

impl Default for Building {
    fn default() -> Building {
        Building { tool: None, tile: Tile::Rock, kind: 0, team: 0, stroke: None }
    }
}

/// The tiles: name and what each is drawn in. Ground is what is left where something is taken away.
pub const TILES: [(Tile, &str, theme::Rgb); 4] = [
    (Tile::Rock, "Rock", theme::ROCK),
    (Tile::Trees, "Trees", theme::TREES),
    (Tile::Water, "Water", theme::WATER),
    (Tile::Ground, "Ground", theme::PAPER),
];

/// What can be built.
pub fn built() -> impl Iterator<Item = &'static (Tile, &'static str, theme::Rgb)> {
    TILES.iter().filter(|(tile, ..)| tile.is_blocked())
}

/// What a tile is drawn in.
pub fn color_of(tile: Tile) -> theme::Rgb {
    TILES.iter().find(|(known, ..)| *known == tile).map_or(theme::PAPER, |&(_, _, rgb)| rgb)
}
