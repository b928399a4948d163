//! Many clients that request analyses: a load test of a lab.
//!
//! ```text
//! rootward serve --port 7900 &
//! cargo run --release -p rootward-lab --example load -- 127.0.0.1:7900 --clients 200 --seconds 60 --pid $!
//! ```
//!
//! A third of the clients waits for the whole answer, a third disconnects after the first line, a third asks again under
//! the same name while the older search still runs. Meanwhile the page, a view and the status are requested; their times
//! are printed, with the server's memory if the system shows it.
//!
//! With `--clicks PAUSE` the clients play instead: each presses a column of Connect Four, looks at the answer, and waits for PAUSE
//! milliseconds. Printed is how long the board took to answer.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

struct Settings {
    address: String,
    clients: usize,
    seconds: u64,
    pid: Option<u32>,
    clicks: Option<Duration>,
}

fn settings() -> Settings {
    let mut arguments = std::env::args().skip(1);
    let usage = "load ADDRESS [--clients 200] [--seconds 60] [--pid PID] [--clicks MS]";
    let address = arguments.next().expect(usage);
    let mut settings = Settings { address, clients: 200, seconds: 60, pid: None, clicks: None };
    while let Some(name) = arguments.next() {
        let value = arguments.next().and_then(|value| value.parse::<u64>().ok()).expect(usage);
        match name.as_str() {
            "--clients" => settings.clients = value as usize,
            "--seconds" => settings.seconds = value,
            "--clicks" => settings.clicks = Some(Duration::from_millis(value)),
            "--pid" => settings.pid = u32::try_from(value).ok(),
            _ => panic!("{usage}"),
        }
    }
    settings
}

fn main() {
    let settings = settings();
    if let Some(pause) = settings.clicks {
        return clicks(&settings, pause);
    }
    let end = Instant::now() + Duration::from_secs(settings.seconds);
    let outcomes: Mutex<BTreeMap<String, u64>> = Mutex::default();
    let count = |what: String| *outcomes.lock().unwrap().entry(what).or_default() += 1;
    let mut page_times = Vec::new();
    let (mut most_memory, mut most_tables) = (0, 0);
    thread::scope(|scope| {
        for client in 0..settings.clients {
            let (settings, count) = (&settings, &count);
            scope.spawn(move || {
                while Instant::now() < end {
                    count(ask(&settings.address, client));
                }
            });
        }
        while Instant::now() < end {
            for target in ["/", "/api/status"] {
                let begun = Instant::now();
                match request(&settings.address, "GET", target, "", true) {
                    Ok((200, body)) => {
                        page_times.push(begun.elapsed());
                        most_tables = most_tables.max(number_after(&body, "\"idle_tables\":"));
                    }
                    other => count(format!("GET {target}: {other:?}")),
                }
            }
            most_memory = most_memory.max(settings.pid.and_then(resident).unwrap_or(0));
            thread::sleep(Duration::from_millis(50));
        }
    });
    for (outcome, times) in outcomes.into_inner().unwrap() {
        println!("{times:>8}  {outcome}");
    }
    page_times.sort();
    let at = |share: usize| page_times[(page_times.len() - 1) * share / 100];
    println!(
        "page and status meanwhile, {} times: half within {:?}, 99 % within {:?}, all within {:?}",
        page_times.len(),
        at(50),
        at(99),
        at(100)
    );
    println!("idle tables at most {most_tables}; resident memory of the server at most {} MiB", most_memory >> 10);
}

/// Clients that play: the times until the board answers.
fn clicks(settings: &Settings, pause: Duration) {
    let end = Instant::now() + Duration::from_secs(settings.seconds);
    let (times, failures): (Mutex<Vec<Duration>>, Mutex<Vec<String>>) = Default::default();
    thread::scope(|scope| {
        for client in 0..settings.clients {
            let (times, failures) = (&times, &failures);
            scope.spawn(move || {
                // Not all at the same moment.
                thread::sleep(pause * client as u32 / settings.clients as u32);
                let mut moves: Vec<String> = Vec::new();
                while Instant::now() < end {
                    moves.push(format!("\"{}\"", (moves.len() + client) % 7 + 1));
                    let body = format!(r#"{{"game":"connect-four","moves":[{}]}}"#, moves.join(","));
                    let begun = Instant::now();
                    match request(&settings.address, "POST", "/api/turn", &body, false) {
                        Ok((200, line)) if line.contains("\"event\":\"view\"") => {
                            times.lock().unwrap().push(begun.elapsed())
                        }
                        other => failures.lock().unwrap().push(format!("{other:?}")),
                    }
                    if moves.len() == 12 {
                        moves.clear();
                    }
                    thread::sleep(pause);
                }
            });
        }
    });
    let (mut times, failures) = (times.into_inner().unwrap(), failures.into_inner().unwrap());
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!(
        "{} clicks of {} clients: half within {:?}, 95 % within {:?}, 99 % within {:?}; {} failed",
        times.len(),
        settings.clients,
        at(50),
        at(95),
        at(99),
        failures.len()
    );
    failures.iter().take(3).for_each(|failure| println!("FAILED: {failure}"));
}

/// One request of a client, and its result.
fn ask(address: &str, client: usize) -> String {
    let (whole, body) = match client % 3 {
        0 => (true, r#"{"game":"connect-four:8x7","limits":{"time_ms":500}}"#.to_owned()),
        1 => (
            false,
            r#"{"game":"connect-four","position":"4453","limits":{"time_ms":5000},"all_moves":true}"#.to_owned(),
        ),
        _ => (true, format!(r#"{{"game":"mnk:5,5,4","limits":{{"time_ms":2000}},"page":"p{}"}}"#, client % 12)),
    };
    match request(address, "POST", "/api/analyse", &body, whole) {
        Ok((200, body)) if !whole || body.contains("\"event\":\"answer\"") => "answered".to_owned(),
        Ok((200, _)) => "FAILED: a stream without an answer".to_owned(),
        Ok((503, body)) if body.contains("\"error\":\"busy: ") => {
            thread::sleep(Duration::from_millis(20));
            "refused as busy".to_owned()
        }
        other => format!("FAILED: {other:?}"),
    }
}

/// Status and body; or only the first line of the body.
fn request(address: &str, method: &str, target: &str, body: &str, whole: bool) -> std::io::Result<(u16, String)> {
    let mut socket = TcpStream::connect(address)?;
    socket.set_read_timeout(Some(Duration::from_secs(90)))?;
    let length = body.len();
    write!(
        socket,
        "{method} {target} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )?;
    let mut reader = BufReader::new(socket);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    if whole || status != 200 {
        let mut rest = String::new();
        reader.read_to_string(&mut rest)?;
        return Ok((status, rest));
    }
    while !line.starts_with("{\"") {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            break;
        }
    }
    Ok((status, line))
}

fn number_after(text: &str, name: &str) -> u64 {
    let digits = text.split(name).nth(1).unwrap_or("").chars().take_while(char::is_ascii_digit);
    digits.collect::<String>().parse().unwrap_or(0)
}

/// The resident memory of a process in KiB, if the system shows it.
fn resident(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
