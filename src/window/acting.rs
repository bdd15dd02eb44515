//! What actions do: one arm for each.

use crate::ids::UnitId;
use crate::order::{self, Command, Order};
use crate::snapshot::Snapshot;
use crate::time::{TICK_RATE, clock};
use crate::window::building::Tool;
use crate::window::camera::middle;
use crate::window::cards::naming::{NamedPart, Naming, NamingAnswer};
use crate::window::cards::paper::RIM;
use crate::window::game::{Game, Leave, Picture};
use crate::window::hands::NextClick;
use crate::window::keys::action::KeyAction;
use crate::window::play::{NewFuture, Play};
use crate::window::selection::Mode;
use crate::window::words::grouped;
use egui_macroquad::egui::Rect;
use glam::Vec2;

/// What is said when a level is to be made of nobody.
const NOBODY_TO_CUT: &str = "Nobody is selected: click on those whom the level is to be about first";

impl Game {
    /// Does what a key or a button asks for.
    pub fn act(&mut self, action: KeyAction) {
        if self.act_in_editor(action) {
            return;
        }
        match action {
            KeyAction::Editor => self.leave(Leave::Edit),
            KeyAction::Redo => self.leave(Leave::RedoRestart),
            KeyAction::Pause => self.pause(),
            KeyAction::Step => self.play.clock.step(),
            KeyAction::StepBack => self.travel(-1),
            KeyAction::SecondOn => self.travel(i64::from(TICK_RATE)),
            KeyAction::SecondBack => self.travel(-i64::from(TICK_RATE)),
            KeyAction::MarkBefore => self.go_to_mark(false),
            KeyAction::MarkAfter => self.go_to_mark(true),
            KeyAction::Now => self.go_to(self.play.session.known()),
            KeyAction::OtherFuture => self.change_future(),
            KeyAction::Faster => self.play.clock.change_speed(1),
            KeyAction::Slower => self.play.clock.change_speed(-1),
            KeyAction::Explain => self.explain(),
            KeyAction::Help => self.cards.help = !self.cards.help,
            KeyAction::Reload => self.leave(Leave::Reload),
            KeyAction::Back => self.back(),
            KeyAction::Undo => self.undo(),
            KeyAction::FullScreen => self.leave(Leave::FullScreen),
            KeyAction::Stop => self.tell(Command::Stop),
            KeyAction::Hold => self.tell(Command::Hold),
            KeyAction::Attack => self.start(NextClick::Attack),
            KeyAction::Patrol => self.start_patrol(),
            KeyAction::Follow => self.start(NextClick::Follow),
            KeyAction::Scatter => self.scatter(),
            KeyAction::NextFormation => self.hands.orders_bar.cycle_shape(),
            KeyAction::Pace => self.hands.orders_bar.toggle_pace(),
            KeyAction::SelectAll => self.select_all(),
            KeyAction::NextKind => self.next_kind(),
            KeyAction::Graph => self.cards.stage_graph.open = !self.cards.stage_graph.open,
            KeyAction::Group(deed, group) => self.control_group(deed, group),
            // Held keys move it: see `Game::move_camera`.
            KeyAction::Camera(_) => {}
            KeyAction::LookAtSelection => self.look_at_selection(),
            KeyAction::WholeMap => self.show_whole(),
            KeyAction::HideCards => self.hide_cards(),
            KeyAction::Picture => self.wanted_picture = Some(Picture::Still),
            KeyAction::MovingPicture => self.wanted_picture = Some(Picture::Moving),
            KeyAction::Build => self.take_tool(Tool::Ground),
            KeyAction::Place => self.take_tool(Tool::Units),
            KeyAction::NextTeam => self.next_team(),
            KeyAction::Ghost => self.next_ghost(),
            KeyAction::Remove => self.remove_selected(),
            KeyAction::Beside => self.toggle_beside(),
            KeyAction::Models => self.cards.models.open = !self.cards.models.open,
            KeyAction::SaveSession => {
                let saved = self.play.save_session();
                self.tell_saved(saved);
            }
            KeyAction::SaveLevel => self.ask_name(NamedPart::Whole),
            KeyAction::CutOut if self.selected_here() == 0 => self.say(NOBODY_TO_CUT),
            KeyAction::CutOut => self.ask_name(NamedPart::Selected),
            KeyAction::Mute => self.wants_mute = true,
            KeyAction::Size(step) => self.wanted_size.push(step),
        }
    }

    /// Shows or hides the explaining layer.
    fn explain(&mut self) {
        self.eyes.layers.on = !self.eyes.layers.on;
        // A player that asks for reasons has read what the level is about.
        self.cards.folds.level.fold();
        self.cards.folds.legend.reopen();
        self.cards.legend.forget_place();
        self.cards.folds.why.reopen();
    }

    /// Lets the camera show the whole map, and go on to as the room for it changes.
    pub(super) fn show_whole(&mut self) {
        let cards = self.cards_over_fields();
        if self.is_editing() {
            return self.eyes.camera.show_whole(self.beside_tools(&cards));
        }
        self.eyes.show_whole(&self.play.sim, &cards);
    }

    /// The part of the screen beside the editor's tools, points: every tile of the map is worked on, and none
    /// lies under them.
    pub(super) fn beside_tools(&self, cards: &[Rect]) -> (Vec2, Vec2) {
        let tools = cards.iter().filter(|card| card.left() <= RIM && card.top() <= RIM);
        let left = tools.map(|card| card.right()).fold(0.0, f32::max);
        (Vec2::new(left, 0.0), self.eyes.camera.screen)
    }

    fn remove_selected(&mut self) {
        let units: Vec<UnitId> = self.hands.selection.on(&self.play.sim).collect();
        let (gone, them) = match units.len() {
            0 => return self.say("Nobody is selected who could be taken away"),
            1 => ("A unit is".to_owned(), "it"),
            count => (format!("{} units are", grouped(count)), "them"),
        };
        if self.remove(units) {
            let undo = self.keys.told(KeyAction::Undo);
            self.tell_news(&format!("{gone} taken away. {undo} brings {them} back where nobody stands yet"));
        }
    }

    /// Gives the selection an order that needs no place.
    fn tell(&mut self, command: Command) {
        if !self.somebody_obeys() {
            return;
        }
        let queue = self.hands.queueing && command != Command::Stop;
        let breaks_off = command == Command::Hold && !queue && self.somebody_marches();
        if self.give_selected(command, queue) && breaks_off {
            let key = self.keys.told(KeyAction::Hold);
            self.tell_news(&format!("They hold here. On the march Shift + {key} holds where it ends"));
        }
    }

    /// Whether somebody of the selection who obeys is under way.
    fn somebody_marches(&self) -> bool {
        let marches = |&unit: &UnitId| {
            self.play.obeys(unit) && self.play.sim.unit(unit, |unit| unit.state.is_under_way()) == Some(true)
        };
        self.hands.selection.units().iter().any(marches)
    }

    fn start_patrol(&mut self) {
        if !self.somebody_obeys() {
            return;
        }
        let places = self.hands.selection.units().iter().filter_map(|&unit| self.patrol_start(unit));
        if let Some(middle) = middle(places) {
            self.hands.aim = Some(NextClick::Patrol { route: vec![middle], queues: self.hands.queueing });
        }
    }

    /// Where a unit begins a patrol: where it stands, or where it will when a queued patrol comes up.
    fn patrol_start(&self, unit: UnitId) -> Option<Vec2> {
        if !self.hands.queueing {
            return self.play.sim.place_of(unit);
        }
        self.play.sim.unit(unit, |unit| {
            let mut tasks = unit.tasks.queue.iter().rev().chain(&unit.tasks.current);
            tasks.find_map(|task| self.play.sim.goal_of(task)).map_or(unit.at, |(place, _)| place)
        })
    }

    /// Esc: one thing at a time, from the topmost on.
    fn back(&mut self) {
        use std::mem::take;
        let is_closed = take(&mut self.cards.hidden)
            || take(&mut self.cards.help)
            // Esc may be meant for what was in the hand when the game came to its end.
            || self.hands.let_go()
            || self.close_ending()
            || take(&mut self.cards.models.open)
            || take(&mut self.cards.stage_graph.open)
            || self.hands.selection.is_empty() && self.end_beside();
        match () {
            () if is_closed => {}
            () if !self.hands.selection.is_empty() => self.hands.selection.clear(),
            () if self.is_testing() => self.test(),
            () => self.leave(Leave::ToMenu),
        }
    }

    /// Takes back the last removal of units; if there is none, the last restart of the level. That is not what
    /// one means with a tool in hand.
    fn undo(&mut self) {
        let Some(units) = self.play.removals.pop() else {
            if self.hands.building.tool.is_none() {
                return self.leave(Leave::UndoRestart);
            }
            let back = self.keys.told(KeyAction::SecondBack);
            return self.say(&format!(
                "There is nothing to undo: {back} goes back in time, to before what was built or placed"
            ));
        };
        if units.iter().all(|&unit| self.play.sim.is_alive(unit)) {
            // The session was rewound to before they were taken away.
            self.say("At this moment nobody has been taken away");
            return self.play.removals.push(units);
        }
        if self.put_back(units.clone()) {
            let away: Vec<UnitId> =
                units.iter().copied().filter(|&unit| !self.play.sim.is_alive(unit)).collect();
            let (back, all) = (units.len() - away.len(), units.len());
            if self.hands.selection.is_empty() {
                self.hands.selection.apply(units, Mode::Replace);
            }
            if away.is_empty() {
                self.tell_news(if all == 1 { "It is back" } else { "They are back" });
            } else {
                let undo = self.keys.told(KeyAction::Undo);
                self.say(&format!(
                    "{back} of {all} came back: something stands where the rest was. {undo} tries again"
                ));
                self.play.removals.push(away);
            }
        }
    }

    /// Gives an order to those of these units who obey the player; whether it was given.
    pub(super) fn give(&mut self, mut units: Vec<UnitId>, command: Command, queue: bool) -> bool {
        let others = units.first().copied().filter(|&unit| !self.play.obeys(unit));
        units.retain(|&unit| self.play.obeys(unit));
        if let Some(other) = others.filter(|_| units.is_empty()) {
            self.say(&self.play.why_not(Some(other)));
        }
        if units.is_empty() {
            return false;
        }
        let order = Order { units, command, queue };
        let is_given = self.ask(order::Action::Order(order.clone()));
        if is_given {
            self.play.given.push(order);
            // A player that gives orders has read what the level is about.
            if self.play.given.len() == 1 {
                self.cards.folds.level.fold();
            }
        }
        is_given
    }

    /// Hides all cards, or shows them again.
    pub(super) fn hide_cards(&mut self) {
        self.cards.hidden = !self.cards.hidden;
        if self.cards.hidden {
            let key = self.keys.told(KeyAction::HideCards);
            self.tell_news(&format!("{key} shows the cards again"));
        }
    }

    /// Hands on what the player does. A recording takes nothing: it is told, and the answer is `false`.
    pub fn ask(&mut self, action: order::Action) -> bool {
        if let Some(is_done) = self.ask_in_editor(&action) {
            return is_done;
        }
        let asked = self.play.ask(action, &self.keys);
        self.answer(asked)
    }

    /// Tells what became of something that was asked for; whether it was done.
    pub(super) fn answer(&mut self, asked: Result<Option<NewFuture>, String>) -> bool {
        let is_done = asked.is_ok();
        match asked {
            Err(reason) => self.say(&reason),
            Ok(Some(future)) => {
                let key = self.keys.told(KeyAction::OtherFuture);
                let kept = future.kept.map_or(String::new(), |kept| format!(". {kept}"));
                let on = match self.play.clock.paused {
                    true => format!(". {} plays on", self.keys.told(KeyAction::Pause)),
                    false => String::new(),
                };
                self.tell_news(&format!(
                    "A new future begins here; {key} changes to the other one{on}{kept}"
                ));
            }
            Ok(None) => {}
        }
        is_done
    }

    /// How many of the selected units the session has now: on the right field there may be others.
    fn selected_here(&self) -> usize {
        self.hands.selection.on(&self.play.sim).count()
    }

    /// Asks for the name under which map and units are saved as they stand now.
    fn ask_name(&mut self, part: NamedPart) {
        let selected = self.selected_here();
        let name = match part {
            NamedPart::Whole => self.play.level.name.clone(),
            NamedPart::Selected | NamedPart::Document => {
                format!("{}, {}", self.play.level.name, clock(self.play.sim.ticks()))
            }
        };
        match self.play.own_folder() {
            Ok(folder) => self.cards.naming = Some(Naming::new(folder, &name, part, selected)),
            Err(error) => self.tell_saved(Err(error)),
        }
    }

    /// Saves the map and the units as a level, if that was decided, and says where.
    pub(super) fn end_naming(&mut self, named: NamingAnswer) {
        let Some(naming) = self.cards.naming.take() else { return };
        let NamingAnswer::Save(path) = named else { return };
        let snapshot = match naming.part {
            NamedPart::Whole => Snapshot::of(&self.play.level, &self.play.sim),
            NamedPart::Selected if self.selected_here() == 0 => return self.say(NOBODY_TO_CUT),
            NamedPart::Selected => self.play.cut(self.hands.selection.units()),
            NamedPart::Document => return self.save_named_document(naming, path),
        };
        let saved = Play::save_level(snapshot, naming.name.trim().to_owned(), &path);
        self.tell_saved_without(saved.map(|left_out| (path, left_out)));
    }
}
