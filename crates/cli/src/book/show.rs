//! `rootward book show`.

use clap::Args as ClapArgs;
use rootward_session::{Problem, View};

use super::games::tell_moves;
use super::open_with_book;
use crate::analyze::head;
use crate::events::Opinions;
use crate::failure::{Code, Failure};
use crate::output::{Output, PROVEN, STRONG, styled};
use crate::solve::move_words;

/// The options of `book show`.
#[derive(ClapArgs)]
pub struct Args {
    /// The file of a book, or a game whose book comes with the program
    #[arg(value_name = "FILE|GAME")]
    book: String,
    /// The position in the game's notation, or - for stdin. Without it, the start
    position: Option<String>,
}

/// Looks a position up.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let session = open_with_book(&args.book, args.position.as_deref())?;
    if let Some(suggestions) = session.suggestions() {
        if output.json {
            let View { game, position, .. } = session.view();
            let at = Opinions { game: Some(&game), position: Some(&position), ..Opinions::new(&suggestions) };
            output.object(&at)?;
        } else {
            head(session.as_ref(), output)?;
            tell_moves(&suggestions, output)?;
        }
        return Ok(Code::Fine);
    }
    let Some(page) = session.book_page() else {
        return Err(Problem::new(format!("'{}' is not a book", args.book), "the file of a book").into());
    };
    if output.json {
        output.object(&page)?;
        return Ok(Code::Fine);
    }
    head(session.as_ref(), output)?;
    output.line(&styled(STRONG, &page.sentence()))?;
    for value in &page.moves {
        let words =
            if value.value.is_some() { styled(PROVEN, &move_words(value)) } else { "not in the book".to_owned() };
        output.line(&format!("  {:<6} {words}", value.mv))?;
    }
    Ok(Code::Fine)
}
