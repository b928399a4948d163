//! The networks that come with the program. Beside each file lies its model card, which says what it was made of.

use std::sync::{Arc, OnceLock};

use crate::Network;

/// The network for chess; its card is `networks/chess.md`.
pub static CHESS_NETWORK: ShippedNetwork = ShippedNetwork::new(include_bytes!("../networks/chess.network"));

/// The network for Connect Four, learned from rules and results alone; its card is `networks/connect-four.md`.
pub static CONNECT_FOUR_NETWORK: ShippedNetwork =
    ShippedNetwork::new(include_bytes!("../networks/connect-four.network"));

/// The network for English draughts; its card is `networks/checkers.md`.
pub static CHECKERS_NETWORK: ShippedNetwork = ShippedNetwork::new(include_bytes!("../networks/checkers.network"));

/// A network that is part of the program. It is read once, when it is first asked for.
pub struct ShippedNetwork {
    bytes: &'static [u8],
    network: OnceLock<Arc<Network>>,
}

impl ShippedNetwork {
    const fn new(bytes: &'static [u8]) -> ShippedNetwork {
        ShippedNetwork { bytes, network: OnceLock::new() }
    }

    /// The file, as [`Network::from_bytes`] reads it.
    pub fn bytes(&self) -> &'static [u8] {
        self.bytes
    }

    /// The network.
    ///
    /// # Panics
    ///
    /// If the program was built with a damaged file; a test opens each of them.
    pub fn open(&self) -> Arc<Network> {
        let read = || Arc::new(Network::from_bytes(self.bytes).expect("a shipped network can be read"));
        Arc::clone(self.network.get_or_init(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::ONE;

    /// Whatever the neurons are, they are clipped to 1: no position is worth more than all weights of one sign together. In points
    /// that is far from the range of wins, which begins at a thousand million.
    #[test]
    fn no_position_at_all_is_worth_150_pawns() {
        for shipped in [&CHESS_NETWORK, &CONNECT_FOUR_NETWORK, &CHECKERS_NETWORK] {
            no_value_is_large(&shipped.open());
        }
    }

    fn no_value_is_large(network: &Network) {
        for bucket in 0..network.buckets {
            let weights = &network.output_weights[bucket * 2 * network.hidden..(bucket + 1) * 2 * network.hidden];
            for sign in [1, -1] {
                let sum: i64 = weights.iter().map(|&weight| i64::from(weight) * sign).filter(|&part| part > 0).sum();
                let most = network.points(sign * sum * i64::from(ONE) * i64::from(ONE), bucket);
                assert!(most.abs() < 15_000, "{most} points in stage {bucket}");
            }
        }
    }
}
