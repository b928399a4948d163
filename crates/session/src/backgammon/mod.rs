//! Backgammon only: bear-off tables.

mod bearoff;
mod bearoff_file;

pub(crate) use bearoff::mount;
pub use bearoff::{BearOff, BearOffChances, TableBuild, TableInfo, TableProgress, build_table, read_table};
