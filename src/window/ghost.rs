//! Ghosts: where the units of another game of the same level were, tick by tick, to be drawn in pencil. The
//! author's recording lies beside the level, under its name with the ending `replay`; the player's best is
//! kept with the bests.

use crate::goals::{Judge, Verdict};
use crate::ids::UnitId;
use crate::level::Level;
use crate::platform::disk;
use crate::platform::work::Worker;
use crate::replay::Replay;
use crate::sim::{Options, Sim};
use glam::Vec2;
use std::path::{Path, PathBuf};

/// A ghost has so many places at most, 64 MB: it ends early in a level of thousands.
const MAX_PLACES: usize = 8 << 20;

/// Whose game a ghost is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The author's.
    Author,
    /// The player's best.
    Own,
}

/// Where the units of a ghost were.
pub struct GhostTrack {
    units: Vec<UnitId>,
    /// By tick, then by unit, px.
    places: Vec<Vec2>,
}

impl GhostTrack {
    /// Plays a recording of a level, until its goals are decided, and keeps where the player's units were.
    fn of(level: &Level, replay: &Replay) -> GhostTrack {
        let mut sim = Sim::new(level, &Options { model: replay.model, threads: 1 });
        let mut judge = Judge::new(level);
        let is_shown = |team: u16| level.scenario.player.is_none_or(|player| player == usize::from(team));
        let units = sim.ids_of(|unit| is_shown(unit.team));
        let mut track = GhostTrack { units, places: Vec::new() };
        loop {
            let place = |&unit: &UnitId| sim.place_of(unit).unwrap_or(Vec2::NAN);
            track.places.extend(track.units.iter().map(place));
            let is_open = judge.as_ref().is_none_or(|judge| *judge.verdict() == Verdict::Open);
            if sim.ticks() >= replay.ticks || !is_open || track.places.len() > MAX_PLACES {
                return track;
            }
            replay.act(&mut sim);
            sim.tick();
            judge.iter_mut().for_each(|judge| judge.observe(&sim));
        }
    }

    /// Places of the units between two ticks, `blend` after `tick`, px. After its end a ghost stands.
    pub fn at(&self, tick: u64, blend: f32) -> impl Iterator<Item = (UnitId, Vec2)> {
        let count = self.units.len();
        let last = (self.places.len() / count.max(1)).saturating_sub(1);
        let moment = |tick: u64| &self.places[(tick as usize).min(last) * count..][..count];
        let places = moment(tick).iter().zip(moment(tick + 1));
        let blended = self.units.iter().zip(places).map(move |(&unit, (a, b))| (unit, a.lerp(*b, blend)));
        blended.filter(|(_, place)| place.is_finite())
    }
}

/// The ghosts of a level: at most one is shown.
pub struct Ghosts {
    /// Their recordings, by [`Whose`].
    files: [Option<PathBuf>; 2],
    shown: Option<Whose>,
    reading: Option<Worker<PathBuf, Option<GhostTrack>>>,
    track: Option<GhostTrack>,
}

impl Ghosts {
    /// Of a level; the player's own best is shown at first.
    pub fn new(level: &Level, path: &Path, own: Option<PathBuf>) -> Ghosts {
        let there = |file: PathBuf| disk::is_file(&file).then_some(file);
        // A recording is no ghost of itself.
        let author = there(path.with_extension("replay")).filter(|author| author != path);
        let files = [author, own.and_then(there)];
        let mut ghosts = Ghosts { files, shown: None, reading: None, track: None };
        ghosts.show(Some(Whose::Own).filter(|&own| ghosts.has(own)), level);
        ghosts
    }

    /// Whose is shown.
    pub fn shown(&self) -> Option<Whose> {
        self.shown
    }

    /// Whether there is any.
    pub fn are_any(&self) -> bool {
        self.files.iter().any(Option::is_some)
    }

    /// Whether there is this one.
    pub fn has(&self, whose: Whose) -> bool {
        self.files[whose as usize].is_some()
    }

    /// Shows the author's, where there is one.
    pub fn show_author(&mut self, level: &Level) {
        if self.has(Whose::Author) {
            self.show(Some(Whose::Author), level);
        }
    }

    /// Shows the next one: the author's, the player's best, none.
    pub fn next(&mut self, level: &Level) {
        let order = [None, Some(Whose::Author), Some(Whose::Own)];
        let mut after = order.into_iter().cycle().skip_while(|whose| *whose != self.shown).skip(1);
        let next = after.find(|whose| whose.is_none_or(|whose| self.has(whose)));
        self.show(next.flatten(), level);
    }

    fn show(&mut self, whose: Option<Whose>, level: &Level) {
        (self.shown, self.track, self.reading) = (whose, None, None);
        let Some(file) = whose.and_then(|whose| self.files[whose as usize].clone()) else { return };
        let level = level.clone();
        // It takes as long as the game took at the highest speed.
        let mut reading = Worker::new(move |file: PathBuf| {
            Replay::load(&file).ok().map(|replay| GhostTrack::of(&level, &replay))
        });
        reading.ask(file);
        self.reading = Some(reading);
    }

    /// Where the ghost that is shown was, once that is known.
    pub fn track(&mut self) -> Option<&GhostTrack> {
        if let Some(track) = self.reading.as_mut().and_then(Worker::answer) {
            (self.track, self.reading) = (track, None);
        }
        self.track.as_ref()
    }
}
