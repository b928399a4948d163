//! The comparison of methods as a chart: boards over depth, one curve for each method, on a logarithmic scale.
//!
//! Curves are distinguished by markers and by a label at their end, so that it can be read without colours.

use rootward_studies::compare::{CompareRow, Method};
use rootward_support::text::grouped;

use crate::ink::Ink;
use crate::options::Theme;
use crate::picture::{Anchor, Paint, Part, Picture, Point, Shape, Stroke, Text};

const WIDTH: f32 = 820.0;
const HEIGHT: f32 = 460.0;
/// Left, top, right and bottom of the field.
const FIELD: [f32; 4] = [104.0, 70.0, 620.0, 400.0];
/// The least vertical distance between the labels at the ends of curves.
const LABEL_STEP: f32 = 17.0;

/// Draws the rows as a self-contained SVG.
///
/// ```
/// use rootward_draw::{Theme, cost_chart};
///
/// assert!(cost_chart(&[], "nothing", Theme::default()).starts_with("<svg "));
/// ```
pub fn cost_chart(rows: &[CompareRow], title: &str, theme: Theme) -> String {
    let mut parts = vec![Part::of("title", vec![Shape::Text(heading(title))])];
    let curves = curves(rows);
    if curves.is_empty() {
        let at = Point::new(FIELD[0], FIELD[1]);
        parts.push(Part::of("axes", vec![Shape::text(at, Anchor::Start, 13.0, Ink::Muted, "nothing to show")]));
    } else {
        let scale = Scale::for_curves(&curves);
        parts.push(axes(&scale));
        parts.extend(curves.iter().map(|curve| curve.part(&scale)));
        parts.push(labels(&curves, &scale));
    }
    let title = format!("{title}: boards examined at each depth, on a logarithmic scale");
    crate::svg::svg(&Picture { width: WIDTH, height: HEIGHT, title, parts }, theme)
}

fn heading(title: &str) -> Text {
    let at = Point::new(FIELD[0], 28.0);
    Text { at, anchor: Anchor::Start, size: 17.0, bold: true, ink: Ink::Text, text: title.to_owned() }
}

/// One curve of the chart.
struct Curve {
    label: String,
    ink: Ink,
    /// None for the Knuth–Moore minimum, which is no search: its curve is dashed.
    marker: Option<Marker>,
    /// Depth and boards.
    points: Vec<(f64, f64)>,
}

/// The marks on a curve: three shapes, filled or hollow.
#[derive(Clone, Copy)]
struct Marker {
    shape: MarkerShape,
    hollow: bool,
}

#[derive(Clone, Copy)]
enum MarkerShape {
    Circle,
    Square,
    Diamond,
}

fn curves(rows: &[CompareRow]) -> Vec<Curve> {
    let points = |boards: &dyn Fn(&CompareRow) -> Option<u64>| -> Vec<(f64, f64)> {
        let known = rows.iter().filter_map(|row| Some((f64::from(row.depth), boards(row)? as f64)));
        known.filter(|&(_, boards)| boards > 0.0).collect()
    };
    let methods = rows.first().map_or_else(Vec::new, CompareRow::methods).into_iter();
    let mut curves: Vec<Curve> = methods
        .map(|method| {
            let (ink, shape, hollow) = look(method);
            let points = points(&|row| Some(row.cost(method)?.boards));
            Curve { label: method.name().to_owned(), ink, marker: Some(Marker { shape, hollow }), points }
        })
        .collect();
    let label = format!("Knuth–Moore, b = {}", rows.first().map_or(0, |row| row.branching));
    curves.push(Curve { label, ink: Ink::Muted, marker: None, points: points(&|row| row.minimum_boards) });
    curves.retain(|curve| !curve.points.is_empty());
    curves
}

fn look(method: Method) -> (Ink, MarkerShape, bool) {
    match method {
        Method::Minimax => (Ink::Text, MarkerShape::Circle, false),
        Method::AlphaBeta => (Ink::Window, MarkerShape::Square, false),
        Method::BestFirst | Method::Star1 => (Ink::Chosen, MarkerShape::Diamond, false),
        Method::WithTable | Method::Star2 => (Ink::Interval, MarkerShape::Circle, true),
        Method::Everything => (Ink::Current, MarkerShape::Square, true),
        Method::WithProofs => (Ink::Line, MarkerShape::Diamond, true),
    }
}

/// The mapping from depths and boards to coordinates.
struct Scale {
    depths: [f64; 2],
    /// The powers of ten at the bottom and the top.
    powers: [i32; 2],
}

impl Scale {
    fn for_curves(curves: &[Curve]) -> Scale {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let ends = |values: &mut dyn Iterator<Item = f64>| {
            values.fold([f64::INFINITY, 0.0], |[least, most], value| [value.min(least), value.max(most)])
        };
        let [least, most] = ends(&mut points().map(|point| point.1)).map(f64::log10);
        let low = least.floor() as i32;
        Scale { depths: ends(&mut points().map(|point| point.0)), powers: [low, (most.ceil() as i32).max(low + 1)] }
    }

    fn at(&self, (depth, boards): (f64, f64)) -> Point {
        let between = |from: f32, to: f32, share: f64| from + share as f32 * (to - from);
        let ([first, last], [low, high]) = (self.depths, self.powers.map(f64::from));
        let across = if last > first { (depth - first) / (last - first) } else { 0.5 };
        let up = (boards.log10() - low) / (high - low);
        Point::new(between(FIELD[0], FIELD[2], across), between(FIELD[3], FIELD[1], up))
    }
}

fn axes(scale: &Scale) -> Part {
    let ([first, last], [low, high]) = (scale.depths, scale.powers);
    let mut shapes = Vec::new();
    for power in low..=high {
        let y = scale.at((first, 10f64.powi(power))).y;
        shapes.push(Shape::line(Point::new(FIELD[0], y), Point::new(FIELD[2], y), Ink::Muted, 0.3, false));
        let at = Point::new(FIELD[0] - 10.0, y + 4.5);
        shapes.push(Shape::text(at, Anchor::End, 13.0, Ink::Muted, power_of_ten(power)));
    }
    // With many depths only every second or third is labelled.
    let step = ((last - first) / 16.0).ceil().max(1.0) as usize;
    for depth in (first as u32..=last as u32).step_by(step) {
        let at = Point::new(scale.at((f64::from(depth), 1.0)).x, FIELD[3] + 20.0);
        shapes.push(Shape::text(at, Anchor::Middle, 13.0, Ink::Muted, depth.to_string()));
    }
    let below = Point::new(f32::midpoint(FIELD[0], FIELD[2]), FIELD[3] + 44.0);
    shapes.push(Shape::text(below, Anchor::Middle, 13.0, Ink::Muted, "depth in plies"));
    let above = Point::new(20.0, FIELD[1] - 16.0);
    shapes.push(Shape::text(above, Anchor::Start, 13.0, Ink::Muted, "boards examined (logarithmic)"));
    Part::of("axes", shapes)
}

fn power_of_ten(power: i32) -> String {
    match u32::try_from(power).ok().filter(|&power| power < 16) {
        Some(power) if power < 6 => grouped(10u64.pow(power)),
        Some(power) if power < 9 => format!("{} M", grouped(10u64.pow(power - 6))),
        Some(power) => format!("{} G", grouped(10u64.pow(power - 9))),
        None => format!("1e{power}"),
    }
}

impl Curve {
    fn part(&self, scale: &Scale) -> Part {
        let places: Vec<Point> = self.points.iter().map(|&point| scale.at(point)).collect();
        let line = |pair: &[Point]| Shape::line(pair[0], pair[1], self.ink, 1.8, self.marker.is_none());
        let mut shapes: Vec<Shape> = places.windows(2).map(line).collect();
        shapes.extend(self.marker.iter().flat_map(|marker| places.iter().map(|&at| marker.drawn_at(at, self.ink))));
        Part { label: self.label.clone(), ..Part::of("curve", shapes) }
    }
}

impl Marker {
    fn drawn_at(self, at: Point, ink: Ink) -> Shape {
        let rim = Stroke { ink: if self.hollow { ink } else { Ink::Paper }, width: 1.2, dashed: false };
        let paint = Paint { fill: Some(if self.hollow { Ink::Paper } else { ink }), stroke: Some(rim) };
        let half = |size: f32| Point::new(size, size);
        match self.shape {
            MarkerShape::Circle => Shape::Ellipse { at, half: half(4.5), paint },
            MarkerShape::Square => Shape::Rectangle { at, half: half(4.2), round: 0.0, paint },
            MarkerShape::Diamond => Shape::Diamond { at, half: half(5.6), paint },
        }
    }
}

/// A label beside the end of each curve, with a thin line to it. Labels are pushed apart where they would overlap.
fn labels(curves: &[Curve], scale: &Scale) -> Part {
    let mut ends: Vec<(&Curve, Point)> =
        curves.iter().filter_map(|curve| Some((curve, scale.at(*curve.points.last()?)))).collect();
    ends.sort_by(|a, b| a.1.y.total_cmp(&b.1.y));
    let mut places: Vec<f32> = ends.iter().map(|end| end.1.y).collect();
    for i in 1..places.len() {
        places[i] = places[i].max(places[i - 1] + LABEL_STEP);
    }
    // Labels that were pushed below the axis move up again.
    let mut limit = FIELD[3];
    for place in places.iter_mut().rev() {
        *place = place.min(limit);
        limit = *place - LABEL_STEP;
    }
    let mut shapes = Vec::new();
    for ((curve, end), y) in ends.into_iter().zip(places) {
        let at = |x: f32, y: f32| Point::new(FIELD[2] + x, y);
        shapes.push(Shape::line(Point::new(end.x + 9.0, end.y), at(22.0, y), curve.ink, 0.4, false));
        shapes.push(match curve.marker {
            Some(marker) => marker.drawn_at(at(31.0, y), curve.ink),
            None => Shape::line(at(24.0, y), at(38.0, y), curve.ink, 1.8, true),
        });
        shapes.push(Shape::text(at(42.0, y + 4.5), Anchor::Start, 13.0, curve.ink, curve.label.clone()));
    }
    Part::of("labels", shapes)
}
