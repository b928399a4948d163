//! PDN: files of draughts games.
//!
//! The tag GameType says which draughts they are; without it, English. Squares may be numbers or letters with numbers in
//! any of them. A capture may be written with its ends (`22x8`) or, where these do not tell it, with its path (`22x15x8`).

use rootward_game::{Game, Notation, TextError};
use rootward_games::checkers::{Checkers, Move, Position, Rules};

use crate::format::{Format, Reading};
use crate::{GameResult, Tags};

/// The number at the beginning of a GameType tag: `21` of `21,B,8,8,N1,0`.
fn number_of(game_type: &str) -> &str {
    game_type.split(',').next().unwrap_or_default().trim()
}

impl Format for Checkers {
    fn from_tags(tags: &mut Tags) -> Result<(Checkers, Position), TextError> {
        let rules = match tags.remove("GameType") {
            None => Rules::ENGLISH,
            Some(text) => {
                let known = Rules::ALL.into_iter().find(|rules| number_of(rules.game_type) == number_of(&text));
                known.ok_or_else(|| {
                    let problem = format!("'{}' is the type of another game", number_of(&text));
                    TextError::new(problem, "21 (English), 25 (Russian) or 26 (Brazilian draughts)")
                })?
            }
        };
        let game = Checkers::new(rules);
        tags.remove("SetUp");
        let start = match tags.remove("FEN") {
            None => game.initial(),
            Some(fen) => game.parse_position(&fen)?,
        };
        Ok((game, start))
    }

    fn to_tags(&self, start: &Position, tags: &mut Tags) {
        tags.set("GameType", self.rules().game_type);
        if *start != self.initial() {
            tags.set("SetUp", "1");
            tags.set("FEN", &self.write_position(start));
        }
    }

    fn is_start_tag(name: &str) -> bool {
        matches!(name, "FEN" | "GameType")
    }

    fn read_word(&self, now: &Position, word: &str) -> Result<Reading<Move>, TextError> {
        Ok(Reading::Move(self.parse_move(now, word)?, None, None))
    }

    /// International results: two points for a win.
    fn read_result(word: &str) -> Option<GameResult> {
        match word {
            "2-0" => Some(GameResult::White),
            "0-2" => Some(GameResult::Black),
            "1-1" => Some(GameResult::Draw),
            "0-0" => Some(GameResult::Unknown),
            _ => None,
        }
    }
}
