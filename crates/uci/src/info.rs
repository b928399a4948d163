//! Values and lines in UCI notation.

use std::fmt::Write;
use std::time::Duration;

use rootward_game::{Bound, Score, ScoreKind};
use rootward_games::chess::{Chess, Move, Position, coordinates};
use rootward_search::Line;
use rootward_syzygy::FARTHEST;

/// The figures of an `info` line besides the line of play.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The depth in plies, if an iteration was finished.
    pub depth: u32,
    /// The selective depth: the deepest ply reached.
    pub deepest: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since `go`.
    pub elapsed: Duration,
    /// The fill of the transposition table, in permille.
    pub fullness: u32,
    /// Tablebase hits.
    pub table_hits: u64,
}

impl Progress {
    /// `nodes … nps … hashfull … tbhits … time …`.
    pub fn counts(&self) -> String {
        let micros = self.elapsed.as_micros().max(1);
        let nps = u128::from(self.nodes) * 1_000_000 / micros;
        let Progress { nodes, fullness, table_hits, .. } = self;
        let millis = self.elapsed.as_millis();
        format!("nodes {nodes} nps {nps} hashfull {fullness} tbhits {table_hits} time {millis}")
    }

    /// A complete `info` line about a line of play; `number` is its MultiPV index.
    pub fn line(&self, number: usize, line: &Line<Move>, wdl: bool, written: &str) -> String {
        let mut text = format!("info depth {}", self.depth);
        let _ = write!(text, " seldepth {} multipv {number} score {}", self.deepest, value(line.score));
        if wdl {
            let [win, draw, loss] = chances(line.score, line.proven);
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        text.push_str(match line.bound {
            Bound::Exact => "",
            Bound::AtLeast => " lowerbound",
            Bound::AtMost => " upperbound",
        });
        let _ = write!(text, " {} pv {written}", self.counts());
        text
    }
}

/// The centipawns for a win at an unknown distance.
const CERTAIN: u32 = 20_000;

/// A value for the side to move: `cp` in centipawns, `mate` in moves.
pub fn value(score: Score) -> String {
    match score.kind() {
        // Won according to the tablebases, which do not give the distance to mate.
        ScoreKind::Win(plies) if plies >= FARTHEST => format!("cp {CERTAIN}"),
        ScoreKind::Loss(plies) if plies >= FARTHEST => format!("cp -{CERTAIN}"),
        ScoreKind::Win(plies) => format!("mate {}", plies.div_ceil(2)),
        ScoreKind::Loss(0) => "mate 0".to_owned(),
        ScoreKind::Loss(plies) => format!("mate -{}", plies.div_ceil(2)),
        ScoreKind::Points(points) => format!("cp {points}"),
    }
}

/// The centipawns at which the winning probability is one half.
const EVEN_CHANCE: f64 = 150.0;
/// The scale of the logistic curve in centipawns.
const STEEPNESS: f64 = 90.0;

/// Probabilities of a win, a draw and a loss in permille: certain for proven values, a rough guess for estimates.
pub fn chances(score: Score, proven: bool) -> [u32; 3] {
    match score.kind() {
        ScoreKind::Win(_) => [1000, 0, 0],
        ScoreKind::Loss(_) => [0, 0, 1000],
        ScoreKind::Points(0) if proven => [0, 1000, 0],
        ScoreKind::Points(points) => {
            let chance = |points: f64| (1000.0 / (1.0 + ((EVEN_CHANCE - points) / STEEPNESS).exp())).round() as u32;
            let (win, loss) = (chance(f64::from(points)), chance(-f64::from(points)));
            [win, 1000_u32.saturating_sub(win + loss), loss]
        }
    }
}

/// `bestmove` with the expected reply, from a line of play.
pub fn best_move<T: AsRef<str>>(line: &[T]) -> String {
    match line {
        [] => "bestmove 0000".to_owned(),
        [best] => format!("bestmove {}", best.as_ref()),
        [best, reply, ..] => format!("bestmove {} ponder {}", best.as_ref(), reply.as_ref()),
    }
}

/// A line of play in coordinates; it ends at the first illegal move.
pub fn written(chess: &Chess, position: &Position, moves: &[Move]) -> String {
    let mut at = position.clone();
    let mut words = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !at.board().is_legal(mv) {
            break;
        }
        words.push(coordinates::write(chess, &at, mv));
        at = at.after(mv);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_winner() {
        assert_eq!(value(Score::win_in(1)), "mate 1");
        assert_eq!(value(Score::win_in(5)), "mate 3");
        assert_eq!(value(Score::loss_in(0)), "mate 0");
        assert_eq!(value(Score::loss_in(2)), "mate -1");
        assert_eq!(value(Score::loss_in(4)), "mate -2");
        assert_eq!(value(Score::points(-35)), "cp -35");
        assert_eq!(value(Score::loss_in(FARTHEST + 3)), "cp -20000", "no distance is made up");
    }

    #[test]
    fn chances_add_up_and_follow_the_value() {
        let mut last = 0;
        for points in -2000..=2000 {
            let [win, draw, loss] = chances(Score::points(points), false);
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= last);
            last = win;
        }
        assert_eq!(chances(Score::DRAW, true), [0, 1000, 0]);
        assert_ne!(chances(Score::DRAW, false), [0, 1000, 0], "an estimate of 0 is no draw");
        assert_eq!(chances(Score::loss_in(6), true), [0, 0, 1000]);
    }

    #[test]
    fn a_bound_is_called_a_bound() {
        let mut line = Line { score: Score::win_in(5), bound: Bound::AtLeast, proven: true, moves: vec![] };
        let progress =
            Progress { depth: 7, deepest: 9, nodes: 10, elapsed: Duration::from_millis(2), ..Progress::default() };
        let written = progress.line(1, &line, false, "e2e4");
        let counts = "nodes 10 nps 5000 hashfull 0 tbhits 0 time 2";
        assert_eq!(written, format!("info depth 7 seldepth 9 multipv 1 score mate 3 lowerbound {counts} pv e2e4"));
        line.bound = Bound::Exact;
        assert!(!progress.line(1, &line, false, "e2e4").contains("bound"));
    }
}
