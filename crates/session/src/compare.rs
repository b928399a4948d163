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
use std::time::Instant;

use rootward_game::{Evaluation, Game, Knowledge, Notation, Score, legal_moves};
use rootward_search::textbook::{AlphaBeta, Answer, Minimax, Order};
use rootward_search::{
    Counts, Farsighted, Limits, Observer, Search, SharedTable, Sound, StopFlag, Techniques, twice_before,
};
use serde::Serialize;

use crate::stoppable::{Advice, Stoppable, Stopwatch};
use crate::trace::{Amount, Value};

mod table;

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
    /// The keys of the positions that led here, oldest first. A session fills in those of its own game.
    pub earlier: Vec<u64>,
}

impl Default for CompareSettings {
    fn default() -> CompareSettings {
        CompareSettings { depths: 1..=8, max_nodes: 50_000_000, table_bytes: 64 << 20, stop: None, earlier: Vec::new() }
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
    #[must_use]
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
    #[must_use]
    pub fn cost(&self, method: Method) -> Option<&Cost> {
        self.cells.iter().find(|cell| cell.method == method)?.cost.as_ref()
    }

    /// The compared methods.
    #[must_use]
    pub fn methods(&self) -> Vec<Method> {
        self.cells.iter().map(|cell| cell.method).collect()
    }

    /// The value at the root, for MAX.
    #[must_use]
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
    pub time_ms: f64,
}

/// Searches `state` with every method at every depth. Reports each row to `progress` as soon as it is finished.
///
/// ```
/// use rootward_games::tree::{Node, Tree, TreeKnowledge};
/// use rootward_session::compare::{CompareSettings, Method, compare};
///
/// let tree = Tree::parse("((3 12 8) (2 4 6) (14 5 2))").unwrap();
/// let settings = CompareSettings { depths: 2..=2, ..CompareSettings::default() };
/// let rows = compare(&tree, &TreeKnowledge, &Node::ROOT, &settings, &mut |_| {});
/// assert!(rows[0].agree);
/// assert_eq!(rows[0].cost(Method::Minimax).unwrap().leaves, 9);
/// assert_eq!(rows[0].cost(Method::AlphaBeta).unwrap().leaves, 7);
/// assert_eq!(rows[0].minimum_leaves, Some(5));
/// ```
pub fn compare<G: Notation, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    settings: &CompareSettings,
    progress: &mut dyn FnMut(&CompareRow),
) -> Vec<CompareRow> {
    let branching = legal_moves(game, state).len();
    let table = SharedTable::with_bytes(settings.table_bytes);
    let CompareSettings { max_nodes, earlier, .. } = settings;
    let stop = settings.stop.as_ref();
    let mut comparison = Comparison { game, knowledge, state, earlier, max_nodes: *max_nodes, table, stop };
    let methods = if game.has_chance() { Method::WITH_CHANCE } else { Method::WITHOUT_CHANCE };
    let mut forecasts = methods.map(|_| Forecast::new(branching));
    let mut rows = Vec::new();
    // The textbook methods start at depth 1 in any case, so that the cost of the next depth can be predicted.
    for depth in 1..=*settings.depths.end() {
        let wanted = settings.depths.contains(&depth);
        let mut cells = Vec::new();
        for (method, forecast) in methods.into_iter().zip(&mut forecasts) {
            let cost =
                if method.techniques().is_some() && !wanted { None } else { comparison.run(method, depth, forecast) };
            cells.push(Cell { method, cost });
        }
        // A row with interrupted searches would look like one in which they were too large.
        if stop.is_some_and(StopFlag::is_raised) {
            break;
        }
        if wanted {
            let row = row(depth, branching, cells, game.has_chance());
            progress(&row);
            rows.push(row);
        }
    }
    rows
}

fn row(depth: u32, branching: usize, mut cells: Vec<Cell>, chance: bool) -> CompareRow {
    let minimax = cells.iter().find(|cell| cell.method == Method::Minimax);
    if let Some(all) = minimax.and_then(|cell| cell.cost.as_ref()).map(|cost| cost.boards).filter(|&all| all > 0) {
        for cost in cells.iter_mut().filter_map(|cell| cell.cost.as_mut()) {
            cost.ratio = Some(cost.boards as f64 / all as f64);
        }
    }
    let values = || cells.iter().filter_map(|cell| Some((cell.method, &cell.cost.as_ref()?.value)));
    let first = values().next();
    let is_estimate = |value: &Value| matches!(value.amount, Amount::Points { .. });
    let may_differ = |method, first| method == Method::WithProofs && is_estimate(first);
    let agree =
        values().all(|(method, value)| first.is_some_and(|(_, first)| first == value || may_differ(method, first)));
    let told: Vec<String> = values().map(|(method, value)| format!("{} {value}", method.name())).collect();
    let minimum = |depth| minimum_leaves(branching, depth).filter(|_| !chance);
    CompareRow {
        depth,
        branching,
        minimum_leaves: minimum(depth),
        minimum_boards: (1..=depth).try_fold(0u64, |sum, depth| sum.checked_add(minimum(depth)?)),
        disagreement: (!agree).then(|| format!("the values disagree: {}", told.join(", "))),
        agree,
        cells,
    }
}

/// The position to search, and the limits.
struct Comparison<'a, G: Notation, K> {
    game: &'a G,
    knowledge: &'a K,
    state: &'a G::State,
    earlier: &'a [u64],
    max_nodes: u64,
    table: SharedTable,
    stop: Option<&'a StopFlag>,
}

impl<G: Notation, K: Knowledge<G>> Comparison<'_, G, K> {
    fn run(&mut self, method: Method, depth: u32, forecast: &mut Forecast) -> Option<Cost> {
        if forecast.next() > self.max_nodes {
            return None;
        }
        let cost = match method.techniques() {
            None => self.textbook(method, depth)?,
            Some(techniques) => self.engine(techniques, depth)?,
        };
        // The engine stops by itself; it needs no prediction.
        if method.techniques().is_none() {
            forecast.note(cost.boards);
        }
        Some(cost)
    }

    fn textbook(&self, method: Method, depth: u32) -> Option<Cost> {
        let start = Instant::now();
        let plain = twice_before(self.game, self.state, self.earlier).is_empty();
        let answer = match self.stop {
            None if plain => textbook_search(method, depth, (self.game, self.knowledge, self.state), ()),
            stop => {
                let limits = stop.map_or_else(Limits::default, |stop| Limits::default().stop(stop));
                let watch = Stopwatch::start(&limits);
                let game = Stoppable::new(self.game, &watch).after(self.earlier, self.state);
                let advice = Advice(self.knowledge);
                let answer = textbook_search(method, depth, (&game, &advice, self.state), &watch);
                Some(answer).filter(|_| !watch.is_over())?
            }
        };
        let time_ms = start.elapsed().as_secs_f64() * 1e3;
        Some(Cost { time_ms, ..self.cost(depth, answer.value, answer.counts) })
    }

    fn engine(&mut self, techniques: Techniques, depth: u32) -> Option<Cost> {
        // Each search starts with an empty table. The time excludes clearing it and allocating its memory.
        self.table.clear();
        let limits = Limits { nodes: Some(self.max_nodes), stop: self.stop.cloned(), ..Limits::depth(depth) };
        let search = Search::new(self.game).knowledge(self.knowledge).table(&self.table);
        let search = search.techniques(techniques).limits(limits).resist(false).earlier(self.earlier);
        let (mut last, mut iterations) = (Counts::default(), 0);
        let report = search.run_with(self.state, &mut |iteration| {
            last = iteration.counts;
            iterations += 1;
        });
        if report.stopped {
            return None;
        }
        let value = self.game.to_move(self.state).view(report.score);
        Some(Cost {
            all_boards: (iterations > 1).then(|| report.counts.nodes - iterations),
            all_leaves: (iterations > 1).then(|| report.counts.leaves()),
            proven_at: report.depth.filter(|&reached| reached < depth),
            time_ms: report.elapsed.as_secs_f64() * 1e3,
            ..self.cost(depth, value, last)
        })
    }

    fn cost(&self, depth: u32, value: Score, counts: Counts) -> Cost {
        let boards = counts.nodes.saturating_sub(1);
        Cost {
            value: Value::new(self.game, value),
            boards,
            leaves: counts.leaves(),
            ratio: None,
            effective_branching: effective_branching(boards, depth),
            all_boards: None,
            all_leaves: None,
            proven_at: None,
            time_ms: 0.0,
        }
    }
}

fn textbook_search<G: Game, K: Evaluation<G>, O: Observer<G>>(
    method: Method,
    depth: u32,
    (game, knowledge, state): (&G, &K, &G::State),
    observer: O,
) -> Answer<G::Move> {
    let depth = Some(depth);
    let alpha_beta = |order| AlphaBeta { depth, order, ..AlphaBeta::default() };
    match method {
        Method::Minimax => Minimax { depth }.run(game, knowledge, state, observer),
        Method::BestFirst => alpha_beta(Order::Best).run(game, knowledge, state, observer),
        _ => alpha_beta(Order::Given).run(game, knowledge, state, observer),
    }
}

/// Predicts the number of boards of the next depth.
struct Forecast {
    growth: [f64; 2],
    last: u64,
}

impl Forecast {
    fn new(branching: usize) -> Forecast {
        Forecast { growth: [branching as f64; 2], last: 1 }
    }

    /// Alpha-beta's growth alternates between large and small factors, so the larger of the last two counts.
    fn next(&self) -> u64 {
        (self.last as f64 * self.growth[0].max(self.growth[1])) as u64
    }

    fn note(&mut self, boards: u64) {
        self.growth = [boards as f64 / self.last.max(1) as f64, self.growth[0]];
        self.last = boards.max(1);
    }
}

/// The Knuth–Moore minimum b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
fn minimum_leaves(branching: usize, depth: u32) -> Option<u64> {
    let power = |exponent: u32| (branching as u64).checked_pow(exponent);
    power(depth.div_ceil(2))?.checked_add(power(depth / 2)?)?.checked_sub(1)
}

/// The b for which b + b² + … + b^depth is `boards`, by bisection.
fn effective_branching(boards: u64, depth: u32) -> f64 {
    let boards = boards as f64;
    let uniform = |b: f64| (1..=depth).fold(0.0, |sum, _| (sum + 1.0) * b);
    let (mut low, mut high) = (0.0, boards.max(1.0));
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if uniform(middle) < boards { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_is_that_of_knuth_and_moore() {
        assert_eq!(minimum_leaves(8, 7), Some(4607));
        assert_eq!([1, 2, 3].map(|depth| minimum_leaves(3, depth)), [Some(3), Some(5), Some(11)]);
        assert_eq!(minimum_leaves(250, 150), None);
    }

    #[test]
    fn a_uniform_tree_has_its_own_branching_factor() {
        for (boards, depth, b) in [(8, 1, 8.0), (72, 2, 8.0), (584, 3, 8.0), (3, 3, 1.0), (0, 4, 0.0)] {
            assert!((effective_branching(boards, depth) - b).abs() < 1e-9, "{boards} boards at depth {depth}");
        }
    }
}
