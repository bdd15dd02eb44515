//! Where counters face in a picture: the headings of the simulation, turned smoothly. A unit that is slow
//! faces its goal, one that rests faces as its formation or its last order had it. Drawn only: the simulation
//! knows nothing of it.

use crate::group::Phase;
use crate::sim::Sim;
use crate::unit::Task;
use crate::views::UnitView;
use glam::Vec2;

/// Below this speed a heading is chance: a unit that is pushed and pushes back turns with every step, px/s.
const SLOW: f32 = 10.0;
/// Time in which two thirds of a turn are done, s.
const TURN: f32 = 0.09;
/// Nearer than this to its goal a unit has no direction to it, px.
const AT_GOAL: f32 = 4.0;

#[derive(Clone, Copy, Debug, Default)]
struct Facing {
    /// As it is drawn, a unit vector.
    shown: Vec2,
    /// The frame in which it was last drawn.
    frame: u64,
    /// The place of its last order, px.
    place: Option<Vec2>,
    /// Where it faces at rest, a unit vector; zero while nobody said so.
    rest: Vec2,
}

/// The facings of all units that were drawn.
#[derive(Clone, Debug, Default)]
pub struct Facings {
    /// By unit id.
    of: Vec<Facing>,
    frame: u64,
    /// Share of a turn that this frame does.
    share: f32,
}

impl Facings {
    /// A frame begins, `seconds` of real time after the last one.
    pub fn begin(&mut self, sim: &Sim, seconds: f32) {
        self.of.resize(sim.names.len(), Facing::default());
        self.frame += 1;
        self.share = 1.0 - libm::expf(-seconds / TURN);
        for group in &sim.groups {
            let facing = match &group.phase {
                Phase::Formation(formed) => formed.facing,
                Phase::Arriving { facing, .. } => *facing,
                Phase::Waiting { .. } | Phase::Loose { .. } => continue,
            };
            group.members.iter().for_each(|unit| self.of[unit.0 as usize].rest = facing);
        }
    }

    /// Where a unit was last drawn to face, a unit vector.
    pub fn shown(&self, unit: crate::ids::UnitId) -> Vec2 {
        self.of.get(unit.0 as usize).map_or(Vec2::X, |facing| facing.shown)
    }

    /// Where a unit faces in this frame, a unit vector.
    pub fn turn(&mut self, unit: &UnitView) -> Vec2 {
        let (frame, share) = (self.frame, self.share);
        let facing = &mut self.of[unit.id.0 as usize];
        // A unit without orders yet rests as the level placed it, pushed aside or not.
        if facing.frame == 0 {
            facing.rest = facing.rest.try_normalize().unwrap_or(unit.heading);
        }
        let goal = match &unit.tasks.current {
            Some(Task::Move { place, slot, .. }) => {
                if facing.place != Some(*place) {
                    facing.place = Some(*place);
                    facing.rest = (*place - unit.at).normalize_or_zero();
                }
                Some(*slot)
            }
            Some(Task::Patrol { route, leg }) => route.get(*leg as usize).copied(),
            _ => None,
        };
        let wanted =
            if unit.velocity.length_squared() >= SLOW * SLOW || unit.state == crate::unit::State::Fighting {
                unit.heading
            } else if unit.state.is_under_way() {
                let way = goal.map_or(Vec2::ZERO, |goal| goal - unit.at);
                if way.length() > AT_GOAL { way.normalize() } else { unit.heading }
            } else {
                facing.rest.try_normalize().unwrap_or(unit.heading)
            };
        let is_new = facing.frame + 1 != frame || facing.shown == Vec2::ZERO;
        facing.frame = frame;
        facing.shown = if is_new { wanted } else { turned(facing.shown, wanted, share) };
        facing.shown
    }
}

/// `from`, turned to `to` by about a share of the way between them: without trigonometry, ten thousand of
/// them are cheap.
fn turned(from: Vec2, to: Vec2, share: f32) -> Vec2 {
    // A unit that turns right round goes over the left hand.
    let aside = if from.dot(to) < -0.9 { from.perp() * share * (1.0 - share) } else { Vec2::ZERO };
    (from.lerp(to, share) + aside).try_normalize().unwrap_or(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::UnitId;
    use crate::level::Level;
    use crate::sim::Options;

    #[test]
    fn a_turn_is_done_in_parts_and_never_overshoots() {
        let half = turned(Vec2::X, Vec2::Y, 0.5);
        assert!(half.distance(Vec2::ONE.normalize()) < 1e-5, "{half}");
        assert!(turned(Vec2::X, Vec2::NEG_X, 1.0).distance(Vec2::NEG_X) < 1e-5);
        let round = (0..40).fold(Vec2::X, |facing, _| turned(facing, Vec2::NEG_X, 0.2));
        assert!(round.distance(Vec2::NEG_X) < 0.01, "{round}");
    }

    fn facing_of(sim: &Sim, facings: &mut Facings) -> Vec2 {
        facings.begin(sim, 1.0);
        sim.unit(UnitId(0), |unit| facings.turn(&unit)).unwrap()
    }

    #[test]
    fn a_unit_that_went_round_a_rock_rests_as_its_order_led() {
        let row =
            |y: usize| if (2..10).contains(&y) { "........##.........." } else { "...................." };
        let map = serde_json::json!((0..12).map(row).collect::<Vec<_>>());
        let text = format!(
            r#"{{ "format": 1, "name": "Round", "map": {{ "tiles": {map} }},
                "units": [{{ "id": "A", "kind": "infantry", "team": "red", "at": [4.5, 6.5] }}],
                "orders": [{{ "who": ["A"], "do": "move", "to": [15.5, 6.5] }}] }}"#
        );
        let level = Level::parse(&text, "round.json", None).unwrap_or_else(|errors| panic!("{errors}"));
        let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        let mut facings = Facings::default();
        let (mut farthest, mut last) = (0.0f32, Vec2::ZERO);
        for _ in 0..1200 {
            sim.tick();
            last = facing_of(&sim, &mut facings);
            farthest = farthest.max(last.y.abs());
        }
        assert!(sim.is_done() && farthest > 0.5, "it went round: {farthest}");
        assert!(last.distance(Vec2::X) < 1e-3, "{last}");
    }
}
