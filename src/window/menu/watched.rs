//! What the menu shows, for [`watch`](crate::window::watch).

use super::{Menu, library};
use crate::window::spots::middle;
use serde_json::{Map, Value, json};

impl Menu {
    /// All of it that tests read.
    pub fn watched(&self) -> Value {
        let shown = || self.shown.iter().map(|&index| &self.cards[index]);
        let cards = shown().map(|card| json!({ "title": card.entry.title(), "at": middle(card.rect) }));
        let mut shelves: Vec<usize> = self.rows.iter().filter_map(|row| self.shelf_of(row[0])).collect();
        shelves.dedup();
        let headings = shelves.into_iter().map(|shelf| library::SHELVES[shelf].0);
        let entries = self.cards.iter().map(|card| &card.entry);
        let medals = entries.filter_map(|entry| {
            let medal = entry.outcome.as_ref()?.as_ref().ok()?.medal?;
            Some((entry.title(), json!(medal)))
        });
        let beside = shown().nth(self.chosen).filter(|card| card.beside.is_positive());
        json!({
            "screen": "menu", "cards": cards.collect::<Vec<Value>>(), "chosen": self.chosen,
            "search": self.search, "headings": headings.collect::<Vec<_>>(), "recent": self.recent,
            "recordings": &self.shown_recordings, "beside_at": beside.map(|card| middle(card.beside)),
            "complete": self.reading.is_some() && self.cards.iter().all(|card| card.entry.outcome.is_some()),
            "errors": self.broken.as_ref().map(|broken| &broken.errors), "medals": medals.collect::<Map<_, _>>(),
            "removal": self.removal.as_ref().map(|removal| &removal.name),
            "session": self.session, "kept": self.kept, "goes_on": self.goes_on(),
        })
    }
}
