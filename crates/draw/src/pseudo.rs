//! The algorithms as pseudo-code, and the line that a step belongs to.

use rootward_trace::{Algorithm, Role, Setup, Step, StepKind, Trace};
use serde::Serialize;

/// An algorithm in a few lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PseudoCode {
    /// Its name with the variant.
    pub title: String,
    /// The lines, indented.
    pub lines: Vec<String>,
}

/// The pseudo-code of the traced algorithm and variant.
pub fn pseudo_code(setup: &Setup) -> PseudoCode {
    match setup.algorithm {
        Algorithm::Minimax => {
            let title = if setup.chance { "Expectiminimax" } else { "Minimax" };
            PseudoCode { title: title.to_owned(), lines: minimax(setup) }
        }
        Algorithm::AlphaBeta => {
            let fail = if is_hard(setup) { "fail-hard" } else { "fail-soft" };
            PseudoCode { title: format!("Alpha-beta, {fail}"), lines: alpha_beta(setup) }
        }
        Algorithm::Engine => PseudoCode { title: "The engine, at every node".to_owned(), lines: engine(setup) },
    }
}

/// The line of the pseudo-code that a step belongs to, from 0. Before the first step it is the head.
pub fn current_line(trace: &Trace, step: usize) -> usize {
    let current = step.checked_sub(1).and_then(|place| trace.steps.get(place));
    let Some(current) = current else { return 0 };
    match trace.setup.algorithm {
        Algorithm::Minimax => minimax_line(current),
        Algorithm::AlphaBeta => alpha_beta_line(current),
        Algorithm::Engine => engine_line(current),
    }
}

fn is_hard(setup: &Setup) -> bool {
    setup.fail.as_deref() == Some("hard")
}

/// The line that handles a leaf.
fn leaf(setup: &Setup, value: &str) -> String {
    match setup.depth {
        Some(_) => format!("    if the game is over or the depth is used up: return {value}"),
        None => format!("    if the game is over: return {value}"),
    }
}

fn minimax(setup: &Setup) -> Vec<String> {
    let value = if setup.depth.is_some() { "its (static) value" } else { "its value" };
    let mut lines = vec!["minimax(node):".to_owned(), leaf(setup, value)];
    for (head, worst, better) in [("if MAX is to move:", "−∞", ">"), ("if MIN is to move:", "∞", "<")] {
        lines.extend([
            format!("    {head}"),
            format!("        best ← {worst}"),
            "        for each move to a child:".to_owned(),
            "            v ← minimax(child)".to_owned(),
            format!("            if v {better} best: best ← v"),
            "        return best".to_owned(),
        ]);
    }
    lines.extend(chance(setup, "minimax(child)", ""));
    lines
}

/// The lines for chance nodes, if there are any.
fn chance(setup: &Setup, value: &str, held: &str) -> Vec<String> {
    if !setup.chance {
        return Vec::new();
    }
    let lines = [
        "    if it is the turn of chance:",
        "        sum ← 0",
        "        for each outcome, of probability p, to a child:",
        "            sum ← sum + p · ",
        "        return sum",
    ];
    let mut lines = lines.map(str::to_owned);
    lines[3].push_str(value);
    lines[4].push_str(held);
    lines.to_vec()
}

fn chance_line(step: &Step, first: usize) -> usize {
    match step.kind {
        StepKind::Enter => first + 1,
        StepKind::Leave => first + 4,
        _ => first + 3,
    }
}

fn minimax_line(step: &Step) -> usize {
    let half = if step.side == Role::Max { 2 } else { 8 };
    match step.kind {
        _ if step.side == Role::Chance && !(step.enters && step.leaves) => chance_line(step, 14),
        _ if step.enters && step.leaves => 1,
        StepKind::Enter => half + 1,
        StepKind::Update => half + 4,
        StepKind::Leave => half + 5,
        _ => half + 3,
    }
}

fn alpha_beta(setup: &Setup) -> Vec<String> {
    let past = setup.cut.as_deref() == Some("past");
    let cut = if past { "β < α" } else { "β ≤ α" };
    let held = if is_hard(setup) { ", held within [α, β]" } else { "" };
    let order = match setup.order.as_deref() {
        Some("reversed") => ", from right to left",
        Some("best") => ", best static value first",
        _ => "",
    };
    let value = if setup.depth.is_some() { "its (static) value" } else { "its value" };
    let mut lines = vec!["alpha-beta(node, α, β):".to_owned(), leaf(setup, &format!("{value}{held}"))];
    let sides = [("if MAX is to move:", "−∞", ">", "α ← max(α, v)"), ("if MIN is to move:", "∞", "<", "β ← min(β, v)")];
    let held = if is_hard(setup) { ", held within the [α, β] it came with" } else { "" };
    for (head, worst, better, narrow) in sides {
        lines.extend([
            format!("    {head}"),
            format!("        best ← {worst}"),
            format!("        for each move to a child{order}:"),
            "            v ← alpha-beta(child, α, β)".to_owned(),
            format!("            if v {better} best: best ← v; {narrow}"),
            format!("            if {cut}: stop here, the other moves are cut"),
            format!("        return best{held}"),
        ]);
    }
    // An average may need any of its terms.
    lines.extend(chance(setup, "alpha-beta(child, −∞, ∞)", held));
    lines
}

fn alpha_beta_line(step: &Step) -> usize {
    let half = if step.side == Role::Max { 2 } else { 9 };
    match step.kind {
        _ if step.side == Role::Chance && !(step.enters && step.leaves) => chance_line(step, 16),
        _ if step.enters && step.leaves => 1,
        StepKind::Enter => half + 1,
        StepKind::Update => half + 4,
        StepKind::Cut => half + 5,
        StepKind::Leave => half + 6,
        _ => half + 3,
    }
}

fn engine(setup: &Setup) -> Vec<String> {
    let mut lines = vec![
        "search(node, α, β, depth):",
        "    the game is over, or the position repeats: return its value",
        "    a proof, or the distance to the end, decides: return it",
        "    the table knows enough: return that",
        "    the depth is used up: static value, or noisy moves only",
        "    a guess is good enough (null move, threshold): return it",
        "    the best move first, with the whole window",
        "    the others: better than α, or not? If so, again with the window",
        "    a value ≥ β: the other moves are cut",
        "    keep value, bound, depth and best move in the table; return",
    ];
    if setup.chance {
        lines.push("    chance: the average of the outcomes, until it cannot come back into [α, β] (Star1, Star2)");
    }
    lines.into_iter().map(str::to_owned).collect()
}

fn engine_line(step: &Step) -> usize {
    use rootward_trace::Why;
    if step.enters && step.leaves {
        return match step.reason {
            Some(Why::Terminal | Why::Repetition) => 1,
            Some(Why::Table) => 3,
            Some(Why::Horizon | Why::StandPat) => 4,
            Some(Why::NullMove | Why::MultiCut | Why::Threshold | Why::ReverseFutility) => 5,
            _ => 2,
        };
    }
    match step.kind {
        StepKind::Enter => 0,
        _ if step.side == Role::Chance => 10,
        StepKind::Leaf => 2,
        StepKind::TableHit => 3,
        StepKind::StandPat => 4,
        StepKind::NullMove | StepKind::SingularTest | StepKind::Probe => 5,
        StepKind::Update | StepKind::Share | StepKind::Width | StepKind::LeftOut | StepKind::Extension => 6,
        StepKind::Reduction | StepKind::Research => 7,
        StepKind::Cut => 8,
        StepKind::Leave => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_trace::TraceSettings;

    #[test]
    fn every_step_is_at_the_line_that_does_it() {
        let session = rootward_session::open("tree:tree1", None).unwrap();
        let trace = rootward_trace::trace(&*session, &TraceSettings::default());
        let code = pseudo_code(&trace.setup);
        let line = |step| code.lines[current_line(&trace, step)].trim();
        assert_eq!(line(0), "alpha-beta(node, α, β):");
        assert_eq!(line(1), "best ← −∞");
        assert_eq!(line(2), "best ← ∞");
        assert_eq!(line(3), "if the game is over: return its value");
        assert_eq!(line(4), "if v < best: best ← v; β ← min(β, v)");
        assert_eq!(line(8), "if v > best: best ← v; α ← max(α, v)");
        assert_eq!(line(12), "if β ≤ α: stop here, the other moves are cut");
        assert_eq!((line(13), line(22)), ("return best", "return best"));
    }

    #[test]
    fn fail_hard_holds_what_leaves_players_and_chance_return() {
        let session = rootward_session::open("tree:dice", None).unwrap();
        let hard = TraceSettings { fail: rootward_session::Fail::Hard, ..TraceSettings::default() };
        let code = pseudo_code(&rootward_trace::trace(&*session, &hard).setup).lines;
        let returns: Vec<&str> =
            code.iter().filter_map(|line| line.find("return").map(|place| &line[place..])).collect();
        assert_eq!(
            returns,
            [
                "return its value, held within [α, β]",
                "return best, held within the [α, β] it came with",
                "return best, held within the [α, β] it came with",
                "return sum, held within the [α, β] it came with",
            ]
        );
    }

    #[test]
    fn no_step_of_any_algorithm_is_beyond_the_last_line() {
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Engine] {
            for game in ["tree:deep-cut", "tree:dice", "connect-four"] {
                let session = rootward_session::open(game, None).unwrap();
                let trace = rootward_trace::trace(
                    &*session,
                    &TraceSettings { algorithm, depth: Some(3), ..TraceSettings::default() },
                );
                let lines = pseudo_code(&trace.setup).lines.len();
                for step in 0..=trace.steps.len() {
                    assert!(current_line(&trace, step) < lines, "{algorithm:?} {step}");
                }
            }
        }
    }
}
