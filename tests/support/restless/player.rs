//! A player that never sits still: every kind of action, sensible ones and strange ones.

use super::cast::UNSAFE;
use crate::support::Numbers;
use glam::Vec2;
use muster::grid::{Area, TILE, Tile};
use muster::ids::{Target, UnitId};
use muster::level::Level;
use muster::order::{Action, Command, FormationShape, Manner, Order, Pace};
use muster::sim::Sim;
use muster::unit::ModelName;

const SHAPES: [FormationShape; 7] = [
    FormationShape::None,
    FormationShape::Line,
    FormationShape::Column,
    FormationShape::Box,
    FormationShape::Wedge,
    FormationShape::Circle,
    FormationShape::AsIs,
];

/// What a player knows of the game.
pub struct Player {
    size: Vec2,
    kinds: usize,
    teams: usize,
    obstacles: usize,
    /// Every unit that there ever was.
    units: Vec<UnitId>,
    /// Those who were told something last: what is queued is mostly for them.
    last: Vec<UnitId>,
}

impl Player {
    pub fn of(level: &Level) -> Player {
        Player {
            size: level.grid.size(),
            kinds: level.kinds.len(),
            teams: level.teams.len(),
            obstacles: level.obstacles.len(),
            units: (0..level.units.len() as u32).map(UnitId).collect(),
            last: Vec::new(),
        }
    }

    /// Notes who has come since.
    pub fn look(&mut self, sim: &Sim) {
        self.units = (0..sim.names.len() as u32).map(UnitId).collect();
    }

    pub fn action(&mut self, sim: &Sim, numbers: &mut Numbers) -> Action {
        match numbers.below(100) {
            0..60 => Action::Order(self.order(numbers)),
            60..75 => {
                let (area, tile) = self.change_of_map(numbers);
                Action::Edit { area, tile }
            }
            75..83 => Action::Spawn {
                kind: below_or_one_more(self.kinds, numbers),
                team: below_or_one_more(self.teams, numbers),
                at: self.place(numbers),
                model: self.model(numbers),
            },
            83..88 => {
                let count = numbers.below(1 + self.units.len() / 8);
                Action::Remove { units: (0..=count).map(|_| self.unit(numbers)).collect() }
            }
            88..95 => Action::SetModel { units: self.some(numbers), model: self.model(numbers) },
            _ => self.parameter(sim, numbers),
        }
    }

    fn parameter(&self, sim: &Sim, numbers: &mut Numbers) -> Action {
        let model = self.model(numbers);
        let all = sim.parameters(model).parameters();
        let (name, low, high) = match all.get(numbers.below(all.len())) {
            Some(one) if one.name != UNSAFE => (one.name, *one.range.start(), *one.range.end()),
            _ => ("none of this name", 0.0, 1.0),
        };
        let beyond = if numbers.chance(0.1) { 10.0 * (high - low) } else { 0.0 };
        Action::SetParameter { model, name: name.into(), value: numbers.between(low - beyond, high + beyond) }
    }

    fn model(&self, numbers: &mut Numbers) -> ModelName {
        if numbers.chance(0.7) { ModelName::Predictive } else { numbers.pick(ModelName::ALL) }
    }

    pub fn order(&mut self, numbers: &mut Numbers) -> Order {
        let queue = numbers.chance(0.4);
        if !(queue && numbers.chance(0.6)) || self.last.is_empty() {
            self.last = self.some(numbers);
        }
        let command = match numbers.below(24) {
            20.. => Command::Attack { target: self.unit(numbers) },
            0..12 => Command::Move {
                to: self.place(numbers),
                each: numbers.chance(0.15),
                formation: numbers.pick(&SHAPES),
                manner: self.manner(numbers),
            },
            12..14 => {
                let places = 1 + numbers.below(4);
                Command::Patrol { route: (0..places).map(|_| self.place(numbers)).collect() }
            }
            14..17 => Command::Follow { target: self.target(numbers), until_reached: numbers.chance(0.3) },
            17 => Command::Stop,
            _ => Command::Hold,
        };
        Order { units: self.last.clone(), command, queue }
    }

    fn manner(&self, numbers: &mut Numbers) -> Manner {
        Manner {
            pace: if numbers.chance(0.7) { Pace::Matched } else { Pace::Own },
            facing: numbers.chance(0.4).then(|| numbers.between(-720.0, 720.0)),
            frontage: numbers.chance(0.4).then(|| numbers.between(0.0, 600.0)),
            attacks: numbers.chance(0.2),
        }
    }

    fn target(&self, numbers: &mut Numbers) -> Target {
        if numbers.chance(0.3) {
            Target::Obstacle(below_or_one_more(self.obstacles, numbers) as u32)
        } else {
            Target::Unit(self.unit(numbers))
        }
    }

    /// An area of the map, a door's size or a whole row's, and now and then one that leaves it.
    pub fn change_of_map(&self, numbers: &mut Numbers) -> (Area, Tile) {
        let (columns, rows) = ((self.size.x / TILE) as usize, (self.size.y / TILE) as usize);
        let tile = numbers.pick(&[Tile::Ground, Tile::Ground, Tile::Rock, Tile::Water, Tile::Trees]);
        let (column, row) = (numbers.below(columns) as i32, numbers.below(rows) as i32);
        let area = match numbers.below(20) {
            0..12 => {
                Area { column, row, columns: 1 + numbers.below(3) as i32, rows: 1 + numbers.below(3) as i32 }
            }
            12..15 => Area { column: 0, row, columns: columns as i32, rows: 1 },
            15..18 => Area { column, row: 0, columns: 1, rows: rows as i32 },
            18 => Area { column: column - 5, row: row - 5, columns: 8, rows: 8 },
            _ => Area { column, row, columns: numbers.pick(&[i32::MAX, 0, -3, i32::MIN]), rows: 2 },
        };
        (area, tile)
    }

    /// Anywhere on the map, in the rocks too; now and then beside it.
    fn place(&self, numbers: &mut Numbers) -> Vec2 {
        let place = Vec2::new(numbers.between(0.0, self.size.x), numbers.between(0.0, self.size.y));
        if numbers.chance(0.03) { (place - self.size / 2.0) * numbers.pick(&[3.0, 1e6, 1e30]) } else { place }
    }

    fn unit(&self, numbers: &mut Numbers) -> UnitId {
        UnitId(below_or_one_more(self.units.len(), numbers) as u32)
    }

    /// Everybody, a part, or one; at times one twice.
    fn some(&self, numbers: &mut Numbers) -> Vec<UnitId> {
        let mut units = match numbers.below(10) {
            0..3 => self.units.clone(),
            3..7 => {
                let share = numbers.between(0.1, 0.9);
                self.units.iter().copied().filter(|_| numbers.chance(share)).collect()
            }
            _ => vec![self.unit(numbers)],
        };
        if numbers.chance(0.2) {
            units.reverse();
        }
        if numbers.chance(0.05) {
            units.push(self.unit(numbers));
        }
        units
    }
}

/// An index, and at times one that there is not.
fn below_or_one_more(count: usize, numbers: &mut Numbers) -> usize {
    let more = numbers.below(2);
    numbers.below(count + more)
}
