//! The course of a game: White's chances after every move.

use rootward_session::annotate::{JudgedGame, JudgedMove, Mark as Judgement};

use crate::ink::Ink;
use crate::options::Theme;
use crate::picture::{Anchor, Mark, Paint, Part, Picture, Point, Stroke, Text};

const WIDTH: f32 = 760.0;
const HEIGHT: f32 = 360.0;
/// Left, top, right and bottom of the field.
const FIELD: [f32; 4] = [58.0, 62.0, 744.0, 300.0];
/// Names of moves stand so far apart at least.
const APART: f32 = 62.0;

/// The graph of a game as SVG: one that stands on its own, with title, axes and the marked moves by name.
#[must_use]
pub fn value_graph(game: &JudgedGame, theme: Theme) -> String {
    crate::svg::svg(&picture(game), theme)
}

/// The graph as shapes.
#[must_use]
pub fn picture(game: &JudgedGame) -> Picture {
    let mut parts = heading(game);
    parts.extend(axes(game));
    parts.push(course(game));
    parts.extend(marks(game));
    let title = format!("White's chances in {}, move by move", game.title());
    Picture { width: WIDTH, height: HEIGHT, title, parts }
}

fn part(class: &str, marks: Vec<Mark>) -> Part {
    Part { class: class.to_owned(), marks, ..Part::default() }
}

fn text(at: Point, anchor: Anchor, size: f32, ink: Ink, text: impl Into<String>) -> Mark {
    Mark::Text(Text { at, anchor, size, bold: false, ink, text: text.into() })
}

fn line(from: Point, to: Point, ink: Ink, width: f32, dashed: bool) -> Mark {
    Mark::Line { from, to, stroke: Stroke { ink, width, dashed } }
}

/// After so many plies.
fn x(game: &JudgedGame, plies: usize) -> f32 {
    let share = plies as f32 / game.moves.len().max(1) as f32;
    FIELD[0] + share * (FIELD[2] - FIELD[0])
}

/// At these chances of White.
fn y(chance: f64) -> f32 {
    FIELD[3] - chance as f32 * (FIELD[3] - FIELD[1])
}

fn heading(game: &JudgedGame) -> Vec<Part> {
    let title = Mark::Text(Text {
        at: Point::new(FIELD[0], 24.0),
        anchor: Anchor::Start,
        size: 15.0,
        bold: true,
        ink: Ink::Text,
        text: shortened(&game.title(), 80),
    });
    let below = text(Point::new(FIELD[0], 43.0), Anchor::Start, 11.0, Ink::Muted, shortened(&game.occasion, 100));
    let side = |name: &str, summary: &rootward_session::annotate::SideSummary, row: f32| {
        let told = format!("{name}: {}", summary.text());
        text(Point::new(FIELD[0], HEIGHT - row), Anchor::Start, 10.5, Ink::Text, told)
    };
    let summaries = vec![side("White", &game.white, 21.0), side("Black", &game.black, 7.0)];
    vec![part("title", vec![title, below]), part("summary", summaries)]
}

fn axes(game: &JudgedGame) -> Vec<Part> {
    let mut scale = Vec::new();
    for quarter in 0..=4 {
        let chance = f64::from(quarter) / 4.0;
        let at = y(chance);
        let (from, to) = (Point::new(FIELD[0], at), Point::new(FIELD[2], at));
        let is_outer = quarter == 0 || quarter == 4;
        scale.push(line(from, to, if is_outer { Ink::Line } else { Ink::Muted }, 0.6, !is_outer && quarter != 2));
        let number = format!("{} %", quarter * 25);
        scale.push(text(Point::new(FIELD[0] - 6.0, at + 3.5), Anchor::End, 10.0, Ink::Muted, number));
    }
    scale.push(text(Point::new(FIELD[0] - 6.0, FIELD[1] - 10.0), Anchor::Start, 10.0, Ink::Muted, "White's chances"));
    let mut moves = Vec::new();
    let step = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| game.moves.len() / 2 / step <= 15).unwrap_or(200);
    for (ply, judged) in game.moves.iter().enumerate() {
        if judged.side == "first" && judged.number.is_multiple_of(step as u32) {
            let at = x(game, ply + 1);
            moves.push(line(Point::new(at, FIELD[3]), Point::new(at, FIELD[3] + 4.0), Ink::Line, 0.6, false));
            let number = judged.number.to_string();
            moves.push(text(Point::new(at, FIELD[3] + 15.0), Anchor::Middle, 10.0, Ink::Muted, number));
        }
    }
    moves.push(text(Point::new(FIELD[2], FIELD[3] + 27.0), Anchor::End, 10.0, Ink::Muted, "move"));
    vec![part("chances", scale), part("moves", moves)]
}

/// The curve, from the first position to the last.
fn course(game: &JudgedGame) -> Part {
    let first = game.moves.first().map(|judged| judged.before.chance);
    let chances: Vec<f64> = first.into_iter().chain(game.moves.iter().map(|judged| judged.after.chance)).collect();
    let place = |(plies, chance): (usize, &f64)| Point::new(x(game, plies), y(*chance));
    let places: Vec<Point> = chances.iter().enumerate().map(place).collect();
    part("course", places.windows(2).map(|pair| line(pair[0], pair[1], Ink::Window, 1.8, false)).collect())
}

/// The marked moves: a dot each, the gravest by name where there is room.
fn marks(game: &JudgedGame) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut last_name = f32::NEG_INFINITY;
    for (ply, judged) in game.moves.iter().enumerate() {
        let Some(mark) = judged.mark else { continue };
        let at = Point::new(x(game, ply + 1), y(judged.after.chance));
        let ink = match mark {
            Judgement::Blunder => Ink::Current,
            Judgement::Mistake => Ink::Interval,
            Judgement::Dubious => Ink::Muted,
        };
        let radius = if mark == Judgement::Dubious { 2.5 } else { 4.0 };
        let paint = Paint { fill: Some(ink), stroke: None };
        let mut shapes = vec![Mark::Ellipse { at, half: Point::new(radius, radius), paint }];
        if mark != Judgement::Dubious && at.x - last_name >= APART {
            last_name = at.x;
            shapes.push(name(judged, at, ink));
        }
        let label = format!("{}: {}, before it {}", judged.text(), judged.after, judged.before);
        parts.push(Part { label, ..part("mark", shapes) });
    }
    parts
}

/// The name of a move beside its dot, inside the field.
fn name(judged: &JudgedMove, at: Point, ink: Ink) -> Mark {
    let anchor = if at.x > FIELD[2] - APART { Anchor::End } else { Anchor::Middle };
    let below = judged.side == "first";
    let y = if below { (at.y + 15.0).min(FIELD[3] - 3.0) } else { (at.y - 8.0).max(FIELD[1] + 10.0) };
    text(Point::new(at.x, y), anchor, 10.0, ink, judged.text())
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
