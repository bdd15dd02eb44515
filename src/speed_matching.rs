//! Speed matching: members of a group keep together by going a little faster or slower than the group.
//!
//! The group's base speed is that of its slowest member, so that nobody is asked for more than its body can
//! do; a factor on it closes gaps. The commander is the reference.
//!
//! # Source
//! [Article 003], "Speed adjustments", rules 1 to 5 (4 and 5 are "the same as 2 and 1 respectively, but
//! inversed"). It departs in one thing: rules 1 and 5 of the article measure from waypoint to waypoint only,
//! so that the speed jumps whenever somebody passes one. Here the distances to the two waypoints are counted
//! as well, and the factor is continuous.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

/// How far along its way somebody is. The way is counted in the waypoints of the commander's path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Waypoints that are still to be passed, the current one included.
    pub waypoints_left: usize,
    /// Distance to the current waypoint, px.
    pub to_waypoint: f32,
    /// Length of the way after the current waypoint, px.
    pub after_waypoint: f32,
}

impl Progress {
    /// Where on a way somebody is who has `length` px to go, if the way after each of its waypoints is
    /// `remaining` px long (falling, 0 last). This also places those who come on ways of their own.
    ///
    /// ```
    /// use muster::speed_matching::Progress;
    /// // Three waypoints; 150 px to go are 50 px to the second one and 100 px from there.
    /// let progress = Progress::on_way(&[250.0, 100.0, 0.0], 150.0);
    /// assert_eq!(progress, Progress { waypoints_left: 2, to_waypoint: 50.0, after_waypoint: 100.0 });
    /// ```
    pub fn on_way(remaining: &[f32], length: f32) -> Progress {
        let passed =
            remaining.partition_point(|&after| after >= length).min(remaining.len().saturating_sub(1));
        let after = remaining.get(passed).copied().unwrap_or(0.0);
        Progress {
            waypoints_left: remaining.len() - passed,
            to_waypoint: length - after,
            after_waypoint: after,
        }
    }
}

/// Which of the article's five rules applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchingRule {
    /// Fewer waypoints left than the commander: slow down.
    WaypointsAhead = 1,
    /// As many waypoints left, but nearer to the current one: slow down.
    Nearer,
    /// As many waypoints left and about as near: group speed.
    Level,
    /// As many waypoints left, but farther from the current one: speed up.
    Farther,
    /// More waypoints left than the commander: speed up.
    WaypointsBehind,
}

/// Leads and lags up to this are let be, px: without it new speeds would be computed in every tick for
/// nothing.
pub const DEAD_BAND: f32 = 8.0;
/// A lead or lag of this much beyond the dead band changes the speed by the whole group speed, px. Less
/// closes gaps sooner and looks more hectic.
pub const REACTION: f32 = 80.0;
/// The commander does not wait for lags up to this, px: about a second of a siege engine's march.
pub const LAG_ALLOWED: f32 = 40.0;
/// Nobody is slowed down to less than this share of the group's speed: a member far ahead strolls, it does
/// not freeze.
pub const LEAST_FACTOR: f32 = 0.6;
/// Waiting slows the group down to no less than this share of its speed: members are hindered in turn, and
/// what they cost the group would add up.
pub const LEAST_WAITING: f32 = 0.8;
/// Near its end the group waits for lags up to this, px, and for twice as much no more: a queue before a gap
/// goes on long after the first are through, and they would be in its way.
pub const MAX_WAITED_FOR: f32 = 160.0;
/// Near its end the group goes at least at this share of its speed: one who is stuck holds up the others'
/// arrival, but does not prevent it.
pub const LEAST_WAITING_AT_THE_END: f32 = 0.4;
/// Nobody is asked for more than this multiple of the group's speed: those behind hurry, they do not race.
pub const GREATEST_FACTOR: f32 = 1.8;

/// Which rule applies to a member, and its lead over the commander along the way, px (negative: it lags).
///
/// | rule | waypoints left | distance to the current one | lead |
/// |---|---|---|---|
/// | 1 | fewer than the commander | any | from the commander's waypoint to the member's, and the two distances |
/// | 2 | as many | less | the commander's distance less the member's |
/// | 3 | as many | about the same | within the dead band |
/// | 4 | as many | more | as 2, negative |
/// | 5 | more | any | as 1, negative |
pub fn rule(member: Progress, commander: Progress) -> (MatchingRule, f32) {
    let nearer = commander.to_waypoint - member.to_waypoint;
    let between = commander.after_waypoint - member.after_waypoint;
    match member.waypoints_left.cmp(&commander.waypoints_left) {
        std::cmp::Ordering::Less => (MatchingRule::WaypointsAhead, between + nearer),
        std::cmp::Ordering::Greater => (MatchingRule::WaypointsBehind, between + nearer),
        std::cmp::Ordering::Equal if nearer > DEAD_BAND => (MatchingRule::Nearer, nearer),
        std::cmp::Ordering::Equal if nearer < -DEAD_BAND => (MatchingRule::Farther, nearer),
        std::cmp::Ordering::Equal => (MatchingRule::Level, nearer),
    }
}

/// The factor on the group's speed for a member, between [`LEAST_FACTOR`] and [`GREATEST_FACTOR`].
///
/// ```
/// use muster::speed_matching::{GREATEST_FACTOR, LEAST_FACTOR, Progress, speed_factor};
/// let at = |waypoints_left, to_waypoint, after_waypoint| Progress { waypoints_left, to_waypoint, after_waypoint };
/// let commander = at(2, 60.0, 100.0); // 60 px to the next waypoint, 100 px from there to the last
/// assert_eq!(speed_factor(at(1, 20.0, 0.0), commander), LEAST_FACTOR); // 1: a waypoint ahead, by 140 px
/// assert!(speed_factor(at(2, 30.0, 100.0), commander) < 1.0); // 2: nearer
/// assert_eq!(speed_factor(at(2, 55.0, 100.0), commander), 1.0); // 3: about level
/// assert!(speed_factor(at(2, 90.0, 100.0), commander) > 1.0); // 4: farther
/// assert_eq!(speed_factor(at(3, 90.0, 200.0), commander), GREATEST_FACTOR); // 5: a waypoint behind, by 130 px
/// ```
pub fn speed_factor(member: Progress, commander: Progress) -> f32 {
    let (_, lead) = rule(member, commander);
    let beyond = lead.signum() * (lead.abs() - DEAD_BAND).max(0.0);
    (1.0 - beyond / REACTION).clamp(LEAST_FACTOR, GREATEST_FACTOR)
}

/// What a member goes at, px/s: the group's speed times its factor, within what its body can do.
pub fn matched_speed(group_speed: f32, factor: f32, own_top_speed: f32) -> f32 {
    (group_speed * factor).min(own_top_speed)
}

/// The factor on the speed of the commander, who would be level with itself for ever: it slows down for the
/// member that is farthest behind among those that already go as fast as they can. `lag` and the commander's
/// way `to_go` in px.
///
/// On the march it waits a little, in proportion to the lag. The nearer the end, the more it waits: at `to_go
/// ÷ (to_go + lag)` of its speed it arrives when the hindmost does.
pub fn waiting_factor(lag: f32, to_go: f32) -> f32 {
    let on_the_march = (1.0 - (lag - LAG_ALLOWED).max(0.0) / REACTION).max(LEAST_WAITING);
    let lag = (lag - DEAD_BAND).max(0.0);
    let lag = lag.min(MAX_WAITED_FOR).min(2.0 * MAX_WAITED_FOR - lag).max(0.0);
    let to_arrive_together = (to_go / (to_go + lag).max(1.0)).max(LEAST_WAITING_AT_THE_END);
    if lag > 0.0 { on_the_march.min(to_arrive_together) } else { on_the_march }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(waypoints_left: usize, to_waypoint: f32, after_waypoint: f32) -> Progress {
        Progress { waypoints_left, to_waypoint, after_waypoint }
    }

    const COMMANDER: Progress = Progress { waypoints_left: 3, to_waypoint: 80.0, after_waypoint: 300.0 };

    #[test]
    fn rule_1_who_has_fewer_waypoints_left_slows_down_by_the_distance_between_them() {
        let member = at(2, 140.0, 200.0);
        assert_eq!(rule(member, COMMANDER), (MatchingRule::WaypointsAhead, 40.0));
        assert_eq!(speed_factor(member, COMMANDER), 1.0 - (40.0 - DEAD_BAND) / REACTION);
    }

    #[test]
    fn rule_2_who_is_nearer_to_the_same_waypoint_slows_down() {
        let member = at(3, 50.0, 300.0);
        assert_eq!(rule(member, COMMANDER), (MatchingRule::Nearer, 30.0));
        assert_eq!(speed_factor(member, COMMANDER), 1.0 - (30.0 - DEAD_BAND) / REACTION);
    }

    #[test]
    fn rule_3_who_is_about_level_goes_at_group_speed() {
        for off in [-DEAD_BAND, -3.0, 0.0, 5.0, DEAD_BAND] {
            let member = at(3, 80.0 + off, 300.0);
            assert_eq!(rule(member, COMMANDER).0, MatchingRule::Level);
            assert_eq!(speed_factor(member, COMMANDER), 1.0);
        }
    }

    #[test]
    fn rule_4_who_is_farther_from_the_same_waypoint_speeds_up() {
        let member = at(3, 120.0, 300.0);
        assert_eq!(rule(member, COMMANDER), (MatchingRule::Farther, -40.0));
        assert_eq!(speed_factor(member, COMMANDER), 1.0 + (40.0 - DEAD_BAND) / REACTION);
    }

    #[test]
    fn rule_5_who_has_more_waypoints_left_speeds_up_by_the_distance_between_them() {
        let member = at(4, 40.0, 400.0);
        assert_eq!(rule(member, COMMANDER), (MatchingRule::WaypointsBehind, -60.0));
        assert_eq!(speed_factor(member, COMMANDER), 1.0 + (60.0 - DEAD_BAND) / REACTION);
    }

    #[test]
    fn the_factor_is_capped_both_ways_and_the_body_caps_the_speed() {
        assert_eq!(speed_factor(at(1, 0.0, 0.0), COMMANDER), LEAST_FACTOR);
        assert_eq!(speed_factor(at(9, 0.0, 5000.0), COMMANDER), GREATEST_FACTOR);
        assert_eq!(matched_speed(35.0, GREATEST_FACTOR, 35.0), 35.0);
        assert_eq!(matched_speed(35.0, 1.5, 110.0), 52.5);
    }

    #[test]
    fn passing_a_waypoint_does_not_make_the_speed_jump() {
        let before = speed_factor(at(3, 0.01, 300.0), at(3, 40.0, 300.0));
        let after = speed_factor(at(2, 99.99, 200.0), at(3, 40.0, 300.0));
        assert!((before - after).abs() < 0.001);
    }

    #[test]
    fn a_length_to_go_is_placed_between_waypoints() {
        let remaining = [250.0, 100.0, 0.0];
        assert_eq!(Progress::on_way(&remaining, 400.0), at(3, 150.0, 250.0));
        assert_eq!(Progress::on_way(&remaining, 100.0), at(1, 100.0, 0.0));
        assert_eq!(Progress::on_way(&remaining, 0.0), at(1, 0.0, 0.0));
        assert_eq!(Progress::on_way(&[], 10.0), at(0, 10.0, 0.0));
    }

    #[test]
    fn the_commander_waits_for_who_cannot_go_faster() {
        const FAR: f32 = 100_000.0;
        assert!(waiting_factor(LAG_ALLOWED, FAR) > 0.999);
        assert!(waiting_factor(50.0, FAR) < 1.0);
        assert_eq!(waiting_factor(1000.0, FAR), LEAST_WAITING);
    }

    #[test]
    fn near_the_end_the_commander_arrives_when_the_hindmost_does() {
        let (to_go, lag) = (100.0, 60.0);
        let own_time = to_go / waiting_factor(lag + DEAD_BAND, to_go);
        assert!((own_time - (to_go + lag)).abs() < 0.01);
        assert_eq!(waiting_factor(MAX_WAITED_FOR, 10.0), LEAST_WAITING_AT_THE_END);
        assert_eq!(waiting_factor(1000.0, 10.0), LEAST_WAITING, "a queue is not waited for");
        assert_eq!(waiting_factor(0.0, 0.0), 1.0);
    }
}
