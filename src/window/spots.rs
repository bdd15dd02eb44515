//! Where buttons, lines and strips of cards were last drawn: [`watch`](crate::window::watch) tells tests,
//! which press them there. Kept in egui's memory, so that no card has to carry it.

use crate::window::cards::asked::CardAsked;
use egui_macroquad::egui::{Context, Id, Rect, Response};
use std::collections::BTreeMap;

/// By card and name: the pass of egui in which it was drawn last, and what was drawn.
type Drawn = BTreeMap<(&'static str, String), (u64, Spot)>;

/// Where something of a card was drawn.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Points.
    pub rect: Rect,
    /// Whether its middle can be pressed: it is not scrolled out of its card.
    pub is_in_sight: bool,
}

/// Something of a card that can be pressed.
pub trait Spotted {
    /// Notes where it is drawn in this frame, under the name of its card and its own.
    fn spot(self, card: &'static str, name: impl Into<String>) -> Self;

    /// Pressed, it sets a value.
    fn sets<T>(&self, value: &mut T, to: T);

    /// Pressed, it asks for something.
    fn asks(&self, asked: &mut Vec<CardAsked>, what: CardAsked);
}

impl Spotted for Response {
    fn spot(self, card: &'static str, name: impl Into<String>) -> Response {
        let is_in_sight = self.interact_rect.contains(self.rect.center());
        insert(&self.ctx, card, name, Spot { rect: self.rect, is_in_sight });
        self
    }

    fn sets<T>(&self, value: &mut T, to: T) {
        if self.clicked() {
            *value = to;
        }
    }

    fn asks(&self, asked: &mut Vec<CardAsked>, what: CardAsked) {
        asked.extend(self.clicked().then_some(what));
    }
}

/// Notes where something of a card is drawn in this frame.
pub fn note(context: &Context, card: &'static str, name: impl Into<String>, rect: Rect) {
    insert(context, card, name, Spot { rect, is_in_sight: true });
}

fn insert(context: &Context, card: &'static str, name: impl Into<String>, spot: Spot) {
    let pass = context.cumulative_pass_nr();
    context.data_mut(|data| {
        let drawn = data.get_temp_mut_or_default::<Drawn>(Id::new("spots"));
        drawn.insert((card, name.into()), (pass, spot));
    });
}

/// What of a card was drawn in the last frame, by name.
pub fn of(context: &Context, card: &str) -> Vec<(String, Spot)> {
    let last = context.cumulative_pass_nr().saturating_sub(1);
    let drawn = context.data(|data| data.get_temp::<Drawn>(Id::new("spots"))).unwrap_or_default();
    let of_card = drawn.into_iter().filter(|((of, _), (pass, _))| *of == card && *pass == last);
    of_card.map(|((_, name), (_, spot))| (name, spot)).collect()
}

/// The middle of something that was drawn, points.
pub fn middle(rect: Rect) -> [f32; 2] {
    [rect.center().x, rect.center().y]
}
