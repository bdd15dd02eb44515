//! An enemy that units go for, and the ways round those who stand with it.

use crate::fight::flank::{self, Company, CompanyMember};
use crate::fight::ring::Attacker;
use crate::geometry::{Collider, gap};
use crate::ids::UnitId;
use crate::neighbours::Intent;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;
use rustc_hash::FxHashSet;

/// Room that those who go round leave to those who stand in the first rank, px.
const BERTH: f32 = 3.0;
/// Nobody passes between two enemies whose gap is narrower than so many of its radii: room for one in the
/// first rank of each, and for itself. With 2, which is room for itself alone, those who fight shut the gaps
/// on others' ways.
const PASSAGE: f32 = 6.0;
/// An enemy faster than this, px/s, is under way: a unit that reaches it stops there.
const ENEMY_MOVES: f32 = 5.0;

/// An enemy that somebody goes for.
#[derive(Clone, Copy)]
pub struct Enemy {
    pub id: UnitId,
    pub team: u16,
    /// Where it is when its promises are walked, px.
    pub at: Vec2,
    pub body: Collider,
    pub stands: bool,
}

/// A unit as an enemy, while it lives.
pub fn look_at(world: &World, id: UnitId) -> Option<Enemy> {
    let mut query = world.units.query_one::<(&Unit, &Front, &Body, &State)>(world.entity(id)?);
    let (unit, front, body, state) = query.get().ok()?;
    let stands = !state.is_under_way() && front.velocity.length_squared() < ENEMY_MOVES * ENEMY_MOVES;
    Some(Enemy { id, team: unit.team, at: front.position, body: body.collider(), stands })
}

/// How far from the centre of an enemy a unit keeps clear of those who fight it in the first rank, px.
pub fn rim_of(enemy: Collider, body: Collider) -> f32 {
    enemy.reach() + 3.0 * body.reach() + BERTH
}

/// The ways to a place beside an enemy that stands, round all who stand there with it.
pub fn ways_round(company: &Company, attacker: &Attacker, enemy: &Enemy, place: Vec2) -> Vec<Vec<Vec2>> {
    flank::ways(attacker.at, place, rim_of(enemy.body, attacker.body), company)
}

/// An enemy and all of its team who stand with it so close together that a unit does not pass between them,
/// or between those who fight them.
pub fn company(world: &World, enemy: &Enemy, body: Collider) -> Vec<CompanyMember> {
    let crowd = &world.crowd;
    let passage = PASSAGE * body.reach();
    let mut members: Vec<usize> = crowd.index(enemy.id.0).into_iter().collect();
    let mut known: FxHashSet<usize> = members.iter().copied().collect();
    let mut looked = if enemy.stands { 0 } else { 1 };
    while let Some(&member) = members.get(looked) {
        looked += 1;
        let (at, own) = (crowd.position[member], crowd.body[member]);
        crowd.for_each_near(at, own.reach() + crowd.largest_radius + passage, |index| {
            let stands = crowd.team(index) == enemy.team && crowd.intent(index) != Intent::Move;
            let is_near = || gap(own, crowd.body[index], at - crowd.position[index]) < passage;
            if stands && is_near() && known.insert(index) {
                members.push(index);
            }
        });
    }
    let standing =
        |&index: &usize| (UnitId(crowd.id[index]), crowd.position[index], rim_of(crowd.body[index], body));
    members.iter().map(standing).collect()
}
