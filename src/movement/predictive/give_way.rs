//! Giving way: where a unit goes that is told to clear a place.

use super::parameters::Parameters;
use crate::geometry::half_planes::{HalfPlane, nearest};
use glam::Vec2;

/// A way to a refuge that begins with less than this share of a step is blocked.
const LEAST_FLIGHT: f32 = 0.05;

/// What a unit has to clear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// The plane that it has to get behind: off the place that the other needs.
    pub plane: HalfPlane,
    /// The way of the unit that asks, a unit vector.
    pub onward: Vec2,
    /// Whether the two cannot stand side by side here: it has to walk on before the unit that asks, or to a
    /// refuge.
    pub no_room_beside: bool,
    /// Index of the unit that asks; [`super::NOBODY`] for an obstacle.
    pub by: u32,
}

/// How a unit that is pushed may move.
#[derive(Clone, Copy, Debug)]
pub struct Room<'a> {
    /// Longest step, px.
    pub most: f32,
    /// What cannot give way: walls, promises that are made, rocks; the request's plane comes last.
    pub planes: &'a [HalfPlane],
    /// The direction of its last step, a unit vector, to be kept where possible; zero in narrow places, where
    /// bends have to be gone round.
    pub heading: Vec2,
}

/// The displacement by which a unit gives way, by what is needed and no more. `blocked` counts those at a
/// place who would have to give way in turn; `refuge` is the way (px) to the next corner on the way to a
/// place where nobody needs to pass, for those who stand where two cannot stand side by side.
///
/// Tried are its own wish, off the contact, aside (away from the way of the asking unit, and the other side) and
/// onward; of those that clear the place the one is taken that asks fewest others and turns least. Where
/// nothing clears the place the unit moves what it can.
///
/// # Source
/// [Article 003], `HardPush`, tries left, right and behind with full steps. Departure: steps are only as long
/// as the need, in any direction, so diagonal moves are among them.
///
/// [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"
pub fn give_way(
    own: Vec2,
    request: &Request,
    room: Room,
    mut blocked: impl FnMut(Vec2) -> u32,
    refuge: impl Fn() -> Option<Vec2>,
) -> Vec2 {
    let HalfPlane { normal, least } = request.plane;
    let rest = room.planes.split_last().map_or(&[][..], |(_, rest)| rest);
    let flight = || {
        refuge()
            .and_then(|way| nearest(way.clamp_length_max(room.most), room.most, rest))
            .filter(|step| step.length() > LEAST_FLIGHT * room.most)
    };
    if request.no_room_beside
        && let Some(step) = flight()
    {
        return step;
    }
    let onward = request.onward;
    let side = if onward.perp_dot(normal) >= 0.0 { onward.perp() } else { -onward.perp() };
    let targets = [own, normal * least, side * room.most, -side * room.most, onward * room.most];
    let mut best: Option<(f32, Vec2)> = None;
    for target in targets {
        let Some(step) = nearest(target, room.most, room.planes) else { continue };
        // Turning right round costs as much as a neighbour: a unit that is thrown about in a jam shall not
        // zigzag.
        let turn = 0.5 * (1.0 - step.normalize_or_zero().dot(room.heading));
        let cost = |asked: u32| asked as f32 + turn;
        let is_better = |cost: f32| best.is_none_or(|(least, _)| cost < least - 1e-4);
        // Those in the way are counted only where it matters.
        if is_better(cost(0)) {
            let cost = cost(blocked(step));
            if is_better(cost) {
                best = Some((cost, step));
            }
        }
    }
    if let Some((_, step)) = best {
        return step;
    }
    let mut furthest = Vec2::ZERO;
    for target in [normal, side, -side, onward] {
        let step = nearest(target * least.max(0.0), room.most, rest).unwrap_or(Vec2::ZERO);
        if step.dot(normal) > furthest.dot(normal) + 1e-4 {
            furthest = step;
        }
    }
    if furthest.dot(normal) >= 0.5 * least {
        return furthest;
    }
    if request.no_room_beside {
        return nearest(onward * room.most, room.most, rest).unwrap_or(furthest);
    }
    flight().unwrap_or(furthest)
}

/// The plane that clears a place: at least `missing` px along `normal`, and the margin, but never a whole
/// step.
pub fn clearing_plane(normal: Vec2, missing: f32, most: f32, parameters: &Parameters) -> HalfPlane {
    HalfPlane { normal, least: (missing + parameters.push_margin).min(parameters.push_share * most) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::memory::NOBODY;

    fn request() -> Request {
        Request {
            plane: HalfPlane { normal: Vec2::X, least: 1.0 },
            onward: Vec2::X,
            no_room_beside: false,
            by: NOBODY,
        }
    }

    #[test]
    fn an_own_wish_that_clears_the_place_is_kept() {
        let planes = [request().plane];
        let room = Room { most: 2.0, planes: &planes, heading: Vec2::ZERO };
        let step = give_way(Vec2::new(1.2, 1.0), &request(), room, |_| 0, || None);
        assert_eq!(step, Vec2::new(1.2, 1.0));
    }

    #[test]
    fn who_stands_gives_way_by_what_is_needed() {
        let planes = [request().plane];
        let room = Room { most: 2.0, planes: &planes, heading: Vec2::ZERO };
        assert_eq!(give_way(Vec2::ZERO, &request(), room, |_| 0, || None), Vec2::X);
    }

    #[test]
    fn the_way_that_needs_nobody_else_is_preferred() {
        let planes = [request().plane];
        let room = Room { most: 2.0, planes: &planes, heading: Vec2::ZERO };
        let step = give_way(Vec2::ZERO, &request(), room, |step| u32::from(step.y > -0.5), || None);
        assert!(step.y < -0.5, "{step}");
    }

    #[test]
    fn who_cannot_clear_moves_what_it_can() {
        let planes = [HalfPlane { normal: Vec2::NEG_X, least: -0.4 }, request().plane];
        let room = Room { most: 2.0, planes: &planes, heading: Vec2::ZERO };
        let step = give_way(Vec2::ZERO, &request(), room, |_| 0, || None);
        assert!((step.x - 0.4).abs() < 1e-5, "{step}");
    }
}
