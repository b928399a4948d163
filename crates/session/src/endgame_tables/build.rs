//! The progress of a build as data.

use std::sync::atomic::AtomicBool;

use rootward_endgames::{BuildError, GameEndings, Options, Progress, Sweep, Written, build, order};

use super::all_named;
use super::words::longest;

/// What happens during a build. Tables have their names.
#[derive(Clone, Debug)]
pub enum TableNews {
    /// The build begins: how many numbers its tables have together.
    Wanted(u64),
    /// A table with this many numbers already exists.
    Kept(String, u64),
    /// A table begins: its number, the number of tables, and whether it continues from saved sweeps.
    Begin(String, usize, usize, bool),
    /// A sweep has been done.
    Sweep(String, Sweep),
    /// The sweeps so far have been saved.
    Saved(String),
    /// A table with this many numbers has been written. Its longest win has this many plies.
    Written(String, u64, Written, Option<u32>),
}

/// Builds, and reports progress.
pub(super) fn run<E: GameEndings>(
    game: &E,
    names: &[String],
    options: &Options,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(TableNews),
) -> Result<(), BuildError> {
    let wanted = all_named(game, names).map_err(BuildError::Refused)?;
    tell(TableNews::Wanted(order(game, &wanted).iter().map(|slice| game.count(slice)).sum()));
    build(game, &wanted, options, stop, &mut |progress| {
        tell(match progress {
            Progress::Kept(slice) => TableNews::Kept(slice.to_string(), game.count(slice)),
            Progress::Begin(slice, number, of, resumed) => TableNews::Begin(slice.to_string(), number, of, resumed),
            Progress::Sweep(slice, sweep, _) => TableNews::Sweep(slice.to_string(), sweep),
            Progress::Saved(slice) => TableNews::Saved(slice.to_string()),
            Progress::Written(slice, written) => {
                let plies = longest::<E>(&written.counts, options.metric).map(|(plies, _)| plies);
                TableNews::Written(slice.to_string(), game.count(slice), written, plies)
            }
        });
    })
}
