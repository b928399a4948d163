//! A two-player game as a table of payoffs.

use serde::{Deserialize, Serialize};

use crate::rational::{Rational, have_common_denominator};

/// The most cells of a matrix.
pub const MOST_CELLS: usize = 1_000_000;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// The player who chooses a row.
    Row,
    /// The player who chooses a column.
    Column,
}

impl Player {
    /// The other player.
    pub fn other(self) -> Player {
        match self {
            Player::Row => Player::Column,
            Player::Column => Player::Row,
        }
    }
}

/// A game in which both players choose simultaneously: plain data, to be shown, changed and transmitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// The name of the game; may be empty.
    pub title: String,
    /// The names of the players: of rows, of columns.
    pub players: [String; 2],
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The matrix was given with one number a cell: the column player loses what the row player gains.
    pub one_number: bool,
    /// For each row and column, the row player's payoff.
    pub row_payoffs: Vec<Vec<Rational>>,
    /// For each row and column, the column player's payoff.
    pub column_payoffs: Vec<Vec<Rational>>,
}

impl Game {
    /// A game of one number a cell: the column player loses what the row player gains. Rows must be equally long, and
    /// there must be at least one. Strategies are called r1, r2 … and c1, c2 …
    pub fn zero_sum(payoffs: Vec<Vec<Rational>>) -> Option<Game> {
        let losses = payoffs.iter().map(|row| row.iter().map(|number| -number.clone()).collect()).collect();
        Game::bimatrix(payoffs, losses).map(|game| Game { one_number: true, ..game })
    }

    /// A game of two numbers a cell. Both tables must have the same size, at least one cell, and denominators with a
    /// common multiple of acceptable length.
    pub fn bimatrix(row_payoffs: Vec<Vec<Rational>>, column_payoffs: Vec<Vec<Rational>>) -> Option<Game> {
        let game = Game {
            title: String::new(),
            players: ["row player".to_owned(), "column player".to_owned()],
            rows: numbered(Player::Row, row_payoffs.len()),
            columns: numbered(Player::Column, row_payoffs.first().map_or(0, Vec::len)),
            one_number: false,
            row_payoffs,
            column_payoffs,
        };
        game.is_sound().then_some(game)
    }

    /// Are names and tables consistent? For data from outside.
    pub fn is_sound(&self) -> bool {
        let (height, width) = (self.rows.len(), self.columns.len());
        let fits = |table: &[Vec<Rational>]| table.len() == height && table.iter().all(|row| row.len() == width);
        height > 0
            && width > 0
            && height * width <= MOST_CELLS
            && fits(&self.row_payoffs)
            && fits(&self.column_payoffs)
            && self.has_common_denominators()
    }

    /// Do each player's payoffs have a common denominator of acceptable length?
    fn has_common_denominators(&self) -> bool {
        [&self.row_payoffs, &self.column_payoffs].iter().all(|table| have_common_denominator(table.iter().flatten()))
    }

    /// The number of a player's strategies.
    pub fn count(&self, player: Player) -> usize {
        self.names(player).len()
    }

    /// The names of a player's strategies.
    pub fn names(&self, player: Player) -> &[String] {
        match player {
            Player::Row => &self.rows,
            Player::Column => &self.columns,
        }
    }

    /// The payoff of a player who chooses `own` against the other's `other`.
    pub fn payoff(&self, player: Player, own: usize, other: usize) -> &Rational {
        match player {
            Player::Row => &self.row_payoffs[own][other],
            Player::Column => &self.column_payoffs[other][own],
        }
    }

    /// All payoffs of a player.
    pub fn payoffs(&self, player: Player) -> &[Vec<Rational>] {
        match player {
            Player::Row => &self.row_payoffs,
            Player::Column => &self.column_payoffs,
        }
    }

    /// The sum of both payoffs, if it is the same in every cell. Such a game is zero-sum up to a constant.
    pub fn constant_sum(&self) -> Option<Rational> {
        let sum = &self.row_payoffs[0][0] + &self.column_payoffs[0][0];
        let mut cells = self.row_payoffs.iter().flatten().zip(self.column_payoffs.iter().flatten());
        cells.all(|(row, column)| row + column == sum).then_some(sum)
    }

    /// The game restricted to these strategies.
    pub fn part(&self, rows: &[usize], columns: &[usize]) -> Game {
        let names = |all: &[String], kept: &[usize]| kept.iter().map(|&place| all[place].clone()).collect();
        let table = |all: &[Vec<Rational>]| {
            let row_of = |&row: &usize| columns.iter().map(|&column| all[row][column].clone()).collect();
            rows.iter().map(row_of).collect()
        };
        Game {
            title: self.title.clone(),
            players: self.players.clone(),
            rows: names(&self.rows, rows),
            columns: names(&self.columns, columns),
            one_number: self.one_number,
            row_payoffs: table(&self.row_payoffs),
            column_payoffs: table(&self.column_payoffs),
        }
    }
}

/// Names for unnamed strategies.
fn numbered(player: Player, count: usize) -> Vec<String> {
    (0..count).map(|place| default_name(player, place)).collect()
}

/// The name of an unnamed strategy, by its index from 0: `r1`, `c2`.
pub(crate) fn default_name(player: Player, place: usize) -> String {
    let letter = match player {
        Player::Row => 'r',
        Player::Column => 'c',
    };
    format!("{letter}{}", place + 1)
}

#[cfg(test)]
pub(crate) mod samples {
    use super::Game;

    /// A game in command-line notation.
    pub fn game(text: &str) -> Game {
        crate::read::read_inline(text).unwrap()
    }
}
