//! What is on a random map: kinds, teams and their enemies, obstacles that stand and that go round, units.

use super::maps;
use super::player::Player;
use crate::support::Numbers;
use glam::Vec2;
use muster::fight::rules::Arms;
use muster::fight::stance::Stance;
use muster::geometry::{Collider, Shape, gap};
use muster::grid::Area;
use muster::ids::Target;
use muster::level::{Edit, Kind, Level, Team, TimedOrder, UnitSpec};
use muster::movement::Setting;
use muster::movement::tuning::parameters_of;
use muster::obstacles::{ObstacleMotion, ObstacleSpec};
use muster::order::Command;
use muster::unit::{Body, ModelName};

/// A sound level with at least one unit, and with orders and edits of its own.
pub fn level(seed: u64, numbers: &mut Numbers) -> Level {
    let text = format!(r#"{{ "format": 1, "name": "seed {seed}", "map": {{ "size": [1, 1] }} }}"#);
    let mut level = Level::parse(&text, "seed.json", None).expect("it is sound");
    level.grid = maps::map(numbers);
    level.model = if numbers.chance(0.7) { ModelName::Predictive } else { numbers.pick(ModelName::ALL) };
    kinds(&mut level.kinds, numbers);
    teams(&mut level.teams, numbers);
    let obstacles = if numbers.chance(0.5) { numbers.below(5) } else { 0 };
    level.obstacles = (0..obstacles).map(|index| obstacle(index, level.grid.size(), numbers)).collect();
    units(&mut level, numbers);
    orders(&mut level, numbers);
    level.parameters = settings(0.2, numbers);
    level.fight = numbers.chance(0.4);
    level
}

/// The naive way that lets units step into each other.
pub const UNSAFE: &str = "promises";

/// Now and then a parameter of a model, anywhere in its range.
fn settings(chance: f32, numbers: &mut Numbers) -> Vec<Setting> {
    if !numbers.chance(chance) {
        return Vec::new();
    }
    let model = numbers.pick(ModelName::ALL);
    let known = parameters_of(model);
    let index = numbers.below(known.len());
    let (least, most) = (*known[index].range.start(), *known[index].range.end());
    let value = match known[index].is_switch() {
        true => numbers.below(2) as f32,
        false => numbers.between(least, most),
    };
    if known[index].name == UNSAFE {
        return Vec::new();
    }
    vec![Setting::new(model, index, value).expect("it is in its range")]
}

fn kinds(kinds: &mut Vec<Kind>, numbers: &mut Numbers) {
    if numbers.chance(0.5) {
        return;
    }
    for name in ["crate", "mite", "giant"].into_iter().take(1 + numbers.below(3)) {
        let radius = match name {
            "mite" => numbers.between(1.0, 5.0),
            "crate" => numbers.between(5.0, 14.0),
            _ => numbers.between(14.0, 40.0),
        };
        kinds.push(Kind {
            name: name.into(),
            body: Body {
                shape: if name == "crate" { Shape::Square } else { Shape::Circle },
                radius,
                soft_radius: radius * numbers.between(1.0, 1.6),
                speed: numbers.between(5.0, 300.0),
                acceleration: numbers.between(20.0, 2000.0),
                priority: numbers.below(12) as i32 - 2,
            },
            arms: Arms {
                strength: numbers.between(1.0, 300.0),
                attack: numbers.between(0.0, 60.0),
                reach: numbers.between(0.0, 40.0),
            },
        });
    }
}

fn teams(teams: &mut Vec<Team>, numbers: &mut Numbers) {
    for name in ["green", "black"].into_iter().take(numbers.below(3)) {
        teams.push(Team {
            name: name.into(),
            color: [7, 77, 107],
            enemies: Vec::new(),
            parameters: settings(0.3, numbers),
            stance: stance(numbers),
        });
    }
    for a in 0..teams.len() {
        for b in a + 1..teams.len() {
            if numbers.chance(0.3) {
                teams[a].enemies.push(b);
                teams[b].enemies.push(a);
            }
        }
    }
}

/// Mostly the player leads.
fn stance(numbers: &mut Numbers) -> Stance {
    match numbers.below(6) {
        0 => Stance::Stand,
        1 => Stance::Hunt,
        2 => Stance::Guard(Area { column: 0, row: 0, columns: 1, rows: 1 }),
        _ => Stance::Orders,
    }
}

fn obstacle(index: usize, size: Vec2, numbers: &mut Numbers) -> ObstacleSpec {
    let at = Vec2::new(numbers.between(0.0, size.x), numbers.between(0.0, size.y));
    let turns = if numbers.chance(0.5) { 1.0 } else { -1.0 };
    let motion = match numbers.chance(0.4) {
        true => ObstacleMotion::Still(at),
        false => ObstacleMotion::Orbit {
            center: at,
            radii: Vec2::new(numbers.between(10.0, 300.0), numbers.between(10.0, 300.0)),
            period: turns * numbers.between(8.0, 60.0),
            phase: numbers.between(-360.0, 360.0),
        },
    };
    let name = if numbers.chance(0.5) { format!("planet {index}") } else { String::new() };
    ObstacleSpec { name, radius: numbers.between(5.0, 40.0), motion }
}

/// Units where there is room: in crowds about a few places, or anywhere.
fn units(level: &mut Level, numbers: &mut Numbers) {
    let size = level.grid.size();
    let count = if numbers.chance(0.2) { 40 + numbers.below(60) } else { 1 + numbers.below(35) };
    let is_mixed = numbers.chance(0.2);
    let mut middle = size / 2.0;
    for _ in 0..40 * count {
        if level.units.len() == count {
            break;
        }
        if numbers.chance(0.05) {
            middle = Vec2::new(numbers.between(0.0, size.x), numbers.between(0.0, size.y));
        }
        let spread = if numbers.chance(0.8) { 80.0 } else { 2000.0 };
        let aside = Vec2::new(numbers.between(-spread, spread), numbers.between(-spread, spread));
        let at = middle + aside;
        let kind = numbers.below(level.kinds.len());
        if is_room(level, kind, at) {
            let group = numbers.chance(0.3).then(|| group(&mut level.groups, numbers));
            let name = level.units.len();
            level.units.push(UnitSpec {
                name: if numbers.chance(0.5) { format!("#{name}") } else { format!("unit {name}") },
                kind,
                team: numbers.below(level.teams.len()),
                group,
                at,
                facing: numbers.chance(0.5).then(|| numbers.between(-360.0, 360.0)),
                priority: numbers.chance(0.2).then(|| numbers.below(12) as i32),
                strength: None,
                model: is_mixed.then(|| numbers.pick(ModelName::ALL)),
                parameters: settings(0.1, numbers),
            });
        }
    }
}

/// One of a few groups; they are numbered as they appear.
fn group(groups: &mut Vec<String>, numbers: &mut Numbers) -> usize {
    let group = numbers.below(groups.len() + 1).min(3);
    if group == groups.len() {
        groups.push(format!("group {group}"));
    }
    group
}

fn is_room(level: &Level, kind: usize, at: Vec2) -> bool {
    let body = |kind: usize| level.kinds[kind].body.collider();
    let apart = |place: Vec2, other: Collider| gap(body(kind), other, at - place) >= 0.0;
    let circle = |radius| Collider { shape: Shape::Circle, radius };
    level.grid.is_free(at, body(kind))
        && level.units.iter().all(|unit| apart(unit.at, body(unit.kind)))
        && level.obstacles.iter().all(|other| apart(other.motion.at(0.0), circle(other.radius)))
}

/// What the level itself orders and changes, as far as a level may say it.
fn orders(level: &mut Level, numbers: &mut Numbers) {
    if level.units.is_empty() {
        return;
    }
    let mut player = Player::of(level);
    for _ in 0..numbers.below(4) {
        let mut order = player.order(numbers);
        order.units.sort_unstable();
        order.units.dedup();
        let size = level.grid.size();
        match &mut order.command {
            Command::Move { to, .. } => *to = to.clamp(Vec2::ZERO, size),
            Command::Patrol { route } => route.iter_mut().for_each(|at| *at = at.clamp(Vec2::ZERO, size)),
            Command::Follow { target: Target::Unit(target), .. } => {
                *target = muster::ids::UnitId(target.0 % level.units.len() as u32);
                order.units.retain(|unit| unit != target);
            }
            Command::Follow { target: Target::Obstacle(_), .. } => continue,
            Command::Attack { target } => {
                *target = muster::ids::UnitId(target.0 % level.units.len() as u32);
                let enemies = &level.teams[level.units[target.0 as usize].team].enemies;
                let is_enemy = |unit: &muster::level::UnitSpec| enemies.contains(&unit.team);
                order.units.retain(|unit| level.units.get(unit.0 as usize).is_some_and(is_enemy));
            }
            Command::Stop | Command::Hold => {}
        }
        order.units.retain(|unit| (unit.0 as usize) < level.units.len());
        if !order.units.is_empty() {
            level.orders.push(TimedOrder { time: numbers.below(200) as f32 / 10.0, order: order.into() });
        }
    }
    for _ in 0..numbers.below(3) {
        let (area, tile) = player.change_of_map(numbers);
        let time = numbers.below(200) as f32 / 10.0;
        let (columns, rows) = (level.grid.columns(), level.grid.rows());
        if area.column >= 0 && area.row >= 0 && area.columns > 0 && area.rows > 0 {
            let fits = area.column.saturating_add(area.columns) <= columns
                && area.row.saturating_add(area.rows) <= rows;
            level.edits.extend(fits.then_some(Edit { time, area, tile }));
        }
    }
    level.orders.sort_by(|a, b| a.time.total_cmp(&b.time));
    level.edits.sort_by(|a, b| a.time.total_cmp(&b.time));
}
