//! Tells the program from which commit it is built: that of the git checkout, or the one that `cargo package` wrote down. Where there
//! is neither, the program does without.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    link_small();
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(commit) = commit_of_checkout().or_else(commit_of_package) {
        println!("cargo::rustc-env=ROOTWARD_COMMIT={commit}");
    }
    println!("cargo::rustc-env=ROOTWARD_TARGET={}", std::env::var("TARGET").expect("cargo sets it"));
}

/// The length of a commit's name: git's own abbreviation grows with the repository.
const DIGITS: usize = 12;

/// The commit that is checked out. A package that was unpacked inside somebody's repository is not a part of it: this file
/// has to be one of the repository's.
fn commit_of_checkout() -> Option<String> {
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]).unwrap_or_default();
    for name in ["HEAD", "logs/HEAD", "packed-refs", &branch] {
        // A file that is not there would have cargo build again every time.
        if let Some(path) = git(&["rev-parse", "--git-path", name]).filter(|path| Path::new(path).is_file()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    shortened(&git(&["rev-parse", "HEAD"])?)
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// The commit in the file that `cargo package` adds to a package.
fn commit_of_package() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    shortened(text.split_once("\"sha1\"")?.1.split('"').nth(1)?)
}

fn shortened(commit: &str) -> Option<String> {
    commit.get(..DIGITS).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit())).map(str::to_owned)
}

/// What the linker leaves out. Names of functions are a tenth of the program: `strip` of the release profile is ignored for a package whose
/// profile has settings of its own, as this one's has. (`-s` would come before rustc's own `--strip-debug`, and the last one counts for the linker.)
/// Equal functions and equal tables are kept once: 22.5 MB become 17.0, most of it five of six copies of the table of sliding moves.
/// Unwind tables are of no use to a program that aborts on a panic and has no names of functions for a backtrace: 1.2 MB.
fn link_small() {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
        if links_with_lld() {
            println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
            println!("cargo::rustc-link-arg-bins=-Wl,--ignore-data-address-equality");
            println!("cargo::rustc-link-arg-bins=-Wl,--no-eh-frame-hdr,-T,{}", without_unwind_tables().display());
        }
    }
}

/// Writes the linker script that discards unwind tables; with `INSERT` it adds to the linker's own layout. rustc's flag
/// `force-unwind-tables=no` would leave the standard library's, and cargo has no place for it in one profile alone.
fn without_unwind_tables() -> PathBuf {
    const SCRIPT: &str = "SECTIONS { /DISCARD/ : { *(.eh_frame) *(.gcc_except_table*) } } INSERT AFTER .text;\n";
    let path = Path::new(&std::env::var_os("OUT_DIR").expect("cargo sets it")).join("without_unwind_tables.ld");
    fs::write(&path, SCRIPT).expect("cargo's folder for build scripts can be written");
    path
}

/// Is the linker LLD? rustc brings it along for this target since 1.90. Who has chosen a linker has perhaps chosen another.
fn links_with_lld() -> bool {
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let is_chosen = std::env::var_os("RUSTC_LINKER").is_some() || flags.contains("link");
    let is_usual = std::env::var("TARGET").is_ok_and(|target| target == "x86_64-unknown-linux-gnu");
    is_usual && !is_chosen && rustc_minor().is_some_and(|minor| minor >= 90)
}

/// The second number of rustc's version: 95 of `rustc 1.95.0`.
fn rustc_minor() -> Option<u32> {
    let rustc = std::env::var_os("RUSTC")?;
    let output = Command::new(rustc).arg("--version").output().ok()?;
    String::from_utf8(output.stdout).ok()?.strip_prefix("rustc 1.")?.split('.').next()?.parse().ok()
}
