//! Games against nature: decisions of a player who does not know the others' choices and does not regard them as
//! opponents.

use serde::Serialize;

use crate::game::Game;
use crate::rational::Rational;

/// A criterion for choosing a row without knowing the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// The best worst case (Wald).
    Maximin,
    /// The best best case.
    Maximax,
    /// The best average, with all columns equally probable (Laplace).
    Laplace,
    /// The best weighted mean of best case and worst case (Hurwicz).
    Hurwicz,
    /// The least regret in the worst case (Savage).
    MinimaxRegret,
}

/// The choice of a criterion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The criterion.
    pub criterion: Criterion,
    /// Each row's score; for regret the smallest is best, else the largest.
    #[serde(rename = "values")]
    pub scores: Vec<Rational>,
    /// The rows with the best score, counted from 0.
    pub rows: Vec<usize>,
    /// Their names.
    pub names: Vec<String>,
    /// That score.
    #[serde(rename = "value")]
    pub score: Rational,
}

/// A matrix as a game against nature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Nature {
    /// Hurwicz' weight of the best case, from 0 to 1.
    pub alpha: Rational,
    /// The regret of each cell.
    pub regrets: Vec<Vec<Rational>>,
    /// The choice of every criterion.
    pub choices: Vec<Choice>,
}

impl Nature {
    /// The choices among a game's rows.
    pub fn of(game: &Game, alpha: Rational) -> Nature {
        Nature { regrets: regrets(game), choices: against_nature(game, &alpha), alpha }
    }
}

/// The choices of all criteria among the rows, by the row player's payoffs. `optimism` is Hurwicz' weight of the best
/// case, from 0 to 1.
pub fn against_nature(game: &Game, optimism: &Rational) -> Vec<Choice> {
    let criteria =
        [Criterion::Maximin, Criterion::Maximax, Criterion::Laplace, Criterion::Hurwicz, Criterion::MinimaxRegret];
    criteria.into_iter().map(|criterion| choice(game, criterion, optimism)).collect()
}

fn choice(game: &Game, criterion: Criterion, optimism: &Rational) -> Choice {
    let regrets = (criterion == Criterion::MinimaxRegret).then(|| regrets(game));
    let score = |row: usize| {
        let payoffs = &game.row_payoffs[row];
        match criterion {
            Criterion::Maximin => least(payoffs),
            Criterion::Maximax => most(payoffs),
            Criterion::Laplace => payoffs.iter().cloned().sum::<Rational>() / Rational::from(payoffs.len() as i64),
            Criterion::Hurwicz => &most(payoffs) * optimism + &least(payoffs) * &(&Rational::one() - optimism),
            Criterion::MinimaxRegret => regrets.as_ref().map_or_else(Rational::zero, |table| most(&table[row])),
        }
    };
    let scores: Vec<Rational> = (0..game.rows.len()).map(score).collect();
    let best = if regrets.is_some() { least(&scores) } else { most(&scores) };
    let rows: Vec<usize> = (0..scores.len()).filter(|&row| scores[row] == best).collect();
    let names = rows.iter().map(|&row| game.rows[row].clone()).collect();
    Choice { criterion, scores, rows, names, score: best }
}

/// The regret of each cell: how much less it pays than the best row in the same column.
pub fn regrets(game: &Game) -> Vec<Vec<Rational>> {
    let best_of =
        |column: usize| game.row_payoffs.iter().map(|row| &row[column]).max().cloned().unwrap_or_else(Rational::zero);
    let best: Vec<Rational> = (0..game.columns.len()).map(best_of).collect();
    let regret = |row: &Vec<Rational>| row.iter().zip(&best).map(|(payoff, best)| best - payoff).collect();
    game.row_payoffs.iter().map(regret).collect()
}

fn least(numbers: &[Rational]) -> Rational {
    numbers.iter().min().cloned().unwrap_or_else(Rational::zero)
}

fn most(numbers: &[Rational]) -> Rational {
    numbers.iter().max().cloned().unwrap_or_else(Rational::zero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::samples::game;

    #[test]
    fn each_criterion_chooses_by_its_own_rule() {
        // Worst 2 0 1, best 4 9 6, means 3 3 10/3; regrets (7 0 2), (2 4 1), (5 1 0).
        let game = game("2 4 3; 9 0 0; 6 1 3");
        let choices = against_nature(&game, &"1/3".parse().unwrap());
        let choices: Vec<(Criterion, usize, String)> =
            choices.iter().map(|choice| (choice.criterion, choice.rows[0], choice.score.to_string())).collect();
        let expected = [
            (Criterion::Maximin, 0, "2".to_owned()),
            (Criterion::Maximax, 1, "9".to_owned()),
            (Criterion::Laplace, 2, "10/3".to_owned()),
            (Criterion::Hurwicz, 1, "3".to_owned()),
            (Criterion::MinimaxRegret, 2, "3".to_owned()),
        ];
        assert_eq!(choices, expected);
        let table: Vec<Vec<String>> =
            regrets(&game).iter().map(|row| row.iter().map(Rational::to_string).collect()).collect();
        assert_eq!(table, [["7", "0", "0"], ["0", "4", "3"], ["3", "3", "0"]]);
    }
}
