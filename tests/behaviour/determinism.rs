//! The same level and the same orders come to the same hash: for any number of threads, and every time.

use crate::support::*;
use muster::sim::{Options, Sim};
use muster::unit::ModelName;

/// Hashes after each second.
fn hashes(level: &str, threads: usize, model: Option<ModelName>, seconds: u32) -> Vec<u64> {
    let mut sim = Sim::new(&shipped(level), &Options { model, threads });
    let second = |_| {
        advance(&mut sim, 1.0);
        sim.state_hash()
    };
    (0..seconds).map(second).collect()
}

#[test]
fn any_number_of_threads_gives_the_same_hash() {
    for level in
        ["headon2x50", "one-place", "wall-under-way", "patrols", "crossing-clusters", "bottleneck200"]
    {
        let one = hashes(level, 1, None, 12);
        for threads in [2, 8] {
            assert_eq!(hashes(level, threads, None, 12), one, "{level} on {threads} threads");
        }
    }
}

#[test]
fn a_crowd_that_is_planned_block_by_block_gives_the_same_hash_on_any_number_of_threads() {
    let crowd = level(
        r#""map": { "size": [90, 50] },
           "units": [ { "group": "a", "kind": "infantry", "team": "red", "block": { "from": [3.5, 4.5], "columns": 50, "rows": 54, "spacing": 23 } },
                      { "group": "b", "kind": "infantry", "team": "blue", "block": { "from": [45.5, 4.7], "columns": 50, "rows": 54, "spacing": 23 } } ],
           "orders": [ { "who": { "group": "a" }, "do": "move", "to": [80.5, 25.5] }, { "who": { "group": "b" }, "do": "move", "to": [10.5, 25.5] } ]"#,
    );
    let hash = |threads| {
        let mut sim = Sim::new(&crowd, &Options { model: None, threads });
        let mut guard = Guard::default();
        for _ in 0..90 {
            sim.tick();
            guard.look(&sim);
        }
        guard.judge(&sim);
        sim.state_hash()
    };
    let one = hash(1);
    assert_eq!([hash(2), hash(8)], [one; 2]);
}

#[test]
fn every_model_gives_the_same_hash_twice() {
    use clap::ValueEnum;
    for &model in ModelName::value_variants() {
        let runs = [1, 1, 2].map(|threads| hashes("headon2x50", threads, Some(model), 6));
        assert_eq!(runs[0], runs[1], "{} twice", model.name());
        assert_eq!(runs[0], runs[2], "{} on two threads", model.name());
    }
}

#[test]
fn hashes_tell_apart_what_differs() {
    let level = shipped("circle20");
    let mut other = level.clone();
    other.units[7].at.x += 0.01;
    let (mut a, mut b) = (start(&level), start(&other));
    assert_ne!(a.state_hash(), b.state_hash());
    let before = a.state_hash();
    advance(&mut a, 1.0);
    advance(&mut b, 1.0);
    assert_ne!(a.state_hash(), before);
    assert_ne!(a.state_hash(), b.state_hash());
}

#[test]
fn a_players_order_is_the_same_as_the_levels() {
    let with_order = level(
        r#""map": { "size": [20, 10] },
           "units": [ { "kind": "infantry", "team": "red", "block": { "from": [2.5, 3.5], "columns": 3, "rows": 3, "spacing": 20 } } ],
           "orders": [ { "time": 0, "who": "all", "do": "move", "to": [15.5, 5.5] } ]"#,
    );
    let mut without = with_order.clone();
    let given = without.orders.remove(0).order;
    let (mut a, mut b) = (start(&with_order), start(&without));
    b.order((*given).clone());
    for _ in 0..200 {
        a.tick();
        b.tick();
        assert_eq!(a.state_hash(), b.state_hash(), "at tick {}", a.ticks());
    }
}
