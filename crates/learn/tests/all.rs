//! The tests of this crate, one program.

mod data;
mod learning;
mod records;
mod shipped;
mod updates;
