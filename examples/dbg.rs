use muster::{
    components::*,
    explain::explain,
    level::Level,
    movement::predictive::Memory,
    sim::{Options, Sim},
};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let level = Level::load(&a[1]).unwrap();
    let mut sim = Sim::new(&level, &Options { model: None, threads: 1 });
    let at: u64 = a[2].parse().unwrap();
    let n: u64 = a.get(4).map_or(1, |s| s.parse().unwrap());
    for _ in 0..at {
        sim.tick();
    }
    for _ in 0..n {
        sim.tick();
        for name in a[3].split(',') {
            let i = sim.names.iter().position(|n| n == name).unwrap();
            let e = sim.entity(UnitId(i as u32)).unwrap();
            let p = sim.world.get::<&Position>(e).unwrap().0;
            let f = sim.world.get::<&Front>(e).unwrap();
            println!(
                "{} {name} at {p} front {:?} post {:?} {:?}",
                sim.ticks(),
                *f,
                *sim.world.get::<&Post>(e).unwrap(),
                *sim.world.get::<&State>(e).unwrap()
            );
            println!("   {:?}", *sim.world.get::<&Memory>(e).unwrap());
            for f in explain(&sim, UnitId(i as u32)).unwrap().facts {
                println!("   {}: {}", f.about, f.text);
            }
        }
    }
}
