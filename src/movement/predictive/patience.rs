//! Patience: the longer a unit is kept from getting on, the more it may do.
//!
//! The rungs and their times stand in one table, [`Rung::after`].
//!
//! The clock `Memory::waited` counts up in a tick in which the unit gained hardly anything, and down in one
//! in which it got on; that of a leader stands still then. A unit that lets another go home first takes over
//! the other's clock, and one tick more. The clock and what the unit is about put it on a rung of this
//! ladder; [`flowchart`](super::flowchart) says what follows from a rung. With the numbers as they come:
//!
//! | after | rung | on its way to its goal | beside the crowd that it joins | back to its post |
//! |---|---|---|---|---|
//! | 0 s | patient | idle friends make way, moving ones if their priority is lower | it goes round all | it goes round all |
//! | 0.4 s | | | | leads: idle friends make way, it is planned before others who go back |
//! | 1 s | pushes | moving friends make way if they do not go its own way | the same | |
//! | 2 s | presses | who keeps it off its place in a passage stands aside with it | idle friends make way, too | |
//! | 3 s | leads | it is planned before all who do not lead | the same | |
//! | 5 s | looks for a detour | it plans a way round those whom nobody can push (`systems::detours`) | the same | it settles anew |
//! | 10 s | shoves | friends who go its own way make way, too | the same; it may rest in the mouth of a passage | it waits for nobody who goes back, nor does anybody for it; in vain all the time, it stays where it is |
//! | 30 s | gives up | its errand ends | the same | |
//!
//! A leader leads until it has had a clear run in the open: rank must persist, or two groups undo each
//! other's gains for ever. The errands count their own time in vain ([`Errand`](crate::unit::Errand)).
//!
//! The other clocks of a unit put it on no rung. `stood` finds arches, and leaders that are themselves in the
//! way; `clean` is a leader's clear run, `leads_since` its rank among leaders; `pushed_ago` tells when a unit
//! at rest may go home; and each of its two errands counts its own time in vain
//! ([`Errand`](crate::unit::Errand)).
//!
//! # Source
//! Beyond [article 003], whose flowcharts end in "both stop".
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::parameters::Parameters;
use super::plan::Plan;
use super::priority::leads_since;
use super::surroundings::NARROW;
use crate::neighbours::{Crowd, Intent};
use crate::time::DT;
pub use crate::unit::Rung;
use crate::unit::{Decision, Memory};

impl Rung {
    /// Where a unit stands that remembers this and is on its way to its goal, by what it may do to others.
    pub fn of(memory: &Memory, parameters: &Parameters) -> Rung {
        match memory.waited {
            waited if waited >= parameters.shove_after => Rung::Shoves,
            _ if memory.leads() => Rung::Leads,
            waited if waited >= parameters.press_after() => Rung::Presses,
            waited if waited >= parameters.push_after => Rung::Pushes,
            _ => Rung::Patient,
        }
    }
}

/// Whether a unit under way makes nobody at rest give way: it has chosen a place beside the crowd that it can
/// get to without.
pub fn goes_round_the_idle(memory: &Memory, parameters: &Parameters) -> bool {
    memory.settles_in_crowd && memory.waited < parameters.press_after()
}

/// Whether a leader has stood for so long that what it asks for cannot be had: it may itself be what those in
/// its way cannot get past.
pub fn is_stuck(memory: &Memory, parameters: &Parameters) -> bool {
    memory.leads() && memory.stood >= parameters.push_after
}

/// Counts waiting, standing and clear runs after a step; makes leaders and lets them step down.
///
/// A unit on its way home that waits leads too, among those who go home: without a rank that lasts, two that
/// meet at a gap push each other back for ever. `clear` is a distance, px, within which no wall is.
pub fn count(
    memory: &mut Memory,
    crowd: &Crowd,
    index: usize,
    parameters: &Parameters,
    clear: f32,
    tick: u64,
    plan: &Plan,
) {
    let position = crowd.position[index];
    let to_goal = memory.trail.goal(crowd.waypoint[index]) - position;
    let distance = to_goal.length();
    let moves = crowd.intent(index) == Intent::Move;
    let step = (crowd.speed[index] * DT).min(distance);
    let was_stuck = is_stuck(memory, parameters);
    let stands = moves && crowd.next[index].distance(position) < parameters.progress_share * step;
    memory.stood = if stands { memory.stood.saturating_add(1) } else { 0 };
    if distance == 0.0 && crowd.waypoint[index] == position {
        (memory.waited, memory.clean, memory.leads_since) = (0, 0, 0);
        return;
    }
    if !moves && (memory.pushed_ago < parameters.home_after || memory.decision == Decision::Idle) {
        return;
    }
    if let Some(waited) = plan.waits_for {
        // Where units wait for each other in a circle this grows; where one of them gets on it does not.
        memory.waited = waited.saturating_add(1);
        return;
    }
    let gain = (crowd.next[index] - position).dot(to_goal) / distance.max(1e-3);
    let left = crowd.waypoint[index].distance(crowd.next[index]) + crowd.remaining[index];
    let gains = gain >= parameters.progress_share * step;
    if moves {
        memory.order.note(left, !gains);
    }
    match (gains, memory.leads()) {
        (false, _) => wait(memory, crowd, index, parameters, (tick, was_stuck)),
        (true, false) => memory.waited = memory.waited.saturating_sub(1),
        (true, true) => step_down_after_a_clear_run(memory, parameters, clear),
    }
}

/// A tick in vain: up the ladder. A leader that was stuck and pushed all the same gives up its rank, so that
/// all who lead come before it; else it drives a lower one into the corner of a room for ever. Who gave way
/// keeps its rank: it may be in a corner that only the other can open.
fn wait(
    memory: &mut Memory,
    crowd: &Crowd,
    index: usize,
    parameters: &Parameters,
    (tick, was_stuck): (u64, bool),
) {
    memory.clean = 0;
    memory.waited = memory.waited.saturating_add(1);
    let after = match crowd.intent(index) {
        Intent::Move => parameters.lead_after,
        _ => parameters.home_after,
    };
    let pushed = matches!(memory.decision, Decision::PushIdle | Decision::Push | Decision::HardPush);
    if was_stuck && pushed {
        memory.leads_since = 0;
    } else if !memory.leads() && memory.waited >= after {
        let since = leads_since(tick, crowd.priority(index));
        (memory.leads_since, memory.convoy, memory.stood) = (since, crowd.id[index], 0);
    }
}

/// A tick with gain, for a leader. One that still pushes, or is in a narrow place, has no clear run: stepping
/// down there would give back what the whole convoy has gained.
fn step_down_after_a_clear_run(memory: &mut Memory, parameters: &Parameters, clear: f32) {
    let pushes = matches!(memory.decision, Decision::Push | Decision::HardPush | Decision::GiveWay);
    if !pushes && clear >= NARROW {
        memory.clean += 1;
    }
    if memory.clean >= parameters.push_after {
        (memory.waited, memory.clean, memory.leads_since) = (0, 0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_a_unit_waits_the_higher_it_stands() {
        let ladder = [Rung::Pushes, Rung::Presses, Rung::Leads, Rung::Detours, Rung::Shoves, Rung::GivesUp];
        assert!(ladder.is_sorted() && ladder.is_sorted_by_key(|rung| rung.after()));
        let parameters = Parameters::default();
        let rung =
            |waited, leads_since| Rung::of(&Memory { waited, leads_since, ..Memory::default() }, &parameters);
        assert_eq!(rung(parameters.push_after - 1, 0), Rung::Patient);
        assert_eq!(rung(parameters.push_after, 0), Rung::Pushes);
        assert_eq!(rung(parameters.press_after(), 0), Rung::Presses);
        assert_eq!(rung(parameters.push_after, 1), Rung::Leads);
        assert_eq!(rung(0, 1), Rung::Leads, "in a convoy");
        assert_eq!(rung(parameters.shove_after, 1), Rung::Shoves);
    }
}
