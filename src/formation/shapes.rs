//! The shapes of formations: where the slots are.
//!
//! # Source
//! [Article 003], "Formations". The article leaves the shapes to the reader.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use crate::geometry::Collider;
use crate::order::FormationShape;
use glam::Vec2;
use std::f32::consts::TAU;

/// A line is at most this many files wide, a column at most this many ranks deep, a ring at most this many
/// long unless the player draws another front: longer ones get another rank, file or ring.
pub const LONGEST_SIDE: usize = 30;

/// Slots of a formation, in its own frame: x forward, y right, px. The middle of their box is the origin.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Layout {
    /// A slot for each member, front to rear, and from left to right within a rank (circles: ring by ring).
    pub slots: Vec<Vec2>,
    /// Index of the slot in the middle: the commander's.
    pub center: usize,
    /// From centre to centre of neighbours, px.
    pub spacing: f32,
    /// Half the extent of the slots' centres: along x, along y, px.
    pub half: Vec2,
}

impl Layout {
    /// These slots (px), with the middle of their box moved to the origin.
    pub(super) fn new(mut slots: Vec<Vec2>, spacing: f32) -> Layout {
        let low = slots.iter().copied().reduce(Vec2::min).unwrap_or_default();
        let high = slots.iter().copied().reduce(Vec2::max).unwrap_or_default();
        let middle = (low + high) / 2.0;
        slots.iter_mut().for_each(|slot| *slot -= middle);
        let center = (0..slots.len())
            .min_by(|&a, &b| slots[a].length_squared().total_cmp(&slots[b].length_squared()).then(a.cmp(&b)))
            .unwrap_or(0);
        Layout { slots, center, spacing, half: (high - low) / 2.0 }
    }

    /// How far the farthest slot is from the middle, px.
    pub fn radius(&self) -> f32 {
        self.slots.iter().map(|slot| slot.length()).fold(0.0, f32::max)
    }
}

/// How far apart members stand, from centre to centre, px: as the biggest one's soft collider asks for, and
/// never so near that hard ones could touch, whichever way the formation turns. Room of 2 px between them is
/// what lets others in: crowds of units without a soft collider come to rest three times as fast with it as
/// side by side, and crowds of squares nine times.
///
/// ```
/// use muster::geometry::collider::{Collider, Shape};
/// use muster::formation::shapes::spacing;
/// let infantry = (Collider { shape: Shape::Circle, radius: 7.0 }, 10.0);
/// let siege = (Collider { shape: Shape::Circle, radius: 13.0 }, 17.0);
/// assert_eq!(spacing([infantry, siege]), 34.0);
/// ```
pub fn spacing(members: impl IntoIterator<Item = (Collider, f32)>) -> f32 {
    members
        .into_iter()
        .map(|(body, soft_radius)| 2.0 * (soft_radius.max(body.radius + 1.0) + body.reach() - body.radius))
        .fold(0.0, f32::max)
}

/// The slots of `count` members in a shape. `frontage` is the width that a player drew, px: line, column and
/// box then have as many files as fit in it.
///
/// ```
/// use muster::{formation::shapes::layout, order::FormationShape};
/// let square = layout(FormationShape::Box, 4, 20.0, None);
/// assert_eq!(square.slots.iter().map(|slot| (slot.x, slot.y)).collect::<Vec<_>>(),
///            [(10.0, -10.0), (10.0, 10.0), (-10.0, -10.0), (-10.0, 10.0)]);
/// ```
pub fn layout(shape: FormationShape, count: usize, spacing: f32, frontage: Option<f32>) -> Layout {
    let drawn = frontage.map(|width| files_within(width, spacing).min(count.max(1)));
    match shape {
        FormationShape::Line => {
            in_files(count, drawn.unwrap_or(count.div_ceil(count.div_ceil(LONGEST_SIDE).max(1))), spacing)
        }
        FormationShape::Column => in_files(count, drawn.unwrap_or(count.div_ceil(LONGEST_SIDE)), spacing),
        // Without places there is no arrangement to keep.
        FormationShape::Box | FormationShape::None | FormationShape::AsIs => {
            in_files(count, drawn.unwrap_or((count as f32).sqrt().ceil() as usize), spacing)
        }
        FormationShape::Wedge => wedge(count, spacing),
        FormationShape::Circle => circle(count, spacing),
    }
}

/// The arrangement in which some units stand, at `places` (px) about a middle, seen by one that looks along
/// `forward`, a unit vector: slot i is where unit i is.
///
/// ```
/// use glam::vec2;
/// use muster::formation::shapes::as_they_stand;
/// let slots = as_they_stand(&[vec2(10.0, 5.0), vec2(10.0, 25.0)], vec2(10.0, 15.0), vec2(0.0, 1.0), 20.0).slots;
/// assert_eq!(slots, [vec2(-10.0, 0.0), vec2(10.0, 0.0)]);
/// ```
pub fn as_they_stand(places: &[Vec2], middle: Vec2, forward: Vec2, spacing: f32) -> Layout {
    let seen = |&place: &Vec2| Vec2::new(forward.dot(place - middle), forward.perp().dot(place - middle));
    let slots: Vec<Vec2> = places.iter().map(seen).collect();
    let half = slots.iter().map(|slot| slot.abs()).fold(Vec2::ZERO, Vec2::max);
    let nearer = |&a: &usize, &b: &usize| slots[a].length_squared().total_cmp(&slots[b].length_squared());
    let center = (0..slots.len()).min_by(nearer).unwrap_or(0);
    Layout { slots, center, spacing, half }
}

/// How many files stand in a width (px, between the outer files), at least one.
pub fn files_within(width: f32, spacing: f32) -> usize {
    // A hair of tolerance, so that a front drawn exactly as wide as the formation keeps all its files.
    ((width / spacing + 1e-3).max(0.0) as usize).saturating_add(1)
}

/// Ranks of `files`, the last one centred.
pub fn in_files(count: usize, files: usize, spacing: f32) -> Layout {
    ranks(count, spacing, |_| files.max(1))
}

/// A point in front, one more in each rank.
fn wedge(count: usize, spacing: f32) -> Layout {
    ranks(count, spacing, |rank| rank + 1)
}

fn ranks(count: usize, spacing: f32, files: impl Fn(usize) -> usize) -> Layout {
    let mut slots = Vec::with_capacity(count);
    for rank in 0.. {
        let in_rank = files(rank).min(count - slots.len());
        if in_rank == 0 {
            break;
        }
        let left = (in_rank - 1) as f32 / 2.0;
        slots.extend(
            (0..in_rank).map(|file| Vec2::new(-(rank as f32) * spacing, (file as f32 - left) * spacing)),
        );
    }
    Layout::new(slots, spacing)
}

/// One in the middle and the others in rings around it: one ring for each [`LONGEST_SIDE`], so that it stays a
/// ring to the eye; the smallest that hold everybody.
fn circle(count: usize, spacing: f32) -> Layout {
    let around = count.saturating_sub(1);
    let rings = around.div_ceil(LONGEST_SIDE);
    let mut slots = Vec::with_capacity(count);
    slots.extend((count > 0).then_some(Vec2::ZERO));
    // The outermost ring holds whole steps of one spacing: grow it until all rings together hold everybody.
    let mut outer =
        (rings..).find(|&outer| (0..rings).map(|ring| ring_capacity(outer - ring)).sum::<usize>() >= around);
    let mut left = around;
    for ring in 0..rings {
        let radius = outer.get_or_insert(rings).saturating_sub(ring).max(1);
        // The rings that remain share what is left by their capacities, so that the gaps are alike in all of
        // them.
        let capacity: usize = (ring..rings).map(|ring| ring_capacity(outer.unwrap_or(rings) - ring)).sum();
        let members = (left * ring_capacity(radius)).div_ceil(capacity.max(1)).min(left);
        left -= members;
        // One ring may be drawn together to what its members need; several keep their distance.
        let reach = if rings == 1 { ring_radius(members).max(1.0) } else { radius as f32 };
        slots.extend((0..members).map(|place| {
            let angle = TAU * place as f32 / members as f32;
            Vec2::new(libm::cosf(angle), libm::sinf(angle)) * reach * spacing
        }));
    }
    let mut layout = Layout::new(slots, spacing);
    // The box of a ring of odd number is not centred on it, but the commander is.
    let center = layout.slots.first().copied().unwrap_or_default();
    layout.slots.iter_mut().for_each(|slot| *slot -= center);
    layout.center = 0;
    layout
}

/// How many stand on a ring of `radius` spacings, neighbours one spacing apart in a straight line.
fn ring_capacity(radius: usize) -> usize {
    // A chord of one spacing spans 2·asin(1 ÷ 2r).
    (TAU / (2.0 * libm::asinf(0.5 / radius as f32)) + 1e-3) as usize
}

/// Radius in spacings of a ring of so many with neighbours one spacing apart.
fn ring_radius(members: usize) -> f32 {
    if members < 2 { 1.0 } else { 0.5 / libm::sinf(TAU / 2.0 / members as f32) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FormationShape::{Box, Circle, Column, Line, Wedge};

    const COUNTS: [usize; 5] = [1, 2, 7, 24, 100];

    fn nearest_pair(slots: &[Vec2]) -> f32 {
        let mut nearest = f32::INFINITY;
        for (i, a) in slots.iter().enumerate() {
            for b in &slots[i + 1..] {
                nearest = nearest.min(a.distance(*b));
            }
        }
        nearest
    }

    fn ranks_of(layout: &Layout) -> Vec<usize> {
        let mut ranks: Vec<(f32, usize)> = Vec::new();
        for slot in &layout.slots {
            match ranks.iter_mut().find(|(x, _)| (x - slot.x).abs() < 0.01) {
                Some((_, members)) => *members += 1,
                None => ranks.push((slot.x, 1)),
            }
        }
        ranks.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranks.into_iter().map(|(_, members)| members).collect()
    }

    #[test]
    fn every_shape_has_a_slot_for_everybody_a_spacing_apart() {
        for shape in [Line, Column, Box, Wedge, Circle] {
            for count in COUNTS {
                for spacing in [20.0, 26.0, 34.0] {
                    let layout = layout(shape, count, spacing, None);
                    assert_eq!(layout.slots.len(), count, "{shape:?}");
                    assert!(nearest_pair(&layout.slots) > spacing * 0.999, "{shape:?} of {count}");
                    assert!(layout.center < count);
                }
            }
        }
    }

    #[test]
    fn the_commanders_slot_is_the_one_in_the_middle() {
        for shape in [Line, Column, Box, Wedge, Circle] {
            for count in COUNTS {
                let layout = layout(shape, count, 20.0, None);
                let center = layout.slots[layout.center].length();
                assert!(
                    layout.slots.iter().all(|slot| slot.length() >= center - 0.001),
                    "{shape:?} of {count}"
                );
            }
        }
    }

    #[test]
    fn a_line_is_one_rank_and_a_column_one_file_until_they_grow_too_long() {
        for count in [1, 2, 7, 24] {
            assert_eq!(ranks_of(&layout(Line, count, 20.0, None)), [count]);
            assert_eq!(ranks_of(&layout(Column, count, 20.0, None)), vec![1; count]);
        }
        assert_eq!(ranks_of(&layout(Line, 100, 20.0, None)), [25, 25, 25, 25]);
        assert_eq!(ranks_of(&layout(Column, 100, 20.0, None)), vec![4; 25]);
    }

    #[test]
    fn a_box_is_as_deep_as_wide_and_its_last_rank_is_centred() {
        assert_eq!(ranks_of(&layout(Box, 100, 20.0, None)), vec![10; 10]);
        let box_of_24 = layout(Box, 24, 20.0, None);
        assert_eq!(ranks_of(&box_of_24), [5, 5, 5, 5, 4]);
        assert_eq!(box_of_24.slots[20..].iter().map(|slot| slot.y).sum::<f32>(), 0.0);
        assert_eq!(ranks_of(&layout(Box, 7, 20.0, None)), [3, 3, 1]);
    }

    #[test]
    fn a_wedge_has_its_point_in_front_and_widens_to_the_rear() {
        assert_eq!(ranks_of(&layout(Wedge, 7, 20.0, None)), [1, 2, 3, 1]);
        assert_eq!(ranks_of(&layout(Wedge, 24, 20.0, None)), [1, 2, 3, 4, 5, 6, 3]);
    }

    #[test]
    fn a_circle_is_around_the_commander() {
        let ring = layout(Circle, 24, 20.0, None);
        assert_eq!(ring.slots[ring.center], Vec2::ZERO);
        let radius = ring.slots[1].length();
        assert!(ring.slots[1..].iter().all(|slot| (slot.length() - radius).abs() < 0.01));
        let rings = layout(Circle, 100, 20.0, None);
        let inner = rings.slots[1..].iter().map(|slot| slot.length()).fold(f32::MAX, f32::min);
        assert!(inner > 20.0 && rings.radius() < 140.0, "{inner} {}", rings.radius());
    }

    #[test]
    fn a_drawn_front_sets_the_number_of_files() {
        assert_eq!(ranks_of(&layout(Line, 24, 20.0, Some(220.0))), [12, 12]);
        assert_eq!(ranks_of(&layout(Box, 24, 20.0, Some(0.0))), vec![1; 24]);
        assert_eq!(ranks_of(&layout(Box, 3, 20.0, Some(1e9))), [3]);
    }

    #[test]
    fn mixed_sizes_are_spaced_by_the_biggest() {
        let body = |radius| Collider { shape: crate::geometry::Shape::Circle, radius };
        assert_eq!(spacing([(body(7.0), 10.0), (body(13.0), 17.0), (body(9.0), 13.0)]), 34.0);
        let square = Collider { shape: crate::geometry::Shape::Square, radius: 10.0 };
        // Corner to corner when the formation stands askew.
        assert!(spacing([(square, 10.0)]) > 28.2);
    }
}
