//! Positions and moves as text.
//!
//! A position is the columns played, from 1 (`4453`; from the tenth column on `a`, `b`, …), and `-` is the empty board.

use rootward_game::{Board, BoardMove, BoardStyle, Game, Notation, Outcome, Side, Square, TextError, legal_moves};

use super::history::order_of_play;
use super::rules::{Column, ConnectFour, Position};

impl ConnectFour {
    /// The game on a board whose size is written like `8x7`: width, then height.
    ///
    /// ```
    /// use rootward_games::connect_four::ConnectFour;
    ///
    /// assert_eq!(ConnectFour::parse_variant("8x7"), ConnectFour::new(8, 7));
    /// ```
    pub fn parse_variant(text: &str) -> Result<ConnectFour, TextError> {
        let unreadable =
            || TextError::new(format!("'{}' is not a board size", text.trim()), "width x height, such as 8x7");
        let (width, height) = text.split_once(['x', 'X', '×']).ok_or_else(unreadable)?;
        let number = |side: &str| side.trim().parse::<u32>().map_err(|_| unreadable());
        ConnectFour::new(number(width)?, number(height)?)
    }

    /// The column that a character names, if the board has it.
    fn read_column(&self, character: char) -> Option<Column> {
        let number = character.to_digit(36).filter(|number| (1..=self.width()).contains(number))?;
        Some(Column::new((number - 1) as u8))
    }

    /// The position after one more column of a written position.
    fn play_character(&self, state: &Position, character: char) -> Result<Position, TextError> {
        let labels = |columns: &[Column]| columns.iter().map(Column::to_string).collect::<Vec<_>>().join(", ");
        let column = self.read_column(character).ok_or_else(|| {
            let last = Column::new((self.width() - 1) as u8);
            TextError::new(format!("'{character}' is not a column"), format!("a column from 1 to {last}"))
        })?;
        if let Some(outcome) = self.outcome(state) {
            let problem = format!("column {column} is played after the game is over ({})", how_it_ended(outcome));
            return Err(TextError::new(problem, "no more columns"));
        }
        let moves = legal_moves(self, state);
        if !moves.contains(&column) {
            return Err(TextError::new(format!("column {column} is full"), format!("one of {}", labels(&moves))));
        }
        Ok(self.apply(state, column))
    }

    /// A square by its column and its row from the bottom, both from 1: `4.1`.
    fn square_name(&self, column: u32, row: u32) -> String {
        format!("{}.{}", Column::new(column as u8), row + 1)
    }

    fn square(&self, state: &Position, column: u32, row: u32) -> Square {
        let piece =
            self.stone_at(state, column, row).map(|side| if side == Side::First { "X" } else { "O" }.to_owned());
        Square { name: self.square_name(column, row), column, row: self.height() - 1 - row, piece }
    }

    /// The square where a stone in this column comes to rest.
    fn landing(&self, state: &Position, column: u32) -> Option<String> {
        let row = (0..self.height()).find(|&row| self.stone_at(state, column, row).is_none())?;
        Some(self.square_name(column, row))
    }

    /// One row of the picture, without its frame.
    fn draw_row(&self, state: &Position, row: u32) -> String {
        let symbol = |column| match self.stone_at(state, column, row) {
            Some(Side::First) => "X",
            Some(Side::Second) => "O",
            None => ".",
        };
        (0..self.width()).map(symbol).collect::<Vec<_>>().join(" ")
    }
}

fn how_it_ended(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::First) => "X has four in a line",
        Outcome::Win(Side::Second) => "O has four in a line",
        Outcome::Draw | Outcome::Payoff(_) => "the board is full",
    }
}

impl Notation for ConnectFour {
    fn name(&self) -> String {
        if (self.width(), self.height()) == ConnectFour::USUAL_SIZE {
            "connect-four".to_owned()
        } else {
            format!("connect-four:{}x{}", self.width(), self.height())
        }
    }

    /// Blanks between the columns are allowed.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let mut state = self.initial();
        if text.trim() == "-" {
            return Ok(state);
        }
        for (offset, character) in text.char_indices().filter(|(_, character)| !character.is_whitespace()) {
            state = self.play_character(&state, character).map_err(|error| error.at(text, offset))?;
        }
        Ok(state)
    }

    /// One order of play that leads to the position; not always the one that was played, since a position does not
    /// record it.
    fn write_position(&self, state: &Position) -> String {
        if state.stones() == 0 {
            return "-".to_owned();
        }
        order_of_play(self, state).iter().map(Column::to_string).collect()
    }

    fn write_move(&self, _: &Position, mv: Column) -> String {
        mv.to_string()
    }

    fn draw(&self, state: &Position) -> String {
        let mut picture = String::new();
        for row in (0..self.height()).rev() {
            picture += &format!("| {} |\n", self.draw_row(state, row));
        }
        let labels: Vec<String> = (0..self.width()).map(|column| Column::new(column as u8).to_string()).collect();
        let labels = labels.join(" ");
        picture + &format!("+-{}-+\n  {labels}\n", "-".repeat(labels.len()))
    }

    fn board(&self, state: &Position) -> Option<Board> {
        let rows = (0..self.height()).rev();
        let squares = rows.flat_map(|row| (0..self.width()).map(move |column| (column, row)));
        let onto = |mv: Column| Some(BoardMove::onto(self.landing(state, mv.index())?, mv.to_string()));
        Some(Board {
            columns: self.width(),
            rows: self.height(),
            style: BoardStyle::Drop,
            check: None,
            squares: squares.map(|(column, row)| self.square(state, column, row)).collect(),
            moves: legal_moves(self, state).into_iter().filter_map(onto).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rootward_game::contract::{Dice, random_game};

    use super::*;

    fn game(size: &str) -> ConnectFour {
        ConnectFour::parse_variant(size).unwrap()
    }

    #[test]
    fn the_usual_board_needs_no_size_in_its_name() {
        assert_eq!(game("7x6").name(), "connect-four");
        assert_eq!(game(" 8 X 7 ").name(), "connect-four:8x7");
    }

    #[test]
    fn a_size_that_cannot_be_read_or_does_not_fit_is_refused() {
        for size in ["", "7", "x", "7x", "7x6x5", "-7x6", "9x9", "3x3", "99999999999x6", "4294967295x4294967295"] {
            assert!(ConnectFour::parse_variant(size).is_err(), "{size}");
        }
    }

    #[test]
    fn a_picture_shows_rows_and_column_numbers() {
        let game = game("5x4");
        let picture = game.draw(&game.parse_position("3 3 4 2").unwrap());
        let expected = "\
| . . . . . |
| . . . . . |
| . . O . . |
| . O X X . |
+-----------+
  1 2 3 4 5
";
        assert_eq!(picture, expected);
    }

    #[test]
    fn a_board_shows_every_square_and_where_stones_would_land() {
        let game = game("5x4");
        let board = Notation::board(&game, &game.parse_position("3342").unwrap()).unwrap();
        assert_eq!((board.columns, board.rows, board.squares.len()), (5, 4, 20));
        assert_eq!((board.squares[0].name.as_str(), board.squares[0].row), ("1.4", 0));
        let taken: Vec<_> = board.squares.iter().filter_map(|s| Some((s.name.as_str(), s.piece.as_deref()?))).collect();
        assert_eq!(taken, [("3.2", "O"), ("2.1", "O"), ("3.1", "X"), ("4.1", "X")]);
        let landings: Vec<_> = board.moves.iter().map(|mv| mv.to.as_str()).collect();
        assert_eq!(landings, ["1.1", "2.2", "3.3", "4.2", "5.1"]);
    }

    #[test]
    fn the_empty_board_is_a_dash_or_nothing() {
        let game = ConnectFour::default();
        assert_eq!(game.write_position(&game.initial()), "-");
        for text in ["", "  ", "-", " - \n"] {
            assert_eq!(game.parse_position(text), Ok(game.initial()));
        }
    }

    #[test]
    fn play_near_the_centre_is_written_as_it_was_played() {
        let game = ConnectFour::default();
        for text in ["4", "44", "4453", "444444", "4433", "1212121"] {
            assert_eq!(game.write_position(&game.parse_position(text).unwrap()), text);
        }
    }

    #[test]
    fn columns_beyond_nine_are_letters_of_either_case() {
        let game = game("16x3");
        let state = game.parse_position("aAg").unwrap();
        assert_eq!(state, game.parse_position("AaG").unwrap());
        assert_eq!(game.write_move(&state, Column::new(15)), "g");
        assert_eq!(game.parse_move(&state, "G"), Ok(Column::new(15)));
        assert!(game.parse_position("h").is_err());
    }

    fn error(size: &str, text: &str) -> String {
        game(size).parse_position(text).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_character_and_its_place() {
        assert_eq!(error("7x6", "448"), "line 1, column 3: '8' is not a column; expected a column from 1 to 7");
        assert_eq!(error("7x6", "44\n-"), "line 2, column 1: '-' is not a column; expected a column from 1 to 7");
        assert_eq!(error("7x6", "é"), "line 1, column 1: 'é' is not a column; expected a column from 1 to 7");
        assert_eq!(error("12x4", "0"), "line 1, column 1: '0' is not a column; expected a column from 1 to c");
        assert_eq!(error("7x6", "4444444"), "line 1, column 7: column 4 is full; expected one of 1, 2, 3, 5, 6, 7");
        let over = "is played after the game is over";
        assert_eq!(
            error("7x6", " 12121212"),
            format!("line 1, column 9: column 2 {over} (X has four in a line); expected no more columns")
        );
        assert_eq!(
            error("4x2", "123412433"),
            format!("line 1, column 9: column 3 {over} (the board is full); expected no more columns")
        );
    }

    #[test]
    fn a_move_that_is_not_there_is_refused() {
        let game = ConnectFour::default();
        let state = game.parse_position("444444").unwrap();
        assert!(game.parse_move(&state, "4").is_err());
        assert!(game.parse_move(&state, "0").is_err());
        assert_eq!(game.parse_move(&state, " 5 "), Ok(Column::new(4)));
    }

    proptest! {
        #[test]
        fn arbitrary_text_is_read_or_refused_without_a_panic(text: String) {
            let _ = ConnectFour::default().parse_position(&text);
            let _ = ConnectFour::parse_variant(&text);
        }

        #[test]
        fn arbitrary_columns_round_trip_if_they_are_legal(text in "[1-8]{0,42}", wide in "[1-9a-gA-G ]{0,48}") {
            for (size, text) in [("7x6", &text), ("8x7", &text), ("16x3", &wide), ("4x15", &text)] {
                let game = game(size);
                if let Ok(state) = game.parse_position(text) {
                    prop_assert_eq!(game.parse_position(&game.write_position(&state)), Ok(state));
                }
            }
        }

        #[test]
        fn every_position_of_a_random_game_round_trips(
            seed: u64, size in prop::sample::select(vec!["7x6", "8x7", "6x9", "21x2", "4x15", "9x6", "12x4"])
        ) {
            let game = game(size);
            for state in random_game(&game, &mut Dice::new(seed), 64) {
                prop_assert_eq!(game.parse_position(&game.write_position(&state)), Ok(state));
            }
        }
    }
}
