//! Stdout: text with colour on a terminal, or JSON, one object per line.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::failure::{Failure, lost};
use crate::interrupt::note_output;

/// For the most important part of a line.
pub const STRONG: Style = Style::new().bold();
/// For headings and other text of little importance.
pub const FAINT: Style = Style::new().dimmed();
/// For what is proven.
pub const PROVEN: Style = AnsiColor::Green.on_default().bold();
/// For estimates.
pub const GUESSED: Style = AnsiColor::Yellow.on_default();

/// The output of a command.
pub struct Output {
    /// Whether the output is JSON.
    pub json: bool,
    /// Whether colour is shown: stdout is a terminal and NO_COLOR is not set.
    pub colour: bool,
    stream: AutoStream<io::Stdout>,
}

impl Output {
    /// An output to stdout.
    pub fn new(json: bool) -> Output {
        let stdout = io::stdout();
        let colour = !json && AutoStream::choice(&stdout) != ColorChoice::Never;
        let choice = if colour { ColorChoice::Always } else { ColorChoice::Never };
        Output { json, colour, stream: AutoStream::new(stdout, choice) }
    }

    /// Writes a line of text.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        note_output();
        writeln!(self.stream, "{text}").map_err(lost)
    }

    /// Writes text unchanged.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        note_output();
        self.stream.write_all(text.as_bytes()).map_err(lost)
    }

    /// Writes an object on a line of its own, at once.
    pub fn object(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        note_output();
        let mut line = serde_json::to_string(object)?;
        line.push('\n');
        self.stream.write_all(line.as_bytes()).map_err(lost)?;
        Ok(self.flush()?)
    }

    /// Writes an object with its kind of event.
    pub fn event(&mut self, event: &'static str, object: &impl Serialize) -> Result<(), Failure> {
        self.object(&Tagged { event, object })
    }

    /// Writes everything that is still buffered.
    pub fn flush(&mut self) -> io::Result<()> {
        self.stream.flush().map_err(lost)
    }
}

#[derive(Serialize)]
struct Tagged<'a, T> {
    event: &'static str,
    #[serde(flatten)]
    object: &'a T,
}

/// Text in a style; the stream drops the style if there is no colour.
pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
