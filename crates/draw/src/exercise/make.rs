//! Making exercises: trees by lot, drawn again until the conditions hold.

use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
use rootward_session::Problem;
use rootward_session::trace::{Algorithm, Role, Step, StepKind, Trace, TraceSettings, trace};

use super::settings::{ExerciseSettings, MOST_LEAVES};

/// A tree to work through, and how alpha-beta works through it.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// What was asked for.
    pub settings: ExerciseSettings,
    /// The tree as text: `((3 12 8) (2 4 6))`.
    pub text: String,
    /// The search that it asks for: alpha-beta, fail-soft, cutting when β ≤ α, from left to right; with chance
    /// expectiminimax, or alpha-beta with Star1 if there must be cuts.
    pub trace: Trace,
}

/// So many trees are drawn before the conditions count as impossible: about a second for the largest.
const TRIES: u64 = 2_000;
/// So many are drawn to find one with a cut where none was asked for.
const TRIES_FOR_A_CUT: u64 = 50;

impl Exercise {
    /// Draws trees by lot until one meets the conditions. Conditions that cannot be met are refused.
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
            let trace = trace(&tree, &TreeKnowledge, &Node::ROOT, &search(settings), &name_of);
            if meets(settings, &trace, attempt) {
                return Ok(Exercise { settings: settings.clone(), text: tree.to_text(), trace });
            }
        }
        let problem = format!("none of {TRIES} trees drawn by lot met the conditions");
        Err(Problem::new(problem, "fewer conditions, a deeper or a wider tree, or another seed"))
    }
}

impl Exercise {
    /// How many cuts alpha-beta makes; in a tree with chance with Star1, also where only the values are asked for.
    #[must_use]
    pub fn cuts(&self) -> u64 {
        let searched = self.settings.chance == 0 || self.settings.cuts.is_some();
        let Some(tree) = Tree::parse(&self.text).ok().filter(|_| !searched) else { return self.trace.summary.cuts };
        let name_of = |node: &Node| tree.name_of(*node);
        trace(&tree, &TreeKnowledge, &Node::ROOT, &TraceSettings::star1(), &name_of).summary.cuts
    }

    /// The steps that a key tells about: cuts, and what chance nodes come to.
    pub(super) fn explained(&self) -> impl Iterator<Item = &Step> {
        let sum = |step: &Step| step.kind == StepKind::Leave && step.side == Role::Chance;
        self.trace.steps.iter().filter(move |step| step.kind == StepKind::Cut || sum(step))
    }
}

/// So many exercises: the first from the seed, the second from the seed after it, and so on.
pub fn series(settings: &ExerciseSettings, count: usize) -> Result<Vec<Exercise>, Problem> {
    const MOST: usize = 100;
    if !(1..=MOST).contains(&count) {
        return Err(Problem::new(format!("{count} is no number of exercises"), format!("a number from 1 to {MOST}")));
    }
    let seeds = (0..count as u64).map(|nth| settings.seed.wrapping_add(nth));
    seeds.map(|seed| Exercise::new(&ExerciseSettings { seed, ..settings.clone() })).collect()
}

/// What a student is to do with the tree.
fn search(settings: &ExerciseSettings) -> TraceSettings {
    match (settings.chance, settings.cuts) {
        (0, _) => TraceSettings::default(),
        (_, None) => TraceSettings { algorithm: Algorithm::Minimax, ..TraceSettings::default() },
        (_, Some(_)) => TraceSettings::star1(),
    }
}

fn meets(settings: &ExerciseSettings, trace: &Trace, attempt: u64) -> bool {
    if settings.chance > 0 {
        // The root is a decision, and what is new is there.
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
    // All different: a shuffled pack of values is dealt to the leaves.
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

/// A number that looks like no other, from two (splitmix64).
fn mixed(seed: u64, salt: u64) -> u64 {
    let mut z = seed.wrapping_add(salt.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
