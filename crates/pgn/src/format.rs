//! What differs between the files of one game and another: the tags that name rules and start, and how moves are written.

use rootward_game::{Notation, TextError};

use crate::{GameResult, Nag, Ply, Tags};

/// A game whose records are kept in files of this kind: PGN for chess, PDN for draughts. Tags, comments, marks, variations and
/// results are the same for all.
pub trait Format: Notation {
    /// Takes the rules and the first position from the tags.
    fn from_tags(tags: &mut Tags) -> Result<(Self, Self::State), TextError>;

    /// Sets the tags that name the rules and the first position.
    fn to_tags(&self, start: &Self::State, tags: &mut Tags);

    /// Does this tag decide over rules or first position, so that an error there has its place?
    fn is_start_tag(name: &str) -> bool;

    /// Reads a word in the place of a move.
    fn read_word(&self, now: &Self::State, word: &str) -> Result<Reading<Self::Move>, TextError>;

    /// A result that only this game's files write so.
    fn read_result(word: &str) -> Option<GameResult> {
        let _ = word;
        None
    }

    /// Is it a null move, which only annotators make?
    fn is_null(ply: &Ply<Self::Move>) -> bool {
        let _ = ply;
        false
    }

    /// The position after a move; `None` where an annotator's null move cannot be made.
    fn after(&self, now: &Self::State, ply: &Ply<Self::Move>) -> Option<Self::State> {
        Some(self.apply(now, ply.mv))
    }

    /// Writes a move.
    fn write_ply(&self, now: &Self::State, ply: &Ply<Self::Move>) -> String {
        self.write_move(now, ply.mv)
    }

    /// The number of the first move.
    fn first_number(&self, start: &Self::State) -> usize {
        self.move_number(start).map_or(1, |number| number as usize)
    }
}

/// What a word in the place of a move is.
pub enum Reading<M> {
    /// A move, with a mark that was attached to it, and a remark if the reading differs from the text.
    Move(M, Option<Nag>, Option<String>),
    /// Nothing; with a remark if the user should know.
    Nothing(Option<String>),
    /// The line cannot go on, for this reason.
    End(String),
}
