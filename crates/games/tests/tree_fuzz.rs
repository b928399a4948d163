//! Arbitrary text for the parser of trees: a tree that can be written and read back, or one sentence with its place;
//! never a panic.
//!
//! `ROOTWARD_FUZZ_CASES=1000000 cargo test --release -p rootward-games --test all tree_fuzz::` runs a million of each.

use proptest::prelude::*;
use rootward_game::{Game, legal_moves};
use rootward_games::tree::Tree;

fn config() -> ProptestConfig {
    let cases = std::env::var("ROOTWARD_FUZZ_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(500);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

const GOOD: &[&str] = &[
    "A(a1: B~5(3 12 8) a2: C(x=2 4 6) max(14 5/2 -.25))",
    "(C=chance~1.5(1/2: a: (3 5) 1/3: 4 1/6: x=-2) chance(.25: 1 0.75: chance(1: 2)))",
    r#"[{"side":"chance","name":"C","children":[{"probability":"1/2","children":[3,5]},{"value":"7/2","probability":0.5}]},1]"#,
];

const WORDS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "=",
    "~",
    "chance(",
    "chance",
    "max",
    "min",
    "A",
    "b",
    "\"q\"",
    "1/2:",
    "1/2: 3",
    "0.5:",
    ".5: (4 5)",
    "1:",
    "1/3: 1 2/3: 2",
    "-7/2",
    "3",
    "0/1:",
    "1/0",
    "99999999999",
    "999999999/1000000000:",
    "1/999999937:",
    "0.000001",
    "\"children\":",
    "\"probability\":",
    "\"value\":",
    "\"side\":",
    "\"chance\"",
    "\"1/2\"",
    "null",
    "# x\n",
    "−2",
    "\"",
];

fn any_text() -> impl Strategy<Value = String> {
    let rows = prop::collection::vec(prop::sample::select(WORDS), 0..24);
    let damage = (prop::sample::select(GOOD), any::<prop::sample::Index>(), 0usize..6, prop::sample::select(WORDS));
    prop_oneof![
        1 => ".{0,40}",
        3 => rows.prop_map(|words| words.join(" ")),
        3 => damage.prop_map(|(good, place, cut, word)| {
            let mut letters: Vec<char> = good.chars().collect();
            let start = place.index(letters.len());
            let end = (start + cut).min(letters.len());
            letters.splice(start..end, word.chars());
            letters.into_iter().collect()
        }),
    ]
}

proptest! {
    #![proptest_config(config())]
    #[test]
    fn any_text_is_a_tree_or_refused_with_its_place(text in any_text()) {
        match Tree::parse(&text) {
            Ok(tree) => {
                let again = Tree::parse(&tree.to_text());
                prop_assert_eq!(again.as_ref(), Ok(&tree), "{}", text);
                let again = Tree::parse(&tree.to_json());
                prop_assert_eq!(again.as_ref(), Ok(&tree), "{}", text);
                for node in tree.nodes().filter(|node| tree.is_chance(node)) {
                    let total: u64 = legal_moves(&tree, &node).into_iter().map(|mv| u64::from(tree.weight(&node, mv))).sum();
                    prop_assert!(total > 0 && total <= u64::from(u32::MAX), "{}", text);
                }
            }
            Err(error) => {
                prop_assert!(error.place.is_some(), "{}: {}", text, error);
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }
    }
}
