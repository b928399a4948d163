//! Exercises: reproducible from their settings, and as requested.

use proptest::prelude::*;
use rootward_draw::exercise::{
    Exercise, ExerciseSettings, HandSearch, Method, Paper, Part, SheetFormat, Wording, series, sheet, sheet_in,
    sheet_of_versions, texts, versions,
};
use rootward_games::tree::Tree;
use rootward_session::{CutRule, Fail, Order};

const FORMATS: [SheetFormat; 6] =
    [SheetFormat::Pdf, SheetFormat::Svg, SheetFormat::Html, SheetFormat::Tex, SheetFormat::Typ, SheetFormat::Json];

fn leaves(text: &str) -> Vec<i32> {
    let tree = Tree::parse(text).unwrap();
    tree.nodes().filter_map(|node| tree.value(node)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn conditions_are_met(seed: u64, depth in 2u32..5, cuts in prop::option::of(0u32..3), no_ties: bool, irregular: bool) {
        let settings = ExerciseSettings { seed, depth, branching: 2..=3, cuts, no_ties, irregular, ..Default::default() };
        let Ok(exercise) = Exercise::new(&settings) else {
            // Many leaves and few values, or few cuts in a large tree: then it must be refused every time.
            prop_assert!(Exercise::new(&settings).is_err());
            return Ok(());
        };
        let values = leaves(&exercise.text);
        prop_assert!(values.iter().all(|value| settings.values.contains(value)));
        if no_ties {
            let different: std::collections::HashSet<&i32> = values.iter().collect();
            prop_assert_eq!(different.len(), values.len());
        }
        if let Some(cuts) = cuts {
            prop_assert_eq!(exercise.trace.summary.cuts, u64::from(cuts));
        }
        prop_assert_eq!(&exercise, &Exercise::new(&settings).unwrap());
    }

    #[test]
    fn a_deep_cut_is_there_if_it_was_asked_for(seed: u64) {
        let settings = ExerciseSettings { seed, depth: 4, branching: 2..=2, deep_cut: true, ..Default::default() };
        prop_assert!(Exercise::new(&settings).unwrap().trace.summary.deep_cuts > 0);
    }
}

/// The text of a sheet without its lines' ends.
fn words(exercises: &[Vec<Exercise>], part: Part) -> String {
    let svg = String::from_utf8(sheet_of_versions(exercises, Paper::A4, SheetFormat::Svg, part)).unwrap();
    let texts = svg.split("<text").skip(1).map(|text| text.split_once('>').unwrap().1.split("</text>").next().unwrap());
    texts.collect::<Vec<_>>().join(" ").replace("&lt;", "<")
}

#[test]
fn a_sheet_asks_for_the_search_that_was_chosen_on_the_same_tree() {
    let usual = ExerciseSettings { seed: 5, ..Default::default() };
    let tree = Exercise::new(&usual).unwrap().text;
    let asked = |search: HandSearch, wanted: &[&str]| {
        let settings = ExerciseSettings { search, ..usual.clone() };
        let exercises = versions(&settings, 1, 1).unwrap();
        let (sheet, key) = (words(&exercises, Part::Sheet), words(&exercises, Part::Key));
        for said in wanted {
            assert!(sheet.contains(said), "'{said}' in {sheet}");
        }
        assert!(!key.is_empty());
        exercises[0][0].clone()
    };
    let search = HandSearch::default();
    let minimax =
        asked(HandSearch { method: Some(Method::Minimax), ..search.clone() }, &["Minimax", "--algorithm minimax"]);
    assert_eq!((&minimax.text, minimax.trace.summary.cuts), (&tree, 0));
    let hard = HandSearch { cut: CutRule::Past, fail: Fail::Hard, order: Order::Reversed, ..search.clone() };
    let answer = [
        "Alpha-beta search",
        "from right to left",
        "cut when β < α",
        "fail-hard",
        "--cut past --hard --order reversed",
    ];
    assert_eq!(asked(hard, &answer).text, tree);
    // Static values are added, and nothing else is changed.
    let shallow = asked(HandSearch { depth: Some(2), ..search }, &["Search 2 plies deep", "~", "--search-depth 2"]);
    assert_eq!(leaves(&shallow.text), leaves(&tree));
    assert!(shallow.text.contains('~') && shallow.trace.setup.depth == Some(2));
    let chance = ExerciseSettings { chance: 40, depth: 2, ..usual.clone() };
    assert!(words(&versions(&chance, 1, 1).unwrap(), Part::Sheet).starts_with("Expectiminimax"));
    let deep = ExerciseSettings { search: HandSearch { depth: Some(9), ..Default::default() }, ..usual };
    assert_eq!(Exercise::new(&deep).unwrap_err().to_string().lines().count(), 1);
}

#[test]
fn versions_go_on_where_the_one_before_ends() {
    let settings = ExerciseSettings { seed: 42, ..Default::default() };
    let three = versions(&settings, 2, 3).unwrap();
    assert_eq!(three.concat(), series(&settings, 6).unwrap());
    let text = words(&three, Part::Key);
    for version in ["A", "B", "C"] {
        assert!(text.contains(&format!("Alpha-beta search, version {version}: key")), "{version}");
    }
    assert!(!words(&three[..1], Part::Sheet).contains("version"));
    assert!(versions(&settings, 1, 27).is_err() && versions(&settings, 1, 0).is_err());
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_others() {
    let settings = ExerciseSettings { seed: 42, ..Default::default() };
    let exercises = series(&settings, 3).unwrap();
    let other = series(&ExerciseSettings { seed: 43, ..settings.clone() }, 3).unwrap();
    assert_eq!(exercises[1], other[0], "the second of 42 is the first of 43");
    for format in FORMATS {
        for part in [Part::Sheet, Part::Key] {
            let bytes = sheet(&exercises, Paper::A4, format, part);
            assert_eq!(bytes, sheet(&series(&settings, 3).unwrap(), Paper::A4, format, part), "{format:?}");
            assert_ne!(bytes, sheet(&other, Paper::A4, format, part), "{format:?}");
        }
    }
}

#[test]
fn a_sheet_holds_all_leaves_and_no_answer_and_the_key_all_answers() {
    let exercises = series(&ExerciseSettings { seed: 42, no_ties: true, ..Default::default() }, 4).unwrap();
    let text = |part| String::from_utf8(sheet(&exercises, Paper::Letter, SheetFormat::Svg, part)).unwrap();
    let (blank, key) = (text(Part::Sheet), text(Part::Key));
    for exercise in &exercises {
        for value in leaves(&exercise.text) {
            let shown = format!(">{}<", value.to_string().replace('-', "−"));
            assert!(blank.contains(&shown) && key.contains(&shown), "{shown}");
        }
        for cut in exercise.trace.steps.iter().filter(|step| step.cut.is_some()) {
            // A line of the key may end within the sentence.
            let start: String = cut.sentence.chars().take(40).collect();
            assert!(key.contains(&start) && !blank.contains(&start), "{start}");
        }
    }
    let inner: usize =
        exercises.iter().map(|e| Tree::parse(&e.text).unwrap()).map(|t| t.node_count() - t.leaf_count()).sum();
    assert_eq!(blank.matches(">α = ____<").count(), inner);
    assert_eq!(blank.matches(">β = ____<").count(), inner);
    assert!(!blank.contains("edge cut") && key.contains("edge cut") && !blank.contains("edge chosen"));
    assert!(blank.contains(">Name<") && !key.contains("____"));
}

#[test]
fn what_cannot_be_is_refused_in_one_sentence() {
    let base = ExerciseSettings::default;
    let cases = [
        (ExerciseSettings { depth: 0, ..base() }, "not a depth"),
        (ExerciseSettings { depth: 9, ..base() }, "not a depth"),
        (ExerciseSettings { depth: 3, deep_cut: true, ..base() }, "a depth of 4 or more"),
        (ExerciseSettings { depth: 4, branching: 1..=1, deep_cut: true, ..base() }, "2 or more moves"),
        (ExerciseSettings { depth: 1, cuts: Some(1), ..base() }, "no cuts"),
        (ExerciseSettings { branching: 4..=4, depth: 4, ..base() }, "does not fit on a page"),
        (
            ExerciseSettings { values: 1..=4, no_ties: true, ..base() },
            "8 leaves cannot all have different values from 4",
        ),
        (ExerciseSettings { cuts: Some(50), ..base() }, "at most"),
        (ExerciseSettings { depth: 4, deep_cut: true, cuts: Some(0), ..base() }, "exclude each other"),
        (ExerciseSettings { values: 5..=5, depth: 3, branching: 2..=2, cuts: Some(0), ..base() }, "none of 2000"),
    ];
    for (settings, text) in cases {
        let problem = Exercise::new(&settings).unwrap_err().to_string();
        assert!(problem.contains(text) && problem.lines().count() == 1, "{problem}");
    }
    assert!(series(&base(), 0).is_err() && series(&base(), 101).is_err());
}

#[test]
fn settings_are_read_from_json_as_they_are_written() {
    let settings: ExerciseSettings =
        serde_json::from_str(r#"{"seed": 7, "branching": "2", "values": "-3..3", "deep_cut": true, "depth": 4}"#)
            .unwrap();
    assert_eq!((settings.branching.clone(), settings.values.clone()), (2..=2, -3..=3));
    let again: ExerciseSettings = serde_json::from_str(&serde_json::to_string(&settings).unwrap()).unwrap();
    assert_eq!(again, settings);
    assert!(serde_json::from_str::<ExerciseSettings>(r#"{"branching": "3..2"}"#).is_err());
    assert!(serde_json::from_str::<ExerciseSettings>(r#"{"sed": 1}"#).is_err());
}

/// Where only values are asked for, the drawn search cuts nothing. The count is still that of alpha-beta.
#[test]
fn with_chance_the_cuts_are_counted_that_alpha_beta_would_make() {
    let mut cutting = 0;
    for seed in 1..=30 {
        let settings = ExerciseSettings { seed, chance: 40, depth: 3, ..ExerciseSettings::default() };
        let exercise = Exercise::new(&settings).unwrap();
        let session = rootward_session::open("tree", Some(&exercise.text)).unwrap();
        let star1 = rootward_trace::trace(&*session, &rootward_trace::TraceSettings::star1());
        assert_eq!(exercise.cuts(), star1.summary.cuts, "{}", exercise.text);
        cutting += u64::from(exercise.cuts() > 0);
    }
    assert!(cutting > 10, "{cutting}");
    let asked = ExerciseSettings { seed: 3, chance: 40, cuts: Some(2), ..ExerciseSettings::default() };
    assert_eq!(Exercise::new(&asked).unwrap().cuts(), 2);
}

#[test]
fn every_text_of_a_sheet_and_its_key_can_be_replaced_and_wraps_anew() {
    let settings = ExerciseSettings { seed: 5, chance: 40, cuts: Some(1), ..Default::default() };
    let sheets = versions(&settings, 2, 2).unwrap();
    for part in [Part::Sheet, Part::Key] {
        let all = texts(&sheets, part);
        assert!(all.iter().any(|text| text == "Exercise 2") && all.iter().any(|text| text == "version"), "{all:?}");
        let replaced =
            Wording::new("xx", all.iter().map(|text| (text.clone(), format!("ŵ{}", "ẃ ".repeat(text.len() / 2)))));
        let html = String::from_utf8(sheet_in(&replaced, &sheets, Paper::A4, SheetFormat::Html, part)).unwrap();
        assert!(html.contains("<html lang=\"xx\">"));
        for sentence in all.iter().flat_map(|text| text.split(". ")).filter(|sentence| sentence.len() > 12) {
            assert!(!html.contains(&sentence[..12]), "{sentence}");
        }
        let pdf = sheet_in(&replaced, &sheets, Paper::A4, SheetFormat::Pdf, part);
        assert!(pdf.windows(8).any(|bytes| bytes == b"Lang(xx)" || bytes == b"ang (xx)"), "the language of the PDF");
    }
    assert!(texts(&sheets, Part::Key).iter().any(|text| text.starts_with("Value ")), "the reasons in the key");
}
