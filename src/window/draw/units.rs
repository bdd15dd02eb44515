//! Counters and stones: what stands on the map, between the last tick and the one before.

use super::atlas::Atlas;
use super::batch::{Batch, rgba};
use crate::ids::UnitId;
use crate::picture::counters::{LEAST, has_notch, radius};
use crate::picture::facing::Facings;
use crate::picture::seen::Seen;
use crate::sim::Sim;
use crate::window::camera::Camera;
use crate::window::theme;
use glam::Vec2;

/// Fills `seen` with the units in view; `blend` is the place of the frame between two ticks. `facings` has
/// begun this frame.
pub fn look(sim: &Sim, camera: &Camera, blend: f32, facings: &mut Facings, seen: &mut Vec<Seen>) {
    seen.clear();
    let (min, max) = camera.view();
    sim.each_unit(|unit| {
        let at = unit.previous.lerp(unit.at, blend);
        let reach = unit.body.soft_radius + 8.0;
        if at.x < min.x - reach || at.y < min.y - reach || at.x > max.x + reach || at.y > max.y + reach {
            return;
        }
        let heading = match has_notch(unit.body.radius, camera.scale) {
            true => facings.turn(&unit),
            false => unit.heading,
        };
        seen.push(Seen::of(sim, &unit, at, camera.to_screen(at), heading));
    });
}

/// Of the units that are drawn larger than they are one for each little square of the screen: the others
/// there would be covered. Which one it is follows from their numbers alone, so that no team is before the
/// others.
struct Thinned {
    columns: usize,
    /// Of the units in each square the least scrambled number.
    first: Vec<u32>,
}

impl Thinned {
    fn of(seen: &[Seen], camera: &Camera) -> Thinned {
        let [columns, rows] = [camera.screen.x, camera.screen.y].map(|side| (side / LEAST) as usize + 1);
        let mut thinned = Thinned { columns, first: Vec::new() };
        for unit in seen.iter().filter(|unit| unit.body.radius * camera.scale < LEAST) {
            if thinned.first.is_empty() {
                thinned.first.resize(columns * rows, u32::MAX);
            }
            let square = thinned.square(unit.screen);
            if let Some(first) = thinned.first.get_mut(square) {
                *first = scrambled(unit.id).min(*first);
            }
        }
        thinned
    }

    fn square(&self, at: Vec2) -> usize {
        let (column, row) = ((at.x / LEAST) as usize, (at.y / LEAST) as usize);
        row * self.columns + column.min(self.columns - 1)
    }

    fn shows(&self, unit: &Seen, scale: f32) -> bool {
        let first = || self.first.get(self.square(unit.screen));
        unit.body.radius * scale >= LEAST || first().is_none_or(|&first| first == scrambled(unit.id))
    }
}

/// A unit's number with its bits thrown about; no two have the same.
fn scrambled(id: UnitId) -> u32 {
    id.0.wrapping_mul(0x9E37_79B1)
}

/// Draws stones, then counters.
pub fn draw(sim: &Sim, camera: &Camera, atlas: &Atlas, batch: &mut Batch, seen: &[Seen], blend: f32) {
    for obstacle in &sim.obstacles {
        let at = camera.to_screen(obstacle.previous.lerp(obstacle.position, blend));
        let (sprite, half) = atlas.sized(&atlas.stones, obstacle.radius * camera.scale);
        batch.sprite(sprite, at, half, [255; 4]);
    }
    let white = [255; 4];
    let thinned = Thinned::of(seen, camera);
    for unit in seen.iter().filter(|unit| thinned.shows(unit, camera.scale)) {
        let radius = radius(unit.body.radius, camera.scale);
        let (body, half) = atlas.counter(unit.team, unit.body.shape, radius);
        batch.sprite(body, unit.screen, half, white);
    }
    // Counters never overlap by more than a hair, so notches and symbols may all come after all bodies.
    for unit in seen {
        let radius = radius(unit.body.radius, camera.scale);
        if has_notch(unit.body.radius, camera.scale) {
            let (notch, half) = atlas.sized(&atlas.notch, radius);
            batch.turned(notch, unit.screen, half, unit.heading, white);
        }
        if radius * camera.dpi >= 3.6 {
            let (symbol, half) = atlas.symbol(unit.kind, radius);
            batch.sprite(symbol, unit.screen, half, rgba(theme::CARD, 1.0));
        }
    }
}

#[cfg(test)]
impl Seen {
    /// A unit of the first kind and team at a place, which is the same on map and screen.
    pub(super) fn circle(id: u32, at: Vec2, radius: f32) -> Seen {
        Seen {
            id: UnitId(id),
            kind: 0,
            team: 0,
            body: crate::unit::Body {
                shape: crate::geometry::Shape::Circle,
                radius,
                soft_radius: radius,
                speed: 0.0,
                acceleration: 0.0,
                priority: 0,
            },
            at,
            screen: at,
            heading: Vec2::X,
            group: 0,
            strength: 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::camera::Start;

    #[test]
    fn of_counters_that_would_cover_each_other_one_is_drawn_and_large_ones_all_are() {
        let place = Vec2::new(100.0, 50.0);
        let start = Start { actors: (place, place), army: (place, place), first: place, is_crowd: false };
        let mut camera = Camera::new(Vec2::splat(9000.0), Vec2::new(400.0, 300.0), start);
        camera.scale = 0.05;
        let mut units: Vec<Seen> =
            (0..20).map(|id| Seen::circle(id, place + id as f32 * 0.01, 7.0)).collect();
        units.push(Seen::circle(20, place, 60.0));
        units.push(Seen::circle(21, Vec2::new(-3.0, 400.0), 7.0));
        let drawn = |units: &[Seen]| -> Vec<u32> {
            let thinned = Thinned::of(units, &camera);
            units.iter().filter(|unit| thinned.shows(unit, camera.scale)).map(|unit| unit.id.0).collect()
        };
        assert_eq!(drawn(&units).len(), 3, "{:?}", drawn(&units));
        let (forward, mut backward) = (drawn(&units), units.clone());
        backward.reverse();
        let mut backward = drawn(&backward);
        backward.reverse();
        assert_eq!(forward, backward, "the order in memory does not matter");
    }
}
