//! Tables separated by commas, semicolons or tabs, as spreadsheets write them.

use super::payoff_table::{PayoffTable, cell};
use super::{TextError, error_at};
use crate::game::{Game, Player, default_name};

/// Reads a table. The separator is the first of tab, semicolon and comma that the first line has outside of quotes. A cell
/// holds one number, or two (`"3,4"`, `3 4`). The first line names the columns if its first cell is empty or another
/// one is not a payoff; the first cells name the rows if one of them is not a payoff.
///
/// ```
/// let game = rootward_matrix::read_csv("Anne;c;d\na;3,4;1,2\nb;4,1;2,3\n").unwrap();
/// assert_eq!((game.rows[1].as_str(), game.columns[0].as_str()), ("b", "c"));
/// ```
pub fn read_csv(text: &str) -> Result<Game, TextError> {
    let lines = split(text)?;
    let Some(first) = lines.first() else {
        return Err(error_at(1, 1, "there is no table", "rows of payoffs"));
    };
    let is_payoff = |field: &Field| cell(&field.text).is_some();
    let names_columns = match first.fields.as_slice() {
        [only] => !is_payoff(only),
        [corner, rest @ ..] => corner.text.trim().is_empty() || !rest.iter().all(is_payoff),
        [] => false,
    };
    let body = &lines[usize::from(names_columns)..];
    let names_rows = body.iter().any(|line| line.fields.first().is_some_and(|field| !is_payoff(field)));
    let skipped = usize::from(names_rows);
    let mut table = PayoffTable::new();
    let mut rows = Vec::new();
    for line in body {
        table.begin_row();
        rows.extend(line.fields.first().filter(|_| names_rows).map(|field| field.text.trim().to_owned()));
        for field in line.fields.iter().skip(skipped) {
            table.push(&field.text, line.number, field.column)?;
        }
        table.end_row(line.number, line.fields.last().map_or(1, |field| field.column))?;
    }
    let nothing = error_at(first.number, 1, "there are names but no payoffs", "rows of payoffs");
    let mut game = table.into_game(nothing)?;
    if names_rows {
        game.rows = named_where_empty(Player::Row, rows);
    }
    if names_columns {
        game.columns = column_names(first, game.columns.len(), skipped)?;
    }
    Ok(game)
}

/// The header may have a cell above the names of the rows.
fn column_names(header: &CsvRow, width: usize, skipped: usize) -> Result<Vec<String>, TextError> {
    let above = header.fields.len().saturating_sub(width);
    if above > skipped || header.fields.len() < width {
        let problem = format!("{} names of columns", header.fields.len() - above.min(skipped));
        return Err(error_at(header.number, 1, problem, format!("{width}, as many as a row has payoffs")));
    }
    let names = header.fields[above..].iter().map(|field| field.text.trim().to_owned());
    Ok(named_where_empty(Player::Column, names.collect()))
}

fn named_where_empty(player: Player, mut names: Vec<String>) -> Vec<String> {
    for (place, name) in names.iter_mut().enumerate().filter(|(_, name)| name.is_empty()) {
        *name = default_name(player, place);
    }
    names
}

struct CsvRow {
    number: usize,
    fields: Vec<Field>,
}

struct Field {
    text: String,
    column: usize,
}

/// Rows of fields; blank lines are skipped.
fn split(text: &str) -> Result<Vec<CsvRow>, TextError> {
    let mut lines = Vec::new();
    let mut separator = None;
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let separator = *separator.get_or_insert_with(|| separator_of(line));
        lines.push(CsvRow { number: number + 1, fields: fields(line, number + 1, separator)? });
    }
    Ok(lines)
}

fn separator_of(line: &str) -> char {
    let mut quoted = false;
    let mut outside = String::new();
    for c in line.chars() {
        quoted ^= c == '"';
        outside.extend((!quoted).then_some(c));
    }
    ['\t', ';', ','].into_iter().find(|&separator| outside.contains(separator)).unwrap_or(',')
}

fn fields(line: &str, number: usize, separator: char) -> Result<Vec<Field>, TextError> {
    let mut fields = vec![Field { text: String::new(), column: 1 }];
    let mut quote: Option<usize> = None;
    let mut characters = line.chars().enumerate().peekable();
    while let Some((place, c)) = characters.next() {
        let Some(field) = fields.last_mut() else { break };
        match c {
            '"' if quote.is_some() && characters.peek().is_some_and(|&(_, next)| next == '"') => {
                field.text.push('"');
                characters.next();
            }
            '"' if quote.is_some() => quote = None,
            '"' if field.text.trim().is_empty() => quote = Some(place + 1),
            c if c == separator && quote.is_none() => fields.push(Field { text: String::new(), column: place + 2 }),
            c => field.text.push(c),
        }
    }
    match quote {
        Some(column) => Err(error_at(number, column, "a quotation that begins here does not end", "'\"'")),
        None => Ok(fields),
    }
}
