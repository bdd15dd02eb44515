//! How units behave: orders, groups and formations, walls, settling, conflicts, whatever random players do.

#[path = "../support/restless/mod.rs"]
mod restless;
#[path = "../support/mod.rs"]
mod support;

mod crowds;
mod determinism;
mod example_model;
mod fight_places;
mod fights;
mod following;
mod formation_march;
mod formation_meetings;
mod formation_queues;
mod giving_up;
mod group_march;
mod groups;
mod large_formations;
mod moving_obstacles;
mod orders;
mod parameters;
mod passages;
mod predictive_conflicts;
mod predictive_promises;
mod predictive_scene;
mod report;
mod restless_player;
mod settling;
mod stances;
mod walls;
mod ways_among_crowds;
mod whoever_rests;
