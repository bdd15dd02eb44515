//! The card of the tool in hand: what it places, for whom, and its keys.

use super::paper::{RIM, card, hints, pale, title};
use super::swatch::swatch;
use crate::sim::Sim;
use crate::unit::ModelName;
use crate::window::building::{Building, Tool, built};
use crate::window::control_groups::GroupDeed;
use crate::window::keys::{KeyAction, Keys};
use crate::window::spots::Spotted;
use crate::window::theme;
use crate::window::words::model_title;
use egui_macroquad::egui::{self, Context, Ui};

/// Room for the minimap beside the card, points.
const ASIDE: f32 = 260.0;

/// The card of the tool in hand.
/// `model` moves the units that are placed.
pub fn show(context: &Context, building: &mut Building, sim: &Sim, keys: &Keys, model: ModelName) {
    let Some(tool) = building.tool else { return };
    card(context, "tool", egui::Align2::LEFT_BOTTOM, egui::vec2(RIM, -RIM), |ui| {
        ui.set_max_width(context.screen_rect().width() - ASIDE);
        let (name, drag, right, action) = match tool {
            Tool::Ground => ("Build", "Drag", "Right drag", KeyAction::Build),
            Tool::Units => ("Place", "Click, drag", "Right click", KeyAction::Place),
        };
        ui.horizontal_wrapped(|ui| {
            ui.label(title(name));
            ui.add_space(theme::STEP);
            match tool {
                Tool::Ground => ground_buttons(ui, building, keys),
                Tool::Units => unit_buttons(ui, building, sim, keys, model),
            }
        });
        ui.horizontal(|ui| {
            let [team, done, back] =
                [KeyAction::NextTeam, action, KeyAction::Back].map(|action| keys.told(action));
            let (done, mut told) = (format!("{done}, {back}"), vec![(drag, "places"), (right, "removes")]);
            if tool == Tool::Units {
                told.push((&team, "next team"));
            }
            told.push((&done, "done"));
            hints(ui, &told);
        });
    });
}

/// The keys of control groups choose while a tool is in hand.
fn key_of(keys: &Keys, index: usize) -> String {
    keys.text(KeyAction::Group(GroupDeed::Recall, index))
}

fn ground_buttons(ui: &mut Ui, building: &mut Building, keys: &Keys) {
    for (index, &(tile, name, rgb)) in built().enumerate() {
        let text = format!("{name}  {}", key_of(keys, index));
        swatch(ui, rgb, 0, None, &text, building.tile == tile).sets(&mut building.tile, tile);
    }
}

fn unit_buttons(ui: &mut Ui, building: &mut Building, sim: &Sim, keys: &Keys, model: ModelName) {
    let color = sim.teams.get(building.team).map_or(theme::STONE, |team| team.color);
    for (index, kind) in sim.kinds.iter().enumerate().take(6) {
        let name = format!("{}  {}", kind.name, key_of(keys, index));
        let (arm, chosen) = (Some(kind.name.as_str()), building.kind == index);
        swatch(ui, color, building.team, arm, &name, chosen).sets(&mut building.kind, index);
    }
    ui.separator();
    for (index, team) in sim.teams.iter().enumerate().take(6) {
        let swatch = swatch(ui, team.color, index, None, &team.name, building.team == index);
        swatch.sets(&mut building.team, index);
    }
    let model = pale(model_title(model));
    ui.label(model);
}
