//! Goals in a player's words, where the level has none of its own.

use crate::grid::Area;
use crate::ids::UnitId;
use crate::level::Level;
use crate::level::goal::{Deed, Goal, Wanted};

/// What a goal is called; areas by their number on the map.
pub fn of(goal: &Goal, level: &Level, areas: &[Area]) -> String {
    if let Some(text) = &goal.text {
        return text.clone();
    }
    let field = |area: &Area| match areas {
        [_] => "the marked field".to_owned(),
        _ => format!("field {}", areas.iter().position(|known| known == area).map_or(0, |index| index + 1)),
    };
    match &goal.wanted {
        Wanted::Bring { who, to, count, within } => {
            let whom = some_of(*count, who, level);
            let time = within.map_or(String::new(), |within| format!(" within {within} s"));
            format!("Bring {whom} to {}{time}", field(to))
        }
        Wanted::Hold { area, seconds } => format!("Hold {} for {seconds} s", field(area)),
        Wanted::Shut { area, against, seconds } => {
            format!("Keep {} out of {} for {seconds} s", level.teams[*against].name, field(area))
        }
        Wanted::Keep { who, at_least } => format!("Keep {} alive", some_of(*at_least, who, level)),
        Wanted::Defeat { who } => format!("Defeat {}", some_of(who.len(), who, level)),
        Wanted::Do { deed, count } => by_hand(*deed, *count),
    }
}

fn by_hand(deed: Deed, count: usize) -> String {
    let units = if count == 1 { "a unit".to_owned() } else { format!("{count} units") };
    match deed {
        Deed::Select => format!("Select {units}"),
        Deed::Send => format!("Send {units} somewhere"),
        Deed::Queue => format!("Queue an order for {units}"),
        Deed::Front => format!("Draw a front for {units}"),
        Deed::Patrol => format!("Let {units} patrol"),
        Deed::Build if count == 1 => "Build a tile".to_owned(),
        Deed::Build => format!("Build {count} tiles"),
    }
}

/// So many of these, such as `12 of the 20 infantry of red`.
fn some_of(count: usize, who: &[UnitId], level: &Level) -> String {
    let units = || who.iter().filter_map(|unit| level.units.get(unit.0 as usize));
    let kind = |unit: usize| &level.kinds[unit];
    let team = |unit: usize| level.teams[unit].name.as_str();
    let Some(first) = units().next() else { return "nobody".into() };
    let is_one_kind = units().all(|unit| unit.kind == first.kind);
    let is_one_team = units().all(|unit| unit.team == first.team);
    if who.len() == 1 {
        return format!("the {} of {}", kind(first.kind).name, team(first.team));
    }
    let what = if is_one_kind { kind(first.kind).several() } else { "units".into() };
    let whose = if is_one_team { format!(" of {}", team(first.team)) } else { String::new() };
    let all = who.len();
    if count == all {
        format!("all {all} {what}{whose}")
    } else {
        format!("{count} of the {all} {what}{whose}")
    }
}
