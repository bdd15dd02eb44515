//! The cells of the neighbour grid, and the order of a crowd in them: a counting sort.

use super::{CHUNK, Crowd};
use glam::Vec2;
use rayon::prelude::*;

/// Least side of a cell of the neighbour grid, px. Smaller cells cost more row starts, larger ones more
/// strangers.
const CELL: f32 = 30.0;
/// Cells allowed per unit before the cells grow: keeps the sort cheap where few units are spread over a wide
/// map.
const CELLS_PER_UNIT: f32 = 8.0;
/// Cells that are always allowed.
const CELLS_FREE: f32 = 4096.0;

impl Crowd {
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
}
