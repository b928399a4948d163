//! A game as programs receive it: the first position and the moves. For chess these are FEN and coordinates; every other game
//! has its own notation.

use rootward_game::{Game, Notation, TextError};
use rootward_games::checkers::Colour;
use rootward_games::chess::{Chess, Position, coordinates};
use rootward_session::{Problem, chess_of, draughts_of, open};

/// The moves of a game, as programs read them.
pub(crate) struct Scoresheet {
    /// The game as written on the command line.
    game: String,
    chess: Option<ChessBoard>,
    /// Does the side called White begin?
    white_begins: bool,
    /// The position where games begin, as it is written.
    usual: String,
    start: Option<String>,
    moves: Vec<String>,
}

/// Chess, with the position after the moves on the sheet.
pub(crate) struct ChessBoard {
    game: Chess,
    position: Position,
}

impl Scoresheet {
    /// An empty score sheet for a game as written on the command line.
    pub(crate) fn new(game: &str) -> Result<Scoresheet, Problem> {
        let session = open(game, None)?;
        if session.has_chance() {
            return Err(Problem::new(format!("no program can be asked to play {game}"), "a game without dice"));
        }
        let chess = chess_of(game)?.map(|game| ChessBoard { position: game.initial(), game });
        let white_begins = draughts_of(game)?.is_none_or(|draughts| draughts.rules().first == Colour::White);
        let (game, usual) = (game.trim().to_owned(), session.view().position);
        Ok(Scoresheet { game, chess, white_begins, usual, start: None, moves: Vec::new() })
    }

    /// The game as written on the command line.
    pub(crate) fn game(&self) -> &str {
        &self.game
    }

    /// Whether castling is written as the king capturing its rook.
    pub(crate) fn is_960(&self) -> bool {
        self.chess.as_ref().is_some_and(|board| board.game.is_960())
    }

    /// Does the side called White begin? Not in English draughts. Where no side is called White, the first one is.
    pub(crate) fn white_begins(&self) -> bool {
        self.white_begins
    }

    /// A new game from this position.
    pub(crate) fn begin(&mut self, start: &str) -> Result<(), TextError> {
        self.moves.clear();
        let written = match &mut self.chess {
            Some(ChessBoard { game, position }) => {
                *position = game.parse_position(start)?;
                let is_usual = *position == Chess::default().initial();
                (!is_usual).then(|| game.write_position(position))
            }
            None => Some(start.trim().to_owned()).filter(|start| !start.is_empty() && *start != self.usual),
        };
        self.start = written;
        Ok(())
    }

    /// The first position; none for the usual one.
    pub(crate) fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The board of chess, if that is the game: the starting position, if no move has been entered yet.
    pub(crate) fn chess_position(&self) -> Option<&Position> {
        self.chess.as_ref().map(|board| &board.position)
    }

    /// Enters the moves of the game that are not on the sheet yet, and returns them as programs read them.
    pub(crate) fn enter(&mut self, moves: &[String]) -> Result<&[String], TextError> {
        let known = self.moves.len();
        for text in moves.iter().skip(known) {
            self.moves.push(match &mut self.chess {
                None => text.clone(),
                Some(ChessBoard { game, position }) => {
                    let mv = game.parse_move(position, text)?;
                    let written = coordinates::write(game, position, mv);
                    *position = game.apply(position, mv);
                    written
                }
            });
        }
        Ok(&self.moves[known..])
    }

    /// All moves, as programs read them.
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
    fn other_games_are_written_in_their_own_notation() {
        let mut sheet = Scoresheet::new("checkers").unwrap();
        let usual = open("checkers", None).unwrap().view().position;
        for start in ["", usual.as_str()] {
            sheet.begin(start).unwrap();
            assert_eq!(sheet.start(), None);
        }
        sheet.begin("W:W27:B24,16,23,15").unwrap();
        assert_eq!(sheet.start(), Some("W:W27:B24,16,23,15"));
        assert_eq!(sheet.enter(&["27x20x11".to_owned()]).unwrap(), ["27x20x11"]);
        assert!(sheet.chess_position().is_none());
        assert!(Scoresheet::new("backgammon").err().unwrap().to_string().contains("expected a game without dice"));
        assert!(Scoresheet::new("chess:960,1").unwrap().is_960());
    }

    #[test]
    fn black_begins_in_english_draughts_alone() {
        for (game, white_begins) in
            [("chess", true), ("checkers", false), ("checkers:russian", true), ("connect-four", true)]
        {
            assert_eq!(Scoresheet::new(game).unwrap().white_begins(), white_begins, "{game}");
        }
    }
}
