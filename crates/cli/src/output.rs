//! Stdout: text with colour on a terminal, or JSON, one object a line.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::failure::Failure;

/// For what matters most in a line.
pub const STRONG: Style = Style::new().bold();
/// For headings and other things that may be overlooked.
pub const FAINT: Style = Style::new().dimmed();
/// For what is proven.
pub const PROVEN: Style = AnsiColor::Green.on_default().bold();
/// For estimates.
pub const GUESSED: Style = AnsiColor::Yellow.on_default();

/// Where a command writes to.
pub struct Output {
    /// JSON is wanted.
    pub json: bool,
    /// Colour is shown: stdout is a terminal and NO_COLOR is not set.
    pub colour: bool,
    stream: AutoStream<io::Stdout>,
}

impl Output {
    /// Writes to stdout.
    pub fn new(json: bool) -> Output {
        let stdout = io::stdout();
        let colour = !json && AutoStream::choice(&stdout) != ColorChoice::Never;
        let choice = if colour { ColorChoice::Always } else { ColorChoice::Never };
        Output { json, colour, stream: AutoStream::new(stdout, choice) }
    }

    /// A line of text.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.stream, "{text}")
    }

    /// Text as it is.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.stream.write_all(text.as_bytes())
    }

    /// An object on a line of its own, at once.
    pub fn object(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        let mut line = serde_json::to_string(object)?;
        line.push('\n');
        self.stream.write_all(line.as_bytes())?;
        Ok(self.stream.flush()?)
    }

    /// An object with the kind of event it tells of.
    pub fn event(&mut self, event: &'static str, object: &impl Serialize) -> Result<(), Failure> {
        self.object(&Tagged { event, object })
    }

    /// Whatever is still held back goes out.
    pub fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[derive(Serialize)]
struct Tagged<'a, T> {
    event: &'static str,
    #[serde(flatten)]
    object: &'a T,
}

/// Text in a style; the stream drops the style where there is no colour.
pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
