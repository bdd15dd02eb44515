//! Sounds of a game, made of tones by the program: an order, a goal that is met, somebody who falls, the end.
//! Nothing is told by them alone. In builds with the feature `sound` only: audio needs a system package on Linux.

use crate::goals::Verdict;
use crate::window::play::Play;
use macroquad::audio::{PlaySoundParams, Sound, load_sound_from_bytes, play_sound};
use std::f32::consts::TAU;

/// Samples a second.
const RATE: u32 = 22_050;
/// How loud a tone begins, of full scale.
const LOUD: f32 = 0.25;
/// A tone has faded to a third after this time, s.
const FADES: f32 = 0.09;

/// What is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cue {
    /// An order was given.
    Ordered,
    /// A goal was met.
    Met,
    /// Somebody fell.
    Fell,
    /// The level is won.
    Won,
    /// The level is lost.
    Lost,
}

const CUES: [Cue; 5] = [Cue::Ordered, Cue::Met, Cue::Fell, Cue::Won, Cue::Lost];

impl Cue {
    /// Its tones one after the other: pitch, Hz, and the time to the next one, s.
    fn tones(self) -> &'static [(f32, f32)] {
        match self {
            Cue::Ordered => &[(440.0, 0.12)],
            Cue::Met => &[(523.3, 0.09), (659.3, 0.25)],
            Cue::Fell => &[(110.0, 0.18)],
            Cue::Won => &[(523.3, 0.11), (659.3, 0.11), (784.0, 0.11), (1046.5, 0.4)],
            Cue::Lost => &[(293.7, 0.2), (220.0, 0.45)],
        }
    }

    /// As the bytes of a WAV file: one channel of 16 bits.
    fn wave(self) -> Vec<u8> {
        let mut samples: Vec<i16> = Vec::new();
        for &(pitch, seconds) in self.tones() {
            let count = (seconds * RATE as f32) as u32;
            samples.extend((0..count).map(|sample| {
                let at = sample as f32 / RATE as f32;
                // It begins and ends at nothing, so that neither end clicks.
                let ends = (at / 0.004).min((seconds - at) / 0.02).clamp(0.0, 1.0);
                let tone = (TAU * pitch * at).sin() + 0.3 * (2.0 * TAU * pitch * at).sin();
                (tone / 1.3 * LOUD * ends * (-at / FADES).exp() * f32::from(i16::MAX)) as i16
            }));
        }
        let size = samples.len() as u32 * 2;
        let mut wave = Vec::with_capacity(size as usize + 44);
        wave.extend(b"RIFF");
        wave.extend((size + 36).to_le_bytes());
        wave.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
        wave.extend(RATE.to_le_bytes());
        wave.extend((RATE * 2).to_le_bytes());
        wave.extend(b"\x02\0\x10\0data");
        wave.extend(size.to_le_bytes());
        wave.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
        wave
    }
}

/// What a game had come to in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Heard {
    tick: u64,
    orders: usize,
    met: usize,
    fallen: usize,
    is_won: bool,
    is_lost: bool,
}

impl Heard {
    fn of(play: &Play) -> Heard {
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

    /// What is new since an earlier frame: the one thing of most weight. A jump in time is silent.
    fn cue(self, before: Heard) -> Option<Cue> {
        /// More ticks than a frame makes at the highest speed, on a slow machine.
        const JUMP: u64 = 120;
        let is_new = |now: usize, before: usize| now > before;
        match self {
            _ if self.tick < before.tick || self.tick > before.tick + JUMP => None,
            _ if self.is_won && !before.is_won => Some(Cue::Won),
            _ if self.is_lost && !before.is_lost => Some(Cue::Lost),
            _ if is_new(self.met, before.met) => Some(Cue::Met),
            _ if is_new(self.fallen, before.fallen) => Some(Cue::Fell),
            _ if is_new(self.orders, before.orders) => Some(Cue::Ordered),
            _ => None,
        }
    }
}

/// The sounds of the window.
#[derive(Default)]
pub struct Sounds {
    /// In the order of [`CUES`]; none before they were made.
    made: Vec<Sound>,
    before: Heard,
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
        if let Some(sound) = cue.and_then(|cue| self.made.get(cue as usize)) {
            play_sound(sound, PlaySoundParams { looped: false, volume: 1.0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wave_is_as_long_as_its_tones_and_never_clips_or_clicks() {
        for cue in CUES {
            let wave = cue.wave();
            let seconds: f32 = cue.tones().iter().map(|tone| tone.1).sum();
            let size = u32::from_le_bytes(wave[40..44].try_into().unwrap());
            assert_eq!(wave.len(), size as usize + 44, "{cue:?}");
            assert!((size as f32 / 2.0 / RATE as f32 - seconds).abs() < 0.001, "{cue:?}");
            let samples: Vec<i16> =
                wave[44..].chunks(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
            let most = samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap();
            assert!((1000..=8192).contains(&most), "{cue:?} {most}");
            assert!(
                samples[0].unsigned_abs() < 100 && samples.last().unwrap().unsigned_abs() < 100,
                "{cue:?}"
            );
        }
    }

    #[test]
    fn the_weightiest_news_is_heard_and_a_jump_in_time_is_silent() {
        let before = Heard { tick: 100, orders: 3, met: 1, fallen: 5, ..Heard::default() };
        assert_eq!(before.cue(before), None);
        let now = Heard { tick: 101, orders: 4, fallen: 6, ..before };
        assert_eq!(now.cue(before), Some(Cue::Fell));
        assert_eq!(Heard { orders: 4, ..before }.cue(before), Some(Cue::Ordered), "while time stands");
        assert_eq!(Heard { is_won: true, met: 2, ..now }.cue(before), Some(Cue::Won));
        assert_eq!(Heard { tick: 50, ..now }.cue(before), None);
        assert_eq!(Heard { tick: 5000, ..now }.cue(before), None);
    }
}
