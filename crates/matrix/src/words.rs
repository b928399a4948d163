//! Results in words, the same in every front end.

use crate::components::{Component, Components, NashSubset};
use crate::elimination::Elimination;
use crate::equilibria::Equilibrium;
use crate::game::Game;
use crate::nature::{Choice, Criterion};
use crate::rational::Rational;
use crate::report::{Equilibria, Found, Report};
use crate::zero_sum::{Number, Solution};

/// The longest fraction that is shown; a longer one is shown as a decimal.
const LONGEST_FRACTION: usize = 21;
/// The longest weight that is shown as a fraction; a longer one is shown as a decimal.
const LONGEST_WEIGHT: usize = 13;
/// The most strategies, cells or numbers named in one sentence.
const MOST_NAMED: usize = 12;

/// A fraction, or a decimal if it is too long to read.
///
/// ```
/// use rootward_matrix::words::readable;
///
/// assert_eq!(readable(&"-2/3".parse().unwrap()), "-2/3");
/// assert_eq!(readable(&"100000000000000001/300000000000000001".parse().unwrap()), "≈0.333333333333");
/// ```
pub fn readable(number: &Rational) -> String {
    let text = number.to_string();
    if text.len() <= LONGEST_FRACTION { text } else { format!("≈{}", decimals(number.to_f64())) }
}

/// Twelve significant digits, without trailing zeros.
pub fn decimals(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let places = (11 - number.abs().log10().floor() as i64).clamp(0, 30) as usize;
    let text = format!("{number:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// `3/5·a + 2/5·b`, or only `a`.
pub fn mixture(names: &[String], weights: &[Number]) -> String {
    let used: Vec<(&String, &Number)> = names.iter().zip(weights).filter(|(_, weight)| weight.to_f64() > 0.0).collect();
    if let [(name, Number::Exact(_))] = used.as_slice() {
        return (*name).clone();
    }
    let share = |&(name, weight): &(&String, &Number)| match weight {
        Number::Exact(weight) => match weight.to_string() {
            text if text.len() <= LONGEST_WEIGHT => format!("{text}·{name}"),
            _ => format!("≈{:.4}·{name}", weight.to_f64()),
        },
        Number::Numeric(weight) => format!("{weight:.4}·{name}"),
    };
    let mut text = used.iter().take(MOST_NAMED).map(share).collect::<Vec<_>>().join(" + ");
    if used.len() > MOST_NAMED {
        text += &format!(" + {} more", used.len() - MOST_NAMED);
    }
    text
}

/// The strategies of an equilibrium: `(3/5·a + 2/5·b) × c`.
pub fn profile(game: &Game, equilibrium: &Equilibrium) -> String {
    let side = |names: &[String], weights: &[Rational]| {
        let exact: Vec<Number> = weights.iter().cloned().map(Number::Exact).collect();
        let text = mixture(names, &exact);
        if text.contains(" + ") { format!("({text})") } else { text }
    };
    format!("{} × {}", side(&game.rows, &equilibrium.row), side(&game.columns, &equilibrium.column))
}

/// The payoffs of an equilibrium: `payoffs 2, 3`.
pub fn payoffs(equilibrium: &Equilibrium) -> String {
    let [row, column] = &equilibrium.payoffs;
    format!("payoffs {}, {}", readable(row), readable(column))
}

/// The number of equilibria, how they were found, and whether they are all.
pub fn headline(found: &Equilibria) -> String {
    let count = found.list.len();
    let degenerate = match found.degenerate {
        Some(true) => "the game is degenerate",
        Some(false) => "the game is not degenerate",
        None => "whether the game is degenerate is not known",
    };
    let by = match found.found_by {
        Found::VertexEnumeration => "by enumerating vertices",
        Found::LemkeHowson => "by Lemke and Howson's walk",
        Found::LinearProgram => "by the linear program",
        Found::PureOnly => "pure ones only",
    };
    match (found.complete, count) {
        (true, 1) => format!("The only equilibrium (exact, {by}; {degenerate}):"),
        (true, _) => format!("All {count} extreme equilibria (exact, {by}; {degenerate}):"),
        (false, 0) => "No equilibrium was found before the end.".to_owned(),
        (false, _) => format!("{count} found of possibly more equilibria (exact, {by}; {degenerate}):"),
    }
}

/// The equilibria in pure strategies, or saddle points.
pub fn pure(game: &Game, report: &Report) -> String {
    let what = if game.one_number { "saddle point" } else { "pure equilibrium" };
    let many = if game.one_number { "saddle points" } else { "pure equilibria" };
    let cells: Vec<String> = report
        .pure
        .iter()
        .take(MOST_NAMED)
        .map(|cell| {
            let ([row, column], [first, second]) = (&cell.names, &cell.payoffs);
            match game.one_number {
                true => format!("({row}, {column}) worth {}", readable(first)),
                false => format!("({row}, {column}) with payoffs {}, {}", readable(first), readable(second)),
            }
        })
        .collect();
    let rest = if report.pure_count > MOST_NAMED { ", …" } else { "" };
    match report.pure_count {
        0 => format!("No {what}."),
        1 => format!("One {what}: {}.", cells.join("")),
        count => format!("{count} {many}: {}{rest}.", cells.join(", ")),
    }
}

/// The value of a zero-sum game with its label: exact, or numeric with its error.
pub fn value(game: &Game, report: &Report, solution: &Solution) -> String {
    let (text, label) = match &solution.value {
        Number::Exact(value) => (readable(value), "exact".to_owned()),
        Number::Numeric(value) => (decimals(*value), format!("numeric, at most {:.1e} off", solution.error)),
    };
    let constant = report.constant_sum.iter().find(|sum| !sum.is_zero());
    let sum = constant.map(|sum| format!("; payoffs add up to {sum} everywhere")).unwrap_or_default();
    format!("Value {text} for {} ({label}{sum})", game.players[0])
}

/// The security level of each player with one strategy.
pub fn security(game: &Game, report: &Report) -> String {
    let [row, column] = report.security.each_ref().map(|security| {
        let names = match security.names.len() {
            count if count > MOST_NAMED => format!("any of {count} strategies"),
            _ => security.names.join(" or "),
        };
        format!("{} {} with {names}", game.players[security.player as usize], readable(&security.level))
    });
    format!("Maximin, sure with one strategy: {row}; {column}")
}

/// The strategies left after an elimination: `b × c, d`.
pub fn left(game: &Game, elimination: &Elimination) -> String {
    let names = |all: &[String], kept: &[usize]| match kept.len() {
        count if count > MOST_NAMED => format!("{count} of {}", all.len()),
        _ => kept.iter().map(|&place| all[place].as_str()).collect::<Vec<_>>().join(", "),
    };
    format!("{} × {}", names(&game.rows, &elimination.rows), names(&game.columns, &elimination.columns))
}

/// The number of strategies that strict elimination removes, and whether mixtures were tried.
pub fn dominance(strict: &Elimination) -> String {
    let note = if strict.mixtures_tried { "" } else { " (by single strategies; too large to try mixtures)" };
    match (strict.steps.is_empty(), strict.stopped) {
        (true, true) => format!("No strictly dominated strategy was found before the end{note}."),
        (true, false) => format!("No strategy is strictly dominated{note}."),
        (false, _) => format!("Strictly dominated strategies, in the order of their elimination{note}:"),
    }
}

/// The equilibria of each component, one line each. Numbers are indices in the list, from 1.
pub fn component_lines(components: &Components) -> impl Iterator<Item = String> {
    components.components.iter().enumerate().map(|(place, component)| component_line(place + 1, component))
}

fn component_line(number: usize, component: &Component) -> String {
    let sizes = |subset: &NashSubset| format!("{} × {}", subset.rows.len(), subset.columns.len());
    let subsets = &component.subsets;
    let made = match (component.equilibria.len(), subsets.len()) {
        (1, _) => "a single point".to_owned(),
        (_, 0) => "of too many Nash subsets to list".to_owned(),
        (_, 1) => format!("all mixtures of {} extreme strategies", sizes(&subsets[0])),
        (_, many) => format!("{many} Nash subsets of {} extreme strategies", some(subsets.iter().map(sizes))),
    };
    let corners = some(component.equilibria.iter().map(|place| (place + 1).to_string()));
    format!("component {number}: {made}; corners {corners}")
}

/// The first entries of a list.
fn some(entries: impl ExactSizeIterator<Item = String>) -> String {
    let rest = if entries.len() > MOST_NAMED { ", …" } else { "" };
    entries.take(MOST_NAMED).collect::<Vec<_>>().join(", ") + rest
}

/// A criterion as a column heading.
pub fn criterion(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Maximin => "worst",
        Criterion::Maximax => "best",
        Criterion::Laplace => "mean",
        Criterion::Hurwicz => "Hurwicz",
        Criterion::MinimaxRegret => "regret",
    }
}

/// The reason for a criterion's choice: `has the best mean (Laplace): 10/3`. `optimism` is Hurwicz' weight of the best
/// case.
pub fn choice(choice: &Choice, optimism: &Rational) -> String {
    let rule = match choice.criterion {
        Criterion::Maximin => "has the best worst case (maximin, Wald)".to_owned(),
        Criterion::Maximax => "has the best best case (maximax)".to_owned(),
        Criterion::Laplace => "has the best mean (Laplace)".to_owned(),
        Criterion::Hurwicz => format!("has the most by Hurwicz with α = {} for the best case", readable(optimism)),
        Criterion::MinimaxRegret => "has the least regret in the worst case (Savage)".to_owned(),
    };
    format!("{rule}: {}", readable(&choice.score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_fractions_are_shortened_and_say_so() {
        assert_eq!(readable(&"1e30".parse().unwrap()), "≈1000000000000000019884624838656");
        assert_eq!((decimals(0.5).as_str(), decimals(1234.5).as_str(), decimals(0.0).as_str()), ("0.5", "1234.5", "0"));
    }
}
