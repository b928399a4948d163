//! How a worker talks to the module: three functions of the module, four of the worker, and bytes in the module's memory.
//!
//! `start()` once; then, for each request, `room(length)` says where to put its bytes and `answer()` answers it. During `answer`,
//! the module calls `line` for each line of a stream and `answered` once at the end, and the worker copies the bytes before it
//! returns. There is no generated code between the two, so neither side needs a tool.
//!
//! A module searches on the worker's only thread and hears nothing meanwhile. To stop a search, the page ends the worker and starts
//! another from the compiled module: memory shared between the page and its workers would need headers that plain web hosts do not send,
//! and a search in slices would have to unwind and repeat its path at every slice.

// Functions that another language calls or provides cannot be declared without it.
#![allow(unsafe_code)]

use std::cell::RefCell;

use rootward_support::clock;

use crate::request_handler::RequestHandler;

#[link(wasm_import_module = "worker")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// A line of a stream.
    safe fn line(start: *const u8, length: usize);
    /// The end of a response: its status, the name of its type, and its body.
    safe fn answered(status: u32, kind: *const u8, kind_length: usize, start: *const u8, length: usize);
    /// The module cannot go on, and why.
    safe fn broke(start: *const u8, length: usize);
}

/// What `rootward site` knows the module by: its page is of the same version.
#[used]
#[unsafe(link_section = "rootward")]
static VERSION: [u8; env!("CARGO_PKG_VERSION").len()] = {
    let mut bytes = [0; env!("CARGO_PKG_VERSION").len()];
    bytes.copy_from_slice(env!("CARGO_PKG_VERSION").as_bytes());
    bytes
};

thread_local! {
    static HANDLER: RequestHandler = RequestHandler::default();
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn now_by_worker() -> f64 {
    now()
}

#[unsafe(no_mangle)]
extern "C" fn start() {
    clock::set(now_by_worker);
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        broke(message.as_ptr(), message.len());
    }));
    RequestHandler::install_games();
}

/// Room for a request of this length; what it holds is overwritten.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        *request = vec![0; length];
        request.as_mut_ptr()
    })
}

#[unsafe(no_mangle)]
extern "C" fn answer() {
    let request = REQUEST.take();
    let response = HANDLER.with(|handler| handler.answer(&request, &mut |bytes| line(bytes.as_ptr(), bytes.len())));
    let (kind, body) = (response.content_type, response.body);
    answered(response.status.into(), kind.as_ptr(), kind.len(), body.as_ptr(), body.len());
}
