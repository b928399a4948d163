//! Samples: positions of games that a network plays against itself, each with what a search finds in it.
//!
//! The network judges every play of all 21 rolls, so that a position's value is the mean over the rolls of what the best play
//! makes of it: the network's own judgement a ply deeper, without any luck. What the rest of the game adds to that is mixed in:
//!
//! > target = mean over the rolls + λ (target of the next position − the network's estimate of it)
//!
//! This is TD(λ) with the luck of the dice taken out: the difference that a throw makes is in both terms of the
//! difference and cancels, and what remains are the corrections that deeper looks made. After a play that is not the best, the
//! rest of the game says nothing, and the mean alone is the target.

use rootward_game::Game;
use rootward_game::contract::Dice;

use super::network::{Network, Stage, View};
use super::training::{dice_of, roll};
use super::{Backgammon, Chances, Checkers, Position, Roll, position_id};

/// λ: the weight of the corrections of later positions.
const LAMBDA: f32 = 0.75;

/// Plays in a game that are not the best, in percent; each of these numbers is equally likely.
const STRAYS: [usize; 8] = [0, 0, 5, 10, 15, 20, 30, 50];

/// Most plays that stray are one of this many best ones.
const NEAR: usize = 6;

/// A position for the side on roll, and the chances that it is to be taught.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingSample {
    /// The checkers of the side on roll.
    pub mine: Checkers,
    /// The checkers of the other side, in its own numbering.
    pub theirs: Checkers,
    /// The chances to learn.
    pub target: Chances,
}

impl TrainingSample {
    /// The bytes of a sample in a file: ten for the position, two for each chance.
    pub const BYTES: usize = 10 + 2 * Chances::COUNT;

    pub(super) fn view(&self, part: Stage) -> View<'_> {
        View { mine: &self.mine, theirs: &self.theirs, is_race: part == Stage::Race }
    }

    /// Appends the sample to these bytes.
    pub fn pack(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&position_id::bits(&self.mine, &self.theirs).to_le_bytes()[..10]);
        let unit = |chance: f32| (chance.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16;
        bytes.extend(self.target.numbers().iter().flat_map(|&chance| unit(chance).to_le_bytes()));
    }

    /// Reads a sample of [`BYTES`](Self::BYTES); `None` if there is no such position.
    pub fn unpack(bytes: &[u8]) -> Option<TrainingSample> {
        let (position, chances) = bytes.split_at_checked(10)?;
        let mut bits = [0; 16];
        bits[..10].copy_from_slice(position);
        let (mine, theirs) = position_id::of_bits(u128::from_le_bytes(bits), Backgammon::USUAL_CHECKERS)?;
        let (pairs, rest) = chances.as_chunks::<2>();
        let pairs: [[u8; 2]; Chances::COUNT] = pairs.try_into().ok().filter(|_| rest.is_empty())?;
        let target = Chances::of(pairs.map(|pair| f32::from(u16::from_le_bytes(pair)) / f32::from(u16::MAX)));
        Some(TrainingSample { mine, theirs, target })
    }
}

/// Makes samples from a network's games.
pub struct SampleGames<'a> {
    /// The network that plays.
    pub network: &'a Network,
    /// The same seed gives the same games.
    pub seed: u64,
}

/// A position of a game, and what followed.
struct Turn {
    position: Position,
    /// The mean over the rolls.
    mean: Chances,
    /// A play other than the best one was made.
    strays: bool,
}

impl SampleGames<'_> {
    /// Plays the game with this number and returns its samples.
    pub fn of_game(&self, number: u64) -> Vec<TrainingSample> {
        let game = Backgammon::default();
        let mut dice = dice_of(self.seed, number);
        let mut position = start(&game, &mut dice);
        let strays_of_game = STRAYS[dice.below(STRAYS.len())];
        let mut played: Vec<Turn> = Vec::with_capacity(64);
        while matches!(Stage::of(position.mine(), position.theirs()), Stage::Race | Stage::Contact) {
            let rolled = roll(&mut dice);
            let results = Roll::ALL.map(|roll| self.network.best(&game, &position, roll));
            let mean = Chances::mean(Roll::ALL.iter().zip(&results).map(|(roll, best)| (roll.weight() as f32, best.1)));
            let strays = dice.below(100) < strays_of_game;
            played.push(Turn { position, mean, strays });
            position =
                if strays { self.another(&game, &position, rolled, &mut dice) } else { results[rolled.index()].0 };
        }
        let mut samples: Vec<TrainingSample> = Vec::with_capacity(played.len());
        let mut correction = [0.0; Chances::COUNT];
        for turn in played.iter().rev() {
            let (mine, theirs) = (turn.position.mine(), turn.position.theirs());
            let mean = turn.mean.numbers();
            let later = if turn.strays { 0.0 } else { LAMBDA };
            let numbers: [f32; Chances::COUNT] = std::array::from_fn(|place| mean[place] + later * correction[place]);
            let target = Chances::of(numbers).sensible(theirs.off() == 0, mine.off() == 0);
            samples.push(TrainingSample { mine: *mine, theirs: *theirs, target });
            // For the position before: what this one is worth, less what the network thought when it was chosen.
            let (worth, thought) = (target.turned().numbers(), self.network.chances(mine, theirs).turned().numbers());
            correction = std::array::from_fn(|place| worth[place] - thought[place]);
        }
        samples.reverse();
        samples
    }

    /// A play that is not the best: mostly one of the next best, else any.
    fn another(&self, game: &Backgammon, position: &Position, roll: Roll, dice: &mut Dice) -> Position {
        let thrown = position.with_dice(Some(roll));
        let mut after: Vec<(f32, Position)> = Vec::new();
        game.moves(&thrown, &mut |mv| {
            let next = game.apply(&thrown, mv);
            after.push((self.network.chances(next.mine(), next.theirs()).equity(), next));
        });
        // The best for the mover is the worst for the side that is on roll next.
        after.sort_by(|one, other| one.0.total_cmp(&other.0));
        let among = if dice.below(4) > 0 { NEAR.min(after.len()) } else { after.len() };
        after[dice.below(among)].1
    }
}

/// The beginning, in one game of four after some plays by chance.
fn start(game: &Backgammon, dice: &mut Dice) -> Position {
    let mut position = game.initial();
    if dice.below(4) > 0 {
        return position;
    }
    for _ in 0..dice.below(12) {
        let thrown = position.with_dice(Some(roll(dice)));
        let mut plays = Vec::new();
        game.moves(&thrown, &mut |mv| plays.push(mv));
        position = game.apply(&thrown, plays[dice.below(plays.len())]);
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(number: u64) -> Vec<TrainingSample> {
        SampleGames { network: Network::shipped(), seed: 9 }.of_game(number)
    }

    #[test]
    fn a_game_gives_the_same_samples_again() {
        assert_eq!(samples(4), samples(4));
        assert_ne!(samples(4), samples(5));
        assert!(samples(4).len() > 20);
    }

    #[test]
    fn a_sample_is_packed_and_unpacked() {
        for sample in samples(1) {
            let mut bytes = Vec::new();
            sample.pack(&mut bytes);
            assert_eq!(bytes.len(), TrainingSample::BYTES);
            let read = TrainingSample::unpack(&bytes).unwrap();
            assert_eq!((read.mine, read.theirs), (sample.mine, sample.theirs));
            let numbers = read.target.numbers().into_iter().zip(sample.target.numbers());
            assert!(numbers.clone().all(|(read, was)| (read - was).abs() < 1e-5), "{numbers:?}");
            assert_eq!(TrainingSample::unpack(&bytes[1..]), None);
        }
        assert_eq!(TrainingSample::unpack(&[255; TrainingSample::BYTES]), None, "more than 15 checkers");
    }

    /// What is taught is on average what the network says already, since one ply more changes little in the mean.
    #[test]
    fn targets_are_close_to_what_the_network_knows() {
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for sample in (0..6).flat_map(samples) {
            let said = Network::shipped().chances(&sample.mine, &sample.theirs).equity();
            let change = sample.target.equity() - said;
            count += 1.0;
            sum += change;
            squares += change * change;
        }
        let (bias, spread): (f32, f32) = (sum / count, (squares / count).sqrt());
        assert!(count > 200.0 && bias.abs() < 0.03 && spread > 0.001 && spread < 0.15, "{count} {bias} {spread}");
    }
}
