//! Plays the sounds.

use super::news::Heard;
use super::tones::{CUES, Cue};
use crate::goals::Verdict;
use crate::window::play::Play;
use macroquad::audio::{PlaySoundParams, Sound, load_sound_from_bytes, play_sound};
use macroquad::time::get_time;

/// Between the beginnings of two sounds that are alike there is at least this much real time, s.
const APART: f64 = 0.1;

impl Heard {
    /// What a game has come to.
    pub fn of(play: &Play) -> Heard {
        let judge = play.challenge.as_ref().map(|challenge| &challenge.judge);
        let verdict = judge.map(|judge| judge.verdict());
        Heard {
            tick: play.sim.ticks(),
            orders: play.sim.actions().len(),
            met: judge.map_or(0, |judge| judge.told(&play.sim).iter().filter(|goal| goal.is_met).count()),
            fallen: play.sim.fights.fallen.len(),
            is_won: matches!(verdict, Some(Verdict::Won { .. })),
            is_lost: matches!(verdict, Some(Verdict::Lost { .. })),
        }
    }
}

/// The sounds of the window.
#[derive(Default)]
pub struct Sounds {
    /// In the order of [`CUES`]; none before they were made.
    made: Vec<Sound>,
    before: Heard,
    /// What was played last, and when, s.
    last: Option<(Cue, f64)>,
    is_mute: bool,
}

impl Sounds {
    /// Makes them. Without a device for sound the window stays silent.
    pub async fn make(&mut self) {
        for cue in CUES {
            match load_sound_from_bytes(&cue.wave()).await {
                Ok(sound) => self.made.push(sound),
                Err(_) => return self.made.clear(),
            }
        }
    }

    /// Silent, or heard again; returns whether they are silent.
    pub fn toggle(&mut self) -> bool {
        self.is_mute = !self.is_mute;
        self.is_mute
    }

    /// Plays what a frame brought.
    pub fn follow(&mut self, play: &Play) {
        let now = Heard::of(play);
        let cue = now.cue(std::mem::replace(&mut self.before, now)).filter(|_| !self.is_mute);
        let time = get_time();
        // A whole rank that falls within a breath would clip.
        let is_fresh = |cue: &Cue| self.last.is_none_or(|(last, at)| last != *cue || time >= at + APART);
        let Some(cue) = cue.filter(is_fresh) else { return };
        self.last = Some((cue, time));
        if let Some(sound) = self.made.get(cue as usize) {
            play_sound(sound, PlaySoundParams { looped: false, volume: 1.0 });
        }
    }
}
