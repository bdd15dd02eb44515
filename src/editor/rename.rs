//! Keeps what orders, goals and claims say about units true when units are taken away.

use super::Document;
use super::numbers::count;
use serde_json::{Value, json};
use std::collections::HashMap;

/// What becomes of each name; `None`: nobody has it any more.
type Renamed = HashMap<String, Option<String>>;

/// Renames units in all orders, goals and claims. Those about nobody else go.
pub(super) fn rename(document: &mut Document, renamed: &Renamed) {
    for list in ["orders", "goals"] {
        let before = document.list(list).to_vec();
        let mut after = before.clone();
        after.retain_mut(|value| is_left(value, renamed));
        if after != before {
            document.set(list, after.into());
        }
    }
    let mut expect = document.get("expect").cloned().unwrap_or_default();
    if expect["home"].is_array() {
        if !rename_who(&mut expect["home"], renamed)
            && let Some(expect) = expect.as_object_mut()
        {
            expect.shift_remove("home");
        }
        document.set("expect", expect);
    }
}

/// Renames the units of an order or a goal; whether it is still about somebody.
fn is_left(value: &mut Value, renamed: &Renamed) -> bool {
    for key in ["who", "bring", "keep", "defeat"] {
        let Some(who) = value.get_mut(key) else { continue };
        if !rename_who(who, renamed) {
            return false;
        }
        let Some(left) = who.as_array().map(Vec::len) else { continue };
        for asked in ["count", "at_least"] {
            if value.get(asked).is_some_and(|asked| count(asked) > left) {
                value[asked] = json!(left);
            }
        }
    }
    match value["target"].as_str().and_then(|target| renamed.get(target)) {
        Some(None) => false,
        Some(Some(name)) => {
            value["target"] = json!(name);
            true
        }
        None => true,
    }
}

/// Renames a list of ids; whether anybody is left. Teams and groups stay as they are.
fn rename_who(who: &mut Value, renamed: &Renamed) -> bool {
    let Some(names) = who.as_array_mut() else { return true };
    names.retain_mut(|name| match name.as_str().and_then(|known| renamed.get(known)) {
        Some(Some(new)) => {
            *name = json!(new);
            true
        }
        Some(None) => false,
        None => true,
    });
    !names.is_empty()
}
