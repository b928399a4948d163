//! Prints the results, as a table or as JSON.

use std::time::Duration;

use serde_json::json;

use crate::measure::Case;

/// A table: CPU time of one task, the work done in it, the speed, and the ratio to the first row's CPU time.
pub fn text(case: &Case) {
    println!("{}: {}", case.benchmark, case.title);
    let unit = case.unit;
    println!("  {:44} {:>12} {:>12} {unit:>14} {:>9} {:>8}", "", "µs, least", "µs, median", "M/s", "ratio");
    for row in &case.rows {
        println!(
            "  {:44} {:12.2} {:12.2} {:14.1} {:9.1} {:8.2}",
            row.name,
            micros(row.quickest(), case),
            micros(row.median(), case),
            row.work() as f64 / case.tasks as f64,
            row.best_rate() / 1e6,
            case.ratio(row),
        );
    }
    println!();
}

/// One object for each row.
pub fn json(case: &Case) {
    for row in &case.rows {
        let object = json!({
            "benchmark": case.benchmark,
            "case": case.title,
            "contender": row.name,
            "cpu_us_least": micros(row.quickest(), case),
            "cpu_us_median": micros(row.median(), case),
            "work": row.work() as f64 / case.tasks as f64,
            "unit": case.unit,
            "per_second": row.best_rate(),
            "value": row.value(),
            "ratio": case.ratio(row),
        });
        println!("{object}");
    }
}

fn micros(cpu: Duration, case: &Case) -> f64 {
    cpu.as_secs_f64() * 1e6 / case.tasks as f64
}
