//! What can be tuned of the model, with its unit, its reason and what changing it does.

use crate::unit::Rung;

crate::parameters! {
    /// What can be tuned. The defaults are the model; everything else is for measuring what a part buys.
    #[derive(Copy, serde::Serialize, serde::Deserialize)]
    pub struct Parameters {
        /// Whether units look ahead with the fan. Off: they want to go straight and only take the article's
        /// nearest-adjacent step around what blocks them.
        fan: bool = true, "on/off", 0.0..=1.0;
        /// Whether units make others give way (push and hard push).
        push: bool = true, "on/off", 0.0..=1.0;
        /// Whether units look up where others promised to be at the end of the tick. Off: where they are at
        /// its start, as article 003 begins, and two that step towards each other step into each other.
        promises: bool = true, "on/off", 0.0..=1.0;
        /// Whether units stop on any collision, the first way out that article 003 names: two that meet head
        /// on stand for good.
        stops: bool = false, "on/off", 0.0..=1.0;
        /// Whether units come to a stop at every waypoint and plan anew from there, as article 003 does until
        /// it keeps the queue: long ways take longer by each corner.
        stops_at_waypoints: bool = false, "on/off", 0.0..=1.0;
        /// Whether those who go one way through a narrow place lead together.
        convoys: bool = true, "on/off", 0.0..=1.0;
        /// Whether a unit that stands where two have no room side by side looks for a place where the other can
        /// pass.
        refuges: bool = true, "on/off", 0.0..=1.0;
        /// Whether a unit that walks on before one that asks for its place asks those ahead of it, too.
        asks_onward: bool = true, "on/off", 0.0..=1.0;
        /// Whether units go home after those whose way home their own posts lie on.
        home_in_order: bool = true, "on/off", 0.0..=1.0;
        /// Whether those who cannot pass each other in a passage come out of it to change their order.
        turnouts: bool = true, "on/off", 0.0..=1.0;
        /// How far the fan sees units, and how far a free run counts, px. Nearer: lanes form late (45 px:
        /// head-on 2 × 500 takes half as long again; 110 px: head-on 2 × 50 a twentieth longer) and corridors
        /// jam; farther: units shy from what will be gone.
        sight: f32 = 180.0, "px", 30.0..=270.0;
        /// A unit decides every this many ticks, staggered by id. More is cheaper and a little slower to
        /// react.
        decide_every: u32 = 2, "ticks", 1.0..=10.0;
        /// Cost of turning right round from the present heading, px. Less: units flutter; more: they miss
        /// gaps.
        turn_cost: f32 = 8.0, "px", 0.0..=40.0;
        /// What a right turn of 90° is worth, px, and a left one costs: everybody keeps to the right, so that
        /// head-on meetings need no talk and crowds that meet go round like a roundabout. Only against left
        /// turns (0 to the right) a circle of 1,000 takes a quarter longer and turns ten times as much; more
        /// than 10 sends units astray.
        keep_right: f32 = 6.0, "px", 0.0..=10.0;
        /// What a turn of 90° to the side of those who go the same way is worth, px, where others come
        /// towards the unit (see `fan::flow`). 0: of blocks that meet the last comes a third later, and they
        /// turn a third more; more: it shies from gaps.
        lane_forming: f32 = 20.0, "px", 0.0..=60.0;
        /// How far ahead, in seconds, a mover asks idle friends to step aside.
        ask_ahead: f32 = 0.3, "s", 0.0..=2.0;
        /// A unit that is pushed clears what is needed and this much more, px: without it chains of nearly
        /// touching units pass on ever smaller pushes.
        push_margin: f32 = 0.5, "px", 0.0..=5.0;
        /// Longest push as a share of a step. A full step locks chains, since the last one can never outrun
        /// it.
        push_share: f32 = 0.95, "", 0.1..=1.0;
        /// A tick counts as waited when the unit gains less than this share of its step on its waypoint.
        progress_share: f32 = 0.55, "", 0.05..=1.0;
        /// Ticks after which a state counts as lasting. After so long a wait a unit makes moving friends give
        /// way; before that both go round each other, as the article's flowchart has it, and pushing at once
        /// doubles the turning. After so long a clear run (in the open, without pushing) a leader steps down.
        /// Units that hardly move for so long in a narrow place are an arch, which is shoved at once; a leader
        /// that does is stuck.
        push_after: u16 = Rung::Pushes.after(), "ticks", 0.0..=300.0;
        /// Ticks of waiting after which a unit leads: it plans before all that do not.
        lead_after: u16 = Rung::Leads.after(), "ticks", 1.0..=600.0;
        /// Ticks of waiting after which it also pushes those who go its own way. Less: queues are stirred. On
        /// its way home it then neither waits for another that goes home nor is waited for.
        shove_after: u16 = Rung::Shoves.after(), "ticks", 1.0..=1800.0;
        /// Ticks after which an idle unit sees to its way home: without a push, and it sets out; of waiting,
        /// and it leads among those who go home, and makes those at rest give way. At 90 units that cannot
        /// get home at once give up.
        home_after: u16 = 12, "ticks", 0.0..=300.0;
        /// Two ways whose directions have more than this cosine are the same way: units that go the same way
        /// queue, and one that walks ahead is no obstacle as far as it walks on.
        same_way: f32 = 0.7, "", -1.0..=1.0;
        /// Whether units leave a way on which a crowd keeps them for one that takes less time among others.
        /// On: 300 at two exits need 57 s instead of 71 s; but of 1,000 who meet in the open the last one
        /// comes a tenth later.
        crowds: bool = false, "on/off", 0.0..=1.0;
    }
}

impl Parameters {
    /// Ticks after which pushing counts as being in vain ([`Rung::Presses`]): as long again as it takes until
    /// a unit pushes. Sooner, and everybody who comes to a crowd stirs it; at 90 some come too late to be made
    /// room for.
    pub fn press_after(&self) -> u16 {
        2 * self.push_after
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::parameter::Tunable as _;

    #[test]
    fn every_parameter_takes_the_ends_of_its_range_and_comes_back_to_its_default() {
        let mut tuned = Parameters::default();
        for (index, parameter) in tuned.parameters().into_iter().enumerate() {
            for value in [*parameter.range.start(), *parameter.range.end()] {
                tuned.set(index, value);
                assert_eq!(tuned.get(index), value, "{}", parameter.name);
            }
            tuned.set(index, f32::INFINITY);
            assert_eq!(tuned.get(index), *parameter.range.end());
        }
        tuned.reset();
        assert_eq!(tuned, Parameters::default());
    }
}
