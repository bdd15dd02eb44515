//! Whether the pointer is in the window.
//!
//! Macroquad does not tell that it left. On X11 the server tells us beside it; elsewhere that is not known.

/// Listens to the pointer's coming and going.
#[derive(Debug, Default)]
pub struct PointerWatch {
    /// Our window, once it is known which one that is.
    #[cfg(not(any(target_os = "macos", target_os = "windows")))]
    window: Option<u32>,
    #[cfg(not(any(target_os = "macos", target_os = "windows")))]
    is_inside: bool,
}

impl PointerWatch {
    /// Whether the pointer is in the window; `None` where that is not known. `has_moved`: it was seen there in
    /// this frame.
    #[cfg(any(target_os = "macos", target_os = "windows"))]
    pub fn is_inside(&mut self, _has_moved: bool) -> Option<bool> {
        None
    }

    /// Whether the pointer is in the window; `None` where that is not known. `has_moved`: it was seen there in
    /// this frame.
    #[cfg(not(any(target_os = "macos", target_os = "windows")))]
    pub fn is_inside(&mut self, has_moved: bool) -> Option<bool> {
        use super::full_screen::x11::{self, Crossing};
        if self.window.is_none() && has_moved {
            self.window = x11::watch_pointer().ok().flatten();
            self.is_inside = true;
        }
        self.window?;
        while let Some(crossing) = x11::next_crossing() {
            self.is_inside = crossing == Crossing::Entered;
        }
        Some(self.is_inside)
    }
}
