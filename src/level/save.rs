//! A level back to text: the same level, with one line for each row of the map and each unit, so that it can
//! be read and compared.
//!
//! Blocks and comments of the file that it came from are gone: a checked level holds single units and no
//! comments. Orders to nobody are left out.

mod goals;

use super::values::TILE_SIGNS;
use crate::fight::rules::Arms;
use crate::fight::stance::Stance;
use crate::grid::TILE;
use crate::ids::Target;
use crate::level::definition::{
    Controls, Edit, Expect, Kind, Level, TimedOrder, UnitSpec, built_in_kinds, default_teams,
};
use crate::movement::Setting;
use crate::obstacles::{ObstacleMotion, ObstacleSpec};
use crate::order::{Command, FormationShape, Pace};
use crate::platform::disk;
use crate::unit::{Body, ModelName};
use glam::{DVec2, Vec2};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::Path;

/// Name of the schema's file in a folder of levels.
const SCHEMA_FILE: &str = "level.schema.json";

impl Level {
    /// The level as JSON text: [`Level::parse`] makes an equal level of it.
    pub fn to_json(&self) -> String {
        self.to_json_with_schema(None)
    }

    /// Writes the level to a file, with a `$schema` where the schema lies beside it.
    pub fn save(&self, path: impl AsRef<Path>) -> std::io::Result<()> {
        let path = path.as_ref();
        let has_schema = path.parent().is_some_and(|folder| disk::is_file(&folder.join(SCHEMA_FILE)));
        crate::files::write(path, self.to_json_with_schema(has_schema.then_some(SCHEMA_FILE)))
    }

    fn to_json_with_schema(&self, schema: Option<&str>) -> String {
        let mut text = String::from("{");
        let mut key = |key: &str, value: String| {
            let comma = if text.len() > 1 { "," } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}\n  {}: {value}", json!(key));
        };
        if let Some(schema) = schema {
            key("$schema", json!(schema).to_string());
        }
        key("format", "1".into());
        key("name", json!(self.name).to_string());
        if !self.description.is_empty() {
            key("description", json!(self.description).to_string());
        }
        if self.model != ModelName::default() {
            key("model", json!(self.model).to_string());
        }
        if self.controls != Controls::default() {
            key("controls", json!(self.controls).to_string());
        }
        if !self.parameters.is_empty() {
            key("parameters", parameters(&self.parameters).to_string());
        }
        key("map", format!("{{ \"tiles\": {} }}", lines(self.rows(), "    ", "  ")));
        if let Some(kinds) = self.changed_kinds() {
            key("kinds", kinds);
        }
        if self.teams != default_teams() {
            key("teams", lines((0..self.teams.len()).map(|team| self.team(team)), "    ", "  "));
        }
        let mut part = |name: &str, values: Vec<Value>| {
            if !values.is_empty() {
                key(name, lines(values.into_iter(), "    ", "  "));
            }
        };
        let units: Vec<Value> =
            self.units.iter().enumerate().map(|(number, unit)| self.unit(number, unit)).collect();
        part("units", units);
        part("obstacles", self.obstacles.iter().map(obstacle).collect());
        let orders = self.orders.iter().filter(|timed| !timed.order.units.is_empty());
        part("orders", orders.map(|order| self.order_value(order)).collect());
        part("edits", self.edits.iter().map(edit).collect());
        if let Some(expect) = &self.expect {
            key("expect", self.expect(expect).to_string());
        }
        if self.fight {
            key("fight", "true".into());
        }
        for (name, value) in self.scenario_keys() {
            match value {
                Value::Array(goals) => key(name, lines(goals.into_iter(), "    ", "  ")),
                value => key(name, value.to_string()),
            }
        }
        text.push_str("\n}\n");
        text
    }

    /// The rows of the map, top row first.
    fn rows(&self) -> impl Iterator<Item = Value> {
        let columns = self.grid.columns().max(1) as usize;
        self.grid
            .tiles()
            .chunks(columns)
            .map(|row| row.iter().map(|tile| character(*tile)).collect::<String>().into())
    }

    /// The kinds that are not as built in, if there are any.
    fn changed_kinds(&self) -> Option<String> {
        let built_in = built_in_kinds();
        let changed =
            self.kinds.iter().enumerate().filter(|(index, kind)| built_in.get(*index) != Some(kind));
        let changed: Vec<String> =
            changed.map(|(_, kind)| format!("\n    {}: {}", json!(kind.name), kind.value())).collect();
        (!changed.is_empty()).then(|| format!("{{{}\n  }}", changed.join(",")))
    }

    fn team(&self, index: usize) -> Value {
        let team = &self.teams[index];
        let [red, green, blue] = team.color;
        let mut value = json!({ "name": team.name, "color": format!("#{red:02x}{green:02x}{blue:02x}") });
        if !team.enemies.is_empty() {
            let enemies: Vec<&str> =
                team.enemies.iter().map(|enemy| self.teams[*enemy].name.as_str()).collect();
            value["enemies"] = json!(enemies);
        }
        match team.stance {
            Stance::Orders => {}
            Stance::Stand => value["stance"] = "stand".into(),
            Stance::Hunt => value["stance"] = "hunt".into(),
            Stance::Guard(area) => {
                value["stance"] = json!({ "guard": [area.column, area.row, area.columns, area.rows] });
            }
        }
        if !team.parameters.is_empty() {
            value["parameters"] = parameters(&team.parameters);
        }
        value
    }

    fn unit(&self, index: usize, unit: &UnitSpec) -> Value {
        let mut value = Map::new();
        if unit.name != format!("#{index}") {
            value.insert("id".into(), json!(unit.name));
        }
        value.insert("kind".into(), json!(self.kinds[unit.kind].name));
        value.insert("team".into(), json!(self.teams[unit.team].name));
        value.insert("at".into(), place(unit.at));
        let mut optional = |key: &str, given: Option<Value>| {
            value.extend(given.map(|given| (key.to_owned(), given)));
        };
        optional("group", unit.group.map(|group| json!(self.groups[group])));
        optional("priority", unit.priority.map(Value::from));
        optional("strength", unit.strength.map(number));
        optional("model", unit.model.map(|model| json!(model)));
        optional("facing", unit.facing.map(number));
        optional("parameters", (!unit.parameters.is_empty()).then(|| parameters(&unit.parameters)));
        value.into()
    }

    /// An order as a level has it.
    pub fn order_value(&self, timed: &TimedOrder) -> Value {
        let order = &timed.order;
        let units: Vec<usize> = order.units.iter().map(|unit| unit.0 as usize).collect();
        let except = match order.command {
            Command::Follow { target: Target::Unit(target), .. } => Some(target.0 as usize),
            _ => None,
        };
        let mut value = json!({ "time": number(timed.time), "who": self.who(&units, except) });
        match &order.command {
            Command::Move { to, each, formation, manner } => {
                value["do"] = if manner.attacks { "attack_move" } else { "move" }.into();
                value["to"] = place(*to);
                if *formation != FormationShape::default() {
                    value["formation"] = json!(formation);
                }
                if manner.pace != Pace::default() {
                    value["pace"] = json!(manner.pace);
                }
                if let Some(facing) = manner.facing {
                    value["facing"] = number(facing);
                }
                if let Some(frontage) = manner.frontage {
                    value["frontage"] = number(frontage);
                }
                if *each {
                    value["each"] = true.into();
                }
            }
            Command::Patrol { route } => {
                value["do"] = "patrol".into();
                value["route"] = route.iter().map(|at| place(*at)).collect();
            }
            Command::Follow { target, until_reached } => {
                value["do"] = "follow".into();
                value["target"] = json!(match target {
                    Target::Unit(unit) => &self.units[unit.0 as usize].name,
                    Target::Obstacle(obstacle) => &self.obstacles[*obstacle as usize].name,
                });
                if *until_reached {
                    value["until"] = "reached".into();
                }
            }
            Command::Attack { target } => {
                value["do"] = "attack".into();
                value["target"] = json!(self.units[target.0 as usize].name);
            }
            Command::Stop => value["do"] = "stop".into(),
            Command::Hold => value["do"] = "hold".into(),
        }
        if order.queue {
            value["queue"] = true.into();
        }
        value
    }

    /// The shortest way to name these units: all, a team, a group, or one by one. `except` is left out of the
    /// first three when they are read.
    fn who(&self, units: &[usize], except: Option<usize>) -> Value {
        let is = |member: &dyn Fn(&UnitSpec) -> bool| {
            let members =
                self.units.iter().enumerate().filter(|(_, unit)| member(unit)).map(|(number, _)| number);
            members.filter(|number| Some(*number) != except).eq(units.iter().copied())
        };
        if is(&|_| true) {
            return "all".into();
        }
        let first = units.first().map(|first| &self.units[*first]);
        if let Some(team) = first.map(|unit| unit.team)
            && is(&|unit| unit.team == team)
        {
            return json!({ "team": self.teams[team].name });
        }
        if let Some(group) = first.and_then(|unit| unit.group)
            && is(&|unit| unit.group == Some(group))
        {
            return json!({ "group": self.groups[group] });
        }
        units.iter().map(|unit| Value::from(self.units[*unit].name.as_str())).collect()
    }

    fn expect(&self, expect: &Expect) -> Value {
        let mut value = Map::new();
        let numbers = [
            ("within", expect.within),
            ("arrived", expect.arrived),
            ("overlap", expect.overlap),
            ("together", expect.together),
        ];
        value.extend(numbers.into_iter().filter_map(|(key, given)| Some((key.to_owned(), number(given?)))));
        if !expect.home.is_empty() {
            value.insert("home".into(), self.who(&expect.home, None));
        }
        if !expect.models.is_empty() {
            value.insert("models".into(), json!(expect.models));
        }
        value.into()
    }
}

fn edit(edit: &Edit) -> Value {
    let area = [edit.area.column, edit.area.row, edit.area.columns, edit.area.rows];
    json!({ "time": number(edit.time), "area": area, "tile": character(edit.tile).to_string() })
}

fn obstacle(obstacle: &ObstacleSpec) -> Value {
    let mut value = Map::new();
    if !obstacle.name.is_empty() {
        value.insert("id".into(), json!(obstacle.name));
    }
    value.insert("radius".into(), number(obstacle.radius));
    match obstacle.motion {
        ObstacleMotion::Still(at) => value.insert("at".into(), place(at)),
        ObstacleMotion::Orbit { center, radii, period, phase } => {
            let (center, radii) = (place(center), place(radii));
            let (period, phase) = (number(period), number(phase));
            let orbit = json!({ "center": center, "radii": radii, "period": period, "phase": phase });
            value.insert("orbit".into(), orbit)
        }
    };
    value.into()
}

impl Kind {
    /// The kind as the level says it under its name.
    pub(crate) fn value(&self) -> Value {
        let Body { shape, radius, soft_radius, speed, acceleration, priority } = self.body;
        let mut value = json!({
            "radius": number(radius),
            "soft_radius": number(soft_radius),
            "speed": number(speed),
            "acceleration": number(acceleration),
            "priority": priority,
            "shape": shape,
        });
        let built_in = built_in_kinds().into_iter().find(|built_in| built_in.name == self.name);
        if self.arms != built_in.map_or_else(Arms::default, |built_in| built_in.arms) {
            let Arms { strength, attack, reach } = self.arms;
            for (key, of) in [("strength", strength), ("attack", attack), ("reach", reach)] {
                value[key] = number(of);
            }
        }
        value
    }
}

/// Parameters by model.
fn parameters(settings: &[Setting]) -> Value {
    let mut models = Map::new();
    for setting in settings {
        let parameter = setting.parameter();
        let value = match parameter.is_switch() {
            true => Value::from(setting.value != 0.0),
            false => number(setting.value),
        };
        models.entry(setting.model.name()).or_insert_with(|| json!({}))[parameter.name] = value;
    }
    models.into()
}

fn character(tile: crate::grid::Tile) -> char {
    TILE_SIGNS.iter().find(|(_, known)| *known == tile).map_or('.', |(character, _)| *character)
}

/// A list with a line for each value.
fn lines<T: Serialize>(values: impl Iterator<Item = T>, indent: &str, end: &str) -> String {
    let written: Vec<String> = values.map(|value| format!("\n{indent}{}", json!(value))).collect();
    format!("[{}\n{end}]", written.join(","))
}

/// A number with as few digits as tell it, without a needless `.0`.
fn number(number: f32) -> Value {
    match number.to_string().parse::<f64>() {
        Ok(whole) if whole.fract() == 0.0 && whole.abs() < 1e15 => (whole as i64).into(),
        Ok(short) => short.into(),
        Err(_) => Value::Null,
    }
}

/// Units of a level, by number, that would be refused where they stand if it were written and read again: off
/// the map, in a blocked tile, in an obstacle, in another unit.
pub(crate) fn misplaced(level: &Level) -> Vec<usize> {
    let bodies = level.units.iter().map(|unit| {
        let kind = &level.kinds[unit.kind];
        let at = DVec2::new(tiles(unit.at.x), tiles(unit.at.y)) * f64::from(TILE);
        (kind.body.collider(), at)
    });
    super::check::bodies::misplaced(bodies, &level.grid, &level.obstacles)
}

/// A place in px, written in tiles with as few digits as give the same px.
fn place(px: Vec2) -> Value {
    json!([tiles(px.x), tiles(px.y)])
}

fn tiles(px: f32) -> f64 {
    let exact = f64::from(px) / f64::from(TILE);
    let same = |tiles: &f64| (tiles * f64::from(TILE)) as f32 == px;
    let rounded = (0..12).map(|digits| 10_f64.powi(digits)).map(|scale| (exact * scale).round() / scale);
    rounded.into_iter().find(same).unwrap_or(exact)
}
