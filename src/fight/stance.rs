//! Stances: which enemies the units of a team go for that nobody gives orders to. They are the opponent that
//! a level brings along.
//!
//! 1. `stand`: for nobody. It keeps its post, and fights whom it reaches.
//! 2. `guard` an area: for whoever is in the area, the nearest first; then back to its post.
//! 3. `hunt`: for the nearest weak point: an enemy counts as farther off the more of its friends stand about
//!    it and the more strength it has.
//! 4. `orders`: a unit at rest goes to the help of friends near it, against whoever strikes somebody, then
//!    back to its post. One on hold does not.
//! 5. A unit that was told to attack on its way is *alert*: it goes for whom it sees, then on. It sees
//!    whoever strikes somebody, or is gone for, from as far as it would follow an enemy.
//!
//! An enemy round which no place is free is left to others while there is any other near; which place a unit
//! gets is in [`super::deal`]. An enemy within reach is not walked past.

use super::field::Battlefield;
use super::flank::Company;
use super::rules::Combatant;
use crate::grid::Area;
use crate::ids::UnitId;
use crate::teams::Enemies;
use arrayvec::ArrayVec;
use glam::Vec2;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How far a unit sees that is alert, px: five tiles. Farther, and a column that is told to attack leaves its
/// way for whom it need not meet.
pub const SIGHT: f32 = 150.0;
/// An enemy that a unit has chosen is let go beyond this distance, px: less than twice the sight, so that a
/// feint draws a unit off, but not across the map.
pub const LEASH: f32 = 270.0;

/// How far a unit at rest goes to help, px: two tiles and a half, so that a few ranks help each other and a
/// feint at one end of a line does not undo the other.
const HELPS_WITHIN: f32 = 75.0;
/// Friends of an enemy count who are this near to it, px: three tiles.
const COMPANY_WITHIN: f32 = 90.0;
/// A hunter walks so much farther for each friend that an enemy has not about it, px.
const PER_FRIEND: f32 = 30.0;
/// More friends than these frighten no more.
const MAX_FRIENDS: usize = 8;
/// A hunter walks so much farther for an enemy that has a hundredth of its strength less left, px.
const PER_HUNDREDTH: f32 = 1.0;

/// One that is kept out asks round so many enemies, the nearest first, whether there is room: six ranks of
/// six.
const MOST_ASKED: usize = 36;

/// Who leads a team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// The level's orders, and the player.
    #[default]
    Orders,
    /// Each unit keeps its post.
    Stand,
    /// Units go for enemies in an area.
    Guard(Area),
    /// Units go for the nearest weak point.
    Hunt,
}

/// By which rule a unit looks for enemies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Looks {
    /// It goes for whom it sees.
    Alert,
    /// It goes for whoever near it strikes somebody.
    Helps,
    /// It goes for whoever is in this area.
    Guards(Area),
    /// It goes for the nearest weak point.
    Hunts,
}

impl Stance {
    /// How a unit of the team looks for enemies that is alert or not; `None`: not at all.
    pub fn looks(self, is_alert: bool) -> Option<Looks> {
        match self {
            Stance::Guard(area) => Some(Looks::Guards(area)),
            Stance::Hunt => Some(Looks::Hunts),
            Stance::Orders if is_alert => Some(Looks::Alert),
            Stance::Orders => Some(Looks::Helps),
            Stance::Stand => None,
        }
    }
}

impl Looks {
    /// Whether a unit at `me` (px) goes on to go for an enemy at a place that it has chosen, or may be sent
    /// against it. One that stands draws nobody off.
    pub fn keeps(self, me: Vec2, enemy: Vec2, stands: bool) -> bool {
        match self {
            Looks::Alert => stands || me.distance(enemy) <= LEASH,
            Looks::Helps => me.distance(enemy) <= HELPS_WITHIN,
            Looks::Guards(area) => area.holds(enemy),
            Looks::Hunts => true,
        }
    }

    /// The enemy that a unit goes for next: the first that it reaches, or that `has_room`. Where none has, the
    /// first of all, to wait there; for one that waits already, none.
    pub fn choose(
        self,
        me: &Combatant,
        field: &Battlefield,
        enemies: &Enemies,
        kept_out_by: Option<&Company>,
        has_room: impl Fn(UnitId) -> bool,
    ) -> Option<UnitId> {
        // By how far off they are or seem; these lengths are not negative, so their bits are in their order.
        // Most are never popped, and how strong they are is not asked: none seems nearer than it is.
        let mut open = BinaryHeap::new();
        let serves = |enemy: &&Combatant| {
            let has_room = || !me.is_kept_out || me.reaches(enemy) || has_room(enemy.id);
            enemies.are(me.team, enemy.team) && has_room()
        };
        let add =
            |enemy: &Combatant| open.push(Reverse((me.at.distance(enemy.at).to_bits(), false, enemy.id)));
        match self {
            // Those whom one company keeps out go on to the next, wherever they stand behind their comrades.
            Looks::Alert => {
                let (middle, radius) = kept_out_by.map_or((me.at, 0.0), Company::circle);
                let is_next = |company: &Company, enemy: &Combatant| company.distance(enemy.at) <= LEASH;
                let near = field.near(middle, radius + LEASH).filter(serves);
                near.filter(|enemy| kept_out_by.is_none_or(|company| is_next(company, enemy))).for_each(add);
            }
            Looks::Helps => {
                let near = field.near(me.at, HELPS_WITHIN).filter(serves);
                near.filter(|enemy| enemy.foe.is_some()).for_each(add);
            }
            Looks::Guards(area) => {
                let (low, high) = area.bounds();
                let (center, range) = ((low + high) / 2.0, (high - low).length() / 2.0);
                let near = field.near(center, range).filter(serves);
                near.filter(|enemy| area.holds(enemy.at)).for_each(add);
            }
            Looks::Hunts => field.all().filter(serves).for_each(add),
        }
        let mut asked: ArrayVec<UnitId, MOST_ASKED> = ArrayVec::new();
        while let Some(Reverse((away, is_weighed, id))) = open.pop().filter(|_| !asked.is_full()) {
            let (away, enemy) = (f32::from_bits(away), field.get(id)?);
            if !is_weighed {
                open.push(Reverse(((away + self.strength_of(enemy, field)).to_bits(), true, id)));
                continue;
            }
            let is_seen = away <= SIGHT || enemy.is_attacked || enemy.foe.is_some();
            let looks_out = asked.is_empty() && me.target.is_none() && !me.is_kept_out;
            if self == Looks::Alert && looks_out && !is_seen {
                continue;
            }
            if me.reaches(enemy) || has_room(id) {
                return Some(id);
            }
            asked.push(id);
        }
        asked.first().filter(|_| !me.is_kept_out).copied()
    }

    /// How much farther off than it is an enemy seems because it is strong, px.
    fn strength_of(self, enemy: &Combatant, field: &Battlefield) -> f32 {
        if self != Looks::Hunts {
            return 0.0;
        }
        let friends = field.near(enemy.at, COMPANY_WITHIN).filter(|other| other.team == enemy.team);
        let friends = friends.take(MAX_FRIENDS + 1).count() - 1;
        friends as f32 * PER_FRIEND + 100.0 * PER_HUNDREDTH * (enemy.left / enemy.arms.strength)
    }
}

/// Where a unit goes that has done with an enemy which it chose by itself, px: nowhere if it hunts.
pub fn back(looks: Looks, from: Vec2) -> Option<Vec2> {
    (looks != Looks::Hunts).then_some(from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::rules::Arms;
    use crate::geometry::{Collider, Shape};
    use glam::vec2;

    /// Number, team, place and strength of a unit.
    type Told = (u32, u16, Vec2, f32);

    fn combatant(&(id, team, at, left): &Told) -> Combatant {
        Combatant {
            id: UnitId(id),
            team,
            at,
            heading: Vec2::X,
            body: Collider { shape: Shape::Circle, radius: 7.0 },
            arms: Arms::default(),
            left,
            target: None,
            foe: None,
            is_kept_out: false,
            stands: true,
            is_attacked: false,
        }
    }

    fn field(all: &[Told]) -> Battlefield {
        let mut field = Battlefield::default();
        field.fill(100, all.iter().map(combatant));
        field
    }

    /// Whom unit 0 chooses; teams 0 and 1 are enemies.
    fn choice(looks: Looks, field: &Battlefield) -> Option<u32> {
        let enemies = Enemies::new(&[vec![1], vec![]]);
        looks.choose(field.get(UnitId(0)).unwrap(), field, &enemies, None, |_| true).map(|id| id.0)
    }

    #[test]
    fn a_hunter_goes_round_a_crowd_to_the_one_that_strayed() {
        let mut all = vec![(0, 0, Vec2::ZERO, 100.0), (1, 1, vec2(0.0, 300.0), 100.0)];
        all.extend((2..10).map(|id| (id, 1, vec2(200.0, id as f32 * 20.0), 100.0)));
        assert_eq!(choice(Looks::Hunts, &field(&all)), Some(1));
        // One of the crowd who is hurt a little is no better, one that is nearly down is.
        all[2].3 = 85.0;
        assert_eq!(choice(Looks::Hunts, &field(&all)), Some(1));
        all[2].3 = 10.0;
        assert_eq!(choice(Looks::Hunts, &field(&all)), Some(2));
        all[2].3 = 85.0;
        // The one that strayed is too far.
        all[1].2.y = 900.0;
        assert_eq!(choice(Looks::Hunts, &field(&all)), Some(2));
    }

    #[test]
    fn a_guard_goes_for_whoever_is_in_its_area_and_for_nobody_else() {
        let area = Area { column: 0, row: 0, columns: 10, rows: 10 };
        let looks = Looks::Guards(area);
        let far = [(0, 0, vec2(150.0, 150.0), 100.0), (1, 1, vec2(310.0, 150.0), 100.0)];
        assert_eq!(choice(looks, &field(&far)), None);
        let both = [far[0], far[1], (2, 1, vec2(10.0, 10.0), 100.0)];
        let field = field(&both);
        assert_eq!(choice(looks, &field), Some(2));
        assert!(!looks.keeps(both[0].2, both[1].2, true) && looks.keeps(both[0].2, both[2].2, true));
    }

    #[test]
    fn who_is_alert_goes_for_the_nearest_in_sight_that_has_room() {
        let mut all = vec![(0, 0, Vec2::ZERO, 100.0), (1, 1, vec2(160.0, 0.0), 100.0)];
        assert_eq!(choice(Looks::Alert, &field(&all)), None);
        all.extend([
            (2, 1, vec2(60.0, 0.0), 100.0),
            (3, 1, vec2(0.0, 80.0), 100.0),
            (4, 0, vec2(9.0, 20.0), 1.0),
        ]);
        let (field, enemies) = (field(&all), Enemies::new(&[vec![1], vec![]]));
        let me = field.get(UnitId(0)).unwrap();
        let choice = |full: &[u32]| {
            Looks::Alert.choose(me, &field, &enemies, None, |id| !full.contains(&id.0)).map(|id| id.0)
        };
        assert_eq!(choice(&[]), Some(2));
        assert_eq!(choice(&[2]), Some(3));
        // One that is out of sight serves as long as another is in sight.
        assert_eq!(choice(&[2, 3]), Some(1));
        assert_eq!(choice(&[1, 2, 3]), Some(2));
    }

    #[test]
    fn who_is_alert_joins_a_fight_that_is_out_of_sight_but_not_across_the_map() {
        let choice = |away: f32, foe: Option<u32>| {
            let nearer = combatant(&(1, 1, vec2(0.0, SIGHT + 10.0), 100.0));
            let fights = Combatant { foe: foe.map(UnitId), ..combatant(&(2, 1, vec2(away, 0.0), 100.0)) };
            let mut field = Battlefield::default();
            field.fill(3, [combatant(&(0, 0, Vec2::ZERO, 100.0)), nearer, fights].into_iter());
            choice(Looks::Alert, &field)
        };
        assert_eq!(choice(LEASH - 10.0, Some(9)), Some(2));
        assert_eq!(choice(LEASH - 10.0, None), None, "nobody strikes: it goes on");
        assert_eq!(choice(LEASH + 30.0, Some(9)), None);
    }

    #[test]
    fn one_that_is_kept_out_goes_where_there_is_room() {
        let all =
            [(0, 0, Vec2::ZERO, 100.0), (1, 1, vec2(40.0, 0.0), 100.0), (2, 1, vec2(200.0, 0.0), 100.0)];
        let mut field = Battlefield::default();
        let kept_out = |told: &Told| Combatant { is_kept_out: told.0 == 0, ..combatant(told) };
        field.fill(3, all.iter().map(kept_out));
        let enemies = Enemies::new(&[vec![1], vec![]]);
        let me = field.get(UnitId(0)).unwrap();
        let choice = |room: &[u32]| {
            Looks::Alert.choose(me, &field, &enemies, None, |id| room.contains(&id.0)).map(|id| id.0)
        };
        assert_eq!([choice(&[1, 2]), choice(&[2]), choice(&[])], [Some(1), Some(2), None]);
    }

    #[test]
    fn who_stands_looks_for_nobody_and_who_is_led_by_orders_helps() {
        assert_eq!(Stance::Stand.looks(true), None);
        assert_eq!(Stance::Orders.looks(true), Some(Looks::Alert));
        let helps = Stance::Orders.looks(false).unwrap();
        let mut all = [combatant(&(0, 0, Vec2::ZERO, 100.0)), combatant(&(1, 1, vec2(40.0, 0.0), 100.0))];
        let mut field = Battlefield::default();
        field.fill(2, all.into_iter());
        assert_eq!(choice(helps, &field), None);
        all[1].foe = Some(UnitId(0));
        field.fill(2, all.into_iter());
        assert_eq!(choice(helps, &field), Some(1));
    }
}
