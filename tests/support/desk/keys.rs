//! X11 keysyms.

pub const ESCAPE: u32 = 0xff1b;
pub const ENTER: u32 = 0xff0d;
/// The one of the number pad.
pub const PAD_ENTER: u32 = 0xff8d;
pub const TAB: u32 = 0xff09;
pub const DELETE: u32 = 0xffff;
pub const HOME: u32 = 0xff50;
pub const END: u32 = 0xff57;
pub const ARROW_LEFT: u32 = 0xff51;
pub const ARROW_UP: u32 = 0xff52;
pub const ARROW_RIGHT: u32 = 0xff53;
pub const ARROW_DOWN: u32 = 0xff54;
pub const F1: u32 = 0xffbe;
pub const F2: u32 = 0xffbf;
pub const F3: u32 = 0xffc0;
pub const F4: u32 = 0xffc1;
pub const F5: u32 = 0xffc2;
pub const F6: u32 = 0xffc3;
pub const F9: u32 = 0xffc6;
pub const F11: u32 = 0xffc8;
pub const F12: u32 = 0xffc9;
pub const ALT: u32 = 0xffe9;
pub const SHIFT: u32 = 0xffe1;
pub const CONTROL: u32 = 0xffe3;

/// The keysym of a sign.
pub fn sign(sign: char) -> u32 {
    u32::from(sign)
}
