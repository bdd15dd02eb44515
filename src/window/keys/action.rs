//! What keys and buttons can ask for, in one table: the name in the file of keys, the keys at first, the explanation.
//!
//! A new action is a variant here, a line of [`ENTRIES`], a line of the help page and an arm of
//! [`Game::act`](crate::window::game::Game::act).

use crate::order::FormationShape;
use crate::window::control_groups::GroupDeed;
use glam::Vec2;

/// What a key or a button asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Time stands, or goes on.
    Pause,
    /// One tick.
    Step,
    /// One tick back.
    StepBack,
    /// One second on.
    SecondOn,
    /// One second back.
    SecondBack,
    /// The mark before this moment.
    MarkBefore,
    /// The mark after this moment.
    MarkAfter,
    /// The last moment that was played.
    Now,
    /// The future that was left when something was done in the past.
    OtherFuture,
    /// The next higher speed.
    Faster,
    /// The next lower speed.
    Slower,
    /// The explaining layer.
    Explain,
    /// The level's file is read again.
    Reload,
    /// The page of keys.
    Help,
    /// One step back.
    Back,
    /// Orders the selection to stop.
    Stop,
    /// Orders it to hold.
    Hold,
    /// The next clicks lay out a patrol.
    Patrol,
    /// The next click says whom to follow.
    Follow,
    /// Sends everybody apart.
    Scatter,
    /// A formation for the next orders.
    Formation(FormationShape),
    /// The next formation.
    NextFormation,
    /// Together, or each at its own pace.
    Pace,
    /// Everybody, or everybody of the selection's teams.
    SelectAll,
    /// One kind of the selection after the other.
    NextKind,
    /// The graph of stage times.
    Graph,
    /// A control group, by digit − 1.
    Group(GroupDeed, usize),
    /// Moves the camera as long as the key is held.
    Camera(Side),
    /// The camera looks at the selection.
    LookAtSelection,
    /// The camera shows the whole map.
    WholeMap,
    /// The tool that builds ground.
    Build,
    /// The tool that places units.
    Place,
    /// The next team for the units that are placed.
    NextTeam,
    /// Takes the selected units away.
    Remove,
    /// Removed units come back, or the session before a restart.
    Undo,
    /// The panel of models.
    Models,
    /// A second field beside this one, from this moment on.
    Beside,
    /// Hides all cards, or shows them again.
    HideCards,
    /// Saves a picture of the window.
    Picture,
    /// Saves the last ten seconds as a moving picture.
    MovingPicture,
    /// Saves the session as a recording.
    SaveSession,
    /// Saves map and units as a level.
    SaveLevel,
    /// Makes a level of the selected units and those near them.
    CutOut,
    /// The window fills the screen, or no longer.
    FullScreen,
    /// Larger cards and signs.
    Larger,
    /// Smaller cards and signs.
    Smaller,
    /// Cards and signs in the size that fits the screen.
    FittingSize,
}

/// Where a held key moves the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// To the top of the map.
    Up,
    /// To the left.
    Left,
    /// To the bottom.
    Down,
    /// To the right.
    Right,
}

impl Side {
    /// The direction on the screen, a unit vector.
    pub fn direction(self) -> Vec2 {
        match self {
            Side::Up => Vec2::NEG_Y,
            Side::Left => Vec2::NEG_X,
            Side::Down => Vec2::Y,
            Side::Right => Vec2::X,
        }
    }
}

/// When a key asks for its action. Two actions may share a key that never ask at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Whenever a level is open.
    Always,
    /// While units are selected; the camera may have the key else.
    Selected,
    /// While the key is held and it is no order to a selection.
    Held,
    /// While units are placed.
    Placing,
}

impl When {
    /// Whether an action may share a key with another one.
    pub fn may_share(self, other: When) -> bool {
        use When::{Held, Placing, Selected};
        matches!((self, other), (Selected, Held | Placing) | (Held | Placing, Selected))
    }
}

/// An action as the file of keys has it.
#[derive(Debug)]
pub struct Entry {
    /// The action.
    pub action: Action,
    /// Its name in the file.
    pub name: &'static str,
    /// Its keys at first.
    pub keys: &'static [&'static str],
    /// When they count.
    pub when: When,
    /// What it does.
    pub what: &'static str,
}

const fn entry(
    action: Action,
    name: &'static str,
    keys: &'static [&'static str],
    when: When,
    what: &'static str,
) -> Entry {
    Entry { action, name, keys, when, what }
}

const fn group(number: usize, name: &'static str, key: &'static [&'static str]) -> Entry {
    let what = if number == 1 {
        "select control group 1, or with a tool in hand the first thing that it places; with Ctrl the selection becomes \
         the group, with Shift it joins, with Alt the camera looks there"
    } else {
        "the same for the next one"
    };
    entry(Action::Group(GroupDeed::Recall, number - 1), name, key, When::Always, what)
}

/// All actions by chapter, in the order of the file of keys.
pub const ENTRIES: &[(&str, &[Entry])] = &[
    (
        "Orders to the selection",
        &[
            entry(Action::Stop, "stop", &["S"], When::Selected, "drop everything and stand"),
            entry(Action::Hold, "hold", &["H"], When::Selected, "stand, and let nobody push"),
            entry(
                Action::Patrol,
                "patrol",
                &["P"],
                When::Selected,
                "then click: walk between here and there",
            ),
            entry(Action::Follow, "follow", &["G"], When::Selected, "then click on whom"),
            entry(Action::Scatter, "scatter", &["X"], When::Selected, "everybody away from the middle"),
            entry(
                Action::NextFormation,
                "next_formation",
                &["Z"],
                When::Selected,
                "formation of the next orders",
            ),
            entry(Action::Pace, "pace", &["T"], When::Selected, "march together, or each at its own pace"),
            entry(Action::Remove, "remove", &["Delete"], When::Selected, "take the selected units away"),
        ],
    ),
    (
        "Selection",
        &[
            entry(
                Action::NextKind,
                "next_kind",
                &["Tab"],
                When::Always,
                "one kind of the selection after the other",
            ),
            entry(
                Action::SelectAll,
                "select_all",
                &["Ctrl + A"],
                When::Always,
                "everybody; with a selection, everybody of its teams",
            ),
            group(1, "group_1", &["1"]),
            group(2, "group_2", &["2"]),
            group(3, "group_3", &["3"]),
            group(4, "group_4", &["4"]),
            group(5, "group_5", &["5"]),
            group(6, "group_6", &["6"]),
            group(7, "group_7", &["7"]),
            group(8, "group_8", &["8"]),
            group(9, "group_9", &["9"]),
            entry(
                Action::Back,
                "back",
                &["Esc"],
                When::Always,
                "close the topmost thing, deselect, then back to the menu, where the session waits",
            ),
        ],
    ),
    (
        "Camera and cards",
        &[
            entry(
                Action::Camera(Side::Up),
                "camera_up",
                &["Up"],
                When::Held,
                "held: move the camera; [\"W\", \"Up\"] would do it by letters too",
            ),
            entry(Action::Camera(Side::Left), "camera_left", &["Left"], When::Held, "the same"),
            entry(Action::Camera(Side::Down), "camera_down", &["Down"], When::Held, "the same"),
            entry(Action::Camera(Side::Right), "camera_right", &["Right"], When::Held, "the same"),
            entry(
                Action::LookAtSelection,
                "look_at_selection",
                &["C"],
                When::Always,
                "look at the selection",
            ),
            entry(Action::WholeMap, "whole_map", &["Home"], When::Always, "show the whole map"),
            entry(Action::Explain, "explain", &["F1"], When::Always, "colliders, paths, reasons"),
            entry(Action::Graph, "stage_times", &["F3"], When::Always, "time of a tick by stage"),
            entry(Action::HideCards, "hide_cards", &["F4"], When::Always, "hide all cards, or show them"),
            entry(Action::Picture, "picture", &["F12"], When::Always, "save a picture of the window"),
            entry(
                Action::MovingPicture,
                "moving_picture",
                &["Shift + F12"],
                When::Always,
                "save the last ten seconds as a moving picture",
            ),
            entry(Action::Help, "help", &["?"], When::Always, "all keys"),
            entry(
                Action::FullScreen,
                "full_screen",
                &["F11", "Alt + Enter"],
                When::Always,
                "the whole screen, or back to the window",
            ),
            entry(Action::Larger, "larger_text", &["Ctrl + ="], When::Always, "larger cards and text"),
            entry(Action::Smaller, "smaller_text", &["Ctrl + -"], When::Always, "smaller cards and text"),
            entry(
                Action::FittingSize,
                "fitting_text",
                &["Ctrl + 0"],
                When::Always,
                "the size that fits the screen",
            ),
        ],
    ),
    (
        "Time",
        &[
            entry(Action::Pause, "pause", &["Space"], When::Always, "time stands, or goes on"),
            entry(Action::Step, "step", &["."], When::Always, "one tick"),
            entry(Action::StepBack, "step_back", &[","], When::Always, "one tick back"),
            entry(Action::SecondOn, "second_on", &["Shift + ."], When::Always, "one second on"),
            entry(Action::SecondBack, "second_back", &["Shift + ,"], When::Always, "one second back"),
            entry(
                Action::MarkBefore,
                "mark_before",
                &["["],
                When::Always,
                "back to the mark before: an order, an edit, a jam",
            ),
            entry(Action::MarkAfter, "mark_after", &["]"], When::Always, "on to the mark after"),
            entry(Action::Now, "now", &["End"], When::Always, "the last moment that was played"),
            entry(
                Action::OtherFuture,
                "other_future",
                &["\\"],
                When::Always,
                "the future that was left when something was done in the past",
            ),
            entry(Action::Faster, "faster", &["+", "="], When::Always, "up to 16 times as fast"),
            entry(Action::Slower, "slower", &["-"], When::Always, "down to a tenth"),
            entry(Action::Reload, "reload", &["F5"], When::Always, "load the level again, from its start"),
            entry(
                Action::Undo,
                "undo",
                &["Ctrl + Z"],
                When::Always,
                "removed units come back; else the session before the level was loaded again",
            ),
        ],
    ),
    (
        "Sandbox",
        &[
            entry(Action::Build, "build", &["B"], When::Always, "build rock, trees, water"),
            entry(Action::Place, "place", &["N"], When::Always, "place units"),
            entry(
                Action::NextTeam,
                "next_team",
                &["T"],
                When::Placing,
                "the team of the units that are placed",
            ),
            entry(
                Action::Models,
                "models",
                &["F2"],
                When::Always,
                "who is moved by which model, and its numbers",
            ),
            entry(
                Action::Beside,
                "beside",
                &["V"],
                When::Always,
                "from here on two fields side by side: the same orders, another model on the right; or one again",
            ),
            entry(
                Action::SaveSession,
                "save_session",
                &["Ctrl + S", "F6"],
                When::Always,
                "save the session to play it again",
            ),
            entry(
                Action::SaveLevel,
                "save_level",
                &["Ctrl + Shift + S"],
                When::Always,
                "save map and units as a level",
            ),
            entry(
                Action::CutOut,
                "cut_out",
                &["L"],
                When::Always,
                "make a level of the selected units, those near them and what they still have to do",
            ),
        ],
    ),
];

/// All actions, first to last.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    ENTRIES.iter().flat_map(|(_, entries)| *entries)
}
