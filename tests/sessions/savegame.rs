//! A game as bytes: what is read goes on exactly as what was saved, tick by tick.

use glam::vec2;
use muster::agents::{Agents, Body};
use muster::ids::UnitId;
use muster::level::Level;
use muster::order::{Action, Command, FormationShape, Manner, Order};
use muster::sim::{Options, Sim};
use std::collections::VecDeque;
use std::path::Path;

fn shipped(name: &str) -> Level {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(name).with_extension("json");
    Level::load(&path).unwrap_or_else(|errors| panic!("{errors}"))
}

fn tick(sim: &mut Sim) -> u64 {
    sim.tick();
    sim.state_hash()
}

#[test]
fn a_game_that_was_saved_and_read_comes_to_the_same_state_at_every_tick() {
    for name in [
        "cross2x100",
        "canyon",
        "patrols",
        "wall-under-way",
        "box-through-gap",
        "mixed-models",
        "004-galaxy",
        "march-and-wheel",
        "one-place",
        "mixed-arms",
        "mountain-pass",
    ] {
        let level = shipped(name);
        for at in [0, 1, 47, 200] {
            let mut sim = Sim::new(&level, &Options { threads: 2, ..Options::default() });
            (0..at).for_each(|_| sim.tick());
            let mut read = Sim::load(&sim.save(), &Options { threads: 1, ..Options::default() }).unwrap();
            for step in 0..150 {
                assert_eq!(tick(&mut read), tick(&mut sim), "{name}, saved after {at}, {step} ticks later");
            }
            assert_eq!(read.is_done(), sim.is_done());
        }
    }
}

/// What two players ask for at a tick, a function of the tick alone.
fn input(sim: &mut Sim, tick: u64) {
    let units: Vec<UnitId> =
        (0..sim.len() as u32).map(UnitId).filter(|unit| unit.0 % 3 == (tick % 3) as u32).collect();
    let to = vec2(60.0 + (tick * 37 % 900) as f32, 60.0 + (tick * 53 % 600) as f32);
    let formation = if tick.is_multiple_of(2) { FormationShape::Box } else { FormationShape::None };
    let command = Command::Move { to, each: tick.is_multiple_of(5), formation, manner: Manner::default() };
    if tick % 7 == 3 {
        sim.order(Order { units, command, queue: tick.is_multiple_of(4) });
    }
    if tick % 40 == 11 {
        let area = muster::grid::Area { column: (tick / 40) as i32 + 8, row: 9, columns: 1, rows: 3 };
        sim.edit(area, muster::grid::Tile::Rock);
    }
    if tick == 100 {
        sim.act(Action::Remove { units: vec![UnitId(5), UnitId(17)] });
    }
}

#[test]
fn going_back_eight_ticks_and_on_again_comes_to_the_same_state_at_every_tick() {
    // As GGRS's sync test: at every tick back by the whole window, and all of it again.
    const WINDOW: usize = 8;
    for name in ["cross2x50", "mixed-arms", "wall-under-way"] {
        let mut sim = Sim::new(&shipped(name), &Options::default());
        let mut past: VecDeque<Vec<u8>> = VecDeque::new();
        let mut hashes = vec![sim.state_hash()];
        for now in 0..240u64 {
            past.push_back(sim.save());
            if past.len() > WINDOW {
                past.pop_front();
            }
            input(&mut sim, now);
            hashes.push(tick(&mut sim));
            sim.restore(&past[0]).unwrap();
            let first = now + 1 - past.len() as u64;
            for again in first..=now {
                assert_eq!(sim.state_hash(), hashes[again as usize], "{name} at {again}, gone back at {now}");
                input(&mut sim, again);
                assert_eq!(tick(&mut sim), hashes[again as usize + 1], "{name}, {again} again at {now}");
            }
        }
    }
}

#[test]
fn bytes_that_are_no_saved_game_are_refused_in_words_and_change_nothing() {
    let mut sim = Sim::new(&shipped("canyon"), &Options::default());
    (0..60).for_each(|_| sim.tick());
    let (bytes, hash) = (sim.save(), sim.state_hash());
    let mut refused = |bytes: &[u8], part: &str| {
        let said = sim.restore(bytes).unwrap_err();
        assert!(said.contains(part), "{said}");
        assert_eq!(sim.state_hash(), hash);
    };
    refused(b"", "no saved game");
    refused(b"{\"format\": 1, \"name\": \"A\"}", "no saved game");
    for place in [20, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        refused(&damaged, "damaged");
    }
    refused(&bytes[..bytes.len() - 3], "damaged");
    let mut newer = bytes.clone();
    newer[6] = 99;
    refused(&newer, "version 99");
}

#[test]
fn agents_of_others_walk_by_ways_of_their_own_and_by_ours() {
    let mut agents = Agents::open(40, 30);
    let [own, ours] = [200.0, 600.0].map(|y| agents.add(vec2(100.0, y), Body::walker(7.0, 60.0), 0).unwrap());
    let corner = vec2(100.0, 500.0);
    agents.walk(own, &[corner, vec2(300.0, 500.0)]);
    agents.send(&[ours], vec2(300.0, 600.0));
    let mut nearest = f32::INFINITY;
    for _ in 0..400 {
        agents.step();
        nearest = nearest.min(agents.place(own).unwrap().distance(corner));
    }
    assert!(nearest < 12.0, "it goes by its own corner: {nearest}");
    assert!(agents.place(own).unwrap().distance(vec2(300.0, 500.0)) < 1.0);
    assert!(agents.place(ours).unwrap().distance(vec2(300.0, 600.0)) < 1.0);
    let gone = agents.clone();
    agents.remove(own);
    assert_eq!((agents.ids(), agents.place(own)), (&[ours][..], None));
    assert_eq!(gone.ids(), [own, ours]);
    assert!(agents.add(vec2(100.0, 200.0), Body::walker(7.0, 60.0), 0).unwrap() > ours, "numbers stay");
}

#[test]
fn what_makes_no_sense_for_an_agent_is_told_and_nothing_panics() {
    let mut agents = Agents::new(10, 10, &[false; 100], &[vec![]]).unwrap();
    let body = Body::walker(7.0, 60.0);
    agents.add(vec2(50.0, 50.0), body, 0).unwrap();
    for (at, body, team, part) in [
        (vec2(52.0, 50.0), body, 0, "in the way"),
        (vec2(-9.0, 50.0), body, 0, "in the way"),
        (vec2(f32::NAN, 50.0), body, 0, "two numbers"),
        (vec2(150.0, 50.0), Body::walker(f32::NAN, 60.0), 0, "radius"),
        (vec2(150.0, 50.0), Body::walker(500.0, 60.0), 0, "radius"),
        (vec2(150.0, 50.0), Body { acceleration: 0.0, ..body }, 0, "acceleration"),
        (vec2(150.0, 50.0), body, 7, "no team 7"),
    ] {
        let said = agents.add(at, body, team).unwrap_err();
        assert!(said.contains(part), "{said}");
    }
    assert!(Agents::new(0, 5, &[], &[vec![]]).is_err() && Agents::new(2, 2, &[false], &[vec![]]).is_err());
    assert!(Agents::new(1, 1, &[false], &[vec![3]]).is_err());
    agents.send(&[UnitId(99)], vec2(f32::NAN, 1e30));
    agents.walk(UnitId(0), &[vec2(9e9, 0.0)]);
    agents.walk(UnitId(99), &[vec2(90.0, 80.0)]);
    agents.block(-5, 70, true);
    agents.remove(UnitId(99));
    agents.step();
    assert_eq!(agents.ids().len(), 1);
}
