//! A matrix as a page sends it: text in one of several formats, or the cells of a form.

use rootward_matrix::{Format, Game, MOST_DENOMINATOR_BITS, Rational, Reading, read, recognise};
use rootward_session::Problem;
use serde::Deserialize;

use crate::refusal::Refusal;

/// The maximum number of strategies of each player: what a page can show and a server can solve in a moment. The command
/// line takes more.
const MOST_STRATEGIES: usize = 40;
/// The maximum number of letters of a name.
const LONGEST_NAME: usize = 60;

/// A matrix. Names given here replace those of the text; the defaults are r1, r2 … and c1, c2 …
#[derive(Deserialize)]
pub(super) struct MatrixRequest {
    text: Option<String>,
    format: Option<FormatName>,
    /// Rows of cells, each with one payoff or two.
    cells: Option<Vec<Vec<Vec<String>>>>,
    rows: Option<Vec<String>>,
    columns: Option<Vec<String>>,
    players: Option<[String; 2]>,
    title: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FormatName {
    Inline,
    Csv,
    Nfg,
}

impl MatrixRequest {
    /// The game, or one sentence and the field that is wrong.
    pub(super) fn read(self) -> Result<Game, Refusal> {
        let mut game = match (self.text, self.cells) {
            (Some(text), None) => of_text(&text, self.format)?,
            (None, Some(cells)) => of_cells(&cells, self.rows.as_deref(), self.columns.as_deref())?,
            _ => return Err(Problem::new("the body has neither or both of text and cells", "one of them").into()),
        };
        check_size(game.rows.len(), game.columns.len())?;
        rename(&mut game.rows, self.rows, "rows")?;
        rename(&mut game.columns, self.columns, "columns")?;
        rename(&mut game.players, self.players, "players")?;
        if let Some(title) = self.title {
            game.title = checked_name(title).map_err(|refusal| refusal.at("title"))?;
        }
        Ok(game)
    }
}

fn check_size(height: usize, width: usize) -> Result<(), Refusal> {
    if height <= MOST_STRATEGIES && width <= MOST_STRATEGIES {
        return Ok(());
    }
    let expected = format!("{MOST_STRATEGIES} of each at most here; `rootward matrix` takes more");
    Err(Problem::new(format!("the matrix has {height} rows and {width} columns"), expected).into())
}

fn of_text(text: &str, format: Option<FormatName>) -> Result<Game, Refusal> {
    let format = match format {
        Some(FormatName::Inline) => Format::Inline,
        Some(FormatName::Csv) => Format::Csv,
        Some(FormatName::Nfg) => Format::Nfg,
        None => pasted_format(text),
    };
    if format == Format::Efg {
        let expected = "a matrix; `rootward matrix` solves trees of Gambit's too";
        return Err(Problem::new("the text is a tree (.efg)", expected).into());
    }
    match read(text, format).map_err(Problem::from)? {
        Reading::Matrix(game) => Ok(game),
        Reading::Tree(_) => Err(Problem::new("the text is a tree", "a matrix").into()),
    }
}

/// The format of pasted text. Several lines without blanks between their parts, names, quotes and tabs mean CSV. Otherwise
/// rows end with semicolons or line ends, and cells with blanks.
fn pasted_format(text: &str) -> Format {
    let known = recognise(text);
    if known != Format::Csv {
        return known;
    }
    let is_number = |c: char| c.is_ascii_digit() || c.is_whitespace() || "+-.,;/()eE".contains(c);
    let lines: Vec<String> =
        text.trim().lines().map(|line| line.trim().replace(", ", ",").replace("; ", ";")).collect();
    let has_names = text.contains('\t') || !text.chars().all(is_number);
    let is_table = lines.len() > 1 && lines.iter().all(|line| !line.contains(' ') && line.contains([',', ';']));
    let is_line = text.contains(';') && lines.len() == 1;
    if is_table || has_names && !is_line { Format::Csv } else { Format::Inline }
}

fn of_cells(cells: &[Vec<Vec<String>>], rows: Option<&[String]>, columns: Option<&[String]>) -> Result<Game, Refusal> {
    let (height, width) = (cells.len(), cells.first().map_or(0, Vec::len));
    let payoffs = cells.first().and_then(|row| row.first()).map_or(0, Vec::len);
    if width == 0 || !matches!(payoffs, 1 | 2) {
        return Err(Problem::new("there is no matrix", "rows of cells, each with one payoff or two").into());
    }
    check_size(height, width)?;
    let mut tables = [Vec::with_capacity(height), Vec::with_capacity(height)];
    for (row, line) in cells.iter().enumerate() {
        if line.len() != width {
            let problem = format!("row {} has {} cells", row + 1, line.len());
            return Err(Refusal::from(Problem::new(problem, format!("{width}, as in the first row")))
                .at(format!("cells.{row}")));
        }
        for table in &mut tables {
            table.push(Vec::with_capacity(width));
        }
        for (column, cell) in line.iter().enumerate() {
            let named = |names: Option<&[String]>, place: usize| {
                let name = names.and_then(|names| names.get(place)).filter(|name| !name.trim().is_empty());
                name.map_or_else(|| (place + 1).to_string(), |name| name.trim().chars().take(LONGEST_NAME).collect())
            };
            let spot = || format!("row {}, column {}", named(rows, row), named(columns, column));
            if cell.len() != payoffs {
                let problem = format!("{}: {} payoffs", spot(), cell.len());
                return Err(Refusal::from(Problem::new(problem, format!("{payoffs}, as in the first cell")))
                    .at(format!("cells.{row}.{column}")));
            }
            for (place, text) in cell.iter().enumerate() {
                let number = payoff(text).map_err(|problem| {
                    Refusal::from(problem.within(spot())).at(format!("cells.{row}.{column}.{place}"))
                })?;
                tables[place][row].push(number);
            }
        }
    }
    let [first, second] = tables;
    let game = if payoffs == 1 { Game::zero_sum(first) } else { Game::bimatrix(first, second) };
    game.ok_or_else(|| {
        let problem = format!("the payoffs' least common denominator has more than {MOST_DENOMINATOR_BITS} bits");
        Problem::new(problem, "simpler fractions, or decimals").into()
    })
}

fn payoff(text: &str) -> Result<Rational, Problem> {
    let expected = "a number such as 3, -1/2 or 0.25";
    let text = text.trim();
    if text.is_empty() {
        return Err(Problem::new("nothing stands here", expected));
    }
    let shown: String = text.chars().take(30).collect();
    // The payoff may be typed or copied with the mathematical minus sign.
    text.replace('−', "-").parse().map_err(|_| Problem::new(format!("'{shown}' is not a payoff"), expected))
}

/// A number from 0 to 1.
pub(super) fn share(text: &str) -> Result<Rational, Refusal> {
    let shown: String = text.chars().take(30).collect();
    let wrong = || {
        let problem = Problem::new(format!("'{shown}' is no share"), "a number from 0 to 1, such as 1/3 or 0.25");
        Refusal::from(problem.within("α")).at("alpha")
    };
    let share: Rational = text.trim().parse().map_err(|_| wrong())?;
    if share.is_negative() || share > Rational::one() { Err(wrong()) } else { Ok(share) }
}

/// Replaces all names; there must be one new name for each. An empty name keeps the old one.
fn rename<N: IntoIterator<Item = String>>(names: &mut [String], new: Option<N>, what: &str) -> Result<(), Refusal> {
    let Some(new) = new else { return Ok(()) };
    let new: Vec<String> = new.into_iter().collect();
    if new.len() != names.len() {
        let problem = Problem::new(format!("{} names of {what}", new.len()), format!("{}, one for each", names.len()));
        return Err(Refusal::from(problem).at(what));
    }
    for (place, (name, new)) in names.iter_mut().zip(new).enumerate() {
        let new = checked_name(new).map_err(|refusal| refusal.at(format!("{what}.{place}")))?;
        if !new.is_empty() {
            *name = new;
        }
    }
    Ok(())
}

fn checked_name(name: String) -> Result<String, Refusal> {
    let name: String = name.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match name.chars().count() {
        count if count > LONGEST_NAME => {
            Err(Problem::new(format!("a name of {count} letters"), format!("{LONGEST_NAME} at most")).into())
        }
        _ => Ok(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pasted_is_distinguished() {
        for text in ["3,4 1,2; 4,1 2,3", "1 -1\n-1 1", "1 -1; -1 1", "7", "(3, 4) (1, 2)\n(4, 1) (2, 3)", "3,4 x; 1 2"]
        {
            assert_eq!(pasted_format(text), Format::Inline, "{text}");
        }
        for text in
            ["0,1,2\n3,4,5", "0\t1\n2\t3", ",c,d\na,3,1", "1;2\n3;4", "\"3,4\",\"1,2\"", "a;b\n1;2", "1, 2\n3, 4"]
        {
            assert_eq!(pasted_format(text), Format::Csv, "{text}");
        }
        assert_eq!((pasted_format("NFG 1 R \"x\""), pasted_format(" EFG 2")), (Format::Nfg, Format::Efg));
    }
}
