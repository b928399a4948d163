//! Times one computation on a file, for comparisons with other libraries: `measure zero-sum|extreme|walk FILE…`. One line of
//! JSON for each file; reading it is not timed.

use std::time::Instant;

use rootward_matrix::{Game, Halt, Reading, extreme_equilibria, lemke_howson, read, recognise, solve_zero_sum};
use serde_json::{Value, json};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_default();
    for file in arguments {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let game = match read(&text, recognise(&text)) {
            Ok(Reading::Matrix(game)) => game,
            Ok(Reading::Tree(_)) => panic!("{file} is a tree"),
            Err(error) => panic!("{file}: {error}"),
        };
        let (best, result) =
            (0..3).map(|_| timed(&what, &game)).min_by(|a, b| a.0.total_cmp(&b.0)).expect("three runs");
        println!("{}", json!({ "file": file, "seconds": best, "result": result }));
    }
}

fn timed(what: &str, game: &Game) -> (f64, Value) {
    let start = Instant::now();
    let result = match what {
        "zero-sum" => json!(solve_zero_sum(game, false, &Halt::NEVER).expect("it is never halted")),
        "zero-sum-exact" => json!(solve_zero_sum(game, true, &Halt::NEVER).expect("it is never halted").error),
        "extreme" => json!(extreme_equilibria(game, &Halt::NEVER)),
        "walk" => json!(lemke_howson(game, 0, &Halt::NEVER).expect("it is never halted")),
        _ => panic!("measure zero-sum|extreme|walk FILE…"),
    };
    (start.elapsed().as_secs_f64(), result)
}
