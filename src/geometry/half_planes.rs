//! The nearest displacement that keeps off everything: tangent half-planes, solved exactly.
//!
//! Around a convex obstacle the tangent at the nearest point is a half-plane that keeps clear of it, and so
//! does the whole straight way to any point of the half-plane: what is solved here cannot jump through
//! anything. What has to be done where no displacement keeps off everything, [`super::linear_program`] says.
//!
//! # Source
//! The incremental solution is the two-dimensional linear program of de Berg, Cheong, van Kreveld, Overmars,
//! *Computational Geometry*, chapter 4, <https://doi.org/10.1007/978-3-540-77974-2>, 2008, with the distance
//! to a target as the objective.

use glam::Vec2;

/// All displacements `d` with `normal · d ≥ least`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HalfPlane {
    /// Unit vector away from the obstacle.
    pub normal: Vec2,
    /// Least displacement along it, px: negative while there is room.
    pub least: f32,
}

/// Violations below this are rounding, px.
const TOLERANCE: f32 = 1e-5;

/// What is sought.
#[derive(Clone, Copy)]
pub(crate) enum Objective {
    /// The nearest to this displacement.
    Nearest(Vec2),
    /// The farthest along this unit vector.
    Farthest(Vec2),
}

/// The displacement nearest to `target`, which is cut to `most` px, that lies in all half-planes and is no
/// longer than that; `None` if there is none.
///
/// ```
/// use muster::geometry::half_planes::{HalfPlane, nearest};
/// use glam::Vec2;
/// let wall = HalfPlane { normal: Vec2::NEG_X, least: -1.0 };
/// assert_eq!(nearest(Vec2::new(2.0, 1.0), 3.0, &[wall]), Some(Vec2::new(1.0, 1.0)));
/// ```
#[inline]
pub fn nearest(target: Vec2, most: f32, planes: &[HalfPlane]) -> Option<Vec2> {
    best(Objective::Nearest(target.clamp_length_max(most)), most, planes).ok()
}

/// The incremental program: takes the planes one by one; one that is violated has the solution on its rim.
///
/// # Errors
/// Where there is no solution: the index of the plane that could not be met, and the solution of those before
/// it.
#[inline]
pub(crate) fn best(aim: Objective, most: f32, planes: &[HalfPlane]) -> Result<Vec2, (usize, Vec2)> {
    let mut best = match aim {
        Objective::Nearest(target) => target.clamp_length_max(most),
        Objective::Farthest(direction) => direction * most,
    };
    for (index, plane) in planes.iter().enumerate() {
        if plane.normal.dot(best) < plane.least - TOLERANCE {
            best = on_rim(aim, most, plane, &planes[..index]).ok_or((index, best))?;
        }
    }
    Ok(best)
}

/// The best displacement on the rim of `plane` within the disc and the `others`.
#[inline]
fn on_rim(aim: Objective, most: f32, plane: &HalfPlane, others: &[HalfPlane]) -> Option<Vec2> {
    let half_chord = most * most - plane.least * plane.least;
    if half_chord < 0.0 {
        return None;
    }
    let foot = plane.normal * plane.least;
    let along = plane.normal.perp();
    let (mut low, mut high) = (-half_chord.sqrt(), half_chord.sqrt());
    for other in others {
        let slope = other.normal.dot(along);
        let missing = other.least - other.normal.dot(foot);
        if slope.abs() < 1e-6 {
            if missing > TOLERANCE {
                return None;
            }
            continue;
        }
        // Both ends without a branch: which of them a plane cuts is hard to guess.
        let end = missing / slope;
        let (floor, ceiling) = if slope > 0.0 { (end, f32::INFINITY) } else { (f32::NEG_INFINITY, end) };
        low = if floor > low { floor } else { low };
        high = if ceiling < high { ceiling } else { high };
    }
    if low > high + TOLERANCE {
        return None;
    }
    let low = low.min(high);
    let place = match aim {
        Objective::Nearest(target) => along.dot(target).clamp(low, high),
        Objective::Farthest(direction) if along.dot(direction) > 0.0 => high,
        Objective::Farthest(_) => low,
    };
    Some(foot + along * place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_target_is_kept() {
        assert_eq!(nearest(Vec2::new(1.0, 0.5), 2.0, &[]), Some(Vec2::new(1.0, 0.5)));
    }

    #[test]
    fn a_corner_of_two_planes_stops_at_their_meeting_point() {
        let planes =
            [HalfPlane { normal: Vec2::NEG_X, least: -1.0 }, HalfPlane { normal: Vec2::NEG_Y, least: -0.5 }];
        let found = nearest(Vec2::new(2.0, 2.0), 3.0, &planes).expect("the corner");
        assert!(found.distance(Vec2::new(1.0, 0.5)) < 1e-5);
    }

    #[test]
    fn opposed_planes_without_room_have_no_solution() {
        let planes =
            [HalfPlane { normal: Vec2::X, least: 1.0 }, HalfPlane { normal: Vec2::NEG_X, least: -0.5 }];
        assert_eq!(nearest(Vec2::ZERO, 3.0, &planes), None);
    }

    #[test]
    fn a_plane_beyond_the_longest_step_has_no_solution() {
        assert_eq!(nearest(Vec2::ZERO, 1.0, &[HalfPlane { normal: Vec2::X, least: 1.5 }]), None);
    }
}
