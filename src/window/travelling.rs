//! Going through time: to another tick, to marks, to another future.

use crate::history::Mark;
use crate::ids::UnitId;
use crate::time::clock;
use crate::window::game::Game;
use crate::window::keys::action::KeyAction;
use crate::window::selection::Mode;

/// Of marks of one moment this many are told.
const MAX_WORDS: usize = 3;

impl Game {
    /// Goes to a tick of the session. In a level that is played time stands there: the past is looked at, and
    /// Space plays on from it.
    pub(super) fn go_to(&mut self, tick: u64) {
        let is_live = self.play.session.replay().is_none();
        if is_live && tick < self.play.session.known() {
            self.play.clock.paused = true;
        }
        self.play.go_to(tick);
        self.look_again();
    }

    /// Time stands or goes on; a recording that is over begins again.
    pub(super) fn pause(&mut self) {
        match self.play.session.is_over(self.play.sim.ticks()) {
            true => {
                self.go_to(0);
                self.play.clock.go_on();
            }
            false => self.play.clock.toggle(),
        }
    }
    /// From this moment on the recording is the player's game, and time stands until it goes on.
    pub(super) fn play_on(&mut self) {
        self.play.session.play_on();
        self.play.clock.paused = true;
        let key = self.keys.told(KeyAction::Pause);
        self.tell_news(&format!("{} from here. {key} plays on", self.play.led()));
    }

    /// Goes so many ticks on, and time stands.
    pub(super) fn travel(&mut self, by: i64) {
        self.play.clock.paused = true;
        // Keys may come faster than ticks.
        let now = self.play.session.goal().unwrap_or(self.play.sim.ticks());
        let to = now.saturating_add_signed(by);
        let known = self.play.session.known();
        if by > 0 && to > known && self.play.session.replay().is_none() {
            // What has not been played yet is played.
            (known..to).for_each(|_| self.play.clock.step());
        }
        self.go_to(to.min(known));
    }

    /// Goes to the next mark after this moment, or to the last one before it, and says what it is.
    pub(super) fn go_to_mark(&mut self, after: bool) {
        let now = self.play.session.goal().unwrap_or(self.play.sim.ticks());
        let marks = self.play.session.history.marks();
        let mark = match after {
            true => marks.iter().find(|mark| mark.tick > now),
            false => marks.iter().rev().find(|mark| mark.tick < now),
        };
        match mark.cloned() {
            Some(mark) => {
                self.go_to(mark.tick);
                self.tell_marks(mark.tick);
            }
            None => self.say(if after { "No mark after this moment" } else { "No mark before this moment" }),
        }
    }

    /// Goes to a mark, selects whom it concerns of the own, lets the camera see where it is, and says
    /// what it is.
    pub(super) fn show_mark(&mut self, mark: Mark) {
        self.go_to(mark.tick);
        if let Some(place) = mark.place.filter(|&place| !self.eyes.camera.shows(place)) {
            self.eyes.camera.look_at(place);
        }
        let is_led = |&unit: &UnitId| self.play.sim.is_alive(unit) && self.play.leads(unit);
        let units: Vec<UnitId> = mark.units.into_iter().filter(is_led).collect();
        if !units.is_empty() {
            self.hands.selection.apply(units, Mode::Replace);
        }
        self.tell_marks(mark.tick);
    }

    /// Says what happened at a tick.
    fn tell_marks(&mut self, tick: u64) {
        let marks = self.play.session.history.marks();
        let words: Vec<&str> =
            marks.iter().filter(|mark| mark.tick == tick).map(|mark| &*mark.words).collect();
        let more = words.len().saturating_sub(MAX_WORDS);
        let more = if more > 0 { format!("; {more} more") } else { String::new() };
        let told = words[..words.len().min(MAX_WORDS)].join("; ");
        self.tell_news(&format!("{}  {told}{more}", clock(tick)));
    }

    /// Changes to the future that was left when something was done in the past.
    pub(super) fn change_future(&mut self) {
        if self.play.change_future() {
            self.play.clock.paused = true;
            self.look_again();
            let parts = self.play.session.history.left().map_or(0, |(parts, _)| parts);
            let key = self.keys.told(KeyAction::OtherFuture);
            self.tell_news(&format!("The other future since {}; {key} changes back", clock(parts)));
        } else {
            let is_recording = self.play.session.replay().is_some();
            self.say(match is_recording {
                true => "A recording has one future: it goes as it went",
                false => "There is one future: an order in the past begins another",
            });
        }
    }

    /// Another state is shown: those who were not made in it are not selected.
    fn look_again(&mut self) {
        let sim = &self.play.sim;
        self.hands.selection.retain(|unit| sim.names.get(unit).is_some());
        // Of another future the map may be another one, too, and so may be why units do what they do.
        self.eyes.look_again();
        self.cards.minimap.look_again();
        if let Some(second) = &mut self.second {
            second.eyes.look_again();
        }
    }
}
