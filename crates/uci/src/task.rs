//! One `go`: a search as it is asked for, told as it goes on, and answered.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rootward_game::{Game, Knowledge, ScoreKind, perft};
use rootward_games::chess::{Chess, ChessKnowledge, Move, Position, coordinates};
use rootward_search::{
    Budget, GameClock, Iteration, Limits, Line, MAX_DEPTH, NodeMeter, Patience, Report, Search, SharedTable, Table,
    Techniques,
};

use crate::gate::Gate;
use crate::go::Go;
use crate::info::{self, Progress};
use crate::moves;
use crate::settings::Settings;
use crate::speaker::Speaker;
use crate::strength::Limited;

/// Everything that a search needs, taken from the engine when `go` comes.
pub struct Task {
    /// The rules, and how castling is written.
    pub chess: Chess,
    /// The position to search.
    pub position: Position,
    /// Keys of the positions before it, for repetitions.
    pub earlier: Vec<u64>,
    /// The evaluation.
    pub knowledge: Arc<ChessKnowledge>,
    /// The table, kept from move to move.
    pub table: Arc<SharedTable>,
    /// The options.
    pub settings: Settings,
    /// What was asked.
    pub go: Go,
    /// When it was asked.
    pub asked: Instant,
    /// Say more.
    pub debug: bool,
    /// Where to say it.
    pub speaker: Speaker,
}

/// News of a long search: the first after so long, and then every so often.
pub const NEWS_EVERY: Duration = Duration::from_secs(1);

/// A limited player's table: its memory must not make up for its few nodes.
const LIMITED_TABLE: usize = 1 << 20;

impl Task {
    /// The time that may be spent; none without a clock.
    #[must_use]
    pub fn budget(&self) -> Option<Budget> {
        let side = self.chess.to_move(&self.position).index();
        let overhead = self.settings.overhead;
        let by_clock = self.go.time[side].map(|left| {
            let clock =
                GameClock { left, increment: self.go.increment[side], moves_to_go: self.go.moves_to_go, overhead };
            clock.budget()
        });
        // Asked for exactly so long: the way to the clock and back is part of it.
        let by_move = self.go.move_time.map(|time| time.saturating_sub(overhead.min(time / 2)));
        match (by_clock.filter(|_| !self.go.infinite), by_move.filter(|_| !self.go.infinite)) {
            (Some(Budget { soft, hard }), Some(time)) => Some(Budget { soft: soft.min(time), hard: hard.min(time) }),
            (None, Some(time)) => Some(Budget { soft: time, hard: time }),
            (by_clock, None) => by_clock,
        }
    }

    /// Searches, tells and answers. Returns when `bestmove` is said.
    pub fn run(&self, gate: &Gate) {
        if let Some(depth) = self.go.perft {
            return self.count(depth, gate);
        }
        let mut legal = Vec::new();
        self.chess.moves(&self.position, &mut |mv| legal.push(mv));
        if legal.is_empty() || self.chess.outcome(&self.position).is_some() {
            return self.answer_at_the_end(&legal, gate);
        }
        let chosen = self.think(&legal, gate);
        gate.wait_to_answer();
        self.answer(&chosen);
    }

    /// The game is over: mated, stalemate, or a draw by rule after which a program may want a move all the same.
    fn answer_at_the_end(&self, legal: &[Move], gate: &Gate) {
        let mated = legal.is_empty() && self.position.is_check();
        self.speaker.say(&format!("info depth 0 score {}", if mated { "mate 0" } else { "cp 0" }));
        gate.wait_to_answer();
        self.answer(legal.get(..1).unwrap_or_default());
    }

    fn answer(&self, line: &[Move]) {
        let words = info::written(&self.chess, &self.position, line);
        let mut words = words.split(' ').filter(|word| !word.is_empty());
        let best = words.next().unwrap_or("0000");
        match words.next() {
            Some(reply) => self.speaker.say(&format!("bestmove {best} ponder {reply}")),
            None => self.speaker.say(&format!("bestmove {best}")),
        }
    }

    /// The line to play, best move first.
    fn think(&self, legal: &[Move], gate: &Gate) -> Vec<Move> {
        let limited = self.settings.limit_strength.then(|| Limited::new(self.settings.elo, self.settings.seed));
        let own_table = limited.map(|_| SharedTable::with_bytes(LIMITED_TABLE));
        let table = own_table.as_ref().unwrap_or(&self.table);
        let meter = NodeMeter::default();
        let only: Vec<Move> = self.go.search_moves.iter().filter_map(|mv| moves::read(&self.position, mv)).collect();
        let budget = self.budget();
        if self.debug {
            self.speaker.say(&format!("info string budget {budget:?}"));
        }
        let search = Search::new(&self.chess)
            .knowledge(&*self.knowledge)
            .table(table)
            .techniques(Techniques::ALL)
            .threads(if limited.is_some() { 1 } else { self.settings.threads })
            .lines(limited.map_or(1, Limited::lines).max(self.settings.lines))
            .earlier(&self.earlier)
            .only(&only)
            .limits(self.limits(budget, limited, gate, &meter));
        let told = Told { task: self, table, meter: &meter, last: Mutex::new(None) };
        // With a single move there is nothing to think about, but pondering on it may still find the reply.
        let forced = budget.is_some() && (legal.len() == 1 || only.len() == 1);
        let mut patience =
            budget.filter(|_| self.go.move_time.is_none()).map(|b| Patience::new(b, self.knowledge.unit()));
        let report = search.run_with(&self.position, &mut |iteration| {
            told.iteration(iteration);
            let calm = patience.as_mut().is_some_and(|patience| patience.is_enough(iteration));
            gate.note_enough(calm || forced || self.has_found_mate(iteration) || self.speaker.is_closed());
        });
        told.end(&report);
        let chosen =
            limited.map_or(0, |limited| limited.choose(&report.lines, self.chess.key(&self.position).unwrap_or(0)));
        report.lines.get(chosen).map(|line| line.moves.clone()).unwrap_or_default()
    }

    fn limits(&self, budget: Option<Budget>, limited: Option<Limited>, gate: &Gate, meter: &NodeMeter) -> Limits {
        let asked = if self.go.infinite { (None, None) } else { (self.go.depth, self.go.nodes) };
        let nodes = asked.1.into_iter().chain(limited.map(Limited::nodes)).min();
        // While pondering, our clock stands; the gate keeps the time from `ponderhit` on.
        let time = budget.filter(|_| !self.go.ponder).map(|budget| budget.hard.saturating_sub(self.asked.elapsed()));
        Limits {
            depth: asked.0.map(|depth| depth.clamp(1, MAX_DEPTH)),
            nodes: nodes.map(|nodes| nodes.max(1)),
            time,
            stop: Some(gate.flag().clone()),
            meter: Some(meter.clone()),
        }
    }

    fn has_found_mate(&self, iteration: &Iteration<Move>) -> bool {
        let wanted = self.go.mate.filter(|_| !self.go.infinite);
        let score = iteration.lines.first().map(|line| line.score.kind());
        matches!((wanted, score), (Some(moves), Some(ScoreKind::Win(plies))) if plies.div_ceil(2) <= moves)
    }

    /// `go perft`: lines of this length, by first move.
    fn count(&self, depth: u32, gate: &Gate) {
        let mut legal = Vec::new();
        self.chess.moves(&self.position, &mut |mv| legal.push(mv));
        let mut total = 0;
        for mv in legal {
            if gate.flag().is_raised() {
                self.speaker.say("info string the count was stopped");
                return;
            }
            let lines = perft(&self.chess, &self.position.after(mv), depth.saturating_sub(1));
            total += lines;
            self.speaker.say(&format!("{}: {lines}", coordinates::write(&self.chess, &self.position, mv)));
        }
        self.speaker.say(&format!("\nNodes searched: {}\n", if depth == 0 { 1 } else { total }));
    }
}

/// What a search has told so far.
struct Told<'a> {
    task: &'a Task,
    table: &'a SharedTable,
    meter: &'a NodeMeter,
    last: Mutex<Option<Line<Move>>>,
}

impl Told<'_> {
    fn iteration(&self, iteration: &Iteration<Move>) {
        let progress = Progress {
            depth: iteration.depth.unwrap_or(0),
            deepest: None,
            nodes: iteration.total_nodes,
            elapsed: iteration.elapsed,
            fullness: self.table.fullness(),
            table_hits: 0,
        };
        self.lines(&progress, &iteration.lines);
    }

    fn lines(&self, progress: &Progress, lines: &[Line<Move>]) {
        let task = self.task;
        let shown = lines.iter().take(task.settings.lines.max(1)).enumerate().map(|(place, line)| {
            let written = info::written(&task.chess, &task.position, &line.moves);
            progress.line(place + 1, line, task.settings.show_wdl, &written)
        });
        task.speaker.say(&shown.collect::<Vec<_>>().join("\n"));
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = lines.first().cloned();
    }

    /// If the last, unfinished iteration changed the answer, that is told too.
    fn end(&self, report: &Report<Move>) {
        let told = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if report.lines.first() != told.as_ref() {
            let progress = Progress {
                depth: report.depth.unwrap_or(0) + u32::from(report.stopped),
                deepest: None,
                nodes: self.meter.nodes(),
                elapsed: report.elapsed,
                fullness: self.table.fullness(),
                table_hits: 0,
            };
            self.lines(&progress, &report.lines);
        }
    }
}
