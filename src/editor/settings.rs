//! What holds for the whole of a document: what the player may spend, parameters of models, what it claims.

use super::Document;
use serde_json::Value;

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

    /// Sets a parameter of a model for the whole level, or leaves it to the model.
    pub fn set_parameter(&mut self, model: &str, name: &str, value: Option<Value>) {
        let mut models = self.object("parameters");
        let mut own = models.get(model).and_then(Value::as_object).cloned().unwrap_or_default();
        match value {
            Some(value) => _ = own.insert(name.to_owned(), value),
            None => _ = own.shift_remove(name),
        }
        models.insert(model.to_owned(), own.into());
        self.set("parameters", models.into());
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
    fn a_parameter_is_set_for_its_model_and_left_to_it_again() {
        let mut document = Document::new(8, 8);
        document.set_parameter("predictive", "fan", Some(false.into()));
        document.set_parameter("swarm", "smooth", Some(true.into()));
        document.set_parameter("predictive", "fan", None);
        assert_eq!(
            document.get("parameters"),
            Some(&json!({ "predictive": {}, "swarm": { "smooth": true } }))
        );
    }
}
