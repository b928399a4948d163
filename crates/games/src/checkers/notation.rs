//! Positions and moves as text, and the board for front ends.

use rootward_game::{Board, BoardMove, BoardStyle, Game, Notation, Square, Steps, TextError, legal_moves};

use super::squares::square_at;
use super::{Checkers, Colour, Move, Position, SquareNames, fen, move_text, steps};

impl Notation for Checkers {
    fn name(&self) -> String {
        match self.rules().variant {
            "" => "checkers".to_owned(),
            variant => format!("checkers:{variant}"),
        }
    }

    /// The FEN of draughts; see the page on the game.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        match text.trim() {
            "" => Ok(self.initial()),
            text => fen::read(self, text),
        }
    }

    fn write_position(&self, state: &Position) -> String {
        fen::write(self, state)
    }

    fn write_move(&self, state: &Position, mv: Move) -> String {
        move_text::write(self, state, mv)
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<Move, TextError> {
        move_text::read(self, state, text)
    }

    /// Men are small letters, kings capital ones; an empty dark square is a dot. At the left, the number of the row's first square
    /// or its rank.
    fn draw(&self, state: &Position) -> String {
        let mut picture = String::new();
        for row in 0..8 {
            let sign = |column: u32| match square_at(row, column) {
                None => " ".to_owned(),
                Some(square) => piece(state, square).unwrap_or(".").to_owned(),
            };
            let signs: Vec<String> = (0..8).map(sign).collect();
            let label = match self.rules().names {
                SquareNames::Numbers => row * 4 + 1,
                SquareNames::Letters => 8 - row,
            };
            picture += format!("{label:>2}  {}", signs.join(" ")).trim_end();
            picture.push('\n');
        }
        match self.rules().names {
            SquareNames::Numbers => picture,
            SquareNames::Letters => picture + "\n    a b c d e f g h\n",
        }
    }

    fn board(&self, state: &Position) -> Option<Board> {
        Some(self.board_of(state, legal_moves(self, state).into_iter().map(|mv| self.board_move(state, mv)).collect()))
    }

    fn steps(&self, state: &Position, taken: &[(String, String)]) -> Option<Result<Steps, TextError>> {
        Some(steps::steps(self, state, taken))
    }

    /// Men, from hundredths.
    fn write_points(&self, points: i32) -> String {
        let sign = if points < 0 { "-" } else { "" };
        format!("{sign}{}.{:02}", points.unsigned_abs() / 100, points.unsigned_abs() % 100)
    }

    /// A man is a hundred points.
    fn points_per_unit(&self) -> i32 {
        100
    }

    /// A few men: the rest of a scale of advantages would be empty.
    fn great_advantage(&self) -> i32 {
        300
    }
}

impl Checkers {
    /// A board with these moves. Dark squares have their names, light ones those of chess.
    pub(super) fn board_of(&self, state: &Position, moves: Vec<BoardMove>) -> Board {
        let field = |number: u32| {
            let (row, column) = (number / 8, number % 8);
            let square = square_at(row, column);
            let name = square.map_or_else(|| move_text::letters(row, column), |square| self.square_name(square));
            let piece = square.and_then(|square| piece(state, square)).map(str::to_owned);
            Square { name, column, row, piece }
        };
        let squares = (0..64).map(field).collect();
        Board { columns: 8, rows: 8, style: BoardStyle::Draughts, squares, moves, check: None }
    }

    pub(super) fn square_name(&self, square: u8) -> String {
        move_text::name(self.rules().names, square)
    }

    /// A move by its squares; a path that is not the only one between its ends is a choice.
    fn board_move(&self, state: &Position, mv: Move) -> BoardMove {
        let alike = |other: &Move| (other.from(), other.to()) == (mv.from(), mv.to());
        let is_only = legal_moves(self, state).iter().filter(|other| alike(other)).count() < 2;
        let mut via: Vec<String> = mv.path().map(|square| self.square_name(square)).collect();
        via.pop();
        BoardMove {
            from: Some(self.square_name(mv.from())),
            via,
            choice: (!is_only).then(|| format!("by {}", move_text::write_in_full(self, mv))),
            ..BoardMove::onto(self.square_name(mv.to()), move_text::write(self, state, mv))
        }
    }
}

/// The letter of the piece on a square.
fn piece(state: &Position, square: u8) -> Option<&'static str> {
    let on = |set: u32| set >> square & 1 == 1;
    let pick = |colour: Colour, man, king| match on(state.kings(colour)) {
        true => Some(king),
        false => on(state.men(colour)).then_some(man),
    };
    pick(Colour::Black, "b", "B").or_else(|| pick(Colour::White, "w", "W"))
}
