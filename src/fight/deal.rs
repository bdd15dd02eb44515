//! Who goes to which place: the places in contact are dealt out to all who go for one company of enemies at
//! once, and anew while they walk.
//!
//! 1. Where there are fewer attackers than places, the places nearest to any of them are filled.
//! 2. Of these the farthest is dealt first, to whoever has the shortest way there; then the next. So those in
//!    front go on to the far side and those behind them take the places that they pass: nobody has to walk
//!    round comrades who stand. The other way round, when each takes the nearest place, the last have the
//!    longest ways, round all others.
//! 3. Whoever is on its way to a place keeps it unless another has a way that is clearly shorter.

/// Another takes a place from whoever is on its way there when its way is shorter by so much, px: less, and
/// two who are as far turn back and forth.
const KEEPS: f32 = 20.0;

/// The place (of `places`) that each of some `comers` gets. `way` tells how long the way of a comer to a place
/// is, px, `None` where it may not go there; `held` the place that a comer is on its way to; `is_open` whether
/// the way of a comer to a place is not barred by walls.
pub fn deal(
    (comers, places): (usize, usize),
    held: impl Fn(usize) -> Option<usize>,
    way: impl Fn(usize, usize) -> Option<f32>,
    is_open: impl Fn(usize, usize) -> bool,
) -> Vec<Option<usize>> {
    let mut dealt = vec![None; comers];
    let nearest = |place: usize, dealt: &[Option<usize>]| {
        let free = (0..comers).filter(|&comer| dealt[comer].is_none());
        let ways = free.filter_map(|comer| {
            let kept = if held(comer) == Some(place) { KEEPS } else { 0.0 };
            Some((way(comer, place)? - kept, comer))
        });
        ways.min_by(|one, other| one.0.total_cmp(&other.0))
    };
    let mut open: Vec<(f32, usize)> = (0..places)
        .filter_map(|place| {
            let (length, comer) = nearest(place, &dealt)?;
            (held(comer) == Some(place) || is_open(comer, place)).then_some((length, place))
        })
        .collect();
    open.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    open.truncate(comers);
    for (_, place) in open.into_iter().rev() {
        if let Some((_, comer)) = nearest(place, &dealt) {
            dealt[comer] = Some(place);
        }
    }
    dealt
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
