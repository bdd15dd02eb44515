//! What is to be seen of a level when it opens.

use crate::grid::flood::flood;
use crate::grid::{Area, Grid, TILE};
use crate::level::Level;
use crate::obstacles::ObstacleMotion;
use crate::window::camera::Start;
use glam::Vec2;

/// So many units make a picture together where each of them is a dot.
const CROWD: usize = 500;

/// So far from an end that is gone round no card lies, px: two tiles.
const PASSAGE: f32 = 2.0 * TILE;

/// What is to be seen of a level when it opens: as boxes, and the places that no card may cover.
pub fn start_of(level: &Level) -> (Start, Vec<Vec2>) {
    let goals = level.orders.iter().flat_map(|timed| timed.order.command.places());
    let obstacles = level.obstacles.iter().flat_map(|obstacle| {
        let (center, reach) = match obstacle.motion {
            ObstacleMotion::Orbit { center, radii, .. } => (center, radii + obstacle.radius),
            ObstacleMotion::Still(at) => (at, Vec2::splat(obstacle.radius)),
        };
        [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|side| center + side * reach)
    });
    let whole = (Vec2::ZERO, level.grid.size());
    let about = |places: &[Vec2]| {
        let min = places.iter().copied().reduce(Vec2::min)?;
        Some((min, places.iter().copied().reduce(Vec2::max)?))
    };
    let mut places: Vec<Vec2> = level.units.iter().map(|unit| unit.at).collect();
    let army = about(&places);
    places.extend(goals);
    let corners = |(low, high): (Vec2, Vec2)| [low, high, Vec2::new(low.x, high.y), Vec2::new(high.x, low.y)];
    let areas = level.scenario.goals.iter().filter_map(|goal| goal.wanted.area());
    places.extend(areas.flat_map(|area| corners(area.bounds())));
    places.extend(obstacles);
    // Where something is asked, the way that nobody thinks of is often far from all who take part.
    let mut actors = about(&places).filter(|_| level.scenario.goals.is_empty()).unwrap_or(whole);
    // Elsewhere it leads round the far end of what stands between them.
    for (low, high) in walked_round(&level.grid, actors).iter().map(Area::bounds) {
        let seen = (actors.0.min(low), actors.1.max(high));
        if seen != actors {
            actors = seen;
            // Whoever passes between it and the edge of the map walks in the middle of a tile.
            let rim = Vec2::splat(TILE / 2.0);
            places.extend(corners(((low - PASSAGE).max(rim), (high + PASSAGE).min(whole.1 - rim))));
        }
    }
    let first = level.units.first().map_or(whole.1 / 2.0, |unit| unit.at);
    thin_out(&mut places);
    let is_crowd = level.units.len() >= CROWD;
    (Start { actors, army: army.unwrap_or(actors), first, is_crowd }, places)
}

/// The walls, woods and waters that reach into a box, px, and can be walked round on every side.
fn walked_round(grid: &Grid, (min, max): (Vec2, Vec2)) -> Vec<Area> {
    let mut is_new = vec![true; grid.tiles().len()];
    let ((left, top), (right, bottom)) = (Grid::tile_at(min), Grid::tile_at(max));
    let mut found = Vec::new();
    for place in (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row))) {
        let mut area: Option<Area> = None;
        flood([place], |(column, row)| {
            let at = grid.index(column, row).filter(|_| grid.is_blocked(column, row));
            let enters = at.is_some_and(|at| std::mem::take(&mut is_new[at]));
            if enters {
                area = Some(area.unwrap_or(Area::of_tile(column, row)).with(column, row));
            }
            enters
        });
        found.extend(area);
    }
    let inside = Area { column: 1, row: 1, columns: grid.columns() - 2, rows: grid.rows() - 2 };
    let ends = |area: &Area| (area.column + area.columns - 1, area.row + area.rows - 1);
    let is_inside = |(column, row)| inside.contains(column, row);
    found.retain(|area| is_inside((area.column, area.row)) && is_inside(ends(area)));
    found
}

/// Of a crowd one in a tile will do.
pub fn thin_out(places: &mut Vec<Vec2>) {
    let tile = |place: &Vec2| ((place.y / TILE) as i32, (place.x / TILE) as i32);
    places.sort_by_key(tile);
    places.dedup_by_key(|place| tile(place));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A level with this map, where one goes from left to right in the third row.
    fn level(tiles: &[&str]) -> Level {
        let tiles = serde_json::json!(tiles);
        let text = format!(
            r#"{{ "format": 1, "name": "A", "map": {{ "tiles": {tiles} }},
                "units": [{{ "id": "A", "kind": "infantry", "team": "red", "at": [1.5, 2.5] }}],
                "orders": [{{ "who": ["A"], "do": "move", "to": [8.5, 2.5] }}] }}"#
        );
        Level::parse(&text, "a.json", None).unwrap_or_else(|errors| panic!("{errors}"))
    }

    #[test]
    fn what_no_card_may_cover_lies_on_the_map() {
        let (open, wall) = ("..........", ".....#....");
        let level = level(&[open, wall, wall, wall, open]);
        let places = start_of(&level).1;
        assert!(places.len() > 2, "the wall is gone round");
        let (first, last) = (Vec2::splat(TILE / 2.0), level.grid.size() - TILE / 2.0);
        assert!(places.iter().all(|&place| place == place.clamp(first, last)), "{places:?}");
    }

    #[test]
    fn a_wall_that_can_be_walked_round_is_seen_with_its_ends_and_none_that_leaves_the_map() {
        let seen = |tiles: &[&str]| start_of(&level(tiles)).0.actors;
        let (open, wall) = ("..........", ".....#....");
        let between = (Vec2::new(1.5, 2.5) * TILE, Vec2::new(8.5, 2.5) * TILE);
        assert_eq!(seen(&[open; 9]), between);
        let near = (between.0.with_y(TILE), between.1.with_y(7.0 * TILE));
        assert_eq!(seen(&[open, wall, wall, wall, wall, wall, wall, open, wall]), near);
        assert_eq!(seen(&[wall, wall, wall, wall, wall, wall, wall, open, open]), between);
        assert_eq!(
            seen(&[open, open, open, open, wall, wall, wall, open, open]),
            between,
            "it is not in the way"
        );
    }
}
