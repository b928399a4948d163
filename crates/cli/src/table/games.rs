//! The games with endgame tables. A further one is an `impl` of [`TableGame`] and an arm of [`with_game`].

use rootward_endgames::checkers::{self, CheckersEndings, Pieces};
use rootward_endgames::chess::{ChessEndings, MOST_PIECES, Material};
use rootward_endgames::{Endings, Tables, Value};
use rootward_game::{Game, Side, legal_moves};
use rootward_games::checkers::Checkers;
use rootward_games::chess::{Chess, Position};
use rootward_pgn::{Format, GameResult};
use rootward_session::Problem;

use crate::failure::{Code, Failure};
use crate::output::Output;

/// What the commands need to know about a game beside its numbers: how people name endings, write positions and moves.
pub trait TableGame: Endings<Position: PartialEq> {
    /// The rules, with their notation and their files.
    type Rules: Format + Clone;

    /// Who is to move, for the two columns of counts.
    const SIDES: [&'static str; 2];

    /// Is the longest win published with either side to move, or with the winner?
    const LONGEST_OF_EITHER: bool;

    /// The rules.
    fn rules(&self) -> Self::Rules;

    /// The position of the rules with this numbered one, and the other way round.
    fn state(&self, position: &Self::Position) -> StateOf<Self>;
    fn numbered(&self, state: &StateOf<Self>) -> Self::Position;

    /// The slices that a name stands for: one, or all with a number of pieces.
    fn named(&self, name: &str) -> Result<Vec<Self::Slice>, String>;

    /// Why no table can have this position.
    fn no_table_for(&self, position: &Self::Position) -> String;

    /// The result in a file if this side wins.
    fn won_by(side: Side) -> GameResult;

    /// Reads a position.
    fn read(&self, text: &str) -> Result<Self::Position, Problem> {
        Ok(self.numbered(&rootward_game::Notation::parse_position(&self.rules(), text)?))
    }

    /// Writes a position.
    fn write(&self, position: &Self::Position) -> String {
        rootward_game::Notation::write_position(&self.rules(), &self.state(position))
    }
}

/// The positions of a game's rules.
pub type StateOf<E> = <<E as TableGame>::Rules as Game>::State;
/// The moves of a game's rules.
pub type MoveOf<E> = <<E as TableGame>::Rules as Game>::Move;

impl TableGame for ChessEndings {
    type Rules = Chess;

    const SIDES: [&'static str; 2] = ["White", "Black"];
    const LONGEST_OF_EITHER: bool = true;

    fn rules(&self) -> Chess {
        Chess::default()
    }

    fn state(&self, position: &Self::Position) -> Position {
        Position::from_board(position.clone())
    }

    fn numbered(&self, state: &Position) -> Self::Position {
        state.board().clone()
    }

    fn named(&self, name: &str) -> Result<Vec<Material>, String> {
        let Ok(pieces) = name.trim().parse::<usize>() else { return Ok(vec![self.slice(name)?]) };
        if (3..=MOST_PIECES).contains(&pieces) {
            return Ok(Material::all(pieces));
        }
        Err(format!("'{name}' is no number of pieces: expected 3 to {MOST_PIECES}, kings included"))
    }

    fn no_table_for(&self, position: &Self::Position) -> String {
        let pieces = position.occupied().len();
        if pieces as usize > MOST_PIECES {
            return format!("it has {pieces} pieces; expected at most {MOST_PIECES}, kings included");
        }
        "endgame tables leave castling out; expected a position without the right to castle".into()
    }

    fn won_by(side: Side) -> GameResult {
        if side == Side::First { GameResult::White } else { GameResult::Black }
    }
}

impl TableGame for CheckersEndings {
    type Rules = Checkers;

    const SIDES: [&'static str; 2] = ["Black", "White"];
    /// With three pieces 61 plies, though some position is lost in 62.
    const LONGEST_OF_EITHER: bool = false;

    fn rules(&self) -> Checkers {
        Checkers::default()
    }

    fn state(&self, position: &Self::Position) -> Self::Position {
        *position
    }

    fn numbered(&self, state: &Self::Position) -> Self::Position {
        checkers::without_clock(state)
    }

    fn named(&self, name: &str) -> Result<Vec<Pieces>, String> {
        let Ok(pieces) = name.trim().parse::<usize>() else { return Ok(vec![self.slice(name)?]) };
        let most = checkers::MOST_PIECES;
        if (2..=most).contains(&pieces) {
            return Ok(Pieces::all(pieces));
        }
        Err(format!("'{name}' is no number of pieces: expected 2 to {most}, those of both sides together"))
    }

    fn no_table_for(&self, position: &Self::Position) -> String {
        let (pieces, most) = (32 - position.empty().count_ones(), checkers::MOST_PIECES);
        format!("it has {pieces} pieces; expected at most {most}, those of both sides together")
    }

    /// Black begins, but results are written White first.
    fn won_by(side: Side) -> GameResult {
        if side == Side::First { GameResult::Black } else { GameResult::White }
    }
}

/// A command that works for every game with endgame tables.
pub trait Task {
    fn run<E: TableGame>(&self, game: E, output: &mut Output) -> Result<Code, Failure>;
}

/// The games below, and the one that `table build` handles itself.
const EXPECTED: &str = "chess or checkers (or, for 'table build', backgammon-bearoff)";

/// The games with endgame tables.
pub const GAMES: [&str; 2] = ["chess", "checkers"];

/// Runs a command for the game with this name.
pub fn with_game(name: &str, task: &impl Task, output: &mut Output) -> Result<Code, Failure> {
    match name {
        "chess" => task.run(ChessEndings::default(), output),
        "checkers" => task.run(CheckersEndings::default(), output),
        other => Err(Problem::new(format!("there are no tables of '{other}'"), EXPECTED).into()),
    }
}

/// The slices of several names, each once.
pub fn all_named<E: TableGame>(game: &E, names: &[String]) -> Result<Vec<E::Slice>, Problem> {
    let mut all = Vec::new();
    for name in names {
        let slices = game.named(name).map_err(Problem::sentence)?;
        all.extend(slices.into_iter().filter(|slice| !all.contains(slice)).collect::<Vec<_>>());
    }
    Ok(all)
}

/// The moves of a position with their values by the tables, the best first.
pub fn moves_of<E: TableGame>(tables: &Tables<E>, position: &E::Position) -> Vec<(MoveOf<E>, Option<Value>)> {
    let mut values = tables.successors(position);
    values.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    let moves = |(after, value): (E::Position, _)| Some((move_between(tables.game(), position, &after)?, value));
    values.into_iter().filter_map(moves).collect()
}

/// The move that leads from one position to the next.
pub fn move_between<E: TableGame>(game: &E, before: &E::Position, after: &E::Position) -> Option<MoveOf<E>> {
    let (rules, state) = (game.rules(), game.state(before));
    legal_moves(&rules, &state).into_iter().find(|&mv| game.numbered(&rules.apply(&state, mv)) == *after)
}
