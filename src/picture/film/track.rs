//! The way of one thing through a film, kept as the few moments between which a straight line explains it.

use super::super::contour::keep;
use super::super::counters::CounterKey;
use super::super::svg::{pair, tenths};
use super::time::Time;
use glam::Vec2;
use std::fmt::Write;

/// A unit may be drawn this far from where it is between two keyframes, px of the picture.
const PLACE: f32 = 0.4;
/// A heading may be off by so much between two keyframes, degrees.
const HEADING: f32 = 9.0;

/// Where something is in a frame: px of the picture, and degrees clockwise from east, without jumps at a full
/// turn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pose {
    at: Vec2,
    turned: f32,
}

/// Something that is drawn in frame after frame, `None` while it is not there.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    /// What its counter looks like.
    pub(super) key: Option<CounterKey>,
    poses: Vec<Option<Pose>>,
}

impl Track {
    /// Of a counter that has not been seen yet.
    pub(super) fn of(key: CounterKey) -> Track {
        Track { key: Some(key), poses: Vec::new() }
    }

    /// It is there in a frame.
    pub(super) fn take(&mut self, frame: usize, at: Vec2, heading: Vec2) {
        let turned = libm::atan2f(heading.y, heading.x).to_degrees();
        let before = self.poses.last().copied().flatten().map_or(turned, |pose| pose.turned);
        // The short way round.
        let turned = turned + 360.0 * ((before - turned) / 360.0).round();
        self.poses.resize(frame, None);
        self.poses.push(Some(Pose { at: (at * 10.0).round() / 10.0, turned: turned.round() }));
    }

    /// The moving picture of it: what `inner` draws about the origin, and a notch that turns.
    pub(super) fn svg(&self, time: &Time, inner: &str, notch: Option<usize>, out: &mut String) {
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
            time.switch(|frame| self.poses.get(frame).copied().flatten().is_some(), out);
        }
        out.push_str("</g>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

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
