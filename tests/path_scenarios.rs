//! The MovingAI scenarios, where their files are present (`shared/data/movingai` beside the project), and
//! what is said of broken ones. Files that are not there are reported as ignored.

use libtest_mimic::{Arguments, Failed, Trial};
use muster::grid::{Grid, Tile};
use muster::path::scenario::{FoundPath, ScenarioFile, run_scenario};
use std::path::PathBuf;

const MAPS: [&str; 6] = ["arena", "den312d", "BigGameHunters", "Cauldron", "maze512-32-0", "random512-25-0"];

fn main() {
    let mut trials = vec![
        Trial::test("a_wrong_length_is_a_mismatch_on_a_line_of_its_own", wrong_length),
        Trial::test("a_query_that_cannot_be_asked_says_why", impossible_queries),
        Trial::test("lengths_may_be_rounded_as_the_file_rounds_them", rounding),
        Trial::test("every_kth_query_is_run", every_kth),
        Trial::test("a_broken_scenario_file_is_refused_with_its_line", broken_files),
    ];
    for name in MAPS {
        let file = data().map(|folder| folder.join(format!("{name}.map"))).filter(|file| file.exists());
        let missing = file.is_none();
        let run = move || every_length_is_optimal(file.expect("ignored where it is missing"));
        trials.push(
            Trial::test(format!("every_query_of_{name}_has_the_optimal_length"), run)
                .with_ignored_flag(missing),
        );
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The folder of MovingAI maps beside the project or further up.
fn data() -> Option<PathBuf> {
    let project = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    project.ancestors().map(|folder| folder.join("shared/data/movingai")).find(|folder| folder.is_dir())
}

fn every_length_is_optimal(file: PathBuf) -> Result<(), Failed> {
    let grid = Grid::from_movingai(&std::fs::read_to_string(&file)?)?;
    let scenario = ScenarioFile::parse(&std::fs::read_to_string(file.with_extension("map.scen"))?)?;
    let report = run_scenario(&grid, &scenario, 1);
    expect(report.queries > 100, "there are queries")?;
    expect(report.mismatches.is_empty(), report)
}

fn expect(holds: bool, what: impl std::fmt::Display) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(what.to_string().into()) }
}

/// Four by three tiles with a wall in the middle.
fn small_map() -> Grid {
    let mut grid = Grid::new(4, 3, vec![Tile::Ground; 12]);
    grid.set_tile(1, 1, Tile::Rock);
    grid.set_tile(2, 1, Tile::Rock);
    grid
}

fn wrong_length() -> Result<(), Failed> {
    let text =
        "version 1\n0\tm\t4\t3\t0\t0\t3\t0\t3\n0\tm\t4\t3\t0\t0\t3\t2\t4.41421\n0\tm\t4\t3\t2\t2\t2\t2\t0\n";
    let report = run_scenario(&small_map(), &ScenarioFile::parse(text)?, 1);
    let lines: Vec<String> = report.to_string().lines().map(str::to_owned).collect();
    expect(lines.len() == 2, &report)?;
    expect(lines[0] == "query 1 (line 3), (0, 0) to (3, 2): expected 4.41421, found 5.00000", &lines[0])?;
    expect(lines[1].starts_with("3 queries, 1 mismatches, median "), &lines[1])
}

fn impossible_queries() -> Result<(), Failed> {
    let text = "0\tm\t5\t3\t0\t0\t3\t0\t3\n0\tm\t4\t3\t1\t1\t3\t0\t3\n0\tm\t4\t3\t0\t0\t4\t0\t4\n";
    let mut grid = small_map();
    let report = run_scenario(&grid, &ScenarioFile::parse(text)?, 1);
    let found: Vec<String> = report.mismatches.iter().map(|mismatch| mismatch.to_string()).collect();
    expect(found.len() == 3, &report)?;
    expect(found[0].ends_with("made for a map of 5 × 3 tiles, this one has 4 × 3"), &found[0])?;
    expect(found[1].ends_with("its start is blocked"), &found[1])?;
    expect(found[2].ends_with("its goal is outside the map"), &found[2])?;
    for row in 0..3 {
        grid.set_tile(1, row, Tile::Water);
    }
    let report = run_scenario(&grid, &ScenarioFile::parse("0 m 4 3 0 0 3 0 3")?, 1);
    expect(report.mismatches[0].found == FoundPath::NoPath, report)
}

fn rounding() -> Result<(), Failed> {
    let grid = Grid::new(200, 200, vec![Tile::Ground; 40_000]);
    let line = |length: &str| format!("0\tm\t200\t200\t0\t0\t100\t199\t{length}\n");
    let mismatches =
        |text: &str| Ok::<_, Failed>(run_scenario(&grid, &ScenarioFile::parse(text)?, 1).mismatches.len());
    // 99 + 100 √2 = 240.42135623…, rounded or cut off.
    for rounded in ["240.4", "240.42", "240.421", "240.42135", "240.42136", "240.42135624", "240.421356237"] {
        expect(mismatches(&line(rounded))? == 0, rounded)?;
    }
    for wrong in ["240.43", "240.41", "240.42139", "240.4213580", "240", "239.8", "241.0"] {
        expect(mismatches(&line(wrong))? == 1, wrong)?;
    }
    // 11 √2 = 15.55634919, and with the benchmark's own √2 of nine decimals 15.55634918. A diagonal step more
    // or less shows at every precision.
    let eleven = |length: &str| format!("0\tm\t200\t200\t0\t0\t11\t11\t{length}\n");
    for rounded in ["15.6", "15.56", "15.556", "15.55634918", "15.55634919"] {
        expect(mismatches(&eleven(rounded))? == 0, rounded)?;
    }
    for wrong in ["14.1", "15.14", "16.14", "16.1421", "16.97056275", "15.14213562"] {
        expect(mismatches(&eleven(wrong))? == 1, wrong)?;
    }
    // The length with the most digits speaks for the others: 15.5 is 15.50 here.
    expect(mismatches(&(eleven("15.5") + &line("240.42")))? == 1, "15.5 beside 240.42")?;
    expect(mismatches(&(eleven("15.56") + &line("240.42")))? == 0, "15.56 beside 240.42")?;
    // A file that prints six digits drops zeros at the end: 6 is 6.00000.
    expect(mismatches("0\tm\t200\t200\t0\t0\t6\t0\t6\n")? == 0, "6")
}

fn every_kth() -> Result<(), Failed> {
    let text = "0\tm\t4\t3\t0\t0\t3\t0\t3\n".repeat(10);
    let scenario = ScenarioFile::parse(&text)?;
    let queries = |every| run_scenario(&small_map(), &scenario, every).queries;
    expect((queries(0), queries(1), queries(3), queries(100)) == (10, 10, 4, 1), "10, 10, 4, 1")
}

fn broken_files() -> Result<(), Failed> {
    for (text, line) in [
        ("version 1\n0\tm\t4\t3\t0\t0\t3\t0\tx\n", 2),
        ("version 1\n\n0\tm\t4\t3\t0\t0\t3\n", 3),
        ("0\tm\t4\t3\t0\t0\t3\t0\t-1\n", 1),
        ("0\tm\t4\t3\t0\t0\t3\t99999999999\t1\n", 1),
        ("version 1\n", 1),
        ("", 1),
    ] {
        expect(ScenarioFile::parse(text).is_err_and(|error| error.line == line), text)?;
    }
    expect(
        ScenarioFile::parse("version 1\r\n0\ta map.map\t4\t3\t0\t0\t3\t0\t3\r\n")?.queries.len() == 1,
        "CRLF, space",
    )
}
