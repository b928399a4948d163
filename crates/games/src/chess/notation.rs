//! Notation of chess: positions as FEN, moves as people or as programs write them.

use cozy_chess::{Color, Move, Piece, Square};
use rootward_game::{Board, BoardMove, BoardStyle, Game, Notation, Outcome, Side, TextError, legal_moves};

use super::coordinates::castling_file;
use super::{Chess, Position, coordinates, fen, moves, san};

impl Notation for Chess {
    fn name(&self) -> String {
        match self.start() {
            None => "chess".to_owned(),
            Some(518) => "chess:960".to_owned(),
            Some(number) => format!("chess:960,{number}"),
        }
    }

    /// FEN, whose two counters may be missing, or the moves that lead to the position (`moves.rs`).
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        moves::position(self, text)
    }

    /// FEN, with castling rights by the files of the rooks in Chess960.
    fn write_position(&self, state: &Position) -> String {
        fen::write(state, self.is_960())
    }

    fn write_move(&self, state: &Position, mv: Move) -> String {
        san::write(self, state, mv)
    }

    fn write_moves(&self, state: &Position) -> Vec<String> {
        san::write_all(self, state)
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<Move, TextError> {
        let text = text.trim();
        if coordinates::looks_like(text)
            && let Ok(mv) = coordinates::read(self, state, text)
        {
            return Ok(mv);
        }
        san::read(self, state, text)
    }

    fn draw(&self, state: &Position) -> String {
        let mut picture = String::new();
        for (rank, row) in (1..=8).rev().zip(squares().chunks(8)) {
            let letters: Vec<String> =
                row.iter().map(|square| piece_letter(state, *square).unwrap_or(".".into())).collect();
            picture += &format!(" {rank}  {}\n", letters.join(" "));
        }
        picture + "\n    a b c d e f g h\n"
    }

    fn board(&self, state: &Position) -> Option<Board> {
        let squares = squares().into_iter().map(|square| rootward_game::Square {
            name: square.to_string(),
            column: square.file() as u32,
            row: 7 - square.rank() as u32,
            piece: piece_letter(state, square),
        });
        Some(Board {
            columns: 8,
            rows: 8,
            style: BoardStyle::Pieces,
            squares: squares.collect(),
            moves: legal_moves(self, state).into_iter().map(|mv| self.board_move(state, mv)).collect(),
            check: state.is_check().then(|| state.board().king(state.board().side_to_move()).to_string()),
        })
    }

    /// Checkmate, stalemate, or another draw.
    fn ending(&self, state: &Position, outcome: Outcome) -> Option<String> {
        match outcome {
            Outcome::Win(Side::First) => Some("Checkmate: White has won.".to_owned()),
            Outcome::Win(Side::Second) => Some("Checkmate: Black has won.".to_owned()),
            _ if !self.has_move(state) => Some("Stalemate: a draw.".to_owned()),
            _ => None,
        }
    }

    /// Four pawns.
    fn great_advantage(&self) -> i32 {
        400
    }

    /// A mate in three moves is five plies away, and being mated in three is six.
    fn mate_after(&self, plies: u32) -> Option<u32> {
        Some(plies.div_ceil(2))
    }

    fn move_number(&self, state: &Position) -> Option<u32> {
        Some(u32::from(state.board().fullmove_number()))
    }

    /// Centipawns.
    fn points_per_unit(&self) -> i32 {
        100
    }

    /// Pawns, from centipawns.
    fn write_points(&self, points: i32) -> String {
        format!(
            "{}{}.{:02}",
            if points < 0 { "-" } else { "" },
            points.unsigned_abs() / 100,
            points.unsigned_abs() % 100
        )
    }
}

/// The FEN at the beginning of a line, such as a line of EPD: four fields, and the two counters if both are there. A line
/// of moves is taken up to a semicolon.
pub fn position_in_line(line: &str) -> String {
    if !moves::begins_with_fen(line) {
        return line.split(';').next().unwrap_or_default().trim().to_owned();
    }
    let words: Vec<&str> = line.split([' ', '\t', ';']).filter(|word| !word.is_empty()).take(6).collect();
    let is_counter = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let fields = if words.len() == 6 && words[4..].iter().all(is_counter) { 6 } else { words.len().min(4) };
    words[..fields].join(" ")
}

impl Chess {
    fn board_move(&self, state: &Position, mv: Move) -> BoardMove {
        let to = match castling_file(state, mv) {
            Some(file) if !self.is_960() => Square::new(file, mv.to.rank()),
            _ => mv.to,
        };
        let choice = mv.promotion.map(|piece| {
            let name = match piece {
                Piece::Queen => "queen",
                Piece::Rook => "rook",
                Piece::Bishop => "bishop",
                _ => "knight",
            };
            format!("promotes to a {name}")
        });
        BoardMove {
            from: Some(mv.from.to_string()),
            choice,
            ..BoardMove::onto(to.to_string(), san::write(self, state, mv))
        }
    }
}

/// All squares, row by row from the top left.
fn squares() -> Vec<Square> {
    let mut squares = Square::ALL.to_vec();
    squares.sort_by_key(|square| (7 - square.rank() as u32, square.file() as u32));
    squares
}

fn piece_letter(state: &Position, square: Square) -> Option<String> {
    let board = state.board();
    let (piece, color) = board.piece_on(square).zip(board.color_on(square))?;
    let letter = char::from(piece);
    Some(if color == Color::White { letter.to_ascii_uppercase() } else { letter }.to_string())
}
