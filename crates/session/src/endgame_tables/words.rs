//! Values of endgame tables as data.

use std::cmp::Reverse;

use rootward_endgames::{Counts, GameEndings, Metric, Value};
use rootward_game::Notation;

use crate::{Kind, Score};

/// A value for the side to move. Distances are left out where the tables have none, and only those to the end are moves until mate.
pub(super) fn score_of<E: GameEndings>(game: &E, value: Value, metric: Metric) -> Score {
    let (kind, plies) = match value {
        Value::Win(plies) => (Kind::Win, Some(plies)),
        Value::Draw => (Kind::Draw, None),
        Value::Loss(plies) => (Kind::Loss, Some(plies)),
    };
    let plies = plies.filter(|_| metric != Metric::Outcome);
    let mate = plies.filter(|_| metric == Metric::End).and_then(|plies| game.rules().mate_after(plies));
    Score::decided(kind, plies, mate)
}

/// The longest win, whoever is to move, as it is published: its plies and the number of its position. Where the loser is to move
/// it may be longer, as he may capture his way into a longer ending. Some games publish those with the winner to move alone.
pub(super) fn longest<E: GameEndings>(counts: &Counts, metric: Metric) -> Option<(u32, u64)> {
    let both = counts.longest_win.into_iter().chain(counts.longest_loss);
    let longest = if E::LONGEST_OF_EITHER {
        both.max_by_key(|&(plies, at)| (plies, Reverse(at)))
    } else {
        counts.longest_win.or(counts.longest_loss)
    };
    longest.filter(|_| metric != Metric::Outcome)
}

/// Plies as moves of the winner: 19 and 20 plies are 10 moves.
pub(super) fn in_moves(plies: u32) -> u32 {
    plies.div_ceil(2)
}

/// `won in 10 moves (19 plies)`, `draw`, `lost`.
pub(super) fn in_words(value: Value, metric: Metric) -> String {
    let (word, plies) = match value {
        Value::Draw => return "draw".into(),
        Value::Win(plies) => ("won", plies),
        Value::Loss(plies) => ("lost", plies),
    };
    if metric == Metric::Outcome { word.into() } else { format!("{word} in {}", length(plies)) }
}

/// `10 moves (19 plies)`.
pub(super) fn length(plies: u32) -> String {
    let counted = |number: u32, what: &str| if number == 1 { what.to_owned() } else { format!("{what}s") };
    let (moves, ply) = (in_moves(plies), if plies == 1 { "ply" } else { "plies" });
    format!("{moves} {} ({plies} {ply})", counted(moves, "move"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_reported_as_moves_of_the_winner() {
        assert_eq!(in_words(Value::Win(19), Metric::End), "won in 10 moves (19 plies)");
        assert_eq!(in_words(Value::Loss(20), Metric::Conversion), "lost in 10 moves (20 plies)");
        assert_eq!(in_words(Value::Win(1), Metric::End), "won in 1 move (1 ply)");
        assert_eq!(in_words(Value::Win(0), Metric::Outcome), "won");
        assert_eq!(in_words(Value::Draw, Metric::End), "draw");
    }
}
