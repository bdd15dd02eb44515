//! What a hand on a card asks for.

use crate::history::Mark;
use crate::ids::UnitId;
use crate::order::Action;
use crate::unit::ModelName;
use crate::window::keys::action::KeyAction;
use glam::Vec2;

/// What a hand on a card asks for. [`hud`](crate::window::hud) does it when all cards are laid out.
#[derive(Clone, Debug)]
pub enum CardAsked {
    /// What a key would ask for.
    Key(KeyAction),
    /// The menu, whatever is open or selected; the level waits there.
    Menu,
    /// To go to a tick of the session.
    Tick(u64),
    /// To go to a mark of it.
    Mark(Mark),
    /// To play on from this moment of a recording.
    PlayOn,
    /// To look at a place, px.
    Look(Vec2),
    /// To send the selection to a place, px, after what it does if the flag says so.
    Send(Vec2, bool),
    /// To select these units instead.
    Select(Vec<UnitId>),
    /// To keep of the selection one kind of one team.
    Narrow(u16, u16),
    /// That the right field begins again under this model, or as the left one was.
    Beside(Option<ModelName>),
    /// One field again.
    OneField,
    /// Another model or another number of one, in the field whose models are chosen.
    Tune(Action),
}
