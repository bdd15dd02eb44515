//! Pictures of the window, saved at times of the simulation, and the time at which it closes.

use crate::files::Output;
use crate::window::setup::WindowError;
use macroquad::prelude::get_screen_data;
use std::path::{Path, PathBuf};

/// What is still to be done, by simulated seconds.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    /// Latest first.
    shots: Vec<(f32, PathBuf)>,
    quit_at: Option<f32>,
}

impl Schedule {
    /// Puts shots in order.
    pub fn new(mut shots: Vec<(f32, PathBuf)>, quit_at: Option<f32>) -> Schedule {
        shots.sort_by(|a, b| b.0.total_cmp(&a.0));
        Schedule { shots, quit_at }
    }

    /// When something is to be done next, s. The simulation stops there until it has been.
    pub fn next(&self) -> Option<f32> {
        let shot = self.shots.last().map(|&(time, _)| time);
        [shot, self.quit_at].into_iter().flatten().min_by(f32::total_cmp)
    }

    /// A picture that is due.
    pub fn due_shot(&mut self, seconds: f32) -> Option<PathBuf> {
        if self.wants_shot(seconds) { self.shots.pop().map(|(_, path)| path) } else { None }
    }

    /// Whether a picture is due.
    pub fn wants_shot(&self, seconds: f32) -> bool {
        self.shots.last().is_some_and(|&(time, _)| time <= seconds)
    }

    /// Whether the window is to close.
    pub fn is_over(&self, seconds: f32) -> bool {
        self.quit_at.is_some_and(|time| time <= seconds)
    }
}

/// Saves what the window shows as a PNG.
///
/// # Errors
/// When the file cannot be written.
pub fn save(path: &Path) -> Result<(), WindowError> {
    let picture = get_screen_data();
    let (width, height) = (usize::from(picture.width), usize::from(picture.height));
    let refused = |said: &dyn std::fmt::Display| {
        WindowError::Picture(format!("muster: the picture {} cannot be saved: {said}", path.display()))
    };
    let mut file = Output::create(path).map_err(|said| refused(&said))?;
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    // Flat colours with a grain: filters make it larger.
    encoder.set_filter(png::FilterType::NoFilter);
    encoder.set_adaptive_filter(png::AdaptiveFilterType::NonAdaptive);
    encoder.set_compression(png::Compression::Best);
    // OpenGL's rows begin at the bottom.
    let rows = picture.bytes.chunks(width * 4).rev();
    let pixels: Vec<u8> =
        rows.flat_map(|row| row.chunks(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])).collect();
    let mut writer = encoder.write_header().map_err(|said| refused(&said))?;
    writer.write_image_data(&pixels).and_then(|()| writer.finish()).map_err(|said| refused(&said))?;
    file.finish().map_err(|said| refused(&said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shots_come_in_the_order_of_their_times() {
        let mut schedule = Schedule::new(vec![(2.0, "b".into()), (1.0, "a".into())], Some(3.0));
        assert_eq!(schedule.next(), Some(1.0));
        assert_eq!(schedule.due_shot(0.9), None);
        assert_eq!(schedule.due_shot(2.5), Some("a".into()));
        assert_eq!(schedule.due_shot(2.5), Some("b".into()));
        assert_eq!(schedule.next(), Some(3.0));
        assert!(!schedule.is_over(2.9) && schedule.is_over(3.0));
    }
}
