//! The page of Rootward: a small web server for one machine.
//!
//! * [`Lab`] answers a [`Call`], with or without a socket: either data at once, or a [`SearchJob`] that the caller has to
//!   run. [`LabLimits`] says what a request may cost.
//! * [`Server`] listens, accepts only requests that are meant for it, runs the searches, and stops a search when its client
//!   disconnects.
//! * [`site`](mod@site) is the page as files for any web host, with the engine as a WebAssembly module in the place of the server.
//!
//! The files of the page are part of the program; nothing is fetched from elsewhere.

// What only the server needs of the modules below is unused there.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

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
mod api;
mod lab;

// Sockets, and the files that go over them. A browser has neither: there, the same answers come from a worker.
#[cfg(not(target_family = "wasm"))]
mod page_files;
#[cfg(not(target_family = "wasm"))]
mod page;
#[cfg(not(target_family = "wasm"))]
pub mod site;
#[cfg(not(target_family = "wasm"))]
mod access;
#[cfg(not(target_family = "wasm"))]
mod client_timeout;
#[cfg(not(target_family = "wasm"))]
mod outgoing;
#[cfg(not(target_family = "wasm"))]
mod runner;
#[cfg(not(target_family = "wasm"))]
mod server;

pub use active_searches::ActiveSearches;
pub use call::Call;
pub use lab::Lab;
pub use limits::LabLimits;
pub use refusal::Refusal;
pub use reply::{Reply, Response, SearchContext, SearchJob};
#[cfg(not(target_family = "wasm"))]
pub use server::{Handle, Server, ServerOptions};
