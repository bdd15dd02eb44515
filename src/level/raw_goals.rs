//! What a player is to reach, as the file says it.

use super::decode::{
    Decode, Field, Name, Trail, Word, expected, is_comment, key_of, note_twice, note_unknown, object,
    object_schema,
};
use super::goal::Deed;
use super::json::start;
use super::problem::Problems;
use super::values::{Allowance, Count, Duration, RawArea};
use super::who::Who;
use jsonc_parser::ast::Value;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::json;
use std::borrow::Cow;

/// The keys that name a goal, each with the keys that it needs and those that it may have.
pub(super) const GOAL_KEYS: [(&str, &[&str], &[&str]); 6] = [
    ("bring", &["to"], &["count", "within"]),
    ("hold", &["for"], &[]),
    ("shut", &["against", "for"], &[]),
    ("keep", &[], &["at_least"]),
    ("defeat", &[], &[]),
    ("do", &[], &["count"]),
];

/// Exactly one of the keys that name a goal, with the keys that belong to it.
fn goal_rules() -> serde_json::Value {
    let all: Vec<&str> =
        GOAL_KEYS.iter().flat_map(|(_, needs, may)| needs.iter().chain(*may)).copied().collect();
    let rule = |&(kind, needs, may): &(&str, &[&str], &[&str])| {
        let required: Vec<&str> = std::iter::once(kind).chain(needs.iter().copied()).collect();
        let strange = all.iter().filter(|key| !needs.contains(key) && !may.contains(key));
        let strange: serde_json::Map<String, serde_json::Value> =
            strange.map(|key| ((*key).to_owned(), false.into())).collect();
        json!({ "required": required, "properties": strange })
    };
    json!({ "oneOf": GOAL_KEYS.iter().map(rule).collect::<Vec<_>>() })
}

object! {
    /// Something that the player is to reach, named by exactly one of the keys `bring`, `hold`, `shut`,
    /// `keep`, `defeat` and `do`.
    RawGoal with { goal_rules() } {
        /// These are to be in the area `to`, `count` of them at the same time.
        bring "bring" optional Who,
        /// Of `bring`: `[column, row, columns, rows]`.
        to "to" optional RawArea,
        /// Of `bring`: how many, all unless told. Of `do`: units or tiles, one unless told.
        count "count" optional Count,
        /// Of `bring`: seconds of simulation in which it must be done.
        within "within" optional Duration,
        /// The area in which the player's units are to stand, and nobody else.
        hold "hold" optional RawArea,
        /// The area in which nobody of the team `against` is to be.
        shut "shut" optional RawArea,
        /// Of `hold` and `shut`: for so many seconds on end.
        seconds "for" optional Duration,
        /// Of `shut`: the team that is to stay out.
        against "against" optional Name,
        /// Of these, `at_least` so many are to be alive when all else is reached.
        keep "keep" optional Who,
        /// Of `keep`: how many, all unless told.
        at_least "at_least" optional Count,
        /// None of these is to be alive.
        defeat "defeat" optional Who,
        /// Something that the player is to do by hand: `select`, `send`, `queue` or `patrol` at least `count`
        /// units, draw a `front` for them, or `build` so many tiles.
        deed "do" optional Word<Deed>,
        /// What the player is told, instead of words made of the goal.
        text "text" optional String,
    }
}

object! {
    /// What the player may spend.
    RawLimit {
        /// Orders given.
        orders "orders" optional Allowance,
        /// Tiles changed.
        tiles "tiles" optional Allowance,
    }
}

object! {
    /// Seconds of simulation in which all goals must be reached for each medal.
    RawMedals {
        /// Seconds for gold.
        gold "gold" optional Duration,
        /// Seconds for silver, not less than for gold.
        silver "silver" optional Duration,
        /// Seconds for bronze, not less than for silver.
        bronze "bronze" optional Duration,
        /// What the player may spend.
        limit "limit" optional RawLimit,
    }
}
