//! What the pointer says of the place under it: its shape, and a sign beside it where a shape does not say
//! enough.

use crate::picture::hand::Brush;
use crate::picture::svg::Style;
use crate::window::draw::counter::Ring;
use crate::window::draw::pencil::Pencil;
use crate::window::theme;
use egui_macroquad::egui::CursorIcon;
use glam::{Vec2, vec2};

/// What a press would do here.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Pointer {
    /// There is none in the window.
    Away,
    /// Nothing, or begin a selection box.
    #[default]
    Plain,
    /// Select the unit, or follow it.
    Unit,
    /// Attack the unit.
    Attack,
    /// Send somebody here; lay a place of a patrol.
    Go,
    /// Send somebody as near as possible: the ground is blocked.
    Nearest,
    /// Nobody here could be followed; nothing can be built or placed here.
    Refused,
    /// Build or place something.
    Build,
    /// The map is dragged.
    Drag,
    /// The camera moves this way.
    Rim(Vec2),
}

impl Pointer {
    /// The shape, and a word for tests.
    pub fn icon_and_name(self) -> (CursorIcon, &'static str) {
        match self {
            Pointer::Away => (CursorIcon::Default, "away"),
            Pointer::Plain => (CursorIcon::Default, "plain"),
            Pointer::Unit => (CursorIcon::PointingHand, "unit"),
            Pointer::Attack => (CursorIcon::Crosshair, "attack"),
            Pointer::Go => (CursorIcon::Crosshair, "go"),
            Pointer::Nearest => (CursorIcon::Crosshair, "nearest"),
            Pointer::Refused => (CursorIcon::Crosshair, "refused"),
            Pointer::Build => (CursorIcon::Crosshair, "build"),
            Pointer::Drag => (CursorIcon::Move, "drag"),
            Pointer::Rim(way) if way.x == 0.0 => (CursorIcon::ResizeVertical, "rim"),
            Pointer::Rim(way) if way.y == 0.0 => (CursorIcon::ResizeHorizontal, "rim"),
            Pointer::Rim(way) if way.x == way.y => (CursorIcon::ResizeNwSe, "rim"),
            Pointer::Rim(_) => (CursorIcon::ResizeNeSw, "rim"),
        }
    }

    /// What the right button would do, for the card of orders.
    pub fn right_click_hint(self) -> Option<&'static str> {
        match self {
            Pointer::Away => None,
            Pointer::Attack => Some("attack"),
            Pointer::Nearest => Some("go near"),
            _ => Some("go there"),
        }
    }

    /// The sign beside the pointer.
    pub fn draw(self, pencil: &mut Pencil, at: Vec2) {
        let beside = at + vec2(14.0, 14.0);
        match self {
            Pointer::Nearest => {
                pencil.dot(beside, 7.0, theme::CARD, 0.9);
                pencil.ring(Ring::Plain, beside, 6.0, theme::VERMILION, 1.0);
                pencil.line(beside - vec2(4.0, 4.0), beside + vec2(4.0, 4.0), 2.0, theme::VERMILION, 1.0);
            }
            Pointer::Attack => {
                pencil.dot(beside, 8.0, theme::CARD, 0.9);
                // Crossed swords: two blades, each with its guard.
                for side in [1.0, -1.0] {
                    let way = vec2(4.5 * side, -4.5);
                    pencil.line(beside - way, beside + way, 1.8, theme::ACCENT, 1.0);
                    let (guard, across) = (beside - way * 0.55, vec2(2.2, 2.2 * side));
                    pencil.line(guard - across, guard + across, 1.8, theme::ACCENT, 1.0);
                }
            }
            Pointer::Refused => {
                pencil.dot(beside, 7.0, theme::CARD, 0.9);
                pencil.cross(Style::line(4, theme::VERMILION, 20, 100), beside, 4.0);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rim_points_where_the_camera_goes() {
        let icons = [vec2(1.0, 0.0), vec2(0.0, -1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0)]
            .map(|way| Pointer::Rim(way).icon_and_name().0);
        assert_eq!(
            icons,
            [
                CursorIcon::ResizeHorizontal,
                CursorIcon::ResizeVertical,
                CursorIcon::ResizeNwSe,
                CursorIcon::ResizeNeSw
            ]
        );
    }
}
