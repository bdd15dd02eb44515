//! The pushes of others on one unit, reckoned four at a time.

use super::moving::{Movers, MovingBody};
use crate::neighbours::LANES;
use glam::Vec2;
use std::f32::consts::{FRAC_2_PI, FRAC_PI_2};
use wide::f32x4;

/// Weaker pushes are left out: they cost as much as strong ones, and a hundred of them would turn the way by
/// a degree.
const LEAST_PUSH: f32 = 0.01;
/// An angle this near to straight back counts as straight back, where the tie goes right.
pub(super) const TIE: f32 = 1e-3;

/// How others push: see the parameters of the model.
#[derive(Clone, Copy)]
pub(super) struct Pushing {
    pub(super) personal_space: f32,
    pub(super) halo: f32,
    pub(super) cardioid: bool,
    pub(super) adjusted: bool,
    pub(super) frames: f32,
}

/// Four vectors, value by value.
type Vectors = (f32x4, f32x4);

/// The others that push a unit, put together by fours.
pub(super) struct Pushes<F: FnMut(Vec2, Vec2)> {
    model: Pushing,
    me: MovingBody,
    way: Vec2,
    four: Movers,
    /// The radii of the unit and of each of the four together, px.
    radii: f32x4,
    count: usize,
    /// Is told each push that counts, weighed (red), and turned aside (blue).
    visit: F,
}

impl<F: FnMut(Vec2, Vec2)> Pushes<F> {
    /// Of nobody yet, on a unit that wants to go along the unit vector `way`.
    pub(super) fn new(model: Pushing, me: MovingBody, way: Vec2, visit: F) -> Self {
        Pushes { model, me, way, four: Movers::NOBODY, radii: f32x4::ZERO, count: 0, visit }
    }

    /// Adds somebody whose radius and the unit's own are `radii` px together.
    #[inline]
    pub(super) fn add(&mut self, other: MovingBody, radii: f32) {
        self.four.set(self.count, self.me, other);
        self.radii.as_mut_array()[self.count] = radii;
        self.count += 1;
        if self.count == LANES {
            self.finish();
        }
    }

    /// Reckons the pushes of those who were added since.
    pub(super) fn finish(&mut self) {
        let (model, (way_x, way_y)) = (self.model, (self.way.x, self.way.y));
        let passing = self.four.passing(self.me, model.frames);
        let (away_x, away_y) = (-self.four.x, -self.four.y);
        let apart = (away_x * away_x + away_y * away_y).sqrt();
        let is_apart = apart.simd_gt(f32x4::ZERO);
        let inverse = 1.0 / apart;
        let x = is_apart.select(away_x * inverse, f32x4::splat(-way_x));
        let y = is_apart.select(away_y * inverse, f32x4::splat(-way_y));
        // Mirrored about the way: behind the other instead of before it.
        let twice = 2.0 * (x * way_x + y * way_y);
        let x = passing.behind.select(way_x * twice - x, x);
        let y = passing.behind.select(way_y * twice - y, y);
        let weight = if model.cardioid { cardioid(-(x * way_x + y * way_y)) } else { f32x4::ONE };
        // No nearer than 1 px.
        let ratio = self.radii * model.halo * inverse.fast_min(f32x4::ONE);
        let magnitude = model.personal_space * ratio * ratio;
        let counts = (magnitude * weight).simd_ge(f32x4::splat(LEAST_PUSH)) & !passing.ignored;
        let counts = counts.to_bitmask() & ((1 << self.count) - 1);
        self.count = 0;
        if counts == 0 {
            return;
        }
        let size = magnitude * passing.scale;
        let push = (x * size, y * size);
        let adjusted = if model.adjusted { turned_aside(push, self.way, weight) } else { push };
        let weighed = [push.0, push.1, adjusted.0, adjusted.1].map(|four| (four * weight).to_array());
        for lane in (0..LANES).filter(|lane| counts >> lane & 1 == 1) {
            let [x, y, adjusted_x, adjusted_y] = weighed.map(|four| four[lane]);
            (self.visit)(Vec2::new(x, y), Vec2::new(adjusted_x, adjusted_y));
        }
    }

    /// What tells quickly who pushes too weakly to count, of all who are no bigger than this: `radii` px
    /// together with the unit.
    pub(super) fn weak(&self, radii: f32) -> Weak {
        let mass = radii * self.model.halo;
        // A little more, for rounding.
        let strength = 1.001 * self.model.personal_space * mass * mass / LEAST_PUSH;
        Weak { way: self.way, strength, cardioid: self.model.cardioid }
    }
}

/// See [`Pushes::weak`].
pub(super) struct Weak {
    way: Vec2,
    /// Square of the distance at which a push of full weight is too weak, px².
    strength: f32,
    cardioid: bool,
}

impl Weak {
    /// Which of four others at these offsets, and squares of distances, may push strongly enough.
    ///
    /// With the cardioid: strength · ((1 + a/d) / 2)³ > d², multiplied by 8d³, where a is how far ahead the
    /// other is and d its distance.
    #[inline]
    pub(super) fn is_stronger(&self, x: f32x4, y: f32x4, apart: f32x4) -> f32x4 {
        let square = apart.fast_max(f32x4::ONE);
        if !self.cardioid {
            return square.simd_le(f32x4::splat(self.strength));
        }
        let distance = square.sqrt();
        let ahead = distance * 1.001 + x * self.way.x + y * self.way.y;
        (ahead * ahead * ahead * self.strength).simd_ge(8.0 * square * square * distance)
    }
}

/// The weight of others that lie in directions whose cosine against the way is this: 1 ahead, 0 behind.
fn cardioid(cosine: f32x4) -> f32x4 {
    let unit = (1.0 + cosine) * 0.5;
    unit * unit * unit
}

/// A push of full weight that points back, turned towards the side on which it points anyway.
pub(super) fn turn_aside(push: Vec2, way: Vec2) -> Vec2 {
    let (x, y) = turned_aside((f32x4::splat(push.x), f32x4::splat(push.y)), way, f32x4::ONE);
    Vec2::new(x.to_array()[0], y.to_array()[0])
}

/// Pushes that point back, turned towards the side on which they point anyway: straight back by up to a right
/// angle, less the farther they point aside (an inverted quarter ellipse).
fn turned_aside((x, y): Vectors, way: Vec2, weight: f32x4) -> Vectors {
    let (back, aside) = (-(x * way.x + y * way.y), y * way.x - x * way.y);
    // An angle near to straight back counts as straight back, where the tie goes right.
    let is_left = aside.simd_lt(-TIE * back);
    let off = is_left.select(-aside, aside.fast_max(f32x4::ZERO));
    // 0 aside, 1 straight back.
    let ratio = FRAC_2_PI * angle(back, off);
    let inverted_ellipse = 1.0 - (1.0 - ratio * ratio).fast_max(f32x4::ZERO).sqrt();
    let (sine, cosine) = sine_and_cosine(weight * inverted_ellipse * FRAC_PI_2);
    let sine = is_left.select(sine, -sine);
    let turns = back.simd_gt(f32x4::ZERO);
    (turns.select(x * cosine - y * sine, x), turns.select(y * cosine + x * sine, y))
}

/// The angle whose tangent is `over` ÷ `under`, both positive, to 1e-5.
///
/// # Source
/// Abramowitz and Stegun, *Handbook of Mathematical Functions*, 4.4.47,
/// <https://personal.math.ubc.ca/~cbm/aands/>, 1964.
fn angle(over: f32x4, under: f32x4) -> f32x4 {
    let tangent = over.fast_min(under) / over.fast_max(under);
    let square = tangent * tangent;
    let series = ((0.020_835_1 * square - 0.085_133_0) * square + 0.180_141) * square - 0.330_299_5;
    let angle = tangent * (series * square + 0.999_866);
    over.simd_gt(under).select(FRAC_PI_2 - angle, angle)
}

/// Sine and cosine of angles from 0 to π/2, to 1e-6: the first terms of Taylor's series.
fn sine_and_cosine(angle: f32x4) -> Vectors {
    let square = angle * angle;
    let series = |factors: [f32; 5]| {
        factors.iter().rev().fold(f32x4::ONE, |sum, &factor| 1.0 - sum * square * (1.0 / factor))
    };
    // The products of which the factorials are made.
    (angle * series([6.0, 20.0, 42.0, 72.0, 110.0]), series([2.0, 12.0, 30.0, 56.0, 90.0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(mut of: impl FnMut(usize) -> f32) -> f32x4 {
        f32x4::new(std::array::from_fn(&mut of))
    }

    #[test]
    fn what_is_ahead_counts_fully_and_what_is_behind_not_at_all() {
        let weights = cardioid(f32x4::new([1.0, -1.0, 0.0, 0.0]));
        assert_eq!(weights.to_array(), [1.0, 0.0, 0.125, 0.125]);
    }

    #[test]
    fn angles_sines_and_cosines_are_those_of_the_library() {
        for step in 0..=100 {
            let expected = step as f32 * 0.01 * FRAC_PI_2;
            let (sine, cosine) = sine_and_cosine(f32x4::splat(expected));
            let found =
                angle(f32x4::splat(3.0 * libm::sinf(expected)), f32x4::splat(3.0 * libm::cosf(expected)));
            assert!((sine.to_array()[0] - libm::sinf(expected)).abs() < 1e-6, "{expected}");
            assert!((cosine.to_array()[1] - libm::cosf(expected)).abs() < 1e-6, "{expected}");
            assert!((found.to_array()[2] - expected).abs() < 2e-5, "{expected}");
        }
    }

    #[test]
    fn nobody_who_pushes_strongly_enough_is_sorted_out() {
        let model = Pushing { personal_space: 3.0, halo: 2.0, cardioid: true, adjusted: true, frames: 0.0 };
        let me = MovingBody { position: Vec2::ZERO, velocity: Vec2::ZERO, id: 0 };
        let (mut strong, mut weak) = (0, 0);
        for place in 0..10_000 {
            let at = Vec2::new((place % 100) as f32 * 3.03 - 150.0, (place / 100) as f32 * 3.01 - 150.0);
            let mut counts = false;
            let mut pushes = Pushes::new(model, me, Vec2::X, |_, _| counts = true);
            let [x, y, apart] = [at.x, at.y, at.length_squared()].map(|value| lanes(|_| value));
            let may = pushes.weak(14.0).is_stronger(x, y, apart).any();
            pushes.add(MovingBody { position: at, velocity: Vec2::ZERO, id: 1 }, 14.0);
            pushes.finish();
            assert!(may || !counts, "{at}");
            (strong, weak) = (strong + usize::from(counts), weak + usize::from(!may));
        }
        assert!(strong + weak > 9_900 && strong > 5_000, "{strong} {weak}");
    }
}
