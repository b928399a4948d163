//! A small neural network that estimates how a game will end, trained only by games against itself.
//!
//! There are two: one for positions with contact, one for races. Once all checkers are home, the exact
//! [tables](super::bearoff) are used instead. A network evaluates a position for the side on roll, so both sides are
//! evaluated by the same function: its output is an equity, not just a number to compare moves by, and that is why
//! deeper search pays.

mod arithmetic;
mod file;
mod inputs;
mod kernels;
mod layers;
mod shots;
mod stage;

use std::sync::OnceLock;

use inputs::{INPUTS, Inputs};
pub(super) use kernels::View;
pub(super) use layers::Layers;

use super::bearoff::OneSided;
use super::{Chances, Checkers};
pub use file::Precision;
pub use stage::Stage;

/// The built-in weights.
const SHIPPED: &[u8] = include_bytes!("backgammon.network");

/// Both networks, and the number of games that trained them.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    contact: Layers,
    race: Layers,
    games: u64,
}

/// The hidden units of a network for contact positions and of one for races: multiples of 32, at most 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Of the network for contact positions.
    pub contact: usize,
    /// Of the network for races.
    pub race: usize,
}

impl Sizes {
    /// The largest hidden layer.
    pub const MOST: usize = layers::MOST_HIDDEN;
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes { contact: 256, race: 64 }
    }
}

impl Network {
    /// The built-in network.
    ///
    /// # Panics
    /// If the file that it was compiled from is incomplete; a test reads it.
    pub fn shipped() -> &'static Network {
        static NETWORK: OnceLock<Network> = OnceLock::new();
        NETWORK.get_or_init(|| Network::read(SHIPPED).expect("the shipped weights are whole"))
    }

    /// An untrained network; `any` gives numbers between −1 and 1.
    ///
    /// # Panics
    /// If there are no hidden layers of these [sizes](Sizes).
    pub fn untaught(sizes: Sizes, mut any: impl FnMut() -> f32) -> Network {
        let contact = Layers::random(sizes.contact, &mut any);
        Network { contact, race: Layers::random(sizes.race, &mut any), games: 0 }
    }

    /// Its hidden units.
    pub fn sizes(&self) -> Sizes {
        Sizes { contact: self.contact.hidden(), race: self.race.hidden() }
    }

    /// The number of games that trained it.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The probabilities for the side on roll (`mine`), each side's checkers in its own numbering.
    #[inline]
    pub fn chances(&self, mine: &Checkers, theirs: &Checkers) -> Chances {
        let estimate = match Stage::of(mine, theirs) {
            Stage::Over(points) => return Chances::over(points),
            Stage::BearOff(own, other) => return stage::bear_off(OneSided::shared(), own, other),
            Stage::Race => self.race.ask(View { mine, theirs, is_race: true }),
            Stage::Contact => self.contact.ask(View { mine, theirs, is_race: false }),
        };
        estimate.sensible(theirs.off() == 0, mine.off() == 0)
    }

    /// The part for contact positions or for races.
    pub(super) fn layers(&self, part: Stage) -> &Layers {
        if part == Stage::Race { &self.race } else { &self.contact }
    }

    /// The same, to be changed.
    pub(super) fn layers_mut(&mut self, part: Stage) -> &mut Layers {
        if part == Stage::Race { &mut self.race } else { &mut self.contact }
    }

    /// The same, taught by this many games.
    #[must_use]
    pub fn with_games(self, games: u64) -> Network {
        Network { games, ..self }
    }

    /// Counts games that taught it.
    pub(super) fn count_games(&mut self, games: u64) {
        self.games += games;
    }

    /// Trains the network towards these probabilities. Where they are known exactly there is nothing to learn.
    pub(super) fn teach(&mut self, mine: &Checkers, theirs: &Checkers, target: &Chances, rate: f32) {
        match Stage::of(mine, theirs) {
            Stage::Over(_) | Stage::BearOff(..) => {}
            Stage::Race => self.race.teach(View { mine, theirs, is_race: true }, target, rate),
            Stage::Contact => self.contact.teach(View { mine, theirs, is_race: false }, target, rate),
        }
    }
}
