//! Ctrl-C: the first one ends the search and keeps its results, the second ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rootward_session::StopFlag;

use crate::failure::Code;

/// A flag that Ctrl-C raises; searches watch it.
pub fn stop_on_interrupt() -> StopFlag {
    let flag = StopFlag::default();
    let raised = flag.clone();
    on_interrupt(move || {
        let again = raised.is_raised();
        raised.raise();
        again
    });
    flag
}

/// The same as a plain atomic flag, for what is no search.
pub fn flag_on_interrupt() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = flag.clone();
    on_interrupt(move || raised.swap(true, Ordering::Relaxed));
    flag
}

/// Raises a flag on Ctrl-C; ends the program if it was raised before.
fn on_interrupt(mut raise: impl FnMut() -> bool + Send + 'static) {
    let on_signal = move || {
        if raise() {
            std::process::exit(Code::Interrupted as i32);
        }
    };
    // Where signals cannot be caught, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(on_signal);
}

/// The exit code of a command that may have been interrupted.
pub fn code_after(flag: &StopFlag) -> Code {
    if flag.is_raised() { Code::Interrupted } else { Code::Fine }
}
