//! The textbook algorithms within limits.
//!
//! They have no clocks, so they get a game that can be stopped. They search depth by depth, and the last finished depth
//! counts.

use std::time::Duration;

use rootward_game::{Bound, Evaluation, Knowledge, Notation, Proof, Score, Side, final_outcome, legal_moves};
use rootward_search::textbook::{AlphaBeta, Minimax, SearchResult};
use rootward_search::{Counts, Ending, Iteration, Limits, Line, MAX_DEPTH, Report};

use crate::chance::is_thrown;
use crate::job::Job;
use crate::stoppable::{Advice, Stoppable, Stopwatch};
use crate::{Algorithm, Ask};

/// Runs minimax or alpha-beta. With a depth limit alone, only that depth; otherwise depth 1, 2, 3 … within the limits.
pub(crate) fn run<G: Notation, K: Knowledge<G>>(
    job: &Job<'_, G, K>,
    ask: &Ask,
    each: &mut dyn FnMut(&Iteration<G::Move>),
) -> Report<G::Move> {
    let watch = Stopwatch::start(&ask.limits);
    let mut report = before_any_search(job);
    if report.lines.is_empty() {
        return report;
    }
    for depth in depths(&ask.limits) {
        let result = search(job, ask.algorithm, depth, &watch);
        if watch.is_over() {
            (report.stopped, report.ended_by) = (true, watch.ended_by());
            break;
        }
        let counts = result.counts;
        report.counts += counts;
        report.take(job.game.to_move(job.state), result, depth);
        if job.may_claim_draw() && report.score < Score::DRAW {
            // The side to move claims the draw.
            (report.proven, report.score) = (report.proven || report.score.is_loss(), Score::DRAW);
            report.lines.iter_mut().for_each(|line| (line.score, line.proven) = (report.score, report.proven));
        }
        each(&Iteration {
            depth: Some(depth),
            lines: report.lines.clone(),
            counts,
            total_nodes: report.counts.nodes,
            elapsed: watch.elapsed(),
        });
        report.ended_by = if report.proven { Ending::Proven } else { Ending::Depth };
        if report.proven {
            break;
        }
    }
    report.counts.nodes = watch.nodes();
    report.elapsed = watch.elapsed();
    report
}

fn depths(limits: &Limits) -> std::ops::RangeInclusive<u32> {
    let last = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let first = if limits.depth.is_some() && limits.time.is_none() && limits.nodes.is_none() { last } else { 1 };
    first..=last
}

fn search<G: Notation, K: Knowledge<G>>(
    job: &Job<'_, G, K>,
    algorithm: Algorithm,
    depth: u32,
    watch: &Stopwatch,
) -> SearchResult<G::Move> {
    let game = Stoppable::new(job.game, watch).after(&job.earlier, job.state);
    let advice = Advice(&job.lesson);
    let depth = Some(depth);
    match algorithm {
        Algorithm::Minimax => Minimax { depth }.run(&game, &advice, job.state, watch),
        _ => AlphaBeta { depth, ..AlphaBeta::default() }.run(&game, &advice, job.state, watch),
    }
}

fn before_any_search<G: Notation, K: Knowledge<G>>(job: &Job<'_, G, K>) -> Report<G::Move> {
    let side = job.game.to_move(job.state);
    let outcome = final_outcome(job.game, job.state);
    let estimate = || side.view(Score::points(job.lesson.evaluate(job.game, job.state)));
    let score = outcome.map_or_else(estimate, |outcome| outcome.score_for(side));
    let (bound, proven) = (Bound::Exact, outcome.is_some());
    let moves = legal_moves(job.game, job.state);
    // At a chance node the line has no moves.
    let line = if is_thrown(job.game, job.state) { Vec::new() } else { moves.iter().copied().take(1).collect() };
    Report {
        lines: moves.first().map(|_| Line { score, bound, proven, moves: line }).into_iter().collect(),
        score,
        bound,
        proven,
        depth: Some(0),
        counts: Counts::default(),
        elapsed: Duration::ZERO,
        stopped: false,
        ended_by: Ending::Proven,
        limits: if proven { Proof::exactly(score) } else { Proof::nothing() },
        resistance: None,
        secondary_search: None,
    }
}

/// Converts a textbook result, which is MAX's, to the side to move.
trait Take<M> {
    fn take(&mut self, side: Side, result: SearchResult<M>, depth: u32);
}

impl<M> Take<M> for Report<M> {
    fn take(&mut self, side: Side, result: SearchResult<M>, depth: u32) {
        self.score = side.view(result.value);
        self.proven = result.proven || self.score.is_decided();
        self.depth = Some(depth);
        self.lines = vec![Line { score: self.score, bound: Bound::Exact, proven: self.proven, moves: result.line }];
    }
}
