//! A picture of a game, still or moving: SVG text, equal byte for byte on every machine.
//!
//! A moving one keeps of each unit only the moments between which a straight line explains its way, so a
//! crowd costs a few bytes a second and unit. A still one is a film of one frame.

use super::contour::keep;
use super::counters::{self, Counters, Key};
use super::explained::{self, Seen};
use super::facing::Facings;
use super::letters::Letters;
use super::svg::{Ink, Style, Tenths, color, escaped, pair, polyline, tenths};
use super::view::{Options, View};
use super::{Layer, fighting, land, margin};
use crate::explain::doing::Doing;
use crate::ids::UnitId;
use crate::look;
use crate::sim::Sim;
use crate::time::{DT, TICK_RATE};
use glam::Vec2;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A unit may be drawn this far from where it is between two keyframes, px of the picture.
const PLACE: f32 = 0.4;
/// A heading may be off by so much between two keyframes, degrees.
const HEADING: f32 = 9.0;
/// Places of the way that a unit has walked are this far apart, world px.
const TRAIL: f32 = 4.0;

/// Where something is in a frame: px of the picture, and degrees clockwise from east, without jumps at a full
/// turn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pose {
    at: Vec2,
    turned: f32,
}

/// Something that is drawn in frame after frame, `None` while it is not there.
#[derive(Clone, Debug, Default)]
struct Track {
    key: Option<Key>,
    poses: Vec<Option<Pose>>,
}

/// A picture that is being made.
pub struct Film {
    options: Options,
    title: String,
    view: View,
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
    pub fn new(sim: &Sim, title: &str, options: Options) -> Film {
        let view = View::new(&options, sim.grid.size());
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
            let soft = if self.options.layers.contains(&Layer::Colliders) { unit.soft } else { 0.0 };
            let key = counters::key(unit.team, unit.kind, unit.shape, unit.radius, soft);
            let track =
                self.units.entry(unit.id).or_insert_with(|| Track { key: Some(key), poses: Vec::new() });
            track.take(frame, self.view.at(unit.at), unit.heading);
        }
        for (track, obstacle) in self.stones.iter_mut().zip(&sim.obstacles) {
            track.take(frame, self.view.at(obstacle.position), Vec2::X);
        }
        let Options { layers, select, .. } = &self.options;
        let is_shown = |unit: &Seen| select.is_empty() || select.contains(&unit.id);
        let mut drawing = explained::draw(sim, &self.view, &seen, layers, select, is_shown);
        if sim.fights.are_on {
            fighting::draw(sim, &self.view, &seen, &mut drawing.below, &mut drawing.above);
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
        line.push(self.view.at(unit.at));
        let rgb = sim.teams[usize::from(unit.team)].color;
        let style = Style { layer: 1, rgb, width: 11, dash: (0, 0), alpha: 65 };
        polyline(ink.path(style), &super::contour::simplified(&line, 0.3), false);
    }

    /// Units in view, by number.
    fn look(&self, sim: &Sim) -> Vec<Seen> {
        let mut seen = Vec::new();
        sim.each_unit(|unit| {
            if self.view.shows(unit.at, unit.body.soft_radius + 8.0) {
                seen.push(Seen {
                    id: unit.id,
                    team: unit.team,
                    kind: unit.kind,
                    shape: unit.body.shape,
                    at: unit.at,
                    radius: unit.body.radius,
                    soft: unit.body.soft_radius,
                    heading: self.facings.shown(unit.id),
                    waits: Doing::of(&unit).waits(),
                    group: unit.group,
                });
            }
        });
        seen.sort_unstable_by_key(|unit| unit.id);
        seen
    }

    /// The picture. A film of several frames moves, round and round.
    pub fn svg(&self, sim: &Sim) -> String {
        let mut letters = Letters::shipped();
        let mut defined = Counters::default();
        let time = Time::new(&self.ticks);
        let mut pieces = String::new();
        for track in self.units.values() {
            let Some(key) = track.key else { continue };
            let (body, notch) = defined.ids(key);
            let inner = format!("<use href=\"#b{body}\"/>");
            let has_notch = counters::has_notch(key.3 as f32 / 100.0, &self.view);
            track.svg(&time, &inner, has_notch.then_some(notch), &mut pieces);
        }
        let mut stones = String::new();
        for (track, obstacle) in self.stones.iter().zip(&sim.obstacles) {
            track.svg(&time, &counters::stone(obstacle.radius, &self.view), None, &mut stones);
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

impl Track {
    fn take(&mut self, frame: usize, at: Vec2, heading: Vec2) {
        let turned = libm::atan2f(heading.y, heading.x).to_degrees();
        let before = self.poses.last().copied().flatten().map_or(turned, |pose| pose.turned);
        // The short way round.
        let turned = turned + 360.0 * ((before - turned) / 360.0).round();
        self.poses.resize(frame, None);
        self.poses.push(Some(Pose { at: (at * 10.0).round() / 10.0, turned: turned.round() }));
    }

    /// The moving picture of it: what `inner` draws about the origin, and a notch that turns.
    fn svg(&self, time: &Time, inner: &str, notch: Option<usize>, out: &mut String) {
        let there: Vec<usize> = (0..self.poses.len()).filter(|&frame| self.poses[frame].is_some()).collect();
        let (Some(&first), Some(&last)) = (there.first(), there.last()) else { return };
        // Where it is not there between two frames in which it is, it goes straight, unseen.
        let known: Vec<(usize, Pose)> =
            there.iter().filter_map(|&frame| Some((frame, self.poses[frame]?))).collect();
        let share = |index: usize, from: usize, to: usize| {
            (known[index].0 - known[from].0) as f32 / (known[to].0 - known[from].0) as f32
        };
        let places = keep(known.len(), PLACE, |index, from, to| {
            let straight = known[from].1.at.lerp(known[to].1.at, share(index, from, to));
            known[index].1.at.distance(straight)
        });
        let start = known[0].1;
        out.push_str("<g transform=\"translate(");
        pair(out, tenths(start.at.x), tenths(start.at.y));
        out.push_str(")\">");
        let values: Vec<(usize, String)> = places
            .iter()
            .map(|&index| {
                let (frame, pose) = known[index];
                let mut value = String::new();
                pair(&mut value, tenths(pose.at.x), tenths(pose.at.y));
                (frame, value)
            })
            .collect();
        time.animate("translate", &values, out);
        out.push_str(inner);
        if let Some(notch) = notch {
            let turns = keep(known.len(), HEADING, |index, from, to| {
                let (a, b) = (known[from].1.turned, known[to].1.turned);
                (known[index].1.turned - (a + (b - a) * share(index, from, to))).abs()
            });
            let values: Vec<(usize, String)> =
                turns.iter().map(|&index| (known[index].0, known[index].1.turned.to_string())).collect();
            if values.iter().all(|value| value.1 == values[0].1) {
                let _ = write!(out, "<use href=\"#n{notch}\" transform=\"rotate({})\"/>", values[0].1);
            } else {
                let _ = write!(out, "<use href=\"#n{notch}\" transform=\"rotate({})\">", values[0].1);
                time.animate("rotate", &values, out);
                out.push_str("</use>");
            }
        }
        if first > 0 || last + 1 < time.frames || there.len() < self.poses.len() {
            time.presence(&self.poses, out);
        }
        out.push_str("</g>\n");
    }
}

/// The time of a film: what happens in which frame, as SVG's declarative animation (SMIL) has it.
struct Time {
    frames: usize,
    /// Of each frame, as a share of the whole.
    shares: Vec<String>,
    seconds: String,
}

impl Time {
    fn new(ticks: &[u64]) -> Time {
        let (first, last) = (ticks.first().copied().unwrap_or(0), ticks.last().copied().unwrap_or(0));
        let length = (last - first).max(1);
        // Enough decimals to tell every tick apart.
        let decimals = length.to_string().len();
        let share = |&tick: &u64| {
            let parts = 10u64.pow(decimals as u32);
            match ((tick - first) * parts + length / 2) / length {
                0 => "0".to_owned(),
                whole if whole == parts => "1".to_owned(),
                part => format!(".{part:0decimals$}").trim_end_matches('0').to_owned(),
            }
        };
        let seconds = format!("{:.3}", length as f64 / f64::from(TICK_RATE));
        let seconds = seconds.trim_end_matches('0').trim_end_matches('.').to_owned();
        Time { frames: ticks.len(), shares: ticks.iter().map(share).collect(), seconds }
    }

    /// Moves or turns what surrounds it through values in frames; nothing where nothing changes.
    fn animate(&self, kind: &str, values: &[(usize, String)], out: &mut String) {
        if values.iter().all(|value| value.1 == values[0].1) {
            return;
        }
        // The first and the last value stand to the ends of the film.
        let (first, last) = (&values[0], &values[values.len() - 1]);
        let lead = (first.0 > 0).then(|| (0, first.1.clone()));
        let trail = (last.0 + 1 < self.frames).then(|| (self.frames - 1, last.1.clone()));
        let all: Vec<&(usize, String)> = lead.iter().chain(values).chain(&trail).collect();
        let texts: Vec<&str> = all.iter().map(|value| value.1.as_str()).collect();
        let times: Vec<&str> = all.iter().map(|value| self.shares[value.0].as_str()).collect();
        let _ = write!(
            out,
            "<animateTransform attributeName=\"transform\" type=\"{kind}\" dur=\"{}s\" repeatCount=\"indefinite\" \
             values=\"{}\" keyTimes=\"{}\"/>",
            self.seconds,
            texts.join(";"),
            times.join(";")
        );
    }

    /// Shows `inner` from one frame to before another.
    fn shown(&self, from: usize, to: usize, inner: &str, out: &mut String) {
        if inner.is_empty() {
            return;
        }
        if from == 0 && to >= self.frames {
            out.push_str(inner);
            return;
        }
        out.push_str(if from == 0 { "<g>" } else { "<g display=\"none\">" });
        let is_there = |frame: usize| (from..to).contains(&frame);
        self.switch(is_there, out);
        out.push_str(inner);
        out.push_str("</g>\n");
    }

    /// Shows what surrounds it in the frames in which it has a pose.
    fn presence(&self, poses: &[Option<Pose>], out: &mut String) {
        self.switch(|frame| poses.get(frame).copied().flatten().is_some(), out);
    }

    fn switch(&self, is_there: impl Fn(usize) -> bool, out: &mut String) {
        let (mut values, mut times, mut last) = (Vec::new(), Vec::new(), None);
        // The film's last frame is its end and has no duration of its own.
        for frame in 0..self.frames {
            let now = is_there(frame);
            if last != Some(now) {
                values.push(if now { "inline" } else { "none" });
                times.push(self.shares[frame].as_str());
                last = Some(now);
            }
        }
        let _ = write!(
            out,
            "<animate attributeName=\"display\" calcMode=\"discrete\" dur=\"{}s\" repeatCount=\"indefinite\" \
             values=\"{}\" keyTimes=\"{}\"/>",
            self.seconds,
            values.join(";"),
            times.join(";")
        );
    }
}

/// The ticks of a film's frames from one time to another, s.
pub fn frames(from: f64, to: f64, fps: u32) -> Vec<u64> {
    let rate = f64::from(TICK_RATE);
    let (first, last) = ((from * rate).round() as u64, (to * rate).round() as u64);
    let count = (last - first) * u64::from(fps) / u64::from(TICK_RATE);
    let tick = |frame: u64| first + (frame * u64::from(TICK_RATE) + u64::from(fps) / 2) / u64::from(fps);
    let mut ticks: Vec<u64> = (0..=count).map(tick).collect();
    if ticks.last() != Some(&last) {
        ticks.push(last);
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn frames_begin_and_end_when_they_were_asked_to() {
        assert_eq!(frames(1.0, 2.0, 3), [30, 40, 50, 60]);
        let odd = frames(0.0, 1.0, 7);
        assert_eq!((odd[0], odd[odd.len() - 1]), (0, 30));
        assert!(odd.windows(2).all(|pair| (4..=5).contains(&(pair[1] - pair[0]))), "{odd:?}");
    }

    #[test]
    fn a_heading_turns_the_short_way_round() {
        let mut track = Track::default();
        for (frame, degrees) in [170.0f32, -170.0, -90.0].into_iter().enumerate() {
            let angle = degrees.to_radians();
            track.take(frame, vec2(0.0, 0.0), vec2(libm::cosf(angle), libm::sinf(angle)));
        }
        let turned: Vec<f32> = track.poses.iter().map(|pose| pose.unwrap().turned).collect();
        assert_eq!(turned, [170.0, 190.0, 270.0]);
    }
}
