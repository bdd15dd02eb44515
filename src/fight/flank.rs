//! The way to a place beside an enemy: round the flank of all who stand too close together to pass between.
//!
//! They are one convex body: the hull of circles round them (octagons here), wide enough that whoever fights
//! them in the first rank is inside as well. The shortest way round a convex body between two ends is one of
//! the two sides of the hull of the body and its ends. A unit that is amidst them, or nearer to its place
//! than the width of a rank, goes straight.
//!
//! # Source
//! Andrew, "Another efficient algorithm for convex hulls in two dimensions", Information Processing Letters
//! 9(5), <https://doi.org/10.1016/0020-0190(79)90072-3>, 1979.

use crate::geometry::segment::nearest_on_segment;
use crate::ids::UnitId;
use glam::Vec2;
use std::f32::consts::FRAC_1_SQRT_2;

/// An end that lies on the rim is moved out of it by so much, px: then it is a corner of the hull.
const HULL_MARGIN: f32 = 1.0;
/// The corners of an octagon.
const OCTAGON: [Vec2; 8] = [
    Vec2::X,
    Vec2::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2),
    Vec2::Y,
    Vec2::new(-FRAC_1_SQRT_2, FRAC_1_SQRT_2),
    Vec2::NEG_X,
    Vec2::new(-FRAC_1_SQRT_2, -FRAC_1_SQRT_2),
    Vec2::NEG_Y,
    Vec2::new(FRAC_1_SQRT_2, -FRAC_1_SQRT_2),
];

/// One who stands in a company: who, the centre, and how far from it others keep who go round, px.
pub type CompanyMember = (UnitId, Vec2, f32);

/// The bodies of all companies of one moment that somebody asked for, so that each is made once.
#[derive(Clone, Default)]
pub struct Companies {
    /// By the size of whoever goes round.
    by_size: Vec<BySize>,
}

#[derive(Clone, Default)]
struct BySize {
    /// From the centre to the rim of those who go round, px.
    size: f32,
    /// By unit: the company that it stands in; `u32::MAX` where that is not known.
    company_of: Vec<u32>,
    bodies: Vec<Vec<Vec2>>,
}

impl Companies {
    /// Forgets all: everybody may have moved.
    pub fn clear(&mut self) {
        self.by_size.clear();
    }

    /// The corners of the convex body round a unit and all who stand with it, for those of a `size` to go
    /// round, px from centre to rim. `gather` tells who they are, the unit with them.
    pub fn body(&mut self, unit: UnitId, size: f32, gather: impl FnOnce() -> Vec<CompanyMember>) -> &[Vec2] {
        let known = self.by_size.iter().position(|of_size| of_size.size == size);
        let index = known.unwrap_or_else(|| {
            self.by_size.push(BySize { size, ..BySize::default() });
            self.by_size.len() - 1
        });
        let BySize { company_of, bodies, .. } = &mut self.by_size[index];
        let number = |unit: UnitId| unit.0 as usize;
        if company_of.get(number(unit)).is_none_or(|&company| company == u32::MAX) {
            let all = gather();
            for &(one, ..) in all.iter().chain([&(unit, Vec2::ZERO, 0.0)]) {
                company_of.resize(company_of.len().max(number(one) + 1), u32::MAX);
                company_of[number(one)] = bodies.len() as u32;
            }
            bodies.push(body(all.iter().map(|&(_, center, rim)| (center, rim))));
        }
        &bodies[company_of[number(unit)] as usize]
    }
}

/// The convex body round some circles: their centres and radii, px.
fn body(circles: impl Iterator<Item = (Vec2, f32)>) -> Vec<Vec2> {
    hull(circles.flat_map(|(center, rim)| OCTAGON.map(|corner| center + corner * rim)).collect())
}

/// The ways from a place to another one beside an enemy: turning points, then the place; the shorter first.
/// `body` is the company that the enemy stands in, `rim` how far from the enemy's own centre it goes, px.
pub fn ways(from: Vec2, place: Vec2, rim: f32, body: &[Vec2]) -> Vec<Vec<Vec2>> {
    let straight = vec![vec![place]];
    if from.distance(place) <= rim {
        return straight;
    }
    let [enters, leaves] = [from, place].map(|end| outside(body, end));
    if from.distance(enters) > rim || place.distance(leaves) > rim {
        return straight;
    }
    let around = hull(body.iter().copied().chain([enters, leaves]).collect());
    let corner_of = |end: Vec2| around.iter().position(|corner| *corner == end);
    let mut ways = match corner_of(enters).zip(corner_of(leaves)) {
        Some((first, last)) => {
            let count = around.len();
            let side = |first: usize, last: usize| {
                (0..=(last + count - first) % count).map(|step| around[(first + step) % count]).collect()
            };
            let mut back: Vec<Vec2> = side(last, first);
            back.reverse();
            vec![side(first, last), back]
        }
        None => vec![vec![enters, leaves]],
    };
    for way in &mut ways {
        if enters == from {
            way.remove(0);
        }
        // Where it comes from that side anyway it goes straight to its place from the corner before.
        let before = way.len().checked_sub(2).map_or(from, |index| way[index]);
        if (before - leaves).normalize_or_zero().dot((leaves - place).normalize_or_zero()) >= 0.5 {
            way.pop();
        }
        way.push(place);
    }
    let length = |way: &Vec<Vec2>| {
        let mut at = from;
        way.iter().map(|&to| std::mem::replace(&mut at, to).distance(to)).sum::<f32>()
    };
    ways.sort_by(|one, other| length(one).total_cmp(&length(other)));
    ways
}

/// A place, or the nearest outside of a convex body if it lies inside.
fn outside(body: &[Vec2], place: Vec2) -> Vec2 {
    let edges = || body.iter().zip(body.iter().cycle().skip(1));
    if edges().any(|(&from, &to)| (to - from).perp_dot(place - from) <= 0.0) {
        return place;
    }
    let nearest = edges().map(|(&from, &to)| nearest_on_segment(place, from, to));
    let rim = nearest.min_by(|a, b| a.distance_squared(place).total_cmp(&b.distance_squared(place)));
    rim.map_or(place, |rim| rim + (rim - place).normalize_or_zero() * HULL_MARGIN)
}

/// The corners of the convex hull of some places, each with the next on its left.
fn hull(mut places: Vec<Vec2>) -> Vec<Vec2> {
    places.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    places.dedup();
    let half = |places: &mut dyn Iterator<Item = Vec2>| {
        let mut half: Vec<Vec2> = Vec::new();
        for place in places {
            while let [.., before, last] = half[..]
                && (last - before).perp_dot(place - last) <= 0.0
            {
                half.pop();
            }
            half.push(place);
        }
        half.pop();
        half
    };
    let mut corners = half(&mut places.iter().copied());
    corners.extend(half(&mut places.iter().rev().copied()));
    corners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::segment::distance_to_segment;
    use glam::vec2;

    /// How near a way comes to any of the company before its last leg, px.
    fn nearest(from: Vec2, way: &[Vec2], company: &[(Vec2, f32)]) -> f32 {
        let legs = std::iter::once(&from).chain(way).zip(&way[..way.len() - 1]);
        let apart = legs.flat_map(|(from, to)| {
            company.iter().map(|(center, _)| distance_to_segment(*center, *from, *to))
        });
        apart.fold(f32::MAX, f32::min)
    }

    #[test]
    fn the_way_behind_one_leads_round_it() {
        let (from, place, company) = (vec2(120.0, 1.0), vec2(-15.5, 0.0), [(Vec2::ZERO, 32.0)]);
        let body = body(company.into_iter());
        let ways = ways(from, place, 32.0, &body);
        assert_eq!(ways.len(), 2);
        for way in &ways {
            assert_eq!(way.last(), Some(&place));
            assert!(nearest(from, way, &company) >= 29.0, "{way:?}");
        }
        assert_eq!(super::ways(from, vec2(15.5, 0.0), 32.0, &body), [[vec2(15.5, 0.0)]]);
    }

    #[test]
    fn the_way_behind_a_line_leads_round_its_nearer_end() {
        let company: Vec<_> = (0..10).map(|row| (vec2(0.0, row as f32 * 20.0), 32.0)).collect();
        let (from, place) = (vec2(-100.0, 60.0), vec2(15.5, 60.0));
        let ways = ways(from, place, 32.0, &body(company.iter().copied()));
        assert!(
            ways[0].iter().any(|corner| corner.y < -30.0) && ways[1].iter().any(|corner| corner.y > 210.0)
        );
        assert!(ways.iter().all(|way| nearest(from, way, &company) >= 29.0), "{ways:?}");
    }

    #[test]
    fn a_company_is_gathered_once_for_all_who_stand_in_it() {
        let mut companies = Companies::default();
        let all = vec![(UnitId(3), Vec2::ZERO, 32.0), (UnitId(9), vec2(20.0, 0.0), 32.0)];
        let first = companies.body(UnitId(3), 7.0, || all.clone()).to_vec();
        assert_eq!(companies.body(UnitId(9), 7.0, Vec::new), first);
        assert!(companies.body(UnitId(9), 9.0, Vec::new).is_empty(), "another size asks again");
        assert!(companies.body(UnitId(4), 7.0, Vec::new).is_empty());
    }

    #[test]
    fn whoever_is_amidst_them_goes_straight() {
        let ring = (0..24).map(|step| (Vec2::from_angle(step as f32 * 0.26) * 90.0, 32.0));
        assert_eq!(ways(Vec2::ZERO, vec2(74.0, 0.0), 32.0, &body(ring)), [[vec2(74.0, 0.0)]]);
    }
}
