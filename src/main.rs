//! The command line: parse, dispatch, exit status.

fn main() {
    for count in [100] {
        let row = muster::measure::bench::bench(count, Default::default(), 1, 1.0);
        println!("{row:?}");
    }
}
