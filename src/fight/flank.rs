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

/// Enemies who stand close together, and the convex body round them.
#[derive(Clone, Default)]
pub struct Company {
    /// Who they are.
    pub members: Vec<CompanyMember>,
    /// The corners of the body, each with the next on its left, px.
    corners: Vec<Vec2>,
    /// Length of the rim from the first corner to each, and all round, px.
    along: Vec<f32>,
}

/// Where the ways of a unit along the rim of a company begin.
#[derive(Clone, Copy, Debug)]
pub struct RimApproach {
    /// Where it is, px.
    pub at: Vec2,
    /// Where on the rim it turns to the left and to the right, as a length along the rim, and how far it is
    /// from there, px.
    turns: [(f32, f32); 2],
    /// Length of the rim that it sees, px.
    sees: f32,
}

/// A place beside one of a company, and where on the rim one leaves it to get there.
#[derive(Clone, Copy, Debug)]
pub struct RimExit {
    /// The place, px.
    pub place: Vec2,
    /// The nearest point of the rim, px.
    rim: Vec2,
    /// The length along the rim there, px.
    along: f32,
}

impl Company {
    /// Those of the list.
    pub fn new(members: Vec<CompanyMember>) -> Company {
        let circles =
            members.iter().flat_map(|&(_, center, rim)| OCTAGON.map(|corner| center + corner * rim));
        let corners = hull(circles.collect());
        let mut along = vec![0.0];
        for (index, corner) in corners.iter().enumerate() {
            along.push(along[index] + corner.distance(corners[(index + 1) % corners.len()]));
        }
        Company { members, corners, along }
    }

    fn length(&self) -> f32 {
        self.along[self.corners.len()]
    }

    /// How long the rim is from one length along it to another, with the corners, px.
    fn arc(&self, from: f32, to: f32) -> f32 {
        if to >= from { to - from } else { to - from + self.length() }
    }

    /// The middle of a circle round them, px, and its radius, px.
    pub fn circle(&self) -> (Vec2, f32) {
        let low = self.corners.iter().copied().fold(Vec2::INFINITY, Vec2::min);
        let high = self.corners.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
        ((low + high) / 2.0, (high - low).length() / 2.0)
    }

    /// How far a place is from their rim, px.
    pub fn distance(&self, place: Vec2) -> f32 {
        self.exit(place).rim.distance(place)
    }

    /// The exit to a place.
    pub fn exit(&self, place: Vec2) -> RimExit {
        let mut best = (f32::MAX, place, 0.0);
        for (index, &from) in self.corners.iter().enumerate() {
            let rim = nearest_on_segment(place, from, self.corners[(index + 1) % self.corners.len()]);
            let off = rim.distance_squared(place);
            if off < best.0 {
                best = (off, rim, self.along[index] + from.distance(rim));
            }
        }
        RimExit { place, rim: best.1, along: best.2 }
    }

    /// How a unit comes to the rim.
    pub fn approach(&self, at: Vec2) -> RimApproach {
        let count = self.corners.len();
        let is_seen = |edge: usize| {
            let (from, to) = (self.corners[edge % count], self.corners[(edge + 1) % count]);
            (to - from).perp_dot(at - from) < 0.0
        };
        let turn = |corner: usize| (self.along[corner % count], at.distance(self.corners[corner % count]));
        let first = (0..count).find(|&edge| is_seen(edge) && !is_seen(edge + count - 1));
        match first.map(|first| (first, (first..first + count).find(|&edge| !is_seen(edge)).unwrap_or(first)))
        {
            Some((first, end)) => {
                let turns = [turn(end), turn(first)];
                RimApproach { at, turns, sees: self.arc(turns[1].0, turns[0].0) }
            }
            // It is amidst them.
            None => {
                let RimExit { rim, along, .. } = self.exit(at);
                RimApproach { at, turns: [(along, at.distance(rim)); 2], sees: -1.0 }
            }
        }
    }

    /// How long the shortest way to a place is, px; straight to one as near as `rim`.
    pub fn way(&self, from: &RimApproach, to: &RimExit, rim: f32) -> f32 {
        let straight = from.at.distance(to.place);
        let [left, right] = from.turns;
        if straight <= rim || self.arc(right.0, to.along) <= from.sees {
            return straight;
        }
        let around = (left.1 + self.arc(left.0, to.along)).min(right.1 + self.arc(to.along, right.0));
        around + to.rim.distance(to.place)
    }
}

/// All companies of one moment that somebody asked for, so that each is gathered once.
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
    all: Vec<Company>,
}

impl Companies {
    /// Forgets all: everybody may have moved.
    pub fn clear(&mut self) {
        self.by_size.clear();
    }

    /// A unit and all who stand with it, for those of a `size` to go round, px from centre to rim, and the
    /// number of this company among those for this size. `gather` tells who they are, the unit with them.
    pub fn find(
        &mut self,
        unit: UnitId,
        size: f32,
        gather: impl FnOnce() -> Vec<CompanyMember>,
    ) -> (usize, &Company) {
        let known = self.by_size.iter().position(|of_size| of_size.size == size);
        let index = known.unwrap_or_else(|| {
            self.by_size.push(BySize { size, ..BySize::default() });
            self.by_size.len() - 1
        });
        let BySize { company_of, all, .. } = &mut self.by_size[index];
        let number = |unit: UnitId| unit.0 as usize;
        if company_of.get(number(unit)).is_none_or(|&company| company == u32::MAX) {
            let members = gather();
            for &(one, ..) in members.iter().chain([&(unit, Vec2::ZERO, 0.0)]) {
                company_of.resize(company_of.len().max(number(one) + 1), u32::MAX);
                company_of[number(one)] = all.len() as u32;
            }
            all.push(Company::new(members));
        }
        let index = company_of[number(unit)] as usize;
        (index, &all[index])
    }
}

/// The ways from a place to another one beside an enemy: turning points, then the place; the shorter first.
/// `company` is the one that the enemy stands in, `rim` how far from the enemy's own centre it goes, px.
pub fn ways(from: Vec2, place: Vec2, rim: f32, company: &Company) -> Vec<Vec<Vec2>> {
    let body = &company.corners[..];
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
    fn nearest(from: Vec2, way: &[Vec2], company: &[Vec2]) -> f32 {
        let legs = std::iter::once(&from).chain(way).zip(&way[..way.len() - 1]);
        let apart =
            legs.flat_map(|(from, to)| company.iter().map(|center| distance_to_segment(*center, *from, *to)));
        apart.fold(f32::MAX, f32::min)
    }

    /// A company of those at some places; others keep 32 px from them.
    fn company(at: &[Vec2]) -> Company {
        Company::new(at.iter().zip(0..).map(|(&at, id)| (UnitId(id), at, 32.0)).collect())
    }

    fn line() -> Vec<Vec2> {
        (0..10).map(|row| vec2(0.0, row as f32 * 20.0)).collect()
    }

    #[test]
    fn the_way_behind_one_leads_round_it() {
        let (from, place, one) = (vec2(120.0, 1.0), vec2(-15.5, 0.0), [Vec2::ZERO]);
        let ways = ways(from, place, 32.0, &company(&one));
        assert_eq!(ways.len(), 2);
        for way in &ways {
            assert_eq!(way.last(), Some(&place));
            assert!(nearest(from, way, &one) >= 29.0, "{way:?}");
        }
        assert_eq!(super::ways(from, vec2(15.5, 0.0), 32.0, &company(&one)), [[vec2(15.5, 0.0)]]);
    }

    #[test]
    fn the_way_behind_a_line_leads_round_its_nearer_end() {
        let line = line();
        let (from, place) = (vec2(-100.0, 60.0), vec2(15.5, 60.0));
        let ways = ways(from, place, 32.0, &company(&line));
        assert!(
            ways[0].iter().any(|corner| corner.y < -30.0) && ways[1].iter().any(|corner| corner.y > 210.0)
        );
        assert!(ways.iter().all(|way| nearest(from, way, &line) >= 29.0), "{ways:?}");
    }

    #[test]
    fn the_length_of_a_way_is_that_of_the_way_that_is_walked() {
        let company = company(&line());
        let ends = (0..24).map(|step| vec2(0.0, 90.0) + Vec2::from_angle(step as f32 * 0.26) * 200.0);
        for (from, row) in ends.flat_map(|from| (0..10).map(move |row| (from, row as f32 * 20.0))) {
            for place in [vec2(15.5, row), vec2(-15.5, row)] {
                let told = company.way(&company.approach(from), &company.exit(place), 32.0);
                let mut at = from;
                let way = &ways(from, place, 32.0, &company)[0];
                let walked: f32 = way.iter().map(|&to| std::mem::replace(&mut at, to).distance(to)).sum();
                // On the way in corners are cut, and the last leg is straight.
                assert!((told - walked).abs() <= 20.0, "{told} and {walked} px from {from} to {place}");
            }
        }
    }

    #[test]
    fn a_company_is_gathered_once_for_all_who_stand_in_it() {
        let mut companies = Companies::default();
        let all = vec![(UnitId(3), Vec2::ZERO, 32.0), (UnitId(9), vec2(20.0, 0.0), 32.0)];
        let first = companies.find(UnitId(3), 7.0, || all.clone()).1.corners.clone();
        assert_eq!(companies.find(UnitId(9), 7.0, Vec::new).1.corners, first);
        assert!(companies.find(UnitId(9), 9.0, Vec::new).1.corners.is_empty(), "another size asks again");
        assert_eq!(companies.find(UnitId(4), 7.0, Vec::new).0, 1);
    }

    #[test]
    fn whoever_is_amidst_them_goes_straight() {
        let ring: Vec<Vec2> = (0..24).map(|step| Vec2::from_angle(step as f32 * 0.26) * 90.0).collect();
        assert_eq!(ways(Vec2::ZERO, vec2(74.0, 0.0), 32.0, &company(&ring)), [[vec2(74.0, 0.0)]]);
    }
}
