//! What must hold whatever is drawn.

use super::cast::Troop;
use super::symmetry::Symmetry;
use super::*;
use crate::geometry::{Collider, Shape};
use proptest::prelude::*;

/// A file written by hand, with all that the editor does not know.
const BY_HAND: &str = r##"{
  "format": 1, "name": "By hand", "_note": { "by": ["me", 1.50, null] }, "model": "orca",
  "map": { "_drawn": "in haste", "size": [12, 8] },
  "kinds": { "guard": { "radius": 9, "speed": 50, "acceleration": 100, "_why": "wide" } },
  "units": [
    { "_first": true, "id": "hero", "kind": "hero", "team": "red", "at": [1.5, 1.5] },
    { "id": "row", "kind": "guard", "team": "blue", "group": "g", "block": { "from": [4, 4], "columns": 3, "rows": 2, "spacing": 24 } },
    { "kind": "infantry", "team": "red", "at": [9.5, 1.5] },
    { "kind": "infantry", "team": "red", "at": [9.5, 3.5] }
  ],
  "obstacles": [{ "id": "rock", "radius": 12, "at": [10.5, 6.5] }],
  "orders": [
    { "time": 2, "who": ["hero", "#8"], "do": "move", "to": [6, 1], "_plan": "b" },
    { "who": ["#7"], "do": "follow", "target": "row.4" },
    { "who": { "group": "g" }, "do": "follow", "target": "rock" }
  ],
  "goals": [{ "bring": ["#7", "#8"], "to": [0, 0, 3, 3], "count": 2, "_x": 1 }],
  "edits": [{ "time": 3, "area": [0, 6, 2, 1], "tile": "~" }],
  "expect": { "within": 30, "home": ["#7"] }
}"##;

fn by_hand() -> Document {
    Document::parse(BY_HAND, "by-hand.json", None).unwrap()
}

fn troop(from: [f64; 2], size: (usize, usize)) -> Troop {
    Troop { kind: "infantry".into(), team: "red".into(), from, size, spacing: 20.0, facing: 0.0 }
}

#[test]
fn what_is_not_touched_is_written_as_it_was_read() {
    let document = by_hand();
    let written: Value = serde_json::from_str(&document.to_text()).unwrap();
    assert_eq!(written, serde_json::from_str::<Value>(BY_HAND).unwrap());
    assert_eq!(Level::parse(&document.to_text(), "again", None), Level::parse(BY_HAND, "first", None));
    let mut painted = document.clone();
    painted.paint(&[(11, 7)], 'T');
    let mut written: Value = serde_json::from_str(&painted.to_text()).unwrap();
    assert_eq!(written["map"]["_drawn"], "in haste");
    assert_eq!(written["map"]["tiles"][7], "...........T");
    written["map"] = json!({ "_drawn": "in haste", "size": [12, 8] });
    assert_eq!(written, serde_json::from_str::<Value>(BY_HAND).unwrap());
}

#[test]
fn a_unit_that_is_taken_away_leaves_orders_and_goals_about_the_others() {
    let mut document = by_hand();
    let before = document.to_text();
    // One of the block, and the first of the two that are known by their number.
    document.remove_units(&[2, 7]);
    let level = Level::parse(&document.to_text(), "a", None).unwrap();
    let names: Vec<&str> = level.units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["hero", "row.0", "row.2", "row.3", "row.4", "row.5", "#6"]);
    assert_eq!(document.list("orders")[0]["who"], json!(["hero", "#6"]));
    assert_eq!(document.list("orders").len(), 2, "of the one who followed nothing is left");
    assert_eq!(document.list("goals")[0]["count"], 1);
    assert!(document.get("expect").unwrap().get("home").is_none());
    assert_eq!(document.list("units")[0]["_first"], true);
    document.undo();
    assert_eq!(document.to_text(), before);
}

#[test]
fn units_stay_where_they_stood_when_their_block_falls_apart() {
    let mut document = by_hand();
    let before = Level::parse(&document.to_text(), "a", None).unwrap();
    document.remove_units(&[3]);
    let after = Level::parse(&document.to_text(), "a", None).unwrap();
    for unit in &after.units[..6] {
        let known = before.units.iter().find(|known| known.name == unit.name).unwrap();
        assert!(known.at.distance(unit.at) < 1e-3, "{}", unit.name);
    }
}

#[test]
fn a_fault_is_told_at_its_place_and_the_rest_is_shown() {
    let mut document = by_hand();
    document.paint(&[(1, 1)], '#');
    let shown = document.shown(None).unwrap();
    assert_eq!(shown.level.units.len(), 8);
    assert_eq!(shown.units, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(shown.faults[0].at, Some(glam::vec2(45.0, 45.0)), "{:?}", shown.faults);
    document.undo();
    assert!(document.shown(None).unwrap().faults.is_empty());
    // Of a block only the one goes who cannot stand.
    document.paint(&[(4, 4)], '#');
    let shown = document.shown(None).unwrap();
    assert!(shown.missing.len() < 6 && shown.level.units.len() == 9 - shown.missing.len(), "{shown:?}");
    assert!(shown.missing.iter().any(|&(_, at)| at == glam::vec2(120.0, 120.0)));
}

#[test]
fn one_side_appears_on_the_others() {
    let mut document = Document::new(10, 6);
    let tiles = Symmetry::Both.tiles(&[(1, 0)], document.size());
    document.paint(&tiles, '#');
    assert_eq!((document.row(0), document.row(5)), (".#......#.", ".#......#."));
    let image = troop([1.0, 1.0], (3, 2)).image((true, true), (10, 6));
    assert_eq!(
        (image.from, image.facing),
        ([10.0 - 1.0 - 4.0 / 3.0, 6.0 - 1.0 - 2.0 / 3.0].map(numbers::short), 180.0)
    );
    assert_eq!(symmetry::facing(90.0, (false, true)), 270.0);
    assert_eq!(symmetry::facing(30.0, (true, false)), 150.0);
}

#[test]
fn brushes_lines_and_fills_touch_the_tiles_that_they_should() {
    assert_eq!(brush::dab((4, 4), 1), [(4, 4)]);
    assert_eq!(brush::dab((4, 4), 3).len(), 9);
    assert!(brush::dab((4, 4), 7).len() < 49, "it is round");
    assert_eq!(brush::line((0, 0), (3, 1), 1), [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1)]);
    assert_eq!(brush::rectangle((2, 2), (1, 0)).len(), 6);
    let mut document = Document::new(5, 3);
    document.paint(&[(2, 0), (2, 1), (2, 2)], '#');
    assert_eq!(brush::fill(&document, (0, 0)).len(), 6);
    assert_eq!(brush::fill(&document, (9, 9)), []);
}

#[test]
fn a_slanting_line_is_a_wall_whose_tiles_touch_by_their_sides() {
    for to in [(8, 5), (8, 8), (3, 8), (-4, 6), (-5, -5), (2, -7)] {
        let mut document = Document::new(20, 20);
        let line: Vec<(i32, i32)> =
            brush::line((0, 0), to, 1).into_iter().map(|(column, row)| (column + 9, row + 9)).collect();
        document.paint(&line, '#');
        assert_eq!(brush::fill(&document, line[0]).len(), line.len(), "{to:?}: {line:?}");
    }
}

#[test]
fn a_kind_reaches_what_its_body_fits_through() {
    let mut document = Document::new(9, 3);
    document.paint(&[(4, 0), (4, 2)], '#');
    let level = document.shown(None).unwrap().level;
    let far = |radius| {
        let body = Collider { shape: Shape::Circle, radius };
        reach::reach(&level.grid, body, &[Grid::center_of(1, 1)])[9 + 7]
    };
    assert_eq!((far(13.0), far(20.0)), (reach::Reach::Reached, reach::Reach::Apart));
}

/// What a hand may do.
#[derive(Clone, Debug)]
enum Deed {
    Paint(i32, i32, i32, usize),
    Fill(i32, i32),
    Place(f64, f64, usize, usize, usize),
    Remove(Vec<usize>),
    Obstacle(f64, f64, bool),
    RemoveObstacle(usize),
    Goal(i32, i32),
    Take(usize),
    Resize(usize, usize),
    Undo,
    Redo,
}

fn deeds() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => (-2..14, -2..10, 1..5, 0usize..4).prop_map(|(x, y, size, tile)| Deed::Paint(x, y, size, tile)),
        1 => (0..12, 0..8).prop_map(|(x, y)| Deed::Fill(x, y)),
        2 => (0.5..11.5, 0.5..7.5, 1usize..4, 1usize..3, 0usize..5)
            .prop_map(|(x, y, columns, rows, symmetry)| Deed::Place(x, y, columns, rows, symmetry)),
        2 => prop::collection::vec(0usize..14, 1..5).prop_map(Deed::Remove),
        1 => (0.5..11.5, 0.5..7.5, any::<bool>()).prop_map(|(x, y, orbits)| Deed::Obstacle(x, y, orbits)),
        1 => (0usize..3).prop_map(Deed::RemoveObstacle),
        1 => (0..10, 0..6).prop_map(|(x, y)| Deed::Goal(x, y)),
        1 => (0usize..4).prop_map(Deed::Take),
        1 => (4usize..16, 4usize..12).prop_map(|(columns, rows)| Deed::Resize(columns, rows)),
        3 => Just(Deed::Undo),
        2 => Just(Deed::Redo),
    ]
}

fn work(document: &mut Document, deed: &Deed) {
    match *deed {
        Deed::Paint(x, y, size, tile) => {
            let tiles = Symmetry::Across.tiles(&brush::dab((x, y), size), document.size());
            document.paint(&tiles, ['.', '#', 'T', '~'][tile]);
        }
        Deed::Fill(x, y) => {
            let tiles = brush::fill(document, (x, y));
            document.paint(&tiles, 'T');
        }
        Deed::Place(x, y, columns, rows, symmetry) => document.stroke(|document| {
            let (size, troop) =
                (document.size(), troop([numbers::short(x), numbers::short(y)], (columns, rows)));
            let sides = Symmetry::ALL[symmetry].0.images();
            sides.iter().for_each(|&sides| document.place(&troop.image(sides, size)));
        }),
        Deed::Remove(ref units) => document.remove_units(units),
        Deed::Obstacle(x, y, orbits) => {
            document.place_obstacle([x, y], 12.0, orbits.then_some(([1.0, 2.0], 9.0, 0.0)));
        }
        Deed::RemoveObstacle(index) => document.remove_obstacle(index),
        Deed::Goal(x, y) => {
            document.push("goals", json!({ "bring": { "team": "red" }, "to": [x, y, 2, 2] }));
        }
        Deed::Take(index) => document.take("orders", index),
        Deed::Resize(columns, rows) => document.resize(columns, rows),
        Deed::Undo => _ = document.undo(),
        Deed::Redo => _ = document.redo(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_drawn_can_be_undone_to_the_byte_and_done_again(deeds in prop::collection::vec(deeds(), 1..30)) {
        let mut document = by_hand();
        let start = document.to_text();
        deeds.iter().for_each(|deed| work(&mut document, deed));
        let end = document.to_text();
        let mut steps = 0;
        while document.undo() {
            steps += 1;
        }
        prop_assert_eq!(document.to_text(), start);
        prop_assert!(!document.is_changed());
        (0..steps).for_each(|_| _ = document.redo());
        prop_assert_eq!(document.to_text(), end);
    }

    #[test]
    fn what_is_shown_is_sound_and_a_document_without_faults_is_all_of_it(deeds in prop::collection::vec(deeds(), 1..30)) {
        let mut document = by_hand();
        deeds.iter().for_each(|deed| work(&mut document, deed));
        let shown = document.shown(None).expect("the map is always sound");
        prop_assert_eq!(shown.units.len(), shown.level.units.len());
        let parsed = Level::parse(&document.to_text(), "again", None);
        prop_assert_eq!(parsed.is_ok(), shown.faults.is_empty());
        if let Ok(level) = parsed {
            prop_assert_eq!(level, shown.level);
        }
    }
}

#[test]
fn who_fights_is_one_step_and_keeps_what_else_a_team_says() {
    use super::opponent::Opponent;
    let teams = [("red".to_owned(), [1, 2, 3]), ("blue".to_owned(), [4, 5, 6])];
    let mut document = by_hand();
    let before = document.to_text();
    assert_eq!(document.opponent(), Opponent::Friend);
    document.set_opponent(Opponent::Hunts, &teams);
    assert_eq!((document.opponent(), document.word("player")), (Opponent::Hunts, "red"));
    let level = Level::parse(&document.to_text(), "by-hand.json", None).unwrap();
    assert!(level.fight && level.teams[0].enemies == [1] && level.teams[1].color == [4, 5, 6]);
    assert!(level.teams[1].stance == crate::fight::stance::Stance::Hunt);
    assert!(document.undo());
    assert_eq!(document.to_text(), before, "one step");
    document.toggle_defeat(&teams);
    assert_eq!(
        (document.defeat(), &document.list("goals")[1]),
        (Some(1), &json!({ "defeat": { "team": "blue" } }))
    );
    assert_eq!(document.opponent(), Opponent::Stands, "a friend could not be defeated");
    document.toggle_defeat(&teams);
    assert_eq!((document.defeat(), document.list("goals").len()), (None, 1));
    assert_eq!((document.opponent(), document.word("player")), (Opponent::Friend, "red"));
    assert!(document.get("teams").is_none() && document.get("fight").is_none(), "all that came with it");
    assert!(document.undo() && document.opponent() == Opponent::Stands && document.defeat() == Some(1));
    document.take_goal(0);
    assert_eq!(document.opponent(), Opponent::Stands, "another goal");
    document.take_goal(0);
    assert_eq!((document.opponent(), document.get("player")), (Opponent::Friend, None), "however it goes");
    assert!(document.undo() && document.undo());
    document.set_opponent(Opponent::Hunts, &teams);
    document.toggle_defeat(&teams);
    assert_eq!(
        (document.defeat(), document.opponent()),
        (None, Opponent::Hunts),
        "that was asked for itself"
    );
    document.set("teams", json!([{ "name": "red", "color": "#010203", "_why": "ours" }, { "name": "blue", "color": "#040506" }]));
    document.set_opponent(Opponent::Stands, &teams);
    document.set_opponent(Opponent::Friend, &teams);
    assert_eq!(document.list("teams")[0], json!({ "name": "red", "color": "#010203", "_why": "ours" }));
    assert_eq!(document.opponent(), Opponent::Friend);
}
