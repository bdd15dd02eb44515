//! What is special to a system, in one place: the rest of the crate names none, and neither do its tests of
//! the rest. Each system has a folder with the same names in it.
//!
//! - [`clock`]: how much time has passed;
//! - [`disk`]: files and folders, whatever keeps them;
//! - [`work`]: threads, or what stands for them;
//! - [`machine`]: what can be asked of the machine and its user's folders;
//! - `screen` (feature `window`): why no window could open, its first size, the whole screen;
//! - `handed` (feature `window`): files that come to the window by hand, and those that it gives out.
//!
//! | | desktop | page in a browser |
//! |---|---|---|
//! | files | those of the system | shipped levels in the module, the rest in the browser's storage |
//! | work | on threads of its own | between two frames, on the only thread |
//! | what the player saves | lies in a folder | is kept in the storage, and handed over as a download |

#[cfg(not(target_family = "wasm"))]
mod desktop;
#[cfg(not(target_family = "wasm"))]
pub use desktop::*;

#[cfg(target_family = "wasm")]
mod web;
#[cfg(target_family = "wasm")]
pub use web::*;
