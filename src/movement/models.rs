//! All steering models with the parameters that they have now.

use super::steering_model::SteeringModel;
use super::view::Scene;
use crate::unit::model::{ModelName, steering_models};

/// The steering models with the parameters that they have now.
#[derive(Clone)]
pub struct Models {
    /// By [`ModelName`]; `predictive` is none.
    list: Vec<Option<Box<dyn SteeringModel>>>,
}

impl Models {
    /// The model of this name; `None` for `predictive`, which is no steering model.
    #[inline]
    pub fn get(&self, name: ModelName) -> Option<&dyn SteeringModel> {
        self.list.get(name as usize)?.as_deref()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &dyn SteeringModel> {
        self.list.iter().flatten().map(|model| model.as_ref())
    }

    /// The model of this name, to change its parameters; `None` for `predictive`.
    pub fn get_mut(&mut self, name: ModelName) -> Option<&mut (dyn SteeringModel + 'static)> {
        self.list.get_mut(name as usize)?.as_deref_mut()
    }

    /// Makes all ready for a tick of the units that go by a tuning.
    pub fn prepare(&mut self, scene: &Scene, tuning: u32) {
        self.list.iter_mut().flatten().for_each(|model| model.prepare(scene, tuning));
    }

    /// Puts another model in the place of one, for instance one that is made outside of this crate.
    pub fn replace(&mut self, name: ModelName, model: Box<dyn SteeringModel>) {
        self.list[name as usize] = Some(model);
    }
}

macro_rules! make_models {
    ($($(#[doc = $text:literal])* $variant:ident = $name:literal, $module:ident :: $model:ident;)*) => {
        impl Default for Models {
            fn default() -> Models {
                Models { list: vec![None, $(Some(Box::new(super::$module::$model::default())),)*] }
            }
        }
    };
}

steering_models!(make_models);
