//! Pictures, worksheets and quizzes from the command line.

use std::fs;
use std::path::PathBuf;

use crate::common::{run, run_with_input};
use rootward_draw::exercise::{ExerciseSettings, Paper, Part, SheetFormat, series, sheet};

/// An empty folder that this test alone uses.
fn scratch(name: &str) -> PathBuf {
    let folder = crate::common::scratch(&format!("exports-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const TREE_1: &str = "((3 12 8) (2 4 6) (14 5 2))";

#[test]
fn the_format_is_that_of_the_files_name() {
    let folder = scratch("formats");
    for (name, start) in [
        ("a.svg", "<svg "),
        ("a.png", "\u{89}PNG"),
        ("a.pdf", "%PDF-"),
        ("a.tex", "% Compile with pdflatex"),
        ("a.dot", "digraph"),
        ("a.json", "{\"game\":\"tree\""),
        ("a.html", "<!DOCTYPE html>"),
        ("a.txt", "Step 12 of 22: C: 2 ≤ α = 3"),
    ] {
        let path = folder.join(name);
        let file = path.to_str().unwrap();
        assert_eq!(run(&["trace", "tree", TREE_1, "--step", "12", "--out", file]).fine().out, "");
        let bytes = fs::read(&path).unwrap();
        let start: Vec<u8> = if name == "a.png" { b"\x89PNG".to_vec() } else { start.as_bytes().to_vec() };
        assert!(bytes.starts_with(&start), "{name}: {:?}", String::from_utf8_lossy(&bytes[..40]));
    }
}

#[test]
fn text_formats_go_to_stdout_and_a_step_can_be_any() {
    let svg = run(&["trace", "tree:tree1", "--format", "svg", "--step", "0"]).fine().out;
    assert!(svg.starts_with("<svg") && svg.contains("Before the first of 22 steps"));
    assert_eq!(svg, run(&["trace", "tree:tree1", "--format", "svg", "--step", "0", "--out", "-"]).fine().out);
    let last = run(&["trace", "tree:tree1", "--format", "svg"]).fine().out;
    assert_eq!(last, run(&["trace", "tree:tree1", "--format", "svg", "--step", "22"]).fine().out);
    assert!(last.contains("Step 22 of 22"));
    let text = run(&["trace", "tree:tree1", "--step", "7"]).fine().out;
    assert!(text.starts_with("Step 7 of 22: B: left with 3, its exact value.\n\n[A] …\n"), "{text}");
}

#[test]
fn an_exported_trace_is_shown_again_as_if_it_had_just_been_searched() {
    let folder = scratch("restored");
    let path = folder.join("trace.json");
    let file = path.to_str().unwrap();
    run(&["trace", "connect-four", "4453", "--depth", "2", "--out", file]).fine();
    for more in
        [&[][..], &["--json"], &["--step", "9", "--format", "svg"], &["--format", "html"], &["--format", "json"]]
    {
        let searched = run(&[&["trace", "connect-four", "4453", "--depth", "2"][..], more].concat()).fine().out;
        assert_eq!(run(&[&["trace", file][..], more].concat()).fine().out, searched, "{more:?}");
    }
}

#[test]
fn with_json_the_written_file_is_named() {
    let folder = scratch("answer");
    let path = folder.join("a.svg");
    let file = path.to_str().unwrap();
    let events = run(&["trace", "tree:tree1", "--step", "3", "--out", file, "--json"]).fine().json();
    assert_eq!(
        (&events[0]["event"], &events[0]["format"], &events[0]["step"]),
        (&"written".into(), &"svg".into(), &3.into())
    );
    assert_eq!(events[0]["bytes"], fs::read(&path).unwrap().len());
}

#[test]
fn what_cannot_be_written_is_refused() {
    let folder = scratch("refused");
    let broken = folder.join("broken.json");
    fs::write(&broken, r#"{"steps": 3, "nodes": []}"#).unwrap();
    let name = |file: &str| folder.join(file).to_str().unwrap().to_owned();
    let cases: &[(&[&str], &str)] = &[
        (&["trace", "tree:tree1", "--step", "23"], "there is no step 23 in this trace; expected a number from 0 to 22"),
        (&["trace", "tree:tree1", "--step", "-1"], "'-1' is not a step"),
        (&["trace", "tree:tree1", "--step", "one"], "'one' is not a step"),
        (&["trace", "tree:tree1", "--format", "bmp"], "expected text, svg, png, pdf, tikz, dot, json or html"),
        (&["trace", "tree:tree1", "--format", "png"], "--out FILE"),
        (&["trace", "tree:tree1", "--out", &name("picture")], "does not say which format is meant"),
        (&["trace", "tree:tree1", "--out", "/no/such/folder/a.svg"], "/no/such/folder/a.svg"),
        (&["trace", "tree:tree1", "--theme", "pink"], "light, dark or print"),
        (&["trace", broken.to_str().unwrap()], "this is no exported trace"),
        (&["trace", "tree:tree1", "--format", "svg", "--json"], "--json"),
        (&["exercise", "--depth", "3", "--deep-cut"], "a depth of 4 or more"),
        (&["exercise", "--branching", "3..2"], "not a range of branching"),
        (&["exercise", "--values", "many"], "a range from -999 to 999"),
        (&["exercise", "--count", "0"], "from 1 to 100"),
        (&["exercise", "--paper", "a3"], "a4 or letter"),
        (&["exercise", "--sheet", &name("sheet.doc")], "pdf, svg, html, tex, typ or json"),
        (&["exercise", "--sheet", &name("sheet")], "pdf, svg, html, tex, typ or json"),
        (&["quiz", "tree:tree1", "--answers", "/no/such/file"], "/no/such/file"),
        (&["quiz", "tree:tree1", "--answers", broken.to_str().unwrap()], "a JSON object such as"),
    ];
    for (arguments, text) in cases {
        let run = run(arguments);
        assert_eq!(run.out, "", "{arguments:?}");
        run.refused(text);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn the_command_makes_the_same_worksheets_as_the_library() {
    let folder = scratch("sheets");
    let (page, key) = (folder.join("sheet.pdf"), folder.join("key.svg"));
    let files = [page.to_str().unwrap(), key.to_str().unwrap()];
    let options = ["exercise", "--seed", "42", "--count", "2", "--values", "-5..30", "--no-ties", "--paper", "letter"];
    run(&[&options[..], &["--sheet", files[0], "--key", files[1]]].concat()).fine();
    let settings = ExerciseSettings { seed: 42, values: -5..=30, no_ties: true, ..ExerciseSettings::default() };
    let exercises = series(&settings, 2).unwrap();
    assert_eq!(fs::read(&page).unwrap(), sheet(&exercises, Paper::Letter, SheetFormat::Pdf, Part::Sheet));
    assert_eq!(fs::read(&key).unwrap(), sheet(&exercises, Paper::Letter, SheetFormat::Svg, Part::Key));
    let trees = run(&options).fine().out;
    assert_eq!(trees.lines().collect::<Vec<_>>(), [&exercises[0].text, &exercises[1].text]);
}

#[test]
fn a_quiz_is_asked_and_graded() {
    let asked = run(&["quiz", "tree:tree1"]).fine().out;
    assert!(asked.contains("n5     C: α, β, value, cut (children C.1 C.2 C.3)"), "{asked}");
    let right = run(&["quiz", "tree:tree1", "--solution"]).fine().out;
    let graded = run_with_input(&["quiz", "tree:tree1", "--answers", "-"], &right).fine();
    assert_eq!(graded.out, "17 of 17 right\n");
    let wrong = right.replace(r#""cut":["C.2","C.3"]"#, r#""cut":[]"#);
    let graded = run_with_input(&["quiz", "tree:tree1", "--answers", "-"], &wrong);
    assert_eq!((graded.code, graded.err.as_str()), (1, ""));
    assert!(graded.out.contains("First mistake: C, cut: nothing, but right is C.2, C.3\nC: 2 ≤ α = 3 set at A"));
}
