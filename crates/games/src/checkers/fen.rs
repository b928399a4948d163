//! Positions in the FEN of draughts: `B:W21,22,K30:B1,2,K3`.
//!
//! The side to move, then the squares of each side, kings with a K; a range of squares is `1-12`. Squares may be numbers or
//! letters with numbers. `:H12` at the end counts the plies since the last capture or move of a man; `:F7`, the number of the
//! move, is accepted.

use rootward_game::TextError;

use super::squares::{Squares, each};
use super::{Checkers, Colour, Position, Rules, move_text};

const EXAMPLE: &str = "a position such as B:W18,24,K29:B5,12,K32";

/// Reads a position.
pub(super) fn read(game: &Checkers, text: &str) -> Result<Position, TextError> {
    let mut draft = Draft { text, pieces: [0; 2], seen: [false; 2], kings: 0, clock: 0 };
    let wrong =
        |part: &str, problem: String, expected: &str| TextError::new(problem, expected).at(text, offset(text, part));
    let mut parts = text.trim_end_matches('.').split(':');
    let turn = parts.next().unwrap_or_default();
    let colour = colour_of(turn.trim()).ok_or_else(|| {
        wrong(
            turn,
            format!("'{}' is not a side to move", turn.trim()),
            "W or B, then the pieces, as in B:W18,24,K29:B5,12,K32",
        )
    })?;
    for part in parts {
        draft.part(part)?;
    }
    if let Some(missing) = [Colour::Black, Colour::White].into_iter().find(|&colour| !draft.seen[colour as usize]) {
        return Err(wrong(turn, format!("the pieces of {missing:?} are missing"), EXAMPLE));
    }
    let [black, white] = draft.pieces;
    let position = Position::new(black, white, draft.kings, colour, draft.clock);
    match problem_of(&position) {
        None => Ok(position),
        Some((problem, expected)) => Err(wrong(turn, by_name(game, problem), expected)),
    }
}

/// What makes a position impossible: the problem with the square in question, and what was expected.
fn problem_of(position: &Position) -> Option<((String, Option<u8>), &'static str)> {
    let both = [Colour::Black, Colour::White];
    let doubled = each(position.pieces(Colour::Black) & position.pieces(Colour::White)).next();
    if doubled.is_some() {
        return Some((("both sides have a piece on".to_owned(), doubled), "one piece on a square"));
    }
    for colour in both {
        let uncrowned = each(position.men(colour) & colour.last_row()).next();
        if uncrowned.is_some() {
            return Some(((format!("{colour:?} has a man on its last row, on"), uncrowned), "a king there"));
        }
        let count = position.pieces(colour).count_ones();
        if count > Rules::MOST_PIECES {
            return Some(((format!("{colour:?} has {count} pieces"), None), "at most 12 of each side"));
        }
    }
    let waiting = position.turn().other();
    let none = position.pieces(waiting) == 0;
    none.then(|| ((format!("{waiting:?} has no piece, and it is the other side's turn"), None), EXAMPLE))
}

fn by_name(game: &Checkers, (problem, square): (String, Option<u8>)) -> String {
    square.map_or(problem.clone(), |square| format!("{problem} {}", move_text::name(game.rules().names, square)))
}

/// What has been read.
struct Draft<'a> {
    text: &'a str,
    pieces: [Squares; 2],
    seen: [bool; 2],
    kings: Squares,
    clock: u16,
}

impl Draft<'_> {
    /// A part between colons: the pieces of a side, or a count.
    fn part(&mut self, part: &str) -> Result<(), TextError> {
        let wrong =
            |problem: String, expected: &str| TextError::new(problem, expected).at(self.text, offset(self.text, part));
        let inner = part.trim();
        let count =
            |digits: &str| digits.parse::<u16>().ok().filter(|_| digits.bytes().all(|digit| digit.is_ascii_digit()));
        let mut letters = inner.chars();
        match letters.next() {
            Some('H' | 'h') if count(letters.as_str()).is_some() => {
                self.clock = count(letters.as_str()).unwrap_or_default();
                return Ok(());
            }
            Some('F' | 'f') if count(letters.as_str()).is_some() => return Ok(()),
            Some(letter) if colour_of(letter.encode_utf8(&mut [0; 4])).is_some() => {}
            _ => {
                return Err(wrong(
                    format!("'{inner}' begins with no side"),
                    "W or B and squares, or H and a count up to 65535",
                ));
            }
        }
        let colour = colour_of(&inner[..1]).unwrap_or(Colour::White);
        if std::mem::replace(&mut self.seen[colour as usize], true) {
            return Err(wrong(format!("the pieces of {colour:?} are listed twice"), EXAMPLE));
        }
        let list = letters.as_str();
        list.split(',').filter(|_| !list.trim().is_empty()).try_for_each(|item| self.item(colour, item))
    }

    /// A square or a range of squares, with a K before kings.
    fn item(&mut self, colour: Colour, item: &str) -> Result<(), TextError> {
        let wrong = |problem: String| {
            TextError::new(problem, "squares from 1 to 32 or from a1 to h8, kings with a K, and commas between them")
                .at(self.text, offset(self.text, item))
        };
        let inner = item.trim();
        let king = inner.strip_prefix(['K', 'k']);
        let squares = king.unwrap_or(inner);
        let read = |name: &str| move_text::read_square(name.trim());
        let range = match squares.split_once('-') {
            None => read(squares).map(|square| (square, square)),
            Some((first, last)) => read(first).zip(read(last)).filter(|(first, last)| first <= last),
        };
        let (first, last) = range.ok_or_else(|| wrong(format!("'{inner}' is not a square")))?;
        for square in first..=last {
            let bit = 1 << square;
            let mine = &mut self.pieces[colour as usize];
            if *mine & bit != 0 {
                return Err(wrong(format!("'{inner}' is listed twice")));
            }
            *mine |= bit;
            self.kings |= if king.is_some() { bit } else { 0 };
        }
        Ok(())
    }
}

fn colour_of(text: &str) -> Option<Colour> {
    match text {
        "W" | "w" => Some(Colour::White),
        "B" | "b" => Some(Colour::Black),
        _ => None,
    }
}

/// Where a part of the text begins.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Writes a position; the count only where it is not 0.
pub(super) fn write(game: &Checkers, state: &Position) -> String {
    let list = |colour: Colour| {
        let item = |square: u8| {
            let is_king = state.kings(colour) >> square & 1 == 1;
            format!("{}{}", if is_king { "K" } else { "" }, move_text::name(game.rules().names, square))
        };
        format!("{}{}", colour.letter(), each(state.pieces(colour)).map(item).collect::<Vec<_>>().join(","))
    };
    let clock = if state.clock() > 0 { format!(":H{}", state.clock()) } else { String::new() };
    format!("{}:{}:{}{clock}", state.turn().letter(), list(Colour::White), list(Colour::Black))
}
