//! An X server without a screen.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// An X server of our own, ended with the test.
pub struct Server {
    child: Child,
    pub display: String,
}

impl Server {
    /// Starts Xvfb on a free display; the error says why that is not possible.
    pub fn start(screen: &str) -> Result<Server, String> {
        let mut child = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Xvfb cannot be started ({error}); on Debian: apt install xvfb"))?;
        let mut line = String::new();
        let read = BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut line);
        if read.is_err() || line.trim().is_empty() {
            let _ = child.kill();
            let _ = child.wait();
            return Err("Xvfb ended before it had a display".into());
        }
        Ok(Server { child, display: format!(":{}", line.trim()) })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
