//! `rootward new NAME`: a crate with a small game that works, to be changed into one's own.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args as ClapArgs;
use rootward_session::{Problem, find_game};
use serde::Serialize;

use crate::failure::{Code, Failure};
use crate::output::Output;

/// The options of `new`.
#[derive(ClapArgs)]
pub struct Args {
    /// The name of the game, of its crate and of the folder that is made for it
    name: String,
    /// Use the library in this folder, a copy of the project or its crates/rootward, instead of the published one
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
}

/// The files with their templates: `NAME` and `DEPENDENCY` are replaced.
const FILES: [(&str, &str); 5] = [
    ("Cargo.toml", include_str!("../template/Cargo.toml.txt")),
    ("README.md", include_str!("../template/README.md.txt")),
    ("src/main.rs", include_str!("../template/main.rs.txt")),
    ("src/game.rs", include_str!("../template/game.rs.txt")),
    ("src/tests.rs", include_str!("../template/tests.rs.txt")),
];

/// Names that cargo refuses or that would hide a crate: words of the language, and crates that are always there.
const TAKEN: [&str; 53] = [
    "abstract", "alloc", "as", "async", "await", "become", "box", "break", "const", "continue", "core", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "rootward", "self", "static", "std",
    "struct", "super", "test", "trait", "true", "try", "type", "unsafe", "use", "virtual", "where", "while",
];

/// What was written.
#[derive(Serialize)]
struct Written<'a> {
    name: &'a str,
    files: Vec<String>,
}

/// Writes the crate into a new folder below the current one.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let name = args.name.as_str();
    check_name(name)?;
    let dependency = match &args.path {
        Some(folder) => format!("path = {}", toml_string(&library_in(folder)?)?),
        None => format!("version = \"{}\"", env!("CARGO_PKG_VERSION")),
    };
    let folder = Path::new(name);
    fs::create_dir(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Problem::new(format!("'{name}' already exists"), "a new name").into(),
        _ => named(folder, error),
    })?;
    let mut files = Vec::new();
    for (file, template) in FILES {
        let path = folder.join(file);
        let text = template.replace("NAME", name).replace("DEPENDENCY", &dependency);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, text));
        if let Err(error) = written {
            // The folder was made a moment ago, and there is nothing else in it.
            let _ = fs::remove_dir_all(folder);
            return Err(named(&path, error));
        }
        files.push(path.display().to_string());
    }
    if output.json {
        output.object(&Written { name, files })?;
    } else {
        output.line(&format!("Written: {}", files.join(", ")))?;
        output.line(&format!("\n  cd {name}\n  cargo run -- solve {name}\n  cargo test"))?;
    }
    Ok(Code::Fine)
}

/// The name is that of a crate, and of no game that there is.
fn check_name(name: &str) -> Result<(), Problem> {
    let expected = "a small letter, then small letters, digits and '-', at most 40 in all, such as my-game";
    let begins = name.starts_with(|first: char| first.is_ascii_lowercase());
    let allowed = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if !begins || !name.chars().all(allowed) || name.len() > 40 || name.ends_with('-') {
        return Err(Problem::new(format!("'{name}' is not a name for a game"), expected));
    }
    if TAKEN.contains(&name) {
        return Err(Problem::new(format!("'{name}' is a word of Rust or the name of a crate"), "another name"));
    }
    if find_game(name).is_ok() {
        return Err(Problem::new(format!("there is a game '{name}' already"), "another name"));
    }
    Ok(())
}

/// The folder of the crate `rootward`, in full, since the new crate lies elsewhere.
fn library_in(folder: &Path) -> Result<PathBuf, Problem> {
    let is_library = |folder: &PathBuf| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        manifest.lines().any(|line| line.replace(' ', "") == "name=\"rootward\"")
    };
    let found = [folder.join("crates/rootward"), folder.to_owned()].into_iter().find(is_library);
    found.and_then(|found| found.canonicalize().ok()).ok_or_else(|| {
        let problem = format!("'{}' does not have the crate rootward", folder.display());
        Problem::new(problem, "a folder with the project, or its crates/rootward")
    })
}

/// A path as a string of a TOML file.
fn toml_string(path: &Path) -> Result<String, Problem> {
    let unfit =
        || Problem::new(format!("the path '{}' cannot be written in a TOML file", path.display()), "plain text");
    let text = path.to_str().filter(|text| !text.contains(|letter: char| letter.is_control())).ok_or_else(unfit)?;
    Ok(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

fn named(path: &Path, error: io::Error) -> Failure {
    io::Error::new(error.kind(), format!("'{}': {error}", path.display())).into()
}
