//! Chance nodes in pictures, worksheets and the quiz.

use rootward_draw::exercise::{Exercise, ExerciseSettings, Paper, Part, SheetFormat, series, sheet};
use rootward_draw::quiz::{Ask, NodeAnswer, grade, questions, solution};
use rootward_draw::{DrawOptions, Format, IndexedTrace, Trace, pseudo_code};
use rootward_trace::{Algorithm, Role, TraceSettings};

const TREE: &str = "(chance(1/2: (3 5) 1/3: heads: 4 1/6: -2) (2 7))";

fn traced(tree: &str, settings: &TraceSettings) -> Trace {
    rootward_trace::trace(&*rootward_session::open("tree", Some(tree)).unwrap(), settings)
}

fn minimax() -> TraceSettings {
    TraceSettings { algorithm: Algorithm::Minimax, ..TraceSettings::default() }
}

#[test]
fn a_chance_node_is_a_diamond_with_probabilities_on_its_edges_in_every_format() {
    let trace = traced(TREE, &minimax());
    let indexed = IndexedTrace::new(&trace);
    let options = DrawOptions { caption: true, ..DrawOptions::default() };
    for format in Format::ALL {
        let bytes = indexed.export(indexed.steps(), format, &options);
        assert!(!bytes.is_empty());
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if matches!(format, Format::Json) {
            assert!(text.contains("\"probability\":\"1/3\"") && text.contains("\"CHANCE\""));
            continue;
        }
        assert!(text.contains("1/3 heads") && text.contains("5/2"), "{}", format.name());
    }
    let svg = indexed.svg(indexed.steps(), &options);
    assert!(svg.contains("class=\"node chance closed\"") && svg.contains("◇ CHANCE"), "{svg}");
    let rows = indexed.rows(indexed.steps(), &options);
    let heads = rows.iter().find(|row| row.name.ends_with("heads")).unwrap();
    assert!(heads.label.contains("probability 1/3"), "{}", heads.label);
    let dot = String::from_utf8(indexed.export(indexed.steps(), Format::Dot, &options)).unwrap();
    assert!(dot.contains("shape=diamond"), "{dot}");
    // A tree without chance does not mention it.
    let plain = traced("((3 5) (2 7))", &minimax());
    assert!(!IndexedTrace::new(&plain).svg(1, &options).contains("CHANCE"));
}

#[test]
fn the_pseudo_code_of_a_tree_with_chance_has_the_average() {
    let code = pseudo_code(&traced(TREE, &minimax()).setup);
    assert_eq!(code.title, "Expectiminimax");
    assert!(code.lines.iter().any(|line| line.trim() == "sum ← sum + p · minimax(child)"));
}

#[test]
fn the_quiz_asks_for_the_average_and_takes_it_in_any_form() {
    let trace = traced(TREE, &minimax());
    let asked = questions(&trace);
    let chance = asked.iter().find(|question| question.name == "B").unwrap();
    assert_eq!(chance.asks, [Ask::Value]);
    let answers = solution(&trace);
    assert_eq!(answers.0[&chance.node].value.as_deref(), Some("5/2"));
    for (value, right) in [("5/2", true), ("2.5", true), ("10/4", true), ("5/3", false)] {
        let mut given = answers.clone();
        given.0.insert(chance.node.clone(), NodeAnswer { value: Some(value.to_owned()), ..NodeAnswer::default() });
        let grade = grade(&trace, &given);
        assert_eq!(grade.first_wrong.is_none(), right, "{value}");
        let rule =
            "dividing by their number is right only if all are equally likely. B: 1/2·3 + 1/3·4 + 1/6·(−2) = 5/2.";
        assert!(grade.first_wrong.is_none_or(|wrong| wrong.rule.ends_with(rule)));
    }
    // Is this branch cut? With Star1 that is asked, too.
    let star = traced("(( 3 5) chance(1/2: (-4 8) 1/4: (5 2) 1/4: 1))", &TraceSettings::star1());
    let asked = questions(&star);
    assert_eq!(
        asked.iter().find(|question| question.name == "C").unwrap().asks,
        [Ask::Alpha, Ask::Beta, Ask::Value, Ask::Cut]
    );
    let grade = grade(&star, &solution(&star));
    assert_eq!(grade.score, grade.of);
}

#[test]
fn worksheets_with_chance_ask_for_exact_values_and_the_key_has_the_sums() {
    let settings = ExerciseSettings { seed: 5, depth: 2, chance: 40, ..Default::default() };
    for seed in 0..40 {
        let exercise = Exercise::new(&ExerciseSettings { seed, ..settings.clone() }).unwrap();
        assert!(exercise.text.contains("chance(") && exercise.trace.nodes[0].side == Role::Max, "{}", exercise.text);
        assert!(!exercise.trace.setup.has_windows());
    }
    let exercises = series(&settings, 2).unwrap();
    let [page, key] = [Part::Sheet, Part::Key]
        .map(|part| String::from_utf8(sheet(&exercises, Paper::A4, SheetFormat::Svg, part)).unwrap());
    assert!(page.contains("diamonds") && !page.contains("α ="), "{page}");
    assert!(page.contains("--chance 40"), "the foot says how to make it again");
    let sum = key.split('>').any(|text| text.contains('·') && text.contains(" = "));
    assert!(sum && key.contains("diamonds"), "{key}");
    let with_cuts = ExerciseSettings { cuts: Some(2), no_ties: true, ..settings };
    let exercise = Exercise::new(&with_cuts).unwrap();
    assert_eq!(exercise.trace.summary.cuts, 2);
    assert!(exercise.trace.setup.has_windows());
    let deep = ExerciseSettings { deep_cut: true, depth: 4, cuts: None, ..with_cuts };
    assert!(Exercise::new(&deep).unwrap_err().to_string().contains("chance"));
}
