//! `rootward bench`: the signature of the searches.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::Instant;

use clap::Args as ClapArgs;
use rootward_session::{NodeMeter, Problem, millis, open};
use rootward_studies::{BenchRow, Signature, bench};
use serde::Serialize;

use crate::failure::{Code, Failure, complain};
use crate::interrupt::{stop_on_interrupt, tell_stopped, until_stopped};
use crate::numbers::{grouped, speed, time};
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::Progress;
use crate::target::ReplaceArgs;
use crate::{source, target};

const HELP: &str = "\
A signature changes if and only if a search does: write it before a change, check it after. Of a program with games of its own, their
positions are searched after those of the project.

Examples:
  rootward bench
  rootward bench connect-four
  rootward bench othello:6x6 --write othello.signature
  rootward bench othello:6x6 --check othello.signature";

/// The options of `bench`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// Only this game, or this variant; its initial position if no other is known
    game: Option<String>,
    /// Compare with this file, or - for stdin, and fail if anything differs
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    check: Option<PathBuf>,
    /// Write the signature into this file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    #[command(flatten)]
    replace: ReplaceArgs,
}

/// Runs the searches, then prints, writes or compares.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let game = args.game.clone();
    game.as_deref().map(|game| open(game, None)).transpose()?;
    let committed = args.check.as_deref().map(|path| source::text(path, "signature")).transpose()?;
    args.replace.check(args.write.as_deref())?;
    let stop = stop_on_interrupt(HOW);
    let start = Instant::now();
    let progress = Progress::start("searching", &NodeMeter::default());
    let (mut rows, mut signature) = (Vec::new(), None);
    for message in until_stopped(&stop, move |sender| search(game.as_deref(), sender)) {
        match message {
            BenchMessage::Row(row) => {
                progress.label(&format!("searched {} {} {}", row.game, row.position, row.search));
                if output.json {
                    let _hush = progress.hush();
                    output.event("search", &row)?;
                }
                rows.push(row);
            }
            BenchMessage::End(end) => signature = Some(end?),
        }
    }
    drop(progress);
    let Some(signature) = signature else {
        if !output.json {
            rows.iter().try_for_each(|row| tell_row(row, output))?;
        }
        return tell_stopped(HOW, output);
    };
    let elapsed_ms = millis(start.elapsed());
    tell(&signature, elapsed_ms, output)?;
    if let Some(path) = &args.write {
        target::write(path, signature.text().as_bytes(), output)?;
    }
    Ok(committed.map_or(Code::Fine, |text| check(&signature, &text)))
}

/// How to go on after Ctrl-C.
const HOW: &str = "A signature is that of all searches; the same command starts again.";

/// What the thread of the searches sends.
enum BenchMessage {
    Row(BenchRow),
    End(Result<Signature, Problem>),
}

fn search(game: Option<&str>, sender: &Sender<BenchMessage>) {
    let end = bench(game, &mut |row| sender.send(BenchMessage::Row(row.clone())).unwrap_or_default());
    let _ = sender.send(BenchMessage::End(end));
}

#[derive(Serialize)]
struct Total<'a> {
    nodes: u64,
    hash: &'a str,
    elapsed_ms: f64,
}

fn tell(signature: &Signature, elapsed_ms: f64, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.event("total", &Total { nodes: signature.nodes, hash: &signature.hash, elapsed_ms });
    }
    signature.rows.iter().try_for_each(|row| tell_row(row, output))?;
    output.line(&styled(STRONG, &signature.total()))?;
    let cost = format!("{}, {}", time(elapsed_ms), speed(signature.nodes, elapsed_ms));
    Ok(output.line(&styled(FAINT, &cost))?)
}

fn tell_row(row: &BenchRow, output: &mut Output) -> Result<(), Failure> {
    let title = format!("{} {} {}", row.game, row.position, row.search);
    Ok(output.line(&format!("{title:<62}{:>12}  {:<4} {}", grouped(row.nodes), row.move_text(), row.value))?)
}

fn check(signature: &Signature, committed: &str) -> Code {
    let differences = signature.differences(committed);
    for difference in &differences {
        complain(difference);
    }
    if differences.is_empty() { Code::Fine } else { Code::Failed }
}
