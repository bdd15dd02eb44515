//! The cards over the map: which lie there, folded or not, and what each remembers from frame to frame.

use super::folding::Folds;
use super::layout::CardLayout;
use super::legend::Legend;
use super::minimap::Minimap;
use super::models::ModelsPanel;
use super::naming::Naming;
use super::stages::StageGraph;
use super::toast::Toasts;
use egui_macroquad::egui::{self, Align2, Rect, Vec2};

/// All cards.
#[derive(Default)]
pub struct Table {
    /// Which of them show their titles only.
    pub folds: Folds,
    /// All of them are hidden.
    pub hidden: bool,
    /// Where they lay in the last frame, points.
    pub rects: Vec<Rect>,
    /// The page of keys is open.
    pub help: bool,
    /// What is being told.
    pub toasts: Toasts,
    /// The legend of the explaining layer.
    pub legend: Legend,
    /// The small sheet.
    pub minimap: Minimap,
    /// Times of the stages.
    pub stage_graph: StageGraph,
    /// The models panel.
    pub models: ModelsPanel,
    /// The card that asks for the name of a level.
    pub naming: Option<Naming>,
    /// The card at the end lies there as long as window and other cards are these.
    pub ending: Option<(Vec<Rect>, (Align2, egui::Vec2))>,
}

impl Table {
    /// As a level opens in a window of this size, points.
    pub fn new(window: Vec2) -> Table {
        Table { folds: Folds::at_first(window), ..Table::default() }
    }

    /// Opens and folds as another table has them.
    pub fn lie_as(&mut self, other: &Table) {
        (self.folds, self.hidden) = (other.folds, other.hidden);
        self.stage_graph.open = other.stage_graph.open;
        self.models.open = other.models.open;
    }

    /// Whether the page of keys is read: a toast would lie on it, and waits.
    fn is_read(&self) -> bool {
        self.help && !self.hidden
    }

    /// Lets `seconds` of real time pass for what is being told.
    pub fn fade_toasts(&mut self, seconds: f32) {
        if !self.is_read() {
            self.toasts.fade(seconds);
        }
    }

    /// Shows what is being told where no card lies.
    pub fn show_toasts(&mut self, layout: &mut CardLayout) {
        self.toasts.rect = None;
        if !self.is_read() {
            layout.avoid(&["ending", "naming"]);
            self.toasts.show(layout);
        }
    }
}
