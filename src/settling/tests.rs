//! What a crowd decides, on plain values.

use super::approach::{Approach, Approaching, PlaceChoice, WantedPlaces, choose_place, rest_at};
use super::at_rest::{Resting, rearrange};
use super::closing_up::close_up;
use super::exchange::{change_places, exchange};
use super::making_room::make_room;
use super::*;
use crate::geometry::{Collider, Shape, gap};
use crate::grid::{Grid, TILE, Tile};
use crate::ids::UnitId;
use crate::teams::Enemies;
use crate::unit::{Memory, Rung, Task};
use glam::{Vec2, vec2};

const BODY: Collider = Collider { shape: Shape::Circle, radius: 10.0 };
const CENTER: Vec2 = Vec2::new(300.0, 300.0);

/// An open map of 20 by 20 tiles, and nobody's enemies.
struct Field {
    grid: Grid,
    enemies: Enemies,
    claims: PlaceClaims,
}

impl Field {
    fn with(claims: impl IntoIterator<Item = PlaceClaim>) -> Field {
        let mut field = Field {
            grid: Grid::new(20, 20, vec![Tile::Ground; 400]),
            enemies: Enemies::default(),
            claims: PlaceClaims::default(),
        };
        claims.into_iter().for_each(|claim| field.claims.add(claim));
        field
    }

    /// The site, and the claims beside it.
    fn parts(&mut self) -> (Site<'_>, &mut PlaceClaims) {
        (Site { grid: &self.grid, obstacles: &[], enemies: &self.enemies }, &mut self.claims)
    }
}

/// A unit at rest at `place` that was sent to `goal`.
fn resident(unit: u32, place: Vec2, goal: Vec2) -> PlaceClaim {
    PlaceClaim {
        unit: UnitId(unit),
        place,
        body: BODY,
        rests: true,
        can_move: true,
        at: place,
        goal,
        group: 0,
        team: 0,
    }
}

/// Unit 0, at `at`, which was sent to the centre.
fn settler(at: Vec2) -> Settler {
    Settler { id: UnitId(0), team: 0, group: 0, at, body: BODY, center: CENTER }
}

fn east(distance: f32) -> Vec2 {
    CENTER + vec2(distance, 0.0)
}

#[test]
fn two_that_stand_on_each_others_places_change_them() {
    let mut field = Field::with([resident(0, east(60.0), CENTER), resident(1, CENTER, east(60.0))]);
    let (site, claims) = field.parts();
    let moves = change_places(&RoomSearch::of(&settler(east(60.0)), site, claims));
    assert_eq!(moves, Some(Moves::posts([(UnitId(1), east(60.0)), (UnitId(0), CENTER)])));
}

#[test]
fn nobody_leaves_the_place_of_another_but_for_its_own() {
    let on_it = resident(1, CENTER, east(-60.0));
    let on_its_own = resident(2, east(-60.0), east(-60.0));
    let mut field = Field::with([resident(0, east(60.0), CENTER), on_it, on_its_own]);
    let (site, claims) = field.parts();
    assert_eq!(change_places(&RoomSearch::of(&settler(east(60.0)), site, claims)), None);
}

#[test]
fn nobody_gives_its_place_to_an_enemy_or_on_hold() {
    let on_hold = PlaceClaim { can_move: false, ..resident(1, CENTER, east(60.0)) };
    let enemy = PlaceClaim { team: 1, ..resident(1, CENTER, east(60.0)) };
    for other in [on_hold, enemy] {
        let mut field = Field::with([resident(0, east(60.0), CENTER), other]);
        field.enemies = Enemies::new(&[vec![1], vec![]]);
        let (site, claims) = field.parts();
        assert_eq!(change_places(&RoomSearch::of(&settler(east(60.0)), site, claims)), None);
        assert!(
            make_room(&RoomSearch::of(&settler(east(60.0)), site, claims))
                .is_none_or(|moves| moves.posts.len() == 1)
        );
    }
}

#[test]
fn a_unit_in_the_way_moves_on_and_leaves_its_post_if_both_were_sent_to_one_place() {
    let way = |goal| {
        let mut field = Field::with([resident(1, east(25.0), goal)]);
        let (site, claims) = field.parts();
        exchange(&RoomSearch::of(&settler(east(60.0)), site, claims), east(4.0)).map(|other| other.place)
    };
    assert_eq!(way(CENTER), Some(east(25.0)));
    assert_eq!(way(east(25.0)), None, "it belongs where it is");
}

#[test]
fn members_of_a_group_exchange_where_they_were_sent_if_that_is_shorter() {
    // Both are beyond the other's place.
    let other = |group| PlaceClaim { group, at: east(20.0), ..resident(1, east(40.0), east(40.0)) };
    let me = Settler { group: 7, at: east(60.0), ..settler(CENTER) };
    let memory = Memory::default();
    let resting = Resting { settler: me, post: CENTER, memory: &memory, gave_up: false };
    let mut field = Field::with([other(7)]);
    let (site, claims) = field.parts();
    let moves = rearrange(&resting, site, claims).expect("they exchange");
    assert_eq!(moves.goals[..], [(UnitId(0), east(40.0)), (UnitId(1), CENTER)]);
    assert_eq!(moves.posts[..], [(UnitId(1), CENTER), (UnitId(0), east(40.0))]);
    let mut field = Field::with([other(8)]);
    let (site, claims) = field.parts();
    assert_eq!(
        exchange(&RoomSearch::of(&me, site, claims), CENTER),
        None,
        "another group's places are its own"
    );
}

#[test]
fn units_with_gaps_between_them_move_together_for_one_more() {
    // A block of three by three, 27 px apart: nobody fits between, though four of them could make room.
    let places = (0..9).map(|i| CENTER + vec2(27.0 * (i % 3 - 1) as f32 + 13.0, 27.0 * (i / 3 - 1) as f32));
    let crowd: Vec<PlaceClaim> = places.zip(1..).map(|(place, id)| resident(id, place, place)).collect();
    let mut field = Field::with(crowd.clone());
    let (site, claims) = field.parts();
    let moves = make_room(&RoomSearch::of(&settler(east(120.0)), site, claims)).expect("there is room");
    let place = |claim: &PlaceClaim| {
        moves.posts.iter().find(|(id, _)| *id == claim.unit).map_or(claim.place, |&(_, place)| place)
    };
    let (comer, own) = *moves.posts.last().expect("it has a place");
    assert_eq!(comer, UnitId(0));
    assert!(own.distance(CENTER) < 30.0 && moves.posts.len() > 1, "{moves:?}");
    for (i, claim) in crowd.iter().enumerate() {
        let others = crowd[..i].iter().map(place).chain([own]);
        assert!(others.into_iter().all(|other| gap(BODY, BODY, place(claim) - other) >= 0.0), "{moves:?}");
        assert!(place(claim).distance(claim.place) < 30.0, "nobody leaves where it was sent");
    }
}

/// Three that stand 24 px apart, each where it was sent, and unit 0 touching the last of them.
fn three_with_gaps() -> Vec<PlaceClaim> {
    let three = (1..=3).zip([0.0, 24.0, 48.0].map(east)).map(|(id, place)| resident(id, place, place));
    three.chain([resident(0, east(68.0), CENTER)]).collect()
}

#[test]
fn those_between_a_unit_and_where_it_was_sent_close_up() {
    let mut field = Field::with(three_with_gaps());
    let (site, claims) = field.parts();
    let moves = close_up(&RoomSearch::of(&settler(east(68.0)), site, claims)).expect("they can");
    // The second stands within a tile of the centre and need not move.
    assert_eq!(moves.posts.iter().map(|(id, _)| id.0).collect::<Vec<_>>(), [0, 3]);
    for (&(_, place), expected) in moves.posts.iter().zip([east(64.2), east(44.1)]) {
        assert!(place.distance(expected) < 0.01, "{moves:?}");
    }
}

#[test]
fn nobody_closes_up_who_stands_for_good_or_would_leave_where_it_was_sent() {
    let on_hold = |claim: &PlaceClaim| PlaceClaim { can_move: false, ..*claim };
    let at_the_end_of_its_reach = |claim: &PlaceClaim| PlaceClaim { goal: east(73.0), ..*claim };
    for third in [on_hold(&three_with_gaps()[2]), at_the_end_of_its_reach(&three_with_gaps()[2])] {
        let mut claims = three_with_gaps();
        claims[2] = third;
        let mut field = Field::with(claims);
        let (site, claims) = field.parts();
        assert_eq!(close_up(&RoomSearch::of(&settler(east(68.0)), site, claims)), None);
    }
}

#[test]
fn a_unit_at_its_post_moves_up_to_a_place_that_is_left() {
    let memory = Memory::default();
    let at = east(80.0);
    let resting = Resting { settler: settler(at), post: at, memory: &memory, gave_up: false };
    let mut field = Field::with([resident(0, at, CENTER), resident(1, CENTER, CENTER)]);
    let (site, claims) = field.parts();
    let moves = rearrange(&resting, site, claims).expect("it moves up");
    let [(UnitId(0), post)] = moves.posts[..] else { panic!("{moves:?}") };
    assert!((20.0..20.6).contains(&post.distance(CENTER)), "it touches the first: {post}");
    // Once it is there, all stays as it is.
    field = Field::with([resident(0, post, CENTER), resident(1, CENTER, CENTER)]);
    let (site, claims) = field.parts();
    let settled = Resting { settler: settler(post), post, ..resting };
    assert_eq!(rearrange(&settled, site, claims), None);
}

#[test]
fn a_unit_that_gave_up_on_a_place_in_a_passage_goes_there_again_though_others_are_in_its_way() {
    let at = |column: f32| vec2(column + 0.5, 1.5) * TILE;
    let goes_there = |rows: [&str; 3]| {
        let mut field = Field::with([resident(1, at(5.0), at(5.0))]);
        field.grid = Grid::drawn(&rows);
        let mut memory = Memory::default();
        memory.home.vain = Rung::Shoves.after();
        let resting = Resting {
            settler: Settler { center: at(9.0), ..settler(at(1.0)) },
            post: at(1.0),
            memory: &memory,
            gave_up: false,
        };
        let (site, claims) = field.parts();
        rearrange(&resting, site, claims) == Some(Moves::posts([(UnitId(0), at(9.0))]))
    };
    assert!(goes_there(["############", "............", "############"]));
    assert!(!goes_there(["............", "............", "............"]));
}

#[test]
fn a_unit_that_stands_alone_goes_nowhere_farther_from_where_it_was_sent() {
    let row = (0..7).map(|place| resident(place + 1, CENTER - vec2(0.0, 20.05 * place as f32), CENTER));
    // Others will stand all around, but for the far end of the row.
    let offsets = (-7..=7).flat_map(|x| (-7..=7).map(move |y| 10.0 * vec2(x as f32, y as f32)));
    let comers = offsets.enumerate().map(|(number, offset)| PlaceClaim {
        rests: false,
        ..resident(10 + number as u32, CENTER + offset, east(200.0))
    });
    let alone = resident(0, east(65.0), CENTER);
    let mut field = Field::with(row.chain(comers).chain([alone]));
    let memory = Memory::default();
    let post = east(65.0);
    let resting = Resting { settler: settler(post), post, memory: &memory, gave_up: false };
    let (site, claims) = field.parts();
    assert_eq!(rearrange(&resting, site, claims), None);
}

#[test]
fn a_unit_kept_from_its_post_settles_where_it_touches_the_crowd_if_it_gathers_else_it_exchanges() {
    let crowd = [resident(1, CENTER, CENTER), resident(2, east(20.1), CENTER)];
    let at = east(40.2);
    let post = CENTER - vec2(20.1, 0.0);
    let exchanged = Moves::posts([(UnitId(2), post), (UnitId(0), east(20.1))]);
    for (gathers, expected) in [(false, exchanged), (true, Moves::posts([(UnitId(0), at)]))] {
        let memory = Memory { settles_in_crowd: gathers, ..Memory::default() };
        let resting = Resting { settler: settler(at), post, memory: &memory, gave_up: false };
        let mut field = Field::with(crowd.into_iter().chain([resident(0, post, CENTER)]));
        let (site, claims) = field.parts();
        assert_eq!(rearrange(&resting, site, claims), Some(expected), "gathers: {gathers}");
    }
}

#[test]
fn a_unit_whose_place_is_taken_goes_to_the_nearest_one_beside_it() {
    let memory = Memory::default();
    let wanted = WantedPlaces { slot: CENTER, claim: None, memory: &memory, takes_any: false };
    let mut free = Field::with([]);
    let (site, claims) = free.parts();
    assert_eq!(choose_place(&settler(east(70.0)), &wanted, site, claims), PlaceChoice::Goes(CENTER));
    let mut taken = Field::with([resident(1, CENTER, CENTER)]);
    let (site, claims) = taken.parts();
    let choice = choose_place(&settler(east(70.0)), &wanted, site, claims);
    let PlaceChoice::Goes(place) = choice else { panic!("{choice:?}") };
    assert!((20.0..20.6).contains(&place.distance(CENTER)) && place.x > CENTER.x, "{place}");
}

#[test]
fn a_tired_unit_rests_in_the_crowd_that_it_touches() {
    let memory = Memory { settles_in_crowd: true, touches_resting: true, waited: 45, ..Memory::default() };
    let wanted = WantedPlaces { slot: CENTER, claim: Some(CENTER), memory: &memory, takes_any: false };
    let mut field = Field::with([resident(1, CENTER, CENTER)]);
    let (site, claims) = field.parts();
    assert_eq!(choose_place(&settler(east(20.2)), &wanted, site, claims), PlaceChoice::RestsHere);
    let (site, claims) = field.parts();
    assert_ne!(choose_place(&settler(east(40.0)), &wanted, site, claims), PlaceChoice::RestsHere);
}

/// Rock west of the centre but for a passage one tile wide, which ends 30 px before it.
#[test]
fn nobody_who_was_sent_to_the_open_rests_in_the_mouth_of_a_passage_before_long() {
    let in_mouth = east(-21.0);
    let mut field = Field::with([resident(1, east(-0.5), CENTER)]);
    let tile = |place: usize| (place % 20 < 9 && place / 20 != 10).then_some(Tile::Rock);
    field.grid = Grid::new(20, 20, (0..400).map(|place| tile(place).unwrap_or(Tile::Ground)).collect());
    let mut choice = |waited, at| {
        let memory = Memory { settles_in_crowd: true, touches_resting: true, waited, ..Memory::default() };
        let wanted = WantedPlaces { slot: CENTER, claim: None, memory: &memory, takes_any: false };
        let (site, claims) = field.parts();
        choose_place(&settler(at), &wanted, site, claims)
    };
    let elsewhere = choice(299, in_mouth);
    assert!(matches!(elsewhere, PlaceChoice::Goes(place) if place.x >= 270.0 + BODY.radius), "{elsewhere:?}");
    assert_eq!(choice(300, in_mouth), PlaceChoice::RestsHere);
    assert_eq!(choice(45, east(20.0)), PlaceChoice::RestsHere, "beside the mouth");
}

#[test]
fn a_unit_that_stops_on_a_place_of_another_rests_beside_it_and_may_have_fallen_short() {
    let mut field = Field::with([resident(1, CENTER, CENTER)]);
    let (site, claims) = field.parts();
    let rest = rest_at(Some(east(200.0)), &settler(east(5.0)), site, claims);
    assert!(gap(BODY, BODY, rest.post - CENTER) >= 0.0 && rest.is_short, "{rest:?}");
    let rest = rest_at(Some(CENTER), &settler(east(5.0)), site, claims);
    assert!(!rest.is_short, "{rest:?}");
}

#[test]
fn a_place_belongs_to_the_unit_that_stands_on_it() {
    let elsewhere = PlaceClaim { at: east(-60.0), ..resident(1, CENTER, east(60.0)) };
    let rest = |claim: PlaceClaim| {
        let mut field = Field::with([claim]);
        let (site, claims) = field.parts();
        rest_at(None, &settler(east(1.0)), site, claims)
    };
    let taken = rest(elsewhere);
    assert_eq!((taken.post, taken.moves), (CENTER, Moves::posts([(UnitId(1), east(-60.0))])));
    let there = PlaceClaim { at: CENTER, ..elsewhere };
    let on_hold = PlaceClaim { can_move: false, ..elsewhere };
    let under_way = PlaceClaim { rests: false, ..elsewhere };
    for other in [there, on_hold, under_way] {
        let beside = rest(other);
        assert!(beside.post != CENTER && beside.moves.posts.is_empty(), "{other:?}: {beside:?}");
    }
}

#[test]
fn a_unit_arrives_rests_before_its_place_or_looks_for_room_by_how_near_it_is() {
    let task = Task::Move { place: CENTER, slot: CENTER, group: 0, attacks: false };
    let patrol = Task::Patrol { route: [CENTER].into(), leg: 0 };
    let tired = Memory { waited: 45, ..Memory::default() };
    let fresh = Memory::default();
    let gatherings = Gatherings::default();
    let progress = |task, at, memory| {
        let approach = Approach {
            id: UnitId(0),
            task,
            end: CENTER,
            is_last_leg: true,
            at,
            radius: 10.0,
            goal: Some(CENTER),
            memory,
            is_predictive: true,
            looks_for_room: true,
        };
        approach.progress(8, &gatherings)
    };
    assert_eq!(progress(&task, east(0.01), &fresh), Approaching::Arrived);
    assert_eq!(progress(&task, east(2.0), &fresh), Approaching::Looks);
    assert_eq!(progress(&task, east(2.0), &tired), Approaching::KeptOff);
    assert_eq!(progress(&task, east(76.0), &fresh), Approaching::UnderWay);
    assert_eq!(progress(&patrol, east(17.0), &fresh), Approaching::Arrived, "corners are cut");
    assert_eq!(progress(&Task::Hold, CENTER, &fresh), Approaching::UnderWay);
}

#[test]
fn a_unit_at_its_own_place_has_nothing_to_look_for_and_one_beside_it_looks_now_and_then() {
    let memory = Memory::default();
    let gatherings = Gatherings::default();
    let looks = |post| {
        let resting = Resting { settler: settler(post), post, memory: &memory, gave_up: false };
        (0..32).filter(|&tick| resting.looks(tick, &gatherings)).count()
    };
    assert_eq!(looks(CENTER), 0);
    assert_eq!(looks(east(30.0)), 4);
}

#[test]
fn squares_are_in_touch_by_their_sides_whatever_their_corners_reach() {
    let square = |unit, place| PlaceClaim {
        body: Collider { shape: Shape::Square, radius: 10.0 },
        ..resident(unit, place, east(-300.0))
    };
    let near = [square(1, east(35.0)), square(2, east(55.4)), square(3, CENTER + vec2(55.4, 20.4))];
    let apart = [square(4, east(-41.0)), square(5, CENTER + vec2(24.0, -35.0))];
    let mut field = Field::with(near.into_iter().chain(apart));
    field.claims.find_crowd(CENTER);
    assert!(near.iter().all(|claim| field.claims.is_attached(claim, CENTER)));
    assert!(!apart.iter().any(|claim| field.claims.is_attached(claim, CENTER)));
}
