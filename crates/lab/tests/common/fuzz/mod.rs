//! Sends odd requests to a lab, to see whether anything breaks.

mod inputs;

use std::time::Duration;

pub use inputs::Random;
use inputs::{call, tree_text};
use rootward_lab::{Call, Lab, LabLimits, Reply};
use rootward_session::WrittenTree;

/// Small limits, so that a search is over in a moment.
fn small_lab() -> Lab {
    Lab::new(LabLimits {
        search_time: Duration::from_millis(2),
        table: 1 << 16,
        trace_events: 300,
        cache: 4 << 20,
        moves: 20,
        ..LabLimits::default()
    })
}

/// The result of a run.
#[derive(Debug, Default)]
pub struct Tally {
    pub fine: u64,
    pub refused: u64,
    pub searches: u64,
}

/// Sends this many requests. Every answer has to be a file, data, or a refusal with one sentence.
pub fn requests(random: &mut Random, count: u64) -> Tally {
    let lab = small_lab();
    let (mut ids, export) = (Vec::new(), small_export(&lab));
    let mut tally = Tally::default();
    for _ in 0..count {
        let call = call(random, &ids, &export);
        let answer = match lab.answer(&call) {
            Reply::Ready(answer) => answer,
            Reply::Search(job) => {
                tally.searches += 1;
                lab.run(job)
            }
        };
        if answer.status == 200 {
            tally.fine += 1;
            if call.path == "/api/trace" {
                let id = serde_json::from_slice::<serde_json::Value>(&answer.body).unwrap()["id"].clone();
                ids.push(id.as_str().unwrap().to_owned());
                ids.drain(..ids.len().saturating_sub(8));
            }
        } else {
            tally.refused += 1;
            let refusal: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
            let sentence = refusal["error"].as_str().unwrap();
            assert!((400..=503).contains(&answer.status) && !sentence.contains('\n'), "{call:?}: {sentence}");
            assert!(answer.status != 500, "{call:?}: {sentence}");
        }
    }
    tally
}

/// A small exported trace.
fn small_export(lab: &Lab) -> String {
    let Reply::Search(job) = lab.answer(&Call::post("/api/trace", r#"{"game":"tree","position":"((1 2) (0 3))"}"#))
    else {
        panic!("a trace is a search")
    };
    let traced: serde_json::Value = serde_json::from_slice(&lab.run(job).body).unwrap();
    let target = format!("/api/trace/{}/export?format=json", traced["id"].as_str().unwrap());
    let Reply::Ready(export) = lab.answer(&Call::get(&target)) else { panic!("an export is no search") };
    String::from_utf8(export.body).unwrap()
}

/// Reads this many texts as trees. A tree that is read must be written so that it reads back as the same tree.
pub fn trees(random: &mut Random, count: u64) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..count {
        let text = tree_text(random);
        match WrittenTree::read(&text) {
            Ok(tree) => {
                tally.fine += 1;
                assert_eq!(WrittenTree::read(&tree.text).as_ref(), Ok(&tree), "{text}");
                assert_eq!(WrittenTree::read(&tree.json).as_ref(), Ok(&tree), "{text}");
            }
            Err(problem) => {
                tally.refused += 1;
                assert_eq!(problem.to_string().lines().count(), 1, "{text}");
            }
        }
    }
    tally
}
