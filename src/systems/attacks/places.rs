//! The places in contact round all enemies that somebody goes for, and who is sent to which.

use super::enemy::{Enemy, company, look_at, rim_of, ways_round};
use crate::fight::Fights;
use crate::fight::claims::Claims;
use crate::fight::deal::deal;
use crate::fight::flank::{Companies, Company, RimApproach, RimExit};
use crate::fight::ring::{self, Attacker, RingClaim};
use crate::fight::stance::Looks;
use crate::geometry::{Collider, gap};
use crate::ids::UnitId;
use crate::neighbours::Intent;
use crate::path::Pathfinder;
use crate::unit::Tasks;
use crate::world::World;
use glam::Vec2;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Of a company so many enemies are looked at, and two for each attacker, those nearest to the attackers first.
/// Fewer, and the last who come go round a line to its far side though there is room farther along it.
const ENEMIES_ASKED: usize = 40;
/// Ticks after which those who stand round an enemy close up where others find no room that there is. Without
/// it, one place in six stays empty when they came from many sides.
const CLOSES_UP_EVERY: u64 = 64;

/// A place in contact that is dealt out.
struct DealtPlace {
    enemy: Enemy,
    exit: RimExit,
}

/// Deals the places in contact out to all who go for an enemy and do not stand and fight, company by company;
/// the largest first, who fit into the fewest.
pub fn deal_out(world: &World, finder: &mut Pathfinder, fights: &mut Fights) {
    let Fights { attackers, claims, companies, room, .. } = fights;
    claims.clear();
    room.clear();
    let mut closing = Vec::new();
    if world.tick.is_multiple_of(CLOSES_UP_EVERY) {
        let of_each = attackers.chunk_by_mut(|one, next| one.target == next.target);
        of_each.for_each(|of_one| close_up(world, of_one, claims, &mut closing));
    }
    let mut comers = Vec::new();
    for (index, attacker) in attackers.iter().enumerate() {
        let Some(enemy) = look_at(world, attacker.target) else { continue };
        if attacker.is_in_contact(enemy.at, enemy.body) {
            claims.take(RingClaim { target: enemy.id, place: attacker.at, body: attacker.body });
        } else if attacker.looks && !closing.contains(&attacker.id) {
            let size = attacker.body.reach();
            let company = companies.find(enemy.id, size, || company(world, &enemy, attacker.body)).0;
            comers.push((Reverse(size.to_bits()), company, index));
        }
    }
    comers.sort_unstable();
    for of_one in comers.chunk_by(|one, next| (one.0, one.1) == (next.0, next.1)) {
        let of_one: Vec<usize> = of_one.iter().map(|&(.., index)| index).collect();
        deal_company(world, finder, (attackers, &of_one), (claims, companies, room));
    }
    attackers.sort_unstable_by_key(|attacker| (attacker.target, attacker.id));
}

/// Those who stand round an enemy take places in equal steps from the first of them, where somebody waits for
/// whom there is room then.
fn close_up(world: &World, of_one: &mut [Attacker], claims: &mut Claims, closing: &mut Vec<UnitId>) {
    let Some(enemy) = look_at(world, of_one[0].target).filter(|enemy| enemy.stands) else { return };
    let is_standing = |attacker: &&mut Attacker| attacker.is_in_contact(enemy.at, enemy.body);
    let waits = |attacker: &Attacker| attacker.looks && attacker.place.is_none();
    if !of_one.iter().any(waits) {
        return;
    }
    let mut standing: Vec<&mut Attacker> = of_one.iter_mut().filter(is_standing).collect();
    let Some((first, others)) = standing.split_first_mut() else { return };
    let mut taken = vec![RingClaim { target: enemy.id, place: first.at - enemy.at, body: first.body }];
    let is_free = |place: Vec2| is_free(world, first.body, &enemy, enemy.at + place);
    let (kind, direction) = ((first.body, first.reach), taken[0].place.normalize_or(Vec2::X));
    let mut found = ring::places(direction, (enemy.id, enemy.body), kind, &mut taken, is_free);
    if found.len() <= others.len() {
        return;
    }
    for attacker in others {
        let away = |place: &Vec2| place.distance_squared(attacker.at - enemy.at);
        let nearest =
            (0..found.len()).min_by(|&one, &other| away(&found[one]).total_cmp(&away(&found[other])));
        let Some(place) = nearest.map(|nearest| found.remove(nearest)) else { continue };
        (attacker.place, attacker.stands) = (Some(place), false);
        claims.take(RingClaim { target: enemy.id, place: enemy.at + place, body: attacker.body });
        closing.push(attacker.id);
    }
}

/// Deals the places round one company out to some attackers of one size.
fn deal_company(
    world: &World,
    finder: &mut Pathfinder,
    (attackers, of_one): (&mut [Attacker], &[usize]),
    (claims, companies, room): (&mut Claims, &mut Companies, &mut BTreeMap<UnitId, u32>),
) {
    let comers: Vec<Attacker> = of_one.iter().map(|&index| attackers[index]).collect();
    let company = companies.find(comers[0].target, comers[0].body.reach(), Vec::new).1;
    let (mut places, held) = kept_places(world, &comers, claims, company);
    for enemy in enemies_asked(world, &comers, company) {
        room.insert(enemy.id, 0);
        offer_places(world, &comers[0], (company, &enemy), claims, &mut places);
    }
    let approaches: Vec<RimApproach> = comers.iter().map(|comer| company.approach(comer.at)).collect();
    let way = |index: usize, place: usize| {
        let (comer, DealtPlace { enemy, exit }) = (&comers[index], &places[place]);
        let goes = goes_for(comer, enemy) && !comer.shuns_place(exit.place);
        goes.then(|| company.way(&approaches[index], exit, rim_of(enemy.body, comer.body)))
    };
    let finder = RefCell::new(finder);
    let is_open = |index: usize, place: usize| {
        is_open(world, &mut finder.borrow_mut(), company, &comers[index], &places[place])
    };
    let dealt = deal((comers.len(), places.len()), |comer| held[comer], way, is_open);
    for (&index, place) in of_one.iter().zip(&dealt) {
        attackers[index].place = None;
        if let Some(DealtPlace { enemy, exit }) = place.map(|place| &places[place]) {
            (attackers[index].target, attackers[index].place) = (enemy.id, Some(exit.place - enemy.at));
        }
    }
    let mut is_left = vec![true; places.len()];
    dealt.into_iter().flatten().for_each(|place| is_left[place] = false);
    for (DealtPlace { enemy, exit }, is_left) in places.iter().zip(is_left) {
        *room.entry(enemy.id).or_default() += u32::from(is_left);
        if is_left {
            claims.give_back(exit.place);
        }
    }
}

/// The places that those on their way keep, and which of them each comer has; they are claimed.
fn kept_places(
    world: &World,
    comers: &[Attacker],
    claims: &mut Claims,
    company: &Company,
) -> (Vec<DealtPlace>, Vec<Option<usize>>) {
    let mut kept = Vec::new();
    let keep = |comer: &Attacker| {
        let (enemy, place) = look_at(world, comer.target).zip(comer.place)?;
        let at = enemy.at + place;
        let is_kept =
            !comer.stands && claims.leave_free(at, comer.body) && is_free(world, comer.body, &enemy, at);
        is_kept.then(|| {
            claims.take(RingClaim { target: enemy.id, place: at, body: comer.body });
            kept.push(DealtPlace { enemy, exit: company.exit(at) });
            kept.len() - 1
        })
    };
    let held = comers.iter().map(keep).collect();
    (kept, held)
}

/// The enemies of a company round which places are looked for: those nearest to the comers.
fn enemies_asked(world: &World, comers: &[Attacker], company: &Company) -> Vec<Enemy> {
    let nearest =
        |at: Vec2| comers.iter().map(|comer| comer.at.distance_squared(at)).fold(f32::MAX, f32::min);
    let mut enemies: Vec<(u32, UnitId)> =
        company.members.iter().map(|&(id, at, _)| (nearest(at).to_bits(), id)).collect();
    enemies.sort_unstable();
    enemies.truncate(ENEMIES_ASKED + 2 * comers.len());
    enemies.into_iter().filter_map(|(_, id)| look_at(world, id)).collect()
}

/// Adds the places round an enemy in which more like one attacker fit; they are claimed.
fn offer_places(
    world: &World,
    one: &Attacker,
    (company, enemy): (&Company, &Enemy),
    claims: &mut Claims,
    places: &mut Vec<DealtPlace>,
) {
    let near = enemy.body.reach() + 3.0 * one.body.reach() + world.crowd.largest_radius + one.reach;
    let beside = claims.near(enemy.at, near);
    let mut beside: Vec<RingClaim> =
        beside.map(|claim| RingClaim { place: claim.place - enemy.at, ..*claim }).collect();
    let first = match beside.iter().find(|claim| claim.target == enemy.id) {
        Some(claim) => claim.place,
        None => outward(world, one, enemy),
    };
    let is_free = |place: Vec2| is_free(world, one.body, enemy, enemy.at + place);
    let first = first.normalize_or(Vec2::X);
    let found = ring::places(first, (enemy.id, enemy.body), (one.body, one.reach), &mut beside, is_free);
    for place in found.into_iter().map(|place| enemy.at + place) {
        claims.take(RingClaim { target: enemy.id, place, body: one.body });
        places.push(DealtPlace { enemy: *enemy, exit: company.exit(place) });
    }
}

/// Whether an attacker may be sent against an enemy.
fn goes_for(attacker: &Attacker, enemy: &Enemy) -> bool {
    let keeps = |looks: Looks| looks.keeps(attacker.at, enemy.at, enemy.stands);
    attacker.target == enemy.id || attacker.looks_for.is_some_and(keeps)
}

/// Whether no wall bars the way of an attacker to a place round all who stand with its enemy.
fn is_open(
    world: &World,
    finder: &mut Pathfinder,
    company: &Company,
    attacker: &Attacker,
    place: &DealtPlace,
) -> bool {
    let (DealtPlace { enemy, exit }, &Attacker { at, body, .. }) = (place, attacker);
    if !world.grid.line_is_free(at, exit.place, body) {
        return finder.is_reachable(&world.grid, at, exit.place, body);
    }
    let is_free = |way: &Vec<Vec2>| world.grid.way_is_free(at, way, body);
    !enemy.stands || ways_round(company, attacker, enemy, exit.place).iter().any(is_free)
}

/// The direction from an enemy away from its friends who are so near that nobody stands between them; with
/// friends on two sides across the line through them, alone towards an attacker.
fn outward(world: &World, one: &Attacker, enemy: &Enemy) -> Vec2 {
    let (mut away, mut nearest) = (Vec2::ZERO, None);
    let crowd = &world.crowd;
    let within = enemy.body.reach() + crowd.largest_radius + 2.0 * one.body.reach();
    crowd.for_each_near(enemy.at, within, |index| {
        let off = crowd.position[index] - enemy.at;
        if crowd.team(index) == enemy.team && crowd.id[index] != enemy.id.0 {
            away -= off.normalize_or_zero();
            let rank = (off.length_squared().to_bits(), crowd.id[index]);
            if nearest.is_none_or(|(least, _)| rank < least) {
                nearest = Some((rank, off));
            }
        }
    });
    let toward = one.at - enemy.at;
    match nearest {
        None => toward,
        Some(_) if away.length_squared() > 0.25 => away,
        Some((_, off)) => off.perp() * 1.0_f32.copysign(off.perp().dot(toward)),
    }
}

fn attacks(world: &World, id: UnitId) -> bool {
    let attacked = |entity| Some(world.units.get::<&Tasks>(entity).ok()?.attacked().is_some());
    world.entity(id).and_then(attacked).unwrap_or(false)
}

/// Whether a body can stand at a place beside an enemy, px. Friends who only stand about make room; the places
/// of those who attack are told by claims.
pub fn is_free(world: &World, body: Collider, enemy: &Enemy, place: Vec2) -> bool {
    let crowd = &world.crowd;
    let is_open = world.grid.is_free(place, body)
        && world.obstacles.iter().all(|other| gap(body, other.collider(), place - other.position) >= 0.0);
    let mut is_free = is_open;
    if is_open && enemy.stands {
        crowd.for_each_near(place, body.reach() + crowd.largest_radius, |index| {
            let stays = match crowd.intent(index) {
                Intent::Move => false,
                Intent::Hold => !attacks(world, UnitId(crowd.id[index])),
                Intent::Rest => crowd.team(index) == enemy.team,
            };
            if stays && crowd.id[index] != enemy.id.0 {
                is_free &= gap(body, crowd.body[index], place - crowd.position[index]) >= 0.0;
            }
        });
    }
    is_free
}
