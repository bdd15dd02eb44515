//! Patience in the explaining layer: the rung of each who may do more than at first, and who leads whom
//! through a passage.

use super::pencil::Pencil;
use crate::explain::patience::standing;
use crate::movement::predictive::patience::Rung;
use crate::picture::hand::Brush;
use crate::picture::seen::Seen;
use crate::sim::Sim;
use crate::views::UnitView;
use crate::window::theme;
use glam::Vec2;

/// Ladders beside smaller counters, points, would cover their neighbours.
const SMALLEST: f32 = 5.0;

/// A ladder beside each counter with as many rungs as it has climbed, and a line to the unit whose rank it
/// leads with, as long as that leads itself.
pub fn ladders(pencil: &mut Pencil, sim: &Sim, seen: &[Seen]) {
    for unit in seen {
        let radius = pencil.radius(unit);
        if radius < SMALLEST {
            continue;
        }
        let Some(stands) = sim.unit(unit.id, |now| standing(sim, &now)).flatten() else { continue };
        let leads = |now: UnitView| standing(sim, &now).filter(|it| it.leader.is_none()).map(|_| now.at);
        if let Some(leader) = stands.leader.and_then(|leader| sim.unit(leader, leads).flatten()) {
            pencil.line(unit.screen, pencil.at(leader), 1.2, theme::PURPLE, 0.6);
        }
        ladder(pencil, unit.screen - Vec2::new(radius + 6.0, 0.0), stands.rung);
    }
}

/// Two rails and the rungs that are climbed, about a point.
fn ladder(pencil: &mut Pencil, at: Vec2, rung: Rung) {
    let climbed = match rung {
        Rung::Patient => 0,
        Rung::Pushes | Rung::Presses => 1,
        Rung::Leads | Rung::Detours => 2,
        Rung::Shoves | Rung::GivesUp => 3,
    };
    let rgb = if rung == Rung::Shoves { theme::VERMILION } else { theme::PURPLE };
    for side in [-3.0, 3.0] {
        pencil.line(at + Vec2::new(side, 7.0), at + Vec2::new(side, -7.0), 1.2, rgb, 1.0);
    }
    for number in 0..climbed {
        let y = 4.5 - 4.5 * number as f32;
        pencil.line(at + Vec2::new(-3.0, y), at + Vec2::new(3.0, y), 1.8, rgb, 1.0);
    }
}
