//! Options of a picture.

use std::str::FromStr;

use rootward_session::Problem;
use serde::{Deserialize, Serialize};

/// How to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawOptions {
    /// The greatest number of nodes drawn. Deeper nodes are collapsed to badges with counts.
    pub max_nodes: usize,
    /// Visits whose children are drawn regardless of the limit.
    pub open: Vec<usize>,
    /// Draw the path from the root to the current node regardless of the limit.
    pub follow: bool,
    /// The colours. A page may replace them by CSS custom properties.
    pub theme: Theme,
    /// Draw the tree as a question: the values of leaves, and nothing else.
    pub blank: bool,
    /// Draw the tree like a filled-in worksheet: at every node the window it was entered with, α above β, and no
    /// intervals.
    pub worksheet: bool,
    /// Write the step, what happens in it, and a legend below the picture.
    pub caption: bool,
}

impl Default for DrawOptions {
    fn default() -> DrawOptions {
        DrawOptions {
            max_nodes: 1000,
            open: Vec::new(),
            follow: true,
            theme: Theme::default(),
            blank: false,
            worksheet: false,
            caption: false,
        }
    }
}

/// A set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
    /// Black on white, greys only.
    Print,
}

impl FromStr for Theme {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Theme, Problem> {
        match text {
            "light" => Ok(Theme::Light),
            "dark" => Ok(Theme::Dark),
            "print" => Ok(Theme::Print),
            _ => Err(Problem::new(format!("'{text}' is not a theme"), "light, dark or print")),
        }
    }
}

/// A format that a step of a trace can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A vector picture, for the web and for editing.
    Svg,
    /// A bitmap.
    Png,
    /// A page with real text.
    Pdf,
    /// A LaTeX document.
    Tikz,
    /// A graph for Graphviz.
    Dot,
    /// The whole trace, to be read back.
    Json,
    /// A self-contained page that steps through the whole trace.
    Html,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 7] =
        [Format::Svg, Format::Png, Format::Pdf, Format::Tikz, Format::Dot, Format::Json, Format::Html];

    /// Its name: `svg`, `tikz` …
    pub fn name(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Pdf => "pdf",
            Format::Tikz => "tikz",
            Format::Dot => "dot",
            Format::Json => "json",
            Format::Html => "html",
        }
    }

    /// The file extension.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Tikz => "tex",
            other => other.name(),
        }
    }

    /// The format for a file extension.
    pub fn of_extension(extension: &str) -> Option<Format> {
        let extension = extension.to_ascii_lowercase();
        match extension.as_str() {
            "gv" => Some(Format::Dot),
            "htm" => Some(Format::Html),
            _ => Format::ALL.into_iter().find(|format| [format.extension(), format.name()].contains(&&*extension)),
        }
    }

    /// The media type, as HTTP names it.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Pdf => "application/pdf",
            Format::Tikz => "application/x-tex",
            Format::Dot => "text/vnd.graphviz",
            Format::Json => "application/json",
            Format::Html => "text/html; charset=utf-8",
        }
    }

    /// Is it text, which a terminal can show?
    pub fn is_text(self) -> bool {
        !matches!(self, Format::Png | Format::Pdf)
    }
}

impl FromStr for Format {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Format, Problem> {
        let found = Format::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| Problem::new(format!("'{text}' is not a format"), "svg, png, pdf, tikz, dot, json or html"))
    }
}
