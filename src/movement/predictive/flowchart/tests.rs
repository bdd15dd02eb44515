use super::*;
use crate::geometry::{Collider, Shape};
use crate::grid::{Grid, Tile};
use crate::movement::predictive::{Parameters, Surroundings, Tuned};
use crate::neighbours::{Crowd, Member};
use crate::teams::Enemies;
use crate::unit::{Memory, ModelName};
use glam::{Vec2, vec2};

/// Two units on a map, open ground unless told, and a wall as far away as is said.
struct Scene {
    crowd: Crowd,
    memories: [Memory; 2],
    enemies: Enemies,
    clear: f32,
    grid: Grid,
}

const A: Vec2 = vec2(150.0, 150.0);
const B: Vec2 = vec2(164.0, 150.0);
const EAST: Vec2 = vec2(435.0, 150.0);
const WEST: Vec2 = vec2(15.0, 150.0);

/// A walks east; B walks to `goal`, or rests without one.
fn against(goal: Option<Vec2>) -> Scene {
    let body = Collider { shape: Shape::Circle, radius: 7.0 };
    let mut crowd = Crowd::default();
    crowd.push(Member::new(0, A, body, ModelName::Predictive).bound_for(EAST));
    let b = Member::new(1, B, body, ModelName::Predictive);
    crowd.push(goal.map_or(b, |goal| b.bound_for(goal)));
    crowd.rebuild();
    let grid = Grid::new(20, 10, vec![Tile::Ground; 200]);
    Scene { crowd, memories: Default::default(), enemies: Enemies::default(), clear: 300.0, grid }
}

impl Scene {
    fn memory(&mut self, id: usize) -> &mut Memory {
        &mut self.memories[id]
    }

    /// What A does about B.
    fn branch(&self) -> Branch {
        self.answer_with(&Parameters::default())
    }

    fn answer_with(&self, parameters: &Parameters) -> Branch {
        let around = Surroundings {
            grid: &self.grid,
            obstacles: &[],
            enemies: &self.enemies,
            ways: &[],
            clear: &[self.clear; 2],
            tuned: Tuned { common: parameters, own: &[] },
            memories: &self.memories,
        };
        let [index, b] = [0, 1].map(|id| self.crowd.index_of[id] as usize);
        Encounter { a: Me { crowd: &self.crowd, index, around: &around, parameters }, b }.branch()
    }
}

#[test]
fn moving_against_idle_it_is_pushed_at_once() {
    assert_eq!(against(None).branch(), Branch::Push);
}

#[test]
fn moving_against_idle_who_joins_a_crowd_goes_round_it_first() {
    let mut scene = against(None);
    scene.memory(0).settles_in_crowd = true;
    assert_eq!(scene.branch(), Branch::Avoid);
    scene.memory(0).waited = Parameters::default().press_after();
    assert_eq!(scene.branch(), Branch::Push);
}

#[test]
fn moving_against_idle_who_goes_home_goes_round_it_until_it_leads() {
    let mut scene = against(None);
    let a = scene.crowd.index_of[0] as usize;
    scene.crowd.outline[a].intent = Intent::Rest;
    assert_eq!(scene.branch(), Branch::Avoid);
    scene.memory(0).leads_since = 1;
    assert_eq!(scene.branch(), Branch::Push);
    let b = scene.crowd.index_of[1] as usize;
    scene.crowd.outline[b].priority = 9;
    assert_eq!(scene.branch(), Branch::Avoid, "one of higher priority stays where it stands");
}

#[test]
fn who_goes_home_pushes_one_that_was_sent_into_its_way_once_it_has_pressed_for_long() {
    let mut scene = against(None);
    let a = scene.crowd.index_of[0] as usize;
    scene.crowd.outline[a].intent = Intent::Rest;
    scene.memory(0).leads_since = 1;
    scene.memory(1).order.least = 0.0;
    assert_eq!(scene.branch(), Branch::Avoid, "it belongs there");
    scene.memory(0).waited = Parameters::default().press_after();
    assert_eq!(scene.branch(), Branch::Push, "it steps aside and comes back");
    (scene.memory(0).waited, scene.memory(0).order.least) = (0, 0.0);
    assert_eq!(scene.branch(), Branch::Push, "both were sent");
}

#[test]
fn who_goes_home_pushes_the_higher_in_a_passage_only_where_the_two_can_pass_each_other() {
    let mut scene = against(None);
    let [a, b] = [0, 1].map(|id| scene.crowd.index_of[id] as usize);
    scene.crowd.outline[a].intent = Intent::Rest;
    scene.crowd.outline[b].priority = 9;
    (scene.memory(0).leads_since, scene.memory(0).waited) = (1, Parameters::default().press_after());
    // B stands on the fifth row of tiles.
    let passage = |row: usize| if row == 5 { Tile::Ground } else { Tile::Rock };
    scene.grid = Grid::new(20, 10, (0..200).map(|tile| passage(tile / 20)).collect());
    assert_eq!(scene.branch(), Branch::Avoid, "28 px and room to pass do not fit into 30 px");
    let small = Collider { shape: Shape::Circle, radius: 6.0 };
    (scene.crowd.body[a], scene.crowd.body[b]) = (small, small);
    assert_eq!(scene.branch(), Branch::Push);
}

#[test]
fn moving_against_idle_without_the_right_to_push_all_are_gone_round() {
    let parameters = Parameters { push: false, ..Parameters::default() };
    assert_eq!(against(None).answer_with(&parameters), Branch::Avoid);
}

#[test]
fn moving_against_one_on_hold_or_an_enemy_it_stops() {
    let mut scene = against(None);
    let b = scene.crowd.index_of[1] as usize;
    scene.crowd.outline[b].intent = Intent::Hold;
    assert_eq!(scene.branch(), Branch::Stop);
    let mut scene = against(Some(WEST));
    scene.crowd.outline[b].team = 1;
    scene.enemies = Enemies::new(&[vec![1], vec![]]);
    assert_eq!(scene.branch(), Branch::Stop);
}

#[test]
fn moving_against_moving_equals_avoid_each_other_first_and_push_after_a_second() {
    let mut scene = against(Some(WEST));
    assert_eq!(scene.branch(), Branch::Avoid);
    scene.memory(0).waited = Parameters::default().push_after;
    assert_eq!(scene.branch(), Branch::Push);
}

#[test]
fn moving_against_moving_the_higher_pushes_the_lower_at_once_and_never_the_other_way_round() {
    let mut scene = against(Some(WEST));
    let [a, b] = [0, 1].map(|id| scene.crowd.index_of[id] as usize);
    scene.crowd.outline[a].priority = 2;
    assert_eq!(scene.branch(), Branch::Push);
    (scene.crowd.outline[a].priority, scene.crowd.outline[b].priority) = (0, 2);
    assert_eq!(scene.branch(), Branch::Avoid);
    scene.crowd.outline[a].priority = 3;
    scene.memory(0).settles_in_crowd = true;
    assert_eq!(scene.branch(), Branch::Avoid, "no haste beside a crowd");
}

#[test]
fn moving_against_moving_who_goes_home_avoids_those_under_way() {
    let mut scene = against(Some(WEST));
    let a = scene.crowd.index_of[0] as usize;
    scene.crowd.outline[a].intent = Intent::Rest;
    scene.memory(0).leads_since = 1;
    assert_eq!(scene.branch(), Branch::Avoid);
}

#[test]
fn moving_against_moving_who_goes_the_same_way_is_shoved_in_an_arch_or_after_long_waiting() {
    let Parameters { push_after, shove_after: long, .. } = Parameters::default();
    let answer = |clear: f32, stood: [u16; 2], waited: u16| {
        let mut scene = against(Some(EAST + Vec2::X));
        (scene.memory(0).stood, scene.memory(1).stood) = stood.into();
        scene.memory(0).waited = waited;
        Scene { clear, ..scene }.branch()
    };
    let narrow = NARROW - 1.0;
    assert_eq!(answer(narrow, [push_after; 2], push_after), Branch::Push, "an arch");
    assert_eq!(answer(NARROW, [push_after; 2], long - 1), Branch::Avoid, "a queue in the open");
    for moves in [[push_after, 0], [0, push_after]] {
        assert_eq!(answer(narrow, moves, long - 1), Branch::Avoid, "a queue that moves");
        assert_eq!(answer(NARROW, moves, long), Branch::Push);
    }
}
