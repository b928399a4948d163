//! What a clock of a match measures: the time that passes, or the CPU time that a player uses.
//!
//! On a busy machine an engine loses time to other programs, and games on the wall clock are decided by them. CPU time does
//! not pass while an engine waits for a core. It is the sum over the engine's threads.

use std::time::Duration;

use rootward_session::{Problem, ThreadClock};

/// What a clock measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timekeeping {
    /// The time that passes, from the question to the answer.
    #[default]
    Wall,
    /// The CPU time of the threads that search; for a program, of its process.
    Cpu,
}

impl Timekeeping {
    /// Checks that this system can measure it.
    pub fn check(self) -> Result<(), Problem> {
        match self {
            Timekeeping::Cpu if !cfg!(target_os = "linux") => {
                Err(Problem::new("the CPU time of another process is read on Linux only", "the wall clock here"))
            }
            _ => Ok(()),
        }
    }

    /// The clock that a search of this program goes by; none for the wall clock.
    pub(crate) fn thread_clock(self) -> Option<ThreadClock> {
        match self {
            Timekeeping::Wall => None,
            Timekeeping::Cpu => Some(thread_time),
        }
    }
}

/// The CPU time of the calling thread.
#[cfg(target_os = "linux")]
fn thread_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// The CPU time of a process with all its threads; none if it has ended.
#[cfg(target_os = "linux")]
pub(crate) fn process_time(id: u32) -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    let id = nix::unistd::Pid::from_raw(id.try_into().ok()?);
    // The same time as utime + stime of /proc/PID/stat, but in nanoseconds instead of hundredths of a second.
    ClockId::pid_cpu_clock_id(id).and_then(clock_gettime).ok().map(Duration::from)
}

#[cfg(not(target_os = "linux"))]
fn thread_time() -> Duration {
    Duration::ZERO
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn process_time(_: u32) -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::thread;
    use std::time::Instant;

    #[test]
    fn waiting_costs_no_cpu_time_and_working_does() {
        let before = thread_time();
        thread::sleep(Duration::from_millis(60));
        assert!(thread_time() - before < Duration::from_millis(30));
        let (before, start) = (thread_time(), Instant::now());
        while thread_time() - before < Duration::from_millis(5) {
            assert!(start.elapsed() < Duration::from_secs(60), "CPU time stands still");
        }
        let of_the_process = process_time(std::process::id()).unwrap();
        assert!(of_the_process >= thread_time(), "a process has the time of all its threads");
        assert_eq!(process_time(u32::MAX), None);
    }
}
