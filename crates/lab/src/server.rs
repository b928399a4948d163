//! The server: listens, reads requests, and hands them on.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::{Body, Incoming};
use hyper::header::{HOST, HeaderMap, HeaderName, IF_NONE_MATCH, ORIGIN};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use rootward_session::Problem;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Notify, Semaphore};
use tokio::time::{sleep, timeout};

use crate::call::Call;
use crate::doorman::{Caller, Doorman, is_opening};
use crate::lab::{Lab, too_large};
use crate::limits::LabLimits;
use crate::outgoing::{Outgoing, whole};
use crate::patience::Patient;
use crate::refusal::Refusal;
use crate::runner::Runner;

/// Where to listen, and how much to give.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// A name or an address; only this machine can reach the default.
    pub host: String,
    /// 0 picks a free one.
    pub port: u16,
    /// What requests may cost.
    pub limits: LabLimits,
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        ServerOptions { host: "127.0.0.1".to_owned(), port: 7878, limits: LabLimits::default() }
    }
}

/// A server that listens and waits to be run.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    doorman: Doorman,
    lab: Arc<Lab>,
    url: String,
    end: Arc<Notify>,
}

/// Ends a server from another thread.
#[derive(Clone)]
pub struct Handle(Arc<Notify>);

impl Handle {
    /// Ends it. Searches are stopped.
    pub fn end(&self) {
        self.0.notify_one();
    }
}

/// Searches follow the game downwards, a thousand plies of a tree on paper.
const STACK: usize = 16 << 20;
/// Whole traces that are read at the same time.
const LARGE_BODIES: usize = 2;
/// Requests have short heads.
const HEAD: usize = 16 << 10;

impl Server {
    /// Begins to listen.
    pub fn bind(options: ServerOptions) -> Result<Server, Problem> {
        let ServerOptions { host, port, limits } = options;
        let failed = |error: io::Error| refused(&host, port, &error);
        let listener = listen(&host, port).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        // Two threads read and write; searches and answers are worked out on others.
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).thread_stack_size(STACK).enable_io().enable_time().build();
        Ok(Server {
            runtime: runtime.map_err(failed)?,
            listener,
            doorman: Doorman::new(&host, address),
            lab: Arc::new(Lab::new(limits)),
            url: url(&host, address),
            end: Arc::default(),
        })
    }

    /// Where the page is.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What answers.
    #[must_use]
    pub fn lab(&self) -> &Arc<Lab> {
        &self.lab
    }

    /// Something to end it by.
    #[must_use]
    pub fn handle(&self) -> Handle {
        Handle(self.end.clone())
    }

    /// Answers until it is told to end.
    pub fn run(self) -> io::Result<()> {
        let Server { runtime, listener, doorman, lab, end, .. } = self;
        let large_bodies = Semaphore::new(LARGE_BODIES);
        let host = Arc::new(Host { runner: Runner::new(lab.clone()), doorman, large_bodies });
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::spawn(accept(listener, host));
            end.notified().await;
            Ok(())
        });
        lab.desk.stop_all();
        runtime.shutdown_timeout(Duration::from_secs(2));
        served
    }
}

fn listen(host: &str, port: u16) -> io::Result<TcpListener> {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
    TcpListener::bind(addresses.as_slice())
}

fn refused(host: &str, port: u16, error: &io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            Problem::new(format!("port {port} of {host} is in use"), "another port, such as --port 0 for a free one")
        }
        _ => Problem::sentence(format!("cannot listen on {host}, port {port}: {error}")),
    }
}

/// The address for a browser: one that can be gone to, where the server listens on all of them.
fn url(host: &str, address: SocketAddr) -> String {
    let name = match address.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        _ if host.contains(':') && !host.starts_with('[') => format!("[{host}]"),
        _ => host.to_owned(),
    };
    format!("http://{name}:{}/", address.port())
}

/// What every connection needs.
struct Host {
    runner: Runner,
    doorman: Doorman,
    large_bodies: Semaphore,
}

async fn accept(listener: tokio::net::TcpListener, host: Arc<Host>) {
    let limits = host.runner.lab.limits.clone();
    let connections = Arc::new(Semaphore::new(limits.connections));
    loop {
        let Ok(permit) = connections.clone().acquire_owned().await else { return };
        let Ok((socket, _)) = listener.accept().await else {
            // The system is short of something; it may have it back in a moment.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = socket.set_nodelay(true);
        let socket = TokioIo::new(Patient::new(socket, limits.unread_time));
        let host = host.clone();
        tokio::spawn(async move {
            let _permit = permit;
            let time = host.runner.lab.limits.client_time;
            let service = service_fn(|request| serve(&host, request));
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(time).max_buf_size(HEAD).keep_alive(true);
            // Clients that go away in the midst of something are no news.
            let _ = http.serve_connection(socket, service).await;
        });
    }
}

async fn serve(host: &Host, request: Request<Incoming>) -> Result<Response<Outgoing>, Infallible> {
    let head_only = request.method() == hyper::Method::HEAD;
    Ok(match read(host, request).await {
        Ok(call) => host.runner.respond(call).await,
        Err(refusal) => whole(refusal.to_answer(), head_only),
    })
}

/// Reads a request, if it is meant for us and of a decent size.
async fn read(host: &Host, request: Request<Incoming>) -> Result<Call, Refusal> {
    let headers = request.headers();
    let told = |name| text(headers, HeaderName::from_static(name));
    let (mode, dest) = (told("sec-fetch-mode"), told("sec-fetch-dest"));
    host.doorman.check(Caller {
        host: text(headers, HOST),
        origin: text(headers, ORIGIN),
        site: told("sec-fetch-site"),
        opens_page: is_opening(request.method().as_str(), request.uri().path(), mode, dest),
    })?;
    let mut call = Call {
        method: request.method().as_str().to_owned(),
        path: request.uri().path().to_owned(),
        query: request.uri().query().unwrap_or_default().to_owned(),
        known: text(headers, IF_NONE_MATCH).map(str::to_owned),
        body: Vec::new(),
    };
    let lab = &host.runner.lab;
    let limit = lab.body_limit(&call.path);
    let body = async {
        let _permit = if limit > lab.limits.body { host.large_bodies.acquire().await.ok() } else { None };
        collect(request.into_body(), limit).await
    };
    let late = |_| Refusal::new(408, "the body took too long to arrive");
    call.body = timeout(lab.limits.client_time, body).await.map_err(late)??;
    Ok(call)
}

/// A header line as text. One that is no text is one that nobody expects.
fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// The whole body, unless it is larger than it may be.
async fn collect(mut body: Incoming, limit: usize) -> Result<Vec<u8>, Refusal> {
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| Refusal::new(400, "the body ended too soon"))?;
        let Some(data) = frame.data_ref() else { continue };
        if bytes.len() + data.len() > limit {
            return Err(too_large(limit));
        }
        bytes.extend_from_slice(data);
    }
    Ok(bytes)
}
