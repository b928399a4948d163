//! The terms of the sum: their places, names and meanings.
//!
//! A feature is counted once and weighed twice, for the middlegame and for the ending, so there are two weights for each
//! number here. Features of one kind lie side by side in a [`Block`].

use std::sync::LazyLock;

use cozy_chess::Piece;

use super::squares::{FILES, HALF_BOARD, RANKS};

/// Features of one kind.
pub(super) struct Block {
    /// The heading under which they are summed up.
    pub(super) group: &'static str,
    /// The name of each, with its label in place of `{}`.
    name: &'static str,
    /// What one of them counts.
    meaning: &'static str,
    /// The labels for `{}`, one for each feature.
    labels: Labels,
}

/// What tells the features of a block apart.
enum Labels {
    /// There is only one.
    One,
    /// A first number, and how many numbers from there on.
    Numbers(usize, usize),
    /// Words.
    Words(&'static [&'static str]),
    /// Squares of the queen's half of the board from one rank to another, which stand for their mirror images too.
    Squares(usize, usize),
}

impl Labels {
    const fn len(&self) -> usize {
        match self {
            Labels::One => 1,
            Labels::Numbers(_, count) => *count,
            Labels::Words(words) => words.len(),
            Labels::Squares(from, to) => (*to - *from) * HALF_BOARD,
        }
    }

    fn label(&self, place: usize) -> String {
        match self {
            Labels::One => String::new(),
            Labels::Numbers(from, _) => (from + place).to_string(),
            Labels::Words(words) => words[place].to_owned(),
            Labels::Squares(from, _) => {
                format!("{}{}", FILES[place % HALF_BOARD], RANKS[from + place / HALF_BOARD])
            }
        }
    }
}

/// Pieces that have a value, in the order of their numbers.
const WORTHS: &[&str] = &["pawn", "knight", "bishop", "rook", "queen"];
/// Ranks that a pawn can stand on, seen from its own side.
const PAWN_RANKS: Labels = Labels::Numbers(2, 6);
/// The number of sizes of a king attack that are distinguished.
pub(super) const DANGERS: usize = 24;

/// Numbers the features of a block and those after it.
macro_rules! blocks {
    ($($constant:ident: $group:literal, $name:literal, $labels:expr, $meaning:literal;)*) => {
        blocks!(@place 0; $($constant $labels;)*);
        const BLOCKS: &[Block] = &[$(Block {
            group: $group, name: $name, meaning: $meaning, labels: $labels,
        }),*];
    };
    (@place $first:expr; $constant:ident $labels:expr; $($rest:tt)*) => {
        #[doc = "The number of the first feature of this block."]
        pub(super) const $constant: usize = $first;
        blocks!(@place $constant + $labels.len(); $($rest)*);
    };
    (@place $first:expr;) => {
        /// How many features there are.
        pub(super) const FEATURES: usize = $first;
    };
}

blocks! {
    MATERIAL: "material", "{}", Labels::Words(WORTHS), "own pieces of this kind";
    PAWN_SQUARES: "squares", "pawn-on-{}", Labels::Squares(1, 7), "a pawn on this square or its mirror image (a-h, b-g, c-f, d-e)";
    KNIGHT_SQUARES: "squares", "knight-on-{}", Labels::Squares(0, 8), "a knight on this square or its mirror image";
    BISHOP_SQUARES: "squares", "bishop-on-{}", Labels::Squares(0, 8), "a bishop on this square or its mirror image";
    ROOK_SQUARES: "squares", "rook-on-{}", Labels::Squares(0, 8), "a rook on this square or its mirror image";
    QUEEN_SQUARES: "squares", "queen-on-{}", Labels::Squares(0, 8), "a queen on this square or its mirror image";
    KING_SQUARES: "squares", "king-on-{}", Labels::Squares(0, 8), "the king on this square or its mirror image";
    KNIGHT_MOBILITY: "mobility", "knight-reaches-{}", Labels::Numbers(0, 9), "a knight that attacks n squares safe from pawns";
    BISHOP_MOBILITY: "mobility", "bishop-reaches-{}", Labels::Numbers(0, 14), "a bishop that attacks n squares safe from pawns";
    ROOK_MOBILITY: "mobility", "rook-reaches-{}", Labels::Numbers(0, 15), "a rook that attacks n squares safe from pawns";
    QUEEN_MOBILITY: "mobility", "queen-reaches-{}", Labels::Numbers(0, 28), "a queen that attacks n squares safe from pawns";
    BISHOP_PAIR: "pieces", "bishop-pair", Labels::One, "bishops on squares of both colours";
    BISHOP_OUTPOST: "pieces", "bishop-outpost", Labels::One, "a bishop on ranks 4 to 6, backed by a pawn, where no pawn can attack it";
    KNIGHT_OUTPOST: "pieces", "knight-outpost", Labels::One, "a knight on ranks 4 to 6, backed by a pawn, where no pawn can attack it";
    OUTPOST_IN_REACH: "pieces", "outpost-in-reach", Labels::One, "a knight that can jump to such a square";
    SHIELDED_MINOR: "pieces", "shielded-minor", Labels::One, "a knight or bishop right behind a pawn of either side";
    BISHOP_BLOCKED: "pieces", "pawn-on-bishop-colour", Labels::One, "own pawns on the colour of a bishop, for each bishop";
    LONG_DIAGONAL: "pieces", "long-diagonal", Labels::One, "a bishop that sees both central squares of its diagonal";
    FAR_FROM_KING: "pieces", "minor-far-from-king", Labels::One, "king's moves between a knight or bishop and its king";
    ROOK_OPEN: "pieces", "rook-on-open-file", Labels::One, "a rook on a file without pawns";
    ROOK_HALF_OPEN: "pieces", "rook-on-half-open-file", Labels::One, "a rook on a file without own pawns";
    ROOK_SEVENTH: "pieces", "rook-on-seventh", Labels::One, "a rook on the seventh rank with the king on the eighth or pawns on the seventh";
    ROOK_TRAPPED: "pieces", "rook-trapped", Labels::One, "a rook with at most three safe squares, shut in by its king that can no longer castle";
    DOUBLED: "pawns", "doubled-pawn", Labels::One, "a pawn behind another of its own";
    ISOLATED: "pawns", "isolated-pawn", Labels::One, "a pawn without own pawns on the files beside it";
    ISOLATED_EXPOSED: "pawns", "isolated-pawn-exposed", Labels::One, "such a pawn with no pawn before it on its file";
    BACKWARD: "pawns", "backward-pawn", Labels::One, "a pawn that no other can support and that cannot step forward safely";
    BACKWARD_EXPOSED: "pawns", "backward-pawn-exposed", Labels::One, "such a pawn with no pawn before it on its file";
    PHALANX: "pawns", "pawn-phalanx-{}", PAWN_RANKS, "a pawn on this rank beside another";
    BACKED: "pawns", "pawn-backed-{}", PAWN_RANKS, "a pawn on this rank protected by another";
    PASSED: "passed pawns", "passed-pawn-{}", PAWN_RANKS, "a pawn on this rank that no pawn can stop";
    PASSED_BLOCKED: "passed pawns", "passed-pawn-blocked-{}", PAWN_RANKS, "such a pawn with an enemy right before it";
    PASSED_SAFE_STEP: "passed pawns", "passed-pawn-safe-step-{}", PAWN_RANKS, "such a pawn whose next square is empty and not attacked";
    PASSED_SAFE_PATH: "passed pawns", "passed-pawn-safe-path-{}", PAWN_RANKS, "such a pawn whose whole way is empty and not attacked";
    PASSED_OWN_KING: "passed pawns", "passed-pawn-own-king-far", Labels::One, "distance of the own king from its next square, times its ranks beyond the third";
    PASSED_THEIR_KING: "passed pawns", "passed-pawn-their-king-far", Labels::One, "distance of the other king from its next square, times its ranks beyond the third";
    PASSED_ROOK: "passed pawns", "passed-pawn-rook-behind", Labels::One, "a passed pawn with an own rook behind it";
    PASSED_THEIR_ROOK: "passed pawns", "passed-pawn-their-rook-behind", Labels::One, "a passed pawn with a rook of the other side behind it";
    PASSED_RUNS: "passed pawns", "passed-pawn-runs", Labels::One, "a passed pawn that a lone king cannot catch";
    SHELTER: "king", "shelter-beside-{}", Labels::Numbers(1, 7), "the own pawn on a file beside the king stands on this rank (1: there is none)";
    SHELTER_FRONT: "king", "shelter-before-{}", Labels::Numbers(1, 7), "the own pawn on the king's file stands on this rank (1: there is none)";
    STORM: "king", "storm-{}", Labels::Numbers(1, 7), "the other side's pawn on a file at the king stands on this rank (1: there is none)";
    STORM_BLOCKED: "king", "storm-blocked-{}", Labels::Numbers(1, 7), "such a pawn on this rank that an own pawn blocks";
    CASTLING: "king", "may-castle", Labels::One, "sides on which the king may still castle";
    DANGER: "king attack", "attack-of-{}", Labels::Numbers(0, DANGERS), "the attack on the other king adds up to this many pairs of units";
    CHECKS: "king attack", "safe-check-by-{}", Labels::Words(&["knight", "bishop", "rook", "queen"]), "safe squares from which this piece could give check";
    NEAR_KING: "king attack", "aimed-at-king-by-{}", Labels::Words(&["knight", "bishop", "rook", "queen"]), "pieces of this kind that attack squares around the other king";
    PAWN_THREAT: "threats", "pawn-attacks-{}", Labels::Words(&["knight", "bishop", "rook", "queen"]), "pieces attacked by a pawn";
    PUSH_THREAT: "threats", "pawn-push-attacks", Labels::One, "pieces that a pawn would attack after a safe step";
    MINOR_THREAT: "threats", "minor-attacks-{}", Labels::Words(WORTHS), "pieces not backed by a pawn, or worth more, attacked by a knight or bishop";
    ROOK_THREAT: "threats", "rook-attacks-{}", Labels::Words(WORTHS), "pieces not backed by a pawn, or worth more, attacked by a rook";
    KING_THREAT: "threats", "king-attacks", Labels::One, "pieces without a defender attacked by the king";
    HANGING_PAWN: "threats", "hanging-pawn", Labels::One, "pawns of the other side that are attacked and not defended";
    HANGING_PIECE: "threats", "hanging-piece", Labels::One, "pieces of the other side that are attacked and not defended";
    SPACE: "space", "space", Labels::One, "squares on files c to f and ranks 2 to 4 that no pawn attacks, those behind an own pawn twice";
    TEMPO: "tempo", "tempo", Labels::One, "to be on move";
    CORNERED: "lone king", "cornered", Labels::One, "steps of a lone king from the centre";
    KINGS_NEAR: "lone king", "kings-near", Labels::One, "steps by which the king has come near a lone king";
}

/// The first feature that is neither material nor a square.
pub(super) const SQUARES_END: usize = KNIGHT_MOBILITY;

/// Where the squares of each kind of piece would begin if they were numbered from a1.
pub(super) const SQUARES_OF: [usize; 6] = [
    // Pawns have no squares on the first rank.
    PAWN_SQUARES - HALF_BOARD,
    KNIGHT_SQUARES,
    BISHOP_SQUARES,
    ROOK_SQUARES,
    QUEEN_SQUARES,
    KING_SQUARES,
];

/// The feature of a piece on a square of the half board.
pub(super) const fn square_feature(piece: Piece, half_square: usize) -> usize {
    SQUARES_OF[piece as usize] + half_square
}

/// A feature, or one of its two terms, with name and meaning.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) meaning: &'static str,
    pub(super) group: &'static str,
}

/// The two stages of a game that each feature has weights for.
pub(super) const STAGES: [&str; 2] = ["mg", "eg"];

/// All terms in order: two for each feature, middlegame first.
pub(super) static TERMS: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let terms = |block: &'static Block| {
        (0..block.labels.len()).flat_map(move |place| {
            STAGES.map(|stage| Named {
                name: format!("{}:{stage}", block.name.replace("{}", &block.labels.label(place))),
                meaning: block.meaning,
                group: block.group,
            })
        })
    };
    BLOCKS.iter().flat_map(terms).collect()
});

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_term_has_a_name_of_its_own() {
        assert_eq!(TERMS.len(), 2 * FEATURES);
        let names: HashSet<&str> = TERMS.iter().map(|term| term.name.as_str()).collect();
        assert_eq!(names.len(), TERMS.len());
        assert_eq!(TERMS[2 * (KNIGHT_SQUARES + 4 * 2 + 2)].name, "knight-on-c3:mg");
        assert_eq!(TERMS[2 * PASSED + 1].name, "passed-pawn-2:eg");
        assert_eq!(TERMS[2 * KINGS_NEAR + 1].name, "kings-near:eg");
    }
}
