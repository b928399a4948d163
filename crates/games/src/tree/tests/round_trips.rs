//! Any tree at all: written and read back, damaged, played.

use std::collections::HashSet;

use proptest::prelude::*;
use rootward_game::{Side, TextError, contract};

use crate::tree::decimal::{Decimal, write_scaled};
use crate::tree::draft::{Content, Draft, Figure};
use crate::tree::{RandomTree, Tree, TreeKnowledge};

/// What a node of a made-up tree may have.
#[derive(Clone, Debug)]
struct Wish {
    parent: prop::sample::Index,
    number: (i32, u32),
    has_estimate: bool,
    side: Option<bool>,
    name: Option<String>,
    label: Option<String>,
}

fn any_word() -> impl Strategy<Value = Option<String>> {
    let word = prop_oneof!["[A-Ca-c]{1,2}", "(max|MIN|chance|null|root|1|2\\.1)", "[^\\p{C}]{1,6}"];
    let visible = |word: &String| !word.trim().is_empty() && !word.contains(char::is_control);
    prop::option::of(word.prop_filter("names can be seen", visible))
}

fn any_wish() -> impl Strategy<Value = Wish> {
    let number = (-2000i32..2000, 0u32..4);
    (any::<prop::sample::Index>(), number, any::<bool>(), any::<Option<bool>>(), any_word(), any_word()).prop_map(
        |(parent, number, has_estimate, side, name, label)| Wish { parent, number, has_estimate, side, name, label },
    )
}

fn figure((number, decimals): (i32, u32)) -> Figure {
    Figure { number: Decimal::parse(&write_scaled(number, decimals)).unwrap(), start: 0, end: 0 }
}

/// Adds the nodes in level order: the parents never go back to the left.
fn grow(wishes: &[Wish]) -> Tree {
    let mut parents = vec![0];
    for (index, wish) in wishes.iter().enumerate().skip(1) {
        parents.push(parents[index - 1].max(wish.parent.index(index)));
    }
    let mut draft = Draft::new("");
    let mut used = HashSet::new();
    for (index, wish) in wishes.iter().enumerate() {
        let content = if parents[1..].contains(&index) {
            let side = wish.side.map(|is_max| if is_max { Side::First } else { Side::Second });
            Content::Choice { side, estimate: wish.has_estimate.then(|| figure(wish.number)) }
        } else {
            Content::Leaf(figure(wish.number))
        };
        let node = draft.add((index > 0).then(|| parents[index]), content, 0).unwrap();
        if let Some(name) = wish.name.clone().filter(|name| used.insert(name.clone())) {
            draft.set_name(node, name, 0);
        }
        if let Some(label) = &wish.label {
            draft.set_label(node, label.clone());
        }
    }
    draft.finish().unwrap()
}

fn any_tree() -> impl Strategy<Value = Tree> {
    prop::collection::vec(any_wish(), 1..30).prop_map(|wishes| grow(&wishes))
}

fn has_a_place(result: &Result<Tree, TextError>) -> bool {
    result.as_ref().map_or_else(|error| error.place.is_some(), |_| true)
}

proptest! {
    #[test]
    fn a_tree_reads_back_from_its_text_and_its_json(tree in any_tree()) {
        prop_assert_eq!(&Tree::parse(&tree.to_text()).unwrap(), &tree);
        prop_assert_eq!(&Tree::parse(&tree.to_json()).unwrap(), &tree);
    }

    #[test]
    fn a_random_tree_reads_back(seed: u64, depth in 0u32..5, irregular: bool) {
        let tree = Tree::random(&RandomTree { seed, depth, branching: 1..=4, values: -99..=99, irregular });
        prop_assert_eq!(&Tree::parse(&tree.to_text()).unwrap(), &tree);
        prop_assert_eq!(&Tree::parse(&tree.to_json()).unwrap(), &tree);
    }

    #[test]
    fn every_tree_keeps_the_contract_of_a_game(tree in any_tree(), seed: u64) {
        contract::check(&tree, &TreeKnowledge, 5, seed);
    }

    #[test]
    fn no_two_nodes_share_a_name(tree in any_tree()) {
        let mut names: Vec<String> = tree.nodes().filter_map(|node| tree.name_of(node)).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        prop_assert_eq!(names.len(), count);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text: String) {
        prop_assert!(has_a_place(&Tree::parse(&text)));
    }

    #[test]
    fn no_row_of_tokens_makes_the_parser_panic(text in r#"([(){}\[\],:=~#"\\\n ]|max|null|"children":|"value":|[a-c0-2.−-]){0,40}"#) {
        prop_assert!(has_a_place(&Tree::parse(&text)));
    }

    #[test]
    fn a_damaged_text_is_read_or_refused_with_a_place(
        tree in any_tree(),
        as_json: bool,
        damage in prop::collection::vec((any::<prop::sample::Index>(), prop::option::of(any::<char>())), 1..4),
    ) {
        let text = if as_json { tree.to_json() } else { tree.to_text() };
        let mut letters: Vec<char> = text.chars().collect();
        for (place, letter) in damage {
            let index = place.index(letters.len());
            match letter {
                Some(letter) => letters[index] = letter,
                None if letters.len() > 1 => _ = letters.remove(index),
                None => {}
            }
        }
        prop_assert!(has_a_place(&Tree::parse(&letters.iter().collect::<String>())));
    }
}
