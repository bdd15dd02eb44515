//! Why a unit does what it does: sentences and shapes, made only for units that somebody looks at.
//!
//! Nothing is recorded for this while the simulation runs: all that is said here is read from the components
//! as they are, so that what the inspector says is what the unit knows.
//!
//! # Source
//! [Article 003]'s flowcharts name the branches; that an agent which stands still can say why is a habit of
//! landmass, <https://github.com/andriyDev/landmass>, 2024.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

pub mod doing;
mod fighting;
pub mod patience;
mod told;

pub use told::{Explanation, Fact, Role};

use crate::geometry::contact::TOUCHING;
use crate::geometry::gap;
use crate::grid::TILE;
use crate::ids::{Target, UnitId};
use crate::movement::predictive::Parameters;
use crate::movement::predictive::patience::Rung;
use crate::obstacles::called;
use crate::sim::Sim;
use crate::time::{DT, TICK_RATE};
use crate::unit::memory::NOBODY;
use crate::unit::*;
use glam::Vec2;

/// How far ahead a collision is looked for, s.
const COLLISION_HORIZON: f32 = 3.0;
/// How many units a chain of "who stands in the way of whom" names at most.
const MAX_CHAIN: usize = 8;

/// A unit, as far as explanations need it.
struct Subject {
    id: UnitId,
    place: Vec2,
    front: Front,
    body: Body,
    state: State,
    task: Option<Task>,
    queued: usize,
    route: Route,
    post: Vec2,
    timer: f32,
    journey: Journey,
    model: ModelName,
    tuning: u32,
    memory: Memory,
}

/// Explains a unit; `None` when it does not live.
pub fn explain(sim: &Sim, id: UnitId) -> Option<Explanation> {
    let subject = look_at(sim, id)?;
    let mut told = Explanation::default();
    wants(sim, &subject, &mut told);
    way(&subject, &mut told);
    for (about, text) in
        [("is led", fighting::leader(sim, id)), ("fights", fighting::fight(sim, id, subject.place))]
    {
        text.into_iter().for_each(|text| told.say(about, text));
    }
    collides(sim, &subject, &mut told);
    if subject.model == ModelName::Predictive {
        decides(sim, &subject, &mut told);
        stands_in_its_way(sim, &subject, &mut told);
    } else {
        told.say("decides", format!("The model {} moves it.", subject.model.name()));
    }
    timers(&subject, sim.predictive.of(subject.tuning), &mut told);
    Some(told)
}

fn look_at(sim: &Sim, id: UnitId) -> Option<Subject> {
    let unit = sim.units.entity(sim.entity(id)?).ok()?;
    let tasks = unit.get::<&Tasks>()?;
    Some(Subject {
        id,
        place: unit.get::<&Position>()?.0,
        front: *unit.get::<&Front>()?,
        body: *unit.get::<&Body>()?,
        state: *unit.get::<&State>()?,
        task: tasks.current.clone(),
        queued: tasks.queue.len(),
        route: (*unit.get::<&Route>()?).clone(),
        post: unit.get::<&Post>()?.0,
        timer: unit.get::<&StopTimer>()?.0,
        journey: *unit.get::<&Journey>()?,
        model: *unit.get::<&ModelName>()?,
        tuning: unit.get::<&Unit>()?.tuning,

        memory: Memory::clone(&*unit.get::<&Memory>()?),
    })
}

fn tile(place: Vec2) -> String {
    format!("[{:.1}, {:.1}]", place.x / TILE, place.y / TILE)
}

fn name(sim: &Sim, id: UnitId) -> &str {
    sim.names.get(id).unwrap_or("somebody")
}

/// What it is about to do, and what comes after that.
fn wants(sim: &Sim, unit: &Subject, told: &mut Explanation) {
    let then = match unit.queued {
        0 => String::new(),
        1 => ", then one more order".to_owned(),
        more => format!(", then {more} more orders"),
    };
    told.say("wants", format!("{}{then}.", wanted(sim, unit)));
    match unit.journey.gave_up {
        Some(GaveUp::Unreachable) => {
            told.say("fell short", "No way leads there: it goes to the nearest place.")
        }
        Some(GaveUp::Exhausted) => {
            told.say("fell short", "It gave up: what stands or moves in its way let it get no nearer.")
        }
        None => {}
    }
}

fn wanted(sim: &Sim, unit: &Subject) -> String {
    match (&unit.task, unit.state) {
        (_, State::WaitingForPath) => "It stands until the pathfinder answers".to_owned(),
        _ if unit.memory.turns_out => {
            "It makes room at the end of a passage, and goes on when the other is past".to_owned()
        }
        (Some(Task::Move { slot, attacks: true, .. }), _) => {
            format!("It walks to {}, and goes for enemies that it sees", tile(*slot))
        }
        (Some(Task::Move { slot, group: 0, .. }), _) => format!("It walks to {}", tile(*slot)),
        (Some(Task::Move { slot, group, .. }), _) => {
            format!("It walks to {}, its own place in group {group}", tile(*slot))
        }
        (Some(Task::Patrol { route, leg }), _) => {
            format!("It patrols: place {} of {}, {}", leg + 1, route.len(), tile(route[*leg as usize]))
        }
        (Some(Task::Follow { target, .. }), state) => {
            let whom = match target {
                Target::Unit(id) => name(sim, *id),
                Target::Obstacle(index) => called(&sim.obstacles, *index),
            };
            let near = if state == State::Following { " and is near enough" } else { "" };
            format!("It follows {whom}{near}")
        }
        (Some(Task::Attack { target, by_order, .. }), state) => {
            fighting::attack(sim, *target, *by_order, state)
        }
        (Some(Task::Hold), _) => "It stands on hold: nobody pushes it".to_owned(),
        (None, _) if unit.memory.home.ends_at_rest() => {
            "It could not get back to its post and stands where it is".to_owned()
        }
        (None, _) if unit.front.position != unit.post => {
            format!("It goes back to its post {}", tile(unit.post))
        }
        (None, State::Fighting) => "It stands and fights".to_owned(),
        (None, State::DestinationReached) => "It has done its orders and stands at its post".to_owned(),
        (None, _) => "It has no orders and stands at its post".to_owned(),
    }
}

/// The way that is left, or where it goes back to.
fn way(unit: &Subject, told: &mut Explanation) {
    if let Some(waypoint) = unit.route.current() {
        let left = waypoint.left_from(unit.front.position);
        let (next, all) = (unit.route.next + 1, unit.route.waypoints.len());
        let on = match unit.route.curved {
            0 => format!("Waypoint {next} of {all}"),
            _ => "Along a curve".to_owned(),
        };
        told.say("way", format!("{on}, {:.1} tiles to go.", left / TILE));
    } else if unit.front.position != unit.post && unit.task.is_none() {
        told.arrows.push((Role::Home, unit.place, unit.post));
    }
}

/// The first of its neighbours that it would touch if both went on as they go.
fn collides(sim: &Sim, unit: &Subject, told: &mut Explanation) {
    let collider = unit.body.collider();
    let mut first: Option<(f32, UnitId)> = None;
    for (other, front, body) in sim.units.query::<(&Unit, &Front, &Body)>().iter() {
        if other.id == unit.id {
            continue;
        }
        let (offset, closing) = (unit.front.position - front.position, unit.front.velocity - front.velocity);
        let reach = collider.radius + body.radius;
        if closing.dot(offset) >= 0.0 {
            continue;
        }
        let time = if gap(collider, body.collider(), offset) < TOUCHING {
            0.0
        } else {
            match time_to_touch(offset, closing, reach) {
                Some(time) if time <= COLLISION_HORIZON => time,
                _ => continue,
            }
        };
        if first.is_none_or(|(least, id)| (time, other.id) < (least, id)) {
            first = Some((time, other.id));
        }
    }
    if let Some((time, other)) = first {
        let when =
            if time == 0.0 { "It touches".to_owned() } else { format!("In {time:.1} s it would touch") };
        told.say("collides", format!("{when} {}.", name(sim, other)));
        told.conflict = Some(unit.front.position + unit.front.velocity * time);
    }
}

/// When two circles first touch: offset (px) and relative velocity (px/s) of one from the other, sum of
/// radii.
fn time_to_touch(offset: Vec2, velocity: Vec2, reach: f32) -> Option<f32> {
    let speed_squared = velocity.length_squared();
    let approach = -offset.dot(velocity);
    let apart = offset.length_squared() - reach * reach;
    let discriminant = approach * approach - speed_squared * apart;
    (approach > 0.0 && apart > 0.0 && discriminant >= 0.0)
        .then(|| (approach - discriminant.sqrt()) / speed_squared)
}

/// Which branch of the flowcharts it took, and why.
fn decides(sim: &Sim, unit: &Subject, told: &mut Explanation) {
    let memory = &unit.memory;
    let other = look_at(sim, UnitId(memory.other));
    let whom = other.as_ref().map_or("what is in its way", |other| name(sim, other.id));
    let text = match memory.decision {
        Decision::Idle => "Nobody needs its place.".to_owned(),
        Decision::Free => "It goes straight on.".to_owned(),
        Decision::Avoid => format!("It goes round {whom}."),
        Decision::PushIdle => format!("It asked {whom}, who stands idle, to step aside."),
        Decision::Push => format!("It makes {whom} give way: {}.", right(sim, unit)),
        Decision::HardPush => format!("It pushes {whom}, who has to push others so that it can pass."),
        Decision::GiveWay => format!("It gives way to {whom}."),
        Decision::Return => "It gave way, and goes back.".to_owned(),
        Decision::Wait if unit.task.is_none() => {
            format!("It lets {whom} go home first, whose way leads past its post.")
        }
        Decision::Wait => format!("It waits: {whom} cannot make room."),
    };
    told.say("decides", text);
    let role = match memory.decision {
        Decision::PushIdle | Decision::Push => Role::Push,
        Decision::HardPush => Role::HardPush,
        Decision::Wait => Role::Wait,
        Decision::GiveWay => {
            if let Some(other) = &other {
                told.arrows.push((Role::Push, other.place, unit.place));
            }
            return;
        }
        _ => return,
    };
    if let Some(other) = &other {
        told.arrows.push((role, unit.place, other.place));
    }
}

/// Why another that moves gives way to a unit.
fn right(sim: &Sim, unit: &Subject) -> &'static str {
    let (memory, parameters) = (&unit.memory, sim.predictive.of(unit.tuning));
    let priority = |id| sim.crowd.index(id).map(|index| sim.crowd.priority(index));
    // The clock may have fallen by one since.
    match memory.waited.saturating_add(1) {
        waited if waited >= parameters.shove_after => "it waited long enough to shove",
        waited if waited >= parameters.push_after => "it waited long enough to push",
        _ if !memory.settles_in_crowd && priority(unit.id.0) > priority(memory.other) => {
            "its priority is higher"
        }
        _ => "one behind it needs the place",
    }
}

/// The unit that keeps it from getting on, the one that keeps that one, and so on.
fn stands_in_its_way(sim: &Sim, unit: &Subject, told: &mut Explanation) {
    if unit.memory.decision != Decision::Wait {
        return;
    }
    let mut chain = vec![unit.id];
    let mut next = unit.memory.other;
    while next != NOBODY && chain.len() <= MAX_CHAIN {
        let Some(other) = look_at(sim, UnitId(next)) else { break };
        if chain.contains(&other.id) {
            break;
        }
        chain.push(other.id);
        next = if other.memory.decision == Decision::Wait { other.memory.other } else { NOBODY };
    }
    if chain.len() > 2 {
        let names: Vec<&str> = chain[1..].iter().map(|&id| name(sim, id)).collect();
        told.say("behind", format!("It waits for {}.", names.join(", who waits for ")));
    }
}

/// On which rung of the ladder of patience it stands, as the end of a sentence.
fn rung(unit: &Subject, parameters: &Parameters) -> String {
    let memory = &unit.memory;
    let convoy = UnitId(memory.convoy);
    let leads = match (memory.leads(), unit.state.is_under_way()) {
        (false, _) => "",
        (true, false) => ": it leads those who go home",
        (true, true) if convoy != unit.id => ": it leads in a convoy, before all who do not",
        (true, true) => ": it leads, before all who do not",
    };
    match Rung::of(memory, parameters) {
        _ if !unit.state.is_under_way() => leads.to_owned(),
        Rung::Patient => ": it is patient".to_owned(),
        Rung::Pushes => ": it pushes those who move".to_owned(),
        Rung::Presses => ": it pushes those who move, and those in whose crowd it stands".to_owned(),
        Rung::Leads | Rung::Detours => leads.to_owned(),
        _ if leads.is_empty() => ": it shoves even those who go its way".to_owned(),
        _ => format!("{leads}, and shoves even those who go its way"),
    }
}

fn timers(unit: &Subject, parameters: &Parameters, told: &mut Explanation) {
    // Only `predictive` counts its waiting.
    if unit.model == ModelName::Predictive && unit.memory.waited > TICK_RATE as u16 / 2 {
        let seconds = f32::from(unit.memory.waited) * DT;
        let rung = rung(unit, parameters);
        told.say("waits", format!("Its clock of waiting stands at {seconds:.1} s{rung}."));
    }
    if unit.timer > 0.0 {
        told.say("timer", format!("Its stop timer stands at {:.1} s.", unit.timer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_that_walk_at_each_other_touch_when_the_gap_is_closed() {
        let time = time_to_touch(Vec2::new(100.0, 0.0), Vec2::new(-40.0, 0.0), 20.0);
        assert_eq!(time, Some(2.0));
        assert_eq!(time_to_touch(Vec2::new(100.0, 0.0), Vec2::new(40.0, 0.0), 20.0), None);
        assert_eq!(time_to_touch(Vec2::new(100.0, 30.0), Vec2::new(-40.0, 0.0), 20.0), None);
    }
}
