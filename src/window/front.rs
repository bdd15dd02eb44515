//! A front drawn with the right button: its length is the frontage, the formation faces away from the hand's
//! left.
//!
//! Drawn from left to right it faces up the screen, as in the games that know this gesture. The slots shown
//! while it is drawn come from the function that places them when the order is given.

use crate::formation::build::slot_place;
use crate::formation::shapes;
use crate::ids::UnitId;
use crate::order::{Command, FormationShape, Manner, Pace};
use crate::picture::hand::Brush;
use crate::picture::svg::Style;
use crate::sim::Sim;
use crate::window::draw::counter::Ring;
use crate::window::draw::pencil::Pencil;
use crate::window::theme;
use glam::Vec2;

/// A front that is being drawn. Places in world px.
#[derive(Clone, Debug)]
pub struct DrawnFront {
    /// Where the button went down.
    pub from: Vec2,
    /// Where the pointer is.
    pub to: Vec2,
    /// Whether the order is to be appended.
    pub queue: bool,
    /// Slots of the formation as it would stand.
    pub slots: Vec<Vec2>,
    /// Radius of the biggest unit.
    radius: f32,
}

impl DrawnFront {
    /// The button goes down.
    pub fn new(at: Vec2, queue: bool) -> DrawnFront {
        DrawnFront { from: at, to: at, queue, slots: Vec::new(), radius: 0.0 }
    }

    /// Where a formation with this front faces: a unit vector.
    pub fn facing(&self) -> Vec2 {
        let right = (self.to - self.from).normalize_or(Vec2::X);
        Vec2::new(right.y, -right.x)
    }

    /// The order that this front asks for. Units without a formation take a line.
    pub fn command(&self, sim: &Sim, units: &[UnitId], shape: FormationShape, pace: Pace) -> Command {
        let (facing, middle) = (self.facing(), (self.from + self.to) / 2.0);
        let shape = if shape == FormationShape::None { FormationShape::Line } else { shape };
        let (drawn, spacing) = (self.from.distance(self.to), sim.spacing_of(units));
        let lay = |frontage| {
            let slots = shapes::layout(shape, units.len(), spacing, Some(frontage)).slots;
            // The front rank stands on the line, the others behind it.
            let depth = slots.iter().map(|slot| slot.x).fold(0.0, f32::max);
            (frontage, middle - facing * depth, slots)
        };
        let bodies = units.iter().filter_map(|&unit| sim.collider_of(unit));
        let biggest = bodies.max_by(|a, b| a.reach().total_cmp(&b.reach()));
        let is_free = |(_, to, slots): &(f32, Vec2, Vec<Vec2>)| {
            let mut places = slots.iter().map(|&slot| slot_place(*to, facing, slot));
            biggest.is_none_or(|body| places.all(|place| sim.grid.is_free(place, body)))
        };
        // Drawn from wall to wall it has a file less: those at its ends would stand in the walls.
        let tried = [drawn, drawn - spacing].map(lay);
        let &(frontage, to, _) = tried.iter().find(|tried| is_free(tried)).unwrap_or(&tried[0]);
        let degrees = libm::atan2f(facing.y, facing.x).to_degrees();
        let manner = Manner { pace, facing: Some(degrees), frontage: Some(frontage), attacks: false };
        let to = to.clamp(Vec2::ONE, sim.grid.size() - 1.0);
        Command::Move { to, each: false, formation: shape, manner }
    }

    /// The pointer has moved: looks where the slots would be.
    pub fn draw_on(&mut self, to: Vec2, sim: &Sim, units: &[UnitId], shape: FormationShape) {
        if to == self.to {
            return;
        }
        self.to = to;
        let radii = units.iter().filter_map(|&unit| sim.collider_of(unit)).map(|body| body.radius);
        self.radius = radii.fold(0.0, f32::max);
        if let Command::Move { to, formation, manner, .. } = self.command(sim, units, shape, Pace::Matched) {
            self.slots = sim.foresee(units, to, formation, self.facing(), manner.frontage);
        }
    }

    /// Draws the line, the direction and the slots.
    pub fn show(&self, pencil: &mut Pencil) {
        let (from, to) = (pencil.at(self.from), pencil.at(self.to));
        pencil.line(from, to, 1.5, theme::ACCENT, 0.9);
        let middle = (from + to) / 2.0;
        pencil.arrow(Style::line(4, theme::ACCENT, 15, 90), middle, middle + self.facing() * 28.0, 1);
        let reach = (self.radius * pencil.camera.scale).max(2.0);
        for &slot in &self.slots {
            let at = pencil.at(slot);
            pencil.ring(Ring::Plain, at, reach, theme::PENCIL, 0.95);
            if reach > 5.0 {
                pencil.line(at, at + self.facing() * reach, 1.0, theme::PENCIL, 0.95);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::sim::Options;

    #[test]
    fn a_front_drawn_from_left_to_right_faces_up() {
        let front = DrawnFront { to: Vec2::new(50.0, 0.0), ..DrawnFront::new(Vec2::ZERO, false) };
        assert_eq!(front.facing(), -Vec2::Y);
        let back = DrawnFront { to: Vec2::new(-50.0, 0.0), ..DrawnFront::new(Vec2::ZERO, false) };
        assert_eq!(back.facing(), Vec2::Y);
    }

    #[test]
    fn a_front_drawn_from_wall_to_wall_stands_between_them() {
        let rows: Vec<&str> = (0..12).map(|row| if row < 5 { "....##...." } else { ".........." }).collect();
        let tiles = serde_json::to_string(&[&rows[..5], &rows[5..10], &rows[..2]].concat()).unwrap();
        let text = format!(
            r#"{{ "format": 1, "name": "Gate", "map": {{ "tiles": {tiles} }}, "units": [
                {{ "id": "g", "kind": "infantry", "team": "red",
                  "block": {{ "from": [0.5, 5.5], "columns": 3, "rows": 5, "spacing": 22 }} }}] }}"#
        );
        let level = Level::parse(&text, "gate.json", None).unwrap_or_else(|errors| panic!("{errors}"));
        let sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        let units = sim.ids_of(|_| true);
        let mut front = DrawnFront::new(Vec2::new(165.0, 153.0), false);
        front.draw_on(Vec2::new(165.0, 297.0), &sim, &units, FormationShape::None);
        let line = front.slots.iter().filter(|slot| (slot.x - 165.0).abs() < 1.0).count();
        let before = front.slots.iter().filter(|slot| slot.x > 166.0).count();
        assert_eq!((line, before), (7, 0), "eight have no room in 150 px: {:?}", front.slots);
    }
}
