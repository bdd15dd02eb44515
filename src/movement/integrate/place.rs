//! The second phase: the displacement nearest to the planned one that is permitted.

use crate::geometry::contact::separation;
use crate::geometry::half_planes::HalfPlane;
use crate::geometry::linear_program::{HalfPlanes, solve};
use crate::grid::geometry::touch as rounding;
use crate::grid::{Grid, TILE};
use crate::movement::answer::Contacts;
use crate::movement::integrate::plan::SteeringPlan;
use crate::movement::view::{Scene, for_each_wall};
use crate::neighbours::Intent;
use crate::obstacles::Obstacle;
use crate::time::DT;
use glam::Vec2;

/// Fastest parting of bodies that overlap already, px in a tick, though never faster than they can go: they
/// got there by another model, and slide out of each other instead of jumping.
const PARTING: f32 = 1.0;

/// The second phase.
pub(super) struct Move<'a> {
    pub scene: Scene<'a>,
    pub plans: &'a [SteeringPlan],
    pub others_move: bool,
}

impl Move<'_> {
    /// Where a unit is after this step.
    pub fn place(&self, me: usize) -> Vec2 {
        let crowd = self.scene.crowd;
        let at = crowd.position[me];
        let mut planned = self.plans[me].step;
        if crowd.intent(me) == Intent::Hold && planned == Vec2::ZERO {
            return at;
        }
        if self.is_free(me, planned.length()) {
            return at + planned;
        }
        if self.plans[me].contacts == Contacts::Sideways {
            planned = self.pushed_sideways(me);
        }
        let mut planes = HalfPlanes::new();
        let mut longest = planned.length();
        // In the order of importance: what comes last gives way where there is no room for all.
        for_each_wall(self.scene.grid, at, crowd.body[me], longest + PARTING, &mut |away: Vec2, gap| {
            planes.push(away, -gap);
        });
        let walls = planes.as_slice().len();
        longest = longest.max(self.keep_clear_of_obstacles(me, longest, &mut planes));
        if self.others_move {
            self.keep_clear_of_promises(me, longest, &mut planes);
        }
        let hard = planes.as_slice().len();
        if self.plans[me].contacts != Contacts::Overlap {
            longest = longest.max(self.share_gaps(me, longest, &mut planes));
        }
        if planes.as_slice().is_empty() {
            return at + planned;
        }
        let step = solve(planned, longest, planes.as_slice(), hard);
        let (walls, bodies) = planes.as_slice().split_at(walls);
        self.swept(me, step, walls, bodies)
    }

    /// Whether nothing can be in a unit's way, by what costs next to nothing to ask.
    fn is_free(&self, me: usize, longest: f32) -> bool {
        let crowd = self.scene.crowd;
        let (column, row) = Grid::tile_at(crowd.position[me]);
        let clear = (f32::from(self.scene.grid.clear_tiles(column, row)) - 1.0) * TILE;
        !self.others_move
            && self.plans[me].contacts == Contacts::Overlap
            && self.scene.obstacles.is_empty()
            && crowd.body[me].radius + longest <= clear
    }

    /// Where a displacement ends, cut where it would enter a wall after all: half-planes know only the walls
    /// near the start. A unit that touches `walls` by rounding alone would be stuck there, so it is first
    /// tried a hair off them, unless that is (deeper) into `bodies`.
    fn swept(&self, me: usize, step: Vec2, walls: &[HalfPlane], bodies: &[HalfPlane]) -> Vec2 {
        let at = self.scene.crowd.position[me];
        let hair = rounding(at);
        let touched = walls.iter().filter(|wall| wall.least > -hair);
        let off: Vec2 = touched.map(|wall| wall.normal * hair).sum();
        let next = self.cut(me, step);
        let keeps_off =
            |body: &HalfPlane| body.normal.dot(off) >= 0.0 || body.normal.dot(step + off) >= body.least;
        if off != Vec2::ZERO
            && next.distance_squared(at) < 0.9 * step.length_squared()
            && bodies.iter().all(keeps_off)
        {
            let other = self.cut(me, step + off);
            if other.distance_squared(at) > next.distance_squared(at) {
                return other;
            }
        }
        next
    }

    fn cut(&self, me: usize, step: Vec2) -> Vec2 {
        let crowd = self.scene.crowd;
        let (at, body) = (crowd.position[me], crowd.body[me]);
        let length = step.length();
        if length == 0.0 {
            return at;
        }
        let direction = step / length;
        let next = at + direction * self.scene.grid.free_run(at, direction, body, length);
        let enters = |obstacle: &Obstacle| {
            obstacle.is_still()
                && separation(body, obstacle.collider(), obstacle.position - next, true).1 < 0.0
                && separation(body, obstacle.collider(), obstacle.position - at, true).1 >= 0.0
        };
        if self.scene.obstacles.iter().any(enters) { at } else { next }
    }

    /// Adds the rims of obstacles. Those that move are taken where they end; a unit in their way is pushed
    /// out of it, and the length of that push is returned, px.
    fn keep_clear_of_obstacles(&self, me: usize, longest: f32, planes: &mut HalfPlanes) -> f32 {
        let crowd = self.scene.crowd;
        let (at, body) = (crowd.position[me], crowd.body[me]);
        let mut push = 0.0_f32;
        for still in [true, false] {
            for obstacle in self.scene.obstacles.iter().filter(|obstacle| obstacle.is_still() == still) {
                let offset = obstacle.position - at;
                let reach = body.reach() + obstacle.radius + longest + PARTING;
                if offset.length_squared() > reach * reach {
                    continue;
                }
                let (towards, gap) = separation(body, obstacle.collider(), offset, true);
                let room = gap - rounding(at);
                let room = if still { room.max(0.0) } else { room };
                planes.push(-towards, -room);
                push = push.max(-room);
            }
        }
        push
    }

    /// Adds the places that units of other models have promised to be at: `predictive` counts on us.
    fn keep_clear_of_promises(&self, me: usize, longest: f32, planes: &mut HalfPlanes) {
        let crowd = self.scene.crowd;
        let (at, body) = (crowd.position[me], crowd.body[me]);
        let range = body.reach() + crowd.largest_radius + longest + crowd.largest_speed * DT + PARTING;
        for run in crowd.runs(at, range) {
            for other in run {
                let offset = crowd.position[other] + self.plans[other].step - at;
                if self.plans[other].mine || offset.length_squared() > range * range {
                    continue;
                }
                let (towards, gap) =
                    separation(body, crowd.body[other], offset, crowd.id[me] < crowd.id[other]);
                planes.push(-towards, -(gap - rounding(at)).max(0.0));
            }
        }
    }

    /// Calls `visit` for everybody whom a unit with contacts could meet in this step: with the index, the
    /// unit vector towards it, the gap less what rounding needs, and by how much each of the two plans closes
    /// it, px.
    fn for_each_meeting(&self, me: usize, longest: f32, mut visit: impl FnMut(usize, Vec2, f32, f32, f32)) {
        let crowd = self.scene.crowd;
        let (at, body) = (crowd.position[me], crowd.body[me]);
        let range = body.reach() + crowd.largest_radius + longest + crowd.largest_speed * DT;
        crowd.for_each_neighbour(me, range, |other| {
            if !self.plans[other].mine {
                return;
            }
            let place = crowd.position[other];
            let (towards, gap) =
                separation(body, crowd.body[other], place - at, crowd.id[me] < crowd.id[other]);
            let mine = self.plans[me].step.dot(towards);
            let theirs = -self.plans[other].step.dot(towards);
            visit(other, towards, gap - rounding(at.abs().max(place.abs())), mine, theirs);
        });
    }

    /// Adds a half-plane for everybody whom the unit could run into: its share of the gap. Returns the
    /// longest push that parts it from those whom it overlaps already, px.
    fn share_gaps(&self, me: usize, longest: f32, planes: &mut HalfPlanes) -> f32 {
        let mut push = 0.0_f32;
        let parting = PARTING.min(self.scene.crowd.speed[me] * DT);
        self.for_each_meeting(me, longest, |other, towards, gap, mine, theirs| {
            let yields = !self.stands_fast(other) && self.plans[other].contacts != Contacts::Overlap;
            let share = share(gap, mine, theirs, yields).max(-parting);
            if share < longest + PARTING {
                planes.push(-towards, -share);
                push = push.max(-share);
            }
        });
        push
    }

    /// Whether a unit is on hold, and no obstacle makes it leave.
    fn stands_fast(&self, index: usize) -> bool {
        self.scene.crowd.intent(index) == Intent::Hold && self.plans[index].step == Vec2::ZERO
    }

    /// The planned step, and what contacts will take of it, turned aside: to the side on which the other
    /// passes already, and to the right where it comes straight on. Both see the same side.
    ///
    /// # Source
    /// [Article 002], its last paragraph: push them sideways, at the right angle, so that they slide past
    /// each other.
    ///
    /// [article 002]: https://howtorts.github.io/2014/01/14/avoidance-behaviours.html "2014-01-14"
    fn pushed_sideways(&self, me: usize) -> Vec2 {
        let planned = self.plans[me].step;
        let longest = planned.length();
        let mut aside = Vec2::ZERO;
        self.for_each_meeting(me, longest, |other, towards, gap, mine, theirs| {
            let lost = mine.max(0.0) - share(gap, mine, theirs, true).max(0.0);
            if lost > 0.0 {
                let right = towards.perp();
                let slide = (planned - self.plans[other].step).dot(right);
                aside += if slide < -0.01 * longest { -right } else { right } * lost;
            }
        });
        (planned + aside).clamp_length_max(self.scene.crowd.speed[me] * DT)
    }
}

/// How much of a gap is one's own to close, px, when one's plan closes it by `mine` and the other's by
/// `theirs`. If the other `yields`, the two shares add up to the gap: what is left over, and what is missing,
/// is halved. If it does not, the gap is one's own less what the other takes.
///
/// A unit that goes away is not counted on: it might be stopped.
fn share(gap: f32, mine: f32, theirs: f32, yields: bool) -> f32 {
    let (mine, theirs) = (mine.max(0.0), theirs.max(0.0));
    if !yields {
        if gap < 0.0 { gap } else { (gap - theirs).max(0.0) }
    } else if gap < 0.0 {
        gap / 2.0
    } else if mine + theirs <= gap {
        mine + (gap - mine - theirs) / 2.0
    } else {
        mine.min((gap / 2.0).max(gap - theirs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_the_gap_and_are_never_negative() {
        for gap in [0.0, 0.5, 1.0, 3.0] {
            for mine in [-2.0, 0.0, 0.3, 0.5, 2.0] {
                for theirs in [-2.0, 0.0, 0.3, 0.5, 2.0] {
                    let (a, b) = (share(gap, mine, theirs, true), share(gap, theirs, mine, true));
                    assert!(a >= 0.0 && b >= 0.0 && a + b <= gap + 1e-6, "{gap} {mine} {theirs}: {a} {b}");
                    assert!(
                        mine.max(0.0) + theirs.max(0.0) > gap || (a >= mine && b >= theirs),
                        "nobody is stopped for nothing"
                    );
                }
            }
        }
    }
}
