//! The page of Rootward: a small web server for one machine.
//!
//! * [`Lab`] answers a [`Call`], with or without a socket: either data at once, or a [`SearchJob`] that the caller has to
//!   run. [`LabLimits`] says what a request may cost.
//! * [`Server`] listens, accepts only requests that are meant for it, runs the searches, and stops a search when its client
//!   disconnects.
//!
//! The files of the page are part of the program; nothing is fetched from elsewhere.

mod limits;
mod call;
mod refusal;
mod reply;
mod at;
mod weight;
mod setting;
mod stored_trace;
mod cache;
mod active_searches;
mod page_files;
mod page;
mod api;
mod lab;
mod access;
mod client_timeout;
mod outgoing;
mod runner;
mod server;

pub use active_searches::ActiveSearches;
pub use call::Call;
pub use lab::Lab;
pub use limits::LabLimits;
pub use refusal::Refusal;
pub use reply::{Answer, Reply, SearchContext, SearchJob};
pub use server::{Handle, Server, ServerOptions};
