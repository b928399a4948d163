//! A position as squares: what a front end needs to draw a board that is played with the mouse.

/// Squares in columns and rows, what stands on them, and the legal moves by their squares.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Board {
    /// How many columns.
    pub columns: u32,
    /// How many rows.
    pub rows: u32,
    /// How a move is made on it.
    pub style: BoardStyle,
    /// Every square, row by row from the top left.
    #[cfg_attr(feature = "serde", serde(rename = "cells"))]
    pub squares: Vec<Square>,
    /// The legal moves.
    pub moves: Vec<BoardMove>,
    /// The square of a king in check, in games that have one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub check: Option<String>,
}

/// How a move is made on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum BoardStyle {
    /// A stone falls down the column that is clicked.
    Drop,
    /// A stone is put on the square that is clicked.
    Place,
    /// A piece goes from one square to another.
    Pieces,
    /// A piece goes from one dark square to another, one step or several jumps; men and kings are `b`, `w`, `B` and `W`.
    Draughts,
    /// Several pieces stand on one square, written as one letter each, and a move is [several steps](Steps).
    Points,
}

/// One square.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Square {
    /// Its name: `e4`.
    #[cfg_attr(feature = "serde", serde(rename = "at"))]
    pub name: String,
    /// From 0, at the left.
    pub column: u32,
    /// From 0, at the top.
    pub row: u32,
    /// What stands there, as the game writes it: `X`, `N`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub piece: Option<String>,
}

/// A legal move by its squares.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BoardMove {
    /// The move as it is written.
    pub text: String,
    /// The square it starts from, where a piece moves.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub from: Option<String>,
    /// The squares that it touches on the way, in order, where a move has several jumps.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub via: Vec<String>,
    /// The square where it ends.
    pub to: String,
    /// How it differs from other moves between the same squares, in words: `promotes to a queen`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub choice: Option<String>,
}

/// One step of a move that has several.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BoardStep {
    /// The square it starts from.
    pub from: String,
    /// The square where it ends.
    pub to: String,
}

/// A partly entered move, in games where a move has several steps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Steps {
    /// The board after the steps taken so far.
    pub board: Board,
    /// The steps that can follow.
    pub next: Vec<BoardStep>,
    /// The dice that are left.
    pub dice: Vec<u8>,
    /// The move as it is written, once it is complete.
    pub done: Option<String>,
}

impl BoardMove {
    /// A stone that is placed on a square or falls to it.
    pub fn onto(to: String, text: String) -> BoardMove {
        BoardMove { text, from: None, via: Vec::new(), to, choice: None }
    }
}
