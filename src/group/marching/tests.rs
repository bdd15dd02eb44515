//! Formations from the order to the end on plain values: members that go exactly where they are told.

use super::*;
use crate::formation::meeting::Blocks;
use crate::geometry::Shape;
use crate::grid::Tile;
use crate::group::forming::form;
use crate::group::latecomers::admit;
use crate::group::standing::Bystanders;
use crate::ids::UnitId;
use crate::neighbours::Crowd;
use crate::order::{FormationShape, Manner};
use crate::path::Pathfinder;
use crate::time::DT;
use crate::unit::Lead;

/// A group on a map without obstacles, and what it was told last.
struct Field {
    grid: Grid,
    finder: Pathfinder,
    group: Group,
    travellers: Vec<Traveller>,
    told: Vec<(UnitId, Instruction)>,
    tick: u64,
}

impl Field {
    /// A box of nine that starts around (300, 300) px, on a map of 40 by 20 tiles.
    fn new(to: Vec2, tile: impl Fn(i32, i32) -> Tile) -> Field {
        let tiles = (0..20).flat_map(|row| (0..40).map(move |column| (column, row)));
        let grid = Grid::new(40, 20, tiles.map(|(column, row)| tile(column, row)).collect());
        let body = Body {
            shape: Shape::Circle,
            radius: 7.0,
            soft_radius: 10.0,
            speed: 60.0,
            acceleration: 240.0,
            priority: 0,
        };
        let traveller = |id: u32| Traveller {
            group: 1,
            id: UnitId(id),
            position: Vec2::new(276.0 + 24.0 * (id % 3) as f32, 276.0 + 24.0 * (id / 3) as f32),
            velocity: Vec2::ZERO,
            body,
            slot: to,
            to_go: None,
        };
        let travellers: Vec<Traveller> = (0..9).map(traveller).collect();
        let mut group = Group {
            id: 1,
            place: to,
            shape: FormationShape::Box,
            manner: Manner::default(),
            members: travellers.iter().map(|one| one.id).collect(),
            late: Vec::new(),
            commander: None,
            phase: Phase::Waiting { ticks: 0 },
        };
        group.appoint(&travellers);
        let told = Vec::new();
        Field { grid, finder: Pathfinder::default(), group, travellers, told, tick: 0 }
    }

    fn plan<T>(
        &mut self,
        make: impl FnOnce(&mut Planner, &mut Group, &[Traveller], &mut Instructions) -> T,
    ) -> T {
        let mut crowd = Crowd::default();
        crowd.rebuild();
        let mut planner = Planner {
            grid: &self.grid,
            obstacles: &[],
            crowd: &crowd,
            blocks: &Blocks::default(),
            finder: &mut self.finder,
            tick: self.tick,
            budget: usize::MAX,
            work: 0,
            searches: 0,
            replans: 0,
        };
        let mut out = Instructions::default();
        let made = make(&mut planner, &mut self.group, &self.travellers, &mut out);
        self.told = out.list;
        made
    }

    fn form(&mut self) -> bool {
        let among = Bystanders { obstacles: &[], everybody: &[], standing: &[] };
        self.plan(|planner, group, travellers, out| form(planner, group, travellers, among, out))
    }

    /// A tick in which everybody but `stuck` goes where it is told.
    fn step(&mut self, stuck: Option<UnitId>) {
        self.plan(step);
        self.tick += 1;
        for traveller in &mut self.travellers {
            let before = traveller.position;
            for (_, told) in self.told.iter().filter(|(id, _)| *id == traveller.id && Some(*id) != stuck) {
                if let Instruction::Guide(speed, lead) = told {
                    let to = match *lead {
                        Lead::Place { waypoint, .. } => waypoint,
                        Lead::Stand(place) => place,
                        Lead::Own | Lead::Wait => before,
                    };
                    traveller.position = before.move_towards(to, speed * DT);
                }
            }
            traveller.velocity = (traveller.position - before) / DT;
        }
    }

    /// Steps until something holds, for at most a minute.
    fn step_until(&mut self, stuck: Option<UnitId>, holds: impl Fn(&Field) -> bool) -> bool {
        (0..60 * TICK_RATE).any(|_| {
            self.step(stuck);
            holds(self)
        })
    }

    fn formed(&self) -> Option<&Formed> {
        match &self.group.phase {
            Phase::Formation(formed) => Some(formed),
            _ => None,
        }
    }

    fn is_marching(&self) -> bool {
        self.formed().is_some_and(|formed| !formed.building && formed.ticks > 30)
    }

    fn has_arrived(&self) -> bool {
        matches!(self.group.phase, Phase::Arriving { .. })
    }

    /// The slot of a member in the open formation.
    fn slot_of(&self, id: u32) -> Option<usize> {
        self.formed().and_then(|formed| Some(formed.soldiers[formed.soldier(UnitId(id))?].slot))
    }
}

fn open(_: i32, _: i32) -> Tile {
    Tile::Ground
}

#[test]
fn a_formation_is_built_marches_and_sends_everybody_to_an_end_of_its_own_around_the_goal() {
    let goal = Vec2::new(900.0, 300.0);
    let mut field = Field::new(goal, open);
    assert!(field.form());
    assert!(field.step_until(None, Field::is_marching), "it is built");
    let ends = field.formed().map(|formed| formed.ends.clone()).unwrap_or_default();
    assert!(field.step_until(None, Field::has_arrived));
    let mut taken: Vec<Vec2> = Vec::new();
    for (_, told) in &field.told {
        let Instruction::StraightTo(end) = told else { panic!("{told:?}") };
        assert!(ends.contains(end) && end.distance(goal) < 60.0 && !taken.contains(end), "{end}");
        taken.push(*end);
    }
    assert_eq!(taken.len(), 9);
    for (traveller, (_, told)) in field.travellers.iter().zip(&field.told) {
        let Instruction::StraightTo(end) = told else { continue };
        assert!(traveller.position.distance(*end) < 3.0, "{} {end}", traveller.position);
    }
}

#[test]
fn the_commander_has_the_middle_and_the_next_commander_takes_it_over() {
    let mut field = Field::new(Vec2::new(900.0, 300.0), open);
    assert!(field.form());
    let commander = field.group.commander.expect("it has one").0;
    let middle = field.formed().map(|formed| formed.march.open.center);
    assert_eq!(field.slot_of(commander), middle);
    assert!(field.step_until(None, Field::is_marching));
    field.travellers.retain(|traveller| traveller.id.0 != commander);
    field.plan(|_, group, travellers, _| group.appoint(travellers));
    field.step(None);
    let next = field.group.commander.expect("there is another").0;
    assert_ne!(next, commander);
    assert_eq!(field.slot_of(next), middle);
}

#[test]
fn nobody_waits_for_ever_for_a_member_that_cannot_move() {
    let mut field = Field::new(Vec2::new(900.0, 300.0), open);
    assert!(field.form());
    assert!(field.step_until(None, Field::is_marching));
    assert!(field.step_until(Some(UnitId(0)), Field::has_arrived), "the others arrive");
    let left = field.travellers[0].position;
    assert!(left.x < 500.0, "it stands where it stood: {left}");
}

#[test]
fn a_latecomer_takes_the_slot_of_a_member_that_was_lost_and_walks_alone_where_none_is_free() {
    let mut field = Field::new(Vec2::new(900.0, 300.0), open);
    let late = Traveller { id: UnitId(20), position: Vec2::new(200.0, 300.0), ..field.travellers[0] };
    assert!(field.form());
    field.group.late = vec![late.id];
    field.travellers.push(late);
    let alone = field.plan(|_, group, travellers, out| admit(group, travellers, out));
    assert_eq!(alone.iter().map(|one| one.id).collect::<Vec<_>>(), [late.id], "all slots are held");
    let lost = field.travellers.remove(0);
    let slot = field.slot_of(lost.id.0);
    field.group.late = vec![late.id];
    let alone = field.plan(|_, group, travellers, out| admit(group, travellers, out));
    assert!(alone.is_empty() && field.group.late.is_empty() && field.group.members.contains(&late.id));
    assert_eq!(field.slot_of(20), slot);
    assert!(matches!(field.told[..], [(UnitId(20), Instruction::StraightTo(_))]), "{:?}", field.told);
}

#[test]
fn where_the_whole_shape_has_no_room_it_ends_in_fewer_files_and_where_nobody_fits_it_does_not_form() {
    // A road one tile wide leads east from column 20 on.
    let road = |column: i32, row: i32| if column >= 20 && row != 9 { Tile::Rock } else { Tile::Ground };
    let mut field = Field::new(Vec2::new(1000.0, 285.0), road);
    assert!(field.form());
    let ends = field.formed().map(|formed| formed.ends.clone()).unwrap_or_default();
    assert!(ends.iter().all(|end| (277.0..=293.0).contains(&end.y)), "{ends:?}");
    let islands = |column: i32, row: i32| if (column + row) % 2 == 0 { Tile::Ground } else { Tile::Rock };
    assert!(!Field::new(Vec2::new(900.0, 300.0), islands).form());
}

#[test]
fn a_wall_across_the_way_makes_another_way() {
    let mut field = Field::new(Vec2::new(900.0, 300.0), open);
    assert!(field.form());
    assert!(field.step_until(None, Field::is_marching));
    let replan_now = |field: &mut Field| {
        field.plan(|planner, group, _, _| match &mut group.phase {
            Phase::Formation(formed) => replan(planner, formed, Vec::new()),
            _ => false,
        })
    };
    let straight = field.formed().map_or(0.0, |formed| formed.march.way.length());
    (4..20).for_each(|row| field.grid.set_tile(25, row, Tile::Rock));
    assert!(replan_now(&mut field));
    let round = field.formed().map(|formed| (formed.march.way.length(), formed.revision));
    assert!(round.is_some_and(|(length, revision)| length > straight && revision == field.grid.revision()));
    assert!(field.step_until(None, Field::has_arrived), "it goes round");
}
