//! Ids in a saved level: what was called `#n` for its place among the units has another place, and so another
//! name.

use crate::level::Level;
use std::collections::HashSet;

/// Gives units that have no id of their own the name that their place in the level gives them, and lists the
/// groups as they appear.
pub fn settle(level: &mut Level) {
    // Obstacles and units share one space of names.
    let obstacles = level.obstacles.iter().map(|obstacle| &obstacle.name);
    let own = level.units.iter().map(|unit| &unit.name).filter(|name| !is_generated(name));
    let taken: HashSet<String> = obstacles.chain(own).cloned().collect();
    for (index, unit) in level.units.iter_mut().enumerate() {
        if is_generated(&unit.name) {
            unit.name = fresh(format!("#{index}"), &taken);
        }
    }
    let mut groups: Vec<String> = Vec::new();
    let mut number = vec![None; level.groups.len()];
    for group in level.units.iter_mut().filter_map(|unit| unit.group.as_mut()) {
        *group = *number[*group].get_or_insert_with(|| {
            groups.push(level.groups[*group].clone());
            groups.len() - 1
        });
    }
    level.groups = groups;
}

/// Whether a name is one that a level gives to a unit without an id.
fn is_generated(name: &str) -> bool {
    name.strip_prefix('#').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The name, or where it is taken the first of `NAME-1`, `NAME-2`, … that is not.
pub fn fresh(name: String, taken: &HashSet<String>) -> String {
    if !taken.contains(&name) {
        return name;
    }
    let names = (1..).map(|number| format!("{name}-{number}"));
    names.into_iter().find(|name| !taken.contains(name)).expect("numbers do not end")
}
