//! Opening books with weighted moves, in Polyglot's format. A weight is an opinion about a move, not a proof.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rootward_game::{Game, Notation};
use rootward_games::chess::Chess;
use rootward_pgn::polyglot::Polyglot;
use serde::Serialize;

use crate::Problem;

/// The first bytes of the exact books of [`rootward_tables`].
const EXACT: &[u8] = b"RWBOOK";

/// The moves of a position with their weights, the highest first.
pub(crate) type Weights<G> = Arc<dyn Fn(&<G as Game>::State) -> Vec<(<G as Game>::Move, u16)> + Send + Sync>;

/// A move in a weighted book.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suggestion {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its weight. A move with weight 0 is never played.
    pub weight: u16,
    /// Its share of the weights of all moves of the position.
    pub share: f64,
}

/// The numbers of a weighted book.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WeightedInfo {
    /// The game.
    pub game: String,
    /// Its format: always `polyglot`.
    pub format: &'static str,
    /// Its moves.
    pub entries: usize,
    /// Its positions.
    pub positions: usize,
    /// The size of the file.
    pub bytes: usize,
    /// The moves of the initial position, the highest weight first.
    pub first_moves: Vec<Suggestion>,
}

impl WeightedInfo {
    pub(crate) fn of(book: &Polyglot) -> WeightedInfo {
        let chess = Chess::default();
        let start = chess.initial();
        WeightedInfo {
            game: chess.name(),
            format: "polyglot",
            entries: book.len(),
            positions: book.positions(),
            bytes: book.bytes().len(),
            first_moves: suggestions(&chess, &start, &book.moves(&start)),
        }
    }
}

/// The numbers of a weighted book; none if the file is of another kind.
pub fn read_weighted(path: &Path) -> Result<Option<WeightedInfo>, Problem> {
    Ok(if path.is_file() { open(path)?.map(|book| WeightedInfo::of(&book)) } else { None })
}

/// The weights in a file, for chess; none if the file is of another kind.
pub(crate) fn weights_of(path: &Path) -> Result<Option<Weights<Chess>>, Problem> {
    Ok(open(path)?.map(|book| -> Weights<Chess> { Arc::new(move |position| book.moves(position)) }))
}

/// A file is a Polyglot book if its extension says so, or if its content could be one.
fn open(path: &Path) -> Result<Option<Polyglot>, Problem> {
    let place = format!("book '{}'", path.display());
    let bytes = fs::read(path).map_err(|error| Problem::sentence(error).within(&place))?;
    if bytes.starts_with(EXACT) {
        return Ok(None);
    }
    let is_named = path.extension().is_some_and(|name| name.eq_ignore_ascii_case("bin"));
    match Polyglot::from_bytes(bytes) {
        Ok(book) => Ok(Some(book)),
        Err(error) if is_named => Err(Problem::sentence(error).within(place)),
        Err(_) => Ok(None),
    }
}

/// Moves with their weights as text.
pub(crate) fn suggestions<G: Notation>(game: &G, state: &G::State, moves: &[(G::Move, u16)]) -> Vec<Suggestion> {
    let total: f64 = moves.iter().map(|(_, weight)| f64::from(*weight)).sum();
    let suggestion = |&(mv, weight): &(G::Move, u16)| Suggestion {
        mv: game.write_move(state, mv),
        weight,
        share: (f64::from(weight) / total.max(1.0) * 1e4).round() / 1e4,
    };
    moves.iter().map(suggestion).collect()
}
