//! Worksheets with random trees, and their keys.

use rootward_draw::exercise::{ExerciseSettings, Paper, Part, SheetFormat, Wording, sheet_in, texts, versions};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::call::Call;
use crate::refusal::Refusal;
use crate::reply::{Reply, Response, SearchJob};

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
    /// What stands in the place of English texts.
    #[serde(default)]
    wording: Wording,
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

impl Wanted {
    fn trees(&self) -> Result<ExerciseSettings, Refusal> {
        let unreadable = |error| Refusal::new(400, format!("the body: {error}"));
        serde_json::from_value(Value::Object(self.settings.clone())).map_err(unreadable)
    }
}

/// The English texts of a sheet, for whoever wants it in another language.
#[derive(Serialize)]
struct Texts {
    texts: Vec<String>,
}

/// `POST /api/exercise/texts`.
pub(crate) fn exercise_texts(call: &Call) -> Result<Reply, Refusal> {
    let wanted: Wanted = call.read()?;
    let settings = wanted.trees()?;
    Ok(SearchJob::single(None, move |_| {
        let versions = versions(&settings, wanted.count, wanted.of_versions)?;
        Response::json(&Texts { texts: texts(&versions, wanted.what) })
    }))
}

/// `POST /api/exercise`. Drawing trees until the conditions hold can take a second, so it needs a search slot.
pub(crate) fn exercise(call: &Call) -> Result<Reply, Refusal> {
    let wanted: Wanted = call.read()?;
    let settings = wanted.trees()?;
    let Wanted { count, of_versions, paper, format, what, wording, .. } = wanted;
    Ok(SearchJob::single(None, move |_| {
        let versions = versions(&settings, count, of_versions)?;
        let name = match what {
            Part::Sheet => "sheet",
            Part::Key => "key",
        };
        let file = format!("attachment; filename=\"rootward-{name}-{}.{}\"", settings.seed, extension(format));
        Ok(Response::file(format.media_type(), sheet_in(&wording, &versions, paper, format, what))
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
