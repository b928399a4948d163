//! The comparison as a table for the terminal or in Markdown.

use super::{CompareRow, Cost, Method};
use rootward_session::grouped;

/// The rows as aligned text, one block for each kind of figure.
pub fn table_text(rows: &[CompareRow]) -> String {
    let blocks: Vec<String> = grids(rows).iter().map(Grid::text).collect();
    format!("{}\n{}", blocks.join("\n"), notes(rows).join("\n")) + "\n"
}

/// The rows as Markdown tables.
pub fn table_markdown(rows: &[CompareRow]) -> String {
    let blocks: Vec<String> = grids(rows).iter().map(Grid::markdown).collect();
    let notes: Vec<String> = notes(rows).iter().map(|note| format!("- {}", note.trim_start_matches("* "))).collect();
    format!("{}\n{}\n", blocks.join("\n"), notes.join("\n"))
}

/// A table of texts with a title.
struct Grid {
    title: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

fn grids(rows: &[CompareRow]) -> Vec<Grid> {
    let b = rows.first().map_or(0, |row| row.branching);
    let minimum = || format!("minimum, b = {b}");
    let methods: Vec<Method> = rows.first().map_or_else(Vec::new, CompareRow::methods);
    let deepens = |method: &Method| matches!(method, Method::WithTable | Method::Everything | Method::WithProofs);
    let engines: Vec<Method> = methods.iter().copied().filter(deepens).collect();
    let mut grids = vec![
        boards(rows, &methods, &minimum()),
        grid("Leaves", rows, &methods, |cost| marked(cost, grouped(cost.leaves)))
            .with(&minimum(), rows, |row| or_dash(row.minimum_leaves.map(grouped))),
        grid("Effective branching factor", rows, &methods, |cost| format!("{:.2}", cost.effective_branching)),
        grid("Time in milliseconds", rows, &methods, |cost| format!("{:.2}", cost.elapsed_ms)),
    ];
    let has_sums =
        |row: &CompareRow| engines.iter().any(|&m| row.cost(m).is_some_and(|cost| cost.all_boards.is_some()));
    if rows.iter().any(has_sums) {
        let sum = |cost: &Cost| {
            let leaves = cost.all_leaves.unwrap_or(cost.leaves);
            format!("{} ({} leaves)", grouped(cost.all_boards.unwrap_or(cost.boards)), grouped(leaves))
        };
        grids.insert(2, grid("All iterations together: boards (leaves)", rows, &engines, sum));
    }
    grids
}

/// The lecture's own table: boards, each with its ratio to minimax.
fn boards(rows: &[CompareRow], methods: &[Method], minimum: &str) -> Grid {
    let mut grid = Grid {
        title: "Boards examined (the root is not counted), and their share of minimax".to_owned(),
        head: vec!["depth".to_owned()],
        rows: rows.iter().map(|row| vec![row.depth.to_string()]).collect(),
    };
    for &method in methods {
        grid = grid
            .with(method.name(), rows, |row| or_dash(row.cost(method).map(|cost| marked(cost, grouped(cost.boards)))));
        if method != Method::Minimax {
            grid = grid.with("ratio", rows, |row| {
                or_dash(row.cost(method).and_then(|cost| cost.ratio).map(|ratio| format!("{:.2} %", ratio * 100.0)))
            });
        }
    }
    let value = |row: &CompareRow| match row.value() {
        Some(_) if !row.agree => "DISAGREE".to_owned(),
        value => or_dash(value.map(ToString::to_string)),
    };
    grid.with(minimum, rows, |row| or_dash(row.minimum_boards.map(grouped))).with("value", rows, value)
}

fn grid(title: &str, rows: &[CompareRow], methods: &[Method], figure: impl Fn(&Cost) -> String) -> Grid {
    let empty = Grid {
        title: title.to_owned(),
        head: vec!["depth".to_owned()],
        rows: rows.iter().map(|row| vec![row.depth.to_string()]).collect(),
    };
    methods
        .iter()
        .fold(empty, |grid, &method| grid.with(method.name(), rows, |row| or_dash(row.cost(method).map(&figure))))
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

/// A figure, with a star if the search ended before its depth.
fn marked(cost: &Cost, figure: String) -> String {
    if cost.proven_at.is_some() { format!("{figure}*") } else { figure }
}

/// Notes that explain the figures.
fn notes(rows: &[CompareRow]) -> Vec<String> {
    let costs = || rows.iter().flat_map(|row| row.cells.iter().map(|cell| cell.cost.as_ref()));
    let mut notes = Vec::new();
    if costs().flatten().any(|cost| cost.proven_at.is_some()) {
        notes.push("* The value was proven at a smaller depth; the figures are those of that iteration.".to_owned());
    }
    if costs().any(|cost| cost.is_none()) {
        notes.push("– Left out: it would look at too many nodes.".to_owned());
    }
    if costs().flatten().any(|cost| cost.all_boards.is_some()) {
        let chance = rows.iter().any(|row| row.methods().contains(&Method::Star1));
        let engines = if chance { "Everything, with proofs" } else { "With table, everything, with proofs" };
        notes.push(format!("{engines}: the last iteration of deepening."));
    }
    notes.extend(rows.iter().filter_map(foreseen));
    let foresight = rows.iter().any(|row| foreseen(row).is_some());
    if rows.iter().any(|row| row.minimum_leaves.is_some()) {
        notes.push("Minimum: what alpha-beta needs at least in a uniform tree of b moves (Knuth–Moore); a game whose moves dwindle, and a table, need fewer.".to_owned());
    }
    notes.push("Effective branching factor: the b for which b + b² + … + b^depth is the number of boards.".to_owned());
    let wrong = rows.iter().filter_map(|row| Some((row.depth, row.disagreement.as_ref()?)));
    let wrong: Vec<String> = wrong.map(|(depth, text)| format!("!!! DEPTH {depth}: {text} !!!")).collect();
    if wrong.is_empty() {
        notes.push(
            "All methods agree on the value at every depth".to_owned()
                + if foresight { ", but for what the proofs foresee." } else { "." },
        );
    }
    notes.extend(wrong);
    notes
}

/// The value that the proofs know beyond the depth.
fn foreseen(row: &CompareRow) -> Option<String> {
    let value = &row.cost(Method::WithProofs)?.value;
    let differs = row.agree && row.value() != Some(value);
    differs
        .then(|| format!("With proofs, depth {}: the value is {value}, since proofs see beyond the depth.", row.depth))
}

impl Grid {
    /// The same with another column.
    fn with(mut self, head: &str, rows: &[CompareRow], cell: impl Fn(&CompareRow) -> String) -> Grid {
        self.head.push(head.to_owned());
        for (line, row) in self.rows.iter_mut().zip(rows) {
            line.push(cell(row));
        }
        self
    }

    fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().chain([&self.head]).map(|row| row[column].chars().count());
            cells.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}")).collect();
            cells.join("  ") + "\n"
        };
        let body: String = self.rows.iter().map(line).collect();
        format!("{}\n{}{body}", self.title, line(&self.head))
    }

    fn markdown(&self) -> String {
        let line = |row: &Vec<String>| format!("| {} |\n", row.join(" | "));
        let rule = format!("|{}\n", "---:|".repeat(self.head.len()));
        let body: String = self.rows.iter().map(line).collect();
        format!("**{}**\n\n{}{rule}{body}", self.title, line(&self.head))
    }
}
