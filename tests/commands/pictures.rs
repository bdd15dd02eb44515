//! Pictures without a window: they show the game as it is, and they are the same text wherever they are made.

use glam::{Vec2, vec2};
use muster::level::Level;
use muster::picture::film::{Film, frames};
use muster::picture::{DrawOptions, Layer, png};
use muster::sim::{self, Sim};
use std::path::Path;
use std::process::Command;

fn shipped(name: &str) -> Level {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(name);
    Level::load(&path).unwrap_or_else(|errors| panic!("{errors}"))
}

fn options(layers: &[Layer]) -> DrawOptions {
    DrawOptions { width: 900, layers: layers.to_vec(), ..DrawOptions::default() }
}

/// A picture at these ticks, and where everybody was in each, world px.
fn drawn(level: &Level, options: DrawOptions, ticks: &[u64], threads: usize) -> (String, Vec<Vec<Vec2>>) {
    let mut sim = Sim::new(level, &sim::Options { threads, ..Default::default() });
    let mut film = Film::new(&sim, &level.name, options);
    let mut places = Vec::new();
    for &tick in ticks {
        while sim.ticks() < tick {
            sim.tick();
            film.watch(&sim);
        }
        film.take(&sim);
        let ids = sim.ids_of(|_| true);
        places.push(ids.into_iter().map(|unit| sim.place_of(unit).unwrap()).collect());
    }
    (film.svg(&sim), places)
}

fn numbers(text: &str) -> Vec<f32> {
    // "1-2" are two numbers.
    let parted = text.replace('-', " -");
    parted.split(|sign: char| " (),".contains(sign)).filter_map(|word| word.parse().ok()).collect()
}

/// Where a counter is at a share of the film, px of the picture: what a browser makes of its animation.
fn animated(counter: roxmltree::Node, share: f32) -> Vec2 {
    let still = numbers(counter.attribute("transform").unwrap());
    let is_way = |node: &roxmltree::Node| node.attribute("type") == Some("translate");
    let Some(way) = counter.children().find(is_way) else { return vec2(still[0], still[1]) };
    let times: Vec<f32> =
        way.attribute("keyTimes").unwrap().split(';').map(|time| time.parse().unwrap()).collect();
    let places = way.attribute("values").unwrap().split(';').map(numbers);
    let places: Vec<Vec2> = places.map(|place| vec2(place[0], place[1])).collect();
    assert_eq!((times.len(), times[0], times[times.len() - 1]), (places.len(), 0.0, 1.0));
    let next = times.iter().position(|&time| time >= share).unwrap().max(1);
    let part = (share - times[next - 1]) / (times[next] - times[next - 1]);
    places[next - 1].lerp(places[next], part)
}

#[test]
fn a_moving_picture_has_everybody_where_the_game_has_them_in_every_frame() {
    let level = shipped("armies-change-places.json");
    let ticks = frames(1.0, 9.0, 10);
    let (svg, places) = drawn(&level, options(&[]), &ticks, 0);
    let document = roxmltree::Document::parse(&svg).unwrap();
    let is_counter = |node: &roxmltree::Node| {
        let used = node.children().find(|child| child.has_tag_name("use"));
        node.has_tag_name("g")
            && used.and_then(|used| used.attribute("href")).is_some_and(|id| id.starts_with("#b"))
    };
    let counters: Vec<_> = document.descendants().filter(is_counter).collect();
    assert_eq!(counters.len(), level.units.len());
    let (margin, mut worst, mut moved) = (34.0, 0.0f32, 0.0f32);
    let scale = (900.0 - 2.0 * margin) / level.grid.size().x;
    for (frame, places) in places.iter().enumerate() {
        let share = (ticks[frame] - ticks[0]) as f32 / (ticks[ticks.len() - 1] - ticks[0]) as f32;
        for (counter, place) in counters.iter().zip(places) {
            worst = worst.max(animated(*counter, share).distance(*place * scale + margin));
            moved = moved.max(animated(*counter, share).distance(animated(*counter, 0.0)));
        }
    }
    assert!(moved > 50.0 && worst < 0.8, "moved {moved} px, {worst} px off");
}

#[test]
fn a_crowd_of_a_thousand_over_ten_seconds_stays_under_2_mb() {
    let (svg, _) = drawn(&shipped("headon2x500.json"), options(&[]), &frames(5.0, 15.0, 10), 0);
    assert!(svg.len() < 2_000_000, "{} bytes", svg.len());
}

#[test]
fn a_picture_is_the_same_text_for_any_number_of_threads() {
    let layers =
        [Layer::Colliders, Layer::Paths, Layer::Promises, Layer::Pushes, Layer::Slots, Layer::Trails];
    let level = shipped("mixed-arms.json");
    let ticks = frames(2.0, 5.0, 5);
    let texts = [1, 2, 3].map(|threads| drawn(&level, options(&layers), &ticks, threads).0);
    assert!(texts[0] == texts[1] && texts[0] == texts[2]);
    assert!(texts[0].contains("calcMode=\"discrete\""), "what explains changes from frame to frame");
}

#[test]
fn land_that_is_built_under_way_appears_when_it_is_built() {
    let level = shipped("wall-under-way.json");
    let lands =
        |from, to| drawn(&level, options(&[]), &frames(from, to, 10), 0).0.matches("<path id=\"a").count();
    assert_eq!(lands(0.0, 1.0), 1);
    assert!(lands(0.0, 12.0) > 1);
}

#[test]
fn a_png_has_the_size_of_its_picture_and_the_colours_of_the_teams() {
    let (svg, _) = drawn(&shipped("canyon.json"), options(&[]), &[60], 1);
    let bytes = png(&svg).unwrap();
    let mut reader = png_of(&bytes);
    let mut pixels = vec![0; reader.output_buffer_size()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(frame.width, 900);
    let near = |pixel: &[u8], rgb: [u8; 3]| rgb.iter().zip(pixel).all(|(a, b)| a.abs_diff(*b) < 24);
    let count = |rgb| pixels.chunks(4).filter(|pixel| near(pixel, rgb)).count();
    assert!(count([0xC8, 0x45, 0x2F]) > 300, "counters: {}", count([0xC8, 0x45, 0x2F]));
    assert!(count([0x8A, 0x7F, 0x70]) > 20_000, "rock: {}", count([0x8A, 0x7F, 0x70]));
    assert!(count([0xEF, 0xE6, 0xD2]) > 100_000, "paper: {}", count([0xEF, 0xE6, 0xD2]));
}

fn png_of(bytes: &[u8]) -> ::png::Reader<&[u8]> {
    ::png::Decoder::new(bytes).read_info().unwrap()
}

#[test]
fn names_of_a_level_bring_no_markup_into_a_picture() {
    let text = r#"{ "format": 1, "name": "<script>&\"", "map": { "size": [6, 4] },
        "kinds": { "<b>": { "radius": 9, "speed": 60, "acceleration": 200, "priority": 1, "soft_radius": 12 } },
        "units": [ { "id": "&", "kind": "<b>", "team": "red", "at": [2.5, 1.5] } ] }"#;
    let level = Level::parse(text, "names.json", None).unwrap_or_else(|errors| panic!("{errors}"));
    let (svg, _) = drawn(&level, options(&[]), &[0], 1);
    let document = roxmltree::Document::parse(&svg).unwrap();
    let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("<script>&\" · 0 s"));
}

#[test]
fn what_cannot_be_drawn_is_told_with_what_would_be_right() {
    let draw = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_muster")).arg("draw").args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let level = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/canyon.json");
    for (arguments, part) in [
        (vec!["-o", "x.gif"], ".svg nor in .png"),
        (vec!["--from", "1", "--to", "2", "-o", "x.png"], "does not move"),
        (vec!["--from", "2", "--to", "1", "-o", "-"], "after --from"),
        (vec!["--select", "hero", "-o", "-"], "no unit has the id hero"),
        (vec!["--area", "90,0,5,5", "-o", "-"], "beside the map"),
        (vec!["--area", "1,2,3", "-o", "-"], "left, top, width and height"),
        (vec!["--at", "NaN", "-o", "-"], "a number of seconds"),
        (vec!["--fps", "0", "--from", "0", "--to", "1", "-o", "-"], "--fps"),
        (vec!["--layers", "walls", "-o", "-"], "colliders"),
        (vec!["-o", level], ".svg nor in .png"),
        (vec!["--set", "predictive.pusch=off", "-o", "-"], "no parameter pusch; it has fan, push"),
        (vec!["--set", "predictive.sight=9999", "-o", "-"], "goes from 30 to 270"),
        (vec!["--set", "orcas.sight=60", "-o", "-"], "orcas is no model"),
        (vec!["--set", "orca", "-o", "-"], "MODEL.PARAMETER=VALUE"),
    ] {
        let all: Vec<&str> = std::iter::once(level).chain(arguments.iter().copied()).collect();
        let (code, said) = draw(&all);
        assert!(code == Some(2) && said.contains(part), "{arguments:?}: {code:?} {said}");
    }
}
