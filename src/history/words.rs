//! How marks name what happened: by kind and team, as a player sees it; by an id only where the level's
//! author gave one.

use crate::grid::{Area, TILE, Tile};
use crate::ids::{Target, UnitId};
use crate::level::Kind;
use crate::obstacles::called;
use crate::order::{Command, Order};
use crate::sim::Sim;
use crate::unit::GaveUp;
use glam::{Vec2, vec2};

/// Directions, y down.
const NAMED_DIRECTIONS: [(&str, Vec2); 8] = [
    ("east", vec2(1.0, 0.0)),
    ("south-east", vec2(0.707, 0.707)),
    ("south", vec2(0.0, 1.0)),
    ("south-west", vec2(-0.707, 0.707)),
    ("west", vec2(-1.0, 0.0)),
    ("north-west", vec2(-0.707, -0.707)),
    ("north", vec2(0.0, -1.0)),
    ("north-east", vec2(0.707, -0.707)),
];

/// The name that the author of the level gave a unit; `None` for one that is made of its number, or of a
/// block's.
pub fn given_name(sim: &Sim, unit: UnitId) -> Option<&str> {
    let name = sim.names.get(unit)?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let of_block = name.rsplit_once('.').is_some_and(|(_, number)| is_number(number));
    let of_place = name.strip_prefix('#').is_some_and(|rest| rest.split('-').all(is_number));
    (!of_block && !of_place).then_some(name)
}

/// Units as a player would call them: `hero`, `a red infantry unit`, `12 red infantry`, `8 red ship units`,
/// `30 units`.
pub fn who(sim: &Sim, units: &[UnitId]) -> String {
    if let [one] = units
        && let Some(name) = given_name(sim, *one)
    {
        return name.to_owned();
    }
    let looks = |unit: &UnitId| sim.unit(*unit, |unit| (usize::from(unit.kind), usize::from(unit.team)));
    let mut seen = units.iter().filter_map(looks);
    let (mut kind, mut team) = seen.next().map_or((None, None), |(kind, team)| (Some(kind), Some(team)));
    for (other_kind, other_team) in seen {
        kind = kind.filter(|&kind| kind == other_kind);
        team = team.filter(|&team| team == other_team);
    }
    let kind = kind.and_then(|kind| sim.kinds.get(kind));
    let team = team.and_then(|team| sim.teams.get(team)).map(|team| team.name.as_str());
    let named = |kind: &str| team.into_iter().chain([kind]).collect::<Vec<_>>().join(" ");
    match units.len() {
        1 => {
            let named = named(&kind.map_or("unit".into(), |kind| format!("{} unit", kind.name)));
            let has_vowel = named.starts_with(['a', 'e', 'i', 'o', 'u']) && !named.starts_with("uni");
            format!("{} {named}", if has_vowel { "an" } else { "a" })
        }
        many => format!("{many} {}", named(&kind.map_or("units".into(), Kind::several))),
    }
}

/// A sentence begins with a capital.
pub fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or(String::new(), |first| first.to_uppercase().chain(signs).collect())
}

/// The middle of some units, px.
pub fn middle(sim: &Sim, units: &[UnitId]) -> Option<Vec2> {
    let places: Vec<Vec2> = units.iter().filter_map(|&unit| sim.place_of(unit)).collect();
    (!places.is_empty()).then(|| places.iter().sum::<Vec2>() / places.len() as f32)
}

/// How far and where to: `24 tiles east`.
fn way(from: Vec2, to: Vec2) -> String {
    let offset = to - from;
    let tiles = (offset.length() / TILE).round() as u32;
    let toward = NAMED_DIRECTIONS.iter().max_by(|a, b| a.1.dot(offset).total_cmp(&b.1.dot(offset)));
    match (tiles, toward) {
        (0, _) | (_, None) => "a step aside".into(),
        (1, Some((name, _))) => format!("a tile {name}"),
        (tiles, Some((name, _))) => format!("{tiles} tiles {name}"),
    }
}

/// What an order says.
pub fn ordered(sim: &Sim, order: &Order) -> String {
    let units = who(sim, &order.units);
    let then = if order.queue { ", after what they do" } else { "" };
    match &order.command {
        Command::Move { to, manner, .. } => {
            let way = middle(sim, &order.units).map_or_else(|| "away".into(), |from| way(from, *to));
            let attacking = if manner.attacks { ", attacking whom they see" } else { "" };
            format!("{units} sent {way}{attacking}{then}")
        }
        Command::Patrol { .. } => format!("{units} told to patrol{then}"),
        Command::Follow { target: Target::Unit(leader), .. } => {
            format!("{units} told to follow {}{then}", who(sim, &[*leader]))
        }
        Command::Follow { target: Target::Obstacle(index), .. } => {
            format!("{units} told to follow {}{then}", called(&sim.obstacles, *index))
        }
        Command::Attack { target } => format!("{units} told to attack {}{then}", who(sim, &[*target])),
        Command::Hold => format!("{units} told to hold{then}"),
        Command::Stop => format!("{units} told to stop"),
    }
}

/// How many tiles became what.
pub fn changed(area: Area, tile: Option<Tile>) -> String {
    let what = match tile {
        Some(Tile::Ground) => "turned to ground",
        Some(Tile::Rock) => "turned to rock",
        Some(Tile::Trees) => "turned to trees",
        Some(Tile::Water) => "turned to water",
        None => "changed",
    };
    match area.columns * area.rows {
        1 => format!("a tile {what}"),
        tiles => format!("{tiles} tiles {what}"),
    }
}

/// The middle of an area, px.
pub fn middle_of(area: Area) -> Vec2 {
    vec2(area.column as f32 + 0.5 * area.columns as f32, area.row as f32 + 0.5 * area.rows as f32) * TILE
}

/// Why some gave up: those whom nobody lets to their place, and those to whose place no way leads.
pub fn gave_up(sim: &Sim, units: &[(UnitId, GaveUp)]) -> String {
    let of = |wanted: GaveUp| -> Vec<UnitId> {
        units.iter().filter(|(_, reason)| *reason == wanted).map(|(unit, _)| *unit).collect()
    };
    let mut parts = Vec::new();
    let (exhausted, unreachable) = (of(GaveUp::Exhausted), of(GaveUp::Unreachable));
    if !exhausted.is_empty() {
        parts.push(format!("{} gave up among others who stand", who(sim, &exhausted)));
    }
    if !unreachable.is_empty() {
        parts.push(format!("{} gave up: no way leads there", who(sim, &unreachable)));
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::sim::Options;

    #[test]
    fn units_are_called_by_their_kind_whatever_its_name_and_obstacles_by_theirs() {
        let text = r#"{ "format": 1, "name": "A", "map": { "size": [16, 8] },
            "kinds": { "ship": { "radius": 5, "speed": 70, "acceleration": 300 } },
            "units": [{ "kind": "ship", "team": "red", "block": { "from": [2, 2], "columns": 2, "rows": 1, "spacing": 30 } },
                      { "kind": "cavalry", "team": "red", "block": { "from": [2, 5], "columns": 2, "rows": 1, "spacing": 30 } }],
            "obstacles": [{ "id": "venus", "radius": 20, "at": [10, 4] }, { "radius": 9, "at": [13, 4] }] }"#;
        let level = Level::parse(text, "a.json", None).unwrap_or_else(|errors| panic!("{errors}"));
        let sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        let of = |units: &[u32]| who(&sim, &units.iter().map(|&unit| UnitId(unit)).collect::<Vec<_>>());
        assert_eq!(
            [of(&[0]), of(&[0, 1]), of(&[2, 3]), of(&[0, 2])],
            ["a red ship unit", "2 red ship units", "2 red cavalry", "2 red units"]
        );
        assert_eq!(
            [0, 1, 9].map(|index| called(&sim.obstacles, index)),
            ["venus", "an obstacle", "an obstacle"]
        );
    }
}
