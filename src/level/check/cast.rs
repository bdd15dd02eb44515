//! Units that orders and claims name.

use super::super::decode::{Field, Name};
use super::super::problem::{Problems, Suggestions, quoted};
use super::super::raw::RawLevel;
use super::super::who::Who;
use super::rosters::Teams;
use super::units::Army;
use crate::ids::{Target, UnitId};
use std::collections::{HashMap, HashSet};

/// Everybody who can be named.
pub(super) struct Cast<'a> {
    army: &'a Army,
    pub teams: &'a Teams,
    pub ids: HashMap<&'a str, Target>,
    /// Ids of blocks, which are no ids of units.
    blocks: HashMap<&'a str, usize>,
    by_team: Vec<Vec<UnitId>>,
    by_group: Vec<Vec<UnitId>>,
    obstacles: Vec<&'a str>,
    unsure_ids: bool,
}

impl<'a> Cast<'a> {
    /// Notes ids that are given twice.
    pub fn new(raw: &'a RawLevel, army: &'a Army, teams: &'a Teams, problems: &mut Problems) -> Cast<'a> {
        let mut cast = Cast {
            army,
            teams,
            ids: HashMap::with_capacity(army.units.len()),
            blocks: HashMap::new(),
            by_team: vec![Vec::new(); teams.names.len()],
            by_group: vec![Vec::new(); army.groups.len()],
            obstacles: Vec::new(),
            unsure_ids: army.unsure_ids || matches!(raw.obstacles, Field::Broken),
        };
        cast.add_units(raw, problems);
        cast.add_obstacles(raw, problems);
        cast
    }

    /// Whether a unit has nobody but friends among these; `false` where a broken entry hides it.
    pub fn is_friend_of_all(&self, unit: UnitId, others: &[UnitId]) -> bool {
        let team = |unit: &UnitId| self.army.units[unit.0 as usize].team;
        let is_friend = |other| Some(!self.teams.are_enemies(team(&unit)?, team(other)?)?);
        others.iter().all(|other| is_friend(other) == Some(true))
    }

    fn add_units(&mut self, raw: &'a RawLevel, problems: &mut Problems) {
        let entries: Vec<_> = raw.units.items().collect();
        let mut noted = None;
        for (unit, number) in self.army.units.iter().zip(0..) {
            let id = UnitId(number);
            if let Some(team) = unit.team {
                self.by_team[team].push(id);
            }
            if let Some(group) = unit.group {
                self.by_group[group].push(id);
            }
            let first = *self.ids.entry(unit.name.as_str()).or_insert(Target::Unit(id));
            let Target::Unit(first) = first else { continue };
            if first == id || noted == Some(unit.entry) {
                continue;
            }
            noted = Some(unit.entry);
            let (other, name) = (self.army.units[first.0 as usize].entry, quoted(&unit.name));
            let given = entries[unit.entry].get().and_then(|entry| entry.id.found());
            let at = given.map_or(unit.offset, |(_, at)| at);
            let said = format!("units[{other}] has the id {name} too; ids must differ");
            problems.add(at, format!("units[{}].id", unit.entry), said);
        }
        for (number, entry) in entries.iter().enumerate() {
            if let Some(entry) = entry.get()
                && !entry.block.is_absent()
                && let Some(id) = entry.id.get()
            {
                self.blocks.entry(&id.0).or_insert(number);
            }
        }
    }

    fn add_obstacles(&mut self, raw: &'a RawLevel, problems: &mut Problems) {
        for (field, index) in raw.obstacles.items().zip(0..) {
            let Some(obstacle) = field.get() else {
                self.unsure_ids = true;
                continue;
            };
            self.unsure_ids |= matches!(obstacle.id, Field::Broken);
            let Some((name, at)) = obstacle.id.found() else { continue };
            let target = Target::Obstacle(index);
            let first = *self.ids.entry(&name.0).or_insert(target);
            if first == target {
                self.obstacles.push(&name.0);
                continue;
            }
            let other = match first {
                Target::Unit(unit) => format!("units[{}]", self.army.units[unit.0 as usize].entry),
                Target::Obstacle(other) => format!("obstacles[{other}]"),
            };
            let said = format!("{other} has the id {} too; ids must differ", quoted(&name.0));
            problems.add(at, format!("obstacles[{index}].id"), said);
        }
    }

    fn known(&self) -> impl Iterator<Item = &str> + Clone {
        let units = self.army.units.iter().map(|unit| unit.name.as_str());
        units.chain(self.obstacles.iter().copied())
    }

    /// Notes an id that nobody has, unless a broken entry may have it.
    pub fn note_unknown(
        &self,
        name: &str,
        at: usize,
        path: String,
        hints: &mut Suggestions,
        problems: &mut Problems,
    ) {
        let is_generated = name.starts_with('#') || name.contains('.');
        if self.unsure_ids || (self.army.unsure_numbers && is_generated) {
            return;
        }
        let said = match self.blocks.get(name) {
            Some(entry) => format!(
                "{0} is the block units[{entry}]; name one of its units, such as `{1}.0`, or give the block a `group`",
                quoted(name),
                quoted(name).trim_matches('`')
            ),
            None => format!("unknown id {}{}", quoted(name), hints.after(name, self.known())),
        };
        problems.add(at, path, said);
    }

    /// The units that are meant, each once; `None` once a fault has been noted or where one may hide.
    pub fn units(
        &self,
        (who, path): (&Who, &str),
        hints: &mut Suggestions,
        problems: &mut Problems,
    ) -> Option<Vec<UnitId>> {
        match who {
            Who::All => Some((0..self.army.units.len() as u32).map(UnitId).collect()),
            Who::Ids(ids) => self.listed(ids, path, hints, problems),
            Who::Team(name, at) => match self.teams.index(name) {
                Some(team) => Some(self.by_team[team].clone()),
                None if self.teams.is_unsure() => None,
                None => {
                    let hint = hints.after(name, self.teams.known());
                    problems.add(*at, format!("{path}.team"), format!("unknown team {}{hint}", quoted(name)));
                    None
                }
            },
            Who::Group(name, at) => match self.army.groups.iter().position(|group| group == name) {
                Some(group) => Some(self.by_group[group].clone()),
                None if self.army.unsure_ids => None,
                None => {
                    let hint = hints.after(name, self.army.groups.iter().map(String::as_str));
                    let said = format!("no unit is in the group {}{hint}", quoted(name));
                    problems.add(*at, format!("{path}.group"), said);
                    None
                }
            },
        }
    }

    fn listed(
        &self,
        ids: &[Field<Name>],
        path: &str,
        hints: &mut Suggestions,
        problems: &mut Problems,
    ) -> Option<Vec<UnitId>> {
        let mut units = Vec::with_capacity(ids.len());
        let mut seen = HashSet::new();
        for (index, field) in ids.iter().enumerate() {
            let Some((name, at)) = field.found() else { continue };
            match self.ids.get(name.0.as_str()) {
                Some(Target::Unit(id)) => {
                    if seen.insert(*id) {
                        units.push(*id);
                    }
                }
                Some(Target::Obstacle(_)) => {
                    let said =
                        format!("{} is an obstacle; only units can be told to do something", quoted(&name.0));
                    problems.add(at, format!("{path}[{index}]"), said);
                }
                None => self.note_unknown(&name.0, at, format!("{path}[{index}]"), hints, problems),
            }
        }
        Some(units)
    }
}
