//! Who goes to which place: the places in contact are dealt out to all who go for one company of enemies at
//! once, and anew while they walk.
//!
//! 1. As many places are filled as can be, and the total of the squared ways is the least: nobody goes far
//!    where several could each go a little. So those in front go on to the far side and those behind them take
//!    the places that they pass: nobody has to walk round comrades who stand. When each takes the nearest
//!    place instead, the last have the longest ways, round all others.
//! 2. Whoever is on its way to a place keeps it unless another deal is clearly shorter.
//!
//! It begins with the places that they hold. Then each in turn takes the place that makes the total smaller by
//! the most, and its holder the one that is left for it, until nobody finds a better one. In the meetings of
//! `tests/behaviour/fight_places.rs` the exact least total fills no more places in time.

use std::iter::once;

/// The way to the place that one holds counts as so much shorter, px: less, and two who are as far turn back
/// and forth.
const KEEPS: f32 = 16.0;
/// To have no place costs as much as a way of a million px, px².
const NO_PLACE: f64 = 1e12;
/// Most turns that each gets: the next deal goes on from there.
const DEAL_ROUNDS: usize = 8;

/// A deal under way.
struct Deal {
    /// By comer and place: the squared way, px²; infinite where it may not go.
    costs: Vec<f32>,
    /// By comer: its place.
    place_of: Vec<Option<usize>>,
    /// By place: who has it.
    holder_of: Vec<Option<usize>>,
}

/// The place (of `places`) that each of some `comers` gets. `way` tells how long the way of a comer to a place
/// is, px, `None` where it may not go there; `held` the place that a comer is on its way to; `is_open` whether
/// the way of a comer to a place is not barred by walls.
pub fn deal(
    (comers, places): (usize, usize),
    held: impl Fn(usize) -> Option<usize>,
    way: impl Fn(usize, usize) -> Option<f32>,
    is_open: impl Fn(usize, usize) -> bool,
) -> Vec<Option<usize>> {
    let (costs, place_of) = (Vec::with_capacity(comers * places), Vec::with_capacity(comers));
    let mut deal = Deal { costs, place_of, holder_of: vec![None; places] };
    for comer in 0..comers {
        let kept = |place: usize| if held(comer) == Some(place) { KEEPS } else { 0.0 };
        let cost = |place: usize| way(comer, place).map(|way| (way - kept(place)).max(0.0).powi(2));
        deal.costs.extend((0..places).map(|place| cost(place).unwrap_or(f32::INFINITY)));
        let own = held(comer).filter(|&place| deal.cost(comer, Some(place)).is_finite());
        own.into_iter().for_each(|place| deal.holder_of[place] = Some(comer));
        deal.place_of.push(own);
    }
    let is_open = |comer: usize, place: usize| held(comer) == Some(place) || is_open(comer, place);
    for _ in 0..DEAL_ROUNDS {
        if (0..comers).filter(|&comer| deal.improve(comer, is_open)).count() == 0 {
            break;
        }
    }
    deal.place_of
}

impl Deal {
    /// A comer takes the best place for all, if that is another one.
    fn improve(&mut self, comer: usize, is_open: impl Fn(usize, usize) -> bool) -> bool {
        while let Some(place) = self.find_better(comer) {
            let (own, holder) = (self.place_of[comer], self.holder_of[place]);
            let mut moves = once((comer, place)).chain(holder.zip(own));
            if let Some((one, barred)) = moves.find(|&(one, to)| !is_open(one, to)) {
                self.costs[one * self.holder_of.len() + barred] = f32::INFINITY;
                continue;
            }
            own.into_iter().for_each(|own| self.holder_of[own] = holder);
            holder.into_iter().for_each(|holder| self.place_of[holder] = own);
            (self.place_of[comer], self.holder_of[place]) = (Some(place), Some(comer));
            return true;
        }
        false
    }

    fn cost(&self, comer: usize, place: Option<usize>) -> f64 {
        place.map_or(NO_PLACE, |place| f64::from(self.costs[comer * self.holder_of.len() + place]))
    }

    /// The place that makes the total smaller by the most when a comer takes it and its holder the one that is
    /// left for it.
    fn find_better(&self, comer: usize) -> Option<usize> {
        let own = self.place_of[comer];
        let now = self.cost(comer, own);
        let mut best = (0.0, None);
        for (place, holder) in self.holder_of.iter().enumerate() {
            let saved = now - self.cost(comer, Some(place));
            if saved > 0.0 {
                let lost = |other: usize| self.cost(other, own) - self.cost(other, Some(place));
                let saved = saved - holder.map_or(0.0, lost);
                if saved > best.0 {
                    best = (saved, Some(place));
                }
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comers and places on one line, px.
    fn on_a_line(comers: &[f32], places: &[f32], held: &[Option<usize>]) -> Vec<Option<usize>> {
        let way = |comer: usize, place: usize| Some((comers[comer] - places[place]).abs());
        deal((comers.len(), places.len()), |comer| held[comer], way, |_, _| true)
    }

    #[test]
    fn those_in_front_go_on_and_those_behind_take_what_they_pass() {
        let (comers, places) = ([0.0, -20.0, -40.0, -60.0], [100.0, 120.0, 140.0]);
        assert_eq!(on_a_line(&comers, &places, &[None; 4]), [Some(2), Some(1), Some(0), None]);
    }

    #[test]
    fn too_few_fill_the_nearest_places() {
        assert_eq!(on_a_line(&[0.0, -20.0], &[140.0, 100.0, 120.0], &[None; 2]), [Some(2), Some(1)]);
    }

    #[test]
    fn a_place_is_kept_from_one_who_is_hardly_nearer() {
        let held = [None, Some(0)];
        assert_eq!(on_a_line(&[0.0, -15.0], &[100.0], &held), [None, Some(0)]);
        assert_eq!(on_a_line(&[0.0, -25.0], &[100.0], &held), [Some(0), None]);
    }

    #[test]
    fn a_place_that_walls_bar_or_that_is_not_for_one_stays_empty() {
        let way = |comer: usize, place: usize| (comer != place).then_some(place as f32);
        let dealt = deal((2, 3), |_| None, way, |_, place| place != 2);
        assert_eq!(dealt, [Some(1), Some(0)]);
    }
}
