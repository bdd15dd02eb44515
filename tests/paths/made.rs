//! Maps and bodies for the tests of this program: written down, and by chance.

use muster::geometry::{Collider, Shape};
use muster::grid::{Grid, Tile};
use proptest::prelude::*;
use std::ops::Range;

/// A map of rows of signs; what is no dot is rock.
pub fn grid_of(rows: &[&str]) -> Grid {
    let tiles =
        rows.concat().chars().map(|tile| if tile == '.' { Tile::Ground } else { Tile::Rock }).collect();
    Grid::new(rows[0].len() as i32, rows.len() as i32, tiles)
}

pub fn circle(radius: f32) -> Collider {
    Collider { shape: Shape::Circle, radius }
}

pub fn square(radius: f32) -> Collider {
    Collider { shape: Shape::Square, radius }
}

/// Maps with so many tiles along each side, of which up to this share is blocked.
pub fn maps(sides: Range<i32>, share: f64) -> impl Strategy<Value = Grid> {
    let tile = |blocked: &bool| if *blocked { Tile::Rock } else { Tile::Ground };
    (sides.clone(), sides, 0.0..share).prop_flat_map(move |(columns, rows, share)| {
        let blocked = prop::collection::vec(prop::bool::weighted(share), (columns * rows) as usize);
        blocked.prop_map(move |blocked| Grid::new(columns, rows, blocked.iter().map(tile).collect()))
    })
}

/// Circles and squares, many of them just as large as a tile or its half.
pub fn bodies() -> impl Strategy<Value = Collider> {
    let radii = prop_oneof![2.0..60.0f32, Just(7.0), Just(13.0), Just(15.0), Just(20.0), Just(30.0)];
    (prop::bool::ANY, radii).prop_map(|(round, radius)| if round { circle(radius) } else { square(radius) })
}
