//! What a level asks of its player, back to text.

use super::number;
use crate::grid::Area;
use crate::ids::UnitId;
use crate::level::definition::Level;
use crate::level::goal::{Goal, Wanted};
use serde_json::{Map, Value, json};

impl Level {
    /// The keys of the scenario that are told, each with its value.
    pub(super) fn scenario_keys(&self) -> Vec<(&'static str, Value)> {
        let scenario = &self.scenario;
        let mut keys = Vec::new();
        if let Some(player) = scenario.player {
            keys.push(("player", json!(self.teams[player].name)));
        }
        if !scenario.goals.is_empty() {
            keys.push(("goals", scenario.goals.iter().map(|goal| self.goal(goal)).collect()));
        }
        let times = [
            ("gold", scenario.medals.gold),
            ("silver", scenario.medals.silver),
            ("bronze", scenario.medals.bronze),
        ];
        let mut medals: Map<String, Value> =
            times.into_iter().filter_map(|(medal, time)| Some((medal.to_owned(), number(time?)))).collect();
        let most = [("orders", scenario.limit.orders), ("tiles", scenario.limit.tiles)];
        let limit: Map<String, Value> =
            most.into_iter().filter_map(|(what, most)| Some((what.to_owned(), most?.into()))).collect();
        if !limit.is_empty() {
            medals.insert("limit".into(), limit.into());
        }
        if !medals.is_empty() {
            keys.push(("medals", medals.into()));
        }
        keys
    }

    fn goal(&self, goal: &Goal) -> Value {
        let who = |units: &[UnitId]| {
            let units: Vec<usize> = units.iter().map(|unit| unit.0 as usize).collect();
            self.who(&units, None)
        };
        let mut value = match &goal.wanted {
            Wanted::Bring { who: units, to, count, within } => {
                let mut value = json!({ "bring": who(units), "to": area(*to) });
                if *count != units.len() {
                    value["count"] = json!(count);
                }
                if let Some(within) = within {
                    value["within"] = number(*within);
                }
                value
            }
            Wanted::Hold { area: held, seconds } => json!({ "hold": area(*held), "for": number(*seconds) }),
            Wanted::Shut { area: shut, against, seconds } => {
                json!({ "shut": area(*shut), "against": self.teams[*against].name, "for": number(*seconds) })
            }
            Wanted::Keep { who: units, at_least } => {
                let mut value = json!({ "keep": who(units) });
                if *at_least != units.len() {
                    value["at_least"] = json!(at_least);
                }
                value
            }
            Wanted::Defeat { who: units } => json!({ "defeat": who(units) }),
            Wanted::Do { deed, count } => {
                let mut value = json!({ "do": deed });
                if *count != 1 {
                    value["count"] = json!(count);
                }
                value
            }
        };
        if let Some(text) = &goal.text {
            value["text"] = json!(text);
        }
        value
    }
}

fn area(area: Area) -> Value {
    json!([area.column, area.row, area.columns, area.rows])
}
