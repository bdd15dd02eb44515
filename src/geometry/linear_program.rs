//! The vector nearest to a wanted one that lies in all half-planes; and where there is none, the one that is
//! wrong by the least. Callers that need an answer in any case come here; [`super::half_planes`] is enough
//! for those that do without one.
//!
//! Displacements that keep off walls and bodies ([`crate::movement::integrate`]) and the velocities of
//! [`crate::movement::orca`] are both found here. The unit is whatever the caller's is.
//!
//! # Source
//! Van den Berg, Guy, Lin, Manocha, *Reciprocal n-Body Collision Avoidance*,
//! <https://doi.org/10.1007/978-3-642-19457-3_1>, 2011, section 5.3, for the least violation, which is a
//! program in three dimensions projected onto each plane in turn; each of those is solved by
//! [`super::half_planes`].

use super::half_planes::{HalfPlane, Objective, best};
use arrayvec::ArrayVec;
use glam::Vec2;

/// Most half-planes that are heeded; callers put the most important first.
pub const MAX_PLANES: usize = 32;

/// Normals nearer to each other than this are one.
const TOLERANCE: f32 = 1e-5;

/// Half-planes in a fixed buffer: what does not fit is left out.
#[derive(Clone, Debug, Default)]
pub struct HalfPlanes(ArrayVec<HalfPlane, MAX_PLANES>);

impl HalfPlanes {
    /// None yet.
    #[inline]
    pub fn new() -> HalfPlanes {
        HalfPlanes::default()
    }

    /// Adds the half-plane of all vectors `v` with `normal · v ≥ least`, if there is room.
    #[inline]
    pub fn push(&mut self, normal: Vec2, least: f32) {
        let _ = self.0.try_push(HalfPlane { normal, least });
    }

    /// Those added so far.
    #[inline]
    pub fn as_slice(&self) -> &[HalfPlane] {
        &self.0
    }
}

/// The vector nearest to `wanted`, no longer than `longest`, in all `planes`; if there is none, the one that
/// violates the worst of them least. The first `hard` planes are never given up for the others; together they
/// must have room.
///
/// ```
/// use glam::vec2;
/// use muster::geometry::linear_program::{HalfPlanes, solve};
/// let mut planes = HalfPlanes::new();
/// planes.push(vec2(-1.0, 0.0), -1.0); // x ≤ 1
/// assert_eq!(solve(vec2(2.0, 1.0), 3.0, planes.as_slice(), 1), vec2(1.0, 1.0));
/// planes.push(vec2(1.0, 0.0), 2.0); // and x ≥ 2, which cannot be: the wall stays, the other is violated
/// assert_eq!(solve(vec2(0.0, 0.0), 3.0, planes.as_slice(), 1).x, 1.0);
/// ```
#[inline]
pub fn solve(wanted: Vec2, longest: f32, planes: &[HalfPlane], hard: usize) -> Vec2 {
    match best(Objective::Nearest(wanted), longest, planes) {
        Ok(found) => found,
        Err((failed, found)) => least_violation(planes, longest, hard, failed, found),
    }
}

/// Moves all soft planes back together until there is room: for each that is still the worst, the best place
/// on it is one where no other is worse, which is again a half-plane.
#[cold]
fn least_violation(planes: &[HalfPlane], longest: f32, hard: usize, failed: usize, found: Vec2) -> Vec2 {
    let hard = hard.min(planes.len());
    if failed < hard {
        // Rounding: what the hard planes leave is a point.
        return found;
    }
    let (mut solution, mut worst) = (found, 0.0);
    for (index, plane) in planes.iter().enumerate().skip(failed) {
        if plane.least - plane.normal.dot(solution) <= worst {
            continue;
        }
        let mut equal = HalfPlanes::new();
        planes[..hard].iter().for_each(|other| equal.push(other.normal, other.least));
        for other in &planes[hard..index] {
            let normal = other.normal - plane.normal;
            if let Some(length) = Some(normal.length()).filter(|&length| length > TOLERANCE) {
                equal.push(normal / length, (other.least - plane.least) / length);
            }
        }
        if let Ok(better) = best(Objective::Farthest(plane.normal), longest, equal.as_slice()) {
            solution = better;
        }
        worst = plane.least - plane.normal.dot(solution);
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plane(x: f32, y: f32, least: f32) -> HalfPlane {
        HalfPlane { normal: Vec2::new(x, y).normalize(), least }
    }

    #[test]
    fn what_is_allowed_is_kept_and_what_is_too_long_is_cut() {
        assert_eq!(solve(Vec2::new(1.0, 0.5), 2.0, &[], 0), Vec2::new(1.0, 0.5));
        assert_eq!(solve(Vec2::new(4.0, 0.0), 2.0, &[], 0), Vec2::new(2.0, 0.0));
    }

    #[test]
    fn the_solution_is_never_farther_than_the_best_of_a_fine_lattice() {
        let planes = [plane(-1.0, 0.3, -0.5), plane(0.2, 1.0, -0.4), plane(-0.5, -1.0, -0.7)];
        for step in 0..16 {
            let angle = step as f32 * 0.4;
            let wanted = Vec2::new(libm::cosf(angle), libm::sinf(angle)) * 2.0;
            let found = solve(wanted, 1.5, &planes, 0);
            assert!(planes.iter().all(|p| p.normal.dot(found) >= p.least - 1e-4) && found.length() < 1.5001);
            for x in -150..150 {
                for y in -150..150 {
                    let place = Vec2::new(x as f32, y as f32) * 0.01;
                    let allowed =
                        place.length() <= 1.5 && planes.iter().all(|p| p.normal.dot(place) >= p.least);
                    assert!(!allowed || place.distance(wanted) > found.distance(wanted) - 1e-3);
                }
            }
        }
    }

    #[test]
    fn without_room_the_worst_violation_is_the_least_possible() {
        // Three planes that want to be 1 away from a point in three directions: the centre violates each by
        // 1.
        let planes = [plane(1.0, 0.0, 1.0), plane(-0.5, 0.866_025_4, 1.0), plane(-0.5, -0.866_025_4, 1.0)];
        let found = solve(Vec2::new(0.3, -0.2), 5.0, &planes, 0);
        assert!(found.length() < 1e-4, "{found}");
    }
}
