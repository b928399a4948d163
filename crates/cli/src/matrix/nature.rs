//! Games against nature as a table: every row's score by every criterion.

use std::io;

use rootward_matrix::words::{self, readable};
use rootward_matrix::{Choice, Game, Rational};

use super::table::grid;
use crate::output::{Output, STRONG, styled};

/// Prints payoffs, scores and the choice of each criterion.
pub fn tell(game: &Game, alpha: &Rational, choices: &[Choice], output: &mut Output) -> io::Result<()> {
    const MOST: usize = 24;
    if game.rows.len() <= MOST && game.columns.len() <= MOST {
        let payoffs = |row: &Vec<Rational>| row.iter().map(readable).collect();
        let cells: Vec<Vec<String>> = game.row_payoffs.iter().map(payoffs).collect();
        grid(&game.rows, &game.columns, &cells, output)?;
        output.line("")?;
        let names: Vec<String> = choices.iter().map(|choice| words::criterion(choice.criterion).to_owned()).collect();
        let score = |row: usize, choice: &Choice| {
            let star = if choice.rows.contains(&row) { "*" } else { "" };
            format!("{}{star}", readable(&choice.scores[row]))
        };
        let cells: Vec<Vec<String>> =
            (0..game.rows.len()).map(|row| choices.iter().map(|choice| score(row, choice)).collect()).collect();
        grid(&game.rows, &names, &cells, output)?;
        output.line("")?;
    }
    for choice in choices {
        let rows = choice.names.iter().take(MOST).cloned().collect::<Vec<_>>().join(" or ");
        output.line(&format!("{} {}", styled(STRONG, &rows), words::choice(choice, alpha)))?;
    }
    Ok(())
}
