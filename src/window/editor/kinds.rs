//! Numbers of the kind of unit in hand, and kinds of one's own.

use super::Editor;
use super::parts::{CARD, folded, in_one_step, new_name};
use crate::geometry::Shape;
use crate::level::{Kind, Level};
use crate::window::spots::Spotted;
use egui_macroquad::egui::{self, DragValue};
use serde_json::json;
use std::ops::RangeInclusive;

/// A number of a kind: its key, what it is called, its range and unit.
type KindRow = (&'static str, &'static str, f64, RangeInclusive<f64>, &'static str);

/// Shows the numbers of the kind in hand, folded until they are asked for.
pub(super) fn show(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    let Some(kind) = level.kinds.get(editor.kind) else { return };
    folded(ui, format!("Numbers of {}", kind.name), ("kind", "numbers"), |ui| {
        numbers(ui, editor, kind);
        another(ui, editor, level, kind);
    });
}

fn numbers(ui: &mut egui::Ui, editor: &mut Editor, kind: &Kind) {
    let (radius, soft) = (f64::from(kind.radius), f64::from(kind.soft_radius));
    let rows: [KindRow; 8] = [
        ("radius", "Radius", radius, 1.0..=60.0, " px"),
        ("soft_radius", "Soft radius", soft, radius..=120.0, " px"),
        ("speed", "Speed", kind.speed.into(), 1.0..=1000.0, " px/s"),
        ("acceleration", "Acceleration", kind.acceleration.into(), 1.0..=10_000.0, " px/s²"),
        ("priority", "Priority", kind.priority.into(), -100.0..=100.0, ""),
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
    let mut is_square = kind.shape == Shape::Square;
    if ui.checkbox(&mut is_square, "Square, not round").clicked() {
        editor.document.set_kind(name, "shape", json!(if is_square { Shape::Square } else { Shape::Circle }));
    }
}

/// A new kind with the numbers of this one, under a name that none has.
fn another(ui: &mut egui::Ui, editor: &mut Editor, level: &Level, kind: &Kind) {
    let is_taken = |name: &str| level.kinds.iter().any(|known| known.name == name);
    let asked = ("kind", "A new kind like it");
    if let Some(name) = new_name(ui, &mut editor.kind_name, asked, is_taken) {
        editor.document.add_kind(&name, kind);
        // Kinds of the level stand behind the built-in ones, in the order of the file.
        editor.kind = level.kinds.len();
    }
}
