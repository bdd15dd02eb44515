//! The sandbox as a level of its own.

use crate::components::{Body, Heading, Position, Unit, UnitId};
use crate::level::{Level, ObstacleMotion, UnitSpec};
use crate::movement::ModelName;
use crate::sim::Sim;

/// The map, the units and the obstacles as they stand now, without orders and without what the level claimed.
pub fn as_level(level: &Level, sim: &Sim) -> Level {
    type Parts<'a> = (&'a Unit, &'a Position, &'a Heading, &'a Body, &'a ModelName);
    let spec = |(unit, position, heading, body, model): Parts| {
        let kind = &sim.kinds[usize::from(unit.kind)];
        let facing = libm::atan2f(heading.0.y, heading.0.x).to_degrees();
        let spec = UnitSpec {
            name: sim.names[unit.id.0 as usize].clone(),
            kind: usize::from(unit.kind),
            team: usize::from(unit.team),
            group: level.units.get(unit.id.0 as usize).and_then(|unit| unit.group),
            at: position.0,
            facing: (facing != 0.0).then_some(facing),
            priority: (body.priority != kind.priority).then_some(body.priority),
            model: (*model != level.model).then_some(*model),
        };
        (unit.id, spec)
    };
    let mut units: Vec<(UnitId, UnitSpec)> = sim.world.query::<Parts>().iter().map(spec).collect();
    units.sort_by_key(|&(id, _)| id);
    let mut saved = Level {
        grid: sim.grid.clone(),
        units: units.into_iter().map(|(_, unit)| unit).collect(),
        orders: Vec::new(),
        edits: Vec::new(),
        expect: None,
        ..level.clone()
    };
    for (spec, obstacle) in saved.obstacles.iter_mut().zip(&sim.obstacles) {
        if let ObstacleMotion::Orbit { period, phase, .. } = &mut spec.motion {
            // It goes on from where it is now.
            *phase = (*phase + 360.0 * (sim.seconds() / *period)) % 360.0;
        } else {
            spec.motion = ObstacleMotion::Still(obstacle.position);
        }
    }
    saved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Tile;
    use crate::level::Area;
    use crate::order::Action;
    use crate::sim::Options;
    use glam::vec2;

    #[test]
    fn a_sandbox_is_saved_as_a_level_that_loads_as_it_stands() {
        let text = r#"{ "format": 1, "name": "A", "map": { "size": [12, 6] },
            "units": [{ "id": "A", "kind": "hero", "team": "red", "at": [1.5, 1.5] },
                      { "id": "B", "kind": "siege", "team": "blue", "at": [9.5, 1.5] }],
            "orders": [{ "time": 0, "who": ["A"], "do": "move", "to": [4.5, 4.5] }] }"#;
        let level = Level::parse(text, "a.json", None).unwrap();
        let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        sim.act(Action::Spawn { kind: 0, team: 1, at: vec2(200.0, 45.0), model: ModelName::Orca });
        sim.act(Action::Remove { units: vec![UnitId(1)] });
        sim.edit(Area { column: 8, row: 4, columns: 1, rows: 1 }, Tile::Water);
        (0..40).for_each(|_| sim.tick());
        let saved = as_level(&level, &sim).to_json();
        let again = Level::parse(&saved, "saved.json", None).unwrap();
        assert_eq!(again.grid.tile(8, 4), Some(Tile::Water));
        let told: Vec<_> = again.units.iter().map(|unit| (unit.name.as_str(), unit.model)).collect();
        assert_eq!(told, [("A", None), ("#2", Some(ModelName::Orca))]);
        let place = sim.world.get::<&Position>(sim.entity(UnitId(0)).unwrap()).unwrap().0;
        assert!(place.x > 46.0 && again.units[0].at.distance(place) < 1e-3, "{place}");
    }
}
