//! What keys and buttons can ask for, in one table: the name in the file of keys, the keys at first, the
//! explanation.
//!
//! A new action is a line of the table and an arm of [`Game::act`](crate::window::game::Game::act): the file
//! of keys, the page of keys and the hints of buttons are made of the table.

use crate::window::control_groups::GroupDeed;
use crate::window::scale::SizeStep;
use glam::IVec2;

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
pub struct KeyEntry {
    /// The action.
    pub action: KeyAction,
    /// Its name in the file.
    pub name: &'static str,
    /// Its keys at first.
    pub keys: &'static [&'static str],
    /// When they count.
    pub when: When,
    /// What it does; nothing where it does what the entry before does, for another group or side.
    pub what: &'static str,
}

/// Declares [`KeyAction`] and [`ENTRIES`] from one table: the action, its name in the file, its keys at first,
/// when they count, and what it does.
macro_rules! actions {
    ($($chapter:literal { $(
        $($plain:ident)? $(($action:expr))?, $name:literal, $keys:expr, $when:ident, $what:literal;
    )* })*) => {
        /// What a key or a button asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum KeyAction {
            $($($(
                #[doc = $what]
                $plain,
            )?)*)*
            /// A control group, by digit − 1.
            Group(GroupDeed, usize),
            /// Moves the camera as long as the key is held.
            Camera(IVec2),
            /// Another size of cards and text.
            Size(SizeStep),
        }

        /// All actions by chapter, in the order of the file of keys.
        pub const ENTRIES: &[(&str, &[KeyEntry])] = &[$(($chapter, &[$(KeyEntry {
            action: $(KeyAction::$plain)? $($action)?,
            name: $name,
            keys: &$keys,
            when: When::$when,
            what: $what,
        }),*])),*];
    };
}

actions! {
    "Orders to the selection" {
        Stop, "stop", ["S"], Selected, "drop everything and stand";
        Hold, "hold", ["H"], Selected, "stand, and let nobody push";
        Attack, "attack", ["A"], Selected,
            "then click: on an enemy, or on where to go and attack on the way";
        Patrol, "patrol", ["P"], Selected,
            "then click: walk between here and there; Shift + click adds places";
        Follow, "follow", ["G"], Selected, "then click: on the unit or obstacle to follow";
        Scatter, "scatter", ["X"], Selected, "everybody away from the middle";
        NextFormation, "next_formation", ["Z"], Selected,
            "next formation: loose, line, column, box, wedge, circle, as they stand";
        Pace, "pace", ["T"], Selected, "march together, or each at its own pace";
        Remove, "remove", ["Delete"], Selected, "take the selected units away";
    }
    "Selection" {
        NextKind, "next_kind", ["Tab"], Always, "one kind of the selection after the other";
        SelectAll, "select_all", ["Ctrl + A"], Always, "everybody; with a selection, everybody of its teams";
        (KeyAction::Group(GroupDeed::Recall, 0)), "group_1", ["1"], Always,
            "select that control group, twice: look there; with a tool in hand what it places";
        (KeyAction::Group(GroupDeed::Recall, 1)), "group_2", ["2"], Always, "";
        (KeyAction::Group(GroupDeed::Recall, 2)), "group_3", ["3"], Always, "";
        (KeyAction::Group(GroupDeed::Recall, 3)), "group_4", ["4"], Always, "";
        (KeyAction::Group(GroupDeed::Recall, 4)), "group_5", ["5"], Always, "";
        (KeyAction::Group(GroupDeed::Recall, 5)), "group_6", ["6"], Always, "";
        (KeyAction::Group(GroupDeed::Recall, 6)), "group_7", ["7"], Always, "";
        (KeyAction::Group(GroupDeed::Recall, 7)), "group_8", ["8"], Always, "";
        (KeyAction::Group(GroupDeed::Recall, 8)), "group_9", ["9"], Always, "";
        Back, "back", ["Esc"], Always,
            "close the topmost thing, deselect, then back to the menu, where the session waits";
    }
    "Camera and cards" {
        (KeyAction::Camera(IVec2::NEG_Y)), "camera_up", ["Up"], Held,
            "held: move the camera, as the pointer does at the rim of the window";
        (KeyAction::Camera(IVec2::NEG_X)), "camera_left", ["Left"], Held, "";
        (KeyAction::Camera(IVec2::Y)), "camera_down", ["Down"], Held, "";
        (KeyAction::Camera(IVec2::X)), "camera_right", ["Right"], Held, "";
        LookAtSelection, "look_at_selection", ["C"], Always, "look at the selection";
        WholeMap, "whole_map", ["Home"], Always, "show the whole map";
        Explain, "explain", ["F1"], Always, "explain: colliders, paths, reasons";
        Graph, "stage_times", ["F3"], Always, "time of a tick by stage";
        HideCards, "hide_cards", ["F4"], Always, "hide all cards, or show them";
        Picture, "picture", ["F12"], Always, "save a picture of the window";
        MovingPicture, "moving_picture", ["Shift + F12"], Always,
            "save the last ten seconds as a moving picture";
        Mute, "mute", ["M"], Always, "in a build with sound: silent, or heard again";
        Help, "help", ["?"], Always, "all keys";
        FullScreen, "full_screen", ["F11", "Alt + Enter"], Always, "the whole screen, or back to the window";
        (KeyAction::Size(SizeStep::Larger)), "larger_text", ["Ctrl + ="], Always, "larger cards and text";
        (KeyAction::Size(SizeStep::Smaller)), "smaller_text", ["Ctrl + -"], Always, "smaller cards and text";
        (KeyAction::Size(SizeStep::Fitting)), "fitting_text", ["Ctrl + 0"], Always, "the size that fits the screen";
    }
    "Time" {
        Pause, "pause", ["Space"], Always, "time stands, or goes on";
        Step, "step", ["."], Always, "one tick on";
        StepBack, "step_back", [","], Always, "one tick back";
        SecondOn, "second_on", ["Shift + ."], Always, "one second on";
        SecondBack, "second_back", ["Shift + ,"], Always, "one second back";
        MarkBefore, "mark_before", ["["], Always, "back to the mark before: an order, an edit, a jam";
        MarkAfter, "mark_after", ["]"], Always, "on to the mark after";
        Now, "now", ["End"], Always, "the last moment that was played";
        OtherFuture, "other_future", ["\\"], Always,
            "the future that was left when something was done in the past";
        Faster, "faster", ["+", "="], Always, "up to 16 times as fast";
        Slower, "slower", ["-"], Always, "down to a tenth";
        Reload, "reload", ["R", "F5"], Always, "the level again, from its start";
        Ghost, "ghost", ["O"], Always, "in a level with goals: the author's ghost, your best's, none";
        Undo, "undo", ["Ctrl + Z"], Always,
            "removed units come back; else the session before a restart; in the editor the last stroke";
    }
    "Sandbox" {
        Build, "build", ["B"], Always, "then drag: build rock, trees, water; right drag removes";
        Place, "place", ["N"], Always, "then click: place units; right click removes";
        NextTeam, "next_team", ["T"], Placing, "the team of the units that are placed";
        Editor, "editor", ["E"], Always, "the level in the editor; there: test it, and back";
        Redo, "redo", ["Ctrl + Y", "Ctrl + Shift + Z"], Always, "the session after a restart that was undone; in the editor what was undone";
        Models, "models", ["F2"], Always, "who is moved by which model, and its numbers";
        Beside, "beside", ["V"], Always,
            "two fields side by side from here on, another model on the right; or one again";
        SaveSession, "save_session", ["Ctrl + S", "F6"], Always, "save the session to play it again";
        SaveLevel, "save_level", ["Ctrl + Shift + S"], Always, "save map and units as a level";
        CutOut, "cut_out", ["L"], Always,
            "make a level of the selected units, those near them and what they still have to do";
    }
}

/// All actions, first to last.
pub fn entries() -> impl Iterator<Item = &'static KeyEntry> {
    ENTRIES.iter().flat_map(|(_, entries)| *entries)
}

impl KeyAction {
    /// What it does, in the words of the table.
    pub fn what(self) -> &'static str {
        entries().find(|entry| entry.action == self).map_or("", |entry| entry.what)
    }
}
