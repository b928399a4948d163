//! The searches of a comparison.

use std::sync::Mutex;

use rootward_game::{Evaluation, Game, Knowledge, Notation, Score, legal_moves};
use rootward_search::textbook::{AlphaBeta, Minimax, Order};
use rootward_search::{Counts, Limits, Observer, SharedTable, StopFlag, Techniques, twice_before};
use rootward_session::{
    Advice, ForGame, Measured, Position, Session, Stoppable, Stopwatch, for_game, measure, millis, typed,
};
use rootward_support::clock::Instant;
use rootward_trace::{Amount, Value};

use super::figures::{Forecast, effective_branching, minimum_leaves};
use super::{Cell, CompareRow, CompareSettings, Cost, Method};

/// Searches the session's position with every method at every depth. Reports each row to `progress` as soon as it is
/// finished.
///
/// ```
/// use rootward_studies::compare::{CompareSettings, Method, compare};
///
/// let session = rootward_session::open("tree", Some("((3 12 8) (2 4 6) (14 5 2))")).unwrap();
/// let settings = CompareSettings { depths: 2..=2, ..CompareSettings::default() };
/// let rows = compare(&*session, &settings, &mut |_| {});
/// assert!(rows[0].agree);
/// assert_eq!(rows[0].cost(Method::Minimax).unwrap().leaves, 9);
/// assert_eq!(rows[0].cost(Method::AlphaBeta).unwrap().leaves, 7);
/// assert_eq!(rows[0].minimum_leaves, Some(5));
/// ```
pub fn compare(
    session: &dyn Session,
    settings: &CompareSettings,
    progress: &mut dyn FnMut(&CompareRow),
) -> Vec<CompareRow> {
    // The engine is asked through the session, where it is compiled already.
    let engine = &|techniques, limits, table: &mut _| session.measure(techniques, limits, table);
    for_game(session, Compared { settings, engine, progress }).unwrap_or_else(|Compared { progress, .. }| {
        let own = OWN.lock().map(|own| own.clone()).unwrap_or_default();
        let compared = own.iter().find_map(|compare| compare(session, settings, engine, progress));
        compared.expect("a game is registered before it is compared")
    })
}

/// Compares a session, if its game is of a certain type.
type CompareOwn =
    fn(&dyn Session, &CompareSettings, Engine<'_>, &mut dyn FnMut(&CompareRow)) -> Option<Vec<CompareRow>>;

/// How the games are compared that are not part of the project.
static OWN: Mutex<Vec<CompareOwn>> = Mutex::new(Vec::new());

/// Makes sessions of a game with this knowledge comparable.
pub(crate) fn register<G, K>()
where
    G: Notation + Send + 'static,
    K: Knowledge<G> + Send + 'static,
{
    if let Ok(mut own) = OWN.lock() {
        own.push(|session, settings, engine, progress| {
            Some(Compared { settings, engine, progress }.call(typed::<G, K>(session)?))
        });
    }
}

/// The same for a game that is not in the registry.
pub fn compare_game<G: Notation, K: Knowledge<G>>(
    position: &Position<'_, G, K>,
    settings: &CompareSettings,
    progress: &mut dyn FnMut(&CompareRow),
) -> Vec<CompareRow> {
    let engine = &|techniques, limits, table: &mut _| measure(position, techniques, limits, table);
    compare_with(position, settings, engine, progress)
}

/// A search by the engine with these techniques within these limits.
type Engine<'a> = &'a dyn Fn(Techniques, Limits, &mut SharedTable) -> Option<Measured>;

struct Compared<'a> {
    settings: &'a CompareSettings,
    engine: Engine<'a>,
    progress: &'a mut dyn FnMut(&CompareRow),
}

impl ForGame for Compared<'_> {
    type Output = Vec<CompareRow>;

    fn call<G: Notation, K: Knowledge<G>>(self, position: Position<'_, G, K>) -> Vec<CompareRow> {
        compare_with(&position, self.settings, self.engine, self.progress)
    }
}

fn compare_with<G: Notation, K: Knowledge<G>>(
    position: &Position<'_, G, K>,
    settings: &CompareSettings,
    engine: Engine<'_>,
    progress: &mut dyn FnMut(&CompareRow),
) -> Vec<CompareRow> {
    let value = |score| Value::new(position.game, score);
    let textbook = |method, depth| textbook(position, method, depth, settings.stop.as_ref());
    let searches = Searches { textbook: &textbook, engine, value: &value };
    let branching = legal_moves(position.game, position.state).len();
    table_of(searches, branching, position.game.has_chance(), settings, progress)
}

/// The searches of a position, whatever its game.
struct Searches<'a> {
    textbook: &'a dyn Fn(Method, u32) -> Option<(Score, Counts)>,
    engine: Engine<'a>,
    /// A score as the game writes it.
    value: &'a dyn Fn(Score) -> Value,
}

/// All rows.
fn table_of(
    searches: Searches<'_>,
    branching: usize,
    has_chance: bool,
    settings: &CompareSettings,
    progress: &mut dyn FnMut(&CompareRow),
) -> Vec<CompareRow> {
    let CompareSettings { max_nodes, ref stop, .. } = *settings;
    let table = SharedTable::with_bytes(settings.table_bytes);
    let mut comparison = Comparison { searches, max_nodes, table, stop: stop.as_ref() };
    let methods = if has_chance { Method::WITH_CHANCE } else { Method::WITHOUT_CHANCE };
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
        if stop.as_ref().is_some_and(StopFlag::is_raised) {
            break;
        }
        if wanted {
            let row = row(depth, branching, cells, has_chance);
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
    let shown: Vec<String> = values().map(|(method, value)| format!("{} {value}", method.name())).collect();
    let minimum = |depth| minimum_leaves(branching, depth).filter(|_| !chance);
    CompareRow {
        depth,
        branching,
        minimum_leaves: minimum(depth),
        minimum_boards: (1..=depth).try_fold(0u64, |sum, depth| sum.checked_add(minimum(depth)?)),
        disagreement: (!agree).then(|| format!("the values disagree: {}", shown.join(", "))),
        agree,
        cells,
    }
}

/// The searches, and their limits.
struct Comparison<'a> {
    searches: Searches<'a>,
    max_nodes: u64,
    table: SharedTable,
    stop: Option<&'a StopFlag>,
}

impl Comparison<'_> {
    fn run(&mut self, method: Method, depth: u32, forecast: &mut Forecast) -> Option<Cost> {
        if forecast.next() > self.max_nodes {
            return None;
        }
        if let Some(techniques) = method.techniques() {
            return self.engine(techniques, depth);
        }
        let start = Instant::now();
        let (value, counts) = (self.searches.textbook)(method, depth)?;
        let cost = Cost { elapsed_ms: millis(start.elapsed()), ..self.cost(depth, value, counts) };
        // The engine stops by itself; it needs no prediction.
        forecast.note(cost.boards);
        Some(cost)
    }

    fn engine(&mut self, techniques: Techniques, depth: u32) -> Option<Cost> {
        let limits = Limits { nodes: Some(self.max_nodes), stop: self.stop.cloned(), ..Limits::depth(depth) };
        let found = (self.searches.engine)(techniques, limits, &mut self.table)?;
        let deepened = found.iterations > 1;
        Some(Cost {
            all_boards: deepened.then(|| found.all.nodes - found.iterations),
            all_leaves: deepened.then(|| found.all.leaves()),
            proven_at: found.depth.filter(|&reached| reached < depth),
            elapsed_ms: millis(found.elapsed),
            ..self.cost(depth, found.value, found.last)
        })
    }

    fn cost(&self, depth: u32, value: Score, counts: Counts) -> Cost {
        let boards = counts.nodes.saturating_sub(1);
        Cost {
            value: (self.searches.value)(value),
            boards,
            leaves: counts.leaves(),
            ratio: None,
            effective_branching: effective_branching(boards, depth),
            all_boards: None,
            all_leaves: None,
            proven_at: None,
            elapsed_ms: 0.0,
        }
    }
}

/// A textbook method to a depth: value and counts, or none if it was stopped. The plain game is searched if there is
/// nothing to watch for, so that the time is the method's own.
fn textbook<G: Notation, K: Knowledge<G>>(
    position: &Position<'_, G, K>,
    method: Method,
    depth: u32,
    stop: Option<&StopFlag>,
) -> Option<(Score, Counts)> {
    let Position { game, lesson, state, earlier, .. } = position;
    if stop.is_none() && twice_before(*game, state, earlier).is_empty() {
        return Some(textbook_search(method, depth, (*game, lesson, state), ()));
    }
    let limits = stop.map_or_else(Limits::default, |stop| Limits::default().stop(stop));
    let watch = Stopwatch::start(&limits);
    let stoppable = Stoppable::new(*game, &watch).after(earlier, state);
    let found = textbook_search(method, depth, (&stoppable, &Advice(lesson), state), &watch);
    Some(found).filter(|_| !watch.is_over())
}

fn textbook_search<G: Game, K: Evaluation<G>, O: Observer<G>>(
    method: Method,
    depth: u32,
    (game, knowledge, state): (&G, &K, &G::State),
    observer: O,
) -> (Score, Counts) {
    let depth = Some(depth);
    let alpha_beta = |order| AlphaBeta { depth, order, ..AlphaBeta::default() };
    let answer = match method {
        Method::Minimax => Minimax { depth }.run(game, knowledge, state, observer),
        Method::BestFirst => alpha_beta(Order::Best).run(game, knowledge, state, observer),
        _ => alpha_beta(Order::Given).run(game, knowledge, state, observer),
    };
    (answer.value, answer.counts)
}
