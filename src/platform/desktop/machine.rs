//! What can be asked of the machine.

use std::path::Path;
#[cfg(feature = "window")]
use std::path::PathBuf;

/// Whether the player sees files and their paths, can change them with other programs, and has a command
/// line.
pub const SHOWS_FILES: bool = true;

/// Where a file lies, as the player is told.
pub fn place(file: &Path) -> String {
    file.display().to_string()
}

/// What the player is told of a file that was saved as was asked.
pub fn saved_as(file: &Path) -> String {
    format!("Saved as {}", file.display())
}

/// A variable of the environment; `None` where it is not set or no text.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The most memory that this process has held since [`forget_peak_memory`], MiB; `None` where only Linux
/// would tell.
pub fn peak_memory_mib() -> Option<f64> {
    status_mib("VmHWM:")
}

/// The memory that this process holds now, MiB; `None` where only Linux would tell.
pub fn memory_mib() -> Option<f64> {
    status_mib("VmRSS:")
}

/// The most memory that this process has held is counted anew, where the system can.
pub fn forget_peak_memory() {
    // Elsewhere than on Linux there is no such file.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn status_mib(field: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(field))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kib| kib / 1024.0)
}

#[cfg(feature = "window")]
fn project() -> Option<directories::ProjectDirs> {
    directories::ProjectDirs::from("", "", "muster")
}

/// The folder of the player's settings; `None` for a player without a home.
#[cfg(feature = "window")]
pub fn settings_folder() -> Option<PathBuf> {
    project().map(|project| project.config_dir().to_owned())
}

/// The folder of what the player made; `None` for a player without a home.
#[cfg(feature = "window")]
pub fn data_folder() -> Option<PathBuf> {
    project().map(|project| project.data_dir().to_owned())
}

/// Where shipped files may lie, likeliest first: the current folder, beside the program or in one of the
/// folders above it (as after `cargo build`), where the program was built.
#[cfg(feature = "window")]
pub fn shipped_folders() -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.iter().flat_map(|program| program.ancestors().skip(1)).map(PathBuf::from);
    let built = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    std::iter::once(PathBuf::from(".")).chain(beside).chain([built]).collect()
}
