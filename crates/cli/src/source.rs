//! `-`: standard input in place of a position, a file or a list, in every command.

use std::fs;
use std::io::{self, BufRead, Read};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rootward_session::{Problem, find_game, weights_text, written_weights};

/// What stdin held, and what it was read for. It can be read only once.
static STDIN: OnceLock<(String, Vec<u8>)> = OnceLock::new();

/// Whether stdin is meant.
pub fn is_stdin(name: &Path) -> bool {
    name == Path::new("-")
}

/// All of stdin. Two different things cannot both come from it.
fn stdin_for(what: &str) -> Result<&'static [u8], Problem> {
    if STDIN.get().is_none() {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(|error| Problem::sentence(format!("stdin: {error}")))?;
        let _ = STDIN.set((what.to_owned(), bytes));
    }
    match STDIN.get() {
        Some((first, bytes)) if first == what => Ok(bytes),
        Some((first, _)) => {
            Err(Problem::new(format!("'-' is given for the {first} and for the {what}"), "stdin for one of them"))
        }
        None => Err(Problem::sentence("stdin cannot be read")),
    }
}

fn stdin_text_for(what: &str) -> Result<&'static str, Problem> {
    let wrong = |_| Problem::new(format!("the {what} on stdin is not text"), "UTF-8");
    std::str::from_utf8(stdin_for(what)?).map_err(wrong)
}

/// A position: as it was given, or the one line that stdin holds. A tree may have several lines.
pub fn position(game: &str, given: Option<&str>) -> Result<Option<String>, Problem> {
    if given != Some("-") {
        return Ok(given.map(str::to_owned));
    }
    let is_drawn = find_game(game)?.is_drawn && !game.contains(':');
    the_position(stdin_text_for("position")?, is_drawn).map(Some)
}

fn the_position(text: &str, is_drawn: bool) -> Result<String, Problem> {
    let none = || Problem::new("there is no position on stdin", "a line with one");
    if is_drawn {
        let text = text.trim();
        return if text.is_empty() { Err(none()) } else { Ok(text.to_owned()) };
    }
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let position = lines.next().ok_or_else(none)?;
    match lines.count() {
        0 => Ok(position.to_owned()),
        more => {
            let problem = format!("there are {} positions on stdin", more + 1);
            Err(Problem::new(problem, "one; 'rootward solve GAME --from -' takes many"))
        }
    }
}

/// A position whose further lines are still to be read, such as the moves of a game: the first line of stdin.
pub fn position_before_more(given: Option<&str>) -> Result<Option<String>, Problem> {
    if given != Some("-") {
        return Ok(given.map(str::to_owned));
    }
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).map_err(|error| Problem::sentence(format!("stdin: {error}")))?;
    the_position(&line, false).map(Some)
}

/// Weights: `name=number,…`, a file of them, or stdin.
pub fn weights(given: &str) -> Result<String, Problem> {
    if given.trim() == "-" {
        return written_weights(stdin_text_for("weights")?.to_owned()).map_err(|problem| problem.within("stdin"));
    }
    weights_text(given)
}

/// The text of a file, or of stdin. Bytes that are not UTF-8 become replacement characters, which no position contains.
pub fn text(name: &Path, what: &str) -> Result<String, Problem> {
    let bytes = match is_stdin(name) {
        true => stdin_for(what)?.to_vec(),
        false => fs::read(name).map_err(|error| Problem::sentence(format!("file '{}': {error}", name.display())))?,
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A file that can be opened by its path: the one that was named, or what stdin held in a temporary one.
pub struct InputFile {
    path: PathBuf,
    temporary: Option<PathBuf>,
}

/// The file with this name. The format follows from the extension, so games on stdin get a name of their own.
pub fn file(name: &Path, what: &str) -> Result<InputFile, Problem> {
    if !is_stdin(name) {
        return Ok(InputFile { path: name.to_owned(), temporary: None });
    }
    let bytes = stdin_for(what)?;
    let folder = std::env::temp_dir().join(format!("rootward-{}", std::process::id()));
    let is_pgn = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    let path = folder.join(if is_pgn { "stdin.pgn" } else { "stdin" });
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, bytes));
    written.map_err(|error| Problem::sentence(format!("file '{}': {error}", path.display())))?;
    Ok(InputFile { path, temporary: Some(folder) })
}

impl Deref for InputFile {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl Drop for InputFile {
    fn drop(&mut self) {
        if let Some(folder) = &self.temporary {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_the_one_line_that_is_no_comment() {
        assert_eq!(the_position("# a comment\n\n 4453 \r\n", false).as_deref(), Ok("4453"));
        assert_eq!(the_position("(1\n 2)\n", true).as_deref(), Ok("(1\n 2)"));
        let refused = |text, is_drawn| the_position(text, is_drawn).unwrap_err().to_string();
        assert!(refused("44\n45\n46", false).starts_with("there are 3 positions on stdin; expected one"));
        assert!(refused("\n# x\n", false).starts_with("there is no position on stdin"));
        assert!(refused(" \n", true).starts_with("there is no position on stdin"));
    }
}
