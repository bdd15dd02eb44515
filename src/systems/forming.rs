//! Stage 4, formations before they march: where they are built, which way they take, where they end, who takes which
//! slot.
//!
//! # Source
//! Article 003, "Formations".

use super::paths::standing;
use crate::formation::assignment::{Aim, assign, assign_with};
use crate::formation::build::{FARTHEST, box_center, find_center, slot_place};
use crate::formation::fold::{Fold, fits, folded};
use crate::formation::march::March;
use crate::formation::shapes;
use crate::formation::shapes::Layout;
use crate::formation::way::{Ground, Way};
use crate::geometry::Collider;
use crate::grid::available::find_nearest_available;
use crate::grid::{Grid, TILE};
use crate::group::standing::Standing;
use crate::group::{Entry, Formed, Group, Phase, Soldier};
use crate::ids::UnitId;
use crate::order::FormationShape;
use crate::path::Path;
use crate::path::pull::pull;
use crate::systems::members::{biggest, find_way, give_route, give_slot};
use crate::time::TICK_RATE;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;
use std::sync::Arc;

/// The way is planned for the whole width if that makes it at most this much longer than the shortest one …
const DETOUR: f32 = 1.3;
/// … or by this much, px.
const SHORT_DETOUR: f32 = 150.0;
/// Widest body that the pathfinder knows, px: eight tiles across.
const WIDEST: f32 = 118.0;
/// Ticks that building may take beyond what the longest walk needs.
const PATIENCE: f32 = 2.0 * TICK_RATE as f32;
/// Walks are counted this much longer than a straight line, for who steps round others.
const ROUNDABOUT: f32 = 1.4;

/// What it takes to make and measure a way, per sample, in the pathfinder's measure (about 0.1 µs each) …
const SAMPLE_COSTS: usize = 5;
/// … and to look through so many units that stand.
const STANDING_PER_WORK: usize = 20;

/// Plans and begins a formation. `false` where there is no room or no way for one, or none that is worth it: then the
/// group goes loose.
pub(super) fn form(world: &mut World, group: &mut Group, entries: &[Entry]) -> bool {
    let body = biggest(entries);
    let spacing = shapes::spacing(entries.iter().map(|e| (e.body.collider(), e.body.soft_radius)));
    let open = shapes::layout(group.shape, entries.len(), spacing, group.manner.frontage);
    let standing = who_stands(world);
    world.planning += standing.len() / STANDING_PER_WORK;
    let obstacles = in_the_way(world, &standing, &group.members);
    let ground = Surroundings { body, obstacles: &obstacles, standing: &standing };
    let Some(plan) = plan(world, group, entries, &open, ground) else { return false };
    let Plan { way, ends, facing, goal, clearance } = plan;
    if is_longer_than_its_way(&way, &open) {
        return false;
    }
    let mut march = March::new(way, open);
    let ground = Ground { grid: &world.grid, obstacles: &obstacles, body };
    if (0..entries.len()).any(|slot| !ground.is_free(march.column_place(slot, 0.0))) {
        // The folded ranks would begin beyond the map or in a wall: it falls in as the front goes on.
        march.unfold();
    }
    let slots = assign_slots(group, entries, &march);
    let mut patience = 0.0f32;
    let mut soldiers = Vec::with_capacity(entries.len());
    for (entry, &slot) in entries.iter().zip(&slots) {
        let place = march.place(slot);
        let walk = entry.position.distance(place) * ROUNDABOUT / entry.body.speed.max(1.0);
        patience = patience.max(walk * TICK_RATE as f32);
        soldiers.push(Soldier::new(entry.id, slot, place));
        give_slot(world, entry, ends[slot]);
        give_route(world, entry, &[ends[slot]]);
    }
    let (revision, patience) = (world.grid.revision(), (patience + PATIENCE) as u32);
    group.phase = Phase::Formation(Box::new(Formed {
        march,
        building: true,
        ticks: 0,
        patience,
        soldiers,
        ends,
        facing,
        drawn: group.manner.facing.is_some(),
        revision,
        goal,
        lag: 0.0,
        clearance,
        obstacles,
        body,
    }));
    true
}

/// Whether a formation would have to fold so far that its front arrives before its rear sets out.
fn is_longer_than_its_way(way: &Way, open: &Layout) -> bool {
    match fits(way, 0.0, way.length(), open.half.y, open.spacing) {
        Fold::Files(files) if files < open.slots.len() => {
            2.0 * folded(open, files).0.half.x > way.length() + 2.0 * open.half.x
        }
        _ => false,
    }
}

/// Where the slots would lie in the end if these units were sent to `place` (px) as a formation that faces `facing`, a
/// unit vector: what an order would come to, without a search for the way. Empty where there is no room.
pub fn foresee(
    world: &World,
    units: &[UnitId],
    place: Vec2,
    shape: FormationShape,
    facing: Vec2,
    frontage: Option<f32>,
) -> Vec<Vec2> {
    let mut entries: Vec<Entry> = units.iter().filter_map(|&unit| stand_in(world, unit)).collect();
    entries.sort_unstable_by_key(|entry| entry.id);
    let body = biggest(&entries);
    let spacing = shapes::spacing(entries.iter().map(|e| (e.body.collider(), e.body.soft_radius)));
    let open = shapes::layout(shape, entries.len(), spacing, frontage);
    let members: Vec<UnitId> = entries.iter().map(|entry| entry.id).collect();
    let standing = list_standing(world);
    let obstacles = in_the_way(world, &standing, &members);
    let ground = Ground { grid: &world.grid, obstacles: &obstacles, body };
    let free = if ground.is_free(place) {
        Some(place)
    } else {
        find_nearest_available(&world.grid, place, body, &obstacles)
    };
    let Some(last) = free.filter(|_| !entries.is_empty()) else { return Vec::new() };
    let others = standing_others(&standing, &entries, &[last]);
    let ends = find_ends(ground, &others, last, facing, &open, TILE + open.radius());
    ends.map(|(_, (places, _))| places).unwrap_or_default()
}

fn stand_in(world: &World, id: UnitId) -> Option<Entry> {
    let entity = world.entity(id)?;
    let mut query = world.units.query_one::<(&Front, &Body)>(entity);
    let (front, body) = query.get().ok()?;
    let (position, velocity, body) = (front.position, front.velocity, *body);
    Some(Entry { group: 0, id, entity, position, velocity, body, to_go: None })
}

/// Where a formation goes and how it stands there.
struct Plan {
    way: Way,
    ends: Vec<Vec2>,
    facing: Vec2,
    goal: Vec2,
    clearance: f32,
}

/// What a formation is planned among.
struct Surroundings<'a> {
    /// The biggest member.
    body: Collider,
    /// What it has to go round.
    obstacles: &'a [(Vec2, Collider)],
    /// Who is not under way.
    standing: &'a [Standing],
}

fn plan(
    world: &mut World,
    group: &Group,
    entries: &[Entry],
    open: &Layout,
    Surroundings { body, obstacles, standing }: Surroundings,
) -> Option<Plan> {
    let middle = box_center(entries.iter().map(|entry| entry.position));
    let start = find_start(world, middle, body, entries)?;
    let path = find_way(world, start, group.place, body, obstacles)?;
    let last = path.waypoints.last().copied()?;
    let before = path.waypoints.iter().rev().nth(1).copied().unwrap_or(start);
    let drawn = group.manner.facing.map(|degrees| {
        let angle = degrees.to_radians();
        Vec2::new(libm::cosf(angle), libm::sinf(angle))
    });
    let facing = drawn.unwrap_or((last - before).normalize_or(Vec2::X));
    let others = standing_others(standing, entries, &[start, last]);
    let reach = TILE + open.radius();
    let (goal, ends) = {
        let ground = Ground { grid: &world.grid, obstacles, body };
        find_ends(ground, &others, last, facing, open, reach)?
    };
    let narrow = match goal == last {
        true => Path { short_by: 0.0, ..path },
        false => find_way(world, start, goal, body, obstacles)?,
    };
    let (mut way, mut clearance) = find_wide_way(world, (start, goal), narrow, open, body, obstacles);
    let ground = Ground { grid: &world.grid, obstacles, body };
    let forward = way.chord(0.0, open.half.max_element().max(open.spacing));
    let build = find_center(ground, &others, start, forward, &open.slots, FARTHEST)
        .filter(|&center| ground.grid.line_is_free(start, center, body));
    if let Some(center) = build
        && center != start
    {
        let narrow = find_way(world, center, goal, body, obstacles)?;
        (way, clearance) = find_wide_way(world, (center, goal), narrow, open, body, obstacles);
    }
    // A drawn front is taken when the march is over; else the formation ends as it comes.
    let facing = drawn.unwrap_or_else(|| March::new(way.clone(), open.clone()).end_bearing());
    let ground = Ground { grid: &world.grid, obstacles, body };
    let as_it_comes: Vec<Vec2> = open.slots.iter().map(|&slot| slot_place(goal, facing, slot)).collect();
    let ends =
        if as_it_comes.iter().all(|&end| ground.is_free(end)) && ends.1 { as_it_comes } else { ends.0 };
    Some(Plan { way, ends, facing, goal, clearance })
}

/// Where the way begins: the middle of the members, or the nearest place that is free and in reach of them.
fn find_start(world: &World, middle: Vec2, body: Collider, entries: &[Entry]) -> Option<Vec2> {
    if world.grid.is_free(middle, body) {
        return Some(middle);
    }
    let near = find_nearest_available(&world.grid, middle, body, &[])?;
    let nearest = entries
        .iter()
        .map(|entry| entry.position)
        .min_by(|a, b| a.distance_squared(middle).total_cmp(&b.distance_squared(middle)))?;
    Some(if world.grid.line_is_free(nearest, near, body) { near } else { nearest })
}

/// Who is not under way, by id. Within the group stage that stays the same: all groups share one list.
pub(super) fn who_stands(world: &mut World) -> Arc<[Standing]> {
    let list = world.scratch.standing.take().unwrap_or_else(|| list_standing(world).into());
    world.scratch.standing.insert(list).clone()
}

fn list_standing(world: &World) -> Vec<Standing> {
    let mut list = Vec::new();
    for (&unit, state, post, body) in world.units.query::<(&Unit, &State, &Post, &Body)>().iter() {
        if !state.is_under_way() {
            let holds = *state == State::Holding;
            list.push(Standing { unit, post: post.0, body: body.collider(), holds });
        }
    }
    list.sort_unstable_by_key(|standing| standing.unit.id);
    list
}

/// What a formation of these units (by id) has to go round: obstacles that stand, units on hold, and enemies that stand.
pub(super) fn in_the_way(world: &World, units: &[Standing], members: &[UnitId]) -> Vec<(Vec2, Collider)> {
    let team = |id: &UnitId| Some(world.units.get::<&Unit>(world.entity(*id)?).ok()?.team);
    let ours = members.iter().find_map(team);
    let is_enemy = |unit: Unit| ours.is_some_and(|ours| world.enemies.are(ours, unit.team));
    let stays = |other: &&Standing| {
        (other.holds || is_enemy(other.unit)) && members.binary_search(&other.unit.id).is_err()
    };
    let mut all = standing(&world.obstacles);
    all.extend(units.iter().filter(stays).map(|other| (other.post, other.body)));
    all
}

/// Units that stand near some places and do not belong to the formation.
fn standing_others(units: &[Standing], entries: &[Entry], near: &[Vec2]) -> Vec<(Vec2, Collider)> {
    let is_other = |other: &&Standing| {
        near.iter().any(|place| place.distance(other.post) < 2.0 * FARTHEST)
            && entries.binary_search_by_key(&other.unit.id, |entry| entry.id).is_err()
    };
    units.iter().filter(is_other).map(|other| (other.post, other.body)).collect()
}

/// The middle of the formation in the end and each slot's place there (and whether they are those of the open shape):
/// as near to `wanted` as there is room, in fewer files where there is none for the open shape.
fn find_ends(
    ground: Ground,
    others: &[(Vec2, Collider)],
    wanted: Vec2,
    facing: Vec2,
    open: &Layout,
    reach: f32,
) -> Option<(Vec2, (Vec<Vec2>, bool))> {
    let place = |center: Vec2, slots: &[Vec2]| -> Vec<Vec2> {
        slots.iter().map(|&slot| slot_place(center, facing, slot)).collect()
    };
    if let Some(center) = find_center(ground, others, wanted, facing, &open.slots, reach) {
        return Some((center, (place(center, &open.slots), true)));
    }
    let widest = shapes::files_within(2.0 * open.half.y, open.spacing);
    // Each try has a fifth fewer files than the one before.
    let fewer = |files: &usize| Some(files * 4 / 5).filter(|&files| files > 0);
    std::iter::successors(fewer(&widest), fewer).find_map(|files| {
        let (layout, slots) = folded(open, files);
        let center = find_center(ground, others, wanted, facing, &layout.slots, reach)?;
        let offsets: Vec<Vec2> = slots.iter().map(|&slot| layout.slots[slot]).collect();
        Some((center, (place(center, &offsets), false)))
    })
}

/// The widest way that is not much longer than the shortest: for the whole formation, for its width, for half of it, for
/// two files, or the shortest (`narrow`) itself; and the clearance for which it was planned.
pub(super) fn find_wide_way(
    world: &mut World,
    (start, goal): (Vec2, Vec2),
    narrow: Path,
    open: &Layout,
    body: Collider,
    obstacles: &[(Vec2, Collider)],
) -> (Way, f32) {
    let reach = body.reach();
    let half = open.half;
    let wishes = [half.length() + reach, half.y + reach, half.y / 2.0 + reach, open.spacing / 2.0 + reach];
    let mut chosen = (narrow.clone(), reach);
    for clearance in wishes {
        let clearance = clearance.min(WIDEST);
        if clearance <= reach + 1.0 {
            break;
        }
        let wide = Collider { radius: clearance, ..body };
        let Some(path) = find_way(world, start, goal, wide, obstacles) else { continue };
        let is_tolerable = path.length <= (narrow.length * DETOUR).max(narrow.length + SHORT_DETOUR);
        if path.short_by <= narrow.short_by + 0.5 && is_tolerable && is_walkable(world, start, &path, body) {
            chosen = (path, clearance);
            break;
        }
    }
    let (mut path, clearance) = chosen;
    let ground = Ground { grid: &world.grid, obstacles, body };
    if obstacles.is_empty() {
        straighten(&world.grid, start, &mut path, Collider { radius: clearance, ..body });
    }
    // The widest turn that there is room for.
    let radii = [half.max_element().min(2.0 * WIDEST), half.y, clearance];
    let mut way = radii
        .into_iter()
        .map(|radius| Way::new(start, &path.waypoints, radius.max(clearance)))
        .find(|way| way.points.iter().all(|&place| ground.is_free(place)))
        .unwrap_or_else(|| Way::new(start, &path.waypoints, 0.0));
    way.settle(ground, half.y);
    world.planning += SAMPLE_COSTS * way.points.len();
    (way, clearance)
}

/// Pulls a way straight between its waypoints: the pathfinder keeps to places near its lattice, which shows in a
/// formation, where everybody turns at once.
fn straighten(grid: &Grid, start: Vec2, path: &mut Path, body: Collider) {
    let mut points = Vec::new();
    let mut from = start;
    for &to in &path.waypoints {
        let pieces = (from.distance(to) / TILE).ceil().max(1.0);
        points.extend((1..=pieces as usize).map(|piece| from.lerp(to, piece as f32 / pieces)));
        from = to;
    }
    let is_free = |a, b| grid.line_is_free(a, b, body);
    pull(start, &points, is_free, &mut path.waypoints, &mut Vec::new());
}

fn is_walkable(world: &World, start: Vec2, path: &Path, body: Collider) -> bool {
    let mut legs = std::iter::once(&start).chain(&path.waypoints).zip(&path.waypoints);
    legs.all(|(&a, &b)| world.grid.line_is_free(a, b, body))
}

/// A slot for each entry: the commander's in the middle, the least total way for the others.
fn assign_slots(group: &Group, entries: &[Entry], march: &March) -> Vec<usize> {
    let places = (0..march.open.slots.len()).map(|slot| march.place(slot));
    let pairs: Vec<(Vec2, Vec2)> = entries.iter().map(|entry| entry.position).zip(places).collect();
    match entries.iter().position(|entry| Some(entry.id) == group.commander) {
        Some(commander) => assign_with(&pairs, commander, march.open.center),
        None => assign(&pairs, Aim::LeastTotal),
    }
}
