//! What a window manager and a file manager do to the program's window.

use super::Desk;
use std::path::Path;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::*;
use x11rb::wrapper::ConnectionExt as _;

impl Desk {
    /// Gives the program's window another size, as a window manager would. The pointer stays in it: where
    /// nobody manages windows, keys go to the window under the pointer.
    pub fn resize(&self, width: u32, height: u32) {
        self.point((width as f32 / 2.0, height as f32 / 2.0));
        for window in self.windows() {
            let size = ConfigureWindowAux::new().x(0).y(0).width(width).height(height);
            self.hand.configure_window(window, &size).expect("asked").check().expect("the window takes it");
        }
    }

    /// Gives the program's window the keyboard, wherever the pointer is.
    pub fn focus(&self) {
        let asked = self.hand.set_input_focus(InputFocus::PARENT, self.window(), 0u32);
        asked.expect("asked").check().expect("it takes it");
    }

    /// Asks the program's window to close, as the button of a window manager does (ICCCM,
    /// `WM_DELETE_WINDOW`).
    pub fn close(&self) {
        self.marks.set((self.marks.get().0, true));
        let window = self.window();
        let data = [self.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0];
        self.send(window, ClientMessageEvent::new(32, window, self.atom("WM_PROTOCOLS"), data));
    }

    /// Drops a file on the program's window, as a file manager does that hands over paths as text (XDND 5).
    pub fn drop_file(&self, path: &Path) {
        let (target, source) = (self.window(), self.hand.generate_id().expect("an id"));
        let (text, selection) = (self.atom("UTF8_STRING"), self.atom("XdndSelection"));
        let (root, input, usual) = (self.screen.root, WindowClass::INPUT_ONLY, CreateWindowAux::new());
        let made = self.hand.create_window(0, source, root, 0, 0, 1, 1, 0, input, 0, &usual);
        made.expect("asked").check().expect("a window");
        self.hand.set_selection_owner(source, selection, 0u32).expect("asked").check().expect("it is ours");
        let message = |kind: &str, data: [u32; 5]| {
            self.send(target, ClientMessageEvent::new(32, target, self.atom(kind), data));
        };
        message("XdndEnter", [source, 5 << 24, text, 0, 0]);
        message("XdndPosition", [source, 0, (640 << 16) | 360, 0, self.atom("XdndActionCopy")]);
        message("XdndDrop", [source, 0, 0, 0, 0]);
        loop {
            // The window answers on its way; only what it asks for matters.
            if let Event::SelectionRequest(request) = self.hand.wait_for_event().expect("the window asks") {
                let SelectionRequestEvent { time, requestor, selection, target, property, .. } = request;
                let path = path.to_string_lossy();
                let stored =
                    self.hand.change_property8(PropMode::REPLACE, requestor, property, text, path.as_bytes());
                stored.expect("asked").check().expect("it is stored");
                let answer = SelectionNotifyEvent {
                    response_type: SELECTION_NOTIFY_EVENT,
                    sequence: 0,
                    time,
                    requestor,
                    selection,
                    target,
                    property,
                };
                return self.send(requestor, answer);
            }
        }
    }

    fn windows(&self) -> Vec<Window> {
        self.hand.query_tree(self.screen.root).expect("asked").reply().expect("the server answers").children
    }

    fn window(&self) -> Window {
        *self.windows().first().expect("the program has a window")
    }

    fn atom(&self, name: &str) -> Atom {
        let asked = self.hand.intern_atom(false, name.as_bytes()).expect("asked");
        asked.reply().expect("the server has atoms").atom
    }

    fn send(&self, window: Window, event: impl Into<[u8; 32]>) {
        let sent = self.hand.send_event(false, window, EventMask::NO_EVENT, event);
        sent.expect("sent").check().expect("the window takes it");
    }
}
