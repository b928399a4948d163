//! Standard algebraic notation (SAN), the moves as people write them: `Nbd7`, `exd5`, `O-O`, `e8=Q+`.

use cozy_chess::{File, Move, Piece, Rank, Square};
use rootward_game::{Game, TextError, legal_moves};

use super::coordinates::castling_file;
use super::{Chess, Position};

/// Writes a legal move, with `+` or `#` where it gives check or mate.
pub fn write(game: &Chess, position: &Position, mv: Move) -> String {
    let after = position.after(mv);
    let suffix = match (after.is_check(), game.has_move(&after)) {
        (true, true) => "+",
        (true, false) => "#",
        (false, _) => "",
    };
    format!("{}{suffix}", write_plain(game, position, mv))
}

fn write_plain(game: &Chess, position: &Position, mv: Move) -> String {
    let board = position.board();
    match castling_file(position, mv) {
        Some(File::G) => return "O-O".to_owned(),
        Some(_) => return "O-O-O".to_owned(),
        None => {}
    }
    let piece = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
    let takes = board.occupied().has(mv.to) || piece == Piece::Pawn && mv.from.file() != mv.to.file();
    let cross = if takes { "x" } else { "" };
    if piece == Piece::Pawn {
        let from = if takes { mv.from.file().to_string() } else { String::new() };
        let promotion = mv.promotion.map(|piece| format!("={}", letter(piece))).unwrap_or_default();
        return format!("{from}{cross}{}{promotion}", mv.to);
    }
    let from = distinction(game, position, mv, piece);
    format!("{}{from}{cross}{}", letter(piece), mv.to)
}

fn letter(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}

/// The disambiguation from like pieces that can move to the same square: nothing, the file, the rank, or both.
fn distinction(game: &Chess, position: &Position, mv: Move, piece: Piece) -> String {
    let others: Vec<Square> = legal_moves(game, position)
        .into_iter()
        .filter(|other| other.to == mv.to && other.from != mv.from)
        .filter(|other| {
            position.board().piece_on(other.from) == Some(piece) && castling_file(position, *other).is_none()
        })
        .map(|other| other.from)
        .collect();
    if others.is_empty() {
        String::new()
    } else if others.iter().all(|other| other.file() != mv.from.file()) {
        mv.from.file().to_string()
    } else if others.iter().all(|other| other.rank() != mv.from.rank()) {
        mv.from.rank().to_string()
    } else {
        mv.from.to_string()
    }
}

/// Reads a legal move. Lenient where it does no harm: marks of check, capture, promotion and quality may be missing or
/// there (`e8Q`, `Nxf3!?`), castling may be written with zeros, and the piece may be described more fully than is
/// needed.
pub fn read(game: &Chess, position: &Position, text: &str) -> Result<Move, TextError> {
    match read_all(game, position, text)?.as_slice() {
        [mv] => Ok(*mv),
        several => {
            let all: Vec<String> = several.iter().map(|mv| write(game, position, *mv)).collect();
            let problem = format!("'{}' could be several moves", text.trim());
            Err(TextError::new(problem, format!("one of {}", all.join(", "))))
        }
    }
}

/// Every legal move that the text may mean, at least one: `Ne5` where two knights can go there.
pub fn read_all(game: &Chess, position: &Position, text: &str) -> Result<Vec<Move>, TextError> {
    let wanted = text.trim();
    let plain = wanted.trim_end_matches(['+', '#', '!', '?']);
    let legal = legal_moves(game, position);
    let fits: Vec<Move> = match castling(plain) {
        Some(file) => legal.into_iter().filter(|mv| castling_file(position, *mv) == Some(file)).collect(),
        None => {
            let described = Described::read(plain).ok_or_else(|| {
                TextError::new(format!("'{wanted}' is not a move"), "one such as Nf3, exd5, O-O, e8=Q or e2e4")
            })?;
            legal.into_iter().filter(|mv| described.fits(position, *mv)).collect()
        }
    };
    if fits.is_empty() {
        return Err(TextError::new(format!("'{wanted}' is not a legal move here"), expected(game, position)));
    }
    Ok(fits)
}

fn expected(game: &Chess, position: &Position) -> String {
    let all: Vec<String> = legal_moves(game, position).iter().map(|mv| write(game, position, *mv)).collect();
    if all.is_empty() { "no move: the game is over".to_owned() } else { format!("one of {}", all.join(", ")) }
}

fn castling(text: &str) -> Option<File> {
    match text {
        "O-O" | "0-0" | "o-o" | "OO" | "00" => Some(File::G),
        "O-O-O" | "0-0-0" | "o-o-o" | "OOO" | "000" => Some(File::C),
        _ => None,
    }
}

/// The parts of a move that a text gives.
struct Described {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

impl Described {
    fn read(text: &str) -> Option<Described> {
        let mut letters: Vec<char> = text.chars().filter(|letter| !matches!(letter, 'x' | ':' | '-' | '=')).collect();
        let piece = match letters.first()? {
            'N' | 'B' | 'R' | 'Q' | 'K' | 'P' => letters.remove(0),
            _ => 'P',
        };
        let promotion = letters.last().filter(|last| "NBRQnrq".contains(**last)).copied();
        if promotion.is_some() {
            letters.pop();
        }
        let to = letters.split_off(letters.len().checked_sub(2)?);
        let to = to.iter().collect::<String>().parse().ok()?;
        let (mut file, mut rank) = (None, None);
        for letter in letters {
            let part = letter.to_string();
            match (part.parse::<File>(), part.parse::<Rank>()) {
                (Ok(from), _) if file.is_none() && rank.is_none() => file = Some(from),
                (_, Ok(from)) if rank.is_none() => rank = Some(from),
                _ => return None,
            }
        }
        let promotion = match promotion {
            Some(letter) => Some(piece_of(letter)?),
            None => None,
        };
        Some(Described { piece: piece_of(piece)?, file, rank, to, promotion })
    }

    fn fits(&self, position: &Position, mv: Move) -> bool {
        mv.to == self.to
            && mv.promotion == self.promotion
            && position.board().piece_on(mv.from) == Some(self.piece)
            && castling_file(position, mv).is_none()
            && self.file.is_none_or(|file| file == mv.from.file())
            && self.rank.is_none_or(|rank| rank == mv.from.rank())
    }
}

fn piece_of(letter: char) -> Option<Piece> {
    letter.to_ascii_lowercase().try_into().ok()
}
