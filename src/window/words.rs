//! Numbers and names as the window writes them.

use crate::time::exact;
use crate::unit::ModelName;

/// A model's name as text.
pub fn model_title(model: ModelName) -> String {
    capitalised(&model.name().replace('_', " "))
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

/// So many of something, by what one and many of them are called.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
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
    fn thousands_are_set_apart() {
        assert_eq!(grouped(1_234_567), "1\u{2009}234\u{2009}567");
        assert_eq!(grouped(123), "123");
    }
}
