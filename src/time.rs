//! The fixed step of the simulation.

/// Ticks per simulated second. The step is fixed; frames are interpolated between ticks.
pub const TICK_RATE: u32 = 30;

/// Length of a tick, s.
pub const DT: f32 = 1.0 / TICK_RATE as f32;

/// Ticks between two looks of a unit at what seldom changes: its place in a crowd, its way home, others in a
/// passage; staggered by id. A limit of the work, no tuning: at 4 or 16 one unit more or less of 450 in
/// passages does not come to its place.
pub const LOOK_EVERY: u64 = 8;

/// Ticks that make up so many seconds, the last one begun counted. A hundredth of a tick more is rounding: 1.7 s,
/// read as a number of 24 bits, are 51 ticks.
pub fn ticks_in(seconds: impl Into<f64>) -> u64 {
    (seconds.into() * f64::from(TICK_RATE) - 0.01).ceil() as u64
}

/// A moment as clocks show it: [`exact`] without its tenths, so that no two cards tell it differently.
pub fn clock(ticks: u64) -> String {
    let mut text = exact(ticks as f64 / f64::from(TICK_RATE));
    text.truncate(text.len() - ".0".len());
    text
}

/// A time to a tenth of a second, as stop watches show it.
pub fn exact(seconds: f64) -> String {
    // Thirtieths of a second are seldom whole tenths to the last digit.
    let tenths = (seconds * 10.0 - 1e-6).ceil() as u64;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_to_a_tenth_and_never_as_less_than_they_are() {
        assert_eq!(
            (exact(40.0), exact(65.03), exact(9.5)),
            ("0:40.0".into(), "1:05.1".into(), "0:09.5".into())
        );
    }

    #[test]
    fn seconds_as_they_are_written_are_no_tick_more() {
        assert_eq!([0.0_f64, 0.01, 1.7, 8.3, 32.2, 3600.1].map(ticks_in), [0, 1, 51, 249, 966, 108_003]);
        assert_eq!([1.7_f32, 8.3, 32.2, 3600.1].map(ticks_in), [51, 249, 966, 108_003]);
    }

    #[test]
    fn a_clock_without_tenths_tells_a_moment_as_one_with_them() {
        // 42.9 s, 42.97 s, which a stop watch tells as 43.0, and 43 s.
        assert_eq!([1, 1287, 1289, 1290].map(clock), ["0:00", "0:42", "0:43", "0:43"]);
    }
}
