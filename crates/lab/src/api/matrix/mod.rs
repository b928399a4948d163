//! Payoff matrices: read from text or from the cells of a form, and analysed.

mod analysis;
mod request;

use std::time::Duration;

use rootward_matrix::{Extent, Halt, Settings, analyse};
use rootward_support::clock::Instant;
use serde::Deserialize;

use super::limits::{AskedLimits, check_page};
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::{Reply, Response, SearchJob};
use analysis::MatrixAnalysis;
use request::{MatrixRequest, share};

/// A matrix, and how to analyse it.
#[derive(Deserialize)]
struct Matrix {
    #[serde(flatten)]
    request: MatrixRequest,
    /// Hurwicz's α: the weight of the best case.
    alpha: Option<String>,
    #[serde(default)]
    equilibria: HowMany,
    /// Exact strategies of zero-sum games, however long the fractions are.
    #[serde(default)]
    exact: bool,
    #[serde(default)]
    limits: AskedLimits,
    page: Option<String>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum HowMany {
    #[default]
    Fitting,
    All,
    One,
}

impl From<HowMany> for Extent {
    fn from(many: HowMany) -> Extent {
        match many {
            HowMany::Fitting => Extent::Fitting,
            HowMany::All => Extent::All,
            HowMany::One => Extent::One,
        }
    }
}

/// The default time for the equilibria. A user who edits a matrix waits after every change.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// `POST /api/matrix`. Reading is quick; the analysis needs a search slot, and ends when its time is over.
pub(crate) fn matrix(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let body: Matrix = call.read()?;
    let time = body.limits.time(lab, USUAL_TIME)?;
    let game = body.request.read()?;
    let optimism = share(body.alpha.as_deref().unwrap_or("1/2"))?;
    let settings = Settings { extent: body.equilibria.into(), exact: body.exact };
    Ok(SearchJob::single(check_page(body.page)?, move |context| {
        let begun = Instant::now();
        let asked = || context.stop.is_raised();
        let halt = Halt::new(begun.checked_add(time), Some(&asked));
        let report = analyse(&game, settings, &halt);
        Response::json(&MatrixAnalysis::new(game, report, optimism, begun.elapsed()))
    }))
}
