//! Searches: streamed, limited in number, stopped when nobody wants them any more.

use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Served, next_event};
use rootward_lab::LabLimits;

// A board without a book.
const ENDLESS: &str = r#"{"game":"connect-four:8x7","limits":{"time_ms":30000}}"#;

fn small() -> LabLimits {
    LabLimits { searches: 2, queue: 1, queue_wait: Duration::from_millis(200), table: 8 << 20, ..LabLimits::default() }
}

/// Asserts that something takes at most this long. A machine with other work may need a few attempts.
fn within<T>(most: Duration, mut attempt: impl FnMut() -> (T, Duration)) -> T {
    let mut times = Vec::new();
    for _ in 0..5 {
        let (found, time) = attempt();
        if time < most {
            return found;
        }
        times.push(time);
    }
    panic!("{times:?}, and not once within {most:?}");
}

#[test]
fn the_first_line_is_there_at_once_and_every_move_gets_a_labelled_value() {
    let server = Served::start(small());
    let body = r#"{"game":"connect-four:8x7","limits":{"time_ms":1000},"all_moves":true}"#;
    let first_line = || {
        let begun = Instant::now();
        let mut stream = server.open_stream("/api/analyse", body);
        assert_eq!(next_event(&mut stream).unwrap()["event"], "iteration");
        (stream, begun.elapsed())
    };
    let mut stream = within(Duration::from_millis(200), first_line);
    let values = next_event(&mut stream).unwrap();
    assert_eq!((&values["event"], values["moves"].as_array().unwrap().len()), (&"values".into(), 8));
    for value in values["moves"].as_array().unwrap() {
        assert!(value["proven"].is_boolean() && value["bound"].is_string() && value["score"]["kind"].is_string());
    }
    let mut last = values;
    while let Some(event) = next_event(&mut stream) {
        last = event;
    }
    assert_eq!((&last["event"], &last["stopped"]), (&"answer".into(), &true.into()));
}

#[test]
fn a_search_ends_within_a_tenth_of_a_second_when_its_page_has_gone() {
    let server = Served::start(small());
    for path in ["/api/analyse", "/api/compare", "/api/graph", "/api/play", "/api/trace"] {
        let body = match path {
            "/api/compare" => r#"{"game":"connect-four:8x7","depths":"9..12","max_nodes":100000000}"#,
            "/api/trace" => r#"{"game":"connect-four:8x7","algorithm":"minimax","depth":12}"#,
            _ => ENDLESS,
        };
        within(Duration::from_millis(100), || {
            let stream = server.open_stream(path, body);
            server.wait_for("searches", 1);
            thread::sleep(Duration::from_millis(50));
            assert_eq!(server.status()["searches"], 1, "{path} is under way");
            drop(stream);
            ((), server.wait_for("searches", 0))
        });
    }
}

#[test]
fn a_newer_search_of_the_same_page_takes_the_place_of_the_older() {
    let server = Served::start(LabLimits { searches: 1, ..small() });
    let body = r#"{"game":"connect-four:8x7","limits":{"time_ms":30000},"page":"p1"}"#;
    let mut older = server.open_stream("/api/analyse", body);
    assert!(next_event(&mut older).is_some());
    let newer = server.post("/api/analyse", r#"{"game":"connect-four:8x7","limits":{"depth":3},"page":"p1"}"#);
    assert_eq!(newer.status, 200);
    assert_eq!(newer.lines().last().unwrap()["event"], "answer");
    let mut last = None;
    while let Some(event) = next_event(&mut older) {
        last = Some(event);
    }
    assert_eq!(last.unwrap()["stopped"], true, "the older one got its answer so far");
}

#[test]
fn when_all_places_are_taken_the_next_is_refused_and_the_page_is_still_served() {
    let server = Served::start(small());
    let streams: Vec<_> = (0..2).map(|_| server.open_stream("/api/analyse", ENDLESS)).collect();
    server.wait_for("searches", 2);
    let busy = server.post("/api/analyse", ENDLESS);
    assert_eq!(busy.status, 503);
    assert!(busy.error().starts_with("busy: ") && busy.head.contains("retry-after: 1"), "{}", busy.head);
    let begun = Instant::now();
    assert_eq!((server.get("/").status, server.post("/api/view", r#"{"game":"mnk"}"#).status), (200, 200));
    assert!(begun.elapsed() < Duration::from_secs(1));
    drop(streams);
    server.wait_for("searches", 0);
    assert_eq!(server.post("/api/play", r#"{"game":"tic-tac-toe","level":9}"#).status, 200);
}

#[test]
fn a_search_that_waits_gets_its_turn() {
    let server = Served::start(LabLimits { queue_wait: Duration::from_secs(20), ..small() });
    let quick = r#"{"game":"connect-four:8x7","limits":{"time_ms":300}}"#;
    let statuses: Vec<u16> = thread::scope(|scope| {
        let askers: Vec<_> = (0..3).map(|_| scope.spawn(|| server.post("/api/analyse", quick).status)).collect();
        askers.into_iter().map(|asker| asker.join().unwrap()).collect()
    });
    assert_eq!(statuses, [200; 3]);
    assert_eq!(server.status()["waiting"], 0);
}

#[test]
fn no_search_outlives_the_time_that_the_lab_gives() {
    let server = Served::start(LabLimits { search_time: Duration::from_millis(300), ..small() });
    let begun = Instant::now();
    let reply = server.post("/api/trace", r#"{"game":"connect-four:8x7","algorithm":"minimax","depth":12}"#);
    assert_eq!(reply.status, 503);
    assert!(reply.error().contains("stopped before it had an answer"));
    let rows =
        server.post("/api/compare", r#"{"game":"connect-four:8x7","depths":"1..20","max_nodes":100000000}"#).lines();
    assert_eq!(rows.last().unwrap()["stopped"], true);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let long = server.post("/api/analyse", r#"{"game":"connect-four:8x7","limits":{"time_ms":301}}"#);
    assert_eq!(long.error(), "time_ms: 301 is too short or too long; expected a number from 1 to 300");
}

#[test]
fn a_crowd_gets_answers_or_hears_that_the_lab_is_busy() {
    let server = Served::start(small());
    let end = Instant::now() + Duration::from_secs(1);
    let body = r#"{"game":"connect-four:8x7","limits":{"time_ms":20}}"#;
    let statuses: Vec<u16> = thread::scope(|scope| {
        let ask = || {
            let mut statuses = Vec::new();
            while Instant::now() < end {
                statuses.push(server.post("/api/analyse", body).status);
            }
            statuses
        };
        let askers: Vec<_> = (0..20).map(|_| scope.spawn(ask)).collect();
        askers.into_iter().flat_map(|asker| asker.join().unwrap()).collect()
    });
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&200));
    server.wait_for("searches", 0);
    assert!(server.status()["idle_tables"].as_u64().unwrap() <= 2, "no more tables than searches");
}
