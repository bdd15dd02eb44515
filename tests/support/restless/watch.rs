//! What holds after every tick, whatever the player does.

use glam::Vec2;
use muster::geometry::{Collider, gap};
use muster::obstacles::Obstacle;
use muster::sim::Sim;
use muster::time::DT;
use muster::unit::promises::LENGTH;
use muster::unit::{Body, ModelName, Position, Unit};
use std::collections::BTreeSet;

/// Depths up to this are rounding, px.
const TOLERANCE: f32 = 0.01;

/// A unit after a tick.
struct Seen {
    id: u32,
    place: Vec2,
    body: Body,
    model: ModelName,
    /// Whether `predictive` has promised where it is: that it has not yet for who came from another model
    /// just now.
    is_predictive: bool,
}

/// Looks at a game after every tick.
#[derive(Default)]
pub struct Watch {
    /// Where each unit was a tick ago, by id.
    before: Vec<Option<Vec2>>,
    /// For how many ticks each unit has been moved by `predictive`, by id.
    predictive_for: Vec<usize>,
    /// Pairs in each other that another model has left so: `predictive` answers for them once they are apart.
    inherited: BTreeSet<(u32, u32)>,
}

impl Watch {
    /// The first thing that does not hold.
    pub fn look(&mut self, sim: &Sim) -> Result<(), String> {
        let mut units: Vec<Seen> = sim
            .units
            .query::<(&Unit, &Position, &Body, &ModelName)>()
            .iter()
            .map(|(unit, position, body, model)| Seen {
                id: unit.id.0,
                place: position.0,
                body: *body,
                model: *model,
                is_predictive: false,
            })
            .collect();
        units.sort_unstable_by_key(|unit| unit.id);
        self.before.resize(sim.names.len(), None);
        // At the start, and when they are put on the map, all stand, and that is a promise too.
        self.predictive_for.resize(sim.names.len(), LENGTH + 1);
        for unit in &mut units {
            let ticks = &mut self.predictive_for[unit.id as usize];
            *ticks = if unit.model == ModelName::Predictive { *ticks + 1 } else { 0 };
            unit.is_predictive = *ticks > LENGTH;
        }
        for unit in &units {
            self.speed(sim, unit)?;
            walls(sim, unit)?;
        }
        self.overlaps(&units)
    }

    /// Nobody outruns its kind. A model that does not foresee obstacles is shoved by one that moves, by as
    /// much as it takes: such a unit is not held to its speed while it touches one.
    fn speed(&mut self, sim: &Sim, unit: &Seen) -> Result<(), String> {
        let before = self.before[unit.id as usize].replace(unit.place);
        let step = before.map_or(0.0, |before| before.distance(unit.place));
        let most = unit.body.speed * DT;
        let touches = |other: &Obstacle| {
            let reach = other.radius + unit.body.collider().reach() + 1.0;
            !other.is_still()
                && other.position.distance(unit.place) < reach + other.position.distance(other.previous)
        };
        if step > most && !unit.is_predictive && sim.obstacles.iter().any(touches) {
            return Ok(());
        }
        if !unit.place.is_finite() || step > most + TOLERANCE {
            return Err(format!(
                "speed: #{} ({}) went {step} px in a tick, {most} is its top",
                unit.id,
                unit.model.name()
            ));
        }
        Ok(())
    }

    fn overlaps(&mut self, units: &[Seen]) -> Result<(), String> {
        let mut inherited = BTreeSet::new();
        for (index, a) in units.iter().enumerate() {
            for b in &units[index + 1..] {
                let depth = -gap(a.body.collider(), b.body.collider(), a.place - b.place);
                let pair = (a.id, b.id);
                let is_ours = a.is_predictive && b.is_predictive && !self.inherited.contains(&pair);
                if depth <= TOLERANCE {
                    continue;
                }
                if is_ours {
                    return Err(format!("overlap: #{} and #{} are {depth} px in each other", a.id, b.id));
                }
                inherited.insert(pair);
            }
        }
        self.inherited = inherited;
        Ok(())
    }
}

/// Nobody is in a blocked tile or in an obstacle that stands.
fn walls(sim: &Sim, unit: &Seen) -> Result<(), String> {
    let body: Collider = unit.body.collider();
    let still = sim.obstacles.iter().filter(|obstacle| obstacle.is_still());
    let depth = still
        .map(|other| -gap(body, other.collider(), unit.place - other.position))
        .fold(sim.grid.wall_depth(unit.place, body), f32::max);
    if depth > TOLERANCE {
        return Err(format!(
            "wall: #{} ({}) is {depth} px in a wall or a still obstacle",
            unit.id,
            unit.model.name()
        ));
    }
    Ok(())
}
