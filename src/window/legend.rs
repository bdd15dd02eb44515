//! The legend of the explaining layer: each sign with its meaning; a click hides and shows it.

use super::draw::explained::Layers;
use super::folding::Fold;
use super::hud::{bold, pale, rect_of};
use super::layout::{GAP, Layout, Wanted};
use super::theme;
use egui_macroquad::egui::{self, Align2, RichText, vec2};

/// Its size until it is known, points.
const SIZE: egui::Vec2 = vec2(152.0, 306.0);

/// Where the legend lies, and what was drawn of it.
#[derive(Clone, Debug, Default)]
pub struct Legend {
    /// Its lines by their words, and the button of its title, where they were last drawn.
    pub lines: Vec<(&'static str, egui::Rect)>,
    /// Which of [`places`] it has; it keeps that as long as it is shown.
    place: Option<usize>,
}

impl Legend {
    /// It looks for a place again when it is shown next.
    pub fn forget_place(&mut self) {
        self.place = None;
    }

    /// Shows it; a click hides and shows each of its parts. It lies where nothing is covered, else it is folded from the
    /// start.
    pub fn show(
        &mut self,
        context: &egui::Context,
        layout: &mut Layout,
        layers: &mut Layers,
        fold: &mut Fold,
        is_covered: impl Fn(egui::Rect) -> bool,
    ) {
        self.lines.clear();
        let places = places(context, layout);
        let place = *self.place.get_or_insert_with(|| {
            let place = layout.clear_place(SIZE, &places, is_covered);
            if place.is_none() {
                fold.fold();
            }
            place.unwrap_or(0)
        });
        let (corner, at) = places[place];
        let wanted = Wanted { id: "legend", title: "Legend", corner, at, guess: SIZE, least: 120.0 };
        contents(context, layout, &wanted, layers, fold, &mut self.lines);
    }
}

/// Where it may lie, the first choice first.
fn places(context: &egui::Context, layout: &Layout) -> Vec<(Align2, egui::Pos2)> {
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
    layout: &mut Layout,
    wanted: &Wanted,
    layers: &mut Layers,
    fold: &mut Fold,
    lines: &mut Vec<(&'static str, egui::Rect)>,
) {
    layout.card(context, wanted, |ui, _| {
        ui.horizontal(|ui| {
            ui.label(bold("Legend").color(theme::color(theme::ACCENT)));
            lines.push(("Legend", fold.button(ui)));
        });
        if !fold.is_open() {
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        entry(
            ui,
            lines,
            &mut layers.hard,
            "Hard collider",
            "The body that nobody else may enter",
            |painter, at| {
                painter.circle_stroke(at, 7.0, egui::Stroke::new(1.2, theme::color(theme::INK)));
            },
        );
        entry(
            ui,
            lines,
            &mut layers.soft,
            "Soft collider",
            "The room that others leave where there is room",
            |painter, at| {
                for index in 0..12 {
                    let spot = egui::Vec2::angled(index as f32 / 12.0 * std::f32::consts::TAU) * 8.0;
                    painter.circle_filled(at + spot, 0.9, theme::color(theme::INK));
                }
            },
        );
        entry(ui, lines, &mut layers.paths, "Paths", "Of 200 units at most", |painter, at| {
            for x in [-10.0, -2.0, 6.0] {
                let stroke = egui::Stroke::new(1.5, theme::color(theme::PENCIL));
                painter.line_segment([at + vec2(x, 0.0), at + vec2(x + 5.0, 0.0)], stroke);
            }
        });
        entry(
            ui,
            lines,
            &mut layers.waypoints,
            "Waypoints",
            "The next one filled, the last in a ring",
            |painter, at| {
                let square = |x: f32| egui::Rect::from_center_size(at + vec2(x, 0.0), vec2(7.0, 7.0));
                painter.rect_filled(square(-6.0), 0.0, theme::color(theme::INK));
                let stroke = egui::Stroke::new(1.2, theme::color(theme::INK));
                painter.rect_stroke(square(6.0), 0.0, stroke, egui::StrokeKind::Inside);
            },
        );
        entry(
            ui,
            lines,
            &mut layers.predicted,
            "Predicted",
            "Predicted positions, and a cross at the next conflict",
            |painter, at| {
                for (x, radius) in [(-11.0, 4.0), (-3.0, 2.8), (3.0, 1.8)] {
                    painter.circle_filled(at + vec2(x, 0.0), radius, theme::color(theme::INK));
                }
                let stroke = egui::Stroke::new(1.8, theme::color(theme::VERMILION));
                painter.line_segment([at + vec2(7.0, -4.0), at + vec2(15.0, 4.0)], stroke);
                painter.line_segment([at + vec2(7.0, 4.0), at + vec2(15.0, -4.0)], stroke);
            },
        );
        entry(
            ui,
            lines,
            &mut layers.group,
            "Group",
            "Who belongs to it, and the pennant of who leads",
            |painter, at| {
                let stroke = egui::Stroke::new(1.2, theme::color(theme::INK));
                painter.line_segment([at + vec2(-6.0, 9.0), at + vec2(-6.0, -8.0)], stroke);
                let pennant = vec![at + vec2(-6.0, -8.0), at + vec2(8.0, -4.5), at + vec2(-6.0, -1.0)];
                painter.add(egui::Shape::convex_polygon(
                    pennant,
                    theme::color(theme::ACCENT),
                    egui::Stroke::NONE,
                ));
            },
        );
        entry(
            ui,
            lines,
            &mut layers.formation,
            "Slots",
            "Places in a formation, ticked when a unit is off by 2 px",
            |painter, at| {
                painter.circle_stroke(at, 7.0, egui::Stroke::new(1.2, theme::color(theme::PENCIL)));
                let stroke = egui::Stroke::new(1.8, theme::color(theme::ACCENT));
                painter.line_segment([at + vec2(3.0, -5.0), at + vec2(6.0, -2.0)], stroke);
                painter.line_segment([at + vec2(6.0, -2.0), at + vec2(12.0, -10.0)], stroke);
            },
        );
        entry(
            ui,
            lines,
            &mut layers.waiting,
            "Waiting",
            "For a way, for its group, for whoever is in its way",
            |painter, at| {
                let stroke = egui::Stroke::new(1.4, theme::color(theme::INK));
                let corners = [(-4.0, -6.0), (4.0, -6.0), (-4.0, 6.0), (4.0, 6.0), (-4.0, -6.0)];
                for pair in corners.windows(2) {
                    let end = |(x, y): (f32, f32)| at + vec2(x, y);
                    painter.line_segment([end(pair[0]), end(pair[1])], stroke);
                }
            },
        );
        entry(
            ui,
            lines,
            &mut layers.priority,
            "Priority",
            "Where it is above the least one",
            |painter, at| {
                let font = egui::TextStyle::Small.resolve(&painter.ctx().style());
                painter.circle_stroke(
                    at - vec2(5.0, 2.0),
                    6.0,
                    egui::Stroke::new(1.2, theme::color(theme::INK)),
                );
                painter.text(at + vec2(5.0, 4.0), Align2::CENTER_CENTER, "2", font, theme::color(theme::INK));
            },
        );
        entry(
            ui,
            lines,
            &mut layers.pushes,
            "Pushes",
            "Push, hard push; dashed: waits for, way home",
            |painter, at| {
                for (y, rgb, heads) in
                    [(-6.0, theme::ORANGE, 1), (0.0, theme::PURPLE, 2), (6.0, theme::PENCIL, 1)]
                {
                    let stroke = egui::Stroke::new(1.6, theme::color(rgb));
                    let gaps: &[(f32, f32)] =
                        if y > 0.0 { &[(-12.0, -7.0), (-4.0, 1.0), (4.0, 10.0)] } else { &[(-12.0, 10.0)] };
                    for &(from, to) in gaps {
                        painter.line_segment([at + vec2(from, y), at + vec2(to, y)], stroke);
                    }
                    for head in 0..heads {
                        let tip = at + vec2(10.0 - 5.0 * head as f32, y);
                        for side in [-3.0, 3.0] {
                            painter.line_segment([tip, tip + vec2(-4.0, side)], stroke);
                        }
                    }
                }
            },
        );
        entry(
            ui,
            lines,
            &mut layers.vectors,
            "Vectors",
            "What its model thinks in, named in its card",
            |painter, at| {
                let stroke = egui::Stroke::new(1.8, theme::color(theme::WATER_DARK));
                painter.arrow(at + vec2(-10.0, 6.0), vec2(18.0, -11.0), stroke);
            },
        );
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(32.0, 22.0), egui::Sense::hover());
            for radius in [5.5, 8.5] {
                let stroke = egui::Stroke::new(1.2, theme::color(theme::VERMILION));
                ui.painter().circle_stroke(rect.center(), radius, stroke);
            }
            ui.label("Touching").on_hover_text("Colliders that touch another are drawn with two lines");
        });
    });
}

fn entry(
    ui: &mut egui::Ui,
    lines: &mut Vec<(&'static str, egui::Rect)>,
    shown: &mut bool,
    text: &'static str,
    told: &str,
    picture: impl FnOnce(&egui::Painter, egui::Pos2),
) {
    let row = ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(32.0, 22.0), egui::Sense::hover());
        if *shown {
            picture(ui.painter(), rect.center());
        }
        ui.label(if *shown { RichText::new(text) } else { pale(text).strikethrough() });
    });
    // The whole line is hit, however short its word is.
    let line = row.response.rect.union(row.response.rect.with_max_x(ui.min_rect().right()));
    lines.push((text, line));
    let response = ui.interact(line, ui.id().with(text), egui::Sense::click());
    let response = response.on_hover_text(format!("{told}. Click: hide or show"));
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        *shown = !*shown;
    }
}
