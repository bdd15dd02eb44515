//! Which teams are enemies: they neither push each other nor make way.

/// Which teams are enemies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Enemies {
    teams: usize,
    pairs: Vec<bool>,
}

impl Enemies {
    /// From each team's list of enemies; said on one side, it holds for both. Indices out of range are passed
    /// over.
    pub fn new(enemies_of: &[Vec<usize>]) -> Enemies {
        let teams = enemies_of.len();
        let mut pairs = vec![false; teams * teams];
        for (team, enemies) in enemies_of.iter().enumerate() {
            for &enemy in enemies.iter().filter(|&&enemy| enemy < teams) {
                pairs[team * teams + enemy] = true;
                pairs[enemy * teams + team] = true;
            }
        }
        Enemies { teams, pairs }
    }

    /// Whether two teams are enemies; unknown teams are friends of all.
    #[inline]
    pub fn are(&self, a: u16, b: u16) -> bool {
        a != b && (a.max(b) as usize) < self.teams && self.pairs[a as usize * self.teams + b as usize]
    }
}
