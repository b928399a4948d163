//! The expected picture of tree 1 at every step. After an intended change, `BLESS=1 cargo test -p rootward-draw`
//! rewrites the golden file; look at the pictures before committing it.

use std::collections::HashSet;
use std::path::Path;

use rootward_draw::{DrawOptions, IndexedTrace, Theme};
use rootward_trace::TraceSettings;

/// Step 0 in full, then for every step its new parts: one line each.
fn film_as_text() -> String {
    let session = rootward_session::open("tree:tree1", None).unwrap();
    let trace = rootward_trace::trace(&*session, &TraceSettings::default());
    let indexed = IndexedTrace::new(&trace);
    let mut before: HashSet<String> = HashSet::new();
    let mut text = String::new();
    for step in 0..=indexed.steps() {
        let svg = indexed.svg(step, &DrawOptions::default());
        let parts: Vec<String> =
            svg.replace("<g", "\n<g").replace("<style", "\n<style").lines().map(str::to_owned).collect();
        text += &format!("step {step}: {} parts\n", parts.len());
        for part in parts.iter().filter(|part| !before.contains(*part)) {
            text += part;
            text.push('\n');
        }
        before = parts.into_iter().collect();
    }
    text
}

#[test]
fn tree_1_looks_as_it_must_at_every_step() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/tree1.svg.txt");
    let text = film_as_text();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    for (number, (now, right)) in text.lines().zip(golden.lines()).enumerate() {
        assert_eq!(now, right, "line {}", number + 1);
    }
    assert_eq!(text.lines().count(), golden.lines().count());
}

#[test]
fn the_picture_says_what_the_lecture_draws() {
    let session = rootward_session::open("tree:tree1", None).unwrap();
    let trace = rootward_trace::trace(&*session, &TraceSettings::default());
    let svg = rootward_draw::svg(&trace, 12, &DrawOptions::default());
    // The window and the interval at C, labelled separately; the cut leaves, dashed, each behind a double bar.
    for needle in ["α=3 β=2", "∈ [−∞, 2]", "class=\"node min open current\" data-node=\"5\"", "id=\"s5-1\""] {
        assert!(svg.contains(needle), "{needle}");
    }
    let edge = svg.split("<g").find(|part| part.contains("id=\"es5-0\"")).unwrap();
    assert!(edge.contains("class=\"edge cut\"") && edge.contains("stroke-dasharray"));
    assert_eq!(edge.matches("<path").count(), 3, "a line and two bars");
    assert!(svg.contains("<g id=\"en1\" class=\"edge chosen\">"));
    assert!(svg.contains("var(--rw-max,#d6e6ff)"));
    let dark = rootward_draw::svg(&trace, 12, &DrawOptions { theme: Theme::Dark, ..DrawOptions::default() });
    assert!(dark.contains("var(--rw-max,#1d3a63)"));
}
