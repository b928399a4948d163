//! Builds all endings of checkers with numbers of pieces, and prints what they hold, their size and the time:
//!
//! `cargo run --release -p rootward-endgames --example checkers -- dtm /tmp/tables 2 3 4`

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rootward_endgames::checkers::{CheckersEndings, MOST_PIECES, Pieces};
use rootward_endgames::{BuildError, Metric, Options, Progress, build};

/// What was built: wins, losses, draws, the longest of both, bytes.
#[derive(Default, Debug)]
struct Total {
    wins: u64,
    losses: u64,
    draws: u64,
    longest_win: u32,
    longest_loss: u32,
    bytes: u64,
}

fn main() -> Result<(), String> {
    let game = CheckersEndings::default();
    let mut args = std::env::args().skip(1);
    let usage = format!("expected a metric (wdl, dtm, dtc), a folder, and numbers of pieces from 2 to {MOST_PIECES}");
    let metric = args.next().and_then(|name| Metric::named(&name)).ok_or(&usage)?;
    let mut options = Options::new(metric, args.next().ok_or(&usage)?);
    options.threads = std::env::var("THREADS").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    for name in args {
        let pieces = name.parse().ok().filter(|pieces| (2..=MOST_PIECES).contains(pieces)).ok_or(&usage)?;
        let (begin, mut total) = (Instant::now(), Total::default());
        let result = build(&game, &Pieces::all(pieces), &options, &AtomicBool::new(false), &mut |progress| {
            let Progress::Written(slice, written) = progress else { return };
            println!("{slice} {:.2} s, {:.2} s", written.solving.as_secs_f64(), written.writing.as_secs_f64());
            for side in written.counts.sides {
                total.wins += side.wins;
                total.losses += side.losses;
                total.draws += side.draws;
            }
            let plies = |longest: Option<(u32, u64)>| longest.map_or(0, |(plies, _)| plies);
            total.longest_win = total.longest_win.max(plies(written.counts.longest_win));
            total.longest_loss = total.longest_loss.max(plies(written.counts.longest_loss));
            total.bytes += written.bytes;
        });
        match result {
            Err(BuildError::Refused(message) | BuildError::Unwritten(message)) => return Err(message),
            Err(BuildError::Stopped) => return Err("stopped".into()),
            Ok(()) => println!("{pieces} pieces: {total:?}, {:.2} s", begin.elapsed().as_secs_f64()),
        }
    }
    Ok(())
}
