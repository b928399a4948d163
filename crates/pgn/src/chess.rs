//! PGN: files of chess games.

use rootward_game::{Game, Notation, TextError};
use rootward_games::chess::{Chess, Move, Position};

use crate::format::{Format, Reading};
use crate::loose::{Loose, is_null, loosely};
use crate::quick::quick_move;
use crate::{Ply, Tags};

impl Format for Chess {
    fn from_tags(tags: &mut Tags) -> Result<(Chess, Position), TextError> {
        let variant = tags.remove("Variant").map(|variant| variant.to_ascii_lowercase().replace([' ', '-', '_'], ""));
        let chess = match variant {
            None => Chess::default(),
            Some(variant) => match variant.as_str() {
                "" | "?" | "standard" | "chess" | "normal" | "fromposition" => Chess::default(),
                "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" => {
                    Chess::parse_variant("960")?
                }
                other => {
                    return Err(TextError::new(format!("variant '{other}' is another game"), "Standard or Chess960"));
                }
            },
        };
        tags.remove("SetUp");
        let start = match tags.remove("FEN") {
            None => chess.initial(),
            Some(fen) => chess.parse_position(&fen)?,
        };
        Ok((chess, start))
    }

    fn to_tags(&self, start: &Position, tags: &mut Tags) {
        if self.is_960() {
            tags.set("Variant", "Chess960");
        }
        // The first position of Chess960 is one of many, so it is always written.
        if self.is_960() || *start != self.initial() {
            tags.set("SetUp", "1");
            tags.set("FEN", &self.write_position(start));
        }
    }

    fn is_start_tag(name: &str) -> bool {
        matches!(name, "FEN" | "Variant")
    }

    fn read_word(&self, now: &Position, word: &str) -> Result<Reading<Move>, TextError> {
        match word {
            // The end of "e.p.", separate or attached to a move.
            "p" => return Ok(Reading::Nothing(None)),
            "e" | "ep" => {
                let said = "'e.p.' is left out; the move before it says the same";
                return Ok(Reading::Nothing(Some(said.to_owned())));
            }
            word if is_null(word) => return Ok(null_move(now, word)),
            _ => {}
        }
        if let Some(mv) = quick_move(now, word.as_bytes()) {
            return Ok(Reading::Move(mv, None, None));
        }
        // Before the general SAN reader, which would ignore some of these marks silently.
        if let Some(Loose { mv, nag, said }) = loosely(self, now, word) {
            return Ok(Reading::Move(mv, nag, Some(said)));
        }
        Ok(Reading::Move(self.parse_move(now, word)?, None, None))
    }

    fn is_null(ply: &Ply) -> bool {
        ply.is_null()
    }

    fn after(&self, now: &Position, ply: &Ply) -> Option<Position> {
        ply.after(now)
    }

    fn write_ply(&self, now: &Position, ply: &Ply) -> String {
        if ply.is_null() { "--".to_owned() } else { self.write_move(now, ply.mv) }
    }
}

/// A null move. In check it would leave the king en prise: the line ends before it.
fn null_move(now: &Position, word: &str) -> Reading<Move> {
    match now.after_null_move() {
        Some(_) => {
            let said = format!("'{word}' is a null move, which no player can make; it is kept");
            Reading::Move(Ply::null().mv, None, Some(said))
        }
        None => Reading::End(format!("'{word}' is a null move in check; the line is left out from here on")),
    }
}
