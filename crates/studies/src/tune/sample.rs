//! Positions with proven results: read from a file, or reached by random play and solved.

use std::io::{self, Read};
use std::path::Path;

use rootward_game::contract::Dice;
use rootward_search::Limits;

use rootward_session::{Algorithm, Ask, Kind, Problem, Session, SolveAsk, StopFlag, quoted};

/// A position and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position as text.
    pub position: String,
    /// Is the first side to move?
    pub first_to_move: bool,
    /// Its result for MAX: 0, ½ or 1.
    pub result: f64,
    /// A search's score in points for MAX, if there is one.
    pub score: Option<f64>,
    /// The game it is from, if it is one of several from a game.
    pub game: Option<u64>,
    /// The nonzero features by number: MAX's minus MIN's, in parts as the game measures them.
    pub counts: Vec<(u32, i32)>,
}

/// The settings of drawing and solving positions.
#[derive(Clone, Debug)]
pub struct SampleSettings {
    /// The number of positions to collect.
    pub samples: usize,
    /// The same seed gives the same positions.
    pub seed: u64,
    /// The node limit of a position: harder ones are skipped.
    pub nodes: u64,
    /// Positions that end by force within this many plies are skipped: a search sees that by itself. 0 keeps all.
    pub quiet: u32,
    /// Stops the collecting.
    pub stop: StopFlag,
}

impl Default for SampleSettings {
    fn default() -> SampleSettings {
        SampleSettings { samples: 2000, seed: 1, nodes: 50_000, quiet: 2, stop: StopFlag::default() }
    }
}

/// A small table: enough for small searches, and fast to clear.
pub(crate) const SMALL_TABLE: usize = 1 << 16;

/// The greatest length of a random game; only a game with repetition could be longer.
const LONGEST_GAME: usize = 400;

/// Leaves a session at a random position of a random game, somewhere before its end. The number distinguishes the
/// random draws of one seed: each is independent of those before, so that collecting can begin anywhere.
pub(crate) fn wander(session: &mut dyn Session, seed: u64, number: u64) -> Result<(), Problem> {
    let mut dice = dice_of(seed, number);
    let plies = play_at_random(session, &mut dice, LONGEST_GAME)?;
    // Neither the initial position, which is always the same, nor the last, where nothing is left to predict.
    let stay = 1 + dice.below(plies.saturating_sub(1));
    for _ in stay..plies {
        session.undo();
    }
    Ok(())
}

/// Leaves a session this many random plies from its start, or at the end of the game.
pub(crate) fn wander_for(session: &mut dyn Session, seed: u64, number: u64, plies: usize) -> Result<(), Problem> {
    play_at_random(session, &mut dice_of(seed, number), plies).map(|_| ())
}

pub(super) fn dice_of(seed: u64, number: u64) -> Dice {
    Dice::new(Dice::new(seed).bits() ^ Dice::new(number).bits())
}

/// Goes back to the start, plays at most this many random moves, and returns their number.
pub(super) fn play_at_random(session: &mut dyn Session, dice: &mut Dice, most: usize) -> Result<usize, Problem> {
    while session.undo().is_some() {}
    for plies in 0..most {
        let view = session.view();
        if view.outcome.is_some() || view.moves.is_empty() {
            return Ok(plies);
        }
        session.play(&view.moves[dice.below(view.moves.len())])?;
    }
    Ok(most)
}

/// Is the end farther away than this many plies, as far as plain search sees?
pub(crate) fn is_quiet(session: &mut dyn Session, plies: u32) -> Result<bool, Problem> {
    if plies == 0 {
        return Ok(true);
    }
    // The textbook search has no table, so the answer does not depend on the positions before.
    let ask =
        Ask { algorithm: Algorithm::AlphaBeta, limits: Limits::depth(plies), memory: SMALL_TABLE, ..Ask::default() };
    Ok(!session.analyse(&ask, &mut |_| {})?.proven)
}

/// The question of who wins, with a node limit.
pub(crate) fn question(nodes: Option<u64>, stop: &StopFlag) -> SolveAsk {
    let limits = Limits { nodes, stop: Some(stop.clone()), ..Limits::default() };
    SolveAsk { limits, weak: true, whole_line: false, ..SolveAsk::default() }
}

/// Solves the current position; none if that takes too long.
pub(crate) fn solved(session: &mut dyn Session, ask: &SolveAsk) -> Result<Option<Sample>, Problem> {
    let first = is_first(session);
    let solution = session.solve(ask)?;
    if !solution.proven {
        return Ok(None);
    }
    let result = match (solution.value, &solution.payoff) {
        (_, Some(points)) => share(points.number()),
        (Some(kind), None) => result_for_max(kind, first),
        (None, None) => return Ok(None),
    };
    Ok(Some(measured(session, result)))
}

/// The current position with this result.
pub(crate) fn measured(session: &dyn Session, result: f64) -> Sample {
    let counts = session.features().into_iter().map(|term| term.count).enumerate();
    let counts = counts.filter(|(_, count)| *count != 0).map(|(term, count)| (term as u32, count)).collect();
    Sample {
        position: session.view().position,
        first_to_move: is_first(session),
        result,
        score: None,
        game: None,
        counts,
    }
}

pub(crate) fn is_first(session: &dyn Session) -> bool {
    session.view().side == "first"
}

/// A win, a draw or a loss of the side to move, for MAX.
fn result_for_max(kind: Kind, first_to_move: bool) -> f64 {
    let sign = match kind {
        Kind::Win => 1.0,
        Kind::Loss => -1.0,
        _ => 0.0,
    };
    share(if first_to_move { sign } else { -sign })
}

/// 0, ½ or 1 by the sign.
pub(crate) fn share(points: f64) -> f64 {
    if points > 0.0 {
        1.0
    } else if points < 0.0 {
        0.0
    } else {
        0.5
    }
}

/// Reads `POSITION [RESULT]` lines. The result is for the side to move: win, draw or loss, or a number whose sign says
/// so; a position without a result is solved. A position that contains spaces is followed by a tab.
pub fn read_samples(
    session: &mut dyn Session,
    path: &Path,
    stop: &StopFlag,
    each: &mut dyn FnMut(usize),
) -> Result<Vec<Sample>, Problem> {
    let file = format!("file '{}'", path.display());
    let bytes = bytes_of(path).map_err(|error| Problem::sentence(error).within(&file))?;
    let mut samples = Vec::new();
    for (number, line) in String::from_utf8_lossy(&bytes).lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = || format!("line {} of '{}'", number + 1, path.display());
        let sample = read_line(session, line, stop).map_err(|problem| problem.within(place()))?;
        match sample {
            Some(sample) => samples.push(sample),
            None if stop.is_raised() => break,
            None => return Err(Problem::sentence("the position could not be solved").within(place())),
        }
        each(samples.len());
    }
    Ok(samples)
}

/// The bytes of a file, or of stdin for the name `-`.
fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub(crate) fn read_line(session: &mut dyn Session, line: &str, stop: &StopFlag) -> Result<Option<Sample>, Problem> {
    let (position, rest) = line.split_once('\t').or_else(|| line.split_once(char::is_whitespace)).unwrap_or((line, ""));
    let result = rest.split_whitespace().next().map(read_result).transpose()?;
    session.set_position(position)?;
    if session.view().outcome.is_some() {
        return Err(Problem::new(format!("the game is over at {}", quoted(position)), "a position with moves"));
    }
    match result {
        Some(kind) => Ok(Some(measured(session, result_for_max(kind, is_first(session))))),
        None => solved(session, &question(None, stop)),
    }
}

/// A result for the side to move.
fn read_result(text: &str) -> Result<Kind, Problem> {
    let wrong = || Problem::new(format!("{} is not a result", quoted(text)), "win, draw, loss or a whole number");
    match text {
        "win" => Ok(Kind::Win),
        "draw" => Ok(Kind::Draw),
        "loss" => Ok(Kind::Loss),
        number => number.parse::<i64>().map_err(|_| wrong()).map(|number| match number.signum() {
            1 => Kind::Win,
            -1 => Kind::Loss,
            _ => Kind::Draw,
        }),
    }
}

/// The word for MAX's result from a side's point of view.
pub(crate) fn result_word(result: f64, for_first: bool) -> &'static str {
    match (result == 0.5, (result > 0.5) == for_first) {
        (true, _) => "draw",
        (_, true) => "win",
        (_, false) => "loss",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use rootward_session::open;

    fn line(text: &str) -> Result<Option<Sample>, Problem> {
        read_line(open("connect-four", None).unwrap().as_mut(), text, &StopFlag::default())
    }

    #[test]
    fn results_are_those_of_the_side_to_move_and_become_those_of_max() {
        let result = |text: &str| line(text).unwrap().unwrap().result;
        assert_eq!([result("44 win"), result("44 -3"), result("44\tdraw")], [1.0, 0.0, 0.5]);
        assert_eq!([result("4 win"), result("4 loss"), result("4 0 more words")], [0.0, 1.0, 0.5]);
        // Three in a row with both ends free, and X to move.
        let solved = line("334455").unwrap().unwrap();
        assert_eq!((solved.result, solved.first_to_move, result_word(solved.result, true)), (1.0, true, "win"));
    }

    #[test]
    fn a_bad_line_is_refused_with_a_sentence() {
        let error = |text: &str| line(text).unwrap_err().to_string();
        assert_eq!(error("44 good"), "'good' is not a result; expected win, draw, loss or a whole number");
        assert!(error("448 win").contains("'8' is not a column"));
        assert!(error("1212121 1").contains("the game is over"));
    }

    #[test]
    fn a_wandering_session_stays_before_the_end_and_repeats_itself() {
        let mut session = open("tic-tac-toe", None).unwrap();
        let mut at = |number| {
            wander(session.as_mut(), 5, number).unwrap();
            let view = session.view();
            assert!(view.outcome.is_none() && !session.moves_played().is_empty());
            view.position
        };
        let once: Vec<String> = (0..50).map(&mut at).collect();
        let again: Vec<String> = (0..50).rev().map(&mut at).collect();
        assert_eq!(once, again.into_iter().rev().collect::<Vec<_>>());
    }

    proptest! {
        #[test]
        fn arbitrary_lines_are_read_or_refused_without_a_panic(text in "[1-9 \t]{0,12}[-a-z0-9]{0,6}|.{0,20}") {
            let stop = StopFlag::default();
            stop.raise();
            let _ = read_line(open("connect-four", None).unwrap().as_mut(), &text, &stop);
        }
    }
}
