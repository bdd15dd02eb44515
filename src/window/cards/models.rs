//! The models panel (F2): which model moves whom, and the numbers of a model as sliders.

use super::asked::CardAsked;
use super::layout::{CardLayout, WantedCard};
use super::paper::{at_right, bold, choice, pale, title};
use crate::ids::UnitId;
use crate::movement::Parameter;
use crate::order::Action;
use crate::sim::Sim;
use crate::unit::ModelName;
use crate::window::keys::{KeyAction, Keys};
use crate::window::selection::Selection;
use crate::window::spots::Spotted;
use crate::window::theme;
use crate::window::words::{grouped, model_title};
use egui_macroquad::egui::RichText;
use egui_macroquad::egui::{self, Response, Ui};

/// The name of the panel's card.
const CARD: &str = "models";
/// Width of the panel, points.
const WIDTH: f32 = 340.0;
/// Above this height the panel scrolls where it would have to move, points.
const SCROLLS_ABOVE: f32 = 400.0;
/// Width of the names of parameters, points.
const NAME_WIDTH: f32 = 128.0;

/// Height of the row of a parameter, points.
const ROW_HEIGHT: f32 = 24.0;

/// For whom a model is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Everybody.
    #[default]
    Level,
    /// The selected units.
    Selected,
    /// A team, by its index.
    Team(usize),
}

/// The panel.
#[derive(Clone, Debug, Default)]
pub struct ModelsPanel {
    /// Whether it is shown.
    pub open: bool,
    scope: Scope,
    /// The model whose numbers are shown; `None`: the one that moves most.
    shown: Option<ModelName>,
}

/// Shows the panel while it is open.
pub fn show(layout: &mut CardLayout, panel: &mut ModelsPanel, sim: &Sim, selection: &Selection, keys: &Keys) {
    if !panel.open {
        return;
    }
    if panel.scope == Scope::Selected && selection.on(sim).next().is_none() {
        panel.scope = Scope::Level;
    }
    let guess = egui::vec2(WIDTH + 26.0, 480.0);
    let wanted = layout.wanted((CARD, "Models"), egui::Align2::RIGHT_TOP, guess, 180.0);
    // Many numbers scroll: the panel does not leave the rim of the window for the field, and stays where it
    // is when another model has fewer.
    let wanted = WantedCard { enough: SCROLLS_ABOVE, ..wanted };
    layout.card(&wanted, |ui, asked| {
        ui.set_width(WIDTH);
        ui.horizontal(|ui| {
            ui.label(title("Models"));
            at_right(ui, |ui| {
                panel.open = !ui.button(format!("Close  {}", keys.text(KeyAction::Models))).clicked();
            });
        });
        panel.scopes(ui, sim, selection);
        let units = panel.units(sim, selection);
        let counts = counts(sim, &units);
        panel.list(ui, &units, &counts, asked);
        ui.separator();
        let most = counts.iter().max_by_key(|&&(_, count)| count).map(|&(model, _)| model);
        let shown = panel.shown.or(most).unwrap_or_default();
        panel.sliders(ui, sim, shown, asked);
    });
}

impl ModelsPanel {
    fn scopes(&mut self, ui: &mut Ui, sim: &Sim, selection: &Selection) {
        ui.spacing_mut().interact_size.y = 26.0;
        ui.horizontal_wrapped(|ui| {
            ui.label(pale("for"));
            let mut scopes = vec![(Scope::Level, "whole level".to_owned())];
            let selected = selection.on(sim).count();
            if selected > 0 {
                scopes.push((Scope::Selected, format!("{} selected", grouped(selected))));
            }
            let teams = sim.teams.iter().enumerate();
            scopes.extend(teams.take(8).map(|(index, team)| (Scope::Team(index), team.name.clone())));
            for (scope, name) in scopes {
                if ui.add(choice(&name, self.scope == scope)).spot(CARD, name).clicked() {
                    (self.scope, self.shown) = (scope, None);
                }
            }
        });
    }

    fn units(&self, sim: &Sim, selection: &Selection) -> Vec<UnitId> {
        if self.scope == Scope::Selected {
            return selection.on(sim).collect();
        }
        sim.ids_of(|unit| match self.scope {
            Scope::Team(team) => usize::from(unit.team) == team,
            _ => true,
        })
    }

    fn list(
        &mut self,
        ui: &mut Ui,
        units: &[UnitId],
        counts: &[(ModelName, usize)],
        asked: &mut Vec<CardAsked>,
    ) {
        ui.add_space(theme::STEP);
        for row in counts.chunks(2) {
            ui.horizontal(|ui| {
                for &(model, count) in row {
                    let text = match count {
                        0 => model_title(model),
                        count => format!("{}  {}", model_title(model), grouped(count)),
                    };
                    let width = (WIDTH - 8.0) / 2.0;
                    let button = choice(&text, count > 0).min_size(egui::vec2(width, 0.0));
                    if ui.add(button).spot(CARD, model.name()).clicked() {
                        self.shown = Some(model);
                        if count < units.len() {
                            asked.push(CardAsked::Tune(Action::SetModel { units: units.to_vec(), model }));
                        }
                    }
                }
            });
        }
    }

    fn sliders(&self, ui: &mut Ui, sim: &Sim, model: ModelName, asked: &mut Vec<CardAsked>) {
        let parameters = sim.parameters(model).parameters();
        let mut set = |name: &str, value| {
            asked.push(CardAsked::Tune(Action::SetParameter { model, name: name.to_owned(), value }));
        };
        let values = sim.parameters(model);
        let all_default =
            parameters.iter().enumerate().all(|(index, known)| values.get(index) == known.default);
        ui.horizontal(|ui| {
            ui.label(bold(model_title(model)));
            at_right(ui, |ui| {
                let reset = egui::Button::new("Reset to the article's values");
                if ui.add_enabled(!all_default, reset).spot(CARD, "reset").clicked() {
                    parameters.iter().for_each(|parameter| set(parameter.name, parameter.default));
                }
            });
        });
        if parameters.is_empty() {
            ui.label(pale("It has no numbers to turn."));
        }
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.spacing_mut().interact_size.y = ROW_HEIGHT;
            for (index, parameter) in parameters.iter().enumerate() {
                let old = values.get(index);
                ui.horizontal(|ui| {
                    let name = RichText::new(parameter.name.replace('_', " "));
                    let tuned = old != parameter.default;
                    let name = if tuned { name.color(theme::color(theme::ACCENT)) } else { name };
                    let layout = egui::Layout::left_to_right(egui::Align::Center);
                    ui.allocate_ui_with_layout(egui::vec2(NAME_WIDTH, ROW_HEIGHT), layout, |ui| {
                        ui.set_min_width(NAME_WIDTH);
                        ui.add(egui::Label::new(name).truncate()).on_hover_text(parameter.help.trim());
                    });
                    let (new, response) = slider(ui, parameter, old);
                    response.spot(CARD, parameter.name).on_hover_text(parameter.help.trim());
                    if new != old {
                        set(parameter.name, new);
                    }
                });
            }
        });
    }
}

/// How many of these units each model moves.
fn counts(sim: &Sim, units: &[UnitId]) -> Vec<(ModelName, usize)> {
    let mut counts: Vec<(ModelName, usize)> = ModelName::ALL.iter().map(|&model| (model, 0)).collect();
    for &unit in units {
        if let Some(model) = sim.unit(unit, |unit| unit.model) {
            counts[model as usize].1 += 1;
        }
    }
    counts
}

/// The models that move somebody, for the header: one or two by name. Beside it who is moved by which.
pub fn in_use(sim: &Sim) -> (String, String) {
    let parts = sim.models();
    let mut models: Vec<ModelName> = parts.iter().map(|part| part.0).collect();
    models.dedup();
    let brief = match models[..] {
        [] => String::new(),
        [one] => model_title(one),
        [one, other] => format!("{} + {}", model_title(one), model_title(other)),
        _ => format!("{} models", models.len()),
    };
    let line = |&(model, team, count): &(ModelName, u16, usize)| {
        let team = sim.teams.get(usize::from(team)).map_or("", |team| team.name.as_str());
        format!("{}: {} {team}", model_title(model), grouped(count))
    };
    (brief, parts.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// A switch or a slider; returns its new value.
fn slider(ui: &mut Ui, parameter: &Parameter, old: f32) -> (f32, Response) {
    if parameter.unit == "on/off" {
        let mut on = old >= 0.5;
        let response = ui.checkbox(&mut on, "");
        return (if on { 1.0 } else { 0.0 }, response);
    }
    let mut value = old;
    let unit = if parameter.unit.is_empty() { String::new() } else { format!(" {}", parameter.unit) };
    ui.spacing_mut().slider_width = 112.0;
    // The rail of a slider is paper on paper otherwise.
    ui.visuals_mut().widgets.inactive.bg_fill = theme::color(theme::mix(theme::CARD, theme::INK, 0.25));
    let slider = egui::Slider::new(&mut value, parameter.range.clone()).suffix(unit).max_decimals(2);
    let response = ui.add(slider);
    (value, response)
}
