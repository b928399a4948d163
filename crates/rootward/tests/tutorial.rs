//! The tutorial and its program are the same: the Rust code of the page is the program, its text blocks are the output.
//!
//! After a change that alters what is printed, `BLESS=1 cargo test --test tutorial` writes the new output into the page.

use std::process::Command;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/tutorial.md");
const TUTORIAL: &str = include_str!("../docs/tutorial.md");
const PROGRAM: &str = include_str!("../examples/nim.rs");

#[path = "../examples/nim.rs"]
mod nim;

/// The contents of the page's code blocks of one kind, in order.
fn boxes(kind: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = TUTORIAL.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let content: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if info == kind {
                found.push(content.join("\n") + "\n");
            }
        }
    }
    found
}

#[test]
fn the_rust_of_the_page_is_the_program() {
    let (title, code) = PROGRAM.split_once("\n\n").expect("a title and the code");
    assert!(title.starts_with("//!"));
    assert_eq!(code, boxes("rust").join("\n"));
}

/// Not a test but the program, run by the test below in a process of its own.
#[test]
#[ignore = "it is the program"]
fn program() {
    println!("{MARK}");
    nim::main();
    print!("{MARK}");
}

/// Printed before and after the program's output.
const MARK: &str = "-- program --";

#[test]
fn the_boxes_of_the_page_are_what_the_program_prints() {
    let this = std::env::current_exe().expect("the path of this test");
    let run = Command::new(this).args(["--ignored", "--exact", "program", "--nocapture"]).output().expect("it runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let printed = String::from_utf8_lossy(&run.stdout);
    let printed = printed.split(MARK).nth(1).and_then(|text| text.strip_prefix('\n')).expect("the program's output");
    if std::env::var_os("BLESS").is_some() {
        return bless(printed);
    }
    assert_eq!(printed, boxes("output").concat());
}

/// Fills the page's blocks with the output; each keeps its number of lines.
fn bless(printed: &str) {
    let mut printed = printed.lines();
    let mut page = TUTORIAL.to_owned();
    for old in boxes("output") {
        let new: Vec<&str> = printed.by_ref().take(old.lines().count()).collect();
        let fence = |content: &str| format!("```output\n{content}```");
        page = page.replacen(&fence(&old), &fence(&(new.join("\n") + "\n")), 1);
    }
    assert_eq!(printed.next(), None, "more lines than the page has room for");
    std::fs::write(PAGE, page).expect("the page can be written");
}

#[test]
fn the_rules_of_a_game_take_fewer_than_sixty_lines() {
    let all = boxes("rust");
    let rules = all.iter().find(|code| code.contains("impl Game for")).expect("a box with the rules");
    assert!(rules.lines().count() < 60, "{} lines", rules.lines().count());
}
