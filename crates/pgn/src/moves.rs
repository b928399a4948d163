//! The moves read so far, with nested variations.

use rootward_game::{Notation, TextError};
use rootward_games::chess::{Chess, Position};

use crate::loose::{Loose, is_null, loosely};
use crate::quick::quick_move;
use crate::{Comment, Line, Nag, Ply};

/// The deepest nesting of variations. Nobody can follow more, and reading must not exhaust the stack.
const DEEPEST: usize = 100;

/// The most remarks about one game. A game with more is not PGN, and remarks must not fill the memory.
const MOST_REMARKS: usize = 20;

/// The main line and the open variations, each nested in the one before.
pub(crate) struct Moves {
    chess: Chess,
    /// Readings that differ from the text, each with its place.
    remarks: Vec<(Place, String)>,
    /// The lines that enclose the current one.
    outer: Vec<Under>,
    present: Under,
}

/// Line and column.
pub(crate) type Place = (usize, usize);

/// A line that is being read.
struct Under {
    line: Line,
    /// Before its last move: where a variation begins.
    before: Position,
    /// After its last move.
    now: Position,
    /// A null move in check ended it: the rest is ignored.
    is_cut: bool,
    /// The place of its bracket.
    place: Place,
}

impl Under {
    fn new(line: Line, at: Position) -> Under {
        Under { line, before: at.clone(), now: at, is_cut: false, place: (1, 1) }
    }
}

impl Moves {
    pub(crate) fn new(chess: Chess, start: Position, line: Line) -> Moves {
        Moves { chess, remarks: Vec::new(), outer: Vec::new(), present: Under::new(line, start) }
    }

    /// Adds a remark: a reading that differs from the text.
    pub(crate) fn remark(&mut self, place: Place, said: String) {
        if self.remarks.len() < MOST_REMARKS {
            self.remarks.push((place, said));
        }
    }

    /// Is no variation open?
    pub(crate) fn is_main_line(&self) -> bool {
        self.outer.is_empty()
    }

    /// The number of plies of the current line.
    pub(crate) fn plies(&self) -> usize {
        self.present.line.plies.len()
    }

    /// Plays a move given as text.
    pub(crate) fn play(&mut self, text: &str, place: Place) -> Result<(), TextError> {
        if self.present.is_cut {
            return Ok(());
        }
        match text {
            // The end of "e.p.", separate or attached to a move.
            "p" => return Ok(()),
            "e" | "ep" => {
                self.remark(place, "'e.p.' is left out; the move before it says the same".to_owned());
                return Ok(());
            }
            text if is_null(text) => {
                self.pass(text, place);
                return Ok(());
            }
            _ => {}
        }
        let now = &self.present.now;
        if let Some(mv) = quick_move(now, text.as_bytes()) {
            self.push(Ply::new(mv));
        } else if let Some(Loose { mv, nag, said }) = loosely(&self.chess, now, text) {
            // Before the general SAN reader, which would ignore some of these marks silently.
            self.remark(place, said);
            self.push(Ply { nags: nag.into_iter().collect(), ..Ply::new(mv) });
        } else {
            let mv = self.chess.parse_move(now, text)?;
            self.push(Ply::new(mv));
        }
        Ok(())
    }

    /// A null move. In check it would leave the king en prise: the line ends before it.
    fn pass(&mut self, text: &str, place: Place) {
        if self.present.now.after_null_move().is_some() {
            self.remark(place, format!("'{text}' is a null move, which no player can make; it is kept"));
            self.push(Ply::null());
        } else {
            self.remark(place, format!("'{text}' is a null move in check; the line is left out from here on"));
            self.present.is_cut = true;
        }
    }

    fn push(&mut self, ply: Ply) {
        let present = &mut self.present;
        let Some(after) = ply.after(&present.now) else { return };
        present.before = std::mem::replace(&mut present.now, after);
        present.line.plies.push(ply);
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
        // Before the first move there is nothing to mark.
        if let Some(ply) = present.line.plies.last_mut().filter(|ply| !present.is_cut && !ply.nags.contains(&nag)) {
            ply.nags.push(nag);
        }
    }

    /// A variation begins.
    pub(crate) fn open(&mut self, place: Place) -> Result<(), TextError> {
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

    /// Ends the current variation; `None` if there is none.
    pub(crate) fn close(&mut self) -> Option<()> {
        let outer = self.outer.pop()?;
        let Under { line, .. } = std::mem::replace(&mut self.present, outer);
        if let Some(ply) = self.present.line.plies.last_mut().filter(|_| !line.plies.is_empty()) {
            ply.variations.push(line);
        }
        Some(())
    }

    /// The main line and the remarks about it, if no variation is still open.
    pub(crate) fn finish(self) -> Result<(Line, Vec<(Place, String)>), TextError> {
        let Moves { remarks, present, .. } = self;
        if self.outer.is_empty() { Ok((present.line, remarks)) } else { Err(unclosed(present.place)) }
    }
}

pub(crate) fn unclosed(place: Place) -> TextError {
    TextError { place: Some(place), ..TextError::new("this variation is not closed", "')'") }
}
