//! Every trace with any options gives a picture, the same every time.

use proptest::prelude::*;
use rootward_draw::{DrawOptions, Format, IndexedTrace, Trace, restore};
use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
use rootward_session::{CutRule, Fail, Order};
use rootward_trace::{Algorithm, TraceSettings, trace_game};

fn any_trace() -> impl Strategy<Value = Trace> {
    (any::<u64>(), 0u32..6, 1u32..4, any::<bool>(), 0usize..24, prop::option::of(1u32..4)).prop_map(
        |(seed, depth, most, irregular, variant, horizon)| {
            let (chance, estimates) = (if seed % 2 == 0 { 0 } else { 30 }, false);
            let (branching, values) = (1..=most, -20..=20);
            let shape = RandomTree { seed, depth, branching, values, irregular, chance, estimates };
            let tree = Tree::random(&shape);
            let settings = TraceSettings {
                algorithm: [Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Engine][variant % 3],
                depth: horizon,
                cut: if variant % 2 == 0 { CutRule::At } else { CutRule::Past },
                fail: if variant % 4 < 2 { Fail::Soft } else { Fail::Hard },
                order: [Order::Given, Order::Reversed, Order::Best][variant / 8],
                // Some logs end early.
                max_events: if seed % 5 == 0 { 30 } else { 200_000 },
                ..TraceSettings::default()
            };
            trace_game(&tree, &TreeKnowledge, &Node::ROOT, &settings, &|node| tree.name_of(*node))
        },
    )
}

/// Tags are balanced and nested, and no id occurs twice.
fn check_markup(svg: &str) {
    let mut open = Vec::new();
    let mut ids = std::collections::HashSet::new();
    for tag in svg.split('<').skip(1) {
        let tag = tag.split_once('>').expect("every tag ends").0;
        if let Some(id) = tag.split(" id=\"").nth(1).and_then(|rest| rest.split('"').next()) {
            assert!(ids.insert(id.to_owned()), "{id} twice");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name.to_owned()));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap().to_owned());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_step_of_every_trace_can_be_drawn(
        trace in any_trace(),
        step in 0usize..400,
        max_nodes in 0usize..60,
        open in prop::collection::vec(0usize..80, 0..3),
        blank: bool,
        follow: bool,
    ) {
        let indexed = IndexedTrace::new(&trace);
        let options = DrawOptions { max_nodes, open, blank, follow, ..DrawOptions::default() };
        let svg = indexed.svg(step, &options);
        check_markup(&svg);
        prop_assert_eq!(&svg, &IndexedTrace::new(&trace).svg(step, &options));
        // The rows are the nodes that are drawn.
        let rows = indexed.rows(step, &options);
        prop_assert_eq!(rows.len(), svg.matches("class=\"node ").count());
        for row in &rows {
            let group = format!("<g id=\"{}\"", row.id);
            prop_assert!(svg.contains(&group), "{} is not drawn", row.id);
        }
        prop_assert_eq!(indexed.frame(step, &options).is_some(), step <= indexed.steps());
        prop_assert_eq!(indexed.stack(step).len(), trace.steps.get(step.min(trace.steps.len()).wrapping_sub(1)).map_or(0, |s| s.ply + 1));
    }

    #[test]
    fn every_format_can_be_written_and_json_read_back(trace in any_trace(), step in 0usize..100) {
        let indexed = IndexedTrace::new(&trace);
        let options = DrawOptions { max_nodes: 40, ..DrawOptions::default() };
        for format in Format::ALL {
            let bytes = indexed.export(step, format, &options);
            prop_assert!(!bytes.is_empty(), "{}", format.name());
            prop_assert_eq!(&bytes, &indexed.export(step, format, &options));
            if format.is_text() {
                prop_assert!(String::from_utf8(bytes).is_ok());
            }
        }
        let json = indexed.export(step, Format::Json, &options);
        let mut again = restore(std::str::from_utf8(&json).unwrap()).unwrap();
        // How much of it the terminal shows is not part of a trace.
        again.clone_from(&restore(&serde_json::to_string(&again).unwrap()).unwrap());
        prop_assert_eq!(&again.steps, &trace.steps);
        prop_assert_eq!(&again.nodes, &trace.nodes);
        prop_assert_eq!(IndexedTrace::new(&again).svg(step, &options), indexed.svg(step, &options));
    }

    #[test]
    fn an_altered_export_is_refused_or_drawn_but_never_breaks_anything(
        trace in any_trace(),
        place in any::<prop::sample::Index>(),
        digit in 0u8..10,
        step in 0usize..60,
    ) {
        let mut json = serde_json::to_string(&trace).unwrap().into_bytes();
        let digits: Vec<usize> = (0..json.len()).filter(|&at| json[at].is_ascii_digit()).collect();
        json[digits[place.index(digits.len())]] = b'0' + digit;
        if let Ok(altered) = restore(std::str::from_utf8(&json).unwrap()) {
            let indexed = IndexedTrace::new(&altered);
            let options = DrawOptions::default();
            prop_assert!(!indexed.svg(step, &options).is_empty());
            prop_assert!(!indexed.export(step, Format::Html, &options).is_empty());
            let _ = (indexed.frame(step, &options), rootward_draw::quiz::questions(&altered));
            let _ = rootward_draw::quiz::grade(&altered, &rootward_draw::quiz::solution(&altered));
        }
    }

    #[test]
    fn what_is_no_trace_is_refused(text in "\\PC{0,80}") {
        let problem = restore(&text).unwrap_err().to_string();
        prop_assert_eq!(problem.lines().count(), 1);
    }
}
