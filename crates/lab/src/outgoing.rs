//! Responses: whole bodies and streams, with the security headers for browsers.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{ALLOW, HeaderValue};
use rootward_session::StopFlag;
use tokio::sync::mpsc::Receiver;

use crate::reply::{LINES, Response};

/// The body of a response.
pub(crate) enum Outgoing {
    Whole(Option<Bytes>),
    Stream { lines: Receiver<Bytes>, _stop: StopOnDrop },
}

/// Raises a stop flag when it is dropped: when the client has disconnected, or has received everything.
pub(crate) struct StopOnDrop(pub(crate) StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

impl Body for Outgoing {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            Outgoing::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Outgoing::Stream { lines, .. } => lines.poll_recv(cx).map(|line| line.map(|line| Ok(Frame::data(line)))),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Outgoing::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Outgoing::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            Outgoing::Stream { .. } => SizeHint::default(),
        }
    }
}

/// Scripts, styles and pictures come from this server alone, and no other page may hold this one in a frame.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// The response as it is sent, whole.
pub(crate) fn whole(response: Response, head_only: bool) -> hyper::Response<Outgoing> {
    let Response { status, content_type, headers, body } = response;
    let length = body.len();
    let body = if head_only || body.is_empty() { None } else { Some(Bytes::from(body)) };
    let mut response = hyper::Response::new(Outgoing::Whole(body));
    *response.status_mut() = hyper::StatusCode::from_u16(status).unwrap_or(hyper::StatusCode::INTERNAL_SERVER_ERROR);
    if head_only {
        put(&mut response, "content-length", &length.to_string());
    }
    if status == 405 {
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD, POST"));
    }
    guard(&mut response, content_type);
    for (name, value) in headers {
        put(&mut response, name, &value);
    }
    response
}

/// The response for a stream of lines, sent as they come.
pub(crate) fn stream(lines: Receiver<Bytes>, stop: StopOnDrop) -> hyper::Response<Outgoing> {
    let mut response = hyper::Response::new(Outgoing::Stream { lines, _stop: stop });
    guard(&mut response, LINES);
    response
}

fn guard(response: &mut hyper::Response<Outgoing>, content_type: &str) {
    let lines = [
        ("content-type", content_type),
        ("content-security-policy", POLICY),
        // For browsers that do not know `frame-ancestors`.
        ("x-frame-options", "DENY"),
        ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
    ];
    for (name, value) in lines {
        put(response, name, value);
    }
}

fn put(response: &mut hyper::Response<Outgoing>, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}
