//! Odd trees and odd requests, in any number: nothing may break.
//!
//! ```text
//! cargo run --release -p rootward-lab --example fuzz -- 1000000 [SEED]
//! ```

#[path = "../tests/common/fuzz/mod.rs"]
mod fuzz;

use std::time::Instant;

use fuzz::{Random, Tally};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("fuzz COUNT [SEED]"));
    let (count, seed) = (arguments.next().unwrap_or(100_000), arguments.next().unwrap_or(1));
    tell("trees", count, &|| fuzz::trees(&mut Random(seed), count));
    tell("requests", count, &|| fuzz::requests(&mut Random(seed), count));
}

fn tell(what: &str, count: u64, run: &dyn Fn() -> Tally) {
    let begun = Instant::now();
    let Tally { fine, refused, searches } = run();
    let seconds = begun.elapsed().as_secs_f64();
    println!("{count} {what}: {fine} fine, {refused} refused, {searches} searches, {seconds:.1} s, nothing broke");
}
