//! `rootward bench`: the signature of the searches.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args as ClapArgs;
use rootward_session::{NodeMeter, Problem, replace_file};
use rootward_studies::{Signature, bench};

use crate::failure::{Code, Failure, complain};
use crate::numbers::{grouped, millis, speed, time};
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::Progress;

/// The options of `bench`.
#[derive(ClapArgs)]
pub struct Args {
    /// Compare with this file, and fail if anything differs
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    check: Option<PathBuf>,
    /// Write the signature into this file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// Runs the searches, then prints, writes or compares.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let committed = args.check.as_deref().map(read).transpose()?;
    let start = Instant::now();
    let progress = Progress::start("searching", &NodeMeter::default());
    let mut written = Ok(());
    let signature = bench(&mut |row| {
        progress.label(&format!("searched {} {} {}", row.game, row.position, row.search));
        if output.json && written.is_ok() {
            let _hush = progress.hush();
            written = output.event("search", row);
        }
    })?;
    drop(progress);
    written?;
    let elapsed_ms = millis(start.elapsed());
    tell(&signature, elapsed_ms, output)?;
    if let Some(path) = &args.write {
        let done = replace_file(path, &signature.text());
        done.map_err(|error| Problem::sentence(format!("file '{}': {error}", path.display())))?;
    }
    Ok(committed.map_or(Code::Fine, |text| check(&signature, &text)))
}

fn read(path: &Path) -> Result<String, Problem> {
    fs::read_to_string(path).map_err(|error| Problem::sentence(format!("file '{}': {error}", path.display())))
}

fn tell(signature: &Signature, elapsed_ms: f64, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        let total = serde_json::json!({ "nodes": signature.nodes, "hash": signature.hash, "elapsed_ms": elapsed_ms });
        return output.event("total", &total);
    }
    for row in &signature.rows {
        let title = format!("{} {} {}", row.game, row.position, row.search);
        output.line(&format!("{title:<62}{:>12}  {:<4} {}", grouped(row.nodes), row.best, row.score))?;
    }
    output.line(&styled(STRONG, &signature.total()))?;
    let cost = format!("{}, {}", time(elapsed_ms), speed(signature.nodes, elapsed_ms));
    Ok(output.line(&styled(FAINT, &cost))?)
}

fn check(signature: &Signature, committed: &str) -> Code {
    let differences = signature.differences(committed);
    for difference in &differences {
        complain(difference);
    }
    if differences.is_empty() { Code::Fine } else { Code::Failed }
}
