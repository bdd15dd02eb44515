//! The program as a script sees it: what goes in, what comes out, and the exit status.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn muster(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_muster"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts")
}

fn status(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

fn error(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}

/// A file with the given text, and the folder that it goes away with.
fn file(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
    (folder, path)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

const WALK: &str = r#"{ "format": 1, "name": "Walk", "map": { "size": [20, 5] },
  "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 2.5] } ],
  "orders": [ { "who": ["A"], "do": "move", "to": [12.5, 2.5] } ],
  "expect": { "within": SECONDS, "arrived": 1, "overlap": 0 } }"#;

fn walk(seconds: &str) -> (tempfile::TempDir, PathBuf) {
    file("walk.json", &WALK.replace("SECONDS", seconds))
}

#[test]
fn run_prints_figures_and_ends_with_0() {
    let (_folder, level) = walk("20");
    let output = muster(&["run", text(&level)]);
    assert_eq!(status(&output), 0, "{}", error(&output));
    assert!(out(&output).contains("1 of 1"), "{}", out(&output));
}

#[test]
fn a_report_to_standard_output_is_json_and_nothing_else() {
    let (_folder, level) = walk("20");
    let output = muster(&["run", text(&level), "--report", "-"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(report["arrived"], 1);
    assert_eq!(status(&output), 0);
}

#[test]
fn a_trace_to_standard_output_is_csv_and_nothing_else() {
    let (_folder, level) = walk("20");
    let output = muster(&["run", text(&level), "--trace", "-", "--seconds", "1", "--trace-every", "10"]);
    assert_eq!(status(&output), 0);
    let lines: Vec<&str> = out(&output).lines().collect();
    assert_eq!((lines[0], lines.len()), ("tick,id,x,y,vx,vy,state", 5));
    assert!(lines[1..].iter().all(|line| line.split(',').count() == 7));
}

#[test]
fn report_and_trace_go_to_files_and_only_one_to_standard_output() {
    let (folder, level) = walk("20");
    let (report, trace) = (folder.path().join("report.json"), folder.path().join("trace.csv"));
    let output = muster(&["run", text(&level), "--report", text(&report), "--trace", text(&trace)]);
    assert_eq!(status(&output), 0);
    assert!(std::fs::read_to_string(&report).unwrap().starts_with('{'));
    assert!(std::fs::read_to_string(&trace).unwrap().starts_with("tick,id"));
    assert_eq!(status(&muster(&["run", text(&level), "--report", "-", "--trace", "-"])), 2);
    let nowhere = folder.path().join("no/such/folder/report.json");
    assert_eq!(status(&muster(&["run", text(&level), "--report", text(&nowhere)])), 2);
}

#[test]
fn run_takes_model_and_threads() {
    let (_folder, level) = walk("20");
    let output = muster(&["run", text(&level), "--model", "none", "--threads", "2", "--report", "-"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((report["model"].as_str(), report["threads"].as_u64()), (Some("none"), Some(2)));
}

#[test]
fn bad_input_and_bad_usage_end_with_2_and_say_why() {
    let (_folder, level) = walk("20");
    let level = text(&level);
    for arguments in [
        &["run", "no-such-level.json"][..],
        &["run", level, "--model", "telepathy"],
        &["run", level, "--seconds", "-3"],
        &["run", level, "--seconds", "soon"],
        &["run"],
        &["dance"],
        &["check", "no-such-level.json"],
        &["verify", "no-such-level.json"],
        &["compare", "no-such-level.json"],
        &["path", "no-such.map"],
        &["import", "no-such.tmj"],
        &["bench", "--units", "many"],
    ] {
        let output = muster(arguments);
        assert_eq!(status(&output), 2, "{arguments:?}: {}", error(&output));
        assert!(!error(&output).trim().is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_number_that_cannot_be_is_refused_with_what_is_needed() {
    for arguments in [
        &["run", "levels/canyon.json", "--seconds", "-3"][..],
        &["bench", "--units", "-5"],
        &["draw", "levels/canyon.json", "--output", "a.svg", "--fps", "7.5"],
        &["draw", "levels/canyon.json", "--output", "a.svg", "--size", "1e9"],
    ] {
        let refused = muster(arguments);
        assert_eq!(status(&refused), 2);
        assert!(error(&refused).contains("is needed"), "{}", error(&refused));
    }
}

#[test]
#[cfg(feature = "window")]
fn a_folder_of_levels_that_is_not_there_ends_with_2() {
    let refused = muster(&["--levels", "no/such/folder"]);
    assert_eq!(status(&refused), 2);
    assert!(error(&refused).contains("no/such/folder: there is no such folder"), "{}", error(&refused));
}

#[test]
fn check_names_all_faults_with_their_places_and_ends_with_2() {
    let (_folder, level) = file(
        "broken.json",
        "{ \"format\": 1, \"name\": \"Broken\", \"map\": { \"size\": [9, 9] },\n  \"units\": [\n    { \"kind\": \"infantrie\", \"team\": \"red\", \"at\": [1, 1] },\n    { \"kind\": \"hero\", \"team\": \"rde\", \"at\": [99, 1] } ] }\n",
    );
    let output = muster(&["check", text(&level)]);
    assert_eq!(status(&output), 2);
    let said = error(&output);
    assert!(said.contains("broken.json:3:15: units[0].kind:") && said.contains("`infantry`"), "{said}");
    assert!(said.contains("broken.json:4:31: units[1].team:") && said.contains("`red`"), "{said}");
    assert!(said.contains("units[1].at"), "{said}");
    for command in ["run", "verify"] {
        let output = muster(&[command, text(&level)]);
        assert_eq!((status(&output), error(&output).contains("broken.json:3:15")), (2, true), "{command}");
    }
}

#[test]
fn check_ends_with_0_on_the_shipped_levels() {
    let output = muster(&["check", "levels"]);
    assert_eq!(status(&output), 0, "{}", error(&output));
    assert!(out(&output).contains("canyon.json"));
}

#[test]
fn verify_ends_with_0_where_all_holds_and_with_1_where_it_does_not() {
    let (_folder, level) = walk("20");
    let output = muster(&["verify", text(&level), "--shifts", "2"]);
    assert_eq!(status(&output), 0, "{}{}", out(&output), error(&output));
    assert_eq!(out(&output).lines().filter(|line| line.starts_with("passed")).count(), 3, "{}", out(&output));
    let (_folder, level) = walk("1");
    let output = muster(&["verify", text(&level)]);
    assert_eq!(status(&output), 1);
    assert!(out(&output).contains("0 of 1 arrived"), "{}", out(&output));
}

/// A hero who has to push a guard along a corridor as wide as one of them.
const PUSHED: &str = r#"{ "format": 1, "name": "Pushed",
  "map": { "tiles": ["TTTTTTTTTTTT", "............", "TTTTTTTTTTTT"] },
  "kinds": { "wide": { "radius": 12, "speed": 60, "acceleration": 240 } },
  "units": [ { "id": "A", "kind": "wide", "team": "red", "at": [1.5, 1.5] }, { "kind": "wide", "team": "red", "at": [4.5, 1.5] } ],
  "orders": [ { "who": ["A"], "do": "move", "to": [8.5, 1.5] } ], "expect": { "within": 4.3, "arrived": 1 } }"#;

#[test]
fn compare_tells_what_is_lost_without_a_rule() {
    let (_folder, level) = file("pushed.json", PUSHED);
    let without = |rules: &str| muster(&["compare", text(&level), "--without", rules]);
    let output = without("pushes,keeps-right");
    let lost: Vec<_> = out(&output)
        .lines()
        .map(|row| row.split_whitespace().take(3).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(lost[1..4], ["nothing 0 1", "keeps-right 0 1", "pushes 1 1"], "{}", out(&output));
    let refused = without("pushing");
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(status(&refused) == 2 && told.contains("each, or one of: looks-ahead, keeps-right"), "{told}");
}

#[test]
fn a_parameter_set_for_a_run_holds_in_run_verify_and_compare() {
    let (folder, level) = file("pushed.json", PUSHED);
    let no_push = ["--set", "predictive.push=on", "--set", "predictive.push=off"];
    let with = |command: &[&str], set: &[&str]| muster(&[command, &[text(&level)], set].concat());
    assert_eq!(status(&with(&["verify"], &[])), 0);
    let fallen = with(&["verify"], &no_push);
    assert_eq!(status(&fallen), 1, "{}", out(&fallen));
    let run = with(&["run", "--seconds", "4.3"], &no_push);
    assert!(out(&run).contains("0 of 1"), "{}", out(&run));
    let compared = with(&["compare", "--models", "predictive", "--seconds", "4.3"], &no_push);
    let whole = with(&["compare", "--models", "predictive", "--seconds", "4.3"], &[]);
    assert!(out(&whole).contains(" *100 ") && out(&compared).contains(" *0 "), "{}", out(&compared));

    let recording = folder.path().join("run.replay");
    let recorded = with(&["run", "--seconds", "4", "--replay", text(&recording)], &no_push);
    assert_eq!(status(&recorded), 0);
    assert_eq!(status(&muster(&["replay", "--verify", text(&recording)])), 0, "it plays again as it was run");
}

#[test]
fn compare_prints_a_table_and_the_same_as_csv() {
    let (_folder, level) = walk("20");
    let output = muster(&["compare", text(&level), "--models", "predictive,none", "--seconds", "10"]);
    assert_eq!(status(&output), 0, "{}", error(&output));
    assert!(out(&output).contains("predictive") && out(&output).contains("none"), "{}", out(&output));
    let output =
        muster(&["compare", text(&level), "--models", "predictive,none", "--seconds", "10", "--csv", "-"]);
    let lines: Vec<&str> = out(&output).lines().collect();
    assert_eq!(lines.len(), 3, "a header and a line for each model: {lines:?}");
    let columns = |line: &str| line.split(',').count();
    assert!(lines.iter().all(|line| columns(line) == columns(lines[0])), "{lines:?}");
}

#[test]
fn path_ends_with_1_where_a_length_is_not_the_optimal_one() {
    let (folder, map) = file("room.map", "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n");
    let scenario = folder.path().join("room.map.scen");
    let row = |length: &str| format!("version 1\n0\troom.map\t4\t3\t0\t0\t3\t0\t{length}\n");
    std::fs::write(&scenario, row("3.0")).unwrap();
    let output = muster(&["path", text(&map), text(&scenario)]);
    assert_eq!(status(&output), 0, "{}{}", out(&output), error(&output));
    std::fs::write(&scenario, row("2.5")).unwrap();
    let output = muster(&["path", text(&map), text(&scenario)]);
    assert_eq!(status(&output), 1, "{}{}", out(&output), error(&output));
}

#[test]
fn import_makes_a_level_that_is_sound() {
    let (folder, map) = file("room.map", "type octile\nheight 3\nwidth 4\nmap\n....\n.@T.\n....\n");
    let level = folder.path().join("room.json");
    let output = muster(&["import", text(&map), "--to", text(&level)]);
    assert_eq!(status(&output), 0, "{}", error(&output));
    assert_eq!(status(&muster(&["check", text(&level)])), 0);
}

#[test]
fn bench_prints_a_line_for_each_crowd_and_level() {
    let level = "levels/canyon.json";
    let output = muster(&["bench", "--units", "50,100", "--level", level, "--seconds", "0.5"]);
    assert_eq!(status(&output), 0, "{}", error(&output));
    let lines: Vec<Vec<&str>> = out(&output).lines().map(|line| line.split_whitespace().collect()).collect();
    let heads: Vec<&[&str]> = lines[1..7].iter().map(|line| &line[..2]).collect();
    let crowds = ["medium", "sparse", "jammed"];
    let expected: Vec<[&str; 2]> = ["50", "100"].map(|units| crowds.map(|crowd| [crowd, units])).concat();
    assert_eq!(heads, expected);
    assert!(lines[7].join(" ").starts_with("Canyon 4 "), "{lines:?}");
    assert_eq!(lines.len(), 8);
}

#[test]
fn bench_writes_the_same_rows_as_csv_and_then_prints_nothing_else() {
    let arguments = ["bench", "--level", "levels/canyon.json", "--seconds", "0.5", "--csv", "-"];
    let output = muster(&arguments);
    assert_eq!(status(&output), 0, "{}", error(&output));
    let text = out(&output);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 2, "a level alone asks for no made-up crowds: {text}");
    assert_eq!(rows[0][..3], ["crowd", "units", "us_per_unit_tick"]);
    assert_eq!(rows[1][1], "4");
    assert!(rows[1][2].parse::<f64>().unwrap() > 0.0);
    assert_eq!(rows[0].len(), rows[1].len());
}

#[test]
fn help_of_each_command_has_an_example() {
    for command in ["play", "run", "compare", "verify", "check", "import", "path", "bench", "replay"] {
        let output = muster(&[command, "-h"]);
        assert_eq!(status(&output), 0, "{command}: {}", error(&output));
        let example = format!("Example: muster {command} ");
        let example = out(&output).lines().find_map(|line| line.strip_prefix(&example).map(str::to_owned));
        let example = example.unwrap_or_else(|| panic!("{command}: {}", out(&output)));
        let level = example.split(' ').next().filter(|word| word.ends_with(".json") && !word.contains('*'));
        if let Some(level) = level.filter(|level| level.starts_with("levels/")) {
            assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(level).is_file(), "{level} is not shipped");
        }
    }
}

#[test]
fn a_file_in_place_of_a_command_is_answered_with_the_command_that_opens_it() {
    for (file, command) in [("my.json", "`muster play my.json`"), ("my.replay", "`muster replay my.replay`")]
    {
        let output = muster(&[file]);
        assert_eq!(status(&output), 2);
        assert!(error(&output).contains(command), "{}", error(&output));
    }
}
