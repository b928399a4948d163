//! Rollouts: the value of a position, estimated by playing it out many times.
//!
//! Variance reduction removes luck. The network's estimate after a roll is compared with its mean over all 21 rolls,
//! and the difference is subtracted from the result. The mean of that difference over all rolls is 0, so the expected
//! result is unchanged, but most of its variance is gone. One game so adjusted is worth twenty or more plain ones.

use rootward_game::Game;
use rootward_game::contract::Dice;

use super::network::{Network, Stage};
use super::{Backgammon, Chances, Position, Roll};

/// How positions are played out.
#[derive(Clone, Copy, Debug)]
pub struct Rollout<'a> {
    /// Evaluates positions, and so chooses the plays.
    pub network: &'a Network,
    /// After this many plays the network's estimate is the result; `None` plays to the end.
    pub plies: Option<u32>,
}

/// The result of one game, for the side on roll at its start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloutGame {
    /// With luck removed.
    pub adjusted: Chances,
    /// As it was played.
    pub plain: Chances,
    /// The number of plays.
    pub plies: u32,
}

impl Rollout<'_> {
    /// Plays a position out; its dice must not be thrown yet. The same seed and number give the same game. The first
    /// throws of games 0 to 35, 36 to 71 … are all 36 possible ones, so that luck plays no part in them.
    pub fn play(&self, start: &Position, seed: u64, number: u64) -> RolloutGame {
        let mut dice = Dice::new(Dice::new(seed).bits() ^ number.wrapping_mul(0xD134_2543_DE82_EF95));
        let mut position = *start;
        let mut luck = [0.0f32; Chances::COUNT];
        let mut plies = 0;
        let mut is_start = true;
        while self.goes_on(&position, plies) {
            let throw = if plies == 0 { number % 36 } else { dice.below(36) as u64 };
            let rolled = Roll::new((throw % 6) as u8 + 1, (throw / 6) as u8 + 1).unwrap_or(Roll::ALL[0]);
            let results = Roll::ALL.map(|roll| self.best(&position, roll));
            let mean =
                Chances::mean(Roll::ALL.iter().zip(&results).map(|(roll, result)| (roll.weight() as f32, result.1)));
            let (next, came) = results[rolled.index()];
            let (came, mean) = if is_start { (came, mean) } else { (came.turned(), mean.turned()) };
            let (came, mean) = (came.numbers(), mean.numbers());
            luck = std::array::from_fn(|place| luck[place] + came[place] - mean[place]);
            position = next;
            is_start = !is_start;
            plies += 1;
        }
        let last = self.network.chances(position.mine(), position.theirs());
        let plain = if is_start { last } else { last.turned() };
        let numbers = plain.numbers();
        RolloutGame { adjusted: Chances::of(std::array::from_fn(|place| numbers[place] - luck[place])), plain, plies }
    }

    /// Once both sides bear off, the tables know the probabilities better than more play.
    fn goes_on(&self, position: &Position, plies: u32) -> bool {
        self.plies.is_none_or(|most| plies < most)
            && matches!(Stage::of(position.mine(), position.theirs()), Stage::Race | Stage::Contact)
    }

    /// The best position after a roll, and its probabilities for the side that moves there.
    fn best(&self, position: &Position, roll: Roll) -> (Position, Chances) {
        self.network.best(&Backgammon::default(), position, roll)
    }
}

impl Network {
    /// The best position after a roll, and its probabilities for the side that moves there.
    pub fn best(&self, game: &Backgammon, position: &Position, roll: Roll) -> (Position, Chances) {
        let thrown = position.with_dice(Some(roll));
        let mut best: Option<(f32, Position, Chances)> = None;
        game.moves(&thrown, &mut |mv| {
            let next = game.apply(&thrown, mv);
            let chances = self.chances(next.mine(), next.theirs()).turned();
            let equity = chances.equity();
            if best.as_ref().is_none_or(|(so_far, ..)| equity > *so_far) {
                best = Some((equity, next, chances));
            }
        });
        // A player who cannot move passes, and a pass is a move: there is always one.
        best.map_or((*position, Chances::default()), |(_, next, chances)| (next, chances))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::Checkers;
    use rootward_game::Side;

    #[test]
    fn luck_taken_out_leaves_less_scatter_and_the_same_mean() {
        let rollout = Rollout { network: Network::shipped(), plies: None };
        // A race of about 7 plays, which is short enough for a test.
        let first = Checkers::at(&[(0, 5), (1, 2), (3, 2), (5, 3), (7, 2), (8, 1)]);
        let second = Checkers::at(&[(0, 6), (2, 2), (4, 3), (6, 2), (8, 2)]);
        let start = Position::new(first, second, Side::First);
        let games: Vec<RolloutGame> = (0..108).map(|number| rollout.play(&start, 1, number)).collect();
        let count = games.len() as f32;
        let spread = |value: &dyn Fn(&RolloutGame) -> f32| {
            let mean = games.iter().map(value).sum::<f32>() / count;
            (mean, (games.iter().map(|game| (value(game) - mean).powi(2)).sum::<f32>() / count).sqrt())
        };
        let (adjusted, less) = spread(&|game| game.adjusted.equity());
        let (plain, more) = spread(&|game| game.plain.equity());
        assert!(less < more / 2.0, "{less} and {more}");
        assert!((adjusted - plain).abs() < 4.0 * more / count.sqrt(), "{adjusted} and {plain}");
        assert_eq!(games[5], rollout.play(&start, 1, 5), "the same seed and number, the same game");
    }

    #[test]
    fn a_game_cut_short_takes_the_networks_word() {
        let start = Backgammon::default().initial();
        let network = Network::shipped();
        let played = Rollout { network, plies: Some(0) }.play(&start, 1, 1);
        assert_eq!((played.plies, played.plain), (0, network.chances(start.mine(), start.theirs())));
        assert_eq!(Rollout { network, plies: Some(3) }.play(&start, 1, 1).plies, 3);
    }
}
