//! Trees and searches as a teacher does them with paper and pencil: the rules of `docs/teaching.md`, and nothing of the
//! engine. Values are exact fractions.

use std::cmp::Ordering;

/// A fraction, or ±∞ with denominator 0.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    pub above: i64,
    pub below: i64,
}

pub const INFINITY: Fraction = Fraction { above: 1, below: 0 };
pub const MINUS_INFINITY: Fraction = Fraction { above: -1, below: 0 };

impl Fraction {
    pub fn new(above: i64, below: i64) -> Fraction {
        let divisor = gcd(above.abs(), below).max(1);
        Fraction { above: above / divisor, below: below / divisor }
    }

    pub fn is_finite(self) -> bool {
        self.below != 0
    }

    fn plus(self, other: Fraction) -> Fraction {
        Fraction::new(self.above * other.below + other.above * self.below, self.below * other.below)
    }

    fn times(self, other: Fraction) -> Fraction {
        Fraction::new(self.above * other.above, self.below * other.below)
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        match (self.is_finite(), other.is_finite()) {
            (false, false) => self.above.cmp(&other.above),
            (false, true) => self.above.cmp(&0),
            (true, false) => 0.cmp(&other.above),
            (true, true) => (self.above * other.below).cmp(&(other.above * self.below)),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Max,
    Min,
    Chance,
    Leaf(i64),
}

/// A node of the tree on paper, with what the search writes beside it.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub name: String,
    pub kind: Kind,
    /// With their probabilities below a chance node.
    pub children: Vec<Sheet>,
    pub odds: Fraction,
    /// α and β on entry, if the search came here.
    pub window: Option<(Fraction, Fraction)>,
    pub value: Option<Fraction>,
    pub cut: Vec<String>,
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Plain minimax, without windows.
    pub is_minimax: bool,
    /// Cut when β ≤ α, rather than when β < α.
    pub cuts_at_equality: bool,
    /// Every value handed up is held within the window of its node.
    pub is_hard: bool,
    pub right_to_left: bool,
}

impl Sheet {
    /// Searches below this node, and returns what it hands up.
    pub fn search(&mut self, rules: Rules, alpha: Fraction, beta: Fraction) -> Fraction {
        self.window = Some((alpha, beta));
        let mut order: Vec<usize> = (0..self.children.len()).collect();
        if rules.right_to_left {
            order.reverse();
        }
        let found = match self.kind {
            Kind::Leaf(value) => Fraction::new(value, 1),
            Kind::Chance => order.iter().fold(Fraction::new(0, 1), |sum, &child| {
                let value = self.children[child].search(rules, MINUS_INFINITY, INFINITY);
                sum.plus(self.children[child].odds.times(value))
            }),
            Kind::Max | Kind::Min => self.choose(rules, &order, alpha, beta),
        };
        let value = if rules.is_hard { found.max(alpha).min(beta) } else { found };
        self.value = Some(value);
        value
    }

    fn choose(&mut self, rules: Rules, order: &[usize], mut alpha: Fraction, mut beta: Fraction) -> Fraction {
        let is_max = self.kind == Kind::Max;
        let mut best = if is_max { MINUS_INFINITY } else { INFINITY };
        for (place, &child) in order.iter().enumerate() {
            let value = self.children[child].search(rules, alpha, beta);
            best = if is_max { best.max(value) } else { best.min(value) };
            if rules.is_minimax {
                continue;
            }
            if is_max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if beta < alpha || (rules.cuts_at_equality && beta == alpha) {
                self.cut = order[place + 1..].iter().map(|&child| self.children[child].name.clone()).collect();
                break;
            }
        }
        best
    }

    /// The values that are possible, given the leaves that the search has seen.
    pub fn possible(&self) -> (Fraction, Fraction) {
        if self.window.is_none() {
            return (MINUS_INFINITY, INFINITY);
        }
        let below: Vec<(Fraction, Fraction)> = self.children.iter().map(Sheet::possible).collect();
        let (lows, highs) = (below.iter().map(|ends| ends.0), below.iter().map(|ends| ends.1));
        match self.kind {
            Kind::Leaf(value) => (Fraction::new(value, 1), Fraction::new(value, 1)),
            Kind::Max => (lows.max().unwrap(), highs.max().unwrap()),
            Kind::Min => (lows.min().unwrap(), highs.min().unwrap()),
            Kind::Chance => (self.average(lows, MINUS_INFINITY), self.average(highs, INFINITY)),
        }
    }

    fn average(&self, ends: impl Iterator<Item = Fraction>, open: Fraction) -> Fraction {
        let mut sum = Fraction::new(0, 1);
        for (end, child) in ends.zip(&self.children) {
            if !end.is_finite() {
                return open;
            }
            sum = sum.plus(child.odds.times(end));
        }
        sum
    }

    /// The moves that may be chosen at the root: those that must be worth what the root is worth.
    pub fn best_moves(&self) -> Vec<&str> {
        let value = self.value.unwrap();
        self.children
            .iter()
            .filter(|child| child.possible() == (value, value))
            .map(|child| child.name.as_str())
            .collect()
    }

    /// The signs that may stand before the value of this node.
    pub fn signs(&self) -> Vec<&'static str> {
        let (Some(value), Some((alpha, beta))) = (self.value, self.window) else { return Vec::new() };
        let is_exact = self.possible() == (value, value);
        let bounds = [(value <= alpha && alpha.is_finite(), "≤"), (value >= beta && beta.is_finite(), "≥")];
        let mut signs: Vec<&str> = bounds.iter().filter(|(holds, _)| *holds).map(|(_, sign)| *sign).collect();
        if is_exact || signs.is_empty() {
            signs.push("=");
        }
        signs
    }

    /// The tree as text, every inner node with its name and its side.
    pub fn text(&self) -> String {
        let side = match self.kind {
            Kind::Leaf(value) => return value.to_string(),
            Kind::Max => "max",
            Kind::Min => "min",
            Kind::Chance => "chance",
        };
        let odds = |child: &Sheet| match self.kind {
            Kind::Chance => format!("{}/{}: ", child.odds.above, child.odds.below),
            _ => String::new(),
        };
        let children: Vec<String> = self.children.iter().map(|child| odds(child) + &child.text()).collect();
        format!("{}={side}({})", self.name, children.join(" "))
    }

    /// This node and all below, except leaves.
    pub fn inner(&self) -> Vec<&Sheet> {
        let mut nodes = Vec::new();
        if !matches!(self.kind, Kind::Leaf(_)) {
            nodes.push(self);
        }
        self.children.iter().for_each(|child| nodes.extend(child.inner()));
        nodes
    }
}
