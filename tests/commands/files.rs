//! Files that the program reads and writes: whole or not at all, kept apart, and never a hang or a panic.

use muster::files::{MAX_FILE, read_text};
use muster::grid::Grid;
use muster::level::{Level, import_with_notes};
use muster::measure::trace::Trace;
use muster::measure::{self, RunOptions};
use muster::path::scenario::{ScenarioFile, run_scenario};
use muster::replay::Replay;
use muster::sim::Options;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn program(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn muster(arguments: &[&str], folder: &Path) -> Output {
    program(arguments, folder).output().expect("the program starts")
}

fn status(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder with a level `walk.json` and a map `room.map` with its scenario.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let level = json!({ "format": 1, "name": "Walk \u{1b}[31m\nred", "map": { "size": [20, 5] },
        "units": [{ "id": "A\u{1b}]0;title\u{7}", "kind": "infantry", "team": "red", "at": [2.5, 2.5] }],
        "orders": [{ "who": "all", "do": "move", "to": [8.5, 2.5] }],
        "expect": { "within": 20, "arrived": 1 } });
    std::fs::write(folder.path().join("walk.json"), level.to_string()).unwrap();
    std::fs::write(folder.path().join("room.map"), "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n")
        .unwrap();
    std::fs::write(folder.path().join("room.map.scen"), "version 1\n0\tm\t4\t3\t0\t0\t3\t0\t3.0\n").unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Commands that print, and end by themselves.
const PRINTING: [&[&str]; 10] = [
    &["--help"],
    &["run", "--help"],
    &["--version"],
    &["run", "walk.json"],
    &["run", "walk.json", "--trace", "-"],
    &["check", "walk.json"],
    &["verify", "walk.json"],
    &["compare", "walk.json", "--models", "none"],
    &["import", "room.map"],
    &["path", "room.map"],
];

#[test]
fn a_reader_that_has_gone_ends_every_command_quietly() {
    let folder = folder();
    for arguments in PRINTING {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = program(arguments, folder.path()).stdout(writer).output().unwrap();
        assert_eq!((status(&output), error(&output)), (0, String::new()), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_every_command_with_2_and_a_word() {
    let folder = folder();
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    for arguments in PRINTING {
        let output = program(arguments, folder.path()).stdout(full()).output().unwrap();
        assert_eq!(status(&output), 2, "{arguments:?}");
        assert!(error(&output).starts_with("standard output: cannot be written: "), "{}", error(&output));
        let output = program(&["dance"], folder.path()).stderr(full()).output().unwrap();
        assert_eq!(status(&output), 2);
    }
}

#[test]
fn escapes_in_names_do_not_reach_the_terminal() {
    let folder = folder();
    std::fs::write(
        folder.path().join("bad.json"),
        "{ \"\u{9b}31m\": \"\u{1b}[2J\" }".replace('\u{1b}', "\\u001b"),
    )
    .unwrap();
    for arguments in
        PRINTING.iter().copied().chain([&["check", "bad.json"][..], &["check", "\u{1b}[2Jno.json"]])
    {
        if arguments.contains(&"-") {
            continue;
        }
        let output = muster(arguments, folder.path());
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &error(&output);
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{arguments:?}: {text:?}");
    }
    let said = muster(&["check", "walk.json"], folder.path()).stdout;
    assert!(String::from_utf8(said).unwrap().contains("Walk \\u{1b}[31m\\nred"));
}

#[test]
fn two_outputs_to_one_file_or_over_an_input_are_refused() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("old.json"), "old").unwrap();
    std::fs::hard_link(at("old.json"), at("hard.json")).unwrap();
    std::fs::hard_link(at("walk.json"), at("walk-too.json")).unwrap();
    let on_a_map = json!({ "format": 1, "name": "On a map", "map": { "file": "room.map" } });
    std::fs::write(at("on-a-map.json"), on_a_map.to_string()).unwrap();
    let before = names(folder.path());
    for arguments in [
        &["run", "walk.json", "--report", "-", "--replay", "-"][..],
        &["run", "walk.json", "--trace", "-", "--replay", "-"],
        &["run", "walk.json", "--report", "new.json", "--replay", "./new.json"],
        &["run", "walk.json", "--report", "old.json", "--trace", "hard.json"],
        &["run", "walk.json", "--report", "walk.json"],
        &["run", "walk.json", "--replay", "walk-too.json"],
        &["compare", "walk.json", "--csv", "./walk.json"],
        &["import", "room.map", "--to", "room.map"],
        &["run", "on-a-map.json", "--trace", "room.map"],
        &["bench", "--level", "on-a-map.json", "--csv", "./room.map"],
        &["run", "walk.json", "--report", "no/such/folder.json"],
        &["run", "walk.json", "--report", "."],
    ] {
        let output = muster(arguments, folder.path());
        assert_eq!(
            (status(&output), error(&output).lines().count()),
            (2, 1),
            "{arguments:?}: {}",
            error(&output)
        );
    }
    assert_eq!(names(folder.path()), before);
    assert_eq!(std::fs::read_to_string(at("old.json")).unwrap(), "old");
}

#[test]
fn a_run_that_fails_leaves_the_old_files() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("broken.json"), "{").unwrap();
    for name in ["report.json", "trace.csv", "run.replay"] {
        std::fs::write(at(name), "old").unwrap();
    }
    let outputs = ["--report", "report.json", "--trace", "trace.csv", "--replay", "run.replay"];
    let before = names(folder.path());
    let broken: Vec<&str> = ["run", "broken.json"].into_iter().chain(outputs).collect();
    assert_eq!(status(&muster(&broken, folder.path())), 2);
    assert_eq!(names(folder.path()), before);
    let old = |name: &str| std::fs::read_to_string(at(name)).unwrap() == "old";
    assert!(["report.json", "trace.csv", "run.replay"].into_iter().all(old));
    let sound: Vec<&str> = ["run", "walk.json"].into_iter().chain(outputs).collect();
    assert_eq!(status(&muster(&sound, folder.path())), 0);
    assert_eq!(names(folder.path()), before, "nothing is left beside them");
    assert!(!["report.json", "trace.csv", "run.replay"].into_iter().any(old));
}

#[test]
#[cfg(unix)]
fn devices_are_written_to_and_only_regular_files_are_read() {
    let folder = folder();
    let walk = |options: &[&str]| muster(&[&["run", "walk.json"], options].concat(), folder.path());
    let output = walk(&["--report", "/dev/null", "--replay", "/dev/null"]);
    assert_eq!(status(&output), 0, "{}", error(&output));
    let report: Value =
        serde_json::from_slice(&walk(&["--report", "/dev/stdout"]).stdout).expect("one object");
    assert_eq!(report["arrived"], 1);
    // Into the file that standard output is: nothing else is written there then.
    let shown = std::fs::File::create(folder.path().join("out.json")).unwrap();
    let arguments = ["run", "walk.json", "--report", "out.json"];
    program(&arguments, folder.path()).stdout(shown).status().unwrap();
    let report: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("out.json")).unwrap()).unwrap();
    assert_eq!(report["arrived"], 1);
    let pipe = folder.path().join("pipe.map");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for command in ["check", "run", "verify", "compare", "import", "path"] {
        for file in ["pipe.map", "/dev/zero", "."] {
            if !(file == "." && ["check", "verify", "compare"].contains(&command)) {
                assert_eq!(status(&muster(&[command, file], folder.path())), 2, "{command} {file}");
            }
        }
    }
    assert_eq!(status(&muster(&["replay", "pipe.map", "--verify"], folder.path())), 2);
}

#[test]
fn threads_are_bounded() {
    let folder = folder();
    for arguments in [&["run", "walk.json", "--threads", "257"][..], &["bench", "--threads", "99999999"]] {
        let output = muster(arguments, folder.path());
        assert_eq!(status(&output), 2);
        assert!(error(&output).contains("from 0 (all of the machine's) to 256"), "{}", error(&output));
    }
}

#[test]
fn shifts_are_bounded() {
    let folder = folder();
    for (command, shifts) in [("compare", "1000000000"), ("verify", "18446744073709551616")] {
        let output = muster(&[command, "walk.json", "--shifts", shifts], folder.path());
        assert_eq!(status(&output), 2);
        assert!(error(&output).contains("from 0 to 10000"), "{}", error(&output));
    }
}

/// A recording of the walk, cut within a second.
fn recording(folder: &Path) -> (PathBuf, Value) {
    let path = folder.join("walk.replay");
    let output = muster(&["run", "walk.json", "--seconds", "2.9", "--replay", "walk.replay"], folder);
    assert_eq!(status(&output), 0, "{}", error(&output));
    let recorded = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    (path, recorded)
}

#[test]
fn a_recording_is_held_to_all_that_it_says() {
    let folder = folder();
    let (path, sound) = recording(folder.path());
    assert_eq!((&sound["ticks"], sound["hashes"].as_array().unwrap().len()), (&json!(87), 4));
    let verify = |changed: &dyn Fn(&mut Value)| {
        let mut recording = sound.clone();
        changed(&mut recording);
        std::fs::write(&path, recording.to_string()).unwrap();
        let output = muster(&["replay", "walk.replay", "--verify"], folder.path());
        (status(&output), String::from_utf8_lossy(&output.stdout).into_owned() + &error(&output))
    };
    assert_eq!(verify(&|_| ()).0, 0);
    let (code, said) = verify(&|recording| recording["hashes"][3] = json!("0000000000000000"));
    assert_eq!(code, 1, "the last part of a second: {said}");
    let order = |tick: u64| json!({ "tick": tick, "action": "remove", "units": [] });
    for (changed, expected) in [
        (
            &(|recording: &mut Value| drop(recording["hashes"].as_array_mut().unwrap().pop()))
                as &dyn Fn(&mut Value),
            "hashes: 3",
        ),
        (&|recording| recording["hashes"] = json!([]), "hashes: 0"),
        (&|recording| recording["ticks"] = json!(1_000_000_000_000_u64), "hashes: 4"),
        (&|recording| recording["ticks"] = json!(u64::MAX), "hashes: 4"),
        (&|recording| recording["replay"] = json!(2), "format 2"),
        (&|recording| recording["level"]["name"] = json!(7), "name"),
    ] {
        let (code, said) = verify(changed);
        assert!(code == 2 && said.contains(expected), "{code}: {said}");
    }
    let actions = sound["actions"].as_array().unwrap().first().cloned();
    let at = |tick: u64| {
        actions.clone().map_or_else(
            || order(tick),
            |mut action| {
                action["tick"] = json!(tick);
                action
            },
        )
    };
    let (code, said) = verify(&|recording| recording["actions"] = json!([at(50), at(20)]));
    assert!(code == 2 && said.contains("actions are in order"), "{said}");
    let (code, said) = verify(&|recording| recording["actions"] = json!([at(88)]));
    assert!(code == 2 && said.contains("ends after 87 ticks"), "{said}");
}

/// A text with bytes cut, turned, doubled and put in, as files on bad disks and in bad hands are.
fn mutations(sound: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    // A generator of its own, always the same numbers.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    for piece in [
        &b"1e999"[..],
        b"-99999999999999999999",
        b"\0",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\r\n",
        b"[[[[[[[[",
        b"\"",
        b"null,",
        b"0.00000001",
        b"18446744073709551616",
    ] {
        for _ in 0..2 {
            let mut bytes = sound.to_vec();
            let at = next(bytes.len());
            bytes.splice(at..at, piece.iter().copied());
            all.push(bytes);
        }
        // In the place of a number.
        let digits: Vec<usize> = (0..sound.len()).filter(|&i| sound[i].is_ascii_digit()).collect();
        let mut bytes = sound.to_vec();
        let at = digits[next(digits.len())];
        bytes.splice(at..=at, piece.iter().copied());
        all.push(bytes);
    }
    for _ in 0..6 {
        let mut bytes = sound.to_vec();
        bytes.truncate(next(sound.len()));
        all.push(bytes.clone());
        bytes.extend_from_slice(&sound[next(sound.len())..]);
        all.push(bytes);
        let mut bytes = sound.to_vec();
        let at = next(bytes.len());
        bytes[at] ^= 1 << next(8);
        all.push(bytes);
    }
    all
}

/// What may be there in a file's place as a whole.
fn replaced(sound: &[u8]) -> [Vec<u8>; 6] {
    [
        b"[".repeat(100_000),
        b"{\"a\":".repeat(100_000),
        b"<a>".repeat(100_000),
        Vec::new(),
        [b"\xef\xbb\xbf", sound].concat(),
        String::from_utf8_lossy(sound).replace('\n', "\r\n").into_bytes(),
    ]
}

/// What a command does with a file, without a process of its own: what is wrong with it, if anything is.
fn take(command: &str, folder: &Path, file: &Path) -> Result<(), String> {
    let text = |path: &Path| read_text(path, MAX_FILE).map_err(|said| said.to_string());
    match command {
        "run" => {
            let level = Level::load(file).map_err(|said| said.to_string())?;
            let options = RunOptions { sim: Options::default(), seconds: 1.0 };
            measure::run(&level, &options, None::<Trace<Vec<u8>>>, |_| ()).unwrap();
        }
        "replay" => {
            let session = Replay::load(file).map_err(|said| said.to_string())?;
            session.verify(0).map_err(|said| said.to_string())?;
        }
        "import" => drop(import_with_notes(file).map_err(|said| said.to_string())?),
        _ => {
            let grid = Grid::from_movingai(&text(&folder.join("room.map"))?).unwrap();
            let scenario = ScenarioFile::parse(&text(file)?).map_err(|error| error.what.to_string())?;
            run_scenario(&grid, &scenario, 1);
        }
    }
    Ok(())
}

#[test]
fn no_mutated_file_panics_or_hangs() {
    let folder = folder();
    let (_, recording) = recording(folder.path());
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let tmj = json!({ "width": 2, "height": 2, "infinite": false, "layers": [{ "type": "tilelayer", "name": "Rock",
        "width": 2, "height": 2, "x": 0, "y": 0, "data": [1, 0, 0, 1] }], "tilesets": [{ "firstgid": 1, "tiles": [] }] });
    let tmx = r#"<map width="2" height="2"><tileset firstgid="1"/><layer name="Rock" width="2" height="2"><data encoding="csv">1,0,0,1</data></layer></map>"#;
    let cases: [(&str, Vec<u8>, &[&str]); 6] = [
        ("m.json", read("walk.json"), &["run", "m.json", "--seconds", "1"]),
        ("m.replay", recording.to_string().into_bytes(), &["replay", "m.replay", "--verify"]),
        ("m.map", read("room.map"), &["import", "m.map"]),
        ("m.scen", read("room.map.scen"), &["path", "room.map", "m.scen"]),
        ("m.tmj", tmj.to_string().into_bytes(), &["import", "m.tmj"]),
        ("m.tmx", tmx.into(), &["import", "m.tmx"]),
    ];
    for (name, sound, command) in cases {
        let (file, changed) = (folder.path().join(name), mutations(&sound));
        // Wine has dropped one of the hundreds of processes that this takes: there only a few are begun.
        for (number, bytes) in changed.iter().chain(&replaced(&sound)).enumerate() {
            std::fs::write(&file, bytes).unwrap();
            let taken = take(command[0], folder.path(), &file);
            if !cfg!(windows) || number >= changed.len() {
                let output = muster(command, folder.path());
                let statuses = if taken.is_ok() { 0..=1 } else { 2..=2 };
                assert!(
                    statuses.contains(&status(&output)),
                    "{name}, {number}: {taken:?}, {}",
                    error(&output)
                );
            }
        }
    }
}
