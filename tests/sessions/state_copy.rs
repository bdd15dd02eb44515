//! The state of a game can be copied whole: a copy goes on exactly as the original does.

use muster::level::Level;
use muster::order::{Action, Command, Order};
use muster::sim::{Options, Sim};
use std::path::Path;

fn run(sim: &mut Sim, ticks: u32) -> u64 {
    (0..ticks).for_each(|_| sim.tick());
    sim.state_hash()
}

#[test]
fn a_copy_made_under_way_comes_to_the_same_state_as_the_original() {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    for name in ["cross2x100", "canyon", "patrols", "wall-under-way", "box-through-gap", "mixed-models"] {
        let path = levels.join(name).with_extension("json");
        let level = Level::load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        let mut sim = Sim::new(&level, &Options { model: None, threads: 2 });
        run(&mut sim, 70);
        let mut copy = sim.clone();
        assert_eq!(copy.state_hash(), sim.state_hash(), "{name}");
        let original = run(&mut sim, 120);
        assert_eq!(run(&mut copy, 120), original, "{name}");
    }
}

#[test]
fn what_is_done_to_a_copy_does_not_reach_the_original() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/canyon.json");
    let level = Level::load(&path).unwrap_or_else(|errors| panic!("{errors}"));
    let mut sim = Sim::new(&level, &Options::default());
    run(&mut sim, 30);
    let mut copy = sim.clone();
    let units = vec![muster::ids::UnitId(0)];
    copy.order(Order { units: units.clone(), command: Command::Stop, queue: false });
    copy.act(Action::Remove { units });
    run(&mut copy, 30);
    assert_eq!(copy.len() + 1, sim.len());
    assert!(sim.actions().is_empty());
    assert_ne!(run(&mut sim, 30), copy.state_hash());
}
