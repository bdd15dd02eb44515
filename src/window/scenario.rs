//! A level with goals under the player's hands: its end, its ghosts, whom the player leads.

use crate::goals::{Spent, Verdict};
use crate::ids::UnitId;
use crate::time::TICK_RATE;
use crate::window::cards::ending::{self, Ended, Next};
use crate::window::cards::paper::rect_of;
use crate::window::challenge::Challenge;
use crate::window::game::{Game, Leave};
use crate::window::hud::FIXED;
use crate::window::keys::action::KeyAction;
use crate::window::menu::library;
use crate::window::play::Play;
use crate::window::second::shown;
use crate::window::session::RECORDING;
use egui_macroquad::egui::{self, Context};

/// What an order without a selection is answered with.
pub(super) const NOBODY_SELECTED: &str = "Nobody is selected: click on a unit or drag a box first";

impl Play {
    /// Why a unit does not do what the player says, or nobody does.
    pub fn why_not(&self, unit: Option<UnitId>) -> String {
        if self.session.replay().is_some() {
            return RECORDING.into();
        }
        let Some(unit) = unit else { return NOBODY_SELECTED.into() };
        let name = |team: usize| self.level.teams.get(team).map_or("nobody", |team| &team.name);
        let theirs = self.sim.unit(unit, |unit| usize::from(unit.team)).map_or("nobody", name);
        let own = self.level.scenario.player.map_or("all", name);
        format!("You lead {own}: {theirs} does not obey you")
    }

    /// Looks whether the game has just come to its end. Of a player's game, if `is_own`, time stands then, and
    /// what it came to is kept, unless somebody else has begun it. Side by side both fields go on, and its card
    /// lies over neither before the player asks for it.
    pub fn end(&mut self, is_own: bool) {
        let Some(challenge) = self.challenge.as_mut().filter(|challenge| challenge.has_new_end()) else {
            return;
        };
        let is_live = self.session.replay().is_none();
        self.clock.paused |= is_live && self.beside.is_none();
        let is_kept = is_live && is_own && !self.session.is_borrowed();
        challenge.end(&self.sim, is_kept.then_some(|| self.session.recording(&self.level)));
        challenge.is_closed = self.beside.is_some();
    }

    /// How many tiles the player has changed, as long as that is limited.
    pub fn tiles_spent(&self) -> Option<usize> {
        let judge = &self.challenge.as_ref()?.judge;
        let is_limited = *judge.verdict() == Verdict::Open && judge.scenario().limit.tiles.is_some();
        is_limited.then(|| Spent::of(self.sim.actions()).tiles)
    }

    /// Whom the player leads, in words.
    pub fn led(&self) -> String {
        if self.is_edited {
            return "Orders go into the level".into();
        }
        if self.session.replay().is_some() {
            return "A recording: nobody obeys".into();
        }
        match self.level.scenario.player.and_then(|player| self.level.teams.get(player)) {
            Some(team) => format!("You lead {}", team.name),
            None if self.challenge.is_some() => "You lead everybody".into(),
            None => "Sandbox: everybody obeys".into(),
        }
    }
}

impl Game {
    /// Whoever fell is not selected any more; side by side, whoever fell on both fields.
    pub(super) fn let_fallen_go(&mut self) {
        let Game { play, hands, .. } = self;
        let right = shown(play).map(|(sim, _)| sim);
        hands
            .selection
            .follow(|unit| play.sim.is_alive(unit) || right.is_some_and(|right| right.is_alive(unit)));
    }

    /// Whether somebody of the selection would do what is ordered now; else it is said why nobody does.
    pub(super) fn somebody_obeys(&mut self) -> bool {
        let is_led = self.first_led().is_some();
        if !is_led {
            let there = self.hands.selection.on(self.sim_here()).next();
            self.say(&self.play.why_not(there));
        }
        is_led
    }

    /// Looks whether the goals are met or lost, and tells the judge who is selected.
    pub(super) fn follow_goals(&mut self) {
        let own = self.hands.selection.units().iter().filter(|&&unit| self.play.obeys(unit)).count();
        if let Some(challenge) = &mut self.play.challenge {
            challenge.judge.selected(own);
            challenge.ghosts.track();
        }
        self.play.end(!self.is_testing());
    }

    /// Whether the player has won it: in the editor it is a test.
    pub(super) fn is_won(&self) -> bool {
        self.editor.is_none() && self.play.is_won()
    }

    /// Closes the card at the end, if it lies there.
    pub(super) fn close_ending(&mut self) -> bool {
        let is_open = self.cards.ending.take().is_some();
        if let Some(challenge) = self.play.challenge.as_mut().filter(|_| is_open) {
            challenge.is_closed = true;
        }
        is_open
    }

    /// Shows the card at the end, if the game is there; what the player wants next is done at the end of the
    /// frame.
    pub(super) fn show_ending(&mut self, context: &Context) {
        let session = &self.play.session;
        let ended = match (self.is_testing(), session.replay()) {
            (true, _) => Ended::Test,
            (false, Some(_)) => Ended::Recording,
            (false, None) if session.is_borrowed() => Ended::Borrowed,
            (false, None) => Ended::Played,
        };
        // Until then Esc is meant for something else.
        let closes_by_key = !self.cards.hidden && !self.cards.help && !self.hands.is_holding();
        let Game { play, cards, eyes, keys, .. } = self;
        let Play { session, challenge, path, .. } = play;
        let is_here = |challenge: &&mut Challenge| challenge.ending.is_some() && session.goal().is_none();
        let Some(challenge) = challenge.as_mut().filter(is_here) else {
            cards.ending = None;
            return;
        };
        if challenge.is_closed {
            challenge.is_closed = !ending::is_entered(context);
            return;
        }
        let screen = context.screen_rect();
        let others = FIXED.iter().chain(&["legend", "inspector"]);
        let others = others.filter_map(|&card| Some((card, rect_of(context, card)?)));
        // What is in the hand or selected changes while the card is read: it stays where it is.
        let (hands, rest): (Vec<_>, Vec<_>) =
            others.partition(|(card, _)| matches!(*card, "orders" | "tool"));
        let around: Vec<egui::Rect> =
            std::iter::once(screen).chain(rest.into_iter().map(|(_, rect)| rect)).collect();
        let place = match &cards.ending {
            Some((known, place)) if *known == around => *place,
            _ => {
                let seen = eyes.seen.iter().map(|unit| egui::pos2(unit.screen.x, unit.screen.y));
                let cards: Vec<egui::Rect> =
                    around[1..].iter().copied().chain(hands.into_iter().map(|(_, rect)| rect)).collect();
                ending::place(screen, &cards, &seen.collect::<Vec<_>>())
            }
        };
        cards.ending = Some((around, place));
        let has_next = library::after(path).is_some();
        let next = ending::show(context, place, challenge, (keys, closes_by_key), (ended, has_next));
        self.wanted_next = next.or(self.wanted_next);
    }

    /// Does what the card at the end was asked for.
    pub(super) fn take_next(&mut self) {
        let Some(next) = self.wanted_next.take() else { return };
        match next {
            Next::Again => self.act(KeyAction::Reload),
            Next::Shown => {
                let Play { challenge, level, .. } = &mut self.play;
                challenge.iter_mut().for_each(|challenge| challenge.ghosts.show_author(level));
                self.act(KeyAction::Reload);
            }
            Next::Onward if self.is_testing() => self.act(KeyAction::Editor),
            Next::Onward => self.leave(Leave::Onward),
            Next::Menu => self.leave(Leave::ToMenu),
            Next::Look => _ = self.close_ending(),
            Next::Back => {
                self.travel(-i64::from(ending::BACK_SECONDS * TICK_RATE));
                let on = self.keys.told(KeyAction::Pause);
                self.tell_news(&format!("An order begins a new future here; {on} plays on as it went"));
            }
        }
    }

    /// Shows the next ghost.
    pub(super) fn next_ghost(&mut self) {
        let Some(challenge) = &mut self.play.challenge else {
            return self.say("Ghosts walk in levels with goals only");
        };
        if !challenge.ghosts.are_any() {
            return self.say("There is no ghost yet: reach the goals once");
        }
        challenge.ghosts.next(&self.play.level);
    }
}
