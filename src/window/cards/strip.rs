//! The strip of time: the whole session, where the field is in it, and the marks. A click goes to a moment or
//! a mark, a drag follows the hand.

use super::asked::CardAsked;
use crate::history::{Mark, MarkKind};
use crate::time::clock;
use crate::window::session::Session;
use crate::window::spots;
use crate::window::theme::{self, Rgb};
use egui_macroquad::egui::{self, Rect, Sense, Stroke, Ui, pos2, vec2};
use std::cmp::Reverse;

/// How high it is for a hand, and drawn, points.
pub const HEIGHT: f32 = 30.0;
const DRAWN: f32 = 8.0;
/// Size of the flag of a mark over it, points.
const FLAG: egui::Vec2 = vec2(9.0, 9.0);
/// A mark is pointed at within so many points of its flag, and of where it stands on the strip.
const NEAR_FLAG: f32 = 7.0;
const NEAR_STAND: f32 = 3.0;
/// Of marks that lie together this many are told.
const MAX_TOLD: usize = 5;
/// Ticks that the strip shows at least: it does not shrink under the hand in the first seconds.
const LEAST: u64 = 300;

/// Shows the strip, so many points wide, with the field at tick `now`; returns what a hand on it asks for.
pub fn show(ui: &mut Ui, width: f32, session: &Session, now: u64) -> Option<CardAsked> {
    let (room, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::click_and_drag());
    let rect = Rect::from_min_size(room.min + vec2(0.0, HEIGHT - DRAWN - 7.0), vec2(width, DRAWN));
    spots::note(ui.ctx(), "strip", "strip", rect);
    let known = session.known();
    let all = if session.replay().is_some() { known.max(1) } else { known.max(LEAST) };
    let x = |tick: u64| rect.left() + rect.width() * (tick as f32 / all as f32).min(1.0);
    let fill = |from: u64, to: u64, color: egui::Color32| {
        let part = Rect::from_x_y_ranges(x(from)..=x(to), rect.y_range());
        ui.painter().rect_filled(part, 0.0, color);
    };
    fill(0, known, theme::faint(theme::PENCIL, 0.25));
    if let Some(goal) = session.goal() {
        fill(0, goal, theme::faint(theme::ACCENT, 0.35));
    }
    // The present is quiet; red is what shows that one looks at the past, or at a recording.
    let is_now = session.replay().is_none() && now == known;
    fill(0, now, if is_now { theme::faint(theme::INK, 0.45) } else { theme::color(theme::ACCENT) });
    let line = theme::line(1.0, theme::INK);
    ui.painter().rect_stroke(rect, 0.0, line, egui::StrokeKind::Inside);
    let mut marks: Vec<&Mark> = session.history.marks().iter().collect();
    marks.sort_by_key(|mark| Reverse(weight_and_color(mark.kind).0));
    let mut flags = Vec::new();
    for mark in &marks {
        let (at, color) = (x(mark.tick), theme::color(weight_and_color(mark.kind).1));
        if !takes_room(&mut flags, at) {
            ui.painter().vline(at, rect.center().y..=rect.bottom(), Stroke::new(1.0, color));
            continue;
        }
        ui.painter().vline(at, rect.y_range(), Stroke::new(1.5, color));
        let (top, half) = (rect.top() - FLAG.y, FLAG.x / 2.0);
        let flag = vec![pos2(at - half, top), pos2(at + half, top), pos2(at, rect.top())];
        ui.painter().add(egui::Shape::convex_polygon(flag, color, theme::line(1.0, theme::CARD)));
    }
    if let Some((parts, _)) = session.history.left() {
        // Where the other future parts.
        let stroke = theme::line(1.5, theme::PURPLE);
        ui.painter().vline(x(parts), rect.top()..=rect.bottom() + 4.0, stroke);
    }
    let pointed = response.interact_pointer_pos().or(response.hover_pos())?;
    let share = ((pointed.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
    let tick = ((f64::from(share) * all as f64).round() as u64).min(known);
    let away = |mark: &Mark| (x(mark.tick) - pointed.x).abs();
    let reach = if pointed.y < rect.top() { NEAR_FLAG } else { NEAR_STAND };
    marks.retain(|mark| away(mark) <= reach);
    // Of those that lie together the one that matters most.
    let mark = marks.first().copied();
    let (clicked, dragged) = (response.clicked(), response.dragged() || response.drag_stopped());
    let told = match mark {
        Some(_) => told(&marks),
        None => format!("Click: go to {}", clock(tick)),
    };
    response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text_at_pointer(told);
    match mark {
        Some(mark) if clicked => Some(CardAsked::Mark(mark.clone())),
        _ if clicked || dragged && tick != now => Some(CardAsked::Tick(tick)),
        _ => None,
    }
}

/// Whether a flag has room at a place of the strip beside those that stand there, and with a flag's width
/// between: then it stands there, too.
fn takes_room(flags: &mut Vec<f32>, at: f32) -> bool {
    let is_free = flags.iter().all(|flag| (flag - at).abs() >= 2.0 * FLAG.x);
    if is_free {
        flags.push(at);
    }
    is_free
}

/// Sentences of marks that lie together, those that matter most first.
fn told(marks: &[&Mark]) -> String {
    let line = |mark: &&Mark| format!("{}  {}", clock(mark.tick), mark.words);
    let mut lines: Vec<String> = marks.iter().take(MAX_TOLD).map(line).collect();
    if marks.len() > MAX_TOLD {
        lines.push(format!("and {} more", marks.len() - MAX_TOLD));
    }
    lines.join("\n")
}

/// How much a mark matters beside others, what the player did more than how the crowd fared on its way; and
/// its colour.
fn weight_and_color(kind: MarkKind) -> (u8, Rgb) {
    match kind {
        MarkKind::Slowest => (0, theme::INK),
        MarkKind::Chain => (1, theme::PURPLE),
        MarkKind::Reversals => (1, theme::ORANGE),
        MarkKind::Edit => (2, theme::INK),
        MarkKind::Order => (3, theme::INK),
        MarkKind::GaveUp | MarkKind::Jam => (4, theme::VERMILION),
        MarkKind::Met => (4, theme::TREES_DARK),
        MarkKind::Broken => (5, theme::VERMILION),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_keep_a_flags_width_between_them_and_those_that_come_first_have_them() {
        let mut flags = Vec::new();
        let have: Vec<bool> = [50.0, 67.0, 32.0, 68.0, 59.0].map(|at| takes_room(&mut flags, at)).into();
        assert_eq!(have, [true, false, true, true, false]);
    }

    #[test]
    fn what_the_player_did_matters_more_than_how_the_crowd_fared_and_less_than_what_became_of_it() {
        for [less, more] in [
            [MarkKind::Chain, MarkKind::Order],
            [MarkKind::Reversals, MarkKind::Edit],
            [MarkKind::Order, MarkKind::Jam],
            [MarkKind::Jam, MarkKind::Broken],
        ] {
            assert!(weight_and_color(less).0 < weight_and_color(more).0, "{less:?} {more:?}");
        }
    }
}
