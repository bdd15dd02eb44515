//! The library for C, and for whatever can call C. Feature `c-api`.
//!
//! `cargo rustc --release --lib --crate-type cdylib --no-default-features --features c-api` makes the
//! library; `examples/c/muster.h` is its header, made of this file (`tests/commands/c_header.rs` compares).
//! Lengths are px (a tile is 30), speeds px/s, a step is 1/30 s. A function that cannot do what it is asked
//! says so with its result, and
//! [`muster_error`] says why in words; none ever aborts. A game is for one thread at a time.

// Every function says what its pointers must be; null and wrong sizes are told, what lies behind others
// cannot be.
#![allow(clippy::missing_safety_doc)]

use crate::agents::{Agents, Body, Event, State};
use crate::ids::UnitId;
use crate::level::Level;
use crate::order::FormationShape;
use crate::sim::{Options, Sim};
use glam::{Vec2, vec2};
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A game.
pub struct MusterGame {
    agents: Agents,
}

/// What happened to a unit in the last step.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MusterEvent {
    /// 1: it came to rest at its destination; 2: it stopped short; 3: it took the place where it stands for
    /// its post; 4: it found no way and goes to the nearest place that it can reach.
    pub kind: u32,
    /// Which unit.
    pub unit: u32,
}

thread_local! {
    static ERROR: RefCell<CString> = RefCell::default();
}

fn tell(said: &str) {
    let text: String = said.chars().filter(|&character| character != '\0').collect();
    ERROR.with(|error| *error.borrow_mut() = CString::new(text).unwrap_or_default());
}

/// Runs what a function does; where it fails, or panics, the reason is kept and `failed` returned.
fn guarded<T>(failed: T, run: impl FnOnce() -> Result<T, String>) -> T {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(done)) => done,
        Ok(Err(said)) => {
            tell(&said);
            failed
        }
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
            tell(&format!("a fault of Muster itself, please report it: {text}"));
            failed
        }
    }
}

unsafe fn game<'a>(game: *mut MusterGame) -> Result<&'a mut Agents, String> {
    unsafe { game.as_mut() }
        .map(|game| &mut game.agents)
        .ok_or_else(|| "the game is a null pointer".to_owned())
}

unsafe fn list<'a, T>(first: *const T, count: usize, what: &str) -> Result<&'a [T], String> {
    match (first.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(format!("{what} is a null pointer, but {count} are said to be there")),
        (false, _) if count > isize::MAX as usize / size_of::<T>().max(1) => {
            Err(format!("{count} of {what} are too many"))
        }
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(first, count) }),
    }
}

/// Copies as many as there is room for; a null pointer wants none.
unsafe fn hand_over<T: Copy>(values: impl Iterator<Item = T>, first: *mut T, room: usize) {
    if !first.is_null() {
        for (index, value) in values.take(room).enumerate() {
            unsafe { first.add(index).write(value) };
        }
    }
}

/// What went wrong last in this thread, UTF-8; valid until the next call. Empty if nothing has.
#[unsafe(no_mangle)]
pub extern "C" fn muster_error() -> *const c_char {
    ERROR.with(|error| error.borrow().as_ptr())
}

/// A game of a level, JSON as level files have it. NULL where it is not sound: then the error names all that
/// is wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_open_level(json: *const c_char, bytes: usize) -> *mut MusterGame {
    guarded(std::ptr::null_mut(), || {
        let bytes = unsafe { list(json.cast::<u8>(), bytes, "the level") }?;
        let text = std::str::from_utf8(bytes).map_err(|error| format!("the level is not UTF-8: {error}"))?;
        let level = Level::parse(text, "level", None).map_err(|report| report.to_string())?;
        let agents = Agents::of_sim(Sim::new(&level, &Options::default()));
        Ok(Box::into_raw(Box::new(MusterGame { agents })))
    })
}

/// A game on a map of columns x rows tiles, `blocked` row by row (0 is free), NULL for open ground; `teams`
/// teams are friends, or all enemies of each other. NULL where sizes make no sense.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_open_map(
    columns: u32,
    rows: u32,
    blocked: *const u8,
    teams: u32,
    are_enemies: bool,
) -> *mut MusterGame {
    guarded(std::ptr::null_mut(), || {
        let tiles = columns as usize * rows as usize;
        let sides = 1..=crate::level::MAX_MAP_SIDE;
        if !(1..=u32::from(u16::MAX)).contains(&teams) || !sides.contains(&columns) || !sides.contains(&rows)
        {
            return Err(format!(
                "a map has 1 to {} tiles each way and at least one team, not {columns} x {rows} and {teams}",
                sides.end()
            ));
        }
        let blocked = match blocked.is_null() {
            true => vec![false; tiles],
            false => unsafe { list(blocked, tiles, "the map") }?.iter().map(|&tile| tile != 0).collect(),
        };
        let others = |team: usize| match are_enemies {
            true => (0..teams as usize).filter(|&other| other != team).collect(),
            false => Vec::new(),
        };
        let enemies: Vec<Vec<usize>> = (0..teams as usize).map(others).collect();
        let agents = Agents::new(columns, rows, &blocked, &enemies)?;
        Ok(Box::into_raw(Box::new(MusterGame { agents })))
    })
}

/// Ends a game. NULL is nothing to end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_close(game: *mut MusterGame) {
    if !game.is_null() {
        guarded((), || {
            drop(unsafe { Box::from_raw(game) });
            Ok(())
        });
    }
}

/// Puts a disc that walks on the map. Its number, or -1 where it does not fit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_add(
    to: *mut MusterGame,
    x: f32,
    y: f32,
    radius: f32,
    speed: f32,
    acceleration: f32,
    team: u16,
) -> i64 {
    guarded(-1, || {
        let body = Body { acceleration, ..Body::walker(radius, speed) };
        Ok(i64::from(unsafe { game(to) }?.add(vec2(x, y), body, team)?.0))
    })
}

/// Takes a unit off the map; nothing happens if it is not there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_remove(from: *mut MusterGame, unit: u32) -> bool {
    guarded(false, || {
        unsafe { game(from) }?.remove(UnitId(unit));
        Ok(true)
    })
}

/// The first `count` of these units, and the game.
unsafe fn order(
    to: *mut MusterGame,
    units: *const u32,
    count: usize,
    give: impl FnOnce(&mut Agents, &[UnitId]) -> Result<(), String>,
) -> bool {
    guarded(false, || {
        let units: Vec<UnitId> =
            unsafe { list(units, count, "the units") }?.iter().map(|&id| UnitId(id)).collect();
        give(unsafe { game(to) }?, &units).map(|()| true)
    })
}

/// Sends units to a place, each on its own. Units that are not there are passed over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_send(
    to: *mut MusterGame,
    units: *const u32,
    count: usize,
    x: f32,
    y: f32,
) -> bool {
    let give = |agents: &mut Agents, units: &[UnitId]| {
        agents.send(units, vec2(x, y));
        Ok(())
    };
    unsafe { order(to, units, count, give) }
}

/// Sends units to a place as a group with slots of its own. Formation: 0 none, 1 line, 2 column, 3 box, 4
/// wedge, 5 circle, 6 as they stand.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_march(
    to: *mut MusterGame,
    units: *const u32,
    count: usize,
    x: f32,
    y: f32,
    formation: u32,
) -> bool {
    let give = |agents: &mut Agents, units: &[UnitId]| {
        use FormationShape::{AsIs, Box, Circle, Column, Line, None, Wedge};
        let known = [None, Line, Column, Box, Wedge, Circle, AsIs];
        let Some(&shape) = known.get(formation as usize) else {
            return Err(format!("formation {formation} is unknown: 0 to 6 are"));
        };
        agents.march(units, vec2(x, y), shape);
        Ok(())
    };
    unsafe { order(to, units, count, give) }
}

/// Lets a unit walk a way of yours: `count` places, x and y in turn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_walk(to: *mut MusterGame, unit: u32, way: *const f32, count: usize) -> bool {
    guarded(false, || {
        let numbers = unsafe { list(way, count.saturating_mul(2), "the way") }?;
        let way: Vec<Vec2> = numbers.chunks_exact(2).map(|place| vec2(place[0], place[1])).collect();
        unsafe { game(to) }?.walk(UnitId(unit), &way);
        Ok(true)
    })
}

/// Units drop everything and stand.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_stop(to: *mut MusterGame, units: *const u32, count: usize) -> bool {
    let give = |agents: &mut Agents, units: &[UnitId]| {
        agents.stop(units);
        Ok(())
    };
    unsafe { order(to, units, count, give) }
}

/// Units stand, and nobody pushes them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_hold(to: *mut MusterGame, units: *const u32, count: usize) -> bool {
    let give = |agents: &mut Agents, units: &[UnitId]| {
        agents.hold(units);
        Ok(())
    };
    unsafe { order(to, units, count, give) }
}

/// Blocks a tile or frees it; one on which somebody stands is blocked as soon as it is left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_block(on: *mut MusterGame, column: i32, row: i32, blocked: bool) -> bool {
    guarded(false, || {
        unsafe { game(on) }?.block(column, row, blocked);
        Ok(true)
    })
}

/// Lets time pass.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_step(of: *mut MusterGame, steps: u32) -> bool {
    guarded(false, || {
        let agents = unsafe { game(of) }?;
        (0..steps).for_each(|_| agents.step());
        Ok(true)
    })
}

/// How many units there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_count(of: *mut MusterGame) -> usize {
    guarded(0, || Ok(unsafe { game(of) }?.ids().len()))
}

/// Reads the first `room` units, by number: their numbers, places and velocities (x and y in turn) and states
/// (0 idle, 1 waits for a path, 2 moves, 3 passes a waypoint, 4 has arrived, 5 holds, 6 follows, 7 fights).
/// Lists may be NULL. How many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_read(
    of: *mut MusterGame,
    units: *mut u32,
    places: *mut f32,
    velocities: *mut f32,
    states: *mut u8,
    room: usize,
) -> usize {
    guarded(0, || {
        let agents = unsafe { game(of) }?;
        let state = |state: &State| match state {
            State::Idle => 0,
            State::WaitingForPath => 1,
            State::Moving => 2,
            State::WaypointReached => 3,
            State::DestinationReached => 4,
            State::Holding => 5,
            State::Following => 6,
            State::Fighting => 7,
        };
        let flat = |list: &[Vec2]| list.iter().flat_map(|at| [at.x, at.y]).collect::<Vec<f32>>();
        unsafe {
            hand_over(agents.ids().iter().map(|id| id.0), units, room);
            hand_over(flat(agents.places()).into_iter(), places, room.saturating_mul(2));
            hand_over(flat(agents.velocities()).into_iter(), velocities, room.saturating_mul(2));
            hand_over(agents.states().iter().map(state), states, room);
        }
        Ok(agents.ids().len())
    })
}

/// Reads the first `room` events of the last step. How many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_events(of: *mut MusterGame, events: *mut MusterEvent, room: usize) -> usize {
    guarded(0, || {
        let known = unsafe { game(of) }?.events().iter().filter_map(|event| match event {
            Event::Arrived(unit) => Some(MusterEvent { kind: 1, unit: unit.0 }),
            Event::GaveUp(unit, _) => Some(MusterEvent { kind: 2, unit: unit.0 }),
            Event::TookPost(unit) => Some(MusterEvent { kind: 3, unit: unit.0 }),
            Event::Unreachable(unit, _) => Some(MusterEvent { kind: 4, unit: unit.0 }),
            _ => None,
        });
        let known: Vec<MusterEvent> = known.collect();
        unsafe { hand_over(known.iter().copied(), events, room) };
        Ok(known.len())
    })
}

/// Of every unit's place and state: equal for equal inputs, on every machine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_hash(of: *mut MusterGame) -> u64 {
    guarded(0, || Ok(unsafe { game(of) }?.hash()))
}

/// Writes the state to `bytes` if it fits into `room`. How many bytes it is, 0 on failure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_save(of: *mut MusterGame, bytes: *mut u8, room: usize) -> usize {
    guarded(0, || {
        let saved = unsafe { game(of) }?.save();
        if saved.len() <= room {
            unsafe { hand_over(saved.iter().copied(), bytes, room) };
        }
        Ok(saved.len())
    })
}

/// Goes back, or on, to a state that was saved. Where the bytes are none, nothing changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn muster_restore(of: *mut MusterGame, bytes: *const u8, count: usize) -> bool {
    guarded(false, || {
        let saved = unsafe { list(bytes, count, "the saved game") }?;
        unsafe { game(of) }?.restore(saved).map(|()| true)
    })
}
