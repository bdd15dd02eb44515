//! What is heard, as tones: each begins loud and fades, and comes from nothing and goes to nothing.

use std::f32::consts::TAU;

/// Samples a second.
const RATE: u32 = 22_050;
/// How loud a tone begins, of full scale.
const LOUD: f32 = 0.25;
/// A tone has faded to a third after this time, s.
const FADES: f32 = 0.09;

/// What is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
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

/// All of them, in their order.
pub const CUES: [Cue; 5] = [Cue::Ordered, Cue::Met, Cue::Fell, Cue::Won, Cue::Lost];

impl Cue {
    /// Its tones one after the other: pitch, Hz, and the time to the next one, s.
    pub(super) fn tones(self) -> &'static [(f32, f32)] {
        match self {
            Cue::Ordered => &[(440.0, 0.12)],
            Cue::Met => &[(523.3, 0.09), (659.3, 0.25)],
            Cue::Fell => &[(174.6, 0.18)],
            Cue::Won => &[(523.3, 0.11), (659.3, 0.11), (784.0, 0.11), (1046.5, 0.4)],
            Cue::Lost => &[(293.7, 0.2), (220.0, 0.45)],
        }
    }

    /// From one beginning to the next there is at least this much real time, s: two that are alike never sound
    /// at once. Where many fight somebody falls all the time: twice a second tells it, ten times is a drum.
    pub(super) fn apart(self) -> f32 {
        match self {
            Cue::Fell => 0.5,
            _ => self.tones().iter().map(|tone| tone.1).sum(),
        }
    }

    /// As the bytes of a WAV file: one channel of 16 bits.
    pub fn wave(self) -> Vec<u8> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The samples of a WAV file of one channel of 16 bits, and how many there are a second.
    fn read(wave: &[u8]) -> (Vec<i16>, u32) {
        let number = |at: usize| u32::from_le_bytes(wave[at..at + 4].try_into().unwrap());
        assert_eq!((&wave[..4], &wave[8..16], &wave[36..40]), (&b"RIFF"[..], &b"WAVEfmt "[..], &b"data"[..]));
        assert_eq!((number(4) as usize, number(40) as usize), (wave.len() - 8, wave.len() - 44));
        (wave[44..].chunks(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect(), number(24))
    }

    #[test]
    fn a_wave_lasts_as_long_as_its_tones() {
        for cue in CUES {
            let (samples, rate) = read(&cue.wave());
            let seconds: f32 = cue.tones().iter().map(|tone| tone.1).sum();
            assert!((samples.len() as f32 / rate as f32 - seconds).abs() < 0.001, "{cue:?}");
            assert!((0.1..1.0).contains(&seconds), "{cue:?}: {seconds} s");
        }
    }

    #[test]
    fn all_are_about_as_loud_and_far_from_clipping() {
        for cue in CUES {
            let (samples, _) = read(&cue.wave());
            let peak = samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap();
            assert!((6000..=8192).contains(&peak), "{cue:?}: {peak}");
        }
    }

    #[test]
    fn nothing_clicks_where_a_tone_begins_ends_or_follows_another() {
        for cue in CUES {
            let (samples, rate) = read(&cue.wave());
            // The steepest that the highest of its tones is anywhere, a tone and its octave.
            let pitch = cue.tones().iter().map(|tone| tone.0).fold(0.0, f32::max);
            let steepest = f32::from(i16::MAX) * LOUD * TAU * pitch / rate as f32 * 1.6 / 1.3;
            let around = [&[0], &samples[..], &[0]].concat();
            let step = around.windows(2).map(|two| (i32::from(two[1]) - i32::from(two[0])).abs()).max();
            assert!(step.unwrap() as f32 <= steepest, "{cue:?}: {step:?} of {steepest}");
        }
    }
}
