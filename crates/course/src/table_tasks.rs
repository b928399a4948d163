//! Tasks on transposition tables: positions that are reached twice, and what an entry is good for.

use std::collections::BTreeSet;

use rootward_game::{Bound, Score, Window};
use rootward_session::{Problem, open_written};

use crate::part::Part;
use crate::seeded::{between, dice};
use crate::student::Student;
use crate::task::{Show, Task};

/// Boards of m columns and n rows, each with a number of plies: small enough to be counted by hand, too early for three in a row.
const BOARDS: [(i64, i64, u32); 6] = [(2, 2, 3), (3, 2, 3), (4, 2, 3), (3, 3, 3), (3, 3, 4), (4, 3, 3)];

/// How many lines of play there are, and how many positions they lead to.
pub(crate) fn transpositions(student: &Student) -> Result<Task, Problem> {
    let (columns, rows, plies) = BOARDS[dice(student, "transpositions").below(BOARDS.len())];
    let game = format!("mnk:{columns},{rows},{}", 3.min(columns.max(rows)));
    let mut session = open_written(&game, None)?;
    let lines: u64 = session.divide(plies, &mut |_| {}).iter().map(|division| division.lines).sum();
    let mut positions = BTreeSet::from([session.view().position]);
    for _ in 0..plies {
        let mut next = BTreeSet::new();
        for position in &positions {
            session.set_position(position)?;
            for mv in session.moves() {
                session.play(&mv)?;
                next.insert(session.view().position);
                session.undo();
            }
        }
        positions = next;
    }
    session.set_position(&open_written(&game, None)?.view().position)?;
    let show =
        session.board().map(|board| Show::Board { game: "mnk", position: String::new(), board: Box::new(board) });
    let parts = vec![Part::number("lines", lines), Part::number("positions", positions.len())];
    let task = Task::asking("transpositions", show, parts);
    Ok(task.fact("columns", columns).fact("rows", rows).fact("plies", plies))
}

/// Does an entry of the table settle a search?
pub(crate) fn entry(student: &Student) -> Result<Task, Problem> {
    let mut dice = dice(student, "entry");
    let alpha = between(&mut dice, -4, 4);
    let beta = alpha + between(&mut dice, 2, 5);
    let value = between(&mut dice, alpha - 3, beta + 3);
    let bound = [Bound::Exact, Bound::AtLeast, Bound::AtMost][dice.below(3)];
    let (stored, wanted) = (between(&mut dice, 2, 6), between(&mut dice, 2, 5));
    let points = |value: i64| Score::points(value as i32);
    let window = Window::new(points(alpha), points(beta));
    let is_settled = stored >= wanted && bound.decides(points(value), window);
    let options = ["yes", "no"].map(str::to_owned).to_vec();
    let right = if is_settled { "yes" } else { "no" };
    let parts = vec![Part::choice("settles", options, vec![right.to_owned()])];
    let sign = match bound {
        Bound::Exact => "=",
        Bound::AtLeast => "≥",
        Bound::AtMost => "≤",
    };
    let number = |value: i64| value.to_string().replace('-', "−");
    let task = Task::asking("entry", None, parts).fact("sign", sign).fact("value", number(value));
    let task = task.fact("stored", stored).fact("wanted", wanted);
    Ok(task.fact("alpha", number(alpha)).fact("beta", number(beta)))
}
