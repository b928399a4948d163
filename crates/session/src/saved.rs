//! A saved game: lines of a keyword and its value.
//!
//! ```text
//! rootward 1
//! game connect-four
//! position 44
//! human first
//! level 3
//! seed 1
//! move 4
//! ```
//!
//! `human` and `level` say who plays which side; there is one `move` for each move since the position.

use std::path::Path;

use rootward_support::file::read_small_text;

use crate::problem::quoted;
use crate::{Problem, Session, open, replace_file};

const HEADER: &str = "rootward 1";

/// A game that can be resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// The game, `NAME[:VARIANT]`.
    pub game: String,
    /// Its first position; none for the game's initial position.
    pub position: Option<String>,
    /// The side that a person plays: 0 or 1.
    pub human: usize,
    /// The opponent's level.
    pub level: u32,
    /// The opponent's seed.
    pub seed: u64,
    /// The moves since then.
    pub moves: Vec<String>,
}

impl SavedGame {
    /// Reads a saved game.
    pub fn parse(text: &str) -> Result<SavedGame, Problem> {
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, line)| line.trim() != HEADER) {
            return Err(Problem::new("line 1 does not begin a saved game", format!("'{HEADER}'")));
        }
        let mut saved =
            SavedGame { game: String::new(), position: None, human: 0, level: 10, seed: 1, moves: Vec::new() };
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            saved.take(line.trim()).map_err(|problem| problem.within(format!("line {}", number + 1)))?;
        }
        if saved.game.is_empty() {
            return Err(Problem::new("no line says which game it is", "a line such as 'game connect-four'"));
        }
        Ok(saved)
    }

    fn take(&mut self, line: &str) -> Result<(), Problem> {
        let (word, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let value = value.trim();
        let number = |what: &str| {
            let wrong = || Problem::new(format!("{} is not a {what}", quoted(value)), "a whole number");
            value.parse::<u64>().map_err(|_| wrong())
        };
        match word {
            "game" => self.game = value.to_owned(),
            "position" => self.position = Some(value.to_owned()),
            "human" => {
                self.human = match value {
                    "first" => 0,
                    "second" => 1,
                    _ => return Err(Problem::new(format!("{} is not a side", quoted(value)), "first or second")),
                }
            }
            "level" => {
                let level = number("level")?;
                let known = u32::try_from(level).ok().and_then(crate::Level::find);
                let wrong = || Problem::new(format!("there is no level {level}"), "a level from 1 to 10");
                self.level = known.ok_or_else(wrong)?.number;
            }
            "seed" => self.seed = number("seed")?,
            "move" => self.moves.push(value.to_owned()),
            _ => {
                let expected = "game, position, human, level, seed or move";
                return Err(Problem::new(format!("{} is not known", quoted(word)), expected));
            }
        }
        Ok(())
    }

    /// The text that [`parse`](SavedGame::parse) reads.
    pub fn text(&self) -> String {
        let mut lines = vec![HEADER.to_owned(), format!("game {}", self.game)];
        lines.extend(self.position.iter().map(|position| format!("position {position}")));
        lines.push(format!("human {}", ["first", "second"][self.human.min(1)]));
        lines.push(format!("level {}", self.level));
        lines.push(format!("seed {}", self.seed));
        lines.extend(self.moves.iter().map(|mv| format!("move {mv}")));
        lines.join("\n") + "\n"
    }

    /// Reads a saved game from a file.
    pub fn load(path: &Path) -> Result<SavedGame, Problem> {
        let place = format!("file '{}'", path.display());
        let text = read_small_text(path).map_err(|error| Problem::sentence(error).within(&place))?;
        SavedGame::parse(&text).map_err(|problem| problem.within(place))
    }

    /// Writes it to a file, atomically.
    pub fn save(&self, path: &Path) -> Result<(), Problem> {
        replace_file(path, &self.text()).map_err(|error| Problem::unwritten(path, error))
    }

    /// Opens the game and plays its moves.
    pub fn resume(&self) -> Result<Box<dyn Session>, Problem> {
        let mut session = open(&self.game, self.position.as_deref())?;
        for (number, mv) in self.moves.iter().enumerate() {
            session.play(mv).map_err(|problem| problem.within(format!("move {}", number + 1)))?;
        }
        Ok(session)
    }
}
