//! What a level asks of its player.

use super::super::decode::Field;
use super::super::problem::{Problems, Suggestions, quoted};
use super::super::raw::RawLevel;
use super::super::raw_goals::{GOAL_KEYS as GOAL_KINDS, RawGoal, RawLimit, RawMedals};
use super::super::values::{Count, Duration, RawArea};
use super::super::who::Who;
use super::cast::Cast;
use super::map::area_on;
use crate::grid::{Area, Grid};
use crate::ids::UnitId;
use crate::level::goal::{Goal, Limit, Medals, Scenario, Wanted};

/// What the goals are checked against.
pub(super) struct GoalSetting<'a> {
    pub cast: &'a Cast<'a>,
    pub grid: Option<&'a Grid>,
}

/// The player's team, goals, medals and limits; what is wrong with one of them does not hide the others.
pub(super) fn scenario(
    raw: &RawLevel,
    stage: &GoalSetting,
    hints: &mut Suggestions,
    problems: &mut Problems,
) -> Scenario {
    let player =
        raw.player.found().and_then(|(name, at)| team((&name.0, at), "player", stage.cast, hints, problems));
    let goals = raw.goals.items().enumerate().filter_map(|(index, field)| {
        let (goal, path) = (field.get()?, format!("goals[{index}]"));
        let wanted = GoalReader { path: &path, stage, hints, problems }.wanted(goal)?;
        Some(Goal { wanted, text: goal.text.get().cloned().filter(|text| !text.is_empty()) })
    });
    let goals: Vec<Goal> = goals.collect();
    if let Some((_, at)) = raw.goals.found()
        && !goals.is_empty()
        && goals.iter().all(|goal| matches!(goal.wanted, Wanted::Keep { .. }))
    {
        let said = "only `keep`: nothing is to be reached, so that all is at once; add another kind of goal";
        problems.add(at, "goals", said);
    }
    if raw.goals.get().is_none_or(Vec::is_empty) && !matches!(raw.goals, Field::Broken) {
        for (key, at) in [
            ("medals", raw.medals.found().map(|found| found.1)),
            ("limit", raw.limit.found().map(|found| found.1)),
        ] {
            if let Some(at) = at {
                problems.add(
                    at,
                    key,
                    format!("`{key}` of a level without goals; add `goals`, or leave it away"),
                );
            }
        }
    }
    let medals = raw.medals.get();
    Scenario {
        player,
        goals,
        medals: medals.map(|raw| self::medals(raw, problems)).unwrap_or_default(),
        limit: limit(raw, medals, problems),
    }
}

/// A team by its name.
fn team(
    (name, at): (&str, usize),
    path: &str,
    cast: &Cast,
    hints: &mut Suggestions,
    problems: &mut Problems,
) -> Option<usize> {
    let known = cast.teams.index(name);
    if known.is_none() && !cast.teams.is_unsure() {
        let hint = hints.after(name, cast.teams.known());
        problems.add(at, path, format!("unknown team {}{hint}", quoted(name)));
    }
    known
}

/// One goal that is read.
struct GoalReader<'a, 'b> {
    path: &'a str,
    stage: &'a GoalSetting<'a>,
    hints: &'a mut Suggestions,
    problems: &'a mut Problems<'b>,
}

impl GoalReader<'_, '_> {
    /// What the goal wants; `None` once a fault has been noted.
    fn wanted(&mut self, goal: &RawGoal) -> Option<Wanted> {
        note_strange_keys(goal, self.path, self.problems)?;
        if !goal.bring.is_absent() {
            let (to, who) = (self.open_area(&goal.to, "to"), self.units(&goal.bring, "bring")?);
            let count = self.count(&goal.count, "count", &who);
            let within = goal.within.get().map(|time| time.0 as f32);
            Some(Wanted::Bring { count, who, to: to?, within })
        } else if !goal.hold.is_absent() {
            let area = self.open_area(&goal.hold, "hold")?;
            Some(Wanted::Hold { area, seconds: goal.seconds.get()?.0 as f32 })
        } else if !goal.shut.is_absent() {
            // A wall may stand in it already: then it is shut as long as nobody breaks it.
            let area = self.area(&goal.shut, "shut");
            let (name, at) = goal.against.found()?;
            let path = format!("{}.against", self.path);
            let against = team((&name.0, at), &path, self.stage.cast, self.hints, self.problems);
            Some(Wanted::Shut { area: area?, against: against?, seconds: goal.seconds.get()?.0 as f32 })
        } else if !goal.keep.is_absent() {
            let who = self.units(&goal.keep, "keep")?;
            Some(Wanted::Keep { at_least: self.count(&goal.at_least, "at_least", &who), who })
        } else if !goal.defeat.is_absent() {
            Some(Wanted::Defeat { who: self.units(&goal.defeat, "defeat")? })
        } else {
            let deed = goal.deed.get()?.0;
            Some(Wanted::Do { deed, count: goal.count.get().map_or(1, |count| count.0 as usize) })
        }
    }

    fn area(&mut self, field: &Field<RawArea>, key: &str) -> Option<Area> {
        let (area, at) = field.found()?;
        area_on(*area, at, &format!("{}.{key}", self.path), self.stage.grid, self.problems)
    }

    /// An area that somebody can be in.
    fn open_area(&mut self, field: &Field<RawArea>, key: &str) -> Option<Area> {
        let (area, (_, at)) = (self.area(field, key)?, field.found()?);
        let is_blocked = |grid: &&Grid| {
            !area.tiles().any(|(column, row)| grid.tile(column, row).is_some_and(|tile| !tile.is_blocked()))
        };
        if self.stage.grid.filter(is_blocked).is_some() {
            let said = "every tile of the area is blocked: nobody can be there";
            self.problems.add(at, format!("{}.{key}", self.path), said);
        }
        Some(area)
    }

    /// Units, one at least.
    fn units(&mut self, field: &Field<Who>, key: &str) -> Option<Vec<UnitId>> {
        let (who, at) = field.found()?;
        let path = format!("{}.{key}", self.path);
        let units = self.stage.cast.units((who, &path), self.hints, self.problems)?;
        // Of ids that are not known each is told already.
        if units.is_empty() && !matches!(who, Who::Ids(_)) {
            self.problems.add(at, path, "names nobody: no unit is in it");
        }
        Some(units).filter(|units| !units.is_empty())
    }

    /// How many of these units are asked for: all unless told.
    fn count(&mut self, field: &Field<Count>, key: &str, units: &[UnitId]) -> usize {
        let Some((count, at)) = field.found() else { return units.len() };
        let (count, most) = (count.0 as usize, units.len());
        if count > most {
            let said = format!("{count} of {most} units; at most {most} can be asked for");
            self.problems.add(at, format!("{}.{key}", self.path), said);
        }
        count
    }
}

/// Notes the keys that a goal lacks, and those that belong to another kind; `None` where it is of no kind.
fn note_strange_keys(goal: &RawGoal, path: &str, problems: &mut Problems) -> Option<()> {
    let given = [
        ("bring", !goal.bring.is_absent()),
        ("hold", !goal.hold.is_absent()),
        ("shut", !goal.shut.is_absent()),
        ("keep", !goal.keep.is_absent()),
        ("defeat", !goal.defeat.is_absent()),
        ("do", !goal.deed.is_absent()),
        ("to", !goal.to.is_absent()),
        ("count", !goal.count.is_absent()),
        ("within", !goal.within.is_absent()),
        ("for", !goal.seconds.is_absent()),
        ("against", !goal.against.is_absent()),
        ("at_least", !goal.at_least.is_absent()),
    ];
    let (kinds, others) = given.split_at(GOAL_KINDS.len());
    problems.exactly_one(kinds, goal.start, path);
    let mut present = kinds.iter().filter(|(_, present)| *present);
    let (Some((kind, _)), None) = (present.next(), present.next()) else { return None };
    let (_, needs, may) = GOAL_KINDS.iter().find(|(name, ..)| name == kind)?;
    let mut is_whole = Some(());
    for &(key, is_given) in others {
        if !is_given && needs.contains(&key) {
            let said = format!("missing key `{key}`: a goal of the kind `{kind}` needs it");
            problems.add(goal.start, format!("{path}.{key}"), said);
            is_whole = None;
        }
        if is_given && !needs.contains(&key) && !may.contains(&key) {
            let owners =
                GOAL_KINDS.iter().filter(|(_, needs, may)| needs.contains(&key) || may.contains(&key));
            let owners: Vec<String> = owners.map(|(owner, ..)| format!("`{owner}`")).collect();
            let said =
                format!("`{key}` belongs to {}; this goal is of the kind `{kind}`", owners.join(" and "));
            problems.add(goal.start, format!("{path}.{key}"), said);
        }
    }
    is_whole
}

/// The times for medals, each not less than that of the better one.
fn medals(raw: &RawMedals, problems: &mut Problems) -> Medals {
    let times = [("gold", &raw.gold), ("silver", &raw.silver), ("bronze", &raw.bronze)];
    let mut best: Option<(&str, f64)> = None;
    for (name, field) in times {
        let Some((time, at)) = field.found() else { continue };
        if let Some((better, seconds)) = best.filter(|(_, seconds)| time.0 < *seconds) {
            let said = format!(
                "{} s for {name} is less than {seconds} s for {better}; give {seconds} s or more",
                time.0
            );
            problems.add(at, format!("medals.{name}"), said);
        }
        best = Some((name, time.0));
    }
    let seconds = |field: &Field<Duration>| field.get().map(|time| time.0 as f32);
    Medals { gold: seconds(&raw.gold), silver: seconds(&raw.silver), bronze: seconds(&raw.bronze) }
}

/// What may be spent; told once, beside the medals or among them.
fn limit(raw: &RawLevel, medals: Option<&RawMedals>, problems: &mut Problems) -> Limit {
    let among = medals.and_then(|medals| medals.limit.found());
    if let (Some((_, at)), Some(_)) = (raw.limit.found(), among) {
        problems.add(at, "limit", "`limit` is told in `medals` too; keep one of the two");
    }
    let told: Option<&RawLimit> = raw.limit.get().or(among.map(|(limit, _)| limit));
    let Some(told) = told else { return Limit::default() };
    Limit {
        orders: told.orders.get().map(|number| number.0 as usize),
        tiles: told.tiles.get().map(|number| number.0 as usize),
    }
}
