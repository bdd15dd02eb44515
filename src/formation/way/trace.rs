//! Draws a way: samples along lines and arcs.

use glam::Vec2;

/// Distance of two samples, px. More makes turns angular, less costs time when an order is given.
pub const SAMPLE_STEP: f32 = 8.0;

/// Walks along lines and arcs and drops a sample at every step.
pub(super) struct Tracer<'a> {
    pub points: &'a mut Vec<Vec2>,
    pub at: Vec2,
    /// Distance to the next sample, px.
    pub left: f32,
}

impl Tracer<'_> {
    pub fn line_to(&mut self, to: Vec2) {
        let way = to - self.at;
        let length = way.length();
        let direction = way.normalize_or_zero();
        let mut done = self.left;
        while done < length {
            self.points.push(self.at + direction * done);
            done += SAMPLE_STEP;
        }
        self.left = done - length;
        self.at = to;
    }

    /// To where the rounded corner ends. The arc touches both legs at `radius·tan(turn/2)` from the corner,
    /// at most half of the shorter leg, so that the arcs of two corners do not meet.
    pub fn round(&mut self, before: Vec2, corner: Vec2, after: Vec2, radius: f32) {
        let (legs_in, legs_out) = (corner - before, after - corner);
        let (entering, leaving) = (legs_in.normalize_or_zero(), legs_out.normalize_or_zero());
        // tan(turn/2) = sin ÷ (1 + cos).
        let half_turn = entering.perp_dot(leaving).abs() / (1.0 + entering.dot(leaving)).max(1e-3);
        let tangent = (radius * half_turn).min(0.5 * legs_in.length().min(legs_out.length()));
        if tangent < 0.5 {
            return self.line_to(corner);
        }
        let (start, end) = (corner - entering * tangent, corner + leaving * tangent);
        self.line_to(start);
        let radius = tangent / half_turn;
        let center = start + entering.perp() * entering.perp_dot(leaving).signum() * radius;
        let turn = 2.0 * libm::atanf(half_turn);
        let pieces = (radius * turn / (SAMPLE_STEP / 2.0)).ceil().max(1.0) as usize;
        for piece in 1..pieces {
            // Normalised chords between the two radii are near enough to even steps on the arc.
            let part = piece as f32 / pieces as f32;
            let angle = turn * part * entering.perp_dot(leaving).signum();
            let spoke = Vec2::new(libm::cosf(angle), libm::sinf(angle)).rotate(start - center);
            self.line_to(center + spoke);
        }
        self.line_to(end);
    }
}
