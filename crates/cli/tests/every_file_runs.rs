//! Every file of tests is part of a test program: one that `all.rs` does not list would never run.

use std::fs;
use std::path::Path;

/// The names of the files beside `all.rs`, without their ending.
fn names(folder: &Path) -> impl Iterator<Item = String> {
    fs::read_dir(folder).unwrap().filter_map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        name.strip_suffix(".rs").filter(|name| *name != "all").map(str::to_owned)
    })
}

#[test]
fn every_file_of_tests_is_listed_in_its_crate() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut checked = 0;
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(all) = fs::read_to_string(folder.join("tests/all.rs")) else { continue };
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for name in names(&folder.join("tests")) {
            let is_listed = all.lines().any(|line| line == format!("mod {name};"));
            let is_alone = manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
            assert!(is_listed || is_alone, "{}: tests/{name}.rs is not listed in tests/all.rs", folder.display());
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} files were found");
}
