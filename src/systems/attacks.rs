//! Those who attack go to places round their enemies, each to its own, and stand there. Where the places
//! are is in [`crate::fight::ring`], who goes to which in [`crate::fight::deal`].

mod enemy;
mod places;

use enemy::{Enemy, company, look_at, rim_of, ways_round};

use crate::fight::Fights;
use crate::fight::flank::{Companies, Company};
use crate::fight::ring::Attacker;
use crate::geometry::Collider;
use crate::geometry::contact::separation;
use crate::grid::{Grid, TILE};
use crate::ids::UnitId;
use crate::path::Pathfinder;
use crate::time::TICK_RATE;
use crate::unit::*;
use crate::world::{Event, World};
use glam::Vec2;

/// Ticks between two deals of all places.
const DEALS_EVERY: u64 = 8;
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

/// An enemy and all who stand with it, for a body to go round.
pub(super) fn company_of<'a>(
    world: &World,
    companies: &'a mut Companies,
    enemy: UnitId,
    body: Collider,
) -> Option<&'a Company> {
    let enemy = look_at(world, enemy)?;
    Some(companies.find(enemy.id, body.reach(), || company(world, &enemy, body)).1)
}

/// Aims all who attack; those whose enemy has fallen go on with what comes next.
pub fn aim(world: &mut World) {
    if world.fights.are_idle() {
        return;
    }
    let mut fights = std::mem::take(&mut world.fights);
    fights.companies.clear();
    gather(world, &mut fights.attackers);
    if world.tick.is_multiple_of(DEALS_EVERY) {
        let mut paths = std::mem::take(&mut world.paths);
        places::deal_out(world, paths.finder(), &mut fights);
        world.paths = paths;
    }
    let Fights { attackers, companies, .. } = &mut fights;
    for of_one in attackers.chunk_by_mut(|one, next| one.target == next.target) {
        match look_at(world, of_one[0].target) {
            Some(enemy) => of_one.iter_mut().for_each(|attacker| lead(world, companies, attacker, &enemy)),
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
        // Whom it was told to attack, or strikes already, it does not leave for another.
        let is_bound =
            matches!(tasks.current, Some(Task::Attack { by_order: true, .. })) || fighter.foe == Some(target);
        let looks_for = world.teams[usize::from(unit.team)].stance.looks(tasks.is_alert);
        attackers.push(Attacker {
            target,
            id: unit.id,
            at: front.position,
            body: body.collider(),
            reach: world.kinds[usize::from(unit.kind)].arms.reach,
            stands: *state == State::Fighting,
            place: fighter.place,
            shuns: fighter.shuns,
            looks: fighter.place.is_some() || fighter.is_turn(world.tick / DEALS_EVERY, unit.id, 1),
            looks_for: looks_for.filter(|_| !is_bound),
        });
    }
    attackers.sort_unstable_by_key(|attacker| (attacker.target, attacker.id));
}

/// A tick of a unit that attacks: it stands where it fights, walks to its place, or waits for one.
fn lead(world: &mut World, companies: &mut Companies, attacker: &mut Attacker, enemy: &Enemy) {
    let Attacker { id, at, body, reach, .. } = *attacker;
    let apart = separation(body, enemy.body, enemy.at - at, true).1;
    if attacker.stands && apart <= reach {
        return;
    }
    let is_turn = (world.tick + u64::from(id.0)).is_multiple_of(PLACE_LOOK_EVERY);
    attacker.place = attacker.place.filter(|&place| {
        !attacker.stands && (!is_turn || places::is_free(world, body, enemy, enemy.at + place))
    });
    let Some(entity) = world.entity(id) else { return };
    type Columns<'a> = (
        (&'a mut Tasks, &'a mut State, &'a mut Route, &'a mut Post),
        (&'a mut Asked, &'a mut Fighter, &'a Memory, &'a Front),
    );
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok(((tasks, state, route, post), (asked, fighter, memory, front))) = query.get() else { return };
    if let Some(Task::Attack { target, .. }) = &mut tasks.current {
        *target = enemy.id;
    }
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
        fighter.gives_place_up(place.unwrap_or(at));
    }
    // Where the first rank would have its backs, and where the second would be in their way.
    let rim = rim_of(enemy.body, body);
    let farther = left - rim - 2.0 * body.reach();
    let waits = waits(*state, fighter.errand, farther);
    let is_kept_off = fighter.errand.vain >= WAITS_HERE;
    // Nothing is said of how it gets on to an enemy that runs; but it is as near as its way leads, or others are.
    let is_at_end = || route.end().is_none_or(|end| end.distance(at) <= rim);
    let may_be_barred = || !enemy.stands && (is_at_end() || memory.waited >= Rung::Pushes.after());
    // One that waits before a wall looks now and then whether it is still there.
    let is_barred = place.is_none()
        && !waits
        && (is_kept_off && *state == State::Following && !is_turn
            || (is_kept_off || may_be_barred())
                && is_out_of_reach(world.paths.finder(), &world.grid, (at, body), enemy.at, rim));
    let goal = match place {
        Some(place) => place,
        None if waits || is_barred => {
            if *state != State::Following {
                (*state, *asked) = (State::Following, Asked::No);
                route.set(&[]);
                if is_barred {
                    fighter.tries = fighter.tries.saturating_add(1);
                    world.events.push(Event::Unreachable(id, at));
                }
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
    if !enemy.stands {
        fighter.tries = 0;
    }
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
        true => {
            let size = body.reach();
            let company = companies.find(enemy.id, size, || company(world, enemy, body)).1;
            ways_round(company, attacker, enemy, goal)
        }
        false => vec![vec![goal]],
    };
    let may_ask = (world.tick + u64::from(id.0)).is_multiple_of(ASK_EVERY);
    if let Some(way) = ways.iter().find(|way| world.grid.way_is_free(at, way, body)) {
        route.set(way);
        route.is_detour = way.len() > 1;
        (*state, *asked) = (State::Moving, Asked::No);
    } else if world.grid.line_is_free(at, goal, body) {
        // Between it and the place are enemies, and walls on both sides of them.
        fighter.gives_place_up(goal);
    } else if !state.is_under_way() {
        (*state, *asked) = (State::WaitingForPath, Asked::No);
    } else if may_ask && *asked == Asked::No && *state != State::WaitingForPath {
        *asked = Asked::Wants;
    }
}

/// Whether walls keep a unit from where it would wait for an enemy, `rim` px from that one.
fn is_out_of_reach(
    finder: &mut Pathfinder,
    grid: &Grid,
    (at, body): (Vec2, Collider),
    enemy: Vec2,
    rim: f32,
) -> bool {
    let nearest = finder.nearest_reachable(grid, at, enemy, body);
    nearest.is_none_or(|place| place.distance(enemy) > rim + 2.0 * body.reach() + TILE)
}

/// Whether a unit without a place stands where it is, so much farther from its enemy than where it would
/// wait, px.
fn waits(state: State, errand: Errand, farther: f32) -> bool {
    let comes_nearer = if state == State::Following { farther > FOLLOWS_BEYOND } else { farther > 0.0 };
    !comes_nearer || (errand.vain >= WAITS_HERE && farther <= FOLLOWS_BEYOND)
}

/// A unit goes for an enemy that it has chosen by itself; `back` is where it goes on to.
pub(super) fn begin(world: &mut World, id: UnitId, target: UnitId, back: Option<Vec2>) {
    start(world, id, Some(Task::Attack { target, by_order: false, back }));
}

/// A unit has done with its enemy: it goes back to where it was, or does what it was told to do next.
pub(super) fn end(world: &mut World, id: UnitId) {
    start(world, id, None);
}

/// A unit begins a task, or what follows on its attack.
fn start(world: &mut World, id: UnitId, task: Option<Task>) {
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
    **fighter = InFight { lost: fighter.lost, foe: fighter.foe, tries, ..InFight::default() };
    *asked = Asked::No;
    post.0 = front.position;
    route.set(&[]);
    if !state.is_under_way() {
        world.scratch.renewing.push(id);
    }
}
