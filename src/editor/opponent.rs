//! Whether teams fight in a document, and who leads those that the player does not.

use super::{Change, Document, Spot, put};
use serde_json::{Value, json};

/// What the teams are that the player does not lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Friends: nobody fights.
    Friend,
    /// Enemies who obey the level's orders.
    Ordered,
    /// Enemies who stand and fight whoever comes near.
    Stands,
    /// Enemies who go for whoever is in a field, then back to their posts.
    Guards,
    /// Enemies who go for the nearest who stands alone.
    Hunts,
    /// Enemies led otherwise, as the file says.
    Other,
}

impl Document {
    /// What the teams are that the player does not lead: the first of them counts.
    pub fn opponent(&self) -> Opponent {
        let has_enemies = |team: &Value| team["enemies"].as_array().is_some_and(|list| !list.is_empty());
        match (self.get("fight") == Some(&Value::Bool(true)), self.list("teams").iter().any(has_enemies)) {
            (false, false) => return Opponent::Friend,
            (false, true) => return Opponent::Other,
            (true, _) => {}
        }
        let player = self.word("player");
        let other = self.list("teams").iter().find(|team| team["name"] != player);
        match other.and_then(|team| team.get("stance")).map(Value::as_str) {
            None | Some(Some("orders")) => Opponent::Ordered,
            Some(Some("stand")) => Opponent::Stands,
            Some(Some("hunt")) => Opponent::Hunts,
            Some(None) if self.guarded().is_some() => Opponent::Guards,
            Some(_) => Opponent::Other,
        }
    }

    /// The field that the first guards of the level look after: `[column, row, columns, rows]`.
    pub fn guarded(&self) -> Option<&Value> {
        self.list("teams").iter().find_map(|team| team.get("stance")?.get("guard"))
    }

    /// Makes the teams that the player does not lead what is asked, in one step. `teams`: the name and the colour
    /// of each team of the level, for a document that lists none. Without a player it is the first team. Guards
    /// look after the whole map until they are given a field.
    pub fn set_opponent(&mut self, opponent: Opponent, teams: &[(String, [u8; 3])]) {
        let Some((first, _)) = teams.first() else { return };
        let player = Some(self.word("player")).filter(|word| !word.is_empty()).unwrap_or(first).to_owned();
        let (columns, rows) = self.size();
        let stance = match opponent {
            Opponent::Stands => Some(json!("stand")),
            Opponent::Guards => {
                let field = self.guarded().cloned().unwrap_or_else(|| json!([0, 0, columns, rows]));
                Some(json!({ "guard": field }))
            }
            Opponent::Hunts => Some(json!("hunt")),
            Opponent::Friend | Opponent::Ordered => None,
            Opponent::Other => return,
        };
        let mut list = self.teams_of(teams);
        let others: Vec<&String> =
            teams.iter().map(|(name, _)| name).filter(|name| **name != player).collect();
        for team in list.iter_mut().filter_map(Value::as_object_mut) {
            let is_player = team.get("name").and_then(Value::as_str) == Some(&player);
            let fights = opponent != Opponent::Friend;
            put(team, "enemies", (is_player && fights).then(|| json!(others)));
            put(team, "stance", stance.clone().filter(|_| !is_player));
        }
        self.stroke(|document| {
            document.set("fight", (opponent != Opponent::Friend).into());
            document.set("player", player.into());
            document.set("teams", list.into());
        });
    }

    /// Gives those who guard another field, in one step; where nobody does, the teams that the player does not lead
    /// become its guards.
    pub fn set_guarded(&mut self, field: &Value, teams: &[(String, [u8; 3])]) {
        self.stroke(|document| {
            if document.guarded().is_none() {
                document.set_opponent(Opponent::Guards, teams);
            }
            let mut list = document.list("teams").to_vec();
            let guarded = list.iter_mut().filter_map(|team| team.get_mut("stance")?.get_mut("guard"));
            guarded.for_each(|guarded| *guarded = field.clone());
            document.set("teams", list.into());
        });
    }

    /// Which goal is to defeat a team, if there is one.
    pub fn defeat(&self) -> Option<usize> {
        self.list("goals").iter().position(|goal| goal.get("defeat").is_some())
    }

    /// To defeat the first of these teams that the player does not lead becomes a goal, or is none any more.
    /// Who was a friend becomes an enemy who stands, and then a friend again.
    pub fn toggle_defeat(&mut self, teams: &[(String, [u8; 3])]) {
        let player = Some(self.word("player")).filter(|word| !word.is_empty());
        let player = player.map(str::to_owned).or_else(|| Some(teams.first()?.0.clone()));
        let other = teams.iter().map(|(name, _)| name).find(|name| Some(*name) != player.as_ref());
        let (Some(player), Some(other)) = (player, other) else { return };
        self.stroke(|document| match document.defeat() {
            Some(index) => document.take_goal(index),
            None => {
                document.set("player", player.into());
                // Friends could never be defeated.
                if document.opponent() == Opponent::Friend {
                    document.set_opponent(Opponent::Stands, teams);
                }
                document.push("goals", json!({ "defeat": { "team": other } }));
            }
        });
    }

    /// Takes a goal away, in one step, and with the one to defeat a team what came with it.
    pub fn take_goal(&mut self, index: usize) {
        let is_defeat = self.list("goals").get(index).is_some_and(|goal| goal.get("defeat").is_some());
        self.stroke(|document| {
            document.take("goals", index);
            if is_defeat {
                document.make_friends();
            }
        });
    }

    /// Takes back what became of the teams when to defeat one was made a goal, unless somebody has changed it
    /// since. Other goals are still about those whom the player leads.
    fn make_friends(&mut self) {
        let goals = Spot::Key("goals".into());
        let defeats = |goals: &Option<Value>| {
            let goals = goals.as_ref().and_then(Value::as_array);
            goals.is_some_and(|goals| goals.iter().any(|goal| goal.get("defeat").is_some()))
        };
        let asks =
            |change: &Change| change.spot == goals && !defeats(&change.before) && defeats(&change.after);
        let Some(step) = self.done.iter().rev().find(|step| step.changes.iter().any(asks)) else { return };
        let mut made: Vec<Change> = step.changes.iter().filter(|change| !asks(change)).cloned().collect();
        let stands = |change: &Change| match &change.spot {
            Spot::Key(key) => self.get(key) == change.after.as_ref(),
            Spot::Row(_) => false,
        };
        if made.iter().all(stands) {
            made.retain(|change| change.spot != Spot::Key("player".into()) || self.list("goals").is_empty());
            for Change { spot, before, after } in made {
                self.change(Change { spot, before: after, after: before });
            }
        }
    }
}
