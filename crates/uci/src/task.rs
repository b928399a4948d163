//! One `go`: runs the search, reports its progress, and gives the answer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rootward_game::{Evaluation, Evaluator, Game, RootMoves, ScoreKind, Tablebase, Tablebases, final_outcome, perft};
use rootward_games::chess::{Chess, ChessKnowledge, Move, Position, coordinates};
use rootward_learn::NetworkEvaluator;
use rootward_learn::features::ChessFeatures;
use rootward_pgn::polyglot::{Choice, Polyglot};
use rootward_search::{
    Budget, Iteration, Line, NodeMeter, Search, SharedTable, Table, Techniques, TimeManager, narrow_lines, root_moves,
};
use rootward_session::search_chess;

use crate::gate::Gate;
use crate::go::Go;
use crate::info::{self, Progress, best_move};
use crate::moves;
use crate::plan::Plan;
use crate::settings::Settings;
use crate::speaker::Speaker;
use crate::strength::Limited;
use crate::work::Work;

/// Everything that a search needs, taken from the engine at `go`.
pub struct Task {
    /// The rules, and how castling is written.
    pub chess: Chess,
    /// The position to search.
    pub position: Position,
    /// Keys of the earlier positions, for repetitions.
    pub earlier: Vec<u64>,
    /// The evaluation.
    pub knowledge: Arc<ChessKnowledge>,
    /// The endgame tablebases, if there are any.
    pub tablebase: Option<Tablebases<Chess>>,
    /// The network that evaluates; none for the linear evaluation.
    pub network: Option<Arc<NetworkEvaluator<ChessFeatures>>>,
    /// The transposition table, kept from move to move.
    pub table: Arc<SharedTable>,
    /// The options.
    pub settings: Settings,
    /// The parameters of `go`.
    pub go: Go,
    /// When `go` arrived.
    pub asked: Instant,
    /// The opening book to play from.
    pub book: Option<Arc<Polyglot>>,
    /// Counts the nodes during the search.
    pub meter: NodeMeter,
    /// Verbose output.
    pub debug: bool,
    /// The output.
    pub speaker: Speaker,
}

/// The node limit of a search in a [hurry](Plan::is_hurried).
const HURRIED_NODES: u64 = 400;

/// The depth limit of such a search, which runs on the current thread with the stack that is there.
const HURRIED_DEPTH: u32 = 6;

/// The table size of a limited player: memory must not make up for its few nodes.
const LIMITED_TABLE: usize = 1 << 20;

impl Task {
    fn plan(&self) -> Plan<'_> {
        let side = self.chess.to_move(&self.position).index();
        Plan { go: &self.go, side, overhead: self.settings.overhead }
    }

    /// The time budget; none without a clock.
    pub fn budget(&self) -> Option<Budget> {
        self.plan().budget()
    }

    /// The same search with one thread and little depth, if there is so little time that it has to be run on the current thread.
    pub fn if_hurried(mut self) -> Task {
        if self.plan().is_hurried() {
            self.settings.threads = 1;
            self.go.depth = Some(self.go.depth.unwrap_or(HURRIED_DEPTH).min(HURRIED_DEPTH));
            self.go.nodes = Some(self.go.nodes.unwrap_or(HURRIED_NODES).min(HURRIED_NODES));
        }
        self
    }

    /// A legal move; none if there is none.
    fn any_move(&self) -> Vec<Move> {
        let mut legal = Vec::new();
        self.chess.moves(&self.position, &mut |mv| legal.push(mv));
        let asked = self.moves_to_choose(None);
        asked.first().or(legal.first()).copied().into_iter().collect()
    }

    /// The answer when the game is over: mate, stalemate, or a draw by rule after which a GUI may still want a move.
    fn answer_at_the_end(&self, legal: &[Move], gate: &Gate) -> String {
        let mated = legal.is_empty() && self.position.is_check();
        self.speaker.say(&format!("info depth 0 score {}", if mated { "mate 0" } else { "cp 0" }));
        gate.wait_to_answer();
        self.answer(legal.get(..1).unwrap_or_default())
    }

    fn answer(&self, line: &[Move]) -> String {
        let words = info::written(&self.chess, &self.position, line);
        best_move(&words.split_whitespace().collect::<Vec<_>>())
    }

    /// A book move, if a move is wanted and not an analysis.
    fn book_move(&self) -> Option<Move> {
        let wanted = self.go.is_limited() && !self.go.ponder && self.go.search_moves.is_empty();
        let choice = Choice::Weighted { seed: self.settings.seed };
        self.book.as_ref().filter(|_| wanted)?.choose(&self.position, choice)
    }

    /// Searches for the line to play, best move first.
    fn think(&self, legal: &[Move], gate: &Gate) -> Vec<Move> {
        let tablebase = self.tablebase.as_ref().map(|tables| tables as &dyn Tablebase<Chess>);
        let advice = tablebase.and_then(|tables| root_moves(tables, &self.chess, &self.position, &self.earlier));
        let limited = self.settings.limit_strength.then(|| Limited::new(self.settings.elo, self.settings.seed));
        let own_table = limited.map(|_| SharedTable::with_bytes(LIMITED_TABLE));
        let only = self.moves_to_choose(advice.as_ref());
        let advice = advice.filter(|_| self.go.search_moves.is_empty());
        // What the tables prove changes the values, and with them the order of the lines.
        let known = |lines: &[Line<Move>]| {
            let mut lines = lines.to_vec();
            if let Some(advice) = &advice {
                narrow_lines(&mut lines, advice);
            }
            lines
        };
        let budget = self.budget();
        let mut limits = self.plan().limits(self.asked, gate, &self.meter);
        limits.nodes = limits.nodes.into_iter().chain(limited.map(Limited::nodes)).min();
        if self.debug {
            self.speaker.say(&format!("info string budget {budget:?}"));
        }
        let search = Search::new(&self.chess)
            .knowledge(&*self.knowledge)
            .tablebase(tablebase)
            .evaluator(self.network.as_deref().map(|network| network as &dyn Evaluator<Chess>))
            .table(own_table.as_ref().unwrap_or(&self.table))
            .techniques(Techniques::ALL)
            .threads(if limited.is_some() { 1 } else { self.settings.threads })
            .lines(limited.map_or(1, Limited::lines).max(self.settings.lines))
            .earlier(&self.earlier)
            .only(&only)
            .limits(limits);
        // A forced move needs no thinking, but pondering on it may still find the reply.
        let forced = budget.is_some() && (legal.len() == 1 || only.len() == 1);
        let mut time_manager =
            budget.filter(|_| self.go.move_time.is_none()).map(|b| TimeManager::new(b, self.knowledge.unit()));
        let mut last = Vec::new();
        let report = search_chess(search, &self.position, &mut |iteration| {
            let progress = self.progress(iteration.depth.unwrap_or(0), iteration.total_nodes, iteration.elapsed);
            last = known(&iteration.lines);
            self.tell(&progress, &last, &[]);
            if let Some(line) = last.first().filter(|_| limited.is_none() && budget.is_some()) {
                gate.note_known(self.answer(&line.moves));
            }
            gate.note_answer();
            let calm = time_manager.as_mut().is_some_and(|time_manager| time_manager.is_enough(iteration));
            gate.note_enough(calm || forced || self.has_found_mate(iteration) || self.speaker.is_closed());
        });
        let lines = known(&report.lines);
        let shown = self.settings.lines;
        if !lines.iter().take(shown).eq(last.iter().take(shown)) {
            // The last, unfinished iteration changed the answer.
            let depth = report.depth.unwrap_or(0) + u32::from(report.stopped);
            self.tell(&self.progress(depth, self.meter.nodes(), report.elapsed), &lines, &last);
        }
        let key = self.chess.key(&self.position).unwrap_or(0);
        let chosen = limited.map_or(0, |limited| limited.choose(&lines, key));
        let line = lines.get(chosen).map(|line| line.moves.clone());
        line.filter(|line| !line.is_empty()).unwrap_or_else(|| self.any_move())
    }

    /// The moves that `go` names; else, if one line is wanted, those that the tablebases recommend; empty for all.
    fn moves_to_choose(&self, advice: Option<&RootMoves<Move>>) -> Vec<Move> {
        let asked: Vec<Move> = self.go.search_moves.iter().filter_map(|mv| moves::read(&self.position, mv)).collect();
        match advice {
            Some(advice) if asked.is_empty() && self.settings.lines == 1 => advice.moves.clone(),
            _ => asked,
        }
    }

    fn progress(&self, depth: u32, nodes: u64, elapsed: Duration) -> Progress {
        Progress {
            depth,
            deepest: self.meter.deepest().max(depth),
            nodes,
            elapsed,
            fullness: self.table.fullness(),
            table_hits: self.tablebase.as_ref().map_or(0, Tablebase::hits),
        }
    }

    /// Reports the lines. Those among `older` belong to the depth before.
    fn tell(&self, progress: &Progress, lines: &[Line<Move>], older: &[Line<Move>]) {
        let shown = lines.iter().take(self.settings.lines).enumerate().map(|(place, line)| {
            let written = info::written(&self.chess, &self.position, &line.moves);
            let depth = progress.depth - u32::from(older.contains(line)).min(progress.depth);
            Progress { depth, ..*progress }.line(place + 1, line, self.settings.show_wdl, &written)
        });
        self.speaker.say(&shown.collect::<Vec<_>>().join("\n"));
    }

    fn has_found_mate(&self, iteration: &Iteration<Move>) -> bool {
        let score = iteration.lines.first().map(|line| line.score.kind());
        matches!(score, Some(ScoreKind::Win(plies)) if self.plan().is_wanted(plies))
    }

    /// `go perft`: the number of lines of this length, by first move.
    fn count(&self, depth: u32, gate: &Gate) -> String {
        let mut legal = Vec::new();
        self.chess.moves(&self.position, &mut |mv| legal.push(mv));
        let mut total = 0;
        for mv in legal {
            if gate.flag().is_raised() {
                return "info string the count was stopped".to_owned();
            }
            let lines = perft(&self.chess, &self.position.after(mv), depth.saturating_sub(1));
            total += lines;
            self.speaker.say(&format!("{}: {lines}", coordinates::write(&self.chess, &self.position, mv)));
        }
        format!("\nNodes searched: {}\n", if depth == 0 { 1 } else { total })
    }
}

impl Work for Task {
    fn go(&self) -> &Go {
        &self.go
    }

    fn speaker(&self) -> &Speaker {
        &self.speaker
    }

    fn gate(&self) -> Gate {
        self.plan().gate(self.asked, || self.answer(&self.any_move()))
    }

    fn is_hurried(&self) -> bool {
        self.plan().is_hurried()
    }

    fn run(&self, gate: &Gate) -> String {
        if let Some(depth) = self.go.perft {
            gate.note_answer();
            return self.count(depth, gate);
        }
        let mut legal = Vec::new();
        self.chess.moves(&self.position, &mut |mv| legal.push(mv));
        if legal.is_empty() || final_outcome(&self.chess, &self.position).is_some() {
            return self.answer_at_the_end(&legal, gate);
        }
        if let Some(mv) = self.book_move() {
            self.speaker.say("info string from the book");
            return self.answer(&[mv]);
        }
        let chosen = self.think(&legal, gate);
        gate.wait_to_answer();
        self.answer(&chosen)
    }

    fn tell_news(&self) {
        let progress = self.progress(0, self.meter.nodes(), self.asked.elapsed());
        let mut legal = Vec::new();
        self.chess.moves(&self.position, &mut |mv| legal.push(mv));
        let current = self.meter.root_move().and_then(|(place, number)| {
            let mv = coordinates::write(&self.chess, &self.position, *legal.get(number)?);
            Some(format!(" currmove {mv} currmovenumber {}", place + 1))
        });
        self.speaker.say(&format!("info {}{}", progress.counts(), current.unwrap_or_default()));
    }
}
