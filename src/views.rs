//! What may be seen of a game from outside: units one by one, as plain values. The window reads nothing else
//! of them.

use crate::formation::shapes;
use crate::geometry::Collider;
use crate::ids::{Target, UnitId};
pub use crate::systems::actions::InTheWay;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// A unit as it is after the last tick. Lengths in px, speeds in px/s.
#[derive(Clone, Copy, Debug)]
pub struct UnitView<'w> {
    /// Its number.
    pub id: UnitId,
    /// Index of its kind.
    pub kind: u16,
    /// Index of its team.
    pub team: u16,
    /// Number of its parameters, 0 for everybody's.
    pub tuning: u32,
    /// Its body.
    pub body: &'w Body,
    /// Where it is.
    pub at: Vec2,
    /// Where it was a tick before.
    pub previous: Vec2,
    /// Its velocity.
    pub velocity: Vec2,
    /// Where it faces, a unit vector.
    pub heading: Vec2,
    /// Its newest predicted position, where it decides.
    pub front: Vec2,
    /// Its state.
    pub state: State,
    /// What moves it.
    pub model: ModelName,
    /// What it was told to do.
    pub tasks: &'w Tasks,
    /// The way that was found for it.
    pub route: &'w Route,
    /// Number of the group that it goes with, 0 for none.
    pub group: u32,
    /// What says where it goes.
    pub lead: Lead,
    /// What its model remembers of it.
    pub memory: &'w Memory,
    /// How it stands in a fight.
    pub fighter: &'w Fighter,
    /// Why it stopped short of its last goal, if it did.
    pub gave_up: Option<GaveUp>,
    /// The place that its last move order named, px.
    pub ordered: Option<Vec2>,
}

type PlaceColumns<'w> = (&'w Position, &'w PreviousPosition, &'w Velocity, &'w Heading, &'w Front);
type Aims<'w> = (&'w Tasks, &'w Route, &'w Guidance, &'w Journey);
type Minds<'w> = (&'w Memory, &'w Fighter);
type Columns<'w> = (&'w Unit, &'w Body, &'w State, &'w ModelName, Minds<'w>, PlaceColumns<'w>, Aims<'w>);

fn view((unit, body, state, model, (memory, fighter), places, aims): Columns<'_>) -> UnitView<'_> {
    let (position, previous, velocity, heading, front) = places;
    let (tasks, route, guidance, journey) = aims;
    UnitView {
        id: unit.id,
        kind: unit.kind,
        team: unit.team,
        tuning: unit.tuning,
        body,
        at: position.0,
        previous: previous.0,
        velocity: velocity.0,
        heading: heading.0,
        front: front.position,
        state: *state,
        model: *model,
        tasks,
        route,
        group: guidance.group,
        lead: guidance.lead,
        memory,
        fighter,
        gave_up: journey.gave_up,
        ordered: journey.ordered,
    }
}

impl World {
    /// Shows every unit, in the same order as long as nobody comes or goes; by number only where it is asked
    /// for.
    pub fn each_unit(&self, mut look: impl FnMut(UnitView)) {
        self.units.query::<Columns>().iter().for_each(|columns| look(view(columns)));
    }

    /// How many units of each team each model moves, as `(model, team, count)`.
    pub fn models(&self) -> Vec<(ModelName, u16, usize)> {
        let mut parts: Vec<(ModelName, u16, usize)> = Vec::new();
        for (&model, unit) in self.units.query::<(&ModelName, &Unit)>().iter() {
            match parts.iter_mut().find(|part| (part.0, part.1) == (model, unit.team)) {
                Some((_, _, count)) => *count += 1,
                None => parts.push((model, unit.team, 1)),
            }
        }
        parts.sort_unstable_by_key(|&(model, team, _)| (model as usize, team));
        parts
    }

    /// Shows a unit; `None` when it does not live.
    pub fn unit<R>(&self, id: UnitId, look: impl FnOnce(UnitView) -> R) -> Option<R> {
        let mut query = self.units.query_one::<Columns>(self.entity(id)?);
        query.get().ok().map(|columns| look(view(columns)))
    }

    /// The share of its strength that a unit has left, 0 to 1.
    pub fn strength_of(&self, unit: &UnitView) -> f32 {
        let strength = self.kinds[usize::from(unit.kind)].arms.strength;
        (1.0 - unit.fighter.lost / strength).clamp(0.0, 1.0)
    }

    /// Whether one unit is an enemy of another's team.
    pub fn are_enemies(&self, team: u16, other: u16) -> bool {
        self.enemies.are(team, other)
    }

    /// Whether a unit lives.
    pub fn is_alive(&self, id: UnitId) -> bool {
        self.entity(id).is_some()
    }

    /// The numbers of all units that are `wanted`, lowest first.
    pub fn ids_of(&self, mut wanted: impl FnMut(&UnitView) -> bool) -> Vec<UnitId> {
        let mut ids = Vec::new();
        self.each_unit(|unit| {
            if wanted(&unit) {
                ids.push(unit.id);
            }
        });
        ids.sort_unstable();
        ids
    }

    /// Where a unit is, px.
    pub fn place_of(&self, id: UnitId) -> Option<Vec2> {
        self.unit(id, |unit| unit.at)
    }

    /// Where a unit has promised to be after each of the next ticks, px; `None` when it does not live.
    pub fn promises_of(&self, id: UnitId) -> Option<Vec<Vec2>> {
        let mut query = self.units.query_one::<&Promises>(self.entity(id)?);
        query.get().ok().map(|promises| promises.iter().map(|promise| promise.position).collect())
    }

    /// Where a task leads: the place that the order named and the unit's own place there, px.
    pub fn goal_of(&self, task: &Task) -> Option<(Vec2, Vec2)> {
        let place = match task {
            Task::Move { place, slot, .. } => return Some((*place, *slot)),
            Task::Patrol { route, leg } => *route.get(*leg as usize)?,
            Task::Follow { target: Target::Unit(unit), .. } => self.place_of(*unit)?,
            Task::Follow { target: Target::Obstacle(index), .. } => {
                self.obstacles.get(*index as usize)?.position
            }
            Task::Attack { target, .. } => self.place_of(*target)?,
            Task::Hold => return None,
        };
        Some((place, place))
    }

    /// The space between slots of a formation of these units, px.
    pub fn spacing_of(&self, units: &[UnitId]) -> f32 {
        let body = |&unit: &UnitId| self.unit(unit, |unit| *unit.body);
        let bodies = units.iter().filter_map(body);
        shapes::spacing(bodies.map(|body| (body.collider(), body.soft_radius)))
    }

    /// The unit whose body covers a place (px); of several the first.
    pub fn unit_at(&self, place: Vec2) -> Option<UnitId> {
        self.ids_of(|unit| unit.at.distance(place) <= unit.body.radius).first().copied()
    }

    /// The obstacle over a place, px.
    pub fn obstacle_at(&self, place: Vec2) -> Option<usize> {
        self.obstacles.iter().position(|obstacle| obstacle.position.distance(place) <= obstacle.radius)
    }

    /// The body of a unit.
    pub fn collider_of(&self, id: UnitId) -> Option<Collider> {
        self.unit(id, |unit| unit.body.collider())
    }
}
