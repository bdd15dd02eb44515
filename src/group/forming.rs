//! How a formation is planned: where it is built, which way it takes, where it ends, who takes which slot.
//!
//! [`form`] is the whole of it in order; [`ends`] finds room for the slots where the march ends, [`wide_way`]
//! a way that is worth a detour because the formation fits through it.
//!
//! # Source
//! [Article 003], "Formations".
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

pub mod ends;
pub mod wide_way;

use super::instructions::{Instruction, Instructions};
use super::planner::Planner;
use super::standing::{Bystanders, standing_others};
use super::traveller::{Traveller, biggest};
use super::{Formed, Group, Phase, Soldier};
use crate::formation::assignment::{Aim, assign, assign_with};
use crate::formation::build::{FARTHEST_OFF, box_center, find_center, slot_place};
use crate::formation::fold::{Fold, fits};
use crate::formation::march::March;
use crate::formation::shapes;
use crate::formation::shapes::Layout;
use crate::formation::way::{Ground, Way};
use crate::geometry::Collider;
use crate::grid::available::find_nearest_available;
use crate::order::FormationShape;
use crate::path::Path;
use crate::time::TICK_RATE;
use ends::{Ends, find_ends};
use glam::Vec2;
use wide_way::{WideWay, find_wide_way};

/// Ticks that building may take beyond what the longest walk needs: it marches meanwhile.
const BUILD_SLACK: f32 = 6.0 * TICK_RATE as f32;
/// A way round everybody who stands may be so many times as long as the one through them.
const ROUND: f32 = 1.04;
/// Walks are counted this much longer than a straight line, for members that step round others.
const ROUNDABOUT: f32 = 1.4;

/// Plans and begins a formation. `false` where there is no room or no way for one: then the group goes
/// loose.
pub fn form(
    planner: &mut Planner,
    group: &mut Group,
    travellers: &[Traveller],
    among: Bystanders,
    out: &mut Instructions,
) -> bool {
    let open = open_layout(travellers, group.shape, group.manner.frontage, group.place);
    let Some((plan, obstacles)) = plan_round(planner, group, travellers, &open, among) else { return false };
    let ground = Ground { grid: planner.grid, obstacles, body: biggest(travellers) };
    let mut march = March::new(plan.way, open);
    if (0..travellers.len()).any(|slot| !ground.is_free(march.column_place(slot, 0.0))) {
        // The folded ranks would begin beyond the map or in a wall: it falls in as the front goes on.
        march.unfold();
    }
    if let Some(commander) = group.leader(travellers) {
        march.open.center = middle_slot(&march, commander.position);
    }
    let slots = assign_slots(group, travellers, &march);
    let walk = |(traveller, &slot): (&Traveller, &usize)| {
        traveller.position.distance(march.place(slot)) * ROUNDABOUT / traveller.body.speed.max(1.0)
            * TICK_RATE as f32
    };
    let longest = travellers.iter().zip(&slots).map(walk).fold(0.0, f32::max);
    let mut stood = vec![Vec2::ZERO; slots.len()];
    slots.iter().zip(travellers).for_each(|(&slot, traveller)| stood[slot] = traveller.position);
    march.form_up(&stood);
    let soldier = |(one, &slot): (&Traveller, &usize)| Soldier::new(one.id, slot, march.place(slot));
    let soldiers = travellers.iter().zip(&slots).map(soldier).collect();
    for (traveller, &slot) in travellers.iter().zip(&slots) {
        out.tell(traveller.id, Instruction::StraightTo(plan.ends[slot]));
    }
    group.phase = Phase::Formation(Box::new(Formed {
        march,
        building: true,
        ticks: 0,
        patience: (longest + BUILD_SLACK) as u32,
        soldiers,
        ends: plan.ends,
        facing: plan.facing,
        drawn: group.manner.facing.is_some(),
        revision: planner.grid.revision(),
        goal: plan.goal,
        lag: 0.0,
        clearance: plan.clearance,
        obstacles: obstacles.to_vec(),
        body: ground.body,
    }));
    true
}

/// The slots of a formation of some units that are sent to a place (px); `frontage` is the width that a
/// player drew, px.
pub fn open_layout(units: &[Traveller], shape: FormationShape, frontage: Option<f32>, to: Vec2) -> Layout {
    let bodies = units.iter().map(|unit| (unit.body.collider(), unit.body.soft_radius));
    if shape == FormationShape::AsIs {
        let places: Vec<Vec2> = units.iter().map(|unit| unit.position).collect();
        let middle = box_center(places.iter().copied());
        let forward = (to - middle).normalize_or(Vec2::X);
        return shapes::as_they_stand(&places, middle, forward, shapes::spacing(bodies));
    }
    shapes::layout(shape, units.len(), shapes::spacing(bodies), frontage)
}

/// The plan of a formation, and what it goes round: everybody who stands where that keeps it whole and is no
/// long detour, else only those who will not step aside for it.
fn plan_round<'a>(
    planner: &mut Planner,
    group: &Group,
    travellers: &[Traveller],
    open: &Layout,
    among: Bystanders<'a>,
) -> Option<(FormationPlan, &'a [(Vec2, Collider)])> {
    let through = plan(planner, group, travellers, open, among)?;
    let ground = Ground { grid: planner.grid, obstacles: among.everybody, body: biggest(travellers) };
    let is_whole = |way: &Way| fits(way, 0.0, way.length(), open.half.y, open.spacing) == Fold::Open;
    let mut measured = through.way.clone();
    measured.measure(ground, open.half.y);
    if !is_whole(&through.way) || is_whole(&measured) {
        return Some((through, among.obstacles));
    }
    let round = plan(planner, group, travellers, open, Bystanders { obstacles: among.everybody, ..among });
    let is_short = |way: &Way| way.length() <= through.way.length() * ROUND;
    match round.filter(|round| is_whole(&round.way) && is_short(&round.way)) {
        Some(round) => Some((round, among.everybody)),
        None => Some((through, among.obstacles)),
    }
}

/// Where a formation goes and how it stands there.
struct FormationPlan {
    way: Way,
    /// Each slot's place, px.
    ends: Vec<Vec2>,
    /// A unit vector.
    facing: Vec2,
    /// The end of the way, px.
    goal: Vec2,
    /// Radius of the body for which the way was planned, px.
    clearance: f32,
}

fn plan(
    planner: &mut Planner,
    group: &Group,
    travellers: &[Traveller],
    open: &Layout,
    Bystanders { obstacles, standing, .. }: Bystanders,
) -> Option<FormationPlan> {
    let body = biggest(travellers);
    let ground = Ground { grid: planner.grid, obstacles, body };
    let start = find_start(ground, travellers)?;
    // The shortest way tells from where it comes, and so how it would stand in the end.
    let path = planner.find_way(start, group.place, body, obstacles)?;
    let last = path.waypoints.last().copied()?;
    let before = path.waypoints.iter().rev().nth(1).copied().unwrap_or(start);
    let drawn = group.manner.facing.map(|degrees| {
        let angle = degrees.to_radians();
        Vec2::new(libm::cosf(angle), libm::sinf(angle))
    });
    let facing = drawn.unwrap_or((last - before).normalize_or(Vec2::X));
    let others = standing_others(standing, travellers, &[start, last]);
    let Ends { center: goal, places, is_open } = find_ends(ground, &others, last, facing, open)?;
    // The way to where there is room for it, and the place to build it at the start of that way.
    let narrow = match goal == last {
        true => Path { short_by: 0.0, ..path },
        false => planner.find_way(start, goal, body, obstacles)?,
    };
    let mut wide = find_wide_way(planner, ground, (start, goal), narrow, open);
    let forward = wide.way.chord(0.0, open.half.max_element().max(open.spacing));
    let build = find_center(ground, &others, start, forward, &open.slots, FARTHEST_OFF)
        .filter(|&center| ground.grid.line_is_free(start, center, body));
    if let Some(center) = build
        && center != start
    {
        let narrow = planner.find_way(center, goal, body, obstacles)?;
        wide = find_wide_way(planner, ground, (center, goal), narrow, open);
    }
    let WideWay { way, clearance } = wide;
    // A drawn front is taken when the march is over; else the formation ends as it comes.
    let facing = drawn.unwrap_or_else(|| March::new(way.clone(), open.clone()).end_bearing());
    let as_it_comes: Vec<Vec2> = open.slots.iter().map(|&slot| slot_place(goal, facing, slot)).collect();
    let has_room = is_open && as_it_comes.iter().all(|&end| ground.is_free(end));
    Some(FormationPlan { way, ends: if has_room { as_it_comes } else { places }, facing, goal, clearance })
}

/// Where the way begins: the middle of the members, or the nearest place that is free and in reach of them,
/// px.
fn find_start(Ground { grid, body, .. }: Ground, travellers: &[Traveller]) -> Option<Vec2> {
    let middle = box_center(travellers.iter().map(|traveller| traveller.position));
    if grid.is_free(middle, body) {
        return Some(middle);
    }
    let near = find_nearest_available(grid, middle, body, &[])?;
    let nearest = travellers
        .iter()
        .map(|traveller| traveller.position)
        .min_by(|a, b| a.distance_squared(middle).total_cmp(&b.distance_squared(middle)))?;
    Some(if grid.line_is_free(nearest, near, body) { near } else { nearest })
}

/// Of the slots in the middle, of which a box of an even number has four, the one nearest to the commander,
/// px: one that stands in formation already has nobody to change places with.
fn middle_slot(march: &March, commander: Vec2) -> usize {
    let away = |slot: usize| march.open.slots[slot].length();
    let walk = |slot: usize| march.place(slot).distance(commander);
    let middle = (0..march.open.slots.len()).filter(|&slot| away(slot) < away(march.open.center) + 0.01);
    middle.min_by(|&a, &b| walk(a).total_cmp(&walk(b))).unwrap_or(march.open.center)
}

/// A slot for each traveller: its own where they stand as they are; else the commander's in the middle and
/// the least total of squared ways for the others.
fn assign_slots(group: &Group, travellers: &[Traveller], march: &March) -> Vec<usize> {
    if group.shape == FormationShape::AsIs {
        return (0..travellers.len()).collect();
    }
    let places = (0..march.open.slots.len()).map(|slot| march.place(slot));
    let pairs: Vec<(Vec2, Vec2)> =
        travellers.iter().map(|traveller| traveller.position).zip(places).collect();
    match travellers.iter().position(|traveller| Some(traveller.id) == group.commander) {
        Some(commander) => assign_with(&pairs, commander, march.open.center, Aim::LeastSquares),
        None => assign(&pairs, Aim::LeastSquares),
    }
}
