//! The comparison as a chart: boards over depth, one curve for each method, on a logarithmic scale.
//!
//! The chart is a self-contained SVG. Curves are distinguished by markers and by a label at their end, so that it can
//! be read without colours.

use std::fmt::Write;

use rootward_session::grouped;
use rootward_studies::compare::{CompareRow, Method};

const WIDTH: f64 = 820.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 104.0;
const RIGHT: f64 = 620.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 400.0;
/// The least vertical distance between the labels at the ends of curves.
const LABEL_STEP: f64 = 17.0;

/// Draws the rows as an SVG document.
///
/// ```
/// use rootward_draw::plot_svg;
///
/// assert!(plot_svg(&[], "nothing").starts_with("<svg "));
/// ```
#[must_use]
pub fn plot_svg(rows: &[CompareRow], title: &str) -> String {
    let title = escaped(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
         <title>{title}</title>\n\
         <desc>Boards examined at each depth, on a logarithmic scale, one line for each method.</desc>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"17\" font-weight=\"600\">{title}</text>\n"
    );
    let curves = curves(rows);
    if curves.is_empty() {
        svg += &format!("<text x=\"{LEFT}\" y=\"{TOP}\" fill=\"#555\">nothing to show</text>\n");
    } else {
        let scale = Scale::for_curves(&curves);
        svg += &axes(&scale);
        svg.extend(curves.iter().map(|curve| curve.path(&scale)));
        svg += &labels(&curves, &scale);
    }
    svg + "</svg>\n"
}

/// One curve of the chart.
struct Curve {
    label: String,
    colour: &'static str,
    /// None for the Knuth–Moore minimum, which is no search: its curve is dashed.
    marker: Option<Marker>,
    /// Depth and boards.
    points: Vec<(f64, f64)>,
}

#[derive(Clone, Copy)]
enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    Star,
    Wedge,
}

fn curves(rows: &[CompareRow]) -> Vec<Curve> {
    let points = |boards: &dyn Fn(&CompareRow) -> Option<u64>| -> Vec<(f64, f64)> {
        let known = rows.iter().filter_map(|row| Some((f64::from(row.depth), boards(row)? as f64)));
        known.filter(|&(_, boards)| boards > 0.0).collect()
    };
    let methods = rows.first().map_or_else(Vec::new, CompareRow::methods);
    let mut curves: Vec<Curve> = methods
        .into_iter()
        .map(|method| {
            let (colour, marker) = look(method);
            let points = points(&|row| Some(row.cost(method)?.boards));
            Curve { label: method.name().to_owned(), colour, marker: Some(marker), points }
        })
        .collect();
    let b = rows.first().map_or(0, |row| row.branching);
    let minimum = points(&|row| row.minimum_boards);
    curves.push(Curve { label: format!("Knuth–Moore, b = {b}"), colour: "#555", marker: None, points: minimum });
    curves.retain(|curve| !curve.points.is_empty());
    curves
}

/// Colours that are distinct for colour-blind readers (the palette of Okabe and Ito).
fn look(method: Method) -> (&'static str, Marker) {
    match method {
        Method::Minimax => ("#000", Marker::Circle),
        Method::AlphaBeta => ("#0072b2", Marker::Square),
        Method::BestFirst | Method::Star1 => ("#007d5a", Marker::Triangle),
        Method::WithTable | Method::Star2 => ("#c65100", Marker::Diamond),
        Method::Everything => ("#a8467f", Marker::Star),
        Method::WithProofs => ("#7a5c00", Marker::Wedge),
    }
}

/// The mapping from depths and boards to coordinates.
struct Scale {
    first: f64,
    last: f64,
    /// The powers of ten at the bottom and the top.
    low: i32,
    high: i32,
}

impl Scale {
    fn for_curves(curves: &[Curve]) -> Scale {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
        let low = least(&mut points().map(|point| point.1)).log10().floor() as i32;
        let high = most(&mut points().map(|point| point.1)).log10().ceil() as i32;
        Scale {
            first: least(&mut points().map(|point| point.0)),
            last: most(&mut points().map(|point| point.0)),
            low,
            high: high.max(low + 1),
        }
    }

    fn x(&self, depth: f64) -> f64 {
        let span = self.last - self.first;
        if span > 0.0 { LEFT + (depth - self.first) / span * (RIGHT - LEFT) } else { f64::midpoint(LEFT, RIGHT) }
    }

    fn y(&self, boards: f64) -> f64 {
        let share = (boards.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        BOTTOM - share * (BOTTOM - TOP)
    }
}

fn axes(scale: &Scale) -> String {
    let mut svg = String::from("<g stroke=\"#ddd\">\n");
    for power in scale.low..=scale.high {
        let y = scale.y(10f64.powi(power));
        let _ = writeln!(svg, "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{RIGHT}\" y2=\"{y:.1}\"/>");
    }
    svg += "</g>\n<g fill=\"#333\" text-anchor=\"end\">\n";
    for power in scale.low..=scale.high {
        let (x, y) = (LEFT - 10.0, scale.y(10f64.powi(power)) + 4.5);
        let number = power_of_ten(power);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y:.1}\">{number}</text>");
    }
    svg += "</g>\n<g fill=\"#333\" text-anchor=\"middle\">\n";
    // With many depths only every second or third is labelled.
    let step = ((scale.last - scale.first) / 16.0).ceil().max(1.0) as usize;
    for depth in (scale.first as u32..=scale.last as u32).step_by(step) {
        let (x, y) = (scale.x(f64::from(depth)), BOTTOM + 20.0);
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\">{depth}</text>");
    }
    let middle = f64::midpoint(LEFT, RIGHT);
    let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{}\">depth in plies</text>", BOTTOM + 44.0);
    let centre = f64::midpoint(TOP, BOTTOM);
    let _ =
        writeln!(svg, "<text transform=\"translate(18 {centre}) rotate(-90)\">boards examined (logarithmic)</text>");
    svg + "</g>\n"
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
    fn path(&self, scale: &Scale) -> String {
        let places: Vec<(f64, f64)> = self.points.iter().map(|&(depth, n)| (scale.x(depth), scale.y(n))).collect();
        let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let colour = self.colour;
        let dash = if self.marker.is_none() { " stroke-dasharray=\"6 5\"" } else { "" };
        let points = path.join(" ");
        let mut svg =
            format!("<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"{dash}/>\n");
        if let Some(marker) = self.marker {
            let _ = writeln!(svg, "<g fill=\"{colour}\" stroke=\"#fff\" stroke-width=\"0.8\">");
            svg.extend(places.iter().map(|&(x, y)| marker.shape(x, y)));
            svg += "</g>\n";
        }
        svg
    }

    /// The end of the curve in the picture.
    fn end(&self, scale: &Scale) -> (f64, f64) {
        self.points.last().map_or((RIGHT, BOTTOM), |&(depth, boards)| (scale.x(depth), scale.y(boards)))
    }
}

impl Marker {
    fn shape(self, x: f64, y: f64) -> String {
        let polygon = |corners: &[(f64, f64)]| {
            let corners: Vec<String> = corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
            format!("<polygon points=\"{}\"/>\n", corners.join(" "))
        };
        match self {
            Marker::Circle => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>\n"),
            Marker::Square => polygon(&[(-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2)]),
            Marker::Triangle => polygon(&[(0.0, -5.4), (5.2, 4.2), (-5.2, 4.2)]),
            Marker::Diamond => polygon(&[(0.0, -6.0), (5.2, 0.0), (0.0, 6.0), (-5.2, 0.0)]),
            Marker::Wedge => polygon(&[(0.0, 5.4), (5.2, -4.2), (-5.2, -4.2)]),
            Marker::Star => {
                let corner = |i: u32| {
                    let angle = f64::from(i) * std::f64::consts::PI / 5.0;
                    let radius = if i.is_multiple_of(2) { 7.0 } else { 2.9 };
                    (radius * angle.sin(), -radius * angle.cos())
                };
                polygon(&(0..10).map(corner).collect::<Vec<_>>())
            }
        }
    }
}

/// A label beside the end of each curve, with a thin line to it. Labels are pushed apart where they would overlap.
fn labels(curves: &[Curve], scale: &Scale) -> String {
    let mut ends: Vec<(&Curve, f64, f64)> =
        curves.iter().map(|curve| (curve, curve.end(scale).0, curve.end(scale).1)).collect();
    ends.sort_by(|a, b| a.2.total_cmp(&b.2));
    let mut places: Vec<f64> = ends.iter().map(|end| end.2).collect();
    for i in 1..places.len() {
        places[i] = places[i].max(places[i - 1] + LABEL_STEP);
    }
    // Labels that were pushed below the axis move up again.
    let mut limit = BOTTOM;
    for place in places.iter_mut().rev() {
        *place = place.min(limit);
        limit = *place - LABEL_STEP;
    }
    let mut svg = String::new();
    for ((curve, x, y), place) in ends.into_iter().zip(places) {
        let (colour, label) = (curve.colour, escaped(&curve.label));
        let (from, to) = (x + 9.0, RIGHT + 22.0);
        let leader = format!("M{from:.1} {y:.1} L{to} {place:.1}");
        let _ = writeln!(svg, "<path d=\"{leader}\" stroke=\"{colour}\" stroke-width=\"0.6\" opacity=\"0.7\"/>");
        let _ = writeln!(svg, "<g fill=\"{colour}\">");
        svg += &curve.marker.map_or_else(|| dash(to + 2.0, place), |marker| marker.shape(to + 9.0, place));
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{:.1}\">{label}</text>\n</g>", to + 20.0, place + 4.5);
    }
    svg
}

fn dash(x: f64, y: f64) -> String {
    format!("<path d=\"M{x:.1} {y:.1} h14\" stroke=\"#555\" stroke-width=\"1.8\" stroke-dasharray=\"6 2\"/>\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
