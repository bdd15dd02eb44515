//! Plays the sounds.

use super::news::{Heard, Pauses};
use super::tones::CUES;
use crate::goals::Verdict;
use crate::order::Action;
use crate::window::play::Play;
use macroquad::audio::{PlaySoundParams, Sound, load_sound_from_bytes, play_sound};
use macroquad::time::get_time;
use std::sync::atomic::{AtomicBool, Ordering};

/// The thread that plays them has ended: there is no device for sound.
static HAS_NO_DEVICE: AtomicBool = AtomicBool::new(false);

/// Call it before the window opens. The library of sound panics in its thread where there is no device, and
/// says so for each sound: one line says it instead.
pub fn expect_no_device() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.location().is_some_and(|place| place.file().contains("quad-snd")) {
            if !HAS_NO_DEVICE.swap(true, Ordering::Relaxed) {
                eprintln!("There is no device for sound: the window is silent");
            }
        } else {
            usual(panic);
        }
    }));
}

impl Heard {
    /// What a game has come to.
    pub fn of(play: &Play) -> Heard {
        let is_order = |(_, action): &&(u64, Action)| matches!(action, Action::Order(_));
        let judge = play.challenge.as_ref().map(|challenge| &challenge.judge);
        let verdict = judge.map(|judge| judge.verdict());
        Heard {
            tick: play.sim.ticks(),
            // A wall that is drawn is a change for each tile, and would be a drum.
            orders: play.sim.actions().iter().filter(is_order).count(),
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
    /// Makes them, if there is a device for them.
    pub async fn make(&mut self) {
        for cue in CUES.into_iter().filter(|_| !HAS_NO_DEVICE.load(Ordering::Relaxed)) {
            // Waves of our own can be read.
            self.made.extend(load_sound_from_bytes(&cue.wave()).await.ok());
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
        if let Some(sound) = self.made.get(cue as usize).filter(|_| !HAS_NO_DEVICE.load(Ordering::Relaxed)) {
            play_sound(sound, PlaySoundParams { looped: false, volume: 1.0 });
        }
    }
}
