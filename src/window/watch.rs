//! A file that always says what the window shows, for tests that drive the real window: `--state FILE`.
//!
//! JSON, written anew fifty times a second (first beside it, then moved over it: a reader never sees half of
//! it).

use crate::sim::Sim;
use crate::views::UnitView;
use crate::window::camera::Camera;
use crate::window::cards::paper::rect_of;
use crate::window::crash::Crash;
use crate::window::draw::explained::ExplainedPart;
use crate::window::game::Game;
use crate::window::hands::NextClick;
use crate::window::leaving::Leaving;
use crate::window::menu::Menu;
use crate::window::session::Session;
use crate::window::spots::{self, Spot};
use egui_macroquad::egui::Rect;
use glam::Vec2;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Real time between two writings, s.
const EVERY: f64 = 0.02;
/// Real time more between two writings for each unit, s.
const EVERY_UNIT: f64 = 1e-4;

/// Names of the cards over a level.
const CARDS: [&str; 16] = [
    "editor",
    "claims",
    "ending",
    "level",
    "time",
    "orders",
    "minimap",
    "legend",
    "inspector",
    "models",
    "stages",
    "tool",
    "replay",
    "help",
    "left_field",
    "right_field",
];

/// Writes the file.
pub struct Watch {
    path: PathBuf,
    next: f64,
    frame: u64,
    marks: u64,
}

impl Watch {
    /// Watches into a file.
    pub fn new(path: PathBuf) -> Watch {
        Watch { path, next: 0.0, frame: 0, marks: 0 }
    }

    /// Writes what is `shown` of so many units if it is time to, or at once when somebody waits for what a
    /// mark says: how far the window has got with what the hand did. `now` in real seconds.
    pub fn write(&mut self, now: f64, marks: u64, units: usize, shown: impl FnOnce() -> Value) {
        self.frame += 1;
        if now < self.next && marks == self.marks {
            return;
        }
        self.marks = marks;
        // Of a crowd it is written less often: writing it costs more than the frame.
        self.next = now + EVERY + units as f64 * EVERY_UNIT;
        let mut state = shown();
        state["frame"] = json!(self.frame);
        state["window"] = json!([macroquad::window::screen_width(), macroquad::window::screen_height()]);
        state["marks"] = json!(marks);
        // A test that cannot read the file says so itself; the player's window goes on.
        let _ = crate::files::write_often(&self.path, state.to_string());
    }
}

/// The middles of what was drawn of a card, by name.
fn spots(card: &str) -> Value {
    drawn(card).into_iter().map(|(name, spot)| (name, json!(spots::middle(spot.rect)))).collect()
}

/// What of a card is scrolled out of it.
fn out_of_sight(card: &str) -> Vec<String> {
    drawn(card).into_iter().filter(|(_, spot)| !spot.is_in_sight).map(|(name, _)| name).collect()
}

/// What was drawn of a card in the last frame.
fn drawn(card: &str) -> Vec<(String, Spot)> {
    let mut drawn = Vec::new();
    egui_macroquad::cfg(|context| drawn = spots::of(context, card));
    drawn
}

/// The fault that is being told.
pub fn of_crash(crash: &Crash) -> Value {
    json!({
        "screen": "crash",
        "words": crash.words,
        "saved": crash.saved.as_ref().map(|saved| saved.as_ref().map_err(String::as_str)),
        "buttons": spots("crash"),
    })
}

/// The menu, and whether the player is about to leave.
pub fn of_menu(menu: &Menu, leaving: &Leaving) -> Value {
    let (mut state, buttons) = (menu.watched(), spots("menu"));
    for (key, button) in [
        ("new_at", "new"),
        ("pick_at", "pick"),
        ("session_at", "session"),
        ("mend_at", "mend"),
        ("all_recordings_at", "all recordings"),
    ] {
        state[key] = buttons[button].clone();
    }
    let is_removal = |name: &&String| name.starts_with("remove ");
    state["removable"] = json!(buttons.as_object().map_or(0, |all| all.keys().filter(is_removal).count()));
    (state["leaving"], state["buttons"]) = (json!(leaving.is_told()), spots("leaving"));
    state
}

/// Parameters of the level's model that are not the article's.
fn tuned(game: &Game) -> Value {
    let parameters = game.play.sim.parameters(game.play.level.model);
    let all = parameters.parameters().into_iter().enumerate();
    let tuned = all.filter(|(index, known)| parameters.get(*index) != known.default);
    tuned.map(|(index, known)| (known.name.to_owned(), json!(parameters.get(index)))).collect()
}

/// Where the cards lie that are shown.
fn cards() -> Value {
    let mut rects = Value::Null;
    egui_macroquad::cfg(|context| {
        let rect = |name| Some((name, rectangle(rect_of(context, name)?)));
        rects = CARDS.into_iter().filter_map(rect).collect();
    });
    rects
}

/// Left, top, width, height, points.
fn rectangle(rect: Rect) -> Value {
    json!([rect.left(), rect.top(), rect.width(), rect.height()])
}

/// What the cards are about to do.
fn hud(game: &Game) -> Value {
    let folds = &game.cards.folds;
    let names = [("level", folds.level), ("legend", folds.legend), ("inspector", folds.why)];
    let folded: Vec<&str> = names.iter().filter(|(_, fold)| !fold.is_open()).map(|(name, _)| *name).collect();
    let toast = game.cards.toasts.rect.map(rectangle);
    json!({ "folded": folded, "hidden": game.cards.hidden, "settled": game.eyes.rest(), "toast": toast, "named": game.name_under_pointer() })
}

/// All units of a field by number, as a camera sees them whose picture begins so far to the right, points.
fn units(game: &Game, sim: &Sim, camera: &Camera, aside: f32) -> Vec<Value> {
    let told = |unit: UnitView| {
        json!({
            "name": &sim.names[unit.id], "at": unit.at.to_array(), "state": unit.state.name(),
            "model": unit.model.name(), "kind": unit.kind, "team": unit.team,
            "screen": (camera.to_screen(unit.at) + aside * Vec2::X).to_array(),
            "selected": game.hands.selection.contains(unit.id),
        })
    };
    sim.ids_of(|_| true).into_iter().filter_map(|id| sim.unit(id, told)).collect()
}

/// What is known of the session.
fn time(session: &Session) -> Value {
    let marks = session.history.marks().iter();
    let marks: Vec<Value> =
        marks.map(|mark| json!([mark.tick, format!("{:?}", mark.kind), mark.words])).collect();
    json!({ "known": session.known(), "left": session.history.left(), "marks": marks, "differs": session.differs() })
}

/// The second field and its cards.
fn beside(game: &Game) -> Value {
    let (Some(beside), Some(second)) = (&game.play.beside, &game.second) else { return Value::Null };
    let (twin, sim) = (beside.twin(), beside.twin().sim());
    let units = units(game, sim, &second.eyes.camera, second.eyes.camera.screen.x).into_iter();
    let units: Value =
        units.map(|unit| (unit["name"].as_str().unwrap_or_default().to_owned(), unit)).collect();
    json!({
        "start": twin.start(), "tick": sim.ticks(), "hash": format!("{:016x}", sim.state_hash()),
        "model": twin.model().map(crate::unit::ModelName::name), "units": units, "spots": spots("right_field"),
        "hovered": second.eyes.hovered.is_some(),
    })
}

/// What is asked of the player, and how it stands.
fn goals(game: &Game) -> Value {
    let Some(challenge) = &game.play.challenge else { return Value::Null };
    let told = challenge.judge.told(&game.play.sim);
    let told: Vec<Value> =
        told.into_iter().map(|goal| json!([goal.text, goal.is_met, goal.progress])).collect();
    let outcome = challenge.judge.outcome(&game.play.sim);
    json!({ "told": told, "outcome": outcome, "best": challenge.best, "ghost": challenge.ghosts.shown().map(|whose| format!("{whose:?}")) })
}

/// The editor, if it is open.
fn editor(game: &Game) -> Value {
    let Some(editor) = &game.editor else { return Value::Null };
    json!({
        "testing": editor.is_testing, "tool": format!("{:?}", editor.tool), "changed": editor.document.is_changed(),
        "version": editor.document.version(), "size": editor.document.size(), "brush": editor.size, "file": editor.file,
        "faults": editor.faults.iter().map(|fault| fault.path.clone()).collect::<Vec<_>>(),
        "spots": spots("editor"), "out_of_sight": out_of_sight("editor"),
        "orders": editor.document.list("orders"), "goals": editor.document.list("goals"),
        "edits": editor.document.list("edits"), "obstacles": editor.document.list("obstacles"),
        "medals": editor.document.get("medals"), "hand": [json!(editor.tile), json!(editor.kind), json!(editor.team)],
        "entries": editor.document.list("units").len(), "units": editor.document.list("units"),
        "kinds": editor.document.get("kinds"), "expect": editor.document.get("expect"),
        "limit": [editor.document.limit("orders"), editor.document.limit("tiles")], "guarded": editor.document.guarded(),
        "teams": editor.document.get("teams"), "controls": editor.document.get("controls"),
        "model": editor.document.get("model"), "parameters": editor.document.get("parameters"),
        "player": editor.document.get("player"),
    })
}

/// The level that is open.
pub fn of_game(game: &Game) -> Value {
    let places = |list: &[Vec2]| list.iter().map(|place| place.to_array()).collect::<Vec<_>>();
    let patrol = match &game.hands.aim {
        Some(NextClick::Patrol { route, .. }) => Some(route),
        _ => None,
    };
    let mut state = json!({
        "screen": "level",
        "level": game.play.level.name,
        "tick": game.play.sim.ticks(),
        "paused": game.play.clock.paused,
        "speed": game.play.clock.speed(),
        "explaining": game.eyes.layers.on,
        "layers": { "group": game.eyes.layers.shows(ExplainedPart::Group), "pushes": game.eyes.layers.shows(ExplainedPart::Pushes) },
        "help": game.cards.help,
        "formation": game.hands.orders_bar.shape,
        "pace": game.hands.orders_bar.pace,
        "graph": game.cards.stage_graph.open,
        "minimap": rectangle(game.cards.minimap.rect),
        "buttons": spots("orders"),
        "kinds": drawn("kinds").into_iter().map(|(_, spot)| rectangle(spot.rect)).collect::<Vec<Value>>(),
        "front": game.hands.front.as_ref().map(|front| places(&front.slots)),
        "pointer": game.hands.pointer_is.icon_and_name().1,
        "keys": crate::window::cards::help::lines(&game.keys).map(|(press, what)| json!([press, what])).collect::<Vec<Value>>(),
        "cards": cards(),
        "scale": game.eyes.camera.dpi,
        "held": game.play.claims.as_ref().and_then(|claims| claims.held()),
        "reasons": game.eyes.reasons.parts.iter().map(|(doing, units)| json!([doing.text(false), units.len()])).collect::<Vec<Value>>(),
        "patrol": patrol.map(|route| places(route)),
        "claims": game.play.claims.as_ref().map(|claims| claims.list().iter().map(|claim| claim.text.clone()).collect::<Vec<_>>()),
        "camera": { "center": game.eyes.camera.center.to_array(), "scale": game.eyes.camera.scale },
        "orders": game.play.given,
        "message": game.cards.toasts.text(),
        "tool": game.hands.building.tool.map(|tool| format!("{tool:?}")),
        "blocked": game.play.sim.grid.tiles().iter().filter(|tile| tile.is_blocked()).count(),
        "models": game.cards.models.open.then(|| spots("models")),
        "tuned": tuned(game),
        "sandbox": json!({
            "models": crate::window::cards::models::in_use(&game.play.sim).0,
            "awaited": game.play.sim.awaited_tiles().len(),
        }),
        "strip": json!({ "rect": drawn("strip").first().map(|(_, spot)| rectangle(spot.rect)), "goal": game.play.session.goal(), "menu": spots("time")["menu"] }),
        "recording": game.play.session.replay().map(|replay| replay.ticks),
        "hash": format!("{:016x}", game.play.sim.state_hash()),
        "units": units(game, &game.play.sim, &game.eyes.camera, 0.0),
        "costs": { "frame_ms": game.costs.frame, "cards_ms": game.costs.cards, "film_ms": game.costs.film, "tick_ms": game.costs.tick, "frames_per_second": game.costs.rate },
    });
    state["beside"] = beside(game);
    state["goals"] = goals(game);
    state["editor"] = editor(game);
    state["ending"] = spots("ending");
    state["replay"] = spots("replay");
    state["legend"] = spots("legend");
    state["hud"] = hud(game);
    state["time"] = time(&game.play.session);
    state["naming"] = json!(game.cards.naming.as_ref().map(|naming| {
        json!({ "name": naming.name, "description": naming.description, "replaces": naming.replaces, "buttons": spots("naming") })
    }));
    state
}
