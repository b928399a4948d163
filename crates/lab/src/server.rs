//! The server: listens, reads requests, and passes them on.

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
use rootward_session::{Problem, TableFolders};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Notify, Semaphore};
use tokio::time::{sleep, timeout};

use crate::access::{AccessPolicy, Caller, is_opening};
use crate::call::Call;
use crate::client_timeout::TimeoutSocket;
use crate::lab::{Lab, too_large};
use crate::limits::LabLimits;
use crate::outgoing::{Outgoing, whole};
use crate::refusal::Refusal;
use crate::runner::Runner;

/// Where to listen, and the limits.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// A name or an address; the default is reachable from this machine only.
    pub host: String,
    /// The port; 0 picks a free one.
    pub port: u16,
    /// What requests may cost.
    pub limits: LabLimits,
    /// The endgame tables to use and to show.
    pub tables: TableFolders,
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        let (limits, tables) = (LabLimits::default(), TableFolders::default());
        ServerOptions { host: "127.0.0.1".to_owned(), port: 7878, limits, tables }
    }
}

/// A server that listens and has yet to be run.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    access: AccessPolicy,
    lab: Arc<Lab>,
    url: String,
    end: Arc<Notify>,
}

/// Stops a server from another thread.
#[derive(Clone)]
pub struct Handle(Arc<Notify>);

impl Handle {
    /// Stops the server and its searches.
    pub fn end(&self) {
        self.0.notify_one();
    }
}

/// Searches recurse: up to a thousand plies in a tree written by hand.
const STACK: usize = 16 << 20;
/// Whole traces that are read at the same time.
const LARGE_BODIES: usize = 2;
/// Bytes of a request's head.
const HEAD: usize = 16 << 10;

impl Server {
    /// Starts to listen.
    pub fn bind(options: ServerOptions) -> Result<Server, Problem> {
        let ServerOptions { host, port, limits, tables } = options;
        let lab = Lab::with_tables(limits, tables)?;
        let failed = |error: io::Error| refused(&host, port, &error);
        let listener = listen(&host, port).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        // Two threads read and write; searches and answers are computed on others.
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).thread_stack_size(STACK).enable_io().enable_time().build();
        Ok(Server {
            runtime: runtime.map_err(failed)?,
            listener,
            access: AccessPolicy::new(&host, address),
            lab: Arc::new(lab),
            url: url(&host, address),
            end: Arc::default(),
        })
    }

    /// The address of the page.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The lab that answers.
    pub fn lab(&self) -> &Arc<Lab> {
        &self.lab
    }

    /// A handle to stop it.
    pub fn handle(&self) -> Handle {
        Handle(self.end.clone())
    }

    /// Serves until it is stopped.
    pub fn run(self) -> io::Result<()> {
        let Server { runtime, listener, access, lab, end, .. } = self;
        let large_bodies = Semaphore::new(LARGE_BODIES);
        let host = Arc::new(Host { runner: Runner::new(lab.clone()), access, large_bodies });
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::spawn(accept(listener, host));
            end.notified().await;
            Ok(())
        });
        lab.active_searches.stop_all();
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

/// The address for a browser: a reachable one where the server listens on all addresses.
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
    access: AccessPolicy,
    large_bodies: Semaphore,
}

async fn accept(listener: tokio::net::TcpListener, host: Arc<Host>) {
    let limits = host.runner.lab.limits.clone();
    let connections = Arc::new(Semaphore::new(limits.connections));
    loop {
        let Ok(permit) = connections.clone().acquire_owned().await else { return };
        let Ok((socket, _)) = listener.accept().await else {
            // The system is short of a resource, which may be free again in a moment.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = socket.set_nodelay(true);
        let socket = TokioIo::new(TimeoutSocket::new(socket, limits.unread_time));
        let host = host.clone();
        tokio::spawn(async move {
            let _permit = permit;
            let time = host.runner.lab.limits.client_time;
            let service = service_fn(|request| serve(&host, request));
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(time).max_buf_size(HEAD).keep_alive(true);
            // Clients often disconnect early; that is no error.
            let _ = http.serve_connection(socket, service).await;
        });
    }
}

async fn serve(host: &Host, request: Request<Incoming>) -> Result<Response<Outgoing>, Infallible> {
    let head_only = request.method() == hyper::Method::HEAD;
    Ok(match read(host, request).await {
        Ok(call) => host.runner.respond(call).await,
        Err(refusal) => whole(refusal.to_response(), head_only),
    })
}

/// Reads a request, if it is meant for this server and not too large.
async fn read(host: &Host, request: Request<Incoming>) -> Result<Call, Refusal> {
    let headers = request.headers();
    let header = |name| text(headers, HeaderName::from_static(name));
    let (mode, dest) = (header("sec-fetch-mode"), header("sec-fetch-dest"));
    host.access.check(Caller {
        host: text(headers, HOST),
        origin: text(headers, ORIGIN),
        site: header("sec-fetch-site"),
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

/// A header line as text; `?` if it is not text.
fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// The whole body, unless it exceeds the limit.
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
