//! A page in a browser. What stands on the other side is `web/muster.js`.

mod browser;
pub mod clock;
pub mod disk;
pub mod handed;
pub mod machine;
pub mod screen;
pub mod work;
