//! The paper cards over a level: each takes what it shows; what their buttons ask for is done or handed on
//! here.

use crate::level::Controls;
use crate::window::cards::asked::CardAsked;
use crate::window::cards::ending::Next;
use crate::window::cards::layout::{CardLayout, GAP};
use crate::window::cards::minimap::{self, MinimapView};
use crate::window::cards::paper::{RIM, card, hints, rect_of};
use crate::window::cards::{
    beside as beside_card, claims as claims_card, help as help_page, inspector as inspector_card,
    level as level_card, models as models_card, orders as orders_card, replay as replay_card,
    selection as selection_card, time as time_card, tool as tool_card,
};
use crate::window::draw::overlay;
use crate::window::editor::{EditorTool, card as editor_card};
use crate::window::game::Game;
use crate::window::hands::NextClick;
use crate::window::keys::{CAMERA, KeyAction};
use crate::window::pointer::Pointer;
use crate::window::selection::Mode;
use crate::window::theme;
use crate::window::words::capitalised;
use egui_macroquad::egui::{self, Align2, Context, vec2};
use glam::Vec2;

/// Cards that are there whatever is open, where they belong.
pub(super) const FIXED: [&str; 7] = ["time", "level", "orders", "tool", "minimap", "keys", "editor"];
/// So much of the map in view, a share of its area, is as good as all of it.
const NEARLY_ALL: f32 = 0.85;
/// Height of the strip of a selection, points.
const STRIP: f32 = 92.0;

/// Shows all cards; returns what their buttons ask for.
pub fn show(context: &Context, game: &mut Game) -> Vec<KeyAction> {
    let mut asked = Vec::new();
    game.cards.rects.clear();
    if let Some(named) = game.cards.naming.as_mut().and_then(|naming| naming.show(context)) {
        game.end_naming(named);
    }
    game.show_ending(context);
    if game.cards.hidden {
        game.cards.show_toasts(&mut CardLayout::new(context, &[]));
        finish(context, game);
        return Vec::new();
    }
    if game.eyes.settling == 0 {
        let waits = game.play.clock.paused && game.play.sim.ticks() == 0;
        let Game { cards, eyes, hands, .. } = &mut *game;
        cards.folds.pass(context, &eyes.seen, eyes.camera.scale, &hands.selection, waits);
    }
    if game.is_editing() {
        edited_cards(context, game, &mut asked);
    } else {
        fixed_cards(context, game, &mut asked);
        loose_cards(context, game, &mut asked);
    }
    if game.cards.help {
        game.cards.help = help_page::page(context, &game.keys);
    }
    let rects = &mut game.cards.rects;
    rects.extend(FIXED.iter().chain(&["replay"]).filter_map(|card| rect_of(context, card)));
    // What a selection needs stays free of those who may be selected.
    let bottom = context.screen_rect().bottom() - RIM;
    rects.extend(rect_of(context, "orders").map(|card| card.with_min_y(card.bottom().min(bottom) - STRIP)));
    let actions = answer(game, asked);
    finish(context, game);
    actions
}

/// Does what cards ask for; returns what keys would ask for, too.
fn answer(game: &mut Game, asked: Vec<CardAsked>) -> Vec<KeyAction> {
    let (mut actions, mut is_refused) = (Vec::new(), false);
    for asked in asked {
        match asked {
            CardAsked::Key(action) => actions.push(action),
            CardAsked::Menu => game.wanted_next = Some(Next::Menu),
            CardAsked::Tick(tick) => game.go_to(tick),
            CardAsked::Mark(mark) => game.show_mark(mark),
            CardAsked::PlayOn => game.play_on(),
            CardAsked::Look(place) => game.eyes.camera.look_at(place),
            CardAsked::Send(place, queue) => game.send_from_sheet(place, queue),
            CardAsked::Select(units) => game.hands.selection.apply(units, Mode::Replace),
            CardAsked::Narrow(kind, team) => game.narrow(kind, team),
            CardAsked::Beside(model) => game.choose_beside(model),
            CardAsked::OneField => _ = game.end_beside(),
            // What one is refused the next would be too.
            CardAsked::Tune(action) => is_refused = is_refused || !game.tune(action),
        }
    }
    actions
}

/// The cards of a level that is edited.
fn edited_cards(context: &Context, game: &mut Game, asked: &mut Vec<CardAsked>) {
    if game.editing().is_some_and(|editor| editor.tool == EditorTool::Orders) {
        order_card(context, game, asked);
    }
    minimap(context, game, asked);
    let Game { play, hands, cards, keys, editor, .. } = game;
    if let Some(editor) = editor {
        let chosen = hands.selection.units().iter();
        let chosen: Vec<usize> =
            chosen.filter_map(|unit| editor.units.get(unit.0 as usize).copied()).collect();
        editor_card::show(context, editor, play, keys, &chosen, asked);
    }
    cards.show_toasts(&mut CardLayout::new(context, &FIXED));
}

/// Shows the minimap where it tells more than the field does.
fn minimap(context: &Context, game: &mut Game, asked: &mut Vec<CardAsked>) {
    // In the editor every tile is worked on, and in play a margin without units is none that is missed.
    let enough = if game.is_editing() { 1.0 } else { NEARLY_ALL };
    // The camera looks for its place between the cards: what it has reckoned with stays until it is found.
    let is_awaited = game.eyes.settling > 0 && rect_of(context, "minimap").is_some();
    // Side by side in a small window its place is needed by the card of the right field.
    let is_crowded = game.second.is_some() && CardLayout::is_small(context);
    let Game { play, hands, eyes, cards, .. } = game;
    let whole = is_crowded || eyes.camera.share_in_view() >= enough && !is_awaited;
    if whole {
        cards.minimap.rect = egui::Rect::NOTHING;
    }
    if whole && hands.groups.are_empty() {
        return;
    }
    let shown = MinimapView { play, hands, eyes, whole };
    minimap::show(context, &mut cards.minimap, &shown, asked);
}

/// The cards that have a place of their own.
fn fixed_cards(context: &Context, game: &mut Game, asked: &mut Vec<CardAsked>) {
    time_card::show(context, &game.play, &game.costs, &game.keys, game.is_testing(), asked);
    // A tool in hand takes the place of orders.
    if game.hands.building.tool.is_none() {
        order_card(context, game, asked);
    }
    let Game { play, hands, keys, .. } = game;
    tool_card::show(context, &mut hands.building, &play.sim, keys, play.level.model);
    minimap(context, game, asked);
    let Game { play, hands, eyes, cards, keys, .. } = game;
    let others = cards.models.open || cards.stage_graph.open || eyes.layers.on;
    let is_brief =
        CardLayout::is_small(context) && (others || hands.selection.on(&play.sim).next().is_some());
    level_card::show(context, play, keys, &mut cards.folds.level, is_brief);
}

/// The others go where these leave room, the most important first.
fn loose_cards(context: &Context, game: &mut Game, asked: &mut Vec<CardAsked>) {
    let mut layout = CardLayout::new(context, &FIXED);
    let Game { play, hands, eyes, cards, .. } = game;
    claims_card::show(&mut layout, play, &mut cards.folds.claims);
    replay_card::show(&mut layout, &play.session, play.sim.ticks());
    if game.second.is_some() {
        // The bar of a selection lifts it over its field.
        beside_card::show(&mut layout, play, !hands.selection.is_empty());
    }
    let is_explained = eyes.layers.on;
    // Of one size always: it does not move when the others grow.
    let legend_first = !CardLayout::is_small(context);
    if is_explained && legend_first {
        legend(&mut layout, game);
    }
    let Game { play, hands, eyes, cards, keys, .. } = game;
    // With two fields it is the right one whose models are chosen.
    let tuned = play.beside.as_ref().map_or(&play.sim, |beside| beside.twin().sim());
    models_card::show(&mut layout, &mut cards.models, tuned, &hands.selection, keys);
    if is_explained {
        let (reasons, fold) = (&eyes.reasons, &mut cards.folds.why);
        inspector_card::show(&mut layout, &play.sim, &hands.selection, reasons, fold);
    }
    if is_explained && !legend_first {
        legend(&mut layout, game);
    }
    game.cards.stage_graph.show(&mut layout, (&game.costs, &game.play.session.history));
    game.cards.show_toasts(&mut layout);
    asked.extend(layout.asked);
}

fn legend(layout: &mut CardLayout, game: &mut Game) {
    let Game { play, eyes, cards, .. } = game;
    let (seen, camera) = (&eyes.seen, &eyes.camera);
    cards.legend.show(layout, &mut eyes.layers, &mut cards.folds.legend, |rect| {
        let covers = |place: Vec2| rect.expand(GAP).contains(egui::pos2(place.x, place.y));
        let meets = |(from, to): (Vec2, Vec2)| {
            let (from, to) = (camera.to_screen(from), camera.to_screen(to));
            let steps = (from.distance(to) / GAP).ceil().max(1.0);
            (0..=steps as u32).any(|step| covers(from.lerp(to, step as f32 / steps)))
        };
        seen.iter().any(|unit| covers(unit.screen)) || overlay::ways(&play.sim).into_iter().any(meets)
    });
}

fn finish(context: &Context, game: &Game) {
    if !context.is_pointer_over_area() {
        context.set_cursor_icon(game.hands.pointer_is.icon_and_name().0);
        let name = game.name_under_pointer().filter(|_| game.hands.pointer_is != Pointer::Away);
        if let Some(name) = name {
            let (layer, id) = (egui::LayerId::background(), egui::Id::new("obstacle"));
            egui::show_tooltip_at_pointer(context, layer, id, |ui| ui.label(capitalised(name)));
        }
    }
    // Tab is ours: egui would let it wander over the buttons, and Space would then press one.
    // Where a level gets its name it leads from one field to the next.
    if game.cards.naming.is_none() && context.input(|input| input.key_pressed(egui::Key::Tab)) {
        context.memory_mut(|memory| memory.focused().map(|id| memory.surrender_focus(id)));
    }
}

fn order_card(context: &Context, game: &mut Game, asked: &mut Vec<CardAsked>) {
    let back = game.keys.told(KeyAction::Back);
    // Beside the minimap where the window is wide enough, else below it.
    let minimap = rect_of(context, "minimap").filter(|_| !CardLayout::is_small(context));
    let aside = minimap.map_or(0.0, |minimap| minimap.width() + GAP);
    let room = context.screen_rect().width() - 2.0 * RIM - theme::card().total_margin().sum().x - aside;
    card(context, "orders", Align2::LEFT_BOTTOM, vec2(RIM, -RIM), |ui| {
        ui.set_max_width(room);
        let never_mind = (back.as_str(), "never mind");
        match &game.hands.aim {
            _ if game.play.controls() == Controls::TwoGroups => {
                let team = |index: usize| game.play.level.teams.get(index).map_or("", |team| &team.name);
                let [left, right] = [0, 1].map(|index| format!("send {}", team(index)));
                hints(ui, &[("Left click", &left), ("Right click", &right)]);
            }
            Some(NextClick::Patrol { .. }) => {
                let click = ("Click", "patrol between here and there");
                hints(ui, &[click, ("Shift + click", "add a place"), never_mind]);
            }
            Some(NextClick::Attack) => {
                hints(ui, &[("Click", "on an enemy, or on where to go and attack"), never_mind]);
            }
            Some(NextClick::Follow) => hints(ui, &[("Click", "on whom to follow"), never_mind]),
            None if game.hands.selection.on(&game.play.sim).next().is_none() => {
                let (led, look) = (game.play.led(), game.keys.all(&CAMERA));
                let look = (look.split(", ").next().unwrap_or_default(), "look around");
                let [explain, help] =
                    [KeyAction::Explain, KeyAction::Help].map(|action| game.keys.told(action));
                let (select, zoom) = (("Left click or drag", "select"), ("Wheel", "zoom"));
                hints(ui, &[(&led, ""), select, look, zoom, (&explain, "explain"), (&help, "all keys")]);
            }
            None => {
                let is_led = game.first_led().is_some();
                let Game { play, hands, keys, .. } = &mut *game;
                let click = is_led.then(|| hands.pointer_is.right_click_hint());
                selection_card::show(ui, &play.sim, &hands.selection, keys, click, asked);
                if is_led {
                    orders_card::show(ui, &mut hands.orders_bar, play.sim.fights.are_on, keys, asked);
                }
            }
        }
    });
}
