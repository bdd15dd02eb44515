//! The selected units: kinds, numbers, what they do; a click on a kind lets the others go.

use super::asked::CardAsked;
use super::layout::CardLayout;
use super::paper::{hints, is_narrow, pale, title};
use super::swatch::swatch;
use crate::explain::doing::Doing;
use crate::sim::Sim;
use crate::window::keys::{KeyAction, Keys};
use crate::window::selection::Selection;
use crate::window::several::selected_by;
use crate::window::spots::Spotted;
use crate::window::theme;
use crate::window::words::{self, grouped};
use egui_macroquad::egui::Ui;

/// More kinds than these are summed up.
const MAX_KINDS: usize = 5;
/// More kinds than these are summed up in a small window.
const MAX_KINDS_SMALL: usize = 3;
/// What the mouse does is told where there is this much room for it, points.
const HINTS: f32 = 450.0;

/// The selected units and what they do; `click` says for those who obey what a right click would do, if there
/// is a pointer.
pub fn show(
    ui: &mut Ui,
    sim: &Sim,
    selection: &Selection,
    keys: &Keys,
    click: Option<Option<&str>>,
    asked: &mut Vec<CardAsked>,
) {
    let roster = roster(sim, selection);
    // Colours alone do not tell teams apart for everybody.
    let several_teams = roster.iter().any(|part| part.1 != roster[0].1);
    let most = if CardLayout::is_small(ui.ctx()) { MAX_KINDS_SMALL } else { MAX_KINDS };
    let right = ui.max_rect().right();
    let row = |ui: &mut Ui| {
        // Those who are on the right field alone are not counted.
        let count = roster.iter().map(|&(.., count)| count).sum();
        ui.label(title(grouped(count)));
        ui.label(if count == 1 { "unit" } else { "units" });
        if let Some(doing) = doing(sim, selection) {
            ui.label(pale(doing));
        }
        for (index, &(kind, team, count)) in roster.iter().take(most).enumerate() {
            let color = sim.teams[usize::from(team)].color;
            let kind_name = &sim.kinds[usize::from(kind)].name;
            let team_name = several_teams.then_some(&*sim.teams[usize::from(team)].name);
            let text = counted(count, kind_name, team_name);
            let next = keys.told(KeyAction::NextKind);
            let told = format!("Click: only these. {next}: one kind after the other");
            let response = swatch(ui, color, usize::from(team), Some(kind_name), &text, false);
            let response = response.on_hover_text(told).spot("kinds", index.to_string());
            response.asks(asked, CardAsked::Narrow(kind, team));
        }
        if roster.len() > most {
            let rest: usize = roster[most..].iter().map(|&(_, _, count)| count).sum();
            ui.label(pale(format!("and {}", words::counted(rest, "other", "others"))));
        }
        if let Some(click) = click.filter(|_| right - ui.next_widget_position().x > HINTS) {
            ui.add_space(2.0 * theme::STEP);
            let click = click.map(|click| ("Right click", click)).into_iter();
            let all: Vec<_> =
                click.chain([("Right drag", "draw the front"), ("Shift", "queue it")]).collect();
            hints(ui, &all);
        }
    };
    // A few kinds take their own width, many are wrapped.
    if roster.len() < 3 && !is_narrow(ui.ctx()) {
        ui.horizontal(row)
    } else {
        ui.horizontal_wrapped(row)
    };
}

/// So many of a kind, whatever that is called, and of which team, if that is told.
fn counted(count: usize, kind: &str, team: Option<&str>) -> String {
    format!("{} × {kind}{}", grouped(count), team.map_or(String::new(), |team| format!(", {team}")))
}

/// Kinds and teams of the selection with their numbers, most first: `(kind, team, count)`.
pub fn roster(sim: &Sim, selection: &Selection) -> Vec<(u16, u16, usize)> {
    let parts = selected_by(sim, selection, |unit| (unit.kind, unit.team)).into_iter();
    let mut roster: Vec<_> = parts.map(|((kind, team), units)| (kind, team, units.len())).collect();
    roster.sort_by_key(|&(kind, team, count)| (std::cmp::Reverse(count), kind, team));
    roster
}

/// What most of the selection do, or else those who stopped short, in a word or two, and how many they are
/// where not all do it.
fn doing(sim: &Sim, selection: &Selection) -> Option<String> {
    let parts = selected_by(sim, selection, |unit| Doing::of(unit).brief());
    let is_short = |doing: &str| doing == Doing::Exhausted.brief();
    let (doing, units) = parts.iter().max_by_key(|(doing, units)| (is_short(doing), units.len()))?;
    Some(match parts.len() {
        1 => (*doing).to_owned(),
        _ => format!("{} {doing}", grouped(units.len())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_of_a_kind_read_right_whatever_it_is_called() {
        assert_eq!(counted(8, "ship", None), "8 × ship");
        assert_eq!(counted(1, "hero", Some("red")), "1 × hero, red");
    }
}
