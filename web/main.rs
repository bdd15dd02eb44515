//! The program of the page: the window, opened on what the address asks for.

use muster::window;

fn main() {
    #[cfg(target_family = "wasm")]
    window::page(&muster::platform::machine::address());
    // Elsewhere it is only checked.
    #[cfg(not(target_family = "wasm"))]
    window::page(&[]);
}
