//! Cards that fold to their title: when nobody has read them for a while, or when units come under them. What
//! the player opens or folds by a click stays so.

use super::layout;
use super::paper::{covers, pale, rect_of};
use crate::ids::UnitId;
use crate::picture::seen::Seen;
use crate::window::selection::Selection;
use egui_macroquad::egui::{self, Context, Response, Ui};

/// A card that nobody points at folds after this time, s.
const READ: f32 = 6.0;
/// A frame counts as this much time at most, s: a frozen window is not read.
const LONGEST_FRAME: f32 = 0.5;

/// Whether a card shows its title only.
#[derive(Clone, Copy, Debug, Default)]
pub struct CardFold {
    folded: bool,
    /// The player has chosen: it stays so.
    pinned: bool,
    /// How long it has been open without being pointed at, s.
    unread: f32,
}

impl CardFold {
    /// Whether the whole card is shown.
    pub fn is_open(self) -> bool {
        !self.folded
    }

    /// Folds it, unless the player wants it open.
    pub fn fold(&mut self) {
        self.folded |= !self.pinned;
    }

    /// Opens it for another while, unless the player wants it folded.
    pub fn reopen(&mut self) {
        if !self.pinned {
            *self = CardFold::default();
        }
    }

    /// The button that opens and folds it.
    pub fn button(&mut self, ui: &mut Ui) -> Response {
        let sign = if self.is_open() { "Less" } else { "More" };
        let response = ui.add(egui::Button::new(pale(sign)).frame(false));
        if response.clicked() {
            *self = CardFold { folded: !self.folded, pinned: true, unread: 0.0 };
        }
        response
    }

    /// `seconds` of real time pass: `is_read` while the pointer is on it, `covers` while a unit is under it.
    fn pass(&mut self, seconds: f32, is_read: bool, covers: bool) {
        self.unread = if is_read { 0.0 } else { self.unread + seconds };
        if covers || self.unread >= READ {
            self.fold();
        }
    }
}

/// The cards that fold by themselves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Folds {
    /// What the level is about.
    pub level: CardFold,
    /// What it claims of itself.
    pub claims: CardFold,
    /// The legend of the explaining layer.
    pub legend: CardFold,
    /// Why the selection does what it does. It is asked for: units fold it, time does not.
    pub why: CardFold,
    /// The units that the card is about: how many, and the first.
    about: (usize, Option<UnitId>),
}

impl Folds {
    /// As a level opens in a window of this size, points: in a small one the field needs the room.
    pub fn at_first(window: egui::Vec2) -> Folds {
        let mut folds = Folds::default();
        folds.fold_in(window);
        folds
    }

    /// The window has become this large, points.
    pub fn fold_in(&mut self, window: egui::Vec2) {
        if layout::is_small(window) {
            self.level.fold();
            self.claims.fold();
        }
    }

    /// A frame passes over the cards as they were shown last. `waits`: time waits for who reads the level's.
    pub fn pass(&mut self, context: &Context, seen: &[Seen], scale: f32, selection: &Selection, waits: bool) {
        let about = (selection.len(), selection.units().first().copied());
        if about != self.about {
            self.about = about;
            self.why.reopen();
        }
        let seconds = context.input(|input| input.unstable_dt).min(LONGEST_FRAME);
        let pointer = context.pointer_latest_pos();
        let cards = [
            ("level", &mut self.level, if waits { 0.0 } else { seconds }),
            ("claims", &mut self.claims, seconds),
            ("legend", &mut self.legend, seconds),
            ("inspector", &mut self.why, 0.0),
        ];
        for (name, fold, seconds) in cards {
            let Some(rect) = rect_of(context, name).filter(|_| fold.is_open()) else {
                fold.unread = 0.0;
                continue;
            };
            let is_read = pointer.is_some_and(|pointer| rect.contains(pointer));
            let covers = seen.iter().any(|unit| covers(rect, unit, scale));
            fold.pass(seconds, is_read, covers);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_folds_unread_or_over_units_and_not_when_the_player_chose() {
        let mut fold = CardFold::default();
        (0..20).for_each(|_| fold.pass(0.5, true, false));
        assert!(fold.is_open(), "it is being read");
        (0..13).for_each(|_| fold.pass(0.5, false, false));
        assert!(!fold.is_open());
        fold.reopen();
        fold.pass(0.1, true, true);
        assert!(!fold.is_open(), "a unit is under it");
        let mut chosen = CardFold { pinned: true, ..CardFold::default() };
        chosen.pass(100.0, false, true);
        assert!(chosen.is_open());
    }
}
