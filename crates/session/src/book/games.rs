//! A weighted opening book made from games.

use std::fs::{self, File};
use std::path::PathBuf;
use std::time::Instant;

use rootward_pgn::polyglot::{BookGames, Gathered, Polyglot};
use rootward_pgn::{ReadError, Reader};
use rootward_search::StopFlag;
use serde::Serialize;

use super::weighted::WeightedInfo;
use crate::scribe::millis;
use crate::{Problem, replace_file};

/// The number of games between checks of the clock and the flag.
const GAMES_BETWEEN_LOOKS: u64 = 512;

/// A weighted book to build.
#[derive(Clone, Debug)]
pub struct GamesBook {
    /// Files of games (PGN).
    pub games: Vec<PathBuf>,
    /// The file to be made.
    pub out: PathBuf,
    /// The number of plies of each game that are used.
    pub plies: usize,
    /// The least number of games in which a move must have been played.
    pub min_games: u32,
    /// Stops the work when it is raised; nothing is written then.
    pub stop: StopFlag,
}

/// What is reported during the work.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum GamesEvent {
    /// Progress.
    Progress(GamesProgress),
    /// Something in a game was interpreted differently from how it is written, in a sentence.
    Remark {
        /// The sentence.
        remark: String,
    },
    /// A game that cannot be read, in a sentence.
    Bad {
        /// The sentence.
        error: String,
    },
}

/// The progress of the reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct GamesProgress {
    /// Games whose moves were counted.
    pub games: u64,
    /// Games that could not be read.
    pub bad: u64,
    /// Games without a result.
    pub undecided: u64,
    /// Games that do not begin at the initial position.
    pub elsewhere: u64,
    /// Bytes read, of all files together.
    pub bytes: u64,
    /// Bytes of all files together.
    pub total_bytes: u64,
    /// Time so far.
    pub elapsed_ms: f64,
}

/// The result of the work.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GamesEnd {
    /// The book; none if the work was stopped.
    pub book: Option<WeightedInfo>,
    /// What was read.
    #[serde(flatten)]
    pub progress: GamesProgress,
}

/// Builds a weighted book from games and reports to `each`. The file appears when it is complete.
pub fn build_of_games(wanted: &GamesBook, each: &mut dyn FnMut(&GamesEvent)) -> Result<GamesEnd, Problem> {
    let GamesBook { games: files, out, plies, min_games, stop } = wanted;
    let (start, mut games, mut progress) = (Instant::now(), BookGames::default(), GamesProgress::default());
    let refused = |path: &PathBuf| format!("file '{}'", path.display());
    for path in files {
        let size = fs::metadata(path).map_err(|error| Problem::sentence(error).within(refused(path)))?.len();
        progress.total_bytes += size;
    }
    for path in files {
        let before = progress.bytes;
        let file = File::open(path).map_err(|error| Problem::sentence(error).within(refused(path)))?;
        let mut reader = Reader::new(file).main_line_only().first_plies(*plies);
        for number in 0.. {
            let Some(game) = reader.next() else { break };
            for remark in reader.remarks() {
                each(&GamesEvent::Remark { remark: format!("{}: {remark}", refused(path)) });
            }
            match game {
                Ok(game) => games.add(&game, *plies),
                Err(ReadError::Game(bad)) => {
                    progress.bad += 1;
                    each(&GamesEvent::Bad { error: format!("{}: {bad}", refused(path)) });
                }
                Err(ReadError::System(error)) => return Err(Problem::sentence(error).within(refused(path))),
            }
            if number % GAMES_BETWEEN_LOOKS == 0 {
                progress.bytes = before + reader.bytes_read();
                each(&GamesEvent::Progress(updated(&mut progress, games.gathered(), start)));
                if stop.is_raised() {
                    return Ok(GamesEnd { book: None, progress });
                }
            }
        }
        progress.bytes = before + reader.bytes_read();
    }
    let progress = updated(&mut progress, games.gathered(), start);
    let Some(bytes) = games.to_bytes(*min_games) else {
        let problem =
            format!("of {} games read, no move was played and worth something in {min_games}", progress.games);
        return Err(Problem::new(problem, "more games with a result, or a smaller --min-games"));
    };
    replace_file(out, &bytes).map_err(|error| Problem::unwritten(out, error))?;
    let book = Polyglot::from_bytes(bytes).map_err(Problem::sentence)?;
    Ok(GamesEnd { book: Some(WeightedInfo::of(&book)), progress })
}

fn updated(progress: &mut GamesProgress, gathered: Gathered, start: Instant) -> GamesProgress {
    let Gathered { games, undecided, elsewhere } = gathered;
    let elapsed_ms = millis(start.elapsed());
    *progress = GamesProgress { games, undecided, elsewhere, elapsed_ms, ..*progress };
    *progress
}
