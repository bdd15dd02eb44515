//! Linux, Windows, macOS.

pub mod clock;
pub mod disk;
#[cfg(feature = "window")]
mod display;
#[cfg(feature = "window")]
mod full_screen;
#[cfg(feature = "window")]
pub mod handed;
pub mod machine;
#[cfg(feature = "window")]
mod pointer;
#[cfg(feature = "window")]
pub mod screen;
pub mod work;
