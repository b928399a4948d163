//! A picture as a list of shapes: what all formats are written from.

use crate::ink::Ink;

/// A picture. Lengths are in points, `y` grows downwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// A description for screen readers.
    pub title: String,
    /// The parts, in the order in which they are painted.
    pub parts: Vec<Part>,
}

/// Some shapes that belong together: a node, an edge, a line of text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// A name that no other part has.
    pub id: String,
    /// Class names for style sheets: `node max open`.
    pub class: String,
    /// The visit that it shows.
    pub node: Option<usize>,
    /// The visit whose hidden children it stands for.
    pub opens: Option<usize>,
    /// A description for screen readers.
    pub label: String,
    /// What to paint.
    pub shapes: Vec<Shape>,
}

/// One shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle with round corners.
    Rectangle {
        /// The middle.
        at: Point,
        /// Half of the width and half of the height.
        half: Point,
        /// The radius of the corners.
        round: f32,
        /// How it is painted.
        paint: Paint,
    },
    /// An ellipse.
    Ellipse {
        /// The middle.
        at: Point,
        /// Half of the width and half of the height.
        half: Point,
        /// How it is painted.
        paint: Paint,
    },
    /// A rectangle that stands on a corner.
    Diamond {
        /// The middle.
        at: Point,
        /// Half of the width and half of the height.
        half: Point,
        /// How it is painted.
        paint: Paint,
    },
    /// A straight line.
    Line {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
        /// How it is painted.
        stroke: Stroke,
    },
    /// A line of text.
    Text(Text),
}

/// A place, or a distance in two directions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

/// Inside and outline of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// The inside.
    pub fill: Option<Ink>,
    /// The outline.
    pub stroke: Option<Stroke>,
}

/// A line's look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub ink: Ink,
    /// Its width.
    pub width: f32,
    /// Broken into dashes.
    pub dashed: bool,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The end named by `anchor`, on the base line.
    pub at: Point,
    /// Which end that is.
    pub anchor: Anchor,
    /// The size of the font.
    pub size: f32,
    /// Bold or not.
    pub bold: bool,
    /// Its colour.
    pub ink: Ink,
    /// The text.
    pub text: String,
}

/// Which point of a text is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

impl Point {
    /// A place.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }
}

impl Picture {
    /// The same picture with everything moved.
    pub(crate) fn moved(mut self, by: Point) -> Picture {
        self.parts.iter_mut().flat_map(|part| &mut part.shapes).for_each(|shape| shape.transform(1.0, by));
        self
    }

    /// The same picture, smaller or larger.
    pub(crate) fn scaled(mut self, factor: f32) -> Picture {
        self.parts
            .iter_mut()
            .flat_map(|part| &mut part.shapes)
            .for_each(|shape| shape.transform(factor, Point::default()));
        (self.width, self.height) = (self.width * factor, self.height * factor);
        self
    }
}

impl Part {
    /// Marks with a class name, and nothing else.
    pub(crate) fn of(class: &str, shapes: Vec<Shape>) -> Part {
        Part { class: class.to_owned(), shapes, ..Part::default() }
    }
}

impl Shape {
    /// A line of text that is not bold.
    pub(crate) fn text(at: Point, anchor: Anchor, size: f32, ink: Ink, text: impl Into<String>) -> Shape {
        Shape::Text(Text { at, anchor, size, bold: false, ink, text: text.into() })
    }

    /// A straight line.
    pub(crate) fn line(from: Point, to: Point, ink: Ink, width: f32, dashed: bool) -> Shape {
        Shape::Line { from, to, stroke: Stroke { ink, width, dashed } }
    }

    fn transform(&mut self, factor: f32, by: Point) {
        let place = |at: &mut Point| *at = Point::new(at.x * factor + by.x, at.y * factor + by.y);
        let length = |half: &mut Point| *half = Point::new(half.x * factor, half.y * factor);
        let thin = |stroke: &mut Stroke| stroke.width *= factor;
        match self {
            Shape::Rectangle { at, half, round, paint } => {
                place(at);
                length(half);
                *round *= factor;
                paint.stroke.iter_mut().for_each(thin);
            }
            Shape::Ellipse { at, half, paint } | Shape::Diamond { at, half, paint } => {
                place(at);
                length(half);
                paint.stroke.iter_mut().for_each(thin);
            }
            Shape::Line { from, to, stroke } => {
                place(from);
                place(to);
                thin(stroke);
            }
            Shape::Text(text) => {
                place(&mut text.at);
                text.size *= factor;
            }
        }
    }
}
