//! A search step by step: every node with its window, every update, every cut with a sentence that gives the reason.
//!
//! [`trace`] (of a session) and [`trace_game`] (of any game) run a search with a recorder and turn its events into a
//! [`Trace`]: plain data, a list of self-contained
//! [`Step`]s and a list of visited nodes. Everything shown is a function of that data and a step in it
//! ([`Trace::frame`]); [`Trace::text`] and [`Trace::drawing`] are two such functions.
//!
//! All values are MAX's, wins and losses counted from the root. Two spans are shown and must not be confused: the
//! **window** [α, β] that is passed down says which values still matter; the **interval** says which values a node can
//! still take, given the leaves seen so far.

mod value;
mod settings;
mod step;
mod log;
mod run;
mod of_session;
mod count;
mod interval;
mod ends;
mod replay;
mod names;
mod cuts;
mod asides;
mod chance;
mod words;
mod frame;
mod draw;
mod text;

use rootward_game::{Bound, Evaluation, Knowledge, Notation, Score, ScoreKind, Verdict};
use rootward_search::Limits;
use rootward_search::textbook::CutRule;
pub use rootward_search::{CutKind, Why};
pub use rootward_session::Algorithm;
use rootward_session::{Judge, Points, Stopwatch, counted};

use count::size_within;
pub use frame::{Frame, NodeView};
pub use log::{Summary, Trace, TraceNode, Way};
pub use of_session::{register, trace, trace_within};
use replay::{Replay, TraceInput};
use run::{Found, Horizon, Watch};
pub use settings::{Setup, TraceSettings};
pub use step::{BoundSource, Change, CutNote, Skipped, Step, StepKind};
pub use value::{Amount, Number, Role, Span, Value, relation};

/// Searches `state` according to the settings and records what happened, step by step.
///
/// `name_of` gives the nodes their names, such as those on paper. A node without one is named by the moves that lead
/// there from the nearest node with a name, or from the root: `4.4.3`.
///
/// ```
/// use rootward_games::tree::{Node, Tree, TreeKnowledge};
/// use rootward_trace::{StepKind, TraceSettings, trace_game};
///
/// let tree = Tree::parse("((3 12 8) (2 4 6) (14 5 2))").unwrap();
/// let trace = trace_game(&tree, &TreeKnowledge, &Node::ROOT, &TraceSettings::default(), &|node| tree.name_of(*node));
/// let cut = trace.steps.iter().find(|step| step.kind == StepKind::Cut).unwrap();
/// assert_eq!(cut.sentence, "C: 2 ≤ α = 3 set at A, so MAX will never come here: 2 leaves skipped.");
/// ```
pub fn trace_game<G: Notation, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    settings: &TraceSettings,
    name_of: &dyn Fn(&G::State) -> Option<String>,
) -> Trace {
    let unlimited = trace_game_within(game, knowledge, state, settings, &Limits::default(), name_of);
    unlimited.expect("nothing stops a search without limits")
}

/// The same within limits; none if one of them stopped the search, since an unfinished search has no value to explain.
pub fn trace_game_within<G: Notation, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    settings: &TraceSettings,
    limits: &Limits,
    name_of: &dyn Fn(&G::State) -> Option<String>,
) -> Option<Trace> {
    trace_judged(game, Judge::new(knowledge), state, settings, limits, name_of)
}

/// The same with the evaluation of a session, which may be a network.
fn trace_judged<G: Notation, K: Knowledge<G>>(
    game: &G,
    judge: Judge<'_, G, K>,
    state: &G::State,
    settings: &TraceSettings,
    limits: &Limits,
    name_of: &dyn Fn(&G::State) -> Option<String>,
) -> Option<Trace> {
    let stopwatch = Stopwatch::start(limits);
    let horizon = Horizon::new(game, state, settings.depth);
    let setup = Setup::new(settings, horizon.depth, game.has_chance());
    let mut watch = Watch::new(settings.max_events, &stopwatch);
    let found = run::run((game, judge, state), settings, horizon, limits, &mut watch)?;
    let textbook = settings.algorithm != Algorithm::Engine;
    let input = TraceInput {
        game,
        root: state,
        evaluate: &|state| judge.evaluate(game, state),
        name_of,
        windows: setup.has_windows(),
        textbook,
        cut_at_equality: !textbook || settings.cut == CutRule::At,
    };
    let Replay { nodes, steps, searches, .. } = Replay::new(input).run(&watch.recorder.events, &stopwatch)?;
    // If positions can repeat, or a search visits nodes twice, the visited leaves and all leaves cannot be compared.
    let all_leaves = || size_within(game, state, horizon.depth, COUNTED_LEAVES).map(|size| size.leaves);
    let all_leaves = if textbook && !G::CAN_REPEAT { all_leaves() } else { None };
    let summary = Summary {
        searches,
        all_leaves,
        deep_cuts: steps.iter().filter(|step| step.cut.as_ref().is_some_and(|cut| cut.deep)).count() as u64,
        moves_skipped: watch.counter.skipped,
        ..summary(game, state, found, name_of)
    };
    Some(Trace {
        game: game.name(),
        position: game.write_position(state),
        setup,
        nodes,
        steps,
        events_left_out: watch.recorder.dropped,
        summary,
        text_steps: settings.text_steps,
        drawn_nodes: settings.drawn_nodes,
    })
}

/// All leaves of a tree with at most this many nodes are counted, to say how many of them were visited.
const COUNTED_LEAVES: u64 = 1_000_000;

/// The search's own report.
fn summary<G: Notation>(
    game: &G,
    state: &G::State,
    found: Found<G::Move>,
    name_of: &dyn Fn(&G::State) -> Option<String>,
) -> Summary {
    let verdict = Verdict::new(found.value, found.proven, game.counts_points());
    let value = Value::new(game, found.value);
    let shown = format!("{}{value}", if is_rounded(game, found.value) { "≈ " } else { "" });
    let bound = found.bound;
    let (line, line_nodes) = written_line(game, state, &found.line, name_of);
    let counts = found.counts;
    Summary {
        verdict: match verdict {
            // Only the average is certain.
            Verdict::Draw | Verdict::Payoff(_) if game.has_chance() => format!("{shown}, proven on average"),
            _ => in_words(verdict, bound, &shown),
        },
        note: found.note,
        proven: verdict.is_proven(),
        value,
        bound,
        decision: line.first().cloned(),
        line,
        line_nodes,
        nodes: counts.nodes,
        leaves: counts.leaves(),
        evaluations: counts.evaluations,
        table_hits: counts.table_hits,
        proofs: counts.proofs,
        cuts: counts.cuts,
        searches: 0,
        all_leaves: None,
        deep_cuts: 0,
        moves_skipped: 0,
    }
}

/// Has the value more digits than its text shows?
fn is_rounded<G: Notation>(game: &G, score: Score) -> bool {
    matches!(score.kind(), ScoreKind::Points(points) if Points::new(game, points).is_rounded())
}

fn in_words(verdict: Verdict, bound: Bound, value: &str) -> String {
    let at_most = if bound == Bound::Exact { "" } else { "at most " };
    let plies = |plies: u32| counted(plies.into(), "ply", "plies");
    match verdict {
        Verdict::Win(0) => "MAX has won".to_owned(),
        Verdict::Loss(0) => "MIN has won".to_owned(),
        Verdict::Win(n) => format!("MAX wins in {at_most}{}, proven", plies(n)),
        Verdict::Loss(n) => format!("MIN wins in {at_most}{}, proven", plies(n)),
        Verdict::Draw => "a draw, proven".to_owned(),
        Verdict::Payoff(_) => format!("{value}, proven"),
        Verdict::Estimate(_) => format!("{value}, an estimate: it rests on static values at the horizon"),
    }
}

/// The moves of a line and the names of the nodes they lead to.
fn written_line<G: Notation>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    name_of: &dyn Fn(&G::State) -> Option<String>,
) -> (Vec<String>, Vec<String>) {
    let mut above = (state.clone(), name_of(state).unwrap_or_default());
    let mut written = (Vec::new(), Vec::new());
    for &mv in moves {
        let by = game.write_move(&above.0, mv);
        let state = game.apply(&above.0, mv);
        let path = if above.1.is_empty() { by.clone() } else { format!("{}.{by}", above.1) };
        let name = name_of(&state).unwrap_or(path);
        written.0.push(by);
        written.1.push(name.clone());
        above = (state, name);
    }
    written
}
