//! The words of SVG: numbers of one decimal, paths in relative steps, strokes of one style in one path.

use crate::look::Rgb;
use glam::Vec2;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write};

/// A number in tenths, as short as it can be written: `12.5`, `3`, `-.4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tenths(pub i32);

/// The nearest number in tenths.
pub fn tenths(value: f32) -> Tenths {
    Tenths((value * 10.0).round() as i32)
}

impl Display for Tenths {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let (whole, part) = (self.0.abs() / 10, self.0.abs() % 10);
        let sign = if self.0 < 0 { "-" } else { "" };
        match (whole, part) {
            (whole, 0) => write!(out, "{sign}{whole}"),
            (0, part) => write!(out, "{sign}.{part}"),
            (whole, part) => write!(out, "{sign}{whole}.{part}"),
        }
    }
}

/// `x y`, the blank left out where a sign parts them.
pub fn pair(out: &mut String, x: Tenths, y: Tenths) {
    let blank = if y.0 < 0 { "" } else { " " };
    let _ = write!(out, "{x}{blank}{y}");
}

/// A colour, `#rrggbb`.
pub fn color([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Appends a line through places to the data of a path, in steps from place to place.
pub fn polyline(out: &mut String, places: &[Vec2], is_closed: bool) {
    let round = |place: Vec2| (tenths(place.x).0, tenths(place.y).0);
    let Some(&first) = places.first() else { return };
    let mut at = round(first);
    out.push('M');
    pair(out, Tenths(at.0), Tenths(at.1));
    let mut letter = "l";
    for &place in &places[1..] {
        let to = round(place);
        if to == at {
            continue;
        }
        let (x, y) = (to.0 - at.0, to.1 - at.1);
        // Steps follow each other without a letter; a sign parts them as a blank does.
        out.push_str(if letter.is_empty() && x >= 0 { " " } else { letter });
        letter = "";
        pair(out, Tenths(x), Tenths(y));
        at = to;
    }
    if is_closed {
        out.push('z');
    }
}

/// Appends a circle to the data of a path.
pub fn circle(out: &mut String, center: Vec2, radius: f32) {
    let (r, across) = (tenths(radius), Tenths(2 * tenths(radius).0));
    out.push('M');
    pair(out, Tenths(tenths(center.x).0 - r.0), tenths(center.y));
    let _ = write!(out, "a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1-{across} 0z");
}

/// How a path is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Style {
    /// Those with less lie below.
    pub layer: u8,
    /// Colour of the line, or of the area where `width` is 0.
    pub rgb: Rgb,
    /// Width of the line, tenths; 0 fills.
    pub width: u8,
    /// Lengths of dashes and gaps, px; (0, 0) is an unbroken line, (0, gap) dots.
    pub dash: (u8, u8),
    /// Hundredths; 100 covers all.
    pub alpha: u8,
}

impl Style {
    /// An unbroken line.
    pub const fn line(layer: u8, rgb: Rgb, width: u8, alpha: u8) -> Style {
        Style { layer, rgb, width, dash: (0, 0), alpha }
    }

    /// Dashes.
    pub const fn dashed(layer: u8, rgb: Rgb, width: u8, alpha: u8) -> Style {
        Style { layer, rgb, width, dash: (6, 4), alpha }
    }

    /// An area.
    pub const fn area(layer: u8, rgb: Rgb, alpha: u8) -> Style {
        Style::line(layer, rgb, 0, alpha)
    }
}

/// Paths, those of one style together.
#[derive(Clone, Debug, Default)]
pub struct Ink {
    paths: BTreeMap<Style, String>,
}

impl Ink {
    /// The data of the path of a style, to be appended to.
    pub fn path(&mut self, style: Style) -> &mut String {
        self.paths.entry(style).or_default()
    }

    /// All paths, as SVG.
    pub fn svg(&self) -> String {
        let mut out = String::new();
        for (style, data) in self.paths.iter().filter(|(_, data)| !data.is_empty()) {
            let rgb = color(style.rgb);
            let _ = write!(out, "<path d=\"{data}\" ");
            let _ = match style.width {
                0 => write!(out, "fill=\"{rgb}\""),
                width => {
                    write!(out, "fill=\"none\" stroke=\"{rgb}\" stroke-width=\"{}\"", Tenths(width.into()))
                }
            };
            match style.dash {
                (0, 0) => {}
                (0, gap) => _ = write!(out, " stroke-dasharray=\"0 {gap}\" stroke-linecap=\"round\""),
                (dash, gap) => _ = write!(out, " stroke-dasharray=\"{dash} {gap}\""),
            }
            if style.alpha < 100 {
                let _ = write!(out, " opacity=\".{:02}\"", style.alpha);
            }
            out.push_str("/>\n");
        }
        out
    }
}

/// A text that may stand in SVG.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML knows no other control characters.
            '\t' | '\n' => out.push(' '),
            character if character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}') => {}
            character => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let written = [0.0, 0.44, -0.06, 12.0, -3.25, 1e4].map(|value| tenths(value).to_string());
        assert_eq!(written, ["0", ".4", "-.1", "12", "-3.3", "10000"]);
    }

    #[test]
    fn lines_go_in_steps_and_come_back_to_where_they_were_rounded_to() {
        let mut data = String::new();
        polyline(&mut data, &[vec2(1.04, 2.0), vec2(1.06, 2.0), vec2(3.0, -1.0), vec2(3.0, 0.0)], true);
        assert_eq!(data, "M1 2l.1 0 1.9-3 0 1z");
    }

    #[test]
    fn names_bring_no_markup_along() {
        assert_eq!(escaped("<a href=\"x\">&\u{1b}"), "&lt;a href=&quot;x&quot;&gt;&amp;");
    }
}
