//! What the mouse does on the map: selects, sends, drags.

use super::draw::overlay::Marker;
use super::draw::units;
use super::draw::units::Seen;
use super::game::Game;
use super::input::{Button, Deed, Happening};
use super::selection::{Mode, box_touches};
use crate::ids::UnitId;
use crate::level::Controls;
use crate::order::{Command, FormationShape};
use glam::Vec2;

/// A press that moves less than this, points, is a click.
pub(super) const CLICK_REACH: f32 = 5.0;
/// Two clicks within this time, s, are a double click.
const DOUBLE_CLICK: f64 = 0.35;

/// The last click, for the next one to be a double one.
pub(super) struct Click {
    at: Vec2,
    time: f64,
    unit: Option<UnitId>,
}

impl Game {
    pub(super) fn point(&mut self, pointer: &Happening, over_panel: bool) {
        let mode = Mode::of(pointer.shift, pointer.control);
        match pointer.deed {
            Deed::Move => {
                if self.dragging_map {
                    self.camera.drag(self.pointer - pointer.at);
                }
                self.pointer = pointer.at;
                self.draw_front(pointer.at);
            }
            Deed::Wheel(steps) if !over_panel => self.camera.zoom(steps, pointer.at),
            Deed::Press(Button::Middle) => (self.dragging_map, self.pointer) = (!over_panel, pointer.at),
            Deed::Release(Button::Middle) => self.dragging_map = false,
            Deed::Press(_) if over_panel => {}
            Deed::Press(button) if self.patrol.is_some() => {
                self.patrol_point(pointer.at, button == Button::Left && pointer.shift);
            }
            Deed::Press(_) if self.orders_bar.following => self.follow_at(pointer.at, pointer.shift),
            Deed::Press(button) if self.level.controls == Controls::TwoGroups => {
                self.send_team(usize::from(button == Button::Right), pointer.at, pointer.shift);
            }
            Deed::Press(Button::Left) => self.box_from = Some(pointer.at),
            Deed::Release(Button::Left) => {
                if let Some(from) = self.box_from.take() {
                    self.select(from, pointer.at, mode);
                }
            }
            Deed::Press(Button::Right) => self.begin_front(pointer.at, pointer.shift),
            Deed::Release(Button::Right) => self.end_front(),
            _ => {}
        }
    }

    fn select(&mut self, from: Vec2, to: Vec2, mode: Mode) {
        if from.distance(to) > CLICK_REACH {
            let touched = |unit: &&Seen| box_touches(from, to, unit.screen, unit.radius * self.camera.scale);
            let units: Vec<UnitId> = self.seen.iter().filter(touched).map(|unit| unit.id).collect();
            return self.selection.apply(units, mode);
        }
        let picked = units::pick(&self.seen, &self.camera, to);
        let unit = picked.map(|unit| unit.id);
        let now = macroquad::time::get_time();
        let double = self.last_click.as_ref().is_some_and(|last| {
            unit.is_some()
                && last.unit == unit
                && now - last.time < DOUBLE_CLICK
                && last.at.distance(to) < CLICK_REACH
        });
        match picked {
            Some(picked) if double => {
                let alike =
                    |unit: &&Seen| unit.kind == picked.kind && unit.team == picked.team && self.shows(unit);
                let units: Vec<UnitId> = self.seen.iter().filter(alike).map(|unit| unit.id).collect();
                self.selection.apply(units, if mode == Mode::Replace { mode } else { Mode::Add });
            }
            _ => self.selection.click(unit, mode),
        }
        self.last_click = Some(Click { at: to, time: now, unit });
    }

    fn shows(&self, unit: &Seen) -> bool {
        unit.screen.cmpge(Vec2::ZERO).all() && unit.screen.cmple(self.camera.screen).all()
    }

    /// The world place under a point of the screen, kept on the map.
    pub(super) fn place(&self, screen: Vec2) -> Vec2 {
        self.camera.to_world(screen).clamp(Vec2::ONE, self.sim.grid.size() - 1.0)
    }

    /// Article 000's controls: a button a team.
    fn send_team(&mut self, team: usize, screen: Vec2, queue: bool) {
        let units = self.sim.ids_of(|unit| usize::from(unit.team) == team);
        self.mark(screen, !units.is_empty());
        let command = Command::Move {
            to: self.place(screen),
            each: false,
            formation: FormationShape::None,
            manner: Default::default(),
        };
        self.give(units, command, queue);
    }

    pub(super) fn mark(&mut self, screen: Vec2, given: bool) {
        if given {
            self.mark_at(self.place(screen));
        }
    }

    /// Marks a world place where an order was given.
    pub(super) fn mark_at(&mut self, at: Vec2) {
        self.markers.push(Marker { at, age: 0.0 });
    }
}
