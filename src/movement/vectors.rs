//! The vectors that a model thinks in, as typed arrows with the colours of its article.
//!
//! They are only filled for a unit that somebody looks at; the window draws them, tests read them.

use glam::Vec2;

/// What an arrow means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum VectorRole {
    /// 000: a wall that is touched, and the way that it is followed.
    WallFollowed,
    /// 000: the sum of them, the acceleration.
    WallSum,
    /// 001: a push as it is.
    Push,
    /// 001: the same push, turned aside.
    AdjustedPush,
    /// 001: the sum of the pushes.
    PushSum,
    /// 001: the sum of the pushes, turned aside as one.
    AdjustedSum,
    /// 002: a ray ahead, to what it meets.
    Ray,
    /// 002: the force that avoids.
    Avoidance,
    /// 002: another steering force (seek, separation, cohesion, alignment).
    Steering,
    /// 004: the pull to the target.
    Pull,
    /// 004: the push of somebody near.
    Repulsion,
    /// 004: the dot that runs ahead of a driver, from the driver to it.
    Dot,
    /// 004: a driver opens the throttle: by how much of its acceleration, along its way.
    Throttle,
    /// 004: a driver brakes, against its way.
    Brake,
    /// `orca`: the rim of a half-plane of velocities that one neighbour allows.
    HalfPlane,
    /// `continuum`: down the gradient of the goal's potential.
    Gradient,
    /// `continuum`: a line of equal potential.
    Contour,
    /// The velocity that the model asks for.
    Wanted,
}

impl VectorRole {
    /// The article's colour: red, green, blue. `None` is that of the unit's team: article 000 draws a wall in
    /// the colour of the square that follows it.
    pub fn color(self) -> Option<[u8; 3]> {
        Some(match self {
            VectorRole::WallFollowed | VectorRole::WallSum => return None,
            VectorRole::Push | VectorRole::Brake => [0xD0, 0x2B, 0x20],
            VectorRole::AdjustedPush | VectorRole::Gradient | VectorRole::Dot => [0x2F, 0x5F, 0xC8],
            VectorRole::PushSum => [0xD9, 0xA4, 0x0F],
            VectorRole::AdjustedSum | VectorRole::Avoidance | VectorRole::Throttle => [0x2E, 0x8B, 0x3D],
            VectorRole::Ray | VectorRole::Steering => [0x80, 0x80, 0x80],
            VectorRole::Contour => [0x6B, 0x8F, 0xB0],
            VectorRole::Pull | VectorRole::Wanted => [0x2B, 0x26, 0x20],
            VectorRole::Repulsion => [0xE3, 0x42, 0x34],
            VectorRole::HalfPlane => [0x6B, 0x62, 0x57],
        })
    }

    /// Whether its end is a dot instead of a head.
    pub fn ends_in_a_dot(self) -> bool {
        self == VectorRole::Dot
    }

    /// Whether it is a piece of a line, without a head.
    pub fn is_line(self) -> bool {
        self == VectorRole::Contour
    }

    /// What a legend calls it.
    pub fn label(self) -> &'static str {
        match self {
            VectorRole::WallFollowed => "wall followed",
            VectorRole::WallSum => "acceleration along walls",
            VectorRole::Push => "push",
            VectorRole::AdjustedPush => "push, turned aside",
            VectorRole::PushSum => "sum of pushes",
            VectorRole::AdjustedSum => "sum, turned aside",
            VectorRole::Ray => "ray",
            VectorRole::Avoidance => "avoidance",
            VectorRole::Steering => "other steering",
            VectorRole::Pull => "pull",
            VectorRole::Repulsion => "push away",
            VectorRole::Dot => "dot ahead on the line",
            VectorRole::Throttle => "throttle",
            VectorRole::Brake => "brake",
            VectorRole::HalfPlane => "allowed velocities end here",
            VectorRole::Gradient => "down the potential",
            VectorRole::Contour => "equal potential",
            VectorRole::Wanted => "wanted velocity",
        }
    }
}

/// An arrow on the map, px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector {
    /// What it means.
    pub role: VectorRole,
    /// Where it starts.
    pub from: Vec2,
    /// Where its head is.
    pub to: Vec2,
}

/// Where a model puts its arrows: a list, or nowhere.
#[derive(Debug, Default)]
pub struct Sketch<'a> {
    list: Option<&'a mut Vec<Vector>>,
}

impl<'a> Sketch<'a> {
    /// Nobody looks.
    pub fn off() -> Sketch<'a> {
        Sketch { list: None }
    }

    /// Arrows are appended to a list.
    pub fn into(list: &'a mut Vec<Vector>) -> Sketch<'a> {
        Sketch { list: Some(list) }
    }

    /// Whether somebody looks: what is only drawn need not be computed otherwise.
    pub fn is_on(&self) -> bool {
        self.list.is_some()
    }

    /// An arrow at `from` that reaches as far as `along`, px; none where that is nowhere.
    #[inline]
    pub fn arrow(&mut self, role: VectorRole, from: Vec2, along: Vec2) {
        if let Some(list) = self.list.as_mut().filter(|_| along != Vec2::ZERO) {
            list.push(Vector { role, from, to: from + along });
        }
    }
}
