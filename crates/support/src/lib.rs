//! Plain things that several crates need, each once. Nothing here knows a game or a search.
//!
//! * [`adjudication`]: when the result of a game is clear before its end.
//! * [`random`]: SplitMix64, as a generator and as a hash of one number.
//! * [`hash`]: FNV-1a to tell texts apart, CRC-32 to notice damage.
//! * [`clock`]: moments, also where the standard library has no clock.
//! * [`file`](mod@file): files that are replaced whole.
//! * [`journal`]: files that grow record by record and survive a crash.
//! * [`Cursor`], [`TextError`]: reading a text, and what is wrong with it.
//! * [`text`]: numbers and quotations in messages.

pub mod adjudication;
pub mod clock;
pub mod file;
pub mod hash;
pub mod journal;
pub mod random;
mod scan;
pub mod text;

pub use random::Dice;
pub use scan::{Cursor, TextError};
