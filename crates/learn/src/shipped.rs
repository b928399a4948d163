//! The networks that come with the program. Beside each file lies its model card, which says what it was made of.

/// The network for chess, as [`Network::from_bytes`](crate::Network::from_bytes) reads it; its card is `networks/chess.md`.
pub const CHESS_NETWORK: &[u8] = include_bytes!("../networks/chess.network");

/// The network for Connect Four, learned from rules and results alone; its card is `networks/connect-four.md`.
pub const CONNECT_FOUR_NETWORK: &[u8] = include_bytes!("../networks/connect-four.network");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Network;
    use crate::kernels::ONE;

    /// Whatever the neurons are, they are clipped to 1: no position is worth more than all weights of one sign together. In points
    /// that is far from the range of wins, which begins at a thousand million.
    #[test]
    fn no_position_at_all_is_worth_150_pawns() {
        for bytes in [CHESS_NETWORK, CONNECT_FOUR_NETWORK] {
            no_value_is_large(&Network::from_bytes(bytes).unwrap());
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
