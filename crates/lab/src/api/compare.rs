//! The cost of the same answer, as techniques are added one by one.

use rootward_draw::plot_svg;
use rootward_session::Problem;
use rootward_studies::compare::{self, CompareSettings, table_text};
use serde::{Deserialize, Serialize};

use super::limits::check_page;
use super::tree::range;
use crate::at::At;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::{Reply, SearchJob};

#[derive(Deserialize)]
struct Compare {
    #[serde(flatten)]
    at: At,
    #[serde(default = "usual_depths")]
    depths: String,
    max_nodes: Option<u64>,
    page: Option<String>,
}

fn usual_depths() -> String {
    "1..6".to_owned()
}

#[derive(Serialize)]
struct ComparisonTable {
    text: String,
    svg: String,
    rows: usize,
    /// The time was over, or a user stopped it, before the last depth.
    stopped: bool,
}

/// Searches of more nodes are left out: the default limit, and the largest limit that a page may ask for.
const USUAL_NODES: u64 = 5_000_000;
const MOST_NODES: u64 = 100_000_000;

/// `POST /api/compare`.
pub(crate) fn compare(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let body: Compare = call.read()?;
    let session = body.at.open(lab.limits.moves)?;
    let view = session.view();
    if view.moves.is_empty() {
        return Err(Problem::new("the game is over at this position", "a position with moves").into());
    }
    let depths = range("depths", &body.depths, 1..=rootward_session::MAX_DEPTH as i32)?;
    let depths = *depths.start() as u32..=*depths.end() as u32;
    let max_nodes = body.max_nodes.unwrap_or(USUAL_NODES).min(MOST_NODES);
    let settings = CompareSettings { depths, max_nodes, table_bytes: lab.limits.table, ..CompareSettings::default() };
    let most_tables = lab.limits.searches;
    Ok(SearchJob::stream(check_page(body.page)?, move |context| {
        context.active_searches.make_room(most_tables);
        let stop = context.stop;
        let settings = CompareSettings { stop: Some(stop.clone()), ..settings };
        let mut sent = Ok(());
        let rows = compare::compare(&*session, &settings, &mut |row| {
            if sent.is_ok() {
                sent = context.event("row", row);
            }
        });
        sent?;
        let svg = plot_svg(&rows, &format!("{} {}", view.game, view.position));
        context.event(
            "table",
            &ComparisonTable { text: table_text(&rows), svg, rows: rows.len(), stopped: stop.is_raised() },
        )
    }))
}
