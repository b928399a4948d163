//! Making exercises: random trees, drawn again until the conditions hold.

use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
use rootward_session::Problem;
use rootward_support::random::{GOLDEN, mix};
use rootward_trace::{Algorithm, Role, Step, StepKind, Trace, TraceSettings, trace_game};

use super::settings::{ExerciseSettings, MOST_LEAVES};

/// A tree to search by hand, and the alpha-beta search of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// The settings it was made from.
    pub settings: ExerciseSettings,
    /// The tree as text: `((3 12 8) (2 4 6))`.
    pub text: String,
    /// The search that the exercise asks for: alpha-beta, fail-soft, cutting when β ≤ α, from left to right. With
    /// chance it is expectiminimax, or alpha-beta with Star1 if there must be cuts.
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
            let Some(tree) = draw(settings, mixed(settings.seed, attempt)) else { continue };
            let name_of = |node: &Node| tree.name_of(*node);
            let trace = trace_game(&tree, &TreeKnowledge, &Node::ROOT, &search(settings), &name_of);
            if meets(settings, &trace, attempt) {
                return Ok(Exercise { settings: settings.clone(), text: tree.to_text(), trace });
            }
        }
        let problem = format!("none of {TRIES} random trees met the conditions");
        Err(Problem::new(problem, "fewer conditions, a deeper or a wider tree, or another seed"))
    }
}

impl Exercise {
    /// The number of cuts of alpha-beta. In a tree with chance nodes those of Star1, even if only the values are asked
    /// for.
    #[must_use]
    pub fn cuts(&self) -> u64 {
        let searched = self.settings.chance == 0 || self.settings.cuts.is_some();
        let Some(tree) = Tree::parse(&self.text).ok().filter(|_| !searched) else { return self.trace.summary.cuts };
        let name_of = |node: &Node| tree.name_of(*node);
        trace_game(&tree, &TreeKnowledge, &Node::ROOT, &TraceSettings::star1(), &name_of).summary.cuts
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
        return Err(Problem::new(format!("{count} is no number of exercises"), format!("a number from 1 to {MOST}")));
    }
    let seeds = (0..count as u64).map(|nth| settings.seed.wrapping_add(nth));
    seeds.map(|seed| Exercise::new(&ExerciseSettings { seed, ..settings.clone() })).collect()
}

/// The search that a student does on the tree.
fn search(settings: &ExerciseSettings) -> TraceSettings {
    match (settings.chance, settings.cuts) {
        (0, _) => TraceSettings::default(),
        (_, None) => TraceSettings { algorithm: Algorithm::Minimax, ..TraceSettings::default() },
        (_, Some(_)) => TraceSettings::star1(),
    }
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

/// A hash of two numbers.
fn mixed(seed: u64, salt: u64) -> u64 {
    mix(seed.wrapping_add(salt.wrapping_add(1).wrapping_mul(GOLDEN)))
}
