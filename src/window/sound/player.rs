//! Plays the sounds.

use super::news::{Heard, Pauses};
use super::tones::CUES;
use crate::goals::Verdict;
use crate::window::play::Play;
use macroquad::audio::{PlaySoundParams, Sound, load_sound_from_bytes, play_sound};
use macroquad::time::get_time;

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
    pauses: Pauses,
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
        let mut cues = now.cues(std::mem::replace(&mut self.before, now)).filter(|_| !self.is_mute);
        let time = get_time();
        let Some(cue) = cues.find(|&cue| self.pauses.begin(cue, time)) else { return };
        if let Some(sound) = self.made.get(cue as usize) {
            play_sound(sound, PlaySoundParams { looped: false, volume: 1.0 });
        }
    }
}
