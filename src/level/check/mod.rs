//! Raw → checked: every part is checked on its own, what one part needs of a broken other is passed over in
//! silence.

pub(super) mod bodies;
mod cast;
mod goals;
mod map;
mod orders;
mod rosters;
mod units;

use super::problem::{Problems, Suggestions};
use super::raw::RawLevel;
use crate::level::definition::{Edit, Level};
use cast::Cast;
use std::path::Path;

/// The one format that there is.
const LEVEL_FORMAT: f64 = 1.0;

/// Checks all of a level; `None` once a fault has been noted.
pub(super) fn level(raw: &RawLevel, folder: Option<&Path>, problems: &mut Problems) -> Option<Level> {
    if let Some((format, at)) = raw.format.found()
        && format.0 != LEVEL_FORMAT
    {
        problems.add(at, "format", format!("format {} is not known; this program reads format 1", format.0));
        return None;
    }
    let grid = raw.map.get().and_then(|raw| map::grid(raw, folder, problems));
    let kinds = rosters::kinds(raw, problems);
    let teams = rosters::teams(raw, grid.as_ref(), problems);
    let army = units::expand(raw, &kinds, &teams, problems);
    let obstacles = units::obstacles(raw, grid.as_ref(), problems);
    let still: Vec<_> = obstacles.iter().flatten().cloned().collect();
    bodies::check(&army.units, &kinds, grid.as_ref(), &still, problems);
    let cast = Cast::new(raw, &army, &teams, problems);
    let mut suggestions = Suggestions::new();
    let orders = orders::orders(raw, &cast, grid.as_ref(), &mut suggestions, problems);
    let expect = orders::expect(raw, &cast, &mut suggestions, problems);
    let edits = edits(raw, grid.as_ref(), problems);
    let stage = goals::GoalSetting { cast: &cast, grid: grid.as_ref() };
    let scenario = goals::scenario(raw, &stage, &mut suggestions, problems);
    Some(Level {
        name: raw.name.get()?.clone(),
        description: raw.description.get().cloned().unwrap_or_default(),
        model: raw.model.get().map(|model| model.0).unwrap_or_default(),
        parameters: rosters::settings(&raw.parameters),
        controls: raw.controls.get().map(|controls| controls.0).unwrap_or_default(),
        grid: grid?,
        kinds: kinds.into_iter().map(|kind| kind.checked).collect::<Option<_>>()?,
        teams: teams.checked()?,
        units: army.units.into_iter().map(|unit| unit.checked()).collect::<Option<_>>()?,
        groups: army.groups,
        obstacles: obstacles.into_iter().collect::<Option<_>>()?,
        orders,
        edits,
        expect,
        scenario,
        fight: raw.fight.get().copied().unwrap_or_default(),
    })
}

/// The changes of the map, by time.
fn edits(raw: &RawLevel, grid: Option<&crate::grid::Grid>, problems: &mut Problems) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (index, edit) in raw.edits.items().enumerate() {
        let Some(edit) = edit.get() else { continue };
        let Some((area, at)) = edit.area.found() else { continue };
        let area = map::area_on(*area, at, &format!("edits[{index}].area"), grid, problems);
        if let (Some(area), Some(time), Some(tile)) = (area, edit.time.get(), edit.tile.get()) {
            edits.push(Edit { time: time.0 as f32, area, tile: tile.0 });
        }
    }
    edits.sort_by(|a, b| a.time.total_cmp(&b.time));
    edits
}
