//! What the player can tell units beside stop, hold and patrol: move in formation, draw a front, follow,
//! scatter; and control groups.

use crate::ids::{Target, UnitId};
use crate::order::{Command, Manner};
use crate::window::camera::middle;
use crate::window::cards::orders::OrdersBar;
use crate::window::cards::selection::roster;
use crate::window::control_groups::GroupDeed;
use crate::window::front::DrawnFront;
use crate::window::game::Game;
use crate::window::hands::{CLICK_REACH, NextClick};
use crate::window::keys::action::KeyAction;
use crate::window::scenario::NOBODY_SELECTED;
use crate::window::selection::Mode;
use glam::Vec2;
use std::collections::BTreeMap;

/// How far X sends everybody, px.
const SCATTER: f32 = 120.0;
/// The golden angle, radians: neighbours in the list go far apart.
const GOLDEN_ANGLE: f32 = 2.399_963;

impl Game {
    /// Sends the selection to a world place, in the formation and at the pace that are set.
    pub fn send_to(&mut self, to: Vec2, queue: bool) {
        if !self.somebody_obeys() {
            return;
        }
        self.march(to, false, queue);
    }

    /// A click on the small sheet that sends; after A or P it is as one on the map.
    pub(super) fn send_from_sheet(&mut self, to: Vec2, queue: bool) {
        match self.hands.aim {
            None | Some(NextClick::Follow) => self.send_to(to, queue),
            _ => self.aim_at(self.eyes.camera.to_screen(to), queue, queue),
        }
    }

    /// Sends the selection, to attack on its way or not.
    fn march(&mut self, to: Vec2, attacks: bool, queue: bool) {
        let to = to.clamp(Vec2::ONE, self.play.sim.grid.size() - 1.0);
        self.eyes.mark(to);
        let OrdersBar { shape: formation, pace, .. } = self.hands.orders_bar;
        let manner = Manner { pace, attacks, ..Manner::default() };
        self.give_selected(Command::Move { to, each: false, formation, manner }, queue);
    }

    /// Gives an order to the selection; whether it was given.
    pub(super) fn give_selected(&mut self, command: Command, queue: bool) -> bool {
        self.give(self.hands.selection.units().to_vec(), command, queue)
    }

    /// The next click on the map is for this, if somebody obeys.
    pub(super) fn start(&mut self, aim: NextClick) {
        self.hands.aim = self.somebody_obeys().then_some(aim);
    }

    /// A click on the map after a key that asks for one. `more`: another place of a patrol is to come.
    pub(super) fn aim_at(&mut self, screen: Vec2, more: bool, queue: bool) {
        match self.hands.aim {
            Some(NextClick::Patrol { .. }) => self.patrol_point(screen, more),
            Some(NextClick::Attack) => self.attack_at(screen, queue),
            Some(NextClick::Follow) => self.follow_at(screen, queue),
            None => {}
        }
    }

    /// Lays a place of the patrol; the last one sends the selection.
    fn patrol_point(&mut self, screen: Vec2, more: bool) {
        let place = self.eyes.place(&self.play.sim, screen);
        self.eyes.mark(place);
        if let Some(NextClick::Patrol { route, .. }) = &mut self.hands.aim {
            route.push(place);
        }
        if !more && let Some(NextClick::Patrol { route, queues }) = self.hands.aim.take() {
            self.give_selected(Command::Patrol { route }, queues);
        }
    }

    /// Attacks what is under a point of the screen: a unit of the enemy, or everybody on the way there.
    fn attack_at(&mut self, screen: Vec2, queue: bool) {
        self.hands.aim = None;
        match self.enemy_under(screen) {
            Some(enemy) => self.attack(enemy, queue),
            None => self.march(self.eyes.place(&self.play.sim, screen), true, queue),
        }
    }

    /// The selection goes for a unit.
    fn attack(&mut self, enemy: UnitId, queue: bool) {
        if let Some(place) = self.play.sim.place_of(enemy) {
            self.eyes.mark(place);
        }
        self.give_selected(Command::Attack { target: enemy }, queue);
    }

    /// The first of the selected units that is there and obeys.
    pub(super) fn first_led(&self) -> Option<UnitId> {
        self.hands.selection.on(self.sim_here()).find(|&unit| self.play.obeys(unit))
    }

    /// The unit under a point of the screen that the selection could attack, where enemies fight: of several
    /// selected teams the first unit's counts.
    pub(super) fn enemy_under(&self, screen: Vec2) -> Option<UnitId> {
        let sim = self.sim_here();
        if !sim.fights.are_on {
            return None;
        }
        let team = sim.unit(self.first_led()?, |unit| unit.team)?;
        let picked = self.eyes_here().pick(screen)?;
        sim.are_enemies(team, picked.team).then_some(picked.id)
    }

    /// The right button goes down: perhaps a front is to be drawn.
    pub(super) fn begin_front(&mut self, screen: Vec2, queue: bool) {
        if self.somebody_obeys() {
            self.hands.front = Some(DrawnFront::new(self.eyes.place(&self.play.sim, screen), queue));
        }
    }

    /// The pointer moves with the right button down.
    pub(super) fn draw_front(&mut self, screen: Vec2) {
        let to = self.eyes.place(&self.play.sim, screen);
        let several = self.hands.selection.len() > 1;
        if let Some(front) = self.hands.front.as_mut().filter(|_| several)
            && (!front.slots.is_empty()
                || self.eyes.camera.to_screen(front.from).distance(screen) > CLICK_REACH)
        {
            front.draw_on(to, &self.play.sim, self.hands.selection.units(), self.hands.orders_bar.shape);
        }
    }

    /// The right button goes up: a click sends, a drag sends to the front.
    pub(super) fn end_front(&mut self) {
        let Some(front) = self.hands.front.take() else { return };
        let units = self.hands.selection.units();
        if front.from == front.to || units.len() < 2 {
            if let Some(enemy) = self.enemy_under(self.eyes.camera.to_screen(front.from)) {
                return self.attack(enemy, front.queue);
            }
            return self.send_to(front.from, front.queue);
        }
        let OrdersBar { shape, pace, .. } = self.hands.orders_bar;
        let command = front.command(&self.play.sim, units, shape, pace);
        command.places().iter().for_each(|&to| self.eyes.mark(to));
        self.give_selected(command, front.queue);
    }

    /// The name that the author of the level gave to the obstacle under the pointer: orders tell of it.
    pub(super) fn name_under_pointer(&self) -> Option<&str> {
        let obstacle = self.play.sim.obstacle_at(self.eyes.camera.to_world(self.hands.pointer))?;
        Some(&*self.play.sim.obstacles[obstacle].name).filter(|name| !name.is_empty())
    }

    /// Follows who or what is under a point of the screen.
    fn follow_at(&mut self, screen: Vec2, queue: bool) {
        let unit = self.eyes_here().pick(screen).map(|unit| Target::Unit(unit.id));
        let place = self.eyes.place(&self.play.sim, screen);
        let obstacle = || self.play.sim.obstacle_at(place).map(|index| Target::Obstacle(index as u32));
        let Some(target) = unit.or_else(obstacle) else {
            return self.say("There is nobody to follow: click on a unit or an obstacle");
        };
        self.hands.aim = None;
        // Nobody follows himself.
        let mut units = self.hands.selection.units().to_vec();
        units.retain(|&unit| target != Target::Unit(unit));
        if units.is_empty() {
            return self.say("A unit cannot follow itself");
        }
        self.eyes.mark(place);
        // One that is queued ends where it is reached: nothing could come after it otherwise.
        self.give(units, Command::Follow { target, until_reached: queue }, queue);
    }

    /// Sends everybody of the selection away from its middle, each to a place of its own.
    pub(super) fn scatter(&mut self) {
        if !self.somebody_obeys() {
            return;
        }
        let selected = self.hands.selection.units().iter();
        let placed: Vec<(UnitId, Vec2)> =
            selected.filter_map(|&unit| Some((unit, self.play.sim.place_of(unit)?))).collect();
        let Some(middle) = middle(placed.iter().map(|&(_, place)| place)) else { return };
        for (index, (unit, place)) in placed.into_iter().enumerate() {
            let angle = index as f32 * GOLDEN_ANGLE;
            let aside = Vec2::new(libm::cosf(angle), libm::sinf(angle));
            let away = ((place - middle).normalize_or_zero() + aside * 0.6).normalize_or(aside);
            let to = self.walkable(unit, place, place + away * SCATTER);
            let command =
                Command::Move { to, each: true, formation: Default::default(), manner: Manner::default() };
            self.give(vec![unit], command, self.hands.queueing);
        }
    }

    /// The farthest place towards `to` that a unit can walk to straight.
    fn walkable(&self, unit: UnitId, from: Vec2, to: Vec2) -> Vec2 {
        let Some(body) = self.play.sim.collider_of(unit) else { return from };
        let shares = [1.0, 0.75, 0.5, 0.25].into_iter();
        let mut places = shares.map(|share| from.lerp(to, share));
        let grid = &self.play.sim.grid;
        places.find(|&place| grid.line_is_free(from, place, body)).unwrap_or(from)
    }

    /// Sets, recalls, adds to or looks at a control group; with a tool in hand its key chooses what that places.
    pub(super) fn control_group(&mut self, deed: GroupDeed, group: usize) {
        if deed == GroupDeed::Recall && self.hands.building.tool.is_some() {
            return self.choose(group);
        }
        let sim = &self.play.sim;
        self.hands.groups.retain(|unit| sim.names.get(unit).is_some());
        let digit = group + 1;
        match deed {
            GroupDeed::Set | GroupDeed::Add if self.hands.selection.is_empty() => {
                return self.say(&format!("Nobody is selected who could be group {digit}"));
            }
            GroupDeed::Set => return self.hands.groups.set(group, self.hands.selection.units()),
            GroupDeed::Add => return self.hands.groups.add(group, self.hands.selection.units()),
            GroupDeed::Recall | GroupDeed::Jump => {}
        }
        let members = self.hands.groups.members(group).to_vec();
        if !members.iter().any(|&unit| sim.is_alive(unit)) {
            return self.say(&format!("Group {digit} is empty: Ctrl + {digit} puts the selection into it"));
        }
        let twice =
            deed == GroupDeed::Recall && self.hands.groups.is_twice(group, macroquad::time::get_time());
        if deed == GroupDeed::Jump || twice {
            let middle = self.middle_of(&members);
            middle.into_iter().for_each(|middle| self.eyes.camera.look_at(middle));
        }
        if deed == GroupDeed::Recall {
            self.hands.selection.apply(members, Mode::Replace);
        }
    }

    /// Selects everybody; with a selection, everybody of its teams.
    pub(super) fn select_all(&mut self) {
        let teams: Vec<u16> =
            roster(&self.play.sim, &self.hands.selection).into_iter().map(|(_, team, _)| team).collect();
        let player = self.play.level.scenario.player;
        let is_own = |team: u16| player.is_none_or(|player| player == usize::from(team));
        let units = self.play.sim.ids_of(|unit| match teams.is_empty() {
            true => is_own(unit.team),
            false => teams.contains(&unit.team),
        });
        if units.is_empty() {
            let place = self.keys.told(KeyAction::Place);
            return self.say(&format!("There is nobody on the map: {place} places units"));
        }
        self.hands.selection.apply(units, Mode::Replace);
    }

    /// Brings the selection to the middle of the window.
    pub(super) fn look_at_selection(&mut self) {
        match self.middle_of(self.hands.selection.units()) {
            Some(middle) => self.eyes.camera.look_at(middle),
            None => self.say(NOBODY_SELECTED),
        }
    }

    /// The middle of those of these units that are on the map, px.
    fn middle_of(&self, units: &[UnitId]) -> Option<Vec2> {
        middle(units.iter().filter_map(|&unit| self.play.sim.place_of(unit)))
    }

    /// Goes on to the next kind of the selection.
    pub(super) fn next_kind(&mut self) {
        let mut cycle = std::mem::take(&mut self.hands.kind_cycle);
        let units = cycle.next(self.hands.selection.units(), |units| self.by_kind(units));
        self.hands.kind_cycle = cycle;
        self.hands.selection.apply(units, Mode::Replace);
    }

    fn by_kind(&self, units: &[UnitId]) -> Vec<Vec<UnitId>> {
        let mut parts: BTreeMap<(u16, u16), Vec<UnitId>> = BTreeMap::new();
        for &id in units {
            if let Some(kind) = self.play.sim.unit(id, |unit| (unit.team, unit.kind)) {
                parts.entry(kind).or_default().push(id);
            }
        }
        parts.into_values().collect()
    }

    /// Lets go of everybody but one kind of one team.
    pub(super) fn narrow(&mut self, kind: u16, team: u16) {
        let alike =
            |unit: &UnitId| self.play.sim.unit(*unit, |unit| (unit.kind, unit.team)) == Some((kind, team));
        let units: Vec<UnitId> = self.hands.selection.units().iter().copied().filter(alike).collect();
        self.hands.selection.apply(units, Mode::Replace);
    }
}
