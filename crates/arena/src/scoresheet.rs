//! A chess game as engines receive it: the first position as FEN, the moves in coordinates.

use rootward_game::{Game, Notation, TextError};
use rootward_games::checkers::Checkers;
use rootward_games::chess::{Chess, Position, coordinates};
use rootward_session::Problem;

/// The rules, if the game on the command line is chess or Chess960.
pub(crate) fn chess_of(game: &str) -> Result<Option<Chess>, Problem> {
    rules_of(game, "chess", Chess::parse_variant)
}

/// The rules, if the game on the command line is a kind of draughts.
pub(crate) fn checkers_of(game: &str) -> Result<Option<Checkers>, Problem> {
    rules_of(game, "checkers", Checkers::parse_variant)
}

fn rules_of<G: Default>(
    game: &str,
    wanted: &str,
    parse: impl Fn(&str) -> Result<G, TextError>,
) -> Result<Option<G>, Problem> {
    let (name, variant) = game.split_once(':').map_or((game, None), |(name, variant)| (name, Some(variant)));
    if name.trim() != wanted {
        return Ok(None);
    }
    Ok(Some(variant.map_or(Ok(G::default()), parse)?))
}

/// The moves of a game in coordinates.
pub(crate) struct Scoresheet {
    game: Chess,
    position: Position,
    start: Option<String>,
    moves: Vec<String>,
}

impl Scoresheet {
    /// An empty score sheet for a game as written on the command line; only chess has external engines.
    pub(crate) fn new(game: &str) -> Result<Scoresheet, Problem> {
        let Some(game) = chess_of(game)? else {
            return Err(Problem::new(format!("no program can be asked to play {game}"), "chess"));
        };
        let position = game.initial();
        Ok(Scoresheet { game, position, start: None, moves: Vec::new() })
    }

    /// Whether castling is written as the king capturing its rook.
    pub(crate) fn is_960(&self) -> bool {
        self.game.is_960()
    }

    /// A new game from this position.
    pub(crate) fn begin(&mut self, start: &str) -> Result<(), TextError> {
        self.position = self.game.parse_position(start)?;
        let is_usual = self.position == Chess::default().initial();
        self.start = (!is_usual).then(|| self.game.write_position(&self.position));
        self.moves.clear();
        Ok(())
    }

    /// The first position; none for the usual one.
    pub(crate) fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The starting position, if no move has been entered yet.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Enters the moves of the game that are not on the sheet yet, and returns them in coordinates.
    pub(crate) fn enter(&mut self, moves: &[String]) -> Result<&[String], TextError> {
        let known = self.moves.len();
        for text in moves.iter().skip(known) {
            let mv = self.game.parse_move(&self.position, text)?;
            self.moves.push(coordinates::write(&self.game, &self.position, mv));
            self.position = self.game.apply(&self.position, mv);
        }
        Ok(&self.moves[known..])
    }

    /// All moves in coordinates.
    pub(crate) fn moves(&self) -> &[String] {
        &self.moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_translated_once_each() {
        let mut sheet = Scoresheet::new("chess").unwrap();
        sheet.begin("").unwrap();
        assert_eq!(sheet.start(), None);
        let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"].map(str::to_owned);
        assert_eq!(sheet.enter(&moves[..2]).unwrap(), ["e2e4", "e7e5"]);
        assert_eq!(sheet.enter(&moves).unwrap(), ["g1f3", "b8c6", "f1b5", "a7a6", "e1g1"]);
        assert_eq!(sheet.moves().len(), 7);
        sheet.begin("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1").unwrap();
        assert_eq!((sheet.start(), sheet.moves().len()), (Some("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1"), 0));
    }

    #[test]
    fn other_games_have_no_programs() {
        assert!(Scoresheet::new("connect-four").err().unwrap().to_string().ends_with("expected chess"));
        assert!(Scoresheet::new("chess:960,1").unwrap().is_960());
    }
}
