//! The tests of this crate from outside, as one program: each test program of its own would compile and link the search
//! again.
//!
//! `cargo test -p rootward-search --test all NAME::` runs one file. A new file is listed here; a test of `rootward-cli`
//! finds the one that is not.

mod agree;
mod chance;
mod connect_four;
mod histories;
mod limits;
mod lines;
mod only;
mod regressions;
mod root_proofs;
mod table_file;
mod techniques;
mod threads;
