//! Positions and moves of Othello as text.
//!
//! A position is its rows from the top with `/` between them and the side to move: `..../.OX./.XO./.... X`. Black has X
//! and begins.

use rootward_game::{Board, BoardMove, BoardStyle, Game, Notation, Side, Square, TextError, legal_moves};

use super::{Othello, Position, Turn};

impl Othello {
    /// The game on a board that is written like `6x6`.
    ///
    /// ```
    /// use rootward_more_games::Othello;
    ///
    /// assert_eq!(Othello::parse_variant("6x6"), Othello::new(6));
    /// assert_eq!(Othello::parse_variant("5").unwrap_err().to_string(), "'5' is not a board; expected 4x4, 6x6 or 8x8");
    /// ```
    pub fn parse_variant(text: &str) -> Result<Othello, TextError> {
        let size = match text.trim() {
            "4x4" => 4,
            "6x6" => 6,
            "8x8" => 8,
            other => return Err(TextError::new(format!("'{other}' is not a board"), "4x4, 6x6 or 8x8")),
        };
        Othello::new(size)
    }

    fn form(&self) -> String {
        format!("{} rows like {} with '/' between them, then X or O", self.size, ".".repeat(self.size as usize))
    }

    fn read(&self, text: &str) -> Result<Position, (TextError, usize)> {
        let wrong = |problem: String, place: usize| (TextError::new(problem, self.form()), place);
        let (rows, side) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let mover = match side.trim() {
            "X" | "x" => Side::First,
            "O" | "o" => Side::Second,
            "" => return Err(wrong("the side to move is missing".to_owned(), text.len())),
            other => return Err(wrong(format!("'{other}' is not a side"), text.len() - side.trim_start().len())),
        };
        let count = rows.split('/').count();
        if count != self.size as usize {
            return Err(wrong(format!("{count} rows instead of {}", self.size), 0));
        }
        let (mut discs, mut begin) = ([0; 2], 0);
        for (row, letters) in rows.split('/').enumerate() {
            let count = letters.chars().count();
            if count != self.size as usize {
                return Err(wrong(format!("{count} squares instead of {} in row {}", self.size, row + 1), begin));
            }
            for (column, (place, letter)) in letters.char_indices().enumerate() {
                let bit = 1 << (8 * row + column);
                match letter {
                    'X' | 'x' => discs[0] |= bit,
                    'O' | 'o' => discs[1] |= bit,
                    '.' | '-' => {}
                    _ => {
                        return Err((
                            TextError::new(format!("{letter:?} is not a square"), "'X', 'O' or '.'"),
                            begin + place,
                        ));
                    }
                }
            }
            begin += letters.len() + 1;
        }
        Ok(Position { discs, mover })
    }

    /// All squares, row by row from the top.
    fn squares(&self) -> impl Iterator<Item = u8> + use<> {
        let size = self.size as u8;
        (0..size).flat_map(move |row| (0..size).map(move |column| 8 * row + column))
    }

    fn rows(&self, state: &Position, between: &str) -> Vec<String> {
        let letters: Vec<String> = self.squares().map(|square| letter(state, square).to_string()).collect();
        letters.chunks(self.size as usize).map(|row| row.join(between)).collect()
    }
}

fn letter(state: &Position, square: u8) -> char {
    let has = |side: Side| state.discs(side) >> square & 1 != 0;
    if has(Side::First) {
        'X'
    } else if has(Side::Second) {
        'O'
    } else {
        '.'
    }
}

fn name_of(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

const fn letter_of(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

impl Notation for Othello {
    fn name(&self) -> String {
        match self.size {
            8 => "othello".to_owned(),
            size => format!("othello:{size}x{size}"),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let position = text.trim();
        if position.is_empty() {
            return Ok(self.initial());
        }
        self.read(position).map_err(|(error, place)| error.at(position, place))
    }

    fn write_position(&self, state: &Position) -> String {
        format!("{} {}", self.rows(state, "").join("/"), letter_of(state.mover))
    }

    /// The letter of the column and the number of the row, counted from the top left: `d3`; or `pass`.
    fn write_move(&self, _: &Position, turn: Turn) -> String {
        match turn {
            Turn::Place(square) => name_of(square),
            Turn::Pass => "pass".to_owned(),
        }
    }

    fn draw(&self, state: &Position) -> String {
        let letters: Vec<String> = (0..self.size as u8).map(|column| char::from(b'a' + column).to_string()).collect();
        let rows: Vec<String> =
            (1..).zip(self.rows(state, " ")).map(|(number, row)| format!("{number:>2}  {row}\n")).collect();
        let [black, white] = [Side::First, Side::Second].map(|side| state.discs(side).count_ones());
        format!("    {}\n\n{}\nX {black}, O {white}\n", letters.join(" "), rows.concat())
    }

    /// Where the side to move has to pass, a click on any empty square does it.
    fn board(&self, state: &Position) -> Option<Board> {
        let shown = |square: u8| Square {
            name: name_of(square),
            column: u32::from(square % 8),
            row: u32::from(square / 8),
            piece: Some(letter(state, square)).filter(|&letter| letter != '.').map(String::from),
        };
        let onto = |turn| match turn {
            Turn::Place(square) => vec![BoardMove::onto(name_of(square), name_of(square))],
            Turn::Pass => {
                let empty = self.squares().filter(|&square| letter(state, square) == '.');
                empty.map(|square| BoardMove::onto(name_of(square), "pass".to_owned())).collect()
            }
        };
        Some(Board {
            columns: self.size,
            rows: self.size,
            style: BoardStyle::Place,
            check: None,
            squares: self.squares().map(shown).collect(),
            moves: legal_moves(self, state).into_iter().flat_map(onto).collect(),
        })
    }

    fn counts_points(&self) -> bool {
        true
    }
}
