//! A 2×2 game as a picture: each player's best reply to every mixed strategy of the other. Where the curves meet is an
//! equilibrium: neither player gains by deviating alone.

use rootward_matrix::words::readable;
use rootward_matrix::{Curve, Equilibrium, Game, Report};
use rootward_support::text::shortened;

use crate::ink::Ink;
use crate::options::Theme;
use crate::picture::{Anchor, Paint, Part, Picture, Point, Shape, Stroke};

const WIDTH: f32 = 380.0;
const HEIGHT: f32 = 384.0;
/// Left, top, right and bottom of the unit square.
const FIELD: [f32; 4] = [64.0, 30.0, 350.0, 316.0];
/// The longest name of a strategy or a player, in letters.
const LONGEST_NAME: usize = 18;
/// The row player's curve.
const OF_ROWS: Stroke = Stroke { ink: Ink::Window, width: 4.0, dashed: false };
/// The column player's curve, dashed and thinner: both stay visible where they overlap.
const OF_COLUMNS: Stroke = Stroke { ink: Ink::Interval, width: 2.2, dashed: true };

/// The picture as SVG; `None` if the game is not 2×2.
pub fn best_reply_svg(game: &Game, report: &Report, theme: Theme) -> Option<String> {
    let curves = report.curves.as_ref()?;
    Some(crate::svg::svg(&picture(game, curves, &report.equilibria.list), theme))
}

fn picture(game: &Game, curves: &[Curve; 2], equilibria: &[Equilibrium]) -> Picture {
    let [rows, columns] = curves;
    let mut parts = vec![axes(game)];
    parts.push(course(rows, "rows", &game.players[0], OF_ROWS, Ink::Max));
    parts.push(course(columns, "columns", &game.players[1], OF_COLUMNS, Ink::Min));
    parts.extend(equilibria.iter().map(|equilibrium| dot(game, equilibrium)));
    parts.push(legend(game));
    let title = format!("Best replies of {} and {}; they meet in the equilibria", game.players[0], game.players[1]);
    Picture { width: WIDTH, height: HEIGHT, title, parts }
}

/// The point at which the first column has the weight `x` and the first row the weight `y`.
fn place(x: f64, y: f64) -> Point {
    let between = |from: f32, to: f32, share: f64| from + share as f32 * (to - from);
    Point::new(between(FIELD[0], FIELD[2], x), between(FIELD[3], FIELD[1], y))
}

fn axes(game: &Game) -> Part {
    let mut shapes =
        vec![square(Paint { fill: None, stroke: Some(Stroke { ink: Ink::Muted, width: 0.8, dashed: false }) })];
    for (share, number) in [(0.0, "0"), (0.5, "1/2"), (1.0, "1")] {
        let (below, beside) = (place(share, 0.0), place(0.0, share));
        shapes.push(Shape::text(Point::new(below.x, below.y + 15.0), Anchor::Middle, 10.5, Ink::Muted, number));
        shapes.push(Shape::text(Point::new(beside.x - 6.0, beside.y + 4.0), Anchor::End, 10.5, Ink::Muted, number));
        if share == 0.5 {
            let thin = Stroke { ink: Ink::Muted, width: 0.4, dashed: true };
            shapes.push(Shape::Line { from: below, to: place(share, 1.0), stroke: thin });
            shapes.push(Shape::Line { from: beside, to: place(1.0, share), stroke: thin });
        }
    }
    let (row, column) = (shortened(&game.rows[0], LONGEST_NAME), shortened(&game.columns[0], LONGEST_NAME));
    let (top, foot) = (Point::new(8.0, FIELD[1] - 12.0), Point::new(FIELD[2], FIELD[3] + 30.0));
    shapes.push(Shape::text(top, Anchor::Start, 11.0, Ink::Text, format!("weight of {row}")));
    shapes.push(Shape::text(foot, Anchor::End, 11.0, Ink::Text, format!("weight of {column}")));
    Part::of("axes", shapes)
}

fn square(paint: Paint) -> Shape {
    let half = Point::new((FIELD[2] - FIELD[0]) / 2.0, (FIELD[3] - FIELD[1]) / 2.0);
    Shape::Rectangle { at: place(0.5, 0.5), half, round: 0.0, paint }
}

fn course(curve: &Curve, class: &str, player: &str, stroke: Stroke, fill: Ink) -> Part {
    let corner = |at: &rootward_matrix::Point| place(at.column.to_f64(), at.row.to_f64());
    let corners: Vec<Point> = curve.points.iter().map(corner).collect();
    let line = |pair: &[Point]| Shape::Line { from: pair[0], to: pair[1], stroke };
    let (shapes, label) = match curve.everywhere {
        true => {
            let paint = Paint { fill: Some(fill), stroke: Some(stroke) };
            (vec![square(paint)], format!("{player}: everything is a best reply"))
        }
        false => {
            let replies: Vec<String> =
                curve.points.iter().map(|at| format!("({}, {})", readable(&at.row), readable(&at.column))).collect();
            (corners.windows(2).map(line).collect(), format!("best replies of {player}: {}", replies.join(", ")))
        }
    };
    Part { label, ..Part::of(&format!("curve {class}"), shapes) }
}

fn dot(game: &Game, equilibrium: &Equilibrium) -> Part {
    let (row, column) = (&equilibrium.row[0], &equilibrium.column[0]);
    let at = place(column.to_f64(), row.to_f64());
    let paint = Paint { fill: Some(Ink::Chosen), stroke: Some(Stroke { ink: Ink::Paper, width: 1.5, dashed: false }) };
    let label = format!(
        "equilibrium: weight {} of {}, weight {} of {}",
        readable(row),
        game.rows[0],
        readable(column),
        game.columns[0]
    );
    let shapes = vec![Shape::Ellipse { at, half: Point::new(6.0, 6.0), paint }];
    Part { label, ..Part::of("equilibrium", shapes) }
}

fn legend(game: &Game) -> Part {
    let row = HEIGHT - 14.0;
    let entry = |x: f32, stroke: Stroke, name: &str| {
        let line = Shape::Line { from: Point::new(x, row - 4.0), to: Point::new(x + 26.0, row - 4.0), stroke };
        [line, Shape::text(Point::new(x + 32.0, row), Anchor::Start, 10.5, Ink::Text, name)]
    };
    let [first, second] = game.players.each_ref().map(|name| shortened(name, LONGEST_NAME));
    let mut shapes = Vec::from(entry(20.0, OF_ROWS, &first));
    shapes.extend(entry(200.0, OF_COLUMNS, &second));
    Part::of("legend", shapes)
}

#[cfg(test)]
mod tests {
    use rootward_matrix::{Halt, Settings, analyse, read_inline};

    use super::*;

    fn drawn(text: &str) -> Option<String> {
        let game = read_inline(text).unwrap();
        best_reply_svg(&game, &analyse(&game, Settings::default(), &Halt::NEVER), Theme::default())
    }

    #[test]
    fn the_battle_of_the_sexes_has_three_dots_where_the_curves_meet() {
        let svg = drawn("3,2 0,0; 0,0 2,3").unwrap();
        assert_eq!(svg.matches("class=\"equilibrium\"").count(), 3);
        assert!(svg.contains("best replies of row player: (0, 0), (0, 2/5), (1, 2/5), (1, 1)"), "{svg}");
        assert!(svg.contains("equilibrium: weight 3/5 of r1, weight 2/5 of c1"));
        // 2/5 of the way from 64 to 350, 3/5 of the way from 316 up to 30.
        assert!(svg.contains("<ellipse cx=\"178.4\" cy=\"144.4\""), "{svg}");
    }

    #[test]
    fn whoever_does_not_care_replies_with_the_whole_square() {
        assert!(drawn("5,1 5,2; 5,3 5,4").unwrap().contains("row player: everything is a best reply"));
        assert_eq!(drawn("1 2 3; 4 5 6"), None);
    }

    #[test]
    fn names_are_text_and_never_tags() {
        let mut game = read_inline("3,2 0,0; 0,0 2,3").unwrap();
        game.rows[0] = "<b>".repeat(40);
        let report = analyse(&game, Settings::default(), &Halt::NEVER);
        assert!(!best_reply_svg(&game, &report, Theme::Dark).unwrap().contains("<b>"));
    }
}
