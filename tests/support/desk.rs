//! A desk to test the window at: an X server without a screen, the real program on it, and a hand on mouse
//! and keys.
//!
//! The hand is the XTEST extension, the eye reads the root window's pixels, and what the program thinks is
//! read from the file that `--state` keeps.

#[path = "desk/fields.rs"]
mod fields;
#[path = "desk/keys.rs"]
mod keys;
#[path = "desk/manager.rs"]
mod manager;
#[path = "desk/picture.rs"]
mod picture;
#[path = "desk/server.rs"]
mod server;
#[path = "desk/state.rs"]
mod state;

pub use fields::*;
pub use keys::*;
pub use picture::Picture;
pub use server::Server;
pub use state::*;

use libtest_mimic::{Arguments, Trial};
use serde_json::Value;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::xfixes::ConnectionExt as _;
use x11rb::protocol::xproto::*;
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// Nothing on the desk takes longer, even with OpenGL in software on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// Windows that are tested at a time.
const AT_ONCE: usize = 2;
/// Real time between two looks at what the program says.
const POLL: Duration = Duration::from_millis(10);
/// The key of [`Desk::mark`].
const PAUSE: u32 = 0xff13;
const BUTTON_PRESS: u8 = 4;
const BUTTON_RELEASE: u8 = 5;
const KEY_PRESS: u8 = 2;
const KEY_RELEASE: u8 = 3;
const MOTION: u8 = 6;

/// The screen of most tests.
pub const SCREEN: &str = "1280x720x24";

/// Left button of the mouse.
pub const LEFT: u8 = 1;
/// Right button.
pub const RIGHT: u8 = 3;
/// The wheel, away from the hand.
pub const WHEEL_UP: u8 = 4;
/// The wheel, towards the hand.
pub const WHEEL_DOWN: u8 = 5;

/// Tests by name.
pub type Tests = &'static [(&'static str, fn())];

/// Runs the tests of all files, each named after its file: each has a server and OpenGL in software of its
/// own. Where there is none they are reported as ignored; with `MUSTER_REQUIRE_DISPLAY=1` they fail instead.
pub fn run(files: &[(&str, Tests)]) -> ! {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(AT_ONCE);
    let missing = Server::start(SCREEN).err();
    let required = std::env::var("MUSTER_REQUIRE_DISPLAY").is_ok_and(|value| value == "1");
    if let Some(reason) = &missing {
        eprintln!("the window cannot be tested: {reason}");
    }
    let ignored = missing.is_some() && !required;
    let trials = files.iter().flat_map(|(file, tests)| {
        tests.iter().map(move |&(name, test)| {
            Trial::test(format!("{file}::{name}"), move || {
                test();
                Ok(())
            })
            .with_ignored_flag(ignored)
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// The program in its window, and the hand.
pub struct Desk {
    program: Child,
    hand: RustConnection,
    screen: Screen,
    folder: tempfile::TempDir,
    /// Marks that were made, and whether the hand did anything since.
    marks: Cell<(u64, bool)>,
    /// Buttons of the mouse and keys that were pressed.
    presses: Cell<(u64, u64)>,
    _server: Server,
}

impl Desk {
    /// Runs the program with these arguments; `{}` in them stands for a folder that holds the given files.
    pub fn open(arguments: &[&str], files: &[(&str, &str)]) -> Desk {
        Desk::open_on(SCREEN, arguments, files)
    }

    /// Plays a level, whose file is `field.json`.
    pub fn play(level: &str) -> Desk {
        Desk::open(&["play", "{}/field.json"], &[("field.json", level)])
    }

    /// The same on a screen of another size. The program's configuration folder is `config/muster` among the
    /// files.
    pub fn open_on(screen: &str, arguments: &[&str], files: &[(&str, &str)]) -> Desk {
        Desk::open_with(screen, arguments, files, &[])
    }

    /// The same with variables of the environment.
    pub fn open_with(
        screen: &str,
        arguments: &[&str],
        files: &[(&str, &str)],
        environment: &[(&str, &str)],
    ) -> Desk {
        let server = Server::start(screen).expect("the harness has tried before");
        let folder = tempfile::tempdir().expect("a folder for the test");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it is in the folder"))
                .expect("a folder for the test");
            std::fs::write(path, text).expect("a file for the test");
        }
        let (hand, number) = RustConnection::connect(Some(&server.display)).expect("the server answers");
        let screen = hand.setup().roots[number].clone();
        let path = folder.path().to_string_lossy().into_owned();
        let program = Command::new(env!("CARGO_BIN_EXE_muster"))
            .args(arguments.iter().map(|argument| argument.replace("{}", &path)))
            .arg("--state")
            .arg(folder.path().join("state.json"))
            .env("DISPLAY", &server.display)
            .env("XDG_CONFIG_HOME", folder.path().join("config"))
            .env("XDG_DATA_HOME", folder.path().join("data"))
            .env_remove("WAYLAND_DISPLAY")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            // Tests run side by side: a window that shares its drawing out takes a tenth longer.
            .env("LP_NUM_THREADS", "0")
            .envs(environment.iter().copied())
            .current_dir(folder.path())
            .spawn()
            .expect("the program starts");
        let (marks, presses) = (Cell::new((0, false)), Cell::new((0, 0)));
        let mut desk = Desk { program, hand, screen, folder, marks, presses, _server: server };
        desk.wait(|state| state["frame"].as_u64() > Some(3));
        desk
    }

    /// The folder of the files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn state_file(&self) -> PathBuf {
        self.folder.path().join("state.json")
    }

    fn read_state(&self) -> Option<Value> {
        serde_json::from_str(&std::fs::read_to_string(self.state_file()).ok()?).ok()
    }

    /// Presses a key that means nothing: once the program counts it, it has taken in everything before.
    fn mark(&self) {
        let (code, _) = self.keycode(PAUSE);
        let presses = self.presses.get();
        self.fake(KEY_PRESS, code, 0, 0);
        self.fake(KEY_RELEASE, code, 0, 0);
        self.marks.set((self.marks.get().0 + 1, false));
        self.presses.set(presses);
    }

    /// Waits until what the program says of itself is as hoped, and returns it. What it said before it had
    /// taken in everything that the hand did so far does not count, nor while the first view of a level finds
    /// its place.
    pub fn wait(&mut self, hoped: impl Fn(&Value) -> bool) -> Value {
        if self.marks.get().1 {
            self.mark();
        }
        let marks = self.marks.get().0;
        let rests = |state: &Value| state["hud"]["settled"] != false;
        let hoped = |state: &Value| state["marks"].as_u64() == Some(marks) && rests(state) && hoped(state);
        let start = Instant::now();
        let mut last = None;
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.program.try_wait().expect("our own child") {
                panic!("the program ended with {status}; last: {last:?}");
            }
            last = self.read_state().or(last);
            if let Some(state) = last.as_ref().filter(|state| hoped(state)) {
                return state.clone();
            }
            std::thread::sleep(POLL);
        }
        panic!("waited in vain; last: {}", last.map_or("nothing".into(), |state| format!("{state:#}")));
    }

    /// What it says after it has taken in everything that was done so far, drawn it and shown it.
    pub fn now(&mut self) -> Value {
        self.mark();
        let frame = self.wait(|_| true)["frame"].as_u64();
        self.mark();
        self.wait(|state| state["frame"].as_u64() > frame.map(|frame| frame + 1))
    }

    /// What it says once a part of it stays the same from one look to the next.
    pub fn settled(&mut self, part: impl Fn(&Value) -> &Value) -> Value {
        let mut state = self.now();
        for _ in 0..40 {
            let before = std::mem::replace(&mut state, self.now());
            if part(&before) == part(&state) {
                return state;
            }
        }
        panic!("it never came to rest: {:#}", part(&state));
    }

    /// Waits until the program has ended.
    pub fn wait_for_end(&mut self) -> ExitStatus {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.program.try_wait().expect("our own child") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the program did not end");
    }

    fn fake(&self, kind: u8, detail: u8, x: i16, y: i16) {
        self.marks.set((self.marks.get().0, true));
        let (buttons, keys) = self.presses.get();
        self.presses.set((buttons + u64::from(kind == BUTTON_PRESS), keys + u64::from(kind == KEY_PRESS)));
        let sent = self.hand.xtest_fake_input(kind, detail, 0, self.screen.root, x, y, 0);
        sent.expect("the server has XTEST").check().expect("the server takes the input");
    }

    /// How many buttons of the mouse, notches of the wheel among them, and keys were pressed.
    pub fn presses(&self) -> (u64, u64) {
        self.presses.get()
    }

    /// The pixels of the pointer's shape.
    pub fn pointer_picture(&self) -> Vec<u32> {
        self.hand.xfixes_query_version(5, 0).expect("asked").reply().expect("the server has XFIXES");
        let shape = self.hand.xfixes_get_cursor_image().expect("asked").reply();
        shape.expect("the server shows a pointer").cursor_image
    }

    /// Moves the pointer.
    pub fn point(&self, (x, y): (f32, f32)) {
        self.fake(MOTION, 0, x.round() as i16, y.round() as i16);
    }

    /// Presses and releases a button at a place.
    pub fn click(&self, button: u8, at: (f32, f32)) {
        self.point(at);
        self.fake(BUTTON_PRESS, button, 0, 0);
        self.fake(BUTTON_RELEASE, button, 0, 0);
    }

    /// Drags with the left button, with a stop on the way as a hand makes it.
    pub fn drag(&self, from: (f32, f32), to: (f32, f32)) {
        self.pull(LEFT, from, to);
        self.fake(BUTTON_RELEASE, LEFT, 0, 0);
    }

    /// Drags and does not let go yet.
    pub fn pull(&self, button: u8, from: (f32, f32), to: (f32, f32)) {
        self.point(from);
        self.fake(BUTTON_PRESS, button, 0, 0);
        self.point(((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0));
        self.point(to);
    }

    /// Lets a button go.
    pub fn let_go(&self, button: u8) {
        self.fake(BUTTON_RELEASE, button, 0, 0);
    }

    /// Presses a key by its X11 keysym, with Shift where the keyboard asks for it.
    pub fn key(&self, keysym: u32) {
        let (code, shifted) = self.keycode(keysym);
        if shifted {
            self.hold(SHIFT, true);
        }
        self.fake(KEY_PRESS, code, 0, 0);
        self.fake(KEY_RELEASE, code, 0, 0);
        if shifted {
            self.hold(SHIFT, false);
        }
    }

    /// Presses a key down or lets it go.
    pub fn hold(&self, keysym: u32, down: bool) {
        let (code, _) = self.keycode(keysym);
        self.fake(if down { KEY_PRESS } else { KEY_RELEASE }, code, 0, 0);
    }

    fn keycode(&self, keysym: u32) -> (u8, bool) {
        let (first, last) = (self.hand.setup().min_keycode, self.hand.setup().max_keycode);
        let mapping = self.hand.get_keyboard_mapping(first, last - first + 1).expect("asked");
        let mapping = mapping.reply().expect("the server knows its keyboard");
        let width = usize::from(mapping.keysyms_per_keycode);
        let index = |level: usize| mapping.keysyms.chunks(width).position(|keysyms| keysyms[level] == keysym);
        let (index, shifted) = match (index(0), index(1)) {
            (Some(index), _) => (index, false),
            (None, Some(index)) => (index, true),
            (None, None) => panic!("no key gives {keysym:#x}"),
        };
        (first + index as u8, shifted)
    }

    /// What the screen shows: red, green, blue, row by row.
    pub fn picture(&self) -> Picture {
        let (width, height) = (self.screen.width_in_pixels, self.screen.height_in_pixels);
        let image = self.hand.get_image(ImageFormat::Z_PIXMAP, self.screen.root, 0, 0, width, height, !0);
        let image = image.expect("asked").reply().expect("the root window can be read");
        let pixels = image.data.chunks(4).map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect();
        Picture { width: usize::from(width), pixels }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
