//! Builds endings of chess by name (or all with a number of pieces) and prints counts, the longest win, sizes and times:
//!
//! `cargo run --release -p rootward-endgames --example build -- dtm /tmp/tables KQKR KRNKNN 3 4`
//!
//! `SWEEPS=1` shows every sweep, `SAVE=60` saves every minute, `VERIFY=1000` checks that many positions of each table after it
//! was written.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rootward_endgames::chess::{ChessEndings, Material};
use rootward_endgames::{BuildError, Endings, Metric, Options, Progress, Tables, build, needs, order};

fn main() -> Result<(), String> {
    let game = ChessEndings::default();
    let mut args = std::env::args().skip(1);
    let usage = "expected a metric (wdl, dtm, dtc), a folder, and endings such as KQKR or 4";
    let metric = args.next().and_then(|name| Metric::named(&name)).ok_or(usage)?;
    let folder = args.next().ok_or(usage)?;
    let mut wanted = Vec::new();
    for name in args {
        match name.parse::<usize>() {
            Ok(pieces) => wanted.extend(Material::all(pieces)),
            Err(_) => wanted.push(game.slice(&name)?),
        }
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let mut options = Options::new(metric, &folder);
    options.threads = number("THREADS").unwrap_or(2) as usize;
    options.memory = number("MEMORY").map(|gib| gib << 30);
    if let Some(seconds) = number("SAVE") {
        options.save_every = Duration::from_secs(seconds);
    }
    let sweeps = number("SWEEPS").is_some();
    let begin = Instant::now();
    println!("needs {:?}", needs(&game, &wanted, metric));
    let stop = AtomicBool::new(false);
    let result = build(&game, &wanted, &options, &stop, &mut |progress| match progress {
        Progress::Begin(slice, at, of, resumed) if sweeps || resumed => {
            println!("{slice}, {at} of {of}, resumed: {resumed}");
        }
        Progress::Sweep(slice, sweep, time) if sweeps => {
            println!("{slice} {:.2} s {sweep:?}", time.as_secs_f64());
        }
        Progress::Saved(slice) => println!("{slice} saved"),
        Progress::Written(slice, written) => {
            let counts = written.counts;
            let fen = |longest: Option<(u32, u64)>| {
                longest.map(|(plies, at)| format!("{plies} {}", game.position(slice, at).expect("it was counted")))
            };
            println!(
                "{slice} {:?} win {:?} loss {:?} {:.2} s, {:.2} s, {} bytes, {:08x}",
                counts.sides.map(|side| (side.wins, side.draws, side.losses)),
                fen(counts.longest_win),
                fen(counts.longest_loss),
                written.solving.as_secs_f64(),
                written.writing.as_secs_f64(),
                written.bytes,
                written.checksum,
            );
        }
        _ => {}
    });
    if let Err(BuildError::Refused(message) | BuildError::Unwritten(message)) = result {
        return Err(message);
    }
    println!("all {:.2} s", begin.elapsed().as_secs_f64());
    if let Some(positions) = number("VERIFY") {
        let tables = Tables::open(ChessEndings::default(), folder.as_ref(), Some(metric))?;
        for slice in order(&game, &wanted) {
            let verified = tables.verify(&slice, positions, 1);
            assert!(verified.wrong.is_none(), "{slice}: {verified:?}");
        }
        println!("verified {positions} positions of each, {:.2} s", begin.elapsed().as_secs_f64());
    }
    Ok(())
}
