//! What there is to say about a matrix, in words.

use std::io;

use rootward_matrix::{
    Components, Elimination, Equilibria, Equilibrium, Found, Game, NashSubset, Number, Report, Security, Solution,
};

use super::table::{decimals, readable};
use crate::output::{FAINT, GUESSED, Output, PROVEN, STRONG, styled};

/// Entries of a list that are shown.
const MOST_LISTED: usize = 100;
/// Characters of a weight, beyond which its decimals are shown.
const LONGEST_WEIGHT: usize = 13;
/// Strategies of a mixture that are shown.
const MOST_SHARES: usize = 12;

/// Tells everything.
pub fn tell(game: &Game, report: &Report, output: &mut Output) -> io::Result<()> {
    dominance(game, report, output)?;
    securities(game, report, output)?;
    pure(game, report, output)?;
    if let Some(solution) = &report.zero_sum {
        value(game, report, solution, output)?;
    }
    equilibria(game, report, output)?;
    if report.stopped {
        output.line(&styled(GUESSED, "Ended early: what is listed is true, and there may be more."))?;
    }
    Ok(())
}

fn heading(text: &str, output: &mut Output) -> io::Result<()> {
    output.line(&styled(STRONG, text))
}

fn dominance(game: &Game, report: &Report, output: &mut Output) -> io::Result<()> {
    let note = if report.strict.mixtures_tried { "" } else { " (by single strategies; too large to try mixtures)" };
    if report.strict.steps.is_empty() && report.strict.stopped {
        heading(&format!("No strictly dominated strategy was found before the end{note}."), output)?;
    } else if report.strict.steps.is_empty() {
        heading(&format!("No strategy is strictly dominated{note}."), output)?;
    } else {
        heading(&format!("Strictly dominated strategies, in the order of their elimination{note}:"), output)?;
        steps(&report.strict, output)?;
        output.line(&format!("  left: {}", left(game, &report.strict)))?;
    }
    if !report.weak.steps.is_empty() {
        heading("Weakly dominated strategies in what is left, which strict elimination keeps:", output)?;
        steps(&report.weak, output)?;
        let order: Vec<&str> = report.weak_order.steps.iter().map(|step| step.name.as_str()).collect();
        let names = if order.len() > MOST_LISTED { "…".to_owned() } else { order.join(", ") };
        let kept = left(game, &report.weak_order);
        output.line(&format!("  without {names}, in this order: {kept} (another order may leave others)"))?;
    }
    Ok(())
}

fn steps(elimination: &Elimination, output: &mut Output) -> io::Result<()> {
    for step in elimination.steps.iter().take(MOST_LISTED) {
        output.line(&format!("  {}. {}", step.number, step.sentence))?;
    }
    more(elimination.steps.len(), output)
}

fn more(count: usize, output: &mut Output) -> io::Result<()> {
    match count.checked_sub(MOST_LISTED) {
        Some(rest) if rest > 0 => output.line(&format!("  … and {rest} more")),
        _ => Ok(()),
    }
}

fn left(game: &Game, elimination: &Elimination) -> String {
    let names = |all: &[String], kept: &[usize]| match kept.len() {
        count if count > MOST_SHARES => format!("{count} of {}", all.len()),
        _ => kept.iter().map(|&place| all[place].as_str()).collect::<Vec<_>>().join(", "),
    };
    format!("{} × {}", names(&game.rows, &elimination.rows), names(&game.columns, &elimination.columns))
}

fn securities(game: &Game, report: &Report, output: &mut Output) -> io::Result<()> {
    let told = |security: &Security| {
        let names = match security.names.len() {
            count if count > MOST_SHARES => format!("any of {count} strategies"),
            _ => security.names.join(" or "),
        };
        format!("{} {} with {names}", game.players[security.player as usize], readable(&security.level))
    };
    let [row, column] = &report.security;
    output.line(&format!("Maximin, sure with one strategy: {}; {}", told(row), told(column)))
}

fn pure(game: &Game, report: &Report, output: &mut Output) -> io::Result<()> {
    let what = if game.one_number { "saddle point" } else { "pure equilibrium" };
    let many = if game.one_number { "saddle points" } else { "pure equilibria" };
    let cells: Vec<String> = report
        .pure
        .iter()
        .take(MOST_SHARES)
        .map(|cell| {
            let [row, column] = &cell.names;
            match game.one_number {
                true => format!("({row}, {column}) worth {}", readable(&cell.payoffs[0])),
                false => format!(
                    "({row}, {column}) with payoffs {}, {}",
                    readable(&cell.payoffs[0]),
                    readable(&cell.payoffs[1])
                ),
            }
        })
        .collect();
    let rest = if report.pure_count > MOST_SHARES { ", …" } else { "" };
    match report.pure_count {
        0 => heading(&format!("No {what}."), output),
        1 => heading(&format!("One {what}: {}.", cells.join("")), output),
        count => heading(&format!("{count} {many}: {}{rest}.", cells.join(", ")), output),
    }
}

fn value(game: &Game, report: &Report, solution: &Solution, output: &mut Output) -> io::Result<()> {
    let (text, label, style) = match &solution.value {
        Number::Exact(value) => (readable(value), "exact".to_owned(), PROVEN),
        Number::Numeric(value) => (decimals(*value), format!("numeric, at most {:.1e} off", solution.error), GUESSED),
    };
    let constant = report.constant_sum.iter().find(|sum| !sum.is_zero());
    let sum = constant.map(|sum| format!("; payoffs add up to {sum} everywhere")).unwrap_or_default();
    let text = format!("Value {text} for {} ({label}{sum})", game.players[0]);
    output.line(&styled(style, &text))?;
    for (player, names, weights) in
        [(&game.players[0], &game.rows, &solution.row), (&game.players[1], &game.columns, &solution.column)]
    {
        output.line(&format!("  {player} plays {}", mixture(names, weights)))?;
    }
    Ok(())
}

/// `3/5 a + 2/5 b`, or only `a`.
fn mixture(names: &[String], weights: &[Number]) -> String {
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
    let mut text = used.iter().take(MOST_SHARES).map(share).collect::<Vec<_>>().join(" + ");
    if used.len() > MOST_SHARES {
        text += &format!(" + {} more", used.len() - MOST_SHARES);
    }
    text
}

fn equilibria(game: &Game, report: &Report, output: &mut Output) -> io::Result<()> {
    let found = &report.equilibria;
    if found.list.is_empty() && report.zero_sum.is_some() {
        return output.line("These strategies are an equilibrium up to that error; --exact makes them exact.");
    }
    heading(&headline(found), output)?;
    for (number, equilibrium) in found.list.iter().take(MOST_LISTED).enumerate() {
        output.line(&format!("  {}. {}", number + 1, line(game, equilibrium)))?;
    }
    more(found.list.len(), output)?;
    if let Some(components) = found.components.as_ref().filter(|_| found.list.len() > 1) {
        tell_components(components, output)?;
    }
    Ok(())
}

fn headline(found: &Equilibria) -> String {
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

fn line(game: &Game, equilibrium: &Equilibrium) -> String {
    let exact = |weights: &[rootward_matrix::Rational]| weights.iter().cloned().map(Number::Exact).collect::<Vec<_>>();
    let side = |names: &[String], weights: &[rootward_matrix::Rational]| {
        let text = mixture(names, &exact(weights));
        if text.contains(" + ") { format!("({text})") } else { text }
    };
    let [row, column] = &equilibrium.payoffs;
    format!(
        "{} × {}  {}",
        side(&game.rows, &equilibrium.row),
        side(&game.columns, &equilibrium.column),
        styled(FAINT, &format!("payoffs {}, {}", readable(row), readable(column)))
    )
}

/// Which equilibria hang together. Numbers are those of the list above.
fn tell_components(components: &Components, output: &mut Output) -> io::Result<()> {
    let numbers = |places: &[usize]| some(places.iter().map(|place| (place + 1).to_string()));
    let count = components.components.len();
    output.line(&format!("They form {count} connected component{}:", if count == 1 { "" } else { "s" }))?;
    for (number, component) in components.components.iter().take(MOST_LISTED).enumerate() {
        let sizes = |subset: &NashSubset| format!("{} × {}", subset.rows.len(), subset.columns.len());
        let subsets = &component.subsets;
        let made = match (component.equilibria.len(), subsets.len()) {
            (1, _) => "a single point".to_owned(),
            (_, 0) => "of too many Nash subsets to list".to_owned(),
            (_, 1) => format!("all mixtures of {} extreme strategies", sizes(&subsets[0])),
            (_, many) => format!("{many} Nash subsets of {} extreme strategies", some(subsets.iter().map(sizes))),
        };
        output.line(&format!("  component {}: {made}; corners {}", number + 1, numbers(&component.equilibria)))?;
    }
    more(count, output)
}

/// The first entries of a list.
fn some(entries: impl ExactSizeIterator<Item = String>) -> String {
    let rest = if entries.len() > MOST_SHARES { ", …" } else { "" };
    entries.take(MOST_SHARES).collect::<Vec<_>>().join(", ") + rest
}
