//! The hands in a fight: a right click on an enemy attacks it; after A a click attacks whom it meets, or
//! sends the selection to attack on its way.

use crate::ids::UnitId;
use crate::order::{Command, Manner};
use crate::window::game::Game;
use glam::Vec2;

impl Game {
    /// The next click says whom, or on the way to where, the selection attacks.
    pub(super) fn start_attacking(&mut self) {
        self.hands.orders_bar.following = false;
        self.hands.orders_bar.attacking = self.somebody_obeys();
    }

    /// Attacks what is under a point of the screen: a unit of the enemy, or everybody on the way there.
    pub(super) fn attack_at(&mut self, screen: Vec2, queue: bool) {
        self.hands.orders_bar.attacking = false;
        if let Some(enemy) = self.enemy_under(screen) {
            return self.attack(enemy, queue);
        }
        let to = self.eyes.place(&self.play.sim, screen);
        let to = to.clamp(Vec2::ONE, self.play.sim.grid.size() - 1.0);
        self.eyes.mark(to);
        let manner = Manner { pace: self.hands.orders_bar.pace, attacks: true, ..Manner::default() };
        let command = Command::Move { to, each: false, formation: self.hands.orders_bar.shape, manner };
        self.give(self.hands.selection.units().to_vec(), command, queue);
    }

    /// The selection goes for a unit.
    pub(super) fn attack(&mut self, enemy: UnitId, queue: bool) {
        if let Some(place) = self.play.sim.place_of(enemy) {
            self.eyes.mark(place);
        }
        self.give(self.hands.selection.units().to_vec(), Command::Attack { target: enemy }, queue);
    }

    /// The first of the selected units that is there and obeys.
    pub(super) fn first_led(&self) -> Option<UnitId> {
        let mut units = self.hands.selection.units().iter().copied();
        units.find(|&unit| self.sim_here().is_alive(unit) && self.play.obeys(unit))
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
}
