//! Tasks on payoff matrices.

use rootward_matrix::{Game, Halt, Number, Rational, Settings, analyse, pure_equilibria, read_inline};
use rootward_session::Problem;
use rootward_support::random::Dice;

use crate::part::Part;
use crate::seeded::{between, dice, draw};
use crate::student::Student;
use crate::task::{Show, Task};

/// The only equilibrium in pure strategies.
pub(crate) fn equilibrium(student: &Student) -> Result<Task, Problem> {
    const SIZE: usize = 3;
    let mut dice = dice(student, "equilibrium");
    draw(10_000, || {
        let (text, game) = random(&mut dice, SIZE, 2, (0, 6))?;
        let found = pure_equilibria(&game);
        let [cell] = found.as_slice() else { return None };
        let name = |row: usize, column: usize| format!("r{}, c{}", row + 1, column + 1);
        let options = (0..SIZE * SIZE).map(|place| name(place / SIZE, place % SIZE)).collect();
        let right = vec![name(cell.row, cell.column)];
        let parts = vec![Part::choice("cell", options, right)];
        Some(Task::asking("equilibrium", Some(Show::Matrix { matrix: text }), parts))
    })
}

/// Value and best mixture of a zero-sum game without an equilibrium in pure strategies.
pub(crate) fn mixture(student: &Student) -> Result<Task, Problem> {
    let mut dice = dice(student, "mixture");
    draw(10_000, || {
        let (text, game) = random(&mut dice, 2, 1, (-5, 9))?;
        if !pure_equilibria(&game).is_empty() {
            return None;
        }
        let solution = analyse(&game, Settings { exact: true, ..Settings::default() }, &Halt::NEVER).zero_sum?;
        let parts =
            vec![Part::number("first", exact(&solution.row[0])?), Part::number("value", exact(&solution.value)?)];
        Some(Task::asking("mixture", Some(Show::Matrix { matrix: text }), parts))
    })
}

fn exact(number: &Number) -> Option<&Rational> {
    match number {
        Number::Exact(number) => Some(number),
        Number::Numeric(_) => None,
    }
}

/// A square matrix with this many payoffs a cell.
fn random(dice: &mut Dice, size: usize, payoffs: usize, (least, most): (i64, i64)) -> Option<(String, Game)> {
    let mut cell = || {
        let numbers: Vec<String> = (0..payoffs).map(|_| between(dice, least, most).to_string()).collect();
        numbers.join(",")
    };
    let rows: Vec<String> = (0..size).map(|_| (0..size).map(|_| cell()).collect::<Vec<_>>().join(" ")).collect();
    let text = rows.join("; ");
    let game = read_inline(&text).ok()?;
    Some((text, game))
}
