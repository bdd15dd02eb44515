//! The way of a formation: the commander's path, rounded so that the formation can wheel along it, moved to
//! the middle where it is narrow, and measured for the room on both sides.
//!
//! # Source
//! [Article 003], "Formations": the path is planned "keeping in mind the whole formation size". How it turns
//! is left to the reader; rounding the corners is what lets it wheel instead of stop and rebuild.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

mod ground;
mod trace;

pub use ground::Ground;
pub use trace::SAMPLE_STEP;

use glam::Vec2;
use trace::Tracer;

/// How far the way may move aside per px of its length. More keeps to the middle of wriggly corridors, and
/// wriggles.
const MAX_SLANT: f32 = 0.3;

/// A way as samples [`SAMPLE_STEP`] apart.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Way {
    /// Places, px; at least one.
    pub points: Vec<Vec2>,
    /// Direction at each, unit vectors.
    pub forward: Vec<Vec2>,
    /// Room for the centre of the biggest member to the left and to the right of each, px.
    pub room: Vec<[f32; 2]>,
    /// Whether there is something within that room that stands alone, and members step round; empty where
    /// the room was measured without.
    pub islands: Vec<bool>,
}

impl Way {
    /// A way from `start` along `waypoints`, its corners rounded with `radius` px where the legs are long
    /// enough.
    ///
    /// A path that keeps `radius` away from a wall's corner still does so when rounded: the arc is about the
    /// corner, and the inner flank of a formation that is twice as wide pivots there.
    pub fn new(start: Vec2, waypoints: &[Vec2], radius: f32) -> Way {
        let mut corners = vec![start];
        for &waypoint in waypoints {
            if corners.last().is_some_and(|last| last.distance(waypoint) > 0.5) {
                corners.push(waypoint);
            }
        }
        let mut way = Way::default();
        let mut tracer = Tracer { points: &mut way.points, at: start, left: 0.0 };
        for i in 1..corners.len() {
            match corners.get(i + 1) {
                None => tracer.line_to(corners[i]),
                Some(&next) => tracer.round(corners[i - 1], corners[i], next, radius),
            }
        }
        let end = *corners.last().expect("it begins with the start");
        way.points.push(end);
        way.turn_forward();
        way
    }

    /// Length, px.
    pub fn length(&self) -> f32 {
        match self.points.len() {
            0 | 1 => 0.0,
            n => (n - 2) as f32 * SAMPLE_STEP + self.points[n - 2].distance(self.points[n - 1]),
        }
    }

    /// Place and direction at a distance from the start; straight on before the start and beyond the end.
    pub fn at(&self, distance: f32) -> (Vec2, Vec2) {
        let last = self.points.len() - 1;
        if distance <= 0.0 || last == 0 {
            return (self.points[0] + self.forward[0] * distance, self.forward[0]);
        }
        let mut index = (distance / SAMPLE_STEP) as usize;
        let mut piece = SAMPLE_STEP;
        if index + 1 >= last {
            let length = self.length();
            if distance >= length {
                return (self.points[last] + self.forward[last] * (distance - length), self.forward[last]);
            }
            index = last - 1;
            piece = length - index as f32 * SAMPLE_STEP;
        }
        let part = ((distance - index as f32 * SAMPLE_STEP) / piece.max(1e-6)).min(1.0);
        let place = self.points[index].lerp(self.points[index + 1], part);
        let forward = self.forward[index].lerp(self.forward[index + 1], part);
        (place, forward.try_normalize().unwrap_or(self.forward[index]))
    }

    /// The direction of a formation whose middle is at a distance: that of the chord over `reach` px both
    /// ways.
    pub fn chord(&self, distance: f32, reach: f32) -> Vec2 {
        let chord = self.at(distance + reach).0 - self.at(distance - reach).0;
        chord.try_normalize().unwrap_or(self.at(distance).1)
    }

    /// The radius of its bend at a distance, px; infinite where it is straight.
    pub fn radius_at(&self, distance: f32) -> f32 {
        let (before, after) =
            (self.at(distance - 2.0 * SAMPLE_STEP).1, self.at(distance + 2.0 * SAMPLE_STEP).1);
        4.0 * SAMPLE_STEP / before.perp_dot(after).abs()
    }

    /// The room to the left and to the right at a distance, px.
    pub fn room_at(&self, distance: f32) -> [f32; 2] {
        let index = (distance / SAMPLE_STEP).max(0.0) as usize;
        self.room.get(index.min(self.room.len().saturating_sub(1))).copied().unwrap_or([f32::INFINITY; 2])
    }

    /// Measures the room on both sides up to `half` px and moves the way to where both are enough, or else to
    /// the middle; its ends stay.
    pub fn settle(&mut self, ground: Ground, half: f32) {
        self.measure(ground, 2.0 * half);
        let count = self.points.len();
        let length = self.length();
        let wanted: Vec<f32> = self.room.iter().map(|&room| aside_for(room, half)).collect();
        // The narrowest place within reach decides, so that smoothing leaves nothing of a short gap's demand
        // out.
        let reach = (half / SAMPLE_STEP) as usize;
        let width = |i: usize| self.room[i][0] + self.room[i][1];
        let narrowest = |i: usize| {
            let near = i.saturating_sub(reach)..(i + reach + 1).min(count);
            near.min_by(|&a, &b| width(a).total_cmp(&width(b)).then(a.abs_diff(i).cmp(&b.abs_diff(i))))
                .unwrap_or(i)
        };
        let mut aside: Vec<f32> = (0..count)
            .map(|i| {
                let to_ends = (i as f32 * SAMPLE_STEP).min((length - i as f32 * SAMPLE_STEP).max(0.0));
                wanted[narrowest(i)].clamp(-MAX_SLANT * to_ends, MAX_SLANT * to_ends)
            })
            .collect();
        if aside.iter().all(|aside| aside.abs() < 0.5) {
            self.room.iter_mut().for_each(|room| *room = room.map(|side| side.min(half)));
            return;
        }
        smooth(&mut aside, reach);
        smooth(&mut aside, 4);
        let moved: Vec<Vec2> =
            (0..count).map(|i| self.points[i] + self.forward[i].perp() * aside[i]).collect();
        let sound = |i: usize| {
            ground.grid.line_is_free(moved[i.saturating_sub(1)], moved[i], ground.body)
                && ground.is_free(moved[i])
        };
        if (1..count).all(sound) {
            self.resample(&moved);
        }
        self.measure(ground, half);
    }

    /// Whether the biggest member can still walk the way from a distance on.
    pub fn is_free_from(&self, ground: Ground, distance: f32) -> bool {
        let first = ((distance / SAMPLE_STEP).max(0.0) as usize).min(self.points.len() - 1);
        let rest = &self.points[first..];
        rest.windows(2).all(|leg| ground.grid.line_is_free(leg[0], leg[1], ground.body))
    }

    /// Measures the room on both sides, up to `limit` px.
    pub fn measure(&mut self, ground: Ground, limit: f32) {
        self.islands.clear();
        self.room.clear();
        for (&place, &forward) in self.points.iter().zip(&self.forward) {
            let side = forward.perp();
            self.room.push([ground.free_run(place, -side, limit), ground.free_run(place, side, limit)]);
        }
    }

    /// Measures the room like [`Way::measure`], where members step round what stands alone.
    pub fn measure_past_islands(&mut self, ground: Ground, limit: f32) {
        self.room.clear();
        self.islands.clear();
        for (&place, &forward) in self.points.iter().zip(&self.forward) {
            let side = forward.perp();
            let ((left, on_left), (right, on_right)) =
                (ground.run_past_islands(place, -side, limit), ground.run_past_islands(place, side, limit));
            self.room.push([left, right]);
            self.islands.push(on_left || on_right);
        }
    }

    /// Whether something stands alone within the room between two distances.
    pub fn has_islands(&self, from: f32, to: f32) -> bool {
        let first = (from / SAMPLE_STEP).max(0.0) as usize;
        let last = (to / SAMPLE_STEP).max(0.0) as usize;
        let islands = self.islands.get(first..(last + 1).min(self.islands.len()));
        islands.is_some_and(|islands| islands.contains(&true))
    }

    /// Takes the samples of another line.
    fn resample(&mut self, line: &[Vec2]) {
        let mut way = Way::default();
        let mut tracer = Tracer { points: &mut way.points, at: line[0], left: 0.0 };
        line[1..].iter().for_each(|&place| tracer.line_to(place));
        way.points.extend(line.last());
        way.turn_forward();
        *self = way;
    }

    fn turn_forward(&mut self) {
        // A last sample right beside the one before would have a direction of rounding only.
        let count = self.points.len();
        if count > 2 && self.points[count - 1].distance(self.points[count - 2]) < 0.1 * SAMPLE_STEP {
            self.points.remove(count - 2);
        }
        let count = self.points.len();
        self.forward.clear();
        for i in 0..count {
            let (before, after) = (self.points[i.saturating_sub(1)], self.points[(i + 1).min(count - 1)]);
            self.forward.push((after - before).normalize_or(Vec2::X));
        }
    }
}

/// How far to the right a way should move that has so much room (px) to its left and right, for a formation
/// `half` as wide: to where both sides are enough, or else to the middle.
fn aside_for([left, right]: [f32; 2], half: f32) -> f32 {
    if left + right >= 2.0 * half {
        0.0f32.clamp(half - left, (right - half).max(half - left))
    } else {
        (right - left) / 2.0
    }
}

/// A running mean over `reach` values both ways.
fn smooth(values: &mut [f32], reach: usize) {
    let mut sums = Vec::with_capacity(values.len() + 1);
    sums.push(0.0f64);
    for &value in values.iter() {
        sums.push(sums.last().copied().unwrap_or(0.0) + f64::from(value));
    }
    let count = values.len();
    for (i, value) in values.iter_mut().enumerate() {
        // Ends stay where they are: the window shrinks towards them.
        let reach = reach.min(i).min(count - 1 - i);
        *value = ((sums[i + reach + 1] - sums[i - reach]) / (2 * reach + 1) as f64) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Collider, Shape};
    use crate::grid::{Grid, Tile};

    const BODY: Collider = Collider { shape: Shape::Circle, radius: 7.0 };

    #[test]
    fn a_straight_way_is_straight() {
        let way = Way::new(Vec2::new(10.0, 10.0), &[Vec2::new(110.0, 10.0)], 40.0);
        assert!((way.length() - 100.0).abs() < 0.01);
        assert_eq!(way.at(37.0), (Vec2::new(47.0, 10.0), Vec2::X));
        assert_eq!(way.at(-5.0).0, Vec2::new(5.0, 10.0));
        assert_eq!(way.at(105.0).0, Vec2::new(115.0, 10.0));
    }

    #[test]
    fn a_corner_is_an_arc_about_the_inner_flank() {
        let way = Way::new(Vec2::ZERO, &[Vec2::new(200.0, 0.0), Vec2::new(200.0, 200.0)], 60.0);
        let pivot = Vec2::new(140.0, 60.0);
        for i in 0..way.points.len() {
            let place = way.points[i];
            if place.x > 141.0 && place.y < 59.0 {
                assert!((place.distance(pivot) - 60.0).abs() < 0.5, "{place}");
            }
        }
        assert_eq!(way.points.last(), Some(&Vec2::new(200.0, 200.0)));
        assert!((way.radius_at(140.0 + 15.0 * std::f32::consts::PI) - 60.0).abs() < 5.0);
        assert!(way.radius_at(60.0).is_infinite());
        assert!((way.length() - (280.0 + 60.0 * std::f32::consts::FRAC_PI_2)).abs() < 1.0);
    }

    #[test]
    fn what_stands_alone_leaves_room_beyond_it_and_a_wall_does_not() {
        let room = |rows: &[&str], others: &[(Vec2, Collider)]| {
            let grid = Grid::drawn(rows);
            let ground = Ground { grid: &grid, obstacles: others, body: BODY };
            let mut way = Way::new(Vec2::new(30.0, 225.0), &[Vec2::new(570.0, 225.0)], 60.0);
            way.measure_past_islands(ground, 180.0);
            let least = way.room.iter().flatten().copied().fold(f32::INFINITY, f32::min);
            (least, way.has_islands(200.0, 330.0), way.has_islands(0.0, 100.0))
        };
        let open = ["...................."; 15];
        let with = |row: usize, tiles: &'static str| {
            let mut rows = open;
            rows[row] = tiles;
            rows
        };
        assert_eq!(room(&open, &[]), (180.0, false, false));
        assert_eq!(room(&with(5, "..........#........."), &[]), (180.0, true, false));
        assert_eq!(room(&open, &[(Vec2::new(300.0, 290.0), BODY)]), (180.0, true, false));
        let (behind_wall, passes, _) = room(&with(5, ".......#######......"), &[]);
        assert!(behind_wall < 60.0 && !passes, "{behind_wall}");
        // Guards shoulder to shoulder are a wall too.
        let guards: Vec<(Vec2, Collider)> =
            (0..12).map(|i| (Vec2::new(230.0 + 15.0 * i as f32, 290.0), BODY)).collect();
        assert!(room(&open, &guards).0 < 60.0);
    }

    #[test]
    fn a_way_keeps_to_the_middle_of_a_corridor_and_keeps_its_ends() {
        let grid = Grid::drawn(&[
            "####################",
            "....................",
            "....................",
            "....................",
            "####################",
        ]);
        let ground = Ground { grid: &grid, obstacles: &[], body: BODY };
        let (start, end) = (Vec2::new(40.0, 45.0), Vec2::new(560.0, 45.0));
        let mut way = Way::new(start, &[end], 60.0);
        way.settle(ground, 60.0);
        assert_eq!((way.points[0], *way.points.last().unwrap()), (start, end));
        let (middle, _) = way.at(260.0);
        assert!((middle.y - 75.0).abs() < 1.0, "{middle}");
        let [left, right] = way.room_at(260.0);
        assert!((left - 38.0).abs() < 1.0 && (right - 38.0).abs() < 1.0, "{left} {right}");
    }

    #[test]
    fn a_way_goes_through_the_middle_of_a_short_gap() {
        let grid = Grid::new(20, 20, {
            let wall = |i: usize| i % 20 == 10 && !(8..10).contains(&(i / 20));
            (0..400).map(|i| if wall(i) { Tile::Rock } else { Tile::Ground }).collect()
        });
        let ground = Ground { grid: &grid, obstacles: &[], body: BODY };
        // The gap is from 240 to 300 px.
        let mut way = Way::new(Vec2::new(20.0, 290.0), &[Vec2::new(580.0, 290.0)], 60.0);
        way.settle(ground, 80.0);
        let (middle, _) = way.at(295.0);
        assert!((middle.y - 270.0).abs() < 2.0, "{middle}");
    }

    #[test]
    fn an_obstacle_narrows_a_way() {
        let grid = Grid::drawn(&["...................."; 20]);
        let rock = (Vec2::new(300.0, 260.0), Collider { shape: Shape::Circle, radius: 20.0 });
        let ground = Ground { grid: &grid, obstacles: &[rock], body: BODY };
        let mut way = Way::new(Vec2::new(50.0, 300.0), &[Vec2::new(550.0, 300.0)], 60.0);
        way.settle(ground, 50.0);
        let (_, _) = way.at(250.0);
        assert!(way.at(250.0).0.y > 310.0, "the formation passes beside it as a whole: {}", way.at(250.0).0);
    }
}
