//! Engines, as written on the command line.
//!
//! ```text
//! name=A techniques=all,-null-move nodes=10k memory=16M        this engine, with settings
//! level=5                                                      this engine as an opponent of a level
//! uci:/usr/games/stockfish option.Hash=16 depth=8              a program that speaks UCI
//! xboard:/usr/games/phalanx -b- tc=10+0.1                      a program that speaks the protocol of xboard
//! ```

use std::path::{Path, PathBuf};

use rootward_session::{
    BookChoice, Level, MAX_DEPTH, Model, PRESETS, Problem, Techniques, parse_count, parse_memory, parse_techniques,
    parse_time, parse_within, weights_text,
};

use crate::own::TIME_OF_A_LEVEL;
use crate::{Allowance, TimeControl, words};

/// An engine with its settings.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// Its name in reports.
    pub name: String,
    /// The kind of engine.
    pub kind: EngineKind,
    /// Limits of its own, which override those of the match.
    pub allowance: Allowance,
    /// The text of the specification.
    pub written: String,
}

/// A kind of engine.
#[derive(Clone, Debug)]
pub enum EngineKind {
    /// The engine of this program.
    Own(OwnSettings),
    /// The engine of this program as an opponent of a level, which makes mistakes now and then.
    Level(Level),
    /// A program that speaks UCI.
    Uci(ChildCommand),
    /// A program that speaks the xboard protocol, also called CECP.
    Xboard(ChildCommand),
}

/// The settings of this program's engine.
#[derive(Clone, Debug)]
pub struct OwnSettings {
    /// The techniques of its search.
    pub techniques: Techniques,
    /// Bytes for its transposition table.
    pub memory: usize,
    /// Its threads.
    pub threads: usize,
    /// Weights of its evaluation; none for the game's own.
    pub weights: Option<String>,
    /// Its evaluation, `linear`, `network` or a file; none for the game's own.
    pub evaluation: Option<String>,
    /// Folders with its Syzygy tablebases.
    pub syzygy: Option<String>,
    /// Folders with tables of `rootward table build`.
    pub tables: Option<String>,
    /// Its opening book.
    pub book: BookChoice,
    /// The model of how its opponent errs.
    pub opponent: Option<Model>,
}

impl Default for OwnSettings {
    fn default() -> OwnSettings {
        OwnSettings {
            techniques: Techniques::ALL,
            memory: 16 << 20,
            threads: 1,
            weights: None,
            evaluation: None,
            syzygy: None,
            tables: None,
            book: BookChoice::Nothing,
            opponent: None,
        }
    }
}

/// A program to start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChildCommand {
    /// The file.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options of the engine, set before the first game.
    pub options: Vec<(String, String)>,
    /// Lines sent as they are before each game, after the options.
    pub lines: Vec<String>,
}

const OWN: &str = "name= techniques= weights= evaluation= memory= threads= book= syzygy= tables= opponent= level= tc= movetime= nodes= depth=, or a program \
                   as uci:FILE or xboard:FILE";
const CHILD: &str = "arguments, name= option.NAME= send= tc= movetime= nodes= depth=";

impl EngineSpec {
    /// Parses a specification from the command line.
    pub fn parse(text: &str) -> Result<EngineSpec, Problem> {
        let within = |problem: Problem| problem.within(format!("engine '{}'", text.trim()));
        let mut words = words::split(text).map_err(within)?;
        // A name or a limit may stand before the program, too.
        let program = words.iter().position(|word| protocol(word).is_some() || !word.contains('='));
        let spec = match program.and_then(|at| Some((at, protocol(&words[at])?))) {
            Some((at, kind)) => {
                let word = words.remove(at);
                let file = word.split_once(':').map_or("", |(_, file)| file);
                child(file, &words, kind)
            }
            None => own(&words),
        };
        let spec = spec.map_err(within)?;
        Ok(EngineSpec { written: text.trim().to_owned(), ..spec })
    }

    /// Its limits in a match with these limits: its own ones, else those of the match. A level sets a depth and needs only
    /// a time.
    pub fn allowance_in(&self, of_the_match: Allowance) -> Allowance {
        let limits = if self.allowance.is_unlimited() { of_the_match } else { self.allowance };
        if !matches!(self.kind, EngineKind::Level(_)) {
            return limits;
        }
        let Allowance { clock, time, .. } = limits;
        Allowance { clock, time: time.or(Some(TIME_OF_A_LEVEL)), ..Allowance::default() }
    }

    /// Whether this program plays it, so that the same seed gives the same game if nodes or depth are limited.
    pub fn is_own(&self) -> bool {
        matches!(self.kind, EngineKind::Own(_) | EngineKind::Level(_))
    }
}

/// What a program is made into, by the protocol before its file: uci:FILE, xboard:FILE.
fn protocol(word: &str) -> Option<fn(ChildCommand) -> EngineKind> {
    match word.split_once(':')?.0 {
        "uci" => Some(EngineKind::Uci),
        "xboard" | "cecp" => Some(EngineKind::Xboard),
        _ => None,
    }
}

/// Reads a limit that every engine may have; returns whether the key is one.
fn limit(allowance: &mut Allowance, key: &str, value: &str) -> Result<bool, Problem> {
    match key {
        "tc" => allowance.clock = Some(TimeControl::parse(value)?),
        "movetime" => allowance.time = Some(parse_time(value)?),
        "nodes" => allowance.nodes = Some(parse_count(value)?),
        "depth" => allowance.depth = Some(parse_within(value, "depth", 1, MAX_DEPTH)?),
        _ => return Ok(false),
    }
    Ok(true)
}

fn own(words: &[String]) -> Result<EngineSpec, Problem> {
    let mut settings = OwnSettings::default();
    let (mut name, mut level, mut allowance) = (None, None, Allowance::default());
    let mut named = Vec::new();
    for word in words {
        let Some((key, value)) = word.split_once('=') else {
            return Err(Problem::new(format!("'{word}' is not a setting"), OWN));
        };
        match key {
            "name" => name = Some(value.to_owned()),
            "techniques" => settings.techniques = techniques(value)?,
            "weights" => settings.weights = Some(weights_text(value)?),
            "evaluation" => settings.evaluation = Some(value.to_owned()),
            "memory" => settings.memory = parse_memory(value)?,
            "threads" => settings.threads = parse_within(value, "number of threads", 1, 256)? as usize,
            "book" => settings.book = book(value),
            "opponent" => settings.opponent = Some(Model::parse(value)?),
            "syzygy" => settings.syzygy = Some(value.to_owned()),
            "tables" => settings.tables = Some(value.to_owned()),
            "level" => level = Some(find_level(value)?),
            _ if limit(&mut allowance, key, value)? => {}
            _ => return Err(Problem::new(format!("'{key}' is not a setting of an engine"), OWN)),
        }
        if key != "name" {
            named.push(word.as_str());
        }
    }
    if level.is_some() && (allowance.nodes.is_some() || allowance.depth.is_some()) {
        return Err(Problem::new("a level has a depth of its own", "tc= or movetime= with it"));
    }
    let kind = level.map_or(EngineKind::Own(settings), EngineKind::Level);
    let name = name.unwrap_or_else(|| if named.is_empty() { "rootward".to_owned() } else { named.join(" ") });
    Ok(EngineSpec { name, kind, allowance, written: String::new() })
}

/// A player uses everything that makes it stronger, so changes without a preset are changes to `all`.
fn techniques(text: &str) -> Result<Techniques, Problem> {
    let first = text.split(',').next().unwrap_or_default().trim();
    let has_preset = PRESETS.iter().any(|(name, ..)| *name == first);
    parse_techniques(&if has_preset { text.to_owned() } else { format!("all,{text}") })
}

fn book(text: &str) -> BookChoice {
    match text {
        "off" | "none" => BookChoice::Nothing,
        "on" => BookChoice::Shipped,
        path => BookChoice::File(PathBuf::from(path)),
    }
}

fn find_level(text: &str) -> Result<Level, Problem> {
    let number = parse_within(text, "level", 1, 10)?;
    Level::find(number).ok_or_else(|| Problem::new(format!("there is no level {number}"), "1 to 10"))
}

fn child(file: &str, words: &[String], kind: fn(ChildCommand) -> EngineKind) -> Result<EngineSpec, Problem> {
    if file.is_empty() {
        return Err(Problem::new("the program is missing", "its file right after the colon"));
    }
    let mut command = ChildCommand { program: file.to_owned(), ..ChildCommand::default() };
    let (mut name, mut allowance) = (None, Allowance::default());
    for word in words {
        match word.split_once('=') {
            // A word that begins with a dash is an argument of the program, whatever it contains.
            _ if word.starts_with('-') => command.arguments.push(word.clone()),
            None => command.arguments.push(word.clone()),
            Some(("name", value)) => name = Some(value.to_owned()),
            Some(("send", value)) => command.lines.push(value.to_owned()),
            Some((key, value)) => match key.strip_prefix("option.") {
                Some(option) => command.options.push((option.to_owned(), value.to_owned())),
                None if limit(&mut allowance, key, value)? => {}
                None => return Err(Problem::new(format!("'{key}' is not a setting of a program"), CHILD)),
            },
        }
    }
    let stem = Path::new(file).file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned());
    Ok(EngineSpec { name: name.unwrap_or(stem), kind: kind(command), allowance, written: String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn own_settings(text: &str) -> OwnSettings {
        match EngineSpec::parse(text).unwrap().kind {
            EngineKind::Own(settings) => settings,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn settings_of_the_own_engine_are_read() {
        let spec = EngineSpec::parse("name=A techniques=-null-move nodes=10k depth=4 tc=1+0.1 movetime=50ms").unwrap();
        assert_eq!((spec.name.as_str(), spec.allowance.nodes, spec.allowance.depth), ("A", Some(10_000), Some(4)));
        assert!(spec.allowance.clock.is_some() && spec.allowance.time.is_some());
        let settings = own_settings("techniques=-null-move memory=1M threads=2 weights=centre=3,open-two=1 book=on");
        assert!(!settings.techniques.speculative.null_move && settings.techniques.speculative.late_move_reductions);
        assert_eq!((settings.memory, settings.threads), (1 << 20, 2));
        assert_eq!(settings.weights.as_deref(), Some("centre=3,open-two=1"));
        assert!(!own_settings("techniques=exact").techniques.speculative.null_move);
    }

    #[test]
    fn an_engine_without_a_name_is_called_by_its_settings_or_its_file() {
        for (text, name) in [
            ("", "rootward"),
            ("techniques=exact memory=1M", "techniques=exact memory=1M"),
            ("level=3", "level=3"),
            ("uci:/usr/games/stockfish", "stockfish"),
            ("uci:./rootward uci name=B", "B"),
            ("name=C depth=3 uci:./rootward uci", "C"),
        ] {
            assert_eq!(EngineSpec::parse(text).unwrap().name, name);
        }
    }

    #[test]
    fn own_limits_go_before_those_of_the_match() {
        let of_the_match = Allowance { depth: Some(5), ..Allowance::default() };
        let limits = |text: &str| EngineSpec::parse(text).unwrap().allowance_in(of_the_match);
        assert_eq!(limits("name=A"), of_the_match);
        assert_eq!(limits("nodes=9"), Allowance { nodes: Some(9), ..Allowance::default() });
        assert_eq!(limits("level=3"), Allowance { time: Some(TIME_OF_A_LEVEL), ..Allowance::default() });
    }

    #[test]
    fn programs_have_arguments_options_and_lines() {
        let text = "xboard:/usr/games/phalanx -b- --x=1 'option.Move Overhead=10' send='book off' depth=3";
        let EngineKind::Xboard(command) = EngineSpec::parse(text).unwrap().kind else { panic!("not xboard") };
        assert_eq!(command.program, "/usr/games/phalanx");
        assert_eq!(command.arguments, ["-b-", "--x=1"]);
        assert_eq!(command.options, [("Move Overhead".to_owned(), "10".to_owned())]);
        assert_eq!(command.lines, ["book off"]);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (text, expected) in [
            ("stockfish", "'stockfish' is not a setting; expected"),
            ("depht=4", "'depht' is not a setting of an engine; expected"),
            ("uci:x Hash=4", "'Hash' is not a setting of a program; expected"),
            ("uci:", "the program is missing; expected"),
            ("level=11", "'11' is not a level; expected"),
            ("techniques=-nul-move", "there is no technique 'nul-move'; expected"),
            ("level=3 depth=4", "a level has a depth of its own; expected"),
            ("nodes=many", "'many' is not a count; expected"),
        ] {
            let problem = EngineSpec::parse(text).unwrap_err().to_string();
            assert!(problem.starts_with(&format!("engine '{text}': {expected}")), "{problem}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_an_engine_or_a_sentence(text in "(uci:|xboard:|level=|nodes=|techniques=)?\\PC{0,30}") {
            if let Err(problem) = EngineSpec::parse(&text) {
                prop_assert_eq!(problem.to_string().lines().count(), 1);
            }
        }
    }
}
