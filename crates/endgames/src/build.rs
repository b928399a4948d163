//! Building tables into a folder: what they depend on first, each written as a whole, long ones saved on the way.

use std::collections::HashSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::file::{self, Table, state};
use crate::solve::{Cell, Cells, Failure, Solver, State, Wakes, Watch, memory_needed};
use crate::tables::path_of;
use crate::{Counts, Endings, Known, Metric, Solved, Sweep, count, order};

/// How to build.
#[derive(Clone, Debug)]
pub struct Options {
    /// What distances count.
    pub metric: Metric,
    /// Threads.
    pub threads: usize,
    /// The most memory to use, in bytes. More is refused before anything begins.
    pub memory: Option<u64>,
    /// The folder for the tables. It is made if there is none.
    pub folder: PathBuf,
    /// How often the sweeps of a long slice are saved.
    pub save_every: Duration,
}

impl Options {
    /// Two threads, no limit of memory, saved every two minutes.
    pub fn new(metric: Metric, folder: impl Into<PathBuf>) -> Options {
        let save_every = Duration::from_secs(120);
        Options { metric, threads: 2, memory: None, folder: folder.into(), save_every }
    }
}

/// What happens during a build.
#[derive(Clone, Debug)]
pub enum Progress<'a, S> {
    /// The table already exists.
    Kept(&'a S),
    /// A slice begins: its number, the number of slices, and whether it continues from saved sweeps.
    Begin(&'a S, usize, usize, bool),
    /// A sweep has been done, after this time.
    Sweep(&'a S, Sweep, Duration),
    /// The sweeps so far have been saved.
    Saved(&'a S),
    /// A table has been written.
    Written(&'a S, Written),
}

/// A table that has been written.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// What it holds.
    pub counts: Counts,
    /// The size of its file.
    pub bytes: u64,
    /// The checksum of its file.
    pub checksum: u32,
    /// How long its sweeps took, those before an interruption not included.
    pub solving: Duration,
    /// How long counting and writing took.
    pub writing: Duration,
}

/// What a build needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The most memory at any time, in bytes.
    pub memory: u64,
    /// Room for files, in bytes, by experience on the safe side.
    pub disk: u64,
}

/// Why a build ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// It was stopped. What was saved is used by the next build.
    Stopped,
    /// A sentence.
    Refused(String),
    /// A file could not be written, in a sentence.
    Unwritten(String),
}

/// What building these slices needs, with what they convert into, if nothing is there yet.
pub fn needs<E: Endings>(game: &E, slices: &[E::Slice], metric: Metric) -> Needs {
    needs_of(game, &order(game, slices), metric)
}

fn needs_of<E: Endings>(game: &E, slices: &[E::Slice], metric: Metric) -> Needs {
    let mut needs = Needs { memory: 0, disk: 0 };
    for slice in slices {
        let known: u64 = game.converts_into(slice).iter().map(|other| game.count(other)).sum();
        let numbers = game.count(slice);
        needs.memory = needs.memory.max(memory_needed(numbers, 1) + known);
        // Bytes of a compressed table and of saved sweeps for each number: 0.3 at most in any ending measured.
        needs.disk += if metric == Metric::Outcome { numbers / 20 } else { numbers * 2 / 5 };
    }
    needs.disk += slices.iter().map(|slice| game.count(slice) * 2 / 5).max().unwrap_or(0);
    needs
}

/// Builds the tables of these slices and of all that they convert into, those that already exist excepted.
pub fn build<E: Endings>(
    game: &E,
    slices: &[E::Slice],
    options: &Options,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Progress<'_, E::Slice>),
) -> Result<(), BuildError> {
    let _lock = enter(&options.folder)?;
    let (there, missing): (Vec<_>, Vec<_>) =
        order(game, slices).into_iter().partition(|slice| there(game, slice, options).is_some());
    if !missing.is_empty() {
        missing.iter().try_for_each(|slice| refuse_foreign(game, slice, options))?;
        refuse_unwritable(&options.folder)?;
        refuse_if_short(game, &missing, options)?;
    }
    there.iter().for_each(|slice| tell(Progress::Kept(slice)));
    let mut known = Known::default();
    for (at, slice) in missing.iter().enumerate() {
        for other in game.converts_into(slice) {
            if known.table(&other).is_none() {
                let solved = read(game, &other, options)?;
                known.insert(other, Arc::new(solved));
            }
        }
        let used: HashSet<E::Slice> = game.converts_into(slice).into_iter().collect();
        known.retain(|other| used.contains(other));
        let solved = one(game, slice, (at + 1, missing.len()), options, &known, stop, tell)?;
        // What comes next may convert into this one; what is needed later still is read again.
        let solved = Arc::new(solved);
        let wanted = missing.get(at + 1).is_some_and(|next| game.converts_into(next).contains(slice));
        if wanted {
            known.insert(slice.clone(), solved);
        }
    }
    Ok(())
}

/// Reads a table into memory. Where outcomes left out what conversions decide, they are put in again.
fn read<E: Endings>(game: &E, slice: &E::Slice, options: &Options) -> Result<Solved, BuildError> {
    let path = path_of(&options.folder, slice, options.metric);
    let refuse = |reason| BuildError::Refused(format!("{}: {reason}", path.display()));
    let mut solved = Table::open(&path).and_then(|table| table.load(options.threads)).map_err(refuse)?;
    if options.metric != Metric::Outcome {
        return Ok(solved);
    }
    let mut known = Known::default();
    for other in game.converts_into(slice) {
        let table = read(game, &other, options)?;
        known.insert(other, Arc::new(table));
    }
    let kernel = game.kernel(slice, options.metric.of_sweeps(), &known);
    solved.restore(&kernel, options.threads);
    Ok(solved)
}

fn there<E: Endings>(game: &E, slice: &E::Slice, options: &Options) -> Option<Table> {
    let table = Table::open(&path_of(&options.folder, slice, options.metric)).ok()?;
    let fits =
        table.header.game == game.game() && table.slice() == slice.to_string() && table.metric() == options.metric;
    // A damaged table is built again: others may be built from it.
    (fits && table.numbers() == game.stored(slice) && table.is_whole()).then_some(table)
}

/// Refuses to replace the table of another game, whose slices have the same names.
fn refuse_foreign<E: Endings>(game: &E, slice: &E::Slice, options: &Options) -> Result<(), BuildError> {
    let path = path_of(&options.folder, slice, options.metric);
    let Some(other) = Table::open(&path).ok().map(|table| table.header.game).filter(|other| *other != game.game())
    else {
        return Ok(());
    };
    let message = format!("{}: it is a table of {other}: expected a folder for {} alone", path.display(), game.game());
    Err(BuildError::Refused(message))
}

/// Does another build hold the folder? If not, this one does from now on, until the file is closed.
fn is_taken(folder: &File) -> bool {
    #[cfg(unix)]
    return rustix::fs::flock(folder, rustix::fs::FlockOperation::NonBlockingLockExclusive)
        .is_err_and(|error| error == rustix::io::Errno::WOULDBLOCK);
    #[cfg(not(unix))]
    {
        let _ = folder;
        false
    }
}

/// Makes the folder if there is none. Other builds are kept out of it until what comes back is dropped.
fn enter(folder: &Path) -> Result<Option<File>, BuildError> {
    let place = folder.display();
    let refuse = |error: std::io::Error| BuildError::Refused(format!("{place}: {error}"));
    std::fs::create_dir_all(folder).map_err(refuse)?;
    let lock = if cfg!(unix) { Some(File::open(folder).map_err(refuse)?) } else { None };
    if lock.as_ref().is_some_and(is_taken) {
        let message =
            format!("{place}: another build is at work there: expected that it ends first, or another folder");
        return Err(BuildError::Refused(message));
    }
    Ok(lock)
}

/// Refuses a folder that nothing can be written into, before hours are spent.
fn refuse_unwritable(folder: &Path) -> Result<(), BuildError> {
    let trial = folder.join("build.trial");
    let tried = File::create(&trial).and_then(|_| std::fs::remove_file(&trial));
    tried.map_err(|error| BuildError::Refused(format!("{}: nothing can be written there: {error}", folder.display())))
}

fn refuse_if_short<E: Endings>(game: &E, missing: &[E::Slice], options: &Options) -> Result<(), BuildError> {
    let needs = needs_of(game, missing, options.metric);
    if let Some(memory) = options.memory.filter(|&memory| memory < needs.memory) {
        return Err(BuildError::Refused(format!(
            "this needs {} of memory, and {} are allowed: a higher limit, or a smaller table, would do",
            size(needs.memory),
            size(memory)
        )));
    }
    let free = free_space(&options.folder);
    if let Some(free) = free.filter(|&free| free < needs.disk) {
        let folder = options.folder.display();
        return Err(BuildError::Refused(format!(
            "this may need {} in {folder}, where {} are free: expected more room, or another folder",
            size(needs.disk),
            size(free)
        )));
    }
    Ok(())
}

/// Distances that do not fit into bytes take twice the memory, which is known only when one occurs.
fn refuse_wide<E: Endings>(game: &E, slice: &E::Slice, options: &Options) -> Result<(), BuildError> {
    let known: u64 = game.converts_into(slice).iter().map(|other| game.count(other)).sum();
    let needed = memory_needed(game.count(slice), 2) + known;
    let Some(memory) = options.memory.filter(|&memory| memory < needed) else { return Ok(()) };
    Err(BuildError::Refused(format!(
        "{slice}: some distance is too long for a byte, and two need {} of memory, where {} are allowed",
        size(needed),
        size(memory)
    )))
}

fn free_space(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    return rustix::fs::statvfs(folder).ok().map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// A size in words: `1.5 GiB`.
fn size(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..1_024 => return format!("{bytes} bytes"),
        1_024..1_048_576 => (1_024.0, "KiB"),
        1_048_576..1_073_741_824 => (1_048_576.0, "MiB"),
        _ => (1_073_741_824.0, "GiB"),
    };
    format!("{:.1} {name}", bytes as f64 / unit)
}

/// Solves and writes one slice.
fn one<E: Endings>(
    game: &E,
    slice: &E::Slice,
    (at, of): (usize, usize),
    options: &Options,
    known: &Known<E::Slice>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Progress<'_, E::Slice>),
) -> Result<Solved, BuildError> {
    let path = path_of(&options.folder, slice, options.metric);
    let begin = Instant::now();
    let narrow = attempt::<E, u8>(game, slice, (at, of), options, known, stop, tell);
    let solved = match narrow {
        Err(Failure::TooFar) => {
            refuse_wide(game, slice, options)?;
            attempt::<E, u16>(game, slice, (at, of), options, known, stop, tell)
        }
        other => other,
    };
    let solved = solved.map_err(|failure| match failure {
        Failure::Stopped => BuildError::Stopped,
        Failure::TooFar => BuildError::Refused(format!("{slice}: some distance is more than 65,000 plies")),
    })?;
    if let Some(message) = game.broken() {
        return Err(BuildError::Refused(message));
    }
    let solving = begin.elapsed();
    let counts = count(game, slice, &solved, options.threads);
    let unwritten = |error: std::io::Error| {
        BuildError::Unwritten(format!("the file '{}' could not be written ({error})", path.display()))
    };
    let kernel = game.kernel(slice, options.metric.of_sweeps(), known);
    let job = file::Job { game, slice, kernel: &kernel, solved: &solved, counts, threads: options.threads };
    let checksum = file::write(&job, &path).map_err(unwritten)?;
    let _ = std::fs::remove_file(path.with_extension("sweeps"));
    let bytes = std::fs::metadata(&path).map_err(unwritten)?.len();
    let writing = begin.elapsed() - solving;
    tell(Progress::Written(slice, Written { counts, bytes, checksum, solving, writing }));
    Ok(solved)
}

fn attempt<E: Endings, C: Cell>(
    game: &E,
    slice: &E::Slice,
    (at, of): (usize, usize),
    options: &Options,
    known: &Known<E::Slice>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Progress<'_, E::Slice>),
) -> Result<Solved, Failure>
where
    Cells: From<Vec<C>>,
{
    let kernel = game.kernel(slice, options.metric.of_sweeps(), known);
    let path = path_of(&options.folder, slice, options.metric).with_extension("sweeps");
    let key = format!("{} {slice} {} {}", game.game(), options.metric.of_sweeps().name(), size_of::<C>());
    let cells = crate::Kernel::words(&kernel) * 64;
    let saved = state::load::<C>(&path, &key, cells, options.threads);
    tell(Progress::Begin(slice, at, of, saved.is_some()));
    let solver = Solver::new(&kernel, E::LAST_MOVE_WINS, options.threads, stop);
    let solver = match saved {
        Some((state, wakes)) => solver.resume(state, wakes),
        None => solver,
    };
    let now = Instant::now();
    let mut saving = Saving {
        slice,
        path: &path,
        key: &key,
        every: options.save_every,
        threads: options.threads,
        begin: now,
        last: now,
        stop,
        tell,
    };
    solver.run(options.metric, &mut saving)
}

/// Tells of sweeps, and saves the codes from time to time.
struct Saving<'a, 'b, S> {
    slice: &'a S,
    path: &'a Path,
    key: &'a str,
    every: Duration,
    threads: usize,
    begin: Instant,
    last: Instant,
    stop: &'a AtomicBool,
    tell: &'a mut (dyn FnMut(Progress<'_, S>) + 'b),
}

impl<S, C: Cell> Watch<C> for Saving<'_, '_, S> {
    fn sweep(&mut self, sweep: Sweep, state: &State<C>, wakes: &Wakes) {
        (self.tell)(Progress::Sweep(self.slice, sweep, self.begin.elapsed()));
        // A short slice is solved again sooner than saved.
        let stopped =
            self.stop.load(std::sync::atomic::Ordering::Relaxed) && self.begin.elapsed() > Duration::from_secs(5);
        if stopped || self.last.elapsed() >= self.every {
            // A build goes on without saving where it cannot save.
            if state::save(self.path, self.key, state, wakes, self.threads).is_ok() {
                (self.tell)(Progress::Saved(self.slice));
            }
            self.last = Instant::now();
        }
    }
}
