//! How high units stand on the ladder of patience, and who leads them, for those who draw it.

use crate::ids::UnitId;
use crate::movement::predictive::patience::Rung;
use crate::sim::Sim;
use crate::unit::ModelName;
use crate::views::UnitView;

/// What a unit under way may do by now that it may not do at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RungsReached {
    /// Its rung.
    pub rung: Rung,
    /// Whose rank it leads with, if not its own: this one holds the passage for all who go its way, and may
    /// be through it already.
    pub leader: Option<UnitId>,
}

/// Where a unit stands; `None` for those who are patient, and for models that know no patience.
pub fn standing(sim: &Sim, unit: &UnitView) -> Option<RungsReached> {
    let memory = unit.memory;
    if unit.model != ModelName::Predictive || !unit.state.is_under_way() {
        return None;
    }
    let rung = Rung::of(memory, sim.predictive.of(unit.tuning));
    let leader = Some(UnitId(memory.convoy)).filter(|&leader| memory.leads() && leader != unit.id);
    (rung > Rung::Patient).then_some(RungsReached { rung, leader })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::sim::Options;

    #[test]
    fn who_is_kept_from_getting_on_climbs_the_ladder_rung_by_rung() {
        let text = r#"{ "format": 1, "name": "Kept", "map": { "tiles": ["rock", "..........", "rock"] },
          "units": [{ "id": "A", "kind": "infantry", "team": "red", "at": [0.5, 1.5] },
                    { "id": "B", "kind": "infantry", "team": "red", "at": [4.5, 1.5] }],
          "orders": [{ "who": ["B"], "do": "hold" }, { "who": ["A"], "do": "move", "to": [8.5, 1.5] }] }"#;
        let level = Level::parse(&text.replace("rock", &"#".repeat(10)), "kept.json", None)
            .unwrap_or_else(|errors| panic!("{errors}"));
        let mut sim = Sim::new(&level, &Options::default());
        let mut rungs = Vec::new();
        for _ in 0..30 * 20 {
            sim.tick();
            let rung = sim.unit(UnitId(0), |unit| standing(&sim, &unit).map(|it| it.rung)).flatten();
            if rungs.last() != Some(&rung) {
                rungs.push(rung);
            }
        }
        let climbed = [None, Some(Rung::Pushes), Some(Rung::Leads)];
        assert!(rungs.starts_with(&climbed), "{rungs:?}");
    }
}
