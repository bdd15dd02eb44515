use muster::path::{lattice::*, scenario::*, oracle};
use std::time::Instant;
fn main(){
  for m in ["arena","den312d","BigGameHunters","Cauldron","maze512-32-0","random512-25-0"]{
    let d=format!("../../shared/data/movingai/{m}.map");
    let g=muster::grid::Grid::from_movingai(&std::fs::read_to_string(&d).unwrap()).unwrap();
    let s=Scenario::parse(&std::fs::read_to_string(d+".scen").unwrap()).unwrap();
    let t=Instant::now(); let l=Lattice::new(&g,1); let b=t.elapsed();
    let r=run_scenario(&g,&s,1);
    let r=run_scenario(&g,&s,1);
    println!("{m} build {b:?} {} total {:.0}",r.to_string().lines().last().unwrap(), r.times.iter().sum::<f64>());
    for x in r.mismatches.iter().take(3){println!("{x}");}
    if std::env::args().count()>1 {
      let every=(s.queries.len()/100).max(1);
      let qs:Vec<_>=s.queries.iter().step_by(every).collect();
      let t=Instant::now();
      for q in &qs { std::hint::black_box(oracle::find_path(&l,q.start,q.goal)); }
      let a=t.elapsed().as_secs_f64()*1e6;
      let r=run_scenario(&g,&s,every);
      println!("   astar mean {:.0} jps mean {:.1} ratio {:.1}",a/qs.len() as f64, r.times.iter().sum::<f64>()/qs.len() as f64, a/r.times.iter().sum::<f64>());
    }
  }
}
