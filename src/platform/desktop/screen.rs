//! The screen that the window opens on.

use super::display;
pub use super::full_screen::{FullScreen, first_size};
pub use super::pointer::PointerWatch;

/// Whether the program can close its window.
pub const CAN_CLOSE: bool = true;

/// What a notch of the wheel sends: Windows and macOS send points, X11 steps.
pub const NOTCH_SENDS: f32 = if cfg!(target_os = "windows") {
    120.0
} else if cfg!(target_os = "macos") {
    90.0
} else {
    1.0
};

/// What the port of egui takes for a line.
pub const NOTCH_OF_EGUI: f32 = 90.0;

/// Keeps the pointer in the window for this frame if it `drags`: X11 and Windows do not tell of a button that is
/// let go outside.
pub fn keep_pointer(drags: bool) {
    if drags && !cfg!(target_os = "macos") {
        macroquad::miniquad::window::set_cursor_grab(true);
    }
}

/// The window itself asks before it closes.
pub fn ask_before_closing(_asks: bool) {}

/// Why no window can open on this machine, if so, and what to do about it.
pub fn obstacle() -> Option<String> {
    display::obstacle()
}

/// What to do when the window could not open although nothing seemed to stand in its way.
pub fn could_not_open() -> String {
    display::message("the graphics libraries or OpenGL could not be used")
}
