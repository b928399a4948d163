//! A step of a trace as a file: `--format`, `--step`, `--out`.

use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use rootward_draw::{DrawOptions, Format, IndexedTrace, Theme};
use rootward_session::Problem;
use rootward_trace::Trace;
use serde::Serialize;

use crate::failure::{Failure, lost};
use crate::output::Output;
use crate::target::{self, ReplaceArgs};

/// What to write, and where.
#[derive(ClapArgs)]
pub struct ExportArgs {
    /// text, svg, png, pdf, tikz, dot, json or html; without it, as the name of the file ends
    #[arg(long)]
    format: Option<String>,
    /// The step to show: 0 is before the first; without it, the last
    #[arg(long, value_name = "N", value_parser = parse_step, allow_negative_numbers = true)]
    step: Option<usize>,
    /// The file to write; '-' is stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The colours of pictures: light, dark or print
    #[arg(long, default_value = "light")]
    theme: Theme,
    /// Draw at most NODES nodes; those below are counted
    #[arg(long, value_name = "NODES", default_value_t = 1000)]
    draw: usize,
    #[command(flatten)]
    replace: ReplaceArgs,
}

/// What was written, for the JSON output.
#[derive(Serialize)]
pub struct Written<'a> {
    file: String,
    format: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    bytes: usize,
}

impl ExportArgs {
    /// Whether anything but the usual text is wanted.
    pub fn is_asked(&self) -> bool {
        self.format.is_some() || self.step.is_some() || self.out.is_some()
    }

    /// Refuses what cannot be written, before the search.
    pub fn check(&self) -> Result<(), Problem> {
        self.format()?;
        self.replace.check(self.out.as_deref())
    }

    /// Writes a step of a trace.
    pub fn run(&self, trace: &Trace, output: &mut Output) -> Result<(), Failure> {
        let step = self.step(trace)?;
        let (name, bytes) = match self.format()? {
            None => ("text", text(trace, step, self.draw).into_bytes()),
            Some(format) => {
                let options = DrawOptions { max_nodes: self.draw, theme: self.theme, ..DrawOptions::default() };
                (format.name(), IndexedTrace::new(trace).export(step, format, &options))
            }
        };
        write_out(self.out.as_deref(), name, Some(step), &bytes, output)
    }

    fn step(&self, trace: &Trace) -> Result<usize, Problem> {
        let last = trace.steps.len();
        match self.step {
            None => Ok(last),
            Some(step) if step <= last => Ok(step),
            Some(step) => Err(Problem::new(
                format!("there is no step {step} in this trace"),
                format!("a number from 0 to {last}"),
            )),
        }
    }

    /// None for text.
    fn format(&self) -> Result<Option<Format>, Problem> {
        if let Some(name) = &self.format {
            if name == "text" {
                return Ok(None);
            }
            let known = |_| Problem::new(format!("'{name}' is not a format"), FORMATS);
            let format: Format = name.parse().map_err(known)?;
            return match &self.out {
                None if !format.is_text() => {
                    Err(Problem::new(format!("{name} is not text, so it cannot be shown here"), "--out FILE"))
                }
                _ => Ok(Some(format)),
            };
        }
        let Some(path) = self.out.as_deref().filter(|path| *path != Path::new("-")) else { return Ok(None) };
        let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default();
        match Format::of_extension(&extension) {
            _ if extension == "txt" => Ok(None),
            Some(format) => Ok(Some(format)),
            None => Err(Problem::new(
                format!("the name '{}' does not say which format is meant", path.display()),
                format!("a name like tree.svg, or --format with {FORMATS}"),
            )),
        }
    }
}

fn parse_step(text: &str) -> Result<usize, Problem> {
    let wrong = |_| Problem::new(format!("'{text}' is not a step"), "0, or the number of a step");
    text.parse().map_err(wrong)
}

const FORMATS: &str = "text, svg, png, pdf, tikz, dot, json or html";

/// A step in words, and the tree at that step.
fn text(trace: &Trace, step: usize, nodes: usize) -> String {
    let sentence = match step.checked_sub(1).and_then(|place| trace.steps.get(place)) {
        Some(step_data) => format!("Step {step} of {}: {}", trace.steps.len(), step_data.sentence),
        None => format!("Before the first of {} steps.", trace.steps.len()),
    };
    let drawing = trace.drawing(step, nodes);
    format!("{sentence}\n{}{drawing}", if drawing.is_empty() { "" } else { "\n" })
}

/// Writes a file, or to stdout if there is none. With `--json`, reports what was written.
pub fn write_out(
    path: Option<&Path>,
    format: &str,
    step: Option<usize>,
    bytes: &[u8],
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(path) = path.filter(|path| *path != Path::new("-")) else {
        if output.json {
            let problem = "--json tells of files, and there is none";
            return Err(Problem::new(problem, "--out FILE, or no --json").into());
        }
        // Written unchanged: nothing in it is meant for the terminal.
        output.flush()?;
        let mut stdout = io::stdout();
        return Ok(stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(lost)?);
    };
    target::write(path, bytes, output)?;
    if output.json {
        let file = path.display().to_string();
        output.event("written", &Written { file, format, step, bytes: bytes.len() })?;
    }
    Ok(())
}
