//! Gambit's extensive games: `EFG 2 R "title" { "players" }`, then the nodes, each before its children.

use std::collections::HashMap;

use super::lexer::{Kind, Lexer, Token};
use super::{TextError, quoted};
use crate::rational::Rational;
use crate::tree::{Branch, GameTree, MOST_NODES, MOST_PLAYERS, TreeNode, Turn};

/// Reads a game of perfect information from the text of an `.efg` file. An information set with two nodes is refused:
/// backward induction does not solve such games.
pub fn read_efg(text: &str) -> Result<GameTree, TextError> {
    let mut lexer = Lexer::new(text);
    let title = lexer.heading("EFG", "2")?;
    let at = lexer.peek()?.clone();
    let players = lexer.labels("the players' names in quotes")?;
    if !(1..=MOST_PLAYERS).contains(&players.len()) {
        return Err(at.problem(format!("{} players", players.len()), format!("1 to {MOST_PLAYERS} players")));
    }
    // A comment may follow.
    lexer.optional_label()?;
    let reader = Reader { lexer, players, nodes: Vec::new(), sets: HashMap::new(), outcomes: HashMap::new() };
    reader.tree(title)
}

/// A chance node may occur again with only its number.
type Lottery = Vec<(String, Rational)>;

struct Reader<'a> {
    lexer: Lexer<'a>,
    players: Vec<String>,
    nodes: Vec<TreeNode>,
    /// Information sets by player (0 is chance) and number: the line where each first occurs, and for chance its
    /// actions.
    sets: HashMap<(usize, usize), (usize, Lottery)>,
    outcomes: HashMap<usize, Vec<Rational>>,
}

impl Reader<'_> {
    fn tree(mut self, title: String) -> Result<GameTree, TextError> {
        // Nodes that are still incomplete, and the number of children of each.
        let mut waiting: Vec<(usize, usize)> = Vec::new();
        loop {
            let node = self.node(waiting.last().map(|&(parent, _)| parent))?;
            if let Some((parent, next)) = waiting.last_mut() {
                self.nodes[*parent].branches[*next].node = node;
                *next += 1;
            }
            if !self.nodes[node].branches.is_empty() {
                waiting.push((node, 0));
            }
            while waiting.last().is_some_and(|&(parent, next)| next == self.nodes[parent].branches.len()) {
                waiting.pop();
            }
            if waiting.is_empty() {
                break;
            }
        }
        self.lexer.expect_end()?;
        Ok(GameTree { title, players: self.players, nodes: self.nodes })
    }

    /// Reads one node and returns its number.
    fn node(&mut self, parent: Option<usize>) -> Result<usize, TextError> {
        let token = self.lexer.next()?;
        let Kind::Word(kind) = &token.kind else { return Err(token.error("a node: 'p', 'c' or 't'")) };
        if self.nodes.len() == MOST_NODES {
            return Err(token.problem("too many nodes", format!("{MOST_NODES} at most")));
        }
        let name = match kind.as_str() {
            "p" | "c" | "t" => self.lexer.label_or("the node's name in quotes")?,
            _ => return Err(token.error("a node: 'p' for a player, 'c' for chance or 't' for an end")),
        };
        let (turn, branches) = match kind.as_str() {
            "p" => self.decision(&token)?,
            "c" => self.chance()?,
            _ => (Turn::End, Vec::new()),
        };
        let payoffs = self.outcome()?;
        self.nodes.push(TreeNode { name, turn, payoffs, parent, branches, line: token.line });
        Ok(self.nodes.len() - 1)
    }

    fn decision(&mut self, node: &Token) -> Result<(Turn, Vec<Branch>), TextError> {
        let what = format!("the number of a player, from 1 to {}", self.players.len());
        let (player, token) = self.lexer.count(1, &what)?;
        if player > self.players.len() {
            return Err(token.error(what));
        }
        let (number, set_token) = self.lexer.count(1, "the number of an information set, from 1")?;
        if let Some((line, _)) = self.sets.insert((player, number), (node.line, Vec::new())) {
            let problem = format!(
                "information set {number} of player {} ({}) has a second node here, after line {line}",
                player,
                quoted(&self.players[player - 1])
            );
            let expected = "perfect information, with one node in every information set";
            return Err(set_token.problem(problem, expected));
        }
        self.lexer.optional_label()?;
        let at = self.lexer.peek()?.clone();
        let actions = self.lexer.labels("names of actions in quotes")?;
        if actions.is_empty() {
            return Err(at.problem("a decision without actions", "one action at least"));
        }
        let branch = |action: String| Branch { action, probability: None, node: 0 };
        Ok((Turn::Player(player - 1), actions.into_iter().map(branch).collect()))
    }

    fn chance(&mut self) -> Result<(Turn, Vec<Branch>), TextError> {
        let (number, token) = self.lexer.count(1, "the number of a chance node's information set, from 1")?;
        self.lexer.optional_label()?;
        let known = self.sets.get(&(0, number)).map(|(_, lottery)| lottery.clone());
        let lottery = match (self.lexer.peek()?.kind == Kind::Open, known) {
            (false, Some(lottery)) => lottery,
            _ => self.lottery()?,
        };
        self.sets.insert((0, number), (token.line, lottery.clone()));
        let branch = |(action, probability)| Branch { action, probability: Some(probability), node: 0 };
        Ok((Turn::Chance, lottery.into_iter().map(branch).collect()))
    }

    /// `{ "heads" 1/2 "tails" 1/2 }`
    fn lottery(&mut self) -> Result<Lottery, TextError> {
        let open = self.lexer.expect_open("actions of chance with their probabilities")?;
        let mut lottery = Vec::new();
        loop {
            let token = self.lexer.next()?;
            let action = match token.kind {
                Kind::Close => break,
                Kind::Label(action) => action,
                _ => return Err(token.error("an action of chance in quotes, or '}'")),
            };
            let (probability, token) = self.lexer.number("the action's probability")?;
            if probability.is_negative() {
                return Err(token.error("a probability, which is not below 0"));
            }
            lottery.push((action, probability));
        }
        let sum: Rational = lottery.iter().map(|(_, probability)| probability.clone()).sum();
        if sum != Rational::one() {
            return Err(open.problem(format!("the probabilities add up to {}", quoted(&sum.to_string())), "1"));
        }
        Ok(lottery)
    }

    /// `0`, or `3 "name" { 1, 2 }`; name and payoffs may be left out where the outcome occurred before.
    fn outcome(&mut self) -> Result<Option<Vec<Rational>>, TextError> {
        let (number, token) = self.lexer.count(0, "the number of an outcome, or 0 for none")?;
        let label = self.lexer.optional_label()?;
        if self.lexer.peek()?.kind == Kind::Open {
            if number == 0 {
                return Err(token.error("the number of an outcome from 1, as payoffs follow"));
            }
            let payoffs = self.payoffs()?;
            self.outcomes.insert(number, payoffs);
        }
        match self.outcomes.get(&number) {
            _ if number == 0 && label.is_none() => Ok(None),
            Some(payoffs) => Ok(Some(payoffs.clone())),
            None => Err(token.problem(format!("outcome {number} has no payoffs yet"), "payoffs in braces behind it")),
        }
    }

    fn payoffs(&mut self) -> Result<Vec<Rational>, TextError> {
        self.lexer.expect_open("payoffs")?;
        let mut payoffs = Vec::with_capacity(self.players.len());
        for player in 1..=self.players.len() {
            let what = format_args!("the payoff to player {player} of {}", self.players.len());
            payoffs.push(self.lexer.number(what)?.0);
        }
        let close = self.lexer.next()?;
        if close.kind != Kind::Close {
            return Err(close.error(format!("'}}' after {} payoffs", self.players.len())));
        }
        Ok(payoffs)
    }
}
