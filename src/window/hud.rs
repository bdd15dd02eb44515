//! The paper cards over a level: what it is and how time runs (top), who is selected and what can be ordered (bottom),
//! the legend of the explaining layer.

use super::draw::overlay::Layers;
use super::game::Game;
use super::input::Action;
use super::library::{grouped, model_title};
use super::{building, help, inspector, minimap, models_panel, orders_bar, session, theme};
use crate::components::State;
use crate::level::Controls;
use egui_macroquad::egui::{self, Align2, Color32, RichText, TextStyle, vec2};

/// The legend stands beside the minimap, points.
const LEGEND_ASIDE: f32 = 204.0;
/// Distance of cards from the rim of the window, points.
const RIM: f32 = 12.0;

/// Shows all cards; returns what their buttons ask for.
pub fn show(context: &egui::Context, game: &mut Game) -> Vec<Action> {
    let mut actions = Vec::new();
    level_card(context, game);
    time_card(context, game, &mut actions);
    order_card(context, game, &mut actions);
    if game.layers.on {
        legend(context, &mut game.layers);
        inspector::card(context, game);
    }
    minimap::show(context, game, &mut actions);
    if game.stage_graph.open {
        game.stage_graph.show(context);
    }
    building::card(context, game);
    models_panel::show(context, game);
    session::card(context, game);
    game.toasts.show(context);
    if game.help {
        game.help = help::page(context);
    }
    // Tab is ours: egui would let it wander over the buttons, and Space would then press one.
    if context.input(|input| input.key_pressed(egui::Key::Tab)) {
        context.memory_mut(|memory| memory.focused().map(|id| memory.surrender_focus(id)));
    }
    actions
}

fn card<R>(
    context: &egui::Context,
    id: &str,
    align: Align2,
    offset: egui::Vec2,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    let area = egui::Area::new(egui::Id::new(id)).anchor(align, offset).order(egui::Order::Middle);
    area.show(context, |ui| theme::card().show(ui, contents).inner).inner
}

fn bold(text: impl Into<String>) -> RichText {
    RichText::new(text).text_style(TextStyle::Small)
}

fn pale(text: impl Into<String>) -> RichText {
    RichText::new(text).color(theme::color(theme::PENCIL))
}

fn level_card(context: &egui::Context, game: &mut Game) {
    card(context, "level", Align2::LEFT_TOP, vec2(RIM, RIM), |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(&game.level.name).text_style(TextStyle::Heading));
            ui.add_space(theme::STEP);
            ui.label(pale(model_title(game.level.model)));
            if !game.level.description.is_empty() {
                ui.add_space(theme::STEP);
                let sign = if game.description { "Less" } else { "More" };
                if ui.add(egui::Button::new(pale(sign)).frame(false)).clicked() {
                    game.description = !game.description;
                }
            }
        });
        if game.description {
            ui.set_max_width(460.0);
            ui.add_space(theme::STEP);
            ui.label(&game.level.description);
        }
        if let Some(claims) = &game.claims {
            ui.add_space(theme::STEP);
            claims.show(ui, game.sim.seconds(), !game.description);
        }
    });
}

/// A number in a field of fixed width, set to the right: it does not dance.
fn figure(ui: &mut egui::Ui, width: f32, text: impl Into<egui::WidgetText>, name: &str) -> egui::Response {
    let layout = egui::Layout::right_to_left(egui::Align::Center).with_main_align(egui::Align::Max);
    let field = ui.allocate_ui_with_layout(vec2(width, 20.0), layout, |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        if !name.is_empty() {
            ui.label(pale(name));
        }
        ui.label(text);
    });
    field.response
}

fn time_card(context: &egui::Context, game: &Game, actions: &mut Vec<Action>) {
    card(context, "time", Align2::RIGHT_TOP, vec2(-RIM, RIM), |ui| {
        ui.horizontal(|ui| {
            let seconds = game.sim.seconds();
            let clock =
                format!("{}:{:04.1}", (seconds / 60.0) as u32, (seconds % 60.0 * 10.0).floor() / 10.0);
            let paused = game.clock.paused;
            let text = if paused { "Paused" } else { "Pause" };
            let text =
                if paused { bold(text).color(theme::color(theme::ACCENT)) } else { RichText::new(text) };
            if ui.add(egui::Button::new(text).min_size(vec2(64.0, 0.0))).on_hover_text("Space").clicked() {
                actions.push(Action::Pause);
            }
            if ui.button("−").on_hover_text("Slower: −").clicked() {
                actions.push(Action::Slower);
            }
            figure(ui, 36.0, format!("{}×", game.clock.speed()), "");
            if ui.button("+").on_hover_text("Faster: +").clicked() {
                actions.push(Action::Faster);
            }
            figure(ui, 56.0, clock, "");
            ui.separator();
            figure(ui, 84.0, grouped(game.sim.len()), "units");
            figure(ui, 60.0, format!("{:.0}", game.costs.rate), "fps");
            let tick = format!("{:.2}", game.costs.tick);
            if game.costs.behind {
                let red = RichText::new(tick).color(theme::color(theme::ACCENT));
                figure(ui, 90.0, red, "ms a tick").on_hover_text(
                    "This machine cannot simulate this level at the chosen speed: time runs slower",
                );
            } else {
                figure(ui, 90.0, tick, "ms a tick");
            }
            ui.separator();
            if ui.button("?").on_hover_text("All keys").clicked() {
                actions.push(Action::Help);
            }
        });
    });
}

fn order_card(context: &egui::Context, game: &mut Game, actions: &mut Vec<Action>) {
    card(context, "orders", Align2::LEFT_BOTTOM, vec2(RIM, -RIM), |ui| {
        if game.level.controls == Controls::TwoGroups {
            let team = |index: usize| game.level.teams.get(index).map_or("", |team| team.name.as_str());
            hints(
                ui,
                &[
                    ("Left click", &format!("send {}", team(0))),
                    ("Right click", &format!("send {}", team(1))),
                ],
            );
        } else if game.patrol.is_some() {
            hints(
                ui,
                &[
                    ("Click", "patrol between here and there"),
                    ("Shift + click", "add a place"),
                    ("Esc", "never mind"),
                ],
            );
        } else if game.orders_bar.following {
            hints(ui, &[("Click", "on whom to follow"), ("Esc", "never mind")]);
        } else if game.selection.is_empty() {
            hints(
                ui,
                &[
                    ("Left click or drag", "select"),
                    ("W A S D", "look around"),
                    ("Wheel", "zoom"),
                    ("F1", "explain"),
                    ("?", "all keys"),
                ],
            );
        } else {
            orders_bar::show(ui, game, actions);
        }
    });
}

pub(super) fn hints(ui: &mut egui::Ui, hints: &[(&str, &str)]) {
    ui.horizontal(|ui| {
        for (index, (key, what)) in hints.iter().enumerate() {
            if index > 0 {
                ui.add_space(2.0 * theme::STEP);
            }
            ui.spacing_mut().item_spacing.x = theme::STEP;
            ui.label(bold(*key));
            ui.label(*what);
        }
    });
}

/// Who is selected and what they do; a click on a kind lets the others go.
pub(super) fn selection_summary(ui: &mut egui::Ui, game: &mut Game) {
    /// More kinds than these are summed up.
    const MOST_KINDS: usize = 5;
    ui.horizontal(|ui| {
        ui.label(RichText::new(grouped(game.selection.len())).text_style(TextStyle::Heading));
        ui.label(if game.selection.len() == 1 { "unit selected" } else { "units selected" });
        if let Some((state, _)) = game.doing() {
            ui.label(pale(in_words(state)));
        }
    });
    let roster = game.roster();
    let mut kinds = Vec::new();
    ui.horizontal(|ui| {
        for &(kind, team, count) in roster.iter().take(MOST_KINDS) {
            let color = game.sim.teams[usize::from(team)].color;
            let text = format!("{} {}", grouped(count), game.sim.kinds[usize::from(kind)].name);
            let response = swatch(ui, theme::color(color), &text)
                .on_hover_text("Click: only these. Tab: one kind after the other");
            kinds.push(response.rect);
            if response.clicked() {
                game.narrow(kind, team);
            }
        }
        if roster.len() > MOST_KINDS {
            let rest: usize = roster[MOST_KINDS..].iter().map(|&(_, _, count)| count).sum();
            ui.label(pale(format!("and {} others", grouped(rest))));
        }
    });
    game.kind_buttons = kinds;
}

/// A button with a counter's colour before its text.
fn swatch(ui: &mut egui::Ui, color: Color32, text: &str) -> egui::Response {
    let response = ui.add(egui::Button::new(format!("     {text}")));
    let center = response.rect.left_center() + vec2(15.0, 0.0);
    ui.painter().circle(center, 6.0, color, egui::Stroke::new(1.5, color.gamma_multiply(0.6)));
    response
}

fn in_words(state: State) -> &'static str {
    match state {
        State::Idle => "standing",
        State::WaitingForPath => "looking for a way",
        State::Moving | State::WaypointReached => "under way",
        State::DestinationReached => "arrived",
        State::Holding => "on hold",
        State::Following => "following",
    }
}

/// The legend of the explaining layer; a click hides and shows each of its parts.
fn legend(context: &egui::Context, layers: &mut Layers) {
    card(context, "legend", Align2::RIGHT_BOTTOM, vec2(-RIM - LEGEND_ASIDE, -RIM), |ui| {
        ui.label(bold("Legend").color(theme::color(theme::ACCENT)));
        ui.spacing_mut().item_spacing.y = 0.0;
        entry(ui, &mut layers.hard, "Hard collider", |painter, at| {
            painter.circle_stroke(at, 7.0, egui::Stroke::new(1.2, theme::color(theme::INK)));
        });
        entry(ui, &mut layers.soft, "Soft collider", |painter, at| {
            for index in 0..12 {
                let spot = egui::Vec2::angled(index as f32 / 12.0 * std::f32::consts::TAU) * 8.0;
                painter.circle_filled(at + spot, 0.9, theme::color(theme::INK));
            }
        });
        entry(ui, &mut layers.paths, "Path", |painter, at| {
            for x in [-10.0, -2.0, 6.0] {
                let stroke = egui::Stroke::new(1.5, theme::color(theme::PENCIL));
                painter.line_segment([at + vec2(x, 0.0), at + vec2(x + 5.0, 0.0)], stroke);
            }
        });
        entry(ui, &mut layers.waypoints, "Waypoints, the next one filled", |painter, at| {
            let square = |x: f32| egui::Rect::from_center_size(at + vec2(x, 0.0), vec2(7.0, 7.0));
            painter.rect_filled(square(-6.0), 0.0, theme::color(theme::INK));
            let stroke = egui::Stroke::new(1.2, theme::color(theme::INK));
            painter.rect_stroke(square(6.0), 0.0, stroke, egui::StrokeKind::Inside);
        });
        entry(ui, &mut layers.predicted, "Predicted positions, next conflict", |painter, at| {
            for (x, radius) in [(-11.0, 4.0), (-3.0, 2.8), (3.0, 1.8)] {
                painter.circle_filled(at + vec2(x, 0.0), radius, theme::color(theme::INK));
            }
            let stroke = egui::Stroke::new(1.8, theme::color(theme::VERMILION));
            painter.line_segment([at + vec2(7.0, -4.0), at + vec2(15.0, 4.0)], stroke);
            painter.line_segment([at + vec2(7.0, 4.0), at + vec2(15.0, -4.0)], stroke);
        });
        entry(ui, &mut layers.group, "Group: pennant of who leads", |painter, at| {
            let stroke = egui::Stroke::new(1.2, theme::color(theme::INK));
            painter.line_segment([at + vec2(-6.0, 9.0), at + vec2(-6.0, -8.0)], stroke);
            let pennant = vec![at + vec2(-6.0, -8.0), at + vec2(8.0, -4.5), at + vec2(-6.0, -1.0)];
            painter.add(egui::Shape::convex_polygon(
                pennant,
                theme::color(theme::ACCENT),
                egui::Stroke::NONE,
            ));
        });
        entry(ui, &mut layers.formation, "Slots, ticked when off by 2 px", |painter, at| {
            painter.circle_stroke(at, 7.0, egui::Stroke::new(1.2, theme::color(theme::PENCIL)));
            let stroke = egui::Stroke::new(1.8, theme::color(theme::ACCENT));
            painter.line_segment([at + vec2(3.0, -5.0), at + vec2(6.0, -2.0)], stroke);
            painter.line_segment([at + vec2(6.0, -2.0), at + vec2(12.0, -10.0)], stroke);
        });
        entry(ui, &mut layers.waiting, "Waiting", |painter, at| {
            let stroke = egui::Stroke::new(1.4, theme::color(theme::INK));
            let corners = [(-4.0, -6.0), (4.0, -6.0), (-4.0, 6.0), (4.0, 6.0), (-4.0, -6.0)];
            for pair in corners.windows(2) {
                let end = |(x, y): (f32, f32)| at + vec2(x, y);
                painter.line_segment([end(pair[0]), end(pair[1])], stroke);
            }
        });
        entry(ui, &mut layers.pushes, "Push, hard push, waiting for", |painter, at| {
            for (y, rgb) in [(-5.0, theme::ORANGE), (0.0, theme::PURPLE), (5.0, theme::PENCIL)] {
                let stroke = egui::Stroke::new(1.8, theme::color(rgb));
                painter.line_segment([at + vec2(-10.0, y), at + vec2(10.0, y)], stroke);
            }
        });
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(32.0, 22.0), egui::Sense::hover());
            ui.painter().circle_stroke(
                rect.center(),
                7.0,
                egui::Stroke::new(1.8, theme::color(theme::VERMILION)),
            );
            ui.label("Something touches it");
        });
    });
}

fn entry(ui: &mut egui::Ui, shown: &mut bool, text: &str, picture: impl FnOnce(&egui::Painter, egui::Pos2)) {
    let row = ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(32.0, 22.0), egui::Sense::hover());
        if *shown {
            picture(ui.painter(), rect.center());
        }
        ui.label(if *shown { RichText::new(text) } else { pale(text).strikethrough() });
    });
    let response = ui.interact(row.response.rect, ui.id().with(text), egui::Sense::click());
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        *shown = !*shown;
    }
}
