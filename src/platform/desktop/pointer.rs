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
        use x11::Crossing;
        if self.window.is_none() && has_moved {
            self.window = x11::watch().ok().flatten();
            self.is_inside = true;
        }
        self.window?;
        while let Some(crossing) = x11::next_crossing() {
            self.is_inside = crossing == Crossing::Entered;
        }
        Some(self.is_inside)
    }
}

#[cfg(not(any(target_os = "macos", target_os = "windows")))]
mod x11 {
    use crate::platform::desktop::full_screen::x11::server;
    use macroquad::miniquad::window::screen_size;
    use std::error::Error;
    use x11rb::connection::Connection;
    use x11rb::protocol::Event;
    use x11rb::protocol::xproto::*;

    /// The pointer has come into our window, or left it.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Crossing {
        Entered,
        Left,
    }

    /// Asks to be told when the pointer comes into our window and leaves it: the window on which it is, if that
    /// is as large as ours.
    pub fn watch() -> Result<Option<Window>, Box<dyn Error>> {
        let (server, number) = server().ok_or("no X server answers")?;
        let root = server.setup().roots[number].root;
        let mut window = root;
        loop {
            // A manager's frame may lie about it.
            match server.query_pointer(window)?.reply()?.child {
                0 => break,
                child => window = child,
            }
        }
        let size = server.get_geometry(window)?.reply()?;
        if window == root || (size.width.into(), size.height.into()) != screen_size() {
            return Ok(None);
        }
        let mask = EventMask::ENTER_WINDOW | EventMask::LEAVE_WINDOW;
        let asked = ChangeWindowAttributesAux::new().event_mask(mask);
        server.change_window_attributes(window, &asked)?.check()?;
        Ok(Some(window))
    }

    /// What the pointer did next, if it did anything since.
    pub fn next_crossing() -> Option<Crossing> {
        let (server, _) = server()?;
        while let Ok(Some(event)) = server.poll_for_event() {
            match event {
                Event::EnterNotify(_) => return Some(Crossing::Entered),
                // Somebody may take hold of a pointer that stays where it is.
                Event::LeaveNotify(left) if left.mode != NotifyMode::GRAB => return Some(Crossing::Left),
                _ => {}
            }
        }
        None
    }
}
