//! Rollback as netcode does it: `cargo run --release --example rollback`. Every tick is saved; every few
//! ticks the game goes back by eight, is simulated again, and must come to the same hashes. (GGRS calls that
//! a sync test.)

use glam::vec2;
use muster::agents::{Agents, Body};
use std::collections::VecDeque;
use std::time::Instant;

/// Ticks that a remote player's input may be late.
const WINDOW: usize = 8;

fn main() -> Result<(), String> {
    let mut agents = Agents::open(80, 60);
    let mut units = Vec::new();
    for index in 0..1000 {
        let at = vec2(400.0 + (index % 40) as f32 * 20.0, 400.0 + (index / 40) as f32 * 20.0);
        units.push(agents.add(at, Body::walker(7.0, 60.0), 0)?);
    }
    let mut past: VecDeque<(Vec<u8>, u64)> = VecDeque::new();
    let (mut saving, mut going_back) = (Vec::new(), Vec::new());
    for tick in 0..300u64 {
        // What the players ask for is a function of the tick, so that it can be asked again.
        let input = |agents: &mut Agents, tick: u64| {
            if tick.is_multiple_of(50) {
                let half = if tick.is_multiple_of(100) { &units[..500] } else { &units[500..] };
                agents.send(half, vec2(300.0 + (tick * 7 % 1800) as f32, 900.0));
            }
        };
        let start = Instant::now();
        let bytes = agents.save();
        saving.push(start.elapsed());
        past.push_back((bytes, agents.hash()));
        input(&mut agents, tick);
        agents.step();
        if past.len() > WINDOW {
            past.pop_front();
        }
        if tick % 10 == 9 {
            let now = agents.hash();
            let start = Instant::now();
            agents.restore(&past[0].0)?;
            going_back.push(start.elapsed());
            for again in tick + 1 - WINDOW as u64..=tick {
                let kept = past[(again + WINDOW as u64 - tick - 1) as usize].1;
                assert_eq!(agents.hash(), kept, "tick {again} comes out otherwise after going back");
                input(&mut agents, again);
                agents.step();
            }
            assert_eq!(agents.hash(), now);
        }
    }
    saving.sort();
    going_back.sort();
    let (save, back) = (saving[saving.len() / 2], going_back[going_back.len() / 2]);
    println!(
        "1000 units: {} kB, saved in {save:?}, restored in {back:?}; 300 ticks agree",
        past[0].0.len() / 1000
    );
    Ok(())
}
