//! The columns of a crowd: one list of them, from which all that is done with every column follows.

use super::lanes;
use super::{CHUNK, Crowd, Intent, Member, Outline, Steered, fetch};
use crate::geometry::{Collider, Shape};
use crate::unit::ModelName;
use glam::Vec2;

impl Crowd {
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
        let Crowd { next, position, fours, outline, standing_before, .. } = self;
        let outline = &*outline;
        // What one thread has to do alone, while the others do the rest.
        let count_standing = || {
            next.clone_from(position);
            standing_before.clear();
            standing_before.resize(outline.len() + 1, 0);
            let mut standing = 0;
            for (before, unit) in standing_before[1..].iter_mut().zip(outline) {
                standing += u32::from(unit.intent != Intent::Move);
                *before = standing;
            }
        };
        rayon::join(|| lanes::fill(fours, outline), count_standing);
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
                // One length for all, which is looked at once.
                $(let $field = &mut self.$field[..rows.len()];)*
                let outline = &mut self.outline[..rows.len()];
                for (index, &row) in rows.iter().enumerate() {
                    let member = member_of(row as usize);
                    $($field[index] = member.$field;)*
                    outline[index] = Outline::of(&member);
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
    body: Collider,
    soft_radius: f32,
    speed: f32,
    acceleration: f32,
    tuning: u32,
    group: u32,
    waypoint: Vec2,
    remaining: f32,
    next_waypoint: Vec2
);
