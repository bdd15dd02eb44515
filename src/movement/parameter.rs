//! What can be tuned of a model, described so that a panel can show it as sliders.

use std::ops::RangeInclusive;

/// One number of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// What a panel calls it.
    pub name: &'static str,
    /// Its unit; `on/off` for switches, which are 0 or 1; empty for a plain factor.
    pub unit: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// Values that make sense.
    pub range: RangeInclusive<f32>,
    /// The article's value.
    pub default: f32,
}

impl Parameter {
    /// Whether it is on or off, and nothing between.
    pub fn is_switch(&self) -> bool {
        self.unit == "on/off"
    }
}

/// What units of a tuning go by: of `own`, from number 1 on, or what is `common` to all others.
#[inline]
pub fn of_tuning<'a, T>(tuning: u32, common: &'a T, own: &'a [T]) -> &'a T {
    (tuning as usize).checked_sub(1).and_then(|place| own.get(place)).unwrap_or(common)
}

/// The parameters of a model, by their place in the list.
pub trait Tunable {
    /// All of them.
    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    /// The present value of one; 0 for one that does not exist.
    fn get(&self, _index: usize) -> f32 {
        0.0
    }

    /// Changes one. The value is brought into its range; what is not a number changes nothing.
    fn set(&mut self, _index: usize, _value: f32) {}

    /// Sets all to the article's values.
    fn reset(&mut self) {
        for (index, parameter) in self.parameters().into_iter().enumerate() {
            self.set(index, parameter.default);
        }
    }
}

/// A field that a slider can move.
pub trait Number {
    /// As a number.
    fn to_number(&self) -> f32;
    /// From a number.
    fn from_number(number: f32) -> Self;
}

impl Number for f32 {
    fn to_number(&self) -> f32 {
        *self
    }
    fn from_number(number: f32) -> f32 {
        number
    }
}

impl Number for bool {
    fn to_number(&self) -> f32 {
        f32::from(*self)
    }
    fn from_number(number: f32) -> bool {
        number >= 0.5
    }
}

impl Number for u16 {
    fn to_number(&self) -> f32 {
        f32::from(*self)
    }
    fn from_number(number: f32) -> u16 {
        number.round() as u16
    }
}

impl Number for u32 {
    fn to_number(&self) -> f32 {
        *self as f32
    }
    fn from_number(number: f32) -> u32 {
        number.round() as u32
    }
}

/// Declares the parameters of a model in one table: the struct, its defaults, and [`Tunable`].
///
/// ```
/// use muster::movement::parameter::Tunable;
/// muster::parameters! {
///     /// A model.
///     pub struct Wander {
///         /// How far it looks.
///         sight: f32 = 40.0, "px", 0.0..=200.0;
///         /// Whether it turns back.
///         timid: bool = true, "on/off", 0.0..=1.0;
///     }
/// }
/// let mut model = Wander::default();
/// model.set(0, 1000.0);
/// model.set(1, 0.0);
/// assert_eq!((model.sight, model.timid), (200.0, false));
/// assert_eq!(model.parameters()[0].help, " How far it looks.");
/// model.reset();
/// assert_eq!((model.sight, model.timid), (40.0, true));
/// ```
#[macro_export]
macro_rules! parameters {
    (
        $(#[$outer:meta])* pub struct $model:ident {
            $($(#[doc = $help:literal])+ $field:ident: $kind:ty = $default:expr, $unit:literal, $range:expr;)*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $model {
            $($(#[doc = $help])+ pub $field: $kind,)*
        }

        impl Default for $model {
            fn default() -> $model {
                $model { $($field: $default,)* }
            }
        }

        impl $crate::movement::parameter::Tunable for $model {
            fn parameters(&self) -> Vec<$crate::movement::parameter::Parameter> {
                use $crate::movement::parameter::Number;
                vec![$($crate::movement::parameter::Parameter {
                    name: stringify!($field),
                    unit: $unit,
                    help: concat!($($help),+),
                    range: $range,
                    default: <$kind as Number>::to_number(&$default),
                },)*]
            }

            fn get(&self, index: usize) -> f32 {
                use $crate::movement::parameter::Number;
                let values = [$(self.$field.to_number(),)*];
                values.get(index).copied().unwrap_or(0.0)
            }

            fn set(&mut self, index: usize, value: f32) {
                use $crate::movement::parameter::Number;
                if value.is_nan() {
                    return;
                }
                let mut place = 0;
                $(
                    if place == index {
                        let range: std::ops::RangeInclusive<f32> = $range;
                        self.$field = <$kind as Number>::from_number(value.clamp(*range.start(), *range.end()));
                    }
                    place += 1;
                )*
                let _ = place;
            }
        }
    };
}

impl Number for crate::movement::answer::Contacts {
    fn to_number(&self) -> f32 {
        *self as u8 as f32
    }
    fn from_number(number: f32) -> crate::movement::answer::Contacts {
        use crate::movement::answer::Contacts;
        match number.round() as i32 {
            0 => Contacts::Overlap,
            1 => Contacts::Stop,
            _ => Contacts::Sideways,
        }
    }
}

impl Number for crate::movement::contact::SideStep {
    fn to_number(&self) -> f32 {
        *self as u8 as f32
    }
    fn from_number(number: f32) -> crate::movement::contact::SideStep {
        use crate::movement::contact::SideStep;
        match number.round() as i32 {
            0 => SideStep::Wall,
            1 => SideStep::LeftOfHeading,
            _ => SideStep::LeftOfNormal,
        }
    }
}
