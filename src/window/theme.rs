//! Spacing, cards and text of the window, with the colours of [`crate::look`].

use egui_macroquad::egui::{self, Context};

pub use crate::look::*;

/// Spacing of panels goes in these steps, points.
pub const STEP: f32 = 4.0;
/// Text, points.
pub const TEXT_SIZE: f32 = 16.0;
/// Headings, points.
pub const TITLE_SIZE: f32 = 22.0;

/// The sheet's margin about the map: room for its title, coordinates and scale, points.
pub const MARGIN: f32 = 34.0;

/// How long a marker takes to fade, s.
pub const MARKER_FADE: f32 = 0.3;
/// How long the camera takes to come to rest, s.
pub const CAMERA_EASE: f32 = 0.12;

/// A colour of this theme for egui.
pub fn color([r, g, b]: Rgb) -> egui::Color32 {
    egui::Color32::from_rgb(r, g, b)
}

/// A colour of this theme for egui, partly transparent.
pub fn faint([r, g, b]: Rgb, alpha: f32) -> egui::Color32 {
    egui::Color32::from_rgba_unmultiplied(r, g, b, (alpha * 255.0) as u8)
}

/// A line of this theme for egui, `width` in points.
pub fn line(width: f32, rgb: Rgb) -> egui::Stroke {
    egui::Stroke::new(width, color(rgb))
}

/// A paper card: what every panel lies on.
pub fn card() -> egui::Frame {
    egui::Frame::new()
        .fill(color(CARD))
        .stroke(line(1.0, INK))
        .corner_radius(2.0)
        .inner_margin(egui::Margin::symmetric(12, 8))
        .shadow(egui::Shadow { offset: [2, 3], blur: 6, spread: 0, color: faint(INK, 0.22) })
}

/// Dresses egui once at start.
pub fn dress(context: &Context) {
    use egui::{FontData, FontFamily, FontId, TextStyle};
    let mut fonts = egui::FontDefinitions::default();
    fonts.font_data.insert("regular".into(), FontData::from_static(font_bytes(false)).into());
    fonts.font_data.insert("bold".into(), FontData::from_static(font_bytes(true)).into());
    let family = fonts.families.entry(FontFamily::Proportional).or_default();
    family.insert(0, "regular".into());
    let mut bold = family.clone();
    bold[0] = "bold".into();
    fonts.families.insert(FontFamily::Name("bold".into()), bold);
    context.set_fonts(fonts);
    // The player's keys change the size of everything, not of cards alone.
    context.options_mut(|options| options.zoom_with_keyboard = false);

    let mut style = (*context.style()).clone();
    let bold = FontFamily::Name("bold".into());
    style.text_styles = [
        (TextStyle::Heading, FontId::new(TITLE_SIZE, bold.clone())),
        (TextStyle::Body, FontId::new(TEXT_SIZE, FontFamily::Proportional)),
        (TextStyle::Button, FontId::new(TEXT_SIZE, FontFamily::Proportional)),
        (TextStyle::Small, FontId::new(TEXT_SIZE, bold)),
        (TextStyle::Monospace, FontId::new(TEXT_SIZE - 2.0, FontFamily::Monospace)),
    ]
    .into();
    style.spacing.item_spacing = egui::vec2(2.0 * STEP, STEP);
    style.spacing.button_padding = egui::vec2(2.0 * STEP, STEP);
    // What scrolls says so without being pointed at.
    style.spacing.scroll = egui::style::ScrollStyle {
        foreground_color: true,
        dormant_background_opacity: 0.0,
        dormant_handle_opacity: 0.4,
        active_handle_opacity: 0.6,
        ..egui::style::ScrollStyle::thin()
    };
    style.interaction.selectable_labels = false;
    style.animation_time = 0.0;
    style.visuals = visuals();
    context.set_style(style);
}

fn visuals() -> egui::Visuals {
    let mut visuals = egui::Visuals::light();
    visuals.panel_fill = color(CARD);
    visuals.window_fill = color(CARD);
    visuals.extreme_bg_color = color(PAPER);
    visuals.override_text_color = Some(color(INK));
    visuals.hyperlink_color = color(ACCENT);
    visuals.selection.bg_fill = color(mix(CARD, ACCENT, 0.25));
    visuals.selection.stroke = line(1.0, ACCENT);
    // Tooltips are slips of the same paper.
    visuals.window_stroke = line(1.0, INK);
    visuals.window_corner_radius = egui::CornerRadius::same(2);
    visuals.menu_corner_radius = egui::CornerRadius::same(2);
    visuals.popup_shadow = card().shadow;
    let widgets = &mut visuals.widgets;
    for (widget, fill, rim) in [
        (&mut widgets.inactive, CARD, mix(CARD, INK, 0.45)),
        (&mut widgets.hovered, mix(CARD, PAPER, 0.9), INK),
        (&mut widgets.active, mix(CARD, ACCENT, 0.2), ACCENT),
        (&mut widgets.open, CARD, INK),
    ] {
        widget.bg_fill = color(fill);
        widget.weak_bg_fill = color(fill);
        widget.bg_stroke = line(1.0, rim);
        widget.fg_stroke = line(1.0, INK);
        widget.corner_radius = egui::CornerRadius::same(2);
        widget.expansion = 0.0;
    }
    widgets.noninteractive.bg_stroke = line(1.0, mix(CARD, INK, 0.25));
    widgets.noninteractive.fg_stroke = line(1.0, INK);
    visuals
}
