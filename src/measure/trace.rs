//! The trace of a run: a row for each unit at each traced tick, as CSV or in the text form of pedestrian
//! research.

use crate::grid::TILE;
use crate::ids::UnitId;
use crate::sim::Sim;
use crate::time::TICK_RATE;
use crate::unit::*;
use std::borrow::Cow;
use std::io;
use std::io::Write;

/// Writes rows `tick,id,x,y,vx,vy,state`, in px and px/s; or `id frame x y z` in metres, a tile being one.
pub struct Trace<W: Write> {
    out: W,
    is_text: bool,
    every: u64,
    rows: Vec<(UnitId, Position, Velocity, State)>,
}

impl<W: Write> Trace<W> {
    /// A trace of every `every`th tick (at least 1); writes the header.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn new(mut out: W, every: u64) -> io::Result<Trace<W>> {
        writeln!(out, "tick,id,x,y,vx,vy,state")?;
        Ok(Trace { out, is_text: false, every: every.max(1), rows: Vec::new() })
    }

    /// A trace in the text form: `id frame x y z`, ids from 1, frames counting ticks.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn text(mut out: W, every: u64, level: &str) -> io::Result<Trace<W>> {
        writeln!(out, "# description: {}, by Muster", crate::files::harmless(level))?;
        writeln!(out, "# framerate: {TICK_RATE}.00 fps")?;
        writeln!(out, "# 1 m is a tile of {TILE} px; y grows downwards; ids count the level's units from 1")?;
        writeln!(out, "# id frame x/m y/m z/m")?;
        Ok(Trace { out, is_text: true, every: every.max(1), rows: Vec::new() })
    }

    /// Writes the state after a tick, units by id, if this tick is traced.
    ///
    /// # Errors
    /// What the output reports.
    pub fn write(&mut self, sim: &Sim) -> io::Result<()> {
        if !sim.ticks().is_multiple_of(self.every) {
            return Ok(());
        }
        self.rows.clear();
        self.rows.extend(
            sim.units.query::<(&Unit, &Position, &Velocity, &State, &Front, &Post, &Memory)>().iter().map(
                |(unit, position, velocity, state, front, post, memory)| {
                    (unit.id, *position, *velocity, state.shown(position, front, post, memory))
                },
            ),
        );
        self.rows.sort_unstable_by_key(|row| row.0);
        for (id, position, velocity, state) in &self.rows {
            if self.is_text {
                let at = position.0 / TILE;
                writeln!(self.out, "{} {} {:.5} {:.5} 0", id.0 + 1, sim.ticks(), at.x, at.y)?;
                continue;
            }
            let name = quoted(&sim.names[*id]);
            let (place, speed) = (position.0, velocity.0);
            let tick = sim.ticks();
            writeln!(
                self.out,
                "{tick},{name},{},{},{},{},{}",
                place.x,
                place.y,
                speed.x,
                speed.y,
                state.name()
            )?;
        }
        Ok(())
    }

    /// Writes out what is buffered.
    ///
    /// # Errors
    /// What the output reports.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A CSV field: quoted where it has to be.
pub(super) fn quoted(name: &str) -> Cow<'_, str> {
    if name.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", name.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(name)
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn names_with_commas_and_quotes_stay_one_field() {
        assert_eq!(quoted("hero"), "hero");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"hi\""), "\"say \"\"hi\"\"\"");
    }
}
