//! What is scattered on areas, by the place alone: waves on water, crowns among trees. The window and
//! pictures without a window share it.

use super::outline::Tiles;
use super::scatter;
use crate::grid::TILE;
use glam::{IVec2, Vec2, vec2};

/// Radii of crowns, px.
pub const CROWNS: [f32; 3] = [4.6, 5.8, 7.2];
/// Where crowns stand in a tile, each left by chance: they cover it without lining up.
const SEATS: [Vec2; 5] =
    [vec2(0.15, 0.12), vec2(0.85, 0.2), vec2(0.5, 0.5), vec2(0.12, 0.82), vec2(0.88, 0.85)];

/// The waves on a tile of water: of each the corners of its line, px.
pub fn waves(tiles: &Tiles, tile: IVec2) -> impl Iterator<Item = [Vec2; 5]> {
    const HEIGHT: [f32; 5] = [0.0, -1.4, 0.0, 1.2, 0.0];
    let area = tiles.area(tile);
    let chance = move |salt: u32| scatter(tile.x, tile.y, salt);
    (0..3).filter_map(move |index| {
        let spot = vec2(chance(40 + index), chance(50 + index)) * vec2(18.0, 6.0);
        let center = area.corner + vec2(4.0, 5.0 + index as f32 * 8.0) + spot;
        let is_there = area.depth(center) > 9.0 && chance(60 + index) < 0.8;
        is_there.then(|| std::array::from_fn(|i| center + vec2(i as f32 * 2.2 - 4.4, HEIGHT[i])))
    })
}

/// The crowns of a tile of trees, on so many `seats` of it: of each its place, px, its size among [`CROWNS`],
/// and a number in 0..1 for its tint. None stands beside a corner that the outline cuts.
pub fn crowns(tiles: &Tiles, tile: IVec2, seats: usize) -> impl Iterator<Item = (Vec2, usize, f32)> {
    let area = tiles.area(tile);
    SEATS.into_iter().take(seats).enumerate().filter_map(move |(index, seat)| {
        let chance = |salt: u32| scatter(tile.x, tile.y, salt * 8 + index as u32);
        let size = (chance(11) * 3.0) as usize % 3;
        let stray = vec2(chance(12), chance(13)) - 0.5;
        let spot = (seat + stray * 0.5).clamp(Vec2::ZERO, Vec2::ONE);
        let inset = |is_area: bool| if is_area { 2.0 } else { CROWNS[size] + 0.5 };
        let [[_, north, _], [west, _, east], [_, south, _]] = area.blocked;
        let (from, to) = (vec2(inset(west), inset(north)), TILE - vec2(inset(east), inset(south)));
        let place = area.corner + from + (to - from) * spot;
        (area.depth(place) > CROWNS[size] * 0.5).then(|| (place, size, chance(14)))
    })
}
