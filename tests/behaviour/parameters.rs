//! Parameters of models, of a level, a team and a unit: who goes by which.

use muster::level::Level;
use muster::movement::tuning::{Setting, parameters_of};
use muster::order::Action;
use muster::sim::{Options, Sim};
use muster::snapshot::Snapshot;
use muster::unit::{ModelName, Position, Unit};

/// Three corridors in which one unit is to go past another that it has to push before itself.
fn corridors() -> Level {
    let text = r##"{ "format": 1, "name": "Three corridors",
        "map": { "tiles": ["TTTTTTTTTTTTTTTTTTTT", "....................", "TTTTTTTTTTTTTTTTTTTT",
            "....................", "TTTTTTTTTTTTTTTTTTTT", "....................", "TTTTTTTTTTTTTTTTTTTT"] },
        "kinds": { "wide": { "radius": 12, "speed": 60, "acceleration": 240 } },
        "parameters": { "predictive": { "push": false } },
        "teams": [{ "name": "red", "color": "#d0413a" },
            { "name": "blue", "color": "#3a6fd0", "parameters": { "predictive": { "push": true, "sight": 90 } } }],
        "units": [{ "id": "a", "kind": "wide", "team": "red", "at": [1.5, 1.5] },
            { "id": "b", "kind": "wide", "team": "blue", "at": [1.5, 3.5] },
            { "id": "c", "kind": "wide", "team": "blue", "at": [1.5, 5.5], "parameters": { "predictive": { "push": 0 } } },
            { "kind": "wide", "team": "red", "at": [6.5, 1.5] },
            { "kind": "wide", "team": "red", "at": [6.5, 3.5] },
            { "kind": "wide", "team": "red", "at": [6.5, 5.5] }],
        "orders": [{ "who": ["a"], "do": "move", "to": [12.5, 1.5] },
            { "who": ["b"], "do": "move", "to": [12.5, 3.5] }, { "who": ["c"], "do": "move", "to": [12.5, 5.5] }] }"##;
    Level::parse(text, "corridors.json", None).expect("it is sound")
}

fn after(level: &Level, seconds: u32) -> Sim {
    let mut sim = Sim::new(level, &Options::default());
    (0..seconds * 30).for_each(|_| sim.tick());
    sim
}

/// How far the first three have come along their corridors, px.
fn come(sim: &Sim) -> [f32; 3] {
    let mut far = [0.0; 3];
    for (unit, position) in sim.units.query::<(&Unit, &Position)>().iter() {
        if let Some(far) = far.get_mut(unit.id.0 as usize) {
            *far = position.0.x;
        }
    }
    far
}

#[test]
fn the_nearest_setting_wins() {
    let [level, team, unit] = come(&after(&corridors(), 12));
    assert!(level < 200.0, "the level's units push nobody: {level}");
    assert!((team - 375.0).abs() < 1.0, "the team's units push: {team}");
    assert!(unit < 200.0, "the unit of that team that does not: {unit}");
}

#[test]
fn what_is_set_for_a_run_holds_for_all() {
    let mut level = corridors();
    let push = parameters_of(ModelName::Predictive).iter().position(|parameter| parameter.name == "push");
    level.set(&[Setting::new(ModelName::Predictive, push.unwrap(), 1.0).unwrap()]);
    let come = come(&after(&level, 12));
    assert!(come.iter().all(|far| (far - 375.0).abs() < 1.0), "all push: {come:?}");
    let sight = level.teams.iter().flat_map(|team| &team.parameters).count();
    assert_eq!(sight, 1, "what was not set for the run stays");
}

#[test]
fn who_has_settings_of_its_own_keeps_them_when_everybodys_change() {
    let mut sim = after(&corridors(), 4);
    sim.act(Action::SetParameter { model: ModelName::Predictive, name: "push".into(), value: 1.0 });
    let mut farthest = [0.0_f32; 3];
    for _ in 0..12 * 30 {
        sim.tick();
        let now = come(&sim);
        farthest = std::array::from_fn(|unit| farthest[unit].max(now[unit]));
    }
    assert!(farthest[0] > 374.0, "everybody pushes by now: {}", farthest[0]);
    assert!(farthest[2] < 200.0, "but who is told not to: {}", farthest[2]);
}

#[test]
fn parameters_are_kept_by_a_saved_level_a_snapshot_and_a_saved_game() {
    let level = corridors();
    let again = Level::parse(&level.to_json(), "again.json", None).expect("what is saved opens");
    assert_eq!(again, level);
    let mut sim = after(&level, 2);
    let cut = Snapshot::of(&level, &sim).level;
    assert_eq!((&cut.parameters, &cut.teams), (&level.parameters, &level.teams));
    let own = |level: &Level| level.units.iter().map(|unit| unit.parameters.clone()).collect::<Vec<_>>();
    assert_eq!(own(&cut), own(&level));
    let mut loaded = Sim::load(&sim.save(), &Options::default()).expect("it was saved just now");
    for _ in 0..300 {
        sim.tick();
        loaded.tick();
    }
    assert_eq!(loaded.state_hash(), sim.state_hash());
}

#[test]
fn a_parameter_that_is_set_to_its_default_changes_nothing() {
    let plain = r#"{ "format": 1, "name": "Plain", "map": { "size": [30, 20] },
        "units": [{ "id": "u", "kind": "infantry", "team": "red",
            "block": { "from": [3.5, 3.5], "columns": 6, "rows": 6, "spacing": 20 } }],
        "orders": [{ "who": "all", "do": "move", "to": [24.5, 12.5] }] }"#;
    let mut level = Level::parse(plain, "plain.json", None).expect("it is sound");
    let hash = after(&level, 10).state_hash();
    let known = muster::movement::tuning::parameters_of(ModelName::Predictive);
    for unit in &mut level.units {
        let index = unit.at.x as usize % known.len();
        let setting = muster::movement::Setting::new(ModelName::Predictive, index, known[index].default);
        unit.parameters = vec![setting.expect("defaults are in their range")];
    }
    assert_eq!(after(&level, 10).state_hash(), hash);
}
