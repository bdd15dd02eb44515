use muster::collider::*;
use muster::path::{lattice::*, oracle, scenario::*, *};
use std::time::Instant;
fn main() {
    let body = Collider { shape: Shape::Circle, radius: 7.0 };
    for m in ["arena", "den312d", "BigGameHunters", "Cauldron", "maze512-32-0", "random512-25-0"] {
        let d = format!("../../shared/data/movingai/{m}.map");
        let mut g = muster::grid::Grid::from_movingai(&std::fs::read_to_string(&d).unwrap()).unwrap();
        let s = Scenario::parse(&std::fs::read_to_string(d + ".scen").unwrap()).unwrap();
        let t = Instant::now();
        let l = Lattice::new(&g, 1);
        let b = t.elapsed();
        let t = Instant::now();
        let rg = regions::Regions::new(&l);
        let br = t.elapsed();
        let r = run_scenario(&g, &s, 1);
        println!(
            "{m} build {b:?} {br:?} {} total {:.0}",
            r.to_string().lines().last().unwrap(),
            r.times.iter().sum::<f64>()
        );
        let mut f = Pathfinder::default();
        let mut p = Path::default();
        f.find_path(&g, glam::Vec2::splat(15.0), glam::Vec2::splat(15.0), body, &mut p);
        let t = Instant::now();
        let (mut a, mut bb, mut wp) = (0.0, 0.0, 0);
        for q in &s.queries {
            f.find_path(&g, l.place(q.start), l.place(q.goal), body, &mut p);
            a += p.length as f64 / 30.0;
            bb += q.length;
            wp += p.waypoints.len();
        }
        println!(
            "   finder mean {:.1} us, shorter by {:.2}% waypoints {:.1}",
            t.elapsed().as_secs_f64() * 1e6 / s.queries.len() as f64,
            (1.0 - a / bb) * 100.0,
            wp as f64 / s.queries.len() as f64
        );
        let q = &s.queries[s.queries.len() / 2];
        let t = Instant::now();
        for i in 0..200 {
            let (c, r) = ((i * 37) % g.columns(), (i * 91) % g.rows());
            g.set_tile(c, r, muster::grid::Tile::Rock);
            f.is_reachable(&g, l.place(q.start), l.place(q.goal), body);
            g.set_tile(c, r, muster::grid::Tile::Ground);
            f.is_reachable(&g, l.place(q.start), l.place(q.goal), body);
        }
        println!("   edit+reachable mean {:.1} us", t.elapsed().as_secs_f64() * 1e6 / 400.0);
        if std::env::args().count() > 1 {
            let every = (s.queries.len() / 100).max(1);
            let qs: Vec<_> = s.queries.iter().step_by(every).collect();
            let t = Instant::now();
            for q in &qs {
                std::hint::black_box(oracle::find_path(&l, q.start, q.goal));
            }
            let a = t.elapsed().as_secs_f64() * 1e6;
            let r = run_scenario(&g, &s, every);
            println!(
                "   astar mean {:.0} jps mean {:.1} ratio {:.1}",
                a / qs.len() as f64,
                r.times.iter().sum::<f64>() / qs.len() as f64,
                a / r.times.iter().sum::<f64>()
            );
        }
    }
}
