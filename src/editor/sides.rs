//! The teams of a document one by one: which there are, who is whose enemy, who leads each.

use super::{Document, put};
use serde_json::{Map, Value, json};

/// Name and colour of a team.
pub type TeamSign = (String, [u8; 3]);

/// Colours of teams in the order in which they come.
const COLORS: [[u8; 3]; 4] = [[0xc8, 0x45, 0x2f], [0x2f, 0x5f, 0x9e], [0xc9, 0x8f, 0x1b], [0x3f, 0x7f, 0x5a]];

impl Document {
    /// The list of teams. `known`: those of the level, for a document that lists none.
    pub(super) fn teams_of(&self, known: &[TeamSign]) -> Vec<Value> {
        match self.list("teams") {
            [] => known.iter().map(listed).collect(),
            list => list.to_vec(),
        }
    }

    /// Adds a team under a name that none has, in the next of the usual colours.
    pub fn add_team(&mut self, name: &str, known: &[TeamSign]) {
        let mut list = self.teams_of(known);
        list.push(listed(&(name.to_owned(), COLORS[list.len() % COLORS.len()])));
        self.set("teams", list.into());
    }

    /// Who leads a team, as the file says it; `None`: the level's orders.
    pub fn stance(&self, team: &str) -> Option<&Value> {
        self.list("teams").iter().find(|known| known["name"] == team)?.get("stance")
    }

    /// Gives a team another leader, or leaves it to the level's orders.
    pub fn set_stance(&mut self, team: &str, stance: Option<Value>, known: &[TeamSign]) {
        self.change_team(team, known, |team| put(team, "stance", stance));
    }

    /// Makes two teams enemies, which the first of them says for both, or friends.
    pub fn set_enemies(&mut self, (one, other): (&str, &str), are: bool, known: &[TeamSign]) {
        self.stroke(|document| {
            for (team, named) in [(one, other), (other, one)] {
                document.change_team(team, known, |team| {
                    let mut list = team.get("enemies").and_then(Value::as_array).cloned().unwrap_or_default();
                    list.retain(|enemy| enemy != named);
                    if are && named == other {
                        list.push(named.into());
                    }
                    put(team, "enemies", (!list.is_empty()).then(|| list.into()));
                });
            }
        });
    }

    pub(super) fn change_team(
        &mut self,
        name: &str,
        known: &[TeamSign],
        change: impl FnOnce(&mut Map<String, Value>),
    ) {
        let mut list = self.teams_of(known);
        if let Some(team) = list.iter_mut().find(|team| team["name"] == name).and_then(Value::as_object_mut) {
            change(team);
            self.set("teams", list.into());
        }
    }
}

fn listed((name, [r, g, b]): &TeamSign) -> Value {
    json!({ "name": name, "color": format!("#{r:02x}{g:02x}{b:02x}") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn a_third_team_is_led_by_itself_and_enemies_are_said_once_for_both() {
        let known = [("red".to_owned(), COLORS[0]), ("blue".to_owned(), COLORS[1])];
        let mut document = Document::new(8, 8);
        document.add_team("ochre", &known);
        document.set_enemies(("red", "blue"), true, &known);
        document.set_enemies(("blue", "ochre"), true, &known);
        document.set_stance("blue", Some("hunt".into()), &known);
        let level = Level::parse(&document.to_text(), "x", None).unwrap_or_else(|errors| panic!("{errors}"));
        let enemies: Vec<&[usize]> = level.teams.iter().map(|team| &team.enemies[..]).collect();
        assert_eq!((enemies, level.teams[2].color), (vec![&[1][..], &[0, 2], &[1]], COLORS[2]));
        assert_eq!(document.stance("blue"), Some(&"hunt".into()));
        // Whichever of the two said it.
        document.set_enemies(("ochre", "blue"), false, &known);
        assert_eq!(document.list("teams")[1].get("enemies"), None);
        document.set_stance("blue", None, &known);
        assert_eq!(document.stance("blue"), None);
        document.undo();
        assert_eq!(document.stance("blue"), Some(&"hunt".into()));
    }
}
