//! How the places in contact round companies of many shapes are filled, wherever those who attack come from.

use crate::support::*;
use muster::level::Level;

/// Where the attackers begin.
#[derive(Clone, Copy, Debug)]
enum From {
    /// Abreast of the middle.
    Middle,
    /// In a line with the enemies, as a column.
    End,
    /// Beyond one end and to the side.
    Diagonal,
}

/// Enemies on hold 20 px apart about [35, 35], in tiles, who do not fall, and attackers 22 px apart.
struct Meeting {
    /// Blocks of enemies one behind the other, 160 px apart.
    blocks: u32,
    columns: u32,
    rows: u32,
    attackers: u32,
    abreast: u32,
}

impl Meeting {
    fn level(&self, from: From, shift: (f32, f32), formation: &str) -> Level {
        let &Meeting { blocks, columns, rows, attackers, abreast } = self;
        let corner = |count: u32, spacing: f32| (count - 1) as f32 * spacing / 60.0;
        let apart = 2.0 * corner(rows, 20.0) + 160.0 / 30.0;
        let left = 35.0 - corner(columns, 20.0);
        let top = 35.0 - corner(rows, 20.0) - (blocks - 1) as f32 * apart / 2.0;
        let enemies = |block: u32| {
            format!(
                r#"{{ "kind": "infantry", "team": "blue", "facing": 180, "block": {{ "from": [{left}, {}], "columns": {columns}, "rows": {rows}, "spacing": 20 }} }},"#,
                top + block as f32 * apart
            )
        };
        let enemies: String = (0..blocks).map(enemies).collect();
        let deep = attackers / abreast;
        let (wide, long) = (corner(abreast, 22.0), corner(deep, 22.0));
        let (x, y) = match from {
            From::Middle => (left - 9.0 - 2.0 * wide, 35.0 - long),
            From::End => (35.0 - wide, 2.0 * 35.0 - top + 7.0),
            From::Diagonal => (left - 8.0 - 2.0 * wide, 2.0 * 35.0 - top + 4.0),
        };
        let (x, y) = (x + shift.0, y + shift.1);
        level(&format!(
            r##""fight": true, "kinds": {{ "infantry": {{ "strength": 100000 }} }}, "map": {{ "size": [70, 80] }},
            "teams": [ {{ "name": "red", "color": "#c8452f", "enemies": ["blue"] }}, {{ "name": "blue", "color": "#2f5f9e" }} ],
            "units": [ {enemies}
                {{ "kind": "infantry", "team": "red", "block": {{ "from": [{x}, {y}], "columns": {abreast}, "rows": {deep}, "spacing": 22 }} }} ],
            "orders": [ {{ "who": {{ "team": "blue" }}, "do": "hold" }},
                {{ "who": {{ "team": "red" }}, "do": "attack_move", "to": [35, 35], "formation": "{formation}" }} ]"##
        ))
    }

    /// Places in contact: one for each enemy on each of its sides that is open, and one more at each corner;
    /// of one enemy alone six.
    fn places(&self) -> usize {
        let around = match (self.columns, self.rows) {
            (1, 1) => 6,
            (1, rows) => 2 * rows + 4,
            (columns, rows) => 2 * (columns + rows) + 4,
        };
        (self.blocks * around).min(self.attackers) as usize
    }
}

/// How many of red strike somebody 10 s after the first of them did, under all promises.
fn fighting(level: &Level) -> usize {
    let mut sim = start(level);
    let mut guard = Guard::default();
    let count =
        |sim: &muster::sim::Sim| sim.ids_of(|unit| unit.team == 0 && unit.fighter.foe.is_some()).len();
    while count(&sim) == 0 {
        assert!(sim.seconds() < 40.0, "they do not meet");
        sim.tick();
        guard.look(&sim);
    }
    for _ in 0..10 * 30 {
        sim.tick();
        guard.look(&sim);
    }
    guard.judge(&sim);
    count(&sim)
}

/// Of all starts of a meeting together at least 95 % of the places are filled after 10 s.
fn are_filled(meeting: &Meeting, sides: &[From]) {
    let places = meeting.places();
    for &from in sides {
        for formation in ["none", "line"] {
            let starts = [(0.0, 0.0), (0.3, 1.7), (-1.1, -0.3)]
                .map(|shift| fighting(&meeting.level(from, shift, formation)).min(places));
            let share = starts.iter().sum::<usize>() as f32 / (places * starts.len()) as f32;
            assert!(share >= 0.95, "{starts:?} of {places} places, {from:?}, {formation}");
        }
    }
}

const ALL: [From; 3] = [From::Middle, From::End, From::Diagonal];

#[test]
fn a_line_of_16_is_surrounded_from_its_end_and_across_a_corner_as_from_its_middle() {
    for abreast in [3, 6] {
        are_filled(&Meeting { blocks: 1, columns: 1, rows: 16, attackers: 48, abreast }, &ALL);
    }
}

#[test]
fn blocks_are_surrounded_from_everywhere() {
    for (side, attackers) in [(1, 24), (4, 24), (4, 48), (6, 48)] {
        are_filled(&Meeting { blocks: 1, columns: side, rows: side, attackers, abreast: 3 }, &ALL);
    }
}

#[test]
fn too_few_for_a_line_of_36_all_find_a_place() {
    are_filled(&Meeting { blocks: 1, columns: 1, rows: 36, attackers: 24, abreast: 3 }, &ALL);
    are_filled(&Meeting { blocks: 1, columns: 1, rows: 36, attackers: 48, abreast: 3 }, &[From::End]);
}

#[test]
fn a_line_of_36_is_filled_by_48_from_its_middle() {
    for abreast in [3, 6] {
        are_filled(&Meeting { blocks: 1, columns: 1, rows: 36, attackers: 48, abreast }, &[From::Middle]);
    }
}

#[test]
fn of_two_lines_one_behind_the_other_both_are_surrounded_from_everywhere() {
    for (attackers, abreast) in [(24, 3), (48, 3), (48, 6)] {
        are_filled(&Meeting { blocks: 2, columns: 1, rows: 8, attackers, abreast }, &ALL);
    }
}

#[test]
fn of_two_blocks_one_behind_the_other_both_are_surrounded_from_everywhere() {
    for attackers in [24, 48] {
        are_filled(&Meeting { blocks: 2, columns: 4, rows: 4, attackers, abreast: 3 }, &ALL);
    }
}
