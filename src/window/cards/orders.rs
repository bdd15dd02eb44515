//! The lower card: what can be ordered with which key, formation and pace of the next order.

use super::asked::CardAsked;
use super::paper::{choice, parts, row};
use crate::formation::shapes;
use crate::order::{FormationShape, Pace};
use crate::window::keys::{KeyAction, Keys};
use crate::window::spots::Spotted;
use crate::window::theme;
use crate::window::words::capitalised;
use egui_macroquad::egui::{self, Response, Sense, TextStyle, Ui, vec2};

/// The name of the card.
const CARD: &str = "orders";
/// Formations in the order in which Z goes through them, and what each is called.
pub const SHAPES: [(FormationShape, &str); 7] = [
    (FormationShape::None, "Loose"),
    (FormationShape::Line, "Line"),
    (FormationShape::Column, "Column"),
    (FormationShape::Box, "Box"),
    (FormationShape::Wedge, "Wedge"),
    (FormationShape::Circle, "Circle"),
    (FormationShape::AsIs, "As they stand"),
];

/// Orders that need no place, or ask for one by a click: what a button says and does.
const ORDERS: [(&str, KeyAction); 6] = [
    ("Stop", KeyAction::Stop),
    ("Hold", KeyAction::Hold),
    ("Attack", KeyAction::Attack),
    ("Patrol", KeyAction::Patrol),
    ("Follow", KeyAction::Follow),
    ("Scatter", KeyAction::Scatter),
];

/// What goes where there is no room for all, the rarest first: what has no button still has its key.
const GOING: [&str; 4] = ["Cut out", SHAPE_NAME, "Scatter", "Patrol"];
/// The name of the formation beside the formations.
const SHAPE_NAME: &str = "name";
/// Width of the button of a formation, points.
const SHAPE_WIDTH: f32 = 32.0;

/// How the next orders are given.
#[derive(Clone, Debug, Default)]
pub struct OrdersBar {
    /// The formation of the next order.
    pub shape: FormationShape,
    /// The formation that was chosen by hand last.
    chosen: FormationShape,
    /// The formation in which the selection marches.
    marches: Option<FormationShape>,
    /// How fast it marches.
    pub pace: Pace,
}

impl OrdersBar {
    /// The next formation.
    pub fn cycle_shape(&mut self) {
        let at = SHAPES.iter().position(|(shape, _)| *shape == self.shape).unwrap_or(0);
        self.choose(SHAPES[(at + 1) % SHAPES.len()].0);
    }

    /// A hand chooses a formation.
    fn choose(&mut self, shape: FormationShape) {
        (self.shape, self.chosen) = (shape, shape);
    }

    /// Follows what the selection marches in, if it does in a formation: it keeps that until another is
    /// chosen. Others get what was chosen last.
    pub fn follow(&mut self, marches: Option<FormationShape>) {
        if self.marches != marches {
            self.marches = marches;
            self.shape = marches.unwrap_or(self.chosen);
        }
    }

    /// The other pace.
    pub fn toggle_pace(&mut self) {
        self.pace = if self.pace == Pace::Matched { Pace::Own } else { Pace::Matched };
    }
}

/// Shows what the selection can be told. `fights`: enemies fight in this game.
pub fn show(ui: &mut Ui, bar: &mut OrdersBar, fights: bool, keys: &Keys, asked: &mut Vec<CardAsked>) {
    let key = keys.text(KeyAction::NextFormation);
    let name_width = SHAPES.map(|(_, name)| width(ui, name, &key)).into_iter().fold(0.0, f32::max);
    let (spacing, going) = fitted(ui, fights, keys, name_width);
    let mut button = |ui: &mut Ui, name: &str, action: KeyAction| {
        let button = ui.button(with_key(ui, name, &keys.text(action)));
        let button = button.on_hover_text(capitalised(action.what()));
        button.spot(CARD, name).asks(asked, CardAsked::Key(action));
    };
    row(ui, |ui| {
        ui.spacing_mut().item_spacing.x = spacing;
        for (name, action) in orders(fights).filter(|(name, _)| !going.contains(name)) {
            button(ui, name, action);
        }
        ui.spacing_mut().item_spacing.x = theme::STEP;
        ui.add_space(theme::STEP);
        for (shape, name) in SHAPES {
            let button = shape_button(ui, shape, shape == bar.shape);
            let button = button.on_hover_text(format!("{name}: {key} goes on to the next"));
            if button.spot(CARD, name).clicked() {
                bar.choose(shape);
            }
        }
        ui.add_space(theme::STEP);
        if !going.contains(&SHAPE_NAME) {
            let name = SHAPES.iter().find(|(shape, _)| *shape == bar.shape).map_or("", |shape| shape.1);
            ui.scope(|ui| {
                // What comes after a name stays where it is, whichever of them is told.
                ui.set_min_width(name_width);
                ui.label(with_key(ui, name, &key));
            });
            ui.add_space(theme::STEP);
        }
        let pace = with_key(ui, "Together", &keys.text(KeyAction::Pace));
        let pace = choice(pace, bar.pace == Pace::Matched).min_size(vec2(0.0, 28.0));
        let told = "Nobody outruns the slowest; else each goes at its own pace";
        if ui.add(pace).on_hover_text(told).spot(CARD, "Pace").clicked() {
            bar.toggle_pace();
        }
        if !going.contains(&GOING[0]) {
            button(ui, GOING[0], KeyAction::CutOut);
        }
    });
}

/// The orders that can be given.
fn orders(fights: bool) -> impl Iterator<Item = (&'static str, KeyAction)> {
    ORDERS.into_iter().filter(move |&(_, action)| fights || action != KeyAction::Attack)
}

/// How far apart the orders stand in the room that there is, and what has no room. `name_width`: of the longest
/// name of a formation.
fn fitted(ui: &Ui, fights: bool, keys: &Keys, name_width: f32) -> (f32, &'static [&'static str]) {
    let (room, usual) = (ui.available_width(), ui.spacing().item_spacing.x);
    let button = |name, action| width(ui, name, &keys.text(action)) + 2.0 * ui.spacing().button_padding.x;
    let needed = |spacing: f32, going: &[&str]| {
        let shown = orders(fights).filter(|(name, _)| !going.contains(name));
        let orders: f32 = shown.map(|(name, action)| button(name, action) + spacing).sum();
        let shapes = SHAPES.len() as f32 * (SHAPE_WIDTH + theme::STEP) + 2.0 * theme::STEP;
        let name = if going.contains(&SHAPE_NAME) { 0.0 } else { name_width + 2.0 * theme::STEP };
        let cut_out = button(GOING[0], KeyAction::CutOut) + theme::STEP;
        let cut_out = if going.contains(&GOING[0]) { 0.0 } else { cut_out };
        orders + shapes + name + button("Together", KeyAction::Pace) + cut_out
    };
    if needed(usual, &[]) <= room {
        return (usual, &[]);
    }
    let fits = |going: &usize| needed(theme::STEP, &GOING[..*going]) <= room;
    (theme::STEP, &GOING[..(0..GOING.len()).find(fits).unwrap_or(GOING.len())])
}

/// Width of a name and its key, points.
fn width(ui: &Ui, name: &str, key: &str) -> f32 {
    ui.fonts(|fonts| fonts.layout_job(with_key(ui, name, key)).size().x)
}

/// A name and its key in the accent's colour.
pub fn with_key(ui: &Ui, name: &str, key: &str) -> egui::text::LayoutJob {
    let name = format!("{name}  ");
    let [name, key] = [(&*name, theme::INK), (key, theme::ACCENT)]
        .map(|(text, rgb)| (0.0, text, TextStyle::Body, theme::color(rgb)));
    parts(ui, &[name, key])
}

/// A button with the formation drawn on it, its front up.
fn shape_button(ui: &mut Ui, shape: FormationShape, chosen: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(SHAPE_WIDTH, 28.0), Sense::click());
    let visuals = ui.style().interact(&response);
    let (fill, line) = if chosen {
        (theme::color(theme::mix(theme::CARD, theme::ACCENT, 0.2)), theme::line(1.5, theme::ACCENT))
    } else {
        (visuals.bg_fill, visuals.bg_stroke)
    };
    ui.painter().rect(rect, 2.0, fill, line, egui::StrokeKind::Inside);
    let places: Vec<(f32, f32)> = match shape {
        FormationShape::None => {
            vec![(-9.0, -4.0), (-2.0, 5.0), (0.0, -7.0), (6.0, 0.0), (10.0, 7.0), (-8.0, 7.0), (10.0, -7.0)]
        }
        FormationShape::AsIs => {
            vec![(-8.0, -6.0), (-2.0, -6.0), (4.0, -6.0), (-8.0, 0.0), (-8.0, 6.0), (8.0, 6.0)]
        }
        _ => {
            let (count, spacing) = match shape {
                FormationShape::Line => (5, 5.5),
                FormationShape::Column => (4, 5.5),
                FormationShape::Wedge => (6, 6.0),
                FormationShape::Circle => (8, 6.0),
                _ => (9, 6.0),
            };
            let layout = shapes::layout(shape, count, spacing, None);
            layout.slots.iter().map(|slot| (slot.y, -slot.x)).collect()
        }
    };
    for (x, y) in places {
        ui.painter().circle_filled(rect.center() + vec2(x, y), 2.0, theme::color(theme::INK));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn z_goes_through_all_formations_and_comes_back() {
        let mut bar = OrdersBar::default();
        let mut seen = Vec::new();
        for _ in SHAPES {
            seen.push(bar.shape);
            bar.cycle_shape();
        }
        assert_eq!((seen.as_slice(), bar.shape), (&SHAPES.map(|(shape, _)| shape)[..], FormationShape::None));
    }

    #[test]
    fn the_bar_shows_what_the_selection_marches_in_until_a_hand_chooses() {
        let mut bar = OrdersBar::default();
        bar.cycle_shape();
        bar.follow(Some(FormationShape::Box));
        assert_eq!(bar.shape, FormationShape::Box);
        bar.follow(None);
        assert_eq!(bar.shape, FormationShape::Line, "of others what was chosen before");
        bar.follow(Some(FormationShape::Box));
        bar.cycle_shape();
        bar.follow(Some(FormationShape::Box));
        assert_eq!(bar.shape, FormationShape::Wedge);
    }
}
