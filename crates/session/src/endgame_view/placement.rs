//! Pieces on squares, whether or not they may stand like that: a piece is put down by hand one square after another.

use crate::Problem;

/// The pieces on the squares, from a8 along the ranks to h1, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    squares: [Option<char>; 64],
}

const EXPECTED: &str = "eight ranks of eight squares from the top, such as 8/8/8/5k2/8/8/1Q6/K7";
const LETTERS: &str = "KQRBNPkqrbnp";

/// The name of a square, counted from a8.
pub(super) fn name_of(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), 8 - square / 8)
}

/// The square with a name, counted from a8.
pub(super) fn square_named(name: &str) -> Result<usize, Problem> {
    (0..64).find(|&square| name_of(square) == name).ok_or_else(|| {
        let shown: String = name.chars().take(20).collect();
        Problem::new(format!("'{shown}' is not a square"), "a1 to h8")
    })
}

impl Placement {
    /// Reads the first field of a position (FEN); what follows is left to others.
    pub(super) fn read(text: &str) -> Result<Placement, Problem> {
        let wrong = |problem: String| Problem::new(problem, EXPECTED);
        let board = text.split_whitespace().next().unwrap_or_default();
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != 8 {
            return Err(wrong(format!("the board has {} ranks", ranks.len())));
        }
        let mut squares = [None; 64];
        for (row, rank) in ranks.into_iter().enumerate() {
            let mut file = 0;
            for letter in rank.chars() {
                match letter.to_digit(10).filter(|empty| (1..=8).contains(empty)) {
                    Some(empty) => file += empty as usize,
                    None if LETTERS.contains(letter) && file < 8 => {
                        squares[row * 8 + file] = Some(letter);
                        file += 1;
                    }
                    None if LETTERS.contains(letter) => file += 1,
                    None => return Err(wrong(format!("{letter:?} on rank {} is not a piece", 8 - row))),
                }
            }
            if file != 8 {
                return Err(wrong(format!("rank {} has {file} squares", 8 - row)));
            }
        }
        Ok(Placement { squares })
    }

    /// Takes the piece off a square.
    pub(super) fn take(&mut self, square: usize) -> Option<char> {
        self.squares[square].take()
    }

    /// The position with one more piece, if its square is free.
    pub(super) fn with(&self, square: usize, piece: char, side: char) -> Option<String> {
        let mut squares = self.squares;
        squares[square].is_none().then(|| {
            squares[square] = Some(piece);
            format!("{} {side} - - 0 1", written(&squares))
        })
    }

    /// The name of the ending, with one more piece: the letters of White's pieces and then of Black's.
    pub(super) fn ending_with(&self, piece: char) -> String {
        let all = || self.squares.iter().flatten().copied().chain([piece]);
        let of_side = |is_white: bool| {
            let mut letters: Vec<char> = all().filter(|letter| letter.is_ascii_uppercase() == is_white).collect();
            letters.sort_by_key(|letter| LETTERS.find(*letter));
            letters.into_iter().collect::<String>()
        };
        (of_side(true) + &of_side(false)).to_ascii_uppercase()
    }

    /// The number of kings of a colour, `K` or `k`.
    pub(super) fn count(&self, piece: char) -> usize {
        self.squares.iter().flatten().filter(|&&letter| letter == piece).count()
    }
}

fn written(squares: &[Option<char>; 64]) -> String {
    let rank = |row: &[Option<char>]| {
        let mut text = String::new();
        let mut empty = 0;
        for square in row {
            match square {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text += &std::mem::take(&mut empty).to_string();
                    }
                    text.push(*piece);
                }
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    squares.chunks(8).map(rank).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_placement_is_read_and_written() {
        let mut placement = Placement::read("8/8/8/5k2/8/8/1Q6/K7 w - - 0 1").unwrap();
        let queen = square_named("b2").unwrap();
        assert_eq!(placement.take(queen), Some('Q'));
        assert_eq!(placement.ending_with('Q'), "KQK");
        assert_eq!(placement.with(0, 'Q', 'b').as_deref(), Some("Q7/8/8/5k2/8/8/8/K7 b - - 0 1"));
        assert_eq!(placement.with(square_named("f5").unwrap(), 'Q', 'b'), None);
        assert_eq!((name_of(0), name_of(63)), ("a8".to_owned(), "h1".to_owned()));
    }

    #[test]
    fn what_is_no_board_is_refused_in_a_sentence() {
        for (text, said) in [
            ("", "1 ranks"),
            ("8/8/8/8/8/8/8", "7 ranks"),
            ("9/8/8/8/8/8/8/8", "'9' on rank 8 is not a piece"),
            ("8/8/8/8/8/8/8/KKKKKKKKK", "rank 1 has 9 squares"),
            ("8/8/8/8/8/x7/8/8", "'x' on rank 3"),
        ] {
            let problem = Placement::read(text).unwrap_err().to_string();
            assert!(problem.contains(said) && problem.contains("expected eight ranks"), "{text}: {problem}");
        }
        assert!(square_named("i9").unwrap_err().to_string().contains("'i9' is not a square"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,80}|([1-8KQkp]{1,8}/){7}[1-8Kk]{1,8} [wb]") {
            if let Ok(placement) = Placement::read(&text) {
                let again = written(&placement.squares);
                prop_assert_eq!(Placement::read(&again).map(|again| again.squares), Ok(placement.squares));
            }
        }
    }
}
