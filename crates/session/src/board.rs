//! A board as plain data, for graphical front ends.

use rootward_game::{Board, Steps};
use serde::Serialize;

/// Squares with their pieces, and the legal moves by their squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardData {
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
    /// `drop`: a stone falls down a column; `place`: it is put on a square; `pieces`: a piece moves to another square;
    /// `draughts`: so do men and kings, in one step or several jumps; `points`: several checkers share a point, and a move is several steps.
    pub style: &'static str,
    /// Every square, row by row from the top left.
    pub cells: Vec<CellData>,
    /// The legal moves.
    pub moves: Vec<BoardMoveData>,
    /// The square of a king in check, in games that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
}

/// One square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellData {
    /// Its name.
    pub at: String,
    /// From 0, at the left.
    pub column: u32,
    /// From 0, at the top.
    pub row: u32,
    /// The piece on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
}

/// A legal move by its squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardMoveData {
    /// The move as it is written.
    pub text: String,
    /// The square it starts from, where a piece moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The squares that it touches on the way, where a move has several jumps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<String>,
    /// The square where it ends.
    pub to: String,
    /// What distinguishes it from other moves between the same squares, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
}

/// An unfinished move, in games whose moves have several steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepsData {
    /// The board after the steps so far.
    pub board: BoardData,
    /// The steps that can follow.
    pub next: Vec<StepData>,
    /// The remaining dice.
    pub dice: Vec<u8>,
    /// The move as it is written, once it is complete.
    pub done: Option<String>,
}

/// One step of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepData {
    /// The square it starts from.
    pub from: String,
    /// The square where it ends.
    pub to: String,
}

impl From<Steps> for StepsData {
    fn from(Steps { board, next, dice, done }: Steps) -> StepsData {
        let next = next.into_iter().map(|(from, to)| StepData { from, to }).collect();
        StepsData { board: board.into(), next, dice, done }
    }
}

impl From<Board> for BoardData {
    fn from(board: Board) -> BoardData {
        let cell = |square: rootward_game::Square| CellData {
            at: square.name,
            column: square.column,
            row: square.row,
            piece: square.piece,
        };
        let on_squares = |mv: rootward_game::BoardMove| BoardMoveData {
            text: mv.text,
            from: mv.from,
            via: mv.via,
            to: mv.to,
            choice: mv.choice,
        };
        BoardData {
            columns: board.columns,
            rows: board.rows,
            style: board.style.word(),
            cells: board.squares.into_iter().map(cell).collect(),
            moves: board.moves.into_iter().map(on_squares).collect(),
            check: board.check,
        }
    }
}
