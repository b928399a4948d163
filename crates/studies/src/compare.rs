//! The lecture's table: the cost of the same answer with better and better methods, depth by depth.
//!
//! | method | what it is |
//! |---|---|
//! | minimax | the textbook's, all positions to the depth |
//! | alpha-beta | the textbook's, moves in the order of the game's move generator |
//! | best first | the textbook's alpha-beta, moves ordered by static value; the evaluations for that are not counted |
//! | with table | the engine's alpha-beta with iterative deepening, transposition table and hash move, and nothing else |
//! | everything | the engine with all sound techniques, including the game's static move ordering |
//! | with proofs | the same, with the game's static proofs and candidate moves: in Connect Four its threats |
//!
//! In a game of chance, minimax is expectiminimax, and instead of best first and with table there are:
//!
//! | method | what it is |
//! |---|---|
//! | star1 | the engine's alpha-beta with Star1 at chance nodes and static move ordering, and nothing else |
//! | star2 | the same with Star2 |
//!
//! All but the last must have the value of minimax, so their values in a row must agree; if they do not, the row says
//! so. Proofs see beyond the depth, so the last one may contradict an estimate, but not a win or a loss.
//!
//! **Boards** are the visited positions without the root, as the lecture counts them: 8, 72, 584 for 8 moves at depths
//! 1, 2, 3. **Leaves** are those with a value from the game or the evaluation. The **effective branching factor** is
//! the b for which a uniform tree of that depth has the same number of boards: b + b² + … + b^depth. Where the engine
//! deepens iteratively, the figures are those of its last iteration, with the sum over all iterations beside them.
//!
//! The Knuth–Moore **minimum** is the least that alpha-beta needs in a uniform tree with the root's number of moves b:
//! b^⌈k/2⌉ + b^⌊k/2⌋ − 1 positions at depth k. The tree of a real game is not uniform, and a transposition table can go
//! below the minimum.

use std::ops::RangeInclusive;

use rootward_search::{Farsighted, Sound, StopFlag, Techniques};
use rootward_trace::Value;
use serde::Serialize;

mod figures;
mod run;
mod table;

pub(crate) use run::register;
pub use run::{compare, compare_game};
pub use table::{table_markdown, table_text};

/// What to compare.
#[derive(Clone, Debug)]
pub struct CompareSettings {
    /// The depths, one row for each; depths below 1 are skipped.
    pub depths: RangeInclusive<u32>,
    /// The node limit of a search: larger ones are skipped. For the textbook methods the size is predicted from the
    /// depths before.
    pub max_nodes: u64,
    /// The size of the engine's table.
    pub table_bytes: usize,
    /// Stops the comparison when it is raised; the rows finished before remain.
    pub stop: Option<StopFlag>,
}

impl Default for CompareSettings {
    fn default() -> CompareSettings {
        CompareSettings { depths: 1..=8, max_nodes: 50_000_000, table_bytes: 64 << 20, stop: None }
    }
}

/// A search method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The textbook's minimax.
    Minimax,
    /// The textbook's alpha-beta, moves in the given order.
    AlphaBeta,
    /// The textbook's alpha-beta, moves ordered by static value.
    BestFirst,
    /// The engine with iterative deepening, transposition table and hash move.
    WithTable,
    /// The engine with Star1 and static move ordering.
    Star1,
    /// The engine with Star1, Star2 and static move ordering.
    Star2,
    /// The engine with all sound techniques.
    Everything,
    /// The engine with all sound techniques and the game's proofs.
    WithProofs,
}

impl Method {
    /// The methods for a game without chance, in the order of the table.
    pub const WITHOUT_CHANCE: [Method; 6] = [
        Method::Minimax,
        Method::AlphaBeta,
        Method::BestFirst,
        Method::WithTable,
        Method::Everything,
        Method::WithProofs,
    ];

    /// The methods for a game of chance.
    pub const WITH_CHANCE: [Method; 6] =
        [Method::Minimax, Method::AlphaBeta, Method::Star1, Method::Star2, Method::Everything, Method::WithProofs];

    /// The heading of its column.
    pub fn name(self) -> &'static str {
        match self {
            Method::Minimax => "minimax",
            Method::AlphaBeta => "alpha-beta",
            Method::BestFirst => "best first",
            Method::WithTable => "with table",
            Method::Star1 => "star1",
            Method::Star2 => "star2",
            Method::Everything => "everything",
            Method::WithProofs => "with proofs",
        }
    }

    /// The engine's techniques, if it is an engine method.
    fn techniques(self) -> Option<Techniques> {
        let proofs = Farsighted { proofs: true, ..Farsighted::NONE };
        let table = Sound { iterative_deepening: true, transposition_table: true, hash_move: true, ..Sound::NONE };
        let star1 = Sound { star1: true, static_ordering: true, ..Sound::NONE };
        match self {
            Method::Minimax | Method::AlphaBeta | Method::BestFirst => None,
            Method::WithTable => Some(Techniques { sound: table, ..Techniques::NONE }),
            Method::Star1 => Some(Techniques { sound: star1, ..Techniques::NONE }),
            Method::Star2 => Some(Techniques { sound: Sound { star2: true, ..star1 }, ..Techniques::NONE }),
            Method::Everything => Some(Techniques::SOUND),
            Method::WithProofs => Some(Techniques { farsighted: proofs, ..Techniques::SOUND }),
        }
    }
}

/// All methods at one depth.
#[derive(Clone, Debug, Serialize)]
pub struct CompareRow {
    /// Plies.
    pub depth: u32,
    /// The number of moves at the root: the b of the minimum.
    pub branching: usize,
    /// The Knuth–Moore minimum of leaves; none if it is too large for the type, or in a game of chance.
    pub minimum_leaves: Option<u64>,
    /// The same for boards: the sum of the minimum of leaves over all depths up to this one.
    pub minimum_boards: Option<u64>,
    /// One for each of [`Method::WITHOUT_CHANCE`], or of [`Method::WITH_CHANCE`].
    pub cells: Vec<Cell>,
    /// Whether all values that must agree do.
    pub agree: bool,
    /// If they do not: the value of each method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disagreement: Option<String>,
}

impl CompareRow {
    /// The cost of a method, if it was run.
    pub fn cost(&self, method: Method) -> Option<&Cost> {
        self.cells.iter().find(|cell| cell.method == method)?.cost.as_ref()
    }

    /// The compared methods.
    pub fn methods(&self) -> Vec<Method> {
        self.cells.iter().map(|cell| cell.method).collect()
    }

    /// The value at the root, for MAX.
    pub fn value(&self) -> Option<&Value> {
        self.cells.iter().find_map(|cell| Some(&cell.cost.as_ref()?.value))
    }
}

/// One method at one depth.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// The method.
    pub method: Method,
    /// Its cost; none if it exceeds the node limit.
    pub cost: Option<Cost>,
}

/// The cost of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Cost {
    /// The value that it found, for MAX.
    #[serde(rename = "score")]
    pub value: Value,
    /// Positions visited, without the root. For the engine: in the last iteration.
    pub boards: u64,
    /// Those of them with a value from the game or the evaluation.
    pub leaves: u64,
    /// Boards as a share of minimax's, if that was run.
    pub ratio: Option<f64>,
    /// The branching factor of a uniform tree with the same number of boards.
    pub effective_branching: f64,
    /// Boards over all iterations, if there were several.
    pub all_boards: Option<u64>,
    /// Leaves over all iterations, if there were several.
    pub all_leaves: Option<u64>,
    /// The last iteration's depth, if the value was proven before the depth limit.
    pub proven_at: Option<u32>,
    /// Wall time in milliseconds, all iterations together.
    pub elapsed_ms: f64,
}
