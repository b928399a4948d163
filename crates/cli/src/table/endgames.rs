//! `rootward table build` for endgame tables: what is built, how far it is, and how it goes on after a stop.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rootward_endgames::{BuildError, Metric, Options, Sweep, Written};
use rootward_session::endgame_tables::{TableNews, endgame_tables};
use rootward_session::{NodeMeter, Problem, millis};
use serde::Serialize;

use super::folder::USUAL;
use super::words::{in_moves, length};
use crate::failure::{Code, Failure};
use crate::interrupt::flag_on_interrupt;
use crate::numbers::{grouped, time};
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::{BETWEEN_EVENTS, Progress as Line};

/// Builds endgame tables.
pub fn run(args: &super::build::Args, output: &mut Output) -> Result<Code, Failure> {
    let tables = endgame_tables(&args.game).map_err(|problem| or_bear_off(&args.game, problem))?;
    if args.names.is_empty() {
        let expected = "endings or numbers of pieces, such as KQKR or 3 in chess";
        return Err(Problem::new("no table is named", expected).into());
    }
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(USUAL));
    let options = Options {
        threads: args.threads(),
        memory: args.memory.map(|bytes| bytes as u64).or_else(free_memory),
        save_every: args.save_every,
        ..Options::new(args.metric.unwrap_or(Metric::End), folder)
    };
    let stop = flag_on_interrupt();
    let line = Line::start("beginning", &NodeMeter::default());
    let mut watch = Watch::new(output, &line, &stop);
    let result = tables.build(&args.names, &options, &stop, &mut |news| watch.hear(news));
    let (printed, tables, saved) = (watch.printed, watch.tables, watch.saved);
    let elapsed = watch.begin.elapsed();
    drop(line);
    printed?;
    match result {
        Ok(()) => end(&options.folder, tables, elapsed, output),
        Err(BuildError::Refused(message)) => Err(Problem::sentence(message).into()),
        Err(BuildError::Unwritten(message)) => Err(Problem::system(message).into()),
        Err(BuildError::Stopped) => stopped(&options.folder, saved, output),
    }
}

/// A game without endings may be meant for the one table that is a file.
fn or_bear_off(game: &str, problem: Problem) -> Problem {
    let known = rootward_session::find_game(game).is_ok_and(|entry| entry.has_tables());
    if known { problem } else { Problem::sentence(format!("{problem}, or {}", super::build::BEAR_OFF)) }
}

/// The memory that is free, where the system tells it. More is not begun with.
fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let free = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    free.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

fn end(folder: &Path, (built, kept): (usize, usize), elapsed: Duration, output: &mut Output) -> Result<Code, Failure> {
    let folder = folder.display().to_string();
    if output.json {
        output.event("end", &End { folder, built, kept, elapsed_ms: millis(elapsed) })?;
    } else {
        let sentence = format!("{folder}: {built} built, {kept} there already, {}", time(millis(elapsed)));
        output.line(&styled(STRONG, &sentence))?;
    }
    Ok(Code::Fine)
}

fn stopped(folder: &Path, saved: Option<String>, output: &mut Output) -> Result<Code, Failure> {
    let folder = folder.display();
    if !output.json {
        let sweeps = saved.map(|slice| format!(" and the sweeps of {slice} so far")).unwrap_or_default();
        output.line(&format!(
            "Stopped. {folder} keeps the finished tables{sweeps}; the same command goes on from there."
        ))?;
    }
    Ok(Code::Interrupted)
}

#[derive(Serialize)]
struct End {
    folder: String,
    built: usize,
    kept: usize,
    elapsed_ms: f64,
}

#[derive(Serialize)]
struct Begun {
    table: String,
    number: usize,
    of: usize,
    resumed: bool,
}

#[derive(Serialize)]
struct Named {
    table: String,
}

#[derive(Serialize)]
struct Swept {
    table: String,
    sweep: u32,
    settled: u64,
    numbers: u64,
    left_ms: Option<f64>,
}

#[derive(Serialize)]
struct Made {
    table: String,
    wins: u64,
    losses: u64,
    draws: u64,
    longest_win_moves: Option<u32>,
    bytes: u64,
    checksum: String,
    elapsed_ms: f64,
}

/// Prints the progress of a build.
struct Watch<'a> {
    output: &'a mut Output,
    line: &'a Line,
    stop: &'a AtomicBool,
    printed: Result<(), Failure>,
    begin: Instant,
    last_event: Instant,
    /// How many tables were built, and how many were there.
    tables: (usize, usize),
    /// The table whose sweeps were saved last.
    saved: Option<String>,
    /// Numbers of all tables to build, and of those that are built.
    numbers: (u64, u64),
    /// The positions of the current table that were solved in an earlier run.
    before: Option<u64>,
    place: (usize, usize),
}

impl<'a> Watch<'a> {
    fn new(output: &'a mut Output, line: &'a Line, stop: &'a AtomicBool) -> Self {
        let now = Instant::now();
        Watch {
            output,
            line,
            stop,
            printed: Ok(()),
            begin: now,
            last_event: now,
            tables: (0, 0),
            saved: None,
            numbers: (0, 0),
            before: None,
            place: (0, 0),
        }
    }

    fn hear(&mut self, news: TableNews) {
        if self.printed.is_ok() {
            self.printed = self.tell(news);
        }
        if self.printed.is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn tell(&mut self, news: TableNews) -> Result<(), Failure> {
        match news {
            TableNews::Wanted(numbers) => {
                self.numbers.0 = numbers;
                Ok(())
            }
            TableNews::Kept(table, numbers) => {
                self.tables.1 += 1;
                self.numbers.0 -= numbers;
                if self.output.json { self.output.event("kept", &Named { table }) } else { Ok(()) }
            }
            TableNews::Begin(table, number, of, resumed) => self.begin(table, number, of, resumed),
            TableNews::Sweep(table, sweep) => self.sweep(table, sweep),
            TableNews::Saved(table) => {
                self.saved = Some(table.clone());
                if self.output.json { self.output.event("saved", &Named { table }) } else { Ok(()) }
            }
            TableNews::Written(table, numbers, written, longest) => {
                self.numbers.1 += numbers;
                self.written(table, &written, longest)
            }
        }
    }

    fn begin(&mut self, table: String, number: usize, of: usize, resumed: bool) -> Result<(), Failure> {
        self.place = (number, of);
        self.before = resumed.then_some(0);
        if self.output.json {
            return self.output.event("begin", &Begun { table, number, of, resumed });
        }
        self.line.label(&format!("{table} ({number} of {of})"));
        if resumed {
            let _quiet = self.line.hush();
            self.output.line(&format!("{table} goes on from the sweeps that were saved"))?;
        }
        Ok(())
    }

    fn sweep(&mut self, table: String, sweep: Sweep) -> Result<(), Failure> {
        // The first sweep after a resumption includes what was solved before it.
        if self.before == Some(0) {
            self.before = Some(sweep.decided - sweep.settled.min(sweep.decided));
        }
        let left = self.left(sweep.decided);
        let Sweep { plies, decided, numbers, .. } = sweep;
        if self.output.json {
            if self.last_event.elapsed() < BETWEEN_EVENTS {
                return Ok(());
            }
            self.last_event = Instant::now();
            let left_ms = left.map(millis);
            return self.output.event("progress", &Swept { table, sweep: plies, settled: decided, numbers, left_ms });
        }
        let (number, of) = self.place;
        let left = left.map(|left| format!(", at most {} left", time(millis(left)))).unwrap_or_default();
        let settled = grouped(decided);
        self.line.label(&format!("{table} ({number} of {of}), sweep {plies}, {settled} positions settled{left}"));
        Ok(())
    }

    /// The time left if every number had to be solved at the rate so far. Draws and numbers without a position are never
    /// settled, so it is less.
    fn left(&self, decided: u64) -> Option<Duration> {
        let (all, built) = self.numbers;
        let done = built + decided.saturating_sub(self.before.unwrap_or(0));
        let left = all.saturating_sub(built + decided);
        let enough = self.begin.elapsed() > Duration::from_secs(1) && done > 0;
        enough.then(|| self.begin.elapsed().mul_f64(left as f64 / done as f64))
    }

    fn written(&mut self, table: String, written: &Written, longest: Option<u32>) -> Result<(), Failure> {
        self.tables.0 += 1;
        self.saved = None;
        let Written { counts, bytes, checksum, solving, writing } = *written;
        let sum = |of: fn(&rootward_endgames::SideCounts) -> u64| counts.sides.iter().map(of).sum::<u64>();
        let (wins, losses, draws) = (sum(|side| side.wins), sum(|side| side.losses), sum(|side| side.draws));
        let elapsed = millis(solving + writing);
        if self.output.json {
            let longest_win_moves = longest.map(in_moves);
            let checksum = format!("{checksum:08x}");
            let made = Made { table, wins, losses, draws, longest_win_moves, bytes, checksum, elapsed_ms: elapsed };
            return self.output.event("table", &made);
        }
        let _quiet = self.line.hush();
        let longest = longest.map(|plies| format!(", longest win {}", length(plies))).unwrap_or_default();
        let (wins, losses, draws) = (grouped(wins), grouped(losses), grouped(draws));
        self.output.line(&format!("{table}: {wins} won, {losses} lost, {draws} drawn{longest}"))?;
        let size = format!("  {} bytes, checksum {checksum:08x}, {}", grouped(bytes), time(elapsed));
        Ok(self.output.line(&styled(FAINT, &size))?)
    }
}
