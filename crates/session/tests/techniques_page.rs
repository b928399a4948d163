//! The page on techniques has a row for every technique in the code, with its term, its file and its guarantee.

use std::path::Path;

use rootward_session::{Group, TECHNIQUES};

#[test]
fn every_technique_has_its_row_and_its_file() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let page = std::fs::read_to_string(root.join("docs/techniques.md")).expect("the page is there");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), TECHNIQUES.len(), "a row for each technique and no other");
    for (technique, row) in TECHNIQUES.iter().zip(rows) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let group = match technique.group {
            Group::Sound => "sound",
            Group::Farsighted => "farsighted",
            Group::Speculative => "speculative",
        };
        let path = format!("crates/search/src/engine/{}", technique.file);
        assert_eq!(cells[0], format!("`{}`", technique.name));
        assert_eq!((cells[1], cells[3], cells[5]), (technique.term, technique.meaning, group), "{}", technique.name);
        assert_eq!(cells[4], format!("[{}](../{path})", technique.file));
        assert!(root.join(&path).is_file(), "{path}");
    }
}
