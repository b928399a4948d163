//! Solving: the proven value, and best play to the end of the game.

use std::time::Duration;

use rootward_game::{Bound, Knowledge, Notation, Proof, Verdict, Window, final_outcome, legal_moves, outcome_at};
use rootward_search as search;
use rootward_search::{Report, SharedTable};

use crate::job::{Job, Title};
use crate::scribe::{Scribe, millis, side_word};
use crate::{Kind, MoveValue, OutcomeChance, Points, Problem, Score, Solution, SolveAsk, Source};
use crate::{chance, endless, stages, whole};

/// The greatest length of a line; only a game with repetition could exceed it.
const LONGEST_LINE: usize = 10_000;

/// Proves the value of a position, with the stored table or an empty one.
pub(crate) fn solve<G: Notation, K: Knowledge<G>>(
    job: &Job<'_, G, K>,
    kept: Option<&SharedTable>,
    title: Title,
    ask: &SolveAsk,
) -> Result<Solution, Problem> {
    if whole::is_called_for(job.game) && final_outcome(job.game, job.state).is_none() {
        return whole::solve(job, title, ask);
    }
    let Title { game, position, side_name, first_name } = title;
    let is_thrown = chance::is_thrown(job.game, job.state);
    // At a chance node there is one line, without moves.
    let lines = if ask.all_moves && !is_thrown { legal_moves(job.game, job.state).len() } else { 1 };
    let (report, own) = match kept {
        _ if G::CAN_REPEAT => endless::prove(job, ask, lines).map(|(report, table)| (report, Some(table)))?,
        Some(table) => (job.prove(table, ask.limits.clone(), ask, lines), None),
        None => stages::prove(job, ask, lines).map(|(report, table)| (report, Some(table)))?,
    };
    // A book answers before the table has many entries; best play beyond it has to be searched, if it is asked for. To clear 256 MiB
    // takes 2.8 ms, a thousand times as long as the answer.
    let goes_on = ask.all_moves || ask.whole_line && !ask.weak;
    let own = if job.book.is_some() && own.is_some() && goes_on { Some(job.pool.take(ask.memory)?) } else { own };
    let Some(table) = own.as_deref().or(kept) else { unreachable!("one of the two is there") };
    let scribe = job.scribe();
    let first = report.lines.first();
    let proven = report.proven && (ask.weak || report.bound == Bound::Exact);
    let known = match proven {
        true if first.is_none() => ProvenParts::exactly(&scribe, &report),
        // Points are solved exactly even if only the sign is asked for.
        true if ask.weak && report.score.is_decided() => ProvenParts {
            value: ProvenParts::exactly(&scribe, &report).value,
            ..ProvenParts::within(&scribe, report.limits)
        },
        true if ask.weak => ProvenParts { plies: None, mate: None, ..ProvenParts::exactly(&scribe, &report) },
        true => ProvenParts::exactly(&scribe, &report),
        false => ProvenParts::within(&scribe, report.limits),
    };
    let draws_on = known.plies.is_none() && first.is_some();
    let whole = first.filter(|_| proven && !ask.weak && (ask.whole_line || draws_on));
    let search = Spent { nodes: report.counts.nodes, time: report.elapsed, ran_out: report.stopped };
    let mut spent = search;
    let whole = whole.map(|line| job.complete(line.moves.clone(), table, ask, &mut spent));
    let best = first.filter(|line| line.proven).and_then(|line| line.moves.first());
    let moves = ask.all_moves.then(|| match is_thrown {
        true => job.outcome_values(table, ask, &mut spent),
        false => job.move_values(&report.lines, table, ask, &mut spent),
    });
    let source = job.source().or_else(|| first.and_then(|_| job.by_tables(report.score))).filter(|_| proven);
    // If a book knew the value, only best play beyond it was searched.
    let cost = if source == Some(Source::Book) { spent } else { search };
    let shown = |line: &WholeLine<G::Move>| scribe.moves(&line.moves);
    Ok(Solution {
        game,
        position,
        side: side_word(scribe.side()),
        side_name,
        first_name,
        is_thrown,
        value: known.value,
        fraction: known.payoff.as_ref().and_then(Points::fraction),
        payoff: known.payoff,
        plies: known.plies.or_else(|| whole.as_ref()?.plies()),
        mate: known.mate,
        best: best.map(|&mv| job.game.write_move(job.state, mv)),
        line: (ask.whole_line && !ask.weak).then(|| whole.as_ref().map(shown).unwrap_or_default()),
        moves,
        source,
        proven,
        at_least: known.at_least,
        at_most: known.at_most,
        chance: None,
        out_of_memory: false,
        stopped: spent.ran_out,
        ended_by: spent.ran_out.then(|| stages::struck(&ask.limits, spent.nodes)),
        depth: report.depth.filter(|_| G::CAN_REPEAT && first.is_some()),
        nodes: cost.nodes,
        elapsed_ms: millis(cost.time),
    })
}

/// What is proven about a value.
#[derive(Default)]
struct ProvenParts {
    value: Option<Kind>,
    payoff: Option<Points>,
    plies: Option<u32>,
    mate: Option<u32>,
    at_least: Option<Score>,
    at_most: Option<Score>,
}

impl ProvenParts {
    fn exactly<G: Notation>(scribe: &Scribe<'_, G>, report: &Report<G::Move>) -> ProvenParts {
        let (score, _) = scribe.label(report.verdict(scribe.game.counts_points()), report.bound);
        let over = report.lines.is_empty().then_some(0);
        let (plies, mate) = (score.plies.or(over), score.mate);
        ProvenParts { value: Some(score.kind), payoff: score.value, plies, mate, ..ProvenParts::default() }
    }

    /// Bounds tighter than the range of all values, converted to the side that the game's points are for.
    fn within<G: Notation>(scribe: &Scribe<'_, G>, limits: Proof) -> ProvenParts {
        let mut known = ProvenParts::default();
        let ends = [(limits.at_least, Bound::AtLeast), (limits.at_most, Bound::AtMost)];
        for (score, bound) in ends.into_iter().filter(|(score, _)| Window::FULL.contains(*score)) {
            let verdict = Verdict::new(score, true, scribe.game.counts_points());
            match scribe.label(verdict, bound) {
                // Nothing is better than an immediate win, nor worse than an immediate loss: that is no information.
                (score, _) if score.plies == Some(0) => {}
                (score, Bound::AtMost) => known.at_most = Some(score),
                (score, _) => known.at_least = Some(score),
            }
        }
        let is = |end: &Option<Score>, kind| end.as_ref().is_some_and(|score| score.kind == kind);
        if is(&known.at_least, Kind::Win) {
            known.value = Some(Kind::Win);
        } else if is(&known.at_most, Kind::Loss) {
            known.value = Some(Kind::Loss);
        }
        known
    }
}

/// The part of the limits that is used up.
#[derive(Clone, Copy)]
struct Spent {
    nodes: u64,
    time: Duration,
    /// A limit was reached before everything asked for was found.
    ran_out: bool,
}

/// Best play, and whether it goes to the end of the game.
struct WholeLine<M> {
    moves: Vec<M>,
    ends: bool,
}

impl<M> WholeLine<M> {
    fn plies(&self) -> Option<u32> {
        self.ends.then_some(self.moves.len() as u32)
    }
}

impl<G: Notation, K: Knowledge<G>> Job<'_, G, K> {
    /// The search ends a line where a proof or the table knew the rest. Solving on from there, with the table still
    /// filled, gives best play to the end of the game.
    fn complete(
        &self,
        mut moves: Vec<G::Move>,
        table: &SharedTable,
        ask: &SolveAsk,
        spent: &mut Spent,
    ) -> WholeLine<G::Move> {
        let mut earlier = self.earlier.clone();
        let mut state = self.state.clone();
        let mut walked = 0;
        while moves.len() < LONGEST_LINE {
            for &mv in &moves[walked..] {
                earlier.extend(self.game.key(&state));
                state = self.game.apply(&state, mv);
            }
            walked = moves.len();
            if walked > 0 && outcome_at(self.game, &state).is_some() {
                return WholeLine { moves, ends: true };
            }
            // From here on the game repeats, and ends when the players agree.
            if G::CAN_REPEAT && self.game.key(&state).is_some_and(|key| earlier.contains(&key)) {
                return WholeLine { moves, ends: false };
            }
            let rest = Job { state: &state, earlier: earlier.clone(), root_moves: None, ..*self };
            let Some(report) = rest.prove_within(table, ask, spent) else { break };
            match report.lines.into_iter().next() {
                Some(line) if line.proven && !line.moves.is_empty() => moves.extend(line.moves),
                _ => break,
            }
        }
        WholeLine { moves, ends: false }
    }

    /// Proves a position with the rest of the limits; none if they are used up.
    fn prove_within(&self, table: &SharedTable, ask: &SolveAsk, spent: &mut Spent) -> Option<Report<G::Move>> {
        if stages::is_over(&ask.limits, spent.nodes, spent.time) {
            spent.ran_out = true;
            return None;
        }
        let report = self.prove(table, stages::rest(&ask.limits, spent.nodes, spent.time), ask, 1);
        spent.nodes += report.counts.nodes;
        spent.time += report.elapsed;
        spent.ran_out |= report.stopped;
        Some(report)
    }

    /// Every move with what is proven about it, best first; moves that a limit left out are last.
    fn move_values(
        &self,
        lines: &[search::Line<G::Move>],
        table: &SharedTable,
        ask: &SolveAsk,
        spent: &mut Spent,
    ) -> Vec<MoveValue> {
        let found = |mv: &G::Move| lines.iter().any(|line| line.moves.first() == Some(mv));
        let unknown = |mv: G::Move| MoveValue::unknown(self.game.write_move(self.state, mv));
        let rest: Vec<G::Move> = legal_moves(self.game, self.state).into_iter().filter(|mv| !found(mv)).collect();
        let known: Vec<MoveValue> = lines.iter().map(|line| self.move_value(line, table, ask, spent)).collect();
        known.into_iter().chain(rest.into_iter().map(unknown)).collect()
    }

    /// Every outcome of chance with its value, in their order.
    fn outcome_values(&self, table: &SharedTable, ask: &SolveAsk, spent: &mut Spent) -> Vec<MoveValue> {
        let value = |(mv, chance): (G::Move, OutcomeChance)| {
            let unknown = MoveValue::unknown(chance.outcome);
            let next = self.game.apply(self.state, mv);
            let below = Job { state: &next, earlier: Vec::new(), root_moves: None, ..*self };
            match below.prove_within(table, ask, spent) {
                Some(report) if report.proven && report.bound == Bound::Exact => {
                    let turned = self.game.to_move(&next) != self.game.to_move(self.state);
                    let score = if turned { -report.score } else { report.score };
                    let verdict = Verdict::new(score, true, self.game.counts_points());
                    let (score, _) = self.scribe().label(verdict, report.bound);
                    MoveValue { value: Some(score.kind), payoff: score.value, fraction: score.fraction, ..unknown }
                }
                _ => unknown,
            }
        };
        chance::outcomes(self.game, self.state).into_iter().map(value).collect()
    }

    fn move_value(
        &self,
        line: &search::Line<G::Move>,
        table: &SharedTable,
        ask: &SolveAsk,
        spent: &mut Spent,
    ) -> MoveValue {
        let scribe = self.scribe();
        let mv = line.moves.first().map(|&mv| self.game.write_move(self.state, mv)).unwrap_or_default();
        if !line.proven || line.bound != Bound::Exact && !ask.weak {
            return MoveValue::unknown(mv);
        }
        let (score, _) = scribe.label(line.verdict(self.game.counts_points()), line.bound);
        let value = Some(score.kind);
        let known = MoveValue { value, payoff: score.value, fraction: score.fraction, ..MoveValue::unknown(mv) };
        if ask.weak {
            return known;
        }
        let plies = score.plies.or_else(|| self.complete(line.moves.clone(), table, ask, spent).plies());
        MoveValue { plies, mate: score.mate, ..known }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_reported_for_whoever_the_points_are_for() {
        let tree = rootward_games::tree::Tree::parse("min(2.5 3)").unwrap();
        let scribe = Scribe { game: &tree, state: &rootward_games::tree::Node::ROOT };
        let known = ProvenParts::within(&scribe, Proof::at_least(rootward_game::Score::points(-25)));
        assert_eq!((known.value, known.at_least.is_none()), (None, true));
        assert_eq!(known.at_most.unwrap().to_string(), "payoff 2.5");
        let game = rootward_games::connect_four::ConnectFour::default();
        let scribe = Scribe { game: &game, state: &rootward_game::Game::initial(&game) };
        let known = ProvenParts::within(&scribe, Proof::at_least(rootward_game::Score::win_in(9)));
        assert_eq!((known.value, known.plies), (Some(Kind::Win), None));
    }
}
