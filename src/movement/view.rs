//! What a steering model sees of the world: itself, its neighbours, obstacles, walls, and where it is to go.

use crate::geometry::Collider;
use crate::grid::walls::wall_planes;
use crate::grid::{Grid, TILE};
use crate::ids::Target;
use crate::neighbours::{Crowd, Intent};
use crate::obstacles::Obstacle;
use crate::time::DT;
use glam::Vec2;

/// The snapshot from which everybody decides.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Everybody, at the start of the tick.
    pub crowd: &'a Crowd,
    /// The map.
    pub grid: &'a Grid,
    /// Obstacles: at `previous` when the tick starts, at `position` when it ends.
    pub obstacles: &'a [Obstacle],
    /// Ticks since the start of the game.
    pub tick: u64,
}

/// The snapshot as one unit sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Everything.
    pub scene: Scene<'a>,
    /// The unit's own index in the crowd.
    pub me: usize,
    /// The unit's stop timer as it is after this tick's contacts, s.
    pub stop_timer: f32,
}

/// An obstacle that is near.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearObstacle {
    /// Its index in the level.
    pub index: u32,
    /// Centre at the start of the tick, px.
    pub position: Vec2,
    /// px/s.
    pub velocity: Vec2,
    /// px.
    pub radius: f32,
}

impl<'a> View<'a> {
    /// Everybody.
    #[inline]
    pub fn crowd(&self) -> &'a Crowd {
        self.scene.crowd
    }

    /// Own centre, px.
    #[inline]
    pub fn position(&self) -> Vec2 {
        self.crowd().position[self.me]
    }

    /// Own velocity in the last tick, px/s.
    #[inline]
    pub fn velocity(&self) -> Vec2 {
        self.crowd().velocity(self.me)
    }

    /// Own hard collider.
    #[inline]
    pub fn body(&self) -> Collider {
        self.crowd().body[self.me]
    }

    /// Own top speed, px/s.
    #[inline]
    pub fn speed(&self) -> f32 {
        self.crowd().speed[self.me]
    }

    /// Own greatest change of velocity, px/s².
    #[inline]
    pub fn acceleration(&self) -> f32 {
        self.crowd().acceleration[self.me]
    }

    /// Whether the unit is on its way.
    #[inline]
    pub fn is_moving(&self) -> bool {
        self.crowd().intent(self.me) == Intent::Move
    }

    /// The curve that the unit follows, from behind it as far as it need see; empty unless its model
    /// [follows curves](crate::movement::SteeringModel::follows_curves) and its way has been bent, px.
    pub fn line(&self) -> &'a [Vec2] {
        self.crowd().lines.of(self.crowd().id[self.me])
    }

    /// The velocity that leads to the waypoint at top speed, and that lets the unit stop exactly at its
    /// destination, px/s. Of a resting unit: to its post.
    pub fn wish(&self) -> Vec2 {
        let crowd = self.crowd();
        let way = crowd.waypoint[self.me] - self.position();
        self.velocity_along(way, way.length() + crowd.remaining[self.me])
    }

    /// The velocity that leads straight to the destination, whatever is in the way, px/s.
    pub fn straight_wish(&self) -> Vec2 {
        let way = self.crowd().steered[self.me].goal - self.position();
        self.velocity_along(way, way.length())
    }

    /// The velocity along `way` for a unit that is to stop after `remaining` px.
    fn velocity_along(&self, way: Vec2, remaining: f32) -> Vec2 {
        let Some(direction) = way.try_normalize() else { return Vec2::ZERO };
        direction * self.speed().min(arrival_speed(remaining, self.acceleration()))
    }

    /// Calls `visit` with the index of everybody else whose centre is within `range` px.
    #[inline]
    pub fn for_each_neighbour(&self, range: f32, visit: impl FnMut(usize)) {
        self.crowd().for_each_neighbour(self.me, range, visit);
    }

    /// Calls `visit` with every obstacle whose rim is within `range` px of the own centre.
    #[inline]
    pub fn for_each_obstacle(&self, range: f32, mut visit: impl FnMut(NearObstacle)) {
        for (index, obstacle) in self.scene.obstacles.iter().enumerate() {
            let reach = range + obstacle.radius;
            if obstacle.previous.distance_squared(self.position()) <= reach * reach {
                visit(NearObstacle {
                    index: index as u32,
                    position: obstacle.previous,
                    velocity: obstacle.velocity(),
                    radius: obstacle.radius,
                });
            }
        }
    }

    /// Calls `visit` for every face and corner of blocked tiles, and every rim of the map, within `range` px
    /// of the own collider: with the unit vector that leads away from it, and the gap, px, at least 0.
    #[inline]
    pub fn for_each_wall(&self, range: f32, mut visit: impl FnMut(Vec2, f32)) {
        for_each_wall(self.scene.grid, self.position(), self.body(), range, &mut visit);
    }

    /// Whether the unit follows this one.
    #[inline]
    pub fn follows(&self, target: Target) -> bool {
        self.crowd().steered[self.me].following == Some(target)
    }
}

/// The greatest speed from which a unit that brakes by `acceleration` px/s² each tick stops within `distance`
/// px, and at which it does not overshoot in this tick, px/s.
///
/// After a tick at speed v, v²/2a are needed beside the v·dt of the tick itself, of which braking saves half.
pub fn arrival_speed(distance: f32, acceleration: f32) -> f32 {
    let half_tick = acceleration * DT * 0.5;
    let braking = (half_tick * half_tick + 2.0 * acceleration * distance).sqrt() - half_tick;
    braking.min(distance / DT)
}

/// See [`View::for_each_wall`].
#[inline]
pub fn for_each_wall(
    grid: &Grid,
    position: Vec2,
    body: Collider,
    range: f32,
    visit: &mut impl FnMut(Vec2, f32),
) {
    let (column, row) = Grid::tile_at(position);
    let clear = (f32::from(grid.clear_tiles(column, row)) - 1.0) * TILE;
    if body.radius + range > clear {
        wall_planes(grid, position, body, range, |plane| visit(plane.normal, -plane.least));
    }
}
