//! What a tablebase says about the root.

use rootward_game::{Game, Proof, RootMoves, Tablebase};

use crate::report::{Line, sort_best_first};
use crate::twice_before;

/// The root's moves by a tablebase, after a game whose earlier positions have these keys.
///
/// The tables know nothing of the game so far: the way to the win may lead through a third occurrence. If some position was
/// there twice, they prove no win.
pub fn root_moves<G: Game>(
    tablebase: &dyn Tablebase<G>,
    game: &G,
    state: &G::State,
    earlier: &[u64],
) -> Option<RootMoves<G::Move>> {
    let mut advice = tablebase.root_moves(game, state)?;
    if !twice_before(game, state, earlier).is_empty() {
        advice.proof = advice.proof.without_wins();
    }
    Some(advice)
}

/// Limits the values of lines to what a tablebase proves about the root, and puts the best first.
///
/// The moves that it names reach the root's value. About the other moves only one thing is known: none is better than the root.
pub fn narrow_lines<M: Eq>(lines: &mut [Line<M>], known: &RootMoves<M>) {
    for line in &mut *lines {
        let named = line.moves.first().is_some_and(|first| known.moves.contains(first));
        line.narrow(&if named { known.proof } else { Proof::at_most(known.proof.at_most) });
    }
    sort_best_first(lines);
}

#[cfg(test)]
mod tests {
    use rootward_game::{Bound, Score};

    use super::*;

    fn lines(points: &[i32]) -> Vec<Line<usize>> {
        let line = |(mv, &points): (usize, &i32)| Line {
            score: Score::points(points),
            bound: Bound::Exact,
            proven: false,
            moves: vec![mv],
        };
        points.iter().enumerate().map(line).collect()
    }

    fn firsts(lines: &[Line<usize>]) -> Vec<usize> {
        lines.iter().map(|line| line.moves[0]).collect()
    }

    #[test]
    fn a_move_that_the_tables_name_comes_first_and_no_other_gets_its_value() {
        let mut found = lines(&[90, 80, 70]);
        narrow_lines(&mut found, &RootMoves { moves: vec![2], proof: Proof::at_least(Score::win_in(200)) });
        assert_eq!(firsts(&found), [2, 0, 1]);
        assert_eq!((found[0].score, found[0].proven), (Score::win_in(200), true));
        assert_eq!((found[1].score, found[1].proven), (Score::points(90), false));
    }

    #[test]
    fn in_a_drawn_position_no_line_is_better_than_a_draw() {
        let mut found = lines(&[90, 80, -70]);
        narrow_lines(&mut found, &RootMoves { moves: vec![1], proof: Proof::exactly(Score::DRAW) });
        assert_eq!(firsts(&found), [1, 0, 2], "the one that surely draws is first");
        assert_eq!((found[0].score, found[0].bound), (Score::DRAW, Bound::Exact));
        assert_eq!((found[1].score, found[1].bound), (Score::DRAW, Bound::AtMost));
        assert_eq!((found[2].score, found[2].bound, found[2].proven), (Score::points(-70), Bound::Exact, false));
    }
}
