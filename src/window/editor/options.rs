//! The part of the card that belongs to the tool in hand: what it draws with, and where else.

use super::parts::{CARD, LIST, choose, choose_team, facing, number};
use super::{Editor, EditorTool, goals, kinds, level};
use crate::editor::brush::MAX_BRUSH;
use crate::editor::sign;
use crate::editor::symmetry::Symmetry;
use crate::level::Level;
use crate::window::building::TILES;
use crate::window::play::Play;
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, DragValue};

/// What the tool in hand draws with.
pub(super) fn show(ui: &mut egui::Ui, editor: &mut Editor, play: &Play) {
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
fn tiles(ui: &mut egui::Ui, editor: &mut Editor) {
    ui.horizontal_wrapped(|ui| {
        for (tile, name, rgb) in TILES {
            let sign = sign(tile);
            if theme::swatch(ui, rgb, 0, None, name, editor.tile == sign).spot(CARD, name).clicked() {
                editor.tile = sign;
            }
        }
    });
}

fn units(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    let color = level.teams.get(editor.team).map_or(theme::STONE, |team| team.color);
    ui.horizontal_wrapped(|ui| {
        for (index, kind) in level.kinds.iter().enumerate() {
            let (name, is_chosen) = (&kind.name, editor.kind == index);
            if theme::swatch(ui, color, editor.team, Some(name), name, is_chosen).spot(CARD, name).clicked() {
                editor.kind = index;
            }
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
    kinds::show(ui, editor, level);
    ui.checkbox(&mut editor.shows_reach, "Show where they cannot come");
}

fn symmetry(ui: &mut egui::Ui, editor: &mut Editor) {
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
