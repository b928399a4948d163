//! A server on a free port and a small client, for tests over real sockets.
#![allow(dead_code, reason = "every test uses a part of it")]

pub mod schema;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rootward_lab::{Handle, LabLimits, Server, ServerOptions};
use serde_json::Value;

/// A server that ends with the test.
pub struct Served {
    pub address: SocketAddr,
    handle: Handle,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

impl Served {
    pub fn start(limits: LabLimits) -> Served {
        let server = Server::bind(ServerOptions { port: 0, limits, ..ServerOptions::default() }).unwrap();
        let address = server.url().strip_prefix("http://").unwrap().trim_end_matches('/').parse().unwrap();
        let handle = server.handle();
        let thread = Some(std::thread::spawn(move || server.run()));
        Served { address, handle, thread }
    }

    /// Ends it and returns how long that took.
    pub fn end(mut self) -> Duration {
        let begun = Instant::now();
        self.handle.end();
        self.thread.take().unwrap().join().unwrap().unwrap();
        begun.elapsed()
    }

    pub fn connect(&self) -> TcpStream {
        let socket = TcpStream::connect(self.address).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        socket.set_nodelay(true).unwrap();
        socket
    }

    /// Sends a request unchanged and reads the reply.
    pub fn raw(&self, request: &[u8]) -> Reply {
        let mut socket = self.connect();
        socket.write_all(request).unwrap();
        Reply::read(socket)
    }

    /// A request with additional header lines.
    pub fn ask(&self, method: &str, target: &str, headers: &str, body: &[u8]) -> Reply {
        let mut request = self.head(method, target, headers, body.len()).into_bytes();
        request.extend_from_slice(body);
        let reply = self.raw(&request);
        check_reply(target, reply.status, &reply.head, &reply.body);
        reply
    }

    pub fn head(&self, method: &str, target: &str, headers: &str, length: usize) -> String {
        let host = if headers.contains("Host:") { String::new() } else { format!("Host: {}\r\n", self.address) };
        format!("{method} {target} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n")
    }

    pub fn get(&self, target: &str) -> Reply {
        self.ask("GET", target, "", b"")
    }

    pub fn post(&self, path: &str, body: &str) -> Reply {
        self.ask("POST", path, "", body.as_bytes())
    }

    /// Sends a request; the reply is to be read line by line.
    pub fn open_stream(&self, path: &str, body: &str) -> BufReader<TcpStream> {
        let mut socket = self.connect();
        let head = self.head("POST", path, "", body.len());
        socket.write_all(format!("{head}{body}").as_bytes()).unwrap();
        BufReader::new(socket)
    }

    pub fn status(&self) -> Value {
        self.get("/api/status").json()
    }

    /// Waits until the status has the wanted value and returns how long that took.
    pub fn wait_for(&self, what: &str, wanted: u64) -> Duration {
        let begun = Instant::now();
        while self.status()[what] != wanted {
            assert!(begun.elapsed() < Duration::from_secs(10), "{what} never became {wanted}: {}", self.status());
        }
        begun.elapsed()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.handle.end();
    }
}

/// A reply.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    fn read(mut socket: TcpStream) -> Reply {
        let mut bytes = Vec::new();
        // A server that refuses a request may close before everything was sent; its reply is still there.
        let _ = socket.read_to_end(&mut bytes);
        let split = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..split]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = bytes.get(split + 4..).unwrap_or_default().to_vec();
        let body = if head.contains("transfer-encoding: chunked") { unchunked(&body) } else { body };
        Reply { status, head, body }
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The sentence of a refusal; it must be a single one.
    pub fn error(&self) -> String {
        let json = self.json();
        let sentence = json["error"].as_str().unwrap_or_else(|| panic!("no sentence: {json}")).to_owned();
        assert!(!sentence.is_empty() && !sentence.contains('\n'), "{sentence}");
        sentence
    }
}

/// Holds an answer against the schema: no test can see JSON that the schema does not describe. `head` has the content type.
pub fn check_reply(target: &str, status: u16, head: &str, body: &[u8]) {
    let Some(path) = target.split('?').next().unwrap_or_default().strip_prefix("/api/") else { return };
    if !head.contains("application/json") && !head.contains("application/x-ndjson") {
        return;
    }
    let mut parts: Vec<&str> = path.split('/').collect();
    if let ["trace", id, _] = &mut parts[..] {
        *id = "ID";
    }
    let name = if status == 200 { format!("api {}", parts.join("/")) } else { "refusal".to_owned() };
    let text = String::from_utf8_lossy(body);
    let lines: Vec<&str> = if head.contains("x-ndjson") { text.lines().collect() } else { vec![&text] };
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        let value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{target}: {error}: {line}"));
        schema::SCHEMA.check(&name, &value).unwrap_or_else(|wrong| panic!("{target}: {wrong}\n{line}"));
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let Some(end) = body.windows(2).position(|two| two == b"\r\n") else { return whole };
        let size = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            return whole;
        }
        whole.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 2 + size + 2..];
    }
}

/// The next line of a stream that is an event; chunk sizes and header lines are skipped.
pub fn next_event(stream: &mut BufReader<TcpStream>) -> Option<Value> {
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.starts_with("{\"") {
            return serde_json::from_str(&line).ok();
        }
    }
}
