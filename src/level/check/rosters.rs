//! Kinds and teams: what units may be of.

use super::super::problem::{Problems, Suggestions, quoted};
use super::super::raw::{RawKind, RawLevel, RawTeam};
use super::super::raw_parameters::RawParameters;
use super::super::raw_stance::RawStance;
use super::super::values::MAX_IN_ROSTER;
use super::map::area_on;
use crate::fight::rules::Arms;
use crate::fight::stance::Stance;
use crate::grid::Grid;
use crate::level::decode::{Field, Trail};
use crate::level::definition::{Kind, Team, built_in_kinds, default_teams};
use crate::movement::Setting;
use crate::unit::Body;
use std::collections::BTreeMap;

/// A kind that units may name; a broken one is known by name only.
pub(super) struct KindDraft {
    pub name: String,
    pub checked: Option<Kind>,
}

/// Built-in kinds with what the level changes, then the level's own.
pub(super) fn kinds(raw: &RawLevel, problems: &mut Problems) -> Vec<KindDraft> {
    let built_in = built_in_kinds();
    let mut kinds: Vec<_> =
        built_in.into_iter().map(|kind| KindDraft { name: kind.name.clone(), checked: Some(kind) }).collect();
    let Some((named, at)) = raw.kinds.found() else { return kinds };
    if named.0.len() > MAX_IN_ROSTER {
        problems.add(at, "kinds", format!("{} kinds; at most {MAX_IN_ROSTER} are allowed", named.0.len()));
        return kinds;
    }
    for (name, field) in &named.0 {
        let path = Trail::Key(&Trail::Key(&Trail::Root, "kinds"), name).to_string();
        let known = kinds.iter().position(|kind| kind.name == *name);
        let base = known.and_then(|index| kinds[index].checked.clone());
        let checked = field.get().and_then(|raw| kind(name, raw, base, &path, problems));
        let draft = KindDraft { name: name.clone(), checked };
        match known {
            Some(index) => kinds[index] = draft,
            None => kinds.push(draft),
        }
    }
    if named.0.iter().any(|(name, _)| name.is_empty()) {
        problems.add(at, "kinds", "a kind has an empty name; give it one");
    }
    kinds
}

/// One kind, over what is built in. A soft radius that only the built-in kind tells grows along with the
/// radius.
fn kind(name: &str, raw: &RawKind, base: Option<Kind>, path: &str, problems: &mut Problems) -> Option<Kind> {
    if base.is_none() {
        let required = [
            ("radius", raw.radius.is_absent()),
            ("speed", raw.speed.is_absent()),
            ("acceleration", raw.acceleration.is_absent()),
        ];
        for (key, _) in required.into_iter().filter(|(_, absent)| *absent) {
            let said = format!(
                "missing key `{key}`: a kind that is not built in needs radius, speed and acceleration"
            );
            problems.add(raw.start, format!("{path}.{key}"), said);
        }
    }
    let base = base.as_ref();
    let radius = value(&raw.radius, |radius| radius.0 as f32, base.map(|base| base.body.radius));
    if let (Some((soft, at)), Some(radius)) = (raw.soft_radius.found(), radius)
        && (soft.0 as f32) < radius
    {
        let said = format!("the soft radius is {}; it must be at least the radius, {radius} px", soft.0);
        problems.add(at, format!("{path}.soft_radius"), said);
        return None;
    }
    let radius = radius?;
    let body = Body {
        shape: value(
            &raw.shape,
            |shape| shape.0,
            Some(base.map(|base| base.body.shape).unwrap_or_default()),
        )?,
        radius,
        soft_radius: value(
            &raw.soft_radius,
            |soft| soft.0 as f32,
            Some(base.map_or(radius, |base| base.body.soft_radius.max(radius))),
        )?,
        speed: value(&raw.speed, |speed| speed.0 as f32, base.map(|base| base.body.speed))?,
        acceleration: value(
            &raw.acceleration,
            |number| number.0 as f32,
            base.map(|base| base.body.acceleration),
        )?,
        priority: value(
            &raw.priority,
            |number| number.0 as i32,
            Some(base.map_or(1, |base| base.body.priority)),
        )?,
    };
    let arms = arms(raw, base.map(|base| base.arms).unwrap_or_default())?;
    Some(Kind { name: name.to_owned(), body, arms })
}

/// What a kind brings to a fight.
fn arms(raw: &RawKind, base: Arms) -> Option<Arms> {
    Some(Arms {
        strength: value(&raw.strength, |strength| strength.0 as f32, Some(base.strength))?,
        attack: value(&raw.attack, |attack| attack.0 as f32, Some(base.attack))?,
        reach: value(&raw.reach, |reach| reach.0 as f32, Some(base.reach))?,
    })
}

/// What the field says, `otherwise` where it is absent, `None` where it is broken.
fn value<T, U>(field: &Field<T>, read: impl Fn(&T) -> U, otherwise: Option<U>) -> Option<U> {
    match field {
        Field::Found(found, _) => Some(read(found)),
        Field::Absent => otherwise,
        Field::Broken => None,
    }
}

/// The teams that units may name.
pub(super) struct Teams {
    /// Names by index; `None` where a team's name is broken.
    pub names: Vec<Option<String>>,
    checked: Option<Vec<Team>>,
}

impl Teams {
    pub fn checked(self) -> Option<Vec<Team>> {
        self.checked
    }

    pub fn known(&self) -> impl Iterator<Item = &str> + Clone {
        self.names.iter().flatten().map(String::as_str)
    }

    /// Whether two teams, by index, are enemies; `None` while a team is broken.
    pub fn are_enemies(&self, one: usize, other: usize) -> Option<bool> {
        Some(self.checked.as_ref()?.get(one)?.enemies.contains(&other))
    }

    /// A team by its name.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known.as_deref() == Some(name))
    }

    /// Whether a name that is not known may belong to a team that is broken.
    pub fn is_unsure(&self) -> bool {
        self.checked.is_none() && self.names.iter().any(Option::is_none)
    }
}

/// The level's teams, or red and blue.
pub(super) fn teams(raw: &RawLevel, grid: Option<&Grid>, problems: &mut Problems) -> Teams {
    let (fields, at) = match &raw.teams {
        Field::Found(fields, at) => (fields, *at),
        Field::Broken => return Teams { names: vec![None], checked: None },
        Field::Absent => {
            let teams = default_teams();
            return Teams {
                names: teams.iter().map(|team| Some(team.name.clone())).collect(),
                checked: Some(teams),
            };
        }
    };
    if fields.is_empty() || fields.len() > MAX_IN_ROSTER {
        problems.add(
            at,
            "teams",
            format!("{} teams; write from 1 to {MAX_IN_ROSTER}, or leave the key away", fields.len()),
        );
        return Teams { names: vec![None], checked: None };
    }
    let name = |field: &Field<RawTeam>| field.get()?.name.get().map(|name| name.0.clone());
    let names: Vec<Option<String>> = fields.iter().map(name).collect();
    note_equal_names(raw, problems);
    let mut teams = Teams { names, checked: None };
    let enemies = enemies(raw, &teams, problems);
    let stances: Vec<Option<Stance>> =
        fields.iter().enumerate().map(|(index, team)| stance(team.get()?, index, grid, problems)).collect();
    teams.checked = fields
        .iter()
        .zip(enemies)
        .zip(stances)
        .map(|((field, enemies), stance)| {
            let team = field.get()?;
            let parameters = settings(&team.parameters);
            let (name, color, stance) = (team.name.get()?.0.clone(), team.color.get()?.0, stance?);
            Some(Team { name, color, enemies, parameters, stance })
        })
        .collect();
    teams
}

/// Who leads a team; `None` once a fault has been noted.
fn stance(team: &RawTeam, index: usize, grid: Option<&Grid>, problems: &mut Problems) -> Option<Stance> {
    match &team.stance {
        Field::Absent | Field::Found(RawStance::Orders, _) => Some(Stance::Orders),
        Field::Broken => None,
        Field::Found(RawStance::Stand, _) => Some(Stance::Stand),
        Field::Found(RawStance::Hunt, _) => Some(Stance::Hunt),
        Field::Found(RawStance::Guard(guard), _) => {
            let (area, at) = guard.guard.found()?;
            let path = format!("teams[{index}].stance.guard");
            area_on(*area, at, &path, grid, problems).map(Stance::Guard)
        }
    }
}

/// The parameters that a field sets.
pub(super) fn settings(field: &Field<RawParameters>) -> Vec<Setting> {
    field.get().map(|parameters| parameters.0.clone()).unwrap_or_default()
}

/// Notes teams of one name.
fn note_equal_names(raw: &RawLevel, problems: &mut Problems) {
    let mut seen = BTreeMap::new();
    for (index, team) in raw.teams.items().enumerate() {
        let Some((name, at)) = team.get().and_then(|team| team.name.found()) else { continue };
        if let Some(first) = seen.insert(&name.0, index) {
            let said =
                format!("teams[{first}] is called {} too; names of teams must differ", quoted(&name.0));
            problems.add(at, format!("teams[{index}].name"), said);
        }
    }
}

/// The enemies of each team, entered on both sides, in order.
fn enemies(raw: &RawLevel, teams: &Teams, problems: &mut Problems) -> Vec<Vec<usize>> {
    let mut enemies = vec![Vec::new(); teams.names.len()];
    let mut suggestions = Suggestions::new();
    for (index, team) in raw.teams.items().enumerate() {
        let Some(team) = team.get() else { continue };
        for (place, (name, at)) in
            team.enemies.items().enumerate().filter_map(|(i, name)| Some((i, name.found()?)))
        {
            let path = format!("teams[{index}].enemies[{place}]");
            match teams.index(&name.0) {
                Some(enemy) if enemy == index => problems.add(at, path, "a team cannot be its own enemy"),
                Some(enemy) => {
                    enemies[index].push(enemy);
                    enemies[enemy].push(index);
                }
                None if teams.is_unsure() => {}
                None => {
                    let hint = suggestions.after(&name.0, teams.known());
                    problems.add(at, path, format!("unknown team {}{hint}", quoted(&name.0)));
                }
            }
        }
    }
    for list in &mut enemies {
        list.sort_unstable();
        list.dedup();
    }
    enemies
}
