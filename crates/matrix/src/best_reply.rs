//! Best replies, saddle points and equilibria in pure strategies.

use serde::Serialize;

use crate::game::{Game, Player};
use crate::rational::Rational;

/// The cells that hold a best reply: the marks that lectures put into the matrix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Marks {
    /// For each row and column: no row gives the row player more in this column.
    pub row: Vec<Vec<bool>>,
    /// For each row and column: no column gives the column player more in this row.
    pub column: Vec<Vec<bool>>,
}

/// Marks the best replies.
pub fn best_replies(game: &Game) -> Marks {
    let (height, width) = (game.rows.len(), game.columns.len());
    let mut marks = Marks { row: vec![vec![false; width]; height], column: vec![vec![false; width]; height] };
    for column in 0..width {
        for row in best_against(game, Player::Row, column) {
            marks.row[row][column] = true;
        }
    }
    for row in 0..height {
        for column in best_against(game, Player::Column, row) {
            marks.column[row][column] = true;
        }
    }
    marks
}

/// The best replies of a player to one strategy of the other.
pub fn best_against(game: &Game, player: Player, other: usize) -> Vec<usize> {
    let mut best: Vec<usize> = Vec::new();
    for own in 0..game.count(player) {
        let payoff = game.payoff(player, own, other);
        match best.first().map(|&held| payoff.cmp(game.payoff(player, held, other))) {
            Some(std::cmp::Ordering::Less) => {}
            Some(std::cmp::Ordering::Equal) => best.push(own),
            _ => best = vec![own],
        }
    }
    best
}

/// A cell of the matrix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The row, counted from 0.
    pub row: usize,
    /// The column, counted from 0.
    pub column: usize,
    /// The names of both.
    pub names: [String; 2],
    /// The payoffs of both players there.
    pub payoffs: [Rational; 2],
}

impl Cell {
    /// A cell of this game.
    pub fn of(game: &Game, row: usize, column: usize) -> Cell {
        let names = [game.rows[row].clone(), game.columns[column].clone()];
        let payoffs = [game.row_payoffs[row][column].clone(), game.column_payoffs[row][column].clone()];
        Cell { row, column, names, payoffs }
    }
}

/// The equilibria in pure strategies: cells marked for both players. In a game of one number a cell these are its
/// saddle points: the minimum of their row and the maximum of their column.
pub fn pure_equilibria(game: &Game) -> Vec<Cell> {
    let marks = best_replies(game);
    let mut found = Vec::new();
    for row in 0..game.rows.len() {
        for column in 0..game.columns.len() {
            if marks.row[row][column] && marks.column[row][column] {
                found.push(Cell::of(game, row, column));
            }
        }
    }
    found
}

/// The security level: what a player gets at least with a pure strategy, whatever the other does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Security {
    /// The player.
    pub player: Player,
    /// The strategies with the best worst-case payoff, counted from 0.
    pub strategies: Vec<usize>,
    /// Their names.
    pub names: Vec<String>,
    /// That payoff.
    pub level: Rational,
}

/// The maximin of a player over pure strategies.
pub fn security(game: &Game, player: Player) -> Security {
    let worst = |own: usize| {
        let payoffs = (0..game.count(player.other())).map(|other| game.payoff(player, own, other));
        payoffs.min().cloned().unwrap_or_else(Rational::zero)
    };
    let levels: Vec<Rational> = (0..game.count(player)).map(worst).collect();
    let level = levels.iter().max().cloned().unwrap_or_else(Rational::zero);
    let strategies: Vec<usize> = (0..levels.len()).filter(|&own| levels[own] == level).collect();
    let names = strategies.iter().map(|&own| game.names(player)[own].clone()).collect();
    Security { player, strategies, names, level }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::samples::game;

    fn cells(text: &str) -> Vec<(usize, usize)> {
        pure_equilibria(&game(text)).iter().map(|cell| (cell.row, cell.column)).collect()
    }

    #[test]
    fn known_games_have_their_pure_equilibria() {
        for (text, found) in [
            ("3,4 1,2; 4,1 2,3", vec![(1, 1)]),
            ("2,2 0,3; 3,0 1,1", vec![(1, 1)]),
            ("2,1 0,0; 0,0 1,2", vec![(0, 0), (1, 1)]),
            ("1 -1; -1 1", vec![]),
            ("0 -1 1; 1 0 -1; -1 1 0", vec![]),
            ("3 1 4; 2 0 1", vec![(0, 1)]),
            ("5 5; 5 5", vec![(0, 0), (0, 1), (1, 0), (1, 1)]),
        ] {
            assert_eq!(cells(text), found, "{text}");
        }
    }

    #[test]
    fn security_levels_meet_at_a_saddle_point() {
        let game = game("3 1 4; 2 0 1");
        assert_eq!(security(&game, Player::Row).level, Rational::from(1));
        assert_eq!(security(&game, Player::Column).level, Rational::from(-1));
    }
}
