//! [`BackgammonKnowledge`]: what makes the engine a strong player.

use std::sync::{Arc, OnceLock};

use rootward_game::{Knowledge, Proof, Score, Side, Window};

use super::bearoff::TwoSided;
use super::network::{Network, Stage};
use super::{Backgammon, Chances, GAME_POINT, LinearKnowledge, Move, Position};

/// Advice for backgammon: the estimate of a [network](Network), exact values where both sides bear off their last checkers, and
/// the order of the quick [linear](LinearKnowledge) evaluation.
///
/// ```
/// use rootward_game::{Game, Knowledge};
/// use rootward_games::backgammon::{Backgammon, BackgammonKnowledge, GAME_POINT};
///
/// let game = Backgammon::default();
/// let start = BackgammonKnowledge::default().evaluate(&game, &game.initial());
/// // Being on roll is worth something, but little.
/// assert!((0..GAME_POINT / 5).contains(&start), "{start}");
/// ```
#[derive(Clone, Debug)]
pub struct BackgammonKnowledge {
    network: Arc<Network>,
    order: LinearKnowledge,
    table: Option<Arc<TwoSided>>,
}

impl Default for BackgammonKnowledge {
    fn default() -> BackgammonKnowledge {
        static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
        let network = NETWORK.get_or_init(|| Arc::new(Network::shipped().clone()));
        BackgammonKnowledge { network: Arc::clone(network), order: LinearKnowledge::default(), table: None }
    }
}

impl BackgammonKnowledge {
    /// With another network.
    #[must_use]
    pub fn with_network(self, network: Network) -> BackgammonKnowledge {
        BackgammonKnowledge { network: Arc::new(network), ..self }
    }

    /// With a table of exact values for more checkers than the one that comes along.
    #[must_use]
    pub fn with_table(self, table: Arc<TwoSided>) -> BackgammonKnowledge {
        BackgammonKnowledge { table: Some(table), ..self }
    }

    /// The chances of the side on roll, or to roll once it has moved, as the network sees them. The dice are not looked at.
    #[must_use]
    pub fn chances(&self, state: &Position) -> Chances {
        self.network.chances(state.mine(), state.theirs())
    }

    /// The exact equity of the side on roll, rounded to a millionth, if it is known.
    fn exact(&self, state: &Position) -> Option<i32> {
        let Stage::BearOff(own, other) = Stage::of(state.mine(), state.theirs()) else { return None };
        if own.left().max(other.left()) > self.table.as_ref().map_or(SHARED_MEN, |table| table.men()) {
            return None;
        }
        let table = self.table.as_deref().unwrap_or_else(|| shared());
        table.win(own, other).map(|win| points(2.0 * win - 1.0))
    }
}

/// With so many checkers a side, a table is made in a moment when it is first needed.
const SHARED_MEN: u8 = 4;

fn shared() -> &'static TwoSided {
    static TABLE: OnceLock<TwoSided> = OnceLock::new();
    TABLE.get_or_init(|| TwoSided::build(SHARED_MEN, 1, &mut |_| true).expect("nobody ends it"))
}

#[inline]
fn points(equity: f64) -> i32 {
    (equity * f64::from(GAME_POINT)).round() as i32
}

impl Knowledge<Backgammon> for BackgammonKnowledge {
    #[inline]
    fn evaluate(&self, _: &Backgammon, state: &Position) -> i32 {
        let equity = points(f64::from(self.chances(state).equity()));
        if state.to_move() == Side::First { equity } else { -equity }
    }

    fn unit(&self) -> i32 {
        GAME_POINT / 10
    }

    #[inline]
    fn priority(&self, game: &Backgammon, state: &Position, mv: Move) -> i32 {
        self.order.priority(game, state, mv)
    }

    /// Who bears off the last few checkers is known exactly, up to rounding to a millionth of a point.
    #[inline]
    fn prove(&self, _: &Backgammon, state: &Position, _: Window) -> Proof {
        if state.dice().is_some() {
            return Proof::NOTHING;
        }
        self.exact(state).map_or(Proof::NOTHING, |equity| Proof::exactly(Score::points(equity)))
    }
}
