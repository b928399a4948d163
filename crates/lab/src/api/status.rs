//! The load of the lab.

use serde::Serialize;

use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::Response;

#[derive(Serialize)]
struct Status {
    version: &'static str,
    searches: usize,
    waiting: usize,
    searches_begun: u64,
    idle_tables: usize,
    traces: usize,
    cache_bytes: usize,
    limits: Limits,
}

#[derive(Serialize)]
struct Limits {
    searches: usize,
    queue: usize,
    time_ms: u64,
    table_bytes: usize,
    trace_events: usize,
    cache_bytes: usize,
    body_bytes: usize,
    trace_body_bytes: usize,
}

/// `GET /api/status`.
pub(crate) fn status(lab: &Lab) -> Result<Response, Refusal> {
    let (traces, cache_bytes) = lab.cache.size();
    let limits = &lab.limits;
    Response::json(&Status {
        version: env!("CARGO_PKG_VERSION"),
        searches: lab.active_searches.running(),
        waiting: lab.active_searches.waiting(),
        searches_begun: lab.active_searches.begun(),
        idle_tables: lab.active_searches.idle_tables(),
        traces,
        cache_bytes,
        limits: Limits {
            searches: limits.searches,
            queue: limits.queue,
            time_ms: limits.search_time.as_millis() as u64,
            table_bytes: limits.table,
            trace_events: limits.trace_events,
            cache_bytes: limits.cache,
            body_bytes: limits.body,
            trace_body_bytes: limits.trace_body,
        },
    })
}
