//! Gambit's game trees in a session.

use rootward_matrix::{Halt, backward_induction, read_efg};
use rootward_session::{SolveAsk, open_written};

const DICE: &str = r#"EFG 2 R "a bet" { "Ann" "Bob" }
p "start" 1 1 { "bet" "pass" } 0
c "roll" 1 { "six" 1/6 "even" 1/3 "odd" 1/2 "edge" 0 } 0
t "" 1 "" { 6 -6 }
p "" 2 1 { "double" "fold" } 1 "" { 1/2 -1/2 }
t "" 2 "" { -3 3 }
t "" 3 "" { 1 -1 }
t "" 4 "" { -1 1 }
t "" 5 "" { 100 -100 }
t "" 6 "" { 0 0 }
"#;

#[test]
fn the_trees_value_is_that_of_backward_induction() {
    let found = open_written("tree", Some(DICE)).unwrap().solve(&SolveAsk::default()).unwrap();
    let induction = backward_induction(&read_efg(DICE).unwrap(), &Halt::NEVER).unwrap();
    assert_eq!(found.payoff.unwrap().to_string(), induction.values[0].to_string());
    assert_eq!(found.best.as_deref(), Some("pass"));
}
