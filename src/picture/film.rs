//! A picture of a game, still or moving: SVG text, equal byte for byte on every machine.
//!
//! A moving one keeps of each unit only the moments between which a straight line explains its way, so a
//! crowd costs a few bytes a second and unit. A still one is a film of one frame.

mod time;
mod track;

use self::time::Time;
pub use self::time::frames;
use self::track::Track;
use super::counters::{self, DrawnCounters};
use super::explained;
use super::facing::Facings;
use super::letters::Letters;
use super::seen::Seen;
use super::svg::{Ink, Style, Tenths, color, escaped, polyline};
use super::view::{DrawOptions, Viewport};
use super::{Layer, fighting, land, margin};
use crate::ids::UnitId;
use crate::look;
use crate::sim::Sim;
use crate::time::{DT, TICK_RATE};
use glam::Vec2;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Places of the way that a unit has walked are this far apart, world px.
const TRAIL: f32 = 4.0;

/// A picture that is being made.
pub struct Film {
    options: DrawOptions,
    title: String,
    view: Viewport,
    facings: Facings,
    trails: Vec<Vec<Vec2>>,
    /// The ticks of the frames.
    ticks: Vec<u64>,
    units: BTreeMap<UnitId, Track>,
    stones: Vec<Track>,
    below: Vec<String>,
    above: Vec<String>,
    /// Land that looks otherwise from a frame on.
    lands: Vec<(usize, String)>,
    revision: Option<u64>,
}

impl Film {
    /// A picture of a game, begun at its start.
    pub fn new(sim: &Sim, title: &str, options: DrawOptions) -> Film {
        let view = Viewport::new(&options, sim.grid.size());
        let mut film = Film {
            options,
            title: title.to_owned(),
            view,
            facings: Facings::default(),
            trails: Vec::new(),
            ticks: Vec::new(),
            units: BTreeMap::new(),
            stones: vec![Track::default(); sim.obstacles.len()],
            below: Vec::new(),
            above: Vec::new(),
            lands: Vec::new(),
            revision: None,
        };
        film.watch(sim);
        film
    }

    /// Size of the picture, px.
    pub fn size(&self) -> (u32, u32) {
        (self.view.size.x as u32, self.view.size.y as u32)
    }

    /// Looks at the game after a tick: counters turn smoothly, and ways walked are remembered.
    pub fn watch(&mut self, sim: &Sim) {
        self.facings.begin(sim, DT);
        let Film { facings, trails, options, .. } = self;
        trails.resize(sim.names.len(), Vec::new());
        let has_trails = options.layers.contains(&Layer::Trails);
        sim.each_unit(|unit| {
            facings.turn(&unit);
            let trail = &mut trails[unit.id.0 as usize];
            if has_trails && trail.last().is_none_or(|last| last.distance(unit.at) >= TRAIL) {
                trail.push(unit.at);
            }
        });
    }

    /// Takes a frame of the game as it is; [`Film::watch`] has seen this tick.
    pub fn take(&mut self, sim: &Sim) {
        let frame = self.ticks.len();
        self.ticks.push(sim.ticks());
        if self.revision != Some(sim.grid.revision()) {
            self.revision = Some(sim.grid.revision());
            self.lands.push((frame, land::draw(&sim.grid, &self.view, self.lands.len())));
        }
        let seen = self.look(sim);
        for unit in &seen {
            let soft =
                if self.options.layers.contains(&Layer::Colliders) { unit.body.soft_radius } else { 0.0 };
            let key = counters::key(unit.team, unit.kind, unit.body.shape, unit.body.radius, soft);
            let track = self.units.entry(unit.id).or_insert_with(|| Track::of(key));
            track.take(frame, unit.screen, unit.heading);
        }
        for (track, obstacle) in self.stones.iter_mut().zip(&sim.obstacles) {
            track.take(frame, self.view.at(obstacle.position), Vec2::X);
        }
        let DrawOptions { layers, select, .. } = &self.options;
        let is_shown = |unit: &Seen| select.is_empty() || select.contains(&unit.id);
        let mut drawing = explained::draw(sim, &self.view, &seen, layers, select, is_shown);
        if sim.fights.are_on {
            fighting::draw(sim, &seen, &mut drawing);
        }
        if layers.contains(&Layer::Trails) {
            for unit in seen.iter().filter(|unit| is_shown(unit)) {
                self.trail(unit, sim, &mut drawing.below);
            }
        }
        self.below.push(drawing.below.svg());
        self.above.push(drawing.above.svg());
    }

    /// The way that a unit has walked, a thin line in the colour of its team.
    fn trail(&self, unit: &Seen, sim: &Sim, ink: &mut Ink) {
        let walked = self.trails.get(unit.id.0 as usize).into_iter().flatten();
        let mut line: Vec<Vec2> = walked.map(|&place| self.view.at(place)).collect();
        line.push(unit.screen);
        let rgb = sim.teams[usize::from(unit.team)].color;
        let style = Style::line(1, rgb, 11, 65);
        polyline(ink.path(style), &super::contour::simplified(&line, 0.3), false);
    }

    /// Units in view, by number.
    fn look(&self, sim: &Sim) -> Vec<Seen> {
        let mut seen = Vec::new();
        sim.each_unit(|unit| {
            if self.view.shows(unit.at, unit.body.soft_radius + 8.0) {
                let (screen, heading) = (self.view.at(unit.at), self.facings.shown(unit.id));
                seen.push(Seen::of(sim, &unit, unit.at, screen, heading));
            }
        });
        seen.sort_unstable_by_key(|unit| unit.id);
        seen
    }

    /// The picture. A film of several frames moves, round and round.
    pub fn svg(&self, sim: &Sim) -> String {
        let mut letters = Letters::shipped();
        let mut defined = DrawnCounters::default();
        let time = Time::new(&self.ticks);
        let mut pieces = String::new();
        for track in self.units.values() {
            let Some(key) = track.key else { continue };
            let (body, notch) = defined.ids(key);
            let inner = format!("<use href=\"#b{body}\"/>");
            let has_notch = counters::has_notch(key.3 as f32 / 100.0, self.view.scale);
            track.svg(&time, &inner, has_notch.then_some(notch), &mut pieces);
        }
        let mut stones = String::new();
        for (track, obstacle) in self.stones.iter().zip(&sim.obstacles) {
            track.svg(&time, &counters::stone(obstacle.radius * self.view.scale), None, &mut stones);
        }
        let margin = margin::draw(&self.view, &self.titled(), &mut letters);
        let with_hard = self.options.layers.contains(&Layer::Colliders);
        let counters = defined.definitions(sim, &self.view, with_hard, &mut letters);
        let (width, height) = self.size();
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<defs>\n",
            escaped(&self.titled())
        );
        out.push_str(&margin::clip(&self.view));
        out.push_str(&land::definitions(&self.view));
        out.push_str(&counters);
        out.push_str(&letters.definitions());
        let paper = color(look::PAPER);
        let _ = writeln!(out, "</defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{paper}\"/>");
        out.push_str("<g clip-path=\"url(#map)\">\n");
        for (index, (frame, land)) in self.lands.iter().enumerate() {
            let end = self.lands.get(index + 1).map_or(self.ticks.len(), |next| next.0);
            time.shown(*frame, end, land, &mut out);
        }
        runs(&time, &self.below, &mut out);
        out.push_str(&stones);
        out.push_str(&pieces);
        runs(&time, &self.above, &mut out);
        out.push_str("</g>\n");
        out.push_str(&margin);
        out.push_str("</svg>\n");
        out
    }

    /// The title with the time that is shown.
    fn titled(&self) -> String {
        let seconds = |tick: Option<&u64>| {
            let tenths = tick.copied().unwrap_or(0) * 10 / u64::from(TICK_RATE);
            Tenths(i32::try_from(tenths).unwrap_or(i32::MAX)).to_string()
        };
        let (from, to) = (seconds(self.ticks.first()), seconds(self.ticks.last()));
        if from == to {
            format!("{} · {from} s", self.title)
        } else {
            format!("{} · {from} to {to} s", self.title)
        }
    }
}

/// Drawings of all frames, equal ones that follow each other once.
fn runs(time: &Time, drawings: &[String], out: &mut String) {
    let mut start = 0;
    while start < drawings.len() {
        let same = drawings[start..].iter().take_while(|drawing| **drawing == drawings[start]).count();
        time.shown(start, start + same, &drawings[start], out);
        start += same;
    }
}
