//! Measures probes of random positions: `cargo run --release -p rootward-endgames --example probe -- FOLDER [dtm|dtc|wdl] [ENDING …]`.
//! Cold: each in a block that is not unpacked yet, the file in the system's page cache. Warm: the same positions again.

use std::hint::black_box;
use std::time::Instant;

use rootward_endgames::chess::ChessEndings;
use rootward_endgames::{Endings, Metric, Tables};

/// Processor time so far: on a machine that others use, what a probe costs.
fn cpu_ns() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0.0)
}

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().ok_or("expected a folder of tables")?;
    let metric = args.next().and_then(|name| Metric::named(&name));
    let tables = Tables::open(ChessEndings::default(), folder.as_ref(), metric)?;
    let named: Result<Vec<_>, _> = args.map(|name| tables.game().slice(&name)).collect();
    let named = named?;
    let slices = if named.is_empty() { tables.slices() } else { named };
    let mut seed = 1u64;
    let mut positions = Vec::new();
    for slice in &slices {
        let count = tables.game().count(slice);
        let wanted = positions.len() + 20_000 / slices.len() + 1;
        while positions.len() < wanted {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            positions.extend(tables.game().position(slice, (seed >> 16) % count));
        }
    }
    // The files are read once, so that they are in the page cache.
    slices.iter().filter_map(|slice| tables.table(slice)).for_each(|table| assert!(table.is_whole()));
    let unpacked = || slices.iter().filter_map(|slice| tables.table(slice)).map(|table| table.unpacked()).sum::<u64>();
    let time = |name: &str, positions: &[_], rounds: usize| {
        let (begin, cpu, before) = (Instant::now(), cpu_ns(), unpacked());
        for position in (0..rounds).flat_map(|_| positions) {
            black_box(tables.probe(position));
        }
        let each = begin.elapsed().as_secs_f64() * 1e6 / (positions.len() * rounds) as f64;
        let used = (cpu_ns() - cpu) / 1e3 / (positions.len() * rounds) as f64;
        println!(
            "{name}: {each:.2} µs each, {used:.2} µs of processor time, {} blocks unpacked for {} probes",
            unpacked() - before,
            positions.len() * rounds
        );
    };
    // Neighbours in the list are of one slice: spread them, so that blocks are not kept from the probe before.
    let step = 7_919;
    let spread: Vec<_> = (0..positions.len()).map(|at| positions[at * step % positions.len()].clone()).collect();
    time("cold", &spread, 1);
    time("few, first", &spread[..200], 1);
    time("few, warm", &spread[..200], 200);
    Ok(())
}
