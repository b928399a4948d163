//! Measurement: CPU time of the process, with the contenders in turns, so that other load on the machine affects all alike.

use std::time::Duration;

use cpu_time::ProcessTime;

/// The CPU time of a task, over all threads of the process, and its result.
pub fn cpu_time<R>(task: impl FnOnce() -> R) -> (Duration, R) {
    let start = ProcessTime::now();
    let result = task();
    (start.elapsed(), result)
}

/// One run of a contender.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub cpu: Duration,
    /// The work done, in the unit of the case.
    pub work: u64,
    /// The answer.
    pub value: i32,
}

/// A program that does the task of a case. Its preparations outside the timing are its own.
pub struct Contender<'a> {
    name: String,
    run: Box<dyn FnMut() -> Run + 'a>,
}

impl<'a> Contender<'a> {
    pub fn new(name: impl Into<String>, run: impl FnMut() -> Run + 'a) -> Contender<'a> {
        Contender { name: name.into(), run: Box::new(run) }
    }
}

/// One task and the results of the contenders. The others are compared with the first row.
pub struct Case {
    pub benchmark: &'static str,
    pub title: String,
    /// The unit of [`Run::work`].
    pub unit: &'static str,
    /// The number of equal tasks in a run: positions solved, or repetitions.
    pub tasks: usize,
    pub compare: Compare,
    pub rows: Vec<Row>,
}

/// The meaning of the ratio in the last column.
pub enum Compare {
    /// CPU time of the task, in the fastest runs.
    Time,
    /// CPU time for equal work, in the best runs: for contenders whose work is random.
    TimePerWork,
}

impl Case {
    /// The CPU time as a multiple of the first row's.
    pub fn ratio(&self, row: &Row) -> f64 {
        let first = &self.rows[0];
        match self.compare {
            Compare::Time => row.quickest().as_secs_f64() / first.quickest().as_secs_f64(),
            Compare::TimePerWork => first.best_rate() / row.best_rate(),
        }
    }
}

/// All runs of one contender.
pub struct Row {
    pub name: String,
    runs: Vec<Run>,
}

/// Runs the contenders A B C A B C …, for this many rounds.
pub fn in_turns(rounds: usize, mut contenders: Vec<Contender<'_>>) -> Vec<Row> {
    let mut runs = vec![Vec::new(); contenders.len()];
    for _ in 0..rounds {
        for (contender, runs) in contenders.iter_mut().zip(&mut runs) {
            runs.push((contender.run)());
        }
    }
    contenders.into_iter().zip(runs).map(|(contender, runs)| Row { name: contender.name, runs }).collect()
}

impl Row {
    /// The fastest run: the one that other load on the machine disturbed least.
    pub fn quickest(&self) -> Duration {
        self.runs.iter().map(|run| run.cpu).min().unwrap_or_default()
    }

    pub fn median(&self) -> Duration {
        median(self.runs.iter().map(|run| run.cpu).collect())
    }

    /// The work of a typical run. A contender that chooses at random does not do the same each time.
    pub fn work(&self) -> u64 {
        median(self.runs.iter().map(|run| run.work).collect())
    }

    /// Work per second of CPU time, in the best run.
    pub fn best_rate(&self) -> f64 {
        self.runs.iter().map(|run| run.work as f64 / run.cpu.as_secs_f64()).fold(0.0, f64::max)
    }

    /// The answer, if all runs gave the same.
    pub fn value(&self) -> Option<i32> {
        let first = self.runs.first()?.value;
        self.runs.iter().all(|run| run.value == first).then_some(first)
    }
}

fn median<T: Ord + Copy + Default>(mut values: Vec<T>) -> T {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}
