//! `rootward book`: opening books, made by the engine itself or from games.

mod build;
mod games;
mod info;
mod show;

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand};
use rootward_session::{BookChoice, Problem, Session, TableFolders, find_game, open, read_book, read_weighted};

use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::source;

pub use games::tell_briefly;

/// The options of `book`.
#[derive(ClapArgs)]
#[command(subcommand_value_name = "COMMAND")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve all positions up to n plies from the start, or weigh the moves of chess games, and write them into a file
    Build(build::Args),
    /// Check a book, and tell what is in it
    Info(info::Args),
    /// Look a position up: its value and that of every move, or the weights of its moves
    Show(show::Args),
}

/// Makes a book, or reads one.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    match &args.command {
        Command::Build(args) => build::run(args, output),
        Command::Info(args) => info::run(args, output),
        Command::Show(args) => show::run(args, output),
    }
}

/// Which book a search uses, and which tables of endgames.
#[derive(ClapArgs)]
pub struct BookArgs {
    /// Use the book of openings in this file (- for stdin) instead of the shipped one; for chess, Polyglot's format; for
    /// backgammon, a bear-off table
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    book: Option<PathBuf>,
    /// Use no book of openings: the bare engine
    #[arg(long)]
    no_book: bool,
    #[command(flatten)]
    tables: TableArgs,
}

/// Which tables of endgames a search uses.
#[derive(ClapArgs)]
pub struct TableArgs {
    /// Use the Syzygy tables of chess endgames in this folder (several: separated as in PATH)
    #[arg(long, value_name = "DIR")]
    syzygy: Option<String>,
    /// Use the endgame tables that 'rootward table build' made in this folder (several: separated as in PATH)
    #[arg(long, value_name = "DIR")]
    tables: Option<String>,
}

impl TableArgs {
    /// The folders.
    pub fn folders(&self) -> TableFolders {
        TableFolders { syzygy: self.syzygy.clone(), own: self.tables.clone() }
    }
}

impl BookArgs {
    /// Gives the session its book and its endgame tablebases.
    pub fn mount(&self, session: &mut dyn Session) -> Result<(), Problem> {
        self.tables.folders().mount(session)?;
        let book = self.book.as_deref().map(|path| source::file(path, "book")).transpose()?;
        session.set_book(&match (&book, self.no_book) {
            (Some(path), _) => BookChoice::File(path.to_path_buf()),
            (None, true) => BookChoice::Nothing,
            (None, false) => BookChoice::Shipped,
        })
    }
}

impl BookArgs {
    /// The same for commands that prove values: a weighted book proves nothing and is refused.
    pub fn mount_proofs(&self, session: &mut dyn Session) -> Result<(), Problem> {
        self.mount(session)?;
        if session.suggestions().is_some() {
            let problem = "a Polyglot book holds opinions and proves nothing";
            return Err(Problem::new(problem, "a book of solved positions, or none"));
        }
        Ok(())
    }
}

/// A session with the book in a file, or with the book shipped for a game.
fn open_with_book(file_or_game: &str, position: Option<&str>) -> Result<Box<dyn Session>, Problem> {
    let file = source::file(Path::new(file_or_game), "book")?;
    let (path, name) = (file.to_path_buf(), file.to_string_lossy());
    let file_or_game: &str = &name;
    let game = match read_weighted(&path)? {
        Some(info) => info.game,
        None => read_book(file_or_game)?.game,
    };
    let mut session = open(&game, source::position(&game, position)?.as_deref())?;
    let is_game = !path.exists() && find_game(file_or_game).is_ok();
    session.set_book(&if is_game { BookChoice::Shipped } else { BookChoice::File(path) })?;
    Ok(session)
}
