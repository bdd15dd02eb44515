//! A world of your own, moved by Muster: `cargo run --example own_world`.
//!
//! Copy this, put your struct in the place of `Goblin`, and call `step` thirty times a second.

use muster::agents::{Agents, Body};
use muster::glam::{Vec2, vec2};
use muster::ids::UnitId;

/// Somebody else's unit: it knows nothing of Muster but a number.
struct Goblin {
    name: String,
    at: Vec2,
    home: Vec2,
    agent: UnitId,
}

fn main() -> Result<(), String> {
    // Two bands on a map of 100 × 40 tiles of 30 px with a wall that leaves a gap of six tiles.
    let blocked: Vec<bool> =
        (0..4000).map(|tile| tile % 100 == 50 && !(17..23).contains(&(tile / 100))).collect();
    // Two teams; of each the teams that are its enemies: none here, so both bands make way for each other.
    let mut agents = Agents::new(100, 40, &blocked, &[vec![], vec![]])?;
    let mut goblins = Vec::new();
    for index in 0..500 {
        let (band, place) = (index % 2, index / 2);
        let column = if band == 0 { 300.0 } else { 2200.0 };
        let at = vec2(column + (place % 16) as f32 * 20.0, 440.0 + (place / 16) as f32 * 20.0);
        let home = vec2(3000.0 - at.x, at.y);
        let agent = agents.add(at, Body::walker(7.0, 60.0), band as u16)?; // radius px, speed px/s
        goblins.push(Goblin { name: format!("goblin {index}"), at, home, agent });
    }
    for goblin in &goblins {
        agents.send(&[goblin.agent], goblin.home); // or agents.walk(goblin.agent, &your_own_path)
    }
    for second in 0..90 {
        for _ in 0..30 {
            agents.step();
        }
        // Lists come in the order of numbers, which is the order in which the goblins were added. A game that
        // removes units asks for one at a time: `agents.place(goblin.agent)`.
        for (goblin, &at) in goblins.iter_mut().zip(agents.places()) {
            goblin.at = at;
        }
        let arrived = goblins.iter().filter(|goblin| goblin.at.distance(goblin.home) < 7.0).count();
        if second % 15 == 14 {
            println!("after {} s {arrived} of {} are there", second + 1, goblins.len());
        }
    }
    let last = goblins.iter().max_by(|a, b| a.at.distance(a.home).total_cmp(&b.at.distance(b.home)));
    let last = last.ok_or("nobody is there")?;
    println!(
        "{} is {:.1} px from home; state hash {:016x}",
        last.name,
        last.at.distance(last.home),
        agents.hash()
    );
    Ok(())
}
