//! A trace as text for the terminal.

use super::log::{Summary, Trace};
use super::names::{ROOT, names_move};
use super::step::{Step, StepKind};
use rootward_session::{Algorithm, counted, grouped};

/// The greatest indentation in levels.
const DEEPEST_INDENT: usize = 16;

impl Trace {
    /// The steps, the drawn tree and the counts, as text. Long traces are abbreviated, with a note.
    pub fn text(&self, colour: bool) -> String {
        let paint = Paint { colour };
        let mut text = self.heading(paint);
        text += &self.steps_text(paint);
        text += &self.drawing_text(paint);
        text += &self.counts_text(paint);
        text
    }

    fn heading(&self, paint: Paint) -> String {
        let title = format!("{} {}: {}", self.game, self.position, self.setup.in_words());
        let mut notes = vec!["Values are MAX's."];
        if self.setup.has_windows() {
            notes.push("[α, β] is the window that is handed down: which values would still matter.");
        }
        notes.push("“now X ∈ […]” are the values that X can still take, given the leaves seen so far.");
        if self.setup.has_windows() {
            notes.push("The two are not the same.");
        }
        if self.setup.depth.is_some() && self.summary.evaluations > 0 {
            notes.push("“Exact” means exact for this depth: at the horizon stand estimates.");
        }
        if self.summary.searches > 1 {
            notes.push("The engine searches more than once, each time with what the table has kept.");
        }
        format!("{}\n{}\n\n", paint.bold(&title), notes.join("\n"))
    }

    fn steps_text(&self, paint: Paint) -> String {
        let shown = &self.steps[..self.text_steps.min(self.steps.len())];
        let columns = Columns::for_steps(shown);
        let mut text = columns.title(paint);
        for step in shown {
            text += &columns.line(step, paint);
        }
        let left_out = self.steps.len() - shown.len();
        if left_out > 0 || self.events_left_out > 0 {
            let mut note = format!("… {} left out", counted(left_out as u64, "more step", "more steps"));
            if self.events_left_out > 0 {
                note += &format!(", and {} not recorded", counted(self.events_left_out, "event", "events"));
            }
            text += &paint.dim(&note);
            text.push('\n');
        }
        text
    }

    fn drawing_text(&self, paint: Paint) -> String {
        let drawing = self.drawing(self.steps.len(), self.drawn_nodes);
        let what = if self.summary.searches > 1 { "The tree of the last search" } else { "The tree" };
        let legend = [
            ("[", "[ ] MAX"),
            ("(", "( ) MIN"),
            ("<", "< > CHANCE"),
            ("=", "= exact"),
            (BOUNDS[0], "≤ at most"),
            (BOUNDS[1], "≥ at least"),
            ("~", "~ static estimate"),
            ("✂", "✂ cut"),
            ("←", "← best line"),
        ];
        let used = legend.iter().filter(|(sign, _)| drawing.contains(sign)).map(|(_, meaning)| *meaning);
        let title = format!("{what} ({})", used.collect::<Vec<_>>().join(", "));
        let painted: String = drawing.lines().map(|line| paint.tree_line(line) + "\n").collect();
        let mut text = format!("\n{}\n{painted}", paint.bold(&title));
        if BOUNDS.iter().any(|bound| drawing.contains(bound)) {
            text += "What stands on a node with ≤ or ≥ is only a bound: its true value may lie beyond. The root's is not \
                     touched by that.\n";
        }
        text + "\n"
    }

    fn counts_text(&self, paint: Paint) -> String {
        let Summary { verdict, line, line_nodes, .. } = &self.summary;
        let mut text = format!("{}\n", paint.bold(&format!("Value: {verdict}")));
        text += &self.summary.note.as_ref().map_or_else(String::new, |note| format!("Note: {note}\n"));
        if let (Some(decision), Some(to)) = (&self.summary.decision, line_nodes.first()) {
            let to = if names_move(to, decision) { String::new() } else { format!(", to {to}") };
            let root = self.nodes.first().map_or(ROOT, |root| &root.name);
            let line = if root == ROOT { line.join(" ") } else { format!("{root} → {}", line_nodes.join(" → ")) };
            text += &format!("Decision: {decision}{to}\nLine: {line}\n");
        }
        text + &format!("{}\n", self.summary.counts_in_words(self.setup.algorithm))
    }
}

/// The marks of values that are only bounds.
const BOUNDS: [&str; 2] = ["≤", "≥"];

impl Summary {
    fn counts_in_words(&self, algorithm: Algorithm) -> String {
        let mut parts = vec![counted(self.nodes, "node", "nodes")];
        parts.push(match self.all_leaves {
            Some(all) => format!("{} of {} seen", grouped(self.leaves), counted(all, "leaf", "leaves")),
            None => format!("{} seen", counted(self.leaves, "leaf", "leaves")),
        });
        parts.push(counted(self.evaluations, "static evaluation", "static evaluations"));
        if algorithm != Algorithm::Minimax {
            let deep = if self.deep_cuts > 0 { format!(" ({} deep)", grouped(self.deep_cuts)) } else { String::new() };
            parts.push(format!("{}{deep}", counted(self.cuts, "cut", "cuts")));
            parts.push(format!("{} skipped", counted(self.moves_skipped, "move", "moves")));
        }
        if algorithm == Algorithm::Engine {
            parts.push(format!("{} from the table", counted(self.table_hits, "value", "values")));
            parts.push(counted(self.proofs, "proof", "proofs"));
            parts.push(counted(self.searches as u64, "search", "searches"));
        }
        format!("Counts: {}", parts.join(", "))
    }
}

/// The widths of the columns of steps.
struct Columns {
    number: usize,
    name: usize,
    window: usize,
}

impl Columns {
    fn for_steps(steps: &[Step]) -> Columns {
        let widest = |width: fn(&Step) -> usize| steps.iter().map(width).max().unwrap_or(0);
        Columns {
            number: widest(|step| step.number.to_string().len()).max(4),
            name: widest(|step| indented(step).chars().count()).max(4),
            window: widest(|step| step.window.as_ref().map_or(0, |window| window.to_string().chars().count())),
        }
    }

    fn title(&self, paint: Paint) -> String {
        let window = if self.window > 0 { format!("{:<1$}  ", "[α, β]", self.window.max(6)) } else { String::new() };
        let title = format!("{:>2$}  {:<3$}  {window}what happens", "step", "node", self.number, self.name);
        format!("{}\n", paint.dim(&title))
    }

    fn line(&self, step: &Step, paint: Paint) -> String {
        let number = paint.dim(&format!("{:>1$}", step.number, self.number));
        let name = format!("{:<1$}", indented(step), self.name);
        let width = self.window.max(6);
        let window = step.window.as_ref().map(|window| format!("{:<width$}  ", window.to_string()));
        let sentence = step.sentence.strip_prefix(&format!("{}: ", step.name)).unwrap_or(&step.sentence);
        let sentence = paint.step(step.kind, sentence);
        let now = paint.dim(&changes_in_words(step));
        format!("{number}  {name}  {}{sentence}{now}\n", window.unwrap_or_default())
    }
}

fn indented(step: &Step) -> String {
    format!("{}{}", "  ".repeat(step.ply.min(DEEPEST_INDENT)), step.name)
}

/// ` Now B ∈ [3, 3], A ∈ [3, ∞].` A leaf's own interval is omitted.
fn changes_in_words(step: &Step) -> String {
    let elsewhere = |node: usize| node != step.node || !(step.enters && step.leaves);
    let changes: Vec<String> = step
        .changes
        .iter()
        .filter(|change| elsewhere(change.node))
        .map(|change| format!("{} ∈ {}", change.name, change.interval))
        .collect();
    if changes.is_empty() { String::new() } else { format!(" Now {}.", changes.join(", ")) }
}

/// Colour, or none.
#[derive(Clone, Copy)]
struct Paint {
    colour: bool,
}

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.colour && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    fn step(self, kind: StepKind, text: &str) -> String {
        match kind {
            StepKind::Cut => self.with("31", text),
            StepKind::Update => self.with("36", text),
            StepKind::Leaf => self.with("32", text),
            StepKind::Enter | StepKind::Leave => text.to_owned(),
            _ => self.with("35", text),
        }
    }

    fn tree_line(self, line: &str) -> String {
        if line.contains('✂') {
            self.with("31", line)
        } else if line.ends_with('←') {
            self.with("1", line)
        } else {
            line.to_owned()
        }
    }
}
