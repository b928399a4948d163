//! Which techniques a search uses, each to be switched on and off alone, in three groups that promise different things.

/// The techniques of a search.
///
/// | group | promise |
/// |---|---|
/// | [`Sound`] | the same value as plain minimax at the same depth (with a table in a game that can repeat: the same value when solving) |
/// | [`Farsighted`] | may see beyond the depth, never proves anything wrong: the same value when solving to the end |
/// | [`Speculative`] | may be wrong about an estimate; never claims a win, a loss or a draw that it has not proven |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Those that keep the exact value.
    pub sound: Sound,
    /// Those that keep every proven value.
    pub farsighted: Farsighted,
    /// Those that guess.
    pub speculative: Speculative,
}

/// Techniques that keep the exact value of a fixed-depth search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sound {
    /// Depth 1, 2, 3 … instead of the last depth at once.
    pub deepening: bool,
    /// Start each iteration with a narrow window around the last value.
    pub aspiration: bool,
    /// Test all moves but the first with a null window (principal-variation search).
    pub scout: bool,
    /// Remember values of positions to the same depth.
    pub table: bool,
    /// Look at what the table and the proofs know about all children before searching any (enhanced transposition
    /// cut-off).
    pub child_lookup: bool,
    /// Try the table's move first.
    pub table_move: bool,
    /// Order by the game's advice.
    pub advice: bool,
    /// Try moves early that caused a cut at the same ply.
    pub killers: bool,
    /// Try moves early that often caused a cut.
    pub history: bool,
    /// Try moves early that often caused a cut after the same last moves.
    pub replies: bool,
    /// Give up on lines that cannot beat a win or loss already found (win-distance pruning).
    pub distance: bool,
    /// At chance nodes, search each outcome with the window that the others leave it, and stop when the average is out of
    /// reach.
    pub star1: bool,
    /// At chance nodes, try a single move behind each outcome first. Works with `star1` only.
    pub star2: bool,
}

/// Techniques that know more than the depth allows, and are never wrong about what they prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Farsighted {
    /// Ask the game's knowledge for proofs and for the moves worth searching.
    pub proofs: bool,
    /// Use stored values that come from a deeper search than needed.
    pub deeper_entries: bool,
}

/// Techniques that guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speculative {
    /// Search on at the horizon through noisy moves, so many plies at most; 0 is off.
    pub quiescence: u32,
    /// If doing nothing is good enough, a move will be.
    pub null_move: bool,
    /// Look less deeply at late moves first.
    pub late_move_reductions: bool,
    /// Leave out quiet moves late in the order near the horizon.
    pub late_move_pruning: bool,
    /// Near the horizon, take a static value far outside the window for the last word: of the node if it is far above,
    /// of quiet moves and of captures that win too little if it is far below.
    pub futility: bool,
    /// Leave out moves that lose material in the exchanges that follow at once.
    pub exchange: bool,
    /// Look less deeply where the table knows no move to begin with.
    pub internal_reduction: bool,
    /// Look one ply deeper where a threat has to be answered at once.
    pub forced: bool,
    /// What to do with a move far better than its siblings.
    pub singular: Singular,
    /// Search further below the end of the chosen line, so many plies, and choose again if it was a trap; 0 is off.
    pub secondary: u32,
    /// Stop below a node whose static value is so many points outside the window.
    pub threshold: Option<i32>,
    /// Search only so many of the best moves of a node.
    pub width: Option<usize>,
    /// Search only moves whose static value is within so many points of the best one's.
    pub width_margin: Option<i32>,
}

/// What to do with a move that is far better than its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Singular {
    /// Nothing.
    Off,
    /// Search it one ply deeper, as engines do.
    Extend,
    /// Leave its siblings out, as one lecture has it.
    PruneSiblings,
}

impl Techniques {
    /// Plain depth-first alpha-beta in one go, moves in the given order.
    pub const NONE: Techniques =
        Techniques { sound: Sound::NONE, farsighted: Farsighted::NONE, speculative: Speculative::NONE };

    /// All sound ones and nothing else.
    pub const SOUND: Techniques =
        Techniques { sound: Sound::ALL, farsighted: Farsighted::NONE, speculative: Speculative::NONE };

    /// The sound and the farsighted ones: what the analysis uses unless told otherwise.
    pub const EXACT: Techniques =
        Techniques { sound: Sound::ALL, farsighted: Farsighted::ALL, speculative: Speculative::NONE };

    /// Everything that makes a strong player; the inexact width and threshold stops stay off.
    pub const ALL: Techniques =
        Techniques { sound: Sound::ALL, farsighted: Farsighted::ALL, speculative: Speculative::PLAY };

    /// What solving may use: everything that proves, nothing that guesses.
    #[must_use]
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
        deepening: false,
        aspiration: false,
        scout: false,
        table: false,
        child_lookup: false,
        table_move: false,
        advice: false,
        killers: false,
        history: false,
        replies: false,
        distance: false,
        star1: false,
        star2: false,
    };
    /// All of them.
    pub const ALL: Sound = Sound {
        deepening: true,
        aspiration: true,
        scout: true,
        table: true,
        child_lookup: true,
        table_move: true,
        advice: true,
        killers: true,
        history: true,
        replies: true,
        distance: true,
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
        null_move: false,
        late_move_reductions: false,
        late_move_pruning: false,
        futility: false,
        exchange: false,
        internal_reduction: false,
        forced: false,
        singular: Singular::Off,
        secondary: 0,
        threshold: None,
        width: None,
        width_margin: None,
    };
    /// Those that a player uses.
    pub const PLAY: Speculative = Speculative {
        quiescence: 16,
        null_move: true,
        late_move_reductions: true,
        late_move_pruning: true,
        futility: true,
        exchange: true,
        internal_reduction: true,
        forced: true,
        singular: Singular::Extend,
        ..Speculative::NONE
    };
}
