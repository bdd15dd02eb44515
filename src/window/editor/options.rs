//! The part of the card that belongs to the tool in hand: what it draws with, and where else; numbers of the
//! kind of unit in hand, and kinds of one's own.

use super::parts::{CARD, LIST, choose, choose_team, facing, folded, in_one_step, new_name, number};
use super::{Editor, EditorTool, goals, level};
use crate::editor::brush::MAX_BRUSH;
use crate::editor::sign;
use crate::editor::symmetry::Symmetry;
use crate::geometry::Shape;
use crate::level::{Kind, Level};
use crate::window::building::TILES;
use crate::window::cards::swatch::swatch;
use crate::window::play::Play;
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, DragValue, Ui};
use serde_json::json;
use std::ops::RangeInclusive;

/// What the tool in hand draws with.
pub(super) fn show(ui: &mut Ui, editor: &mut Editor, play: &Play) {
    match editor.tool {
        EditorTool::Orders => {
            ui.horizontal(|ui| number(ui, "Orders are given at", &mut editor.time, 0.0..=600.0, " s"));
        }
        EditorTool::Changes => {
            ui.horizontal(|ui| {
                number(ui, "It changes at", &mut editor.time, 0.0..=600.0, " s");
                ui.label("to");
            });
            tiles(ui, editor);
        }
        tool if tool.paints() => {
            tiles(ui, editor);
            if matches!(tool, EditorTool::Brush | EditorTool::Line) {
                ui.horizontal(|ui| {
                    ui.label("Width");
                    let size = DragValue::new(&mut editor.size).range(1..=MAX_BRUSH).speed(0.1);
                    ui.add(size.update_while_editing(false));
                    ui.label("tiles");
                });
            }
        }
        EditorTool::Units => units(ui, editor, &play.level),
        EditorTool::Obstacles => {
            ui.horizontal(|ui| {
                number(ui, "Radius", &mut editor.radius, 4.0..=60.0, " px");
                number(ui, "A turn in", &mut editor.period, 0.5..=600.0, " s");
            });
            ui.horizontal(|ui| number(ui, "It begins at", &mut editor.phase, 0.0..=359.0, "°"));
        }
        EditorTool::Level => level::show(ui, editor, &play.level),
        _ => goals::show(ui, editor, play),
    }
    if editor.tool.paints() || matches!(editor.tool, EditorTool::Units | EditorTool::Obstacles) {
        symmetry(ui, editor);
    }
}

/// Which tile is put down.
fn tiles(ui: &mut Ui, editor: &mut Editor) {
    ui.horizontal_wrapped(|ui| {
        for (tile, name, rgb) in TILES {
            let sign = sign(tile);
            let swatch = swatch(ui, rgb, 0, None, name, editor.tile == sign);
            swatch.spot(CARD, name).sets(&mut editor.tile, sign);
        }
    });
}

fn units(ui: &mut Ui, editor: &mut Editor, level: &Level) {
    let color = level.teams.get(editor.team).map_or(theme::STONE, |team| team.color);
    ui.horizontal_wrapped(|ui| {
        for (index, kind) in level.kinds.iter().enumerate() {
            let (name, is_chosen) = (&kind.name, editor.kind == index);
            let swatch = swatch(ui, color, editor.team, Some(name), name, is_chosen);
            swatch.spot(CARD, name).sets(&mut editor.kind, index);
        }
    });
    ui.horizontal_wrapped(|ui| {
        editor.team = choose_team(ui, level, "", |index| editor.team == index).unwrap_or(editor.team);
    });
    editor.facing = facing(ui, Some(editor.facing)).unwrap_or(editor.facing);
    ui.horizontal(|ui| {
        ui.label("Spacing of blocks");
        let number = DragValue::new(&mut editor.spacing).range(0.0..=300.0).speed(0.5).max_decimals(1);
        let told = |px: f64, _| if px == 0.0 { "usual".to_owned() } else { format!("{px} px") };
        ui.add(number.custom_formatter(told).update_while_editing(false))
            .on_hover_text("0: as close as they stand at ease")
            .spot(CARD, "spacing");
    });
    kind_in_hand(ui, editor, level);
    ui.checkbox(&mut editor.shows_reach, "Show where they cannot come");
}

fn symmetry(ui: &mut Ui, editor: &mut Editor) {
    ui.horizontal(|ui| {
        ui.label("Mirror");
        let now = editor.symmetry;
        let rows = Symmetry::ALL.map(|(symmetry, name)| (symmetry, name.to_owned(), name.to_owned()));
        editor.symmetry = choose(ui, ("symmetry", LIST), "", Some(&now), rows).unwrap_or(now);
    });
    if editor.symmetry != Symmetry::None && editor.tool == EditorTool::Units {
        ui.checkbox(&mut editor.changes_sides, "Mirrored units are of the next team");
    }
}

/// A number of a kind: its key, what it is called, its range and unit.
type KindRow = (&'static str, &'static str, f64, RangeInclusive<f64>, &'static str);

/// Shows the numbers of the kind in hand, folded until they are asked for.
fn kind_in_hand(ui: &mut Ui, editor: &mut Editor, level: &Level) {
    let Some(kind) = level.kinds.get(editor.kind) else { return };
    folded(ui, format!("Numbers of {}", kind.name), ("kind", "numbers"), |ui| {
        numbers_of_kind(ui, editor, kind);
        another_kind(ui, editor, level, kind);
    });
}

fn numbers_of_kind(ui: &mut Ui, editor: &mut Editor, kind: &Kind) {
    let (radius, soft) = (f64::from(kind.body.radius), f64::from(kind.body.soft_radius));
    let rows: [KindRow; 8] = [
        ("radius", "Radius", radius, 1.0..=60.0, " px"),
        ("soft_radius", "Soft radius", soft, radius..=120.0, " px"),
        ("speed", "Speed", kind.body.speed.into(), 1.0..=1000.0, " px/s"),
        ("acceleration", "Acceleration", kind.body.acceleration.into(), 1.0..=10_000.0, " px/s²"),
        ("priority", "Priority", kind.body.priority.into(), -100.0..=100.0, ""),
        ("strength", "Strength", kind.arms.strength.into(), 1.0..=10_000.0, ""),
        ("attack", "Attack", kind.arms.attack.into(), 0.0..=1000.0, " a second"),
        ("reach", "Reach", kind.arms.reach.into(), 0.0..=1000.0, " px"),
    ];
    let name = kind.name.as_str();
    egui::Grid::new("numbers of a kind").num_columns(2).show(ui, |ui| {
        for (key, label, mut value, range, unit) in rows {
            ui.label(label);
            let number = DragValue::new(&mut value).range(range).speed(0.5).max_decimals(0).suffix(unit);
            let response = ui.add(number.update_while_editing(false)).spot(CARD, format!("kind {key}"));
            in_one_step(&mut editor.document, &response, |document| {
                let value = value.round() as i64;
                document.stroke(|document| {
                    document.set_kind(name, key, value.into());
                    if key == "radius" && value as f64 > soft {
                        document.set_kind(name, "soft_radius", value.into());
                    }
                });
            });
            ui.end_row();
        }
    });
    let mut is_square = kind.body.shape == Shape::Square;
    if ui.checkbox(&mut is_square, "Square, not round").clicked() {
        editor.document.set_kind(name, "shape", json!(if is_square { Shape::Square } else { Shape::Circle }));
    }
}

/// A new kind with the numbers of this one, under a name that none has.
fn another_kind(ui: &mut Ui, editor: &mut Editor, level: &Level, kind: &Kind) {
    let is_taken = |name: &str| level.kinds.iter().any(|known| known.name == name);
    let asked = ("kind", "A new kind like it");
    if let Some(name) = new_name(ui, &mut editor.kind_name, asked, is_taken) {
        editor.document.add_kind(&name, kind);
        // Kinds of the level stand behind the built-in ones, in the order of the file.
        editor.kind = level.kinds.len();
    }
}
