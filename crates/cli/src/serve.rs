//! `rootward serve`: the page.

use std::io;
use std::process::{Command, Stdio};

use clap::Args as ClapArgs;
use rootward_lab::{Server, ServerOptions};
use rootward_session::Problem;

use crate::book::TableArgs;
use crate::events::{Listening, Nothing};
use crate::failure::{Code, Failure};
use crate::interrupt::{call_on_interrupt, tell_stopped};
use crate::output::{FAINT, Output, STRONG, styled};

const HELP: &str = "\
Examples:
  rootward serve                  the page at http://127.0.0.1:7878/
  rootward serve --open           and the browser with it
  rootward serve --port 0 --json  a free port, printed as JSON
  rootward serve --tables tables  with endgame tables, for searches and the view 'Table'

Only this machine can reach it unless --host says otherwise. Ctrl-C ends it.";

/// The options of `serve`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The port; 0 picks a free one
    #[arg(long, default_value = "7878", value_parser = parse_port)]
    port: u16,
    /// The name or address to listen on. Beyond this machine there is no password and no encryption
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    tables: TableArgs,
}

fn parse_port(text: &str) -> Result<u16, Problem> {
    text.parse().map_err(|_| Problem::new(format!("'{text}' is not a port"), "a number from 0 to 65535"))
}

/// Serves the page until Ctrl-C.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let (host, tables) = (args.host.clone(), args.tables.folders());
    let options = ServerOptions { host, port: args.port, tables, ..ServerOptions::default() };
    let server = Server::bind(options)?;
    let handle = server.handle();
    call_on_interrupt(move || handle.end());
    if output.json {
        output.event("listening", &Listening { url: server.url() })?;
    } else {
        output.line(&format!("Rootward is at {}", styled(STRONG, server.url())))?;
        output.line(&styled(FAINT, "Ctrl-C ends it."))?;
        output.flush()?;
    }
    if args.open {
        open(server.url());
    }
    server.run()?;
    if output.json {
        output.event("ended", &Nothing {})?;
    }
    tell_stopped("The same command serves the page again.", output)
}

/// Opens the page in the browser. If there is no browser, the address has been printed.
fn open(url: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(first).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        let _ = io::Write::write_fmt(&mut io::stderr(), format_args!("note: {program} cannot be started ({error})\n"));
    }
}
