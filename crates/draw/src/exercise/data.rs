//! Exercises as data.

use std::iter::repeat;

use rootward_trace::StepKind;
use serde::Serialize;

use super::make::Exercise;
use super::settings::ExerciseSettings;
use super::sheet::Part;
use crate::quiz::{Answers, solution};

#[derive(Serialize)]
struct ExerciseData<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<char>,
    number: usize,
    settings: &'a ExerciseSettings,
    tree: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<Key<'a>>,
}

#[derive(Serialize)]
struct Key<'a> {
    value: &'a str,
    chosen: Option<&'a str>,
    nodes: Answers,
    cuts: Vec<&'a str>,
    /// The weighted sums of the chance nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sums: Vec<&'a str>,
}

#[derive(Serialize)]
struct SheetData<'a> {
    exercises: Vec<ExerciseData<'a>>,
}

/// One JSON object with all exercises; the key says what is right.
pub(super) fn json(versions: &[(Option<char>, &[Exercise])], part: Part) -> Vec<u8> {
    let all = versions.iter().flat_map(|(version, exercises)| exercises.iter().enumerate().zip(repeat(*version)));
    let exercises = all.map(|((place, exercise), version)| ExerciseData {
        version,
        number: place + 1,
        settings: &exercise.settings,
        tree: &exercise.text,
        key: (part == Part::Key).then(|| key(exercise)),
    });
    let mut json = serde_json::to_vec_pretty(&SheetData { exercises: exercises.collect() }).unwrap_or_default();
    json.push(b'\n');
    json
}

fn key(exercise: &Exercise) -> Key<'_> {
    let summary = &exercise.trace.summary;
    let steps = || exercise.explained();
    let sums = steps().filter(|step| step.kind == StepKind::Leave);
    Key {
        value: &summary.value.text,
        chosen: summary.line_nodes.first().map(String::as_str),
        nodes: solution(&exercise.trace),
        cuts: steps().filter(|step| step.kind == StepKind::Cut).map(|step| step.sentence.as_str()).collect(),
        sums: sums.map(|step| step.sentence.as_str()).collect(),
    }
}
