//! Moves with a suffix that other programs ignore: `Ba4+-`, `Nf3=`, `exd6ep`, `Qh7mate`.
//!
//! Every such reading is reported, since a reader that guesses has to say so.

use rootward_game::Notation;
use rootward_games::chess::{Chess, Move, Position};

use crate::Nag;

/// A move that was read with a guess.
pub(crate) struct Loose {
    pub(crate) mv: Move,
    /// The mark that was attached to it.
    pub(crate) nag: Option<Nag>,
    /// The reading, in a sentence.
    pub(crate) said: String,
}

/// Notations of a null move: of the standard's later editors, of ChessBase, of engines.
pub(crate) fn is_null(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "null" | "pass" | "0000")
}

/// Redundant suffixes: en passant (the rest of `e.p.` comes as a separate word), check, mate.
const IDLE: [&str; 8] = ["e", "ep", "ch", "dbl", "dis", "mate", "†", "‡"];

/// The move, if the text is one followed by a suffix or a mark.
pub(crate) fn loosely(chess: &Chess, position: &Position, text: &str) -> Option<Loose> {
    for (place, _) in text.char_indices().skip(2) {
        let (head, tail) = text.split_at(place);
        let mark = mark_of(tail);
        let is_idle = IDLE.contains(&tail) && (!tail.starts_with('e') || head.starts_with(|c| matches!(c, 'a'..='h')));
        if mark.is_none() && !is_idle {
            continue;
        }
        let Ok(mv) = chess.parse_move(position, head) else { continue };
        // After a check, the first character of `+=` is the check sign.
        let of_check = tail.strip_prefix('+').filter(|_| position.after(mv).is_check()).and_then(mark_of);
        let written = chess.write_move(position, mv);
        let (nag, said) = match of_check.or(mark) {
            Some(nag) => (Some(nag), format!("'{text}' is read as {written} with the mark {nag}")),
            None => (None, format!("'{text}' is read as {written}")),
        };
        return Some(Loose { mv, nag, said });
    }
    None
}

/// An evaluation of the position; marks of the move, such as `!`, are separate words.
fn mark_of(text: &str) -> Option<Nag> {
    Nag::from_text(text).filter(|nag| nag.suffix().is_none())
}
