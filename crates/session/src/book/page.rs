//! What a book says about a position.

use rootward_game::{Bound, Knowledge, Notation, Score as SearchScore, Verdict, legal_moves};
use rootward_tables::{Book, MountedBook};
use serde::Serialize;

use super::Source;
use crate::job::Title;
use crate::scribe::{Scribe, side_word};
use crate::{Score, results::MoveValue};

/// What a book says about a position, without any search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BookPage {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Who is to move: `first` or `second`.
    pub side: &'static str,
    /// The side's name in this game.
    pub side_name: &'static str,
    /// The name of the first side.
    #[serde(skip)]
    pub first_name: &'static str,
    /// The value; none if the book does not contain the position.
    pub score: Option<Score>,
    /// Every move: first those in the book, best first.
    pub moves: Vec<MoveValue>,
    /// Always the book.
    pub source: Source,
}

pub(crate) fn page<G: Notation, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    book: &Book,
    state: &G::State,
    Title { game: name, position, side_name, first_name }: Title,
) -> BookPage {
    let booked = MountedBook::new(knowledge, book);
    let scribe = Scribe { game, state };
    let label = |score: SearchScore| scribe.label(Verdict::new(score, true, false), Bound::Exact).0;
    let moves = legal_moves(game, state).into_iter();
    let mut moves: Vec<_> = moves.map(|mv| (mv, booked.value_of_move(game, state, mv))).collect();
    // By cached keys, which all games share: a sort of the moves themselves would be compiled for each game, 8 KB each time.
    moves.sort_by_cached_key(|(_, score)| std::cmp::Reverse(*score));
    let valued = |(mv, score): (G::Move, Option<SearchScore>)| {
        let score = score.map(label);
        let (value, plies) = score.map_or((None, None), |score| (Some(score.kind), score.plies));
        MoveValue { value, plies, ..MoveValue::unknown(game.write_move(state, mv)) }
    };
    BookPage {
        game: name,
        position,
        side: side_word(scribe.side()),
        side_name,
        first_name,
        score: booked.value(game, state).map(label),
        moves: moves.into_iter().map(valued).collect(),
        source: Source::Book,
    }
}
