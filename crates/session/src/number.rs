//! Numbers in sentences.

pub use rootward_support::text::{counted, grouped};
