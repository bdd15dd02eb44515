//! `muster bench`.

use super::console::print;
use super::{positive_seconds, threads};
use crate::{ModelName, Outcome, Stop};
use muster::measure::bench::bench;
use muster::stages::Stage;

fn crowd(text: &str) -> Result<u32, String> {
    let units = text.parse().ok().filter(|units| (1..=200_000).contains(units));
    units.ok_or_else(|| "a whole number of units from 1 to 200000 is needed".to_owned())
}

/// Times made-up crowds.
#[derive(clap::Args)]
pub struct Bench {
    /// Numbers of units.
    #[arg(long, allow_negative_numbers = true, value_delimiter = ',', default_value = "1000,10000", value_parser = crowd)]
    units: Vec<u32>,
    /// Movement model.
    #[arg(long, default_value = "predictive")]
    model: ModelName,
    /// Threads of the simulation; 0: all of the machine's.
    #[arg(long, allow_negative_numbers = true, default_value = "1", value_parser = threads)]
    threads: usize,
    /// Simulated seconds that are timed.
    #[arg(long, allow_negative_numbers = true, default_value = "5", value_parser = positive_seconds)]
    seconds: f64,
}

impl Bench {
    /// A row for each number of units.
    pub fn execute(self) -> Result<Outcome, Stop> {
        print(format_args!(
            "{:>9}  {:>12}  {:>9}  {:>9}  µs of it by stage",
            "units", "µs/unit/tick", "ticks/s", "peak MiB"
        ))?;
        for &units in &self.units {
            let row = bench(units as usize, self.model, self.threads, self.seconds);
            let memory = row.peak_memory_mib.map_or("unknown".to_owned(), |mib| format!("{mib:.0}"));
            let stages: Vec<String> = Stage::ALL
                .iter()
                .zip(row.stages)
                .map(|(stage, time)| format!("{} {time:.3}", stage.name()))
                .collect();
            let (cost, rate) = (row.us_per_unit_tick, row.ticks_per_second);
            let stages = stages.join(", ");
            print(format_args!("{units:>9}  {cost:>12.3}  {rate:>9.1}  {memory:>9}  {stages}"))?;
        }
        Ok(Outcome::Done)
    }
}
