//! [`Timed`]: a game whose result includes its distance.

use rootward_game::{Game, Outcome, Range, Side};

/// A game in which an earlier win is worth more, and a later loss is less bad: a table of its values knows the fastest
/// win and the longest resistance.
pub(super) struct Timed<'a, G>(pub(super) &'a G);

impl<G: Game> Timed<'_, G> {
    /// The value of a win before the first move. It is larger than the length of any game.
    pub(super) const WIN: i32 = 1_000_000;

    fn timed(&self, state: &G::State, outcome: Outcome) -> Outcome {
        let plies = self.0.plies_played(state).map_or(0, |plies| plies.min(Self::WIN as u32 - 1) as i32);
        match outcome {
            Outcome::Win(Side::First) => Outcome::Payoff(Self::WIN - plies),
            Outcome::Win(Side::Second) => Outcome::Payoff(plies - Self::WIN),
            other => other,
        }
    }

    /// The number of plies in which a position with this value for the side to move is lost; none if it is not lost.
    pub(super) fn lost_in(&self, state: &G::State, value: f64) -> Option<u32> {
        let end = f64::from(Self::WIN) + value;
        (value < 0.0).then(|| (end as u32).saturating_sub(self.0.plies_played(state).unwrap_or(0)))
    }
}

impl<G: Game> Game for Timed<'_, G> {
    type State = G::State;
    type Move = G::Move;

    fn initial(&self) -> G::State {
        self.0.initial()
    }
    fn to_move(&self, state: &G::State) -> Side {
        self.0.to_move(state)
    }
    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        self.0.outcome(state).map(|outcome| self.timed(state, outcome))
    }
    fn moves(&self, state: &G::State, push: &mut impl FnMut(G::Move)) {
        self.0.moves(state, push);
    }
    fn apply(&self, state: &G::State, mv: G::Move) -> G::State {
        self.0.apply(state, mv)
    }
    fn stuck(&self, state: &G::State) -> Outcome {
        self.timed(state, self.0.stuck(state))
    }
    fn key(&self, state: &G::State) -> Option<u64> {
        self.0.key(state)
    }
    fn has_exact_keys(&self) -> bool {
        self.0.has_exact_keys()
    }
    fn range(&self) -> Range {
        Range::symmetric(Self::WIN)
    }
}
