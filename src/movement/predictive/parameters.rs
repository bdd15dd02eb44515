//! Every constant of the model, with its unit, its reason and what changing it does.

use crate::time::TICK_RATE;

/// What can be tuned. The defaults are the model; everything else is for measuring what a part buys.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Parameters {
    /// Whether units look ahead with the fan. Off: they want to go straight and only take the article's
    /// [`super::nearest_adjacent`] step around what blocks them.
    pub fan: bool,
    /// Whether units make others give way (push and hard push).
    pub push: bool,
    /// How far the fan sees units, px. Nearer: lanes form late (45 px: head-on 2 × 500 takes half as long again; 110 px:
    /// head-on 2 × 50 a twentieth longer); farther costs time only.
    pub sight: f32,
    /// How far a free run counts, px. Nearer: corridors jam, and crossing blocks see each other too late (135 px: a
    /// twentieth longer); farther: units shy from what will be gone.
    pub horizon: f32,
    /// A unit decides every this many ticks, staggered by id. More is cheaper and a little slower to react.
    pub decide_every: u32,
    /// Cost of turning right round from the present heading, px. Less: units flutter; more: they miss gaps.
    pub turn_cost: f32,
    /// What a right turn of 90° is worth, px, and a left one costs: everybody keeps to the right, so that head-on
    /// meetings need no talk and crowds that meet go round like a roundabout. Only against left turns (0 to the
    /// right) a circle of 1,000 takes a quarter longer and turns ten times as much; more than 10 sends units astray.
    pub keep_right: f32,
    /// What a turn of 90° to the side of those who go the same way is worth, px, where others come towards the unit
    /// (see `fan::flow`). 0: blocks that meet take a tenth longer, and turn half as much again; more: it shies from gaps.
    pub lane_forming: f32,
    /// Two ways whose directions have more than this cosine flow together: in one stream who walks ahead is no
    /// obstacle as far as he walks on.
    pub one_stream: f32,
    /// Share of the free run that an idle friend in the way costs: 0 is to count on its stepping aside, 1 is to
    /// treat it as a rock.
    pub idle_cost: f32,
    /// The same within [`super::surroundings::NARROW`] of a wall, where an idle friend may have no room to step aside.
    pub idle_cost_narrow: f32,
    /// How far ahead, in seconds, a mover asks idle friends to step aside.
    pub ask_ahead: f32,
    /// A unit that is pushed clears what is needed and this much more, px: without it chains of nearly touching
    /// units pass on ever smaller pushes.
    pub push_margin: f32,
    /// Longest push as a share of a step. A full step locks chains, since the last one can never outrun it.
    pub push_share: f32,
    /// A unit that is blocked slides along what blocks it if that is at least this share of the wanted step, else it
    /// waits. More: calmer crowds that take longer to mingle; 0: units shiver in jams. Leaders always slide.
    pub least_slide: f32,
    /// A tick counts as waited when the unit gains less than this share of its step on its waypoint.
    pub progress_share: f32,
    /// Ticks of waiting after which a unit makes moving friends give way. Before that both go round each other, as
    /// the article's flowchart has it; pushing at once doubles the turning.
    pub push_after: u16,
    /// Ticks of waiting after which a unit that has chosen a place beside a crowd makes those who rest there give way.
    /// Sooner, and everybody who comes to a crowd stirs it.
    pub gather_push_after: u16,
    /// Ticks of waiting that weigh as one in the order of planning; among those who waited alike the nearest to its
    /// goal goes first.
    pub rank_ticks: u16,
    /// Ticks of waiting after which a unit leads: it plans before all that do not.
    pub lead_after: u16,
    /// Ticks for which a leader stands without moving at all before it steps down, until it has stood for `lead_after`, so
    /// that others have a try. Less: leaders change before those whom they push have made room; never: units that are
    /// wedged into each other stay so (three guards on stairs keep a hero out for good).
    pub hopeless_after: u16,
    /// Ticks of waiting after which it also pushes those who go its own way. Less: queues are stirred.
    pub shove_after: u16,
    /// Ticks after which units in a narrow place that do not move at all are an arch, which is shoved at once. Much more: a
    /// gap may be shut for seconds.
    pub arch_after: u16,
    /// Ticks of clear run (in the open, without pushing) after which a leader steps down. Less: two groups undo each other's gains.
    pub clean_run: u16,
    /// Ticks without a push after which an idle unit goes home.
    pub home_after: u16,
    /// Ticks of waiting after which a unit on its way home may push those who rest.
    pub home_push_after: u16,
    /// Ticks in vain under an order after which a unit gives it up. Less: who waits for a door that others hold for long gives
    /// up; more: those who bar each other's way for good take longer to come to rest.
    pub gives_up_after: u16,
    /// Ticks in vain on the way back to its post after which a unit at rest stands where it is. Less: guards that come home one
    /// by one stay outside; more: those who never get home push each other for longer.
    pub stays_after: u16,
    /// Two ways whose directions have more than this cosine are the same way.
    pub same_way: f32,
    /// Most units that may be planned for one root: bounds a tick, not the result, in all scenes measured.
    pub budget: u32,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            fan: true,
            push: true,
            sight: 180.0,
            horizon: 170.0,
            decide_every: 2,
            turn_cost: 8.0,
            keep_right: 6.0,
            lane_forming: 20.0,
            one_stream: 0.7,
            idle_cost: 0.01,
            idle_cost_narrow: 0.3,
            ask_ahead: 0.3,
            push_margin: 0.5,
            push_share: 0.95,
            least_slide: 0.35,
            progress_share: 0.55,
            push_after: 30,
            gather_push_after: 60,
            rank_ticks: 8,
            lead_after: 3 * TICK_RATE as u16,
            hopeless_after: 2 * TICK_RATE as u16,
            shove_after: 10 * TICK_RATE as u16,
            arch_after: 12,
            clean_run: 20,
            home_after: 12,
            home_push_after: 15,
            gives_up_after: 30 * TICK_RATE as u16,
            stays_after: 8 * TICK_RATE as u16,
            same_way: 0.5,
            budget: 4096,
        }
    }
}
