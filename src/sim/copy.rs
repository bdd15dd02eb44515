//! The state of a simulation can be copied and kept, whole.

use super::Sim;
use crate::components::UnitBundle;

/// The whole state: the copy goes on exactly as the original does, and neither knows of the other.
impl Clone for Sim {
    fn clone(&self) -> Sim {
        let mut world = hecs::World::new();
        let mut copy = |entity: hecs::Entity| {
            let unit = self.world.entity(entity).ok().and_then(UnitBundle::copy_of)?;
            Some(world.spawn(unit))
        };
        let entities = self.entities.iter().map(|entity| entity.and_then(&mut copy)).collect();
        Sim {
            world,
            entities,
            grid: self.grid.clone(),
            obstacles: self.obstacles.clone(),
            foreseen: self.foreseen.clone(),
            renewing: self.renewing.clone(),
            near: self.near.clone(),
            moving_circles: self.moving_circles.clone(),
            kinds: self.kinds.clone(),
            teams: self.teams.clone(),
            names: self.names.clone(),
            events: self.events.clone(),
            counters: self.counters,
            tick: self.tick,
            times: self.times.clone(),
            orders: self.orders.clone(),
            next_order: self.next_order,
            given: self.given.clone(),
            recorded: self.recorded.clone(),
            edits: self.edits.clone(),
            next_edit: self.next_edit,
            pending_tiles: self.pending_tiles.clone(),
            removed: self.removed.clone(),
            changed: self.changed,
            occupied: Vec::new(),
            looked_at: self.looked_at,
            crowd: self.crowd.clone(),
            predictive: self.predictive.clone(),
            steering: self.steering.clone(),
            stopping: self.stopping.clone(),
            enemies: self.enemies.clone(),
            circles: self.circles.clone(),
            movement_events: self.movement_events.clone(),
            groups: self.groups.clone(),
            last_group: self.last_group,
            standing: None,
            planning: self.planning,
            roll: self.roll.clone(),
            arrived: self.arrived.clone(),
            looking: self.looking.clone(),
            closing: self.closing.clone(),
            displaced: self.displaced.clone(),
            gatherings: self.gatherings.clone(),
            claims: self.claims.clone(),
            asking: self.asking.clone(),
            answers: self.answers.clone(),
            paths: self.paths.clone(),
            targets: self.targets.clone(),
            pool: self.pool.clone(),
        }
    }
}
