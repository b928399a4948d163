//! A file of engines: one on each line, written as on the command line.
//!
//! ```text
//! # The new search against earlier ones
//! name=new
//! name=no-null-move techniques=-null-move
//! uci:/usr/games/stockfish depth=4
//! ```

use std::path::Path;

use rootward_session::Problem;
use rootward_support::file::read_small_text;

use crate::EngineSpec;

/// The most engines of a match: a round robin of them has 32,640 encounters.
pub const MOST_ENGINES: usize = 256;

/// Reads a file of engines. Empty lines and lines that begin with `#` are skipped.
pub fn read_engines(path: &Path) -> Result<Vec<EngineSpec>, Problem> {
    let file = format!("file '{}'", path.display());
    let text = read_small_text(path).map_err(|error| Problem::sentence(format!("{file}: {error}")))?;
    parse_engines(&text).map_err(|problem| problem.within(file))
}

/// The engines of a file's text.
pub fn parse_engines(text: &str) -> Result<Vec<EngineSpec>, Problem> {
    let lines = text.lines().map(str::trim).zip(1..);
    let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let engine = |(line, number): (&str, usize)| {
        EngineSpec::parse(line).map_err(|problem| problem.within(format!("line {number}")))
    };
    let engines: Vec<EngineSpec> = lines.map(engine).collect::<Result<_, Problem>>()?;
    match engines.len() {
        0 => Err(Problem::new("there is no engine in it", "one on each line, such as name=A techniques=exact")),
        count if count > MOST_ENGINES => {
            Err(Problem::new(format!("there are {count} engines in it"), format!("at most {MOST_ENGINES}")))
        }
        _ => Ok(engines),
    }
}

/// Makes the names different from each other, so that a report is clear: `A`, `A (2)`.
pub fn tell_apart(engines: &mut [EngineSpec]) {
    for place in 1..engines.len() {
        let name = engines[place].name.clone();
        let taken = |name: &str| engines[..place].iter().any(|engine| engine.name == name);
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let Some(free) = std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name)) else { continue };
        engines[place].name = free;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_file_has_an_engine_on_each_line() {
        let engines =
            parse_engines("# all\n\n name=A nodes=5 \r\nlevel=3\nuci:/x 'option.Move Overhead=10'\n").unwrap();
        let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["A", "level=3", "x"]);
        let refusal = |text: &str| parse_engines(text).unwrap_err().to_string();
        assert!(refusal("name=A\n#\ndepht=4\n").starts_with("line 3: engine 'depht=4': 'depht' is not a setting"));
        assert!(refusal("# nobody\n").starts_with("there is no engine in it; expected one on each line"));
        assert!(refusal(&"name=A\n".repeat(257)).starts_with("there are 257 engines in it; expected at most 256"));
    }

    #[test]
    fn engines_of_one_name_are_distinguished() {
        let mut engines = parse_engines("name=A\nname='A (2)'\nname=A\nname=B\nname=A").unwrap();
        tell_apart(&mut engines);
        let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["A", "A (2)", "A (3)", "B", "A (4)"]);
    }

    proptest! {
        #[test]
        fn any_text_is_a_list_of_engines_or_a_sentence(text in "((name=|uci:|# |level=)?\\PC{0,12}\n?){0,6}") {
            if let Err(problem) = parse_engines(&text) {
                prop_assert_eq!(problem.to_string().lines().count(), 1);
            }
        }
    }
}
