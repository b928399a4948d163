//! Gambit's strategic games: `NFG 1 R "title" { "players" }`, strategies, then payoffs or outcomes.

use super::lexer::{Kind, Lexer, Token};
use super::payoff_table::check_size;
use super::{TextError, no_common_denominator};
use crate::game::{Game, Player, default_name};
use crate::rational::Rational;

/// Reads a game of two players from the text of a `.nfg` file, in its payoff version or its outcome version.
///
/// ```
/// let text = r#"NFG 1 R "Pennies" { "Anne" "Bob" } { { "heads" "tails" } { "heads" "tails" } } 1 -1 -1 1 -1 1 1 -1"#;
/// let game = rootward_matrix::read_nfg(text).unwrap();
/// assert_eq!((game.players[0].as_str(), game.rows.len()), ("Anne", 2));
/// ```
pub fn read_nfg(text: &str) -> Result<Game, TextError> {
    let mut lexer = Lexer::new(text);
    let title = lexer.heading("NFG", "1")?;
    let at = lexer.peek()?.clone();
    let players = lexer.labels("the players' names in quotes")?;
    let [first, second] = <[String; 2]>::try_from(players)
        .map_err(|players| at.problem(format!("the game has {} players", players.len()), "a game of two players"))?;
    let strategies_at = lexer.peek()?.clone();
    let [rows, columns] = strategies(&mut lexer)?;
    check_size(rows.len(), columns.len(), strategies_at.line, strategies_at.column)?;
    // A comment may follow.
    lexer.optional_label()?;
    let cells = if lexer.peek()?.kind == Kind::Open {
        outcomes(&mut lexer, rows.len() * columns.len())?
    } else {
        payoffs(&mut lexer, rows.len() * columns.len())?
    };
    lexer.expect_end()?;
    // The first player's strategy changes fastest.
    let table = |player: usize| {
        let payoff = |row: usize, column: usize| cells[column * rows.len() + row][player].clone();
        let line = |row: usize| (0..columns.len()).map(|column| payoff(row, column)).collect();
        (0..rows.len()).map(line).collect()
    };
    let (row_payoffs, column_payoffs) = (table(0), table(1));
    let players = [first, second];
    let game = Game { title, players, rows, columns, one_number: false, row_payoffs, column_payoffs };
    if game.is_sound() { Ok(game) } else { Err(no_common_denominator()) }
}

/// `{ { "a" "b" } { "c" "d" } }`, or only their numbers: `{ 2 2 }`.
fn strategies(lexer: &mut Lexer<'_>) -> Result<[Vec<String>; 2], TextError> {
    lexer.expect_open("the strategies of both players")?;
    let mut both: Vec<Vec<String>> = Vec::new();
    for player in [Player::Row, Player::Column] {
        let token = lexer.peek()?.clone();
        both.push(match token.kind {
            Kind::Open => named(player, lexer.labels("names of strategies in quotes")?, &token)?,
            _ => {
                let (count, token) = lexer.count(1, "the strategies of both players")?;
                check_size(count, 1, token.line, token.column)?;
                (0..count).map(|place| default_name(player, place)).collect()
            }
        });
    }
    let close = lexer.next()?;
    if close.kind != Kind::Close {
        return Err(close.error("'}' after the strategies of two players"));
    }
    let mut both = both.into_iter();
    Ok([both.next().unwrap_or_default(), both.next().unwrap_or_default()])
}

fn named(player: Player, mut names: Vec<String>, token: &Token) -> Result<Vec<String>, TextError> {
    if names.is_empty() {
        return Err(token.problem("a player without strategies", "one strategy at least"));
    }
    for (place, name) in names.iter_mut().enumerate() {
        // Strategies without a name are named by their number.
        if name.trim().is_empty() {
            *name = default_name(player, place);
        }
    }
    Ok(names)
}

/// Two payoffs for every pair of strategies.
fn payoffs(lexer: &mut Lexer<'_>, count: usize) -> Result<Vec<[Rational; 2]>, TextError> {
    let mut cells = Vec::with_capacity(count);
    for cell in 1..=count {
        let what = format_args!("a payoff ({} in all, this is one of pair {cell})", 2 * count);
        let first = lexer.number(what)?.0;
        cells.push([first, lexer.number(what)?.0]);
    }
    Ok(cells)
}

/// `{ { "name" 1, 2 } … }` and then for every pair of strategies the number of its outcome; 0 is none, with payoffs of
/// 0.
fn outcomes(lexer: &mut Lexer<'_>, count: usize) -> Result<Vec<[Rational; 2]>, TextError> {
    lexer.expect_open("outcomes")?;
    let mut outcomes = Vec::new();
    loop {
        let token = lexer.next()?;
        match token.kind {
            Kind::Close => break,
            Kind::Open => {
                lexer.optional_label()?;
                let first = lexer.number("an outcome's payoff to the first player")?.0;
                let second = lexer.number("an outcome's payoff to the second player")?.0;
                let close = lexer.next()?;
                if close.kind != Kind::Close {
                    return Err(close.error("'}' after an outcome's two payoffs"));
                }
                outcomes.push([first, second]);
            }
            _ => return Err(token.error("an outcome in braces, or '}'")),
        }
    }
    let mut cells = Vec::with_capacity(count);
    for cell in 1..=count {
        let what = format_args!("the number of the outcome of pair {cell} of {count}, from 0 to {}", outcomes.len());
        let (number, token) = lexer.count(0, what)?;
        cells.push(match number.checked_sub(1) {
            None => [Rational::zero(), Rational::zero()],
            Some(place) => outcomes.get(place).cloned().ok_or_else(|| token.error(what))?,
        });
    }
    Ok(cells)
}
