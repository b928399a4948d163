//! Making exercises: random trees, drawn again until the conditions hold.

use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
use rootward_session::Problem;
use rootward_support::random::{GOLDEN, mix};
use rootward_trace::{Role, Step, StepKind, Trace, TraceSettings, trace_game};

use super::search::{HandSearch, Method};
use super::settings::{ExerciseSettings, MOST_LEAVES};

/// A tree to search by hand, and the alpha-beta search of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// The settings it was made from.
    pub settings: ExerciseSettings,
    /// The tree as text: `((3 12 8) (2 4 6))`.
    pub text: String,
    /// The search that the exercise asks for: usually alpha-beta, fail-soft, cutting when β ≤ α, from left to right.
    /// With chance it is expectiminimax, or alpha-beta with Star1 if there must be cuts.
    pub trace: Trace,
}

/// After this many trees the conditions count as impossible: about a second for the largest.
const TRIES: u64 = 2_000;
/// This many trees are tried to find one with a cut where none was asked for.
const TRIES_FOR_A_CUT: u64 = 50;

impl Exercise {
    /// Draws random trees until one meets the conditions. Conditions that cannot be met are an error.
    ///
    /// ```
    /// use rootward_draw::exercise::{Exercise, ExerciseSettings};
    ///
    /// let settings = ExerciseSettings { seed: 42, cuts: Some(2), no_ties: true, ..Default::default() };
    /// let exercise = Exercise::new(&settings).unwrap();
    /// assert_eq!(exercise.trace.summary.cuts, 2);
    /// assert_eq!(exercise, Exercise::new(&settings).unwrap());
    /// assert!(Exercise::new(&ExerciseSettings { deep_cut: true, ..settings }).is_err());
    /// ```
    pub fn new(settings: &ExerciseSettings) -> Result<Exercise, Problem> {
        settings.check()?;
        for attempt in 0..TRIES {
            let seed = mixed(settings.seed, attempt);
            let Some(tree) = draw(settings, seed) else { continue };
            let usual = HandSearch::default().trace_settings(usual(settings));
            let trace = traced(&tree, &usual);
            if meets(settings, &trace, attempt) {
                return Ok(Exercise::on(settings, tree, trace, seed));
            }
        }
        let problem = format!("none of {TRIES} random trees met the conditions");
        Err(Problem::new(problem, "fewer conditions, a deeper or a wider tree, or another seed"))
    }
}

impl Exercise {
    /// The exercise on a tree that meets the conditions; `usual` is the usual search of it.
    fn on(settings: &ExerciseSettings, tree: Tree, usual: Trace, seed: u64) -> Exercise {
        let needs_estimates = settings.estimates || settings.search.needs_estimates();
        let tree = if needs_estimates { with_estimates(&tree, settings, seed) } else { tree };
        let trace = match settings.search.is_usual() && !needs_estimates {
            true => usual,
            false => traced(&tree, &settings.search.trace_settings(self::usual(settings))),
        };
        Exercise { settings: settings.clone(), text: tree.to_text(), trace }
    }

    /// The number of cuts of alpha-beta. In a tree with chance nodes those of Star1, even if only the values are asked
    /// for.
    pub fn cuts(&self) -> u64 {
        let is_asked = self.settings.cuts.is_some() || !self.settings.search.is_usual();
        let searched = self.settings.chance == 0 || is_asked;
        let Some(tree) = Tree::parse(&self.text).ok().filter(|_| !searched) else { return self.trace.summary.cuts };
        traced(&tree, &TraceSettings::star1()).summary.cuts
    }

    /// The steps that the answer key explains: cuts, and the values of chance nodes.
    pub(super) fn explained(&self) -> impl Iterator<Item = &Step> {
        let sum = |step: &Step| step.kind == StepKind::Leave && step.side == Role::Chance;
        self.trace.steps.iter().filter(move |step| step.kind == StepKind::Cut || sum(step))
    }
}

/// `count` exercises: the first from the seed, the second from the seed plus one, and so on.
pub fn series(settings: &ExerciseSettings, count: usize) -> Result<Vec<Exercise>, Problem> {
    const MOST: usize = 100;
    if !(1..=MOST).contains(&count) {
        return Err(Problem::new(
            format!("{count} is not a number of exercises"),
            format!("a number from 1 to {MOST}"),
        ));
    }
    let seeds = (0..count as u64).map(|nth| settings.seed.wrapping_add(nth));
    seeds.map(|seed| Exercise::new(&ExerciseSettings { seed, ..settings.clone() })).collect()
}

/// Series of the same kind from one seed: the second begins where the first ends, and so on.
pub fn versions(settings: &ExerciseSettings, count: usize, versions: usize) -> Result<Vec<Vec<Exercise>>, Problem> {
    const MOST: usize = 26;
    if !(1..=MOST).contains(&versions) {
        return Err(Problem::new(
            format!("{versions} is not a number of versions"),
            format!("a number from 1 to {MOST}"),
        ));
    }
    let first = |version: usize| settings.seed.wrapping_add((version * count) as u64);
    (0..versions).map(|version| series(&ExerciseSettings { seed: first(version), ..settings.clone() }, count)).collect()
}

/// The search that suits the tree.
fn usual(settings: &ExerciseSettings) -> Method {
    match (settings.chance, settings.cuts) {
        (0, _) => Method::AlphaBeta,
        (_, None) => Method::Minimax,
        (_, Some(_)) => Method::Star1,
    }
}

fn traced(tree: &Tree, settings: &TraceSettings) -> Trace {
    trace_game(tree, &TreeKnowledge, &Node::ROOT, settings, &|node: &Node| tree.name_of(*node))
}

fn meets(settings: &ExerciseSettings, trace: &Trace, attempt: u64) -> bool {
    if settings.chance > 0 {
        // The root is a decision, and the tree has chance nodes.
        let is_new = trace.setup.chance && trace.nodes.first().is_some_and(|root| root.side == Role::Max);
        return is_new && settings.cuts.is_none_or(|cuts| trace.summary.cuts == u64::from(cuts));
    }
    let cuts = match settings.cuts {
        Some(cuts) => trace.summary.cuts == u64::from(cuts),
        None => trace.summary.cuts > 0 || attempt >= TRIES_FOR_A_CUT,
    };
    cuts && (!settings.deep_cut || trace.summary.deep_cuts > 0)
}

fn draw(settings: &ExerciseSettings, seed: u64) -> Option<Tree> {
    let ExerciseSettings { depth, branching, values, irregular, chance, .. } = settings.clone();
    let estimates = false;
    let shape = RandomTree { seed, depth, branching, values: values.clone(), irregular, chance, estimates };
    let tree = Tree::random(&shape);
    if tree.leaf_count() as u64 > MOST_LEAVES {
        return None;
    }
    if !settings.no_ties {
        return Some(tree);
    }
    // All different: a shuffled set of values is dealt to the leaves.
    let mut pack: Vec<i32> = values.collect();
    let mut state = seed;
    for place in (1..pack.len()).rev() {
        state = mixed(state, 1);
        pack.swap(place, (state % (place as u64 + 1)) as usize);
    }
    if pack.len() < tree.leaf_count() {
        return None;
    }
    Tree::parse(&dealt(&tree, &mut pack.into_iter())).ok()
}

/// The same tree with other values, as text.
fn dealt(tree: &Tree, values: &mut impl Iterator<Item = i32>) -> String {
    fn push(tree: &Tree, node: Node, values: &mut impl Iterator<Item = i32>, text: &mut String) {
        if tree.is_leaf(node) {
            text.push_str(&values.next().unwrap_or(0).to_string());
            return;
        }
        text.push_str(if tree.is_chance_node(node) { "chance(" } else { "(" });
        for (nth, child) in tree.children(node).enumerate() {
            if nth > 0 {
                text.push(' ');
            }
            text.extend(tree.probability(child).map(|odds| format!("{odds}: ")));
            push(tree, child, values, text);
        }
        text.push(')');
    }
    let mut text = String::new();
    push(tree, Node::ROOT, values, &mut text);
    text
}

/// The same tree with random static values above the leaves: `~5(3 12)` for `(3 12)`. Random trees have no names, so a
/// bracket is the beginning of a node.
fn with_estimates(tree: &Tree, settings: &ExerciseSettings, seed: u64) -> Tree {
    let (least, most) = (i64::from(*settings.values.start()), i64::from(*settings.values.end()));
    let (mut state, mut text) = (seed, String::new());
    for sign in tree.to_text().chars() {
        if sign == '(' && !text.is_empty() {
            state = mixed(state, 2);
            text.push_str(&format!("~{}", least + (state % (most - least + 1).unsigned_abs()) as i64));
        }
        text.push(sign);
    }
    Tree::parse(&text).unwrap_or_else(|_| tree.clone())
}

/// A hash of two numbers.
fn mixed(seed: u64, salt: u64) -> u64 {
    mix(seed.wrapping_add(salt.wrapping_add(1).wrapping_mul(GOLDEN)))
}
