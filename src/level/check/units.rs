//! Units and obstacles: entries of the file taken apart into single units with names.

use super::super::decode::{Field, Name};
use super::super::problem::{Problems, Suggestions, quoted};
use super::super::raw::{RawBlock, RawLevel, RawObstacle, RawOrbit, RawUnit};
use super::super::values::SHORTEST_PERIOD;
use super::rosters::{KindDraft, Teams, settings};
use crate::grid::{Grid, TILE};
use crate::level::definition::{MAX_OBSTACLES, MAX_UNITS, UnitSpec};
use crate::movement::Setting;
use crate::obstacles::{ObstacleMotion, ObstacleSpec};
use crate::unit::ModelName;
use glam::{DVec2, Vec2};
use std::collections::BTreeMap;

/// A unit as far as it is sound.
#[derive(Clone, Debug)]
pub(super) struct UnitDraft {
    pub name: String,
    /// Its entry in the file's `units`.
    pub entry: usize,
    /// Whether the entry is a block.
    pub in_block: bool,
    /// Byte offset of its place or block.
    pub offset: usize,
    pub kind: Option<usize>,
    pub team: Option<usize>,
    pub group: Option<usize>,
    /// Centre, px. In `f64`: at the far rim of a large map two units that touch would else seem to overlap.
    pub at: Option<DVec2>,
    facing: Option<f32>,
    priority: Option<i32>,
    strength: Option<f32>,
    model: Option<ModelName>,
    parameters: Vec<Setting>,
}

impl UnitDraft {
    pub fn checked(self) -> Option<UnitSpec> {
        Some(UnitSpec {
            name: self.name,
            kind: self.kind?,
            team: self.team?,
            group: self.group,
            at: self.at?.as_vec2(),
            facing: self.facing,
            priority: self.priority,
            strength: self.strength,
            model: self.model,
            parameters: self.parameters,
        })
    }

    /// Where its place stands in the document.
    pub fn path(&self) -> String {
        format!("units[{}].{}", self.entry, if self.in_block { "block" } else { "at" })
    }
}

/// All units of a level.
#[derive(Default)]
pub(super) struct Army {
    pub units: Vec<UnitDraft>,
    pub groups: Vec<String>,
    /// An entry is so broken that ids may be missing.
    pub unsure_ids: bool,
    /// An entry is so broken that the numbers of `#n` and `ID.i` may be off.
    pub unsure_numbers: bool,
}

/// Takes the entries of `units` apart; nothing is made of more than [`MAX_UNITS`].
pub(super) fn expand(raw: &RawLevel, kinds: &[KindDraft], teams: &Teams, problems: &mut Problems) -> Army {
    let mut army = Army::default();
    let total = raw.units.items().map(size).fold(0_u64, u64::saturating_add);
    if let (Some((_, at)), true) = (raw.units.found(), total > MAX_UNITS as u64) {
        problems.add(at, "units", format!("{total} units; a level has at most {MAX_UNITS}"));
        (army.unsure_ids, army.unsure_numbers) = (true, true);
    }
    let mut names = Lookup { kinds, teams, groups: BTreeMap::new(), suggestions: Suggestions::new() };
    for (entry, field) in raw.units.items().enumerate() {
        let Some(unit) = field.get() else {
            (army.unsure_ids, army.unsure_numbers) = (true, true);
            continue;
        };
        army.unsure_ids |= matches!(unit.id, Field::Broken);
        let given = [("at", !unit.at.is_absent()), ("block", !unit.block.is_absent())];
        problems.exactly_one(&given, unit.start, &format!("units[{entry}]"));
        let template = names.template(unit, entry, &mut army.groups, problems);
        if total <= MAX_UNITS as u64 {
            army.add(unit, template);
        }
    }
    army.unsure_ids |= matches!(raw.units, Field::Broken);
    army
}

/// How many units an entry makes.
fn size(entry: &Field<RawUnit>) -> u64 {
    let block = entry.get().and_then(|unit| unit.block.get());
    block.and_then(dimensions).map_or(1, |(columns, rows)| columns * rows)
}

fn dimensions(block: &RawBlock) -> Option<(u64, u64)> {
    Some((block.columns.get()?.0 as u64, block.rows.get()?.0 as u64))
}

impl Army {
    /// Adds the units of one entry.
    fn add(&mut self, unit: &RawUnit, template: UnitDraft) {
        let id = unit.id.get().map(|id| id.0.as_str());
        let named = |number: usize| id.map_or_else(|| format!("#{number}"), String::from);
        let Some(block) = unit.block.get() else {
            self.unsure_numbers |= matches!(unit.block, Field::Broken);
            let at = unit.at.get().map(|place| px(place.0));
            let name = named(self.units.len());
            self.units.push(UnitDraft { name, at, ..template });
            return;
        };
        let Some((columns, rows)) = dimensions(block) else {
            self.unsure_numbers = true;
            return;
        };
        let from = block.from.get().map(|place| px(place.0));
        let spacing = block.spacing.get().map(|spacing| spacing.0);
        for index in 0..columns * rows {
            let step = DVec2::new((index % columns) as f64, (index / columns) as f64);
            let at = from.zip(spacing).map(|(from, spacing)| from + step * spacing);
            let name = id.map_or_else(|| named(self.units.len()), |id| format!("{id}.{index}"));
            self.units.push(UnitDraft { name, at, ..template.clone() });
        }
    }
}

/// A place in tiles as px.
pub(super) fn px(place: [f64; 2]) -> DVec2 {
    DVec2::from_array(place) * f64::from(TILE)
}

/// What units may name.
struct Lookup<'a> {
    kinds: &'a [KindDraft],
    teams: &'a Teams,
    groups: BTreeMap<String, usize>,
    suggestions: Suggestions,
}

impl Lookup<'_> {
    /// What all units of an entry have in common.
    fn template(
        &mut self,
        unit: &RawUnit,
        entry: usize,
        groups: &mut Vec<String>,
        problems: &mut Problems,
    ) -> UnitDraft {
        let place = unit.block.found().map(|(_, at)| at).or(unit.at.found().map(|(_, at)| at));
        let kind = self.kind(&unit.kind, entry, problems);
        UnitDraft {
            name: String::new(),
            entry,
            in_block: !unit.block.is_absent(),
            offset: place.unwrap_or(unit.start),
            strength: self.strength(unit, kind, entry, problems),
            kind,
            team: self.team(&unit.team, entry, problems),
            group: unit.group.get().map(|group| self.group(&group.0, groups)),
            at: None,
            facing: unit.facing.get().map(|facing| facing.0 as f32),
            priority: unit.priority.get().map(|priority| priority.0 as i32),
            model: unit.model.get().map(|model| model.0),
            parameters: settings(&unit.parameters),
        }
    }

    fn kind(&mut self, name: &Field<Name>, entry: usize, problems: &mut Problems) -> Option<usize> {
        let (name, at) = name.found()?;
        let known = self.kinds.iter().position(|kind| kind.name == name.0);
        if known.is_none() {
            let hint = self.suggestions.after(&name.0, self.kinds.iter().map(|kind| kind.name.as_str()));
            problems.add(
                at,
                format!("units[{entry}].kind"),
                format!("unknown kind {}{hint}", quoted(&name.0)),
            );
        }
        known
    }

    /// What a unit has left of its kind's strength.
    fn strength(
        &self,
        unit: &RawUnit,
        kind: Option<usize>,
        entry: usize,
        problems: &mut Problems,
    ) -> Option<f32> {
        let (strength, at) = unit.strength.found()?;
        let kind = self.kinds[kind?].checked.as_ref()?;
        let (left, most) = (strength.0 as f32, kind.arms.strength);
        if left > most {
            let said =
                format!("{left} is more than the strength of its kind, {most}; raise that of the kind");
            problems.add(at, format!("units[{entry}].strength"), said);
        }
        Some(left)
    }

    fn team(&mut self, name: &Field<Name>, entry: usize, problems: &mut Problems) -> Option<usize> {
        let (name, at) = name.found()?;
        let known = self.teams.index(&name.0);
        if known.is_none() && !self.teams.is_unsure() {
            let hint = self.suggestions.after(&name.0, self.teams.known());
            problems.add(
                at,
                format!("units[{entry}].team"),
                format!("unknown team {}{hint}", quoted(&name.0)),
            );
        }
        known
    }

    fn group(&mut self, name: &str, groups: &mut Vec<String>) -> usize {
        if let Some(index) = self.groups.get(name) {
            return *index;
        }
        groups.push(name.to_owned());
        self.groups.insert(name.to_owned(), groups.len() - 1);
        groups.len() - 1
    }
}

/// The obstacles in their order; `None` where one is broken.
pub(super) fn obstacles(
    raw: &RawLevel,
    grid: Option<&Grid>,
    problems: &mut Problems,
) -> Vec<Option<ObstacleSpec>> {
    if let Some((obstacles, at)) = raw.obstacles.found()
        && obstacles.len() > MAX_OBSTACLES
    {
        problems.add(
            at,
            "obstacles",
            format!("{} obstacles; a level has at most {MAX_OBSTACLES}", obstacles.len()),
        );
        return vec![None];
    }
    let each = |(index, field): (usize, &Field<RawObstacle>)| obstacle(field.get()?, index, grid, problems);
    raw.obstacles.items().enumerate().map(each).collect()
}

fn obstacle(
    raw: &RawObstacle,
    index: usize,
    grid: Option<&Grid>,
    problems: &mut Problems,
) -> Option<ObstacleSpec> {
    let given = [("at", !raw.at.is_absent()), ("orbit", !raw.orbit.is_absent())];
    problems.exactly_one(&given, raw.start, &format!("obstacles[{index}]"));
    let radius = raw.radius.get().map(|radius| radius.0 as f32);
    let motion = match (raw.at.found(), raw.orbit.get()) {
        (Some((place, at)), None) => {
            let center = px(place.0).as_vec2();
            if let (Some(grid), Some(radius)) = (grid, radius)
                && center != (center.clamp(Vec2::splat(-radius), grid.size() + radius))
            {
                problems.add(
                    at,
                    format!("obstacles[{index}].at"),
                    format!("lies off the map{}", extent(grid)),
                );
            }
            ObstacleMotion::Still(center)
        }
        (None, Some(raw)) => orbit(raw, index, problems)?,
        _ => return None,
    };
    let name = match &raw.id {
        Field::Found(name, _) => name.0.clone(),
        Field::Absent => String::new(),
        Field::Broken => return None,
    };
    Some(ObstacleSpec { name, radius: radius?, motion })
}

fn orbit(raw: &RawOrbit, index: usize, problems: &mut Problems) -> Option<ObstacleMotion> {
    let (period, at) = raw.period.found()?;
    if period.0.abs() < SHORTEST_PERIOD {
        let said = format!(
            "a turn of {} s is too short; a period is at least {SHORTEST_PERIOD} s, negative to turn the other way",
            period.0
        );
        problems.add(at, format!("obstacles[{index}].orbit.period"), said);
        return None;
    }
    if matches!(raw.phase, Field::Broken) {
        return None;
    }
    Some(ObstacleMotion::Orbit {
        center: px(raw.center.get()?.0).as_vec2(),
        radii: px(raw.radii.get()?.0).as_vec2(),
        period: period.0 as f32,
        phase: raw.phase.get().map_or(0.0, |phase| phase.0 as f32),
    })
}

/// The size of the map, as the tail of a message.
pub(super) fn extent(grid: &Grid) -> String {
    format!(", which reaches from [0, 0] to [{}, {}]", grid.columns(), grid.rows())
}
