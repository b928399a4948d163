//! `rootward exercise check`: files that students hand in.

use std::fs;

use crate::common::{run, run_with_input, scratch};

/// A file as the lab writes it: two right answers, one wrong one.
pub const HANDED_IN: &str = r#"{"format":"rootward-course-1","name":"Ada Lovelace","course":"AI 1","seed":"dd4bedcba28faa7d","answers":{"entry":{"parts":{"settles":"yes"}},"leaves":{"parts":{"seen":"12"}},"minimum":{"parts":{"least":"17"}}},"check":"25205619e1072f18"}"#;

#[test]
fn a_table_with_a_line_for_each_file_and_one_bad_file_stops_nothing() {
    let folder = scratch("handed-in");
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = file("good.json", HANDED_IN);
    let sound = run(&["exercise", "check", &good]);
    assert_eq!(sound.code, 0, "{}", sound.err);
    assert!(sound.out.contains("Ada Lovelace") && sound.out.contains("2/"), "{}", sound.out);
    let broken = file("broken.json", "{\"format\"");
    let edited = file("edited.json", &HANDED_IN.replace("\"12\"", "\"13\""));
    let renamed = file("renamed.json", &HANDED_IN.replace("Ada Lovelace", "Grace Hopper"));
    let missing = folder.join("missing.json").to_str().unwrap().to_owned();
    let all = run(&["exercise", "check", &broken, &good, &edited, &renamed, &missing]);
    assert_eq!(all.code, 1);
    let says = |line: usize, words: &[&str]| {
        let line = all.out.lines().nth(line).unwrap_or_default();
        assert!(words.iter().all(|word| line.contains(word)), "{words:?}: {line}");
    };
    says(1, &["broken.json", "expected a file that a student saved"]);
    says(2, &["good.json", "Ada Lovelace"]);
    says(3, &["changed after it was saved", "a second file of this student, beside", "good.json"]);
    says(4, &["Grace Hopper", "its seed is not that of the name"]);
    says(5, &["missing.json", "cannot be read"]);
    assert!(all.err.is_empty() && all.out.lines().count() == 6, "{}{}", all.out, all.err);
}

#[test]
fn a_forged_copy_that_comes_first_does_not_make_the_honest_file_a_second_one() {
    let folder = scratch("handed-in-twice");
    fs::create_dir_all(&folder).unwrap();
    let texts = [
        ("a.json", HANDED_IN.replace("\"12\"", "\"13\"")),
        ("b.json", HANDED_IN.to_owned()),
        ("c.json", HANDED_IN.to_owned()),
    ];
    let files = texts.map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let [forged, honest, copy] = files.each_ref().map(String::as_str);
    let all = run(&["exercise", "check", forged, honest, copy, "--json"]);
    let sound: Vec<_> = all.json().iter().map(|file| file["sound"].as_bool()).collect();
    assert_eq!((all.code, sound), (1, vec![Some(false), Some(true), Some(false)]), "{}", all.out);
    assert!(all.json()[2]["odd"][0].as_str().unwrap().ends_with("b.json"), "{}", all.out);
}

#[test]
fn another_course_is_reported_and_stdin_is_read() {
    let other = run_with_input(&["exercise", "check", "-", "--course", "AI 2"], HANDED_IN);
    assert!(other.code == 1 && other.out.contains("of another course"), "{}", other.out);
    let same = run_with_input(&["exercise", "check", "-", "--course", "ai 1", "--json"], HANDED_IN);
    assert_eq!((same.code, same.json()[0]["correct"].as_u64()), (0, Some(2)), "{}", same.out);
}

#[test]
fn options_of_worksheets_do_not_go_with_it() {
    assert_eq!(run(&["exercise", "check"]).code, 2);
    assert_eq!(run(&["exercise", "--seed", "3", "check", "a.json"]).code, 2);
}
