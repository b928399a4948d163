//! A folder of tables, or tables in memory, and probing them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::file::Table;
use crate::{Counts, Endings, Metric, Solved, Step, Unsolved, Value, count, order, solve_in_memory, steps};

/// The ending of a table's file name.
pub(crate) const SUFFIX: &str = "table";

/// The file of a slice in a folder.
pub(crate) fn path_of(folder: &Path, slice: &impl std::fmt::Display, metric: Metric) -> PathBuf {
    folder.join(format!("{slice}.{}.{SUFFIX}", metric.name()))
}

/// More plies than any line of best play has: damaged values must not make one that never ends.
const LONGEST_LINE: usize = 1 << 17;

/// The tables of a folder, or those solved in memory, all of one metric.
pub struct Tables<E: Endings> {
    game: E,
    metric: Metric,
    tables: HashMap<E::Slice, Stored>,
    damaged: Vec<String>,
}

/// Where the values of a slice are.
enum Stored {
    File(Table),
    Memory(Arc<Solved>, Counts),
}

impl Stored {
    fn value(&self, number: u64) -> Option<Value> {
        match self {
            Stored::File(table) => table.value(number),
            Stored::Memory(solved, _) => solved.value(number),
        }
    }
}

impl<E: Endings> Tables<E> {
    /// The tables of a game in a folder: those with this metric, or, if none is named, those to the end of the game, to
    /// conversion, or outcomes alone, whichever comes first. A sentence if there are none.
    pub fn open(game: E, folder: &Path, metric: Option<Metric>) -> Result<Tables<E>, String> {
        let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == SUFFIX));
        paths.sort();
        let mut found = Vec::new();
        let mut damaged = Vec::new();
        for path in paths {
            match Table::open(&path) {
                Ok(table) if table.header.game == game.game() => found.push((path, table)),
                Ok(_) => {}
                Err(reason) => damaged.push(format!("{}: {reason}", path.display())),
            }
        }
        let has = |metric: &Metric| found.iter().any(|(_, table)| table.metric() == *metric);
        let preferred = [Metric::End, Metric::Conversion, Metric::Outcome];
        let Some(metric) = metric.or_else(|| preferred.into_iter().find(has)).filter(has) else {
            let reason = damaged.first().map_or(String::new(), |reason| format!(" ({reason})"));
            let which = metric.map_or(String::new(), |metric| format!(" to {}", metric.name()));
            return Err(format!("{}: no endgame tables of {}{which} are there{reason}", folder.display(), game.game()));
        };
        let mut tables = HashMap::new();
        for (path, table) in found.into_iter().filter(|(_, table)| table.metric() == metric) {
            match game.slice(table.slice()) {
                Ok(slice) if game.stored(&slice) == table.numbers() => _ = tables.insert(slice, Stored::File(table)),
                Ok(_) => damaged.push(format!("{}: its size is not that of this ending", path.display())),
                Err(reason) => damaged.push(format!("{}: {reason}", path.display())),
            }
        }
        Ok(Tables { game, metric, tables, damaged })
    }

    /// Solves these slices and all that they convert into, in memory alone: for small endings.
    pub fn solved(
        game: E,
        slices: &[E::Slice],
        metric: Metric,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Tables<E>, Unsolved> {
        let known = solve_in_memory(&game, slices, metric, threads, stop, &mut |_, _| {})?;
        let stored = |slice: E::Slice| {
            let solved = known.table(&slice)?.clone();
            let counts = count(&game, &slice, &solved, threads);
            Some((slice, Stored::Memory(solved, counts)))
        };
        let tables = order(&game, slices).into_iter().filter_map(stored).collect();
        Ok(Tables { game, metric, tables, damaged: Vec::new() })
    }

    /// The game.
    pub fn game(&self) -> &E {
        &self.game
    }

    /// What distances count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Sentences about files that could not be used.
    pub fn damaged(&self) -> &[String] {
        &self.damaged
    }

    /// The slices, in order.
    pub fn slices(&self) -> Vec<E::Slice> {
        let mut slices: Vec<E::Slice> = self.tables.keys().cloned().collect();
        slices.sort();
        slices
    }

    /// The table of a slice, if it is a file.
    pub fn table(&self, slice: &E::Slice) -> Option<&Table> {
        match self.tables.get(slice)? {
            Stored::File(table) => Some(table),
            Stored::Memory(..) => None,
        }
    }

    /// What a slice holds.
    pub fn counts(&self, slice: &E::Slice) -> Option<Counts> {
        Some(match self.tables.get(slice)? {
            Stored::File(table) => table.counts(),
            Stored::Memory(_, counts) => *counts,
        })
    }

    /// The sweeps that solved a slice in memory.
    pub fn steps(&self, slice: &E::Slice) -> Option<Vec<Step>> {
        match self.tables.get(slice)? {
            Stored::File(_) => None,
            Stored::Memory(solved, _) => Some(steps(&self.game, slice, solved)),
        }
    }

    /// The value of a position, with its distance; `None` if no table has it.
    pub fn probe(&self, position: &E::Position) -> Option<Value> {
        if let Some(value) = self.game.trivial(position) {
            return Some(value);
        }
        let (slice, number) = self.game.number(position)?;
        if self.metric == Metric::Outcome {
            return self.outcome(position, &slice, number);
        }
        let stored = self.tables.get(&slice)?.value(number)?;
        self.game.adjust(position, stored, self.metric, &mut |position| self.probe(position))
    }

    /// The outcome. Where a conversion decides, a table of outcomes may say anything that is worse: it is smaller for that.
    fn outcome(&self, position: &E::Position, slice: &E::Slice, number: u64) -> Option<Value> {
        let table = self.tables.get(slice)?;
        let (mut best, mut missing) = (None, false);
        self.game.conversions(position, &mut |after| {
            if best != Some(Value::Win(0)) && !missing {
                match self.probe(&after) {
                    Some(value) => best = best.max(Some(self.metric.through_conversion(value))),
                    None => missing = true,
                }
            }
        });
        match best {
            _ if missing => None,
            Some(Value::Win(0)) => best,
            _ => {
                let stored = self
                    .game
                    .adjust(position, table.value(number)?, self.metric, &mut |position| self.probe(position))?;
                best.max(Some(stored))
            }
        }
    }

    /// The positions after all moves, with the value of each move for the side that makes it.
    pub fn successors(&self, position: &E::Position) -> Vec<(E::Position, Option<Value>)> {
        let here = self.game.number(position).map(|(slice, _)| slice);
        let mut all = Vec::new();
        self.game.moves(position, &mut |after| all.push((after, None)));
        for (after, value) in &mut all {
            let stays = here.is_some() && self.game.number(after).map(|(slice, _)| slice) == here;
            *value = self.probe(after).map(|after| {
                if stays { self.metric.through_move(after) } else { self.metric.through_conversion(after) }
            });
        }
        all
    }

    /// The value of a position from its successors: where the game is over, its end; otherwise the best move.
    pub fn best_of_successors(&self, position: &E::Position) -> Option<Value> {
        if let Some(end) = self.game.end(position) {
            return Some(end);
        }
        self.successors(position)
            .into_iter()
            .map(|(_, value)| value)
            .try_fold(None, |best, value| Some(best.max(Some(value?))))?
    }

    /// The line of best play from a won or lost position: to the end of the game, or, with distances to conversion, to the
    /// conversion. The positions after each move. Without distances there is no line.
    pub fn line(&self, position: &E::Position) -> Vec<E::Position> {
        let mut line: Vec<E::Position> = Vec::new();
        let slice = self.game.number(position).map(|(slice, _)| slice);
        if self.metric == Metric::Outcome {
            return line;
        }
        loop {
            let here = line.last().unwrap_or(position);
            let over = self.game.end(here).is_some() || self.probe(here).is_none_or(|value| value == Value::Draw);
            let converted =
                self.metric == Metric::Conversion && self.game.number(here).map(|(slice, _)| slice) != slice;
            if over || converted || line.len() >= LONGEST_LINE {
                return line;
            }
            // The first of the best moves.
            let best = self.successors(here).into_iter().rev().max_by_key(|(_, value)| *value);
            let Some((after, Some(_))) = best else { return line };
            line.push(after);
        }
    }
}
