//! Random maps: one function a kind of map.

use crate::support::Numbers;
use muster::grid::{Grid, Tile};

/// A map that is being drawn.
struct Canvas {
    columns: usize,
    rows: usize,
    /// Whether each tile is ground.
    ground: Vec<bool>,
}

/// A map of a random kind and size. A quarter of it at least is ground.
pub fn map(numbers: &mut Numbers) -> Grid {
    let (columns, rows) = (10 + numbers.below(28), 8 + numbers.below(22));
    let draw = numbers.pick(&[open, rooms, maze, cave, corridors, islands, scattered]);
    let mut canvas = Canvas { columns, rows, ground: vec![true; columns * rows] };
    draw(&mut canvas, numbers);
    if canvas.ground.iter().filter(|ground| **ground).count() * 4 < columns * rows {
        canvas.fill([columns / 4, rows / 4, columns / 2 + 1, rows / 2 + 1], true);
    }
    let blocked = numbers.pick(&[Tile::Rock, Tile::Trees, Tile::Water]);
    let tile = |ground: &bool| if *ground { Tile::Ground } else { blocked };
    Grid::new(columns as i32, rows as i32, canvas.ground.iter().map(tile).collect())
}

impl Canvas {
    fn fill(&mut self, [column, row, columns, rows]: [usize; 4], ground: bool) {
        for row in row..(row + rows).min(self.rows) {
            let line = row * self.columns;
            self.ground[line + column..line + (column + columns).min(self.columns)].fill(ground);
        }
    }

    /// A place that is not on the rim.
    fn inside(&self, numbers: &mut Numbers) -> (usize, usize) {
        (1 + numbers.below(self.columns - 2), 1 + numbers.below(self.rows - 2))
    }

    /// Ground from one tile to another, along the row and then along the column.
    fn dig(&mut self, from: (usize, usize), to: (usize, usize)) {
        let ((left, right), (top, bottom)) =
            ((from.0.min(to.0), from.0.max(to.0)), (from.1.min(to.1), from.1.max(to.1)));
        self.fill([left, from.1, right - left + 1, 1], true);
        self.fill([to.0, top, 1, bottom - top + 1], true);
    }
}

fn open(_: &mut Canvas, _: &mut Numbers) {}

/// Walls right across, with doors of one or two tiles.
fn rooms(canvas: &mut Canvas, numbers: &mut Numbers) {
    let (columns, rows) = (canvas.columns, canvas.rows);
    let side = 4 + numbers.below(5);
    for column in (side..columns - 1).step_by(side) {
        canvas.fill([column, 0, 1, rows], false);
    }
    for row in (side..rows - 1).step_by(side) {
        canvas.fill([0, row, columns, 1], false);
    }
    for column in (0..columns).step_by(side) {
        for row in (0..rows).step_by(side) {
            let (along, width) = (1 + numbers.below(side - 1), 1 + numbers.below(2));
            if column > 0 && row + along < rows {
                canvas.fill([column, row + along, 1, width], true);
            }
            if row > 0 && column + along < columns && numbers.chance(0.8) {
                canvas.fill([column + along, row, width, 1], true);
            }
        }
    }
}

/// Corridors as wide as the walls between them, one way from each place to each, and a few openings more.
fn maze(canvas: &mut Canvas, numbers: &mut Numbers) {
    canvas.fill([0, 0, canvas.columns, canvas.rows], false);
    let width = 1 + numbers.below(2);
    let (columns, rows) = ((canvas.columns - width) / (2 * width), (canvas.rows - width) / (2 * width));
    let tile = |cell: (usize, usize)| (width + 2 * width * cell.0, width + 2 * width * cell.1);
    let mut seen = vec![false; columns * rows];
    let mut way = vec![(0, 0)];
    while let Some(&cell) = way.last() {
        seen[cell.1 * columns + cell.0] = true;
        let mut next = Vec::new();
        let around = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        for (x, y) in around.map(|(x, y)| (cell.0.wrapping_add_signed(x), cell.1.wrapping_add_signed(y))) {
            if x < columns && y < rows && (!seen[y * columns + x] || numbers.chance(0.03)) {
                next.push((x, y));
            }
        }
        let Some(&to) = next.get(numbers.below(next.len())) else {
            way.pop();
            continue;
        };
        let (a, b) = (tile(cell), tile(to));
        let (left, top) = (a.0.min(b.0), a.1.min(b.1));
        canvas.fill([left, top, a.0.abs_diff(b.0) + width, a.1.abs_diff(b.1) + width], true);
        match seen[to.1 * columns + to.0] {
            true => drop(way.pop()),
            false => way.push(to),
        }
    }
}

/// Noise, smoothed: a tile is what most around it are.
fn cave(canvas: &mut Canvas, numbers: &mut Numbers) {
    canvas.ground.iter_mut().for_each(|ground| *ground = numbers.chance(0.57));
    let (columns, rows) = (canvas.columns as i32, canvas.rows as i32);
    for _ in 0..3 {
        let before = canvas.ground.clone();
        for (index, ground) in canvas.ground.iter_mut().enumerate() {
            let (column, row) = (index as i32 % columns, index as i32 / columns);
            let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (column + x, row + y)));
            let inside = around.filter(|(x, y)| (0..columns).contains(x) && (0..rows).contains(y));
            *ground = inside.filter(|(x, y)| before[(y * columns + x) as usize]).count() >= 5;
        }
    }
}

/// Ways of one tile through rock, with a chamber here and there.
fn corridors(canvas: &mut Canvas, numbers: &mut Numbers) {
    canvas.fill([0, 0, canvas.columns, canvas.rows], false);
    let mut here = canvas.inside(numbers);
    for _ in 0..5 + numbers.below(8) {
        let there = canvas.inside(numbers);
        canvas.dig(here, there);
        if numbers.chance(0.6) {
            let (columns, rows) = (2 + numbers.below(4), 2 + numbers.below(4));
            canvas.fill([there.0, there.1, columns, rows], true);
        }
        here = there;
    }
}

/// Ground in water, some of it joined by bridges of one tile.
fn islands(canvas: &mut Canvas, numbers: &mut Numbers) {
    canvas.fill([0, 0, canvas.columns, canvas.rows], false);
    let mut last = None;
    for _ in 0..3 + numbers.below(6) {
        let here = canvas.inside(numbers);
        let radius = numbers.between(1.0, 6.0);
        for (index, ground) in canvas.ground.iter_mut().enumerate() {
            let (x, y) = ((index % canvas.columns) as f32, (index / canvas.columns) as f32);
            *ground |= (x - here.0 as f32).hypot(y - here.1 as f32) <= radius;
        }
        if let Some(last) = last.filter(|_| numbers.chance(0.6)) {
            canvas.dig(last, here);
        }
        last = Some(here);
    }
}

/// Single blocked tiles, thin or thick.
fn scattered(canvas: &mut Canvas, numbers: &mut Numbers) {
    let share = numbers.between(0.03, 0.3);
    canvas.ground.iter_mut().for_each(|ground| *ground = !numbers.chance(share));
}
