//! Development harness of the predictive model: figures per scene. Throw-away.
use glam::{Vec2, vec2};
use muster::collider::{Collider, Shape, gap};
use muster::components::DT;
use muster::grid::{Grid, TILE, Tile};
use muster::movement::ModelName;
use muster::movement::predictive::{Enemies, Memory, Parameters, Predictive};
use muster::neighbours::{Crowd, Intent, Member};

#[derive(Clone)]
struct U {
    p: Vec2,
    v: Vec2,
    r: f32,
    speed: f32,
    acc: f32,
    goal: Option<Vec2>,
    path: Vec<Vec2>,
    at: usize,
    post: Vec2,
    intent: Intent,
    mem: Memory,
    shortest: f32,
    arrived: Option<f32>,
    turn: f32,
    mtime: f32,
    rev: u32,
    ld: Vec2,
    team: u16,
}

#[derive(Clone)]
struct Scene {
    name: String,
    grid: Grid,
    units: Vec<U>,
    cap: f32,
}

fn unit(p: Vec2, r: f32, speed: f32, acc: f32, goal: Option<Vec2>) -> U {
    U {
        p,
        v: Vec2::ZERO,
        r,
        speed,
        acc,
        goal,
        path: vec![],
        at: 0,
        post: p,
        intent: if goal.is_some() { Intent::Move } else { Intent::Rest },
        mem: Memory::default(),
        shortest: 0.0,
        arrived: None,
        turn: 0.0,
        mtime: 0.0,
        rev: 0,
        ld: Vec2::ZERO,
        team: 0,
    }
}

fn grid_of(rows: &[&str]) -> Grid {
    let mut t = vec![];
    for r in rows {
        for c in r.chars() {
            t.push(if c == '.' { Tile::Ground } else { Tile::Rock });
        }
    }
    Grid::new(rows[0].len() as i32, rows.len() as i32, t)
}

fn load(path: &str, acc: Option<f32>) -> Scene {
    let d: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let rows: Vec<&str> = d["map"]["tiles"].as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect();
    let grid = grid_of(&rows);
    let a = acc.unwrap_or(d["kinds"]["infantry"]["acceleration"].as_f64().unwrap_or(240.0) as f32);
    let mut ids = std::collections::HashMap::new();
    let mut units = vec![];
    let v2 =
        |v: &serde_json::Value| vec2(v[0].as_f64().unwrap() as f32, v[1].as_f64().unwrap() as f32) * TILE;
    for u in d["units"].as_array().unwrap() {
        ids.insert(u["id"].as_str().unwrap().to_string(), units.len());
        units.push(unit(v2(&u["at"]), 7.0, 60.0, a, None));
    }
    for o in d["orders"].as_array().unwrap() {
        for w in o["who"].as_array().unwrap() {
            let i = ids[w.as_str().unwrap()];
            units[i].goal = Some(v2(&o["to"]));
            units[i].intent = Intent::Move;
        }
    }
    let name = std::path::Path::new(path).file_stem().unwrap().to_str().unwrap().to_string();
    Scene { name, grid, units, cap: 0.0 }
}

fn canyon_map() -> Grid {
    let mut rows = vec![];
    for y in 0..21 {
        rows.push(if y == 0 || y == 10 || y == 20 {
            ".".repeat(38)
        } else {
            format!("{}{}{}", ".".repeat(14), "#".repeat(10), ".".repeat(14))
        });
    }
    let rows: Vec<&str> = rows.iter().map(|s| s.as_str()).collect();
    grid_of(&rows)
}

fn built(acc: f32) -> Vec<Scene> {
    let mut out = vec![];
    let mut u = vec![];
    for k in 0..8 {
        let (xl, xr) = (380.0 - 20.0 * k as f32, 760.0 + 20.0 * k as f32);
        u.push(unit(vec2(xl, 315.0), 7.0, 60.0, acc, Some(vec2(xr, 315.0))));
        u.push(unit(vec2(xr, 315.0), 7.0, 60.0, acc, Some(vec2(xl, 315.0))));
    }
    out.push(Scene { name: "eight8".into(), grid: canyon_map(), units: u, cap: 0.0 });
    let mut u = vec![unit(vec2(10.686 * 30.0, 314.1), 7.0, 60.0, acc, Some(vec2(27.333 * 30.0, 315.0)))];
    for x in [17.0, 19.0, 21.0] {
        u.push(unit(vec2(x * 30.0, 315.0), 12.0, 60.0, acc, None));
    }
    out.push(Scene { name: "guards12".into(), grid: canyon_map(), units: u.clone(), cap: 0.0 });
    u[0].r = 8.0;
    u[0].speed = 75.0;
    out.push(Scene { name: "guards12hero".into(), grid: canyon_map(), units: u, cap: 0.0 });
    for (n, sp) in [(10, 20.0), (11, 20.0), (11, 15.0)] {
        let grid = Grid::new(30, 20, vec![Tile::Ground; 600]);
        let mut u = vec![unit(vec2(200.0, 301.0), 7.0, 60.0, acc, Some(vec2(600.0, 301.0)))];
        for y in 0..n {
            for x in 0..n {
                let c = (n as f32 - 1.0) * 0.5;
                u.push(unit(
                    vec2(400.0 + (x as f32 - c) * sp, 300.0 + (y as f32 - c) * sp),
                    7.0,
                    60.0,
                    acc,
                    None,
                ));
            }
        }
        out.push(Scene { name: format!("through{}@{sp}", n * n), grid, units: u, cap: 0.0 });
    }
    out
}

fn astar(grid: &Grid, from: Vec2, to: Vec2, body: Collider) -> Vec<Vec2> {
    if grid.line_is_free(from, to, body) {
        return vec![from, to];
    }
    let tile = |p: Vec2| ((p.x / TILE) as i32, (p.y / TILE) as i32);
    let goal = tile(to);
    let h = |&(x, y): &(i32, i32)| {
        let (a, b) = ((x - goal.0).abs(), (y - goal.1).abs());
        (70 * (a.max(b) - a.min(b)) + 99 * a.min(b)) as u32
    };
    let res = pathfinding::prelude::astar(
        &tile(from),
        |&(x, y)| {
            let mut v = vec![];
            for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let ok = |x, y| !grid.is_blocked(x, y);
                if ok(x + dx, y + dy) && ok(x + dx, y) && ok(x, y + dy) {
                    v.push(((x + dx, y + dy), if dx != 0 && dy != 0 { 99 } else { 70 }));
                }
            }
            v
        },
        h,
        |p| *p == goal,
    );
    let Some((tiles, _)) = res else { return vec![from, to] };
    let mut pts: Vec<Vec2> = tiles.iter().map(|t| (vec2(t.0 as f32, t.1 as f32) + 0.5) * TILE).collect();
    pts[0] = from;
    *pts.last_mut().unwrap() = to;
    let body = Collider { radius: body.radius + 0.5, ..body };
    let mut out = vec![pts[0]];
    let mut i = 0;
    while i + 1 < pts.len() {
        let mut j = pts.len() - 1;
        while j > i + 1 && !grid.line_is_free(pts[i], pts[j], body) {
            j -= 1;
        }
        out.push(pts[j]);
        i = j;
    }
    for _ in 0..6 {
        for k in 1..out.len().saturating_sub(1) {
            let (a, w, b) = (out[k - 1], out[k], out[k + 1]);
            let ab = b - a;
            let t = a + ab * ((w - a).dot(ab) / ab.length_squared()).clamp(0.0, 1.0);
            let (mut lo, mut hi) = (0.0f32, 1.0f32);
            for _ in 0..10 {
                let m = 0.5 * (lo + hi);
                let q = w + (t - w) * m;
                if grid.line_is_free(a, q, body) && grid.line_is_free(q, b, body) { lo = m } else { hi = m }
            }
            out[k] = w + (t - w) * lo;
        }
    }
    out
}

/// Time that this thread was on a core, ns.
fn cpu() -> u128 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|v| v.parse().ok()).unwrap_or(0)
}

struct Rng(u64);
impl Rng {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 40) as f32) / (1u64 << 24) as f32
    }
}

#[derive(Clone, Debug, Default)]
struct Figures {
    arrived: f32,
    t: f32,
    last: f32,
    overlap: f32,
    wall: f32,
    turning: f32,
    rev: f32,
    us: f32,
    home: f32,
    speed: f32,
    hash: u64,
}

fn run(scene: &Scene, shift: u64, par: &Parameters, verbose: bool) -> Figures {
    let mut s = scene.clone();
    let mut rng = Rng(shift.wrapping_mul(77777) + 5);
    for _ in 0..10 {
        rng.next();
    }
    for u in &mut s.units {
        if shift > 0 {
            let q = u.p + vec2(rng.next() - 0.5, rng.next() - 0.5) * 2.0;
            if s.grid.is_free(q, Collider { shape: Shape::Circle, radius: u.r }) {
                u.p = q;
            }
            u.post = u.p;
        }
        if let Some(g) = u.goal {
            let body = Collider { shape: Shape::Circle, radius: u.r };
            u.path = astar(&s.grid, u.p, g, body);
            u.shortest = u.path.windows(2).map(|w| w[0].distance(w[1])).sum::<f32>() / u.speed;
            u.at = 1;
        }
    }
    let longest = s.units.iter().map(|u| u.shortest).fold(0.0, f32::max);
    let cap = if s.cap > 0.0 { s.cap } else { (longest * 10.0).min(longest * 3.0 + 60.0) };
    let mut model = Predictive::new(*par);
    let mut crowd = Crowd::default();
    let enemies = Enemies::default();
    let mut events = vec![];
    let mut f = Figures::default();
    let mut tick = 0u64;
    let (mut ut, mut ns) = (0u64, 0u128);
    let walls = s.grid.tiles().iter().any(|t| t.is_blocked());
    loop {
        let time = tick as f32 * DT;
        let all = s.units.iter().all(|u| u.goal.is_none() || u.arrived.is_some());
        let home = s.units.iter().all(|u| u.goal.is_some() || u.p.distance(u.post) < 1.0);
        if (all && (home || s.cap > 0.0)) || time > cap {
            break;
        }
        for (i, u) in s.units.iter_mut().enumerate() {
            if walls && u.intent == Intent::Move && (tick + i as u64).is_multiple_of(15) {
                let body = Collider { shape: Shape::Circle, radius: u.r };
                if !s.grid.line_is_free(u.p, u.path[u.at], body) {
                    u.path = astar(&s.grid, u.p, u.goal.unwrap(), body);
                    u.at = 1;
                }
            }
            if u.intent == Intent::Move && u.path.len() > 2 && (tick + i as u64).is_multiple_of(3) {
                let body = Collider { shape: Shape::Circle, radius: u.r };
                for k in (1..u.path.len()).rev() {
                    if s.grid.line_is_free(u.p, u.path[k], body) {
                        u.at = k;
                        break;
                    }
                }
            }
        }
        let t0 = cpu();
        crowd.clear();
        for (i, u) in s.units.iter().enumerate() {
            let (wp, rem) = if u.intent == Intent::Move {
                (u.path[u.at], u.path[u.at..].windows(2).map(|w| w[0].distance(w[1])).sum::<f32>())
            } else {
                (u.post, 0.0)
            };
            let body = Collider { shape: Shape::Circle, radius: u.r };
            crowd.push(Member {
                velocity: u.v,
                soft_radius: u.r + 3.0,
                speed: u.speed,
                acceleration: u.acc,
                team: u.team,
                intent: u.intent,
                waypoint: wp,
                remaining: rem,
                next_waypoint: if u.intent == Intent::Move {
                    u.path[(u.at + 1).min(u.path.len() - 1)]
                } else {
                    wp
                },
                memory: u.mem,
                ..Member::new(i as u32, u.p, body, ModelName::Predictive)
            });
        }
        crowd.rebuild();
        events.clear();
        model.step(&mut crowd, &s.grid, &[], &enemies, tick, &mut events);
        ns += cpu() - t0;
        ut += s.units.len() as u64;
        tick += 1;
        for k in 0..crowd.len() {
            let u = &mut s.units[crowd.id[k] as usize];
            let d = crowd.next[k] - u.p;
            u.v = d / DT;
            u.p = crowd.next[k];
            u.mem = crowd.memory[k];
            f.speed = f.speed.max(d.length() / (u.speed * DT));
            let step = u.speed * DT;
            if u.goal.is_some() && u.arrived.is_none() {
                u.mtime += DT;
                if d.length() > 0.1 * step {
                    if u.ld != Vec2::ZERO {
                        let a = u.ld.perp_dot(d).atan2(u.ld.dot(d)).abs();
                        u.turn += a;
                        if a > 2.0 {
                            u.rev += 1;
                        }
                    }
                    u.ld = d;
                }
            }
            if walls {
                let body = Collider { shape: Shape::Circle, radius: u.r };
                f.wall = f.wall.max(s.grid.wall_depth(u.p, body));
            }
            if let Some(g) = u.goal {
                if u.p.distance(g) <= 7.0 && u.arrived.is_none() {
                    u.arrived = Some(tick as f32 * DT);
                }
                if u.intent == Intent::Move && u.p.distance(g) < 0.5 {
                    u.intent = Intent::Rest;
                    u.post = g;
                }
            }
        }
        if s.cap == 0.0 {
            for k in 0..crowd.len() {
                let p = crowd.next[k];
                crowd.for_each_near(crowd.position[k], 40.0, |j| {
                    if j > k {
                        f.overlap = f.overlap.max(-gap(crowd.body[k], crowd.body[j], p - crowd.next[j]));
                    }
                });
            }
        }
        for u in &s.units {
            f.hash = (f.hash ^ u.p.x.to_bits() as u64 ^ ((u.p.y.to_bits() as u64) << 32))
                .wrapping_mul(0x100000001b3);
        }
        if std::env::var("GAP").is_ok() && tick.is_multiple_of(60) {
            let c = |f: &dyn Fn(&U) -> bool| s.units.iter().filter(|u| f(u)).count();
            let moving = s.units.iter().filter(|u| u.intent == Intent::Move);
            let mean = |v: Vec<f32>| v.iter().sum::<f32>() / v.len().max(1) as f32;
            println!(
                "{time:.0} passed {} rested {} queue speed {:.1} behind speed {:.1} leaders {} wait>150 {}",
                c(&|u| u.p.x > 600.0),
                c(&|u| u.intent == Intent::Rest),
                mean(
                    moving.clone().filter(|u| u.p.x < 570.0 && u.p.x > 520.0).map(|u| u.v.length()).collect()
                ),
                mean(moving.clone().filter(|u| u.p.x > 600.0).map(|u| u.v.length()).collect()),
                c(&|u| u.mem.leads_since > 0),
                c(&|u| u.mem.waited > 150)
            );
            let mut h = std::collections::BTreeMap::new();
            for u in &s.units {
                *h.entry(format!("{:?}", u.mem.decision)).or_insert(0) += 1;
            }
            println!("   {h:?}");
        }
        if verbose && tick.is_multiple_of(std::env::var("EVERY").map_or(30, |v| v.parse().unwrap())) {
            println!("--- {time:.1}");
            for (i, u) in s.units.iter().enumerate().take(20) {
                println!(
                    "{i} ({:.1},{:.1}) v({:.0},{:.0}) {:?} {:?} w{} l{} other {} ago {}",
                    u.p.x,
                    u.p.y,
                    u.v.x,
                    u.v.y,
                    u.intent,
                    u.mem.decision,
                    u.mem.waited,
                    u.mem.leads_since,
                    u.mem.other as i32,
                    u.mem.pushed_ago
                );
            }
        }
    }
    if std::env::var("STUCK").is_ok() {
        for (i, u) in s.units.iter().enumerate().filter(|(_, u)| u.goal.is_some() && u.arrived.is_none()) {
            println!("{} stuck {i} p {} v {} path {:?} at {} {:?}", s.name, u.p, u.v, u.path, u.at, u.mem);
            for (j, o) in s.units.iter().enumerate() {
                if j != i && o.p.distance(u.p) < 18.0 {
                    println!(
                        "   near {j} {} {:?} post {} {:?} w{}",
                        o.p, o.intent, o.post, o.mem.decision, o.mem.waited
                    );
                }
            }
        }
    }
    let movers: Vec<&U> = s.units.iter().filter(|u| u.goal.is_some()).collect();
    let n = movers.len() as f32;
    let arrived: Vec<&&U> = movers.iter().filter(|u| u.arrived.is_some()).collect();
    f.arrived = 100.0 * arrived.len() as f32 / n;
    f.t =
        arrived.iter().map(|u| u.arrived.unwrap() / (u.shortest)).sum::<f32>() / arrived.len().max(1) as f32;
    f.last = arrived.iter().map(|u| u.arrived.unwrap()).fold(0.0, f32::max);
    f.turning = movers.iter().map(|u| u.turn).sum::<f32>() / movers.iter().map(|u| u.mtime).sum::<f32>();
    f.rev = movers.iter().map(|u| u.rev as f32).sum::<f32>() / n;
    f.us = ns as f32 / 1000.0 / ut as f32;
    f.home = s.units.iter().filter(|u| u.goal.is_none()).map(|u| u.p.distance(u.post)).fold(0.0, f32::max);
    f
}

fn random(n: usize) -> Scene {
    let side = (n as f32).sqrt() * 20.0;
    let tiles = (side / TILE).ceil() as i32 + 2;
    let mut rng = Rng(99);
    let per = (n as f32).sqrt().ceil() as usize;
    let mut units = vec![];
    for i in 0..n {
        let p = vec2(
            30.0 + (i % per) as f32 * 20.0 + rng.next() * 2.0,
            30.0 + (i / per) as f32 * 20.0 + rng.next() * 2.0,
        );
        let g = vec2(30.0 + rng.next() * side, 30.0 + rng.next() * side);
        units.push(unit(p, 7.0, 60.0, 1800.0, Some(g)));
    }
    Scene {
        name: format!("random{n}"),
        grid: Grid::new(tiles, tiles, vec![Tile::Ground; (tiles * tiles) as usize]),
        units,
        cap: 10.0,
    }
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut take = |name: &str| -> Option<String> {
        let k = args.iter().position(|a| a == name)?;
        args.remove(k);
        Some(args.remove(k))
    };
    let shifts: u64 = take("--shifts").map_or(1, |v| v.parse().unwrap());
    let first: u64 = take("--first").map_or(0, |v| v.parse().unwrap());
    let acc: Option<f32> = take("--accel").map(|v| v.parse().unwrap());
    let threads: usize = take("--threads").map_or(2, |v| v.parse().unwrap());
    let mut par = Parameters::default();
    while let Some(v) = take("--set") {
        let (k, v) = v.split_once('=').unwrap();
        let x: f32 = v.parse().unwrap();
        match k {
            "fan" => par.fan = x > 0.0,
            "push" => par.push = x > 0.0,
            "sight" => par.sight = x,
            "horizon" => par.horizon = x,
            "every" => par.decide_every = x as u32,
            "turn" => par.turn_cost = x,
            "right" => par.keep_right = x,
            "idle" => par.idle_cost = x,
            "ask" => par.ask_ahead = x,
            "margin" => par.push_margin = x,
            "share" => par.push_share = x,
            "progress" => par.progress_share = x,
            "pa" => par.push_after = x as u16,
            "lead" => par.lead_after = x as u16,
            "shove" => par.shove_after = x as u16,
            "clean" => par.clean_run = x as u16,
            "home" => par.home_after = x as u16,
            "same" => par.same_way = x,
            "rank" => par.rank_ticks = x as u16,
            "slide" => par.least_slide = x,
            "stream" => par.one_stream = x,
            _ => panic!("{k}"),
        }
    }
    let verbose = args.iter().any(|a| a == "-v");
    args.retain(|a| a != "-v");
    let mut scenes = vec![];
    if args.iter().any(|a| a.starts_with("random")) {
        for a in &args {
            if let Some(n) = a.strip_prefix("random") {
                scenes.push(random(n.parse().unwrap()));
            }
        }
    } else {
        let mut names: Vec<_> = std::fs::read_dir("../../shared/scenes")
            .or_else(|_| std::fs::read_dir("../shared/scenes"))
            .unwrap()
            .map(|e| e.unwrap().path())
            .collect();
        names.sort();
        for p in names {
            scenes.push(load(p.to_str().unwrap(), acc));
        }
        scenes.extend(built(acc.unwrap_or(1800.0)));
    }
    scenes.retain(|s| args.is_empty() || args.iter().any(|a| s.name.contains(a.as_str())));
    let jobs: Vec<(usize, u64)> =
        (0..scenes.len()).flat_map(|s| (first..first + shifts).map(move |k| (s, k))).collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let results = std::sync::Mutex::new(vec![None; jobs.len()]);
    std::thread::scope(|sc| {
        for _ in 0..threads {
            sc.spawn(|| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
                loop {
                    let k = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if k >= jobs.len() {
                        break;
                    }
                    let (s, shift) = jobs[k];
                    let f = pool.install(|| run(&scenes[s], shift, &par, verbose));
                    results.lock().unwrap()[k] = Some(f);
                }
            });
        }
    });
    println!(
        "{:14} {:>5} {:>6} {:>6} {:>8} {:>6} {:>5} {:>5} {:>5} {:>5} {:>7} hash",
        "scene", "arr%", "T", "last", "overlap", "wall", "turn", "rev", "us", "home", "speed"
    );
    let results = results.into_inner().unwrap();
    for (s, scene) in scenes.iter().enumerate() {
        let fs: Vec<&Figures> =
            jobs.iter().zip(&results).filter(|(j, _)| j.0 == s).map(|(_, r)| r.as_ref().unwrap()).collect();
        let mx = |g: fn(&Figures) -> f32| fs.iter().map(|f| g(f)).fold(f32::MIN, f32::max);
        let mn = fs.iter().map(|f| f.arrived).fold(f32::MAX, f32::min);
        println!(
            "{:14} {:5.1} {:6.3} {:6.1} {:8.5} {:6.3} {:5.2} {:5.2} {:5.2} {:5.1} {:.5} {:x}",
            scene.name,
            mn,
            mx(|f| f.t),
            mx(|f| f.last),
            mx(|f| f.overlap),
            mx(|f| f.wall),
            mx(|f| f.turning),
            mx(|f| f.rev),
            mx(|f| f.us),
            mx(|f| f.home),
            mx(|f| f.speed),
            fs[0].hash & 0xffff
        );
    }
}
