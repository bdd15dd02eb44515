//! Traces of anybody on our levels: our own come to the figures of the run, others are read or refused in
//! words.

use muster::level::Level;
use muster::measure::judge::recorded::RecordedTrace;
use muster::measure::judge::{Judgement, judge};
use muster::measure::report::Report;
use muster::measure::trace::Trace;
use muster::measure::{RunOptions, run};
use muster::sim::Options;
use std::path::Path;
use std::process::Command;

fn shipped(name: &str) -> Level {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(name).with_extension("json");
    Level::load(&path).unwrap_or_else(|errors| panic!("{errors}"))
}

/// A run with its own report, and the same run judged by its trace.
fn both(level: &Level, model: Option<muster::unit::ModelName>, is_text: bool) -> (Report, Judgement) {
    let mut bytes = Vec::new();
    let trace = match is_text {
        true => Trace::text(&mut bytes, 1, &level.name),
        false => Trace::new(&mut bytes, 1),
    };
    let options = RunOptions { sim: Options { model, threads: 0 }, seconds: 40.0 };
    let ran = run(level, &options, Some(trace.unwrap()), |_| ()).unwrap();
    let recorded = RecordedTrace::parse(std::str::from_utf8(&bytes).unwrap(), level).unwrap();
    (ran.report, judge(level, &recorded).unwrap())
}

fn near(a: Option<f64>, b: Option<f64>, share: f64) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= share * b.abs().max(0.1),
        _ => a.is_none() && b.is_none(),
    }
}

#[test]
fn our_own_traces_are_judged_as_our_own_runs_are_reported() {
    for (name, is_text) in [
        ("canyon30", false),
        ("headon2x50", false),
        ("corridor2x20", true),
        ("circle100", true),
        ("wall-under-way", false),
    ] {
        let (report, judged) = both(&shipped(name), None, is_text);
        let told = format!("{name}:\n{report:?}\n{judged:?}");
        assert_eq!((judged.arrived, judged.ordered), (report.arrived, report.ordered), "{told}");
        // A trace does not say whether who is nudged at its place has arrived: it may take two seconds to get
        // back.
        let later = judged.makespan.unwrap() - report.makespan.unwrap();
        assert!((-0.1..2.0).contains(&later), "{told}");
        assert!(near(judged.mean_delay, report.mean_delay, 0.05), "{told}");
        assert!(near(judged.mean_travel, report.mean_travel, 0.03), "{told}");
        assert!(near(Some(judged.turning), Some(report.turning), 0.05), "{told}");
        assert!(near(Some(judged.reversals), Some(report.reversals), 0.1), "{told}");
        assert!((judged.overlap.max_depth - report.overlap.max_depth).abs() < 0.002, "{told}");
        assert!((judged.wall_depth - report.wall_depth).abs() < 0.002, "{told}");
        assert!(judged.fastest < 1.01 && judged.start_error < 0.01 && judged.unseen < 0.04, "{told}");
    }
}

#[test]
fn a_trace_that_cheats_is_seen_through() {
    // Swarm lets bodies overlap; judged by its trace alone it is found out.
    let (report, judged) = both(&shipped("headon2x50"), Some(muster::unit::ModelName::Swarm), false);
    assert!(report.overlap.max_depth > 1.0);
    assert!((judged.overlap.max_depth - report.overlap.max_depth).abs() < 0.01);
    assert_eq!(judged.overlap.unit_ticks, report.overlap.unit_ticks);
    // A unit that jumps to its goal is too fast.
    let level = shipped("canyon30");
    let goal = "tick,id,x,y\n0,A,100,100\n30,A,900,100\n";
    let first = &level.units[0];
    let jump = goal.replace('A', &first.name);
    let judged = judge(&level, &RecordedTrace::parse(&jump, &level).unwrap()).unwrap();
    assert!(judged.fastest > 5.0 && judged.units == 1, "{judged:?}");
    // Of two units one is left out: nobody is told that all are there, and for how long it is not seen.
    let level = shipped("corridor2x20");
    let rest = "tick,id,x,y\n0,u0,100,100\n90,u0,100,100\n";
    let judged = judge(&level, &RecordedTrace::parse(rest, &level).unwrap()).unwrap();
    assert!(judged.unseen == 3.0 && judged.ordered == level.units.len(), "{judged:?}");
}

#[test]
fn a_trace_may_come_in_any_order_with_any_line_ends() {
    let level = shipped("canyon30");
    let name = &level.units[0].name;
    let tidy = format!("# framerate: 10\n{name} 0 2.5 3\n{name} 1 2.6 3\n{name} 2 2.7 3\n");
    let wild =
        format!("\u{feff}# framerate: 10\r\n{name}, 2, 2.7, 3\r\n\r\n{name};0;2.5;3\r\n{name}\t1\t2.6\t3");
    assert_eq!(RecordedTrace::parse(&wild, &level), RecordedTrace::parse(&tidy, &level));
}

#[test]
fn the_text_form_is_read_in_its_units_and_frame_rates() {
    let text = r#"{ "format": 1, "name": "Walk", "map": { "size": [20, 5] },
        "units": [ { "kind": "infantry", "team": "red", "at": [2.5, 2.5] }, { "kind": "infantry", "team": "red", "at": [2.5, 3.5] } ],
        "orders": [ { "who": "all", "do": "move", "each": true, "to": [12.5, 2.5] } ] }"#;
    let level = Level::parse(text, "walk.json", None).unwrap();
    let rows = "1 0 250 250 0\n2 0 250 350 0\n1 10 350 250 0\n1\t20  450 250 176\n";
    let header = "# PeTrack export\n# framerate: 10.00 fps\n# id frame x/cm y/cm z/cm\n";
    let trace = RecordedTrace::parse(&format!("{header}{rows}"), &level).unwrap();
    let seconds: Vec<f64> = trace.frames.iter().map(|frame| frame.seconds).collect();
    assert_eq!(seconds, [0.0, 1.0, 2.0]);
    assert_eq!((trace.frames[0].places.len(), trace.frames[2].places[0].1), (2, glam::vec2(135.0, 75.0)));
    let metres = RecordedTrace::parse("# framerate: 25\n0 5 2.5 2.5\n1 5 2.5 3.5\n", &level).unwrap();
    assert_eq!(metres.frames[0].places[1], (muster::ids::UnitId(1), glam::vec2(75.0, 105.0)));
    assert!((metres.frames[0].seconds - 0.2).abs() < 1e-9);
}

#[test]
fn traces_that_make_no_sense_are_refused_with_their_line() {
    let level = shipped("canyon30");
    let name = &level.units[0].name;
    for (trace, part) in [
        (String::new(), "empty"),
        ("time,who,x\n".into(), "no column tick"),
        ("tick,id,x,y\n".into(), "no rows"),
        ("tick,id,x,y\n0,nobody,1,2\n".into(), "line 2: the level has no unit nobody; did you mean"),
        (format!("tick,id,x,y\n0,{name},1,two\n"), "line 2: two is no number for y"),
        (format!("tick,id,x,y\n-1,{name},1,2\n"), "line 2: -1 is no tick"),
        (
            format!("tick,id,x,y\n0,{name},1,2\n1,{name},1,2\n0,{name},3,4\n"),
            "has a place in frame 0 already, in line 2",
        ),
        (format!("tick,id,x,y\n0,{name},inf,2\n"), "no place"),
        ("# id frame x/m y/m\n1 0 2 3\n".into(), "no frame rate"),
        ("# framerate: 0\n1 0 2 3\n".into(), "line 1: 0 is no frame rate"),
        ("# a\n# framerate: fast\n1 0 2 3\n".into(), "line 2: fast is no frame rate"),
        ("1 0 2 3\n".into(), "line 1: there is no column tick"),
        ("# framerate: 30\n1 0 NaN 3\n".into(), "line 2: [NaN, 90] px is no place"),
        ("# framerate: 30\r\n1 0 2,5 3\r\n".into(), "line 2: 2,5 is no number for x"),
        ("# framerate: 30\n# unit: miles\n1 0 2 3\n".into(), "miles is no unit"),
        ("# framerate: 30\n1 0 2\n".into(), "line 2: id, frame, x and y"),
        ("# framerate: 30\n1 0.5 2 3\n".into(), "line 2: 0.5 is no frame"),
        (
            "# framerate: 30\n9999 0 2 3\n".into(),
            "line 2: the level has no unit 9999: ids count its units from 1 to",
        ),
    ] {
        let said = RecordedTrace::parse(&trace, &level).unwrap_err();
        assert!(said.contains(part), "{trace:?}: {said}");
    }
}

#[test]
fn the_commands_judge_side_by_side_and_compare_on_one_page() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let level = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/canyon30.json");
    let muster = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_muster")).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    muster(&["run", level, "--trace", &at("ours.txt")]);
    muster(&["run", level, "--trace", &at("theirs.csv"), "--seconds", "3"]);
    assert!(std::fs::read_to_string(at("ours.txt")).unwrap().starts_with("# description"));
    let table = muster(&["judge", level, &at("ours.txt"), &at("theirs.csv"), "--table"]);
    let row = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(table.lines().next().unwrap().contains("ours") && row("arrived").contains("1 of 1"), "{table}");
    assert!(row("arrived").trim_end().ends_with("0 of 1"), "{table}");
    muster(&["compare", level, "--models", "predictive,none", "--seconds", "10", "--html", &at("page.html")]);
    let page = std::fs::read_to_string(at("page.html")).unwrap();
    assert_eq!(page.matches("data:image/svg+xml;base64,").count(), 2);
    assert!(page.matches("<td").count() >= 16 && page.contains("Canyon") && !page.contains("NaN"));
    assert!(!page.contains("src=\"http") && !page.contains("<script"), "it needs nothing else");
}
