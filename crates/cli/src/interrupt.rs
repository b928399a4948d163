//! Ctrl-C, by one rule for all commands: the work stops within a second, what is known is printed, a sentence says how to go
//! on, and the exit code is 130. A second Ctrl-C ends the program at once.

use std::io::IsTerminal;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rootward_session::StopFlag;

use crate::failure::{Code, Failure, remind};
use crate::output::Output;

/// How long a command may take to come back after Ctrl-C before the program ends without it.
const GRACE: Duration = Duration::from_millis(900);

/// How often a job that cannot be stopped looks for Ctrl-C.
const PERIOD: Duration = Duration::from_millis(20);

/// What Ctrl-C does.
enum Reaction {
    /// No command is at work: the program ends.
    End,
    /// A flag is raised, and the command ends by itself. The sentence says how to go on, in case it does not.
    Stop(StopFlag, String),
    /// The command handles it itself.
    Call(Box<dyn FnMut() + Send>),
}

static REACTION: Mutex<Reaction> = Mutex::new(Reaction::End);

/// Ctrl-C was pressed.
static RAISED: AtomicBool = AtomicBool::new(false);

/// Something was printed since then: the command is finishing and prints what it knows.
static TOLD: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C, for all commands. Where signals cannot be caught, Ctrl-C ends the program as usual.
pub fn catch() {
    let _ = ctrlc::set_handler(on_signal);
}

fn reaction() -> MutexGuard<'static, Reaction> {
    REACTION.lock().unwrap_or_else(PoisonError::into_inner)
}

fn on_signal() {
    let is_second = RAISED.swap(true, Ordering::SeqCst);
    match &mut *reaction() {
        _ if is_second => end(),
        Reaction::End => {
            leave_with("nothing is kept; the same command starts again");
        }
        Reaction::Stop(flag, how) => {
            flag.raise();
            let how = how.clone();
            thread::spawn(move || {
                thread::sleep(GRACE);
                if !TOLD.load(Ordering::SeqCst) {
                    leave_with(&how);
                }
            });
        }
        Reaction::Call(call) => call(),
    }
}

fn leave_with(how: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
    remind(&stopped(how));
    end();
}

/// Ends the program as interrupted.
pub fn end() -> ! {
    exit(Code::Interrupted as i32)
}

fn stopped(how: &str) -> String {
    format!("Stopped by Ctrl-C. {how}")
}

/// A flag that Ctrl-C raises; searches watch it. `how` is a sentence on how to go on.
pub fn stop_on_interrupt(how: &str) -> StopFlag {
    let flag = StopFlag::default();
    if RAISED.load(Ordering::SeqCst) {
        flag.raise();
    }
    *reaction() = Reaction::Stop(flag.clone(), how.to_owned());
    flag
}

/// The same as a plain atomic flag, for what is no search and may take longer to stop.
pub fn flag_on_interrupt() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = flag.clone();
    call_on_interrupt(move || raised.store(true, Ordering::Relaxed));
    flag
}

/// Calls a function instead, from another thread. It ends the program itself, if that is meant.
pub fn call_on_interrupt(call: impl FnMut() + Send + 'static) {
    *reaction() = Reaction::Call(Box::new(call));
}

/// Output notes that it has printed something.
pub fn note_output() {
    if RAISED.load(Ordering::Relaxed) {
        TOLD.store(true, Ordering::SeqCst);
    }
}

/// Says that the command was stopped and how to continue: on stdout after the results, with JSON on stderr.
pub fn tell_stopped(how: &str, output: &mut Output) -> Result<Code, Failure> {
    if output.json {
        output.flush()?;
        remind(&stopped(how));
    } else {
        output.line(&stopped(how))?;
        output.flush()?;
    }
    Ok(Code::Interrupted)
}

/// The exit code of a command that may have been interrupted. If it was, a message says how to continue.
pub fn code_after(flag: &StopFlag, how: &str, output: &mut Output) -> Result<Code, Failure> {
    if flag.is_raised() { tell_stopped(how, output) } else { Ok(Code::Fine) }
}

/// Runs a job that cannot be stopped in a thread of its own, and yields what it sends until it ends or the flag is raised. Then
/// the thread is left behind, and ends with the program.
pub fn until_stopped<T: Send + 'static>(
    flag: &StopFlag,
    job: impl FnOnce(&Sender<T>) + Send + 'static,
) -> impl Iterator<Item = T> {
    let (sender, receiver) = mpsc::channel();
    let mut worker = Some(thread::spawn(move || job(&sender)));
    let flag = flag.clone();
    std::iter::from_fn(move || {
        loop {
            match receiver.recv_timeout(PERIOD) {
                Ok(item) => return Some(item),
                Err(RecvTimeoutError::Timeout) if flag.is_raised() => return None,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    if let Some(Err(panic)) = worker.take().map(thread::JoinHandle::join) {
                        std::panic::resume_unwind(panic);
                    }
                    return None;
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_heard_to_its_end_or_until_the_flag() {
        let flag = StopFlag::default();
        let all: Vec<u32> = until_stopped(&flag, |sender| (0..3).for_each(|n| sender.send(n).unwrap_or(()))).collect();
        assert_eq!(all, [0, 1, 2]);
        let mut endless = until_stopped(&flag, |sender| {
            sender.send(7).unwrap_or(());
            thread::sleep(Duration::from_secs(3600));
        });
        assert_eq!(endless.next(), Some(7));
        flag.raise();
        assert_eq!(endless.next(), None);
    }
}
