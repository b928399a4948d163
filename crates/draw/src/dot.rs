//! The drawn tree as a Graphviz graph. Graphviz places the nodes itself.

use std::fmt::Write;

use crate::ink::Ink;
use crate::items::Who;
use crate::label::{Label, Outline, State};
use crate::options::Theme;
use crate::paint::DrawnTree;

/// The tree after a step.
pub(crate) fn dot(drawn: &DrawnTree<'_>, step: usize, theme: Theme) -> String {
    let reader = drawn.reader;
    let hex = |ink: Ink| ink.hex(theme);
    let mut text = String::from("digraph search {\n");
    let _ = writeln!(
        text,
        "  graph [ordering=out, bgcolor=\"{}\", fontname=\"DejaVu Sans\", fontcolor=\"{}\", label=\"{}\"];",
        hex(Ink::Paper),
        hex(Ink::Text),
        quoted(&drawn.title(step))
    );
    text.push_str("  node [fontname=\"DejaVu Sans\", style=filled];\n");
    text.push_str("  edge [fontname=\"DejaVu Sans\", arrowhead=none];\n");
    let current = reader.current_item(&drawn.items, step);
    for (place, item) in drawn.items.iter().enumerate() {
        let label = reader.label(item, step, &drawn.options);
        let _ = writeln!(text, "  {}", node(&item.id(), &label, current == Some(place), theme));
        if let Some(parent) = item.parent {
            let above = &drawn.items[parent];
            let cut_here = matches!(above.who, Who::Visit(_));
            let _ = writeln!(text, "  {}", edge(&above.id(), &item.id(), &label, cut_here, theme));
        }
    }
    text.push_str("}\n");
    text
}

fn node(id: &str, label: &Label, current: bool, theme: Theme) -> String {
    let shape = match label.outline {
        Outline::Square => "box",
        Outline::Circle => "ellipse",
        Outline::Diamond => "diamond",
        Outline::Leaf => "plain",
        Outline::Badge => "note",
    };
    let inside = [&label.name, &label.value].into_iter().flatten();
    let beside = label.beside.iter().flatten().map(|(_, text)| text);
    let lines: Vec<String> = inside.chain(beside).chain(&label.note).map(|line| quoted(line)).collect();
    let (fill, ink) = match (label.state, label.outline) {
        (State::Cut, _) => (Ink::Paper, Ink::Cut),
        (State::Unseen, _) => (Ink::Paper, Ink::Muted),
        (_, Outline::Square) => (Ink::Max, Ink::Text),
        (_, Outline::Circle) => (Ink::Min, Ink::Text),
        (_, Outline::Diamond) => (Ink::Chance, Ink::Text),
        (_, Outline::Leaf | Outline::Badge) => (Ink::Leaf, Ink::Text),
    };
    let style = if label.state == State::Cut { "filled,dashed" } else { "filled" };
    let (line, width) = if current { (Ink::Current, 3.0) } else { (ink, 1.0) };
    format!(
        "\"{id}\" [shape={shape}, style=\"{style}\", label=\"{}\", fillcolor=\"{}\", fontcolor=\"{}\", color=\"{}\", \
         penwidth={width}];",
        lines.join("\\n"),
        fill.hex(theme),
        ink.hex(theme),
        line.hex(theme)
    )
}

fn edge(from: &str, to: &str, label: &Label, cut_here: bool, theme: Theme) -> String {
    let mut options = Vec::new();
    let mut said = label.edge.as_deref().map(quoted).unwrap_or_default();
    match label.state {
        State::Cut => {
            options.push(format!("style=dashed, color=\"{}\"", Ink::Cut.hex(theme)));
            if cut_here {
                said = format!("✂ {said}").trim_end().to_owned();
            }
        }
        _ if label.chosen => options.push(format!("penwidth=3, color=\"{}\"", Ink::Chosen.hex(theme))),
        _ => options.push(format!("color=\"{}\"", Ink::Line.hex(theme))),
    }
    if !said.is_empty() {
        options.push(format!("label=\"{said}\", fontcolor=\"{}\"", Ink::Text.hex(theme)));
    }
    format!("\"{from}\" -> \"{to}\" [{}];", options.join(", "))
}

/// Text inside quotes.
fn quoted(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.replace('\\', "\\\\").replace('"', "\\\"")
}
