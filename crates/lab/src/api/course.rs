//! The course: its lessons, a student's tasks, marks for answers, and the file to hand in.

use std::collections::BTreeMap;

use rootward_course::{Given, LESSONS, Lesson, ResultFile, Student, Tasks};
use serde::{Deserialize, Serialize};

use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::{Reply, Response, SearchJob};

#[derive(Serialize)]
struct Lessons {
    lessons: &'static [Lesson],
}

/// `GET /api/course`.
pub(crate) fn lessons() -> Result<Response, Refusal> {
    Response::json(&Lessons { lessons: LESSONS })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    student: Student,
    task: String,
}

/// `POST /api/course/task`. Some tasks are drawn until one suits, or need a table: a search slot.
pub(crate) fn task(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let Asked { student, task } = call.read()?;
    let tasks = Tasks::new(lab.endgames.clone());
    Ok(SearchJob::single(None, move |_| Response::json(&tasks.of(&student, &task)?)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answered {
    student: Student,
    task: String,
    given: Given,
}

/// `POST /api/course/grade`.
pub(crate) fn grade(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let Answered { student, task, given } = call.read()?;
    let tasks = Tasks::new(lab.endgames.clone());
    Ok(SearchJob::single(None, move |_| Response::json(&tasks.mark(&student, &task, &given)?)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HandedIn {
    student: Student,
    answers: BTreeMap<String, Given>,
}

/// `POST /api/course/result`: the file to hand in.
pub(crate) fn result(call: &Call) -> Result<Response, Refusal> {
    let HandedIn { student, answers } = call.read()?;
    let name: String = student.name().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let file = ResultFile::new(student, answers)?;
    let header = format!("attachment; filename=\"rootward-course-{name}.json\"");
    Ok(Response::file("application/json", file.write().into_bytes()).header("content-disposition", header))
}
