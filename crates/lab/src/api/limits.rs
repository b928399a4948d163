//! The limits of a search, as a page sends them.

use std::time::Duration;

use rootward_session::{Limits, Problem, StopFlag};
use serde::Deserialize;

use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::setting::check_depth;

/// All of them hold at once. Without any, the lab's own time limit holds.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedLimits {
    pub(crate) time_ms: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
}

impl AskedLimits {
    /// The limits for the search.
    pub(crate) fn check(self, lab: &Lab) -> Result<Limits, Refusal> {
        Ok(Limits {
            time: Some(self.time(lab, lab.limits.search_time)?),
            depth: self.depth.map(check_depth).transpose()?,
            nodes: self.nodes,
            ..Limits::default()
        })
    }

    /// The time, or `usual` if none is given.
    pub(crate) fn time(self, lab: &Lab, usual: Duration) -> Result<Duration, Refusal> {
        let most = lab.limits.search_time;
        match self.time_ms.map(Duration::from_millis) {
            None => Ok(usual.min(most)),
            Some(time) if (Duration::from_millis(1)..=most).contains(&time) => Ok(time),
            Some(time) => {
                let problem = format!("time_ms: {} is too short or too long", time.as_millis());
                Err(Problem::new(problem, format!("a number from 1 to {}", most.as_millis())).into())
            }
        }
    }
}

/// Checks the name that a page chose for itself: it must be short.
pub(crate) fn check_page(page: Option<String>) -> Result<Option<String>, Refusal> {
    let wrong = || Problem::new("page: the name is too long", "at most 64 characters");
    if page.as_ref().is_some_and(|name| name.len() > 64) { Err(wrong().into()) } else { Ok(page) }
}

/// The limits with a stop flag.
pub(crate) fn with_stop(limits: &Limits, stop: &StopFlag) -> Limits {
    limits.clone().stop(stop)
}
