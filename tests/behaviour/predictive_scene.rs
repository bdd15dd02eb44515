//! A few units under the model `predictive` alone, without the rest of the game.

use glam::{Vec2, vec2};
use muster::geometry::{Collider, Shape};
use muster::grid::{Grid, Tile};
use muster::movement::predictive::{Predictive, PushCounts};
use muster::neighbours::{Crowd, Intent, Member};
use muster::obstacles::Obstacle;
use muster::teams::Enemies;
use muster::time::DT;
use muster::unit::{Decision, Memory, ModelName};

/// A scene that is played tick by tick; positions are promised one tick ahead.
pub struct Scene {
    pub grid: Grid,
    pub members: Vec<Member>,
    pub memories: Vec<Memory>,
    pub enemies: Enemies,
    pub model: Predictive,
    pub crowd: Crowd,
    /// Who gave way, and to whom.
    pub gave_way: Vec<(usize, usize)>,
    pub pushes: u64,
    pub hard_pushes: u64,
    /// Every decision that each unit took.
    pub taken: Vec<Vec<Decision>>,
    pub tick: u64,
}

impl Scene {
    pub fn new(rows: &[&str]) -> Scene {
        let tiles = rows.iter().flat_map(|row| row.chars());
        let tiles = tiles.map(|tile| if tile == '#' { Tile::Rock } else { Tile::Ground }).collect();
        Scene {
            grid: Grid::new(rows[0].len() as i32, rows.len() as i32, tiles),
            members: Vec::new(),
            memories: Vec::new(),
            enemies: Enemies::new(&[vec![1], vec![]]),
            model: Predictive::default(),
            crowd: Crowd::default(),
            gave_way: Vec::new(),
            pushes: 0,
            hard_pushes: 0,
            taken: Vec::new(),
            tick: 0,
        }
    }

    pub fn add(&mut self, at: Vec2, intent: Intent, waypoint: Vec2) -> usize {
        let body = Collider { shape: Shape::Circle, radius: 7.0 };
        self.members.push(Member {
            acceleration: 1800.0,
            intent,
            waypoint,
            next_waypoint: waypoint,
            ..Member::new(self.members.len() as u32, at, body, ModelName::Predictive)
        });
        self.memories.push(Memory::default());
        self.taken.push(Vec::new());
        self.members.len() - 1
    }

    pub fn idle(&mut self, x: f32, y: f32) -> usize {
        self.add(vec2(x, y), Intent::Rest, vec2(x, y))
    }

    pub fn walker(&mut self, x: f32, y: f32, to: Vec2) -> usize {
        self.add(vec2(x, y), Intent::Move, to)
    }

    pub fn play(&mut self, ticks: u64) {
        self.play_with(ticks, |_| Vec::new());
    }

    pub fn play_with(&mut self, ticks: u64, obstacles: impl Fn(u64) -> Vec<Obstacle>) {
        for _ in 0..ticks {
            self.crowd.clear();
            self.members.iter().for_each(|&member| self.crowd.push(member));
            self.crowd.rebuild();
            let around = obstacles(self.tick);
            let PushCounts { pushes, hard_pushes } = self.model.step(
                (&mut self.crowd, &mut self.memories),
                &self.grid,
                &around,
                &self.enemies,
                self.tick,
            );
            self.pushes += pushes;
            self.hard_pushes += hard_pushes;
            self.tick += 1;
            for (member, taken) in self.members.iter_mut().zip(&mut self.taken) {
                let index = self.crowd.index_of[member.id as usize] as usize;
                member.velocity = (self.crowd.next[index] - member.position) / DT;
                member.position = self.crowd.next[index];
                let memory = &self.memories[member.id as usize];
                taken.push(memory.decision);
                if memory.decision == Decision::GiveWay {
                    self.gave_way.push((member.id as usize, memory.other as usize));
                }
                if member.intent == Intent::Move && member.position == member.waypoint {
                    member.intent = Intent::Rest;
                }
            }
        }
    }

    pub fn at(&self, unit: usize) -> Vec2 {
        self.members[unit].position
    }

    pub fn took(&self, unit: usize, decision: Decision) -> bool {
        self.taken[unit].contains(&decision)
    }
}

pub const OPEN: [&str; 10] = ["...................."; 10];
pub const CORRIDOR: [&str; 3] = ["####################", "....................", "####################"];
