//! The whole screen and back.
//!
//! On X11 miniquad can only go there: what asks the window manager is written out here (EWMH,
//! `_NET_WM_STATE`). Where no manager is, the window is given the size of the screen.

/// Whether the window fills the screen.
#[derive(Debug, Default)]
pub struct FullScreen {
    is_full: bool,
    /// Left, top, width, height before, where no manager remembers them.
    #[cfg(not(any(target_os = "macos", target_os = "windows")))]
    before: Option<[i32; 4]>,
}

impl FullScreen {
    /// The other way round.
    pub fn toggle(&mut self) {
        self.is_full = !self.is_full;
        self.show();
    }

    #[cfg(any(target_os = "macos", target_os = "windows"))]
    fn show(&mut self) {
        macroquad::window::set_fullscreen(self.is_full);
    }

    #[cfg(not(any(target_os = "macos", target_os = "windows")))]
    fn show(&mut self) {
        // A server that does not answer leaves the window as it is.
        if x11::show(self.is_full, &mut self.before).is_err() {
            self.is_full = false;
        }
    }
}

/// Width and height of a new window: no larger than the screen, where that can be asked.
pub fn first_size() -> (i32, i32) {
    const USUAL: (i32, i32) = (1280, 720);
    #[cfg(not(any(target_os = "macos", target_os = "windows")))]
    let (width, height) = x11::screen_size().unwrap_or(USUAL);
    #[cfg(any(target_os = "macos", target_os = "windows"))]
    let (width, height) = USUAL;
    (width.min(USUAL.0), height.min(USUAL.1))
}

#[cfg(not(any(target_os = "macos", target_os = "windows")))]
pub(super) mod x11 {
    use std::error::Error;
    use std::sync::OnceLock;
    use x11rb::connection::Connection;
    use x11rb::protocol::xproto::*;
    use x11rb::rust_connection::RustConnection;

    /// `_NET_WM_STATE` data: take a state away, add it.
    const REMOVE: u32 = 0;
    const ADD: u32 = 1;

    /// The server and the number of our screen. It stays connected: a server whose last client goes starts anew,
    /// and refuses the window that opens meanwhile.
    pub fn server() -> Option<(&'static RustConnection, usize)> {
        static SERVER: OnceLock<Option<(RustConnection, usize)>> = OnceLock::new();
        let (server, number) = SERVER.get_or_init(|| x11rb::connect(None).ok()).as_ref()?;
        Some((server, *number))
    }

    pub fn screen_size() -> Option<(i32, i32)> {
        let (server, number) = server()?;
        let screen = &server.setup().roots[number];
        Some((screen.width_in_pixels.into(), screen.height_in_pixels.into()))
    }

    pub fn show(full: bool, before: &mut Option<[i32; 4]>) -> Result<(), Box<dyn Error>> {
        let (server, number) = server().ok_or("no X server answers")?;
        let root = server.setup().roots[number].root;
        // The key for it was pressed in our window: it has the keyboard, or the pointer where nobody manages
        // windows.
        let mut window = server.get_input_focus()?.reply()?.focus;
        if window <= 1 || window == root {
            window = server.query_pointer(root)?.reply()?.child;
        }
        let atom = |name: &str| -> Result<Atom, Box<dyn Error>> {
            Ok(server.intern_atom(false, name.as_bytes())?.reply()?.atom)
        };
        let check = atom("_NET_SUPPORTING_WM_CHECK")?;
        let manager = server.get_property(false, root, check, AtomEnum::WINDOW, 0, 1)?.reply()?;
        if manager.value_len > 0 {
            let change = [if full { ADD } else { REMOVE }, atom("_NET_WM_STATE_FULLSCREEN")?, 0, 1, 0];
            let event = ClientMessageEvent::new(32, window, atom("_NET_WM_STATE")?, change);
            let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
            server.send_event(false, root, mask, event)?.check()?;
            return Ok(());
        }
        let now = server.get_geometry(window)?.reply()?;
        let screen = &server.setup().roots[number];
        let whole = [0, 0, i32::from(screen.width_in_pixels), i32::from(screen.height_in_pixels)];
        let size = match full {
            true => {
                *before = Some([now.x.into(), now.y.into(), now.width.into(), now.height.into()]);
                whole
            }
            false => before.take().unwrap_or(whole),
        };
        let [x, y, width, height] = size;
        let change = ConfigureWindowAux::new().x(x).y(y).width(width as u32).height(height as u32);
        server.configure_window(window, &change)?.check()?;
        Ok(())
    }
}
