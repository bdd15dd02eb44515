//! The card at the end of a level with goals: what it came to, each figure beside the best so far, and what
//! next.

use super::layout::GAP;
use super::paper::{RIM, accent, bold, dialog, pale};
use super::seal;
use crate::goals::{GameResult, Medal};
use crate::time::exact;
use crate::window::challenge::{Challenge, Ending};
use crate::window::ghost::Whose;
use crate::window::keys::{KeyAction, Keys};
use crate::window::spots::Spotted;
use crate::window::theme;
use crate::window::words::allowed;
use egui_macroquad::egui::{self, Align, Align2, Context, RichText, Ui};

/// The name of the card.
const CARD: &str = "ending";
/// The button after the last level, and after one that stands in no row.
const TO_MENU: &str = "Menu  Enter";
/// From the end of a game that is lost one goes back so far.
pub const BACK_SECONDS: u32 = 10;
/// Narrowest, points.
const WIDTH: f32 = 380.0;
/// About as large as it gets, points.
const SIZE: egui::Vec2 = egui::vec2(472.0, 290.0);
/// Where it may lie, the best first.
const PLACES: [Align2; 9] = [
    Align2::CENTER_CENTER,
    Align2::RIGHT_CENTER,
    Align2::LEFT_CENTER,
    Align2::CENTER_TOP,
    Align2::CENTER_BOTTOM,
    Align2::RIGHT_TOP,
    Align2::LEFT_TOP,
    Align2::RIGHT_BOTTOM,
    Align2::LEFT_BOTTOM,
];
/// The colour of what a button says.
const INK: egui::Color32 = egui::Color32::PLACEHOLDER;
const CENTERED: (Align2, egui::Vec2) = (Align2::CENTER_CENTER, egui::Vec2::ZERO);

/// What has come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The player's game.
    Played,
    /// A test of the editor's level: nothing of it is kept.
    Test,
    /// A recording: nothing in it is the player's best.
    Recording,
    /// A game that somebody else has begun: it is not the player's best either.
    Borrowed,
}

/// What the player wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// This level from its start.
    Again,
    /// The same with the author's ghost beside.
    Shown,
    /// The next level, or the menu after the last; after a test the editor.
    Onward,
    /// The menu.
    Menu,
    /// To look at the field.
    Look,
    /// This game from a little before its end: time can be gone back, and something else done.
    Back,
}

/// Where on the screen it covers the least of these cards, and then the fewest of these units: how they came
/// to stand there is what the player looks for. A corner of the screen or the middle of a side, and how far
/// from it, points.
pub fn place(screen: egui::Rect, cards: &[egui::Rect], units: &[egui::Pos2]) -> (Align2, egui::Vec2) {
    let inside = screen.shrink(RIM);
    let covered = |rect: egui::Rect| {
        let common = cards.iter().map(|card| card.intersect(rect)).filter(|common| common.is_positive());
        (
            common.map(|common| common.area() as u32).sum::<u32>(),
            units.iter().filter(|&&unit| rect.contains(unit)).count(),
        )
    };
    let tried = PLACES.into_iter().flat_map(|place| {
        let rect = place.align_size_within_rect(SIZE, inside);
        let beside = cards.iter().filter(|card| card.left() < rect.right() && card.right() > rect.left());
        let (head, foot): (Vec<&egui::Rect>, _) =
            beside.partition(|card| card.center().y < screen.center().y);
        let between = match place.y() {
            Align::Min => head.iter().map(|card| card.bottom() + GAP - rect.top()).fold(0.0, f32::max),
            Align::Center => 0.0,
            Align::Max => foot.iter().map(|card| card.top() - GAP - rect.bottom()).fold(0.0, f32::min),
        };
        [0.0, between].map(|down| {
            let offset = -RIM * egui::vec2(place.x().to_sign(), place.y().to_sign()) + egui::vec2(0.0, down);
            (covered(rect.translate(egui::vec2(0.0, down))), down, (place, offset))
        })
    });
    // Between the cards at head and foot of the screen it lies only where it covers none.
    let tried = tried.filter(|&((cards, _), down, _)| down == 0.0 || cards == 0);
    tried.min_by_key(|&(covered, ..)| covered).map_or(CENTERED, |(.., place)| place)
}

/// Shows the card at the end of a game; returns what the player wants. `closes`: so does the key for it;
/// `has_next`: a level comes after it.
pub fn show(
    context: &Context,
    (place, offset): (Align2, egui::Vec2),
    challenge: &Challenge,
    (keys, closes): (&Keys, bool),
    (ended, has_next): (Ended, bool),
) -> Option<Next> {
    let ending = challenge.ending.as_ref()?;
    let GameResult { reached: is_won, medal, .. } = ending.result;
    let (title, told) = match (&ending.result.lost, medal) {
        (Some(why), _) => ("Not this time", why.clone()),
        (None, Some(medal)) => (medal.name(), better(challenge, medal, ended)),
        (None, None) => ("Done", without_medal(challenge)),
    };
    let onward = match ended {
        Ended::Test => Some("Back to the editor  Enter"),
        _ if has_next => is_won.then_some("Next level  Enter"),
        _ => is_won.then_some(TO_MENU),
    };
    let mut next = None;
    dialog(context, CARD, place, offset, |ui| {
        ui.set_width(WIDTH);
        ui.horizontal(|ui| {
            if is_won {
                let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(84.0), egui::Sense::hover());
                seal::paint(ui.painter(), rect.center(), 38.0, medal, true);
                ui.add_space(theme::STEP);
            }
            ui.vertical(|ui| {
                ui.add_space(if is_won { 12.0 } else { 0.0 });
                let font = egui::FontId::new(32.0, egui::FontFamily::Name("bold".into()));
                ui.label(RichText::new(title).font(font));
                ui.label(told);
            });
        });
        if is_won {
            ui.add_space(2.0 * theme::STEP);
            figures(ui, ending, ended);
            if ended == Ended::Borrowed {
                ui.label(pale("Somebody else began it, so it is no medal of yours"));
            }
        }
        if let Some(error) = &ending.error {
            ui.label(accent(format!("It could not be kept: {error}")));
        }
        ui.add_space(3.0 * theme::STEP);
        next = ui.horizontal(|ui| buttons(ui, (keys, closes), onward)).inner;
        if ending.result.lost.is_some() && ended != Ended::Recording {
            let back = format!("Back by {BACK_SECONDS} s, to do something else");
            ui.button(back).spot(CARD, "back").sets(&mut next, Some(Next::Back));
        }
        // Whoever had no gold may see how it is done.
        if medal != Some(Medal::Gold) && challenge.ghosts.has(Whose::Author) {
            let shown = ui.button("Again, with the author's game as a ghost in pencil");
            shown.spot(CARD, "shown").sets(&mut next, Some(Next::Shown));
        }
    });
    next.or((onward.is_some() && is_entered(context)).then_some(Next::Onward))
}

/// Whether Enter was pressed, and not into a field for text.
pub fn is_entered(context: &Context) -> bool {
    let is_pressed = context.input(|input| input.key_pressed(egui::Key::Enter) && !input.modifiers.alt);
    is_pressed && !context.wants_keyboard_input()
}

/// What there is to be done next; returns what was clicked.
fn buttons(ui: &mut Ui, (keys, closes): (&Keys, bool), onward: Option<&str>) -> Option<Next> {
    let again = format!("Again  {}", keys.text(KeyAction::Reload));
    let font_id = egui::TextStyle::Button.resolve(ui.style());
    let part = |color| egui::TextFormat { font_id: font_id.clone(), color, ..Default::default() };
    let mut look = egui::text::LayoutJob::single_section("Look at the field  ".to_owned(), part(INK));
    // A key that is meant for something else leaves its room: the card does not become narrower.
    let key = if closes { INK } else { egui::Color32::TRANSPARENT };
    look.append(&keys.text(KeyAction::Back), 0.0, part(key));
    let is_last = onward == Some(TO_MENU);
    let menu = (!is_last).then(|| ("menu", "Menu".into(), Next::Menu));
    let onward = onward.map(|text| (if is_last { "menu" } else { "next" }, text.into(), Next::Onward));
    let others: [Option<(&str, egui::WidgetText, Next)>; 3] =
        [Some(("again", again.into(), Next::Again)), menu, Some(("look", look.into(), Next::Look))];
    let mut next = None;
    for (name, text, means) in onward.into_iter().chain(others.into_iter().flatten()) {
        ui.button(text).spot(CARD, name).sets(&mut next, Some(means));
    }
    next
}

/// What the medal was given for, and what the next better one would take.
fn better(challenge: &Challenge, medal: Medal, ended: Ended) -> String {
    let times: Vec<(Medal, f32)> = challenge.judge.medal_times().collect();
    let Some(at) = times.iter().position(|&(given, _)| given == medal) else { return String::new() };
    let reason = format!("Within {}", allowed(times[at].1));
    match at.checked_sub(1).map(|above| times[above]) {
        Some((better, time)) => format!("{reason}. {} takes {}", better.name(), allowed(time)),
        None if ended != Ended::Played => format!("{reason}, the best there is"),
        None => format!("{reason}, the best there is. What is left to beat is your own time"),
    }
}

fn without_medal(challenge: &Challenge) -> String {
    match challenge.judge.medal_times().last() {
        Some((_, time)) => format!("All goals are met. A medal takes {} or less", allowed(time)),
        None => "All goals are met".into(),
    }
}

/// Time, orders, and tiles where some were built: of this game, and the best so far.
fn figures(ui: &mut Ui, ending: &Ending, ended: Ended) {
    let (outcome, best) = (&ending.result, ending.before);
    let builds = outcome.tiles > 0 || best.is_some_and(|best| best.tiles > 0);
    let tiles = ("Tiles laid", outcome.tiles as f64, best.map(|best| best.tiles as f64), false);
    let always: [(&str, f64, Option<f64>, bool); 2] = [
        ("Time", outcome.seconds.unwrap_or(0.0), best.map(|best| best.seconds), true),
        ("Orders given", outcome.orders as f64, best.map(|best| best.orders as f64), false),
    ];
    let text = |value: f64, is_time: bool| if is_time { exact(value) } else { format!("{value:.0}") };
    egui::Grid::new("figures").num_columns(3).spacing([28.0, 4.0]).show(ui, |ui| {
        for (name, value, best, is_time) in always.into_iter().chain(builds.then_some(tiles)) {
            ui.label(name);
            ui.label(bold(text(value, is_time)));
            ui.label(match best {
                None if ended != Ended::Played => pale(""),
                None => pale("your first"),
                Some(best) if value < best && ended == Ended::Played => {
                    pale(format!("better than {}", text(best, is_time)))
                        .color(theme::color(theme::TREES_DARK))
                }
                Some(best) => pale(format!("your best: {}", text(best, is_time))),
            });
            ui.end_row();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_lies_in_the_middle_unless_units_stand_there() {
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 720.0));
        let line: Vec<egui::Pos2> = (0..30).map(|x| egui::pos2(200.0 + 20.0 * x as f32, 340.0)).collect();
        let at = |cards: &[egui::Rect], units: &[egui::Pos2]| place(screen, cards, units).0;
        assert_eq!(at(&[], &[]), Align2::CENTER_CENTER);
        assert_eq!(at(&[], &line), Align2::RIGHT_CENTER);
        let wide: Vec<egui::Pos2> = (0..63).map(|x| egui::pos2(10.0 + 20.0 * x as f32, 500.0)).collect();
        assert_eq!(at(&[], &wide), Align2::CENTER_TOP);
        let card = |left: f32, top: f32, size| egui::Rect::from_min_size(egui::pos2(left, top), size);
        let cards = [card(854.0, 12.0, egui::vec2(414.0, 78.0)), card(12.0, 632.0, egui::vec2(1000.0, 76.0))];
        // Between the cards of time and of orders it covers neither them nor a unit.
        assert_eq!(place(screen, &cards, &wide), (Align2::CENTER_TOP, egui::vec2(0.0, 90.0 + GAP)));
        // Where there is no such room it is better to cover units.
        let higher = wide.iter().map(|unit| *unit - egui::vec2(0.0, 340.0));
        let both: Vec<egui::Pos2> = wide.iter().copied().chain(higher).collect();
        assert_eq!(at(&cards, &both), Align2::RIGHT_CENTER);
    }

    #[test]
    fn where_every_place_has_a_card_it_covers_the_least_of_them() {
        // The legend and the reasons of a small window.
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(800.0, 600.0));
        let card = |left: f32, top: f32, size| egui::Rect::from_min_size(egui::pos2(left, top), size);
        let legend = card(12.0, 180.0, egui::vec2(156.0, 320.0));
        let reasons = card(500.0, 100.0, egui::vec2(288.0, 300.0));
        let bars = [card(12.0, 12.0, egui::vec2(776.0, 84.0)), card(12.0, 510.0, egui::vec2(680.0, 78.0))];
        let at = |cards: &[egui::Rect]| place(screen, &[&bars[..], cards].concat(), &[]).0;
        assert_eq!(at(&[legend]), Align2::RIGHT_CENTER);
        assert_eq!(at(&[legend, reasons]), Align2::CENTER_CENTER);
    }
}
