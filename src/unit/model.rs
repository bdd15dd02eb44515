//! The one list of movement models, and their names.

use serde::{Deserialize, Serialize};

/// Hands the list of steering models to a macro: documentation, variant, name in levels, and the type in
/// [`crate::movement`] that implements it. To add a model, add a line.
macro_rules! steering_models {
    ($use_list:ident) => {
        $use_list! {
            /// Article 000: follow the walls that you touch.
            WallFollowing = "wall_following", wall_following::WallFollowing;
            /// Article 001: pushes that weigh by direction.
            AntiGravity = "anti_gravity", anti_gravity::AntiGravity;
            /// Article 002: rays ahead.
            RaySteering = "ray_steering", ray_steering::RaySteering;
            /// Article 004: pull and pushes.
            Swarm = "swarm", swarm::Swarm;
            /// Reciprocal velocity obstacles.
            Orca = "orca", orca::Orca;
            /// The crowd as a fluid: one potential for each goal.
            Continuum = "continuum", continuum::Continuum;
            /// No avoidance: the baseline.
            None = "none", none::NoAvoidance;
        }
    };
}
pub(crate) use steering_models;

macro_rules! name_models {
    ($($(#[doc = $text:literal])* $variant:ident = $name:literal, $module:ident :: $model:ident;)*) => {
        /// The movement models, by the names that levels and the command line use.
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord,
            Serialize, Deserialize, schemars::JsonSchema, clap::ValueEnum,
        )]
        #[serde(rename_all = "snake_case")]
        #[value(rename_all = "snake_case")]
        pub enum ModelName {
            /// Article 003: predicted positions, push, hard push.
            #[default]
            Predictive,
            $($(#[doc = $text])* $variant,)*
        }

        impl ModelName {
            /// All models, in the order in which they are listed.
            pub const ALL: &[ModelName] = &[ModelName::Predictive, $(ModelName::$variant,)*];

            /// Its name in levels, reports and on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    ModelName::Predictive => "predictive",
                    $(ModelName::$variant => $name,)*
                }
            }
        }
    };
}

steering_models!(name_models);

impl ModelName {
    /// The model of this name.
    ///
    /// # Errors
    /// The names that there are.
    pub fn named(name: &str) -> Result<ModelName, String> {
        let known = ModelName::ALL.iter().find(|model| model.name() == name);
        known.copied().ok_or_else(|| {
            let names: Vec<&str> = ModelName::ALL.iter().map(|model| model.name()).collect();
            format!("{name} is no model; known are {}", names.join(", "))
        })
    }
}
