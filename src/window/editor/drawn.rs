//! The editor's pencil over the map: what the tool in hand is about to do, orders, faults at their places,
//! and where a kind cannot come.

use super::{Editor, EditorTool, HeldStroke};
use crate::editor::reach::{Reach, reach};
use crate::fight::stance::Stance;
use crate::grid::{Area, Grid, TILE};
use crate::level::Level;
use crate::order::Command;
use crate::picture::hand::Brush;
use crate::picture::svg::Style;
use crate::window::building::color_of;
use crate::window::camera::middle;
use crate::window::draw::counter::Ring;
use crate::window::draw::pencil::Pencil;
use crate::window::hands::CLICK_REACH;
use crate::window::play::Play;
use crate::window::theme;
use glam::{Vec2, vec2};

/// Beyond so many tiles of a stroke only their rectangle would be seen.
const MAX_TILES: usize = 4000;

/// Draws it all; `pointer` in points, `None` over a card.
pub fn draw(pencil: &mut Pencil, play: &Play, editor: &mut Editor, pointer: Option<Vec2>) {
    if editor.shows_reach && editor.tool == EditorTool::Units {
        unreached(pencil, play, editor);
    }
    orders(pencil, play);
    changes(pencil, play);
    wrong_fields(pencil, play, editor);
    if let Some(pointer) = pointer {
        let at = pencil.camera.to_world(pointer);
        let stroke = editor.stroke.map(|stroke| HeldStroke { to: at, ..stroke });
        let here = HeldStroke { clears: false, from: at, to: at, moves: false };
        let (column, row) = Grid::tile_at(at);
        if let Some(stroke) = stroke.or(play.level.grid.tile(column, row).map(|_| here)) {
            plan(pencil, play, editor, stroke);
        }
    }
    let others = editor.faults.iter().filter(|fault| !fault.path.starts_with("units"));
    for at in others.filter_map(|fault| fault.at).chain(editor.missing.iter().map(|&(_, at)| at)) {
        let at = pencil.at(at);
        pencil.cross(Style::line(4, theme::VERMILION, 20, 100), at, 5.0);
        pencil.ring(Ring::Plain, at, 11.0, theme::VERMILION, 1.0);
    }
}

/// What a press would draw here.
fn plan(pencil: &mut Pencil, play: &Play, editor: &Editor, stroke: HeldStroke) {
    let rgb = if stroke.clears { theme::ACCENT } else { theme::INK };
    match editor.tool {
        EditorTool::Orders | EditorTool::Level => {}
        EditorTool::Brush | EditorTool::Line | EditorTool::Rectangle => {
            let is_brush = editor.tool == EditorTool::Brush;
            let stroke = if is_brush { HeldStroke { from: stroke.to, ..stroke } } else { stroke };
            let on_map = |&(column, row): &(i32, i32)| play.level.grid.tile(column, row).is_some();
            for (column, row) in editor.tiles(stroke).into_iter().filter(on_map).take(MAX_TILES) {
                tile(pencil, (column, row), rgb, 0.16);
            }
        }
        EditorTool::Fill => tile(pencil, Grid::tile_at(stroke.to), rgb, 0.25),
        EditorTool::Units if stroke.clears => {}
        EditorTool::Units if stroke.moves => moved(pencil, play, editor, stroke),
        EditorTool::Units => {
            let is_click = pencil.at(stroke.from).distance(pencil.at(stroke.to)) <= CLICK_REACH;
            let to = if is_click { stroke.from } else { stroke.to };
            let radius =
                play.level.kinds.get(editor.kind).map_or(7.0, |kind| kind.body.radius) * pencil.camera.scale;
            for troop in editor.troops(play, stroke.from, to) {
                let color = play.level.teams.iter().find(|team| team.name == troop.team);
                let color = color.map_or(theme::INK, |team| team.color);
                let first = vec2(troop.from[0] as f32, troop.from[1] as f32) * TILE;
                for (x, y) in (0..troop.size.1).flat_map(|y| (0..troop.size.0).map(move |x| (x, y))) {
                    let at = first + vec2(x as f32, y as f32) * troop.spacing as f32;
                    pencil.ring(Ring::Plain, pencil.at(at), radius.max(2.0), color, 0.9);
                }
            }
        }
        EditorTool::Obstacles if stroke.clears => {}
        EditorTool::Obstacles => {
            let center = pencil.at(stroke.from);
            let radii = (pencil.at(stroke.to) - center).abs();
            let radius = editor.radius as f32 * pencil.camera.scale;
            if radii.length() > CLICK_REACH {
                pencil.ellipse(center, radii, true, theme::PENCIL, 0.9);
                pencil.ring(Ring::Plain, center + vec2(radii.x, 0.0), radius, theme::INK, 0.9);
            } else {
                pencil.ring(Ring::Plain, center, radius, theme::INK, 0.9);
            }
        }
        EditorTool::Goals | EditorTool::Changes => {
            let (from, to) = (Grid::tile_at(stroke.from), Grid::tile_at(stroke.to));
            let (low, high) = Area::of_tile(from.0, from.1).with(to.0, to.1).bounds();
            pencil.dashed_box(pencil.at(low), pencil.at(high), theme::ACCENT, 0.9);
        }
    }
}

/// Where the units would stand that a stroke moves.
fn moved(pencil: &mut Pencil, play: &Play, editor: &Editor, stroke: HeldStroke) {
    let entries = editor.document.entries();
    for (number, by) in editor.moved(play, stroke) {
        for (unit, other) in play.level.units.iter().zip(&editor.units) {
            if entries.get(*other) == entries.get(number) {
                let radius = play.level.kinds[unit.kind].body.radius * pencil.camera.scale;
                let color = play.level.teams[unit.team].color;
                pencil.ring(Ring::Plain, pencil.at(unit.at + by), radius.max(2.0), color, 0.9);
            }
        }
        for &(_, at) in editor.missing.iter().filter(|(other, _)| entries.get(*other) == entries.get(number))
        {
            pencil.ring(Ring::Plain, pencil.at(at + by), 11.0, theme::VERMILION, 0.9);
        }
    }
}

/// The areas that change later: a dashed frame, washed with the colour of what comes.
fn changes(pencil: &mut Pencil, play: &Play) {
    for edit in &play.level.edits {
        pencil.area(edit.area.bounds(), (color_of(edit.tile), 0.45), (theme::PENCIL, 0.9));
    }
}

/// The fields of goals with which something is wrong: the game knows nothing of those.
fn wrong_fields(pencil: &mut Pencil, play: &Play, editor: &Editor) {
    // What was laid down in this very frame has not been looked at.
    if editor.shown != Some(editor.document.version()) {
        return;
    }
    let sound = play.challenge.as_ref().map_or(&[][..], |challenge| challenge.judge.areas());
    let is_guarded = |area: &Area| play.level.teams.iter().any(|team| team.stance == Stance::Guard(*area));
    for area in editor.document.fields() {
        if !sound.contains(&area) && !is_guarded(&area) {
            // The dashes of those that are right are red, too: these have a line all round.
            let (low, high) = area.bounds();
            let (a, b) = (pencil.at(low), pencil.at(high));
            pencil.fill(a, b, theme::VERMILION, 0.15);
            let corners = [a, vec2(b.x, a.y), b, vec2(a.x, b.y)];
            for (from, to) in corners.into_iter().zip(corners.into_iter().cycle().skip(1)) {
                pencil.line(from, to, 2.0, theme::VERMILION, 1.0);
            }
        }
    }
}

fn tile(pencil: &mut Pencil, (column, row): (i32, i32), rgb: theme::Rgb, alpha: f32) {
    let (low, high) = Area::of_tile(column, row).bounds();
    pencil.fill(pencil.at(low), pencil.at(high), rgb, alpha);
}

/// Where each order of a level begins: in the middle of those that it is for, as they stand or, where it comes
/// after another one, where that one sends them.
fn begins(level: &Level) -> Vec<Option<Vec2>> {
    let stand: Vec<Vec2> = level.units.iter().map(|unit| unit.at).collect();
    let mut sent = stand.clone();
    let mut in_time: Vec<usize> = (0..level.orders.len()).collect();
    in_time.sort_by(|&a, &b| level.orders[a].time.total_cmp(&level.orders[b].time));
    let mut begins = vec![None; level.orders.len()];
    for index in in_time {
        let order = &level.orders[index].order;
        let places = if order.queue { &sent } else { &stand };
        let units = order.units.iter().map(|unit| unit.0 as usize);
        begins[index] = middle(units.clone().filter_map(|unit| places.get(unit).copied()));
        for unit in units.filter(|&unit| unit < stand.len()) {
            match order.command.places().last() {
                Some(&to) => sent[unit] = to,
                // Another order that is not queued takes the place of all before it.
                None if !order.queue => sent[unit] = stand[unit],
                None => {}
            }
        }
    }
    begins
}

/// The orders of the level: a line from where those are that it is for to where it sends them, numbered in
/// their order.
fn orders(pencil: &mut Pencil, play: &Play) {
    let begins = begins(&play.level);
    for (index, (timed, from)) in play.level.orders.iter().zip(begins).enumerate() {
        let Some(from) = from else { continue };
        let places = timed.order.command.places();
        pencil.way(&[&[from], places].concat(), 1.3, theme::PENCIL, 0.9);
        let last = pencil.at(*places.last().unwrap_or(&from));
        if let Some(first) = places.first() {
            if matches!(timed.order.command, Command::Patrol { .. }) {
                pencil.dashes(last, pencil.at(*first), 1.3, theme::PENCIL, 0.5);
            }
            pencil.flag(last, theme::INK, 1.0);
        }
        pencil.dot(last + vec2(-9.0, -9.0), 8.0, theme::CARD, 0.9);
        pencil.number(index + 1, last + vec2(-9.0, -9.0), theme::INK, 1.0);
    }
}

/// Ground where the kind in hand cannot come, from where its units stand.
fn unreached(pencil: &mut Pencil, play: &Play, editor: &mut Editor) {
    let Some(kind) = play.level.kinds.get(editor.kind) else { return };
    let grid = &play.level.grid;
    let state = (editor.document.version(), editor.kind);
    if editor.reach.as_ref().is_none_or(|(known, _)| *known != state) {
        let body = kind.body.collider();
        let starts = play.level.units.iter().filter(|unit| unit.kind == editor.kind).map(|unit| unit.at);
        editor.reach = Some((state, reach(grid, body, &starts.collect::<Vec<_>>())));
    }
    let Some((_, tiles)) = &editor.reach else { return };
    let (low, high) = pencil.camera.view();
    let ((left, top), (right, bottom)) = (Grid::tile_at(low), Grid::tile_at(high));
    for (column, row) in (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row))) {
        let at = grid.index(column, row).filter(|_| !grid.is_blocked(column, row));
        match at.and_then(|at| tiles.get(at)) {
            Some(Reach::Apart) => tile(pencil, (column, row), theme::ORANGE, 0.30),
            Some(Reach::Blocked) => tile(pencil, (column, row), theme::VERMILION, 0.30),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queued_order_begins_where_the_one_before_it_ends() {
        let level = serde_json::json!({
            "format": 1, "name": "three orders", "map": { "size": [30, 20] },
            "units": [{ "kind": "infantry", "team": "red", "at": [4, 4] },
                      { "kind": "infantry", "team": "red", "at": [6, 4] }],
            "orders": [{ "who": "all", "do": "move", "to": [20, 4] },
                       { "who": "all", "do": "move", "to": [20, 15], "queue": true },
                       { "who": "all", "do": "hold", "queue": true },
                       { "time": 9, "who": "all", "do": "move", "to": [4, 15] }]
        });
        let level =
            Level::parse(&level.to_string(), "a.json", None).unwrap_or_else(|errors| panic!("{errors}"));
        let tiles = [(5.0, 4.0), (20.0, 4.0), (20.0, 15.0), (5.0, 4.0)];
        assert_eq!(begins(&level), tiles.map(|(x, y)| Some(vec2(x, y) * TILE)));
    }
}
