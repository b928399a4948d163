//! Test positions: what each asks for, and whether an answer solves it.

use cozy_chess::Move;
use rootward_game::{Notation, TextError};

use super::epd::Record;
use super::{Chess, Position};

/// A test position: good moves, bad moves, a mate to be found, or moves with grades.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name.
    pub id: Option<String>,
    /// The position.
    pub position: Position,
    /// The best moves (`bm`), any of which solves it.
    pub best: Vec<Move>,
    /// Moves to be avoided (`am`).
    pub avoid: Vec<Move>,
    /// Moves until mate (`bm #5`, `dm 5`); negative if the side to move is mated.
    pub mate: Option<i32>,
    /// Moves with their grades, as in the Strategic Test Suite (`c0 "f5=10, Be5+=2"`).
    pub grades: Vec<(Move, u32)>,
}

/// How good an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleResult {
    /// The answer is what the position asks for.
    pub solved: bool,
    /// The grade of the move, and the highest grade of the position.
    pub points: Option<(u32, u32)>,
}

impl Puzzle {
    /// Makes a test position of a record.
    pub fn new(game: &Chess, record: &Record) -> Result<Puzzle, TextError> {
        let mate = mate_of(record)?;
        let named_mate = record.operands("bm").and_then(|operands| operands.first()).is_some_and(|word| is_mate(word));
        let puzzle = Puzzle {
            id: record.id(),
            position: record.position.clone(),
            best: if named_mate { Vec::new() } else { record.moves(game, "bm")? },
            avoid: record.moves(game, "am")?,
            mate,
            grades: grades_of(game, record)?,
        };
        let asks = !puzzle.best.is_empty() || !puzzle.avoid.is_empty() || mate.is_some() || !puzzle.grades.is_empty();
        if asks {
            return Ok(puzzle);
        }
        Err(TextError::new("the position has no answer", "bm, am or dm with one, or c0 with graded moves"))
    }

    /// What the position asks for, in a few words: `Qg6`, `not Qxb3`, `mate in 3`.
    pub fn wanted(&self, game: &Chess) -> String {
        let write = |mv: &Move| game.write_move(&self.position, *mv);
        let moves = |moves: &[Move]| moves.iter().map(write).collect::<Vec<_>>().join(" or ");
        let mut wanted = Vec::new();
        if let Some(mate) = self.mate {
            wanted.push(format!("{} in {}", if mate < 0 { "mated" } else { "mate" }, mate.unsigned_abs()));
        }
        if !self.best.is_empty() {
            wanted.push(moves(&self.best));
        }
        if !self.avoid.is_empty() {
            wanted.push(format!("not {}", moves(&self.avoid)));
        }
        if wanted.is_empty() {
            let most = self.grades.iter().map(|(_, grade)| *grade).max();
            let top = self.grades.iter().filter(|(_, grade)| Some(*grade) == most).map(|(mv, _)| write(mv));
            wanted.push(top.collect::<Vec<_>>().join(" or "));
        }
        wanted.join(", ")
    }

    /// Judges an answer: a move, and the number of moves in which it is proven to mate (negative: to be mated).
    pub fn judge(&self, chosen: Option<Move>, proven_mate: Option<i32>) -> PuzzleResult {
        let is_among = |moves: &[Move]| chosen.is_some_and(|mv| moves.contains(&mv));
        let grade = |mv| self.grades.iter().find(|(graded, _)| Some(*graded) == mv).map_or(0, |(_, grade)| *grade);
        let highest = self.grades.iter().map(|(_, grade)| *grade).max();
        let mates = self.mate.is_none_or(|wanted| {
            proven_mate.is_some_and(|found| found.signum() == wanted.signum() && found.abs() <= wanted.abs())
        });
        let best = match (self.best.is_empty(), highest) {
            (false, _) => is_among(&self.best),
            (true, Some(highest)) if self.avoid.is_empty() && self.mate.is_none() => grade(chosen) == highest,
            _ => true,
        };
        PuzzleResult {
            solved: mates && best && !is_among(&self.avoid),
            points: highest.map(|highest| (grade(chosen), highest)),
        }
    }
}

fn is_mate(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|number| number.parse::<i32>().is_ok())
}

/// `bm #5`, `dm 5`.
fn mate_of(record: &Record) -> Result<Option<i32>, TextError> {
    if let Some(word) = record.operands("bm").and_then(|operands| operands.first()).filter(|word| is_mate(word)) {
        return Ok(word[1..].parse().ok());
    }
    let Some(words) = record.operands("dm") else { return Ok(None) };
    let text = words.join(" ");
    let wrong = |_| TextError::new(format!("dm '{text}' is not a number of moves"), "dm and a number such as 5");
    text.parse().map(Some).map_err(wrong)
}

/// `c0 "f5=10, Be5+=2"`, or the grades in `c8` and the moves in `c9` or `c7`.
fn grades_of(game: &Chess, record: &Record) -> Result<Vec<(Move, u32)>, TextError> {
    let text = |code: &str| record.operands(code).map(|operands| operands.join(" "));
    let read_move = |word: &str| game.parse_move(&record.position, word);
    if let Some(graded) = text("c0").as_deref().and_then(graded_words) {
        let read: Vec<_> = graded.iter().map(|(mv, grade)| read_move(mv).map(|mv| (mv, *grade))).collect();
        // A comment is free text: `depth=20` looks like a grade, and names no move. Where some words are moves, grades are
        // meant, and the others are mistakes.
        if read.iter().any(Result::is_ok) {
            return read.into_iter().collect();
        }
    }
    let Some((grades, moves)) = text("c8").zip(text("c9").or_else(|| text("c7"))) else { return Ok(Vec::new()) };
    let (grades, moves): (Vec<&str>, Vec<&str>) =
        (grades.split_whitespace().collect(), moves.split_whitespace().collect());
    if grades.len() != moves.len() {
        let problem = format!("there are {} grades in c8 for {} moves", grades.len(), moves.len());
        return Err(TextError::new(problem, "as many grades as moves"));
    }
    moves.into_iter().zip(grades).map(|(mv, grade)| Ok((read_move(mv)?, read_grade(grade)?))).collect()
}

/// The words before each `=` and the numbers after it, if the whole comment has this form, as grades have.
fn graded_words(comment: &str) -> Option<Vec<(&str, u32)>> {
    let graded = |part| str::trim(part).rsplit_once('=').and_then(|(word, grade)| Some((word, grade.parse().ok()?)));
    comment.split(',').map(graded).collect()
}

fn read_grade(text: &str) -> Result<u32, TextError> {
    text.parse().map_err(|_| TextError::new(format!("'{text}' is not a grade"), "a number such as 10"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the Strategic Test Suite (STS1-STS15_LAN_v3.epd, fsmosca/STS-Rating).
    const GRADED: &str = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; id \"Undermine.001\"; \
                          c0 \"f5=10, Be5+=2, Bf2=3, Bg4=2\"; c8 \"10 2 3 2\"; c9 \"f4f5 d4e5 d4f2 f3g4\";";
    const MATE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";

    fn puzzle(line: &str) -> Puzzle {
        Puzzle::new(&Chess::default(), &Record::read(line).unwrap()).unwrap()
    }

    fn result(line: &str, chosen: &str, mate: Option<i32>) -> PuzzleResult {
        let puzzle = puzzle(line);
        puzzle.judge(Chess::default().parse_move(&puzzle.position, chosen).ok(), mate)
    }

    #[test]
    fn best_moves_and_moves_to_avoid() {
        let line = format!("{MATE} bm Ra8# Ra7; am Kf1;");
        assert!(result(&line, "a1a8", None).solved && result(&line, "Ra7", None).solved);
        assert!(
            !result(&line, "Kf1", None).solved && !result(&line, "Ra6", None).solved && !result(&line, "", None).solved
        );
        assert_eq!(puzzle(&line).wanted(&Chess::default()), "Ra8# or Ra7, not Kf1");
        let avoid = format!("{MATE} am Kf1;");
        assert!(result(&avoid, "Ra6", None).solved && !result(&avoid, "Kf1", None).solved);
    }

    #[test]
    fn a_mate_has_to_be_proven_and_short_enough() {
        for line in [format!("{MATE} bm #2;"), format!("{MATE} dm 2;")] {
            assert!(result(&line, "Ra8", Some(1)).solved && result(&line, "Ra8", Some(2)).solved);
            assert!(!result(&line, "Ra8", Some(3)).solved, "too long");
            assert!(!result(&line, "Ra8", Some(-2)).solved && !result(&line, "Ra8", None).solved);
        }
        let mated = "6Qk/PP1PP1np/1N1BN2P/7R/4B3/2Q5/P3KP2/6R1 b - - bm #-1;";
        assert!(result(mated, "", Some(-1)).solved && !result(mated, "", Some(1)).solved);
        assert_eq!(puzzle(mated).wanted(&Chess::default()), "mated in 1");
    }

    #[test]
    fn graded_moves_bring_points_of_the_highest_grade() {
        let no_c0 = GRADED.replace("c0", "c5");
        for line in [GRADED, &no_c0, &no_c0.replace("bm f5; ", "")] {
            assert_eq!(result(line, "f5", None), PuzzleResult { solved: true, points: Some((10, 10)) });
            assert_eq!(result(line, "Bf2", None), PuzzleResult { solved: false, points: Some((3, 10)) });
            assert_eq!(result(line, "h3", None), PuzzleResult { solved: false, points: Some((0, 10)) });
        }
        for comment in ["as easy as a=b", "depth=20", "eval=35, time=2", "=1", "a==3", "=", "Kf1=Q"] {
            let line = format!("{MATE} bm Ra8; c0 \"{comment}\";");
            assert_eq!(result(&line, "Ra8", None), PuzzleResult { solved: true, points: None }, "{comment}");
        }
    }

    #[test]
    fn what_cannot_be_judged_is_refused() {
        let error = |operations: &str| {
            let record = Record::read(&format!("{MATE} {operations}")).unwrap();
            Puzzle::new(&Chess::default(), &record).unwrap_err().to_string()
        };
        assert!(error("id \"x\";").contains("no answer"));
        assert!(error("bm e4;").contains("'e4' is not a legal move here"));
        assert!(error("dm soon;").contains("dm 'soon'"));
        assert!(error("c8 \"1 2\"; c9 \"a1a8\";").contains("2 grades in c8 for 1 moves"));
        assert!(error("c0 \"Qa1=10\";").contains("no answer"), "a comment, not grades");
        assert!(error("bm Ra8; c0 \"Ra8=10, Qa1=5\";").contains("'Qa1'"));
    }
}
