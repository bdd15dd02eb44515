//! The legend of the explaining layer: each sign with its meaning; a click hides and shows it.

use super::folding::CardFold;
use super::layout::{CardLayout, GAP, WantedCard};
use super::legend_signs as signs;
use super::paper::{bold, pale, rect_of};
use crate::window::draw::explained::{ExplainedPart, Layers};
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, RichText, vec2};

/// Its size until it is known, points.
const SIZE: egui::Vec2 = vec2(152.0, 328.0);

/// A line of the legend: what a click hides and shows, its name, what it tells, and what draws the sign about a
/// point.
type LegendLine = (ExplainedPart, &'static str, &'static str, fn(&egui::Painter, egui::Pos2));

const LINES: [LegendLine; 12] = {
    use ExplainedPart::*;
    [
        (Hard, "Hard collider", "The body that nobody else may enter", signs::hard),
        (Soft, "Soft collider", "The room that others leave where there is room", signs::soft),
        (Paths, "Paths", "Of 200 units at most", signs::paths),
        (Waypoints, "Waypoints", "The next one filled, the last in a ring", signs::waypoints),
        (Predicted, "Predicted", "Predicted positions, and a cross at the next conflict", signs::predicted),
        (Group, "Group", "Who belongs to it, and the pennant of who leads", signs::group),
        (Formation, "Slots", "Places in a formation, ticked when a unit is off by 2 px", signs::formation),
        (
            Waiting,
            "Waiting",
            "For a way, for its group; an arrow to who is in its way, a red ring about whom many wait for",
            signs::waiting,
        ),
        (
            Patience,
            "Patience",
            "One rung: it pushes who moves; two: it leads, planned before others; three: it shoves even who goes \
               its way. A line to who leads it through a passage",
            signs::patience,
        ),
        (Priority, "Priority", "Where it is above the least one", signs::priority),
        (Pushes, "Pushes", "Push, hard push; dashed: waits for, way home", signs::pushes),
        (Vectors, "Vectors", "What its model thinks in, named in its card", signs::vectors),
    ]
};

/// Where the legend lies.
#[derive(Clone, Debug, Default)]
pub struct Legend {
    /// Which of [`places`] it has; it keeps that as long as it is shown.
    place: Option<usize>,
}

impl Legend {
    /// It looks for a place again when it is shown next.
    pub fn forget_place(&mut self) {
        self.place = None;
    }

    /// Shows it; a click hides and shows each of its parts. It lies where nothing is covered, else it is
    /// folded from the start.
    pub fn show(
        &mut self,
        context: &egui::Context,
        layout: &mut CardLayout,
        layers: &mut Layers,
        fold: &mut CardFold,
        is_covered: impl Fn(egui::Rect) -> bool,
    ) {
        let places = places(context, layout);
        let place = *self.place.get_or_insert_with(|| {
            let place = layout.clear_place(SIZE, &places, is_covered);
            if place.is_none() {
                fold.fold();
            }
            place.unwrap_or(0)
        });
        let (corner, at) = places[place];
        let wanted = WantedCard {
            id: "legend",
            title: "Legend",
            corner,
            at,
            guess: SIZE,
            least: 120.0,
            enough: f32::INFINITY,
        };
        contents(context, layout, &wanted, layers, fold);
    }
}

/// Where it may lie, the first choice first.
fn places(context: &egui::Context, layout: &CardLayout) -> Vec<(Align2, egui::Pos2)> {
    let aside = rect_of(context, "minimap").map_or(0.0, |minimap| minimap.width() + GAP);
    let corners = [
        Align2::RIGHT_BOTTOM,
        Align2::LEFT_BOTTOM,
        Align2::RIGHT_CENTER,
        Align2::LEFT_CENTER,
        Align2::RIGHT_TOP,
        Align2::LEFT_TOP,
    ];
    let shift = |corner| if corner == Align2::RIGHT_BOTTOM { vec2(aside, 0.0) } else { egui::Vec2::ZERO };
    corners.map(|corner| (corner, layout.corner(corner) - shift(corner))).to_vec()
}

fn contents(
    context: &egui::Context,
    layout: &mut CardLayout,
    wanted: &WantedCard,
    layers: &mut Layers,
    fold: &mut CardFold,
) {
    layout.card(context, wanted, |ui, _| {
        ui.horizontal(|ui| {
            ui.label(bold("Legend").color(theme::color(theme::ACCENT)));
            fold.button(ui).spot("legend", "Legend");
        });
        if !fold.is_open() {
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        LINES.into_iter().for_each(|line| entry(ui, layers, line));
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(32.0, 22.0), egui::Sense::hover());
            for radius in [5.5, 8.5] {
                let stroke = theme::line(1.2, theme::VERMILION);
                ui.painter().circle_stroke(rect.center(), radius, stroke);
            }
            ui.label("Touching").on_hover_text("Colliders that touch another are drawn with two lines");
        });
    });
}

fn entry(ui: &mut egui::Ui, layers: &mut Layers, (layer, text, told, picture): LegendLine) {
    let is_shown = layers.shows(layer);
    let row = ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(32.0, 22.0), egui::Sense::hover());
        if is_shown {
            picture(ui.painter(), rect.center());
        }
        ui.label(if is_shown { RichText::new(text) } else { pale(text).strikethrough() });
    });
    // The whole line is hit, however short its word is.
    let line = row.response.rect.union(row.response.rect.with_max_x(ui.min_rect().right()));
    let response = ui.interact(line, ui.id().with(text), egui::Sense::click()).spot("legend", text);
    let response = response.on_hover_text(format!("{told}. Click: hide or show"));
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        layers.toggle(layer);
    }
}
