//! `rootward exercise check`: the files that students hand in, graded again.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use rootward_course::{LESSONS, LONGEST_FILE, LessonScore, Remark, Report, ResultFile, Tasks};
use rootward_session::Problem;
use serde::Serialize;

use crate::columns::aligned;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::source;

const EXAMPLES: &str = "\
Examples:
  rootward exercise check ada.json
  rootward exercise check handed-in/*.json --course 'AI 1'
  rootward exercise check handed-in/*.json --json

Points are not read from the files: the answers are graded again, on the tasks of the name in the file. Exit code 0 if every
file is sound, 1 if one is not: it cannot be read, was changed after it was saved, is of another course, or is a second one of
the same student. Such a file stops nothing.";

/// The options of `exercise check`.
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The files; - is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The course that they must belong to, as the students' link names it
    #[arg(long, value_name = "NAME")]
    course: Option<String>,
}

/// A file by its name, with its report or with why there is none.
#[derive(Serialize)]
struct Checked {
    file: String,
    #[serde(flatten)]
    report: Option<Report>,
    /// All remarks about the file, its own comments included.
    odd: Vec<String>,
    sound: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Checks all files. One that is not sound makes the exit code 1.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let tasks = Tasks::default();
    let mut all: Vec<Checked> = Vec::new();
    for path in &args.files {
        let checked = check(&tasks, path, args.course.as_deref(), &all);
        if output.json {
            output.object(&checked)?;
        }
        all.push(checked);
    }
    if !output.json {
        for line in aligned(&table(&all)) {
            output.line(&line)?;
        }
    }
    Ok(if all.iter().all(|checked| checked.sound) { Code::Fine } else { Code::Failed })
}

fn check(tasks: &Tasks, path: &Path, course: Option<&str>, earlier: &[Checked]) -> Checked {
    let file = path.display().to_string();
    let report = match read(path).and_then(|file| Report::new(tasks, &file)) {
        Ok(report) => report,
        Err(problem) => {
            return Checked { file, report: None, odd: vec![], sound: false, error: Some(problem.to_string()) };
        }
    };
    let mut odd: Vec<String> = report.remarks.iter().copied().map(|remark| words(remark).to_owned()).collect();
    let same = |text: &str, other: &str| text.to_lowercase() == other.to_lowercase();
    // A file that was tampered with says nothing about an honest one of the same name.
    let seen =
        |other: &&Checked| other.report.as_ref().is_some_and(|it| it.seed == report.seed && it.remarks.is_empty());
    odd.extend(course.filter(|course| !same(course.trim(), &report.course)).map(|_| "of another course".to_owned()));
    odd.extend(earlier.iter().find(seen).map(|first| format!("a second file of this student, beside {}", first.file)));
    let sound = odd.is_empty();
    Checked { file, report: Some(report), odd, sound, error: None }
}

/// Reads a file, unless it is too long to be one; '-' is stdin.
fn read(path: &Path) -> Result<ResultFile, Problem> {
    if source::is_stdin(path) {
        return ResultFile::read(source::text(path, "file")?.as_bytes());
    }
    let unread = |error: std::io::Error| Problem::new(format!("cannot be read ({error})"), "a file");
    let size = std::fs::metadata(path).map_err(unread)?.len();
    if size > LONGEST_FILE as u64 {
        return Err(Problem::new(format!("the file has {size} bytes"), format!("at most {LONGEST_FILE}")));
    }
    ResultFile::read(&std::fs::read(path).map_err(unread)?)
}

fn words(remark: Remark) -> &'static str {
    match remark {
        Remark::Changed => "changed after it was saved",
        Remark::OtherSeed => "its seed is not that of the name",
    }
}

fn table(all: &[Checked]) -> Vec<Vec<String>> {
    let lessons = || LESSONS.iter().map(|lesson| lesson.id);
    let heads = ["file", "name"].into_iter().chain(lessons()).chain(["points", "remark"]);
    let mut rows = vec![heads.map(str::to_owned).collect::<Vec<_>>()];
    for checked in all {
        let mut row = vec![checked.file.clone()];
        match &checked.report {
            Some(report) => {
                row.push(report.name.clone());
                row.extend(report.lessons.iter().map(|&LessonScore { correct, of, .. }| format!("{correct}/{of}")));
                row.push(format!("{}/{}", report.correct, report.of));
                row.push(checked.odd.join("; "));
            }
            None => {
                row.extend(std::iter::repeat_n("–".to_owned(), lessons().count() + 2));
                row.push(checked.error.clone().unwrap_or_default());
            }
        }
        rows.push(row);
    }
    rows
}
