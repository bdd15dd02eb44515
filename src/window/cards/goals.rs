//! The card of a level with goals: what is to be done, ticked as it is met, the time, and what it is worth.

use super::folding::CardFold;
use super::layout::CardLayout;
use super::paper::{accent, at_right, bold, pale, short_title, tick};
use super::seal;
use crate::goals::{GoalTold, Medal, Spent, Verdict};
use crate::level::goal::{Goal, Wanted};
use crate::time::TICK_RATE;
use crate::window::challenge::Challenge;
use crate::window::ghost::Whose;
use crate::window::keys::{KeyAction, Keys};
use crate::window::play::Play;
use crate::window::theme;
use crate::window::words::allowed;
use egui_macroquad::egui::{self, RichText, Ui};

/// Width of the card where there is room, points.
const WIDTH: f32 = 340.0;
/// Room that is kept for how far a goal is, points: its text does not wrap anew with every figure.
const PROGRESS: f32 = 66.0;
/// Between a goal and how far it is, points.
const GAP: f32 = 8.0;
/// Ticks after the last order from which on the player is told how to let time go faster: ten seconds.
const LONG_AGO: u64 = 10 * TICK_RATE as u64;
/// So many open goals are told in a small window.
const MAX_TOLD: usize = 3;

/// Shows what stands on the card, `room` points wide at most; `is_brief`: others need the room. Folded in a
/// small window it tells the next goal whole, of those after it a line each, and the medal that is to be had.
pub fn show(
    ui: &mut Ui,
    play: &Play,
    challenge: &Challenge,
    keys: &Keys,
    fold: &mut CardFold,
    (room, is_brief): (f32, bool),
) {
    let width = room.min(WIDTH);
    ui.set_width(width);
    let is_small = CardLayout::is_small(ui.ctx());
    let is_whole = !is_brief && fold.is_open();
    ui.horizontal(|ui| {
        let medal = if is_small && !is_whole { 70.0 } else { 0.0 };
        short_title(ui, width - medal - if is_brief { 0.0 } else { 50.0 }, &play.level.name);
        if (is_small || !play.level.description.is_empty()) && !is_brief {
            fold.button(ui);
        }
        if is_small && !is_whole {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                next_medal(ui, challenge);
            });
        }
    });
    if is_whole && !play.level.description.is_empty() {
        ui.label(&play.level.description);
        ui.add_space(theme::STEP);
    }
    let goals = challenge.judge.told(&play.sim);
    let are_many = challenge.judge.areas().len() > 1;
    if is_small && !is_whole {
        let open: Vec<&GoalTold> = goals.iter().filter(|goal| !goal.is_met).collect();
        let told = if open.is_empty() { goals.last().into_iter().collect() } else { open };
        for (index, goal) in told.iter().take(MAX_TOLD).enumerate() {
            row(ui, goal, are_many, index == 0);
        }
        match told.len().checked_sub(MAX_TOLD) {
            Some(more @ 1..) => {
                _ = ui.horizontal(|ui| {
                    ui.label(pale(format!("… and {more} more")));
                    ui.add_space(2.0 * theme::STEP);
                    spent(ui, play, challenge, keys);
                })
            }
            _ => spent(ui, play, challenge, keys),
        }
        return awaited(ui, play, challenge, keys);
    }
    goals.iter().for_each(|goal| row(ui, goal, are_many, true));
    ui.add_space(theme::STEP);
    medals(ui, challenge);
    spent(ui, play, challenge, keys);
    foot(ui, play, challenge, keys);
}

/// A goal: its tick, what is to be done, on one line unless it `wraps`, how far it is.
fn row(ui: &mut Ui, goal: &GoalTold, are_many: bool, wraps: bool) {
    ui.horizontal(|ui| {
        sign(ui, goal.is_met, goal.area.filter(|_| are_many));
        let font = egui::TextStyle::Body.resolve(ui.style());
        let progress = ui.painter().layout_no_wrap(goal.progress.clone(), font, theme::color(theme::INK));
        let taken = progress.size().x.max(PROGRESS);
        let room = ui.available_width() - if goal.progress.is_empty() { 0.0 } else { taken + GAP };
        ui.scope(|ui| {
            ui.set_max_width(room);
            let text = RichText::new(&goal.text);
            let text = if goal.is_met { text.color(theme::color(theme::PENCIL)) } else { text };
            let label = egui::Label::new(text);
            ui.add(if wraps { label.wrap() } else { label.truncate() });
        });
        if !goal.progress.is_empty() {
            at_right(ui, |ui| ui.label(pale(&goal.progress)));
        }
    });
}

/// An empty box with the number of its field, or a tick.
fn sign(ui: &mut Ui, is_met: bool, number: Option<usize>) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), egui::Sense::hover());
    let painter = ui.painter();
    if is_met {
        return tick(painter, rect.center(), 11.0);
    }
    let stroke = theme::line(1.2, theme::PENCIL);
    painter.rect_stroke(rect.shrink(2.0), 1.0, stroke, egui::StrokeKind::Inside);
    if let Some(number) = number {
        let font = egui::FontId::new(12.0, egui::FontFamily::Name("bold".into()));
        let text = (number + 1).to_string();
        painter.text(rect.center(), egui::Align2::CENTER_CENTER, text, font, theme::color(theme::ACCENT));
    }
}

/// The best medal that is still to be had, or that there was.
fn best_medal(challenge: &Challenge) -> Option<Medal> {
    match *challenge.judge.verdict() {
        Verdict::Open => challenge.judge.medal_left(),
        Verdict::Won { tick, .. } => challenge.judge.medal(tick),
        Verdict::Lost { .. } => None,
    }
}

/// The best medal, and its time.
fn next_medal(ui: &mut Ui, challenge: &Challenge) {
    let best = best_medal(challenge);
    if let Some((medal, time)) = challenge.judge.medal_times().find(|&(medal, _)| Some(medal) == best) {
        ui.label(allowed(time));
        seal::inline(ui, Some(medal)).on_hover_text(format!("{} within {}", medal.name(), allowed(time)));
    } else if challenge.judge.medal_times().next().is_some() {
        seal::inline(ui, None);
    }
}

/// The times for medals; of one out of reach the empty place.
fn medals(ui: &mut Ui, challenge: &Challenge) {
    if challenge.judge.medal_times().next().is_none() {
        return;
    }
    let best = best_medal(challenge);
    ui.horizontal(|ui| {
        for (medal, time) in challenge.judge.medal_times() {
            let is_late = Some(medal) > best;
            let seal = seal::inline(ui, (!is_late).then_some(medal));
            seal.on_hover_text(format!("{} within {}", medal.name(), allowed(time)));
            let text = RichText::new(allowed(time));
            ui.label(if is_late { text.color(theme::color(theme::PENCIL)).strikethrough() } else { text });
            ui.add_space(theme::STEP);
        }
    });
}

/// What may be spent, and what is left of it.
fn spent(ui: &mut Ui, play: &Play, challenge: &Challenge, keys: &Keys) {
    let (limit, spent) = (challenge.judge.scenario().limit, Spent::of(play.sim.actions()));
    let tiles = format!("Tiles to build with {}", keys.told(KeyAction::Build));
    let rows = [
        ("Orders", spent.orders, limit.orders),
        (&tiles, spent.tiles, limit.tiles.filter(|&tiles| tiles > 0)),
    ];
    for (what, spent, limit) in rows {
        if let Some(limit) = limit {
            ui.horizontal(|ui| {
                ui.label(what);
                let text = bold(format!("{} of {limit} left", limit.saturating_sub(spent)));
                ui.label(if spent >= limit { text.color(theme::color(theme::ACCENT)) } else { text });
            });
        }
    }
}

/// Whether the player has no order left to give.
fn are_orders_spent(play: &Play, challenge: &Challenge) -> bool {
    let limit = challenge.judge.scenario().limit.orders;
    limit.is_some_and(|limit| Spent::of(play.sim.actions()).orders >= limit)
}

/// Whether nothing is left to the player but to wait: the orders are spent, or the last one was given long
/// ago. Steps that hands are to do wait for the player.
fn is_waited(play: &Play, challenge: &Challenge) -> bool {
    let last = play.sim.actions().last();
    let is_long_ago = last.is_some_and(|&(tick, _)| play.sim.ticks() > tick + LONG_AGO);
    let runs = !play.clock.paused && play.clock.speed() <= 1.0 && play.session.replay().is_none();
    let goals = &challenge.judge.scenario().goals;
    let is_taught = goals.iter().any(|goal| matches!(goal.wanted, Wanted::Do { .. }));
    // In a fight nobody wants it, and where everybody rests nothing comes of it.
    let is_under_way = || !play.sim.ids_of(|unit| unit.state.is_under_way()).is_empty();
    let goes_on = || !play.sim.fights.are_on && is_under_way();
    runs && !is_taught && (is_long_ago || are_orders_spent(play, challenge)) && goes_on()
}

/// Why an open game comes to no medal any more, if that is so.
fn why_no_medal(play: &Play, challenge: &Challenge) -> Option<&'static str> {
    let judge = &challenge.judge;
    if judge.medal_times().next().is_some() && judge.medal_left().is_none() {
        let is_late = judge.medal(play.sim.ticks() + 1).is_none();
        return Some(if is_late {
            "Too late for a medal"
        } else {
            "It cannot be held in time for a medal any more"
        });
    }
    // An area is held by those who stand, and steps wait for hands.
    let needs_motion = |goal: &Goal| {
        matches!(goal.wanted, Wanted::Bring { .. } | Wanted::Keep { .. } | Wanted::Defeat { .. })
    };
    let is_over = are_orders_spent(play, challenge)
        && judge.scenario().goals.iter().all(needs_motion)
        && play.sim.is_done();
    is_over.then_some("All stand, and no order is left")
}

/// What the player is waited for: time begins with what is done first, a game that comes to nothing begins
/// anew, time may go faster where nothing is left to be done, the card at the end comes back.
fn awaited(ui: &mut Ui, play: &Play, challenge: &Challenge, keys: &Keys) {
    let is_open = *challenge.judge.verdict() == Verdict::Open;
    let text = if play.is_waiting() {
        let pause = keys.told(KeyAction::Pause);
        match play.sim.actions().is_empty() {
            true => {
                format!("Time begins with what you do first, or {pause}. To give several orders first: Shift")
            }
            false => format!("Time waits for an order without Shift, or {pause}"),
        }
    } else if challenge.is_closed && !is_open {
        "Enter shows what it came to, and what is next".to_owned()
    } else if let Some(why) = why_no_medal(play, challenge).filter(|_| is_open) {
        format!("{why}: {} begins again", keys.told(KeyAction::Reload))
    } else if is_open && is_waited(play, challenge) {
        format!("{} lets time go faster", keys.told(KeyAction::Faster))
    } else {
        return;
    };
    ui.label(bold(text).color(theme::color(theme::ACCENT)));
}

/// When time begins, what begins anew, whose ghost walks there, how it ended.
fn foot(ui: &mut Ui, play: &Play, challenge: &Challenge, keys: &Keys) {
    awaited(ui, play, challenge, keys);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = theme::STEP;
        ui.label(bold(keys.told(KeyAction::Reload)));
        ui.label(pale("again"));
        if challenge.ghosts.are_any() {
            ui.add_space(2.0 * theme::STEP);
            ui.label(bold(keys.told(KeyAction::Ghost)));
            ui.label(pale(match challenge.ghosts.shown() {
                None => "a ghost in pencil",
                Some(Whose::Author) => "the author's ghost",
                Some(Whose::Own) => "your best's ghost",
            }));
        }
        let end = match challenge.judge.verdict() {
            Verdict::Open => return,
            Verdict::Lost { .. } => accent("Lost"),
            Verdict::Won { medal, .. } => {
                bold(medal.map_or("Done", Medal::name)).color(theme::color(theme::TREES_DARK))
            }
        };
        ui.add_space(2.0 * theme::STEP);
        ui.label(end);
    });
}
