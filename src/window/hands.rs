//! The player's hands: who is selected, which tool is held, what the mouse is about to do.

use crate::ids::UnitId;
use crate::window::building::{Building, Tool};
use crate::window::cards::orders::OrdersBar;
use crate::window::control_groups::ControlGroups;
use crate::window::front::DrawnFront;
use crate::window::keys::Situation;
use crate::window::pointer::Pointer;
use crate::window::selection::{KindCycle, Selection};
use glam::Vec2;

/// A press that moves less than this, points, is a click.
pub const CLICK_REACH: f32 = 5.0;

/// The last click, for the next one to be a double one.
pub struct Click {
    /// Where, points.
    pub at: Vec2,
    /// When, s of real time.
    pub time: f64,
    /// On whom.
    pub unit: Option<UnitId>,
}

/// What the next click on the map is for, after a key or button that asks for one.
#[derive(Clone, Debug, PartialEq)]
pub enum NextClick {
    /// A place of a patrol.
    Patrol {
        /// Those that are laid out, world px.
        route: Vec<Vec2>,
        /// Whether it is appended to what the units do.
        queues: bool,
    },
    /// Whom, or on the way to where, to attack.
    Attack,
    /// Who or what is to be followed.
    Follow,
}

/// What the player holds and points at.
#[derive(Default)]
pub struct Hands {
    /// The selected units.
    pub selection: Selection,
    /// Control groups.
    pub groups: ControlGroups,
    /// Where Tab is in the kinds of the selection.
    pub kind_cycle: KindCycle,
    /// Formation and pace of the next orders.
    pub orders_bar: OrdersBar,
    /// A front that the right button draws.
    pub front: Option<DrawnFront>,
    /// What the next click is for, if not to select.
    pub aim: Option<NextClick>,
    /// Whether Shift is held: orders are appended.
    pub queueing: bool,
    /// The sandbox.
    pub building: Building,
    /// Where the pointer is, points.
    pub pointer: Vec2,
    /// What a press would do under the pointer; nothing over a card.
    pub pointer_is: Pointer,
    /// Where a selection box began, points.
    pub box_from: Option<Vec2>,
    /// The middle button drags the map.
    pub dragging_map: bool,
    /// The last click on the map.
    pub last_click: Option<Click>,
}

impl Hands {
    /// Empty hands, the pointer at a point of the screen.
    pub fn new(pointer: Vec2) -> Hands {
        Hands { pointer, ..Hands::default() }
    }

    /// What decides between actions that share a key.
    pub fn situation(&self) -> Situation {
        Situation { selected: !self.selection.is_empty(), placing: self.building.tool == Some(Tool::Units) }
    }

    /// Without a selection there is nobody to be sent.
    pub fn drop_what_needs_a_selection(&mut self) {
        if self.selection.is_empty() {
            (self.front, self.aim) = (None, None);
        }
    }

    /// Whether there is something that [`Hands::let_go`] would let go of.
    pub fn is_holding(&self) -> bool {
        self.front.is_some() || self.aim.is_some() || self.box_from.is_some() || self.building.tool.is_some()
    }

    /// Lets go of what was begun, the newest first; whether there was anything.
    pub fn let_go(&mut self) -> bool {
        self.front.take().is_some()
            || self.aim.take().is_some()
            || self.box_from.take().is_some()
            || self.building.tool.take().is_some()
    }
}
