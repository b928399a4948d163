//! A self-contained page that steps through a whole trace. It loads nothing from elsewhere.
//!
//! All drawing is done here. For every node the page holds its shapes with the step each is valid from, and shows those
//! of the current step.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::ops::Deref;

use rootward_trace::Trace;
use serde::Serialize;

use crate::indexed_trace::IndexedTrace;
use crate::items::Who;
use crate::options::DrawOptions;
use crate::paint::DrawnTree;
use crate::pseudo::{current_line, pseudo_code};
use crate::svg::{Escaped, Number, push_part, style};

/// A page holds at most about this many shapes: more would be slow to load.
const MOST_SHAPES: usize = 3_000_000;

#[derive(Serialize)]
struct PageData {
    /// SVG groups without duplicates.
    shapes: Vec<String>,
    scenes: Vec<SceneData>,
    sentences: Vec<String>,
    lines: Vec<usize>,
    counts: Vec<[usize; 3]>,
    first: usize,
}

/// Steps in which the same nodes stand at the same places.
#[derive(Serialize)]
struct SceneData {
    first: usize,
    width: String,
    height: String,
    /// For each place: pairs of a step and the shape that is shown from that step on.
    parts: Vec<Vec<[usize; 2]>>,
}

/// The page, open at a step.
pub(crate) fn html<T: Deref<Target = Trace>>(indexed: &IndexedTrace<T>, step: usize, options: &DrawOptions) -> String {
    let trace = indexed.trace();
    let code = pseudo_code(&trace.setup);
    let data = PageData {
        first: step.min(indexed.steps()),
        sentences: trace.steps.iter().map(|step| step.sentence.clone()).collect(),
        lines: (0..=indexed.steps()).map(|step| current_line(trace, step)).collect(),
        counts: (0..=indexed.steps()).map(|step| indexed.counts(step)).map(|c| [c.nodes, c.leaves, c.cuts]).collect(),
        ..scenes(indexed, options)
    };
    // Nothing in the data can end the script element around it.
    let json = serde_json::to_string(&data).unwrap_or_default().replace('<', "\\u003c");
    let title = format!("{}: {}", trace.game, trace.setup.in_words());
    let lines: String = code.lines.iter().fold(String::new(), |mut text, line| {
        let _ = write!(text, "<li>{}</li>", Escaped(line));
        text
    });
    include_str!("page.html")
        .replace("@STYLE@", &style(options.theme))
        .replace("@TITLE@", &Escaped(&title).to_string())
        .replace("@CODE_TITLE@", &Escaped(&code.title).to_string())
        .replace("@CODE@", &lines)
        .replace("@VERDICT@", &Escaped(&format!("Value: {}", trace.summary.verdict)).to_string())
        .replace("@DATA@", &json)
}

fn scenes<T: Deref<Target = Trace>>(indexed: &IndexedTrace<T>, options: &DrawOptions) -> PageData {
    let firsts = first_steps(indexed);
    let max_nodes = options.max_nodes.min((MOST_SHAPES / firsts.len().max(1)).max(40));
    let options = DrawOptions { follow: false, caption: false, max_nodes, ..options.clone() };
    let mut shapes = Shapes::default();
    let mut scenes = Vec::new();
    for (nth, &first) in firsts.iter().enumerate() {
        let end = firsts.get(nth + 1).map_or(indexed.steps(), |next| next - 1);
        let drawn = indexed.drawn_tree(first, &options);
        scenes.push(shapes_between(indexed, &drawn, first, end, &mut shapes));
    }
    PageData { shapes: shapes.all, scenes, sentences: Vec::new(), lines: Vec::new(), counts: Vec::new(), first: 0 }
}

/// The steps at which the drawn tree changes: another search begins, or a move is searched again.
fn first_steps<T: Deref<Target = Trace>>(indexed: &IndexedTrace<T>) -> Vec<usize> {
    let (trace, reader) = (indexed.trace(), indexed.reader());
    let again = |step: usize| {
        let current = &trace.steps[step - 1];
        current.enters && trace.nodes[current.node].again.is_some()
    };
    let mut firsts = vec![0];
    let mut top = reader.top(0);
    for step in 1..=indexed.steps() {
        let now = reader.top(step);
        if now != top || again(step) {
            firsts.push(step);
        }
        top = now;
    }
    firsts
}

#[derive(Default)]
struct Shapes {
    all: Vec<String>,
    known: HashMap<String, usize>,
}

impl Shapes {
    fn number(&mut self, shape: String) -> usize {
        if let Some(&known) = self.known.get(&shape) {
            return known;
        }
        self.all.push(shape.clone());
        self.known.insert(shape, self.all.len() - 1);
        self.all.len() - 1
    }
}

/// All shapes of the places of a drawn tree between two steps.
fn shapes_between<T: Deref<Target = Trace>>(
    indexed: &IndexedTrace<T>,
    drawn: &DrawnTree<'_>,
    first: usize,
    end: usize,
    shapes: &mut Shapes,
) -> SceneData {
    let size = drawn.picture_size();
    let count = drawn.items.len();
    let places: HashMap<usize, usize> = drawn
        .items
        .iter()
        .enumerate()
        .filter_map(|(place, item)| match item.who {
            Who::Visit(visit) => Some((visit, place)),
            _ => None,
        })
        .collect();
    // All edges before all nodes, in painting order.
    let mut parts: Vec<Vec<[usize; 2]>> = vec![Vec::new(); 2 * count];
    let mut current = None;
    for step in first..=end {
        let now = drawn.reader.current_item(&drawn.items, step);
        let touched: BTreeSet<usize> = if step == first {
            (0..count).collect()
        } else {
            touched(indexed.trace(), drawn, &places, step).chain(current).chain(now).collect()
        };
        current = now;
        for place in touched {
            let label = drawn.reader.label(&drawn.items[place], step, &drawn.options);
            let edge = (place > 0).then(|| drawn.edge(place, &label));
            let node = drawn.node(place, &label, step, now == Some(place));
            for (row, part) in edge.map(|edge| (place, edge)).into_iter().chain([(count + place, node)]) {
                let mut shape = String::new();
                push_part(&mut shape, &part);
                let number = shapes.number(shape);
                if parts[row].last().is_none_or(|last| last[1] != number) {
                    parts[row].push([step, number]);
                }
            }
        }
    }
    parts.retain(|versions| !versions.is_empty());
    SceneData { first, width: Number(size.x).to_string(), height: Number(size.y).to_string(), parts }
}

/// The places that a step may change: its node with its children, and the nodes whose intervals changed.
fn touched(
    trace: &Trace,
    drawn: &DrawnTree<'_>,
    places: &HashMap<usize, usize>,
    step: usize,
) -> impl Iterator<Item = usize> {
    let current = &trace.steps[step - 1];
    let visits = current.changes.iter().map(|change| change.node).chain([current.node]);
    let mut touched = Vec::new();
    for visit in visits {
        if let Some(&place) = places.get(&visit) {
            touched.push(place);
        }
        // A badge counts the visited nodes below it.
        if let Some(&above) = trace.nodes[visit].parent.and_then(|parent| places.get(&parent)) {
            touched.extend(drawn.items[above].children.iter().filter(|&&child| drawn.is_badge(child)));
        }
    }
    if let Some(&place) = places.get(&current.node) {
        touched.extend(drawn.items[place].children.iter().copied());
        touched.extend(below_cut(drawn, place));
    }
    touched.into_iter()
}

/// All places below the moves that are cut at a place.
fn below_cut(drawn: &DrawnTree<'_>, place: usize) -> Vec<usize> {
    let is_skipped = |&child: &usize| matches!(drawn.items[child].who, Who::Skipped { .. } | Who::ManySkipped { .. });
    let mut todo: Vec<usize> = drawn.items[place].children.iter().copied().filter(is_skipped).collect();
    let mut below = Vec::new();
    while let Some(place) = todo.pop() {
        below.push(place);
        todo.extend(&drawn.items[place].children);
    }
    below
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_trace::{Algorithm, TraceSettings};

    /// The shapes that the page's script shows at a step.
    fn shown(data: &PageData, step: usize) -> Vec<&str> {
        let scene = data.scenes.iter().rfind(|scene| scene.first <= step).unwrap();
        let latest = |versions: &Vec<[usize; 2]>| versions.iter().rfind(|version| version[0] <= step).map(|v| v[1]);
        let mut shapes: Vec<&str> = scene.parts.iter().filter_map(latest).map(|shape| &*data.shapes[shape]).collect();
        shapes.sort_unstable();
        shapes
    }

    #[test]
    fn the_page_shows_at_every_step_what_a_picture_of_that_step_shows() {
        for (game, algorithm, depth, max_nodes) in [
            ("tree:tree1", Algorithm::AlphaBeta, None, 1000),
            ("tree:deep-cut", Algorithm::Minimax, None, 1000),
            ("tree:deep-cut", Algorithm::AlphaBeta, None, 8),
            // A whole subtree is cut.
            ("((3 9) (2 ((7 8) 5)))", Algorithm::AlphaBeta, None, 1000),
            ("connect-four", Algorithm::AlphaBeta, Some(3), 60),
            ("tic-tac-toe", Algorithm::Engine, Some(2), 60),
        ] {
            let session = match game.starts_with('(') {
                true => rootward_session::open("tree", Some(game)).unwrap(),
                false => rootward_session::open(game, None).unwrap(),
            };
            let trace =
                rootward_trace::trace(&*session, &TraceSettings { algorithm, depth, ..TraceSettings::default() });
            let indexed = IndexedTrace::new(&trace);
            let options = DrawOptions { max_nodes, follow: false, ..DrawOptions::default() };
            let data = scenes(&indexed, &options);
            for step in 0..=indexed.steps() {
                let picture = indexed.picture(step, &options);
                let mut right: Vec<String> = picture
                    .parts
                    .iter()
                    .map(|part| {
                        let mut shape = String::new();
                        push_part(&mut shape, part);
                        shape
                    })
                    .collect();
                right.sort_unstable();
                assert_eq!(shown(&data, step), right, "{game} {algorithm:?}, step {step}");
            }
        }
    }

    #[test]
    fn the_page_asks_for_nothing_and_no_name_can_end_its_script() {
        let text = "(\"</script><script>alert(1)</script>\"(3 12) \"<b>&\"(2 4))";
        let session = rootward_session::open("tree", Some(text)).unwrap();
        let trace = rootward_trace::trace(&*session, &TraceSettings::default());
        let page = html(&IndexedTrace::new(&trace), 3, &DrawOptions::default());
        assert_eq!(page.matches("</script").count(), 2);
        assert!(!page.contains("<b>") && !page.contains("alert(1)<"));
        for outside in ["http:", "https:", "src=", "href=", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(!page.contains('@') || !page.contains("@DATA@"));
    }
}
