//! How long the referee waits for the answer of a program.

use std::time::{Duration, Instant};

use rootward_session::StopFlag;

use crate::process::{Process, ReceivedLine};
use crate::{Fault, Timekeeping, Turn};

/// How often the CPU time of a program is read at least.
const PERIOD: Duration = Duration::from_millis(200);

/// The wait for one move.
pub(crate) struct Wait {
    asked: Instant,
    allowed: Duration,
    /// By CPU time: what the process had used when it was asked.
    cpu: Option<CpuWait>,
}

struct CpuWait {
    before: Duration,
    last: Duration,
    moved_at: Instant,
    patience: Duration,
}

impl Wait {
    /// Begins to wait, right before the question. CPU time counts where there is a clock to be kept.
    pub(crate) fn begin(turn: &Turn<'_>, process: &Process) -> Wait {
        let by_cpu = turn.timekeeping == Timekeeping::Cpu && turn.clock.is_some();
        let asked = Instant::now();
        let cpu = process.cpu_time().filter(|_| by_cpu);
        let cpu = cpu.map(|before| CpuWait { before, last: before, moved_at: asked, patience: turn.patience });
        Wait { asked, allowed: turn.move_timeout, cpu }
    }

    /// The next line of the program; none if its time is over.
    pub(crate) fn hear(&mut self, process: &mut Process, cancel: &StopFlag) -> Result<Option<ReceivedLine>, Fault> {
        let Some(cpu) = &mut self.cpu else { return process.hear(self.asked + self.allowed, cancel) };
        loop {
            let now = Instant::now();
            let time = process.cpu_time().unwrap_or(cpu.last);
            if time > cpu.last {
                (cpu.last, cpu.moved_at) = (time, now);
            }
            let left = self.allowed.saturating_sub(time.saturating_sub(cpu.before));
            let patience = cpu.patience.saturating_sub(now.duration_since(cpu.moved_at));
            // Lines that are already here are heard, even if the time is over.
            if let Some(line) = process.hear(now + left.min(patience).min(PERIOD), cancel)? {
                return Ok(Some(line));
            }
            if left.is_zero() || patience.is_zero() {
                return Ok(None);
            }
        }
    }

    /// The time of an answer that has just been heard.
    pub(crate) fn time_of(&self, answer: &ReceivedLine, process: &Process) -> Duration {
        match &self.cpu {
            Some(cpu) => process.cpu_time().unwrap_or(cpu.last).saturating_sub(cpu.before),
            None => answer.at.saturating_duration_since(self.asked),
        }
    }
}
