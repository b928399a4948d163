//! Every game that is written can be read back, and every game that is read can be written.

use proptest::prelude::*;
use rootward_game::{Game, legal_moves};
use rootward_games::chess::{Chess, Position};
use rootward_pgn::{Comment, GameResult, Line, Nag, Ply, Reader, Record, Tags, written};

/// The numbers that decide every choice in a random game, one after the other; zero when they are used up.
struct Choices<'a>(std::slice::Iter<'a, u16>);

impl Choices<'_> {
    fn below(&mut self, limit: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % limit.max(1)
    }

    fn is_spent(&self) -> bool {
        self.0.len() == 0
    }

    fn comment(&mut self, texts: &[String]) -> Vec<Comment> {
        let count = self.below(8).saturating_sub(6);
        let texts = (0..count).map(|_| Comment::new(&texts[self.below(texts.len())]));
        texts.filter(|comment| !comment.is_empty()).collect()
    }

    fn line(&mut self, chess: &Chess, start: &Position, texts: &[String], depth: usize) -> Line {
        let mut line = Line { intro: self.comment(texts), plies: Vec::new() };
        let mut position = start.clone();
        let plies = 1 + self.below(if depth == 0 { 120 } else { 8 });
        for _ in 0..plies {
            let moves = legal_moves(chess, &position);
            if moves.is_empty() || self.is_spent() {
                break;
            }
            let passes = self.below(20) == 19 && position.after_null_move().is_some();
            let mut ply = if passes { Ply::null() } else { Ply::new(moves[self.below(moves.len())]) };
            ply.nags = (0..self.below(8).saturating_sub(6)).map(|_| Nag(self.below(256) as u8)).collect();
            ply.comments = self.comment(texts);
            for _ in 0..self.below(10).saturating_sub(8) {
                if depth < 3 {
                    ply.variations.push(self.line(chess, &position, texts, depth + 1));
                }
            }
            ply.variations.retain(|line| !line.plies.is_empty());
            position = ply.after(&position).unwrap();
            line.plies.push(ply);
        }
        line
    }
}

fn any_record() -> impl Strategy<Value = Record> {
    let texts = proptest::collection::vec("[ -~äß]{0,120}|[%;{}()\\[\\]Event \"$!]{0,40}|.{0,30}", 1..5);
    let tags = proptest::collection::vec(("[A-Z][a-zA-Z0-9_]{0,8}", ".{0,20}|[\\\\\" \\]]{0,5}"), 0..9);
    let numbers = proptest::collection::vec(any::<u16>(), 0..600);
    (texts, tags, numbers, proptest::option::of(0_u32..960)).prop_map(|(texts, pairs, numbers, start)| {
        let chess = start.map_or_else(Chess::default, |number| Chess::fischer_random(number).unwrap());
        let mut tags = Tags::default();
        for (name, value) in pairs {
            tags.set(&name, &value);
        }
        for own in ["Result", "FEN", "SetUp", "Variant"] {
            tags.remove(own);
        }
        let mut choices = Choices(numbers.iter());
        let results = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unknown];
        let result = results[choices.below(4)];
        let start = chess.initial();
        let line = choices.line(&chess, &start, &texts, 0);
        Record { tags, game: chess, start, line, result }
    })
}

fn sorted(tags: &Tags) -> Vec<(String, String)> {
    let roster = rootward_pgn::ROSTER.iter().map(|&(name, unknown)| (name, tags.get(name).unwrap_or(unknown)));
    let mut all: Vec<_> = roster.chain(tags.iter()).map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    all.sort_unstable();
    all.dedup();
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_record_is_the_same_after_writing_and_reading(mut record in any_record()) {
        // A repeated mark on one move counts once.
        tidy(&mut record.line);
        let text = written(&record);
        let games: Vec<_> = Reader::new(text.as_bytes()).collect();
        prop_assert_eq!(games.len(), 1, "{}", text);
        let read = games.into_iter().next().unwrap().map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&read.line, &record.line, "{}", text);
        prop_assert_eq!((&read.start, read.result), (&record.start, record.result));
        prop_assert_eq!(sorted(&read.tags), sorted(&record.tags));
        prop_assert_eq!(written(&read), text, "writing is the same every time");
    }

    #[test]
    fn arbitrary_bytes_are_read_or_refused_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = Reader::new(bytes.as_slice()).count();
        let _ = Reader::new(bytes.as_slice()).main_line_only().count();
    }

    #[test]
    fn whatever_is_read_can_be_written_and_read_again(
        text in "(1\\. |e4 |d5 |Nf3 |O-O |e8=Q |[(){};$!?*%\\[\\]\"\n]|\\[Event \"x\"\\]\n|\\{c\\} |1-0 |\\$3 |exd5 |[a-h][1-8] |-- |Z0 |e\\.p\\.|[+=][-/+=]|0000 |.){0,40}"
    ) {
        for game in Reader::new(text.as_bytes()).flatten() {
            let once = written(&game);
            let again = Reader::new(once.as_bytes()).next().unwrap().unwrap();
            prop_assert_eq!(written(&again), once);
        }
    }

    #[test]
    fn a_flipped_byte_costs_no_more_than_the_games_around_it(place: usize, byte: u8) {
        let game = "[Event \"x\"]\n\n1. e4 {note} e5 (1... c5) 2. Nf3 $1 1-0\n\n";
        let mut bytes = game.repeat(5).into_bytes();
        let place = 2 * game.len() + place % game.len();
        bytes[place] = byte;
        let games: Vec<_> = Reader::new(bytes.as_slice()).collect();
        let fine = games.iter().filter(|game| game.as_ref().is_ok_and(|game| game.line.plies.len() == 3)).count();
        prop_assert!(fine >= 3, "{fine} of {}", games.len());
    }
}

fn tidy(line: &mut Line) {
    for ply in &mut line.plies {
        let mut seen = Vec::new();
        ply.nags.retain(|nag| {
            !seen.contains(nag) && {
                seen.push(*nag);
                true
            }
        });
        ply.variations.iter_mut().for_each(tidy);
    }
}
