//! Large traces: hidden nodes are counted and can be opened. The cost of a picture depends on what it shows, not on the
//! size of the search.

use std::time::{Duration, Instant};

use rootward_draw::{DrawOptions, IndexedTrace, Trace};
use rootward_trace::{Algorithm, TraceSettings};

fn connect_four(depth: u32) -> Trace {
    let session = rootward_session::open("connect-four", None).unwrap();
    let settings = TraceSettings { algorithm: Algorithm::AlphaBeta, depth: Some(depth), ..TraceSettings::default() };
    rootward_trace::trace(&*session, &settings)
}

#[test]
fn hidden_nodes_are_counted_and_opened_on_demand() {
    let trace = connect_four(4);
    let indexed = IndexedTrace::new(&trace);
    let options = DrawOptions { max_nodes: 30, follow: false, ..DrawOptions::default() };
    let rows = indexed.rows(indexed.steps(), &options);
    assert!(rows.len() < 60, "{}", rows.len());
    let badge = rows.iter().find(|row| row.opens.is_some()).unwrap();
    let open = badge.opens.unwrap();
    let below = rows.iter().find(|row| row.node == Some(open)).unwrap();
    assert_eq!(below.expanded, Some(false));
    let opened = indexed.rows(indexed.steps(), &DrawOptions { open: vec![open], ..options.clone() });
    assert_eq!(opened.iter().find(|row| row.node == Some(open)).unwrap().expanded, Some(true));
    assert!(opened.iter().all(|row| row.opens != Some(open)));
    // Everything visited is either drawn or counted.
    let drawn = rows.iter().filter(|row| row.node.is_some()).count();
    let counted: usize = rows
        .iter()
        .filter(|row| row.opens.is_some())
        .map(|row| {
            row.label.trim_start_matches("+ ").split(' ').next().unwrap().replace(',', "").parse::<usize>().unwrap()
        })
        .sum();
    assert_eq!(drawn + counted, trace.nodes.len());
}

#[test]
fn the_way_to_the_current_node_is_always_drawn() {
    let trace = connect_four(5);
    let indexed = IndexedTrace::new(&trace);
    let options = DrawOptions { max_nodes: 20, ..DrawOptions::default() };
    for step in (1..=indexed.steps()).step_by(97) {
        let rows = indexed.rows(step, &options);
        let current: Vec<_> = rows.iter().filter(|row| row.current).collect();
        assert_eq!(current.len(), 1);
        assert_eq!(current[0].node, Some(trace.steps[step - 1].node), "step {step}");
    }
}

#[test]
fn counts_at_the_end_are_those_of_the_summary() {
    for (game, algorithm, depth) in [
        ("tree:tree1", Algorithm::AlphaBeta, None),
        ("tree:deep-cut", Algorithm::Minimax, None),
        ("connect-four", Algorithm::AlphaBeta, Some(4)),
        ("connect-four", Algorithm::Engine, Some(5)),
        ("tic-tac-toe", Algorithm::Engine, Some(6)),
    ] {
        let session = rootward_session::open(game, None).unwrap();
        let trace = rootward_trace::trace(&*session, &TraceSettings { algorithm, depth, ..TraceSettings::default() });
        let indexed = IndexedTrace::new(&trace);
        let (counts, summary) = (indexed.counts(indexed.steps()), &trace.summary);
        assert_eq!((counts.nodes as u64, counts.cuts as u64), (summary.nodes, summary.cuts), "{game} {algorithm:?}");
        assert_eq!(counts.leaves as u64, summary.leaves, "{game} {algorithm:?}");
        assert_eq!(counts.table_hits as u64, summary.table_hits, "{game} {algorithm:?}");
        assert_eq!(indexed.counts(0).nodes, 0);
    }
}

#[test]
fn the_minimum_of_knuth_and_moore_is_that_of_uniform_trees_only() {
    let minimum = |tree: &str| {
        let session = rootward_session::open("tree", Some(tree)).unwrap();
        let trace = rootward_trace::trace(&*session, &TraceSettings::default());
        (IndexedTrace::new(&trace).minimum(), trace.summary.leaves)
    };
    assert_eq!(minimum("((3 12 8) (2 4 6) (14 5 2))"), (Some(5), 7));
    assert_eq!(minimum("((10 8) (4 50))"), (Some(3), 3));
    assert_eq!(minimum("(((1 2) (3 4)) ((5 6) (7 8)))").0, Some(5));
    assert_eq!(minimum("((3 12 8) (2 4))").0, None);
    // Not uniform in the unvisited part.
    assert_eq!(minimum("((3 4) (2 (5 6)))").0, None);
}

/// The limit is 10 ms; a debug build gets ten times that. The fastest of many runs counts.
#[test]
fn a_frame_of_a_thousand_nodes_is_quick_however_long_the_trace_is() {
    let allowed = Duration::from_millis(if cfg!(debug_assertions) { 100 } else { 10 });
    let trace = connect_four(6);
    let indexed = IndexedTrace::new(&trace);
    assert!(trace.nodes.len() > 10_000, "{}", trace.nodes.len());
    let options = DrawOptions::default();
    let quickest = (0..15)
        .map(|nth| {
            let step = indexed.steps() * (nth + 1) / 15;
            let start = Instant::now();
            let svg = indexed.svg(step, &options);
            assert!(svg.matches("class=\"node ").count() > 900);
            start.elapsed()
        })
        .min();
    println!("{quickest:?}");
    assert!(quickest < Some(allowed), "{quickest:?}");
}
