//! Learning by self-play: temporal differences.
//!
//! The network plays against itself, always the move that it considers best. After the game, from its end to its start,
//! each position is trained towards a mixture of the next position's estimate, seen from the other side, and of the
//! next position's own target; the last target is the result of the game (TD(λ), by Richard Sutton). The network gets
//! no other information, neither openings nor strategy. A game ends as soon as both sides bear off, since
//! [tables](super::bearoff) know the rest.
//!
//! One game in four begins with some random plays, and every second game has some later random plays, so that the
//! network learns about positions that good play does not reach: it will meet them in a search, and against others. The
//! target is the value of the best play all the same.

use rootward_game::Game;
use rootward_game::contract::Dice;

use super::network::{Network, Sizes, Stage};
use super::{Backgammon, Chances, LinearFit, Move, Position, Roll};

/// The learning rate over a whole training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// The learning rate at the start.
    pub first: f32,
    /// The learning rate at the end; between them it falls by the same factor with every game.
    pub last: f32,
}

impl Rate {
    /// The rate after `games` of `all` games.
    pub fn after(self, games: u64, all: u64) -> f32 {
        let share = (games as f64 / all.max(1) as f64).min(1.0);
        (f64::from(self.first) * (f64::from(self.last) / f64::from(self.first)).powf(share)) as f32
    }
}

/// λ: the weight of the later outcome in a target; the rest is the next position's estimate.
const LAMBDA: f32 = 0.7;

/// Random plays in a game, in percent; each of these numbers is equally likely.
const BY_CHANCE: [usize; 6] = [0, 0, 0, 4, 8, 25];

/// A position of a game, and what followed.
struct Turn {
    position: Position,
    /// The probabilities for the side on roll after the best play.
    best: Chances,
    /// A play other than the best one was made.
    strays: bool,
}

/// A network that plays against itself.
pub struct Training {
    game: Backgammon,
    network: Network,
    seed: u64,
}

impl Training {
    /// Trains this network; the same seed gives the same games.
    pub fn new(network: Network, seed: u64) -> Training {
        Training { game: Backgammon::default(), network, seed }
    }

    /// Trains a new network with these hidden layers.
    pub fn from_scratch(sizes: Sizes, seed: u64) -> Training {
        let mut dice = dice_of(seed, u64::MAX);
        Training::new(Network::untaught(sizes, || around_zero(&mut dice)), seed)
    }

    /// The network as trained so far.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Plays one game and learns from it at this rate. Returns the number of plies.
    pub fn play(&mut self, rate: f32) -> u32 {
        // The dice depend on the number of the game alone, so training that is interrupted and resumed continues
        // unchanged.
        let mut dice = dice_of(self.seed, self.network.games());
        let mut position = self.start(&mut dice);
        let by_chance = BY_CHANCE[dice.below(BY_CHANCE.len())];
        let mut played: Vec<Turn> = Vec::with_capacity(64);
        while matches!(Stage::of(position.mine(), position.theirs()), Stage::Race | Stage::Contact) {
            let roll = roll(&mut dice);
            let (next, best) = self.network.best(&self.game, &position, roll);
            let strays = dice.below(100) < by_chance;
            played.push(Turn { position, best, strays });
            position = if strays { self.any_play(&position, roll, &mut dice) } else { next };
        }
        self.learn(&played, rate);
        self.network.count_games(1);
        played.len() as u32
    }

    fn learn(&mut self, played: &[Turn], rate: f32) {
        let mut came_of_it: Option<Chances> = None;
        for turn in played.iter().rev() {
            // The outcome after a random play says nothing about the best play.
            let target = match came_of_it.filter(|_| !turn.strays) {
                Some(later) => Chances::mean([(1.0 - LAMBDA, turn.best), (LAMBDA, later.turned())]),
                None => turn.best,
            };
            self.network.teach(turn.position.mine(), turn.position.theirs(), &target, rate);
            came_of_it = Some(target);
        }
    }

    /// Plays one game without learning, and adds its positions with the network's estimates to the fit.
    pub fn show(&self, number: u64, fit: &mut LinearFit) {
        let mut dice = dice_of(self.seed, number);
        let mut position = self.start(&mut dice);
        while matches!(Stage::of(position.mine(), position.theirs()), Stage::Race | Stage::Contact) {
            let equity = self.network.chances(position.mine(), position.theirs()).equity();
            fit.add(position.mine(), position.theirs(), equity);
            position = self.network.best(&self.game, &position, roll(&mut dice)).0;
        }
    }

    fn start(&self, dice: &mut Dice) -> Position {
        let initial = self.game.initial();
        if dice.below(4) > 0 {
            return initial;
        }
        let mut position = initial;
        for _ in 0..dice.below(12) {
            let roll = roll(dice);
            position = self.any_play(&position, roll, dice);
        }
        position
    }

    fn any_play(&self, position: &Position, roll: Roll, dice: &mut Dice) -> Position {
        let thrown = position.with_dice(Some(roll));
        let mut plays: Vec<Move> = Vec::new();
        self.game.moves(&thrown, &mut |mv| plays.push(mv));
        self.game.apply(&thrown, plays[dice.below(plays.len())])
    }
}

/// The random numbers of one game: each game has its own sequence.
pub(super) fn dice_of(seed: u64, game: u64) -> Dice {
    let mut dice = Dice::new(seed);
    Dice::new(dice.bits() ^ game.wrapping_mul(0xD134_2543_DE82_EF95))
}

/// A number between −1 and 1.
pub(super) fn around_zero(dice: &mut Dice) -> f32 {
    (dice.bits() >> 40) as f32 / (1 << 23) as f32 - 1.0
}

pub(super) fn roll(dice: &mut Dice) -> Roll {
    let (one, other) = (dice.below(6) as u8 + 1, dice.below(6) as u8 + 1);
    Roll::new(one, other).unwrap_or(Roll::ALL[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::Checkers;
    use crate::backgammon::network::Precision;

    const SMALL: Sizes = Sizes { contact: 96, race: 32 };

    #[test]
    fn a_few_games_teach_the_end_of_the_game() {
        let mut training = Training::from_scratch(SMALL, 1);
        // A few checkers left at home, against a side that has all of its own still to bring round.
        let (few, many) = (Checkers::at(&[(0, 9), (7, 2), (4, 4)]), Checkers::at(&[(18, 5), (13, 5), (12, 5)]));
        let gap = |network: &Network| network.chances(&few, &many).win - network.chances(&many, &few).win;
        let before = gap(training.network());
        (0..200).for_each(|_| {
            training.play(0.1);
        });
        assert!(gap(training.network()) > before.max(0.5), "{} then {}", before, gap(training.network()));
        assert_eq!(training.network().games(), 200);
    }

    #[test]
    fn what_is_interrupted_goes_on_as_if_it_had_not_been() {
        let mut whole = Training::from_scratch(SMALL, 5);
        (0..6).for_each(|_| {
            whole.play(0.05);
        });
        let mut first = Training::from_scratch(SMALL, 5);
        (0..3).for_each(|_| {
            first.play(0.05);
        });
        let kept = Network::read(&first.network().write(Precision::Whole)).unwrap();
        let mut second = Training::new(kept, 5);
        (0..3).for_each(|_| {
            second.play(0.05);
        });
        assert!(whole.network() == second.network());
    }

    #[test]
    fn steps_grow_smaller() {
        let rate = Rate { first: 0.1, last: 0.001 };
        assert_eq!((rate.after(0, 10), rate.after(10, 10), rate.after(99, 10)), (0.1, 0.001, 0.001));
        assert!((rate.after(5, 10) - 0.01).abs() < 1e-6);
    }
}
