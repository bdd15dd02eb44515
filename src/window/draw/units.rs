//! Counters and stones: what stands on the map, between the last tick and the one before.

use super::atlas::Atlas;
use super::batch::{Batch, rgba};
use crate::explain::doing::Doing;
use crate::geometry::Shape;
use crate::ids::UnitId;
use crate::picture::facing::Facings;
use crate::sim::Sim;
use crate::window::camera::Camera;
use crate::window::theme;
use glam::Vec2;

/// A unit as this frame shows it.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Stable number.
    pub id: UnitId,
    /// Index of its kind.
    pub kind: u16,
    /// Index of its team.
    pub team: u16,
    /// Its outline.
    pub shape: Shape,
    /// Interpolated centre, world px.
    pub at: Vec2,
    /// Centre on the screen, points.
    pub screen: Vec2,
    /// Hard radius, world px.
    pub radius: f32,
    /// Soft radius, world px.
    pub soft_radius: f32,
    /// Where it faces, as [`Facings`] has it.
    pub heading: Vec2,
    /// Rank among those who push.
    pub priority: i32,
    /// Number of the group that it goes with, 0 for none.
    pub group: u32,
    /// It waits: for a way, for its group, for who is in its way.
    pub waits: bool,
}

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
        seen.push(Seen {
            id: unit.id,
            kind: unit.kind,
            team: unit.team,
            shape: unit.body.shape,
            at,
            screen: camera.to_screen(at),
            radius: unit.body.radius,
            soft_radius: unit.body.soft_radius,
            heading: facings.turn(&unit),
            priority: unit.body.priority,
            group: unit.group,
            waits: Doing::of(&unit).waits(),
        });
    });
}

/// The unit under a point of the screen: the nearest of those that it touches, with a little help for small
/// ones.
pub fn pick(seen: &[Seen], camera: &Camera, pointer: Vec2) -> Option<Seen> {
    const HELP: f32 = 4.0;
    let distance = |unit: &Seen| unit.screen.distance(pointer) - unit.radius * camera.scale;
    seen.iter()
        .filter(|unit| distance(unit) < HELP)
        .min_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.id.cmp(&b.id)))
        .copied()
}

/// Radius of a counter on the screen: far away it stays large enough to be seen.
pub fn counter_radius(radius: f32, scale: f32) -> f32 {
    (radius * scale).max(1.6)
}

/// Draws stones, then counters.
pub fn draw(sim: &Sim, camera: &Camera, atlas: &Atlas, batch: &mut Batch, seen: &[Seen], blend: f32) {
    for obstacle in &sim.obstacles {
        let at = camera.to_screen(obstacle.previous.lerp(obstacle.position, blend));
        let (sprite, half) = atlas.stone(obstacle.radius * camera.scale);
        batch.sprite(sprite, at, half, [255; 4]);
    }
    let white = [255; 4];
    for unit in seen {
        let radius = counter_radius(unit.radius, camera.scale);
        let (body, half) = atlas.counter(unit.team, unit.shape, radius);
        batch.sprite(body, unit.screen, half, white);
    }
    // Counters never overlap by more than a hair, so notches and symbols may all come after all bodies.
    for unit in seen {
        let radius = counter_radius(unit.radius, camera.scale);
        if radius >= 2.0 {
            let (notch, half) = atlas.notch(radius);
            batch.turned(notch, unit.screen, half, unit.heading, white);
        }
        if radius * camera.dpi >= 3.6 {
            let (symbol, half) = atlas.symbol(unit.kind, radius);
            batch.sprite(symbol, unit.screen, half, rgba(theme::CARD, 1.0));
        }
    }
}
