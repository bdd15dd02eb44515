//! Says before macroquad starts why no window could open: miniquad itself panics or exits without a word.

use super::machine::variable;

/// What a Debian or Ubuntu needs beside the program; miniquad loads these libraries when it starts.
const PACKAGES: &str = "libx11-6 libxi6 libxkbcommon0 libgl1 libgl1-mesa-dri";

/// Why no window can open on this machine, if so.
pub fn obstacle() -> Option<String> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    obstacle_of(variable("DISPLAY"), variable("WAYLAND_DISPLAY"), answers).map(|reason| message(&reason))
}

fn obstacle_of(
    x11: Option<String>,
    wayland: Option<String>,
    answers: impl Fn(&str) -> bool,
) -> Option<String> {
    match (x11, wayland) {
        (None, None) => Some("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)".into()),
        (Some(display), None) if !answers(&display) => {
            Some(format!("the display {display} (DISPLAY) does not answer"))
        }
        _ => None,
    }
}

/// What to tell when the window cannot open for this reason.
pub fn message(reason: &str) -> String {
    format!(
        "muster: the window cannot open: {reason}.\n\
         On a desktop: check that the graphics libraries are there (Debian, Ubuntu: apt install {PACKAGES}).\n\
         Without a screen: apt install xvfb {PACKAGES}, then xvfb-run -a -s '-screen 0 1280x720x24' muster …\n\
         Without a window: muster run LEVEL simulates and reports, muster check LEVEL validates."
    )
}

/// Whether an X server listens at a display such as `:1`, `host:0.0` or `unix:2`.
fn answers(display: &str) -> bool {
    let Some((host, number)) = parse(display) else { return false };
    if !matches!(host, "" | "unix") {
        return std::net::TcpStream::connect((host, 6000 + number)).is_ok();
    }
    answers_locally(&format!("/tmp/.X11-unix/X{number}"))
        || std::net::TcpStream::connect(("127.0.0.1", 6000 + number)).is_ok()
}

/// Whether an X server listens at a socket of this machine, by its abstract name or as a file.
#[cfg(target_os = "linux")]
fn answers_locally(socket: &str) -> bool {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    let by_name = || UnixStream::connect_addr(&SocketAddr::from_abstract_name(socket).ok()?).ok();
    by_name().is_some() || UnixStream::connect(socket).is_ok()
}

/// Only Linux is asked: elsewhere the window needs no X server.
#[cfg(not(target_os = "linux"))]
fn answers_locally(_socket: &str) -> bool {
    false
}

/// Host and number of a display.
fn parse(display: &str) -> Option<(&str, u16)> {
    let (host, rest) = display.rsplit_once(':')?;
    let number = rest.split('.').next()?.parse().ok().filter(|&number| number < 59_000)?;
    Some((host, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_is_a_host_and_a_number() {
        assert_eq!(parse(":71"), Some(("", 71)));
        assert_eq!(parse("desk:0.1"), Some(("desk", 0)));
        assert_eq!(parse("nonsense"), None);
        assert_eq!(parse(":x"), None);
    }

    #[test]
    fn what_stands_in_the_way_is_named_with_what_to_install_and_what_does_without() {
        let none = obstacle_of(None, None, |_| true).unwrap();
        let dead = obstacle_of(Some(":99".into()), None, |_| false).unwrap();
        assert!(none.contains("no display") && dead.contains(":99"));
        for needed in ["xvfb", "libgl1-mesa-dri", "muster run"] {
            assert!(message(&none).contains(needed), "{needed}");
        }
        assert_eq!(obstacle_of(Some(":0".into()), None, |_| true), None);
        assert_eq!(obstacle_of(None, Some("wayland-0".into()), |_| false), None);
    }
}
