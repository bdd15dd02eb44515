//! The editor over a level: which tool is in hand, what it draws with, and the document under it.
//!
//! The document ([`crate::editor`]) is what is edited; the game shows the level that it is, standing at its
//! start ([`following`]). [`hand`] turns what the mouse does into strokes, [`card`] is the paper with the
//! tools, [`drawn`] is the pencil over the map.

pub mod card;
mod chosen;
pub mod drawn;
pub mod following;
mod goals;
pub mod hand;
mod level;
mod model;
mod options;
mod parts;

use crate::editor::reach::Reach;
use crate::editor::symmetry::Symmetry;
use crate::editor::{Document, MarkedProblem};
use crate::files;
use crate::platform::disk;
use crate::window::camera::Camera;
use crate::window::cards::naming::file_in;
use crate::window::folders;
use crate::window::menu::library;
use crate::window::selection::Selection;
use crate::window::setup::Setup;
use glam::Vec2;
use std::path::{Path, PathBuf};

/// Columns and rows of a new level.
pub const NEW: (usize, usize) = (48, 27);

/// What the mouse does on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EditorTool {
    /// Selects, and gives orders: the ordinary hands.
    Orders,
    /// Paints tiles as it is drawn along.
    #[default]
    Brush,
    /// Paints a straight line.
    Line,
    /// Paints a rectangle.
    Rectangle,
    /// Paints all tiles that hang together.
    Fill,
    /// Places a unit, or a block of them.
    Units,
    /// Places an obstacle, or one that goes round.
    Obstacles,
    /// Lays down the field of a goal.
    Goals,
    /// Lays down an area whose tiles change at a time.
    Changes,
    /// Nothing: what holds for the whole level is on the card.
    Level,
}

impl EditorTool {
    /// All, with the name and what the hand does with each.
    pub const ALL: [(EditorTool, &'static str, &'static str); 10] = [
        (EditorTool::Orders, "Orders", "Click or drag selects, right click sends, Delete removes"),
        (EditorTool::Brush, "Brush", "Drag paints, right drag clears. Ctrl: the wheel sizes, a click picks"),
        (EditorTool::Line, "Line", "Drag from end to end; with the right button it clears"),
        (EditorTool::Rectangle, "Rectangle", "Drag from corner to corner; with the right button it clears"),
        (EditorTool::Fill, "Fill", "Click fills what hangs together"),
        (
            EditorTool::Units,
            "Units",
            "Click places one, drag a block, drag one that stands to move it; right click removes",
        ),
        (
            EditorTool::Obstacles,
            "Obstacle",
            "Click places one that stands, drag draws an orbit; right click removes",
        ),
        (EditorTool::Goals, "Goal", "Drag its field; right click removes"),
        (EditorTool::Changes, "Change", "Drag an area whose tiles change later; right click removes"),
        (EditorTool::Level, "Level", "What holds for all of it"),
    ];

    /// Whether it paints tiles.
    pub fn paints(self) -> bool {
        matches!(self, EditorTool::Brush | EditorTool::Line | EditorTool::Rectangle | EditorTool::Fill)
    }
}

/// What is asked in the field of a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AskedGoal {
    /// All of the player are there.
    #[default]
    Bring,
    /// The player is there, and nobody else.
    Hold,
    /// Nobody of another team is there.
    Shut,
    /// Nothing: the other team guards it.
    Guard,
}

/// A button that is held on the map.
#[derive(Clone, Copy, Debug)]
pub struct HeldStroke {
    /// The right button: it takes away.
    pub clears: bool,
    /// Where it began, world px.
    pub from: Vec2,
    /// Where it is, world px.
    pub to: Vec2,
    /// It moves the units on which it began.
    pub moves: bool,
}

/// An open document and the tools.
#[derive(Default)]
pub struct Editor {
    /// What is edited.
    pub document: Document,
    /// The file that it is saved in; `None` before it is first saved.
    pub file: Option<PathBuf>,
    /// Where the map file lies that the level may name.
    pub folder: Option<PathBuf>,
    /// The level is being played.
    pub is_testing: bool,
    /// The tool in hand.
    pub tool: EditorTool,
    /// The sign of the tile that is painted.
    pub tile: char,
    /// Brush, tiles across.
    pub size: i32,
    /// Where else it is drawn.
    pub symmetry: Symmetry,
    /// Images of units are of the next team.
    pub changes_sides: bool,
    /// Index of the kind of new units.
    pub kind: usize,
    /// Index of their team.
    pub team: usize,
    /// Where they look, degrees clockwise from east.
    pub facing: f64,
    /// From centre to centre of a block, px; 0: as close as they stand at ease.
    pub spacing: f64,
    /// The name of a new kind, as it is being written.
    pub kind_name: String,
    /// The name of a new team, as it is being written.
    pub team_name: String,
    /// The team whose parameters of models are shown; `None`: those of all.
    pub tuned: Option<usize>,
    /// Radius of new obstacles, px.
    pub radius: f64,
    /// Their time for one turn, s.
    pub period: f64,
    /// Where on it they begin, degrees clockwise from east.
    pub phase: f64,
    /// What new fields ask for.
    pub asked: AskedGoal,
    /// How many goals were listed last, and the one that is open.
    pub goals: (usize, Option<usize>),
    /// For how long a goal asks for it, s.
    pub seconds: f64,
    /// The time of the next orders, s.
    pub time: f64,
    /// Units that cannot stand where they are: the number of each in the document, and its place, px.
    pub missing: Vec<(usize, Vec2)>,
    /// What is wrong with the document.
    pub faults: Vec<MarkedProblem>,
    /// For each unit on the map its number in the document.
    pub units: Vec<usize>,
    /// The button that is held.
    pub stroke: Option<HeldStroke>,
    /// Where the kind in hand can walk is shown.
    pub shows_reach: bool,
    /// What each tile is to it, of which document and kind.
    reach: Option<((u64, usize), Vec<Reach>)>,
    /// How the document was looked at before it was played, and who was selected.
    left: Option<(Camera, Selection)>,
    /// The document as it is shown.
    shown: Option<u64>,
    /// What the last look at it cost, s of real time.
    cost: f32,
    setup: Setup,
}

impl Editor {
    /// A new level.
    pub fn new(setup: &Setup) -> Editor {
        Editor::of(Document::new(NEW.0, NEW.1), None, None, setup)
    }

    /// A level from its file. A shipped one is saved under another name.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn open(path: &Path, setup: &Setup) -> Result<Editor, String> {
        let file = path.display().to_string();
        let text = files::read_text(path, files::MAX_FILE).map_err(|error| format!("{file}: {error}"))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let document = Document::parse(&text, &file, Some(&folder)).map_err(|errors| errors.to_string())?;
        let is_shipped = library::shipped_folder().is_some_and(|shipped| files::is_same(&shipped, &folder));
        Ok(Editor::of(document, (!is_shipped).then(|| path.to_owned()), Some(folder), setup))
    }

    fn of(document: Document, file: Option<PathBuf>, folder: Option<PathBuf>, setup: &Setup) -> Editor {
        Editor {
            document,
            file,
            folder,
            tile: '#',
            size: 1,
            changes_sides: true,
            radius: 30.0,
            period: 12.0,
            goals: (usize::MAX, None),
            seconds: 20.0,
            setup: setup.clone(),
            ..Editor::default()
        }
    }

    /// Whether the document can be saved.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn is_sound(&self) -> Result<(), String> {
        let Some(fault) = self.faults.first() else { return Ok(()) };
        let more = self.faults.len() - 1;
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        Err(format!("{}: {}{more}", fault.path, fault.message))
    }

    /// Its file, or a new one in this folder.
    fn place(&self, folder: Result<PathBuf, String>) -> Result<PathBuf, String> {
        if let Some(file) = &self.file {
            return Ok(file.clone());
        }
        let folder = folder?;
        let name = file_in(&folder, self.document.word("name"));
        let stem = name.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(if disk::exists(&name) { folders::fresh(&folder, &stem, "json") } else { name })
    }

    /// Writes the document to a file.
    ///
    /// # Errors
    /// Why not: it is not sound, or the file cannot be written.
    pub fn save(&mut self, path: &Path) -> Result<PathBuf, String> {
        self.is_sound()?;
        self.write(path)
    }

    /// Writes the document to a file, sound or not.
    ///
    /// # Errors
    /// Why the file cannot be written.
    pub fn write(&mut self, path: &Path) -> Result<PathBuf, String> {
        self.document.end();
        let is_here = self
            .folder
            .as_deref()
            .zip(path.parent())
            .is_none_or(|(known, folder)| files::is_same(known, folder));
        if !is_here {
            // A map file that it names lies elsewhere.
            self.document.embed_map();
        }
        files::write(path, self.document.to_text())
            .map_err(|error| format!("{}: {error}", path.display()))?;
        self.document.note_saved();
        self.file = Some(path.to_owned());
        self.folder = path.parent().map(Path::to_owned);
        folders::remember(path);
        Ok(path.to_owned())
    }
}
