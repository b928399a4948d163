//! Suites of chess positions with known answers (EPD files), searched and judged one by one.

use rootward_game::Notation;
use rootward_games::chess::Chess;
use rootward_games::chess::epd::Record;
use rootward_games::chess::puzzle::{Puzzle, PuzzleResult};
use serde::Serialize;

use rootward_session::{Analysis, Ask, Kind, Problem, Score, StopFlag, chess_of, open};

/// The positions of a suite, with their known answers.
#[derive(Clone, Debug)]
pub struct Suite {
    spec: String,
    game: Chess,
    puzzles: Vec<(usize, Puzzle)>,
    evaluation: String,
}

/// One position, searched.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteRow {
    /// The line of the file, from 1.
    #[serde(rename = "line_number")]
    pub line: usize,
    /// Its id in the file, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position.
    pub position: String,
    /// The expected answer: `Qg6`, `not Qxb3`, `mate in 3`.
    pub wanted: String,
    /// The chosen move; none if the game is over.
    pub best: Option<String>,
    /// Its value.
    pub score: Score,
    /// The move is an expected one, or the mate was proven.
    pub solved: bool,
    /// The points of the move, if moves have points…
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// … and the highest possible ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub possible: Option<u32>,
    /// The last finished depth.
    pub depth: Option<u32>,
    /// Nodes of the search.
    pub nodes: u64,
    /// Its time.
    pub elapsed_ms: f64,
    #[serde(skip)]
    mate: Option<FoundMate>,
}

/// Whether a mate was expected and found.
#[derive(Clone, Copy, Debug)]
struct FoundMate {
    found: bool,
}

/// The result of a whole suite.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SuiteSummary {
    /// The number of positions searched.
    pub positions: usize,
    /// The number of positions solved.
    pub solved: usize,
    /// Points of the chosen moves, if moves have points.
    pub points: u32,
    /// The sum of the highest points.
    pub possible: u32,
    /// The points as a percentage of the possible ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percent: Option<f64>,
    /// The number of positions with an expected mate…
    pub mates: usize,
    /// … and the number in which a mate was proven for the right side, of any length.
    pub mates_found: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Their total time.
    pub elapsed_ms: f64,
}

impl Suite {
    /// Reads a file's text. Blank lines and lines that start with `#` are skipped.
    pub fn read(spec: &str, text: &str) -> Result<Suite, Problem> {
        let none = || Problem::new(format!("there are no suites for {}", spec.trim()), "chess or chess:960");
        let game = chess_of(spec)?.ok_or_else(none)?;
        let mut puzzles = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let strange = |letter: char| letter.is_whitespace() || letter.is_control();
            let before = line.chars().take_while(|&letter| strange(letter)).count();
            let line = line.trim_matches(strange);
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let read = Record::read(line).and_then(|record| Puzzle::new(&game, &record));
            let puzzle = read.map_err(|error| Problem::from(error).in_line(index + 1, before))?;
            puzzles.push((index + 1, puzzle));
        }
        if puzzles.is_empty() {
            return Err(Problem::new(
                "there is no position in it",
                "lines of EPD such as 6k1/8/6K1/8/8/8/8/R7 w - - bm Ra8;",
            ));
        }
        Ok(Suite { spec: spec.to_owned(), game, puzzles, evaluation: "default".to_owned() })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Is it empty? (A suite that was read has at least one position.)
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Keeps only the first positions.
    pub fn truncate(&mut self, most: usize) {
        self.puzzles.truncate(most);
    }

    /// Chooses the evaluation, as [`Session::set_evaluation`](rootward_session::Session::set_evaluation) does.
    pub fn set_evaluation(&mut self, choice: &str) {
        self.evaluation = choice.to_owned();
    }

    /// Searches all positions, each with an empty table, and reports each to `each`. If the flag of `ask` is raised,
    /// the summary covers those before.
    pub fn run(&self, ask: &Ask, each: &mut dyn FnMut(&SuiteRow)) -> Result<SuiteSummary, Problem> {
        let mut session = open(&self.spec, None)?;
        session.set_evaluation(&self.evaluation)?;
        let mut summary = SuiteSummary::default();
        for (line, puzzle) in &self.puzzles {
            session.set_position(&self.game.write_position(&puzzle.position))?;
            session.forget();
            let analysis = session.analyse(ask, &mut |_| {})?;
            if ask.limits.stop.as_ref().is_some_and(StopFlag::is_raised) {
                break;
            }
            let row = self.row(*line, puzzle, analysis)?;
            summary.add(&row);
            each(&row);
        }
        Ok(summary)
    }

    fn row(&self, line: usize, puzzle: &Puzzle, analysis: Analysis) -> Result<SuiteRow, Problem> {
        let chosen = analysis.best.as_ref().map(|best| self.game.parse_move(&puzzle.position, best)).transpose()?;
        let proven = proven_mate(&analysis);
        let PuzzleResult { solved, points } = puzzle.judge(chosen, proven);
        let right_side = |wanted: i32| FoundMate { found: proven.is_some_and(|mate| mate.signum() == wanted.signum()) };
        Ok(SuiteRow {
            line,
            id: puzzle.id.clone(),
            position: analysis.position,
            wanted: puzzle.wanted(&self.game),
            best: analysis.best,
            score: analysis.score,
            solved,
            points: points.map(|(points, _)| points),
            possible: points.map(|(_, possible)| possible),
            depth: analysis.depth,
            nodes: analysis.nodes,
            elapsed_ms: analysis.elapsed_ms,
            mate: puzzle.mate.map(right_side),
        })
    }
}

/// The number of moves to a proven mate; negative if the side to move is mated.
fn proven_mate(analysis: &Analysis) -> Option<i32> {
    let plies = i32::try_from(analysis.score.plies?).ok()?;
    match analysis.score.kind {
        Kind::Win => Some((plies + 1) / 2),
        Kind::Loss => Some(-plies / 2),
        _ => None,
    }
}

impl SuiteRow {
    /// Its id, or its line.
    pub fn name(&self) -> String {
        self.id.clone().unwrap_or_else(|| format!("line {}", self.line))
    }
}

impl SuiteSummary {
    fn add(&mut self, row: &SuiteRow) {
        self.positions += 1;
        self.solved += usize::from(row.solved);
        self.points += row.points.unwrap_or(0);
        self.possible += row.possible.unwrap_or(0);
        self.percent =
            (self.possible > 0).then(|| (f64::from(self.points) * 1e4 / f64::from(self.possible)).round() / 1e2);
        self.mates += usize::from(row.mate.is_some());
        self.mates_found += usize::from(row.mate.is_some_and(|mate| mate.found));
        self.nodes += row.nodes;
        // Whole microseconds, as everywhere: a sum of decimals would have more digits.
        self.elapsed_ms = ((self.elapsed_ms + row.elapsed_ms) * 1e3).round() / 1e3;
    }

    /// `solved 12 of 20; 81 of 100 points (81 %); mate proven in 3 of 4`.
    pub fn sentence(&self) -> String {
        let mut parts = vec![format!("solved {} of {}", self.solved, self.positions)];
        if let Some(percent) = self.percent {
            parts.push(format!("{} of {} points ({percent:.2} %)", self.points, self.possible));
        }
        if self.mates > 0 {
            parts.push(format!("a mate proven in {} of {}", self.mates_found, self.mates));
        }
        parts.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_session::{Limits, Techniques};

    /// Two positions of Win at Chess, one of the Strategic Test Suite, two mates of vondele/matetrack's mates2000.epd.
    const FEW: &str = r#"
# a comment
2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id "WAC.004";
1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; c0 "f5=10, Be5+=2, Bf2=3, Bg4=2";
7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6 bm #1;
6Qk/PP1PP1np/1N1BN2P/7R/4B3/2Q5/P3KP2/6R1 b - - bm #-1;
"#;

    fn run(text: &str, nodes: u64) -> (Vec<SuiteRow>, SuiteSummary) {
        let suite = Suite::read("chess", text).unwrap();
        let ask = Ask { limits: Limits::nodes(nodes), techniques: Techniques::ALL, memory: 1 << 20, ..Ask::default() };
        let mut rows = Vec::new();
        let summary = suite.run(&ask, &mut |row| rows.push(row.clone())).unwrap();
        (rows, summary)
    }

    #[test]
    fn positions_are_searched_and_judged() {
        let (rows, summary) = run(FEW, 20_000);
        assert_eq!((summary.positions, summary.mates, summary.mates_found, summary.possible), (5, 2, 2, 10));
        assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [3, 4, 5, 6, 7]);
        assert!(rows[1].solved && rows[3].solved && rows[4].solved, "{rows:?}");
        assert_eq!((rows[0].name().as_str(), rows[3].name().as_str()), ("WAC.001", "line 6"));
        assert!(rows[2].points.is_some());
        assert_eq!(summary.solved, rows.iter().filter(|row| row.solved).count());
        assert!(summary.sentence().contains("a mate proven in 2 of 2"), "{}", summary.sentence());
    }

    #[test]
    fn with_fixed_nodes_every_run_is_the_same_whatever_was_searched_before() {
        let cost = |rows: &[SuiteRow]| rows.iter().map(|row| (row.best.clone(), row.nodes)).collect::<Vec<_>>();
        let (all, _) = run(FEW, 5_000);
        let (last, _) = run(FEW.lines().skip(4).collect::<Vec<_>>().join("\n").as_str(), 5_000);
        assert_eq!(cost(&all)[2..], cost(&last)[..]);
    }

    #[test]
    fn bad_lines_are_named() {
        let error = |text: &str| Suite::read("chess", text).unwrap_err().to_string();
        assert!(error("\n8/8 w - - bm e4;").starts_with("line 2, column 1: "), "{}", error("\n8/8 w - - bm e4;"));
        assert!(error("6k1/8/6K1/8/8/8/8/R7 w - - id \"x\";").contains("expected bm, am or dm"));
        assert!(error("# nothing").contains("no position"));
        assert!(Suite::read("tree", "").unwrap_err().to_string().contains("expected chess"));
    }
}
