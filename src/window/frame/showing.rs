//! What a frame shows of a level that is played, on the window and in pictures of it.

use crate::platform::clock::ThreadTime;
use crate::window::costs::smooth;
use crate::window::film::WindowFilm;
use crate::window::game::{Game, Picture};
use crate::window::second::field_size;
use crate::window::shots;
use glam::Vec2;
use macroquad::camera::{Camera2D, set_camera, set_default_camera};

/// Points of the cards' size to the window's pixels; the origin is at the top left. `field`: the left half of
/// the window, or the right one, where it is divided.
fn camera_of(screen: Vec2, field: Option<i32>) -> Camera2D {
    let (width, height) = macroquad::miniquad::window::screen_size();
    let half = (width / 2.0) as i32;
    let viewport = field.map(|field| (field * half, 0, half, height as i32));
    let size = field_size(screen, field.is_some());
    Camera2D { target: size / 2.0, zoom: 2.0 / size, viewport, ..Default::default() }
}

/// Films what the window shows, and saves what the player asked for.
pub(super) fn take_pictures(film: &mut WindowFilm, game: &mut Game) {
    let start = ThreadTime::now();
    film.sample(macroquad::time::get_time());
    smooth(&mut game.costs.film, start.elapsed().as_secs_f32() * 1000.0);
    match game.wanted_picture.take().map(|wanted| (wanted, game.play.place_for(wanted.extension()))) {
        Some((Picture::Moving, Ok(path))) => {
            film.save(path);
            game.tell_news("The last ten seconds are being saved");
        }
        Some((Picture::Still, Ok(path))) => {
            let saved = shots::save(&path).map_err(|error| error.to_string());
            game.tell_saved(saved.map(|()| path));
        }
        Some((_, Err(error))) => game.tell_saved(Err(error)),
        None => {}
    }
    if let Some(saved) = film.saved() {
        game.tell_saved(saved);
    }
}

/// Draws what is played, both fields where there are two, and the cards over it. `whole`: for a picture,
/// nothing may be missing.
pub(super) fn draw(game: &mut Game, screen: Vec2, whole: bool) {
    set_camera(&camera_of(screen, game.second.is_some().then_some(0)));
    game.draw(whole);
    if game.second.is_some() {
        set_camera(&camera_of(screen, Some(1)));
        game.draw_beside(whole);
    }
    set_default_camera();
    egui_macroquad::draw();
}
