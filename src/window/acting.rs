//! What actions do: one arm for each.

use super::action::Action;
use super::building::Tool;
use super::control_groups::GroupDeed;
use super::game::{Game, Leave, Picture};
use super::scale::Step;
use crate::ids::UnitId;
use crate::order::{Command, Order};
use glam::Vec2;

/// What an order without a selection is answered with.
pub(super) const NOBODY: &str = "Nobody is selected: click on a unit or drag a box first";

impl Game {
    /// Lays a place of the patrol; the last one sends the selection.
    pub(super) fn patrol_point(&mut self, screen: Vec2, more: bool) {
        let place = self.place(screen);
        self.mark(screen, true);
        if let Some(route) = &mut self.patrol {
            route.push(place);
        }
        if !more && let Some(route) = self.patrol.take() {
            self.give(self.selection.units().to_vec(), Command::Patrol { route }, self.patrol_queues);
        }
    }

    /// Does what a key or a button asks for.
    pub fn act(&mut self, action: Action) -> Option<Leave> {
        match action {
            Action::Pause => self.clock.paused = !self.clock.paused,
            Action::Step => self.clock.step(),
            Action::Faster => self.clock.change_speed(1),
            Action::Slower => self.clock.change_speed(-1),
            Action::Explain => {
                self.layers.on = !self.layers.on;
                // Who asks for reasons has read what the level is about.
                self.folds.level.fold();
                self.folds.legend.reopen();
                self.legend.forget_place();
                self.folds.why.reopen();
            }
            Action::Help => self.help = !self.help,
            Action::Reload => return Some(Leave::Reload),
            Action::Back => return self.back(),
            Action::Undo => return self.undo(),
            Action::FullScreen => return Some(Leave::FullScreen),
            Action::Stop => self.tell(Command::Stop),
            Action::Hold => self.tell(Command::Hold),
            Action::Patrol => self.start_patrol(),
            Action::Follow => self.start_following(),
            Action::Scatter => self.scatter(),
            Action::Formation(shape) => self.orders_bar.shape = shape,
            Action::NextFormation => self.orders_bar.cycle_shape(),
            Action::Pace => self.orders_bar.toggle_pace(),
            Action::SelectAll => self.select_all(),
            Action::NextKind => self.next_kind(),
            Action::Graph => self.stage_graph.open = !self.stage_graph.open,
            Action::Group(GroupDeed::Recall, index) if self.building.tool.is_some() => self.choose(index),
            Action::Group(deed, group) => self.control_group(deed, group),
            // Held keys move it: see `Game::move_camera`.
            Action::Camera(_) => {}
            Action::LookAtSelection => self.look_at_selection(),
            Action::WholeMap => self.show_whole(),
            Action::HideCards => self.hide_cards(),
            Action::Picture => self.wanted_picture = Some(Picture::Still),
            Action::MovingPicture => self.wanted_picture = Some(Picture::Moving),
            Action::Build => self.take_tool(Tool::Ground),
            Action::Place => self.take_tool(Tool::Units),
            Action::NextTeam => self.next_team(),
            Action::Remove if self.selection.is_empty() => {
                self.say("Nobody is selected who could be taken away")
            }
            Action::Remove => self.remove(self.selection.units().to_vec()),
            Action::Models => self.models.open = !self.models.open,
            Action::SaveSession => self.save_session(),
            Action::SaveLevel => self.ask_name(),
            Action::Larger => self.wanted_size.push(Step::Larger),
            Action::Smaller => self.wanted_size.push(Step::Smaller),
            Action::FittingSize => self.wanted_size.push(Step::Fitting),
        }
        None
    }

    /// Gives the selection an order that needs no place.
    fn tell(&mut self, command: Command) {
        if self.selection.is_empty() {
            return self.say(NOBODY);
        }
        let queue = self.queueing && command != Command::Stop;
        self.give(self.selection.units().to_vec(), command, queue);
    }

    fn start_patrol(&mut self) {
        if self.selection.is_empty() {
            return self.say(NOBODY);
        }
        let places: Vec<Vec2> =
            self.selection.units().iter().filter_map(|&unit| self.patrol_start(unit)).collect();
        if !places.is_empty() {
            let middle = places.iter().copied().sum::<Vec2>() / places.len() as f32;
            self.patrol = Some(vec![middle]);
            self.patrol_queues = self.queueing;
        }
    }

    /// Where a unit begins a patrol: where it stands, or where it will when a queued patrol comes up.
    fn patrol_start(&self, unit: UnitId) -> Option<Vec2> {
        if !self.queueing {
            return self.sim.place_of(unit);
        }
        self.sim.unit(unit, |unit| {
            let mut tasks = unit.tasks.queue.iter().rev().chain(&unit.tasks.current);
            tasks.find_map(|task| self.sim.goal_of(task)).map_or(unit.at, |(place, _)| place)
        })
    }

    /// Esc: one thing at a time, from the topmost on.
    fn back(&mut self) -> Option<Leave> {
        use std::mem::take;
        let is_closed = take(&mut self.hidden)
            || take(&mut self.help)
            || self.front.take().is_some()
            || self.patrol.take().is_some()
            || take(&mut self.orders_bar.following)
            || self.box_from.take().is_some()
            || self.building.tool.take().is_some()
            || take(&mut self.models.open)
            || take(&mut self.stage_graph.open);
        if is_closed {
            return None;
        }
        if !self.selection.is_empty() {
            self.selection.clear();
        } else {
            return Some(Leave::ToMenu);
        }
        None
    }

    /// Takes back the last removal of units; if there is none, the last restart of the level.
    fn undo(&mut self) -> Option<Leave> {
        let Some(units) = self.removals.pop() else { return Some(Leave::UndoRestart) };
        if self.ask(crate::order::Action::Restore { units: units.clone() }) {
            let away: Vec<UnitId> = units.iter().copied().filter(|&unit| !self.sim.is_alive(unit)).collect();
            if !away.is_empty() {
                let (back, all) = (units.len() - away.len(), units.len());
                self.say(&format!("{back} of {all} came back: others stand where the rest was"));
                self.removals.push(away);
            }
        }
        None
    }

    pub(super) fn give(&mut self, units: Vec<UnitId>, command: Command, queue: bool) {
        if !units.is_empty() {
            let order = Order { units, command, queue };
            if self.ask(crate::order::Action::Order(order.clone())) {
                self.given.push(order);
                // Who gives orders has read what the level is about.
                if self.given.len() == 1 {
                    self.folds.level.fold();
                }
            }
        }
    }
}
