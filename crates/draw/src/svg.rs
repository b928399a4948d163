//! Pictures as SVG. Colours are in the file and can be replaced by CSS custom properties: `--rw-max: …`.

use std::fmt::Write;

use crate::ink::Ink;
use crate::options::Theme;
use crate::picture::{Anchor, Paint, Part, Picture, Point, Shape, Stroke};

/// A whole file, or an element for a page.
pub(crate) fn svg(picture: &Picture, theme: Theme) -> String {
    let mut text = String::with_capacity(512 * picture.parts.len() + 4096);
    open(&mut text, picture, theme);
    for part in &picture.parts {
        push_part(&mut text, part);
    }
    text.push_str("</svg>\n");
    text
}

/// Everything before the first part.
pub(crate) fn open(text: &mut String, picture: &Picture, theme: Theme) {
    let (width, height) = (Number(picture.width), Number(picture.height));
    let _ = write!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rw-tree\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"'DejaVu Sans',Verdana,sans-serif\" role=\"img\"><title>{}</title>\
         <style>{}</style><rect class=\"ground f-paper\" width=\"100%\" height=\"100%\"/>",
        Escaped(&picture.title),
        style(theme)
    );
}

/// A rule for each colour, as the fill and as the stroke.
pub(crate) fn style(theme: Theme) -> String {
    let mut rules = String::new();
    for ink in Ink::ALL {
        let (name, hex) = (ink.name(), ink.hex(theme));
        let _ = write!(
            rules,
            // Readers without custom properties ignore the second declaration and keep the first.
            ".rw-tree .f-{name}{{fill:{hex};fill:var(--rw-{name},{hex})}}\
             .rw-tree .s-{name}{{stroke:{hex};stroke:var(--rw-{name},{hex})}}"
        );
    }
    rules
}

/// One part as a group.
pub(crate) fn push_part(text: &mut String, part: &Part) {
    text.push_str("<g");
    // If several pictures share a page, their parts have no ids.
    if !part.id.is_empty() {
        let _ = write!(text, " id=\"{}\"", part.id);
    }
    let _ = write!(text, " class=\"{}\"", part.class);
    if let Some(node) = part.node {
        let _ = write!(text, " data-node=\"{node}\"");
    }
    if let Some(visit) = part.opens {
        let _ = write!(text, " data-open=\"{visit}\"");
    }
    text.push('>');
    push_inside(text, part);
    text.push_str("</g>");
}

/// What is inside the group.
pub(crate) fn push_inside(text: &mut String, part: &Part) {
    if !part.label.is_empty() {
        let _ = write!(text, "<title>{}</title>", Escaped(&part.label));
    }
    for shape in &part.shapes {
        push_shape(text, shape);
    }
}

fn push_shape(text: &mut String, shape: &Shape) {
    match shape {
        Shape::Rectangle { at, half, round, paint } => {
            let _ = write!(
                text,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"",
                Number(at.x - half.x),
                Number(at.y - half.y),
                Number(2.0 * half.x),
                Number(2.0 * half.y),
                Number(*round)
            );
            push_paint(text, paint);
        }
        Shape::Ellipse { at, half, paint } => {
            let _ = write!(
                text,
                "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"",
                Number(at.x),
                Number(at.y),
                Number(half.x),
                Number(half.y)
            );
            push_paint(text, paint);
        }
        Shape::Diamond { at, half, paint } => {
            text.push_str("<path d=\"M");
            for (nth, Point { x, y }) in diamond(*at, *half).into_iter().enumerate() {
                let _ = write!(text, "{}{} {}", if nth == 0 { "" } else { "L" }, Number(x), Number(y));
            }
            text.push_str("Z\"");
            push_paint(text, paint);
        }
        Shape::Line { from, to, stroke } => {
            let ends = (Number(from.x), Number(from.y), Number(to.x), Number(to.y));
            let _ = write!(text, "<path d=\"M{} {}L{} {}\"", ends.0, ends.1, ends.2, ends.3);
            push_paint(text, &Paint { fill: None, stroke: Some(*stroke) });
        }
        Shape::Text(line) => {
            let anchor = match line.anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let _ = write!(
                text,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{} class=\"f-{}\">{}</text>",
                Number(line.at.x),
                Number(line.at.y),
                Number(line.size),
                if line.bold { " font-weight=\"bold\"" } else { "" },
                line.ink.name(),
                Escaped(&line.text)
            );
        }
    }
}

/// The corners of a diamond.
pub(crate) fn diamond(at: Point, half: Point) -> [Point; 4] {
    [
        Point::new(at.x, at.y - half.y),
        Point::new(at.x + half.x, at.y),
        Point::new(at.x, at.y + half.y),
        Point::new(at.x - half.x, at.y),
    ]
}

/// Colours are classes, so that a page can replace them. Everything else is an attribute, which no policy about inline
/// styles can block.
fn push_paint(text: &mut String, paint: &Paint) {
    text.push_str(if paint.fill.is_some() { " class=\"f-" } else { " fill=\"none\" class=\"" });
    text.push_str(paint.fill.map_or("", Ink::name));
    match paint.stroke {
        None => text.push_str("\"/>"),
        Some(Stroke { ink, width, dashed }) => {
            text.push_str(if paint.fill.is_some() { " s-" } else { "s-" });
            text.push_str(ink.name());
            let dashes = if dashed { " stroke-dasharray=\"5 4\"" } else { "" };
            let _ = write!(text, "\" stroke-width=\"{}\"{dashes}/>", Number(width));
        }
    }
}

/// A length with one decimal at most.
pub(crate) struct Number(pub(crate) f32);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        // Written backwards into a small buffer: a picture of 1,000 nodes has 10,000 numbers.
        let mut digits = [0_u8; 24];
        let mut start = digits.len();
        let mut push = |digit: u8| {
            start -= 1;
            digits[start] = digit;
        };
        let mut rest = tenths.unsigned_abs();
        if !rest.is_multiple_of(10) {
            push(b'0' + (rest % 10) as u8);
            push(b'.');
        }
        rest /= 10;
        loop {
            push(b'0' + (rest % 10) as u8);
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if tenths < 0 {
            push(b'-');
        }
        f.write_str(std::str::from_utf8(&digits[start..]).unwrap_or_default())
    }
}

/// Text between tags or in an attribute.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let special = |c: char| matches!(c, '&' | '<' | '>' | '"' | '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
        if !self.0.contains(special) {
            return f.write_str(self.0);
        }
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML has no way to write these.
                '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                    f.write_str("\u{fffd}")?
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_decimal_at_most() {
        let cases =
            [(0.0, "0"), (12.0, "12"), (-0.04, "0"), (-3.26, "-3.3"), (0.1, "0.1"), (99.96, "100"), (1e6, "1000000")];
        for (number, text) in cases {
            assert_eq!(Number(number).to_string(), text);
        }
    }

    #[test]
    fn nothing_in_a_text_is_taken_for_a_tag() {
        assert_eq!(Escaped("a<b> & \"c\"\u{1}").to_string(), "a&lt;b&gt; &amp; &quot;c&quot;\u{fffd}");
    }
}
