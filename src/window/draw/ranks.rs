//! Groups and formations in the explaining layer: who leads, who belongs to it, where each has its slot.

use super::counter::Ring;
use super::explained::{ExplainedPart, Layers};
use super::pencil::Pencil;
use super::units::Seen;
use crate::explain::doing::Doing;
use crate::group::{Group, Phase};
use crate::history::Waits;
use crate::ids::UnitId;
use crate::sim::Sim;
use crate::window::theme;
use glam::Vec2;
use std::collections::{HashMap, HashSet};

/// A slot error beyond this is marked, px.
const OFF: f32 = 2.0;

/// Ties and waypoints of more members would cover them.
const MAX_TIES: usize = 300;

/// Draws the groups under way.
pub fn groups(pencil: &mut Pencil, sim: &Sim, seen: &[Seen], layers: Layers) {
    for group in sim.groups.iter().filter(|group| !matches!(group.phase, Phase::Waiting { .. })) {
        if layers.shows(ExplainedPart::Formation) {
            slots(pencil, sim, group);
        }
        if layers.shows(ExplainedPart::Group) {
            ties(pencil, sim, seen, group);
        }
    }
}

/// Thin lines from the members to the commander, who wears a pennant, and each one's own next waypoint.
fn ties(pencil: &mut Pencil, sim: &Sim, seen: &[Seen], group: &Group) {
    let Some((commander, at)) = group.commander.and_then(|unit| Some((unit, sim.place_of(unit)?))) else {
        return;
    };
    let is_loose = matches!(group.phase, Phase::Loose { .. });
    let at = seen.iter().find(|unit| unit.id == commander).map_or(pencil.at(at), |unit| unit.screen);
    let is_small = group.members.len() <= MAX_TIES;
    // A unit that was given another order does not belong to it any more.
    for unit in seen.iter().filter(|unit| unit.group == group.id) {
        if unit.id == commander {
            pennant(pencil, at, pencil.radius(unit));
        } else if is_small {
            pencil.line(unit.screen, at, 1.0, theme::PENCIL, 0.45);
        }
        let waypoint = || sim.unit(unit.id, |now| now.route.ahead().next()).flatten();
        if is_loose
            && is_small
            && let Some(waypoint) = waypoint()
        {
            pencil.ring(Ring::Plain, pencil.at(waypoint), 4.0, theme::PENCIL, 0.8);
        }
    }
}

/// A swallow-tailed flag above a counter.
fn pennant(pencil: &mut Pencil, at: Vec2, radius: f32) {
    let foot = at - Vec2::new(0.0, radius * 0.5);
    let top = foot - Vec2::new(0.0, radius * 0.5 + 18.0);
    pencil.line(foot, top, 1.5, theme::INK, 1.0);
    for row in 0..8 {
        let y = row as f32;
        let notch = 4.0 - (y - 3.5).abs();
        pencil.line(top + Vec2::new(0.5, y), top + Vec2::new(14.0 - notch, y), 1.5, theme::ACCENT, 1.0);
    }
}

/// Slots as pencil outlines; a red stroke where the member is off it.
fn slots(pencil: &mut Pencil, sim: &Sim, group: &Group) {
    let Phase::Formation(formed) = &group.phase else { return };
    let radius = formed.body.radius * pencil.camera.scale;
    for soldier in &formed.soldiers {
        let seen = sim.unit(soldier.unit, |unit| (unit.group, unit.at, unit.front));
        let Some((_, at, front)) = seen.filter(|(of, ..)| *of == group.id) else { continue };
        // Slots are commanded at the planning front, which the drawn place follows a few ticks behind.
        let error = soldier.commanded - front;
        let slot = pencil.at(at + error);
        pencil.ring(Ring::Plain, slot, radius + 1.5, theme::PENCIL, 0.8);
        if error.length() > OFF {
            let foot = slot + Vec2::new(radius, -radius);
            pencil.line(foot + Vec2::new(-3.0, 0.0), foot + Vec2::new(0.0, 3.0), 2.0, theme::ACCENT, 1.0);
            pencil.line(foot + Vec2::new(0.0, 3.0), foot + Vec2::new(6.0, -5.0), 2.0, theme::ACCENT, 1.0);
            pencil.line(pencil.at(at), slot, 1.0, theme::ACCENT, 0.7);
        }
    }
}

/// An hourglass beside whoever waits: for a way, for its group, for who is in its way.
pub fn waiting(pencil: &mut Pencil, sim: &Sim, seen: &[Seen]) {
    let waits = |unit: &&Seen| sim.unit(unit.id, |unit| Doing::of(&unit).waits()) == Some(true);
    for unit in seen.iter().filter(waits) {
        let radius = pencil.radius(unit);
        hourglass(pencil, unit.screen + Vec2::new(radius + 6.0, -radius - 4.0));
    }
}

/// An arrow from each who waits to the one that it waits for; who is waited for by several has a strong ring,
/// and a circle of units that wait for each other is red.
pub fn waits(pencil: &mut Pencil, seen: &[Seen], waits: &Waits) {
    let places: HashMap<UnitId, &Seen> = seen.iter().map(|unit| (unit.id, unit)).collect();
    let circles = waits.roots.iter().filter(|root| root.units.len() > 1).flat_map(|root| &root.units);
    let circles: HashSet<UnitId> = circles.copied().collect();
    for (from, to) in &waits.arrows {
        let (Some(from), Some(to)) = (places.get(from), places.get(to)) else { continue };
        let way = (to.screen - from.screen).normalize_or_zero();
        let is_circle = circles.contains(&from.id) && circles.contains(&to.id);
        let (rgb, alpha) = if is_circle { (theme::VERMILION, 1.0) } else { (theme::INK, 0.75) };
        // From rim to middle: where two touch there is no room between their rims.
        let (near, far) = (pencil.radius(from) * 0.4, pencil.radius(to) * 0.5);
        pencil.arrow(from.screen + way * near, to.screen - way * far, rgb, alpha);
    }
    for root in waits.roots.iter().filter(|root| root.waiting.len() > 1) {
        for unit in root.units.iter().filter_map(|unit| places.get(unit)) {
            let radius = pencil.radius(unit);
            for ring in [3.0, 4.0, 5.0] {
                pencil.ring(Ring::Plain, unit.screen, radius + ring, theme::VERMILION, 0.9);
            }
        }
    }
}

fn hourglass(pencil: &mut Pencil, at: Vec2) {
    let corner = |x: f32, y: f32| at + Vec2::new(x * 4.0, y * 6.0);
    pencil.fill(corner(-1.4, -1.3), corner(1.4, 1.3), theme::CARD, 0.85);
    let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (-1.0, -1.0)];
    for pair in corners.windows(2) {
        pencil.line(corner(pair[0].0, pair[0].1), corner(pair[1].0, pair[1].1), 1.4, theme::INK, 1.0);
    }
    pencil.line(corner(-0.5, 0.8), corner(0.5, 0.8), 2.0, theme::INK, 1.0);
}
