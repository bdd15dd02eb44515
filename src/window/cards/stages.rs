//! F3: what each stage of a tick cost, as a graph of the last ticks, and how many frames are drawn.

use super::layout::CardLayout;
use super::paper::{at_right, bold, pale};
use crate::history::History;
use crate::stages::{Stage, StageTimes};
use crate::window::costs::Costs;
use crate::window::theme::{self, Rgb};
use egui_macroquad::egui::{self, Align2, Pos2, Rect, Sense, Ui, vec2};
use std::collections::VecDeque;

/// Ticks that are shown: ten seconds.
const TICKS: usize = 300;
/// Points to a tick.
const WIDTH: f32 = 1.0;
/// Height of the graph, points.
const HEIGHT: f32 = 96.0;

const COLORS: [Rgb; Stage::ALL.len()] = [
    theme::INK,
    theme::PURPLE,
    theme::ORANGE,
    theme::TREES_DARK,
    theme::WATER_DARK,
    theme::ACCENT,
    theme::ROCK_DARK,
];

/// Times of the last ticks, oldest first, ms.
#[derive(Default)]
pub struct StageGraph {
    /// It is shown.
    pub open: bool,
    ticks: VecDeque<[f32; Stage::ALL.len()]>,
}

impl StageGraph {
    /// Notes a tick.
    pub fn note(&mut self, times: &StageTimes) {
        if self.ticks.len() == TICKS {
            self.ticks.pop_front();
        }
        self.ticks.push_back(Stage::ALL.map(|stage| times.of(stage).as_secs_f32() * 1000.0));
    }

    /// Shows the card while it is open.
    pub fn show(&self, layout: &mut CardLayout, (costs, history): (&Costs, &History)) {
        if !self.open {
            return;
        }
        let guess = vec2(TICKS as f32 * WIDTH + 26.0, 290.0);
        let wanted = layout.wanted(("stages", "Time of a tick"), Align2::LEFT_BOTTOM, guess, 150.0);
        layout.card(&wanted, |ui, _| {
            ui.set_width(TICKS as f32 * WIDTH);
            let sum = |tick: &[f32; Stage::ALL.len()]| tick.iter().sum::<f32>();
            let highest = self.ticks.iter().map(sum).fold(0.0, f32::max);
            // The scale doubles, so that the graph does not breathe with every tick.
            let top = 0.5 * 2.0f32.powi((highest / 0.5).max(1.0).log2().ceil() as i32);
            ui.horizontal(|ui| {
                ui.label(bold("Time of a tick").color(theme::color(theme::ACCENT)));
                ui.label(pale(format!("0 to {top} ms")));
                at_right(ui, |ui| ui.label(format!("{:.2} ms  {:.0} fps", costs.tick, costs.rate)));
            });
            self.graph(ui, top);
            self.table(ui);
            let (bytes, frames) = history.memory();
            let text = format!("rewinding: {frames} keyframes, {:.1} MiB", bytes as f32 / (1 << 20) as f32);
            ui.label(pale(text));
        });
    }

    fn graph(&self, ui: &mut Ui, top: f32) {
        let (rect, _) = ui.allocate_exact_size(vec2(TICKS as f32 * WIDTH, HEIGHT), Sense::hover());
        ui.painter().rect_filled(rect, 0.0, theme::color(theme::PAPER));
        let mut mesh = egui::Mesh::default();
        for (index, tick) in self.ticks.iter().enumerate() {
            let left = rect.left() + (TICKS - self.ticks.len() + index) as f32 * WIDTH;
            let mut bottom = rect.bottom();
            for (time, color) in tick.iter().zip(COLORS) {
                let height = time / top * HEIGHT;
                let (min, max) = (Pos2::new(left, bottom - height), Pos2::new(left + WIDTH, bottom));
                mesh.add_colored_rect(Rect::from_min_max(min, max), theme::color(color));
                bottom -= height;
            }
        }
        ui.painter().add(mesh);
        let line = theme::line(1.0, theme::INK);
        ui.painter().rect_stroke(rect, 0.0, line, egui::StrokeKind::Outside);
    }

    /// The mean time of a stage, ms; 0 before the first tick.
    fn mean(&self, stage: usize) -> f32 {
        // A sum of nothing is -0 in Rust.
        let sum = self.ticks.iter().fold(0.0, |sum, tick| sum + tick[stage]);
        sum / self.ticks.len().max(1) as f32
    }

    fn table(&self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, stage) in Stage::ALL.into_iter().enumerate() {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(12.0, 20.0), Sense::hover());
                let square = Rect::from_center_size(rect.center(), vec2(10.0, 10.0));
                ui.painter().rect_filled(square, 0.0, theme::color(COLORS[index]));
                ui.label(stage.name());
                at_right(ui, |ui| ui.label(format!("{:.3} ms", self.mean(index))));
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_the_first_tick_no_time_is_told_and_not_less_than_none() {
        assert_eq!(format!("{:.3}", StageGraph::default().mean(0)), "0.000");
    }
}
