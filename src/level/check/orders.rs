//! Who is named by orders and claims, and what orders say.

use super::super::decode::{Field, Name};
use super::super::problem::{Problems, Suggestions, quoted};
use super::super::raw::{Do, RawLevel, RawOrder, Who};
use super::super::values::Place;
use super::rosters::Teams;
use super::units::{Army, extent, px};
use crate::grid::Grid;
use crate::ids::{Target, UnitId};
use crate::level::definition::{Controls, Expect, MAX_ORDERED_UNITS, TimedOrder};
use crate::order::{Command, Manner, Order};
use glam::Vec2;
use std::collections::HashMap;

/// Everybody who can be named.
pub(super) struct Cast<'a> {
    army: &'a Army,
    teams: &'a Teams,
    ids: HashMap<&'a str, Target>,
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
    fn note_unknown(
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
    fn units(
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
        let mut seen = std::collections::HashSet::new();
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

/// The orders by time; one to nobody, such as a team without units, is left out.
pub(super) fn orders(
    raw: &RawLevel,
    cast: &Cast,
    grid: Option<&Grid>,
    hints: &mut Suggestions,
    problems: &mut Problems,
) -> Vec<TimedOrder> {
    let mut orders = Vec::new();
    let mut total = 0;
    for (index, field) in raw.orders.items().enumerate() {
        let Some(order) = field.get() else { continue };
        let path = format!("orders[{index}]");
        let command = command(order, &path, cast, grid, hints, problems);
        let Some(who) = order.who.get() else { continue };
        let units = cast.units((who, &format!("{path}.who")), hints, problems);
        let (Some(units), Some(command)) = (units, command) else { continue };
        let units = without_target(units, &command, (order, who, &path), problems);
        total += units.len();
        if total > MAX_ORDERED_UNITS {
            let said = format!("all orders together name over {MAX_ORDERED_UNITS} units; give fewer orders");
            problems.add(order.start, &path, said);
            break;
        }
        if units.is_empty() {
            continue;
        }
        let time = order.time.get().map_or(0.0, |time| time.0 as f32);
        let queue = order.queue.get().copied().unwrap_or_default();
        orders.push(TimedOrder { time, order: Order { units, command, queue } });
    }
    if let Some((controls, at)) = raw.controls.found()
        && controls.0 == Controls::TwoGroups
        && cast.teams.names.len() < 2
    {
        problems.add(
            at,
            "controls",
            "`two_groups` sends the first and the second team; the level has only one",
        );
    }
    orders.sort_by(|a, b| a.time.total_cmp(&b.time));
    orders
}

/// Nobody follows itself: one that is named is a fault, one that is meant with its team or group stays where it is.
fn without_target(
    mut units: Vec<UnitId>,
    command: &Command,
    (order, who, path): (&RawOrder, &Who, &str),
    problems: &mut Problems,
) -> Vec<UnitId> {
    if let Command::Follow { target: Target::Unit(target) } = command {
        let before = units.len();
        units.retain(|unit| unit != target);
        let is_named = matches!(who, Who::Ids(_)) || units.is_empty();
        if units.len() < before
            && is_named
            && let Some((name, at)) = order.target.found()
        {
            problems.add(at, format!("{path}.target"), format!("{} cannot follow itself", quoted(&name.0)));
        }
    }
    units
}

/// What an order says; `None` once a fault has been noted.
fn command(
    order: &RawOrder,
    path: &str,
    cast: &Cast,
    grid: Option<&Grid>,
    hints: &mut Suggestions,
    problems: &mut Problems,
) -> Option<Command> {
    let action = order.action.get()?.0;
    note_strange_keys(order, action, path, problems);
    match action {
        Do::Move => {
            let (to, at) = order.to.found()?;
            Some(Command::Move {
                to: on_map(*to, at, format!("{path}.to"), grid, problems)?,
                each: order.each.get().copied().unwrap_or_default(),
                formation: order.formation.get().map(|formation| formation.0).unwrap_or_default(),
                manner: Manner {
                    pace: order.pace.get().map(|pace| pace.0).unwrap_or_default(),
                    facing: order.facing.get().map(|facing| facing.0 as f32),
                    frontage: order.frontage.get().map(|frontage| frontage.0 as f32),
                },
            })
        }
        Do::Patrol => {
            let (route, at) = order.route.found()?;
            if route.is_empty() {
                problems.add(
                    at,
                    format!("{path}.route"),
                    "an empty route leads nowhere; write at least one place",
                );
            }
            let place = |(index, field): (usize, &Field<Place>)| {
                let (place, at) = field.found()?;
                on_map(*place, at, format!("{path}.route[{index}]"), grid, problems)
            };
            // All places are looked at before one that is broken ends the order.
            let places: Vec<Option<Vec2>> = route.iter().enumerate().map(place).collect();
            Some(Command::Patrol { route: places.into_iter().collect::<Option<_>>()? })
        }
        Do::Follow => {
            let (name, at) = order.target.found()?;
            let Some(target) = cast.ids.get(name.0.as_str()) else {
                cast.note_unknown(&name.0, at, format!("{path}.target"), hints, problems);
                return None;
            };
            Some(Command::Follow { target: *target })
        }
        Do::Stop => Some(Command::Stop),
        Do::Hold => Some(Command::Hold),
    }
}

/// Notes the key that an order lacks, and those that belong to another kind of order.
fn note_strange_keys(order: &RawOrder, action: Do, path: &str, problems: &mut Problems) {
    let keys = [
        ("to", Do::Move, order.to.is_absent()),
        ("route", Do::Patrol, order.route.is_absent()),
        ("target", Do::Follow, order.target.is_absent()),
    ];
    for (key, owner, is_absent) in keys {
        let owner_name = format!("{owner:?}").to_lowercase();
        if owner == action && is_absent {
            problems.add(
                order.start,
                format!("{path}.{key}"),
                format!("missing key `{key}`: a {owner_name} needs it"),
            );
        }
        if owner != action && !is_absent {
            let action = format!("{action:?}").to_lowercase();
            let said = format!("`{key}` belongs to `{owner_name}`; this order is a `{action}`");
            problems.add(order.start, format!("{path}.{key}"), said);
        }
    }
}

/// A place of an order in px, if it is on the map (its rim included).
fn on_map(
    place: Place,
    at: usize,
    path: String,
    grid: Option<&Grid>,
    problems: &mut Problems,
) -> Option<Vec2> {
    let place_px = px(place.0);
    if let Some(grid) = grid
        && place_px != place_px.clamp(glam::DVec2::ZERO, grid.size().as_dvec2())
    {
        let [x, y] = place.0;
        problems.add(at, path, format!("[{x}, {y}] is outside the map{}", extent(grid)));
        return None;
    }
    Some(place_px.as_vec2())
}

/// What the level claims about itself.
pub(super) fn expect(
    raw: &RawLevel,
    cast: &Cast,
    hints: &mut Suggestions,
    problems: &mut Problems,
) -> Option<Expect> {
    let raw = raw.expect.get()?;
    let home = raw.home.get().and_then(|who| cast.units((who, "expect.home"), hints, problems));
    Some(Expect {
        within: raw.within.get().map(|time| time.0 as f32),
        arrived: raw.arrived.get().map(|fraction| fraction.0 as f32),
        overlap: raw.overlap.get().map(|depth| depth.0 as f32),
        home: home.unwrap_or_default().into_iter().map(|unit| unit.0 as usize).collect(),
        together: raw.together.get().map(|time| time.0 as f32),
        models: raw.models.items().filter_map(|model| model.get()).map(|model| model.0).collect(),
    })
}
