//! [`Advised`]: what tables outside the search know about the root, such as endgame tables.

use rootward_game::{Bound, Game, Proof};

use crate::{Line, twice_before};

/// The root moves that tables recommend, and what they prove about the position.
///
/// The search restricts itself to these moves ([`Search::only`](crate::Search::only)), and the value of its best line is
/// narrowed to the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advised<M> {
    /// The moves to choose from: those that keep the result and make progress.
    pub moves: Vec<M>,
    /// What is proven about the position.
    pub proof: Proof,
}

impl<M: Clone> Advised<M> {
    /// What remains of it in a game that came through the positions with these keys. Tables know nothing of the game so
    /// far: the way to the win may lead through a third occurrence, which is a draw.
    #[must_use]
    pub fn after<G: Game>(mut self, game: &G, state: &G::State, earlier: &[u64]) -> Advised<M> {
        if !twice_before(game, state, earlier).is_empty() {
            self.proof = self.proof.without_wins();
        }
        self
    }

    /// Narrows the value of the first line, which is that of the position, to what is proven about it.
    pub fn narrow_best(&self, lines: &mut [Line<M>]) {
        let Some(line) = lines.first_mut() else { return };
        let score = line.score.max(self.proof.at_least).min(self.proof.at_most);
        line.proven |= self.proof.is_exact() || score != line.score;
        if score != line.score {
            line.bound = match (self.proof.is_exact(), score > line.score) {
                (true, _) => Bound::Exact,
                (false, true) => Bound::AtLeast,
                (false, false) => Bound::AtMost,
            };
            line.score = score;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_game::Score;

    fn narrowed(points: i32, proof: Proof) -> Line<u8> {
        let mut lines = [Line { score: Score::points(points), bound: Bound::Exact, proven: false, moves: vec![1, 2] }];
        Advised { moves: vec![1], proof }.narrow_best(&mut lines);
        lines.into_iter().next().unwrap()
    }

    #[test]
    fn a_value_is_narrowed_to_what_is_proven() {
        let line = narrowed(50, Proof::at_least(Score::win_in(40)));
        assert_eq!((line.score, line.bound, line.proven), (Score::win_in(40), Bound::AtLeast, true));
        let line = narrowed(50, Proof::at_most(Score::DRAW));
        assert_eq!((line.score, line.bound, line.proven), (Score::DRAW, Bound::AtMost, true));
        let line = narrowed(50, Proof::exactly(Score::DRAW));
        assert_eq!((line.score, line.bound, line.proven), (Score::DRAW, Bound::Exact, true));
        let line = narrowed(50, Proof::NOTHING);
        assert_eq!((line.score, line.bound, line.proven), (Score::points(50), Bound::Exact, false));
        Advised::<u8> { moves: Vec::new(), proof: Proof::NOTHING }.narrow_best(&mut []);
    }
}
