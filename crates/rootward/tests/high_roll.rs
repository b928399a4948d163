//! The dice game of `docs/chance.md`: the page shows its rules and its output, and its value is right.
//!
//! After a change that alters what is printed, `BLESS=1 cargo test --test high_roll` writes the new output into the page.

use std::process::Command;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/chance.md");
const CHANCE: &str = include_str!("../docs/chance.md");
const PROGRAM: &str = include_str!("../examples/high_roll.rs");

#[path = "../examples/high_roll.rs"]
mod high_roll;

/// The content of the page's first code block of a kind.
fn box_of(kind: &str) -> &'static str {
    let (_, rest) = CHANCE.split_once(&format!("```{kind}\n")).expect("the page has such a box");
    rest.split_once("```").expect("the box ends").0
}

/// Not a test but the program, run by the test below in a process of its own.
#[test]
#[ignore = "it is the program"]
fn program() {
    println!("{MARK}");
    high_roll::main();
    print!("{MARK}");
}

/// Printed before and after the program's output.
const MARK: &str = "-- program --";

fn printed() -> String {
    let this = std::env::current_exe().expect("the path of this test");
    let run = Command::new(this).args(["--ignored", "--exact", "program", "--nocapture"]).output().expect("it runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let output = String::from_utf8_lossy(&run.stdout).into_owned();
    output.split(MARK).nth(1).and_then(|text| text.strip_prefix('\n')).expect("the program's output").to_owned()
}

#[test]
fn the_page_shows_the_rules_and_what_comes_out() {
    let printed = printed();
    if std::env::var_os("BLESS").is_some() {
        // The current page, which may differ from the one that this test was built with.
        let page = std::fs::read_to_string(PAGE).expect("the page can be read");
        let (before, rest) = page.split_once("```output\n").expect("the page has such a box");
        let (_, after) = rest.split_once("```").expect("the box ends");
        let page = format!("{before}```output\n{printed}```{after}");
        std::fs::write(PAGE, page).expect("the page can be written");
        return;
    }
    assert_eq!(printed, box_of("output"));
    assert!(PROGRAM.contains(box_of("rust")), "the page's rules are not those of the program");
    assert_eq!(CHANCE.matches("```rust").count(), 1, "only the first box is compared");
}

#[test]
fn a_game_of_dice_takes_fewer_than_sixty_lines() {
    let rules = box_of("rust");
    assert!(rules.contains("impl Game for HighRoll"));
    assert!(rules.lines().count() < 60, "{} lines", rules.lines().count());
}

/// The value by hand: the average of the better of keeping and throwing again, from the last throw to the first.
#[test]
fn the_value_is_right() {
    let sums = || (2..=12_i32).map(|sum| (sum, f64::from(6 - (sum - 7).abs()) / 36.0));
    let against = |kept: i32, sum: i32| f64::from((kept - sum).signum());
    let mean = |value: &dyn Fn(i32) -> f64| sums().map(|(sum, share)| share * value(sum)).sum::<f64>();
    let kept = |kept: i32| {
        let again = mean(&|sum| against(kept, sum));
        mean(&|sum| against(kept, sum).min(again))
    };
    let again = mean(&kept);
    let value = mean(&|sum| kept(sum).max(again));
    let text = format!("{value:+.6}");
    assert_eq!(printed().matches(&text).count(), 2, "{text} by expectiminimax and by the engine");
}
