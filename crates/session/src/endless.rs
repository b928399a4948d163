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

#[cfg(test)]
mod tests {
    use crate::{Kind, Limits, Solution, SolveAsk, open};

    fn solved(fen: &str, ask: SolveAsk) -> Solution {
        open("chess", Some(fen)).unwrap().solve(&SolveAsk { memory: 1 << 20, ..ask }).unwrap()
    }

    fn nodes(nodes: u64) -> SolveAsk {
        SolveAsk { limits: Limits::nodes(nodes), ..SolveAsk::default() }
    }

    /// Positions of vondele/matetrack's mates2000.epd and of textbooks.
    #[test]
    fn mates_are_proven_and_followed_to_the_end() {
        for (fen, kind, moves) in [
            ("7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6", Kind::Win, 1),
            ("7k/8/8/8/8/1R6/R7/K7 w - - 0 1", Kind::Win, 2),
            ("6Qk/PP1PP1np/1N1BN2P/7R/4B3/2Q5/P3KP2/6R1 b - -", Kind::Loss, 1),
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Kind::Win, 2),
        ] {
            let solution = solved(fen, nodes(2_000_000));
            assert_eq!((solution.value, solution.proven), (Some(kind), true), "{fen} {}", solution.sentence());
            assert_eq!(solution.mate, Some(moves), "{fen}");
            assert_eq!(solution.line.map(|line| line.len() as u32), solution.plies, "{fen}");
        }
        let solution = solved("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", nodes(100_000));
        assert_eq!(solution.sentence(), "White mates in 2 moves (proven). Best move: Ra6.");
    }

    #[test]
    fn a_forced_draw_is_proven() {
        let bare_kings = solved("7k/8/8/8/8/8/1q6/K7 w - - 0 1", nodes(10_000));
        assert_eq!((bare_kings.value, bare_kings.proven), (Some(Kind::Draw), true), "{}", bare_kings.sentence());
        let stalemate = solved("5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10", nodes(1000));
        assert_eq!((stalemate.value, stalemate.plies), (Some(Kind::Draw), Some(0)), "Sam Loyd's ten moves");
    }

    /// The root's own move proves the draw, and a bare king wins with no clock at all.
    #[test]
    fn a_bare_king_that_takes_the_last_piece_draws_at_once() {
        for clock in [0, 40, 91, 99] {
            let solution = solved(&format!("8/8/8/8/8/k5K1/1R6/8 b - - {clock} 100"), nodes(1000));
            assert_eq!((solution.value, solution.proven), (Some(Kind::Draw), true), "{}", solution.sentence());
            assert_eq!((solution.best.as_deref(), solution.stopped), (Some("Kxb2"), false), "clock {clock}");
        }
    }

    #[test]
    fn what_a_side_cannot_win_is_reported_though_the_value_is_not_known() {
        let strong = solved("8/8/8/8/3k4/8/8/R3K3 w - - 0 1", nodes(3000));
        assert_eq!((strong.proven, strong.at_least.map(|score| score.kind)), (false, Some(Kind::Draw)));
        let weak = solved("8/8/8/8/3k4/8/8/R3K3 b - - 0 1", nodes(3000));
        assert_eq!((weak.proven, weak.at_most.as_ref().map(|score| score.kind)), (false, Some(Kind::Draw)));
        assert!(weak.sentence().contains("Black gets at most a draw"), "{}", weak.sentence());
        // Taking the rook draws, and after every other move White takes the pawn and cannot lose to a bare king.
        let by_move = solved("8/8/8/8/6p1/k5K1/1R6/8 b - - 0 1", nodes(1000));
        assert_eq!((by_move.proven, by_move.value), (true, Some(Kind::Draw)));
    }

    #[test]
    fn an_answer_without_a_value_says_why() {
        let solution = solved("", nodes(20_000));
        assert!(
            solution.sentence().starts_with("Not proven: the node limit came first; depth "),
            "{}",
            solution.sentence()
        );
        let unlimited = Solution { stopped: false, ..solution };
        let sentence = unlimited.sentence();
        assert!(sentence.contains("the longest lines that are searched"), "{sentence}");
        let longer = Solution { depth: None, at_least: None, at_most: None, ..unlimited };
        assert!(!longer.sentence().contains("stopped"), "{}", longer.sentence());
    }

    #[test]
    fn what_is_not_proven_says_how_far_it_was_looked() {
        let solution = solved("", nodes(20_000));
        assert_eq!((solution.value, solution.proven, solution.stopped), (None, false, true));
        let sentence = solution.sentence();
        assert!(sentence.starts_with("Not proven: the node limit came first; depth "), "{sentence}");
        let moves = (solution.depth.unwrap() + 1).div_ceil(2);
        assert!(sentence.contains(&format!("White mates in {moves} moves at the earliest, if at all")), "{sentence}");
        assert!(
            sentence.contains(&format!("White is mated in {moves} moves at the earliest, if at all")),
            "{sentence}"
        );
    }
}
