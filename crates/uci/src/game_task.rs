//! One `go` of any game: an analysis of its session, reported in UCI.

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rootward_session::{Ask, Bound, Iteration, Kind, Line, NodeMeter, Points, Score, Session, Techniques, Viewer};

use crate::gate::Gate;
use crate::go::Go;
use crate::info::best_move;
use crate::plan::Plan;
use crate::settings::Settings;
use crate::speaker::Speaker;
use crate::work::Work;

/// Everything that a search needs, taken from the engine at `go`.
pub struct GameTask {
    /// The session with the transposition table.
    pub searcher: Arc<Mutex<Box<dyn Session>>>,
    /// The position to search.
    pub position: Box<dyn Session>,
    /// The techniques of the game.
    pub techniques: Techniques,
    /// The side to move by colour: 0 for White, 1 for Black.
    pub side: usize,
    /// The options.
    pub settings: Settings,
    /// The parameters of `go`.
    pub go: Go,
    /// When `go` arrived.
    pub asked: Instant,
    /// Counts the nodes during the search.
    pub meter: NodeMeter,
    /// The output.
    pub speaker: Speaker,
}

/// The points for a win at an unknown distance, and for a value at the limit of estimates.
const CERTAIN: i32 = 20_000;

impl GameTask {
    /// The time of the move.
    pub fn plan(&self) -> Plan<'_> {
        Plan { go: &self.go, side: self.side, overhead: self.settings.overhead }
    }

    /// The moves that `go` names, those that are legal; empty for all.
    fn only(&self, legal: &[String]) -> Vec<String> {
        let wanted = |mv: &&String| self.go.search_moves.iter().any(|named| named.eq_ignore_ascii_case(mv));
        legal.iter().filter(wanted).cloned().collect()
    }

    fn any_move(&self) -> Option<String> {
        let legal = self.position.moves();
        self.only(&legal).into_iter().next().or_else(|| legal.into_iter().next())
    }

    /// Searches for the line to play, best move first.
    fn think(&self, legal: &[String], gate: &Gate) -> Vec<String> {
        let budget = self.plan().budget();
        let only = self.only(legal);
        let forced = budget.is_some() && (legal.len() == 1 || only.len() == 1);
        let ask = Ask {
            limits: self.plan().limits(self.asked, gate, &self.meter),
            threads: self.settings.threads,
            lines: self.settings.lines,
            techniques: self.techniques,
            memory: self.settings.hash << 20,
            budget: budget.filter(|_| self.go.move_time.is_none() && !self.go.ponder),
            only,
            ..Ask::default()
        };
        let mut searcher = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
        if !searcher.follow(self.position.as_ref()) {
            self.speaker.say("info string the position could not be searched");
            return self.any_move().into_iter().collect();
        }
        let analysis = searcher.analyse(&ask, &mut |iteration| {
            self.tell(iteration);
            if budget.is_some() {
                gate.note_known(best_move(&iteration.line));
            }
            gate.note_answer();
            gate.note_enough(forced || self.has_found_win(&iteration.score) || self.speaker.is_closed());
        });
        gate.note_answer();
        let line = match analysis {
            Ok(analysis) if analysis.line.is_empty() => analysis.best.into_iter().collect(),
            Ok(analysis) => analysis.line,
            Err(problem) => {
                self.speaker.say(&format!("info string {problem}"));
                Vec::new()
            }
        };
        if line.is_empty() { self.any_move().into_iter().collect() } else { line }
    }

    fn has_found_win(&self, score: &Score) -> bool {
        score.kind == Kind::Win && score.plies.is_some_and(|plies| self.plan().is_wanted(plies))
    }

    /// Reports a finished depth.
    fn tell(&self, iteration: &Iteration) {
        let Iteration { score, bound, proven, line, .. } = iteration;
        let best = [Line { first: None, score: score.clone(), bound: *bound, proven: *proven, line: line.clone() }];
        let lines = if iteration.lines.is_empty() { &best[..] } else { &iteration.lines };
        let depth = iteration.depth.unwrap_or(0);
        let lines = lines.iter().take(self.settings.lines).enumerate().map(|(place, line)| {
            let mut text = format!("info depth {depth} seldepth {}", self.meter.deepest().max(depth));
            let value = value(&line.score, line.bound, self.position.standing().side == "second");
            let _ = write!(text, " multipv {} score {value} {}", place + 1, self.counts(iteration.nodes));
            let _ = write!(text, " pv {}", line.line.join(" "));
            text
        });
        self.speaker.say(&lines.collect::<Vec<_>>().join("\n"));
    }

    fn counts(&self, nodes: u64) -> String {
        let elapsed = self.asked.elapsed();
        let nps = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
        format!("nodes {nodes} nps {nps} time {}", elapsed.as_millis())
    }

    /// `go perft`: the number of lines of this length, by first move.
    fn count(&self, depth: u32, gate: &Gate) -> String {
        if depth == 0 {
            return "\nNodes searched: 1\n".to_owned();
        }
        let mut stopped = false;
        let divisions = self.position.divide(depth, &mut |division| {
            stopped |= gate.flag().is_raised();
            if !stopped {
                self.speaker.say(&format!("{}: {}", division.mv, division.lines));
            }
        });
        if stopped {
            return "info string the count was stopped".to_owned();
        }
        format!("\nNodes searched: {}\n", divisions.iter().map(|division| division.lines).sum::<u64>())
    }
}

/// A value for the side to move: `cp` in hundredths where the game divides its unit, else in points; `mate` in moves of the winner.
fn value(score: &Score, bound: Bound, is_second: bool) -> String {
    let turned = score.viewer == Some(Viewer::Max) && is_second;
    let moves = score.plies.map(|plies| plies.div_ceil(2));
    let text = match (score.kind, moves) {
        (Kind::Win, Some(moves)) => format!("mate {moves}"),
        (Kind::Win, None) => format!("cp {CERTAIN}"),
        (Kind::Loss, Some(0)) => "mate 0".to_owned(),
        (Kind::Loss, Some(moves)) => format!("mate -{moves}"),
        (Kind::Loss, None) => format!("cp -{CERTAIN}"),
        (Kind::Draw, _) => "cp 0".to_owned(),
        (Kind::Payoff | Kind::Expected | Kind::Estimate, _) => {
            let points = score.value.as_ref().map_or(0, Points::hundredths).clamp(-CERTAIN, CERTAIN);
            format!("cp {}", if turned { -points } else { points })
        }
    };
    let bound = if turned { -bound } else { bound };
    text + match bound {
        Bound::Exact => "",
        Bound::AtLeast => " lowerbound",
        Bound::AtMost => " upperbound",
    }
}

impl Work for GameTask {
    fn go(&self) -> &Go {
        &self.go
    }

    fn speaker(&self) -> &Speaker {
        &self.speaker
    }

    fn gate(&self) -> Gate {
        self.plan().gate(self.asked, || best_move(self.any_move().as_slice()))
    }

    /// A session starts its own threads in any case, and its table is filled by the thread that searches.
    fn is_hurried(&self) -> bool {
        false
    }

    fn run(&self, gate: &Gate) -> String {
        if let Some(depth) = self.go.perft {
            gate.note_answer();
            return self.count(depth, gate);
        }
        let legal = self.position.moves();
        if legal.is_empty() || self.position.standing().outcome.is_some() {
            self.speaker.say("info depth 0 score cp 0");
            gate.wait_to_answer();
            return best_move(legal.get(..1).unwrap_or_default());
        }
        let line = self.think(&legal, gate);
        gate.wait_to_answer();
        best_move(&line)
    }

    fn tell_news(&self) {
        let legal = self.position.moves();
        let current = self
            .meter
            .root_move()
            .and_then(|(place, number)| Some(format!(" currmove {} currmovenumber {}", legal.get(number)?, place + 1)));
        self.speaker.say(&format!("info {}{}", self.counts(self.meter.nodes()), current.unwrap_or_default()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_session::open;

    #[test]
    fn values_are_those_of_the_side_to_move() {
        let win = |plies| value(&Score::decided(Kind::Win, Some(plies), None), Bound::Exact, true);
        assert_eq!((win(1), win(5)), ("mate 1".to_owned(), "mate 3".to_owned()));
        let loss = |plies| value(&Score::decided(Kind::Loss, plies, None), Bound::AtMost, false);
        assert_eq!(
            (loss(Some(0)), loss(Some(4)), loss(None)),
            ("mate 0 upperbound".into(), "mate -2 upperbound".into(), "cp -20000 upperbound".into())
        );
        assert_eq!(value(&Score::decided(Kind::Draw, None, None), Bound::Exact, true), "cp 0");
        // Points are counted for the first side.
        let mut session = open("tree", Some("((3 12 8) (2 4 6) (14 5 2))")).unwrap();
        let score = session.analyse(&Ask::default(), &mut |_| {}).unwrap().score;
        assert_eq!(value(&score, Bound::AtLeast, false), "cp 3 lowerbound");
        assert_eq!(value(&score, Bound::AtLeast, true), "cp -3 upperbound");
    }
}
