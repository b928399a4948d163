//! The analysis of a matrix, as text.

use std::io;

use rootward_matrix::{Components, Elimination, Game, Report, Solution, words};

use crate::output::{FAINT, GUESSED, Output, PROVEN, STRONG, styled};

/// The maximum number of entries shown of a list.
const MOST_LISTED: usize = 100;

/// Prints the whole analysis.
pub fn print(game: &Game, report: &Report, output: &mut Output) -> io::Result<()> {
    dominance(game, report, output)?;
    output.line(&words::security(game, report))?;
    heading(&words::pure(game, report), output)?;
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
    heading(&words::dominance(&report.strict), output)?;
    if !report.strict.steps.is_empty() {
        steps(&report.strict, output)?;
        output.line(&format!("  left: {}", words::left(game, &report.strict)))?;
    }
    if !report.weak.steps.is_empty() {
        heading("Weakly dominated strategies in what is left, which strict elimination keeps:", output)?;
        steps(&report.weak, output)?;
        let order: Vec<&str> = report.weak_order.steps.iter().map(|step| step.name.as_str()).collect();
        let names = if order.len() > MOST_LISTED { "…".to_owned() } else { order.join(", ") };
        let kept = words::left(game, &report.weak_order);
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

fn value(game: &Game, report: &Report, solution: &Solution, output: &mut Output) -> io::Result<()> {
    let style = if solution.exact { PROVEN } else { GUESSED };
    output.line(&styled(style, &words::value(game, report, solution)))?;
    for (player, names, weights) in
        [(&game.players[0], &game.rows, &solution.row), (&game.players[1], &game.columns, &solution.column)]
    {
        output.line(&format!("  {player} plays {}", words::mixture(names, weights)))?;
    }
    Ok(())
}

fn equilibria(game: &Game, report: &Report, output: &mut Output) -> io::Result<()> {
    let found = &report.equilibria;
    if found.list.is_empty() && report.zero_sum.is_some() {
        return output.line("These strategies are an equilibrium up to that error; --exact makes them exact.");
    }
    heading(&words::headline(found), output)?;
    for (number, equilibrium) in found.list.iter().take(MOST_LISTED).enumerate() {
        let payoffs = styled(FAINT, &words::payoffs(equilibrium));
        output.line(&format!("  {}. {}  {payoffs}", number + 1, words::profile(game, equilibrium)))?;
    }
    more(found.list.len(), output)?;
    if let Some(components) = found.components.as_ref().filter(|_| found.list.len() > 1) {
        print_components(components, output)?;
    }
    Ok(())
}

/// Prints the connected components of the equilibria. The numbers are those of the list above.
fn print_components(components: &Components, output: &mut Output) -> io::Result<()> {
    let count = components.components.len();
    output.line(&format!("They form {count} connected component{}:", if count == 1 { "" } else { "s" }))?;
    for line in words::component_lines(components).take(MOST_LISTED) {
        output.line(&format!("  {line}"))?;
    }
    more(count, output)
}
