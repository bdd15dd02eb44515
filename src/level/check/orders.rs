//! What orders say, and what the level claims about itself.

use super::super::decode::Field;
use super::super::problem::{Problems, Suggestions, quoted};
use super::super::raw::{Do, RawLevel, RawOrder};
use super::super::values::TilePlace;
use super::super::who::Who;
use super::cast::Cast;
use super::units::{extent, px};
use crate::grid::Grid;
use crate::ids::{Target, UnitId};
use crate::level::definition::{Controls, Expect, MAX_ORDERED_UNITS, TimedOrder};
use crate::order::{Command, Manner, Order};
use glam::Vec2;

/// The orders by time; one to nobody, such as a team without units, is left out.
pub(super) fn orders(
    raw: &RawLevel,
    cast: &Cast,
    grid: Option<&Grid>,
    hints: &mut Suggestions,
    problems: &mut Problems,
) -> Vec<TimedOrder> {
    let mut orders = Vec::new();
    let mut total = 0;
    for (index, field) in raw.orders.items().enumerate() {
        let Some(order) = field.get() else { continue };
        let path = format!("orders[{index}]");
        let command = command(order, &path, cast, grid, hints, problems);
        let Some(who) = order.who.get() else { continue };
        let units = cast.units((who, &format!("{path}.who")), hints, problems);
        let (Some(units), Some(command)) = (units, command) else { continue };
        let units = without_target(units, &command, (order, who, &path), problems);
        if let (Command::Attack { target }, Some((name, at))) = (&command, order.target.found())
            && cast.is_friend_of_all(*target, &units)
        {
            let said = format!(
                "{} is no enemy of those who are to attack it; `enemies` of a team says whom it fights",
                quoted(&name.0)
            );
            problems.add(at, format!("{path}.target"), said);
        }
        total += units.len();
        if total > MAX_ORDERED_UNITS {
            let said = format!("all orders together name over {MAX_ORDERED_UNITS} units; give fewer orders");
            problems.add(order.start, &path, said);
            break;
        }
        if units.is_empty() {
            continue;
        }
        let time = order.time.get().map_or(0.0, |time| time.0 as f32);
        let queue = order.queue.get().copied().unwrap_or_default();
        orders.push(TimedOrder { time, order: Order { units, command, queue }.into() });
    }
    if let Some((controls, at)) = raw.controls.found()
        && controls.0 == Controls::TwoGroups
        && cast.teams.names.len() < 2
    {
        problems.add(
            at,
            "controls",
            "`two_groups` sends the first and the second team; the level has only one",
        );
    }
    orders.sort_by(|a, b| a.time.total_cmp(&b.time));
    orders
}

/// Nobody follows itself: one that is named is a fault, one that is meant with its team or group stays where
/// it is.
fn without_target(
    mut units: Vec<UnitId>,
    command: &Command,
    (order, who, path): (&RawOrder, &Who, &str),
    problems: &mut Problems,
) -> Vec<UnitId> {
    if let Command::Follow { target: Target::Unit(target), .. } = command {
        let before = units.len();
        units.retain(|unit| unit != target);
        let is_named = matches!(who, Who::Ids(_)) || units.is_empty();
        if units.len() < before
            && is_named
            && let Some((name, at)) = order.target.found()
        {
            problems.add(at, format!("{path}.target"), format!("{} cannot follow itself", quoted(&name.0)));
        }
    }
    units
}

/// What an order says; `None` once a fault has been noted.
fn command(
    order: &RawOrder,
    path: &str,
    cast: &Cast,
    grid: Option<&Grid>,
    hints: &mut Suggestions,
    problems: &mut Problems,
) -> Option<Command> {
    let action = order.action.get()?.0;
    note_strange_keys(order, action, path, problems);
    match action {
        Do::Move | Do::AttackMove => {
            let (to, at) = order.to.found()?;
            Some(Command::Move {
                to: on_map(*to, at, format!("{path}.to"), grid, problems)?,
                each: order.each.get().copied().unwrap_or_default(),
                formation: order.formation.get().map(|formation| formation.0).unwrap_or_default(),
                manner: Manner {
                    pace: order.pace.get().map(|pace| pace.0).unwrap_or_default(),
                    facing: order.facing.get().map(|facing| facing.0 as f32),
                    frontage: order.frontage.get().map(|frontage| frontage.0 as f32),
                    attacks: action == Do::AttackMove,
                },
            })
        }
        Do::Patrol => Some(Command::Patrol { route: route(order, path, grid, problems)? }),
        Do::Follow => {
            let (name, at) = order.target.found()?;
            let Some(target) = cast.ids.get(name.0.as_str()) else {
                cast.note_unknown(&name.0, at, format!("{path}.target"), hints, problems);
                return None;
            };
            Some(Command::Follow { target: *target, until_reached: order.until.get().is_some() })
        }
        Do::Attack => {
            let (name, at) = order.target.found()?;
            match cast.ids.get(name.0.as_str()) {
                Some(Target::Unit(target)) => return Some(Command::Attack { target: *target }),
                Some(Target::Obstacle(_)) => {
                    let said = format!("{} is an obstacle; only units can be attacked", quoted(&name.0));
                    problems.add(at, format!("{path}.target"), said);
                }
                None => cast.note_unknown(&name.0, at, format!("{path}.target"), hints, problems),
            }
            None
        }
        Do::Stop => Some(Command::Stop),
        Do::Hold => Some(Command::Hold),
    }
}

/// The places of a patrol; `None` once a fault has been noted.
fn route(order: &RawOrder, path: &str, grid: Option<&Grid>, problems: &mut Problems) -> Option<Vec<Vec2>> {
    let (route, at) = order.route.found()?;
    if route.is_empty() {
        let said = "an empty route leads nowhere; write at least one place";
        problems.add(at, format!("{path}.route"), said);
    }
    let place = |(index, field): (usize, &Field<TilePlace>)| {
        let (place, at) = field.found()?;
        on_map(*place, at, format!("{path}.route[{index}]"), grid, problems)
    };
    // All places are looked at before one that is broken ends the order.
    let places: Vec<Option<Vec2>> = route.iter().enumerate().map(place).collect();
    places.into_iter().collect()
}

/// What a level calls an order.
fn name_of(action: Do) -> &'static str {
    match action {
        Do::Move => "move",
        Do::Patrol => "patrol",
        Do::Follow => "follow",
        Do::Stop => "stop",
        Do::Hold => "hold",
        Do::Attack => "attack",
        Do::AttackMove => "attack_move",
    }
}

/// Notes the key that an order lacks, and those that belong to other kinds of order.
fn note_strange_keys(order: &RawOrder, action: Do, path: &str, problems: &mut Problems) {
    const MOVES: &[Do] = &[Do::Move, Do::AttackMove];
    let needed: [(&str, &[Do], bool); 3] = [
        ("to", MOVES, order.to.is_absent()),
        ("route", &[Do::Patrol], order.route.is_absent()),
        ("target", &[Do::Follow, Do::Attack], order.target.is_absent()),
    ];
    let optional: [(&str, &[Do], bool); 4] = [
        ("until", &[Do::Follow], order.until.is_absent()),
        ("pace", MOVES, order.pace.is_absent()),
        ("facing", MOVES, order.facing.is_absent()),
        ("frontage", MOVES, order.frontage.is_absent()),
    ];
    let own = name_of(action);
    for (key, owners, is_absent) in needed {
        if owners.contains(&action) && is_absent {
            let said = format!("missing key `{key}`: a {own} needs it");
            problems.add(order.start, format!("{path}.{key}"), said);
        }
    }
    for (key, owners, is_absent) in needed.into_iter().chain(optional) {
        if !owners.contains(&action) && !is_absent {
            let owners: Vec<String> = owners.iter().map(|owner| format!("`{}`", name_of(*owner))).collect();
            let said = format!("`{key}` belongs to {}; this order is a `{own}`", owners.join(" and "));
            problems.add(order.start, format!("{path}.{key}"), said);
        }
    }
}

/// A place of an order in px, if it is on the map (its rim included).
fn on_map(
    place: TilePlace,
    at: usize,
    path: String,
    grid: Option<&Grid>,
    problems: &mut Problems,
) -> Option<Vec2> {
    let place_px = px(place.0);
    if let Some(grid) = grid
        && place_px != place_px.clamp(glam::DVec2::ZERO, grid.size().as_dvec2())
    {
        let [x, y] = place.0;
        problems.add(at, path, format!("[{x}, {y}] is outside the map{}", extent(grid)));
        return None;
    }
    Some(place_px.as_vec2())
}

/// What the level claims about itself.
pub(super) fn expect(
    raw: &RawLevel,
    cast: &Cast,
    hints: &mut Suggestions,
    problems: &mut Problems,
) -> Option<Expect> {
    let raw = raw.expect.get()?;
    let home = raw.home.get().and_then(|who| cast.units((who, "expect.home"), hints, problems));
    Some(Expect {
        within: raw.within.get().map(|time| time.0 as f32),
        arrived: raw.arrived.get().map(|fraction| fraction.0 as f32),
        overlap: raw.overlap.get().map(|depth| depth.0 as f32),
        home: home.unwrap_or_default().into_iter().map(|unit| unit.0 as usize).collect(),
        together: raw.together.get().map(|time| time.0 as f32),
        models: raw.models.items().filter_map(|model| model.get()).map(|model| model.0).collect(),
    })
}
