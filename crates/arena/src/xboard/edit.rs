//! Sets up a position piece by piece, for programs older than `setboard`.
//!
//! Castling rights and the en passant square cannot be sent: a program assumes that kings and rooks on their first squares
//! have not moved.

use rootward_games::chess::Position;

/// The lines that set up a position on the board of a program in force mode, after `new`.
pub(super) fn lines(position: &Position) -> Vec<String> {
    let fen = position.board().to_string();
    let mut fields = fen.split_whitespace();
    let (board, side) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    let mut lines = Vec::new();
    if side == "b" {
        // The side to move cannot be set either, but any move of White changes it.
        lines.push("a2a3".to_owned());
    }
    lines.extend(["edit", "#"].map(str::to_owned));
    lines.extend(men(board, char::is_uppercase));
    lines.push("c".to_owned());
    lines.extend(men(board, char::is_lowercase));
    lines.push(".".to_owned());
    lines
}

/// The pieces of one side: `Pe4`, `Kg1`.
fn men(board: &str, is_mine: fn(char) -> bool) -> Vec<String> {
    let mut men = Vec::new();
    for (row, rank) in board.split('/').zip((1..=8).rev()) {
        let mut file = b'a';
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
                continue;
            }
            if is_mine(letter) {
                men.push(format!("{}{}{rank}", letter.to_ascii_uppercase(), char::from(file)));
            }
            file += 1;
        }
    }
    men
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_game::Notation;
    use rootward_games::chess::Chess;

    #[test]
    fn a_position_is_sent_man_by_man() {
        let commands = |fen: &str| lines(&Chess::default().parse_position(fen).unwrap()).join(" ");
        assert_eq!(commands("4k3/3p4/8/8/8/8/4P2R/4K3 w - - 0 1"), "edit # Pe2 Rh2 Ke1 c Ke8 Pd7 .");
        assert_eq!(commands("4k3/8/8/8/8/8/8/4K3 b - - 0 1"), "a2a3 edit # Ke1 c Ke8 .");
    }
}
