//! The documents are true: every `console` block is run again, and its output must match.
//!
//! * A line that starts with `$ ` is a command, the lines after it are its output. Commands run in a folder of their page that shows
//!   all that is in the project's root. Pages are checked side by side, so a file that a command writes must not be another page's.
//! * Times, speeds and the number of blanks are not compared. A line `…` stands for any omitted lines.
//! * A `console slow` block is run in a release build only, or with the program that the variable `ROOTWARD` names.
//!
//! After a change that alters an output, `BLESS=1 cargo test --test docs` writes the new one into the page. Where lines are
//! omitted, those shown are found again by their words and get their new numbers.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const PAGES: &[&str] = &[
    "README.md",
    "docs/install.md",
    "docs/students.md",
    "docs/teaching.md",
    "docs/programmers.md",
    "docs/proofs.md",
    "docs/players.md",
    "docs/researchers.md",
    "docs/techniques.md",
    "docs/evaluation.md",
    "docs/learning.md",
    "docs/chess-evaluation.md",
    "docs/chess.md",
    "docs/tutorial.md",
    "docs/json.md",
    "docs/lab.md",
    "docs/matrices.md",
    "docs/chess-files.md",
    "docs/uci.md",
    "docs/matches.md",
    "docs/backgammon-strength.md",
    "docs/chance.md",
    "docs/games/pig.md",
    "docs/games/2048.md",
    "docs/games/othello.md",
    "docs/games/kalah.md",
    "docs/opponents.md",
    "docs/games/backgammon.md",
    "docs/games/checkers.md",
    "docs/endgames.md",
    "docs/python.md",
    "docs/cluster.md",
    "docs/site.md",
];

#[test]
fn every_page_is_checked() {
    for page in pages_in("docs").into_iter().chain(pages_in("docs/games")) {
        assert!(PAGES.contains(&page.as_str()), "{page} is not checked");
    }
}

/// The pages in a folder, by their paths from the project's root.
fn pages_in(folder: &str) -> Vec<String> {
    let names = names_in(&Path::new(ROOT).join(folder)).into_iter();
    names.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}/{name}")).collect()
}

/// The Rust code of a page is compiled if the page is the documentation of a type for `cargo test --doc`, or if a test holds it against
/// a program. Both include the page by its path.
#[test]
fn the_rust_code_of_every_page_is_compiled() {
    let read = |path: &str| std::fs::read_to_string(Path::new(ROOT).join(path)).expect("a readable file");
    let library: String = ["src/lib.rs", "tests/tutorial.rs", "tests/high_roll.rs"]
        .map(|file| read(&format!("crates/rootward/{file}")))
        .concat();
    let mut pages: Vec<String> = PAGES.iter().map(|&page| page.to_owned()).collect();
    let readmes = names_in(&Path::new(ROOT).join("crates")).into_iter().map(|name| format!("crates/{name}/README.md"));
    pages.extend(readmes.filter(|page| Path::new(ROOT).join(page).exists()));
    let mut with_code = 0;
    for page in pages {
        let text = read(&page);
        let boxes: Vec<&str> = text.lines().filter(|line| line.starts_with("```rust")).collect();
        if boxes.is_empty() {
            continue;
        }
        with_code += 1;
        assert!(!boxes.iter().any(|info| info.contains("ignore")), "{page} has Rust code that is not compiled");
        let included = match page.strip_suffix("/README.md") {
            Some(folder) => read(&format!("{folder}/src/lib.rs")).contains("include_str!(\"../README.md\")"),
            None => library.contains(&format!("include_str!(\"../{page}\")")),
        };
        assert!(included, "the Rust code of {page} is not compiled: include it in crates/rootward/src/lib.rs");
    }
    assert!(with_code >= 4, "programmers, tutorial, chance and the library's README have code");
}

#[test]
fn the_readme_shows_what_comes_out() {
    check("README.md");
    check("docs/install.md");
}

#[test]
fn the_page_for_students_shows_what_comes_out() {
    check("docs/students.md");
}

#[test]
fn the_page_for_teachers_shows_what_comes_out() {
    check("docs/teaching.md");
}

#[test]
fn the_pages_for_programmers_show_what_comes_out() {
    check("docs/programmers.md");
    check("docs/tutorial.md");
    check("docs/json.md");
    check("docs/lab.md");
}

#[test]
fn the_page_for_players_shows_what_comes_out() {
    check("docs/players.md");
}

#[test]
fn the_page_for_researchers_shows_what_comes_out() {
    check("docs/researchers.md");
    check("docs/techniques.md");
}

#[test]
fn the_page_on_proofs_shows_what_comes_out() {
    check("docs/proofs.md");
}

#[test]
fn the_page_on_evaluations_shows_what_comes_out() {
    check("docs/evaluation.md");
    check("docs/chess-evaluation.md");
    check("docs/learning.md");
}

#[test]
fn the_page_about_matrices_shows_what_comes_out() {
    check("docs/matrices.md");
}

#[test]
fn the_page_about_files_of_chess_games_shows_what_comes_out() {
    check("docs/chess-files.md");
}

#[test]
fn the_page_about_chess_programs_shows_what_comes_out() {
    check("docs/uci.md");
}

#[test]
fn the_page_about_the_strength_of_chess_shows_what_comes_out() {
    check("docs/chess.md");
}

#[test]
fn the_pages_on_othello_and_kalah_show_what_comes_out() {
    check("docs/games/othello.md");
    check("docs/games/kalah.md");
}

#[test]
fn the_pages_on_chance_show_what_comes_out() {
    check("docs/chance.md");
    check("docs/games/pig.md");
    check("docs/games/2048.md");
    check("docs/opponents.md");
}

#[test]
fn the_page_on_backgammon_shows_what_comes_out() {
    check("docs/games/backgammon.md");
}

#[test]
fn the_page_on_checkers_shows_what_comes_out() {
    check("docs/games/checkers.md");
}

#[test]
fn the_page_on_the_strength_of_backgammon_shows_what_comes_out() {
    check("docs/backgammon-strength.md");
}

#[test]
fn the_page_on_endgame_tables_shows_what_comes_out() {
    check("docs/endgames.md");
}

#[test]
fn the_page_on_matches_shows_what_comes_out() {
    check("docs/matches.md");
}

/// A command and the output that the page shows below it.
struct Shown {
    line: usize,
    command: String,
    output: Vec<String>,
}

fn check(page: &str) {
    let path = Path::new(ROOT).join(page);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{page}: {error}"));
    let bless = std::env::var_os("BLESS").is_some();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut wrong = Vec::new();
    let folder = folder_of(page);
    // From the last to the first, so that line numbers stay valid while the page is rewritten.
    for shown in commands(&text).into_iter().rev() {
        let actual = run(&shown.command, &folder);
        if matches(&shown.output, &actual) {
            continue;
        }
        if let Some(new) = refilled(&shown.output, &actual).filter(|_| bless) {
            lines.splice(shown.line..shown.line + shown.output.len(), new);
        } else {
            let Shown { line, command, output } = shown;
            let (shown, actual) = (output.join("\n"), actual.join("\n"));
            wrong.push(format!("{page}:{line}: $ {command}\n--- shown\n{shown}\n--- comes out\n{actual}\n"));
        }
    }
    let left: Vec<String> = names_in(&folder).into_iter().filter(|name| !Path::new(ROOT).join(name).exists()).collect();
    assert!(left.is_empty(), "{page}: its commands leave {} behind", left.join(", "));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    let page_now = lines.join("\n") + "\n";
    if page_now != text {
        std::fs::write(&path, page_now).expect("the page can be written");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The commands in the `console` blocks of a page. `line` is that of the first line of output, counted from 0.
fn commands(text: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut fence: Option<&str> = None;
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), fence) {
            (Some(_), Some(_)) => fence = None,
            (Some(info), None) => fence = Some(info),
            (None, Some(info)) if info == "console" || info == "console slow" && is_fast() => {
                if let Some(command) = line.strip_prefix("$ ") {
                    found.push(Shown { line: number + 1, command: command.to_owned(), output: Vec::new() });
                } else {
                    let shown = found.last_mut().unwrap_or_else(|| panic!("output without a command: {line}"));
                    shown.output.push(line.to_owned());
                }
            }
            _ => {}
        }
    }
    found
}

/// A new folder for the commands of a page, with links to everything in the project's root.
fn folder_of(page: &str) -> PathBuf {
    let name = format!("docs-{}-{}", page.replace('/', "-"), std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the page");
    let root = std::fs::canonicalize(ROOT).expect("the project's root");
    for name in names_in(&root) {
        std::os::unix::fs::symlink(root.join(&name), folder.join(&name)).expect("a link");
    }
    folder
}

/// The names of what is in a folder.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("a readable folder").file_name().to_string_lossy().into_owned()).collect()
}

/// The output of a command in a folder, on both channels. `rootward` is the binary that was just built.
fn run(command: &str, folder: &Path) -> Vec<String> {
    let programs = program().parent().expect("a folder").to_owned();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .env("PATH", format!("{}:{path}", programs.display()))
        .current_dir(folder)
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(|line| line.trim_end().to_owned()).collect()
}

const LEFT_OUT: &str = "…";

/// Whether `actual` is what `shown` says, except for omitted lines and times.
fn matches(shown: &[String], actual: &[String]) -> bool {
    let (shown, actual) = (masked(shown), masked(actual));
    let parts: Vec<&[String]> = shown.split(|line| line == LEFT_OUT).collect();
    let (Some((first, rest)), mut left) = (parts.split_first(), actual.as_slice()) else { return true };
    if rest.is_empty() {
        return left == *first;
    }
    let Some(after) = left.strip_prefix(*first) else { return false };
    left = after;
    let (last, middle) = rest.split_last().expect("it is not empty");
    for part in middle {
        let Some(place) = left.windows(part.len().max(1)).position(|lines| lines == *part) else { return false };
        left = &left[place + part.len()..];
    }
    left.ends_with(last)
}

/// The shown lines with the current output, with the same lines omitted; none if they cannot be found.
fn refilled(shown: &[String], actual: &[String]) -> Option<Vec<String>> {
    if !shown.iter().any(|line| line == LEFT_OUT) {
        return Some(actual.to_vec());
    }
    let (mut new, mut left) = (Vec::new(), actual);
    for part in shown.split_inclusive(|line| line == LEFT_OUT) {
        let (part, dots) = part.split_at(part.len() - usize::from(part.last().is_some_and(|line| line == LEFT_OUT)));
        let alike = |lines: &[String]| lines.iter().zip(part).all(|(line, old)| words(line) == words(old));
        let place = if part.is_empty() { 0 } else { left.windows(part.len()).position(alike)? };
        new.extend_from_slice(&left[place..place + part.len()]);
        new.extend_from_slice(dots);
        left = &left[place + part.len()..];
    }
    Some(new)
}

/// A line without its numbers.
fn words(line: &str) -> String {
    line.split_whitespace().filter(|word| !is_number(word)).collect::<Vec<_>>().join(" ")
}

/// The lines with times and speeds replaced, and one blank between words.
fn masked(lines: &[String]) -> Vec<String> {
    let mut in_times = false;
    let lines = lines.iter().map(|line| {
        in_times = line.starts_with("Time in ") || in_times && !line.is_empty();
        mask(line, in_times)
    });
    lines.collect()
}

fn mask(line: &str, all_numbers: bool) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        let unit = word.trim_end_matches([',', '.']);
        let mask = match unit {
            "ms" | "s" | "µs" | "m" => "TIME",
            "k/s" | "M/s" | "G/s" => "SPEED",
            // Below a thousand nodes a second there is no unit; a dash means that the time is too short to measure.
            _ if unit.ends_with("/s") || unit == "–" => {
                words.push(word.replace(unit, "SPEED"));
                continue;
            }
            _ if all_numbers && is_number(word) => {
                words.push("TIME".to_owned());
                continue;
            }
            _ => {
                words.push(mask_fields(word));
                continue;
            }
        };
        if words.last().is_some_and(|last| is_number(last)) {
            words.pop();
        }
        words.push(word.replace(unit, mask));
    }
    words.join(" ")
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',')
}

/// The time fields of JSON.
fn mask_fields(word: &str) -> String {
    let mut word = word.to_owned();
    for field in ["\"elapsed_ms\":", "\"left_ms\":"] {
        let mut from = 0;
        while let Some(place) = word[from..].find(field) {
            let start = from + place + field.len();
            let length = word[start..].find([',', '}']).unwrap_or(word.len() - start);
            word.replace_range(start..start + length, "TIME");
            from = start;
        }
    }
    word
}

#[test]
fn times_are_not_compared_and_all_else_is() {
    let same = |a: &str, b: &str| matches(&[a.to_owned()], &[b.to_owned()]);
    assert!(same("10 nodes, 0.04 ms, –", "10 nodes, 12 ms,   1.3 M/s"));
    assert!(same("  8  draw  2,236   4.75 ms  470.8 k/s  b2", "8 draw 2,236 1.02 s 331/s b2"));
    assert!(same(r#"{"nodes":3,"elapsed_ms":0.1,"a":1}"#, r#"{"nodes":3,"elapsed_ms":77,"a":1}"#));
    assert!(!same("10 nodes, 0.04 ms", "11 nodes, 0.04 ms"));
    assert!(!same("win in 3", "win in 5"));
}

#[test]
fn shown_lines_get_their_new_numbers() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let new = |a: &str, b: &str| refilled(&lines(a), &lines(b));
    assert_eq!(new("…\n1 win\n…", "0 loss\n2 win\n3 draw"), Some(lines("…\n2 win\n…")));
    assert_eq!(new("…\n1 win", "2 loss"), None);
    assert_eq!(new("1 win", "2 loss"), Some(lines("2 loss")));
}

#[test]
fn a_line_of_dots_stands_for_any_lines() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let same = |a: &str, b: &str| matches(&lines(a), &lines(b));
    assert!(same("a\n…\nd", "a\nb\nc\nd"));
    assert!(same("…\nb\n…", "a\nb\nc"));
    assert!(same("a\n…", "a"));
    assert!(!same("a\n…\nd", "a\nb\nc"));
    assert!(!same("a", "a\nb"));
}

/// The program that is run: the one that was built for the tests, or the one that `ROOTWARD` names.
fn program() -> PathBuf {
    std::env::var_os("ROOTWARD").map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_rootward")), PathBuf::from)
}

/// Is the program an optimised one?
fn is_fast() -> bool {
    !cfg!(debug_assertions) || std::env::var_os("ROOTWARD").is_some()
}
