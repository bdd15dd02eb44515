//! The cards under two fields side by side: what each is moved by and what it has come to; under the right
//! one which model it is to be.

use super::asked::CardAsked;
use super::layout::{CardLayout, GAP, WantedCard};
use super::models::in_use;
use super::paper::{RIM, at_right, bold, choice, pale, rect_of, title};
use crate::goals::{GoalTold, Judge, Medal, Verdict};
use crate::measure::beside::Figures;
use crate::sim::Sim;
use crate::time::{TICK_RATE, clock};
use crate::unit::ModelName;
use crate::window::keys::action::KeyAction;
use crate::window::play::Play;
use crate::window::spots::Spotted;
use crate::window::theme;
use crate::window::words::model_title;
use egui_macroquad::egui::{self, Align2, Rect, RichText, Ui, pos2, vec2};

/// The name of the right one.
const RIGHT: &str = "right_field";
/// Greatest width of a card, points.
const WIDTH: f32 = 400.0;

/// Names of the figures, and what each of them says.
const FIGURES: [(&str, &str); 5] = [
    ("arrived", "Of those who were sent, how many are there"),
    ("T", "Travel time since the two part, of whoever had 3 tiles to go: 1 is the shortest way at top speed"),
    ("last", "When the last of all arrived"),
    ("overlap", "The deepest that two bodies were in each other, px"),
    ("turning", "Radians turned a second by those who move"),
];

/// Shows the cards of both fields and the line between them. Where others need the room (`is_brief`) models
/// are to be chosen only while the pointer is on the card.
pub fn show(layout: &mut CardLayout, play: &mut Play, is_brief: bool) {
    let context = layout.context.clone();
    let Some(beside) = play.beside.as_mut() else { return };
    let stands = play.clock.paused;
    let figures = beside.figures(&play.sim, stands);
    let (twin, behind) = (beside.twin(), beside.is_behind(&play.sim));
    let goals = |judge: Option<&Judge>, sim: &Sim| figures.and(judge).map(|judge| Goals::of(judge, sim));
    let judge = play.challenge.as_ref().map(|challenge| &challenge.judge);
    let left = FieldTold { figures: figures.map(|[left, _]| left), goals: goals(judge, &play.sim) };
    let right =
        FieldTold { figures: figures.map(|[_, right]| right), goals: goals(beside.judge(), twin.sim()) };
    let screen = context.screen_rect();
    let middle = (screen.width() / 2.0).floor();
    let line = theme::line(2.0, theme::INK);
    context.layer_painter(egui::LayerId::background()).vline(middle, screen.y_range(), line);
    let margin = theme::card().total_margin().sum().x;
    // Each below its own field, however narrow that is.
    let width = WIDTH.min(middle - RIM - GAP / 2.0 - margin);
    let is_used = |card: Rect| context.pointer_latest_pos().is_some_and(|pointer| card.contains(pointer));
    let is_whole = !is_brief || rect_of(&context, RIGHT).is_some_and(is_used);
    let since = match figures {
        None => Some(format!("The two part at {}", clock(twin.start()))),
        Some(_) => (twin.start() > 0).then(|| format!("Both since {}", clock(twin.start()))),
    };
    let [left_card, right_card] =
        [("left_field", "Left field", 0.5, 92.0), (RIGHT, "Right field", 1.5, 170.0)].map(
            |(id, title, x, height)| {
                let (at, guess) = (pos2(middle * x, screen.bottom() - RIM), vec2(width + margin, height));
                WantedCard { at, ..layout.wanted((id, title), Align2::CENTER_BOTTOM, guess, 60.0) }
            },
        );
    layout.card(&left_card, |ui, _| {
        ui.set_width(width);
        heading(ui, "As it is", &in_use(&play.sim).0);
        table(ui, &left, &right, since.as_deref());
    });
    layout.card(&right_card, |ui, asked| {
        ui.set_width(width);
        // Models stand above all else: what lies under the pointer stays there when it makes the card grow.
        if is_whole {
            models(ui, twin.model(), asked);
        }
        let told =
            if behind { format!("on its way: {}", clock(twin.sim().ticks())) } else { in_use(twin.sim()).0 };
        right_heading(ui, &told, asked);
        table(ui, &right, &left, since.as_deref());
    });
}

/// A button a model, and one for what the left field is moved by.
fn models(ui: &mut Ui, shown: Option<ModelName>, asked: &mut Vec<CardAsked>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for model in std::iter::once(None).chain(ModelName::ALL.iter().copied().map(Some)) {
            let name = model.map_or("As it is".to_owned(), model_title);
            let key = model.map_or("as_it_is", ModelName::name);
            let button = ui.add(choice(name, shown == model));
            button.spot(RIGHT, key).asks(asked, CardAsked::Beside(model));
        }
    });
}

fn heading(ui: &mut Ui, name: &str, models: &str) {
    ui.horizontal(|ui| {
        ui.label(title(name));
        ui.label(pale(models));
    });
}

/// The heading of the right card, with its buttons.
fn right_heading(ui: &mut Ui, told: &str, asked: &mut Vec<CardAsked>) {
    ui.horizontal(|ui| {
        heading(ui, "Beside it", told);
        at_right(ui, |ui| {
            let numbers = CardAsked::Key(KeyAction::Models);
            for (name, what) in [("One field again", CardAsked::OneField), ("Numbers", numbers)] {
                ui.button(name).spot(RIGHT, name).asks(asked, what);
            }
        });
    });
}

/// What is told of a field.
struct FieldTold {
    /// `None` before the two part.
    figures: Option<Figures>,
    /// `None` before the two part, and where nothing is asked.
    goals: Option<Goals>,
}

/// How the goals stand on a field.
struct Goals {
    /// So many are met; all and more of a game that is won.
    met: usize,
    /// That in a word or two.
    text: String,
    /// One by one.
    told: String,
}

impl Goals {
    fn of(judge: &Judge, sim: &Sim) -> Goals {
        let goals = judge.told(sim);
        let met = goals.iter().filter(|goal| goal.is_met).count();
        let (met, text) = match judge.verdict() {
            Verdict::Open => (met, format!("{met} of {}", goals.len())),
            Verdict::Won { medal, .. } => (goals.len() + 1, medal.map_or("met", Medal::name).to_owned()),
            Verdict::Lost { .. } => (0, "lost".to_owned()),
        };
        let line = |goal: &GoalTold| match goal.is_met {
            true => format!("{}: met", goal.text),
            false => format!("{}: {}", goal.text, goal.progress),
        };
        Goals { met, text, told: goals.iter().map(line).collect::<Vec<_>>().join("\n") }
    }
}

/// The figures of a field, and since when they count (`since`); those that are better than the other field's
/// stand out. Where something is asked of the player the goals take the place of the last.
fn table(ui: &mut Ui, own: &FieldTold, other: &FieldTold, since: Option<&str>) {
    let (texts, both) = (texts(own.figures), own.figures.zip(other.figures));
    let better = both.map(|(own, other)| better(own, other));
    ui.columns(FIGURES.len(), |columns| {
        for (index, ui) in columns.iter_mut().enumerate() {
            ui.spacing_mut().item_spacing.y = 0.0;
            let is_last = index + 1 == FIGURES.len();
            let (name, what, text, stands_out) = match own.goals.as_ref().filter(|_| is_last) {
                Some(goals) => {
                    let is_more = other.goals.as_ref().is_some_and(|other| goals.met > other.met);
                    ("goals", &*goals.told, &*goals.text, is_more)
                }
                None => {
                    let (name, what) = FIGURES[index];
                    (name, what, &*texts[index], better.is_some_and(|better| better[index]))
                }
            };
            ui.label(pale(name)).on_hover_text(what);
            ui.label(if stands_out { bold(text) } else { RichText::new(text) });
        }
    });
    if let Some(since) = since {
        ui.label(pale(since));
    }
}

fn texts(figures: Option<Figures>) -> [String; FIGURES.len()] {
    let none = || "–".to_owned();
    let Some(figures) = figures else { return std::array::from_fn(|_| none()) };
    [
        format!("{} of {}", figures.arrived, figures.ordered),
        figures.delay.map_or_else(none, |delay| format!("{delay:.2}")),
        figures.last.map_or_else(none, |last| clock((last * f64::from(TICK_RATE)).round() as u64)),
        format!("{:.1} px", figures.overlap),
        format!("{:.2}", figures.turning),
    ]
}

/// Which figures of a field are better than those of another, by more than rounding.
fn better(own: Figures, other: Figures) -> [bool; FIGURES.len()] {
    let less = |own: f64, other: f64, by: f64| own < other - by;
    let both = |own: Option<f64>, other: Option<f64>, by: f64| match (own, other) {
        (Some(own), Some(other)) => less(own, other, by),
        (own, other) => own.is_some() && other.is_none(),
    };
    [
        own.arrived > other.arrived,
        // Of those who are there: as long as fewer are, it says nothing.
        own.arrived >= other.arrived && both(own.delay, other.delay, 0.005),
        both(own.last, other.last, 0.5),
        less(f64::from(own.overlap), f64::from(other.overlap), 0.05),
        less(own.turning, other.turning, 0.005),
    ]
}
