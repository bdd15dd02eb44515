//! A file that always says what the window shows, for tests that drive the real window: `--state FILE`.
//!
//! JSON, written anew ten times a second (first beside it, then moved over it: a reader never sees half of it).

use super::crash::Crash;
use super::game::Game;
use super::keys_file::KeysFile;
use super::leaving::Leaving;
use super::menu::Menu;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Real time between two writings, s.
const EVERY: f64 = 0.1;
/// And so much more for each unit, s.
const EVERY_UNIT: f64 = 1e-4;

/// Names of the cards over a level.
const CARDS: [&str; 11] = [
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
];

/// What there is to be told.
pub struct Shown<'f> {
    /// The menu.
    pub menu: &'f Menu,
    /// The level that is open.
    pub game: Option<&'f Game>,
    /// The fault that is being told.
    pub crash: Option<&'f Crash>,
    /// Whether the player is about to leave.
    pub leaving: &'f Leaving,
    /// The player's keys.
    pub keys: &'f KeysFile,
    /// How far the window has got with what the hand did.
    pub marks: u64,
}

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

    /// Writes if it is time to, or at once when somebody waits for what a mark says; `now` in real seconds.
    pub fn write(&mut self, now: f64, shown: &Shown) {
        self.frame += 1;
        if now < self.next && shown.marks == self.marks {
            return;
        }
        self.marks = shown.marks;
        let game = shown.game;
        // Of a crowd it is written less often: writing it costs more than the frame.
        self.next = now + EVERY + game.map_or(0.0, |game| game.sim.len() as f64 * EVERY_UNIT);
        let mut state = match (shown.crash, game) {
            (Some(crash), _) => of_crash(crash),
            (None, Some(game)) => of_game(game),
            (None, None) => of_menu(shown.menu, shown.leaving),
        };
        state["frame"] = json!(self.frame);
        state["window"] = json!([macroquad::window::screen_width(), macroquad::window::screen_height()]);
        state["marks"] = json!(shown.marks);
        state["key_problems"] = json!(shown.keys.problems);
        // A test that cannot read the file says so itself; the player's window goes on.
        let _ = crate::files::write_often(&self.path, state.to_string());
    }
}

fn buttons(buttons: &[(&'static str, egui_macroquad::egui::Rect)]) -> Value {
    let center = |rect: egui_macroquad::egui::Rect| json!([rect.center().x, rect.center().y]);
    buttons.iter().map(|&(name, rect)| (name.to_owned(), center(rect))).collect()
}

fn of_crash(crash: &Crash) -> Value {
    json!({
        "screen": "crash",
        "words": crash.words,
        "saved": crash.saved.as_ref().map(|saved| saved.as_ref().map_err(String::as_str)),
        "buttons": buttons(&crash.buttons),
    })
}

fn of_menu(menu: &Menu, leaving: &Leaving) -> Value {
    let cards: Vec<Value> = menu
        .cards()
        .map(|(title, rect)| json!({ "title": title, "at": [rect.center().x, rect.center().y] }))
        .collect();
    let session_at = menu.session_rect.center();
    json!({
        "screen": "menu", "cards": cards, "chosen": menu.chosen(), "search": menu.search(),
        "headings": menu.headings(), "recent": menu.recent(), "recordings": menu.recordings,
        "complete": menu.is_complete(), "errors": menu.errors(),
        "session": menu.session, "kept": menu.kept, "session_at": menu.session.as_ref().map(|_| [session_at.x, session_at.y]),
        "leaving": leaving.is_told(), "buttons": buttons(&leaving.buttons),
    })
}

/// Parameters of the level's model that are not the article's.
fn tuned(game: &Game) -> Value {
    let parameters = game.sim.parameters(game.level.model);
    let all = parameters.parameters().into_iter().enumerate();
    let tuned = all.filter(|(index, known)| parameters.get(*index) != known.default);
    tuned.map(|(index, known)| (known.name.to_owned(), json!(parameters.get(index)))).collect()
}

fn spots(game: &Game) -> Value {
    game.models.spots.iter().map(|(name, at)| (name.clone(), json!([at.x, at.y]))).collect()
}

/// Where the cards lie that are shown.
fn cards() -> Value {
    let mut rects = serde_json::Map::new();
    egui_macroquad::cfg(|context| {
        for name in CARDS {
            if let Some(rect) = super::hud::rect_of(context, name) {
                rects.insert(name.into(), rectangle(rect));
            }
        }
    });
    Value::Object(rects)
}

/// Left, top, width, height, points.
fn rectangle(rect: egui_macroquad::egui::Rect) -> Value {
    json!([rect.left(), rect.top(), rect.width(), rect.height()])
}

/// What the cards are about to do.
fn hud(game: &Game) -> Value {
    let folds = &game.folds;
    let names = [("level", folds.level), ("legend", folds.legend), ("inspector", folds.why)];
    let folded: Vec<&str> = names.iter().filter(|(_, fold)| !fold.is_open()).map(|(name, _)| *name).collect();
    let toast = game.toasts.rect.map(rectangle);
    json!({ "folded": folded, "hidden": game.hidden, "settled": game.settling == 0, "toast": toast })
}

fn of_game(game: &Game) -> Value {
    let mut units: Vec<(u32, Value)> = Vec::new();
    game.sim.each_unit(|unit| {
        let screen = game.camera.to_screen(unit.at);
        units.push((
            unit.id.0,
            json!({
                "name": game.sim.names[unit.id.0 as usize], "at": unit.at.to_array(), "state": unit.state.name(),
                "model": unit.model.name(), "kind": unit.kind, "team": unit.team,
                "screen": screen.to_array(), "selected": game.selection.contains(unit.id),
            }),
        ));
    });
    units.sort_by_key(|&(id, _)| id);
    let places = |list: &[glam::Vec2]| list.iter().map(|place| place.to_array()).collect::<Vec<_>>();
    let mut state = json!({
        "screen": "level",
        "level": game.level.name,
        "tick": game.sim.ticks(),
        "paused": game.clock.paused,
        "speed": game.clock.speed(),
        "explaining": game.layers.on,
        "layers": { "group": game.layers.group, "pushes": game.layers.pushes },
        "help": game.help,
        "formation": game.orders_bar.shape,
        "pace": game.orders_bar.pace,
        "graph": game.stage_graph.open,
        "minimap": rectangle(game.minimap.rect),
        "buttons": buttons(&game.orders_bar.buttons),
        "kinds": game.kind_buttons.iter().map(|&rect| rectangle(rect)).collect::<Vec<Value>>(),
        "front": game.front.as_ref().map(|front| places(&front.slots)),
        "pointer": game.pointer_is.name(),
        "keys": super::help::lines(&game.keys).map(|(press, what)| json!([press, what])).collect::<Vec<Value>>(),
        "cards": cards(),
        "scale": game.camera.dpi,
        "held": game.claims.as_ref().and_then(|claims| claims.held()),
        "reasons": game.reasons.parts.iter().map(|(doing, units)| json!([doing.text(false), units.len()])).collect::<Vec<Value>>(),
        "patrol": game.patrol.as_deref().map(places),
        "claims": game.claims.as_ref().map(|claims| claims.list.iter().map(|claim| claim.text.clone()).collect::<Vec<_>>()),
        "camera": { "center": game.camera.center.to_array(), "scale": game.camera.scale },
        "orders": game.given,
        "message": game.toasts.text(),
        "tool": game.building.tool.map(|tool| format!("{tool:?}")),
        "blocked": game.sim.grid.tiles().iter().filter(|tile| tile.is_blocked()).count(),
        "models": game.models.open.then(|| spots(game)),
        "tuned": tuned(game),
        "sandbox": json!({
            "models": super::models_panel::in_use(&game.sim).0,
            "awaited": game.sim.awaited_tiles().len(),
        }),
        "strip": json!({ "rect": rectangle(game.session.strip), "goal": game.session.goal() }),
        "recording": game.session.replay().map(|replay| replay.ticks),
        "hash": format!("{:016x}", game.sim.state_hash()),
        "units": units.into_iter().map(|(_, unit)| unit).collect::<Vec<Value>>(),
        "costs": { "frame_ms": game.costs.frame, "cards_ms": game.costs.cards, "film_ms": game.costs.film, "tick_ms": game.costs.tick, "frames_per_second": game.costs.rate },
    });
    state["legend"] = buttons(&game.legend.lines);
    state["hud"] = hud(game);
    state["naming"] = game.naming.as_ref().map_or(Value::Null, |naming| {
        json!({ "name": naming.name(), "replaces": naming.replaces(), "buttons": buttons(&naming.buttons) })
    });
    state
}
