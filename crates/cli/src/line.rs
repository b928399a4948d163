//! Lines of play, in the usual notation.

use rootward_session::View;

/// The moves from a position, numbered if the game numbers its moves: `12. Nf3 Nc6 13. Bb5`, `12… Nc6 13. Bb5`.
pub fn numbered(view: &View, moves: &[String]) -> String {
    let Some(number) = view.move_number else { return moves.join(" ") };
    let second = usize::from(view.side == "second");
    let written = moves.iter().enumerate().map(|(place, mv)| {
        let number = number as usize + (place + second) / 2;
        match (place, (place + second) % 2) {
            (_, 0) => format!("{number}. {mv}"),
            (0, _) => format!("{number}… {mv}"),
            _ => mv.clone(),
        }
    });
    written.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_session::open;

    #[test]
    fn moves_of_chess_are_numbered_and_others_are_not() {
        let line = |game: &str, position: &str, moves: &[&str]| {
            let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
            numbered(&open(game, Some(position)).unwrap().view(), &moves)
        };
        assert_eq!(line("chess", "", &["e4", "e5", "Nf3"]), "1. e4 e5 2. Nf3");
        let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 12";
        assert_eq!(line("chess", black, &["e5", "Nf3", "Nc6"]), "12… e5 13. Nf3 Nc6");
        assert_eq!(line("connect-four", "44", &["4", "3"]), "4 3");
        assert_eq!(line("chess", "", &[]), "");
    }
}
