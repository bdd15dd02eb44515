//! The real window, driven by mouse and keys on an X server without a screen.
//!
//! Needs `Xvfb` and OpenGL in software (see `.ci/README.md`). Where there is none the tests are reported as
//! ignored; with `MUSTER_REQUIRE_DISPLAY=1` they fail instead.

#[path = "../support/desk.rs"]
mod desk;

mod beside;
mod editor;
mod editor_symmetry;
mod editor_tools;
mod endings;
mod faults;
mod goals;
mod hands;
mod hud;
mod keys;
mod look;
mod menu;
mod minimap;
mod rebuilt;
mod recordings;
mod time;
mod tools;
mod undo;

fn main() {
    desk::run(&[
        ("beside", beside::TESTS),
        ("editor", editor::TESTS),
        ("editor_symmetry", editor_symmetry::TESTS),
        ("editor_tools", editor_tools::TESTS),
        ("endings", endings::TESTS),
        ("faults", faults::TESTS),
        ("goals", goals::TESTS),
        ("hands", hands::TESTS),
        ("hud", hud::TESTS),
        ("minimap", minimap::TESTS),
        ("keys", keys::TESTS),
        ("look", look::TESTS),
        ("menu", menu::TESTS),
        ("rebuilt", rebuilt::TESTS),
        ("recordings", recordings::TESTS),
        ("time", time::TESTS),
        ("tools", tools::TESTS),
        ("undo", undo::TESTS),
    ])
}
