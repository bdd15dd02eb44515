//! Who is selected: kinds, numbers, what they do; a click on a kind lets the others go.

use super::action::Action;
use super::game::Game;
use super::hud::{hints, pale};
use super::layout::Layout;
use super::library::grouped;
use super::selection::Mode;
use super::theme;
use crate::ids::UnitId;
use crate::unit::{State, Unit};
use egui_macroquad::egui;
use egui_macroquad::egui::{RichText, TextStyle};

/// More kinds than these are summed up.
const MOST_KINDS: usize = 5;
/// And in a small window.
const MOST_KINDS_SMALL: usize = 3;
/// What the mouse does is told where there is this much room for it, points.
const HINTS: f32 = 450.0;

/// Who is selected and what they do; a click on a kind lets the others go.
pub(super) fn show(ui: &mut egui::Ui, game: &mut Game) {
    let roster = game.roster();
    // Colours alone do not tell teams apart for everybody.
    let several_teams = roster.iter().any(|part| part.1 != roster[0].1);
    let most = if Layout::is_small(ui.ctx()) { MOST_KINDS_SMALL } else { MOST_KINDS };
    let mut kinds = Vec::new();
    let right = ui.max_rect().right();
    let row = |ui: &mut egui::Ui| {
        ui.label(RichText::new(grouped(game.selection.len())).text_style(TextStyle::Heading));
        ui.label(if game.selection.len() == 1 { "unit" } else { "units" });
        if let Some((state, _)) = game.doing() {
            ui.label(pale(in_words(state)));
        }
        for &(kind, team, count) in roster.iter().take(most) {
            let color = game.sim.teams[usize::from(team)].color;
            let (team_name, kind_name) =
                (&game.sim.teams[usize::from(team)].name, &game.sim.kinds[usize::from(kind)].name);
            let text = match several_teams {
                true => format!("{} {kind_name}, {team_name}", grouped(count)),
                false => format!("{} {kind_name}", grouped(count)),
            };
            let next = game.keys.text(Action::NextKind);
            let told = format!("Click: only these. {next}: one kind after the other");
            let response = theme::swatch(ui, color, usize::from(team), Some(kind_name), &text, false);
            let response = response.on_hover_text(told);
            kinds.push(response.rect);
            if response.clicked() {
                game.narrow(kind, team);
            }
        }
        if roster.len() > most {
            let rest: usize = roster[most..].iter().map(|&(_, _, count)| count).sum();
            ui.label(pale(format!("and {} others", grouped(rest))));
        }
        if right - ui.next_widget_position().x > HINTS {
            ui.add_space(2.0 * theme::STEP);
            hints(
                ui,
                &[
                    ("Right click", game.right_click_hint()),
                    ("Right drag", "draw the front"),
                    ("Shift", "afterwards"),
                ],
            );
        }
    };
    // A few kinds take their own width, many are wrapped.
    if roster.len() < 3 {
        ui.horizontal(row)
    } else {
        ui.horizontal_wrapped(row)
    };
    game.kind_buttons = kinds;
}

fn in_words(state: State) -> &'static str {
    match state {
        State::Idle => "standing",
        State::WaitingForPath => "looking for a way",
        State::Moving | State::WaypointReached => "under way",
        State::DestinationReached => "arrived",
        State::Holding => "on hold",
        State::Following => "following",
    }
}

impl Game {
    /// Kinds and teams of the selection with their numbers, most first: `(kind, team, count)`.
    pub fn roster(&self) -> Vec<(u16, u16, usize)> {
        let mut roster: Vec<(u16, u16, usize)> = Vec::new();
        // Walking over all units is cheaper than looking up each of a large selection.
        for unit in self.sim.units.query::<&Unit>().iter().filter(|unit| self.selection.contains(unit.id)) {
            match roster.iter_mut().find(|(kind, team, _)| (*kind, *team) == (unit.kind, unit.team)) {
                Some((_, _, count)) => *count += 1,
                None => roster.push((unit.kind, unit.team, 1)),
            }
        }
        roster.sort_by_key(|&(kind, team, count)| (std::cmp::Reverse(count), kind, team));
        roster
    }

    /// What the selection does: its commonest state and how many are in it.
    pub fn doing(&self) -> Option<(State, usize)> {
        let mut counts: Vec<(State, usize)> = Vec::new();
        for (_, state) in self
            .sim
            .units
            .query::<(&Unit, &State)>()
            .iter()
            .filter(|(unit, _)| self.selection.contains(unit.id))
        {
            match counts.iter_mut().find(|(known, _)| *known == *state) {
                Some((_, count)) => *count += 1,
                None => counts.push((*state, 1)),
            }
        }
        counts.into_iter().max_by_key(|&(_, count)| count)
    }

    /// Lets go of everybody but one kind of one team.
    pub fn narrow(&mut self, kind: u16, team: u16) {
        let alike = |&unit: &UnitId| {
            let entity = self.sim.entity(unit)?;
            let unit = self.sim.units.get::<&Unit>(entity).ok()?;
            (unit.kind == kind && unit.team == team).then_some(unit.id)
        };
        let units: Vec<UnitId> = self.selection.units().iter().filter_map(alike).collect();
        self.selection.apply(units, Mode::Replace);
    }
}
