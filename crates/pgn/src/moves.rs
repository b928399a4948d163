//! Moves as they come in, with variations in variations.

use rootward_game::{Notation, TextError};
use rootward_games::chess::{Chess, Position};

use crate::quick::quick_move;
use crate::{Comment, Line, Nag, Ply};

/// Variations in variations, at most. Nobody can follow more, and what is read must not exhaust the stack.
const DEEPEST: usize = 100;

/// The main line and the variations that are open, each in the one before.
pub(crate) struct Moves {
    chess: Chess,
    /// The lines around the present one.
    outer: Vec<Under>,
    present: Under,
}

/// A line under way.
struct Under {
    line: Line,
    /// Before its last move: where a variation begins.
    before: Position,
    /// After its last move.
    now: Position,
    /// A null move ended it: what follows is left out.
    is_cut: bool,
    /// Line and column of its bracket.
    place: (usize, usize),
}

impl Under {
    fn new(line: Line, at: Position) -> Under {
        Under { line, before: at.clone(), now: at, is_cut: false, place: (1, 1) }
    }
}

impl Moves {
    pub(crate) fn new(chess: Chess, start: Position, line: Line) -> Moves {
        Moves { chess, outer: Vec::new(), present: Under::new(line, start) }
    }

    /// No variation is open.
    pub(crate) fn is_main_line(&self) -> bool {
        self.outer.is_empty()
    }

    /// Plies of the present line.
    pub(crate) fn plies(&self) -> usize {
        self.present.line.plies.len()
    }

    /// Plays what is written.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), TextError> {
        let is_main_line = self.is_main_line();
        let present = &mut self.present;
        if !is_main_line && matches!(text, "--" | "Z0" | "null") {
            present.is_cut = true;
        }
        // What follows a capture in passing in older files is no move: "e.p.".
        if present.is_cut || matches!(text, "e" | "p" | "ep") {
            return Ok(());
        }
        let mv = match quick_move(&present.now, text.as_bytes()) {
            Some(mv) => mv,
            None => self.chess.parse_move(&present.now, text)?,
        };
        let after = present.now.after(mv);
        present.before = std::mem::replace(&mut present.now, after);
        present.line.plies.push(Ply::new(mv));
        Ok(())
    }

    pub(crate) fn comment(&mut self, comment: Comment) {
        let present = &mut self.present;
        match present.line.plies.last_mut() {
            _ if present.is_cut => {}
            Some(ply) => ply.comments.push(comment),
            None => present.line.intro.push(comment),
        }
    }

    pub(crate) fn nag(&mut self, nag: Nag) {
        let present = &mut self.present;
        // Before a first move there is nothing to be marked.
        if let Some(ply) = present.line.plies.last_mut().filter(|ply| !present.is_cut && !ply.nags.contains(&nag)) {
            ply.nags.push(nag);
        }
    }

    /// A variation begins.
    pub(crate) fn open(&mut self, place: (usize, usize)) -> Result<(), TextError> {
        let refused =
            |problem: String, expected: &str| TextError { place: Some(place), ..TextError::new(problem, expected) };
        if self.present.line.plies.is_empty() && !self.present.is_cut {
            return Err(refused("there is no move before this variation".to_owned(), "a move"));
        }
        if self.outer.len() == DEEPEST {
            return Err(refused(format!("variations are nested more than {DEEPEST} deep"), "fewer"));
        }
        let mut inner = Under::new(Line::default(), self.present.before.clone());
        (inner.is_cut, inner.place) = (self.present.is_cut, place);
        self.outer.push(std::mem::replace(&mut self.present, inner));
        Ok(())
    }

    /// The present variation ends; none if there is none.
    pub(crate) fn close(&mut self) -> Option<()> {
        let outer = self.outer.pop()?;
        let Under { line, .. } = std::mem::replace(&mut self.present, outer);
        if let Some(ply) = self.present.line.plies.last_mut().filter(|_| !line.plies.is_empty()) {
            ply.variations.push(line);
        }
        Some(())
    }

    /// The main line, if no variation is still open.
    pub(crate) fn finish(self) -> Result<Line, TextError> {
        if self.is_main_line() { Ok(self.present.line) } else { Err(unclosed(self.present.place)) }
    }
}

pub(crate) fn unclosed(place: (usize, usize)) -> TextError {
    TextError { place: Some(place), ..TextError::new("this variation is not closed", "')'") }
}
