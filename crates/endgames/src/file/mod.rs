//! Tables in files.

mod codec;
mod header;
mod map;
mod pack;
mod read;
pub(crate) mod state;
mod write;

pub use read::Table;
pub(crate) use write::{Job, write};
