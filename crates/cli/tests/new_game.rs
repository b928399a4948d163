//! `rootward new`: what it writes and what it refuses. `.ci/new_game` builds and runs what it writes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Run, check_lines, command, scratch};

/// Runs `new` in a folder.
fn new_in(folder: &Path, arguments: &[&str]) -> Run {
    let output = command(&[&["new"], arguments].concat()).current_dir(folder).output().expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Run { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// An empty folder.
fn empty(name: &str) -> PathBuf {
    let folder = scratch(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn a_crate_is_written_with_its_name_everywhere() {
    let folder = empty("new-written");
    let text = new_in(&folder, &["my-game"]).fine().out;
    assert!(text.contains("cargo run -- solve my-game"), "{text}");
    let read = |file: &str| fs::read_to_string(folder.join("my-game").join(file)).unwrap();
    assert!(read("Cargo.toml").contains(&format!("rootward = {{ version = \"{}\"", env!("CARGO_PKG_VERSION"))));
    for file in ["Cargo.toml", "README.md", "src/main.rs", "src/game.rs", "src/tests.rs"] {
        let text = read(file);
        assert!(!text.contains("NAME") && !text.contains("DEPENDENCY"), "{file}: {text}");
    }
    assert!(read("src/main.rs").contains("OwnGame::new(\"my-game\""));
}

#[test]
fn the_library_may_be_a_folder() {
    let folder = empty("new-path");
    for (name, path) in [("one", PROJECT.to_owned()), ("two", format!("{PROJECT}/crates/rootward"))] {
        let written = new_in(&folder, &[name, "--path", &path, "--json"]).fine().json();
        check_lines(&["new"], &written[0].to_string());
        assert_eq!(written[0]["files"].as_array().unwrap().len(), 5);
        let manifest = fs::read_to_string(folder.join(name).join("Cargo.toml")).unwrap();
        let line = manifest.lines().find(|line| line.starts_with("rootward = ")).unwrap();
        assert!(line.contains("/crates/rootward\", features = [\"cli\"]") && !line.contains(".."), "{line}");
    }
    new_in(&folder, &["three", "--path", "nowhere"]).refused("'nowhere' does not have the crate rootward");
    assert!(!folder.join("three").exists(), "nothing is written before everything is checked");
}

#[test]
fn nothing_is_overwritten() {
    let folder = empty("new-twice");
    fs::write(folder.join("a-file"), "kept").unwrap();
    new_in(&folder, &["a-file"]).refused("'a-file' already exists");
    assert_eq!(fs::read_to_string(folder.join("a-file")).unwrap(), "kept");
    fs::create_dir(folder.join("a-folder")).unwrap();
    new_in(&folder, &["a-folder"]).refused("'a-folder' already exists");
    assert_eq!(fs::read_dir(folder.join("a-folder")).unwrap().count(), 0);
}

#[test]
fn a_name_must_be_that_of_a_crate_and_of_no_other_game() {
    let folder = empty("new-names");
    for name in ["", "My-Game", "7-up", "a/b", "../up", "käse", "a b", "ends-", "snake_case", &"x".repeat(41)] {
        new_in(&folder, &[name]).refused("is not a name for a game");
    }
    for name in ["match", "rootward", "test"] {
        new_in(&folder, &[name]).refused("is a word of Rust or the name of a crate");
    }
    for name in ["chess", "othello"] {
        new_in(&folder, &[name]).refused("already; expected another name");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}
