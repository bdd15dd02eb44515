//! When the goals of a level can no longer be met, and why. A game is lost only where nobody could win it any
//! more: whatever may still come about counts as possible.

use super::{Judge, Moment, Spent, alive};
use crate::grid::{Area, Grid};
use crate::ids::UnitId;
use crate::level::goal::Wanted;
use crate::sim::Sim;
use crate::time::{DT, TICK_RATE, ticks_in};
use crate::unit::ModelName;
use crate::views::UnitView;

/// Sums of many steps are not exact, px.
const DISTANCE_ERROR: f32 = 1.0;

impl Judge {
    /// Why the goals can no longer be met, if they cannot.
    pub(super) fn why_lost(&self, now: &Moment, sim: &Sim) -> Option<String> {
        let goals = now.stands.iter().zip(&self.scenario.goals).zip(&self.words);
        let mut open = goals.filter(|((stand, _), _)| stand.met.is_none());
        // It takes a look at all units and a search of the map, and is not missed for a second.
        let is_due = now.tick.is_multiple_of(u64::from(TICK_RATE));
        let lost = open.find_map(|((_, goal), words)| {
            let missed = why_missed(&goal.wanted, words, sim);
            missed.or_else(|| is_due.then(|| self.why_out_of_reach(&goal.wanted, words, sim)).flatten())
        });
        lost.or_else(|| self.why_too_dear(sim))
    }

    /// Why nobody is left who can reach something, if so. `words`: what it is called.
    fn why_out_of_reach(&self, wanted: &Wanted, words: &str, sim: &Sim) -> Option<String> {
        match wanted {
            Wanted::Bring { who, to, count, within } => match self.able_to_come(sim, who, *to) {
                able if able >= *count => why_too_far((who, *to, *count), (*within)?, words, sim),
                able => Some(why_too_few(able, "get there", words)),
            },
            Wanted::Hold { area, .. } => {
                let is_own = |team| self.scenario.player.is_none_or(|player| player == usize::from(team));
                let own = sim.ids_of(|unit| is_own(unit.team));
                (self.able_to_come(sim, &own, *area) == 0).then(|| format!("Nobody is left who can: {words}"))
            }
            Wanted::Defeat { .. } => {
                let (mut team, mut are_of_one_team) = (None, true);
                sim.each_unit(|unit| are_of_one_team &= *team.get_or_insert(unit.team) == unit.team);
                are_of_one_team.then(|| format!("Nobody is left who can: {words}"))
            }
            _ => None,
        }
    }

    fn why_too_dear(&self, sim: &Sim) -> Option<String> {
        let (spent, limit) = (Spent::of(sim.actions()), self.scenario.limit);
        let beyond = |spent: usize, limit: Option<usize>, what: &str| {
            limit.filter(|&limit| spent > limit).map(|limit| format!("More than {limit} {what}"))
        };
        beyond(spent.orders, limit.orders, "orders").or_else(|| beyond(spent.tiles, limit.tiles, "tiles"))
    }

    /// How many of these could ever come to an area: all who live where the player may open a way, or where
    /// nothing on the map has changed.
    fn able_to_come(&self, sim: &Sim, who: &[UnitId], area: Area) -> usize {
        if self.scenario.limit.tiles != Some(0) || sim.grid.revision() == 0 {
            return alive(sim, who);
        }
        let mut known = self.apart.borrow_mut();
        let apart = known.tiles(sim, area);
        let tile = |(column, row)| sim.grid.index(column, row);
        let is_able = |place| tile(Grid::tile_at(place)).is_none_or(|at| !apart[at]);
        who.iter().filter(|&&unit| sim.place_of(unit).is_some_and(is_able)).count()
    }
}

/// Why `count` of these can no longer be in an area `within` a time, s, if so: nobody outruns its kind, and
/// no way is shorter than the straight one. `words`: what it is called.
fn why_too_far(
    (who, to, count): (&[UnitId], Area, usize),
    within: f32,
    words: &str,
    sim: &Sim,
) -> Option<String> {
    let left = ticks_in(within).saturating_sub(sim.ticks()) as f32 * DT;
    // Obstacles that move shove those who do not foresee them, as fast as they go.
    let are_shoved = sim.obstacles.iter().any(|obstacle| !obstacle.is_still());
    let may_come = |unit: UnitView| {
        let run = unit.body.speed * left + DISTANCE_ERROR;
        to.distance(unit.at) <= run || are_shoved && unit.model != ModelName::Predictive
    };
    match who.iter().filter(|&&unit| sim.unit(unit, may_come) == Some(true)).count() {
        able if able >= count => None,
        able => Some(why_too_few(able, "be there in time", words)),
    }
}

fn why_too_few(able: usize, to_do: &str, words: &str) -> String {
    match able {
        0 => format!("Nobody can {to_do} any more: {words}"),
        _ => format!("Only {able} can still {to_do}: {words}"),
    }
}

/// Why something can no longer be reached because of what is over, if so. `words`: what it is called.
fn why_missed(wanted: &Wanted, words: &str, sim: &Sim) -> Option<String> {
    match wanted {
        Wanted::Bring { within: Some(within), .. } if sim.ticks() >= ticks_in(*within) => {
            Some(format!("Not in time: {words}"))
        }
        Wanted::Bring { who, count, .. } if alive(sim, who) < *count => {
            Some("Too few are left to be brought there".into())
        }
        Wanted::Keep { who, at_least } if alive(sim, who) < *at_least => {
            let why = if who.len() == 1 { "That has failed" } else { "Too few are left" };
            Some(format!("{why}: {words}"))
        }
        _ => None,
    }
}
