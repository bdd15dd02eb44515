//! A pointer that moves while frames take long.
//!
//! After a click egui shows no tooltip until the pointer moves, and that it moves egui tells by three places
//! within a tenth of a second. With fewer than twenty frames a second there never are three.

use egui_macroquad::egui::{Context, Event, Id, PointerState, Pos2, RawInput};

/// Times before the present at which egui is told of the places of a pointer that moved, s: three within a
/// tenth of a second, and not all within its hundredth.
const TOLD_BEFORE: [f64; 3] = [0.05, 0.025, 0.0];

/// Lets a pointer that moved since the last frame count as moved where egui has seen too little of it. To be
/// called when a frame begins.
pub fn note_movement(context: &Context) {
    let delay = context.style().interaction.tooltip_delay;
    let unseen = context.input(|input| {
        let pointer = &input.pointer;
        let is_pressed = pointer.any_down() || pointer.any_pressed() || pointer.any_released();
        let is_unseen = pointer.delta() != egui_macroquad::egui::Vec2::ZERO && pointer.is_still();
        // Just after a click a hand trembles.
        let is_moved = is_unseen && !is_pressed && pointer.time_since_last_click() > delay;
        pointer.latest_pos().filter(|_| is_moved).map(|to| (to - pointer.delta(), to, input.time))
    });
    if let Some((from, to, time)) = unseen {
        let moved = moved(context, from, to, time);
        context.input_mut(|input| input.pointer = moved);
    }
}

/// A pointer that has just moved. Only another context can tell of one.
fn moved(context: &Context, from: Pos2, to: Pos2, time: f64) -> PointerState {
    let other = context.data_mut(|data| data.get_temp_mut_or_default::<Context>(Id::NULL).clone());
    for (before, place) in TOLD_BEFORE.into_iter().zip([from, from, to]) {
        let events = vec![Event::PointerMoved(place)];
        _ = other.run(RawInput { time: Some(time - before), events, ..RawInput::default() }, |_| ());
    }
    other.input(|input| input.pointer.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_macroquad::egui::{self, Modifiers, PointerButton, pos2, vec2};

    /// Whether a button that is clicked has a tooltip at last, at so many frames a second; the pointer stays
    /// on it and `moves` once after a second.
    fn has_tooltip(rate: f64, moves: bool) -> bool {
        let (context, mut shown) = (Context::default(), false);
        let frames = (4.0 * rate) as u64;
        for frame in 0..frames {
            let time = frame as f64 / rate;
            let now = |at: f64| (at * rate) as u64 == frame;
            let (there, near) = (pos2(40.0, 30.0), pos2(48.0, 30.0));
            let click = |pressed| Event::PointerButton {
                pos: there,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            let events = match () {
                () if now(0.5) => vec![Event::PointerMoved(there), click(true), click(false)],
                () if moves && now(1.5) => vec![Event::PointerMoved(near)],
                () => Vec::new(),
            };
            _ = context.run(RawInput { time: Some(time), events, ..RawInput::default() }, |context| {
                note_movement(context);
                egui::CentralPanel::default().show(context, |ui| {
                    let button = ui.add_sized(vec2(200.0, 60.0), egui::Button::new("Build"));
                    shown = button.on_hover_text("of rock").is_tooltip_open();
                });
            });
        }
        shown
    }

    #[test]
    fn a_tooltip_comes_after_a_click_when_the_pointer_moves_however_few_frames_there_are() {
        for rate in [8.0, 15.0, 60.0] {
            assert!(has_tooltip(rate, true), "{rate} frames a second");
            assert!(!has_tooltip(rate, false), "{rate} frames a second: it rests where it clicked");
        }
    }
}
