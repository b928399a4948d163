//! Moves with something glued to them that other programs pass over: `Ba4+-`, `Nf3=`, `exd6ep`, `Qh7mate`.
//!
//! What is read here is told, since a reader who guesses has to say so.

use rootward_game::Notation;
use rootward_games::chess::{Chess, Move, Position};

use crate::Nag;

/// A move that was read with a guess.
pub(crate) struct Loose {
    pub(crate) mv: Move,
    /// The mark that was glued to it.
    pub(crate) nag: Option<Nag>,
    /// What was read, in a sentence.
    pub(crate) said: String,
}

/// Words for a null move: of the standard's later editors, of ChessBase, of engines.
pub(crate) fn is_null(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "null" | "pass" | "0000")
}

/// Words that say what the move says: in passing (the rest of `e.p.` comes as a word of its own), check, mate.
const IDLE: [&str; 8] = ["e", "ep", "ch", "dbl", "dis", "mate", "†", "‡"];

/// The move, if it is one up to a word or a mark behind it.
pub(crate) fn loosely(chess: &Chess, position: &Position, text: &str) -> Option<Loose> {
    for (place, _) in text.char_indices().skip(2) {
        let (head, tail) = text.split_at(place);
        let mark = mark_of(tail);
        let is_idle = IDLE.contains(&tail) && (!tail.starts_with('e') || head.starts_with(|c| matches!(c, 'a'..='h')));
        if mark.is_none() && !is_idle {
            continue;
        }
        let Ok(mv) = chess.parse_move(position, head) else { continue };
        // After a check, the first sign of `+=` says so.
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

/// A judgement of the position; marks of the move, such as `!`, are words of their own.
fn mark_of(text: &str) -> Option<Nag> {
    Nag::from_text(text).filter(|nag| nag.suffix().is_none())
}
