//! What holds for the whole of a document: what the player may spend, parameters of models, what it claims.

use super::sides::TeamSign;
use super::{Document, put};
use serde_json::{Map, Value};

/// Whose parameters of models are meant: a unit's come before its team's, these before the level's.
#[derive(Clone, Copy, Debug)]
pub enum Owner<'d> {
    /// Everybody.
    Level,
    /// The team of this name, and the teams of the level for a document that lists none.
    Team(&'d str, &'d [TeamSign]),
    /// Units, by number.
    Units(&'d [usize]),
}

impl Document {
    /// What the player may spend of `orders` or `tiles`; `None`: as much as they like.
    pub fn limit(&self, what: &str) -> Option<u64> {
        let limit =
            self.get("medals").and_then(|medals| medals.get("limit")).or_else(|| self.get("limit"))?;
        limit[what].as_u64()
    }

    /// Sets what the player may spend of `orders` or `tiles`, where the level says so already.
    pub fn set_limit(&mut self, what: &str, most: Option<u64>) {
        let mut medals = self.get("medals").cloned().unwrap_or_default();
        let is_in_medals = medals["limit"].is_object();
        let limit = if is_in_medals {
            medals["limit"].clone()
        } else {
            self.get("limit").cloned().unwrap_or_default()
        };
        let mut limit = limit.as_object().cloned().unwrap_or_default();
        match most {
            Some(most) => _ = limit.insert(what.to_owned(), most.into()),
            None => _ = limit.shift_remove(what),
        }
        if is_in_medals {
            medals["limit"] = limit.into();
            self.set("medals", medals);
        } else {
            self.set("limit", limit.into());
        }
    }

    /// Parameters of models as the file has them; nothing where units differ.
    pub fn parameters(&self, owner: Owner) -> Value {
        let found = match owner {
            Owner::Level => self.get("parameters").cloned(),
            Owner::Team(name, _) => self
                .list("teams")
                .iter()
                .find(|team| team["name"] == name)
                .map(|team| team["parameters"].clone()),
            Owner::Units(numbers) => self.common(numbers, "parameters"),
        };
        found.unwrap_or_default()
    }

    /// Parameters of those who have a say where the owner has none, the first before the second: a team where
    /// units are of one, the level.
    pub fn behind(&self, owner: Owner) -> [Value; 2] {
        let team = match owner {
            Owner::Units(numbers) => self.common(numbers, "team"),
            Owner::Level => return Default::default(),
            Owner::Team(..) => None,
        };
        let team = team.as_ref().and_then(Value::as_str);
        let of_team = team.map_or(Value::Null, |team| self.parameters(Owner::Team(team, &[])));
        [of_team, self.parameters(Owner::Level)]
    }

    /// Sets a parameter of a model for its owner, or leaves it to whoever has a say behind the owner.
    pub fn set_parameter(&mut self, owner: Owner, (model, name): (&str, &str), value: Option<Value>) {
        let change = |map: &mut Map<String, Value>| {
            let object =
                |value: Option<&Value>| value.and_then(Value::as_object).cloned().unwrap_or_default();
            let mut models = object(map.get("parameters"));
            let mut own = object(models.get(model));
            put(&mut own, name, value.clone());
            put(&mut models, model, (!own.is_empty()).then(|| own.into()));
            put(map, "parameters", (!models.is_empty()).then(|| models.into()));
        };
        match owner {
            Owner::Level => {
                let mut root: Map<_, _> = self
                    .root
                    .get_key_value("parameters")
                    .into_iter()
                    .map(|(key, value)| (key.clone(), value.clone()))
                    .collect();
                change(&mut root);
                self.set("parameters", root.remove("parameters").unwrap_or_else(|| Map::new().into()));
            }
            Owner::Team(name, known) => self.change_team(name, known, change),
            Owner::Units(numbers) => self.change_units(numbers, change),
        }
    }

    /// Takes a claim of the level away.
    pub fn drop_claim(&mut self, claim: &str) {
        let Some(mut claims) = self.get("expect").and_then(Value::as_object).cloned() else { return };
        claims.shift_remove(claim);
        self.set("expect", claims.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_limit_is_set_where_the_level_says_it() {
        let mut document = Document::new(8, 8);
        assert_eq!(document.limit("orders"), None);
        document.set_limit("orders", Some(2));
        assert_eq!((document.limit("orders"), document.get("medals")), (Some(2), None));
        document.set("limit", json!({}));
        document.set("medals", json!({ "gold": 30, "limit": { "tiles": 0 } }));
        document.set_limit("orders", Some(4));
        document.set_limit("tiles", None);
        assert_eq!(document.get("medals"), Some(&json!({ "gold": 30, "limit": { "orders": 4 } })));
    }

    #[test]
    fn a_parameter_is_set_for_all_a_team_or_units_and_left_to_the_others_again() {
        let text = r##"{ "format": 1, "name": "x", "map": { "size": [9, 9] }, "units": [
            { "kind": "hero", "team": "red", "at": [2, 2], "parameters": { "orca": { "time_horizon": 3 } } },
            { "kind": "hero", "team": "blue", "at": [5, 5] } ] }"##;
        let mut document = Document::parse(text, "x", None).unwrap_or_else(|errors| panic!("{errors}"));
        let known = [("red".to_owned(), [1, 2, 3]), ("blue".to_owned(), [4, 5, 6])];
        let (fan, smooth) = (("predictive", "fan"), ("swarm", "smooth"));
        let (team, units) = (Owner::Team("blue", &known), Owner::Units(&[0, 1]));
        for owner in [Owner::Level, team, units] {
            document.set_parameter(owner, fan, Some(false.into()));
            document.set_parameter(owner, smooth, Some(true.into()));
            document.set_parameter(owner, fan, None);
        }
        let smooth = json!({ "swarm": { "smooth": true } });
        assert_eq!(
            (document.parameters(Owner::Level), document.parameters(team)),
            (smooth.clone(), smooth.clone())
        );
        assert_eq!(document.parameters(units), Value::Null, "they differ");
        assert_eq!(document.parameters(Owner::Units(&[1])), smooth);
        assert_eq!(
            document.list("units")[0]["parameters"]["orca"],
            json!({ "time_horizon": 3 }),
            "it is kept"
        );
        assert_eq!(
            document.behind(Owner::Units(&[1])),
            [smooth.clone(), smooth.clone()],
            "its team, the level"
        );
        assert_eq!(document.behind(units), [Value::Null, smooth], "of two teams");
        crate::level::Level::parse(&document.to_text(), "x", None)
            .unwrap_or_else(|errors| panic!("{errors}"));
        document.set_parameter(team, ("swarm", "smooth"), None);
        assert_eq!(document.list("teams")[1].get("parameters"), None);
    }
}
