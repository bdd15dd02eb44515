//! What a fight does to a unit, and whom it goes for.

use crate::fight::rules::{Arms, Side};
use crate::fight::stance::Stance;
use crate::ids::UnitId;
use crate::sim::Sim;
use crate::unit::*;
use crate::views::UnitView;
use glam::Vec2;

/// The stance that leads a unit, if one does.
pub(super) fn leader(sim: &Sim, id: UnitId) -> Option<String> {
    words_of(sim.teams[usize::from(sim.unit(id, |view| view.team)?)].stance)
}

/// Tells of the fight that a unit is in that stands at `place`, px; nothing where nobody fights.
pub(super) fn fight(sim: &Sim, id: UnitId, place: Vec2) -> Option<String> {
    let (lost, foe, own) = sim.unit(id, |view| (view.fighter.lost, view.fighter.foe, arms(sim, &view)))?;
    if !sim.fights.are_on {
        return None;
    }
    let mut text =
        format!("It has {:.0} of {:.0} strength left.", (own.strength - lost).max(0.0), own.strength);
    if let Some(foe) = foe {
        let side = sim.unit(foe, |enemy| side(&enemy, place));
        if let Some(side) = side {
            let takes = own.attack * side.factor();
            text += &format!(" It takes {takes:.0} a second from {}, {}.", name(sim, foe), words(side));
        }
    }
    let mut struck_by: Vec<(UnitId, f32)> = Vec::new();
    sim.each_unit(|other| {
        if other.fighter.foe == Some(id) {
            let side = sim.unit(id, |own| side(&own, other.at)).unwrap_or(Side::Front);
            struck_by.push((other.id, arms(sim, &other).attack * side.factor()));
        }
    });
    struck_by.sort_unstable_by_key(|(id, _)| *id);
    let loses: f32 = struck_by.iter().map(|(_, takes)| takes).sum();
    match struck_by[..] {
        [] => {}
        [(one, _)] => text += &format!(" {} takes {loses:.0} a second from it.", name(sim, one)),
        [..] => text += &format!(" {} enemies take {loses:.0} a second from it.", struck_by.len()),
    }
    Some(text)
}

fn name(sim: &Sim, id: UnitId) -> &str {
    sim.names.get(id).unwrap_or("somebody")
}

fn arms(sim: &Sim, unit: &UnitView) -> Arms {
    sim.kinds[usize::from(unit.kind)].arms
}

/// On which side of a unit somebody is who stands at a place, px.
fn side(unit: &UnitView, place: Vec2) -> Side {
    Side::of(unit.heading, place - unit.at)
}

fn words(side: Side) -> &'static str {
    match side {
        Side::Front => "in front",
        Side::Flank => "in the flank",
        Side::Rear => "in the rear",
    }
}

fn words_of(stance: Stance) -> Option<String> {
    match stance {
        Stance::Orders => None,
        Stance::Stand => Some("Its team stands: each keeps its post, and fights whom it reaches.".into()),
        Stance::Guard(area) => Some(format!(
            "Its team guards the area at [{}, {}]: it goes for the nearest enemy in it, then back to its post.",
            area.column, area.row
        )),
        Stance::Hunt => {
            Some("Its team hunts: it goes for the nearest enemy that has few friends about it.".into())
        }
    }
}

/// What a unit wants that goes for an enemy.
pub(super) fn attack(sim: &Sim, target: UnitId, by_order: bool, state: State) -> String {
    let whom = name(sim, target);
    let why = if by_order { "as it was told" } else { "whom it chose by itself" };
    match state {
        State::Fighting => format!("It stands against {whom}, {why}"),
        State::Following => format!("It waits for a place at {whom}, {why}: it gets to none"),
        _ => format!("It goes for {whom}, {why}"),
    }
}
