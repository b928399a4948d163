//! Pictures as a Typst document, one page each.

use std::fmt::Write;

use crate::options::Theme;
use crate::picture::{Anchor, Paint, Picture, Point, Shape, Stroke, Text};
use crate::svg::{Number, diamond};

/// A document whose pages are the pictures.
pub(crate) fn typst(pages: &[Picture], theme: Theme) -> String {
    let mut text = String::from("// Compile with typst.\n#set text(font: (\"DejaVu Sans\", \"Libertinus Serif\"))\n");
    for (nth, page) in pages.iter().enumerate() {
        let (width, height) = (Number(page.width), Number(page.height));
        if nth > 0 {
            text.push_str("#pagebreak(weak: true)\n");
        }
        let _ = writeln!(text, "#set page(width: {width}pt, height: {height}pt, margin: 0pt)");
        for shape in page.parts.iter().flat_map(|part| &part.shapes) {
            push_shape(&mut text, shape, theme);
        }
    }
    text
}

fn push_shape(text: &mut String, shape: &Shape, theme: Theme) {
    match shape {
        Shape::Rectangle { at, half, round, paint } => {
            let shape = format!(
                "rect(width: {}pt, height: {}pt, radius: {}pt, {})",
                Number(2.0 * half.x),
                Number(2.0 * half.y),
                Number(*round),
                options(paint, theme)
            );
            place(text, Point::new(at.x - half.x, at.y - half.y), &shape);
        }
        Shape::Ellipse { at, half, paint } => {
            let (width, height) = (Number(2.0 * half.x), Number(2.0 * half.y));
            let shape = format!("ellipse(width: {width}pt, height: {height}pt, {})", options(paint, theme));
            place(text, Point::new(at.x - half.x, at.y - half.y), &shape);
        }
        Shape::Diamond { at, half, paint } => {
            let corners = diamond(*half, *half).map(point);
            let shape = format!("polygon({}, {})", corners.join(", "), options(paint, theme));
            place(text, Point::new(at.x - half.x, at.y - half.y), &shape);
        }
        Shape::Line { from, to, stroke } => {
            let shape = format!("line(start: {}, end: {}, stroke: {})", point(*from), point(*to), line(stroke, theme));
            place(text, Point::default(), &shape);
        }
        Shape::Text(words) => push_text(text, words, theme),
    }
}

fn place(text: &mut String, at: Point, shape: &str) {
    let _ = writeln!(text, "#place(dx: {}pt, dy: {}pt, {shape})", Number(at.x), Number(at.y));
}

fn point(at: Point) -> String {
    format!("({}pt, {}pt)", Number(at.x), Number(at.y))
}

fn options(paint: &Paint, theme: Theme) -> String {
    let fill = paint.fill.map_or("none".to_owned(), |ink| format!("rgb(\"{}\")", ink.hex(theme)));
    let stroke = paint.stroke.map_or("none".to_owned(), |stroke| line(&stroke, theme));
    format!("fill: {fill}, stroke: {stroke}")
}

fn line(stroke: &Stroke, theme: Theme) -> String {
    let Stroke { ink, width, dashed } = *stroke;
    let dash = if dashed { ", dash: (5pt, 4pt)" } else { "" };
    format!("(paint: rgb(\"{}\"), thickness: {}pt{dash})", ink.hex(theme), Number(width))
}

/// A box wide enough for any text, so that text can be centred or right-aligned at a point.
const BOX: f32 = 1000.0;

fn push_text(text: &mut String, words: &Text, theme: Theme) {
    let (shift, side) = match words.anchor {
        Anchor::Start => (0.0, "left"),
        Anchor::Middle => (BOX / 2.0, "center"),
        Anchor::End => (BOX, "right"),
    };
    let weight = if words.bold { ", weight: \"bold\"" } else { "" };
    let said = words.text.replace('\\', "\\\\").replace('"', "\\\"");
    let shape = format!(
        "box(width: {BOX}pt, align({side}, text(size: {}pt, fill: rgb(\"{}\"), top-edge: \"baseline\"{weight}, \"{said}\")))",
        Number(words.size),
        words.ink.hex(theme)
    );
    place(text, Point::new(words.at.x - shift, words.at.y), &shape);
}
