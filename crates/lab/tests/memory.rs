//! The memory of cached traces: by the lab's own count, and by the growth of the process. Alone in its file, since it
//! measures the whole process.

use rootward_lab::{Call, Lab, LabLimits, Reply};
use serde_json::{Value, json};

/// The resident memory of the process in bytes; none if the system does not show it.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kib| kib << 10)
}

fn asked(lab: &Lab, call: &Call) -> Value {
    let answer = match lab.answer(call) {
        Reply::Ready(answer) => answer,
        Reply::Search(job) => lab.run(job),
    };
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    serde_json::from_slice(&answer.body).unwrap()
}

fn trace(lab: &Lab, number: usize) -> String {
    let leaf = |place: usize| (number * 31 + place * 17) % 199;
    let branch = |place: usize| format!("({} {} {})", leaf(place), leaf(place + 1), leaf(place + 2));
    // The number makes every tree different.
    let position = format!("({} {} {} {number})", branch(0), branch(3), branch(6));
    let traced = asked(lab, &Call::post("/api/trace", json!({ "game": "tree", "position": position }).to_string()));
    traced["id"].as_str().unwrap().to_owned()
}

#[test]
fn thousands_of_small_traces_take_no_more_memory_than_they_may() {
    const CACHE: usize = 48 << 20;
    const TRACES: usize = 4_000;
    let lab = Lab::new(LabLimits { cache: CACHE, ..LabLimits::default() });
    // Memory that is allocated once and stays, for fonts and the like, does not belong to the traces.
    let first = trace(&lab, 0);
    let before = resident();
    let ids: Vec<String> = (1..TRACES).map(|number| trace(&lab, number)).collect();
    let status = asked(&lab, &Call::get("/api/status"));
    let (kept, counted) =
        (status["traces"].as_u64().unwrap() as usize, status["cache_bytes"].as_u64().unwrap() as usize);
    assert!(counted <= CACHE && counted > CACHE * 9 / 10, "{status}");
    assert!(kept < TRACES / 2, "more traces than fit were made: {status}");
    if let (Some(before), Some(after)) = (before, resident()) {
        let grown = after - before;
        // A tenth and 4 MiB for everything else in the process.
        assert!(grown <= CACHE + CACHE / 10 + (4 << 20), "{} KiB for {kept} traces, {status}", grown >> 10);
        assert!(grown >= counted * 6 / 10, "{} KiB: what is counted is there, {status}", grown >> 10);
    }
    // The oldest are gone, the newest are there.
    let is_there = |id: &str| match lab.answer(&Call::get(&format!("/api/trace/{id}/frame?step=1"))) {
        Reply::Ready(answer) => answer.status == 200,
        Reply::Search(_) => panic!("a frame is no search"),
    };
    assert!(!is_there(&first) && !is_there(&ids[0]) && is_there(&ids[ids.len() - 1]));
    // A recently used trace stays, although it is the oldest.
    let oldest = &ids[ids.len() - kept];
    assert!(is_there(oldest));
    (TRACES..TRACES + kept / 2).for_each(|number| drop(trace(&lab, number)));
    assert!(is_there(oldest) && !is_there(&ids[ids.len() - kept + 1]));
}
