//! The course of a game: White's winning chances after every move.

use rootward_studies::annotate::{JudgedGame, JudgedMove, Judgement};
use rootward_support::text::shortened;

use crate::ink::Ink;
use crate::options::Theme;
use crate::picture::{Anchor, Paint, Part, Picture, Point, Shape, Text};

const WIDTH: f32 = 760.0;
const HEIGHT: f32 = 360.0;
/// Left, top, right and bottom of the field.
const FIELD: [f32; 4] = [58.0, 76.0, 744.0, 300.0];
/// The least distance between names of moves.
const APART: f32 = 62.0;

/// The graph of a game as a self-contained SVG, with title, axes and the marked moves by name.
pub fn value_graph(game: &JudgedGame, theme: Theme) -> String {
    crate::svg::svg(&picture(game), theme)
}

/// The graph as shapes.
pub fn picture(game: &JudgedGame) -> Picture {
    let mut parts = heading(game);
    parts.extend(axes(game));
    parts.push(course(game));
    parts.extend(dots(game));
    let title = format!("White's chances in {}, move by move", game.title());
    Picture { width: WIDTH, height: HEIGHT, title, parts }
}

/// The x coordinate after this many plies.
fn x(game: &JudgedGame, plies: usize) -> f32 {
    let share = plies as f32 / game.moves.len().max(1) as f32;
    FIELD[0] + share * (FIELD[2] - FIELD[0])
}

/// The y coordinate of these chances of White.
fn y(chance: f64) -> f32 {
    FIELD[3] - chance as f32 * (FIELD[3] - FIELD[1])
}

fn heading(game: &JudgedGame) -> Vec<Part> {
    let title = Shape::Text(Text {
        at: Point::new(FIELD[0], 24.0),
        anchor: Anchor::Start,
        size: 15.0,
        bold: true,
        ink: Ink::Text,
        text: shortened(&game.title(), 80),
    });
    let below =
        Shape::text(Point::new(FIELD[0], 43.0), Anchor::Start, 11.0, Ink::Muted, shortened(&game.occasion, 100));
    let side = |name: &str, summary: &rootward_studies::annotate::SideSummary, row: f32| {
        let text = format!("{name}: {}", summary.text());
        Shape::text(Point::new(FIELD[0], HEIGHT - row), Anchor::Start, 10.5, Ink::Text, text)
    };
    let summaries = vec![side("White", &game.white, 21.0), side("Black", &game.black, 7.0)];
    vec![Part::of("title", vec![title, below]), Part::of("summary", summaries)]
}

fn axes(game: &JudgedGame) -> Vec<Part> {
    let mut scale = Vec::new();
    for quarter in 0..=4 {
        let chance = f64::from(quarter) / 4.0;
        let at = y(chance);
        let (from, to) = (Point::new(FIELD[0], at), Point::new(FIELD[2], at));
        let is_outer = quarter == 0 || quarter == 4;
        scale.push(Shape::line(
            from,
            to,
            if is_outer { Ink::Line } else { Ink::Muted },
            0.6,
            !is_outer && quarter != 2,
        ));
        let number = format!("{} %", quarter * 25);
        scale.push(Shape::text(Point::new(FIELD[0] - 6.0, at + 3.5), Anchor::End, 10.0, Ink::Muted, number));
    }
    scale.push(Shape::text(Point::new(12.0, FIELD[1] - 12.0), Anchor::Start, 10.0, Ink::Muted, "White's chances"));
    let mut moves = Vec::new();
    let step = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| game.moves.len() / 2 / step <= 15).unwrap_or(200);
    for (ply, judged) in game.moves.iter().enumerate() {
        if judged.side == "first" && judged.number.is_multiple_of(step as u32) {
            let at = x(game, ply + 1);
            moves.push(Shape::line(Point::new(at, FIELD[3]), Point::new(at, FIELD[3] + 4.0), Ink::Line, 0.6, false));
            let number = judged.number.to_string();
            moves.push(Shape::text(Point::new(at, FIELD[3] + 15.0), Anchor::Middle, 10.0, Ink::Muted, number));
        }
    }
    moves.push(Shape::text(Point::new(FIELD[2], FIELD[3] + 27.0), Anchor::End, 10.0, Ink::Muted, "move"));
    vec![Part::of("chances", scale), Part::of("moves", moves)]
}

/// The curve, from the first position to the last.
fn course(game: &JudgedGame) -> Part {
    let first = game.moves.first().map(|judged| judged.before.chance);
    let chances: Vec<f64> = first.into_iter().chain(game.moves.iter().map(|judged| judged.after.chance)).collect();
    let place = |(plies, chance): (usize, &f64)| Point::new(x(game, plies), y(*chance));
    let places: Vec<Point> = chances.iter().enumerate().map(place).collect();
    Part::of("course", places.windows(2).map(|pair| Shape::line(pair[0], pair[1], Ink::Window, 1.8, false)).collect())
}

/// The marked moves: a dot each, and the names of the worst ones where there is room.
fn dots(game: &JudgedGame) -> Vec<Part> {
    let marked = || game.moves.iter().enumerate().filter_map(|(ply, judged)| Some((ply, judged, judged.mark?)));
    let mut names: Vec<(usize, Text)> = Vec::new();
    for wanted in [Judgement::Blunder, Judgement::Mistake] {
        for (ply, judged, _) in marked().filter(|(.., mark)| *mark == wanted) {
            let name = name(judged, place(game, ply), ink(wanted));
            if names.iter().all(|(_, other)| is_apart(&name, other)) {
                names.push((ply, name));
            }
        }
    }
    let dot = |(ply, judged, mark): (usize, &JudgedMove, Judgement)| {
        let radius = if mark == Judgement::Dubious { 2.5 } else { 4.0 };
        let paint = Paint { fill: Some(ink(mark)), stroke: None };
        let mut shapes = vec![Shape::Ellipse { at: place(game, ply), half: Point::new(radius, radius), paint }];
        let name = names.iter().find(|(named, _)| *named == ply);
        shapes.extend(name.map(|(_, name)| Shape::Text(name.clone())));
        let label = format!("{}: {}, before it {}", judged.text(), judged.after, judged.before);
        Part { label, ..Part::of("mark", shapes) }
    };
    marked().map(dot).collect()
}

fn ink(mark: Judgement) -> Ink {
    match mark {
        Judgement::Blunder => Ink::Current,
        Judgement::Mistake => Ink::Interval,
        Judgement::Dubious => Ink::Muted,
    }
}

fn place(game: &JudgedGame, ply: usize) -> Point {
    Point::new(x(game, ply + 1), y(game.moves[ply].after.chance))
}

/// The name of a move: on the side of its dot away from the curve, inside the field.
fn name(judged: &JudgedMove, at: Point, ink: Ink) -> Text {
    // White's mistakes are valleys of the curve, Black's are peaks.
    let is_valley = judged.after.chance <= judged.before.chance;
    let y = if is_valley { at.y + 16.0 } else { at.y - 9.0 };
    let fits = (FIELD[1] + 10.0..FIELD[3] - 3.0).contains(&y);
    let (at, anchor) = if !fits {
        (Point::new(at.x - 8.0, at.y + if is_valley { -3.0 } else { 12.0 }), Anchor::End)
    } else if at.x > FIELD[2] - APART / 2.0 {
        (Point::new(at.x, y), Anchor::End)
    } else {
        (Point::new(at.x, y), Anchor::Middle)
    };
    Text { at, anchor, size: 10.0, bold: false, ink, text: judged.text() }
}

fn is_apart(one: &Text, other: &Text) -> bool {
    (one.at.x - other.at.x).abs() >= APART || (one.at.y - other.at.y).abs() >= 12.0
}

#[cfg(test)]
mod tests {
    use rootward_session::{Ask, Limits};
    use rootward_studies::annotate::{AnnotateEvent, AnnotateSettings, annotate};

    use super::*;

    fn judged(moves: &str) -> JudgedGame {
        let path = std::env::temp_dir().join(format!("rootward-graph-{}-{}.pgn", std::process::id(), moves.len()));
        std::fs::write(&path, format!("[White \"A & B\"]\n[Black \"<C>\"]\n\n{moves}")).unwrap();
        let ask = Ask { limits: Limits::depth(3), memory: 1 << 20, ..Ask::default() };
        let mut found = None;
        let (games, tables) = (path.clone(), Default::default());
        let settings = AnnotateSettings { games, draughts: false, out: None, ask, tables };
        annotate(&settings, &mut |event| {
            if let AnnotateEvent::Game(game) = event {
                found = Some(*game.clone());
            }
            Ok(())
        })
        .unwrap();
        std::fs::remove_file(path).unwrap();
        found.unwrap()
    }

    #[test]
    fn the_graph_stands_on_its_own() {
        let game = judged("1. f3 e5 2. g4 Qh4# 0-1");
        let svg = value_graph(&game, Theme::default());
        for said in ["A &amp; B – &lt;C&gt;, 0-1", "White's chances", ">move<", ">100 %<", "2. g4??", "White: accuracy"]
        {
            assert!(svg.contains(said), "{said} is missing in {svg}");
        }
        assert_eq!(course(&game).shapes.len(), 4, "a stretch for every ply");
    }

    #[test]
    fn a_game_without_moves_has_a_graph_too() {
        let game = judged("*");
        assert!(course(&game).shapes.is_empty() && value_graph(&game, Theme::Dark).ends_with("</svg>\n"));
    }
}
