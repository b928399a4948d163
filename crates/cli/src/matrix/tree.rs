//! A tree from a `.efg` file, solved by backward induction.

use rootward_matrix::words::readable;
use rootward_matrix::{Decision, GameTree, Halt, Induction, Method, Rational, backward_induction};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{FAINT, Output, PROVEN, STRONG, styled};

/// The maximum number of decisions shown.
const MOST_LISTED: usize = 200;

#[derive(Serialize)]
struct TreeOutput<'a> {
    title: &'a str,
    players: &'a [String],
    nodes: usize,
    #[serde(flatten)]
    induction: &'a Induction,
    stopped: bool,
}

/// A tree that was not solved in time.
#[derive(Serialize)]
struct Unsolved<'a> {
    title: &'a str,
    players: &'a [String],
    nodes: usize,
    stopped: bool,
}

/// Solves the tree and prints the result.
pub fn run(tree: &GameTree, halt: &Halt<'_>, output: &mut Output) -> Result<(), Failure> {
    let (title, players, nodes) = (tree.title.as_str(), tree.players.as_slice(), tree.nodes.len());
    let Ok(induction) = backward_induction(tree, halt) else {
        return match output.json {
            true => output.object(&Unsolved { title, players, nodes, stopped: true }),
            false => Ok(output.line("Ended early: the tree is not solved.")?),
        };
    };
    if output.json {
        return output.object(&TreeOutput { title, players, nodes, induction: &induction, stopped: false });
    }
    if !tree.title.trim().is_empty() {
        output.line(&styled(STRONG, tree.title.trim()))?;
    }
    let by = match induction.method {
        Method::Minimax => "minimax, as what one gains the other loses",
        Method::Expectiminimax => "expectiminimax, as what one gains the other loses and chance takes part",
        Method::BackwardInduction => "backward induction: everybody maximises their own payoff",
    };
    output.line(&format!("{} nodes, solved by {by}", tree.nodes.len()))?;
    output.line("")?;
    for decision in induction.decisions.iter().take(MOST_LISTED) {
        output.line(&format!("  {}", line(tree, decision)))?;
    }
    if induction.decisions.len() > MOST_LISTED {
        output.line(&format!("  … and {} more", induction.decisions.len() - MOST_LISTED))?;
    }
    let unique = match induction.unique {
        true => "the only subgame-perfect equilibrium",
        false => "one of several subgame-perfect equilibria: equally good actions are named above",
    };
    let values = values(&induction.values);
    output.line(&styled(PROVEN, &format!("Values {} for {} (exact)", values, tree.players.join(", "))))?;
    Ok(output.line(&format!("It is {unique}."))?)
}

fn values(values: &[Rational]) -> String {
    values.iter().map(readable).collect::<Vec<_>>().join(", ")
}

fn line(tree: &GameTree, decision: &Decision) -> String {
    let name = if decision.name.trim().is_empty() { String::new() } else { format!("{}, ", decision.name.trim()) };
    let equal = match decision.equally_good.as_slice() {
        [] => String::new(),
        others => format!(" (or {})", others.join(", ")),
    };
    let mark = if decision.reached { "→" } else { " " };
    let place = styled(FAINT, &format!("{name}after {}:", decision.path).replace("after the start", "at the start"));
    let player = &tree.players[decision.player];
    format!("{mark} {place} {player} plays {}{equal}, values {}", decision.action, values(&decision.values))
}
