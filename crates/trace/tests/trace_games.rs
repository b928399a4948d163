//! Traces of real games, by the textbook and by the engine.

use std::collections::HashSet;

use rootward_game::{Bound, Game, Notation};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_games::mnk::{Mnk, MnkKnowledge};
use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
use rootward_search::{Singular, Techniques};
use rootward_trace::{Algorithm, StepKind, Trace, TraceSettings, Way, trace_game};

fn tic_tac_toe(position: &str, settings: &TraceSettings) -> Trace {
    let game = Mnk::default();
    trace_game(&game, &MnkKnowledge::default(), &game.parse_position(position).unwrap(), settings, &|_| None)
}

fn connect_four(position: &str, settings: &TraceSettings) -> Trace {
    let game = ConnectFour::default();
    trace_game(&game, &ConnectFourKnowledge::default(), &game.parse_position(position).unwrap(), settings, &|_| None)
}

fn engine(techniques: Techniques, depth: u32) -> TraceSettings {
    TraceSettings { algorithm: Algorithm::Engine, techniques, depth: Some(depth), ..TraceSettings::default() }
}

/// Every visit is entered once and left once, inside the one above.
fn check_nesting(trace: &Trace) {
    let mut open: Vec<usize> = Vec::new();
    for step in &trace.steps {
        if step.enters {
            assert_eq!(trace.nodes[step.node].parent, open.last().copied());
            open.push(step.node);
        }
        assert_eq!(open.last(), Some(&step.node), "step {}: {}", step.number, step.sentence);
        if step.leaves {
            open.pop();
        }
    }
    assert!(open.is_empty());
    let visits = trace.nodes.iter().filter(|node| node.way != Way::Known).count();
    assert_eq!(visits as u64, trace.summary.nodes);
}

#[test]
fn nodes_without_a_name_are_called_by_the_moves_that_lead_there() {
    let trace = connect_four("44", &TraceSettings { depth: Some(2), ..TraceSettings::default() });
    let names: Vec<&str> = trace.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names[..4], ["root", "1", "1.1", "1.2"]);
    let distinct: HashSet<&&str> = names.iter().collect();
    assert_eq!(distinct.len(), names.len());
}

#[test]
fn a_win_is_reported_with_its_distance() {
    let trace = tic_tac_toe("XX./OO./...", &TraceSettings::default());
    assert_eq!(trace.summary.verdict, "MAX wins in 1 ply, proven");
    assert!(trace.summary.proven);
    assert!(trace.steps.iter().any(|step| step.sentence.contains("the game is over, MAX has won: win in 1")));
}

#[test]
fn a_value_from_the_horizon_is_called_an_estimate() {
    let trace = connect_four("4", &TraceSettings { depth: Some(2), ..TraceSettings::default() });
    assert!(!trace.summary.proven);
    assert!(trace.text(false).contains("an estimate"));
    assert_eq!(trace.summary.evaluations, trace.summary.leaves);
}

#[test]
fn a_game_too_large_for_its_end_gets_a_depth_and_says_so() {
    let trace = connect_four("", &TraceSettings::default());
    assert_eq!((trace.setup.depth, trace.setup.depth_was_chosen), (Some(4), true));
    assert!(trace.text(false).contains("chosen because the whole game is too large"));
}

#[test]
fn tic_tac_toe_is_traced_to_its_end_and_abbreviated() {
    let trace = tic_tac_toe("", &TraceSettings::default());
    assert_eq!(trace.summary.verdict, "a draw, proven");
    assert_eq!(trace.summary.all_leaves, Some(255_168));
    let text = trace.text(false);
    assert!(text.contains("more steps left out") && text.contains("more nodes not drawn"));
    assert!(text.lines().count() < 1000);
}

#[test]
fn a_log_that_is_full_stops_but_the_counts_go_on() {
    let short = TraceSettings { max_events: 1000, ..TraceSettings::default() };
    let (short, whole) = (tic_tac_toe("", &short), tic_tac_toe("", &TraceSettings::default()));
    assert!(short.steps.len() <= 1000 && short.events_left_out > 0);
    assert_eq!(short.steps[..], whole.steps[..short.steps.len()]);
    assert_eq!(short.summary.nodes, whole.summary.nodes);
    assert_eq!(short.summary.moves_skipped, whole.summary.moves_skipped);
    assert!(short.text(false).contains("not recorded"));
}

#[test]
fn a_position_where_the_game_is_over_is_one_step() {
    let trace = tic_tac_toe("XXX/OO./...", &TraceSettings::default());
    assert_eq!((trace.steps.len(), trace.summary.decision.as_ref()), (1, None));
    assert_eq!(trace.summary.verdict, "MAX has won");
}

#[test]
fn the_engines_traces_nest_whatever_the_techniques() {
    let mut lecture = Techniques::ALL;
    lecture.speculative.singular_extension = Singular::PruneSiblings;
    lecture.speculative.width = Some(4);
    lecture.speculative.threshold = Some(30);
    for techniques in [Techniques::NONE, Techniques::SOUND, Techniques::EXACT, Techniques::ALL, lecture] {
        for position in ["", "4", "44455", "1234567"] {
            check_nesting(&connect_four(position, &engine(techniques, 6)));
        }
        check_nesting(&tic_tac_toe("X../.O./...", &engine(techniques, 7)));
    }
}

#[test]
fn deepening_shows_as_one_search_after_the_other_and_the_last_is_drawn() {
    let trace = connect_four("44", &engine(Techniques::SOUND, 4));
    let tops: Vec<_> = trace.nodes.iter().filter(|node| node.way == Way::Top).map(|node| node.depth).collect();
    assert!(tops.len() >= 4 && tops[0] == Some(1) && tops[tops.len() - 1] == Some(4), "{tops:?}");
    assert_eq!(trace.summary.searches, tops.len());
    let text = trace.text(false);
    assert!(text.contains("search 1, 1 ply deep") && text.contains("The tree of the last search"));
}

#[test]
fn what_the_engine_does_beyond_alpha_beta_shows_as_steps() {
    let mut kinds = HashSet::new();
    let mut output = String::new();
    let mut techniques = Techniques::ALL;
    techniques.speculative.secondary_search = 2;
    for position in ["44455", "445", "4453"] {
        let trace = connect_four(position, &engine(techniques, 8));
        kinds.extend(trace.steps.iter().map(|step| step.kind));
        output.extend(trace.steps.iter().map(|step| step.sentence.as_str()));
    }
    for kind in [StepKind::TableHit, StepKind::StandPat, StepKind::Reduction, StepKind::Research, StepKind::LeftOut] {
        assert!(kinds.contains(&kind), "no step of the kind {}", kind.word());
    }
    for words in ["the question is only whether", "a second look past the end of the line", "in the table"] {
        assert!(output.contains(words), "no sentence says '{words}'");
    }
}

#[test]
fn a_singular_test_is_the_same_node_once_more() {
    let tests: Vec<_> = ["", "44", "4453", "4455"]
        .iter()
        .map(|position| connect_four(position, &engine(Techniques::ALL, 8)))
        .flat_map(|trace| {
            let is_test = |node: &&rootward_trace::TraceNode| node.way == Way::SingularTest;
            let tests: Vec<_> = trace.nodes.iter().filter(is_test).cloned().collect();
            tests.into_iter().map(move |test| (trace.nodes[test.parent.unwrap()].clone(), test)).collect::<Vec<_>>()
        })
        .collect();
    assert!(!tests.is_empty());
    for (node, test) in tests {
        assert_eq!((test.ply, test.name), (node.ply, format!("{} (others)", node.name)));
    }
}

#[test]
fn interior_values_that_are_only_bounds_are_marked_so() {
    let trace = connect_four("4", &TraceSettings { depth: Some(2), ..TraceSettings::default() });
    let left = |name: &str| trace.steps.iter().find(|step| step.name == name && step.leaves).unwrap();
    assert_eq!(left("2").bound, Some(Bound::AtLeast));
    assert!(left("2").sentence.contains("only a lower bound"));
    assert!(trace.text(false).contains("What stands on a node with ≤ or ≥ is only a bound"));
}

#[test]
fn colour_only_adds_escapes() {
    let trace = tic_tac_toe("X../.O./..X", &TraceSettings { depth: Some(3), ..TraceSettings::default() });
    let mut plain = String::new();
    let mut rest = &trace.text(true)[..];
    while let Some((before, after)) = rest.split_once('\x1b') {
        plain += before;
        rest = after.split_once('m').unwrap().1;
    }
    assert_eq!(plain + rest, trace.text(false));
}

#[test]
fn a_very_deep_tree_is_traced() {
    let tree = Tree::random(&RandomTree { depth: 900, branching: 1..=1, ..RandomTree::default() });
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Engine] {
        let settings = TraceSettings { algorithm, ..TraceSettings::default() };
        let trace = trace_game(&tree, &TreeKnowledge, &Node::ROOT, &settings, &|node| tree.name_of(*node));
        assert!(!trace.text(false).is_empty());
    }
    assert_eq!(tree.initial(), Node::ROOT);
}
