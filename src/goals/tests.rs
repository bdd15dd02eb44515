use super::*;
use crate::grid::Tile;
use crate::order::{Command, Order};
use crate::sim::Options;
use glam::vec2;

/// A field of 20 × 5 tiles with two of red on the left and one of blue on the right.
fn level(goals: &str) -> Level {
    let text = format!(
        r#"{{ "format": 1, "name": "A", "map": {{ "size": [20, 5] }}, "player": "red",
            "units": [{{ "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 1.5] }},
                      {{ "id": "B", "kind": "infantry", "team": "red", "at": [2.5, 3.5] }},
                      {{ "id": "C", "kind": "infantry", "team": "blue", "at": [17.5, 2.5] }}],
            {goals} }}"#
    );
    Level::parse(&text, "a.json", None).unwrap_or_else(|errors| panic!("{errors}"))
}

fn send(units: &[u32], x: f32) -> Action {
    let command = Command::Move {
        to: vec2(x * 30.0, 75.0),
        each: false,
        formation: Default::default(),
        manner: Default::default(),
    };
    Action::Order(Order { units: units.iter().copied().map(UnitId).collect(), command, queue: false })
}

/// Plays for so many seconds, with things done at given seconds.
fn play(level: &Level, deeds: &[(f32, Action)], seconds: f32) -> (Sim, Judge) {
    let mut sim = Sim::new(level, &Options { threads: 1, ..Options::default() });
    let mut judge = Judge::new(level).unwrap();
    for tick in 0..ticks_in(seconds) {
        for (_, action) in deeds.iter().filter(|(time, _)| ticks_in(*time) == tick) {
            sim.act(action.clone());
        }
        sim.tick();
        judge.observe(&sim);
    }
    (sim, judge)
}

#[test]
fn units_of_any_kind_are_told_in_a_sentence() {
    let told = |kind: &str| {
        let text = format!(
            r#"{{ "format": 1, "name": "A", "map": {{ "size": [20, 5] }},
                "kinds": {{ "ship": {{ "radius": 5, "speed": 70, "acceleration": 300 }} }},
                "units": [{{ "kind": "{kind}", "team": "red", "group": "fleet",
                            "block": {{ "from": [2, 2], "columns": 8, "rows": 1, "spacing": 30 }} }}],
                "goals": [{{ "bring": {{ "group": "fleet" }}, "to": [15, 0, 4, 5], "count": 3 }}] }}"#
        );
        let level = Level::parse(&text, "a.json", None).unwrap_or_else(|errors| panic!("{errors}"));
        Judge::new(&level).unwrap().words()[0].clone()
    };
    assert_eq!(told("ship"), "Bring 3 of the 8 ship units of red to the marked field");
    assert_eq!(told("infantry"), "Bring 3 of the 8 infantry of red to the marked field");
}

#[test]
fn who_is_brought_is_counted_at_one_moment_and_the_time_gives_the_medal() {
    let level = level(
        r#""goals": [{ "bring": { "team": "red" }, "to": [9, 0, 4, 5] }],
        "medals": { "gold": 4, "silver": 5, "bronze": 8 }"#,
    );
    let deed = |time| [(time, send(&[0, 1], 10.5))];
    let medal = |time: f32| match play(&level, &deed(time), 12.0).1.verdict() {
        Verdict::Won { medal, .. } => *medal,
        other => panic!("{other:?}"),
    };
    assert_eq!(medal(0.0), Some(Medal::Gold));
    assert_eq!(medal(1.0), Some(Medal::Silver));
    assert_eq!(medal(3.0), Some(Medal::Bronze));
    assert_eq!(medal(7.0), None);
    let (sim, judge) = play(&level, &[(0.0, send(&[0], 10.5))], 12.0);
    assert_eq!((judge.verdict(), &*judge.told(&sim)[0].progress), (&Verdict::Open, "1 of 2"));
}

#[test]
fn an_area_is_held_while_own_units_are_in_it_and_nobody_else() {
    let level = level(r#""goals": [{ "hold": [9, 0, 4, 5], "for": 6 }]"#);
    let (_, judge) = play(&level, &[(0.0, send(&[0], 10.5)), (0.0, send(&[2], 14.5))], 14.0);
    let Verdict::Won { tick, .. } = judge.verdict() else { panic!("{:?}", judge.verdict()) };
    assert!((9 * 30..12 * 30).contains(tick), "{tick}");
    let deeds = [(0.0, send(&[0], 10.5)), (4.0, send(&[2], 11.5)), (11.0, send(&[2], 17.5))];
    let (sim, judge) = play(&level, &deeds, 14.0);
    assert_eq!(judge.verdict(), &Verdict::Open, "blue came in");
    assert!(judge.told(&sim)[0].progress.ends_with(" of 6 s"));
    let (sim, judge) = play(&level, &[(0.0, send(&[0], 10.5)), (0.0, send(&[2], 11.5))], 14.0);
    assert_eq!(judge.told(&sim)[0].progress, "1 of them in it", "why time does not count is told");
    // One of red stands before the area, but not in it.
    let (sim, judge) = play(&level, &[(0.0, send(&[0], 8.5))], 14.0);
    assert_eq!(judge.told(&sim)[0].progress, "nobody of yours in it");
}

#[test]
fn an_area_is_shut_while_the_others_are_out_of_it() {
    let level = level(r#""goals": [{ "shut": [16, 0, 4, 5], "against": "blue", "for": 3 }]"#);
    assert_eq!(play(&level, &[], 8.0).1.verdict(), &Verdict::Open);
    let (_, judge) = play(&level, &[(1.0, send(&[2], 10.5))], 8.0);
    let Verdict::Won { tick, medal: None } = judge.verdict() else { panic!("{:?}", judge.verdict()) };
    assert!((4 * 30..6 * 30).contains(tick), "{tick}");
    let (sim, judge) = play(&level, &[], 8.0);
    assert_eq!(judge.told(&sim)[0].progress, "1 of them in it");
    let (sim, judge) = play(&level, &[(1.0, send(&[2], 10.5))], 4.0);
    assert!(judge.told(&sim)[0].progress.ends_with(" of 3 s"), "nobody has to stand in it");
}

#[test]
fn what_comes_too_late_costs_too_much_or_is_dead_is_lost() {
    let late = level(r#""goals": [{ "bring": ["A"], "to": [4, 0, 9, 5], "within": 3 }]"#);
    assert!(matches!(
        play(&late, &[(0.0, send(&[1], 10.5))], 6.0).1.verdict(),
        Verdict::Lost { tick: 90, .. }
    ));
    let dear =
        level(r#""goals": [{ "bring": ["A"], "to": [9, 0, 4, 5] }], "limit": { "orders": 1, "tiles": 1 }"#);
    let two = [(0.0, send(&[0], 5.5)), (1.0, send(&[0], 10.5))];
    assert!(matches!(play(&dear, &two, 2.0).1.verdict(), Verdict::Lost { .. }));
    let tile = |column| Action::Edit { area: Area { column, row: 0, columns: 1, rows: 1 }, tile: Tile::Rock };
    // Of one tile it is one change, however often.
    assert_eq!(play(&dear, &[(0.0, tile(9)), (0.5, tile(9))], 2.0).1.verdict(), &Verdict::Open);
    assert!(matches!(play(&dear, &[(0.0, tile(9)), (0.5, tile(8))], 2.0).1.verdict(), Verdict::Lost { .. }));
    let dead = level(r#""goals": [{ "defeat": ["C"] }, { "keep": { "team": "red" }, "at_least": 1 }]"#);
    let gone = |unit| Action::Remove { units: vec![UnitId(unit)] };
    let (sim, judge) = play(&dead, &[(1.0, gone(0)), (2.0, gone(2))], 3.0);
    assert!(matches!(judge.verdict(), Verdict::Won { tick: 61, .. }), "{:?}", judge.verdict());
    assert!(judge.told(&sim).iter().all(|goal| goal.is_met));
    assert!(matches!(play(&dead, &[(0.5, gone(0)), (1.0, gone(1))], 3.0).1.verdict(), Verdict::Lost { .. }));
}

#[test]
fn what_is_too_far_for_the_time_that_is_left_is_lost_at_once() {
    let level = level(r#""goals": [{ "bring": { "team": "red" }, "to": [9, 0, 4, 5], "within": 6 }]"#);
    let verdict = |deeds: &[(f32, Action)]| play(&level, deeds, 6.0).1.verdict().clone();
    let lost = |tick: u64, why: &str| {
        let why = format!("{why}: Bring all 2 infantry of red to the marked field within 6 s");
        Verdict::Lost { tick, why }
    };
    // They need 3.25 s at full speed: those who still stand after three seconds come too late.
    assert_eq!(verdict(&[]), lost(90, "Nobody can be there in time any more"));
    assert_eq!(verdict(&[(0.0, send(&[0], 10.5))]), lost(90, "Only 1 can still be there in time"));
    assert!(matches!(verdict(&[(1.9, send(&[0, 1], 11.0))]), Verdict::Won { .. }), "in time");
}

#[test]
fn what_nobody_can_reach_any_more_is_lost_and_what_may_still_open_is_not() {
    let wall =
        |time: f32, tile: &str| format!(r#"{{ "time": {time}, "area": [6, 0, 1, 5], "tile": "{tile}" }}"#);
    let why = |edits: &str, tiles: &str, deeds: &[(f32, Action)]| {
        let goals = format!(
            r#""edits": [{edits}], "goals": [{{ "bring": {{ "team": "red" }}, "to": [9, 0, 4, 5] }}],
            "limit": {{ {tiles} }}"#
        );
        match play(&level(&goals), deeds, 8.0).1.verdict() {
            Verdict::Lost { tick, why } => Some((*tick, why.clone())),
            _ => None,
        }
    };
    let (shut, nobody_builds) = (wall(2.5, "#"), r#""tiles": 0"#);
    let told = |who: &str| Some((90, format!("{who}: Bring all 2 infantry of red to the marked field")));
    assert_eq!(why(&shut, nobody_builds, &[]), told("Nobody can get there any more"));
    assert_eq!(why(&shut, nobody_builds, &[(0.0, send(&[0], 8.5))]), told("Only 1 can still get there"));
    assert_eq!(why(&shut, nobody_builds, &[(0.0, send(&[0, 1], 8.5))]), None, "both are through");
    assert_eq!(why(&shut, "", &[]), None, "the player may dig");
    assert_eq!(why(&format!("{shut}, {}", wall(7.0, ".")), nobody_builds, &[]), None, "it opens again");
    // The wall is under way only as long as somebody stands in it.
    assert_eq!(why(&shut, nobody_builds, &[(0.0, send(&[0], 6.5))]), None);
}

#[test]
fn where_no_way_leads_is_looked_up_once_until_the_map_changes() {
    let level = level(
        r##""edits": [{ "time": 0.5, "area": [14, 0, 1, 2], "tile": "#" },
                     { "time": 4.5, "area": [14, 2, 1, 3], "tile": "#" }],
        "goals": [{ "bring": { "team": "red" }, "to": [9, 0, 4, 5] }], "limit": { "tiles": 0 }"##,
    );
    let (mut sim, mut judge) = play(&level, &[], 2.0);
    let found = |judge: &Judge| {
        let known = judge.apart.borrow();
        let [(_, tiles)] = &known.found[..] else { panic!("{known:?}") };
        (tiles.as_ptr(), tiles.iter().filter(|&&apart| apart).count())
    };
    let first = found(&judge);
    assert_eq!(first.1, 0, "the way round is open");
    let mut play_on = |judge: &mut Judge, seconds: f32| {
        while sim.ticks() < ticks_in(seconds) {
            sim.tick();
            judge.observe(&sim);
        }
    };
    play_on(&mut judge, 4.0);
    assert_eq!(found(&judge), first, "the same look");
    play_on(&mut judge, 6.0);
    assert_eq!(found(&judge).1, 25, "all beyond the wall");
    judge.fork(150);
    assert!(judge.apart.borrow().found.is_empty(), "another future may have another map");
}

#[test]
fn what_nobody_is_left_to_hold_or_to_defeat_is_lost() {
    let held = level(r#""goals": [{ "hold": [9, 0, 4, 5], "for": 2 }]"#);
    let gone = |units: &[u32]| Action::Remove { units: units.iter().copied().map(UnitId).collect() };
    assert_eq!(play(&held, &[(1.0, gone(&[0]))], 3.0).1.verdict(), &Verdict::Open);
    assert!(matches!(play(&held, &[(1.0, gone(&[0, 1]))], 3.0).1.verdict(), Verdict::Lost { tick: 60, .. }));
    let fought = level(r#""goals": [{ "defeat": ["C"] }]"#);
    assert_eq!(play(&fought, &[(1.0, gone(&[0]))], 3.0).1.verdict(), &Verdict::Open);
    assert!(matches!(
        play(&fought, &[(1.0, gone(&[0, 1]))], 3.0).1.verdict(),
        Verdict::Lost { tick: 60, .. }
    ));
}

#[test]
fn a_medal_is_left_as_long_as_what_is_to_be_held_can_be_held_in_time() {
    let level = level(
        r#""goals": [{ "bring": ["B"], "to": [15, 0, 1, 1] }, { "hold": [9, 0, 4, 5], "for": 4 }],
        "medals": { "gold": 8, "silver": 9 }"#,
    );
    let left = |deeds: &[(f32, Action)], seconds| play(&level, deeds, seconds).1.medal_left();
    assert_eq!(left(&[], 3.9), Some(Medal::Gold));
    assert_eq!(left(&[], 4.1), Some(Medal::Silver));
    assert_eq!(left(&[], 5.1), None);
    // It is held since about the fourth second, and B is missing.
    assert_eq!(left(&[(0.0, send(&[0], 10.5))], 8.9), Some(Medal::Silver));
    assert_eq!(left(&[(0.0, send(&[0], 10.5))], 9.1), None);
}

#[test]
fn medals_are_for_who_leads_the_own_team_without_the_sandbox() {
    let level = level(r#""goals": [{ "bring": ["A"], "to": [9, 0, 4, 5] }], "medals": { "gold": 60 }"#);
    let medal = |extra: Action| match play(&level, &[(0.0, send(&[0], 10.5)), (0.5, extra)], 6.0).1.verdict()
    {
        Verdict::Won { medal, .. } => *medal,
        other => panic!("{other:?}"),
    };
    assert_eq!(medal(send(&[1], 4.5)), Some(Medal::Gold));
    assert_eq!(medal(send(&[2], 14.5)), None, "blue was led");
    assert_eq!(medal(Action::Remove { units: vec![UnitId(2)] }), None);
}

#[test]
fn steps_are_ticked_by_what_the_hand_did() {
    let level = level(
        r#""goals": [{ "do": "select", "count": 2 }, { "do": "send" }, { "do": "queue" }, { "do": "front" },
        { "do": "patrol" }, { "do": "build", "count": 2 }]"#,
    );
    let met = |deeds: &[(f32, Action)]| {
        let (sim, judge) = play(&level, deeds, 0.5);
        judge.told(&sim).iter().map(|goal| goal.is_met).collect::<Vec<_>>()
    };
    assert_eq!(met(&[(0.0, send(&[0], 5.5))]), [false, true, false, false, false, false]);
    assert_eq!(met(&[(0.0, send(&[0, 1], 5.5))]), [true, true, false, false, false, false]);
    let order = |command, queue| Action::Order(Order { units: vec![UnitId(0)], command, queue });
    let mut drawn = send(&[1], 5.5);
    if let Action::Order(Order { command: Command::Move { manner, .. }, .. }) = &mut drawn {
        manner.frontage = Some(90.0);
    }
    let walls = Action::Edit { area: Area { column: 9, row: 0, columns: 1, rows: 2 }, tile: Tile::Rock };
    let all =
        [(0.0, order(Command::Patrol { route: vec![vec2(90.0, 90.0)] }, true)), (0.1, drawn), (0.2, walls)];
    assert_eq!(met(&all), [false, true, true, true, true, true]);
    let mut judge = Judge::new(&level).unwrap();
    judge.selected(2);
    assert!(judge.told(&Sim::new(&level, &Options::default()))[0].is_met, "told at once, while time stands");
}

#[test]
fn a_game_that_is_rewound_is_told_as_it_stood_and_another_future_is_judged_anew() {
    let level =
        level(r#""goals": [{ "bring": ["A"], "to": [9, 0, 4, 5] }, { "bring": ["B"], "to": [9, 0, 4, 5] }]"#);
    let deeds = [(0.0, send(&[0], 10.5)), (2.0, send(&[1], 10.5))];
    let (sim, mut judge) = play(&level, &deeds, 8.0);
    let Verdict::Won { tick, .. } = *judge.verdict() else { panic!("{:?}", judge.verdict()) };
    let met = |judge: &Judge| judge.told(&sim).iter().filter(|goal| goal.is_met).count();
    judge.look_at(tick - 1);
    assert_eq!((judge.verdict(), met(&judge)), (&Verdict::Open, 1));
    judge.look_at(0);
    assert_eq!(met(&judge), 0);
    judge.look_at(sim.ticks());
    assert!(matches!(judge.verdict(), Verdict::Won { .. }), "nothing is lost by going back");
    judge.fork(tick - 1);
    judge.observe(&sim);
    assert_eq!(judge.verdict(), &Verdict::Won { tick: sim.ticks(), medal: None });
    judge.change_future();
    assert_eq!(judge.verdict(), &Verdict::Won { tick, medal: None });
}
