//! Where cards find room: none lies on another, whatever the size of the window and of the text. What is too
//! high scrolls; what finds no room at all leaves a slip with its name.

use super::asked::CardAsked;
use super::paper::{RIM, pale, rect_of};
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, Context, Pos2, Rect, Ui, Vec2, pos2, vec2};

/// Free space between two cards, points.
pub const GAP: f32 = 8.0;
/// A point that a card has to scroll counts as much as lying these points farther from where it belongs.
const SCROLLING: f32 = 2.0;
/// Smaller windows show of the level no more than its name while other cards are open, points.
const ROOMY: Vec2 = vec2(1100.0, 640.0);
/// Free parts of the screen are at least this wide and high, points.
const FREE_AT_LEAST: f32 = 96.0;
/// The slip of a card that finds no room.
const SLIP: Vec2 = vec2(110.0, 38.0);

/// A card that looks for room.
pub struct WantedCard {
    /// Its name.
    pub id: &'static str,
    /// What the player calls it.
    pub title: &'static str,
    /// Which of its corners belongs near `at`.
    pub corner: Align2,
    /// Where that corner belongs.
    pub at: Pos2,
    /// Its size as long as nobody knows better.
    pub guess: Vec2,
    /// With less height than this it is of no use.
    pub least: f32,
    /// More height than this is not missed.
    pub enough: f32,
}

/// The window, what of it is taken, and what cards that have found room in it ask for.
pub struct CardLayout {
    /// What the cards are drawn with.
    pub context: Context,
    /// What a hand on them asks for.
    pub asked: Vec<CardAsked>,
    screen: Rect,
    taken: Vec<Rect>,
}

impl CardLayout {
    /// Nothing is taken yet but for these cards, where they are shown.
    pub fn new(context: &Context, cards: &[&str]) -> CardLayout {
        let taken = cards.iter().filter_map(|card| rect_of(context, card)).collect();
        let (context, screen) = (context.clone(), context.screen_rect().shrink(RIM));
        CardLayout { context, asked: Vec::new(), screen, taken }
    }

    /// Where these cards are shown is taken, too.
    pub fn avoid(&mut self, cards: &[&str]) {
        self.taken.extend(cards.iter().filter_map(|card| rect_of(&self.context, card)));
    }

    /// Whether cards have to be brief.
    pub fn is_small(context: &Context) -> bool {
        is_small(context.screen_rect().size())
    }

    /// A card that belongs into a corner of the window; `guess` is its size as long as nobody knows better,
    /// and with less height than `least` it is of no use.
    pub fn wanted(
        &self,
        (id, title): (&'static str, &'static str),
        corner: Align2,
        guess: Vec2,
        least: f32,
    ) -> WantedCard {
        WantedCard { id, title, corner, at: self.corner(corner), guess, least, enough: f32::INFINITY }
    }

    /// A corner of the window where cards may lie.
    pub fn corner(&self, corner: Align2) -> Pos2 {
        corner.pos_in_rect(&self.screen)
    }

    /// Room for a card of this size: the nearest to where it belongs; lower than the card, and then than what
    /// is `enough`, if there is no other.
    fn room(&self, size: Vec2, (least, enough): (f32, f32), corner: Align2, at: Pos2) -> Option<Rect> {
        let inflated: Vec<Rect> = self.taken.iter().map(|rect| rect.expand(GAP)).collect();
        let mut lefts = vec![self.screen.left(), self.screen.right() - size.x, at.x - size.x / 2.0];
        lefts.push(at.x - size.x * (corner.x().to_factor()));
        lefts.extend(inflated.iter().flat_map(|rect| [rect.right(), rect.left() - size.x]));
        let fits =
            |&left: &f32| left >= self.screen.left() - 0.5 && left + size.x <= self.screen.right() + 0.5;
        let mut best: Option<(f32, Rect)> = None;
        for left in lefts.into_iter().filter(fits) {
            for (top, bottom) in gaps(self.screen, &inflated, left, left + size.x) {
                let height = size.y.min(bottom - top);
                if height < least {
                    continue;
                }
                for top in [top, bottom - height] {
                    let rect = Rect::from_min_size(pos2(left, top), vec2(size.x, height));
                    let aside = corner.pos_in_rect(&rect).distance(at);
                    let cost = aside + (enough - height).max(0.0) * SCROLLING;
                    if best.is_none_or(|(least, _)| cost < least) {
                        best = Some((cost, rect));
                    }
                }
            }
        }
        best.map(|(_, rect)| rect)
    }

    /// The first of these places, each a corner of the card and where that belongs, at which it would lie on
    /// nothing that `is_covered` finds.
    pub fn clear_place(
        &self,
        size: Vec2,
        places: &[(Align2, Pos2)],
        is_covered: impl Fn(Rect) -> bool,
    ) -> Option<usize> {
        let is_clear = |rect: Option<Rect>| rect.is_some_and(|rect| rect.size() == size && !is_covered(rect));
        places.iter().position(|&(corner, at)| is_clear(self.room(size, (size.y, size.y), corner, at)))
    }

    /// Takes room for something of just this size: the nearest to where its corner belongs.
    pub fn take(&mut self, size: Vec2, corner: Align2, at: Pos2) -> Option<Rect> {
        let rect = self.room(size, (size.y, size.y), corner, at)?;
        self.taken.push(rect);
        Some(rect)
    }

    /// Shows a card where there is room for it; `contents` say what a hand on it asks for.
    pub fn card(&mut self, wanted: &WantedCard, contents: impl FnOnce(&mut Ui, &mut Vec<CardAsked>)) {
        let (context, known) = (self.context.clone(), egui::Id::new(("size", wanted.id)));
        let size = context.data(|data| data.get_temp::<Vec2>(known)).unwrap_or(wanted.guess);
        let least = wanted.least.min(size.y);
        let Some(rect) = self.room(size, (least, size.y.min(wanted.enough)), wanted.corner, wanted.at) else {
            return self.slip(wanted);
        };
        self.taken.push(rect);
        let margin = theme::card().total_margin().sum();
        let height = rect.height() - margin.y;
        // A card that has all its room may be a line short for a frame: that is not worth a bar.
        let bar = match rect.height() < size.y {
            true => egui::scroll_area::ScrollBarVisibility::VisibleWhenNeeded,
            false => egui::scroll_area::ScrollBarVisibility::AlwaysHidden,
        };
        let area = egui::Area::new(egui::Id::new(wanted.id)).fixed_pos(rect.min).order(egui::Order::Middle);
        let shown = area.show(&context, |ui| {
            theme::card().show(ui, |ui| {
                // Without this the card of the last frame would limit that of this one.
                ui.set_max_size(vec2(size.x.max(wanted.guess.x), height + 1.0));
                let scrolled = egui::ScrollArea::vertical()
                    .id_salt(wanted.id)
                    .max_height(height + 1.0)
                    .min_scrolled_height(0.0)
                    .scroll_bar_visibility(bar)
                    .show(ui, |ui| contents(ui, &mut self.asked));
                scrolled.content_size
            })
        });
        let frame = shown.inner;
        // A card is as wide as it is drawn, with its bar, and as high as it would be without one.
        let size = vec2(frame.response.rect.width(), frame.inner.y + margin.y).ceil();
        context.data_mut(|data| data.insert_temp(known, size));
    }

    /// A slip instead of a card that finds no room.
    fn slip(&mut self, wanted: &WantedCard) {
        let Some(rect) = self.take(SLIP, wanted.corner, wanted.at) else { return };
        let id = egui::Id::new((wanted.id, "slip"));
        let area = egui::Area::new(id).fixed_pos(rect.min).order(egui::Order::Middle);
        area.show(&self.context, |ui| {
            theme::card().show(ui, |ui| {
                let label = ui.add(egui::Label::new(pale(format!("{} …", wanted.title))).extend());
                label.on_hover_text("There is no room for it: make the window larger or the text smaller");
            });
        });
    }
}

/// Whether a window of this size, points, has room for brief cards only.
pub fn is_small(window: Vec2) -> bool {
    window.x < ROOMY.x || window.y < ROOMY.y
}

/// The rectangle between edges of cards and screen that is `free` and in which a box of this size is seen
/// largest, though not larger than `most` times. A larger part in which it is seen `enough` as large, a
/// share, leaves less of the screen bare and is taken then. The whole screen where none is free.
pub fn free_part(
    screen: Rect,
    cards: &[Rect],
    size: Vec2,
    most: f32,
    enough: f32,
    free: impl Fn(Rect) -> bool,
) -> Rect {
    let edges = |low: f32, high: f32, sides: fn(&Rect) -> [f32; 2]| -> Vec<f32> {
        let inside = move |edge: &f32| (low..=high).contains(edge);
        [low, high].into_iter().chain(cards.iter().flat_map(sides)).filter(inside).collect()
    };
    let (columns, rows) = (
        edges(screen.left(), screen.right(), |rect| [rect.left(), rect.right()]),
        edges(screen.top(), screen.bottom(), |rect| [rect.top(), rect.bottom()]),
    );
    let mut parts = Vec::new();
    for (&left, &right) in columns.iter().flat_map(|left| columns.iter().map(move |right| (left, right))) {
        for (&top, &bottom) in rows.iter().flat_map(|top| rows.iter().map(move |bottom| (top, bottom))) {
            let part = Rect::from_min_max(pos2(left, top), pos2(right, bottom));
            if part.width() >= FREE_AT_LEAST && part.height() >= FREE_AT_LEAST {
                parts.push(part);
            }
        }
    }
    let room = |part: &Rect| (part.width() / size.x).min(part.height() / size.y).min(most);
    parts.sort_by(|a, b| room(b).total_cmp(&room(a)).then(b.area().total_cmp(&a.area())));
    let Some(best) = parts.iter().position(|&part| free(part)) else { return screen };
    let least = room(&parts[best]) * enough;
    let alike =
        parts[best..].iter().copied().take_while(|part| room(part) >= least).filter(|&part| free(part));
    alike.max_by(|a, b| a.area().total_cmp(&b.area())).unwrap_or(screen)
}

/// The free spans from top to bottom between two places along the window's width.
fn gaps(screen: Rect, taken: &[Rect], left: f32, right: f32) -> Vec<(f32, f32)> {
    let mut beside: Vec<(f32, f32)> = taken
        .iter()
        .filter(|rect| rect.left() < right - 0.5 && rect.right() > left + 0.5)
        .map(|rect| (rect.top(), rect.bottom()))
        .collect();
    beside.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut spans, mut from) = (Vec::new(), screen.top());
    for (top, bottom) in beside {
        spans.push((from, top.min(screen.bottom())));
        from = from.max(bottom);
    }
    spans.push((from, screen.bottom()));
    spans.retain(|&(top, bottom)| bottom > top);
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(taken: &[[f32; 4]]) -> CardLayout {
        let rect = |&[x, y, width, height]: &[f32; 4]| Rect::from_min_size(pos2(x, y), vec2(width, height));
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 480.0)).shrink(RIM);
        let (context, asked) = (Context::default(), Vec::new());
        CardLayout { context, asked, screen, taken: taken.iter().map(rect).collect() }
    }

    fn room(layout: &CardLayout, size: Vec2, corner: Align2) -> Option<Rect> {
        layout.room(size, (100.0, size.y), corner, layout.corner(corner))
    }

    #[test]
    fn a_card_lies_in_its_corner_when_that_is_free_and_beside_or_below_others_else() {
        let size = vec2(300.0, 200.0);
        let free = room(&layout(&[]), size, Align2::RIGHT_TOP).unwrap();
        assert_eq!(free.min, pos2(800.0 - RIM - 300.0, RIM));
        let below = room(&layout(&[[400.0, 12.0, 388.0, 40.0]]), size, Align2::RIGHT_TOP).unwrap();
        assert_eq!(below.min, pos2(800.0 - RIM - 300.0, 52.0 + GAP));
    }

    #[test]
    fn a_card_that_can_do_with_less_height_stays_in_its_corner() {
        let minimap = layout(&[[600.0, 280.0, 188.0, 188.0]]);
        let (size, corner) = (vec2(300.0, 440.0), Align2::RIGHT_TOP);
        let place = |enough| minimap.room(size, (100.0, enough), corner, minimap.corner(corner)).unwrap();
        assert_eq!(place(440.0).right(), 600.0 - GAP, "beside the minimap it need not scroll");
        assert_eq!((place(250.0).right(), place(250.0).bottom()), (800.0 - RIM, 280.0 - GAP));
    }

    #[test]
    fn the_free_part_of_the_screen_is_the_one_that_suits_what_is_to_be_seen() {
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0));
        let rect = |x, y, width, height| Rect::from_min_size(pos2(x, y), vec2(width, height));
        let cards = [rect(0.0, 0.0, 480.0, 300.0), rect(0.0, 640.0, 1280.0, 80.0)];
        let nearly = |size, most, enough| {
            free_part(screen, &cards, size, most, enough, |part| {
                !cards.iter().any(|card| card.shrink(0.5).intersects(part))
            })
        };
        let part = |size, most| nearly(size, most, 1.0);
        assert_eq!(part(vec2(900.0, 900.0), 9.0), rect(480.0, 0.0, 800.0, 640.0));
        assert_eq!(part(vec2(900.0, 100.0), 9.0), rect(0.0, 300.0, 1280.0, 340.0));
        assert_eq!(part(vec2(9.0, 9.0), 1.0), rect(480.0, 0.0, 800.0, 640.0), "the largest of equal ones");
        let larger = nearly(vec2(900.0, 100.0), 9.0, 0.6);
        assert_eq!(larger, rect(480.0, 0.0, 800.0, 640.0), "a larger one in which it is nearly as large");
        let lower_half = |part: Rect| part.top() >= 300.0;
        assert_eq!(free_part(screen, &cards, vec2(9.0, 1.0), 9.0, 1.0, lower_half).top(), 300.0);
    }

    #[test]
    fn a_card_becomes_lower_before_it_lies_on_another_and_finds_no_room_at_last() {
        let crowded = layout(&[[12.0, 12.0, 776.0, 160.0], [12.0, 330.0, 776.0, 138.0]]);
        let low = room(&crowded, vec2(300.0, 300.0), Align2::RIGHT_TOP).unwrap();
        assert_eq!((low.top(), low.bottom()), (172.0 + GAP, 330.0 - GAP));
        assert_eq!(room(&layout(&[[12.0, 12.0, 776.0, 456.0]]), vec2(300.0, 300.0), Align2::RIGHT_TOP), None);
    }
}
