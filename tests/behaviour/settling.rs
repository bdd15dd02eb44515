//! Everybody finds room where it was sent, and gets back to its place in narrow and crowded ground.

use crate::support::*;
use glam::{Vec2, vec2};
use muster::geometry::{Collider, Shape};
use muster::grid::{Grid, Tile};
use muster::group::places::places_around;
use muster::sim::Sim;
use muster::unit::{GaveUp, Journey, Post, Unit};
use muster::world::Event;

/// A unit that stands at a place, in tiles.
fn unit(id: &str, kind: &str, at: (f32, f32)) -> String {
    format!(r#"{{ "id": "{id}", "kind": "{kind}", "team": "red", "at": [{}, {}] }}"#, at.0, at.1)
}

fn move_order(id: &str, to: (f32, f32)) -> String {
    format!(r#"{{ "who": ["{id}"], "do": "move", "to": [{}, {}] }}"#, to.0, to.1)
}

const CORRIDOR_FOR_ONE: &str = r#""tiles": ["TTTTTTTTTTTT", "............", "TTTTTTTTTTTT"]"#;

/// A game in which units of a kind were sent to where they stand, places in tiles, and others somewhere else.
fn sent_to_where_they_stand(map: &str, kind: &str, at: &[(&str, (f32, f32))], others: &[[String; 2]]) -> Sim {
    let own = at.iter().map(|&(id, at)| [unit(id, kind, at), move_order(id, at)]);
    let (units, orders): (Vec<String>, Vec<String>) =
        own.chain(others.iter().cloned()).map(|[unit, order]| (unit, order)).unzip();
    let (units, orders) = (units.join(", "), orders.join(", "));
    start(&level(&format!(r#""map": {{ {map} }}, "units": [{units}], "orders": [{orders}]"#)))
}

#[test]
fn who_finds_no_gap_among_those_who_stand_apart_is_made_room_for() {
    // A block of siege engines, 34 px apart, where each was sent to where it stands; and one that was sent
    // between them.
    let spots: Vec<(f32, f32)> =
        (0..49).map(|i| (8.0 + 34.0 / 30.0 * (i % 7) as f32, 4.0 + 34.0 / 30.0 * (i / 7) as f32)).collect();
    let names: Vec<String> = (0..49).map(|i| format!("u{i}")).collect();
    let block: Vec<(&str, (f32, f32))> =
        names.iter().map(String::as_str).zip(spots.iter().copied()).collect();
    let middle = (spots[24].0 + 0.55, spots[24].1 + 0.55);
    let late = [unit("late", "siege", (2.0, 7.0)), move_order("late", middle)];
    let mut sim = sent_to_where_they_stand(r#""size": [24, 16]"#, "siege", &block, &[late]);
    advance(&mut sim, 90.0);
    let place = place_of(&sim, "late");
    assert!(place.distance(vec2(middle.0, middle.1) * 30.0) <= 30.0, "it stands at {place}");
    for (i, &(x, y)) in spots.iter().enumerate() {
        let place = place_of(&sim, &format!("u{i}"));
        assert!(
            place.distance(vec2(x, y) * 30.0) <= 30.0,
            "u{i} stands at {place}, no longer where it was sent"
        );
    }
}

#[test]
fn who_was_sent_nowhere_makes_room_too_and_goes_back_when_there_is_room_again() {
    // A block of siege engines that stand 34 px apart; and one that is sent between them, and away again.
    let at = |i: u8| (8.0 + 34.0 / 30.0 * f32::from(i % 7), 4.0 + 34.0 / 30.0 * f32::from(i / 7));
    let units: Vec<String> = (0..49).map(|i| unit(&format!("u{i}"), "siege", at(i))).collect();
    let (late, middle) = (unit("late", "siege", (2.0, 7.0)), (at(24).0 + 0.55, at(24).1 + 0.55));
    let text = format!(
        r#""map": {{ "size": [24, 16] }}, "units": [{}, {late}], "orders": [{}]"#,
        units.join(", "),
        move_order("late", middle)
    );
    let mut sim = start(&level(&text));
    advance(&mut sim, 90.0);
    let off = |sim: &Sim, i: u8| place_of(sim, &format!("u{i}")).distance(Vec2::from(at(i)) * 30.0);
    assert!(place_of(&sim, "late").distance(Vec2::from(middle) * 30.0) <= 30.0);
    let moved = (0..49).filter(|&i| off(&sim, i) > 1.0).count();
    assert!(moved > 0 && (0..49).all(|i| off(&sim, i) <= 30.0), "{moved} made room");
    let report = report(&level(&text), 90.0);
    assert_eq!((report.ordered, report.arrived), (1, 1), "nobody else was sent anywhere");
    order(&mut sim, "late", go(60.0, 400.0), false);
    advance(&mut sim, 60.0);
    let away: Vec<u8> = (0..49).filter(|&i| off(&sim, i) > 0.1).collect();
    assert!(away.is_empty(), "{away:?} are not back");
}

#[test]
fn those_who_stand_apart_close_up_so_that_one_behind_them_is_in_touch_with_where_it_was_sent() {
    // Siege engines in a dead end, 33 px apart, where each was sent to where it stands; and one that was sent
    // to the end.
    let row = [("end", (11.5, 1.5)), ("middle", (10.4, 1.5)), ("front", (9.3, 1.5))];
    let late = [unit("late", "siege", (1.0, 1.5)), move_order("late", row[0].1)];
    let mut sim = sent_to_where_they_stand(CORRIDOR_FOR_ONE, "siege", &row, &[late]);
    advance(&mut sim, 60.0);
    let places = ["end", "middle", "front", "late"].map(|name| place_of(&sim, name));
    // The one in the middle stands within a tile of the end.
    for two in places[1..].windows(2) {
        assert!(two[0].distance(two[1]) <= 27.0, "a gap in {places:?}");
    }
    for (&(name, (x, y)), place) in row.iter().zip(places) {
        assert!(place.distance(vec2(x, y) * 30.0) <= 30.0, "{name} left where it was sent: {place}");
    }
}

#[test]
fn members_of_a_group_in_the_wrong_order_in_a_corridor_exchange_their_places() {
    let both = [("west", (4.5, 1.5)), ("east", (6.5, 1.5))];
    let mut sim = sent_to_where_they_stand(CORRIDOR_FOR_ONE, "siege", &both, &[]);
    advance(&mut sim, 2.0);
    // Each is told that it belongs where the other stands.
    let places = [vec2(195.0, 45.0), vec2(135.0, 45.0)];
    for (unit, journey, post) in sim.world_mut().units.query_mut::<(&Unit, &mut Journey, &mut Post)>() {
        let own = places[unit.id.0 as usize];
        (journey.goal, journey.group, post.0) = (Some(own), 1, own);
    }
    advance(&mut sim, 20.0);
    let [west, east] = ["west", "east"].map(|name| place_of(&sim, name).x);
    assert!((west - 135.0).abs() < 0.5 && (east - 195.0).abs() < 0.5, "{west} {east}");
}

#[test]
fn so_do_members_of_any_group_whatever_its_formation() {
    for formation in ["none", "column"] {
        let mut sim = start(&level(&format!(
            r#""map": {{ {CORRIDOR_FOR_ONE} }},
               "units": [{}, {}],
               "orders": [{{ "who": "all", "do": "move", "to": [6.5, 1.5], "formation": "{formation}" }}]"#,
            unit("west", "siege", (2.5, 1.5)),
            unit("east", "siege", (3.5, 1.5))
        )));
        advance(&mut sim, 12.0);
        let before = ["west", "east"].map(|name| place_of(&sim, name));
        for (unit, journey, post) in sim.world_mut().units.query_mut::<(&Unit, &mut Journey, &mut Post)>() {
            let other = before[1 - unit.id.0 as usize];
            (journey.goal, post.0) = (Some(other), other);
        }
        advance(&mut sim, 20.0);
        for (name, before) in ["west", "east"].into_iter().zip(before) {
            let after = place_of(&sim, name);
            assert!(after.distance(before) < 0.5, "{formation}: {name} from {before} to {after}");
        }
    }
}

#[test]
fn two_whose_own_places_overlap_do_not_both_take_them() {
    // Each stands on the other's place, but both places together are too narrow for two.
    let two = [("a", (10.0, 10.0)), ("b", (10.8, 10.0))];
    let mut sim = sent_to_where_they_stand(r#""size": [22, 22]"#, "infantry", &two, &[]);
    advance(&mut sim, 2.0);
    let goals = [vec2(315.0, 300.0), vec2(305.0, 300.0)];
    for (unit, journey) in sim.world_mut().units.query_mut::<(&Unit, &mut Journey)>() {
        journey.goal = Some(goals[unit.id.0 as usize]);
    }
    advance(&mut sim, 5.0);
    let posts: Vec<Vec2> = sim.units.query::<&Post>().iter().map(|post| post.0).collect();
    assert!(posts[0].distance(posts[1]) >= 14.0 - 0.1, "{posts:?}");
}

#[test]
fn two_who_stopped_on_each_others_places_change_places() {
    // A block of nine in which everybody was sent to where it stands, but for two in the corners.
    let names: Vec<String> = (0..9).map(|i| format!("u{i}")).collect();
    let places: Vec<Vec2> =
        (0..9).map(|i| vec2(300.0 + 20.0 * (i % 3) as f32, 300.0 + 20.0 * (i / 3) as f32)).collect();
    let block: Vec<(&str, (f32, f32))> = names
        .iter()
        .zip(&places)
        .map(|(name, place)| (name.as_str(), (place.x / 30.0, place.y / 30.0)))
        .collect();
    let mut sim = sent_to_where_they_stand(r#""size": [22, 22]"#, "infantry", &block, &[]);
    advance(&mut sim, 2.0);
    let mut own = places;
    own.swap(0, 8);
    for (unit, journey) in sim.world_mut().units.query_mut::<(&Unit, &mut Journey)>() {
        if matches!(unit.id.0, 0 | 8) {
            journey.goal = Some(own[unit.id.0 as usize]);
        }
    }
    advance(&mut sim, 30.0);
    for (name, own) in names.iter().zip(own) {
        let place = place_of(&sim, name);
        assert!(place.distance(own) < 0.5, "{name} stands at {place}, its own place is {own}");
    }
}

#[test]
fn a_group_gets_places_among_scattered_rocks_where_no_lattice_fits() {
    // Rocks on every other tile of every other row; a lattice of 34 px meets them all over.
    let tiles =
        (0..900).map(|i| if (i % 30) % 2 == 0 && (i / 30) % 2 == 0 { Tile::Rock } else { Tile::Ground });
    let grid = Grid::new(30, 30, tiles.collect());
    let body = Collider { shape: Shape::Circle, radius: 13.0 };
    let places = places_around(&grid, &[], vec2(465.0, 465.0), body, 34.0, 60);
    assert_eq!(places.len(), 60);
    assert!(places.iter().all(|&place| grid.is_free(place, body)));
    let apart = |(i, a): (usize, &Vec2)| places[i + 1..].iter().all(|b| a.distance(*b) >= 26.0);
    assert!(places.iter().enumerate().all(apart));
}

#[test]
fn a_crowd_of_squares_comes_to_rest_among_rocks_as_one_of_circles_does() {
    for shape in ["circle", "square"] {
        let level = level(&format!(
            r#""map": {{ "tiles": ["................", "................", ".......T........", "..........T.....",
                                   "................", ".........T......", "................", "......T.........",
                                   "..........T.T...", "................"] }},
               "kinds": {{ "k": {{ "radius": 6, "soft_radius": 8, "speed": 60, "acceleration": 240, "priority": 1,
                                   "shape": "{shape}" }} }},
               "units": [{{ "kind": "k", "team": "red",
                            "block": {{ "from": [0.6, 0.6], "columns": 6, "rows": 8, "spacing": 24 }} }}],
               "orders": [{{ "who": "all", "do": "move", "to": [11.5, 5.5] }}]"#
        ));
        let (mut sim, mut guard) = (start(&level), Guard::default());
        while sim.seconds() < 60.0 && !sim.is_done() {
            sim.tick();
            guard.look(&sim);
        }
        assert!(sim.is_done(), "{shape}");
        assert_eq!(guard.judge(&sim).arrived, 48, "{shape}");
    }
}

#[test]
fn who_is_barred_from_its_post_for_good_takes_another_and_says_so() {
    let holder = [unit("holder", "siege", (6.5, 1.5)), r#"{ "who": ["holder"], "do": "hold" }"#.to_owned()];
    let mut sim = sent_to_where_they_stand(CORRIDOR_FOR_ONE, "siege", &[("west", (4.5, 1.5))], &[holder]);
    advance(&mut sim, 2.0);
    assert!(sim.is_done(), "everybody is where it was sent");
    // Its place is now behind the holder.
    let west = sim.entity(id_of(&sim, "west")).expect("it lives");
    sim.world_mut().units.get::<&mut Post>(west).expect("every unit has a post").0 = vec2(285.0, 45.0);
    advance(&mut sim, 5.0);
    assert!(place_of(&sim, "west").x < 170.0 && !sim.is_done(), "it waits before the holder");
    let took = Event::TookPost(id_of(&sim, "west"));
    let is_told = (0..300).filter(|_| {
        sim.tick();
        sim.events.contains(&took)
    });
    assert_eq!(is_told.count(), 1, "it waits in vain");
    assert!(sim.is_done());
    assert_eq!(place_of(&sim, "west"), vec2(135.0, 45.0), "where it was sent is free: it goes back there");
}

#[test]
fn who_stands_for_good_apart_from_where_it_was_sent_says_so_before_the_level_is_done() {
    let holder = [unit("holder", "siege", (6.5, 1.5)), r#"{ "who": ["holder"], "do": "hold" }"#.to_owned()];
    let mut sim = sent_to_where_they_stand(CORRIDOR_FOR_ONE, "siege", &[("west", (4.5, 1.5))], &[holder]);
    advance(&mut sim, 2.0);
    // Where it was sent is now behind the holder.
    let id = id_of(&sim, "west");
    let west = sim.entity(id).expect("it lives");
    let behind = vec2(285.0, 45.0);
    sim.world_mut().units.get::<&mut Post>(west).expect("every unit has a post").0 = behind;
    sim.world_mut().units.get::<&mut Journey>(west).expect("every unit has one").goal = Some(behind);
    let mut told = Vec::new();
    for _ in 0..600 {
        sim.tick();
        told.extend(sim.events.iter().cloned());
        if sim.is_done() {
            break;
        }
    }
    assert_eq!(told, [Event::TookPost(id), Event::GaveUp(id, GaveUp::Exhausted)]);
    assert!(sim.is_done());
}

#[test]
fn two_in_the_wrong_order_in_a_corridor_come_to_rest() {
    let room = |wall: &str| format!(r#""....{wall}....""#);
    let (rock, ground) = (room(&"#".repeat(18)), room(&".".repeat(18)));
    let map = format!(r#""map": {{ "tiles": [{rock}, {rock}, {ground}, {rock}, {rock}] }}"#);
    for late in [0.5, 6.0, 12.0] {
        let second = format!(r#"{{ "time": {late}, "who": ["b"], "do": "move", "to": [8.5, 2.5] }}"#);
        let mut sim = start(&level(&format!(
            r#"{map}, "units": [{}, {}], "orders": [{}, {second}]"#,
            unit("a", "infantry", (1.5, 2.5)),
            unit("b", "infantry", (24.5, 2.5)),
            move_order("a", (18.5, 2.5)),
        )));
        advance(&mut sim, 75.0);
        assert!(sim.is_done(), "{late}: {} {}", place_of(&sim, "a"), place_of(&sim, "b"));
    }
}
