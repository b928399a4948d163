//! `rootward site`: what it writes and what it refuses. `.ci/site` compiles the engine and tries the folder in a browser.

use std::fs;
use std::path::PathBuf;

use crate::common::{check_lines, run, scratch};

fn empty(name: &str) -> PathBuf {
    let folder = scratch(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A module that says which version it is, and does nothing.
fn engine(version: &str) -> Vec<u8> {
    let content = [b"\x08rootward", version.as_bytes()].concat();
    [b"\0asm\x01\0\0\0\0", &[content.len() as u8][..], &content].concat()
}

#[test]
fn the_folder_is_written_once_and_again_with_force() {
    let folder = empty("site-written");
    let (wasm, site) = (folder.join("engine.wasm"), folder.join("public/lab"));
    fs::write(&wasm, engine(env!("CARGO_PKG_VERSION"))).unwrap();
    let arguments = ["site", site.to_str().unwrap(), "--engine", wasm.to_str().unwrap()];
    let text = run(&arguments).fine().out;
    assert!(text.contains("index.html") && text.contains("rootward.html"), "{text}");
    for file in [
        "index.html",
        "rootward.html",
        "offline_worker.js",
        "manifest.webmanifest",
        "assets/main.js",
        "assets/rootward.engine",
    ] {
        assert!(site.join(file).is_file(), "{file}");
    }
    run(&arguments).refused("already exists; expected another name, or --force to replace it");
    let written = run(&[&arguments[..], &["--force", "--json"]].concat()).fine().json();
    check_lines(&["site"], &written[0].to_string());
    let files = written[0]["files"].as_u64().unwrap();
    let count = fs::read_dir(&site).unwrap().count() - 1 + fs::read_dir(site.join("assets")).unwrap().count();
    assert_eq!(files as usize, count, "no temporary file is left");
}

#[test]
fn an_engine_that_does_not_fit_is_refused_before_anything_is_written() {
    let folder = empty("site-refused");
    let (wasm, site) = (folder.join("engine.wasm"), folder.join("public"));
    let (engine_file, site_folder) = (wasm.to_str().unwrap(), site.to_str().unwrap());
    run(&["site", site_folder]).refused("there is no engine for browsers beside the program");
    run(&["site", site_folder, "--engine", engine_file]).refused("cannot be read");
    fs::write(&wasm, engine("0.0.1")).unwrap();
    run(&["site", site_folder, "--engine", engine_file])
        .refused("this engine for browsers has the version '0.0.1'; expected");
    fs::write(&wasm, "text").unwrap();
    run(&["site", site_folder, "--engine", engine_file]).refused("this is no engine for browsers; expected");
    assert!(!site.exists());
    fs::write(&wasm, engine(env!("CARGO_PKG_VERSION"))).unwrap();
    run(&["site", engine_file, "--engine", engine_file]).refused("cannot be written");
}
