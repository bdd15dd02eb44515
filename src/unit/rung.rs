//! The ladder of patience: after how long a time in vain a unit may do more, and when it gives up.

use crate::time::TICK_RATE;

/// A rung of the ladder of patience.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rung {
    /// It goes round others.
    Patient,
    /// It makes others give way. A unit that waits so long near its place counts as kept off it.
    Pushes,
    /// It makes those at rest give way, too, where it joins their crowd: it has pushed in vain as long as it
    /// waited before. One that had given up tries for so long when a nearer place comes free.
    Presses,
    /// It is planned before all who do not lead. The others in a jam try for so long when one has given up.
    Leads,
    /// It looks for another way, or for another place where a crowd has settled; again after as long.
    Detours,
    /// It makes even those give way who go its own way; beside its crowd it rests in a passage, too; on its
    /// way back to its post it stays where it is. A crowd is so long in settling after the last one came.
    Shoves,
    /// It gives its order up.
    GivesUp,
}

impl Rung {
    /// Ticks in vain after which a unit comes to it. The [parameters] of the model say otherwise where they
    /// are tuned.
    ///
    /// Other times, and what they do: at 4 s and less for [`Detours`](Rung::Detours) units turn away from
    /// doors that open soon. Below 8 s for [`Shoves`](Rung::Shoves) guards that come home one by one stay
    /// outside. Below 30 s for [`GivesUp`](Rung::GivesUp) units give up before a door that others hold for
    /// long, above it those who bar each other's way for good take longer to come to rest.
    ///
    /// [parameters]: crate::movement::predictive::Parameters
    pub const fn after(self) -> u16 {
        let seconds = match self {
            Rung::Patient => 0,
            Rung::Pushes => 1,
            Rung::Presses => 2,
            Rung::Leads => 3,
            Rung::Detours => 5,
            Rung::Shoves => 10,
            Rung::GivesUp => 30,
        };
        seconds * TICK_RATE as u16
    }
}
