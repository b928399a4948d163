//! Arbitrary text for the readers: a game, or one sentence with its place; never a panic, never a hang.
//!
//! `ROOTWARD_FUZZ_CASES=1000000 cargo test --release -p rootward-matrix --test all fuzz::` runs a million of each.

use proptest::prelude::*;
use rootward_matrix::{Format, Halt, Reading, backward_induction, read};

fn config() -> ProptestConfig {
    let cases = std::env::var("ROOTWARD_FUZZ_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Words of the formats in any order, and a few that do not belong.
fn words(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(words), 0..40).prop_map(|words| words.join(" "))
}

/// A valid text with a piece cut out and another put in.
fn damaged(good: &'static str) -> impl Strategy<Value = String> {
    let piece = prop_oneof!["[ -~]{0,6}", "\\PC{0,3}", Just("{".to_owned()), Just("99999999999999999999".to_owned())];
    (0..=good.len(), 0..8usize, piece).prop_map(|(start, cut, piece)| {
        let (start, end) = (floor(good, start), floor(good, (start + cut).min(good.len())));
        format!("{}{piece}{}", &good[..start], &good[end.max(start)..])
    })
}

fn floor(text: &str, mut place: usize) -> usize {
    while !text.is_char_boundary(place) {
        place -= 1;
    }
    place
}

fn check(text: &str, format: Format) -> Result<(), TestCaseError> {
    match read(text, format) {
        Ok(Reading::Matrix(game)) => prop_assert!(game.is_sound()),
        Ok(Reading::Tree(tree)) => {
            let induction = backward_induction(&tree, &Halt::NEVER).unwrap();
            prop_assert_eq!(induction.values.len(), tree.players.len());
            prop_assert!(tree.nodes.iter().skip(1).all(|node| node.parent.is_some()));
        }
        Err(error) => {
            let (sentence, lines) = (error.to_string(), text.split('\n').count());
            prop_assert_eq!(sentence.lines().count(), 1);
            let place = error.place.is_some_and(|(line, column)| (1..=lines + 1).contains(&line) && column >= 1);
            prop_assert!(place, "{}", sentence);
        }
    }
    Ok(())
}

const NFG: &[&str] = &[
    "NFG",
    "1",
    "R",
    "D",
    "\"t\"",
    "{",
    "}",
    "\"a\"",
    "2",
    "0",
    "-1/2",
    ".5",
    "1e3",
    "x",
    "\"",
    "{ 2 2 }",
    "NFG 1 R \"t\" { \"1\" \"2\" }",
    "{ { \"a\" \"b\" } { \"c\" } }",
    "1 2 3 4",
    "{ { \"\" 1, 2 } }",
    "99999999",
];
const EFG: &[&str] = &[
    "EFG",
    "2",
    "R",
    "\"\"",
    "{",
    "}",
    "p",
    "c",
    "t",
    "1",
    "0",
    "1/2",
    "\"a\"",
    "EFG 2 R \"\" { \"1\" \"2\" }",
    "t \"\" 1 \"\" { 1, 2 }",
    "p \"\" 1 1 \"\" { \"a\" \"b\" } 0",
    "c \"\" 1 \"\" { \"a\" 1/2 \"b\" 1/2 } 0",
    "t \"\" 1",
    "-",
    "\"",
    "p \"\" 2 1 { \"a\" } 0",
];

proptest! {
    #![proptest_config(config())]

    #[test]
    fn nfg(text in prop_oneof![words(NFG), damaged(include_str!("data/pennies.nfg")), damaged(include_str!("data/sexes.nfg"))]) {
        check(&text, Format::Nfg)?;
    }

    #[test]
    fn efg(text in prop_oneof![words(EFG), damaged(include_str!("data/entry.efg")), damaged(include_str!("data/dice.efg"))]) {
        check(&text, Format::Efg)?;
    }

    #[test]
    fn csv(text in prop_oneof!["[-0-9,;\"a/. \t\n]{0,40}", damaged(",c,d\na,\"3,4\",\"1,2\"\nb,\"4,1\",\"2,3\"\n"), "\\PC{0,20}"]) {
        check(&text, Format::Csv)?;
    }

    #[test]
    fn inline(text in prop_oneof!["[-0-9,;()/. \n]{0,30}", damaged("(3,4) (1,2); (4,1) (2,3)"), "\\PC{0,20}"]) {
        check(&text, Format::Inline)?;
    }
}
