//! Solving where no line need ever end, as in chess: a search to the end of the game would not come back, so the value is
//! looked for depth by depth.
//!
//! First with every technique, which finds a forced win soonest; a win or a loss that it reports is proven, but a quicker one
//! may have been passed over. Then with those alone that guess nothing, which settles how soon, and without a win says that
//! there is none within the depths that were finished.

use rootward_game::{Bound, Knowledge, Notation, Proof, Score, ScoreKind};
use rootward_search::{Limits, Report, SharedTable, Techniques};

use crate::job::{Job, new_table};
use crate::stages::{is_over, rest};
use crate::{Problem, SolveAsk};

/// Proves what it can within the limits; the table of the last search comes back with it.
pub(crate) fn prove<G: Notation, K: Knowledge<G>>(
    job: &Job<'_, G, K>,
    ask: &SolveAsk,
    lines: usize,
) -> Result<(Report<G::Move>, SharedTable), Problem> {
    let limits = &ask.limits;
    let half = Limits {
        nodes: limits.nodes.map(|nodes| nodes / 2),
        time: limits.time.map(|time| time / 2),
        depth: None,
        ..limits.clone()
    };
    let found = {
        let table = new_table(ask.memory)?;
        let search = job.search(&table).techniques(Techniques::ALL).limits(half).threads(ask.threads);
        search.resist(false).run(job.state)
    };
    let (nodes, elapsed) = (found.counts.nodes, found.elapsed);
    let known = decided(&found);
    // What guesses leaves marks in the table that must not answer what is to be proven.
    let table = new_table(ask.memory)?;
    if ask.weak && known.is_some() || is_over(limits, nodes, elapsed) {
        return Ok((settled(found, known), table));
    }
    // The win is there at this depth, and no quicker one is missed up to it.
    let depth = plies(found.score).filter(|_| lines == 1);
    let own = Limits { depth, ..rest(limits, nodes, elapsed) };
    let mut report = job.prove(&table, own, ask, lines);
    report.counts.nodes += nodes;
    report.elapsed += elapsed;
    if report.lines.is_empty() || report.proven && report.bound == Bound::Exact {
        return Ok((report, table));
    }
    if let Some(known) = known {
        let (counts, elapsed, stopped) = (report.counts, report.elapsed, report.stopped);
        return Ok((Report { counts, elapsed, stopped, ..settled(found, Some(known)) }, table));
    }
    report.limits = decided(&report).unwrap_or_else(|| not_within(report.depth.unwrap_or(0)));
    Ok((report, table))
}

/// How far off a win or a loss is.
fn plies(score: Score) -> Option<u32> {
    match score.kind() {
        ScoreKind::Win(plies) | ScoreKind::Loss(plies) => Some(plies),
        ScoreKind::Points(_) => None,
    }
}

/// What a search that guesses has proven: a win at least this quick, or a loss.
fn decided<M>(found: &Report<M>) -> Option<Proof> {
    match found.score.kind() {
        ScoreKind::Win(_) => Some(Proof::at_least(found.score)),
        ScoreKind::Loss(_) => Some(Proof::at_most(found.score)),
        _ => None,
    }
}

/// The report of that search, with its value as the bound that it is.
fn settled<M>(mut found: Report<M>, known: Option<Proof>) -> Report<M> {
    let Some(known) = known else { return found };
    found.bound = if found.score > Score::DRAW { Bound::AtLeast } else { Bound::AtMost };
    found.limits = known;
    found.proven = true;
    found
}

/// Nobody wins within a depth that was searched without guessing.
fn not_within(depth: u32) -> Proof {
    if depth == 0 {
        return Proof::NOTHING;
    }
    let at_least = Proof::at_least(Score::loss_in(depth + 1)).at_least;
    Proof { at_least, ..Proof::at_most(Score::win_in(depth + 1)) }
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
        let solution = solved("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", nodes(2_000_000));
        assert_eq!(solution.sentence(), "White mates in 2 moves (proven). Best move: Ra6.");
    }

    #[test]
    fn a_forced_draw_is_proven() {
        let bare_kings = solved("7k/8/8/8/8/8/1q6/K7 w - - 0 1", nodes(10_000));
        assert_eq!((bare_kings.value, bare_kings.proven), (Some(Kind::Draw), true), "{}", bare_kings.sentence());
        let stalemate = solved("5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10", nodes(1000));
        assert_eq!((stalemate.value, stalemate.plies), (Some(Kind::Draw), Some(0)), "Sam Loyd's ten moves");
    }

    #[test]
    fn what_is_not_proven_says_how_far_it_was_looked() {
        let solution = solved("", nodes(20_000));
        assert_eq!((solution.value, solution.proven, solution.stopped), (None, false, true));
        let sentence = solution.sentence();
        assert!(sentence.starts_with("Not proven within the limits, depth "), "{sentence}");
        let moves = (solution.depth.unwrap() + 1).div_ceil(2);
        assert!(sentence.contains(&format!("White mates in {moves} moves at the earliest, if at all")), "{sentence}");
        assert!(
            sentence.contains(&format!("White is mated in {moves} moves at the earliest, if at all")),
            "{sentence}"
        );
    }
}
