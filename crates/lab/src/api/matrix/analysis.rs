//! The analysis of a matrix, as the page shows it: the data, and sentences about it.

use std::time::Duration;

use rootward_draw::{Theme, best_reply_svg};
use rootward_matrix::{Choice, Game, Marks, Nature, Rational, Report, Solution, best_replies, words, write_inline};
use rootward_session::millis;
use serde::Serialize;

/// The maximum number of equilibria, and of lines about them, that are sent. A degenerate game may have thousands.
const MOST_LISTED: usize = 200;

/// The response to a request about a matrix.
#[derive(Serialize)]
pub(super) struct MatrixAnalysis {
    #[serde(flatten)]
    game: Game,
    /// The matrix on one line.
    text: String,
    best_replies: Marks,
    #[serde(flatten)]
    report: Report,
    nature: Nature,
    sentences: Sentences,
    /// The best-reply curves of a 2 × 2 game.
    svg: Option<String>,
    elapsed_ms: f64,
}

/// Sentences, the same as on the command line.
#[derive(Serialize)]
struct Sentences {
    dominance: String,
    /// What iterated elimination of strictly dominated strategies leaves, and what is left after weakly dominated ones are
    /// eliminated too.
    left: String,
    left_weakly: String,
    security: String,
    pure: String,
    value: Option<Value>,
    equilibria: String,
    list: Vec<EquilibriumLine>,
    /// The number of equilibria found, even if fewer are listed.
    found: usize,
    components: Vec<String>,
    /// For each decision criterion against nature, its name as a column heading, and the sentence about its choice.
    criteria: Vec<&'static str>,
    choices: Vec<String>,
}

#[derive(Serialize)]
struct Value {
    sentence: String,
    row: String,
    column: String,
    label: &'static str,
}

/// An equilibrium: the strategies of both players and their payoffs.
#[derive(Serialize)]
struct EquilibriumLine {
    profile: String,
    payoffs: String,
}

impl MatrixAnalysis {
    pub(super) fn new(game: Game, mut report: Report, alpha: Rational, elapsed: Duration) -> MatrixAnalysis {
        let nature = Nature::of(&game, alpha);
        let sentences = sentences(&game, &report, &nature);
        let svg = best_reply_svg(&game, &report, Theme::default());
        report.equilibria.list.truncate(MOST_LISTED);
        report.equilibria.components = None;
        MatrixAnalysis {
            text: write_inline(&game),
            best_replies: best_replies(&game),
            elapsed_ms: millis(elapsed),
            game,
            report,
            nature,
            sentences,
            svg,
        }
    }
}

fn sentences(game: &Game, report: &Report, nature: &Nature) -> Sentences {
    let found = &report.equilibria;
    let components = found.components.iter().filter(|_| found.list.len() > 1).flat_map(words::component_lines);
    let listed = found.list.iter().take(MOST_LISTED);
    let line = |equilibrium| EquilibriumLine {
        profile: words::profile(game, equilibrium),
        payoffs: words::payoffs(equilibrium),
    };
    Sentences {
        dominance: words::dominance(&report.strict),
        left: words::left(game, &report.strict),
        left_weakly: words::left(game, &report.weak_order),
        security: words::security(game, report),
        pure: words::pure(game, report),
        value: report.zero_sum.as_ref().map(|solution| value(game, report, solution)),
        equilibria: words::headline(found),
        list: listed.map(line).collect(),
        found: found.list.len(),
        components: components.take(MOST_LISTED).collect(),
        criteria: nature.choices.iter().map(|choice| words::criterion(choice.criterion)).collect(),
        choices: nature.choices.iter().map(|choice| chosen(choice, &nature.alpha)).collect(),
    }
}

fn value(game: &Game, report: &Report, solution: &Solution) -> Value {
    let plays =
        |player: usize, names, weights| format!("{} plays {}", game.players[player], words::mixture(names, weights));
    Value {
        sentence: words::value(game, report, solution),
        row: plays(0, &game.rows, &solution.row),
        column: plays(1, &game.columns, &solution.column),
        label: if solution.exact { "exact" } else { "numeric" },
    }
}

fn chosen(choice: &Choice, alpha: &Rational) -> String {
    let mut names = choice.names.iter().take(12).cloned().collect::<Vec<_>>().join(" or ");
    if choice.names.len() > 12 {
        names.push_str(" …");
    }
    format!("{names} {}", words::choice(choice, alpha))
}
