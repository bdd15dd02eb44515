//! A fault of the program does not take the window away: it is told on a card, with the session saved so that
//! it can be sent, and the player goes back to the menu or starts anew.
//!
//! A panic is caught around the whole frame. The simulation that was at work is read once more, for what was
//! done in it, which is plain lists; it is neither drawn nor simulated again.

use crate::window::cards::paper::{dialog, pale};
use crate::window::play::Play;
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, Context, RichText, TextStyle, Ui};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Mutex, Once, PoisonError};

/// What the last panic said and where, from whichever thread it came.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Runs something; a panic in it, or in a thread that it waits for, comes back as what it said and where.
///
/// # Errors
/// What the panic said, with file and line.
pub fn guard<R>(run: impl FnOnce() -> R) -> Result<R, String> {
    listen();
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| {
        let told = LAST.lock().unwrap_or_else(PoisonError::into_inner).take();
        told.unwrap_or_else(|| "It said nothing of itself".into())
    })
}

/// Keeps what a panic says beside printing it: on its way through a thread pool its place is lost.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let payload = panic.payload();
            let words = payload.downcast_ref::<&str>().copied();
            let words = words.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
            let words = words.unwrap_or("something that is no text");
            let place = panic.location().map(|place| format!(" ({}:{})", place.file(), place.line()));
            let told = format!("{words}{}", place.unwrap_or_default());
            *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(told);
            print(panic);
        }));
    });
}

/// What the player decides on the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashAnswer {
    /// Back to the menu.
    ToMenu,
    /// The level or recording from its start.
    StartAnew,
}

/// A fault that is being told.
pub struct Crash {
    /// What the program said of it.
    pub words: String,
    /// The level or recording that was open.
    pub path: Option<PathBuf>,
    /// The recording of the session, or why there is none; nothing if no level was open.
    pub saved: Option<Result<PathBuf, String>>,
    /// It happened in a tick of the simulation.
    pub in_tick: bool,
}

impl Crash {
    /// Takes leave of the level that was open when it happened, if there was one: its session is saved.
    pub fn new(words: String, play: Option<Play>) -> Crash {
        let mut crash = Crash { words, path: None, saved: None, in_tick: false };
        if let Some(play) = play {
            crash.path = Some(play.path.clone());
            crash.in_tick = play.session.is_in_tick();
            let saved = guard(|| play.save_crashed()).unwrap_or_else(Err);
            crash.saved = Some(saved);
            // What is half done may not come apart cleanly either.
            let _ = guard(|| drop(play));
        }
        crash
    }

    /// Shows the card; returns what the player decides.
    pub fn show(&mut self, context: &Context) -> Option<CrashAnswer> {
        let mut answer =
            context.input(|input| input.key_pressed(egui::Key::Escape)).then_some(CrashAnswer::ToMenu);
        dialog(context, "crash", Align2::CENTER_CENTER, egui::Vec2::ZERO, |ui| {
            ui.set_width((context.screen_rect().width() - 120.0).min(760.0));
            ui.heading("This went wrong, and it is our fault");
            ui.add_space(theme::STEP);
            ui.label(match (self.in_tick, &self.path) {
                (true, _) => "The simulation met a case that it cannot deal with, and stopped.",
                (false, Some(_)) => "The window met a case that it cannot deal with, and closed the level.",
                (false, None) => "The menu met a case that it cannot deal with.",
            });
            ui.add_space(theme::STEP);
            match &self.saved {
                Some(Ok(path)) => {
                    ui.label(
                        "All that was done up to here is saved in this file. Please send it with a report:",
                    );
                    monospace(ui, &path.display().to_string());
                }
                Some(Err(error)) => {
                    ui.label(format!("The session could not be saved: {error}"));
                }
                None => {}
            }
            ui.add_space(theme::STEP);
            ui.label(pale("What the program says of it:"));
            egui::ScrollArea::vertical().max_height(140.0).auto_shrink([false, true]).show(ui, |ui| {
                monospace(ui, &self.words);
            });
            ui.add_space(2.0 * theme::STEP);
            ui.horizontal(|ui| {
                let mut button = |name: &str, text: &str, means| {
                    ui.button(text).spot("crash", name).sets(&mut answer, Some(means));
                };
                if self.path.is_some() {
                    button("start_anew", "Start anew", CrashAnswer::StartAnew);
                }
                button("to_menu", "Back to the menu  Esc", CrashAnswer::ToMenu);
            });
        });
        answer
    }
}

fn monospace(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).text_style(TextStyle::Monospace)).wrap());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::fault::MadeFault;

    #[test]
    fn a_panic_in_any_thread_comes_back_as_what_it_said_and_where() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let fault = MadeFault::in_that_tick(7);
        assert_eq!(guard(|| pool.install(|| fault.in_tick(6))), Ok(()));
        let words = guard(|| pool.install(|| fault.in_tick(7))).unwrap_err();
        assert!(words.contains("on purpose in tick 7") && words.contains("fault.rs:"), "{words}");
        assert_eq!(guard(|| 5), Ok(5), "and the next thing runs");
    }
}
