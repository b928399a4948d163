//! `rootward serve`: the address it prints, how it ends, and what it refuses.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command};
use std::time::{Duration, Instant};

use crate::common::{check_lines, command, run};
use serde_json::Value;

/// A server on a free port, with its address.
fn start(arguments: &[&str]) -> (Child, BufReader<ChildStdout>, String) {
    let all = [&["serve", "--port", "0", "--json"], arguments].concat();
    let mut child = command(&all).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let answer: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(answer["event"], "listening");
    check_lines(&all, &line);
    let address = answer["url"].as_str().unwrap().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    (child, out, address)
}

fn page(address: &str) -> String {
    let mut socket = TcpStream::connect(address).unwrap();
    write!(socket, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut reply = String::new();
    socket.read_to_string(&mut reply).unwrap();
    reply
}

#[test]
fn it_serves_the_page_and_ends_with_ctrl_c() {
    let (mut child, mut out, address) = start(&[]);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    assert!(page(&address).starts_with("HTTP/1.1 200"));
    let begun = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!((child.wait().unwrap().code(), rest.as_str()), (Some(130), "{\"event\":\"ended\"}\n"));
    check_lines(&["serve"], &rest);
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_port_in_use_or_out_of_range_is_refused() {
    let (mut child, _out, address) = start(&[]);
    let port = address.rsplit(':').next().unwrap();
    run(&["serve", "--port", port]).refused("is in use; expected another port");
    run(&["serve", "--port", "99999"]).refused("'99999' is not a port; expected a number from 0 to 65535");
    run(&["serve", "--host", "no.such.host.invalid", "--port", "0"]).refused("cannot listen on no.such.host.invalid");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_browser_that_is_not_there_does_no_harm() {
    let mut command = command(&["serve", "--port", "0", "--json", "--open"]);
    let mut child = command.env("PATH", "").spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let answer: Value = serde_json::from_str(&line).unwrap();
    let address = answer["url"].as_str().unwrap().trim_start_matches("http://").trim_end_matches('/').to_owned();
    assert!(page(&address).starts_with("HTTP/1.1 200"));
    child.kill().unwrap();
    child.wait().unwrap();
}
