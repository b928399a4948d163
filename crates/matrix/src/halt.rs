//! How a long computation is told to end.

use std::time::Instant;

/// The computation was told to end before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// Asked now and then by everything that may take long.
pub struct Halt<'a> {
    deadline: Option<Instant>,
    asked: Option<&'a (dyn Fn() -> bool + 'a)>,
}

impl<'a> Halt<'a> {
    /// Never.
    pub const NEVER: Halt<'static> = Halt { deadline: None, asked: None };

    /// At the deadline, or as soon as the function says so.
    pub fn new(deadline: Option<Instant>, asked: Option<&'a (dyn Fn() -> bool + 'a)>) -> Halt<'a> {
        Halt { deadline, asked }
    }

    /// `Err` if it is time to end.
    pub fn check(&self) -> Result<(), Halted> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.asked.is_some_and(|asked| asked()) { Err(Halted) } else { Ok(()) }
    }
}
