//! The paper cards over a level: what it is and how time runs (top), who is selected and what can be ordered (bottom).

use super::action::Action;
use super::draw::overlay;
use super::game::Game;
use super::keys::CAMERA;
use super::layout::{GAP, Layout};
use super::library::grouped;
use super::{building_card, help, inspector, minimap, models_panel, orders_bar, session, theme};
use crate::level::Controls;
use egui_macroquad::egui::{self, Align2, RichText, TextStyle, vec2};
use glam::Vec2;

/// Distance of cards from the rim of the window, points.
pub(super) const RIM: f32 = 12.0;

/// Cards that are there whatever is open, where they belong.
const FIXED: [&str; 6] = ["time", "level", "orders", "tool", "minimap", "keys"];
/// Height of the strip of a selection, points.
const STRIP: f32 = 92.0;
/// Widths between which the card of the level may be, points.
const NARROWEST: f32 = 320.0;
const WIDEST: f32 = 460.0;
/// Longer descriptions scroll, points.
const HIGHEST_DESCRIPTION: f32 = 150.0;

/// Shows all cards; returns what their buttons ask for.
pub fn show(context: &egui::Context, game: &mut Game) -> Vec<Action> {
    let mut actions = Vec::new();
    game.cards.clear();
    if let Some(named) = game.naming.as_mut().and_then(|naming| naming.show(context)) {
        game.end_naming(named);
    }
    if game.hidden {
        game.toasts.show(context, &mut Layout::new(context, &[]));
        return finish(context, game, actions);
    }
    if game.settling == 0 {
        game.folds.pass(context, &game.seen, game.camera.scale, &game.selection);
    }
    time_card(context, game, &mut actions);
    // A tool in hand takes the place of orders.
    if game.building.tool.is_none() {
        order_card(context, game, &mut actions);
    }
    building_card::show(context, game);
    minimap::show(context, game, &mut actions);
    level_card(context, game);
    // The others go where these leave room, the most important first.
    let mut layout = Layout::new(context, &FIXED);
    session::card(context, &mut layout, game);
    // Of one size always: it does not move when the others grow.
    let legend_first = !Layout::is_small(context);
    if game.layers.on && legend_first {
        legend(context, &mut layout, game);
    }
    models_panel::show(context, &mut layout, game);
    if game.layers.on {
        inspector::card(context, &mut layout, game);
    }
    if game.layers.on && !legend_first {
        legend(context, &mut layout, game);
    }
    game.stage_graph.show(context, &mut layout);
    game.toasts.show(context, &mut layout);
    if game.help {
        game.help = help::page(context, game);
    }
    game.cards.extend(FIXED.iter().chain(&["replay"]).filter_map(|card| rect_of(context, card)));
    // What a selection needs stays free of those who may be selected.
    let bottom = context.screen_rect().bottom() - RIM;
    game.cards
        .extend(rect_of(context, "orders").map(|card| card.with_min_y(card.bottom().min(bottom) - STRIP)));
    finish(context, game, actions)
}

fn legend(context: &egui::Context, layout: &mut Layout, game: &mut Game) {
    let Game { legend, layers, folds, seen, camera, sim, .. } = game;
    legend.show(context, layout, layers, &mut folds.legend, |rect| {
        let covers = |place: Vec2| rect.expand(GAP).contains(egui::pos2(place.x, place.y));
        let mut ways =
            overlay::ways(sim).into_iter().map(|(from, to)| (camera.to_screen(from), camera.to_screen(to)));
        let meets = |(from, to): (Vec2, Vec2)| {
            let steps = (from.distance(to) / GAP).ceil().max(1.0);
            (0..=steps as u32).any(|step| covers(from.lerp(to, step as f32 / steps)))
        };
        seen.iter().any(|unit| covers(unit.screen)) || ways.any(meets)
    });
}

fn finish(context: &egui::Context, game: &Game, actions: Vec<Action>) -> Vec<Action> {
    if !context.is_pointer_over_area() {
        context.set_cursor_icon(game.pointer_is.icon());
    }
    // Tab is ours: egui would let it wander over the buttons, and Space would then press one.
    if context.input(|input| input.key_pressed(egui::Key::Tab)) {
        context.memory_mut(|memory| memory.focused().map(|id| memory.surrender_focus(id)));
    }
    actions
}

pub(super) fn card<R>(
    context: &egui::Context,
    id: &str,
    align: Align2,
    offset: egui::Vec2,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    let area = egui::Area::new(egui::Id::new(id)).anchor(align, offset).order(egui::Order::Middle);
    area.show(context, |ui| theme::card().show(ui, contents).inner).inner
}

/// Where a card of this name lies, if it is shown.
pub(super) fn rect_of(context: &egui::Context, id: &str) -> Option<egui::Rect> {
    let id = egui::Id::new(id);
    let is_shown = [egui::Order::Middle, egui::Order::Foreground].into_iter().any(|order| {
        context.memory(|memory| memory.areas().visible_last_frame(&egui::LayerId::new(order, id)))
    });
    context.memory(|memory| memory.area_rect(id)).filter(|_| is_shown)
}

pub(super) fn bold(text: impl Into<String>) -> RichText {
    RichText::new(text).text_style(TextStyle::Small)
}

pub(super) fn pale(text: impl Into<String>) -> RichText {
    RichText::new(text).color(theme::color(theme::PENCIL))
}

/// Whether the card of the level shows no more than its name, since others need the room.
fn is_brief(context: &egui::Context, game: &Game) -> bool {
    let others = game.models.open || game.stage_graph.open || game.layers.on;
    Layout::is_small(context) && (others || !game.selection.is_empty())
}

fn level_card(context: &egui::Context, game: &mut Game) {
    // Beside the card of time if that leaves room enough, else below it.
    let time = rect_of(context, "time");
    let room = time.map_or(WIDEST, |time| time.left() - 2.0 * RIM - 24.0);
    let top = if room < NARROWEST { time.map_or(RIM, |time| time.bottom() + RIM) } else { RIM };
    let width = if room < NARROWEST { WIDEST } else { room.min(WIDEST) };
    card(context, "level", Align2::LEFT_TOP, vec2(RIM, top), |ui| {
        ui.set_max_width(width);
        ui.horizontal(|ui| {
            // What stands beside the name keeps its room.
            let beside = 140.0;
            ui.scope(|ui| {
                ui.set_max_width(width - beside);
                let name = RichText::new(&game.level.name).text_style(TextStyle::Heading);
                ui.add(egui::Label::new(name).truncate());
            });
            ui.add_space(theme::STEP);
            let (models, of_whom) = models_panel::in_use(&game.sim);
            ui.label(pale(models)).on_hover_text(of_whom);
            let has_more = !game.level.description.is_empty() || game.claims.is_some();
            if has_more && !is_brief(context, game) {
                ui.add_space(theme::STEP);
                game.folds.level.button(ui);
            }
            if let Some(claims) = &game.claims {
                claims.verdict(ui);
            }
        });
        if is_brief(context, game) || !game.folds.level.is_open() {
            return;
        }
        if !game.level.description.is_empty() {
            ui.add_space(theme::STEP);
            let area =
                egui::ScrollArea::vertical().max_height(HIGHEST_DESCRIPTION).auto_shrink([false, true]);
            area.show(ui, |ui| ui.label(&game.level.description));
        }
        if let Some(claims) = &game.claims {
            ui.add_space(theme::STEP);
            claims.show(ui, game.sim.seconds(), &game.path);
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
            if ui
                .add(egui::Button::new(text).min_size(vec2(64.0, 0.0)))
                .on_hover_text(game.keys.text(Action::Pause))
                .clicked()
            {
                actions.push(Action::Pause);
            }
            if ui.button("−").on_hover_text(format!("Slower: {}", game.keys.text(Action::Slower))).clicked()
            {
                actions.push(Action::Slower);
            }
            figure(ui, 36.0, format!("{}×", game.clock.speed()), "");
            if ui.button("+").on_hover_text(format!("Faster: {}", game.keys.text(Action::Faster))).clicked() {
                actions.push(Action::Faster);
            }
            figure(ui, 56.0, clock, "");
            ui.separator();
            figure(ui, 84.0, grouped(game.sim.len()), if game.sim.len() == 1 { "unit" } else { "units" });
            figure(ui, 60.0, format!("{:.0}", game.costs.rate), "fps");
            let tick = format!("{:.2}", game.costs.tick);
            if game.costs.behind {
                let red = RichText::new(tick).color(theme::color(theme::ACCENT));
                figure(ui, 100.0, red, "ms a tick").on_hover_text(
                    "This machine cannot simulate this level at the chosen speed: time runs slower",
                );
            } else {
                figure(ui, 100.0, tick, "ms a tick");
            }
            ui.separator();
            if ui.button("?").on_hover_text("All keys").clicked() {
                actions.push(Action::Help);
            }
        });
    });
}

fn order_card(context: &egui::Context, game: &mut Game, actions: &mut Vec<Action>) {
    let back = game.keys.text(Action::Back);
    // Beside the minimap where the window is wide enough, else below it.
    let minimap = rect_of(context, "minimap").filter(|_| !Layout::is_small(context));
    let aside = minimap.map_or(0.0, |minimap| minimap.width() + GAP);
    let room = context.screen_rect().width() - 2.0 * RIM - theme::card().total_margin().sum().x - aside;
    card(context, "orders", Align2::LEFT_BOTTOM, vec2(RIM, -RIM), |ui| {
        ui.set_max_width(room);
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
                    (&back, "never mind"),
                ],
            );
        } else if game.orders_bar.following {
            hints(ui, &[("Click", "on whom to follow"), (&back, "never mind")]);
        } else if game.selection.is_empty() {
            hints(
                ui,
                &[
                    ("Left click or drag", "select"),
                    (&first(&game.keys.all(&CAMERA)), "look around"),
                    ("Wheel", "zoom"),
                    (&game.keys.text(Action::Explain), "explain"),
                    (&game.keys.text(Action::Help), "all keys"),
                ],
            );
        } else {
            orders_bar::show(ui, game, actions);
        }
    });
}

fn first(keys: &str) -> String {
    keys.split(", ").next().unwrap_or_default().to_owned()
}

/// Keys and what they do, side by side.
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
