//! The options that a GUI shows and sets.

use std::fmt;
use std::time::Duration;

use crate::command::shortened;
use crate::strength::{STRONGEST, WEAKEST};

/// The settings of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// Threads of a search.
    pub threads: usize,
    /// Lines to show (MultiPV).
    pub lines: usize,
    /// The overhead of a move besides thinking.
    pub overhead: Duration,
    /// Castling is written as the king capturing its rook.
    pub chess960: bool,
    /// Play at the strength of `elo` instead of as well as possible.
    pub limit_strength: bool,
    /// The strength limit.
    pub elo: u32,
    /// The seed of a limited player's errors.
    pub seed: u64,
    /// Report win, draw and loss probabilities besides values.
    pub show_wdl: bool,
    /// Folders with Syzygy tablebases, separated as in PATH; empty for none.
    pub syzygy: String,
    /// A folder with endgame tables of `rootward table build`; empty for none.
    pub tables: String,
    /// The evaluation: `network` (the one that comes with the program), `linear`, or the file of a network; empty for the game's usual one.
    pub network: String,
    /// Play from the book.
    pub own_book: bool,
    /// The book's file; empty for none.
    pub book: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 64,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            chess960: false,
            limit_strength: false,
            elo: 1500,
            seed: 0,
            show_wdl: false,
            syzygy: String::new(),
            tables: String::new(),
            network: String::new(),
            own_book: false,
            book: String::new(),
        }
    }
}

/// The type of an option.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Check(bool),
    Spin { default: i64, min: i64, max: i64 },
    Text,
    Button,
}

/// What a changed option affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// Only the settings.
    Settings,
    /// The size of the transposition table.
    Hash,
    /// The transposition table is to be cleared.
    ClearHash,
    /// The endgame tablebases.
    Syzygy,
    /// The endgame tables.
    Tables,
    /// The book.
    Book,
    /// The evaluation.
    Evaluation,
}

/// A value of an option's type.
enum Value {
    Check(bool),
    Spin(i64),
    Text(String),
    Button,
}

/// An option as `uci` lists it.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    pub(crate) name: &'static str,
    kind: Kind,
}

const fn spin(name: &'static str, default: i64, min: i64, max: i64) -> Declared {
    Declared { name, kind: Kind::Spin { default, min, max } }
}

const fn check(name: &'static str, default: bool) -> Declared {
    Declared { name, kind: Kind::Check(default) }
}

/// All options, in the order in which GUIs show them.
pub const OPTIONS: &[Declared] = &[
    spin("Hash", 64, 1, 65_536),
    Declared { name: "Clear Hash", kind: Kind::Button },
    spin("Threads", 1, 1, 256),
    spin("MultiPV", 1, 1, 218),
    check("Ponder", false),
    spin("Move Overhead", 10, 0, 5_000),
    Declared { name: "SyzygyPath", kind: Kind::Text },
    Declared { name: "TablePath", kind: Kind::Text },
    Declared { name: "EvalFile", kind: Kind::Text },
    check("OwnBook", false),
    Declared { name: "BookFile", kind: Kind::Text },
    check("UCI_Chess960", false),
    check("UCI_LimitStrength", false),
    spin("UCI_Elo", 1500, WEAKEST as i64, STRONGEST as i64),
    spin("Seed", 0, 0, 1_000_000),
    check("UCI_ShowWDL", false),
];

impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name;
        match self.kind {
            Kind::Check(default) => write!(f, "option name {name} type check default {default}"),
            Kind::Spin { default, min, max } => {
                write!(f, "option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Text => write!(f, "option name {name} type string default <empty>"),
            Kind::Button => write!(f, "option name {name} type button"),
        }
    }
}

impl Declared {
    /// Parses a value, or says what is wrong with it.
    fn value(&self, text: Option<&str>) -> Result<Value, String> {
        let name = self.name;
        let shown = shortened(text.unwrap_or(""));
        match self.kind {
            Kind::Button => Ok(Value::Button),
            // GUIs write an empty text like this.
            Kind::Text => Ok(Value::Text(text.filter(|text| *text != "<empty>").unwrap_or("").trim().to_owned())),
            Kind::Check(_) => match text.map(str::to_ascii_lowercase).as_deref() {
                Some("true") => Ok(Value::Check(true)),
                Some("false") => Ok(Value::Check(false)),
                _ => Err(format!("{name} is true or false, not '{shown}'; it stays as it was")),
            },
            Kind::Spin { min, max, .. } => match text.and_then(|text| text.trim().parse::<i64>().ok()) {
                Some(number) if (min..=max).contains(&number) => Ok(Value::Spin(number)),
                _ => Err(format!("{name} is a number from {min} to {max}, not '{shown}'; it stays as it was")),
            },
        }
    }
}

impl Settings {
    /// Sets an option of those that are offered, or says in a sentence why not.
    pub fn set(&mut self, offered: &[Declared], name: &str, value: Option<&str>) -> Result<Changed, String> {
        let declared = offered.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let declared = declared.ok_or_else(|| format!("there is no option '{}'", shortened(name)))?;
        match (declared.name, declared.value(value)?) {
            ("Hash", Value::Spin(size)) if self.hash != size as usize => {
                self.hash = size as usize;
                return Ok(Changed::Hash);
            }
            ("Clear Hash", Value::Button) => return Ok(Changed::ClearHash),
            ("SyzygyPath", Value::Text(path)) => {
                self.syzygy = path;
                return Ok(Changed::Syzygy);
            }
            ("TablePath", Value::Text(path)) => {
                self.tables = path;
                return Ok(Changed::Tables);
            }
            ("EvalFile", Value::Text(path)) => {
                self.network = path;
                return Ok(Changed::Evaluation);
            }
            ("BookFile", Value::Text(path)) => {
                self.book = path;
                return Ok(Changed::Book);
            }
            ("OwnBook", Value::Check(on)) => self.own_book = on,
            ("Threads", Value::Spin(threads)) => self.threads = threads as usize,
            ("MultiPV", Value::Spin(lines)) => self.lines = lines as usize,
            ("Move Overhead", Value::Spin(millis)) => self.overhead = Duration::from_millis(millis as u64),
            ("UCI_Chess960", Value::Check(on)) => self.chess960 = on,
            ("UCI_LimitStrength", Value::Check(on)) => self.limit_strength = on,
            ("UCI_Elo", Value::Spin(elo)) => self.elo = elo as u32,
            ("Seed", Value::Spin(seed)) => self.seed = seed as u64,
            ("UCI_ShowWDL", Value::Check(on)) => self.show_wdl = on,
            // Every `go` says whether to ponder.
            _ => {}
        }
        Ok(Changed::Settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_option_can_be_set_and_its_default_changes_nothing() {
        for option in OPTIONS {
            let mut settings = Settings::default();
            let default = match option.kind {
                Kind::Check(default) => Some(default.to_string()),
                Kind::Spin { default, .. } => Some(default.to_string()),
                Kind::Text => Some("<empty>".to_owned()),
                Kind::Button => None,
            };
            assert!(settings.set(OPTIONS, option.name, default.as_deref()).is_ok(), "{option}");
            assert_eq!(settings, Settings::default(), "{option}");
        }
    }

    #[test]
    fn names_are_found_in_any_case_and_bad_values_are_refused() {
        let mut settings = Settings::default();
        assert_eq!(settings.set(OPTIONS, "hash", Some("256")), Ok(Changed::Hash));
        assert_eq!(settings.hash, 256);
        assert_eq!(settings.set(OPTIONS, "CLEAR HASH", None), Ok(Changed::ClearHash));
        for (name, value) in
            [("Hash", "0"), ("Threads", "many"), ("MultiPV", ""), ("UCI_Chess960", "perhaps"), ("Elo", "1")]
        {
            let before = settings.clone();
            assert!(settings.set(OPTIONS, name, Some(value)).is_err(), "{name} {value}");
            assert_eq!(settings, before);
        }
    }

    proptest! {
        #[test]
        fn no_value_is_out_of_range(place in 0..OPTIONS.len(), value in "\\PC{0,8}|-?[0-9]{1,20}") {
            let mut settings = Settings::default();
            let _ = settings.set(OPTIONS, OPTIONS[place].name, Some(&value));
            prop_assert!((1..=65_536).contains(&settings.hash) && (1..=256).contains(&settings.threads));
            prop_assert!((1..=218).contains(&settings.lines) && settings.overhead <= Duration::from_secs(5));
            prop_assert!((WEAKEST..=STRONGEST).contains(&settings.elo));
        }
    }
}
