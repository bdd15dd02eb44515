//! Units that keep each other from getting on: the jam around one, and those that it cannot push.

use super::{Crowd, Intent};
use crate::geometry::{Collider, gap};
use crate::teams::Enemies;
use glam::Vec2;

/// The body of a unit that stands counts as so much of it in a new way: a unit that waits touches it, and
/// must be able to leave.
const SLIMMER: f32 = 0.9;

/// The units under way that touch one, directly or through others under way, itself first, as indices. Two
/// touch that are no farther apart than `within`, px from rim to rim.
pub fn jam_around(crowd: &Crowd, first: usize, within: f32) -> Vec<usize> {
    let mut jam = vec![first];
    let mut looked = 0;
    while let Some(&index) = jam.get(looked) {
        looked += 1;
        let (place, body) = (crowd.next[index], crowd.body[index]);
        crowd.for_each_near(place, body.reach() + crowd.largest_radius + within, |other| {
            let touches = gap(body, crowd.body[other], crowd.next[other] - place) <= within;
            if touches && crowd.intent(other) == Intent::Move && !jam.contains(&other) {
                jam.push(other);
            }
        });
    }
    jam
}

/// Units that one cannot push.
#[derive(Clone, Debug, PartialEq)]
pub struct Unpushable {
    /// Centre, px, and body of each.
    pub bodies: Vec<(Vec2, Collider)>,
    /// How far the nearest is from the unit, rim to rim, px.
    pub nearest: f32,
}

/// The units within `sight` px of one that it cannot push: those on hold, and enemies at rest.
pub fn standing_near(crowd: &Crowd, enemies: &Enemies, index: usize, sight: f32) -> Unpushable {
    let (from, team) = (crowd.position[index], crowd.team(index));
    let mut found = Unpushable { bodies: Vec::new(), nearest: f32::MAX };
    for other in crowd.runs(from, sight).flatten() {
        let is_enemy = enemies.are(team, crowd.team(other));
        let stands = crowd.intent(other) == Intent::Hold || (is_enemy && crowd.intent(other) == Intent::Rest);
        if stands && other != index {
            let (body, offset) = (crowd.body[other], crowd.position[other] - from);
            let slim = Collider { radius: SLIMMER * body.radius, ..body };
            found.bodies.push((crowd.position[other], slim));
            found.nearest = found.nearest.min(gap(crowd.body[index], body, offset));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::neighbours::Member;
    use crate::unit::ModelName;

    const BODY: Collider = Collider { shape: Shape::Circle, radius: 10.0 };

    /// Units in a row, 21 px apart, with what each wants and its team.
    fn row(units: &[(Intent, u16)]) -> Crowd {
        let mut crowd = Crowd::default();
        for (id, &(intent, team)) in units.iter().enumerate() {
            let at = Vec2::new(100.0 + 21.0 * id as f32, 100.0);
            crowd.push(Member { intent, team, ..Member::new(id as u32, at, BODY, ModelName::Predictive) });
        }
        crowd.rebuild();
        crowd.next.clone_from(&crowd.position);
        crowd
    }

    fn ids(crowd: &Crowd, indices: &[usize]) -> Vec<u32> {
        let mut ids: Vec<u32> = indices.iter().map(|&index| crowd.id[index]).collect();
        ids.sort_unstable();
        ids
    }

    #[test]
    fn a_jam_ends_where_somebody_stands() {
        use Intent::{Move, Rest};
        let crowd = row(&[(Move, 0), (Move, 0), (Move, 0), (Rest, 0), (Move, 0)]);
        let first = crowd.index_of[0] as usize;
        assert_eq!(ids(&crowd, &jam_around(&crowd, first, 4.0)), [0, 1, 2]);
        assert_eq!(ids(&crowd, &jam_around(&crowd, first, 0.5)), [0], "they are a pixel apart");
    }

    #[test]
    fn those_on_hold_and_enemies_at_rest_cannot_be_pushed() {
        use Intent::{Hold, Move, Rest};
        let crowd = row(&[(Move, 0), (Rest, 0), (Hold, 0), (Rest, 1), (Move, 1)]);
        let enemies = Enemies::new(&[vec![1], vec![]]);
        let found = standing_near(&crowd, &enemies, crowd.index_of[0] as usize, 300.0);
        let mut columns: Vec<f32> = found.bodies.iter().map(|(at, _)| at.x).collect();
        columns.sort_by(f32::total_cmp);
        assert_eq!(columns, [142.0, 163.0]);
        assert_eq!(found.nearest, 22.0);
    }

    #[test]
    fn how_far_away_one_stands_is_told_from_rim_to_rim() {
        let mut crowd = Crowd::default();
        let member = |id, x, radius| {
            let body = Collider { radius, ..BODY };
            Member { intent: Intent::Hold, ..Member::new(id, Vec2::new(x, 0.0), body, ModelName::Predictive) }
        };
        crowd.push(member(0, 0.0, 20.0));
        crowd.push(member(1, 60.0, 5.0));
        crowd.rebuild();
        let found = standing_near(&crowd, &Enemies::default(), crowd.index_of[0] as usize, 300.0);
        assert_eq!(found.nearest, 35.0);
    }
}
