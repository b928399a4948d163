//! Which techniques a search uses. Each has its own switch. There are three groups, with different promises.

/// The techniques of a search.
///
/// | group | promise |
/// |---|---|
/// | [`Sound`] | the same value as plain minimax at the same depth (with a table in a game that can repeat: the same value when solving) |
/// | [`Farsighted`] | may see beyond the depth, and is right about everything it proves: the same value when solving to the end |
/// | [`Speculative`] | may change an estimate; never claims a win, a loss or a draw that it has not proven |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Those that keep the exact value.
    pub sound: Sound,
    /// Those that keep every proven value.
    pub farsighted: Farsighted,
    /// Those that may change an estimate.
    pub speculative: Speculative,
}

/// Techniques that keep the exact value of a fixed-depth search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sound {
    /// Iterative deepening: depth 1, 2, 3 … instead of the last depth at once.
    pub iterative_deepening: bool,
    /// Aspiration windows: start each iteration with a narrow window around the last value.
    pub aspiration: bool,
    /// Principal variation search (PVS): test all moves but the first with a null window.
    pub pvs: bool,
    /// Transposition table (TT): remember the values of positions.
    pub transposition_table: bool,
    /// Enhanced transposition cut-off (ETC): use table entries of and proofs about all children before searching any.
    pub etc: bool,
    /// Hash move: try the move of the transposition table first.
    pub hash_move: bool,
    /// Static move ordering by the game's knowledge, such as captures by MVV-LVA (most valuable victim, least valuable
    /// attacker) and SEE.
    pub static_ordering: bool,
    /// Killer moves: try moves early that caused a cut-off at the same ply.
    pub killers: bool,
    /// History heuristic: try moves early that often caused a cut-off.
    pub history: bool,
    /// Countermove and continuation history: try moves early that often caused a cut-off after the same last moves.
    pub continuation_history: bool,
    /// Capture history: try captures early that often caused a cut-off.
    pub capture_history: bool,
    /// Mate-distance pruning: give up lines that cannot be better than a win or loss already found.
    pub mate_distance: bool,
    /// Star1, alpha-beta at chance nodes: search each outcome with the window that the others leave it, and stop when the
    /// average is certain to be outside the window.
    pub star1: bool,
    /// Star2: at chance nodes, search a single move after each outcome first. Works with `star1` only.
    pub star2: bool,
}

/// Techniques that see beyond the depth, and are never wrong about what they prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Farsighted {
    /// Use the proofs and the candidate moves of the game's knowledge.
    pub proofs: bool,
    /// Use stored values that come from a deeper search than needed.
    pub deeper_entries: bool,
}

/// Techniques that may change an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speculative {
    /// Quiescence search: continue at the horizon through noisy moves, this many plies at most; 0 is off.
    pub quiescence: u32,
    /// Correction history: correct the static evaluation by what the search found in similar positions.
    pub correction_history: bool,
    /// Null-move pruning: if the side to move reaches beta even without a move, cut.
    pub null_move: bool,
    /// Late move reductions (LMR): search late moves less deeply first.
    pub late_move_reductions: bool,
    /// Late move pruning: leave out quiet moves late in the order near the horizon.
    pub late_move_pruning: bool,
    /// Reverse futility pruning: near the horizon, a static evaluation far above the window is the node's value.
    pub reverse_futility: bool,
    /// Futility pruning: near the horizon, leave out quiet moves where the static evaluation is far below the window.
    pub futility: bool,
    /// Delta pruning: in quiescence, leave out captures that win too little to reach the window.
    pub delta_pruning: bool,
    /// Leave out moves that lose material by static exchange evaluation (SEE), in the tree and in quiescence.
    pub see_pruning: bool,
    /// Internal iterative reduction: search a ply less deeply where there is no hash move.
    pub internal_iterative_reduction: bool,
    /// Check extension: search a ply deeper after a move that gives check, a threat that has to be answered at once.
    pub check_extension: bool,
    /// Singular extension: what to do with a move far better than its siblings.
    pub singular_extension: Singular,
    /// Multi-cut: if the test for a singular move shows that other moves reach beta, too, cut. Works with singular extension only.
    pub multi_cut: bool,
    /// Secondary search: search this many plies beyond the end of the chosen line, and choose again if it was a trap; 0 is off.
    pub secondary_search: u32,
    /// Stop at a node whose static evaluation is this many points outside the window.
    pub threshold: Option<i32>,
    /// Search only this many of the best moves of a node (forward pruning).
    pub width: Option<usize>,
    /// Search only moves whose static evaluation is within this many points of the best one's.
    pub width_margin: Option<i32>,
}

/// What to do with a move that is far better than its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Singular {
    /// Nothing.
    Off,
    /// Search it one ply deeper, as engines do.
    Extend,
    /// Leave its siblings out, as one lecture teaches it.
    PruneSiblings,
}

impl Techniques {
    /// Plain depth-first alpha-beta at the last depth only, moves in the given order.
    pub const NONE: Techniques =
        Techniques { sound: Sound::NONE, farsighted: Farsighted::NONE, speculative: Speculative::NONE };

    /// All sound ones and nothing else.
    pub const SOUND: Techniques =
        Techniques { sound: Sound::ALL, farsighted: Farsighted::NONE, speculative: Speculative::NONE };

    /// The sound and the farsighted ones: the default of an analysis.
    pub const EXACT: Techniques =
        Techniques { sound: Sound::ALL, farsighted: Farsighted::ALL, speculative: Speculative::NONE };

    /// Everything that makes a strong player; width, threshold and secondary search stay off.
    pub const ALL: Techniques =
        Techniques { sound: Sound::ALL, farsighted: Farsighted::ALL, speculative: Speculative::PLAY };

    /// The techniques for solving: these without the speculative ones.
    pub fn for_solving(self) -> Techniques {
        Techniques { speculative: Speculative::NONE, ..self }
    }
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::EXACT
    }
}

impl Sound {
    /// None of them.
    pub const NONE: Sound = Sound {
        iterative_deepening: false,
        aspiration: false,
        pvs: false,
        transposition_table: false,
        etc: false,
        hash_move: false,
        static_ordering: false,
        killers: false,
        history: false,
        continuation_history: false,
        capture_history: false,
        mate_distance: false,
        star1: false,
        star2: false,
    };
    /// All of them.
    pub const ALL: Sound = Sound {
        iterative_deepening: true,
        aspiration: true,
        pvs: true,
        transposition_table: true,
        etc: true,
        hash_move: true,
        static_ordering: true,
        killers: true,
        history: true,
        continuation_history: true,
        capture_history: true,
        mate_distance: true,
        star1: true,
        star2: true,
    };
}

impl Farsighted {
    /// None of them.
    pub const NONE: Farsighted = Farsighted { proofs: false, deeper_entries: false };
    /// All of them.
    pub const ALL: Farsighted = Farsighted { proofs: true, deeper_entries: true };
}

impl Speculative {
    /// None of them.
    pub const NONE: Speculative = Speculative {
        quiescence: 0,
        correction_history: false,
        null_move: false,
        late_move_reductions: false,
        late_move_pruning: false,
        reverse_futility: false,
        futility: false,
        delta_pruning: false,
        see_pruning: false,
        internal_iterative_reduction: false,
        check_extension: false,
        singular_extension: Singular::Off,
        multi_cut: false,
        secondary_search: 0,
        threshold: None,
        width: None,
        width_margin: None,
    };
    /// Those that a player uses.
    pub const PLAY: Speculative = Speculative {
        quiescence: 16,
        correction_history: true,
        null_move: true,
        late_move_reductions: true,
        late_move_pruning: true,
        reverse_futility: true,
        futility: true,
        delta_pruning: true,
        see_pruning: true,
        internal_iterative_reduction: true,
        check_extension: true,
        singular_extension: Singular::Extend,
        multi_cut: true,
        ..Speculative::NONE
    };
}
