//! The whole map as a small sheet: click or drag to look, right click to send. Control groups are chips above
//! it.
//!
//! Costs: ground and units are one picture that is made anew ten times a second, whatever the number of
//! units.

mod pixels;

use self::pixels::{dots, ground, mark, rim_of_a_dot, stone};
use super::asked::CardAsked;
use super::layout::GAP;
use super::paper::{RIM, covers, parts, rect_of};
use crate::sim::Sim;
use crate::window::camera::Camera;
use crate::window::control_groups::{COUNT, GroupDeed};
use crate::window::eyes::Eyes;
use crate::window::hands::{Hands, NextClick};
use crate::window::keys::action::KeyAction;
use crate::window::play::Play;
use crate::window::selection::Selection;
use crate::window::spots::Spotted;
use crate::window::theme::{self, Rgb};
use egui_macroquad::egui::{
    self, Align2, Color32, ColorImage, Context, Pos2, Rect, RichText, Sense, TextStyle, Ui, vec2,
};
use glam::{IVec2, Vec2};

/// Longest side of the map, points.
const SIDE: f32 = 176.0;
/// Widest and lowest sheets keep at least this much, points.
const LEAST: f32 = 48.0;
/// Pixels to a point: sharp on dense screens.
const DENSITY: f32 = 2.0;
/// Up to this many units are marked twice as large.
const FEW: usize = 60;
/// How much of the card is left to be seen over units.
const SHINES_THROUGH: f32 = 0.35;
/// It fades within this time, s.
const FADING: f32 = 0.12;
/// Real time between two pictures, s.
const EVERY: f64 = 0.1;

/// The small sheet.
pub struct Minimap {
    /// Where it was last drawn, points.
    pub rect: Rect,
    ground: Vec<Color32>,
    size: [usize; 2],
    revision: Option<u64>,
    texture: Option<egui::TextureHandle>,
    drawn: f64,
    /// From where the frame is held to the middle of the view, world px.
    grip: Vec2,
}

impl Default for Minimap {
    fn default() -> Minimap {
        Minimap {
            rect: Rect::NOTHING,
            ground: Vec::new(),
            size: [0, 0],
            revision: None,
            texture: None,
            drawn: f64::NEG_INFINITY,
            grip: Vec2::ZERO,
        }
    }
}

/// Size of the sheet of a map, points.
fn sheet_size(world: Vec2) -> Vec2 {
    (world * (SIDE / world.max_element())).max(Vec2::splat(LEAST))
}

impl Minimap {
    /// Another map may have the revision of the one that is shown.
    pub fn look_again(&mut self) {
        self.revision = None;
    }

    /// World place of a point of the sheet.
    pub fn to_world(&self, at: Pos2, world: Vec2) -> Vec2 {
        let share = (at - self.rect.min) / self.rect.size();
        Vec2::new(share.x, share.y).clamp(Vec2::ZERO, Vec2::ONE) * world
    }

    fn to_sheet(&self, place: Vec2, world: Vec2) -> Pos2 {
        let share = place / world;
        self.rect.min + vec2(share.x, share.y) * self.rect.size()
    }

    /// Paints ground and units if it is time to.
    fn paint(&mut self, context: &Context, sim: &Sim, selection: &Selection) {
        let now = context.input(|input| input.time);
        if now - self.drawn < EVERY && self.revision == Some(sim.grid.revision()) {
            return;
        }
        self.drawn = now;
        if self.revision != Some(sim.grid.revision()) {
            let size = sheet_size(sim.grid.size()) * DENSITY;
            self.size = [size.x as usize, size.y as usize];
            self.ground = ground(&sim.grid, self.size);
            self.revision = Some(sim.grid.revision());
        }
        let mut image = ColorImage { size: self.size, pixels: self.ground.clone() };
        let scale = Vec2::new(self.size[0] as f32, self.size[1] as f32) / sim.grid.size();
        let mut put = |at: IVec2, rgb: Rgb| {
            if at.cmpge(IVec2::ZERO).all() && (at.x as usize) < self.size[0] && (at.y as usize) < self.size[1]
            {
                image.pixels[at.y as usize * self.size[0] + at.x as usize] = theme::color(rgb);
            }
        };
        for obstacle in &sim.obstacles {
            stone(obstacle.position * scale, obstacle.radius * scale.min_element(), &mut put);
        }
        // A few units would be lost among the paper's grain.
        let large = sim.len() <= FEW;
        let color = |team: u16| sim.teams[usize::from(team)].color;
        let mut of_selected = Vec::new();
        sim.each_unit(|unit| {
            let middle = (unit.at * scale).as_ivec2();
            let is_selected = selection.contains(unit.id);
            for at in mark(unit.team, large).flat_map(|at| dots(at, large)) {
                match is_selected {
                    true => of_selected.push((unit.team, middle + at)),
                    false => put(middle + at, color(unit.team)),
                }
            }
        });
        // The selected ones keep their colour and gain a rim of ink; rims first, so that neighbours stay
        // whole.
        for &(_, at) in &of_selected {
            rim_of_a_dot().for_each(|(x, y)| put(at + IVec2::new(x, y), theme::INK));
        }
        of_selected.iter().for_each(|&(team, at)| put(at, color(team)));
        let options = egui::TextureOptions::LINEAR;
        match &mut self.texture {
            Some(texture) if texture.size() == self.size => texture.set(image, options),
            texture => *texture = Some(context.load_texture("minimap", image, options)),
        }
    }
}

/// What the card shows.
pub struct MinimapView<'g> {
    /// The level as it is.
    pub play: &'g Play,
    /// Who is selected, in which groups, and what a click is for.
    pub hands: &'g Hands,
    /// What of the map is in view.
    pub eyes: &'g Eyes,
    /// The map is in view as it is: no sheet is shown, only the chips.
    pub whole: bool,
}

/// Shows the card.
pub fn show(context: &Context, map: &mut Minimap, shown: &MinimapView, asked: &mut Vec<CardAsked>) {
    // Above the card of orders where both do not fit side by side.
    let width = rect_of(context, "minimap").map_or(SIDE, |card| card.width());
    let orders = ["orders", "tool"].into_iter().find_map(|card| rect_of(context, card));
    let above = orders
        .filter(|orders| orders.right() + GAP + width + RIM > context.screen_rect().right())
        .map_or(0.0, |orders| orders.height() + GAP);
    let area = egui::Area::new("minimap".into()).anchor(Align2::RIGHT_BOTTOM, vec2(-RIM, -RIM - above));
    let card = |ui: &mut Ui| {
        ui.set_max_width(SIDE);
        chips(ui, shown, asked);
        if !shown.whole {
            asked.extend(sheet(ui, map, shown));
        }
    };
    let opacity = context.animate_value_with_time("minimap".into(), opacity(context, shown), FADING);
    area.show(context, |ui| {
        ui.set_opacity(opacity);
        theme::card().inner_margin(8.0).show(ui, card);
    });
}

/// Units shine through the card, unless the pointer is on it.
fn opacity(context: &Context, shown: &MinimapView) -> f32 {
    let Some(card) = rect_of(context, "minimap") else { return 1.0 };
    let is_used = context.pointer_latest_pos().is_some_and(|pointer| card.contains(pointer));
    if !is_used && shown.eyes.seen.iter().any(|unit| covers(card, unit, shown.eyes.camera.scale)) {
        SHINES_THROUGH
    } else {
        1.0
    }
}

fn sheet(ui: &mut Ui, map: &mut Minimap, shown: &MinimapView) -> Option<CardAsked> {
    let MinimapView { play, hands, eyes, .. } = *shown;
    let world = play.sim.grid.size();
    // A click says where an order leads that was begun with a key.
    let aims = matches!(hands.aim, Some(NextClick::Patrol { .. } | NextClick::Attack));
    let size = sheet_size(world);
    map.paint(ui.ctx(), &play.sim, &hands.selection);
    let (rect, response) = ui.allocate_exact_size(vec2(size.x, size.y), Sense::click_and_drag());
    map.rect = rect;
    let mut pointed = None;
    if let Some(texture) = &map.texture {
        egui::Image::from_texture(texture).paint_at(ui, rect);
    }
    for area in play.challenge.iter().flat_map(|challenge| challenge.judge.areas()) {
        let (low, high) = area.bounds();
        let field = Rect::from_min_max(map.to_sheet(low, world), map.to_sheet(high, world));
        ui.painter().rect_filled(field, 0.0, theme::faint(theme::ACCENT, 0.25));
    }
    let line = theme::line(1.0, theme::INK);
    ui.painter().rect_stroke(rect, 0.0, line, egui::StrokeKind::Outside);
    let frame = view_frame(map, &eyes.camera, world);
    let stroke = theme::line(1.5, theme::ACCENT);
    ui.painter().with_clip_rect(rect).rect_stroke(frame, 0.0, stroke, egui::StrokeKind::Inside);
    let (down, origin, shift) = ui.input(|input| {
        let origin = input.pointer.press_origin().filter(|_| input.pointer.primary_pressed());
        (input.pointer.primary_down(), origin, input.modifiers.shift)
    });
    if let Some(at) = response.interact_pointer_pos() {
        let place = map.to_world(at, world);
        if let Some(origin) = origin {
            // A hand on the frame moves it from there; elsewhere its middle comes to the pointer.
            let inside = frame.contains(origin) && frame.area() < rect.area() * 0.8;
            map.grip = if inside { eyes.camera.center - map.to_world(origin, world) } else { Vec2::ZERO };
        }
        if response.secondary_clicked() || aims && response.clicked() {
            pointed = Some(CardAsked::Send(place, shift));
        } else if !aims && (down || response.clicked()) {
            pointed = Some(CardAsked::Look(place + map.grip));
        }
    }
    response.on_hover_text("Click: look there. Right click: send there.");
    pointed
}

fn view_frame(map: &Minimap, camera: &Camera, world: Vec2) -> Rect {
    let (min, max) = camera.view();
    Rect::from_min_max(map.to_sheet(min.max(Vec2::ZERO), world), map.to_sheet(max.min(world), world))
}

/// A chip for each control group that has members.
fn chips(ui: &mut Ui, shown: &MinimapView, asked: &mut Vec<CardAsked>) {
    let Hands { groups, selection, .. } = shown.hands;
    if groups.are_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(theme::STEP, theme::STEP);
        ui.spacing_mut().button_padding = vec2(theme::STEP, 0.0);
        for group in 0..COUNT {
            let members = groups.members(group);
            // Those who fell are still in their group, should time go back; they are not counted.
            let count = members.iter().filter(|&&unit| shown.play.sim.is_alive(unit)).count();
            if count == 0 {
                continue;
            }
            let active = members == selection.units();
            let number = (0.0, &*(group + 1).to_string(), TextStyle::Small, theme::color(theme::ACCENT));
            let count = (4.0, &*count.to_string(), TextStyle::Body, theme::color(theme::INK));
            let button = egui::Button::new(parts(ui, &[number, count])).selected(active);
            let told = format!("{0}: select. {0} twice: look there. Shift+{0}: add.", group + 1);
            let recall = CardAsked::Key(KeyAction::Group(GroupDeed::Recall, group));
            ui.add(button).on_hover_text(RichText::new(told)).asks(asked, recall);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sheet_and_the_world_are_inverse() {
        let world = Vec2::new(3000.0, 1500.0);
        let rect = Rect::from_min_size(Pos2::new(100.0, 50.0), vec2(176.0, 88.0));
        let map = Minimap { rect, ..Minimap::default() };
        let place = Vec2::new(700.0, 1200.0);
        assert!(map.to_world(map.to_sheet(place, world), world).distance(place) < 0.1);
        assert_eq!(map.to_world(Pos2::new(0.0, 900.0), world), Vec2::new(0.0, 1500.0), "kept on the map");
    }

    #[test]
    fn a_long_map_keeps_a_sheet_that_can_be_clicked() {
        assert_eq!(sheet_size(Vec2::new(9000.0, 300.0)), Vec2::new(SIDE, LEAST));
    }
}
