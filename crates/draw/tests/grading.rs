//! The grader against another one, which is written from the rules alone: random trees with ties, chance and deep cuts,
//! searched by both cut rules, both fail modes and in both directions, with random answers in all spellings.

mod by_hand;

use std::collections::BTreeMap;

use by_hand::{Fraction, INFINITY, Kind, MINUS_INFINITY, Rules, Sheet};
use rootward_draw::quiz::{Answers, Ask, CutAnswer, NodeAnswer, grade, questions, solution};
use rootward_games::tree::{Node, Tree, TreeKnowledge};
use rootward_session::{CutRule, Fail, Order};
use rootward_support::random::{GOLDEN, mix};
use rootward_trace::{Algorithm, Trace, TraceSettings, trace_game};

const TREES: u64 = 10_000;

struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0) % most
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    fn percent(&mut self, share: u64) -> bool {
        self.below(100) < share
    }
}

/// Few different values, so that many nodes tie.
fn draw(dice: &mut Dice, kind: Kind, levels: u64, chance: u64, count: &mut usize) -> Sheet {
    let mut sheet = Sheet {
        name: format!("N{count}"),
        kind,
        children: Vec::new(),
        odds: Fraction::new(1, 1),
        window: None,
        value: None,
        cut: Vec::new(),
    };
    if levels == 0 || (*count > 0 && dice.percent(20)) {
        sheet.kind = Kind::Leaf(dice.below(7) as i64 - 3);
        return sheet;
    }
    *count += 1;
    let total = dice.one_of(&[2, 3, 4, 6]);
    let children = if kind == Kind::Chance { 2 } else { 1 + dice.below(3) };
    let mut shares = vec![1; children as usize];
    shares[0] += total - 2;
    for (place, share) in shares.into_iter().enumerate() {
        let turned = if kind == Kind::Max { Kind::Min } else { Kind::Max };
        let next = if kind != Kind::Chance && dice.percent(chance) { Kind::Chance } else { turned };
        let mut child = draw(dice, next, levels - 1, chance, count);
        if let Kind::Leaf(_) = child.kind {
            child.name = format!("{}.{}", sheet.name, place + 1);
        }
        child.odds = Fraction::new(share as i64, total as i64);
        sheet.children.push(child);
    }
    sheet
}

/// Something to write into a blank: a number, or what is none.
#[derive(Clone, Debug)]
struct Written {
    means: Option<Fraction>,
    sign: Option<&'static str>,
    text: String,
}

fn spelled(dice: &mut Dice, value: Fraction) -> String {
    let minus = dice.one_of(&["-", "−", "–", "- ", "— "]);
    let size = if !value.is_finite() {
        dice.one_of(&["∞", "inf", "Infinity", "oo"]).to_owned()
    } else {
        let (above, below) = (value.above.abs(), value.below);
        let digits = format!("{}.{:03}", above / below, above % below * 1000 / below);
        match dice.below(5) {
            0 if below > 1 && above > below => format!("{} {}/{below}", above / below, above % below),
            1 => format!("{digits}…"),
            2 => format!("{}...", &digits[..digits.len() - 1]),
            3 => format!("{} / {}", 2 * above, 2 * below),
            _ if below == 1 => above.to_string(),
            _ => format!("{above}/{below}"),
        }
    };
    let sign = if value.above < 0 { minus } else { dice.one_of(&["", "+", ""]) };
    format!("{}{sign}{size}{}", dice.one_of(&["", " "]), dice.one_of(&["", " "]))
}

/// Mostly what is right; otherwise near it, somewhere else, or no number.
fn guess(dice: &mut Dice, right: Fraction, has_sign: bool) -> Option<Written> {
    let nearby = if right.is_finite() { Fraction::new(right.above + 1, right.below) } else { Fraction::new(0, 1) };
    let elsewhere = Fraction::new(dice.below(9) as i64 - 4, 1);
    let means = match dice.below(20) {
        0 => return None,
        1 => nearby,
        2 => elsewhere,
        3 => dice.one_of(&[INFINITY, MINUS_INFINITY]),
        4 => {
            return Some(Written {
                means: None,
                sign: None,
                text: dice.one_of(&["x", "--1", "1/0", "2 -", "?"]).to_owned(),
            });
        }
        _ => right,
    };
    let sign = (has_sign && dice.percent(30)).then(|| dice.one_of(&["≤", "≥", "="]));
    let written = sign.map(|sign| dice.one_of(&[sign, if sign == "≤" { "<=" } else { sign }]));
    Some(Written { means: Some(means), sign, text: format!("{}{}", written.unwrap_or(""), spelled(dice, means)) })
}

/// Expected marks by the name of a node and the question.
type Marks = BTreeMap<(String, &'static str), bool>;

fn name_of(ask: Ask) -> &'static str {
    match ask {
        Ask::Value => "value",
        Ask::Alpha => "alpha",
        Ask::Beta => "beta",
        Ask::Cut => "cut",
        Ask::Chosen => "chosen",
    }
}

/// A student: answers, and the marks that a teacher gives for them.
struct Student<'a> {
    dice: &'a mut Dice,
    rules: Rules,
    marks: Marks,
}

impl Student<'_> {
    fn number(&mut self, sheet: &Sheet, field: &'static str, right: Fraction, signs: &[&str]) -> Option<String> {
        let written = guess(self.dice, right, !signs.is_empty());
        let is_right = written.as_ref().is_some_and(|written| {
            written.means == Some(right) && written.sign.is_none_or(|sign| signs.contains(&sign))
        });
        self.marks.insert((sheet.name.clone(), field), is_right);
        written.map(|written| written.text)
    }

    fn visited(&mut self, sheet: &Sheet, is_root: bool) -> NodeAnswer {
        let mut answer = NodeAnswer::default();
        if let Some((alpha, beta)) = sheet.window.filter(|_| !self.rules.is_minimax) {
            answer.alpha = self.number(sheet, "alpha", alpha, &[]);
            answer.beta = self.number(sheet, "beta", beta, &[]);
            answer.cut = self.cut(sheet);
        }
        let signs = if self.rules.is_minimax { vec!["="] } else { sheet.signs() };
        // With α = β both bounds are reached, and which of them a search names is its own affair.
        let signs = if signs.contains(&"≤") && signs.contains(&"≥") { Vec::new() } else { signs };
        answer.value = self.number(sheet, "value", sheet.value.unwrap(), &signs);
        if is_root && sheet.kind != Kind::Chance {
            let child = &sheet.children[self.dice.below(sheet.children.len() as u64) as usize];
            answer.chosen = Some(child.name.clone());
            self.marks.insert((sheet.name.clone(), "chosen"), sheet.best_moves().contains(&child.name.as_str()));
        }
        answer
    }

    fn cut(&mut self, sheet: &Sheet) -> Option<CutAnswer> {
        let mut children = sheet.cut.clone();
        let (answer, is_right) = match self.dice.below(10) {
            0 => (None, false),
            1 => {
                let something = self.dice.percent(50);
                (Some(CutAnswer::Whether(something)), something != children.is_empty())
            }
            2 => {
                let child = &sheet.children[self.dice.below(sheet.children.len() as u64) as usize].name;
                // Struck twice is not struck.
                match children.iter().position(|cut| cut == child) {
                    Some(place) => drop(children.remove(place)),
                    None => children.push(child.clone()),
                }
                (Some(CutAnswer::Children(children)), false)
            }
            _ => (Some(CutAnswer::Children(children)), true),
        };
        self.marks.insert((sheet.name.clone(), "cut"), is_right);
        answer
    }

    /// The search does not come here. The children may be struck as well; a number is a mistake.
    fn unvisited(&mut self, sheet: &Sheet) -> NodeAnswer {
        let cut = self
            .dice
            .percent(50)
            .then(|| CutAnswer::Children(sheet.children.iter().map(|child| child.name.clone()).collect()));
        let mut answer = NodeAnswer { cut, ..NodeAnswer::default() };
        if self.dice.percent(30) {
            self.marks.insert((sheet.name.clone(), "value"), false);
            answer.value = Some("0".to_owned());
        }
        answer
    }
}

fn traced(sheet: &Sheet, rules: Rules) -> Trace {
    let tree = Tree::parse(&sheet.text()).unwrap();
    let settings = TraceSettings {
        algorithm: if rules.is_minimax { Algorithm::Minimax } else { Algorithm::AlphaBeta },
        cut: if rules.cuts_at_equality { CutRule::At } else { CutRule::Past },
        fail: if rules.is_hard { Fail::Hard } else { Fail::Soft },
        order: if rules.right_to_left { Order::Reversed } else { Order::Given },
        ..TraceSettings::default()
    };
    trace_game(&tree, &TreeKnowledge, &Node::ROOT, &settings, &|node| tree.name_of(*node))
}

#[test]
fn every_answer_is_marked_as_a_teacher_would() {
    let (mut ties, mut deep, mut doubtful, mut wrong_choices) = (0, 0, 0, 0);
    for seed in 0..TREES {
        let mut dice = Dice(seed);
        let root = dice.one_of(&[Kind::Max, Kind::Max, Kind::Min]);
        let (levels, chance) = (2 + dice.below(4), dice.one_of(&[0, 0, 30]));
        let mut sheet = draw(&mut dice, root, levels, chance, &mut 0);
        let is_minimax = dice.percent(20);
        let rules = Rules {
            is_minimax,
            cuts_at_equality: dice.percent(60),
            is_hard: !is_minimax && dice.percent(50),
            right_to_left: !is_minimax && dice.percent(40),
        };
        sheet.search(rules, MINUS_INFINITY, INFINITY);
        let trace = traced(&sheet, rules);
        let ids: BTreeMap<String, String> =
            questions(&trace).into_iter().map(|asked| (asked.name, asked.node)).collect();
        let inner = sheet.inner();
        assert_eq!(ids.len(), inner.len(), "every inner node is asked about: {}", sheet.text());
        let mut student = Student { dice: &mut dice, rules, marks: Marks::new() };
        let mut answers = Answers::default();
        for (place, node) in inner.into_iter().enumerate() {
            let visited = node.window.is_some();
            let answer = if visited { student.visited(node, place == 0) } else { student.unvisited(node) };
            answers.0.insert(ids[&node.name].clone(), answer);
        }
        let graded = grade(&trace, &answers);
        let found: Marks =
            graded.items.iter().map(|item| ((item.name.clone(), name_of(item.field)), item.right)).collect();
        let about = || format!("seed {seed}: {}\n{rules:?}\n{answers:?}", sheet.text());
        assert_eq!(found, student.marks, "{}", about());
        assert_eq!((graded.score, graded.of), (found.values().filter(|right| **right).count(), found.len()));
        let first = graded.items.iter().find(|item| !item.right).map(|item| (&item.name, item.field));
        assert_eq!(graded.first_wrong.as_ref().map(|wrong| (&wrong.name, wrong.field)), first, "{}", about());
        let key = grade(&trace, &solution(&trace));
        assert_eq!(key.score, key.of, "the key itself: {}", about());

        let best = sheet.best_moves();
        let as_good = sheet.children.iter().filter(|child| child.value == sheet.value).count();
        ties += usize::from(best.len() > 1);
        doubtful += usize::from(as_good > best.len());
        deep += usize::from(trace.summary.deep_cuts > 0);
        wrong_choices += usize::from(found.get(&(sheet.name.clone(), "chosen")) == Some(&false));
    }
    for (count, what) in
        [(ties, "ties"), (doubtful, "ties that are only bounds"), (deep, "deep cuts"), (wrong_choices, "wrong choices")]
    {
        assert!(count > 200, "{what} in {count} of {TREES} trees");
    }
}
