//! The level as the file says it: the one place that knows the keys. Reading and the JSON Schema both follow
//! from it.

use super::decode::{
    Decode, Field, Name, Named, Trail, Word, expected, is_comment, key_of, note_twice, note_unknown, object,
    object_schema,
};
use super::json::start;
use super::problem::Problems;
use super::raw_goals::{RawGoal, RawLimit, RawMedals};
use super::raw_parameters::RawParameters;
use super::raw_stance::RawStance;
use super::values::*;
use super::who::Who;
use crate::geometry::Shape;
use crate::level::definition::{Controls, MAX_MAP_SIDE};
use crate::order::{FormationShape, Pace};
use crate::unit::ModelName;
use jsonc_parser::ast::Value;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::json;
use std::borrow::Cow;

/// What an order tells units to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Command")]
pub(super) enum Do {
    /// Go to a place (`to`).
    Move,
    /// Walk a route (`route`) round and round.
    Patrol,
    /// Stay near a unit or an obstacle (`target`).
    Follow,
    /// Drop everything and stand.
    Stop,
    /// Drop everything, stand, and let nobody push one away.
    Hold,
    /// Go for a unit of an enemy team (`target`), and fight it where the level has fights.
    Attack,
    /// Go to a place (`to`), and for every enemy in sight.
    AttackMove,
}

/// When an order ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Until {
    /// When its target is reached.
    Reached,
}

/// One of the keys, and a row of tiles at least.
fn map_rules() -> serde_json::Value {
    json!({
        "oneOf": [{ "required": ["tiles"] }, { "required": ["size"] }, { "required": ["file"] }],
        "allOf": [{ "properties": { "tiles": { "minItems": 1, "maxItems": MAX_MAP_SIDE } } }],
    })
}

object! {
    /// The map, by exactly one of the three keys. A tile is 30 px.
    RawMap with { map_rules() } {
        /// Rows of equal length, top row first; at most 2048 × 2048 tiles.
        tiles "tiles" optional Vec<Field<TileRow>>,
        /// `[columns, rows]`: a map that is all ground, at most 2048 × 2048 tiles.
        size "size" optional Size,
        /// A MovingAI `.map`, relative to the level and inside its folder.
        file "file" optional String,
    }
}

object! {
    /// A kind of unit. A built-in kind (infantry, cavalry, siege, hero) is overridden key by key; a new one
    /// needs radius, speed and acceleration.
    RawKind {
        /// Hard radius, px; of a square half its side.
        radius "radius" optional Radius,
        /// Soft radius, px, at least the radius; the radius unless told.
        soft_radius "soft_radius" optional SoftRadius,
        /// Top speed, px/s.
        speed "speed" optional Speed,
        /// px/s².
        acceleration "acceleration" optional Acceleration,
        /// The unit with the higher priority goes first; 1 unless told.
        priority "priority" optional Priority,
        /// Outline of the hard collider; a circle unless told.
        shape "shape" optional Word<Shape>,
        /// What it can lose in fights before it is out; 100 unless told.
        strength "strength" optional Strength,
        /// Strength that it takes from an enemy in front of it each second; 8 unless told, as infantry's.
        attack "attack" optional Attack,
        /// How far it strikes beyond the two bodies, px; 4 unless told.
        reach "reach" optional Reach,
    }
}

object! {
    /// A side.
    RawTeam {
        /// Its name.
        name "name" required Name,
        /// `#rrggbb`.
        color "color" required Color,
        /// Teams that this one does not push and is not pushed by; it holds for both sides.
        enemies "enemies" optional Vec<Field<Name>>,
        /// Parameters of models for this team's units.
        parameters "parameters" optional RawParameters,
        /// Who leads it: `orders` (the level's, unless told), `stand` (each keeps its post),
        /// `{ "guard": AREA }` (for whoever is in the area), `hunt` (for the nearest weak point).
        stance "stance" optional RawStance,
    }
}

object! {
    /// Units in rows and columns.
    RawBlock {
        /// Centre of the first unit, tiles.
        from "from" required TilePlace,
        /// How many units stand side by side.
        columns "columns" required Count,
        /// How many rows there are.
        rows "rows" required Count,
        /// From centre to centre, px.
        spacing "spacing" required Spacing,
    }
}

object! {
    /// A unit, or a block of them.
    RawUnit with { json!({ "oneOf": [{ "required": ["at"] }, { "required": ["block"] }] }) } {
        /// Its own name in orders; unit i of a block is called `ID.i`, a unit without an id `#n`.
        id "id" optional Name,
        /// Its kind: built-in or listed in `kinds`.
        kind "kind" required Name,
        /// Its team.
        team "team" required Name,
        /// Its centre, tiles.
        at "at" optional TilePlace,
        /// Units in rows and columns.
        block "block" optional RawBlock,
        /// A name that several units share.
        group "group" optional Name,
        /// Overrides the kind's.
        priority "priority" optional Priority,
        /// What it has left of its kind's strength; all unless told.
        strength "strength" optional Strength,
        /// Overrides the level's movement model.
        model "model" optional Word<ModelName>,
        /// Degrees clockwise from east.
        facing "facing" optional Degrees,
        /// Parameters of models for this unit, before those of its team and of the level.
        parameters "parameters" optional RawParameters,
    }
}

/// A turn takes its time, one way or the other.
fn orbit_rules() -> serde_json::Value {
    let too_short = json!({ "exclusiveMinimum": -SHORTEST_PERIOD, "exclusiveMaximum": SHORTEST_PERIOD });
    json!({ "allOf": [{ "properties": { "period": { "not": too_short } } }] })
}

object! {
    /// An ellipse, and how it is gone round.
    RawOrbit with { orbit_rules() } {
        /// Centre of the ellipse, tiles.
        center "center" required TilePlace,
        /// Half axes along x and y, tiles.
        radii "radii" required Axes,
        /// Seconds for one turn, at least 0.1; negative turns the other way.
        period "period" required Period,
        /// Degrees clockwise from east at the start; 0 unless told.
        phase "phase" optional Degrees,
    }
}

object! {
    /// A circle that nothing can pass.
    RawObstacle with { json!({ "oneOf": [{ "required": ["at"] }, { "required": ["orbit"] }] }) } {
        /// Its own name in orders.
        id "id" optional Name,
        /// px.
        radius "radius" required Radius,
        /// Its centre, if it stands, tiles.
        at "at" optional TilePlace,
        /// Its way, if it moves.
        orbit "orbit" optional RawOrbit,
    }
}

/// The key that orders of some kinds need, and that no other may have.
fn order_rules() -> serde_json::Value {
    let rule = |actions: &[&str], key: &str| {
        json!({
            "if": { "properties": { "do": { "enum": actions } }, "required": ["do"] },
            "then": { "required": [key] },
            "else": { "properties": { key: false } },
        })
    };
    json!({ "allOf": [
        rule(&["move", "attack_move"], "to"),
        rule(&["patrol"], "route"),
        rule(&["follow", "attack"], "target"),
        {
            "if": { "required": ["until"] },
            "then": { "properties": { "do": { "const": "follow" } } },
        },
        { "properties": { "route": { "minItems": 1 } } },
    ] })
}

object! {
    /// An order that the level gives.
    RawOrder with { order_rules() } {
        /// Seconds of simulation; 0 unless told.
        time "time" optional Time,
        /// The units that it is for: a list of ids, a team, a group, or `all`.
        who "who" required Who,
        /// What they are to do.
        action "do" required Word<Do>,
        /// Of `move` and `attack_move`: the place, tiles.
        to "to" optional TilePlace,
        /// Of `patrol`: places, tiles, walked round and round.
        route "route" optional Vec<Field<TilePlace>>,
        /// Of `follow`: the id of a unit or an obstacle. Of `attack`: the id of a unit of an enemy team.
        target "target" optional Name,
        /// Of `follow`: `reached` ends it there, so that what is queued begins.
        until "until" optional Word<Until>,
        /// Of `move` and `attack_move`: the shape to march in.
        formation "formation" optional Word<FormationShape>,
        /// Of `move` and `attack_move`: whether the members of a group keep together (`matched`) or go each
        /// at its own pace (`own`).
        pace "pace" optional Word<Pace>,
        /// Of both in a formation: where it faces in the end, degrees clockwise from east; the way it comes
        /// unless told.
        facing "facing" optional Degrees,
        /// Of both in a formation: how wide its front is, px; the shape's own width unless told.
        frontage "frontage" optional Frontage,
        /// Of `move` and `attack_move`: each on its own instead of as a group.
        each "each" optional bool,
        /// Append to what the units are doing instead of replacing it.
        queue "queue" optional bool,
    }
}

object! {
    /// What the level claims; `muster verify` checks it.
    RawExpect {
        /// How long it is run, s.
        within "within" optional Duration,
        /// Fraction of the units with a move order that must arrive, 0 to 1.
        arrived "arrived" optional Fraction,
        /// Deepest overlap allowed, px.
        overlap "overlap" optional Depth,
        /// The units that must be back within 1 px of where they started.
        home "home" optional Who,
        /// Seconds between the first and the last arrival.
        together "together" optional Time,
        /// Which movement models it is claimed for; the level's own unless told.
        models "models" optional Vec<Field<Word<ModelName>>>,
    }
}

object! {
    /// Tiles that change.
    RawEdit {
        /// Seconds of simulation.
        time "time" required Time,
        /// `[column, row, columns, rows]`, inside the map.
        area "area" required RawArea,
        /// What they become: `.` ground, `#` rock, `T` trees, `~` water.
        tile "tile" required TileCharacter,
    }
}

/// How many teams there are; that goals are more than whom to keep; and what only a level with goals has.
fn level_rules() -> serde_json::Value {
    let teams = json!({ "minItems": 1, "maxItems": MAX_IN_ROSTER });
    let no_goals = json!({ "maxItems": 0 });
    let goals = json!({ "anyOf": [no_goals, { "contains": { "not": { "required": ["keep"] } } }] });
    let needs_goals = json!({ "required": ["goals"], "properties": { "goals": { "minItems": 1 } } });
    json!({
        "allOf": [{ "properties": { "teams": teams, "goals": goals } }],
        "dependencies": { "medals": needs_goals, "limit": needs_goals },
    })
}

object! {
    /// A level of Muster, format 1. Places are in tiles of 30 px, sizes in px, speeds in px/s, times in
    /// seconds of simulation, angles in degrees clockwise from east.
    RawLevel with { level_rules() } {
        /// Where an editor finds this schema.
        schema "$schema" optional String,
        /// The format's number: 1.
        format "format" required Format,
        /// Shown in the menu.
        name "name" required String,
        /// One or two sentences: what the level shows.
        description "description" optional String,
        /// The movement model of every unit that names none; `predictive` unless told.
        model "model" optional Word<ModelName>,
        /// `rts` unless told; in `two_groups` the left button sends the first team, the right button the
        /// second.
        controls "controls" optional Word<Controls>,
        /// Parameters of models for all units; those of a team go before these, those of a unit before both.
        parameters "parameters" optional RawParameters,
        /// The map.
        map "map" required RawMap,
        /// Kinds of unit, by name: new ones, or changes of infantry, cavalry, siege and hero.
        kinds "kinds" optional Named<RawKind>,
        /// The sides; red and blue unless told.
        teams "teams" optional Vec<Field<RawTeam>>,
        /// The units, at most 200,000.
        units "units" optional Vec<Field<RawUnit>>,
        /// Circles that nothing can pass.
        obstacles "obstacles" optional Vec<Field<RawObstacle>>,
        /// What units are told to do when.
        orders "orders" optional Vec<Field<RawOrder>>,
        /// What the level claims.
        expect "expect" optional RawExpect,
        /// Tiles that change under way.
        edits "edits" optional Vec<Field<RawEdit>>,
        /// The team that the player commands; all of them unless told.
        player "player" optional Name,
        /// What the player is to reach, all of them.
        goals "goals" optional Vec<Field<RawGoal>>,
        /// Times to reach all goals in, and what it may cost.
        medals "medals" optional RawMedals,
        /// What the player may spend; it may stand in `medals` instead.
        limit "limit" optional RawLimit,
        /// Whether enemies in reach of each other fight; not unless told.
        fight "fight" optional bool,
    }
}
