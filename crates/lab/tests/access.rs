//! Who may connect, and which requests are refused.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use crate::common::Served;
use rootward_lab::{LabLimits, Server, ServerOptions};

fn served() -> Served {
    Served::start(LabLimits::default())
}

#[test]
fn only_its_own_host_names_are_answered() {
    let server = served();
    let port = server.address.port();
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")] {
        assert_eq!(server.ask("GET", "/", &format!("Host: {host}\r\n"), b"").status, 200, "{host}");
    }
    for host in
        ["evil.example".to_owned(), format!("evil.example:{port}"), "127.0.0.1".to_owned(), "localhost:1".to_owned()]
    {
        for path in ["/", "/api/games"] {
            let reply = server.ask("GET", path, &format!("Host: {host}\r\n"), b"");
            assert_eq!(reply.status, 403, "{host}");
            assert!(reply.error().contains("host name"), "{}", reply.text());
        }
    }
}

#[test]
fn pages_of_other_sites_are_not_answered() {
    let server = served();
    let body = br#"{"game":"tic-tac-toe"}"#;
    let status = |header: &str| server.ask("POST", "/api/view", &format!("{header}\r\n"), body).status;
    assert_eq!(status(&format!("Origin: http://{}", server.address)), 200);
    for header in
        ["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Origin: http://127.0.0.1:1"]
    {
        assert_eq!(status(header), 403, "{header}");
    }
}

#[test]
fn a_link_on_another_site_opens_the_page_and_nothing_else() {
    let server = served();
    let ask = |method: &str, path: &str, site: &str, mode: &str, dest: &str| {
        let lines = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\nSec-Fetch-Dest: {dest}\r\n");
        server.ask(method, path, &lines, b"").status
    };
    for site in ["cross-site", "same-site", "none"] {
        for path in ["/", "/?a=b", "/assets/main.js"] {
            assert_eq!(ask("GET", path, site, "navigate", "document"), 200, "{site} {path}");
        }
    }
    for path in ["/api/games", "/api/status", "/api/trace/0123456789abcdef/export?format=svg", "/api", "/nothing"] {
        assert_eq!(ask("GET", path, "cross-site", "navigate", "document"), 403, "{path}");
        assert_eq!(ask("GET", path, "same-site", "cors", "empty"), 403, "{path}");
    }
    for (method, mode, dest) in [
        ("GET", "navigate", "iframe"),
        ("GET", "navigate", "embed"),
        ("GET", "no-cors", "script"),
        ("GET", "cors", "empty"),
        ("POST", "navigate", "document"),
    ] {
        assert_eq!(ask(method, "/", "cross-site", mode, dest), 403, "{method} {mode} {dest}");
    }
    assert!(server.get("/").head.contains("x-frame-options: deny"));
}

#[test]
fn replies_keep_a_browser_on_its_guard() {
    let server = served();
    for path in ["/", "/api/games", "/nothing"] {
        let head = server.get(path).head;
        for line in
            ["x-content-type-options: nosniff", "content-security-policy: default-src 'self'", "frame-ancestors 'none'"]
        {
            assert!(head.contains(line), "{path}: {head}");
        }
    }
    assert!(server.get("/api/games").head.contains("cache-control: no-store"));
    let page = server.get("/");
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let again = server.ask("GET", "/", &format!("If-None-Match: {tag}\r\n"), b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
}

#[test]
fn a_body_that_is_too_large_is_refused_whether_announced_or_not() {
    let server = served();
    let reply = server.post("/api/view", &"x".repeat((256 << 10) + 1));
    assert_eq!((reply.status, reply.error().as_str()), (413, "the body is too large; expected at most 256 KiB"));
    let head = format!("POST /api/view HTTP/1.1\r\nHost: {}\r\nTransfer-Encoding: chunked\r\n\r\n", server.address);
    let chunk = format!("{:x}\r\n{}\r\n", 64 << 10, "x".repeat(64 << 10));
    let reply = server.raw(format!("{head}{}0\r\n\r\n", chunk.repeat(5)).as_bytes());
    assert_eq!(reply.status, 413);
    assert_eq!(server.post("/api/view", r#"{"game":"tic-tac-toe"}"#).status, 200, "others are still served");
}

#[test]
fn wrong_methods_and_paths_get_a_sentence() {
    let server = served();
    assert_eq!(server.get("/api/view").status, 405);
    assert_eq!(server.get("/api/view").error(), "'GET' does not fit /api/view; expected POST");
    assert_eq!(server.ask("DELETE", "/", "", b"").status, 405);
    assert_eq!(server.ask("OPTIONS", "/api/games", "", b"").status, 405);
    for path in
        ["/api", "/api/games/", "/index.html", "/assets/../Cargo.toml", "/api/trace//frame", "/%2e%2e/etc/passwd"]
    {
        let reply = server.get(path);
        assert_eq!(reply.status, 404, "{path}");
        reply.error();
    }
    let head = server.ask("HEAD", "/", "", b"");
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn clients_that_send_nothing_or_too_slowly_are_let_go() {
    let limits = LabLimits { client_time: Duration::from_millis(300), ..LabLimits::default() };
    let server = Served::start(limits);
    let gone = |begun: Instant| assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    // Nothing at all, half a head, and a head without its body.
    let head = server.head("POST", "/api/view", "", 100);
    for part in ["", "GET / HTTP/1.1\r\nHost", head.as_str()] {
        let begun = Instant::now();
        let mut socket = server.connect();
        socket.write_all(part.as_bytes()).unwrap();
        let mut reply = String::new();
        let _ = socket.read_to_string(&mut reply);
        gone(begun);
        assert!(part != head || reply.starts_with("HTTP/1.1 408"), "{reply}");
    }
}

#[test]
fn a_port_in_use_is_one_sentence() {
    let server = served();
    let port = server.address.port();
    let error = Server::bind(ServerOptions { port, ..ServerOptions::default() }).err().unwrap().to_string();
    assert_eq!(
        error,
        format!("port {port} of 127.0.0.1 is in use; expected another port, such as --port 0 for a free one")
    );
}

#[test]
fn it_ends_at_once_when_it_is_stopped_even_with_searches_under_way() {
    let server = served();
    let mut stream = server.open_stream("/api/analyse", r#"{"game":"connect-four:8x7"}"#);
    assert!(crate::common::next_event(&mut stream).is_some());
    assert!(server.end() < Duration::from_secs(1));
}
