//! The neighbours of each unit: a uniform grid over a packed copy of the crowd, rebuilt each tick.
//!
//! The crowd is copied out of the hecs columns into arrays that are sorted by grid cell (a counting sort,
//! ties by unit id), so that the neighbours of a unit lie close together in memory and every loop over a row
//! of cells is one run of indices. Movement models read this copy and nothing else. Ids and places come first
//! (`Crowd::lay_out`); once they are sorted, each place in the order is filled straight from its unit, on all
//! threads (`Crowd::fill`): nobody is copied twice.
//!
//! Costs: about 40 ns per unit and tick for the copy and the sort; a query touches the cells of a square.

mod fetch;
mod glimpse;
mod intent;
pub mod jam;
mod lanes;
mod lines;
mod member;
mod outline;
mod query;

pub use fetch::fetch;
pub use glimpse::Glimpse;
pub use intent::Intent;
pub use lanes::{Found, Four, LANES};
pub use lines::Lines;
pub use member::{Member, Steered};
pub use outline::Outline;

use crate::geometry::{Collider, Shape};
use crate::unit::ModelName;
use glam::Vec2;
use rayon::prelude::*;

/// The crowd at the start of a tick, structure of arrays, sorted by cell. All arrays have one length.
///
/// Positions are those of the *planning front*: the newest promise of each unit (see
/// [`crate::movement::predictive`]).
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    /// Stable number of the unit.
    pub id: Vec<u32>,
    /// Centre, px.
    pub position: Vec<Vec2>,
    /// How it moved in the last step, px/s: where it actually went, pushed or not.
    pub velocity: Vec<Vec2>,
    /// Hard collider.
    pub body: Vec<Collider>,
    /// Soft radius, px.
    pub soft_radius: Vec<f32>,
    /// Top speed of this tick, px/s (speed matching in groups may lower it).
    pub speed: Vec<f32>,
    /// Greatest change of velocity, px/s².
    pub acceleration: Vec<f32>,
    /// The unit with the higher priority goes first.
    pub priority: Vec<i32>,
    /// Index of its team.
    pub team: Vec<u16>,
    /// Number of the settings that its models go by; 0: everybody's.
    pub tuning: Vec<u32>,
    /// Group that it marches in, 0 for none: soft colliders are ignored within a group.
    pub group: Vec<u32>,
    /// What it wants.
    pub intent: Vec<Intent>,
    /// The place that it walks to next (or its post while it rests), px. Always reachable in a straight line
    /// when nothing is in the way.
    pub waypoint: Vec<Vec2>,
    /// Length of the way that remains after `waypoint`, px: 0 when the waypoint is the destination.
    pub remaining: Vec<f32>,
    /// The waypoint after this one, px; equal to `waypoint` when it is the last.
    pub next_waypoint: Vec<Vec2>,
    /// Whether another model moves it: `predictive` only avoids it, and does not promise for it.
    pub is_steered: Vec<bool>,
    /// What steering models have to know beside; empty where they move nobody.
    pub steered: Vec<Steered>,
    /// The curves that some follow.
    pub lines: Lines,
    /// Answer: where it is after this step, px.
    pub next: Vec<Vec2>,
    /// Index in these arrays of each unit id; `u32::MAX` where there is none.
    pub index_of: Vec<u32>,
    /// Its row: the number, from 0 on, under which it came. What is remembered of units from tick to tick
    /// lies in rows and is not sorted anew.
    pub row: Vec<u32>,
    /// Index in these arrays of each row.
    pub index_of_row: Vec<u32>,
    /// What neighbours read of each unit, once more in one row.
    pub outline: Vec<Outline>,
    /// The greatest hard radius of all (times √2 for a square), px.
    pub largest_radius: f32,
    /// The greatest top speed of all, px/s.
    pub largest_speed: f32,
    /// How fast the fastest of all moved in the last step, px/s: more than `largest_speed` where speeds were
    /// lowered since.
    pub fastest: f32,
    /// Positions and velocities once more, for queries that look at four units at a time.
    fours: Vec<Four>,
    /// How many units before each index stand, at rest or on hold, and how many in all.
    standing_before: Vec<u32>,
    /// First index of each cell, row by row, and one past the last.
    cell_start: Vec<u32>,
    cell_columns: i32,
    cell_rows: i32,
    cell_origin: Vec2,
    /// Side of a cell, px.
    cell_side: f32,
    /// What was pushed since the last rebuild, in the order of pushing.
    staged: Vec<Member>,
    /// Ids by row.
    id_of_row: Vec<u32>,
}

/// Least side of a cell of the neighbour grid, px. Smaller cells cost more row starts, larger ones more
/// strangers.
pub const CELL: f32 = 30.0;
/// Units that one thread takes at a time, here and in the stages and models that go over all of them.
pub const CHUNK: usize = 256;
/// Cells allowed per unit before the cells grow: keeps the sort cheap where few units are spread over a wide
/// map.
const CELLS_PER_UNIT: f32 = 8.0;
/// Cells that are always allowed.
const CELLS_FREE: f32 = 4096.0;

impl Crowd {
    /// Number of units.
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// Whether nobody is there.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// The index of a unit by its id, if it is there.
    pub fn index(&self, id: u32) -> Option<usize> {
        self.index_of.get(id as usize).map(|&index| index as usize).filter(|&index| index < self.len())
    }

    /// Direction of a unit to its waypoint, a unit vector; zero where it is there.
    pub fn way(&self, index: usize) -> Vec2 {
        (self.waypoint[index] - self.position[index]).normalize_or_zero()
    }

    /// The least corner of the box that holds all centres, and a size that holds it, px.
    pub fn extent(&self) -> (Vec2, Vec2) {
        (self.cell_origin, self.cell_side * Vec2::new(self.cell_columns as f32, self.cell_rows as f32))
    }

    /// Forgets the members that were staged for the next [`Crowd::rebuild`].
    pub fn clear(&mut self) {
        self.staged.clear();
        self.lines.clear();
    }

    /// Stages a member for the next [`Crowd::rebuild`]; any order will do.
    pub fn push(&mut self, member: Member) {
        self.staged.push(member);
    }

    /// Replaces the crowd by the staged members, sorted by cell and within a cell by unit id.
    pub fn rebuild(&mut self) {
        let staged = std::mem::take(&mut self.staged);
        let are_steered = staged.iter().any(|member| member.is_steered);
        self.lay_out(staged.par_iter().map(|member| (member.id, member.position)));
        self.fill(are_steered, |_| 0, |row| staged[row]);
        self.staged = staged;
    }

    /// Replaces the crowd by these, each with its id and its centre, px, sorted by cell and within a cell by
    /// unit id. Nothing else is known of them before the crowd is [filled](Crowd::fill).
    pub(crate) fn lay_out(&mut self, units: impl IndexedParallelIterator<Item = (u32, Vec2)>) {
        units.with_min_len(CHUNK).unzip_into_vecs(&mut self.id_of_row, &mut self.position);
        self.lay_out_cells();
        self.sort_by_cell();
        let ids = self.row.par_iter().with_min_len(CHUNK).map(|&row| self.id_of_row[row as usize]);
        ids.collect_into_vec(&mut self.id);
        self.index_of.fill(u32::MAX);
        for (index, (&id, &row)) in self.id.iter().zip(&self.row).enumerate() {
            if self.index_of.len() <= id as usize {
                self.index_of.resize(id as usize + 1, u32::MAX);
            }
            self.index_of[id as usize] = index as u32;
            self.index_of_row[row as usize] = index as u32;
        }
    }

    fn lay_out_cells(&mut self) {
        let corners = self.position.par_iter().with_min_len(CHUNK).map(|&position| (position, position));
        let (low, high) = corners.reduce_with(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default();
        let size = high - low;
        self.cell_side = CELL;
        let most = CELLS_FREE + CELLS_PER_UNIT * self.position.len() as f32;
        while (size.x / self.cell_side + 1.0) * (size.y / self.cell_side + 1.0) > most {
            self.cell_side *= 2.0;
        }
        self.cell_origin = low;
        self.cell_columns = (size.x / self.cell_side) as i32 + 1;
        self.cell_rows = (size.y / self.cell_side) as i32 + 1;
    }

    fn sort_by_cell(&mut self) {
        let cells = (self.cell_columns * self.cell_rows) as usize;
        self.cell_start.clear();
        self.cell_start.resize(cells + 1, 0);
        // Until the order is known this holds their cells.
        let cell_of = &mut self.index_of_row;
        let (scale, columns, rows) = (1.0 / self.cell_side, self.cell_columns, self.cell_rows);
        let found = self.position.par_iter().with_min_len(CHUNK).map(|&position| {
            let place = (position - self.cell_origin) * scale;
            let column = (place.x as i32).min(columns - 1);
            let row = (place.y as i32).min(rows - 1);
            (row * columns + column) as u32
        });
        found.collect_into_vec(cell_of);
        for &cell in cell_of.iter() {
            self.cell_start[cell as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut self.cell_start {
            sum += *start;
            *start = sum;
        }
        // Filling from the back moves each cell's start to its place.
        self.row.resize(self.position.len(), 0);
        for (row, &cell) in cell_of.iter().enumerate().rev() {
            let end = &mut self.cell_start[cell as usize + 1];
            *end -= 1;
            self.row[*end as usize] = row as u32;
        }
        self.cell_start.remove(0);
        self.cell_start.push(self.row.len() as u32);
        for cell in 0..cells {
            let run = self.cell_start[cell] as usize..self.cell_start[cell + 1] as usize;
            if run.len() > 1 {
                self.row[run].sort_unstable_by_key(|&row| self.id_of_row[row as usize]);
            }
        }
    }

    /// Fills the columns of a crowd that was laid out, on all threads: `member_of` tells of each row who that
    /// is, and `word_of` is a word of that which has to be [fetched](fetch) for it. `are_steered`: whether
    /// steering models move any of them.
    pub(crate) fn fill(
        &mut self,
        are_steered: bool,
        word_of: impl Fn(usize) -> u32 + Sync,
        member_of: impl Fn(usize) -> Member + Sync,
    ) {
        let row = std::mem::take(&mut self.row);
        let largest = self.columns(are_steered).fill(&row, (&word_of, &member_of));
        self.row = row;
        (self.largest_radius, self.largest_speed, self.fastest) =
            (largest.radius, largest.speed, largest.square_of_pace.sqrt());
        self.next.clear();
        self.next.extend_from_slice(&self.position);
        lanes::fill(&mut self.fours, &self.outline);
        self.standing_before.clear();
        self.standing_before.resize(self.len() + 1, 0);
        let mut standing = 0;
        for (before, &intent) in self.standing_before[1..].iter_mut().zip(&self.intent) {
            standing += u32::from(intent != Intent::Move);
            *before = standing;
        }
    }
}

/// The greatest of some units.
#[derive(Clone, Copy, Default)]
struct Largest {
    radius: f32,
    speed: f32,
    /// Square of how fast they moved, px²/s²; the root is taken once.
    square_of_pace: f32,
}

impl Largest {
    fn of(self, other: Largest) -> Largest {
        Largest {
            radius: self.radius.max(other.radius),
            speed: self.speed.max(other.speed),
            square_of_pace: self.square_of_pace.max(other.square_of_pace),
        }
    }
}

/// Declares what is done with every column from one list of them.
macro_rules! columns {
    ($($field:ident: $type:ty),*) => {
        /// A part of the columns, to be filled.
        struct Columns<'a> {
            $($field: &'a mut [$type],)*
            outline: &'a mut [Outline],
            steered: &'a mut [Steered],
        }

        impl Crowd {
            /// All columns, with a place for each unit.
            fn columns(&mut self, are_steered: bool) -> Columns<'_> {
                let body = Collider { shape: Shape::Circle, radius: 0.0 };
                let nobody = Member::new(u32::MAX, Vec2::ZERO, body, ModelName::Predictive);
                $(self.$field.resize(self.id.len(), nobody.$field);)*
                self.outline.resize(self.id.len(), Outline::of(&nobody));
                self.steered.resize(if are_steered { self.id.len() } else { 0 }, nobody.steered);
                Columns {
                    $($field: &mut self.$field,)*
                    outline: &mut self.outline,
                    steered: &mut self.steered,
                }
            }
        }

        impl Columns<'_> {
            /// Fills all places; `rows` tells who comes to each.
            fn fill<W, M>(self, rows: &[u32], (word_of, member_of): (&W, &M)) -> Largest
            where
                W: Fn(usize) -> u32 + Sync,
                M: Fn(usize) -> Member + Sync,
            {
                if rows.len() > CHUNK {
                    let (first, second) = rows.split_at(rows.len() / 2);
                    let split = first.len();
                    $(let $field = self.$field.split_at_mut(split);)*
                    let outline = self.outline.split_at_mut(split);
                    let steered = self.steered.split_at_mut(split.min(self.steered.len()));
                    let front = Columns { $($field: $field.0,)* outline: outline.0, steered: steered.0 };
                    let back = Columns { $($field: $field.1,)* outline: outline.1, steered: steered.1 };
                    let (front, back) = rayon::join(
                        || front.fill(first, (word_of, member_of)),
                        || back.fill(second, (word_of, member_of)),
                    );
                    return front.of(back);
                }
                fetch(rows.iter().map(|&row| word_of(row as usize)));
                let mut largest = Largest::default();
                for (index, &row) in rows.iter().enumerate() {
                    let member = member_of(row as usize);
                    $(self.$field[index] = member.$field;)*
                    self.outline[index] = Outline::of(&member);
                    if let Some(steered) = self.steered.get_mut(index) {
                        *steered = member.steered;
                    }
                    largest = largest.of(Largest {
                        radius: member.body.reach(),
                        speed: member.speed,
                        square_of_pace: member.velocity.length_squared(),
                    });
                }
                largest
            }
        }
    };
}
columns!(
    position: Vec2,
    velocity: Vec2,
    body: Collider,
    soft_radius: f32,
    speed: f32,
    acceleration: f32,
    priority: i32,
    team: u16,
    tuning: u32,
    group: u32,
    intent: Intent,
    waypoint: Vec2,
    remaining: f32,
    next_waypoint: Vec2,
    is_steered: bool
);

#[cfg(test)]
mod tests {
    use super::*;

    fn member(id: u32, x: f32, y: f32) -> Member {
        let body = Collider { shape: Shape::Circle, radius: 7.0 };
        Member::new(id, Vec2::new(x, y), body, ModelName::Predictive)
    }

    #[test]
    fn a_query_finds_everybody_in_range_and_nobody_else() {
        let mut crowd = Crowd::default();
        for id in 0..500 {
            let (x, y) = (id * 7919 % 1013, id * 104_729 % 997);
            crowd.push(member(id, x as f32, y as f32 * 3.0));
        }
        crowd.rebuild();
        for center in [Vec2::ZERO, Vec2::new(500.0, 900.0), Vec2::new(5000.0, -40.0)] {
            let mut found = Vec::new();
            crowd.for_each_near(center, 150.0, |index| found.push(index));
            let expected: Vec<usize> =
                (0..500).filter(|&index| crowd.position[index].distance(center) <= 150.0).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_order_does_not_depend_on_the_order_of_pushing() {
        let mut forward = Crowd::default();
        let mut backward = Crowd::default();
        for id in 0..100 {
            forward.push(member(id, (id % 10) as f32, (id / 10) as f32));
            backward.push(member(99 - id, ((99 - id) % 10) as f32, ((99 - id) / 10) as f32));
        }
        forward.rebuild();
        backward.rebuild();
        assert_eq!(forward.id, backward.id);
        assert_eq!(forward.index_of[forward.id[37] as usize], 37);
    }

    #[test]
    fn an_empty_crowd_answers_queries() {
        let mut crowd = Crowd::default();
        crowd.rebuild();
        crowd.for_each_near(Vec2::ZERO, 100.0, |_| panic!("nobody is there"));
    }
}
