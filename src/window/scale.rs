//! How large cards, text and signs are: what fits the screen, times what the player chose, remembered.

use crate::window::folders;
use glam::{Vec2, vec2};

/// Up to this many points of height a window shows everything in its usual size; beyond, everything grows
/// with it. A dense screen that tells its density has few points and many pixels to each.
const USUAL_HEIGHT: f32 = 1080.0;
/// What the player can choose, as shares of what fits.
const CHOICES: [f32; 8] = [0.75, 0.875, 1.0, 1.125, 1.25, 1.5, 1.75, 2.0];
/// Cards need this room, points: nobody can choose text so large that buttons are out of the window.
const LEAST: Vec2 = vec2(800.0, 480.0);
/// The choice at first.
const FITTING: usize = 2;
/// The setting that remembers the choice.
const SETTING: &str = "scale.json";

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeStep {
    /// The next larger size.
    Larger,
    /// The next smaller one.
    Smaller,
    /// What fits the screen.
    Fitting,
}

/// The size of cards and text.
#[derive(Clone, Debug)]
pub struct Scale {
    choice: usize,
}

impl Default for Scale {
    fn default() -> Scale {
        Scale { choice: FITTING }
    }
}

impl Scale {
    /// What the player chose last time.
    pub fn remembered() -> Scale {
        let share: Option<f32> = serde_json::from_str(&folders::remembered(SETTING)).ok();
        let known = share.and_then(|share| CHOICES.iter().position(|&choice| choice == share));
        Scale { choice: known.unwrap_or(FITTING) }
    }

    /// Takes a step in a window of this size, points, and remembers it. Whether there was one to be taken: a
    /// choice that this window has no room for would be seen in a larger one only.
    pub fn step(&mut self, step: SizeStep, window: Vec2) -> bool {
        let Some(choice) = self.next(step, window) else { return false };
        self.choice = choice;
        folders::keep_setting(SETTING, &CHOICES[self.choice].to_string());
        true
    }

    /// The choice to which a step leads.
    fn next(&self, step: SizeStep, window: Vec2) -> Option<usize> {
        let of = |choice: &usize| Scale { choice: *choice }.factor(window);
        let (mut choices, now) = (0..CHOICES.len(), self.factor(window));
        match step {
            SizeStep::Larger => choices.find(|choice| of(choice) > now),
            SizeStep::Smaller => choices.rev().find(|choice| of(choice) < now),
            SizeStep::Fitting => Some(FITTING),
        }
    }

    /// How much larger everything is in a window of `height` points than its usual size.
    pub fn factor(&self, window: Vec2) -> f32 {
        // In eighths: text is sharp where its size does not change with every point of the window, and at sizes in
        // between ab_glyph lays grey behind many a W or Y.
        let in_eighths = |share: f32| (share * 8.0).floor() / 8.0;
        let fitting = in_eighths((window.y / USUAL_HEIGHT).max(1.0));
        let room = (window / LEAST).min_element();
        let largest = in_eighths(room).max(room.min(1.0));
        (fitting * CHOICES[self.choice]).min(largest.max(CHOICES[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_grows_with_large_screens_only() {
        let scale = Scale::default();
        assert_eq!(
            [600.0, 720.0, 1080.0, 1440.0, 2160.0]
                .map(|height| scale.factor(vec2(height * 16.0 / 9.0, height))),
            [1.0, 1.0, 1.0, 1.25, 2.0]
        );
    }

    #[test]
    fn the_player_chooses_in_steps() {
        let scale = Scale { choice: FITTING + 2 };
        assert_eq!(scale.factor(vec2(1280.0, 720.0)), 1.25);
        let largest = Scale { choice: CHOICES.len() - 1 };
        assert_eq!(largest.factor(vec2(1280.0, 720.0)), 1.5, "cards still fit");
        assert_eq!(largest.factor(vec2(1280.0, 778.0)), 1.5, "in steps");
    }

    #[test]
    fn a_step_is_one_that_is_seen() {
        let (mut scale, small, usual) =
            (Scale { choice: FITTING + 2 }, vec2(800.0, 600.0), vec2(1280.0, 720.0));
        let next = |scale: &mut Scale, step, window| scale.next(step, window).map(|next| scale.choice = next);
        assert_eq!((next(&mut scale, SizeStep::Larger, small), scale.factor(usual)), (None, 1.25));
        assert!(next(&mut scale, SizeStep::Smaller, small).is_some());
        assert_eq!(scale.factor(small), 0.875);
        assert!(next(&mut scale, SizeStep::Larger, usual).is_some());
        assert_eq!(scale.factor(usual), 1.0);
    }
}
