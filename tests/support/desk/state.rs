//! What the window says of itself, read.

use serde_json::Value;

/// All units of a state.
pub fn units(state: &Value) -> &[Value] {
    state["units"].as_array().map_or(&[], Vec::as_slice)
}

/// A unit of a state by its name.
pub fn unit<'s>(state: &'s Value, name: &str) -> &'s Value {
    units(state).iter().find(|unit| unit["name"] == name).expect("the unit is there")
}

/// The first two numbers of a list.
pub fn pair(value: &Value) -> (f32, f32) {
    (value[0].as_f64().expect("a number") as f32, value[1].as_f64().expect("a number") as f32)
}

/// Where a unit is on the map, px.
pub fn at(state: &Value, name: &str) -> (f32, f32) {
    pair(&unit(state, name)["at"])
}

/// Where a unit is on the screen.
pub fn spot(state: &Value, name: &str) -> (f32, f32) {
    pair(&unit(state, name)["screen"])
}

/// Where a place in tiles is on the screen.
pub fn tile(state: &Value, x: f32, y: f32) -> (f32, f32) {
    let (center, scale) =
        (pair(&state["camera"]["center"]), state["camera"]["scale"].as_f64().expect("a number") as f32);
    ((x * 30.0 - center.0) * scale + 640.0, (y * 30.0 - center.1) * scale + 360.0)
}

/// Names of the selected units, one after the other.
pub fn selected(state: &Value) -> String {
    units(state)
        .iter()
        .filter(|unit| unit["selected"] == true)
        .filter_map(|unit| unit["name"].as_str())
        .collect()
}

/// Whether a text with this word is being told.
pub fn told(state: &Value, word: &str) -> bool {
    state["message"].as_str().is_some_and(|text| text.contains(word))
}

/// Left, top, width, height of a card that is shown.
pub fn card_rect(state: &Value, name: &str) -> Option<[f32; 4]> {
    let card = state["cards"][name].as_array()?;
    let number = |index: usize| card[index].as_f64().expect("a number") as f32;
    Some([number(0), number(1), number(2), number(3)])
}

/// The tick that is shown.
pub fn tick(state: &Value) -> u64 {
    state["tick"].as_u64().expect("a number")
}

/// Left, top, width, height of the strip of time.
pub fn strip(state: &Value) -> [f32; 4] {
    [0, 1, 2, 3].map(|index| state["strip"]["rect"][index].as_f64().expect("a number") as f32)
}
