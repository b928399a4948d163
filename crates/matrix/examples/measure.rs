//! Times one computation on a file, for comparisons with other libraries: `measure zero-sum|extreme|walk FILE…`. Prints
//! one line of JSON for each file with the mean CPU time of some runs; reading is not timed.

use std::sync::OnceLock;
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
        let (start, mut runs, mut result) = (seconds(), 0, Value::Null);
        // The clock ticks in steps of some milliseconds.
        while runs < 3 || seconds() - start < 0.2 {
            result = computed(&what, &game);
            runs += 1;
        }
        let mean = (seconds() - start) / f64::from(runs);
        println!("{}", json!({ "file": file, "seconds": mean, "result": result }));
    }
}

fn computed(what: &str, game: &Game) -> Value {
    match what {
        "zero-sum" => json!(solve_zero_sum(game, false, &Halt::NEVER).expect("it is never halted")),
        "zero-sum-exact" => json!(solve_zero_sum(game, true, &Halt::NEVER).expect("it is never halted").error),
        "extreme" => json!(extreme_equilibria(game, &Halt::NEVER)),
        "walk" => json!(lemke_howson(game, 0, &Halt::NEVER).expect("it is never halted")),
        _ => panic!("measure zero-sum|extreme|walk FILE…"),
    }
}

/// CPU time where the system reports it, which other load does not disturb; else wall-clock time.
fn seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    let wall = || START.get_or_init(Instant::now).elapsed().as_secs_f64();
    nanoseconds.map_or_else(wall, |nanoseconds| nanoseconds / 1e9)
}
