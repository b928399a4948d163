//! Endgame tables of chess to look into: the value of a position and of each of its moves, the squares where a piece wins, the
//! longest win move by move, and the sweeps of a small ending. Text in, plain data out.
//!
//! Endings of three pieces are solved in memory when they are first asked for, which takes a moment; larger ones come from the
//! folders of `rootward table build`. Without folders nothing here reads a file.
//!
//! ```
//! use rootward_session::Kind;
//! use rootward_session::endgame_view::EndgameView;
//!
//! let view = EndgameView::default();
//! let looked = view.position("8/8/8/5k2/8/8/1Q6/K7 w - - 0 1").unwrap();
//! assert_eq!((looked.score.kind, looked.score.mate), (Kind::Win, Some(10)));
//! ```

mod line;
mod moves;
mod placement;
mod squares;
mod sweeps;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use rootward_endgames::chess::{ChessEndings, MOST_PIECES, Material};
use rootward_endgames::{Endings, Metric, Tables, Value};
use rootward_game::Notation;
use rootward_games::chess::{Chess, Position};
use serde::Serialize;

use crate::{Kind, Problem, Score};

pub use line::{BestLine, LineMove};
pub use moves::{OneMove, PositionValues};
pub use squares::SquareValues;
pub use sweeps::{SweepCount, Sweeps};

/// Endings with this many pieces are solved in memory.
const IN_MEMORY: usize = 3;

/// Endgame tables of chess to look into.
#[derive(Default)]
pub struct EndgameView {
    /// For numbers of positions, before their table is known.
    game: ChessEndings,
    folders: Vec<Tables<ChessEndings>>,
    small: OnceLock<Tables<ChessEndings>>,
}

/// An ending that can be looked into.
#[derive(Clone, Debug, Serialize)]
pub struct EndingEntry {
    /// Its name, such as `KQKR`.
    pub name: String,
    /// Pieces, kings included.
    pub pieces: usize,
    /// Positions; equal pieces are distinguished, mirror images are counted once.
    pub positions: u64,
    /// The winner's moves in the longest win; none without a win or without distances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_win_moves: Option<u32>,
    /// What distances count: `dtm` (to mate), `dtc` (to conversion) or `wdl` (nothing).
    pub metric: &'static str,
}

/// A value for the side to move, as every score is given. Distances are left out where the tables have none.
fn score_of(value: Value, metric: Metric) -> Score {
    let (kind, plies) = match value {
        Value::Win(plies) => (Kind::Win, Some(plies)),
        Value::Draw => (Kind::Draw, None),
        Value::Loss(plies) => (Kind::Loss, Some(plies)),
    };
    let plies = plies.filter(|_| metric != Metric::Outcome);
    let mate = plies.filter(|_| metric == Metric::End).map(|plies| plies.div_ceil(2));
    Score::decided(kind, plies, mate)
}

impl EndgameView {
    /// The tables in these folders, separated as in a search path, and the small ones in memory.
    pub fn open(folders: &str) -> Result<EndgameView, Problem> {
        let folders = std::env::split_paths(folders).filter(|path| !path.as_os_str().is_empty());
        let open = |folder: std::path::PathBuf| {
            Tables::open(ChessEndings::default(), &folder, None).map_err(Problem::sentence)
        };
        Ok(EndgameView { folders: folders.map(open).collect::<Result<_, Problem>>()?, ..EndgameView::default() })
    }

    /// The same, without the folders that have tables of other games alone.
    pub fn of_chess(folders: &str) -> EndgameView {
        let folders = std::env::split_paths(folders).filter(|path| !path.as_os_str().is_empty());
        let open = |folder: std::path::PathBuf| Tables::open(ChessEndings::default(), &folder, None).ok();
        EndgameView { folders: folders.filter_map(open).collect(), ..EndgameView::default() }
    }

    /// The endings that can be looked into, the small ones first.
    pub fn endings(&self) -> Vec<EndingEntry> {
        let mut found: Vec<EndingEntry> = Vec::new();
        for tables in std::iter::once(self.small()).chain(&self.folders) {
            for slice in tables.slices() {
                let name = slice.to_string();
                let Some(counts) = tables.counts(&slice).filter(|_| found.iter().all(|other| other.name != name))
                else {
                    continue;
                };
                let longest = longest(tables, &slice).map(|(plies, _)| plies.div_ceil(2));
                let (pieces, positions, metric) = (slice.pieces(), counts.positions(), tables.metric().name());
                found.push(EndingEntry { name, pieces, positions, longest_win_moves: longest, metric });
            }
        }
        found.sort_by(|one, other| (one.pieces, &one.name).cmp(&(other.pieces, &other.name)));
        found
    }

    /// The endings of three pieces, solved now if they are asked for the first time.
    fn small(&self) -> &Tables<ChessEndings> {
        self.small.get_or_init(|| {
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            let (game, never) = (ChessEndings::default(), AtomicBool::new(false));
            Tables::solved(game, &Material::all(IN_MEMORY), Metric::End, threads, &never)
                .expect("nobody stops it, and three pieces have short wins")
        })
    }

    /// The tables that hold an ending.
    fn tables(&self, slice: &Material) -> Result<&Tables<ChessEndings>, Problem> {
        if slice.pieces() <= IN_MEMORY {
            return Ok(self.small());
        }
        self.folders.iter().find(|tables| tables.counts(slice).is_some()).ok_or_else(|| {
            Problem::sentence(format!(
                "there is no table of {slice} here: 'rootward table build chess {slice} --out DIR' makes it, and 'rootward serve \
                 --tables DIR' shows it"
            ))
        })
    }

    /// A position as text, its ending, and the tables that hold it. Kings alone are in no ending.
    fn find(&self, text: &str) -> Result<(Position, Option<Material>, &Tables<ChessEndings>), Problem> {
        let state = Chess::default().parse_position(text)?;
        let board = state.board();
        let pieces = board.occupied().len() as usize;
        if pieces == 2 {
            return Ok((state, None, self.small()));
        }
        if pieces > MOST_PIECES {
            let problem = format!("the position has {pieces} pieces");
            return Err(Problem::new(problem, format!("at most {MOST_PIECES}, kings included")));
        }
        let Some((slice, _)) = self.game.number(board) else {
            let problem = "endgame tables leave castling out";
            return Err(Problem::new(problem, "a position without the right to castle"));
        };
        let tables = self.tables(&slice)?;
        Ok((state, Some(slice), tables))
    }

    fn ending(name: &str) -> Result<Material, Problem> {
        Material::parse(name).map_err(Problem::sentence)
    }
}

/// The longest win, whoever is to move: its plies and the number of its position.
fn longest(tables: &Tables<ChessEndings>, slice: &Material) -> Option<(u32, u64)> {
    let counts = tables.counts(slice)?;
    let both = counts.longest_win.into_iter().chain(counts.longest_loss);
    both.max_by_key(|&(plies, at)| (plies, std::cmp::Reverse(at))).filter(|_| tables.metric() != Metric::Outcome)
}

/// The name of a side to move.
fn side_of(state: &Position) -> &'static str {
    use rootward_game::{Game, Side};
    if Chess::default().to_move(state) == Side::First { "first" } else { "second" }
}
