//! "Did you mean …": the nearest of the known names.

/// The known name nearest to what was written, if any is near enough.
pub(crate) fn nearest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let written: String = written.trim().chars().take(40).map(|c| if c == '_' || c == ' ' { '-' } else { c }).collect();
    let written = written.to_lowercase();
    let (name, distance) = known.iter().map(|name| (*name, distance(&written, name))).min_by_key(|&(_, d)| d)?;
    let near_enough = (name.len().max(written.len()) / 3).max(1);
    let begins = !written.is_empty() && name.starts_with(&written);
    (distance <= near_enough || begins).then_some(name)
}

/// Levenshtein distance: the number of letters to change, insert or delete.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, wanted) in to.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *wanted);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        let games = ["tree", "tic-tac-toe", "mnk", "connect-four"];
        for (written, meant) in
            [("conect-four", "connect-four"), ("TicTacToe", "tic-tac-toe"), ("connect", "connect-four")]
        {
            assert_eq!(nearest(written, &games), Some(meant));
        }
        assert_eq!(nearest("tick_tack_toe", &games), Some("tic-tac-toe"));
        assert_eq!(nearest("backgammon", &games), None);
        assert_eq!(nearest("", &games), None);
    }

    #[test]
    fn the_distance_counts_changes() {
        for (a, b, changes) in [("", "abc", 3), ("kitten", "sitting", 3), ("same", "same", 0)] {
            assert_eq!(distance(a, b), changes);
        }
    }
}
