//! Backward induction for trees of perfect information.

use serde::Serialize;

use crate::halt::{Halt, Halted};
use crate::rational::Rational;
use crate::tree::{GameTree, Turn};

/// The name of the same procedure in this kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Two players, zero-sum, no chance.
    Minimax,
    /// Two players, zero-sum, with chance.
    Expectiminimax,
    /// Any number of players, any payoffs: everybody maximises their own.
    BackwardInduction,
}

/// The decision of a player at a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// The node.
    pub node: usize,
    /// Its name; may be empty.
    pub name: String,
    /// The actions that lead there.
    pub path: String,
    /// The player who decides, counted from 0.
    pub player: usize,
    /// The chosen branch, counted from 0.
    pub branch: usize,
    /// The name of the action.
    pub action: String,
    /// Other actions with the same payoff for this player.
    pub equally_good: Vec<String>,
    /// The payoffs of all players from here on.
    pub values: Vec<Rational>,
    /// The node is reached with positive probability if all play like this.
    pub reached: bool,
}

/// A subgame-perfect equilibrium.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Induction {
    /// The procedure.
    pub method: Method,
    /// The expected payoffs of all players.
    pub values: Vec<Rational>,
    /// A decision for each node of a player, in the tree's order.
    pub decisions: Vec<Decision>,
    /// No decision has an equally good alternative: there is no other subgame-perfect equilibrium.
    pub unique: bool,
    /// For each node the payoffs of all players from there on, the node's own payoffs included.
    #[serde(skip)]
    pub node_values: Vec<Vec<Rational>>,
}

/// Solves a tree. Among equally good actions the first is chosen.
pub fn backward_induction(tree: &GameTree, halt: &Halt<'_>) -> Result<Induction, Halted> {
    let count = tree.players.len();
    let mut node_values: Vec<Vec<Rational>> = vec![Vec::new(); tree.nodes.len()];
    let mut choices: Vec<Option<usize>> = vec![None; tree.nodes.len()];
    // Children come after their parents, so in reverse order every child is solved before its parent.
    for (number, node) in tree.nodes.iter().enumerate().rev() {
        halt.check()?;
        let mut values = node.payoffs.clone().unwrap_or_else(|| vec![Rational::zero(); count]);
        let from_below = match node.turn {
            Turn::End => vec![Rational::zero(); count],
            Turn::Chance => expected(tree, number, &node_values, count),
            Turn::Player(player) => {
                let best = best_branch(tree, number, player, &node_values);
                choices[number] = Some(best);
                node_values[node.branches[best].node].clone()
            }
        };
        values.iter_mut().zip(from_below).for_each(|(value, below)| *value = &*value + &below);
        node_values[number] = values;
    }
    let reached = reached(tree, &choices);
    let decisions: Vec<Decision> = choices
        .iter()
        .enumerate()
        .filter_map(|(node, choice)| Some(decision(tree, node, (*choice)?, &node_values, reached[node])))
        .collect();
    Ok(Induction {
        method: method(tree),
        values: node_values[0].clone(),
        unique: decisions.iter().all(|decision| decision.equally_good.is_empty()),
        decisions,
        node_values,
    })
}

fn expected(tree: &GameTree, node: usize, values: &[Vec<Rational>], count: usize) -> Vec<Rational> {
    let branches = &tree.nodes[node].branches;
    let average = |player: usize| -> Rational {
        let shares = branches.iter().map(|branch| match &branch.probability {
            Some(probability) => probability * &values[branch.node][player],
            None => Rational::zero(),
        });
        shares.sum()
    };
    (0..count).map(average).collect()
}

fn best_branch(tree: &GameTree, node: usize, player: usize, values: &[Vec<Rational>]) -> usize {
    let branches = &tree.nodes[node].branches;
    let mut best = 0;
    for branch in 1..branches.len() {
        if values[branches[branch].node][player] > values[branches[best].node][player] {
            best = branch;
        }
    }
    best
}

fn decision(tree: &GameTree, node: usize, branch: usize, values: &[Vec<Rational>], reached: bool) -> Decision {
    let here = &tree.nodes[node];
    let player = match here.turn {
        Turn::Player(player) => player,
        Turn::End | Turn::Chance => 0,
    };
    let worth = |branch: usize| &values[here.branches[branch].node][player];
    let equal = (0..here.branches.len()).filter(|&other| other != branch && worth(other) == worth(branch));
    Decision {
        node,
        name: here.name.clone(),
        path: tree.path(node),
        player,
        branch,
        action: here.branches[branch].action.clone(),
        equally_good: equal.map(|other| here.branches[other].action.clone()).collect(),
        values: values[node].clone(),
        reached,
    }
}

fn reached(tree: &GameTree, choices: &[Option<usize>]) -> Vec<bool> {
    let mut reached = vec![false; tree.nodes.len()];
    reached[0] = true;
    for (number, node) in tree.nodes.iter().enumerate() {
        for (place, branch) in node.branches.iter().enumerate() {
            let taken = match choices[number] {
                Some(choice) => choice == place,
                None => branch.probability.as_ref().is_some_and(Rational::is_positive),
            };
            reached[branch.node] = taken && reached[number];
        }
    }
    reached
}

/// Zero-sum is a property of whole plays: payoffs on the way add up.
fn method(tree: &GameTree) -> Method {
    let mut sums: Vec<Rational> = Vec::with_capacity(tree.nodes.len());
    let mut zero_sum = tree.players.len() == 2;
    for node in &tree.nodes {
        let here: Rational = node.payoffs.iter().flatten().cloned().sum();
        let sum = node.parent.map_or_else(Rational::zero, |parent| sums[parent].clone()) + here;
        zero_sum &= node.turn != Turn::End || sum.is_zero();
        sums.push(sum);
    }
    match (zero_sum, tree.has_chance()) {
        (true, false) => Method::Minimax,
        (true, true) => Method::Expectiminimax,
        (false, _) => Method::BackwardInduction,
    }
}
