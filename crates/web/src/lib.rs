//! The engine behind Rootward's page as a WebAssembly module, for a page without a server.
//!
//! [`RequestHandler`] takes a request as bytes and gives the response that the server gives. In a browser, a worker holds the module and talks to
//! it by the few functions of the module `abi`; `scripts/site` compiles it, and `rootward site` puts it beside the page.

mod request_handler;
#[cfg(target_family = "wasm")]
mod abi;

pub use request_handler::RequestHandler;
