//! The cost of the same answer, as techniques are added one by one.

use rootward_draw::{Theme, cost_chart};
use rootward_session::Problem;
use rootward_studies::compare::{self, CompareRow, CompareSettings, table_text};
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
struct Row<'a> {
    #[serde(flatten)]
    row: &'a CompareRow,
    /// The chart of all rows so far.
    svg: String,
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
        let title = format!("{} {}", view.game, view.position);
        let chart = |rows: &[CompareRow]| cost_chart(rows, &title, Theme::default());
        let (mut sent, mut so_far) = (Ok(()), Vec::new());
        let rows = compare::compare(&*session, &settings, &mut |row| {
            so_far.push(row.clone());
            if sent.is_ok() {
                sent = context.event("row", &Row { row, svg: chart(&so_far) });
            }
        });
        sent?;
        let svg = chart(&rows);
        context.event(
            "table",
            &ComparisonTable { text: table_text(&rows), svg, rows: rows.len(), stopped: stop.is_raised() },
        )
    }))
}
