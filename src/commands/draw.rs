//! `muster draw`.

use super::console::{keep_apart, write};
use super::{load_with, moment, progress, setting};
use crate::{ModelName, Outcome, PathBuf, Stop, bad_input};
use muster::files::check_writable;
use muster::level::{Level, nearest};
use muster::movement::Setting;
use muster::picture::film::{Film, frames};
use muster::picture::{DrawOptions, Layer, WIDTH, WIDTHS, png};
use muster::sim::{self, Sim};
use muster::time::TICK_RATE;
use std::path::Path;

/// Longest film, s: what moves longer is better seen in the window.
const LONGEST_FILM: f64 = 600.0;
/// Highest picture, px.
const MAX_HEIGHT: u32 = 16_384;

fn area(text: &str) -> Result<[f32; 4], String> {
    let numbers: Vec<f32> = text.split(',').map_while(|number| number.trim().parse().ok()).collect();
    let numbers = <[f32; 4]>::try_from(numbers).ok().filter(|_| text.split(',').count() == 4);
    let is_sound = |[x, y, width, height]: &[f32; 4]| {
        [x, y].iter().all(|place| place.is_finite())
            && (1.0..1e5).contains(width)
            && (1.0..1e5).contains(height)
    };
    numbers.filter(is_sound).ok_or_else(|| {
        "left, top, width and height in tiles are needed, at least one tile each way, such as 4,2,20,12"
            .to_owned()
    })
}

/// Draws a moment of a level, or a stretch of it that moves.
#[derive(clap::Args)]
pub struct Draw {
    /// The level file.
    level: PathBuf,
    /// The moment, simulated seconds.
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", default_value = "0", value_parser = moment, conflicts_with_all = ["from", "to"])]
    at: f64,
    /// The picture moves from this time on, simulated seconds.
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = moment, requires = "to")]
    from: Option<f64>,
    /// It moves up to this time.
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = moment, requires = "from")]
    to: Option<f64>,
    /// Frames of a moving picture per second, 1 to 30; between them everything goes straight.
    #[arg(long, allow_negative_numbers = true, default_value_t = 10, value_parser = super::whole(1..=TICK_RATE))]
    fps: u32,
    /// The part that is shown, in tiles; the whole map unless told.
    #[arg(long, allow_hyphen_values = true, value_name = "X,Y,W,H", value_parser = area)]
    area: Option<[f32; 4]>,
    /// What is explained, of the selected units or, without any, of all.
    #[arg(long, value_delimiter = ',', value_name = "LAYER,…")]
    layers: Vec<Layer>,
    /// Ids of units that are selected: a ring, their goals and the lines to them.
    #[arg(long, value_delimiter = ',', value_name = "ID,…")]
    select: Vec<String>,
    /// Width of the picture, px.
    #[arg(long, allow_negative_numbers = true, value_name = "W", default_value_t = WIDTH, value_parser = super::whole(WIDTHS))]
    size: u32,
    /// Movement model of every unit, instead of the level's.
    #[arg(long)]
    model: Option<ModelName>,
    /// A parameter of a model for this picture.
    #[arg(long, value_name = "MODEL.PARAMETER=VALUE", value_parser = setting)]
    set: Vec<Setting>,
    /// Where to: a file that ends in .svg or .png; `-` is standard output, as SVG.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Draw {
    /// Simulates up to the moment and draws it.
    pub fn execute(self) -> Result<Outcome, Stop> {
        let ending = self.output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let is_png = match ending.as_deref() {
            Some("png") => true,
            Some("svg") => false,
            _ if self.output == Path::new("-") => false,
            _ => {
                return Err(bad_input(format!(
                    "{}: ends neither in .svg nor in .png",
                    self.output.display()
                )));
            }
        };
        let ticks = match (self.from, self.to) {
            (Some(from), Some(to)) if is_png => {
                return Err(bad_input(format!(
                    "a PNG does not move: use --at {from} or --at {to}, or name a file that ends in .svg"
                )));
            }
            (Some(from), Some(to)) if to <= from || to - from > LONGEST_FILM => {
                return Err(bad_input(format!("--to must come after --from by at most {LONGEST_FILM} s")));
            }
            (Some(from), Some(to)) => frames(from, to, self.fps),
            _ => vec![(self.at * f64::from(TICK_RATE)).round() as u64],
        };
        keep_apart(&[&self.level], &[("--output", &self.output)])?;
        let level = load_with(&self.level, &self.set)?;
        let options = self.options(&level)?;
        if self.output != Path::new("-") {
            check_writable(&self.output)
                .map_err(|error| super::console::cannot_write(&self.output, &error))?;
        }
        let svg = drawn(&level, self.model, options, &ticks)?;
        let bytes = if is_png { png(&svg).map_err(bad_input)? } else { svg.into_bytes() };
        write(&self.output, &bytes)?;
        Ok(Outcome::Done)
    }

    /// What is to be shown, held against the level.
    fn options(&self, level: &Level) -> Result<DrawOptions, Stop> {
        let mut select = Vec::new();
        for name in &self.select {
            let found = level.units.iter().position(|unit| unit.name == *name);
            let Some(index) = found else {
                let known = level.units.iter().map(|unit| unit.name.as_str());
                let near = nearest(name, known);
                let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
                return Err(bad_input(format!("--select: no unit has the id {name}{hint}")));
            };
            select.push(muster::ids::UnitId(index as u32));
        }
        let (columns, rows) = (level.grid.columns() as f32, level.grid.rows() as f32);
        if let Some([x, y, width, height]) = self.area
            && (x >= columns || y >= rows || x + width <= 0.0 || y + height <= 0.0)
        {
            return Err(bad_input(format!("--area lies beside the map, which is {columns} × {rows} tiles")));
        }
        Ok(DrawOptions { area: self.area, width: self.size, layers: self.layers.clone(), select })
    }
}

/// A level drawn at these ticks.
fn drawn(
    level: &Level,
    model: Option<ModelName>,
    options: DrawOptions,
    ticks: &[u64],
) -> Result<String, Stop> {
    let mut sim = Sim::new(level, &sim::Options { model, threads: 0 });
    let mut film = Film::new(&sim, &level.name, options);
    let (width, height) = film.size();
    if height > MAX_HEIGHT {
        return Err(bad_input(format!(
            "the picture would be {width} × {height} px, at most {MAX_HEIGHT} high: choose a smaller --size or an --area"
        )));
    }
    let bar = progress(ticks.last().copied().unwrap_or(0), &level.name);
    for &tick in ticks {
        while sim.ticks() < tick {
            sim.tick();
            film.watch(&sim);
            bar.set_position(sim.ticks());
        }
        film.take(&sim);
    }
    bar.finish_and_clear();
    Ok(film.svg(&sim))
}
