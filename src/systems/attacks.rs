//! Those who attack go to places round their enemies, each to its own, and stand there. Where the places
//! are is in [`crate::fight::ring`].

mod enemy;

use enemy::{Enemy, look_at, rim_of, ways_round};

use crate::fight::Fights;
use crate::fight::flank::Companies;
use crate::fight::ring::{self, Attacker, RingClaim};
use crate::fight::rules::Combatant;
use crate::geometry::contact::separation;
use crate::geometry::gap;
use crate::ids::UnitId;
use crate::neighbours::Intent;
use crate::time::TICK_RATE;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// Ticks after which those who stand round an enemy close up where others find no room that there is. Without
/// it, one place in six stays empty when they came from many sides.
const CLOSES_UP_EVERY: u64 = 64;
/// They close up for no unit that has looked in vain more often: then walls or others keep it out.
const CLOSES_UP_FOR: u8 = 8;
/// A unit this near to its place is there, px: half the room that two neighbours have between them.
const AT_PLACE: f32 = 0.25;
/// A unit under way keeps its way as long as its place moves no farther than this, px.
const SAME_PLACE: f32 = 0.5;
/// Ticks between two looks of a unit whether its place is free, or another one.
const PLACE_LOOK_EVERY: u64 = 4;
/// Ticks between two requests for a way round walls.
const ASK_EVERY: u64 = 15;
/// A unit that is in reach of its enemy and gets no nearer to its place for so many ticks fights from where
/// it is.
const NEAR_ENOUGH: u16 = 40;
/// A unit that gets no nearer to its place for so many ticks looks for another: 2 s. Less, and those who only
/// wait for others to pass turn back; more, and those who are kept out stand for longer.
const GIVES_PLACE_UP: u16 = 2 * TICK_RATE as u16;
/// Those who wait for a place come no nearer when others have kept them from it for so many ticks.
const WAITS_HERE: u16 = 10;
/// Those who wait follow their enemy when it is farther off than where they would wait by so much, px.
const FOLLOWS_BEYOND: f32 = 120.0;
/// Aims all who attack; those whose enemy has fallen go on with what comes next.
pub fn aim(world: &mut World) {
    if world.fights.are_idle() {
        return;
    }
    let mut fights = std::mem::take(&mut world.fights);
    let Fights { attackers, claims, companies, .. } = &mut fights;
    companies.clear();
    gather(world, attackers);
    for of_one in attackers.chunk_by_mut(|one, next| one.target == next.target) {
        match look_at(world, of_one[0].target) {
            Some(enemy) => surround(world, of_one, &enemy, claims, companies),
            None => of_one.iter().for_each(|attacker| end(world, attacker.id)),
        }
    }
    world.scratch.targets.sort_unstable_by_key(|target| target.0);
    world.fights = fights;
}

/// All units that attack, by their enemies.
fn gather(world: &World, attackers: &mut Vec<Attacker>) {
    attackers.clear();
    type Columns<'a> = (&'a Unit, &'a Tasks, &'a State, &'a Front, &'a Body, &'a Fighter);
    for (unit, tasks, state, front, body, fighter) in world.units.query::<Columns>().iter() {
        let Some(target) = tasks.attacked() else { continue };
        attackers.push(Attacker {
            target,
            id: unit.id,
            at: front.position,
            body: body.collider(),
            reach: world.kinds[usize::from(unit.kind)].arms.reach,
            stands: *state == State::Fighting,
            place: fighter.place,
            shuns: fighter.shuns,
            looks: fighter.errand == Errand::default()
                || fighter.is_turn(world.tick, unit.id, PLACE_LOOK_EVERY),
            tries: fighter.tries,
        });
    }
    attackers.sort_unstable_by_key(|attacker| (attacker.target, attacker.id));
}

/// Gives each a place round its enemy: those who stand there keep theirs, then those who are on their way,
/// then the others, the nearest first.
fn surround(
    world: &mut World,
    attackers: &mut [Attacker],
    enemy: &Enemy,
    claims: &mut Vec<RingClaim>,
    companies: &mut Companies,
) {
    let rank = |attacker: &Attacker| (!attacker.stands, attacker.place.is_none());
    let away = |attacker: &Attacker| attacker.at.distance_squared(enemy.at);
    attackers.sort_unstable_by(|one, other| {
        let by_distance = || away(one).total_cmp(&away(other)).then(one.id.cmp(&other.id));
        rank(one).cmp(&rank(other)).then_with(by_distance)
    });
    let closes_up =
        world.tick.is_multiple_of(CLOSES_UP_EVERY) && enemy.stands && are_scattered(attackers, enemy);
    claims.clear();
    for attacker in attackers {
        let apart = separation(attacker.body, enemy.body, enemy.at - attacker.at, true).1;
        let stays = !closes_up || claims.is_empty();
        if attacker.stands && apart <= attacker.reach && stays {
            claims.push(RingClaim { place: attacker.at - enemy.at, body: attacker.body });
            continue;
        }
        let is_free = |place: Vec2| is_free(world, attacker, enemy, enemy.at + place);
        let kept = attacker.place.filter(|&place| {
            !attacker.stands
                && claims.iter().all(|claim| claim.leaves_free(place, attacker.body))
                && (!attacker.looks || is_free(place))
        });
        attacker.place = kept.or_else(|| {
            let chosen = || ring::choose(attacker, enemy.at, enemy.body, claims, is_free);
            (attacker.looks || closes_up).then(chosen).flatten()
        });
        claims.extend(attacker.place.map(|place| RingClaim { place, body: attacker.body }));
        lead(world, companies, attacker, enemy, apart);
    }
}

/// Whether somebody has no place round an enemy although there is room for more than stand there.
fn are_scattered(attackers: &[Attacker], enemy: &Enemy) -> bool {
    let standing = attackers.iter().filter(|attacker| attacker.stands).count();
    let lacks_place = |attacker: &&Attacker| {
        !attacker.stands && attacker.place.is_none() && attacker.tries <= CLOSES_UP_FOR
    };
    let other = attackers.iter().find(lacks_place);
    other.is_some_and(|other| standing < ring::room(enemy.body, other.body, other.reach))
}

/// A place round an enemy for one more, beside those who attack it, from its centre, px.
pub(super) fn find_place(
    world: &World,
    attackers: &[Attacker],
    companies: &mut Companies,
    one: &Combatant,
    enemy: UnitId,
) -> Option<Vec2> {
    let enemy = look_at(world, enemy)?;
    let first = attackers.partition_point(|attacker| attacker.target < enemy.id);
    let of_it = attackers[first..].iter().take_while(|attacker| attacker.target == enemy.id);
    let claim = |attacker: &Attacker| attacker.place.map(|place| RingClaim { place, body: attacker.body });
    let claims: Vec<RingClaim> = of_it.filter(|attacker| attacker.id != one.id).filter_map(claim).collect();
    let attacker = comer(one, enemy.id, None);
    let is_free = |place: Vec2| is_free(world, &attacker, &enemy, enemy.at + place);
    let offset = ring::choose(&attacker, enemy.at, enemy.body, &claims, is_free)?;
    let place = enemy.at + offset;
    // Where a wall bars the straight way the path search finds one.
    let is_open = !enemy.stands || !world.grid.line_is_free(one.at, place, one.body) || {
        let ways = ways_round(world, companies, &attacker, &enemy, place);
        ways.iter().any(|way| world.grid.way_is_free(one.at, way, one.body))
    };
    is_open.then_some(offset)
}

/// A unit that has just chosen an enemy, and its place round it.
fn comer(one: &Combatant, target: UnitId, place: Option<Vec2>) -> Attacker {
    let (id, at, body, reach) = (one.id, one.at, one.body, one.arms.reach);
    Attacker { target, id, at, body, reach, stands: false, place, shuns: None, looks: true, tries: 0 }
}

/// Tells those who choose after it in the same tick which enemy and place a unit has chosen.
pub(super) fn note(attackers: &mut Vec<Attacker>, one: &Combatant, (target, place): (UnitId, Option<Vec2>)) {
    let first = attackers.partition_point(|attacker| attacker.target < target);
    attackers.insert(first, comer(one, target, place));
}

/// The enemy that a unit goes for, if it does.
fn attacked_by(world: &World, id: UnitId) -> Option<UnitId> {
    world.units.get::<&Tasks>(world.entity(id)?).ok()?.attacked()
}

/// Whether a unit can stand at a place beside its enemy, px. Friends who only stand about make room.
fn is_free(world: &World, attacker: &Attacker, enemy: &Enemy, place: Vec2) -> bool {
    let (body, crowd) = (attacker.body, &world.crowd);
    let is_open = world.grid.is_free(place, body)
        && world.obstacles.iter().all(|other| gap(body, other.collider(), place - other.position) >= 0.0);
    let mut is_free = is_open;
    if is_open && enemy.stands {
        crowd.for_each_near(place, body.reach() + crowd.largest_radius, |index| {
            let other = UnitId(crowd.id[index]);
            let stays = match crowd.intent[index] {
                Intent::Move => false,
                // The places of those who fight the same enemy are told by the claims.
                Intent::Hold => attacked_by(world, other) != Some(enemy.id),
                Intent::Rest => crowd.team[index] == enemy.team,
            };
            if stays && other != attacker.id && other != enemy.id {
                is_free &= gap(body, crowd.body[index], place - crowd.position[index]) >= 0.0;
            }
        });
    }
    is_free
}

/// A tick of a unit that attacks: it stands where it fights, walks to its place, or waits for one.
fn lead(world: &mut World, companies: &mut Companies, attacker: &Attacker, enemy: &Enemy, apart: f32) {
    let Attacker { id, at, body, reach, .. } = *attacker;
    let Some(entity) = world.entity(id) else { return };
    type Columns<'a> =
        (&'a mut State, &'a mut Route, &'a mut Post, &'a mut Asked, &'a mut Fighter, &'a Front);
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok((state, route, post, asked, fighter, front)) = query.get() else { return };
    let place = attacker.place.map(|place| enemy.at + place);
    let left = place.unwrap_or(enemy.at).distance(at);
    note_progress(attacker, enemy, left, (*state, route), fighter);
    let waits_in_reach = place.is_none() && *state == State::Following && apart <= reach;
    let is_there = waits_in_reach || place.is_some() && left <= AT_PLACE && apart <= reach;
    let is_stuck = place.is_some() && apart <= reach && fighter.errand.vain >= NEAR_ENOUGH;
    let has_met = !enemy.stands && apart <= reach / 2.0;
    if is_there || is_stuck || has_met {
        (*state, *asked) = (State::Fighting, Asked::No);
        (fighter.place, fighter.shuns, fighter.tries) = (Some(at - enemy.at), None, 0);
        fighter.errand = Errand::default();
        post.0 = at;
        route.set(&[]);
        // The last steps to a place are walked: without them it would stand up to 2 px short of it.
        if front.velocity != Vec2::ZERO && !is_there {
            world.scratch.renewing.push(id);
        }
        return;
    }
    if place.is_some() && fighter.errand.vain >= GIVES_PLACE_UP {
        fighter.gives_place_up();
    }
    // Where the first rank would have its backs, and where the second would be in their way.
    let rim = rim_of(enemy.body, body);
    let goal = match place {
        Some(place) => place,
        None if waits(*state, fighter.errand, left - rim - 2.0 * body.reach()) => {
            if *state != State::Following {
                (*state, *asked) = (State::Following, Asked::No);
                route.set(&[]);
            }
            // A unit that is pushed aside stays there: it has no place of its own to go back to.
            post.0 = at;
            return;
        }
        None => enemy.at + (at - enemy.at).normalize_or(Vec2::X) * (rim + body.reach()),
    };
    world.scratch.targets.push((id, Some((goal, 0.0))));
    if is_on_way_to(goal, *state, route) {
        return;
    }
    set_out(world, companies, (attacker, enemy), goal, (state, route, asked, fighter));
}

/// Notes how an attack gets on: `left` px from the place where the unit is to fight, or else from its enemy.
fn note_progress(
    attacker: &Attacker,
    enemy: &Enemy,
    left: f32,
    (state, route): (State, &Route),
    fighter: &mut Fighter,
) {
    if fighter.place != attacker.place {
        // A place that moves along with the enemy is the same one.
        fighter.errand = Errand::default();
        fighter.place = attacker.place;
    }
    // Round a flank the way grows shorter long before the distance does.
    let way_left = match attacker.place {
        Some(place) if is_on_way_to(enemy.at + place, state, route) => {
            route.current().map_or(left, |next| next.left_from(attacker.at))
        }
        Some(_) => f32::MAX,
        None => left,
    };
    fighter.tries = match enemy.stands {
        true => fighter.tries.saturating_add(u8::from(attacker.looks && attacker.place.is_none())),
        false => 0,
    };
    fighter.errand.note(way_left, enemy.stands);
}

/// Whether a unit walks to a place.
fn is_on_way_to(goal: Vec2, state: State, route: &Route) -> bool {
    state.walks() && route.end().is_some_and(|end| end.distance(goal) < SAME_PLACE)
}

/// A unit takes the way to where it fights or waits, px, round those who stand with its enemy; where walls bar
/// that, it asks for one, and where only enemies do, it gives its place up.
fn set_out(
    world: &World,
    companies: &mut Companies,
    (attacker, enemy): (&Attacker, &Enemy),
    goal: Vec2,
    (state, route, asked, fighter): (&mut State, &mut Route, &mut Asked, &mut Fighter),
) {
    let Attacker { id, at, body, place, .. } = *attacker;
    let ways = match enemy.stands && place.is_some() {
        true => ways_round(world, companies, attacker, enemy, goal),
        false => vec![vec![goal]],
    };
    let may_ask = (world.tick + u64::from(id.0)).is_multiple_of(ASK_EVERY);
    if let Some(way) = ways.iter().find(|way| world.grid.way_is_free(at, way, body)) {
        route.set(way);
        route.is_detour = way.len() > 1;
        (*state, *asked) = (State::Moving, Asked::No);
    } else if world.grid.line_is_free(at, goal, body) {
        // Between it and the place are enemies, and walls on both sides of them.
        fighter.gives_place_up();
    } else if !state.is_under_way() {
        (*state, *asked) = (State::WaitingForPath, Asked::No);
    } else if may_ask && *asked == Asked::No && *state != State::WaitingForPath {
        *asked = Asked::Wants;
    }
}

/// Whether a unit without a place stands where it is, so much farther from its enemy than where it would
/// wait, px.
fn waits(state: State, errand: Errand, farther: f32) -> bool {
    let comes_nearer = if state == State::Following { farther > FOLLOWS_BEYOND } else { farther > 0.0 };
    !comes_nearer || (errand.vain >= WAITS_HERE && farther <= FOLLOWS_BEYOND)
}

/// A unit goes for an enemy that it has chosen by itself, to a place round it if there is one; `back` is where
/// it goes on to.
pub(super) fn begin(
    world: &mut World,
    id: UnitId,
    (target, place): (UnitId, Option<Vec2>),
    back: Option<Vec2>,
) {
    start(world, id, Some(Task::Attack { target, by_order: false, back }), place);
}

/// A unit has done with its enemy: it goes back to where it was, or does what it was told to do next.
pub(super) fn end(world: &mut World, id: UnitId) {
    start(world, id, None, None);
}

/// A unit begins a task, or what follows on its attack.
fn start(world: &mut World, id: UnitId, task: Option<Task>, place: Option<Vec2>) {
    let Some(entity) = world.entity(id) else { return };
    world.paths.cancel(id.0);
    type Columns<'a> = (
        (&'a mut State, &'a mut Tasks, &'a mut Route, &'a mut Post, &'a mut Asked),
        (&'a mut Memory, &'a mut Fighter, &'a Front, &'a Journey),
    );
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok(((state, tasks, route, post, asked), (memory, fighter, front, journey))) = query.get() else {
        return;
    };
    let tries = if task.is_some() { fighter.tries } else { 0 };
    let next = task.or(match tasks.current {
        Some(Task::Attack { back: Some(back), .. }) => {
            Some(Task::Move { place: back, slot: back, group: 0, attacks: true })
        }
        _ => None,
    });
    let rest = if journey.was_sent() { State::DestinationReached } else { State::Idle };
    *state = match next {
        // What it does by itself changes nothing of how it was told to look for enemies.
        Some(task) => {
            let is_alert = tasks.is_alert;
            // Whom it was told to attack comes after whoever is in the way.
            let told = tasks.current.take_if(|task| matches!(task, Task::Attack { by_order: true, .. }));
            told.into_iter().for_each(|told| tasks.queue.push_front(told));
            let state = tasks.begin(task, memory);
            tasks.is_alert = is_alert;
            state
        }
        None => tasks.begin_next(rest, memory),
    };
    **fighter = InFight { lost: fighter.lost, foe: fighter.foe, place, tries, ..InFight::default() };
    *asked = Asked::No;
    post.0 = front.position;
    route.set(&[]);
    if !state.is_under_way() {
        world.scratch.renewing.push(id);
    }
}
