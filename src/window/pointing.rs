//! What the mouse does on the map: selects, sends, drags. With the controls of article 000's demo
//! (`two_groups`) each button sends a team.

use crate::ids::UnitId;
use crate::level::Controls;
use crate::order::{Command, FormationShape};
use crate::picture::seen::Seen;
use crate::window::building::Tool;
use crate::window::game::Game;
use crate::window::hands::{CLICK_REACH, Click, NextClick};
use crate::window::input::{Button, EDGE_REST, HandDeed, Happening, Input};
use crate::window::pointer::Pointer;
use crate::window::selection::{Mode, box_touches};
use egui_macroquad::egui::pos2;
use glam::Vec2;

/// Two clicks within this time, s, are a double click.
const DOUBLE_CLICK: f64 = 0.35;

impl Game {
    pub(super) fn point(&mut self, pointer: &Happening) {
        let mode = Mode::of(pointer.shift, pointer.control);
        match pointer.deed {
            HandDeed::Move => {
                if self.hands.dragging_map {
                    self.eyes.camera.drag(self.hands.pointer - pointer.at);
                }
                self.hands.pointer = pointer.at;
                self.draw_front(pointer.at);
            }
            HandDeed::Wheel(steps) if !pointer.on_card => self.eyes.camera.zoom(steps, pointer.at),
            HandDeed::Press(Button::Middle) => {
                (self.hands.dragging_map, self.hands.pointer) = (!pointer.on_card, pointer.at)
            }
            HandDeed::Release(Button::Middle) => self.hands.dragging_map = false,
            HandDeed::Press(Button::Right) if pointer.on_card => self.miss(pointer.at),
            HandDeed::Press(_) if pointer.on_card => {}
            HandDeed::Press(button) if self.hands.aim.is_some() => {
                self.aim_at(pointer.at, button == Button::Left && pointer.shift, pointer.shift);
            }
            HandDeed::Press(button) if self.play.controls() == Controls::TwoGroups => {
                self.send_team(usize::from(button == Button::Right), pointer.at, pointer.shift);
            }
            HandDeed::Press(Button::Left) => self.hands.box_from = Some(pointer.at),
            HandDeed::Release(Button::Left) => {
                if let Some(from) = self.hands.box_from.take() {
                    self.select(from, pointer.at, mode);
                }
            }
            HandDeed::Press(Button::Right) => self.begin_front(pointer.at, pointer.shift),
            HandDeed::Release(Button::Right) => self.end_front(),
            _ => {}
        }
    }

    /// Says that an order on a card is none; the small sheet takes it.
    fn miss(&mut self, at: Vec2) {
        let is_taken = self.cards.minimap.rect.contains(pos2(at.x, at.y));
        if !is_taken && !self.hands.selection.is_empty() {
            self.say("A card lies there: nobody was sent");
        }
    }

    fn select(&mut self, from: Vec2, to: Vec2, mode: Mode) {
        if from.distance(to) > CLICK_REACH {
            let touched =
                |unit: &&Seen| box_touches(from, to, unit.screen, unit.body.radius * self.eyes.camera.scale);
            let mut units: Vec<UnitId> =
                self.eyes_here().seen.iter().filter(touched).map(|unit| unit.id).collect();
            // Of a box the own are meant; others may be looked at where no one of the own is in it.
            if units.iter().any(|&unit| self.play.leads(unit)) {
                units.retain(|&unit| self.play.leads(unit));
            }
            return self.hands.selection.apply(units, mode);
        }
        let picked = self.eyes_here().pick(to);
        let unit = picked.map(|unit| unit.id);
        let now = macroquad::time::get_time();
        let double = self.hands.last_click.as_ref().is_some_and(|last| {
            unit.is_some()
                && last.unit == unit
                && now - last.time < DOUBLE_CLICK
                && last.at.distance(to) < CLICK_REACH
        });
        match picked {
            Some(picked) if double => {
                let alike =
                    |unit: &&Seen| unit.kind == picked.kind && unit.team == picked.team && self.shows(unit);
                let units: Vec<UnitId> =
                    self.eyes_here().seen.iter().filter(alike).map(|unit| unit.id).collect();
                self.hands.selection.apply(units, if mode == Mode::Replace { mode } else { Mode::Add });
            }
            _ => self.hands.selection.click(unit, mode),
        }
        self.hands.last_click = Some(Click { at: to, time: now, unit });
    }

    fn shows(&self, unit: &Seen) -> bool {
        unit.screen.cmpge(Vec2::ZERO).all() && unit.screen.cmple(self.eyes.camera.screen).all()
    }

    /// Article 000's controls: a button a team.
    fn send_team(&mut self, team: usize, screen: Vec2, queue: bool) {
        let units = self.play.sim.ids_of(|unit| usize::from(unit.team) == team);
        let to = self.eyes.place(&self.play.sim, screen);
        if !units.is_empty() {
            self.eyes.mark(to);
        }
        let command =
            Command::Move { to, each: false, formation: FormationShape::None, manner: Default::default() };
        self.give(units, command, queue);
    }

    /// What a press would do under the pointer, which is over the map.
    pub(super) fn pointer_here(&self, input: &Input) -> Pointer {
        if self.hands.dragging_map {
            return Pointer::Drag;
        }
        let rim = input.rim;
        if rim != Vec2::ZERO && input.focused && input.still < EDGE_REST {
            return Pointer::Rim(rim);
        }
        let (place, sim) = (self.eyes.camera.to_world(input.pointer), self.sim_here());
        let on_map = place.cmpge(Vec2::ZERO).all() && place.cmplt(sim.grid.size()).all();
        match self.hands.building.tool {
            Some(Tool::Ground) => {
                let (column, row) = crate::grid::Grid::tile_at(place);
                let free = on_map && self.play.sim.who_stands_on(column, row).is_none();
                return if free { Pointer::Build } else { Pointer::Refused };
            }
            Some(Tool::Units) => {
                let free = on_map && self.play.sim.has_room(self.hands.building.kind, place);
                return if free { Pointer::Build } else { Pointer::Refused };
            }
            None => {}
        }
        if self.hands.aim == Some(NextClick::Follow) {
            let somebody = self.eyes_here().hovered.is_some() || self.play.sim.obstacle_at(place).is_some();
            return if somebody { Pointer::Unit } else { Pointer::Refused };
        }
        let is_patrol = matches!(self.hands.aim, Some(NextClick::Patrol { .. }));
        if !is_patrol && self.enemy_under(input.pointer).is_some() {
            return Pointer::Attack;
        }
        if self.eyes_here().hovered.is_some()
            && self.hands.aim.is_none()
            && self.play.controls() != Controls::TwoGroups
        {
            return Pointer::Unit;
        }
        let first = self.first_led();
        if first.is_none() && self.play.controls() != Controls::TwoGroups {
            return Pointer::Plain;
        }
        let body = first.and_then(|unit| sim.collider_of(unit));
        let blocked = body.is_some_and(|body| !sim.grid.is_free(place, body));
        if blocked { Pointer::Nearest } else { Pointer::Go }
    }
}
