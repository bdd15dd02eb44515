//! Pictures of the screen, and those that the program saves.

use std::path::Path;

/// Pixels of the screen or of a saved picture.
pub struct Picture {
    /// Pixels across.
    pub width: usize,
    /// Row by row.
    pub pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Reads a PNG.
    pub fn read(path: &Path) -> Picture {
        let file = std::fs::File::open(path).expect("the picture is there");
        let mut reader = png::Decoder::new(file).read_info().expect("it is a PNG");
        let mut bytes = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut bytes).expect("it is whole");
        let pixels = bytes.chunks(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Picture { width: info.width as usize, pixels }
    }

    /// Pixels within `reach` of a place that are near a colour.
    pub fn count(&self, (x, y): (f32, f32), reach: i32, color: [u8; 3]) -> usize {
        let near = |pixel: &[u8; 3]| pixel.iter().zip(color).all(|(a, b)| a.abs_diff(b) < 40);
        self.around(x as i32, y as i32, reach).filter(near).count()
    }

    /// How many pixels within `reach` of a place differ from another picture.
    pub fn differing(&self, other: &Picture, (x, y): (f32, f32), reach: i32) -> usize {
        let (x, y) = (x as i32, y as i32);
        self.around(x, y, reach).zip(other.around(x, y, reach)).filter(|(a, b)| a != b).count()
    }

    fn around(&self, x: i32, y: i32, reach: i32) -> impl Iterator<Item = [u8; 3]> {
        let height = (self.pixels.len() / self.width) as i32;
        let rows = (y - reach).max(0)..(y + reach + 1).min(height);
        let columns = (x - reach).max(0)..(x + reach + 1).min(self.width as i32);
        rows.flat_map(move |row| {
            columns.clone().map(move |column| self.pixels[row as usize * self.width + column as usize])
        })
    }
}
