//! Gambit's `.efg` files as trees on paper: two players, zero-sum, perfect information, chance.

use rootward_games::tree::Tree;
use rootward_matrix::{GameTree, Rational, Turn, read_efg};

use crate::Problem;

/// Does a text look like an `.efg` file?
pub(crate) fn is_efg(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with("EFG")
}

/// The tree of a game in Gambit's extensive form. The first player is MAX.
pub(crate) fn efg_tree(text: &str) -> Result<Tree, Problem> {
    let game = read_efg(text).map_err(Problem::sentence)?;
    if game.players.len() > 2 {
        let problem = format!("the game has {} players", game.players.len());
        return Err(Problem::new(problem, format!("two players of whom one gains what the other loses; {OTHERWISE}")));
    }
    let values = values(&game)?;
    Tree::parse(&Writer { game: &game, values: &values }.text()).map_err(|error| {
        // The place is one in generated text, so it is dropped.
        Problem::new(error.problem, error.expected)
    })
}

const OTHERWISE: &str = "'rootward matrix FILE' solves others by backward induction";

/// The first player's total payoff at each node: payoffs along the path add up.
fn values(game: &GameTree) -> Result<Vec<Rational>, Problem> {
    let mut totals: Vec<Vec<Rational>> = Vec::with_capacity(game.nodes.len());
    for (number, node) in game.nodes.iter().enumerate() {
        let mut total = match node.parent {
            Some(parent) => totals[parent].clone(),
            None => vec![Rational::zero(); game.players.len()],
        };
        for (sum, payoff) in total.iter_mut().zip(node.payoffs.iter().flatten()) {
            *sum = &*sum + payoff;
        }
        let sum: Rational = total.iter().cloned().sum();
        if node.turn == Turn::End && game.players.len() == 2 && !sum.is_zero() {
            let [first, second] = [&total[0], &total[1]];
            let problem =
                format!("line {}: after {} the payoffs are {first} and {second}", node.line, game.path(number));
            return Err(Problem::new(problem, format!("payoffs that add up to 0; {OTHERWISE}")));
        }
        totals.push(total);
    }
    Ok(totals.into_iter().map(|mut total| total.swap_remove(0)).collect())
}

struct Writer<'a> {
    game: &'a GameTree,
    values: &'a [Rational],
}

/// What remains to be written.
enum Todo {
    Node { node: usize, before: String },
    Close,
}

impl Writer<'_> {
    /// The tree in the form that [`Tree::parse`] reads. It is not recursive, so that deep trees cannot overflow the
    /// stack.
    fn text(&self) -> String {
        let mut text = String::new();
        let mut todo = vec![Todo::Node { node: 0, before: String::new() }];
        while let Some(next) = todo.pop() {
            let (number, before) = match next {
                Todo::Close => {
                    text.push_str(") ");
                    continue;
                }
                Todo::Node { node, before } => (node, before),
            };
            text.push_str(&before);
            text.push_str(&self.name(number));
            let node = &self.game.nodes[number];
            let head = match node.turn {
                Turn::End => {
                    text.push_str(&format!("{} ", self.values[number]));
                    continue;
                }
                Turn::Chance => "chance(",
                Turn::Player(0) => "max(",
                Turn::Player(_) => "min(",
            };
            text.push_str(head);
            todo.push(Todo::Close);
            // Outcomes of probability 0 are left out of the average.
            let branches =
                node.branches.iter().filter(|branch| !branch.probability.as_ref().is_some_and(Rational::is_zero));
            todo.extend(branches.rev().map(|branch| {
                let odds = branch.probability.as_ref().map_or_else(String::new, |odds| format!("{odds}: "));
                let label = quoted(&branch.action).map_or_else(String::new, |label| format!("{label}: "));
                Todo::Node { node: branch.node, before: odds + &label }
            }));
        }
        text
    }

    /// The node's name, if it is unique.
    fn name(&self, number: usize) -> String {
        let name = self.game.nodes[number].name.trim();
        let alone = || self.game.nodes.iter().filter(|node| node.name.trim() == name).count() == 1;
        match quoted(name) {
            // The check for uniqueness is linear in the tree, and names are only for reading.
            Some(name) if self.game.nodes.len() <= MOST_NAMED && alone() => format!("{name}="),
            _ => String::new(),
        }
    }
}

/// Nodes of larger trees get no names.
const MOST_NAMED: usize = 2_000;

/// A word of the tree's text; none if it has no visible characters.
fn quoted(text: &str) -> Option<String> {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let clean = clean.trim().replace('\\', "\\\\").replace('"', "\\\"");
    (!clean.is_empty()).then(|| format!("\"{clean}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DICE: &str = r#"EFG 2 R "a bet" { "Ann" "Bob" }
p "start" 1 1 { "bet" "pass" } 0
c "roll" 1 { "six" 1/6 "even" 1/3 "odd" 1/2 "edge" 0 } 0
t "" 1 "" { 6 -6 }
p "" 2 1 { "double" "fold" } 1 "" { 1/2 -1/2 }
t "" 2 "" { -3 3 }
t "" 3 "" { 1 -1 }
t "" 4 "" { -1 1 }
t "" 5 "" { 100 -100 }
t "" 6 "" { 0 0 }
"#;

    #[test]
    fn a_zero_sum_game_with_chance_becomes_a_tree() {
        let tree = efg_tree(DICE).unwrap();
        assert_eq!(
            tree.to_text(),
            "start(bet: roll=chance(1/6: six: 6 1/3: even: (double: -5/2 fold: 3/2) 1/2: odd: -1) pass: 0)"
        );
    }

    #[test]
    fn what_is_no_such_game_is_refused_in_one_sentence() {
        let error = |text: &str| efg_tree(text).unwrap_err().to_string();
        let general = DICE.replace("{ -1 1 }", "{ -1 2 }");
        assert_eq!(
            error(&general),
            "line 8: after bet, odd the payoffs are -1 and 2; expected payoffs that add up to 0; \
             'rootward matrix FILE' solves others by backward induction"
        );
        let hidden = DICE.replace("p \"\" 2 1 {", "p \"\" 1 1 {");
        assert!(error(&hidden).contains("expected perfect information"), "{}", error(&hidden));
        let three = "EFG 2 R \"\" { \"a\" \"b\" \"c\" } t \"\" 1 \"\" { 0 0 0 }";
        assert!(error(three).starts_with("the game has 3 players; expected two players"));
        let fine = DICE.replace("1/6", "1/3333333333").replace("1/3 ", "6666666663/19999999998 ");
        assert!(error(&fine).contains("probabilities"), "{}", error(&fine));
    }
}
