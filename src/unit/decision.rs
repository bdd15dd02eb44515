//! Which branch of the flowcharts of article 003 a unit took.

/// The branch of the flowcharts that a unit took in its last step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Decision {
    /// It stands and nobody needs its place.
    #[default]
    Idle,
    /// It goes straight on.
    Free,
    /// It goes round somebody or something.
    Avoid,
    /// It asked an idle friend to step aside.
    PushIdle,
    /// It made a moving friend give way.
    Push,
    /// Those that it pushed had to push others.
    HardPush,
    /// It was told to give way, and does.
    GiveWay,
    /// It goes home after it had given way.
    Return,
    /// Nothing helped: it waits.
    Wait,
}

impl Decision {
    /// All of them, each at the place of its number.
    pub const ALL: [Decision; 9] = [
        Decision::Idle,
        Decision::Free,
        Decision::Avoid,
        Decision::PushIdle,
        Decision::Push,
        Decision::HardPush,
        Decision::GiveWay,
        Decision::Return,
        Decision::Wait,
    ];
}
