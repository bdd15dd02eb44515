//! What a level asks, in pencil on the map: the fields that goals are about, each with its number, and
//! ghosts.

use super::counter::Ring;
use super::pencil::Pencil;
use crate::fight::stance::Stance;
use crate::goals::Judge;
use crate::level::Team;
use crate::level::goal::Wanted;
use crate::picture::hand::Brush;
use crate::sim::Sim;
use crate::window::ghost::GhostTrack;
use crate::window::theme;
use glam::{Vec2, vec2};

/// Fields: a dashed frame and a wash of colour, the number in the corner; what is met is ticked.
pub fn fields(pencil: &mut Pencil, sim: &Sim, judge: &Judge) {
    let told = judge.told(sim);
    let areas = judge.areas();
    for (index, area) in areas.iter().enumerate() {
        let about = || told.iter().zip(&judge.scenario().goals).filter(|(told, _)| told.area == Some(index));
        let is_met = about().all(|(told, _)| told.is_met);
        let is_shut = about().any(|(_, goal)| matches!(goal.wanted, Wanted::Shut { .. }));
        let rgb = match (is_met, is_shut) {
            (true, _) => theme::TREES_DARK,
            (false, true) => theme::INK,
            (false, false) => theme::ACCENT,
        };
        let (a, b) = pencil.area(area.bounds(), (rgb, if is_met { 0.08 } else { 0.10 }), (rgb, 0.9));
        if is_shut && !is_met {
            hatch(pencil, a, b);
        }
        let corner = a + vec2(11.0, 11.0);
        if is_met {
            pencil.line(corner + vec2(-5.0, 0.0), corner + vec2(-1.0, 5.0), 2.5, rgb, 1.0);
            pencil.line(corner + vec2(-1.0, 5.0), corner + vec2(7.0, -6.0), 2.5, rgb, 1.0);
        } else if areas.len() > 1 {
            pencil.dot(corner, 9.0, theme::CARD, 0.95);
            pencil.number(index + 1, corner, rgb, 1.0);
        }
    }
}

/// Fields that teams guard: a dashed frame and a wash of the team's colour. Whoever sets foot on one is gone
/// for, so players have to see where it begins.
pub fn guarded(pencil: &mut Pencil, teams: &[Team]) {
    for team in teams {
        if let Stance::Guard(area) = team.stance {
            pencil.area(area.bounds(), (team.color, 0.08), (team.color, 0.7));
        }
    }
}

/// Thin strokes across a field that is to be kept shut.
fn hatch(pencil: &mut Pencil, a: Vec2, b: Vec2) {
    const STEP: f32 = 14.0;
    let size = b - a;
    let mut along = STEP;
    while along < size.x + size.y {
        let from = a + vec2(along.min(size.x), (along - size.x).max(0.0));
        let to = a + vec2((along - size.y).max(0.0), along.min(size.y));
        pencil.line(from, to, 1.0, theme::INK, 0.22);
        along += STEP;
    }
}

/// The ghost of another game of this level: rings where its units were at this moment.
pub fn ghost(pencil: &mut Pencil, sim: &Sim, track: &GhostTrack, blend: f32) {
    // What is drawn lies between the tick before and the last one.
    let tick = sim.ticks().saturating_sub(1);
    for (unit, place) in track.at(tick, if sim.ticks() == 0 { 0.0 } else { blend }) {
        let radius = sim.collider_of(unit).map_or(7.0, |body| body.radius) * pencil.camera.scale;
        let at = pencil.at(place);
        pencil.ring(Ring::Plain, at, radius.max(2.5), theme::INK, 0.55);
        pencil.dot(at, (radius * 0.2).max(1.0), theme::INK, 0.35);
    }
}
