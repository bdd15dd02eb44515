//! The part of the page that the window is.

/// Whether the program can close its window: a page is the browser's to close.
pub const CAN_CLOSE: bool = false;

/// What a notch of the wheel sends, px: browsers send 100 to 120.
pub const NOTCH_SENDS: f32 = 100.0;

/// What the port of egui takes for a line.
pub const NOTCH_OF_EGUI: f32 = 30.0;

/// Whether the pointer is on the page: not known.
#[derive(Debug, Default)]
pub struct PointerWatch;

impl PointerWatch {
    /// Nobody tells.
    pub fn is_inside(&mut self, _has_moved: bool) -> Option<bool> {
        None
    }
}

/// A page does not keep the pointer.
pub fn keep_pointer(_drags: bool) {}

/// Whether the browser asks before it closes the page or loads it again: then nothing is left of a session.
pub fn ask_before_closing(asks: bool) {
    super::browser::ask_before_closing(asks);
}

/// Nothing stands in the way of a page that runs.
pub fn obstacle() -> Option<String> {
    None
}

/// What to do when it did not open.
pub fn could_not_open() -> String {
    "the page could not draw: it needs WebGL, which this browser has not or does not allow".into()
}

/// Width and height at first; the page then makes it as large as itself.
pub fn first_size() -> (i32, i32) {
    (1280, 720)
}

/// Whether the page fills the screen.
#[derive(Debug, Default)]
pub struct FullScreen {
    is_full: bool,
}

impl FullScreen {
    /// The other way round.
    pub fn toggle(&mut self) {
        self.is_full = !self.is_full;
        macroquad::window::set_fullscreen(self.is_full);
    }
}
