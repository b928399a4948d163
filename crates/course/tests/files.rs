//! Handed-in files: written, read, changed, forged, and any bytes at all.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rootward_course::{Given, LONGEST_FILE, Remark, Report, ResultFile, Student, Tasks};

fn file_of(name: &str) -> ResultFile {
    let tasks = Tasks::default();
    let student = Student::new(name, "AI 1").unwrap();
    let right = |id: &str| {
        let task = tasks.of(&student, id).unwrap();
        Given::parts(task.parts.iter().map(|part| (part.key, part.right()[0].as_str())))
    };
    let answers = ["leaves", "minimum", "entry"].map(|id| (id.to_owned(), right(id)));
    ResultFile::new(student, BTreeMap::from(answers)).unwrap()
}

#[test]
fn a_file_is_read_as_it_was_written_and_graded_anew() {
    let file = file_of("Ada");
    let read = ResultFile::read(file.write().as_bytes()).unwrap();
    assert_eq!(read, file);
    let marked = ["\u{feff}", &file.write().replace('\n', "\r\n")].concat();
    assert_eq!(ResultFile::read(marked.as_bytes()).unwrap(), file, "with a byte order mark and other ends of lines");
    let report = Report::new(&Tasks::default(), &read).unwrap();
    assert_eq!((report.correct, report.remarks.as_slice()), (3, [].as_slice()));
    assert_eq!(report.of, report.lessons.iter().map(|lesson| lesson.of).sum::<usize>());
}

#[test]
fn changes_are_noticed_and_a_copy_under_another_name_is_worth_nothing() {
    let tasks = Tasks::default();
    let text = file_of("Ada").write();
    let renamed = ResultFile::read(text.replace("\"Ada\"", "\"Grace\"").as_bytes()).unwrap();
    let report = Report::new(&tasks, &renamed).unwrap();
    assert_eq!(report.remarks, [Remark::Changed, Remark::OtherSeed]);
    // Even with the seed and the check of that name, the answers are those of other tasks.
    let forged = ResultFile::new(Student::new("Grace", "AI 1").unwrap(), renamed.answers).unwrap();
    let report = Report::new(&tasks, &forged).unwrap();
    assert!(report.remarks.is_empty() && report.correct < 3, "{report:?}");
}

#[test]
fn what_is_no_such_file_is_refused_in_a_sentence() {
    let good = file_of("Ada").write();
    let cases = [
        ("", "expected a file that a student saved"),
        ("[]", "expected a file that a student saved"),
        ("null", "invalid type: null, expected a result of the course"),
        ("{}", "missing field `format`"),
        (&good.replace("course-1", "course-9"), "another format"),
        (&good.replace("\"Ada\"", "\"\""), "there is no name"),
        (&good.replace("\"entry\"", "\"chess\""), "there is no task 'chess'"),
        (&good.replace("\"seed\"", "\"sead\""), "unknown field `sead`"),
        (&" ".repeat(LONGEST_FILE + 1), "expected at most"),
    ];
    for (text, message) in cases {
        let problem = ResultFile::read(text.as_bytes()).unwrap_err().to_string();
        assert!(problem.contains(message) && !problem.contains('\n'), "{problem}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = ResultFile::read(&bytes);
    }

    #[test]
    fn a_changed_letter_is_refused_or_noticed(at in 0usize..10_000, letter in any::<u8>()) {
        let file = file_of("Ada");
        let mut bytes = file.write().into_bytes();
        let place = at % bytes.len();
        bytes[place] = letter;
        if let Ok(read) = ResultFile::read(&bytes) {
            // Whoever changes nothing that counts, a blank between two fields, has the same file.
            prop_assert!(read == file || read.check != read.right_check());
        }
    }

    #[test]
    fn any_answers_are_marked(text in "\\PC{0,12}", key in "[a-z]{1,8}") {
        let ada = Student::new("Ada", "").unwrap();
        let given = Given::parts([("seen", text.as_str()), (key.as_str(), text.as_str())]);
        let marks = Tasks::default().mark(&ada, "leaves", &given).unwrap();
        prop_assert!(marks.correct <= marks.of);
        let file = ResultFile::new(ada, BTreeMap::from([("leaves".to_owned(), given)])).unwrap();
        prop_assert_eq!(ResultFile::read(file.write().as_bytes()).unwrap(), file);
    }
}
