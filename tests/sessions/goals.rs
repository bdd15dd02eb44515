//! Levels with goals: the shipped ones can be won as their authors did, and reports tell what a game came to.

use glam::Vec2;
use muster::goals::{Judge, Medal, Verdict, judge};
use muster::ids::UnitId;
use muster::level::Level;
use muster::level::goal::Wanted;
use muster::measure::{RunOptions, run};
use muster::order::{Action, Command, FormationShape, Manner, Order};
use muster::replay::Replay;
use muster::sim::{Options, Sim};
use std::f32::consts::PI;
use std::path::PathBuf;

/// The shipped levels that ask something of a player, by file.
fn scenarios() -> Vec<(PathBuf, Level)> {
    let files =
        std::fs::read_dir(crate::support::levels_folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "json")).collect();
    files.retain(|file| !file.ends_with("level.schema.json"));
    files.sort();
    let levels = files
        .into_iter()
        .map(|file| (file.clone(), Level::load(&file).unwrap_or_else(|errors| panic!("{errors}"))));
    levels.filter(|(_, level)| !level.scenario.goals.is_empty()).collect()
}

#[test]
fn every_authors_recording_comes_to_gold_on_the_level_beside_it() {
    let scenarios = scenarios();
    assert!(scenarios.len() >= 16, "{}", scenarios.len());
    for (file, level) in &scenarios {
        let recording = file.with_extension("replay");
        let replay = Replay::load(&recording).unwrap_or_else(|error| panic!("{error}"));
        let again = format!("cargo run --example author -- {} {}", file.display(), recording.display());
        assert!(replay.level().unwrap() == *level, "recorded on another level; make it anew: {again}");
        let outcome = judge(level, &replay, 1).unwrap();
        assert_eq!(outcome.medal, Some(Medal::Gold), "{}: {outcome:?}", file.display());
        assert!(outcome.seconds.unwrap() < 180.0, "{}: beatable in three minutes", file.display());
    }
}

/// The number that a word means.
fn number_of(word: &str) -> Option<usize> {
    const SMALL: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let small = |word: &str| SMALL.iter().position(|known| *known == word);
    let tens = |word: &str| TENS.iter().position(|known| *known == word).map(|place| 10 * (place + 2));
    match word.split_once('-') {
        Some((first, second)) => Some(tens(first)? + small(second)?),
        None => small(word).or_else(|| tens(word)),
    }
}

/// What there is so many of in a scenario: units of a team, of a kind and of a group, what goals ask for,
/// goals.
fn counted(level: &Level) -> Vec<usize> {
    let count = |is_one: &dyn Fn(usize) -> bool| (0..level.units.len()).filter(|&unit| is_one(unit)).count();
    let mut counts = vec![level.units.len(), level.scenario.goals.len()];
    for team in 0..level.teams.len() {
        counts.push(count(&|unit| level.units[unit].team == team));
        let of_kind = |kind| count(&|unit| (level.units[unit].team, level.units[unit].kind) == (team, kind));
        counts.extend((0..level.kinds.len()).map(of_kind));
    }
    counts.extend((0..level.groups.len()).map(|group| count(&|unit| level.units[unit].group == Some(group))));
    for goal in &level.scenario.goals {
        match &goal.wanted {
            Wanted::Bring { count, .. } | Wanted::Do { count, .. } => counts.push(*count),
            Wanted::Keep { who, at_least } => counts.extend([*at_least, who.len() - at_least]),
            _ => {}
        }
    }
    counts
}

/// Smaller numbers are about ways, fords and tiles.
#[test]
fn what_the_texts_of_a_scenario_count_is_there() {
    let mut named = 0;
    for (file, level) in scenarios() {
        let goals = level.scenario.goals.iter().filter_map(|goal| goal.text.as_deref());
        let told = [level.description.as_str()].into_iter().chain(goals).collect::<Vec<_>>().join(" ");
        let told = told.to_lowercase();
        let numbers = told.split(|sign: char| !sign.is_alphabetic() && sign != '-').filter_map(number_of);
        for number in numbers.filter(|number| *number >= 5) {
            assert!(counted(&level).contains(&number), "{}: {number} of what? {told}", file.display());
            named += 1;
        }
    }
    assert!(named >= 30, "{named}");
}

#[test]
fn scenarios_are_not_won_by_waiting() {
    for (file, level) in scenarios() {
        let options = RunOptions { sim: Options { threads: 1, ..Options::default() }, seconds: 20.0 };
        let ran = run::<std::io::Sink>(&level, &options, None, |_| ()).unwrap();
        let goals = ran.report.goals.expect("it has goals");
        assert!(!goals.reached && goals.orders == 0, "{}: {goals:?}", file.display());
    }
}

/// What comes to mind first: everybody of a goal is sent to the middle of its field, one goal after the
/// other.
fn plain_orders(level: &Level) -> Vec<Order> {
    let scenario = &level.scenario;
    let leads = |unit: &UnitId| scenario.player.is_none_or(|team| level.units[unit.0 as usize].team == team);
    let all = || (0..level.units.len()).map(|unit| UnitId(unit as u32)).filter(leads).collect();
    let mut sent: Vec<UnitId> = Vec::new();
    let orders = scenario.goals.iter().filter_map(|goal| {
        let (units, area): (Vec<UnitId>, _) = match &goal.wanted {
            Wanted::Bring { who, to, .. } => (who.iter().copied().filter(leads).collect(), *to),
            Wanted::Hold { area, .. } => (all(), *area),
            _ => return None,
        };
        let (low, high) = area.bounds();
        let (to, manner) = ((low + high) / 2.0, Manner::default());
        let queue = units.iter().any(|unit| sent.contains(unit));
        sent.extend(&units);
        let command = Command::Move { to, each: false, formation: FormationShape::None, manner };
        (!units.is_empty()).then_some(Order { units, command, queue })
    });
    orders.collect()
}

/// What orders given at the start come to, when a game takes `seconds` at most.
fn medal_of(level: &Level, orders: Vec<Order>, seconds: f32) -> Option<Medal> {
    let mut sim = Sim::new(level, &Options { threads: 1, ..Options::default() });
    let mut judge = Judge::new(level).unwrap();
    orders.into_iter().for_each(|order| sim.act(Action::Order(order)));
    while judge.verdict() == &Verdict::Open && sim.seconds() < seconds {
        sim.tick();
        judge.observe(&sim);
    }
    match judge.verdict() {
        Verdict::Won { medal, .. } => *medal,
        _ => None,
    }
}

/// Scenarios that are to be puzzled out: all but the first steps.
fn puzzles() -> impl Iterator<Item = (PathBuf, Level)> {
    scenarios().into_iter().filter(|(file, _)| !file.ends_with("first-steps.json"))
}

#[test]
fn the_plain_order_earns_bronze_at_most() {
    for (file, level) in puzzles() {
        let medal = medal_of(&level, plain_orders(&level), 90.0);
        assert!(medal <= Some(Medal::Bronze), "{}: {medal:?}", file.display());
    }
}

#[test]
fn sending_each_for_itself_earns_no_gold() {
    for (file, level) in puzzles() {
        let mut orders = plain_orders(&level);
        for order in &mut orders {
            if let Command::Move { each, .. } = &mut order.command {
                *each = true;
            }
        }
        let seconds = level.scenario.medals.gold.unwrap();
        assert!(medal_of(&level, orders, seconds) < Some(Medal::Gold), "{}", file.display());
    }
}

/// In a fight what comes to mind first is to attack with everybody.
fn plain_attack(level: &Level) -> Order {
    let player = level.scenario.player.expect("somebody is led");
    let of = |is_own: bool| {
        let units = level.units.iter().enumerate();
        units.filter(move |(_, unit)| (unit.team == player) == is_own)
    };
    let middle = of(false).map(|(_, unit)| unit.at).sum::<Vec2>() / of(false).count() as f32;
    let manner = Manner { attacks: true, ..Manner::default() };
    let command = Command::Move { to: middle, each: false, formation: FormationShape::None, manner };
    Order { units: of(true).map(|(index, _)| UnitId(index as u32)).collect(), command, queue: false }
}

#[test]
fn to_attack_with_everybody_earns_bronze_at_most() {
    let fights: Vec<_> = scenarios().into_iter().filter(|(_, level)| level.fight).collect();
    assert_eq!(fights.len(), 3);
    for (file, level) in fights {
        let medal = medal_of(&level, vec![plain_attack(&level)], 120.0);
        assert!(medal <= Some(Medal::Bronze), "{}: {medal:?}", file.display());
    }
}

/// The scenario of this file.
fn scenario(file: &str) -> (PathBuf, Level) {
    scenarios().into_iter().find(|(known, _)| known.ends_with(file)).unwrap()
}

/// Where one order to everybody is aimed must not decide either, px off the middle of the enemies or of the map:
/// when the levels were made none of 30 such orders was gold in the pass, 1 of 40 on the anvil.
#[test]
fn no_aim_of_one_order_to_everybody_wins_a_fight_in_gold() {
    const ANVIL: [(i16, i16); 6] = [(0, -25), (0, 25), (30, -60), (-30, 60), (30, 15), (-30, -15)];
    // Both mouths from both sides, between them, and each herd.
    const PASS: [(i16, i16); 8] =
        [(600, 615), (585, 180), (705, 615), (705, 180), (560, 400), (620, 250), (240, 150), (240, 600)];
    for (file, aims, is_off) in
        [("scenario-anvil.json", &ANVIL[..], true), ("scenario-pass.json", &PASS, false)]
    {
        let (_, level) = scenario(file);
        let seconds = level.scenario.medals.gold.unwrap();
        for &(x, y) in aims {
            let mut order = plain_attack(&level);
            if let Command::Move { to, .. } = &mut order.command {
                *to = Vec2::new(x.into(), y.into()) + if is_off { *to } else { Vec2::ZERO };
            }
            assert!(medal_of(&level, vec![order], seconds) < Some(Medal::Gold), "{file}: {x}, {y}");
        }
    }
}

/// How many of `games` near the author's win in gold: places are moved by 20 or 40 px in all directions, all alike or
/// each for itself, times by 1 to 3 s, all that times `scale`.
fn gold_near_the_authors(file: &str, games: usize, scale: f32) -> usize {
    let (path, level) = scenario(file);
    let author = Replay::load(&path.with_extension("replay")).unwrap().actions;
    let is_gold = |game: &usize| {
        let mut actions = author.clone();
        for (index, recorded) in actions.iter_mut().enumerate() {
            if recorded.tick > 0 {
                let by = [-60.0, -45.0, -30.0, 30.0, 60.0, 90.0][game % 6] * scale;
                recorded.tick = recorded.tick.saturating_add_signed(by as i64);
            }
            if let Action::Order(Order { command: Command::Move { to, .. }, .. }) = &mut recorded.action {
                let own = if game.is_multiple_of(2) { 0 } else { index };
                let angle = (5 * game + 4 * own) as f32 * PI / 6.0;
                *to += Vec2::from_angle(angle) * (20 + 20 * ((game / 2 + own) % 2)) as f32 * scale;
            }
        }
        let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        let mut judge = Judge::new(&level).unwrap();
        while judge.verdict() == &Verdict::Open && sim.seconds() < level.scenario.medals.gold.unwrap() {
            let now = sim.ticks();
            let due = actions.iter().filter(|recorded| recorded.tick == now);
            due.for_each(|recorded| sim.act(recorded.action.clone()));
            sim.tick();
            judge.observe(&sim);
        }
        matches!(judge.verdict(), Verdict::Won { medal: Some(Medal::Gold), .. })
    };
    (0..games).filter(is_gold).count()
}

/// Who has the idea need not have the author's precision.
#[test]
fn the_idea_wins_in_gold_from_other_places_and_at_other_times() {
    // At the well a quarter of that: its gate is one tile wide.
    for (file, least, scale) in [
        ("scenario-anvil.json", 8, 1.0),
        ("scenario-pass.json", 10, 1.0),
        ("scenario-bridge.json", 10, 1.0),
        ("scenario-well.json", 10, 0.25),
    ] {
        let gold = gold_near_the_authors(file, 12, scale);
        assert!(gold >= least, "{file}: {gold} of 12");
    }
}

#[test]
fn a_report_tells_what_a_game_came_to_and_a_level_without_goals_nothing() {
    let text = r#""map": { "size": [20, 5] }, "units": [{ "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 2.5] }],
        "orders": [{ "who": ["A"], "do": "move", "to": [12.5, 2.5] }]"#;
    let plain = crate::support::level(text);
    assert!(serde_json::to_value(crate::support::report(&plain, 20.0)).unwrap().get("goals").is_none());
    let level = crate::support::level(&format!(
        r#"{text}, "goals": [{{ "bring": ["A"], "to": [11, 1, 3, 3] }}], "medals": {{ "silver": 20 }}"#
    ));
    let report = serde_json::to_value(crate::support::report(&level, 20.0)).unwrap();
    let goals = &report["goals"];
    assert_eq!(
        (goals["reached"].as_bool(), goals["medal"].as_str()),
        (Some(true), Some("silver")),
        "{goals}"
    );
    let seconds = goals["seconds"].as_f64().unwrap();
    assert!((4.0..6.0).contains(&seconds) && goals["goals"][0]["met"] == goals["seconds"], "{goals}");
    // A run goes on until the goals are decided, though nobody has an order.
    let held = crate::support::level(&format!(
        r#"{}, "goals": [{{ "hold": [0, 0, 9, 5], "for": 3 }}]"#,
        text.split(",\n").next().unwrap()
    ));
    let report = crate::support::report(&held, 20.0);
    assert_eq!((report.goals.unwrap().reached, report.ticks), (true, 90));
    assert_eq!(Verdict::default(), Verdict::Open);
}
