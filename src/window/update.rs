//! What a frame does to an open level: time passes, the camera moves, what mouse and keys did is done.

use crate::ids::UnitId;
use crate::platform::clock::ThreadTime;
use crate::sim::Sim;
use crate::unit::GaveUp;
use crate::window::challenge::Challenge;
use crate::window::costs::{SMOOTHING, smooth};
use crate::window::draw::pencil::Pencil;
use crate::window::editor::{EditorTool, drawn};
use crate::window::eyes::Eyes;
use crate::window::fault::MadeFault;
use crate::window::game::Game;
use crate::window::input::{EDGE_REST, Input, edge_scroll};
use crate::window::picture::FieldScene;
use crate::window::play::Play;
use crate::window::pointer::Pointer;
use crate::window::several::marches_in;
use crate::world::Event;
use glam::Vec2;

/// Held keys and the rim of the window move the camera by this many points a second.
const CAMERA_SPEED: f32 = 900.0;

impl Game {
    /// Takes in what happened since the last frame. `over_panel`: the pointer is on a card.
    pub fn update(&mut self, input: &mut Input, over_panel: bool, until: Option<f32>, fault: MadeFault) {
        // A box lies on the screen: the map stays under it.
        if self.hands.box_from.is_none() {
            input.rim = edge_scroll(input.pointer, self.window);
        }
        if let Some(second) = &mut self.second {
            second.take_hand(input);
        }
        self.simulate(input.seconds, until, fault);
        self.follow_goals();
        self.follow_document();
        let cards = self.cards_over_fields();
        let settles = self.eyes.settling > 0;
        self.eyes.settle(&cards);
        if settles && self.is_editing() {
            self.eyes.camera = self.eyes.camera.of_whole(self.beside_tools(&cards));
        } else if settles && self.eyes.camera.shows_whole() {
            self.show_whole();
        }
        self.move_camera(input, over_panel);
        let start = ThreadTime::now();
        self.eyes.look(&self.play.sim, self.play.clock.blend(), input.seconds);
        self.look_beside(self.play.clock.blend(), input.seconds);
        self.take_next();
        for happening in &input.deeds {
            self.hands.queueing = happening.shift;
            let asked = self.keys.asked(happening, self.hands.situation());
            match asked {
                Some(action) => self.act(action),
                None if self.edit_point(happening) => {}
                None if self.tool_point(happening) => {}
                None => self.point(happening),
            }
        }
        self.hands.pointer = input.pointer;
        let is_free = !over_panel && self.hands.box_from.is_none() && input.has_pointer();
        self.hover(input.pointer, is_free);
        let has_tool = self.editing().is_some_and(|editor| editor.tool != EditorTool::Orders);
        self.hands.pointer_is = match (over_panel, has_tool) {
            _ if !input.has_pointer() => Pointer::Away,
            (true, _) => Pointer::Plain,
            (false, true) => Pointer::Build,
            (false, false) => self.pointer_here(input),
        };
        self.eyes.fade(input.seconds);
        self.cards.fade_toasts(input.seconds);
        self.let_fallen_go();
        self.hands.drop_what_needs_a_selection();
        self.hands.orders_bar.follow(marches_in(&self.play.sim, &self.hands.selection));
        if self.eyes.layers.on {
            let drawn = self.eyes.explained(&self.hands.selection);
            self.eyes.reasons.follow(&self.play.sim, &self.hands.selection, &drawn);
        }
        smooth(&mut self.costs.frame, start.elapsed().as_secs_f32() * 1000.0);
    }

    /// Draws the map and everything on it. `whole`: for a picture, nothing may be missing.
    pub fn draw(&mut self, whole: bool) {
        self.frames += 1;
        let start = ThreadTime::now();
        let blend = self.play.clock.blend();
        let Play { sim, level, challenge, .. } = &mut self.play;
        let asked = challenge.as_mut().map(|Challenge { judge, ghosts, .. }| (&*judge, ghosts.track()));
        let (judge, ghost) = asked.map_or((None, None), |(judge, ghost)| (Some(judge), ghost));
        let (teams, cards) = (&*level.teams, &*self.cards.rects);
        let scene = FieldScene { sim, blend, teams, judge, ghost, cards, whole };
        self.eyes.draw(scene, &self.hands);
        if let Some(editor) = self.editor.as_deref_mut().filter(|editor| !editor.is_testing) {
            let Eyes { atlas, batch, camera, .. } = &mut self.eyes;
            let mut pencil = Pencil { atlas, batch, camera };
            let is_idle = matches!(self.hands.pointer_is, Pointer::Away | Pointer::Plain);
            let pointer = (!is_idle || editor.stroke.is_some()).then_some(self.hands.pointer);
            drawn::draw(&mut pencil, &self.play, editor, pointer);
        }
        let built = start.elapsed().as_secs_f32() * 1000.0;
        self.eyes.batch.flush(&self.eyes.atlas.texture);
        self.costs.frame += built * SMOOTHING;
    }

    fn simulate(&mut self, seconds: f32, until: Option<f32>, fault: MadeFault) {
        smooth(&mut self.costs.rate, 1.0 / seconds.max(1e-4));
        // While a level gets its name time stands: what is saved is what is seen.
        let passed = if self.cards.naming.is_none() { seconds } else { 0.0 };
        let given = std::mem::take(&mut self.play.given);
        let (selection, graph) = (&self.hands.selection, &mut self.cards.stage_graph);
        let mut fell_short = None;
        self.play.simulate(passed, until, fault, &mut self.costs, |sim| {
            graph.note(sim.stage_times());
            let is_last = |unit| given.last().is_some_and(|order| order.units.contains(&unit));
            fell_short = told_of(sim, |unit| selection.contains(unit) || is_last(unit)).or(fell_short);
        });
        self.play.given = given;
        self.eyes.sheet.follow(&self.play.sim.grid);
        if let Some(text) = fell_short {
            self.say(text);
        }
    }

    fn move_camera(&mut self, input: &Input, over_panel: bool) {
        let held = self.keys.camera(input, self.hands.situation());
        let scrolls = input.focused && input.has_pointer() && input.still < EDGE_REST;
        let edge = if scrolls && !over_panel && !self.hands.dragging_map { input.rim } else { Vec2::ZERO };
        let direction = (held + edge).clamp(Vec2::NEG_ONE, Vec2::ONE);
        self.eyes.camera.pan(direction * CAMERA_SPEED * input.seconds.min(0.1));
        self.eyes.camera.advance(input.seconds);
    }
}

/// What units of the player could not do in the last tick, and why.
fn told_of(sim: &Sim, is_ours: impl Fn(UnitId) -> bool) -> Option<&'static str> {
    // Of several things the one with the greatest number is told.
    let told = |event: &Event| match *event {
        Event::GaveUp(unit, GaveUp::Exhausted) => {
            Some((2, unit, "Stopped short: what stands or moves in their way let them get no nearer"))
        }
        Event::Unreachable(unit, _) | Event::GaveUp(unit, GaveUp::Unreachable) => {
            Some((1, unit, "Unreachable: going to the nearest place"))
        }
        Event::WentLoose(unit) => Some((0, unit, "No room for the formation: going without one")),
        _ => None,
    };
    let ours = sim.events.iter().filter_map(told).filter(|&(_, unit, _)| is_ours(unit));
    ours.max_by_key(|&(weight, ..)| weight).map(|(.., told)| told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::sim::Options;
    use crate::window::selection::{Mode, Selection};

    #[test]
    fn who_is_sent_as_a_formation_to_where_there_is_no_room_for_one_is_told() {
        // A room of three tiles by three at the end of a corridor.
        let row = |y: usize| -> String {
            let is_free =
                |x: usize| x < 12 || y == 6 && x < 22 || (22..25).contains(&x) && (5..8).contains(&y);
            (0..26).map(|x| if is_free(x) { '.' } else { '#' }).collect()
        };
        let rows: Vec<String> = (0..13).map(row).collect();
        let level = serde_json::json!({
            "format": 1, "name": "no room", "map": { "tiles": rows },
            "units": [{ "kind": "infantry", "team": "red",
                        "block": { "from": [3, 3], "columns": 8, "rows": 5, "spacing": 20 } }],
            "orders": [{ "who": "all", "do": "move", "to": [23.5, 6.5], "formation": "box" }]
        });
        let level =
            Level::parse(&level.to_string(), "a.json", None).unwrap_or_else(|errors| panic!("{errors}"));
        let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        sim.tick();
        assert_eq!(told_of(&sim, |_| true), Some("No room for the formation: going without one"));
        assert_eq!(told_of(&sim, |_| false), None, "others are told nothing");
        let mut selection = Selection::default();
        selection.apply((0..40).map(UnitId), Mode::Replace);
        assert_eq!(marches_in(&sim, &selection), None);
    }
}
