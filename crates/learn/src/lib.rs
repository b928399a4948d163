//! Learned evaluation for any game: the idea of NNUE (efficiently updatable neural networks, by Yu Nasu) without a game in it.
//!
//! * [`Features`]: a game names what is on in a position, as a bit set; each side sees it from its own side of the board.
//! * [`Network`]: inputs → one hidden layer for each side's view → one number, in integers. [`NetworkEvaluator`] keeps the hidden
//!   layer along the path of a search and updates it by the difference between two positions.
//!   [`PieceValues`] tells what each piece is worth to it; [`CHESS_NETWORK`], [`CONNECT_FOUR_NETWORK`] and
//!   [`CHECKERS_NETWORK`] come with the program.
//! * [`data`]: positions of self-play games in a few bytes each; [`self_play`] makes them.
//! * [`train`]: teaches a network on the CPU.
//!
//! The recursion and the games know nothing of this crate: a search takes a network as it takes a tablebase, by
//! [`Search::evaluator`](rootward_search::Search::evaluator).

pub mod data;
pub mod features;
mod evaluator;
mod kernels;
mod learner;
mod network;
mod packed;
mod piece_values;
mod random_network;
mod record;
mod shipped;
pub mod self_play;
pub mod train;

pub use evaluator::NetworkEvaluator;
pub use features::{Features, Layout};
pub use kernels::Kernels;
pub use learner::{GameLearner, Learner};
pub use network::{Network, NetworkError, Weights};
pub use piece_values::{PieceValues, Thing};
pub use random_network::random_network;
pub use record::{Record, Sample};
pub use shipped::{CHECKERS_NETWORK, CHESS_NETWORK, CONNECT_FOUR_NETWORK, ShippedNetwork};
