//! Slots that change hands while a formation is under way.

use crate::formation::assignment::{ANEW_UP_TO, Aim, assign, assign_with};
use crate::formation::fold::Fold;
use crate::group::Formed;
use crate::group::instructions::{Instruction, Instructions};
use crate::group::traveller::Traveller;
use crate::ids::UnitId;
use glam::Vec2;

/// Ticks of being stuck after which slots are assigned anew: somebody nearer takes the slot that cannot be
/// reached.
pub const SWAP_AFTER: u32 = 20;

/// A member under way and a slot.
pub struct Held<'a> {
    /// The member.
    pub traveller: &'a Traveller,
    /// Its index in [`Formed::soldiers`].
    pub index: usize,
    /// Slot of the open formation.
    pub slot: usize,
}

/// Those who have a slot, with their index in [`Formed::soldiers`].
pub fn ranks<'a>(
    formed: &Formed,
    travellers: &'a [Traveller],
) -> impl Iterator<Item = (&'a Traveller, usize)> {
    travellers.iter().filter_map(|traveller| Some((traveller, formed.soldier(traveller.id)?)))
}

/// Those who have a slot.
pub fn held_slots<'a>(formed: &Formed, travellers: &'a [Traveller]) -> Vec<Held<'a>> {
    let held = |(traveller, index)| Held { traveller, index, slot: formed.soldiers[index].slot };
    ranks(formed, travellers).map(held).collect()
}

/// Slots are assigned anew from where everybody is: a row with a gap moves up one by one. The commander may
/// get another one, too: one that is wedged beside it would else keep all at a crawl. Where everybody `keeps`
/// its place among the others they change places in the files only, while the formation is folded.
pub fn swap_slots(formed: &mut Formed, keeps: bool, travellers: &[Traveller], out: &mut Instructions) {
    if travellers.len() <= ANEW_UP_TO && !formed.march.is_changing() {
        let held = held_slots(formed, travellers);
        if !keeps {
            assign_anew(formed, &held, None, out);
        } else if formed.march.fold != Fold::Open {
            swap_in_files(formed, &held);
        }
    }
    formed.soldiers.iter_mut().for_each(|soldier| (soldier.stuck, soldier.nearest) = (0, f32::INFINITY));
}

/// Where the commander is lost the next one takes its slot in the middle, and the ranks close up from behind.
pub fn close_ranks(
    formed: &mut Formed,
    commander: Option<UnitId>,
    travellers: &[Traveller],
    out: &mut Instructions,
) {
    let middle = formed.march.open.center;
    if ranks(formed, travellers).any(|(_, index)| formed.soldiers[index].slot == middle) {
        return;
    }
    let mut held = held_slots(formed, travellers);
    let place = |held: &Held| formed.march.open.slots[held.slot];
    let hindmost = held.iter_mut().min_by(|a, b| {
        let (a, b) = (place(a), place(b));
        a.x.total_cmp(&b.x).then(b.y.abs().total_cmp(&a.y.abs()))
    });
    if let Some(hindmost) = hindmost {
        hindmost.slot = middle;
        let middle = held.iter().position(|held| held.slot == middle);
        assign_anew(formed, &held, leader(&held, commander).zip(middle), out);
    }
}

fn leader(held: &[Held], commander: Option<UnitId>) -> Option<usize> {
    held.iter().position(|held| Some(held.traveller.id) == commander)
}

/// Deals these slots out anew, so that the total of the squared walks is the least; of a `given` pair the
/// first takes the slot of the second.
fn assign_anew(formed: &mut Formed, held: &[Held], given: Option<(usize, usize)>, out: &mut Instructions) {
    let pairs = pairs(formed, held);
    let assigned = match given {
        Some((member, slot)) => assign_with(&pairs, member, slot, Aim::LeastSquares),
        None => assign(&pairs, Aim::LeastSquares),
    };
    for (&Held { traveller, index, .. }, slot) in held.iter().zip(assigned) {
        let slot = held[slot].slot;
        let soldier = &mut formed.soldiers[index];
        if soldier.slot != slot {
            soldier.slot = slot;
            soldier.commanded = formed.march.place(slot);
            soldier.nearest = f32::INFINITY;
            out.tell(traveller.id, Instruction::StraightTo(formed.ends[slot]));
        }
    }
}

/// The same with the places in the files: everybody will unfold into the slot that it has.
fn swap_in_files(formed: &mut Formed, held: &[Held]) {
    let assigned = assign(&pairs(formed, held), Aim::LeastSquares);
    let changes: Vec<(usize, usize)> =
        held.iter().zip(assigned).map(|(one, other)| (one.slot, held[other].slot)).collect();
    formed.march.swap_in_files(&changes);
    for &Held { index, slot, .. } in held {
        formed.soldiers[index].commanded = formed.march.place(slot);
    }
}

/// Where everybody is, and its place.
fn pairs(formed: &Formed, held: &[Held]) -> Vec<(Vec2, Vec2)> {
    held.iter().map(|held| (held.traveller.position, formed.march.place(held.slot))).collect()
}
