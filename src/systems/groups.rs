//! Groups lead their members. The plans are made in [`crate::group`]; here is which units take part, and
//! when.

use super::members::*;
use crate::group::instructions::{Instruction, Instructions};
use crate::group::latecomers;
use crate::group::planner::Planner;
use crate::group::standing::{Bystanders, in_the_way};
use crate::group::traveller::{Traveller, find};
use crate::group::{Group, Phase, arriving, forming, loose, marching};
use crate::ids::UnitId;
use crate::order::FormationShape;
use crate::time::TICK_RATE;
use crate::unit::*;
use crate::world::{Event, World};
use glam::Vec2;

/// Ticks that members who are ready for a queued formation wait for the others.
const WAITS: u32 = 3 * TICK_RATE;
/// Ticks between looks whether anybody still has the order of a group in the queue.
const ORDER_LOOK_EVERY: u64 = TICK_RATE as u64;
/// Ticks for which a formation that has arrived still turns members to the front whom others push.
const DRESSES: u32 = 2 * TICK_RATE;
/// Work on groups that set out in one tick, in the pathfinder's measure (about 0.1 µs each); the others set
/// out in the ticks after it. More answers thousands of orders sooner, less keeps ticks even.
const GROUP_BUDGET: usize = 250_000;
/// The same per unit of the game: where a tick takes long, orders may take a share of it.
const BUDGET_PER_UNIT: usize = 5;
/// A look at so many units that stand counts as one of that measure.
const STANDING_PER_WORK: usize = 20;

/// Leads all groups by one tick.
pub fn lead(world: &mut World) {
    let mut roll = std::mem::take(&mut world.scratch.roll);
    let mut groups = std::mem::take(&mut world.groups);
    call_roll(world, &mut roll);
    world.scratch.standing = None;
    let mut blocks = std::mem::take(&mut world.scratch.blocks);
    blocks.fill(groups.iter().filter_map(|group| marching::block(group, members_of(&roll, group))));
    world.scratch.blocks = blocks;
    groups.retain_mut(|group| {
        let members = members_of(&roll, group);
        lead_one(world, group, members)
    });
    (world.scratch.roll, world.groups) = (roll, groups);
    world.scratch.standing = None;
    world.planning = 0;
}

/// The members of a group among all travellers, which are sorted by group.
fn members_of<'a>(roll: &'a [Traveller], group: &Group) -> &'a [Traveller] {
    let first = roll.partition_point(|traveller| traveller.group < group.id);
    let last = roll.partition_point(|traveller| traveller.group <= group.id);
    &roll[first..last]
}

/// Leads a group by one tick: first those who came late, then all others. Whether the group goes on.
fn lead_one(world: &mut World, group: &mut Group, travellers: &[Traveller]) -> bool {
    let alone = plan(world, |_, out| latecomers::admit(group, travellers, out));
    if alone.is_empty() {
        return lead_members(world, group, travellers);
    }
    let with_it = |id: UnitId| find(&alone, id).is_none();
    let others = group.members.iter().filter(|&&id| with_it(id));
    let taken: Vec<_> = others.filter_map(|&id| place_of(world, group, id)).collect();
    plan(world, |planner, out| latecomers::walk_alone(planner, group.place, &alone, &taken, out));
    let others: Vec<Traveller> = travellers.iter().filter(|other| with_it(other.id)).copied().collect();
    lead_members(world, group, &others)
}

fn lead_members(world: &mut World, group: &mut Group, travellers: &[Traveller]) -> bool {
    group.appoint(travellers);
    match &mut group.phase {
        Phase::Waiting { .. } => return wait(world, group, travellers),
        Phase::Loose { .. } => plan(world, |planner, out| loose::step(planner, group, travellers, out)),
        Phase::Formation(_) if travellers.is_empty() => {}
        Phase::Formation(_) => march(world, group, travellers),
        Phase::Arriving { facing, ticks } => {
            *ticks = if travellers.is_empty() { *ticks + 1 } else { 0 };
            let (facing, is_over) = (*facing, *ticks > DRESSES);
            turn_to_front(world, group, facing);
            return !is_over || is_awaited(world, group);
        }
    }
    !travellers.is_empty() || is_awaited(world, group)
}

/// Makes a plan, and does what it asks of the members.
fn plan<T>(world: &mut World, make: impl FnOnce(&mut Planner, &mut Instructions) -> T) -> T {
    let mut instructions = std::mem::take(&mut world.scratch.instructions);
    let mut planner = Planner {
        grid: &world.grid,
        obstacles: &world.obstacles,
        crowd: &world.crowd,
        blocks: &world.scratch.blocks,
        finder: world.paths.finder(),
        tick: world.tick,
        budget: GROUP_BUDGET.max(BUDGET_PER_UNIT * world.units.len() as usize),
        work: world.planning,
        searches: 0,
        replans: 0,
    };
    let made = make(&mut planner, &mut instructions);
    let Planner { work, searches, replans, .. } = planner;
    world.planning = work;
    world.counters.searches += searches;
    world.counters.replans += replans;
    follow(world, &mut instructions);
    world.scratch.instructions = instructions;
    made
}

/// A group waits until it can set out, for those who are still busy and for its share of a tick. Whether it
/// goes on.
fn wait(world: &mut World, group: &mut Group, travellers: &[Traveller]) -> bool {
    let Phase::Waiting { ticks } = &mut group.phase else { return true };
    if travellers.is_empty() {
        return !world.tick.is_multiple_of(ORDER_LOOK_EVERY) || is_coming(world, group, &group.members);
    }
    *ticks += 1;
    let is_loose = group.shape == FormationShape::None;
    let is_early = !is_loose && *ticks <= WAITS;
    let coming = || group.members.iter().filter(|&&id| has_order(world, group, id)).count();
    let waits = is_early && travellers.len() < coming();
    let has_set_out = plan(world, |planner, out| {
        if waits || planner.is_spent() {
            let wait = Instruction::Guide(f32::INFINITY, Lead::Wait);
            travellers.iter().for_each(|traveller| out.tell(traveller.id, wait.clone()));
        }
        !waits && !planner.is_spent()
    });
    if has_set_out {
        set_out(world, group, travellers);
    }
    true
}

/// Everybody gets a place; those who are ready set out, in formation or loose.
fn set_out(world: &mut World, group: &mut Group, travellers: &[Traveller]) {
    deal_places(world, group);
    let sets_out = |&id: &UnitId| find(travellers, id).is_some();
    let (present, absent) = std::mem::take(&mut group.members).into_iter().partition(sets_out);
    group.members = present;
    if group.shape != FormationShape::None {
        // A member that comes late to a loose group has a place already.
        group.late = absent;
        if form(world, group, travellers) {
            return;
        }
        world.events.extend(group.commander.map(Event::WentLoose));
    }
    let placed = |traveller: &Traveller| Traveller {
        slot: slot_of(world, traveller.id).unwrap_or(group.place),
        ..*traveller
    };
    let travellers: Vec<Traveller> = travellers.iter().map(placed).collect();
    plan(world, |planner, out| loose::set_out(planner, group, &travellers, out));
}

/// Deals out the places of a group that sets out, to those who are still busy too.
fn deal_places(world: &mut World, group: &Group) {
    let (units, members) = living(world, group);
    let dealt = plan(world, |planner, _| loose::deal(planner, group.shape, group.place, &members));
    let gave_up = dealt.is_unreachable.then_some(GaveUp::Unreachable);
    for (&unit, &place) in units.iter().zip(&dealt.places) {
        let Ok((tasks, journey)) = world.units.query_one_mut::<(&mut Tasks, &mut Journey)>(unit) else {
            continue;
        };
        for task in tasks.current.iter_mut().chain(tasks.queue.iter_mut()) {
            if let Task::Move { slot, group: of, .. } = task
                && *of == group.id
            {
                *slot = place;
            }
        }
        if journey.group == group.id {
            (journey.goal, journey.claim) = (Some(place), Some(place));
            journey.gave_up = gave_up;
        }
    }
    if dealt.is_unreachable
        && let Some(&first) = group.members.iter().find(|&&id| has_order(world, group, id))
    {
        let center = dealt.places.iter().sum::<Vec2>() / dealt.places.len() as f32;
        world.events.push(Event::Unreachable(first, center));
    }
}

/// Plans a formation among those who stand. `false` where there is none.
fn form(world: &mut World, group: &mut Group, travellers: &[Traveller]) -> bool {
    let standing = standing_about(world, &group.members, group.manner.attacks);
    world.planning += standing.len() / STANDING_PER_WORK;
    let obstacles = in_the_way_of(world, &group.members, &standing);
    let everybody = in_the_way(
        &world.obstacles,
        &standing,
        |unit| group.members.binary_search(&unit.id).is_ok(),
        |_| true,
    );
    let among = Bystanders { obstacles: &obstacles, everybody: &everybody, standing: &standing };
    plan(world, |planner, out| forming::form(planner, group, travellers, among, out))
}

/// A formation goes on, on another way where the map has changed; as a loose group where there is none.
fn march(world: &mut World, group: &mut Group, travellers: &[Traveller]) {
    if let Phase::Formation(formed) = &mut group.phase
        && formed.revision != world.grid.revision()
    {
        let standing = standing_about(world, &group.members, group.manner.attacks);
        let obstacles = in_the_way_of(world, &group.members, &standing);
        if !plan(world, |planner, _| marching::replan(planner, formed, obstacles)) {
            world.events.extend(group.commander.map(Event::WentLoose));
            return plan(world, |planner, out| loose::set_out(planner, group, travellers, out));
        }
    }
    plan(world, |planner, out| marching::step(planner, group, travellers, out));
}

/// Whether somebody will still come who was busy when the group set out in formation.
fn is_awaited(world: &World, group: &Group) -> bool {
    let looks = world.tick.is_multiple_of(ORDER_LOOK_EVERY);
    !group.late.is_empty() && (!looks || is_coming(world, group, &group.late))
}

/// Whether one of some units has the group's order, now or in the queue.
fn is_coming(world: &World, group: &Group, units: &[UnitId]) -> bool {
    units.iter().any(|&id| has_order(world, group, id))
}

/// Turns those who have arrived and stand to the front.
fn turn_to_front(world: &mut World, group: &Group, facing: Vec2) {
    for &id in &group.members {
        let Some(entity) = world.entity(id) else { continue };
        type Columns<'a> = (&'a State, &'a Tasks, &'a Journey, &'a Front, &'a mut Promises);
        let Ok((state, tasks, journey, front, promises)) = world.units.query_one_mut::<Columns>(entity)
        else {
            continue;
        };
        let is_done =
            *state == State::DestinationReached && tasks.current.is_none() && journey.group == group.id;
        if is_done && front.velocity == Vec2::ZERO {
            promises.face(arriving::turned(promises.front().direction, facing));
        }
    }
}

impl World {
    /// Where the slots would lie in the end if these units were sent to `place` (px) as a formation that
    /// faces `facing`, a unit vector. Empty where there is no room.
    pub fn foresee(
        &self,
        units: &[UnitId],
        place: Vec2,
        shape: FormationShape,
        facing: Vec2,
        frontage: Option<f32>,
    ) -> Vec<Vec2> {
        let mut members: Vec<Traveller> = units.iter().filter_map(|&unit| stand_in(self, unit)).collect();
        members.sort_unstable_by_key(|member| member.id);
        let units: Vec<UnitId> = members.iter().map(|member| member.id).collect();
        let open = forming::open_layout(&members, shape, frontage, place);
        let standing = list_standing(self);
        let obstacles = in_the_way_of(self, &units, &standing);
        let among = Bystanders { obstacles: &obstacles, everybody: &obstacles, standing: &standing };
        forming::ends::foresee(&self.grid, among, &members, &open, place, facing)
    }
}
