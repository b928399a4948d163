//! The page of Rootward: a small web server for one machine.
//!
//! * [`Lab`] answers a [`Call`], socket or not: data at once, or a [`SearchJob`] that somebody with a place for a search
//!   has to run. What a request may cost is in [`LabLimits`].
//! * [`Server`] listens, lets in only requests that were meant for it, runs the searches, and ends them when the one who
//!   asked has gone.
//!
//! The files of the page are part of the program; nothing is ever fetched from anywhere.

mod limits;
mod call;
mod refusal;
mod reply;
mod at;
mod weight;
mod setting;
mod notes;
mod kept;
mod desk;
mod page_files;
mod page;
mod api;
mod lab;
mod doorman;
mod patience;
mod outgoing;
mod runner;
mod server;

pub use call::Call;
pub use desk::Desk;
pub use lab::Lab;
pub use limits::LabLimits;
pub use refusal::Refusal;
pub use reply::{Answer, Bench, Reply, SearchJob};
pub use server::{Handle, Server, ServerOptions};
