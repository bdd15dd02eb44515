//! Formations that meet, and that end among each other.

use crate::formation_march::{places, record};
use crate::support::scenes::*;
use glam::Vec2;
use muster::sim::Sim;
use serde_json::json;

/// Two blocks that are sent to where the other one comes from, or across its way; what everybody's places
/// were each tick, by block.
fn two_meet(count: u32, shape: &str, across: bool) -> (Sim, [Vec<Vec<Vec2>>; 2]) {
    let (side, rows) = (count.isqrt(), count / count.isqrt());
    let middle = |place: f32, units: u32| place - (units - 1) as f32 / 3.0;
    let block = |id: &str, at: [f32; 2]| {
        json!({ "id": id, "group": id, "kind": "infantry", "team": "red",
                "block": { "from": [middle(at[0], side), middle(at[1], rows)], "columns": side, "rows": rows, "spacing": 20 } })
    };
    let (from, to) = if across { ([35.0, 8.0], [35.0, 52.0]) } else { ([58.0, 30.0], [12.0, 30.0]) };
    let order = |group: &str, to: [f32; 2]| json!({ "who": { "group": group }, "do": "move", "to": to, "formation": shape });
    let mut sim = game(json!({ "format": 1, "name": "meeting", "map": { "size": [70, 60] },
        "units": [block("red", [12.0, 30.0]), block("blue", from)],
        "orders": [order("red", [58.0, 30.0]), order("blue", to)] }));
    let record = record(&mut sim, 60.0);
    let of =
        |range: std::ops::Range<usize>| record.iter().map(|places| places[range.clone()].to_vec()).collect();
    let count = count as usize;
    let blocks = [of(0..count), of(count..2 * count)];
    (sim, blocks)
}

#[test]
fn two_formations_that_meet_pass_each_other_as_wholes() {
    for across in [false, true] {
        for shape in ["box", "line", "column", "wedge", "circle"] {
            for count in [16, 36] {
                let (sim, blocks) = two_meet(count, shape, across);
                let case = format!("{shape} of {count}, across: {across}");
                // 46 tiles take 23 s, building a line or a column 4 more; a long column waits for the other
                // to cross.
                assert!(sim.seconds() < 36.0, "{case}: {} s", sim.seconds());
                for record in blocks {
                    let formation = record.last().unwrap();
                    let worst = record.iter().skip(210).map(|places| slot_error(places, formation));
                    let worst = worst.fold(0.0, f32::max);
                    assert!(worst <= 4.0, "{case}: {worst} px off");
                }
            }
        }
    }
}

#[test]
fn two_formations_that_meet_in_a_corridor_pass_each_other_as_loose_groups_do() {
    // Four tiles wide, thirty long.
    let map = json!({ "tiles": tiles(100, 40, |x, y| (35..65).contains(&x) && !(18..22).contains(&y)) });
    let seconds = |shape: &str| {
        let group = |id: &str, x: f32| {
            json!({ "id": id, "group": id, "kind": "infantry", "team": "red",
                    "block": { "from": [x, 19.0], "columns": 4, "rows": 4, "spacing": 20 } })
        };
        let order = |id: &str, x: f32| json!({ "who": { "group": id }, "do": "move", "to": [x, 20], "formation": shape });
        let mut sim = game(json!({ "format": 1, "name": "corridor", "map": map,
            "units": [group("red", 17.0), group("blue", 81.0)],
            "orders": [order("red", 82.0), order("blue", 18.0)] }));
        record(&mut sim, 100.0);
        let there = |id: usize, at: &Vec2| if id < 16 { at.x > 2300.0 } else { at.x < 700.0 };
        assert!(places(&sim).iter().enumerate().all(|(id, at)| there(id, at)), "{shape}");
        sim.seconds()
    };
    let loose = seconds("none");
    for shape in ["box", "column"] {
        let seconds = seconds(shape);
        assert!(seconds <= 1.3 * loose, "{shape}: {seconds} s, loose {loose} s");
    }
}

/// Two that end among each other, behind a gap of one tile: each keeps aside of the other there, and is done.
#[test]
fn two_narrow_fronts_come_through_one_gap_into_one_hall() {
    let mut rows = vec![format!("{}{}", ".".repeat(13), "#".repeat(12)); 15];
    (4..9).for_each(|row| rows[row].replace_range(15..22, "......."));
    rows[3].replace_range(16..21, ".....");
    rows[9].replace_range(16..21, ".....");
    rows[6].replace_range(13..15, "..");
    let units: Vec<_> = (0..40)
        .map(|unit| {
            let at = [2.5 + (unit % 8) as f32 / 1.5, 4.0 + (unit / 8) as f32 / 1.5];
            json!({ "kind": "infantry", "team": "red", "group": if unit < 20 { "a" } else { "b" }, "facing": 0, "at": at })
        })
        .collect();
    for frontage in [60, 90] {
        let order = |time: f32, group: &str, row: f32| {
            json!({ "time": time, "who": { "group": group }, "do": "move", "to": [18, row], "facing": 0,
                    "formation": "line", "frontage": frontage })
        };
        let mut sim = game(json!({ "format": 1, "name": "hall", "map": { "tiles": rows }, "units": units,
            "orders": [order(1.0, "a", 4.5), order(2.5, "b", 8.5)] }));
        run(&mut sim, 60.0, |_| {});
        let inside = places(&sim).iter().filter(|place| place.x > 15.0 * 30.0).count();
        assert!(sim.is_done(), "frontage {frontage}: under way after 60 s");
        assert_eq!(inside, 40, "frontage {frontage}");
    }
}
