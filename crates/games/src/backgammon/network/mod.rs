//! A small neural network that estimates how a game will end, trained only by games against itself.
//!
//! There are two: one for positions with contact, one for races. Once all checkers are home, the exact
//! [tables](super::bearoff) are used instead. A network evaluates a position for the side on roll, so both sides are
//! evaluated by the same function: its output is an equity, not just a number to compare moves by, and that is why
//! deeper search pays.

mod arithmetic;
mod inputs;
mod layers;
mod shots;
mod stage;
mod text;

use std::sync::OnceLock;

use inputs::{INPUTS, Inputs};
use layers::Layers;

use super::bearoff::OneSided;
use super::{Chances, Checkers};
pub use stage::Stage;

/// Hidden units of the network for contact positions.
const CONTACT_UNITS: usize = 96;
/// Hidden units of the network for races.
const RACE_UNITS: usize = 32;

/// The built-in weights.
const SHIPPED: &str = include_str!("weights.txt");

/// Both networks, and the number of games that trained them.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    contact: Layers<CONTACT_UNITS>,
    race: Layers<RACE_UNITS>,
    games: u64,
}

impl Network {
    /// The built-in network.
    ///
    /// # Panics
    /// If the file that it was compiled from is incomplete; a test reads it.
    pub fn shipped() -> &'static Network {
        static NETWORK: OnceLock<Network> = OnceLock::new();
        NETWORK.get_or_init(|| Network::parse(SHIPPED).expect("the weights that come along are whole"))
    }

    /// An untrained network; `any` gives numbers between −1 and 1.
    pub fn untaught(mut any: impl FnMut() -> f32) -> Network {
        let contact = Layers::random(&mut any);
        Network { contact, race: Layers::random(&mut any), games: 0 }
    }

    /// The number of games that trained it.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Counts one more game.
    pub(super) fn count_game(&mut self) {
        self.games += 1;
    }

    /// The probabilities for the side on roll (`mine`), each side's checkers in its own numbering.
    #[inline]
    pub fn chances(&self, mine: &Checkers, theirs: &Checkers) -> Chances {
        let estimate = match Stage::of(mine, theirs) {
            Stage::Over(points) => return Chances::over(points),
            Stage::BearOff(own, other) => return stage::bear_off(OneSided::shared(), own, other),
            Stage::Race => self.race.ask(&Inputs::of(mine, theirs, true)),
            Stage::Contact => self.contact.ask(&Inputs::of(mine, theirs, false)),
        };
        estimate.sensible(theirs.off() == 0, mine.off() == 0)
    }

    /// Trains the network towards these probabilities. Where they are known exactly there is nothing to learn.
    pub(super) fn teach(&mut self, mine: &Checkers, theirs: &Checkers, target: &Chances, rate: f32) {
        match Stage::of(mine, theirs) {
            Stage::Over(_) | Stage::BearOff(..) => {}
            Stage::Race => self.race.teach(&Inputs::of(mine, theirs, true), target, rate),
            Stage::Contact => self.contact.teach(&Inputs::of(mine, theirs, false), target, rate),
        }
    }
}
