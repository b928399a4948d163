//! Tables for a terminal.

/// Rows with their columns aligned, the first row as a heading: texts to the left, numbers to the right.
pub fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let is_number = |column: usize| rows.iter().skip(1).all(|row| !row[column].chars().any(char::is_alphabetic));
    let layout: Vec<(usize, bool)> = (0..columns).map(|column| (width(column), is_number(column))).collect();
    let cell = |(text, &(width, right)): (&String, &(usize, bool))| {
        if right { format!("{text:>width$}") } else { format!("{text:<width$}") }
    };
    let line =
        |row: &Vec<String>| row.iter().zip(&layout).map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned();
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let rows = [["name", "count"], ["a", "1,000"], ["long", "7"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(aligned(&rows), ["name  count", "a     1,000", "long      7"]);
        assert!(aligned(&[]).is_empty());
    }
}
