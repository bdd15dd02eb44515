//! Groups and formations in the explaining layer: who leads, who belongs to it, where each has its slot.

use super::counter::Ring;
use super::explained::{ExplainedPart, Layers};
use super::pencil::Pencil;
use crate::explain::doing::Doing;
use crate::group::Phase;
use crate::history::Waits;
use crate::ids::UnitId;
use crate::picture::hand::{Brush, Hand};
use crate::picture::seen::Seen;
use crate::picture::svg::Style;
use crate::sim::Sim;
use crate::window::theme;
use glam::vec2;
use std::collections::{HashMap, HashSet};

/// Ties and waypoints of more members would cover them.
const MAX_TIES: usize = 300;

/// Draws the groups under way: ties to the commander, and where each has its slot; ticks where somebody is
/// off it. Of those who go loose each has its own next waypoint.
pub fn groups(pencil: &mut Pencil, sim: &Sim, seen: &[Seen], layers: Layers) {
    for group in sim.groups.iter().filter(|group| !matches!(group.phase, Phase::Waiting { .. })) {
        let mut hand = Hand { sim, brush: pencil };
        if layers.shows(ExplainedPart::Group) {
            hand.ties(group, seen, MAX_TIES);
        }
        if layers.shows(ExplainedPart::Formation) {
            let (unkept, radius) = hand.slots(group);
            for foot in unkept.into_iter().map(|slot| slot + vec2(radius, -radius)) {
                pencil.line(foot + vec2(-3.0, 0.0), foot + vec2(0.0, 3.0), 2.0, theme::ACCENT, 1.0);
                pencil.line(foot + vec2(0.0, 3.0), foot + vec2(6.0, -5.0), 2.0, theme::ACCENT, 1.0);
            }
        }
        let is_loose = matches!(group.phase, Phase::Loose { .. }) && group.members.len() <= MAX_TIES;
        let is_shown = |unit: &&Seen| {
            is_loose
                && layers.shows(ExplainedPart::Group)
                && unit.group == group.id
                && Some(unit.id) != group.commander
        };
        for unit in seen.iter().filter(is_shown) {
            if let Some(waypoint) = sim.unit(unit.id, |now| now.route.ahead().next()).flatten() {
                pencil.ring(Ring::Plain, pencil.at(waypoint), 4.0, theme::PENCIL, 0.8);
            }
        }
    }
}

/// An hourglass beside whoever waits: for a way, for its group, for who is in its way.
pub fn waiting(pencil: &mut Pencil, sim: &Sim, seen: &[Seen]) {
    let waits = |unit: &&Seen| sim.unit(unit.id, |unit| Doing::of(&unit).waits()) == Some(true);
    let mut hand = Hand { sim, brush: pencil };
    seen.iter().filter(waits).for_each(|unit| hand.hourglass(unit));
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
        let (rgb, alpha) = if is_circle { (theme::VERMILION, 100) } else { (theme::INK, 75) };
        // From rim to middle: where two touch there is no room between their rims.
        let (near, far) = (pencil.radius(from) * 0.4, pencil.radius(to) * 0.5);
        let ends = (from.screen + way * near, to.screen - way * far);
        pencil.arrow(Style::line(4, rgb, 15, alpha), ends.0, ends.1, 1);
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
