//! From the drawn tree to a list of shapes.

use std::ops::Range;

use crate::font::{shortened, width};
use crate::ink::Ink;
use crate::items::{Item, Who};
use crate::label::{Label, Outline, State};
use crate::layout::{Extent, Gaps, TreeShape, tidy};
use crate::options::DrawOptions;
use crate::picture::{Anchor, Paint, Part, Picture, Point, Shape, Stroke, Text};
use crate::room::room;
use crate::view::TraceReader;

/// Sizes of text.
pub(crate) const VALUE: f32 = 14.0;
pub(crate) const SMALL: f32 = 11.0;
/// Half the height of a node that is not a leaf.
pub(crate) const HALF: f32 = 19.0;
/// The distance between levels.
const LEVEL: f32 = 92.0;
/// The distance from an outline to the text beside it: room for the frame of the current node.
pub(crate) const BESIDE: f32 = 8.0;
pub(crate) const MARGIN: f32 = 18.0;
const GAPS: Gaps = Gaps { siblings: 14.0, cousins: 20.0 };
/// For worksheets, where width is scarce.
const CLOSE: Gaps = Gaps { siblings: 7.0, cousins: 12.0 };
/// How far down an edge its text stands: below the strokes of a cut, and where neighbours are already apart.
pub(crate) const ON_EDGE: f32 = 0.74;
/// The free space around the text on an edge.
pub(crate) const AROUND: f32 = 2.0;
/// Longer names and moves are truncated.
pub(crate) const LONGEST_NAME: f32 = 90.0;
pub(crate) const LONGEST_VALUE: f32 = 130.0;

/// A drawn tree, laid out.
pub(crate) struct DrawnTree<'t> {
    pub(crate) reader: TraceReader<'t>,
    pub(crate) items: Vec<Item<'t>>,
    /// The centres of the nodes.
    middles: Vec<Point>,
    /// Half the width and height of the outlines.
    halves: Vec<Point>,
    size: Point,
    pub(crate) options: DrawOptions,
}

struct Rooms<'a, 't> {
    items: &'a [Item<'t>],
    extents: &'a [Extent],
}

impl TreeShape for Rooms<'_, '_> {
    fn len(&self) -> usize {
        self.items.len()
    }
    fn children(&self, node: usize) -> &[usize] {
        &self.items[node].children
    }
    fn extent(&self, node: usize) -> Extent {
        self.extents[node]
    }
}

impl<'t> DrawnTree<'t> {
    pub(crate) fn new(reader: TraceReader<'t>, items: Vec<Item<'t>>, options: &DrawOptions) -> DrawnTree<'t> {
        let (halves, extents) = rooms(reader, &items, options);
        let gaps = if options.blank || options.worksheet { CLOSE } else { GAPS };
        let across = tidy(&Rooms { items: &items, extents: &extents }, gaps);
        let middles: Vec<Point> = across
            .iter()
            .zip(&items)
            .map(|(x, item)| Point::new(x + MARGIN, MARGIN + HALF + 4.0 + item.level as f32 * LEVEL))
            .collect();
        let right = middles.iter().zip(&extents).map(|(at, extent)| at.x + extent.right).fold(0.0, f32::max);
        let levels = items.iter().map(|item| item.level).max().unwrap_or(0);
        let size = Point::new(right + MARGIN, 2.0 * (MARGIN + HALF + 4.0) + levels as f32 * LEVEL);
        DrawnTree { reader, items, middles, halves, size, options: options.clone() }
    }

    /// The picture after a step.
    pub(crate) fn picture(&self, step: usize) -> Picture {
        let blank = self.options.blank;
        let current = self.reader.current_item(&self.items, step).filter(|_| !blank && !self.options.worksheet);
        let labels: Vec<Label> = self.items.iter().map(|item| self.reader.label(item, step, &self.options)).collect();
        let mut parts = Vec::with_capacity(2 * self.items.len() + 2);
        // Edges lie below the nodes, thick ones above thin ones.
        let mut edges: Vec<usize> = (1..self.items.len()).collect();
        edges.sort_by_key(|&place| labels[place].chosen);
        parts.extend(edges.into_iter().map(|place| self.edge(place, &labels[place])));
        parts.extend((0..self.items.len()).map(|place| self.node(place, &labels[place], step, current == Some(place))));
        let title = self.title(step);
        let mut picture = Picture { width: self.size.x, height: self.size.y, title, parts };
        if self.options.caption {
            self.add_caption(&mut picture, step);
        }
        picture
    }

    /// Width and height without a caption.
    pub(crate) fn picture_size(&self) -> Point {
        self.size
    }

    /// Does a place stand for nodes that are not drawn?
    pub(crate) fn is_badge(&self, place: usize) -> bool {
        matches!(self.items[place].who, Who::Hidden { .. })
    }

    pub(crate) fn title(&self, step: usize) -> String {
        let trace = self.reader.trace;
        let what = trace.setup.in_words();
        match self.reader.step(step) {
            Some(current) => format!("Step {step} of {}, {what}. {}", trace.steps.len(), current.sentence),
            None => format!("Before the first of {} steps, {what}.", trace.steps.len()),
        }
    }

    /// The edge to a place, with its move.
    pub(crate) fn edge(&self, place: usize, label: &Label) -> Part {
        let item = &self.items[place];
        let parent = item.parent.unwrap_or(0);
        let (above, below) = (self.middles[parent], self.middles[place]);
        let from = Point::new(above.x, above.y + self.halves[parent].y);
        let to = Point::new(below.x, below.y - self.halves[place].y);
        let (class, stroke) = match label.state {
            State::Cut => ("edge cut", line(Ink::Cut, 1.3, true)),
            _ if label.chosen => ("edge chosen", line(Ink::Chosen, 3.4, false)),
            State::Unseen => ("edge unseen", line(Ink::Muted, 1.0, false)),
            _ => ("edge", line(Ink::Line, 1.4, false)),
        };
        let mut shapes = vec![Shape::Line { from, to, stroke }];
        let cut_here = label.state == State::Cut && matches!(self.items[parent].who, Who::Visit(_));
        if cut_here {
            shapes.extend(double_bar(from, to));
        }
        if let Some(by) = &label.edge {
            let at = Point::new(from.x + (to.x - from.x) * ON_EDGE, from.y + (to.y - from.y) * ON_EDGE);
            let ink = if matches!(label.state, State::Cut) { Ink::Cut } else { Ink::Text };
            shapes.extend(on_ground(at, &shortened(by, SMALL, false, LONGEST_NAME), ink));
        }
        Part { id: format!("e{}", &item.id()), class: class.to_owned(), shapes, ..Part::default() }
    }

    /// A node with all its text.
    pub(crate) fn node(&self, place: usize, label: &Label, step: usize, current: bool) -> Part {
        let (item, at, half) = (&self.items[place], self.middles[place], self.halves[place]);
        let mut class = format!("node {} {}", label.outline.class(), label.state.word());
        let mut shapes = Vec::with_capacity(6);
        if current {
            class.push_str(" current");
            let ring = Paint { fill: None, stroke: Some(line(Ink::Current, 3.0, false)) };
            shapes.push(outline(label.outline, at, Point::new(half.x + 4.5, half.y + 4.5), ring));
        }
        let stroke = match label.state {
            State::Cut => line(Ink::Cut, 1.3, true),
            State::Unseen if !self.options.blank => line(Ink::Muted, 1.0, false),
            State::Open => line(Ink::Line, 2.4, false),
            _ => line(Ink::Line, 1.4, false),
        };
        let fill = match (label.state, label.outline) {
            (State::Cut, _) => Ink::Paper,
            (_, Outline::Square) => Ink::Max,
            (_, Outline::Circle) => Ink::Min,
            (_, Outline::Diamond) => Ink::Chance,
            (_, Outline::Leaf | Outline::Badge) => Ink::Leaf,
        };
        shapes.push(outline(label.outline, at, half, Paint { fill: Some(fill), stroke: Some(stroke) }));
        let ink = match label.state {
            State::Cut => Ink::Cut,
            State::Unseen if !self.options.blank => Ink::Muted,
            _ => Ink::Text,
        };
        self.write(&mut shapes, label, at, half, ink);
        let (node, opens) = match &item.who {
            Who::Visit(visit) => (Some(*visit), None),
            Who::Hidden { below, .. } => (None, Some(*below)),
            _ => (None, None),
        };
        let label = self.reader.spoken(item, label, step, &self.options, current);
        Part { id: item.id(), class, node, opens, label, shapes }
    }

    fn write(&self, shapes: &mut Vec<Shape>, label: &Label, at: Point, half: Point, ink: Ink) {
        let bold = label.state == State::Closed && label.outline != Outline::Badge;
        let is_open = label.state == State::Open;
        let mut say = |x: f32, y: f32, anchor: Anchor, size: f32, bold: bool, ink: Ink, text: &str| {
            let text = text.to_owned();
            shapes.push(Shape::Text(Text { at: Point::new(at.x + x, at.y + y), anchor, size, bold, ink, text }));
        };
        if let Some(value) = &label.value {
            let size = if label.outline == Outline::Badge { SMALL } else { VALUE };
            let value = shortened(value, size, bold, LONGEST_VALUE);
            say(0.0, size * 0.36, Anchor::Middle, size, bold, ink, &value);
        }
        if let Some(name) = &label.name {
            let name = shortened(name, SMALL, true, LONGEST_NAME);
            say(-half.x - BESIDE, 4.0, Anchor::End, SMALL, true, ink, &name);
        }
        if let Some(note) = &label.note {
            say(0.0, half.y + 12.0, Anchor::Middle, SMALL - 1.0, false, Ink::Muted, note);
        }
        let heights = if label.beside[0].is_some() && label.beside[1].is_some() { [-4.0, 11.0] } else { [4.0, 4.0] };
        for (line, y) in label.beside.iter().zip(heights) {
            let Some((ink, text)) = line else { continue };
            say(half.x + BESIDE, y, Anchor::Start, SMALL, is_open && *ink == Ink::Window, *ink, text);
        }
    }
}

fn line(ink: Ink, width: f32, dashed: bool) -> Stroke {
    Stroke { ink, width, dashed }
}

fn outline(outline: Outline, at: Point, half: Point, paint: Paint) -> Shape {
    match outline {
        Outline::Square => Shape::Rectangle { at, half, round: 2.0, paint },
        Outline::Circle => Shape::Ellipse { at, half, paint },
        Outline::Diamond => Shape::Diamond { at, half, paint },
        Outline::Leaf => Shape::Rectangle { at, half, round: 5.0, paint },
        Outline::Badge => Shape::Rectangle { at, half, round: half.y, paint },
    }
}

/// Two short lines across an edge: a cut.
fn double_bar(from: Point, to: Point) -> impl Iterator<Item = Shape> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let bars: Range<i32> = 0..2;
    bars.map(move |bar| {
        let along = length * 0.5 + (bar as f32 - 0.5) * 5.0;
        let middle = Point::new(from.x + ux * along, from.y + uy * along);
        let end = |sign: f32| Point::new(middle.x - sign * uy * 7.0, middle.y + sign * ux * 7.0);
        Shape::Line { from: end(1.0), to: end(-1.0), stroke: line(Ink::Text, 2.0, false) }
    })
}

/// The outlines and the space of all places. On a drawn tree, nodes of the same side have the same shape, as on paper; in a game,
/// where values are words, that would take too much room.
fn rooms(reader: TraceReader<'_>, items: &[Item<'_>], options: &DrawOptions) -> (Vec<Point>, Vec<Extent>) {
    let mut rooms: Vec<(Outline, Point, Extent)> = items.iter().map(|item| room(reader, item, options)).collect();
    if reader.is_on_paper() {
        for kind in [Outline::Square, Outline::Circle, Outline::Diamond] {
            let same = |&&(outline, ..): &&(Outline, Point, Extent)| outline == kind;
            let widest = rooms.iter().filter(same).map(|(_, half, _)| half.x).fold(0.0, f32::max);
            for (_, half, extent) in rooms.iter_mut().filter(|(outline, ..)| *outline == kind) {
                let more = widest - half.x;
                half.x = widest;
                (extent.left, extent.right) = (extent.left + more, extent.right + more);
            }
        }
    }
    rooms.into_iter().map(|(_, half, extent)| (half, extent)).unzip()
}

/// A short text on a filled background.
fn on_ground(at: Point, text: &str, ink: Ink) -> [Shape; 2] {
    let half = Point::new(width(text, SMALL, false) / 2.0 + AROUND, SMALL * 0.6);
    let ground = Paint { fill: Some(Ink::Paper), stroke: None };
    let text = Text {
        at: Point::new(at.x, at.y + SMALL * 0.36),
        anchor: Anchor::Middle,
        size: SMALL,
        bold: false,
        ink,
        text: text.to_owned(),
    };
    [Shape::Rectangle { at, half, round: 3.0, paint: ground }, Shape::Text(text)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IndexedTrace;
    use crate::png::beginning;
    use proptest::prelude::*;
    use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
    use rootward_trace::{TraceSettings, trace_game};

    /// The rectangles of all texts of a picture, with the texts.
    fn texts(picture: &Picture) -> Vec<([f32; 4], String)> {
        let shapes = picture.parts.iter().flat_map(|part| &part.shapes);
        let rectangle = |shape: &Shape| match shape {
            Shape::Text(text) => {
                let (left, wide) = (beginning(text), width(&text.text, text.size, text.bold));
                Some(([left, text.at.y - 0.7 * text.size, left + wide, text.at.y], text.text.clone()))
            }
            _ => None,
        };
        shapes.filter_map(rectangle).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn no_text_lies_on_another(seed: u64, depth in 1u32..4, chance in 0u32..90, look in 0usize..3) {
            let tree = Tree::random(&RandomTree { seed, depth, chance, values: -20..=20, irregular: seed % 2 == 0, ..RandomTree::default() });
            let trace = trace_game(&tree, &TreeKnowledge, &Node::ROOT, &TraceSettings::star1(), &|node| tree.name_of(*node));
            let indexed = IndexedTrace::new(&trace);
            let options = DrawOptions { blank: look == 1, worksheet: look == 2, follow: false, ..DrawOptions::default() };
            for step in [0, indexed.steps() / 2, indexed.steps()] {
                let texts = texts(&indexed.picture(step, &options));
                for (place, (one, name)) in texts.iter().enumerate() {
                    for (other, other_name) in &texts[place + 1..] {
                        let apart = one[2] <= other[0] || other[2] <= one[0] || one[3] <= other[1] || other[3] <= one[1];
                        prop_assert!(apart, "'{}' lies on '{}' in {}", name, other_name, tree.to_text());
                    }
                }
            }
        }
    }
}
