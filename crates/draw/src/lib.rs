//! Pictures of a search: the tree at any step, in many formats; worksheets, a quiz, pseudo-code and the call stack.
//!
//! A [`Trace`] is a log of everything that a search did. Pictures are a function of that log and a step in it: step 0
//! is before the first event, step *n* after the *n*-th.
//!
//! * [`IndexedTrace`] is a trace with an index, so that a picture at any step looks only at the nodes that are drawn. [`svg`],
//!   [`rows`] and [`export`] are the same for a single picture.
//! * A picture is a [list of shapes](picture::Picture) that every format writes: SVG, PNG, PDF and TikZ. DOT and the
//!   standalone page are made from the same drawn tree.
//! * [`pseudo`] and [`stack`] show where in the algorithm a step is, [`quiz`] asks and grades, [`exercise`] makes
//!   worksheets with answer keys.
//!
//! ```
//! use rootward_draw::{DrawOptions, svg};
//! use rootward_trace::TraceSettings;
//!
//! let session = rootward_session::open("tree:tree1", None).unwrap();
//! let trace = rootward_trace::trace(&*session, &TraceSettings::default());
//! let picture = svg(&trace, 13, &DrawOptions::default());
//! assert!(picture.starts_with("<svg") && picture.contains("≤ 2"));
//! ```

mod options;
mod index;
mod view;
mod font;
pub mod picture;
mod ink;
mod items;
mod layout;
mod label;
mod room;
mod paint;
mod caption;
mod svg;
mod png;
mod pdf;
mod tikz;
mod typst;
mod dot;
mod html;
mod indexed_trace;
pub mod graph;
mod best_replies;
mod cost_chart;
mod rows;
pub mod counts;
pub mod pseudo;
pub mod stack;
mod restore;
pub mod quiz;
pub mod exercise;

pub use best_replies::best_reply_svg;
pub use cost_chart::cost_chart;
pub use graph::value_graph;
pub use indexed_trace::{FrameData, IndexedTrace, export, rows, svg};
pub use options::{DrawOptions, Format, Theme};
pub use pseudo::{PseudoCode, current_line, pseudo_code};
pub use restore::restore;
pub use rootward_trace::Trace;
pub use rows::Row;
