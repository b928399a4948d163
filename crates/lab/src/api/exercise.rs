//! Worksheets with random trees, and their keys.

use rootward_draw::exercise::{ExerciseSettings, Paper, Part, SheetFormat, sheet_of_versions, versions};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::call::Call;
use crate::refusal::Refusal;
use crate::reply::{Answer, Reply, SearchJob};

/// What to print; all other fields are settings of the trees.
#[derive(Deserialize)]
struct Wanted {
    #[serde(default = "one")]
    count: usize,
    #[serde(default = "one", rename = "versions")]
    of_versions: usize,
    #[serde(default)]
    paper: Paper,
    #[serde(default = "pdf")]
    format: SheetFormat,
    #[serde(default = "the_sheet")]
    what: Part,
    #[serde(flatten)]
    settings: Map<String, Value>,
}

fn one() -> usize {
    1
}

fn pdf() -> SheetFormat {
    SheetFormat::Pdf
}

fn the_sheet() -> Part {
    Part::Sheet
}

/// `POST /api/exercise`. Drawing trees until the conditions hold can take a second, so it needs a search slot.
pub(crate) fn exercise(call: &Call) -> Result<Reply, Refusal> {
    let Wanted { count, of_versions, paper, format, what, settings } = call.read()?;
    let unreadable = |error| Refusal::new(400, format!("the body: {error}"));
    let settings: ExerciseSettings = serde_json::from_value(Value::Object(settings)).map_err(unreadable)?;
    Ok(SearchJob::single(None, move |_| {
        let versions = versions(&settings, count, of_versions)?;
        let name = match what {
            Part::Sheet => "sheet",
            Part::Key => "key",
        };
        let file = format!("attachment; filename=\"rootward-{name}-{}.{}\"", settings.seed, extension(format));
        Ok(Answer::file(format.media_type(), sheet_of_versions(&versions, paper, format, what))
            .header("content-disposition", file))
    }))
}

fn extension(format: SheetFormat) -> &'static str {
    match format {
        SheetFormat::Pdf => "pdf",
        SheetFormat::Svg => "svg",
        SheetFormat::Html => "html",
        SheetFormat::Tex => "tex",
        SheetFormat::Typ => "typ",
        SheetFormat::Json => "json",
    }
}
