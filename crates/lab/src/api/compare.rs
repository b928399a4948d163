//! What the same answer costs with more and more care.

use rootward_session::Problem;
use rootward_session::compare::{CompareSettings, table_text};
use rootward_session::plot::plot_svg;
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
struct Table {
    text: String,
    svg: String,
    rows: usize,
    /// The time was over, or somebody stopped it, before the last depth.
    stopped: bool,
}

/// Searches of more nodes are left out, unless the page says otherwise; beyond the second number in any case.
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
    Ok(SearchJob::stream(check_page(body.page)?, move |bench| {
        bench.desk.make_room(most_tables);
        let stop = bench.stop;
        let settings = CompareSettings { stop: Some(stop.clone()), ..settings };
        let mut told = Ok(());
        let rows = session.compare(&settings, &mut |row| {
            if told.is_ok() {
                told = bench.event("row", row);
            }
        });
        told?;
        let svg = plot_svg(&rows, &format!("{} {}", view.game, view.position));
        bench.event("table", &Table { text: table_text(&rows), svg, rows: rows.len(), stopped: stop.is_raised() })
    }))
}
