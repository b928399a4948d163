//! Pictures as PNG.

use tiny_skia::{
    Color, FillRule, LineCap, Mask, Paint as Brush, Path, PathBuilder, Pixmap, Rect, StrokeDash, Transform,
};
use ttf_parser::OutlineBuilder;

use crate::font::{font, width};
use crate::ink::Ink;
use crate::options::Theme;
use crate::picture::{Anchor, Paint, Picture, Point, Shape, Stroke, Text};
use crate::svg::diamond;

/// Pixels per point: sharp on a high-resolution screen.
const SHARPNESS: f32 = 2.0;
/// The most pixels of a picture, in all and in one direction. Larger pictures are drawn less sharply.
const MOST_DOTS: f32 = 4.0e7;
const LONGEST_SIDE: f32 = 30_000.0;

/// The picture as a PNG file.
pub(crate) fn png(picture: &Picture, theme: Theme) -> Vec<u8> {
    let (wide, high) = (picture.width.max(1.0), picture.height.max(1.0));
    let scale = SHARPNESS.min((MOST_DOTS / (wide * high)).sqrt()).min(LONGEST_SIDE / wide.max(high));
    let dots = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let Some(mut pixmap) = Pixmap::new(dots(wide), dots(high)) else { return Vec::new() };
    let [red, green, blue] = Ink::Paper.colour(theme);
    pixmap.fill(Color::from_rgba8(red, green, blue, 255));
    let mut canvas = Canvas { pixmap, transform: Transform::from_scale(scale, scale), theme };
    for shape in picture.parts.iter().flat_map(|part| &part.shapes) {
        canvas.draw(shape);
    }
    canvas.pixmap.encode_png().unwrap_or_default()
}

struct Canvas {
    pixmap: Pixmap,
    transform: Transform,
    theme: Theme,
}

const NO_MASK: Option<&Mask> = None;

impl Canvas {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Rectangle { at, half, round, paint } => self.shape(rounded(*at, *half, *round), paint),
            Shape::Ellipse { at, half, paint } => {
                let rect = Rect::from_ltrb(at.x - half.x, at.y - half.y, at.x + half.x, at.y + half.y);
                self.shape(rect.and_then(PathBuilder::from_oval), paint);
            }
            Shape::Diamond { at, half, paint } => {
                let mut path = PathBuilder::new();
                for (nth, Point { x, y }) in diamond(*at, *half).into_iter().enumerate() {
                    if nth == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
                }
                path.close();
                self.shape(path.finish(), paint);
            }
            Shape::Line { from, to, stroke } => {
                let mut path = PathBuilder::new();
                path.move_to(from.x, from.y);
                path.line_to(to.x, to.y);
                self.shape(path.finish(), &Paint { fill: None, stroke: Some(*stroke) });
            }
            Shape::Text(text) => self.text(text),
        }
    }

    fn brush(&self, ink: Ink) -> Brush<'static> {
        let [red, green, blue] = ink.colour(self.theme);
        let mut brush = Brush::default();
        brush.set_color_rgba8(red, green, blue, 255);
        brush.anti_alias = true;
        brush
    }

    fn shape(&mut self, path: Option<Path>, paint: &Paint) {
        let Some(path) = path else { return };
        if let Some(ink) = paint.fill {
            let brush = self.brush(ink);
            self.pixmap.fill_path(&path, &brush, FillRule::Winding, self.transform, NO_MASK);
        }
        if let Some(Stroke { ink, width, dashed }) = paint.stroke {
            let dash = if dashed { StrokeDash::new(vec![5.0, 4.0], 0.0) } else { None };
            let stroke = tiny_skia::Stroke { width, dash, line_cap: LineCap::Butt, ..tiny_skia::Stroke::default() };
            let brush = self.brush(ink);
            self.pixmap.stroke_path(&path, &brush, &stroke, self.transform, NO_MASK);
        }
    }

    fn text(&mut self, text: &Text) {
        let mut x = beginning(text);
        let mut path = PathBuilder::new();
        let face = font(text.bold);
        let scale = text.size / face.units_per_em;
        for c in text.text.chars() {
            if let Some(glyph) = face.face.glyph_index(c) {
                face.face.outline_glyph(glyph, &mut Pen { path: &mut path, x, y: text.at.y, scale });
            }
            x += width(c.encode_utf8(&mut [0; 4]), text.size, text.bold);
        }
        self.shape(path.finish(), &Paint { fill: Some(text.ink), stroke: None });
    }
}

/// The left end of a text, for any anchor.
pub(crate) fn beginning(text: &Text) -> f32 {
    let wide = || width(&text.text, text.size, text.bold);
    match text.anchor {
        Anchor::Start => text.at.x,
        Anchor::Middle => text.at.x - wide() / 2.0,
        Anchor::End => text.at.x - wide(),
    }
}

/// A rectangle whose corners are quarters of a circle, or nearly.
fn rounded(at: Point, half: Point, round: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    for step in outline(at, half, round) {
        match step {
            Stride::Move(p) => path.move_to(p.x, p.y),
            Stride::Line(p) => path.line_to(p.x, p.y),
            Stride::Curve(a, b, p) => path.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
        }
    }
    path.close();
    path.finish()
}

/// One segment of an outline.
pub(crate) enum Stride {
    Move(Point),
    Line(Point),
    Curve(Point, Point, Point),
}

/// The distance of a Bézier curve's handles from its ends, for a quarter of a circle.
pub(crate) const QUARTER: f32 = 0.552_285;

/// A rectangle with round corners; with corners as large as itself, an ellipse.
pub(crate) fn outline(at: Point, half: Point, round: f32) -> Vec<Stride> {
    let (rx, ry) = (round.min(half.x), round.min(half.y));
    rounded_outline(at, half, Point::new(rx, ry))
}

/// The same with separate horizontal and vertical radii.
pub(crate) fn rounded_outline(at: Point, half: Point, radius: Point) -> Vec<Stride> {
    let corners = [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
    let mut strides = Vec::with_capacity(9);
    let place = |x: f32, y: f32| Point::new(at.x + x, at.y + y);
    let (hx, hy) = (half.x - radius.x, half.y - radius.y);
    let (kx, ky) = (radius.x * QUARTER, radius.y * QUARTER);
    for (nth, (sx, sy)) in corners.into_iter().enumerate() {
        // Clockwise: each corner is entered along one side and left along the next.
        let along = place(sx * hx, sy * half.y);
        let across = place(sx * half.x, sy * hy);
        let (from, to) = if nth % 2 == 0 { (along, across) } else { (across, along) };
        let near_along = place(sx * (hx + kx), sy * half.y);
        let near_across = place(sx * half.x, sy * (hy + ky));
        let (first, second) = if nth % 2 == 0 { (near_along, near_across) } else { (near_across, near_along) };
        strides.push(if nth == 0 { Stride::Move(from) } else { Stride::Line(from) });
        strides.push(Stride::Curve(first, second, to));
    }
    strides
}

/// Draws glyphs into a path: font units up, points down.
struct Pen<'a> {
    path: &'a mut PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.path.close();
    }
}
