//! What the player can tell units beside stop, hold and patrol: move in formation, draw a front, follow, scatter; and
//! control groups.

use super::acting::NOBODY;
use super::action::Action;
use super::control_groups::GroupDeed;
use super::draw::units;
use super::front::Front;
use super::game::Game;
use super::selection::Mode;
use crate::ids::{Target, UnitId};
use crate::order::{Command, Manner, Order};
use crate::unit::GaveUp;
use crate::world::Event;
use glam::Vec2;

/// How far X sends everybody, px.
const SCATTER: f32 = 120.0;
/// The golden angle, radians: neighbours in the list go far apart.
const GOLDEN_ANGLE: f32 = 2.399_963;

impl Game {
    /// Sends the selection to a world place, in the formation and at the pace that are set.
    pub fn send_to(&mut self, to: Vec2, queue: bool) {
        let units = self.selection.units().to_vec();
        if units.is_empty() {
            return self.say(NOBODY);
        }
        let to = to.clamp(Vec2::ONE, self.sim.grid.size() - 1.0);
        self.mark_at(to);
        let manner = Manner { pace: self.orders_bar.pace, ..Manner::default() };
        let formation = self.orders_bar.shape;
        self.give(units, Command::Move { to, each: false, formation, manner }, queue);
    }

    /// The right button goes down: perhaps a front is to be drawn.
    pub(super) fn begin_front(&mut self, screen: Vec2, queue: bool) {
        if self.selection.is_empty() {
            return self.say(NOBODY);
        }
        self.front = Some(Front::new(self.place(screen), queue));
    }

    /// The pointer moves with the right button down.
    pub(super) fn draw_front(&mut self, screen: Vec2) {
        let to = self.place(screen);
        let several = self.selection.len() > 1;
        if let Some(front) = self.front.as_mut().filter(|_| several)
            && (!front.slots.is_empty()
                || self.camera.to_screen(front.from).distance(screen) > super::pointing::CLICK_REACH)
        {
            front.draw_on(to, &self.sim, self.selection.units(), self.orders_bar.shape);
        }
    }

    /// The right button goes up: a click sends, a drag sends to the front.
    pub(super) fn end_front(&mut self) {
        let Some(front) = self.front.take() else { return };
        let units = self.selection.units().to_vec();
        if front.from == front.to || units.len() < 2 {
            return self.send_to(front.from, front.queue);
        }
        let command = front.command(&self.sim, &units, self.orders_bar.shape, self.orders_bar.pace);
        if let Command::Move { to, .. } = command {
            self.mark_at(to);
        }
        self.give(units, command, front.queue);
    }

    /// The next click says who is followed.
    pub(super) fn start_following(&mut self) {
        self.orders_bar.following = !self.selection.is_empty();
        if self.selection.is_empty() {
            self.say("Nobody is selected who could follow");
        }
    }

    /// The obstacle over a world place.
    pub(super) fn obstacle_at(&self, place: Vec2) -> Option<usize> {
        let obstacles = self.sim.obstacles.iter();
        obstacles.into_iter().position(|obstacle| obstacle.position.distance(place) <= obstacle.radius)
    }

    /// Follows who or what is under a point of the screen.
    pub(super) fn follow_at(&mut self, screen: Vec2, queue: bool) {
        let unit = units::pick(self.seen(), &self.camera, screen).map(|unit| Target::Unit(unit.id));
        let place = self.place(screen);
        let obstacle = || self.obstacle_at(place).map(|index| Target::Obstacle(index as u32));
        let Some(target) = unit.or_else(obstacle) else {
            return self.say("There is nobody to follow: click on a unit or an obstacle");
        };
        self.orders_bar.following = false;
        // Nobody follows himself.
        let units: Vec<UnitId> =
            self.selection.units().iter().copied().filter(|&unit| target != Target::Unit(unit)).collect();
        if units.is_empty() {
            return self.say("A unit cannot follow itself");
        }
        self.mark_at(place);
        self.give(units, Command::Follow { target }, queue);
    }

    /// Sends everybody of the selection away from its middle, each to a place of its own.
    pub(super) fn scatter(&mut self) {
        let placed: Vec<(UnitId, Vec2)> = self
            .selection
            .units()
            .iter()
            .filter_map(|&unit| Some((unit, self.sim.place_of(unit)?)))
            .collect();
        if placed.is_empty() {
            return self.say("Nobody is selected who could scatter");
        }
        let middle = placed.iter().map(|&(_, place)| place).sum::<Vec2>() / placed.len() as f32;
        for (index, (unit, place)) in placed.into_iter().enumerate() {
            let angle = index as f32 * GOLDEN_ANGLE;
            let aside = Vec2::new(libm::cosf(angle), libm::sinf(angle));
            let away = ((place - middle).normalize_or_zero() + aside * 0.6).normalize_or(aside);
            let to = self.walkable(unit, place, place + away * SCATTER);
            let command =
                Command::Move { to, each: true, formation: Default::default(), manner: Manner::default() };
            self.give(vec![unit], command, self.queueing);
        }
    }

    /// The farthest place towards `to` that a unit can walk to straight.
    fn walkable(&self, unit: UnitId, from: Vec2, to: Vec2) -> Vec2 {
        let Some(body) = self.sim.collider_of(unit) else { return from };
        let shares = [1.0, 0.75, 0.5, 0.25].into_iter();
        let mut places = shares.map(|share| from.lerp(to, share));
        let grid = &self.sim.grid;
        places.find(|&place| grid.line_is_free(from, place, body)).unwrap_or(from)
    }

    /// Sets, recalls, adds to or looks at a control group.
    pub(super) fn control_group(&mut self, deed: GroupDeed, group: usize) {
        let sim = &self.sim;
        self.groups.retain(|unit| sim.is_alive(unit));
        let digit = group + 1;
        match deed {
            GroupDeed::Set | GroupDeed::Add if self.selection.is_empty() => {
                return self.say(&format!("Nobody is selected who could be group {digit}"));
            }
            GroupDeed::Set => return self.groups.set(group, self.selection.units()),
            GroupDeed::Add => return self.groups.add(group, self.selection.units()),
            GroupDeed::Recall | GroupDeed::Jump => {}
        }
        let members = self.groups.members(group).to_vec();
        if members.is_empty() {
            return self.say(&format!("Group {digit} is empty: Ctrl + {digit} puts the selection into it"));
        }
        let twice = deed == GroupDeed::Recall && self.groups.is_twice(group, macroquad::time::get_time());
        if deed == GroupDeed::Jump || twice {
            let places: Vec<Vec2> = members.iter().filter_map(|&unit| self.sim.place_of(unit)).collect();
            self.camera.look_at(places.iter().copied().sum::<Vec2>() / places.len().max(1) as f32);
        }
        if deed == GroupDeed::Recall {
            self.selection.apply(members, Mode::Replace);
        }
    }

    /// Selects everybody; with a selection, everybody of its teams.
    pub(super) fn select_all(&mut self) {
        let teams: Vec<u16> = self.roster().into_iter().map(|(_, team, _)| team).collect();
        let units = self.sim.ids_of(|unit| teams.is_empty() || teams.contains(&unit.team));
        if units.is_empty() {
            let place = self.keys.text(Action::Place);
            return self.say(&format!("There is nobody on the map: {place} places units"));
        }
        self.selection.apply(units, Mode::Replace);
    }

    /// Brings the selection to the middle of the window.
    pub(super) fn look_at_selection(&mut self) {
        let places: Vec<Vec2> =
            self.selection.units().iter().filter_map(|&unit| self.sim.place_of(unit)).collect();
        if places.is_empty() {
            return self.say(NOBODY);
        }
        self.camera.look_at(places.iter().copied().sum::<Vec2>() / places.len() as f32);
    }

    /// Goes on to the next kind of the selection.
    pub(super) fn next_kind(&mut self) {
        let mut cycle = std::mem::take(&mut self.kind_cycle);
        let units = cycle.next(self.selection.units(), |units| self.by_kind(units));
        self.kind_cycle = cycle;
        self.selection.apply(units, Mode::Replace);
    }

    fn by_kind(&self, units: &[UnitId]) -> Vec<Vec<UnitId>> {
        let mut parts: Vec<((u16, u16), Vec<UnitId>)> = Vec::new();
        for &id in units {
            let Some(kind) = self.sim.unit(id, |unit| (unit.team, unit.kind)) else { continue };
            match parts.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, part)) => part.push(id),
                None => parts.push((kind, vec![id])),
            }
        }
        parts.sort_by_key(|&(kind, _)| kind);
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// Tells what units of the player could not do, and why.
    pub(super) fn tell_events(&mut self) {
        let given: &[Order] = &self.given;
        let is_ours = |unit: UnitId| {
            self.selection.contains(unit) || given.last().is_some_and(|order| order.units.contains(&unit))
        };
        let (mut unreachable, mut exhausted) = (false, false);
        for event in &self.sim.events {
            match event {
                Event::Unreachable(unit, _) | Event::GaveUp(unit, GaveUp::Unreachable) => {
                    unreachable |= is_ours(*unit);
                }
                Event::GaveUp(unit, GaveUp::Exhausted) => exhausted |= is_ours(*unit),
                _ => {}
            }
        }
        if unreachable {
            self.say("Unreachable: going to the nearest place");
        }
        if exhausted {
            self.say("Stopped short: others stand where they were sent");
        }
    }
}
