//! Timing: crowds that are made up, and levels.

use crate::grid::{Grid, TILE, Tile};
use crate::ids::UnitId;
use crate::level::{Level, TimedOrder, UnitSpec, built_in_kinds, default_teams};
use crate::order::{Command, FormationShape, Manner, Order};
use crate::platform::clock::Instant;
use crate::platform::machine;
use crate::sim::{Options, Sim};
use crate::stages::Stage;
use crate::time::{TICK_RATE, ticks_in};
use crate::unit::ModelName;
use glam::Vec2;

/// A crowd that is made up for timing: infantry in rows on open ground, each sent to a random place on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum MadeUp {
    /// 20 px apart: everybody has somebody to avoid, and all get on.
    Medium,
    /// 60 px apart: most have nobody to avoid.
    Sparse,
    /// 16 px apart, where bodies of 14 px hardly get on: everybody pushes and is pushed.
    Jammed,
}

impl MadeUp {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            MadeUp::Medium => "medium",
            MadeUp::Sparse => "sparse",
            MadeUp::Jammed => "jammed",
        }
    }

    /// Distance between neighbours at the start, px.
    fn spacing(self) -> f32 {
        match self {
            MadeUp::Medium => 20.0,
            MadeUp::Sparse => 60.0,
            MadeUp::Jammed => 16.0,
        }
    }
}

/// Figures of one crowd.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchRow {
    /// Its name.
    pub crowd: String,
    /// Units.
    pub units: usize,
    /// Real time per unit and tick, µs.
    pub us_per_unit_tick: f64,
    /// Ticks per real second.
    pub ticks_per_second: f64,
    /// Of these, by stage in the order of [`Stage::ALL`].
    pub stages: [f64; Stage::ALL.len()],
    /// The most memory that the process has held meanwhile, MiB, where the system tells.
    pub peak_memory_mib: Option<f64>,
    /// What of that a unit of the game takes, bytes: without the program, and without the level that the game
    /// is made from. It is exact to some 500 KB in all, so it says nothing of small crowds, and less of the
    /// later rows of a table, which are given memory that earlier ones gave back.
    pub bytes_per_unit: Option<f64>,
}

/// A level of `count` infantry, each with a random goal on the field: the same for the same numbers.
pub fn crowd(made_up: MadeUp, count: usize, model: ModelName, seed: u64) -> Level {
    let side = (count as f32).sqrt().ceil() as usize;
    let spacing = made_up.spacing();
    let field = side as f32 * spacing;
    let tiles = (field / TILE).ceil() as i32 + 2;
    let mut random = SplitMix(seed);
    let place = |x: f32, y: f32| Vec2::new(x, y) + Vec2::splat(TILE);
    let kinds = built_in_kinds();
    let infantry = kinds.iter().position(|kind| kind.name == "infantry").unwrap_or(0);
    let mut units = Vec::with_capacity(count);
    let mut orders = Vec::with_capacity(count);
    for i in 0..count {
        let (column, row) = ((i % side) as f32, (i / side) as f32);
        let mut jitter = || random.next_unit() - 0.5;
        let at = place((column + 0.5) * spacing + jitter(), (row + 0.5) * spacing + jitter());
        let to = place(random.next_unit() * field, random.next_unit() * field);
        units.push(UnitSpec {
            name: format!("#{i}"),
            kind: infantry,
            team: 0,
            group: None,
            at,
            facing: None,
            priority: None,
            strength: None,
            model: None,
            parameters: Vec::new(),
        });
        let command =
            Command::Move { to, each: true, formation: FormationShape::None, manner: Manner::default() };
        orders.push(TimedOrder {
            time: 0.0,
            order: Order { units: vec![UnitId(i as u32)], command, queue: false }.into(),
        });
    }
    Level {
        name: made_up.name().to_owned(),
        description: String::new(),
        model,
        parameters: Vec::new(),
        controls: Default::default(),
        grid: Grid::new(tiles, tiles, vec![Tile::Ground; (tiles * tiles) as usize]),
        kinds,
        teams: default_teams(),
        groups: Vec::new(),
        units,
        obstacles: Vec::new(),
        orders,
        edits: Vec::new(),
        expect: None,
        fight: false,
        scenario: Default::default(),
    }
}

/// Times a level for `seconds` of simulation after one second of warming up; `model` moves everybody, instead
/// of what the level says.
pub fn bench(level: &Level, model: Option<ModelName>, threads: usize, seconds: f64) -> BenchRow {
    let count = level.units.len();
    machine::forget_peak_memory();
    let held_before = machine::memory_mib();
    let mut sim = Sim::new(level, &Options { model, threads });
    for _ in 0..TICK_RATE {
        sim.tick();
    }
    let ticks = ticks_in(seconds).max(1) as f64;
    let mut stages = [0.0; Stage::ALL.len()];
    let start = Instant::now();
    for _ in 0..ticks as u64 {
        sim.tick();
        for (sum, stage) in stages.iter_mut().zip(Stage::ALL) {
            *sum += sim.stage_times().of(stage).as_secs_f64();
        }
    }
    let took = start.elapsed().as_secs_f64();
    let per_unit_tick = 1e6 / (ticks * count.max(1) as f64);
    let peak_memory_mib = machine::peak_memory_mib();
    let game_mib = peak_memory_mib.zip(held_before).map(|(peak, before)| peak - before);
    BenchRow {
        crowd: level.name.clone(),
        units: count,
        us_per_unit_tick: took * per_unit_tick,
        stages: stages.map(|sum| sum * per_unit_tick),
        ticks_per_second: ticks / took,
        peak_memory_mib,
        bytes_per_unit: game_mib.map(|mib| mib * 1024.0 * 1024.0 / count.max(1) as f64),
    }
}

/// The head of a table of such rows.
pub fn table_header() -> String {
    format!(
        "{:<20}  {:>9}  {:>12}  {:>9}  {:>9}  {:>9}  µs of it by stage",
        "crowd", "units", "µs/unit/tick", "ticks/s", "peak MiB", "B/unit"
    )
}

/// A crowd's line in the table.
pub fn table_line(row: &BenchRow) -> String {
    let rounded = |figure: Option<f64>| figure.map_or("unknown".to_owned(), |figure| format!("{figure:.0}"));
    let (memory, bytes) = (rounded(row.peak_memory_mib), rounded(row.bytes_per_unit));
    let stages = Stage::ALL.iter().zip(row.stages);
    let stages: Vec<String> = stages.map(|(stage, time)| format!("{} {time:.3}", stage.name())).collect();
    let BenchRow { crowd, units, us_per_unit_tick: cost, ticks_per_second: rate, .. } = row;
    let stages = stages.join(", ");
    format!("{crowd:<20}  {units:>9}  {cost:>12.3}  {rate:>9.1}  {memory:>9}  {bytes:>9}  {stages}")
}

/// The columns of the figures as CSV.
pub fn csv_header() -> String {
    let stages: Vec<String> = Stage::ALL.iter().map(|stage| format!("us_{}", stage.name())).collect();
    format!(
        "crowd,units,us_per_unit_tick,ticks_per_second,peak_memory_mib,bytes_per_unit,{}",
        stages.join(",")
    )
}

/// A crowd's figures as CSV.
pub fn csv_line(row: &BenchRow) -> String {
    let written = |figure: Option<f64>| figure.map_or(String::new(), |figure| figure.to_string());
    let (memory, bytes) = (written(row.peak_memory_mib), written(row.bytes_per_unit));
    let stages: Vec<String> = row.stages.iter().map(f64::to_string).collect();
    let BenchRow { units, us_per_unit_tick: cost, ticks_per_second: rate, .. } = row;
    format!(
        "{},{units},{cost},{rate},{memory},{bytes},{}",
        super::trace::quoted(&row.crowd),
        stages.join(",")
    )
}

/// A small generator of random numbers whose sequence is fixed for all time (Steele, Lea, Flood 2014).
#[derive(Clone, Copy, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in 0..1.
    pub fn next_unit(&mut self) -> f32 {
        (self.next_bits() >> 40) as f32 / (1u64 << 24) as f32
    }
}
