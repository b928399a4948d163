//! Analysis: the best move within limits, one report per depth.

use rootward_game::{Evaluation, Knowledge, Notation, RootMoves, Verdict};
use rootward_search::{Ending, Limits, Report, SharedTable, Techniques, TimeManager, narrow_lines};

use crate::job::{Job, Title};
use crate::scribe::{millis, side_word};
use crate::techniques::active_techniques;
use crate::{Algorithm, Analysis, Ask, Iteration, OutcomeChance, OutcomeValue, Problem, Source};
use crate::{chance, textbook};

/// Searches as asked.
pub(crate) fn analyse<G: Notation, K: Knowledge<G>>(
    job: &Job<'_, G, K>,
    table: &SharedTable,
    title: Title,
    ask: &Ask,
    each: &mut dyn FnMut(&Iteration),
) -> Result<Analysis, Problem> {
    ask.check()?;
    let only = ask.only.iter().map(|text| job.game.parse_move(job.state, text)).collect::<Result<Vec<_>, _>>()?;
    let enough = ask.limits.stop.clone().unwrap_or_default();
    let mut time_manager = ask.budget.map(|budget| TimeManager::new(budget, job.judge.unit()));
    let mut tell = |iteration: &rootward_search::Iteration<G::Move>| {
        each(&written(job, iteration));
        if time_manager.as_mut().is_some_and(|time_manager| time_manager.is_enough(iteration)) {
            enough.raise();
        }
    };
    let report = match ask.algorithm {
        Algorithm::Engine => {
            let advised = root_moves(job, ask).map_or(&[][..], |root| &root.moves);
            let search = job.search(table).techniques(ask.techniques).limits(limits(ask).stop(&enough));
            let advised = if ask.lines == 1 { advised } else { &[] };
            let search = search.only(if only.is_empty() { advised } else { &only });
            search.threads(ask.threads).lines(ask.lines).resist(resists(job)).run_with(job.state, &mut tell)
        }
        Algorithm::Minimax | Algorithm::AlphaBeta => textbook::run(job, ask, &mut tell),
    };
    let mut report = report;
    if time_manager.is_some() && report.ended_by == Ending::Stop {
        // The time manager of a game clock stops by the flag.
        report.ended_by = Ending::Time;
    }
    if let Some(root) = root_moves(job, ask).filter(|_| only.is_empty()) {
        narrow_lines(&mut report.lines, root);
        if let Some(best) = report.lines.first() {
            (report.score, report.bound, report.proven) = (best.score, best.bound, best.proven);
        }
    }
    let source = source(job, ask).or_else(|| by_tables(job, ask, &report)).filter(|_| report.proven);
    if source == Some(Source::Book) {
        report.lines.iter_mut().for_each(|line| job.follow_book(&mut line.moves));
    }
    let outcomes = if ask.outcomes { outcomes(job, table, ask, report.depth) } else { Vec::new() };
    Ok(Analysis { source, outcomes, ..analysis(job, title, ask, report) })
}

/// The value of each outcome of chance, searched to the depth of the whole analysis. The entries in the table make it
/// cheap.
fn outcomes<G: Notation, K: Knowledge<G>>(
    job: &Job<'_, G, K>,
    table: &SharedTable,
    ask: &Ask,
    depth: Option<u32>,
) -> Vec<OutcomeValue> {
    let side = job.game.to_move(job.state);
    let value = |(mv, chance): (G::Move, OutcomeChance)| {
        let next = job.game.apply(job.state, mv);
        let below = Job { state: &next, earlier: Vec::new(), root_moves: None, ..*job };
        let limits = Limits { depth: depth.map(|depth| depth.max(1)), ..limits(ask) };
        let report = match ask.algorithm {
            Algorithm::Engine => {
                let search = below.search(table).techniques(ask.techniques).limits(limits);
                search.threads(ask.threads).resist(false).run(&next)
            }
            _ => textbook::run(&below, &Ask { limits, ..ask.clone() }, &mut |_| {}),
        };
        let turned = job.game.to_move(&next) != side;
        let (score, bound) = if turned { (-report.score, -report.bound) } else { (report.score, report.bound) };
        let verdict = Verdict::new(score, report.proven, job.game.counts_points());
        let (score, bound) = job.scribe().label(verdict, bound);
        let best = report.best().map(|mv| job.game.write_move(&next, mv));
        OutcomeValue { chance, proven: score.is_proven(), score, bound, best }
    };
    chance::outcomes(job.game, job.state).into_iter().map(value).collect()
}

/// The moves that the endgame tables recommend. They are proofs, so they are used only where proofs are asked for.
fn root_moves<'j, G: Notation, K>(job: &'j Job<'_, G, K>, ask: &Ask) -> Option<&'j RootMoves<G::Move>> {
    let asked = ask.algorithm == Algorithm::Engine && ask.techniques.farsighted.proofs;
    job.root_moves.as_ref().filter(|_| asked)
}

/// The limits, including the hard time limit of the budget.
fn limits(ask: &Ask) -> Limits {
    let time = [ask.limits.time, ask.budget.map(|budget| budget.hard)].into_iter().flatten().min();
    Limits { time, ..ask.limits.clone() }
}

/// Whether the answer comes from the book. At the root a move is needed, so the book answers only if it knows all
/// moves. It is a proof, so it is used only where proofs are asked for.
fn source<G: Notation, K: Knowledge<G>>(job: &Job<'_, G, K>, ask: &Ask) -> Option<Source> {
    let asked = ask.algorithm == Algorithm::Engine && ask.techniques.farsighted.proofs;
    job.book?.best_move(job.game, job.state).filter(|_| asked).map(|_| Source::Book)
}

/// Whether endgame tables know the exact value of the position. Where the game is over, nobody has to ask them.
fn by_tables<G: Notation, K: Knowledge<G>>(job: &Job<'_, G, K>, ask: &Ask, report: &Report<G::Move>) -> Option<Source> {
    let asked = ask.algorithm == Algorithm::Engine && ask.techniques.farsighted.proofs && !report.lines.is_empty();
    job.by_tables(report.score).filter(|_| asked)
}

/// Among equally lost moves, the choice depends on the opponent's replies. Where the book knows the moves but not the
/// replies, nothing is searched, and the choice has no basis.
fn resists<G: Notation, K: Knowledge<G>>(job: &Job<'_, G, K>) -> bool {
    let Some((book, plies)) = job.book.zip(job.game.plies_played(job.state)) else { return true };
    plies + 2 <= book.plies()
}

fn written<G: Notation, K: Knowledge<G>>(
    job: &Job<'_, G, K>,
    iteration: &rootward_search::Iteration<G::Move>,
) -> Iteration {
    let scribe = job.scribe();
    let best = scribe.line(&iteration.lines[0]);
    Iteration {
        depth: iteration.depth,
        score: best.score,
        bound: best.bound,
        proven: best.proven,
        line: best.line,
        lines: scribe.lines(&iteration.lines),
        nodes: iteration.total_nodes,
        evaluations: iteration.counts.evaluations,
        elapsed_ms: millis(iteration.elapsed),
    }
}

fn analysis<G: Notation, K: Knowledge<G>>(
    job: &Job<'_, G, K>,
    Title { game, position, side_name, first_name }: Title,
    ask: &Ask,
    report: Report<G::Move>,
) -> Analysis {
    let scribe = job.scribe();
    let (score, bound) = scribe.label(report.verdict(job.game.counts_points()), report.bound);
    let is_over = report.lines.is_empty();
    let techniques = if ask.algorithm == Algorithm::Engine { ask.techniques } else { Techniques::NONE };
    Analysis {
        game,
        position,
        side: side_word(scribe.side()),
        side_name,
        first_name,
        chance: chance::is_thrown(job.game, job.state),
        best: report.best().map(|mv| job.game.write_move(job.state, mv)),
        proven: score.is_proven(),
        score,
        bound,
        line: report.lines.first().map(|line| scribe.moves(&line.moves)).unwrap_or_default(),
        lines: if ask.lines > 1 { scribe.lines(&report.lines) } else { Vec::new() },
        depth: report.depth.filter(|_| !is_over),
        nodes: report.counts.nodes,
        evaluations: report.counts.evaluations,
        elapsed_ms: millis(report.elapsed),
        algorithm: ask.algorithm,
        techniques: active_techniques(techniques),
        source: None,
        opponent: None,
        stopped: report.stopped,
        ended_by: report.ended_by,
        resistance: report.resistance,
        secondary_search: report.secondary_search.map(|look| scribe.secondary_search(look)),
        outcomes: Vec::new(),
    }
}
