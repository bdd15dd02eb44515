//! The time of a film: which ticks its frames are, and what happens in which of them.

use crate::time::TICK_RATE;
use std::fmt::Write;

/// The time of a film: what happens in which frame, as SVG's declarative animation (SMIL) has it.
pub(super) struct Time {
    /// How many there are.
    pub(super) frames: usize,
    /// Of each frame, as a share of the whole.
    shares: Vec<String>,
    seconds: String,
}

impl Time {
    pub(super) fn new(ticks: &[u64]) -> Time {
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
    pub(super) fn animate(&self, kind: &str, values: &[(usize, String)], out: &mut String) {
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
    pub(super) fn shown(&self, from: usize, to: usize, inner: &str, out: &mut String) {
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

    /// Shows what surrounds it in these frames.
    pub(super) fn switch(&self, is_there: impl Fn(usize) -> bool, out: &mut String) {
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

    #[test]
    fn frames_begin_and_end_when_they_were_asked_to() {
        assert_eq!(frames(1.0, 2.0, 3), [30, 40, 50, 60]);
        let odd = frames(0.0, 1.0, 7);
        assert_eq!((odd[0], odd[odd.len() - 1]), (0, 30));
        assert!(odd.windows(2).all(|pair| (4..=5).contains(&(pair[1] - pair[0]))), "{odd:?}");
    }
}
