//! How a long computation is stopped.

use rootward_support::clock::Instant;

/// The computation was stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// Checked now and then by every computation that may take long.
pub struct Halt<'a> {
    deadline: Option<Instant>,
    asked: Option<&'a (dyn Fn() -> bool + 'a)>,
}

impl<'a> Halt<'a> {
    /// Never stops.
    pub const NEVER: Halt<'static> = Halt { deadline: None, asked: None };

    /// Stops at the deadline, or as soon as the function returns true.
    pub fn new(deadline: Option<Instant>, asked: Option<&'a (dyn Fn() -> bool + 'a)>) -> Halt<'a> {
        Halt { deadline, asked }
    }

    /// `Err` if it is time to stop.
    pub fn check(&self) -> Result<(), Halted> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.asked.is_some_and(|asked| asked()) { Err(Halted) } else { Ok(()) }
    }
}
