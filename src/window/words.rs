//! Numbers and names as the window writes them.

use crate::time::TICK_RATE;
use crate::unit::ModelName;

/// A model's name as text.
pub fn model_title(model: ModelName) -> String {
    use clap::ValueEnum;
    let name = model.to_possible_value().map(|value| value.get_name().replace('_', " "));
    let name = name.unwrap_or_default();
    name[..1].to_uppercase() + &name[1..]
}

/// A time as clocks show it.
pub fn clock(ticks: u64) -> String {
    let seconds = ticks / u64::from(TICK_RATE);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A time to a tenth of a second, as stop watches show it.
pub fn exact(seconds: f64) -> String {
    // Thirtieths of a second are seldom whole tenths to the last digit.
    let tenths = (seconds * 10.0 - 1e-6).ceil() as u64;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

/// A time that is allowed: whole seconds without tenths.
pub fn allowed(seconds: f32) -> String {
    let text = exact(seconds.into());
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// A text as a sentence begins.
pub fn capitalised(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or(String::new(), |first| first.to_uppercase().chain(signs).collect())
}

/// A number with thin spaces between thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_to_a_tenth_and_never_as_less_than_they_are() {
        assert_eq!(
            (exact(40.0), exact(65.03), exact(9.5)),
            ("0:40.0".into(), "1:05.1".into(), "0:09.5".into())
        );
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(1_234_567), "1\u{2009}234\u{2009}567");
        assert_eq!(grouped(123), "123");
    }
}
