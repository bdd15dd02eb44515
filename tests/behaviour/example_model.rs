//! A complete movement model made outside of the crate, as the README shows it.

use muster::level::Level;
use muster::movement::{Answer, Sketch, SteeringModel, VectorRole, View};
use muster::sim::{Options, Sim};
use muster::unit::{ModelName, SteeringMemory};

muster::parameters! {
    /// Goes to the waypoint and turns right in front of whoever is near.
    pub struct KeepRight {
        /// How near somebody must be.
        sight: f32 = 40.0, "px", 10.0..=100.0;
    }
}

impl SteeringModel for KeepRight {
    fn steer(&self, view: &View, _memory: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        let wish = view.wish();
        let mut ahead = false;
        view.for_each_neighbour(self.sight, |other| {
            let offset = view.crowd().position[other] - view.position();
            ahead |= offset.dot(wish) > 0.0;
        });
        let velocity = if ahead { (wish + wish.perp()) * 0.7 } else { wish };
        sketch.arrow(VectorRole::Wanted, view.position(), velocity);
        Answer::Velocity(velocity)
    }
}

#[test]
fn a_model_made_outside_of_the_crate_moves_units() {
    let text = r#"{
        "format": 1, "name": "two", "model": "none", "map": { "size": [16, 10] },
        "units": [
            { "id": "east", "kind": "infantry", "team": "red", "at": [2.5, 5.5] },
            { "id": "west", "kind": "infantry", "team": "blue", "at": [13.5, 5.5] }
        ],
        "orders": [
            { "who": ["east"], "do": "move", "to": [13.5, 5.5] },
            { "who": ["west"], "do": "move", "to": [2.5, 5.5] }
        ]
    }"#;
    let level = Level::parse(text, "two.json", None).expect("a good level");
    let arrive = |model: Option<KeepRight>| {
        let mut sim = Sim::new(&level, &Options::default());
        if let Some(model) = model {
            sim.world_mut().steering.models.replace(ModelName::None, Box::new(model));
        }
        (0..300).any(|_| {
            sim.tick();
            sim.is_done()
        })
    };
    assert!(arrive(Some(KeepRight::default())), "they pass each other on the right");
    assert!(!arrive(None), "without it they stop face to face");
}
