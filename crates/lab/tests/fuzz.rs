//! A short run of what `examples/fuzz.rs` does at length.

#[path = "common/fuzz/mod.rs"]
mod cases;

use cases::{Random, Tally};

#[test]
fn odd_trees_are_read_or_refused() {
    let Tally { fine, refused, .. } = cases::trees(&mut Random(1), 20_000);
    assert!(fine > 1_000 && refused > 1_000, "both kinds occur: {fine} and {refused}");
}

#[test]
fn odd_requests_are_answered_or_refused() {
    let Tally { fine, refused, searches } = cases::requests(&mut Random(1), 3_000);
    assert!(fine > 300 && refused > 300 && searches > 100, "all kinds occur: {fine}, {refused}, {searches}");
}
