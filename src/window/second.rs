//! The right half of a divided window: how the second field is seen, and when the hand is on it.

use crate::sim::Sim;
use crate::window::eyes::Eyes;
use crate::window::input::{HandDeed, Input};
use crate::window::play::Play;
use glam::Vec2;

/// The right half of the window.
pub struct Second {
    /// How it is seen.
    pub eyes: Eyes,
    /// The pointer is on it.
    pub is_pointed_at: bool,
    /// Buttons of the mouse that are down: as long as there are, the hand belongs to the field where it
    /// began.
    pressed: u32,
    /// It shows the second field; before the two part there is only one.
    has_parted: bool,
}

/// The size of a field in a window of this size, points.
pub fn field_size(window: Vec2, are_two: bool) -> Vec2 {
    if are_two { Vec2::new((window.x / 2.0).floor(), window.y) } else { window }
}

/// The second field's game, and whether it has parted from the session.
pub fn shown(play: &Play) -> Option<(&Sim, bool)> {
    let twin = play.beside.as_ref()?.twin();
    let has_parted = twin.start() <= play.sim.ticks();
    Some((if has_parted { twin.sim() } else { &play.sim }, has_parted))
}

impl Second {
    /// As the window is divided, the other field being seen as `eyes` see it; `size`: of each, points.
    pub fn new(play: &Play, eyes: &Eyes, size: Vec2) -> Second {
        let mut second = Eyes::new(&play.level, size);
        second.layers = eyes.layers;
        Second { eyes: second, is_pointed_at: false, pressed: 0, has_parted: true }
    }

    /// Lets what the hand did count from the corner of the field where it did it.
    pub fn take_hand(&mut self, input: &mut Input) {
        let width = self.eyes.camera.screen.x;
        for happening in &mut input.deeds {
            let is_right = happening.at.x >= width;
            match happening.deed {
                HandDeed::Press(_) => {
                    self.is_pointed_at = if self.pressed == 0 { is_right } else { self.is_pointed_at };
                    self.pressed += 1;
                }
                HandDeed::Release(_) => self.pressed = self.pressed.saturating_sub(1),
                _ if self.pressed == 0 => self.is_pointed_at = is_right,
                _ => {}
            }
            happening.at.x -= if self.is_pointed_at { width } else { 0.0 };
        }
        if self.pressed == 0 {
            self.is_pointed_at = input.pointer.x >= width;
        }
        input.pointer.x -= if self.is_pointed_at { width } else { 0.0 };
    }

    /// Looks at the second field with the camera of the first.
    pub fn look(&mut self, play: &Play, first: &Eyes, blend: f32, seconds: f32) {
        let Some((sim, has_parted)) = shown(play) else { return };
        if std::mem::replace(&mut self.has_parted, has_parted) != has_parted {
            self.eyes.sheet.look_again();
        }
        self.eyes.camera = first.camera.clone();
        self.eyes.layers = first.layers;
        self.eyes.sheet.follow(&sim.grid);
        // On its way to the other's moment it is drawn tick by tick.
        let blend = if sim.ticks() == play.sim.ticks() { blend } else { 1.0 };
        self.eyes.look(sim, blend, seconds);
    }
}
