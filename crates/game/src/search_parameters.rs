//! [`SearchParameters`]: numbers of the speculative techniques that a game may fit for itself.

/// Numbers of the speculative techniques. Depths and reductions are plies; margins are hundredths of the evaluation's
/// [unit](crate::Evaluation::unit). [`GENERAL`](SearchParameters::GENERAL) suits any game a little, and leaves out what has to be
/// fitted; a game for which other numbers were measured gives its own by [`Tactics::parameters`](crate::Tactics::parameters).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParameters {
    /// Half the width of the first aspiration window.
    pub aspiration_margin: i32,
    /// The width of the next aspiration window, in percent of the one that failed.
    pub aspiration_growth: i32,
    /// Late move reductions: what every late move is reduced by, in hundredths of a ply.
    pub reduction_base: i32,
    /// This much history score changes a late move's reduction by one ply.
    pub reduction_history: i32,
    /// Internal iterative reduction: from this depth on, a node without a hash move is reduced.
    pub internal_reduction_depth: i32,
    /// Multi-cut, and negative extensions of hash moves that turn out not to be singular.
    pub multi_cut: bool,
    /// Does a node that fails low keep the hash move of an earlier search? Its own best move is only the one with the highest
    /// upper bound.
    pub keeps_hash_move: bool,
}

impl SearchParameters {
    /// Numbers that were fitted for no game in particular.
    pub const GENERAL: SearchParameters = SearchParameters {
        aspiration_margin: 50,
        aspiration_growth: 800,
        reduction_base: 75,
        reduction_history: 16_384,
        internal_reduction_depth: 4,
        multi_cut: false,
        keeps_hash_move: false,
    };
}

impl Default for SearchParameters {
    fn default() -> SearchParameters {
        SearchParameters::GENERAL
    }
}
