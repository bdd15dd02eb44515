//! The last ten seconds as a moving picture. Five times a second what the window shows is read back and
//! handed to a thread of its own, which keeps it small; the GIF is made there too, so that play goes on
//! meanwhile.
//!
//! Costs: reading back (`film_ms` of [`crate::window::watch`], shared among all frames), and at most `FRAMES`
//! small pictures of two bytes a pixel: 23 MB for a window of 1280 × 720.

use crate::platform::work::Worker;
use macroquad::prelude::get_screen_data;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// Real time between two frames, s.
const EVERY: f64 = 0.2;
/// Time between two frames of the GIF, hundredths of a second.
const DELAY: u16 = 20;
/// Frames that are kept: ten seconds.
const FRAMES: usize = 50;
/// Pictures are made smaller until they are at most this wide, px.
const WIDEST: usize = 640;
/// Frames that may wait for the thread: one that finds no room is left out.
const WAITING: usize = 2;

/// What the thread is told.
enum FilmTask {
    /// What the window shows: pixels across and RGBA, rows from the bottom.
    Frame(usize, Vec<u8>),
    /// Save what is kept.
    Save(PathBuf),
    /// Forget what is kept.
    Forget,
}

/// What was saved, or why it was not.
pub type Saved = Result<PathBuf, String>;

/// Films the window.
pub struct WindowFilm {
    keeper: Worker<FilmTask, Option<Saved>>,
    next: f64,
}

impl Default for WindowFilm {
    fn default() -> WindowFilm {
        let mut kept = VecDeque::new();
        WindowFilm { keeper: Worker::new(move |told| keep(&mut kept, told)), next: 0.0 }
    }
}

impl WindowFilm {
    /// Takes in what the window shows, if it is time to; `now` in real seconds.
    pub fn sample(&mut self, now: f64) {
        if now < self.next || self.keeper.waiting() >= WAITING {
            return;
        }
        self.next = now + EVERY;
        let picture = get_screen_data();
        self.keeper.ask(FilmTask::Frame(usize::from(picture.width), picture.bytes));
    }

    /// Saves the last ten seconds.
    pub fn save(&mut self, path: PathBuf) {
        self.keeper.ask(FilmTask::Save(path));
    }

    /// Another level is filmed from here on.
    pub fn forget(&mut self) {
        self.keeper.ask(FilmTask::Forget);
    }

    /// What was saved since this was last asked.
    pub fn saved(&mut self) -> Option<Saved> {
        std::iter::from_fn(|| self.keeper.answer()).flatten().next()
    }
}

/// A small picture: pixels across, and each in 5, 6 and 5 bits, row by row from the top.
#[derive(Clone, PartialEq, Eq)]
struct Small {
    width: usize,
    pixels: Vec<u16>,
}

fn keep(frames: &mut VecDeque<Small>, told: FilmTask) -> Option<Saved> {
    match told {
        FilmTask::Frame(width, bytes) => {
            let small = smaller(width, &bytes);
            // A window that is put away shows nothing.
            if small.pixels.is_empty() {
                return None;
            }
            // A GIF has one size.
            let size = |small: &Small| (small.width, small.pixels.len());
            if frames.back().is_some_and(|last| size(last) != size(&small)) {
                frames.clear();
            }
            if frames.len() == FRAMES {
                frames.pop_front();
            }
            frames.push_back(small);
        }
        FilmTask::Forget => frames.clear(),
        FilmTask::Save(path) => {
            let said = |error: gif::EncodingError| format!("{}: {error}", path.display());
            return Some(write(&path, frames.make_contiguous()).map_err(said).map(|()| path));
        }
    }
    None
}

/// A picture of at most [`WIDEST`] pixels across: each is the mean of a square of the window's.
fn smaller(width: usize, bytes: &[u8]) -> Small {
    let side = width.div_ceil(WIDEST).max(1);
    let rows: Vec<&[u8]> = bytes.chunks_exact(width.max(1) * 4).rev().collect();
    let count = (side * side) as u32;
    let mut pixels = Vec::with_capacity(width / side * (rows.len() / side));
    for band in rows.chunks_exact(side) {
        for left in (0..width / side).map(|column| column * side * 4) {
            let mut sum = [0u32; 3];
            for row in band {
                for pixel in row[left..left + side * 4].chunks_exact(4) {
                    (0..3).for_each(|channel| sum[channel] += u32::from(pixel[channel]));
                }
            }
            let [r, g, b] = sum.map(|sum| (sum / count) as u16);
            pixels.push((r >> 3) << 11 | (g >> 2) << 5 | b >> 3);
        }
    }
    Small { width: width / side, pixels }
}

fn rgb(pixel: u16) -> [u8; 3] {
    let [r, g, b] = [pixel >> 11, (pixel >> 5) & 0x3F, pixel & 0x1F];
    // The highest bits again below the others: white stays white.
    [(r << 3 | r >> 2) as u8, (g << 2 | g >> 4) as u8, (b << 3 | b >> 2) as u8]
}

/// Writes frames as a GIF that goes round and round. What a frame has in common with the one before is left
/// out of it.
fn write(path: &Path, frames: &[Small]) -> Result<(), gif::EncodingError> {
    let (width, height) =
        frames.first().map_or((1, 1), |first| (first.width, first.pixels.len() / first.width));
    let (width, height) = (width as u16, height as u16);
    let mut file = crate::files::Output::create(path)?;
    let mut encoder = gif::Encoder::new(&mut file, width, height, &[])?;
    encoder.set_repeat(gif::Repeat::Infinite)?;
    let mut before: Option<&Small> = None;
    for frame in frames {
        let same = |index: usize| before.is_some_and(|before| before.pixels[index] == frame.pixels[index]);
        let pixel = |(index, &pixel): (usize, &u16)| {
            let [r, g, b] = rgb(pixel);
            if same(index) { [0; 4] } else { [r, g, b, 255] }
        };
        let mut rgba: Vec<u8> = frame.pixels.iter().enumerate().flat_map(pixel).collect();
        // The slower, the truer the colours: 10 takes about 20 ms a frame.
        let mut picture = gif::Frame::from_rgba_speed(width, height, &mut rgba, 10);
        picture.delay = DELAY;
        picture.dispose = gif::DisposalMethod::Keep;
        encoder.write_frame(&picture)?;
        before = Some(frame);
    }
    drop(encoder);
    Ok(file.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four rows from the bottom: the upper half of the picture red, the lower one white.
    fn shot(width: usize) -> Vec<u8> {
        let half = |color: [u8; 4]| std::iter::repeat_n(color, width * 2).flatten();
        half([255; 4]).chain(half([200, 64, 40, 255])).collect()
    }

    #[test]
    fn a_picture_is_made_smaller_and_turned_the_right_way_up() {
        let small = smaller(1280, &shot(1280));
        assert_eq!((small.width, small.pixels.len()), (640, 1280));
        assert_eq!(rgb(small.pixels[640]), [255; 3]);
        assert!(rgb(small.pixels[0])[0].abs_diff(200) < 8, "{:?}", rgb(small.pixels[0]));
        assert_eq!(smaller(300, &shot(300)).width, 300);
    }

    #[test]
    fn frames_of_another_size_begin_anew_and_an_empty_window_is_not_filmed() {
        let mut frames = VecDeque::new();
        for (width, bytes) in [(0, vec![]), (2, vec![255; 2 * 4 * 4]), (4, vec![255; 4 * 2 * 4])] {
            keep(&mut frames, FilmTask::Frame(width, bytes));
        }
        assert_eq!(frames.iter().map(|small| small.width).collect::<Vec<_>>(), [4]);
        let folder = tempfile::tempdir().unwrap();
        let saved = keep(&mut frames, FilmTask::Save(folder.path().join("film.gif")));
        assert!(saved.unwrap().is_ok());
    }

    #[test]
    fn what_did_not_change_is_left_out_and_the_rest_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("film.gif");
        let first = Small { width: 40, pixels: vec![0xFFFF; 40 * 30] };
        let mut second = first.clone();
        second.pixels[5] = 0xF800;
        write(&path, &[first, second]).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(std::fs::File::open(&path).unwrap()).unwrap();
        let white = decoder.read_next_frame().unwrap().unwrap().buffer.to_vec();
        assert!(white.chunks(4).all(|pixel| pixel == [255; 4]));
        let changed = decoder.read_next_frame().unwrap().unwrap().buffer.to_vec();
        assert_eq!(changed.chunks(4).filter(|pixel| pixel[3] > 0).count(), 1);
        assert_eq!(changed[20..24], [255, 0, 0, 255]);
        assert!(decoder.read_next_frame().unwrap().is_none());
    }
}
