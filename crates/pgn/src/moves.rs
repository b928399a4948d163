//! The moves read so far, with nested variations.

use rootward_game::{Game, TextError};

use crate::format::{Format, Reading};
use crate::{Comment, Line, Nag, Ply};

/// The deepest nesting of variations. Nobody can follow more, and reading must not exhaust the stack.
const DEEPEST: usize = 100;

/// The most remarks about one game. A game with more is not PGN, and remarks must not fill the memory.
const MOST_REMARKS: usize = 20;

/// The main line and the open variations, each nested in the one before.
pub(crate) struct Moves<G: Format> {
    game: G,
    /// Readings that differ from the text, each with its place.
    remarks: Vec<(Place, String)>,
    /// The lines that enclose the current one.
    outer: Vec<Under<G>>,
    present: Under<G>,
}

/// Line and column.
pub(crate) type Place = (usize, usize);

/// A line that is being read.
struct Under<G: Game> {
    line: Line<G::Move>,
    /// Before its last move: where a variation begins.
    before: G::State,
    /// After its last move.
    now: G::State,
    /// A null move that cannot be made ended it: the rest is ignored.
    is_cut: bool,
    /// The place of its bracket.
    place: Place,
}

impl<G: Game> Under<G> {
    fn new(line: Line<G::Move>, at: G::State) -> Under<G> {
        Under { line, before: at.clone(), now: at, is_cut: false, place: (1, 1) }
    }
}

/// What has been read when the game is over.
pub(crate) struct Finished<G: Game> {
    pub(crate) game: G,
    pub(crate) line: Line<G::Move>,
    pub(crate) remarks: Vec<(Place, String)>,
}

impl<G: Format> Moves<G> {
    pub(crate) fn new(game: G, start: G::State, line: Line<G::Move>) -> Moves<G> {
        Moves { game, remarks: Vec::new(), outer: Vec::new(), present: Under::new(line, start) }
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
        match self.game.read_word(&self.present.now, text)? {
            Reading::Move(mv, nag, said) => {
                said.into_iter().for_each(|said| self.remark(place, said));
                self.push(Ply { nags: nag.into_iter().collect(), ..Ply::new(mv) });
            }
            Reading::Nothing(said) => said.into_iter().for_each(|said| self.remark(place, said)),
            Reading::End(said) => {
                self.remark(place, said);
                self.present.is_cut = true;
            }
        }
        Ok(())
    }

    fn push(&mut self, ply: Ply<G::Move>) {
        let present = &mut self.present;
        let Some(after) = self.game.after(&present.now, &ply) else { return };
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

    /// The rules, the main line and the remarks about it, if no variation is still open.
    pub(crate) fn finish(self) -> Result<Finished<G>, TextError> {
        let Moves { game, remarks, outer, present } = self;
        if outer.is_empty() { Ok(Finished { game, line: present.line, remarks }) } else { Err(unclosed(present.place)) }
    }
}

pub(crate) fn unclosed(place: Place) -> TextError {
    TextError { place: Some(place), ..TextError::new("this variation is not closed", "')'") }
}
