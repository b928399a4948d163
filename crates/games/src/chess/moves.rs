//! Positions by the moves that lead to them: `e4 e5`, `1. e4 e5 2. Nf3`, `startpos moves e2e4`, `FEN moves …`.

use rootward_game::{Game, Notation, TextError};

use super::{Chess, Position, fen};

const EXPECTED: &str = "moves such as e4 e5 or e2e4 e7e5, or a FEN";

/// Reads a position: a FEN or the start of the game, then perhaps moves. UCI's words `position`, `fen`, `startpos` and
/// `moves` may be there, so that a line of a chess program can be pasted.
pub(super) fn position(game: &Chess, text: &str) -> Result<Position, TextError> {
    let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let rest = without_word(without_word(text.trim(), "position"), "fen");
    if begins_with_fen(rest) {
        let (board, moves) = split_moves(rest);
        return played(game, fen::read(board, game.is_960())?, moves, text, &place);
    }
    let moves = without_word(without_word(rest, "startpos"), "moves");
    played(game, game.initial(), moves, text, &place)
}

/// Only a board has slashes in its first word.
pub(super) fn begins_with_fen(text: &str) -> bool {
    let text = without_word(without_word(text.trim(), "position"), "fen");
    text.split_whitespace().next().is_some_and(|word| word.contains('/'))
}

/// The FEN, and the moves after the word `moves`.
fn split_moves(text: &str) -> (&str, &str) {
    match text.split_whitespace().find(|word| *word == "moves") {
        Some(word) => {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            (&text[..start], &text[start + word.len()..])
        }
        None => (text, ""),
    }
}

fn without_word<'a>(text: &'a str, word: &str) -> &'a str {
    match text.strip_prefix(word) {
        Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => rest.trim_start(),
        _ => text,
    }
}

fn played(
    game: &Chess,
    start: Position,
    moves: &str,
    text: &str,
    place: &dyn Fn(&str) -> usize,
) -> Result<Position, TextError> {
    let (mut position, mut plies) = (start, 0);
    for word in moves.split_whitespace().map(without_number).filter(|word| !is_no_move(word)) {
        let mv = game.parse_move(&position, word).map_err(|_| {
            let problem = match plies {
                0 => format!("'{word}' is not a legal move here"),
                1 => format!("'{word}' is not a legal move after 1 ply"),
                plies => format!("'{word}' is not a legal move after {plies} plies"),
            };
            TextError::new(problem, EXPECTED).at(text, place(word))
        })?;
        position = game.apply(&position, mv);
        plies += 1;
    }
    Ok(position)
}

/// `e4` of `1.e4` and of `1...e4`; nothing of `1.`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// What may stand between and after the moves of a game.
fn is_no_move(word: &str) -> bool {
    matches!(word, "" | "*" | "1-0" | "0-1" | "1/2-1/2")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fen_of(text: &str) -> Result<String, String> {
        let game = Chess::default();
        game.parse_position(text).map(|position| game.write_position(&position)).map_err(|error| error.to_string())
    }

    #[test]
    fn moves_lead_to_a_position() {
        let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
        for text in [
            "e4 e5 Nf3",
            "1. e4 e5 2. Nf3 *",
            "1.e4 1...e5 2.Nf3",
            "startpos moves e2e4 e7e5 g1f3",
            "position startpos moves e2e4 e7e5 g1f3",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 moves g1f3",
            "position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 moves Nf3",
        ] {
            assert_eq!(fen_of(text).as_deref(), Ok(after), "{text}");
        }
        assert_eq!(fen_of(""), fen_of("startpos"));
        assert_eq!(fen_of(" startpos moves "), fen_of("startpos"));
    }

    #[test]
    fn a_move_that_cannot_be_played_is_named_with_its_place() {
        let error = |text| fen_of(text).unwrap_err();
        assert_eq!(
            error("e4 e5 Ke3"),
            "line 1, column 7: 'Ke3' is not a legal move after 2 plies; expected moves such as e4 e5 or e2e4 e7e5, or a FEN"
        );
        assert!(error("nonsense").starts_with("line 1, column 1: 'nonsense' is not a legal move here"));
        assert!(error("8/8/8 w - -").contains("the board has 3 ranks"));
        assert!(error("8/8/8/8/8/k7/8/K7 w - - 0 1 moves e4").contains("'e4'"));
    }

    #[test]
    fn a_line_of_a_file_may_hold_moves() {
        let position = crate::chess::position_in_line;
        assert_eq!(position("e4 e5 ; the open game"), "e4 e5");
        assert_eq!(position("8/8/8/8/8/k7/8/K7 w - - bm Kb1;"), "8/8/8/8/8/k7/8/K7 w - -");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_a_panic(
            text in "((position|fen|startpos|moves|[a-h][1-8]|[1-9]\\.+|O-O|N[a-h][1-8]|8/8|w|-) ?){0,12}|\\PC{0,40}"
        ) {
            let _ = (fen_of(&text), crate::chess::position_in_line(&text));
        }
    }
}
