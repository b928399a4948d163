//! Arbitrary trees: written and read back, damaged, played.

use std::collections::HashSet;

use proptest::prelude::*;
use rootward_game::{Side, TextError, contract};

use crate::tree::draft::{Content, Draft, Figure};
use crate::tree::number::Number;
use crate::tree::scale::Scale;
use crate::tree::{RandomTree, Tree, TreeKnowledge};

/// The properties of a node in a generated tree.
#[derive(Clone, Debug)]
struct Wish {
    parent: prop::sample::Index,
    number: Number,
    has_estimate: bool,
    side: Option<bool>,
    /// Is it a chance node, and its share of the probability if it is below one.
    is_chance: bool,
    share: i64,
    name: Option<String>,
    label: Option<String>,
}

fn any_word() -> impl Strategy<Value = Option<String>> {
    let word = prop_oneof!["[A-Ca-c]{1,2}", "(max|MIN|chance|null|root|1|2\\.1)", "[^\\p{C}]{1,6}"];
    let visible = |word: &String| !word.trim().is_empty() && !word.contains(char::is_control);
    prop::option::of(word.prop_filter("names can be seen", visible))
}

fn any_number() -> impl Strategy<Value = Number> {
    prop_oneof![
        3 => (-2000i32..2000, 0u32..4).prop_map(|(number, decimals)| {
            let scale = Scale { unit: 10_i32.pow(decimals), decimals, fractions: false };
            Number::parse(&scale.write(number)).unwrap()
        }),
        1 => (-20i64..20, 1i64..5).prop_map(|(above, below)| Number::fraction(above, below)),
    ]
}

fn any_wish() -> impl Strategy<Value = Wish> {
    let kind = (any::<Option<bool>>(), prop::bool::weighted(0.25), 1i64..4);
    (any::<prop::sample::Index>(), any_number(), any::<bool>(), kind, any_word(), any_word()).prop_map(
        |(parent, number, has_estimate, (side, is_chance, share), name, label)| Wish {
            parent,
            number,
            has_estimate,
            side,
            is_chance,
            share,
            name,
            label,
        },
    )
}

fn figure(number: Number) -> Figure {
    Figure { number, start: 0, end: 0 }
}

/// Adds the nodes in level order: the parents never move back to the left.
fn grow(wishes: &[Wish]) -> Option<Tree> {
    let mut parents = vec![0];
    for (index, wish) in wishes.iter().enumerate().skip(1) {
        parents.push(parents[index - 1].max(wish.parent.index(index)));
    }
    let mut draft = Draft::new("");
    let mut used = HashSet::new();
    for (index, wish) in wishes.iter().enumerate() {
        let content = if parents[1..].contains(&index) {
            let estimate = wish.has_estimate.then(|| figure(wish.number));
            let side = wish.side.map(|is_max| if is_max { Side::First } else { Side::Second });
            if wish.is_chance { Content::Chance { estimate } } else { Content::Choice { side, estimate } }
        } else {
            Content::Leaf(figure(wish.number))
        };
        let node = draft.add((index > 0).then(|| parents[index]), content, 0).unwrap();
        if index > 0 && wishes[parents[index]].is_chance {
            let siblings = (1..wishes.len()).filter(|&other| parents[other] == parents[index]);
            let total = siblings.map(|sibling| wishes[sibling].share).sum();
            draft.set_probability(node, figure(Number::fraction(wish.share, total)));
        }
        if let Some(name) = wish.name.clone().filter(|name| used.insert(name.clone())) {
            draft.set_name(node, name, 0);
        }
        if let Some(label) = &wish.label {
            draft.set_label(node, label.clone());
        }
    }
    draft.finish().ok()
}

fn any_tree() -> impl Strategy<Value = Tree> {
    prop::collection::vec(any_wish(), 1..30).prop_filter_map("the averages are too fine", |wishes| grow(&wishes))
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
    fn a_random_tree_reads_back(seed: u64, depth in 0u32..5, irregular: bool, chance in 0u32..=100, estimates: bool) {
        let values = -99..=99;
        let tree = Tree::random(&RandomTree { seed, depth, branching: 1..=4, values, irregular, chance, estimates });
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
    fn no_row_of_tokens_makes_the_parser_panic(text in r#"([(){}\[\],:=~#"\\\n ]|max|chance|null|"children":|"value":|"probability":|1/2:|[a-c0-2./−-]){0,40}"#) {
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
