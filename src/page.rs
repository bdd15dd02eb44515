//! A page to look at: models side by side on levels, as one file of HTML that needs nothing else.

use crate::level::Level;
use crate::look;
use crate::measure::compare::{ComparisonRow, FIGURES};
use crate::measure::report::Observer;
use crate::picture::film::Film;
use crate::picture::svg::{Tenths, color, escaped, polyline, tenths};
use crate::picture::{DrawOptions, WIDTH};
use crate::sim::{self, Sim};
use crate::time::TICK_RATE;
use crate::unit::ModelName;
use base64::Engine;
use glam::{Vec2, vec2};
use std::fmt::Write;

/// Ticks between two frames of a moving picture.
const FRAME_TICKS: u64 = 6;
/// A picture shows no more than this, s: what comes later is in the charts.
const SHOWN: f64 = 40.0;
/// Size of a chart, px.
const CHART: Vec2 = vec2(460.0, 220.0);

/// The page in the making.
#[derive(Default)]
pub struct Page {
    sections: String,
}

/// A run of one model as the page shows it.
struct ShownRun {
    model: ModelName,
    ordered: usize,
    /// When each arrived, s, and how long it took in free times.
    arrivals: Vec<(f64, f64)>,
    picture: String,
}

impl Page {
    /// Adds a level with the figures of its models; each is run again from the level's own start, to be seen.
    pub fn add(&mut self, level: &Level, rows: &[ComparisonRow], seconds: f64) {
        let shown: Vec<ShownRun> = rows.iter().map(|row| run(level, row.model, seconds)).collect();
        let out = &mut self.sections;
        let _ = writeln!(out, "<section><h2>{}</h2>", escaped(&level.name));
        if !level.description.is_empty() {
            let _ = writeln!(out, "<p>{}</p>", escaped(&level.description));
        }
        figures(out, rows);
        out.push_str("<div class=row>\n");
        chart(out, "Arrived, % of those sent, over time, s", &shown, |run| {
            let share = |count: usize| 100.0 * count as f32 / run.ordered.max(1) as f32;
            let mut line = vec![vec2(0.0, 0.0)];
            for (index, (at, _)) in run.arrivals.iter().enumerate() {
                line.extend([vec2(*at as f32, share(index)), vec2(*at as f32, share(index + 1))]);
            }
            line
        });
        chart(out, "Delay, travel time ÷ free time, by % of those sent", &shown, |run| {
            let mut delays: Vec<f64> = run.arrivals.iter().map(|(_, delay)| *delay).collect();
            delays.sort_by(f64::total_cmp);
            let share = |index: usize| 100.0 * index as f32 / run.ordered.max(1) as f32;
            delays.iter().enumerate().map(|(index, delay)| vec2(share(index + 1), *delay as f32)).collect()
        });
        out.push_str("</div>\n<div class=row>\n");
        for run in &shown {
            let data = base64::engine::general_purpose::STANDARD.encode(&run.picture);
            let _ = writeln!(
                out,
                "<figure><img alt=\"{0}\" src=\"data:image/svg+xml;base64,{data}\"><figcaption><i style=\"background:{1}\"></i>{0}: \
                 {2} of {3} arrived</figcaption></figure>",
                run.model.name(),
                hue(run.model),
                run.arrivals.len(),
                run.ordered
            );
        }
        out.push_str("</div></section>\n");
    }

    /// The whole page.
    pub fn html(&self) -> String {
        let [paper, card, ink, line] = [look::PAPER, look::CARD, look::INK, look::TENTH_LINE].map(color);
        format!(
            "<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
             <title>Muster: models compared</title>\n<style>body{{background:{paper};color:{ink};font:16px/1.45 \
             Georgia,serif;margin:2em auto;max-width:1500px;padding:0 1em}}section{{background:{card};border:1px solid {ink};\
             padding:1em 1.5em;margin:0 0 2em}}table{{border-collapse:collapse;font-variant-numeric:tabular-nums}}\
             td,th{{padding:.2em .8em;text-align:right;border-bottom:1px solid {line}}}th:first-child,td:first-child\
             {{text-align:left}}td.best{{font-weight:bold}}.row{{display:flex;flex-wrap:wrap;gap:1em;margin-top:1em}}\
             figure{{margin:0;width:460px;max-width:100%}}img,svg{{width:100%;height:auto}}i{{display:inline-block;\
             width:.8em;height:.8em;margin-right:.4em}}h1,h2{{font-weight:600}}</style>\n\
             <h1>Models compared</h1>\n<p>Every model walks the same level from the same start; the best of a column is \
             bold. Pictures move, round and round, for {SHOWN} s at most.</p>\n{}</html>\n",
            self.sections
        )
    }
}

/// A model's colour in charts.
fn hue(model: ModelName) -> String {
    const HUES: [look::Rgb; 8] = [
        [0xC8, 0x45, 0x2F],
        [0x2F, 0x5F, 0x9E],
        [0xC9, 0x8F, 0x1B],
        [0x3F, 0x7F, 0x5A],
        [0x7A, 0x4E, 0x9C],
        [0x1F, 0x8A, 0x9E],
        [0x80, 0x70, 0x60],
        [0xB0, 0x50, 0x80],
    ];
    color(HUES[model as usize % HUES.len()])
}

fn run(level: &Level, model: ModelName, seconds: f64) -> ShownRun {
    let mut sim = Sim::new(level, &sim::Options { model: Some(model), threads: 0 });
    let mut film = Film::new(&sim, &level.name, DrawOptions { width: WIDTH / 2, ..DrawOptions::default() });
    let mut observer = Observer::default();
    let rate = f64::from(TICK_RATE);
    let (last, shown) = ((seconds * rate).ceil() as u64, (seconds.min(SHOWN) * rate).ceil() as u64);
    observer.observe(&sim, None);
    film.take(&sim);
    while sim.ticks() < last && !sim.is_done() {
        sim.tick();
        observer.observe(&sim, None);
        if sim.ticks() <= shown {
            film.watch(&sim);
            if sim.ticks().is_multiple_of(FRAME_TICKS) {
                film.take(&sim);
            }
        }
    }
    let (ordered, arrivals) = observer.arrivals(&sim);
    ShownRun { model, ordered, arrivals, picture: film.svg(&sim) }
}

/// The table of a level.
fn figures(out: &mut String, rows: &[ComparisonRow]) {
    out.push_str("<table><tr><th>model</th>");
    FIGURES.iter().for_each(|figure| _ = write!(out, "<th>{}</th>", figure.name));
    out.push_str("</tr>\n");
    for row in rows {
        let _ =
            write!(out, "<tr><td><i style=\"background:{}\"></i>{}</td>", hue(row.model), row.model.name());
        for (column, figure) in FIGURES.iter().enumerate() {
            let Some(spread) = row.spreads[column] else {
                out.push_str("<td>–</td>");
                continue;
            };
            let medians = rows.iter().filter_map(|row| row.spreads[column]).map(|spread| spread.median);
            let best =
                if figure.more_is_better { medians.reduce(f64::max) } else { medians.reduce(f64::min) };
            let class = if best == Some(spread.median) { " class=best" } else { "" };
            let digits = figure.digits;
            let _ = write!(out, "<td{class}>{:.digits$}", spread.median);
            if spread.least != spread.most {
                let _ = write!(out, " ({:.digits$}…{:.digits$})", spread.least, spread.most);
            }
            out.push_str("</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
}

/// A chart of a line for each run; both axes begin at 0.
fn chart(out: &mut String, title: &str, runs: &[ShownRun], line: impl Fn(&ShownRun) -> Vec<Vec2>) {
    let (low, high) = (vec2(44.0, CHART.y - 26.0), vec2(CHART.x - 10.0, 12.0));
    let lines: Vec<(ModelName, Vec<Vec2>)> = runs.iter().map(|run| (run.model, line(run))).collect();
    let most = lines.iter().flat_map(|(_, line)| line).copied().fold(Vec2::ONE, Vec2::max);
    let _ = writeln!(
        out,
        "<figure><svg viewBox=\"0 0 {} {}\" font-size=\"11\" font-family=\"Georgia,serif\">",
        CHART.x, CHART.y
    );
    let at = |place: Vec2| low + place / most * (high - low);
    for (vertical, most) in [(false, most.x), (true, most.y)] {
        let step = step(most);
        for mark in 0..=(most / step) as i32 {
            let value = mark as f32 * step;
            let place = at(if vertical { vec2(0.0, value) } else { vec2(value, 0.0) });
            let end = if vertical { vec2(high.x, place.y) } else { vec2(place.x, high.y) };
            let mut grid = String::new();
            polyline(&mut grid, &[place, end], false);
            let _ = writeln!(out, "<path d=\"{grid}\" stroke=\"{}\"/>", color(look::GRID_LINE));
            let (x, y, anchor) = if vertical {
                (low.x - 6.0, place.y + 4.0, "end")
            } else {
                (place.x, low.y + 16.0, "middle")
            };
            let value = Tenths((value * 10.0).round() as i32);
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{value}</text>",
                tenths(x),
                tenths(y)
            );
        }
    }
    for (model, line) in lines {
        let mut data = String::new();
        polyline(&mut data, &line.into_iter().map(at).collect::<Vec<Vec2>>(), false);
        let _ =
            writeln!(out, "<path d=\"{data}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>", hue(model));
    }
    let _ = writeln!(out, "</svg><figcaption>{title}</figcaption></figure>");
}

/// A round step by which an axis up to `most` has four to ten marks.
fn step(most: f32) -> f32 {
    let mut step = 0.1;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(24) {
        if most / step <= 8.0 {
            break;
        }
        step *= factor;
    }
    step
}
