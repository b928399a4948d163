//! Tasks on positions of chess: captures at the horizon, and endgame tables.

use rootward_session::endgame_view::{EndgameView, PositionValues};
use rootward_session::{Algorithm, Ask, Board, Kind, Limits, Problem, Session, open_written, techniques_for};
use rootward_support::random::Dice;

use crate::part::Part;
use crate::seeded::{between, dice, draw};
use crate::student::Student;
use crate::task::{Show, Task};

/// The most moves to choose from.
const OPTIONS: usize = 5;
/// A table that is large enough for one ply.
const MEMORY: usize = 1 << 20;

/// The move of a search of one ply without quiescence, and with it: a piece that is guarded is worth taking only to the first.
pub(crate) fn captures(student: &Student) -> Result<Task, Problem> {
    let mut dice = dice(student, "captures");
    let mut session = open_written("chess", None)?;
    session.set_evaluation("linear")?;
    let techniques = [techniques_for("chess", Some("none"))?, techniques_for("chess", Some("none,+quiescence"))?];
    draw(50_000, || {
        let fen = placed(&mut dice, &['K', 'Q', 'k', 'r', 'n', 'p', 'p'], 'w');
        session.set_position(&fen).ok()?;
        let board = session.board()?;
        // Most positions have no such choice; a look at the board is quicker than two searches.
        let taken = |piece: char| board.moves.iter().any(|mv| piece_at(&board, &mv.to) == Some(piece));
        if !taken('r') || !taken('n') || board.check.is_some() {
            return None;
        }
        let mut best = |techniques| {
            let ask = Ask {
                algorithm: Algorithm::Engine,
                limits: Limits::depth(1),
                techniques,
                memory: MEMORY,
                ..Ask::default()
            };
            session.forget();
            session.analyse(&ask, &mut |_| {}).ok()?.best
        };
        let (greedy, careful) = (best(techniques[0])?, best(techniques[1])?);
        let takes = |mv: &str, piece: char| {
            board.moves.iter().any(|shown| shown.text == mv && piece_at(&board, &shown.to) == Some(piece))
        };
        if !takes(&greedy, 'r') || !takes(&careful, 'n') {
            return None;
        }
        let options = options(&session.moves(), &[&greedy, &careful]);
        let parts =
            vec![Part::choice("plain", options.clone(), vec![greedy]), Part::choice("quiet", options, vec![careful])];
        Some(Task::asking("captures", Some(shown(session.as_ref(), fen)?), parts))
    })
}

/// Won or drawn: king and pawn against king.
pub(crate) fn pawn(student: &Student, endgames: &EndgameView) -> Result<Task, Problem> {
    let mut dice = dice(student, "pawn");
    let (wanted, side) = ([Kind::Win, Kind::Draw][dice.below(2)], ['w', 'b'][dice.below(2)]);
    let (fen, values) = drawn_ending(&mut dice, &['K', 'P', 'k'], side, endgames, |values| {
        // For Black to move, White's win is a loss.
        let kind = if values.score.kind == Kind::Loss { Kind::Win } else { values.score.kind };
        kind == wanted
    })?;
    let right = if values.score.kind == Kind::Draw { "draw" } else { "win" };
    let part = Part::choice("outcome", ["win", "draw"].map(str::to_owned).to_vec(), vec![right.to_owned()]);
    let show = shown(open_written("chess", Some(&fen))?.as_ref(), fen);
    Ok(Task::asking("pawn", show, vec![part]).fact("side", values.side))
}

/// Mate in how many moves, with a queen or a rook.
pub(crate) fn mate(student: &Student, endgames: &EndgameView) -> Result<Task, Problem> {
    let mut dice = dice(student, "mate");
    let (piece, moves) = (['Q', 'R'][dice.below(2)], between(&mut dice, 1, 3) as u32);
    let (fen, values) = drawn_ending(&mut dice, &['K', piece, 'k'], 'w', endgames, |values| {
        values.score.kind == Kind::Win && values.score.mate == Some(moves)
    })?;
    let fastest = values.score.mate.unwrap_or_default();
    let best: Vec<String> = values
        .moves
        .iter()
        .filter(|mv| mv.score.as_ref().is_some_and(|score| score.kind == Kind::Win && score.mate == Some(fastest)))
        .map(|mv| mv.mv.clone())
        .collect();
    let all: Vec<String> = values.moves.iter().map(|mv| mv.mv.clone()).collect();
    let wanted: Vec<&str> = best.iter().take(1).map(String::as_str).collect();
    let options = options(&all, &wanted);
    let right = best.into_iter().filter(|mv| options.contains(mv)).collect();
    let parts = vec![Part::number("moves", fastest), Part::choice("first", options, right)];
    let show = shown(open_written("chess", Some(&fen))?.as_ref(), fen);
    Ok(Task::asking("mate", show, parts))
}

/// A position of an ending that suits.
fn drawn_ending(
    dice: &mut Dice,
    pieces: &[char],
    side: char,
    endgames: &EndgameView,
    suits: impl Fn(&PositionValues) -> bool,
) -> Result<(String, PositionValues), Problem> {
    draw(50_000, || {
        let fen = placed(dice, pieces, side);
        let values = endgames.position(&fen).ok()?;
        (values.over.is_none() && suits(&values)).then_some((fen, values))
    })
}

/// Pieces on random squares, pawns not on the first and last rank; whether the position is legal is for the rules to say.
fn placed(dice: &mut Dice, pieces: &[char], side: char) -> String {
    let mut board = [[None; 8]; 8];
    for &piece in pieces {
        loop {
            let (row, column) = (dice.below(8), dice.below(8));
            let is_free = board[row][column].is_none();
            let is_edge = row == 0 || row == 7;
            if is_free && !(is_edge && piece.eq_ignore_ascii_case(&'p')) {
                board[row][column] = Some(piece);
                break;
            }
        }
    }
    let rows = board.map(|row| {
        let mut text = String::new();
        let mut gap = 0;
        for cell in row {
            match cell {
                None => gap += 1,
                Some(piece) => {
                    text.extend((gap > 0).then(|| gap.to_string()));
                    text.push(piece);
                    gap = 0;
                }
            }
        }
        text.extend((gap > 0).then(|| gap.to_string()));
        text
    });
    format!("{} {side} - - 0 1", rows.join("/"))
}

fn piece_at(board: &Board, at: &str) -> Option<char> {
    board.squares.iter().find(|square| square.name == at)?.piece.as_ref()?.chars().next()
}

/// Some moves to choose from, these among them, in an order that tells nothing.
fn options(moves: &[String], wanted: &[&str]) -> Vec<String> {
    // Captures and checks first: they are what a student would think of.
    let mut others: Vec<&String> = moves.iter().filter(|mv| !wanted.contains(&mv.as_str())).collect();
    others.sort_by_key(|mv| (!mv.contains(['x', '+', '#']), mv.as_str()));
    let chosen = others.into_iter().map(String::as_str).take(OPTIONS.saturating_sub(wanted.len()));
    let mut all: Vec<String> = chosen.chain(wanted.iter().copied()).map(str::to_owned).collect();
    all.sort();
    all.dedup();
    all
}

fn shown(session: &dyn Session, position: String) -> Option<Show> {
    let board = session.board()?;
    Some(Show::Board { game: "chess", position, board: Box::new(Board { moves: Vec::new(), ..board }) })
}
