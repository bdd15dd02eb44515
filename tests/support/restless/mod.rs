//! Random games: a map, a cast and a player that never sits still, all from one seed.
//!
//! [`maps`] draws the map, [`cast`] puts kinds, teams, obstacles and units on it, [`player`] acts, [`watch`]
//! says what must hold after each tick. [`play`] plays one seed and says what did not hold.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod cast;
pub mod maps;
pub mod player;
pub mod watch;

use crate::support::Numbers;
use muster::level::Level;
use muster::replay::{Recorder, Replay};
use muster::sim::{Options, Sim};
use muster::snapshot::Snapshot;
use muster::time::TICK_RATE;
use player::Player;
use std::panic::{AssertUnwindSafe, catch_unwind};
use watch::Watch;

/// What did not hold, and the session that shows it.
pub struct Fault {
    pub seed: u64,
    pub tick: u64,
    pub said: String,
    pub replay: Replay,
}

/// The numbers from which all of a seed comes.
fn numbers(seed: u64) -> Numbers {
    Numbers(seed.wrapping_mul(0x2545_F491_4F6C_DD1D))
}

/// The game of a seed at its start.
pub fn begin(seed: u64) -> (Level, Sim) {
    let level = cast::level(seed, &mut numbers(seed));
    let sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
    (level, sim)
}

/// Plays some ticks of a game without looking at it.
pub fn advance(level: &Level, sim: &mut Sim, numbers: &mut Numbers, ticks: u32) {
    let mut player = Player::of(level);
    for _ in 0..ticks {
        if numbers.chance(1.0 / 40.0) {
            player.look(sim);
            let action = player.action(sim, numbers);
            sim.act(action);
        }
        sim.tick();
    }
}

/// Plays the game of a seed, then plays its recording on eight threads.
pub fn play(seed: u64) -> Result<(), Box<Fault>> {
    let (level, sim) = begin(seed);
    let recorder = Recorder::new(&level, None, &sim);
    let mut session = Session { player: Player::of(&level), level, sim, recorder, watch: Watch::default() };
    let result = session.run(&mut numbers(!seed)).and_then(|()| session.plays_again());
    result.map_err(|said| {
        let mut replay = session.recorder.replay(&session.sim);
        // One more, so that the recording reaches a tick that did not end.
        replay.ticks += 1;
        Box::new(Fault { seed, tick: session.sim.ticks(), said, replay })
    })
}

struct Session {
    level: Level,
    sim: Sim,
    recorder: Recorder,
    player: Player,
    watch: Watch,
}

impl Session {
    fn run(&mut self, numbers: &mut Numbers) -> Result<(), String> {
        self.watch.look(&self.sim)?;
        let ticks = (10 + numbers.below(25)) as u64 * u64::from(TICK_RATE);
        let (mut next, mut save) = (0, 0);
        while self.sim.ticks() < ticks {
            if self.sim.ticks() == next {
                self.act(numbers);
                next += 1 + numbers.below(4 * TICK_RATE as usize) as u64;
            }
            if self.sim.ticks() == save {
                self.saved_opens()?;
                save += 1 + numbers.below(10 * TICK_RATE as usize) as u64;
            }
            tick(&mut self.sim)?;
            self.recorder.observe(&self.sim);
            self.watch.look(&self.sim)?;
        }
        Ok(())
    }

    /// One action, or several at once.
    fn act(&mut self, numbers: &mut Numbers) {
        self.player.look(&self.sim);
        loop {
            let action = self.player.action(&self.sim, numbers);
            self.sim.act(action);
            if numbers.chance(0.7) {
                break;
            }
        }
    }

    /// Saved as a level, also with actions that have not been applied yet, the game opens and is what was
    /// saved.
    fn saved_opens(&self) -> Result<(), String> {
        let saved = Snapshot::of(&self.level, &self.sim).level;
        let opened = Level::parse(&saved.to_json(), "saved.json", None)
            .map_err(|errors| format!("saved: it is refused: {errors}"))?;
        if opened != saved {
            return Err(format!("saved: it opens as another level: {}", saved.to_json()));
        }
        let mut sim = Sim::new(&opened, &Options { threads: 1, ..Options::default() });
        let mut watch = Watch::default();
        for _ in 0..5 {
            watch
                .look(&sim)
                .and_then(|()| tick(&mut sim))
                .map_err(|said| format!("saved and opened: {said}"))?;
        }
        Ok(())
    }

    /// The recording comes to the same hashes on another number of threads.
    fn plays_again(&self) -> Result<(), String> {
        let replay = self.recorder.replay(&self.sim);
        match replay.verify(8) {
            Ok(None) => Ok(()),
            Ok(Some(second)) => Err(format!("replay: on 8 threads it differs from second {second} on")),
            Err(errors) => Err(format!("replay: its level is refused: {errors}")),
        }
    }
}

/// A tick; a panic in it is an error that says where.
fn tick(sim: &mut Sim) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| sim.tick())).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
        format!("panic: {}", text.unwrap_or_default())
    })
}
