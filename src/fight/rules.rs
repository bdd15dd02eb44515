//! The rules of a fight, on plain values.
//!
//! 1. Two enemies fight while the gap between their bodies is no wider than the reach of one of them: that
//!    one strikes.
//! 2. A unit strikes one enemy at a time: the one that it was sent against, or else the one that it struck
//!    before, or else the nearest.
//! 3. A stroke takes `attack` × 1/30 s of strength, by the side on which it falls: once in front, one and a
//!    half times in the flank, twice in the rear ([`Side::factor`]).
//! 4. A unit that stands turns to the enemy that it strikes, by 90° a second ([`turned`]). A unit under way
//!    faces where it goes: to walk off is to show one's back.
//! 5. All strokes of a tick fall at the same time. A unit that has no strength left is out of the game.

use crate::geometry::Collider;
use crate::geometry::contact::separation;
use crate::ids::UnitId;
use crate::time::DT;
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// What a kind of unit brings to a fight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arms {
    /// What it can lose before it is out.
    pub strength: f32,
    /// What it takes from an enemy in front of it, strength a second.
    pub attack: f32,
    /// How far it strikes beyond the two bodies, px.
    pub reach: f32,
}

impl Default for Arms {
    /// Infantry's.
    fn default() -> Arms {
        Arms { strength: 100.0, attack: 8.0, reach: 4.0 }
    }
}

/// Where a stroke falls, as seen by the one who is struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Within 60° of where it faces.
    Front,
    /// Between the two others.
    Flank,
    /// Within 60° of its back.
    Rear,
}

/// Cosine of the half angle of front and rear: each is a third of the circle, as the flanks are together.
const HALF_ANGLE: f32 = 0.5;

impl Side {
    /// On which side of a unit that faces along `heading` (a unit vector) somebody is who is off by `offset`.
    pub fn of(heading: Vec2, offset: Vec2) -> Side {
        let ahead = heading.dot(offset.normalize_or(heading));
        if ahead >= HALF_ANGLE {
            Side::Front
        } else if ahead <= -HALF_ANGLE {
            Side::Rear
        } else {
            Side::Flank
        }
    }

    /// How many times as much a stroke takes. More in flank and rear makes manoeuvre outweigh numbers sooner;
    /// at 2, one that is taken in the rear loses to one of its kind though it turns at once.
    pub fn factor(self) -> f32 {
        match self {
            Side::Front => 1.0,
            Side::Flank => 1.5,
            Side::Rear => 2.0,
        }
    }
}

/// How fast a unit that stands turns to its enemy, degrees a second. Faster makes flanks worth less.
pub const TURNS: f32 = 90.0;

/// A unit as a fight sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Combatant {
    /// Who.
    pub id: UnitId,
    /// Its team.
    pub team: u16,
    /// Where it is, px.
    pub at: Vec2,
    /// Where it faces, a unit vector.
    pub heading: Vec2,
    /// Its body.
    pub body: Collider,
    /// What its kind brings.
    pub arms: Arms,
    /// Strength that it has left.
    pub left: f32,
    /// The enemy that it was sent against, or chose.
    pub target: Option<UnitId>,
    /// The enemy that it struck last.
    pub foe: Option<UnitId>,
    /// Whether it waits for a place round that one, and finds none.
    pub is_kept_out: bool,
    /// Whether it stands.
    pub stands: bool,
    /// Whether somebody goes for it.
    pub is_attacked: bool,
}

impl Combatant {
    /// From rim to rim, px.
    pub fn gap(&self, other: &Combatant) -> f32 {
        separation(self.body, other.body, other.at - self.at, self.id < other.id).1
    }

    /// Whether it can strike another.
    pub fn reaches(&self, other: &Combatant) -> bool {
        self.gap(other) <= self.arms.reach
    }

    /// Whom it strikes among its enemies: see the rules. `None` if it reaches nobody.
    pub fn choose<'a>(&self, enemies: impl Iterator<Item = &'a Combatant>) -> Option<&'a Combatant> {
        let rank = |enemy: &Combatant| {
            let wish = [self.target, self.foe].iter().position(|wished| *wished == Some(enemy.id));
            (wish.unwrap_or(2), self.gap(enemy), enemy.id)
        };
        let in_reach = enemies.filter(|enemy| self.reaches(enemy));
        in_reach
            .map(|enemy| (rank(enemy), enemy))
            .min_by(|(a, _), (b, _)| by_rank(a, b))
            .map(|(_, enemy)| enemy)
    }

    /// What it takes from an enemy in one tick.
    pub fn stroke(&self, enemy: &Combatant) -> Stroke {
        let side = Side::of(enemy.heading, self.at - enemy.at);
        Stroke { on: enemy.id, by: self.id, takes: self.arms.attack * DT * side.factor() }
    }
}

type Rank = (usize, f32, UnitId);

fn by_rank(a: &Rank, b: &Rank) -> std::cmp::Ordering {
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2))
}

/// What one unit takes from another in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Who is struck.
    pub on: UnitId,
    /// By whom.
    pub by: UnitId,
    /// The strength that it loses.
    pub takes: f32,
}

/// Where a unit faces after a tick that faced along `heading` and turns towards `offset`.
pub fn turned(heading: Vec2, offset: Vec2) -> Vec2 {
    let Some(wanted) = offset.try_normalize() else { return heading };
    let angle = (TURNS * DT).to_radians();
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    if heading.dot(wanted) >= cos {
        return wanted;
    }
    // Straight behind is reached by the right hand.
    let hand = if heading.perp_dot(wanted) < 0.0 { -sin } else { sin };
    Vec2::new(heading.x * cos - heading.y * hand, heading.x * hand + heading.y * cos).normalize_or(heading)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use glam::vec2;

    fn combatant(id: u32, at: Vec2, heading: Vec2) -> Combatant {
        Combatant {
            id: UnitId(id),
            team: id as u16,
            at,
            heading,
            body: Collider { shape: Shape::Circle, radius: 7.0 },
            arms: Arms::default(),
            left: 100.0,
            target: None,
            foe: None,
            is_kept_out: false,
            stands: true,
            is_attacked: false,
        }
    }

    #[test]
    fn a_stroke_takes_more_in_the_flank_and_most_in_the_rear() {
        let enemy = combatant(1, Vec2::ZERO, Vec2::X);
        let takes = |at: Vec2| combatant(0, at, Vec2::X).stroke(&enemy).takes / DT;
        let all = [vec2(16.0, 0.0), vec2(8.5, 13.0), vec2(0.0, 16.0), vec2(0.0, -16.0), vec2(-16.0, 0.0)]
            .map(takes);
        assert_eq!(all.map(|takes| (takes * 10.0).round()), [80.0, 80.0, 120.0, 120.0, 160.0]);
    }

    #[test]
    fn who_is_out_of_reach_is_not_struck() {
        let me = combatant(0, Vec2::ZERO, Vec2::X);
        let choice = |gap: f32| me.choose([combatant(1, vec2(14.0 + gap, 0.0), Vec2::X)].iter()).is_some();
        assert!(choice(3.9) && !choice(4.1));
    }

    #[test]
    fn the_one_that_it_was_sent_against_goes_before_the_last_and_the_nearest() {
        let enemies = [
            combatant(1, vec2(17.0, 0.0), Vec2::X),
            combatant(2, vec2(0.0, 16.0), Vec2::X),
            combatant(3, vec2(-15.0, 0.0), Vec2::X),
        ];
        let mut me = combatant(0, Vec2::ZERO, Vec2::X);
        let struck = |me: &Combatant| me.choose(enemies.iter()).map(|enemy| enemy.id.0);
        assert_eq!(struck(&me), Some(3));
        me.foe = Some(UnitId(2));
        assert_eq!(struck(&me), Some(2));
        me.target = Some(UnitId(1));
        assert_eq!(struck(&me), Some(1));
    }

    #[test]
    fn a_unit_turns_by_ninety_degrees_a_second_and_no_further_than_to_its_enemy() {
        let mut heading = Vec2::X;
        for _ in 0..15 {
            heading = turned(heading, vec2(0.0, 9.0));
        }
        assert!(heading.abs_diff_eq(Vec2::ONE.normalize(), 1e-3), "{heading}");
        for _ in 0..16 {
            heading = turned(heading, vec2(0.0, 9.0));
        }
        assert_eq!(heading, Vec2::Y);
        assert!(turned(Vec2::X, Vec2::NEG_X).y > 0.0);
        assert_eq!(turned(Vec2::X, Vec2::ZERO), Vec2::X);
    }
}
