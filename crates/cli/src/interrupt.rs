//! Ctrl-C: the first one ends the search and keeps its results, the second ends the program.

use rootward_session::StopFlag;

use crate::failure::Code;

/// A flag that Ctrl-C raises; searches watch it.
pub fn stop_on_interrupt() -> StopFlag {
    let flag = StopFlag::default();
    let raised = flag.clone();
    let on_signal = move || {
        if raised.is_raised() {
            std::process::exit(Code::Interrupted as i32);
        }
        raised.raise();
    };
    // Where signals cannot be caught, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(on_signal);
    flag
}

/// The exit code of a command that may have been interrupted.
pub fn code_after(flag: &StopFlag) -> Code {
    if flag.is_raised() { Code::Interrupted } else { Code::Fine }
}
