//! A child process that exchanges lines with the referee, with a timeout.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rootward_session::{Problem, StopFlag};

use crate::timekeeping::process_time;
use crate::{ChildCommand, Fault};

/// How often the match's stop flag is checked.
const PERIOD: Duration = Duration::from_millis(20);

/// How long a program may take to exit after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// A longer line is truncated: a program that never ends its line must not fill the memory.
const LONGEST_LINE: u64 = 1 << 16;

/// The number of lines buffered for reading; beyond it, the program has to wait.
const WAITING_LINES: usize = 1 << 12;

/// A running program.
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<ReceivedLine>,
    /// Its last lines, for the report of a crash.
    last: String,
}

/// A line, and when it arrived.
pub(crate) struct ReceivedLine {
    pub(crate) text: String,
    pub(crate) at: Instant,
}

impl Process {
    /// Starts a program.
    pub(crate) fn start(command: &ChildCommand) -> Result<Process, Problem> {
        let mut starting = Command::new(&command.program);
        starting.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C on a terminal goes to the whole process group, but the referee decides when a program ends.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut starting, 0);
        let failed = |error: &dyn std::fmt::Display| {
            Problem::new(format!("'{}' does not start: {error}", command.program), "a program that can be run")
        };
        let mut child = starting.spawn().map_err(|error| failed(&error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(&"it has no input or output"));
        };
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(text) = read_line(&mut output) {
                if sender.send(ReceivedLine { text, at: Instant::now() }).is_err() {
                    break;
                }
            }
        });
        Ok(Process { child, input, lines, last: String::new() })
    }

    /// Sends a line to the program.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), Fault> {
        let said = self.input.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.input.flush());
        said.map_err(|_| self.crashed())
    }

    /// Waits for a line until the deadline.
    pub(crate) fn hear(&mut self, until: Instant, cancel: &StopFlag) -> Result<Option<ReceivedLine>, Fault> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(PERIOD)) {
                Ok(line) => {
                    self.last.clone_from(&line.text);
                    return Ok(Some(line));
                }
                Err(RecvTimeoutError::Disconnected) if cancel.is_raised() => return Err(Fault::Cancelled),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
                Err(RecvTimeoutError::Timeout) if cancel.is_raised() => return Err(Fault::Cancelled),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The CPU time that it has used so far.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        process_time(self.child.id())
    }

    /// Discards the lines received so far.
    pub(crate) fn forget(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    fn crashed(&mut self) -> Fault {
        // The output closes a moment before the process ends.
        let ended = self.wait(FAREWELL);
        let how = ended.map_or("its output is closed".to_owned(), |status| format!("it ended with {status}"));
        let last: String = self.last.chars().take(80).collect();
        Fault::Crashed(if last.is_empty() { how } else { format!("{how}, its last words '{last}'") })
    }

    fn wait(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// Kills a program that did not respond.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both protocols use the same command.
        let _ = self.say("quit");
        if self.wait(FAREWELL).is_none() {
            self.kill();
        }
    }
}

/// The next line without its line end; none at the end of the output.
fn read_line(output: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok()?;
    (read > 0).then(|| String::from_utf8_lossy(&bytes).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(script: &str) -> Process {
        let arguments = vec!["-c".to_owned(), script.to_owned()];
        Process::start(&ChildCommand { program: "/bin/sh".to_owned(), arguments, ..Default::default() }).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    #[test]
    fn a_program_is_heard_and_its_end_is_noticed() {
        let mut process = program("read x; echo \"you said $x\"; exit 3");
        process.say("hello").unwrap();
        let never = StopFlag::default();
        assert_eq!(process.hear(soon(), &never).unwrap().unwrap().text, "you said hello");
        let Err(Fault::Crashed(remark)) = process.hear(soon(), &never) else { panic!("it is gone") };
        assert!(remark.contains("exit status: 3") && remark.contains("'you said hello'"), "{remark}");
    }

    #[test]
    fn the_timeout_ends_and_a_raised_flag_ends_it_sooner() {
        let mut process = program("sleep 30");
        let (start, flag) = (Instant::now(), StopFlag::default());
        assert!(process.hear(start + Duration::from_millis(30), &flag).unwrap().is_none());
        flag.raise();
        assert_eq!(process.hear(soon(), &flag).err(), Some(Fault::Cancelled));
        process.kill();
        assert!(start.elapsed() < Duration::from_secs(4));
    }

    #[test]
    fn a_line_without_an_end_is_cut() {
        let mut endless = BufReader::new(std::io::repeat(b'x'));
        assert_eq!(read_line(&mut endless).map(|line| line.len() as u64), Some(LONGEST_LINE));
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let command = ChildCommand { program: "/no/such/engine".to_owned(), ..Default::default() };
        let problem = Process::start(&command).err().unwrap().to_string();
        assert!(problem.starts_with("'/no/such/engine' does not start: "), "{problem}");
    }
}
