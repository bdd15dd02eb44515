//! Every number of the model, with its unit and what changing it does.

crate::parameters! {
    /// Continuum Crowds.
    pub struct Weights {
        /// What a px of the way costs (the paper's α).
        length: f32 = 0.2, "", 0.0..=10.0;
        /// What the time costs that a px takes, in px at top speed (β). More avoids crowds more.
        time: f32 = 0.8, "", 0.0..=10.0;
        /// What the discomfort of a place costs (γ): people are expected there.
        discomfort: f32 = 0.5, "", 0.0..=10.0;
        /// How many bodies to a tile leave everybody their own speed.
        sparse: f32 = 0.7, "1/tile", 0.3..=4.0;
        /// From how many bodies to a tile on everybody goes as the crowd flows.
        dense: f32 = 2.5, "1/tile", 0.5..=8.0;
        /// Share of the top speed that is left in the densest crowd.
        least_speed: f32 = 0.1, "", 0.01..=1.0;
        /// How far ahead people are expected, for the discomfort.
        ahead: f32 = 1.5, "s", 0.0..=5.0;
        /// Least distance from rim to rim to which bodies are pushed apart. Less, and bodies that press
        /// against each other jam: of 200 at a gap 70 % get through with 0, 98 % with 1.
        gap: f32 = 1.0, "px", 0.0..=10.0;
        /// How many goals have a potential of their own, those of most units first.
        goals: u32 = 32, "", 0.0..=256.0;
        /// Whether units take any velocity at once, as in the paper, which knows no acceleration: they turn
        /// two to seven times as much, and no more of them arrive.
        instant: bool = false, "on/off", 0.0..=1.0;
        /// Whether a unit that cannot get to its place stops short (article 000). Off: a tenth more arrive,
        /// since those who rest are pushed apart and let it through.
        gives_up: bool = false, "on/off", 0.0..=1.0;
    }
}
