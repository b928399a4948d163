//! Solving games whose lines need not end, such as chess: a search to the end of the game would not terminate, so the
//! value is searched depth by depth.
//!
//! First a short search without speculative techniques: wins close at hand are soon found. Then one with every
//! technique, which finds a forced win soonest; a win or a loss that it reports is proven, but it may have missed a
//! faster one. Then one without speculative techniques again: it settles the distance, or, without a win, says that
//! there is none within the finished depths.

use rootward_game::{Bound, Knowledge, Notation, Proof, Score, ScoreKind};
use rootward_search::{Limits, Report, Techniques};

use crate::job::Job;
use crate::pool::LentTable;
use crate::stages::{is_over, rest};
use crate::{Problem, SolveAsk};

/// The shares of the limits for the first and the second search, in tenths.
const SHARES: (u32, u32) = (1, 4);
/// The node limit of the first search if there are no limits.
const FIRST_NODES: u64 = 100_000;

/// Proves what it can within the limits; returns the table of the last search with the report.
pub(crate) fn prove<G: Notation, K: Knowledge<G>>(
    job: &Job<'_, G, K>,
    ask: &SolveAsk,
    lines: usize,
) -> Result<(Report<G::Move>, LentTable), Problem> {
    let limits = &ask.limits;
    let table = job.pool.take(ask.memory)?;
    let mut short = share(limits, SHARES.0);
    if short.nodes.is_none() && short.time.is_none() {
        short.nodes = Some(FIRST_NODES);
    }
    let mut report = bounded(job.prove(&table, short, ask, lines));
    let (mut nodes, mut elapsed) = (report.counts.nodes, report.elapsed);
    if is_settled(&report) || is_over(limits, nodes, elapsed) {
        return Ok((report, table));
    }
    let mut proven = report.limits;
    // A speculative search leaves table entries that must not be used in a proof.
    let found = {
        let own = job.pool.take(ask.memory)?;
        let search = job.search(&own).techniques(Techniques::ALL).limits(share(limits, SHARES.1));
        search.threads(ask.threads).resist(false).run(job.state)
    };
    nodes += found.counts.nodes;
    elapsed += found.elapsed;
    proven = proven.and(found.limits);
    let known = decided(&found);
    if !(ask.weak && known.is_some() || is_over(limits, nodes, elapsed)) {
        // The win exists at this depth, and no faster one is missed up to it.
        let depth = plies(found.score).filter(|_| lines == 1);
        report = bounded(job.prove(&table, Limits { depth, ..rest(limits, nodes, elapsed) }, ask, lines));
        proven = proven.and(report.limits);
        nodes += report.counts.nodes;
        elapsed += report.elapsed;
    }
    let stopped = report.stopped;
    // If the last search finished, its result counts.
    let mut report = match known {
        Some(known) if stopped && !is_settled(&report) => as_bound(found, known),
        _ => report,
    };
    if !is_settled(&report) {
        report.limits = report.limits.and(proven);
    }
    report.counts.nodes = nodes;
    report.elapsed = elapsed;
    report.stopped = stopped;
    Ok((report, table))
}

/// This many tenths of the limits.
fn share(limits: &Limits, tenths: u32) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| (nodes / 10).max(1) * u64::from(tenths)),
        time: limits.time.map(|time| time / 10 * tenths),
        depth: None,
        ..limits.clone()
    }
}

/// Is the value proven, or the game over?
fn is_settled<M>(report: &Report<M>) -> bool {
    report.lines.is_empty() || report.proven && report.bound == Bound::Exact
}

/// The distance to a win or a loss.
fn plies(score: Score) -> Option<u32> {
    match score.kind() {
        ScoreKind::Win(plies) | ScoreKind::Loss(plies) => Some(plies),
        ScoreKind::Points(_) => None,
    }
}

/// What a speculative search has proven: a win at least this fast, or a loss.
fn decided<M>(found: &Report<M>) -> Option<Proof> {
    match found.score.kind() {
        ScoreKind::Win(_) => Some(Proof::at_least(found.score)),
        ScoreKind::Loss(_) => Some(Proof::at_most(found.score)),
        _ => None,
    }
}

/// The report of that search, with its value as a bound.
fn as_bound<M>(found: Report<M>, known: Proof) -> Report<M> {
    let bound = if found.score > Score::DRAW { Bound::AtLeast } else { Bound::AtMost };
    Report { bound, limits: known, proven: true, ..found }
}

/// The report of a search without speculative techniques, with what it has proven if that is not the value.
fn bounded<M>(report: Report<M>) -> Report<M> {
    let limits = decided(&report).unwrap_or_else(|| not_within(report.depth.unwrap_or(0)));
    if is_settled(&report) { report } else { Report { limits: report.limits.and(limits), ..report } }
}

/// No win or loss exists within a depth that was searched without speculative techniques.
fn not_within(depth: u32) -> Proof {
    if depth == 0 {
        return Proof::nothing();
    }
    Proof::between(Score::loss_in(depth + 1), Score::win_in(depth + 1))
}
