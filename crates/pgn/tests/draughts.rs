//! Files of draughts games: all that PDN has is read, written and read back.

use proptest::prelude::*;
use rootward_game::{Game, Notation, legal_moves};
use rootward_games::checkers::{Checkers, Move, Position, Rules};
use rootward_pgn::{Comment, GameResult, Line, Nag, Ply, ReadError, Reader, Record, Tags, written};

fn read(text: &str) -> Vec<Result<Record<Checkers>, String>> {
    Reader::of_draughts(text.as_bytes()).map(|game| game.map_err(|error| error.to_string())).collect()
}

fn read_one(text: &str) -> Record<Checkers> {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The moves of a line as they are written.
fn moves(record: &Record<Checkers>) -> Vec<String> {
    let mut position = record.start;
    let mut texts = Vec::new();
    for ply in &record.line.plies {
        texts.push(record.game.write_move(&position, ply.mv));
        position = record.game.apply(&position, ply.mv);
    }
    texts
}

const GAME: &str = r#"[Event "Match"]
[Black "Tinsley"]
[White "Chinook"]
[GameType "21,B,8,8,N1,0"]
[Result "1/2-1/2"]

1. 11-15 23-19! {sharp} 2. 8-11 22-17 3. 9-13 $2 (3. 11-16 24-20 ; the usual way
) 17-14 4. 10x17 21x14 1/2-1/2
"#;

#[test]
fn comments_variations_marks_and_results_are_kept() {
    let game = read_one(GAME);
    assert_eq!((game.tags.get("Black"), game.result), (Some("Tinsley"), GameResult::Draw));
    assert_eq!(moves(&game), ["11-15", "23-19", "8-11", "22-17", "9-13", "17-14", "10x17", "21x14"]);
    let third = &game.line.plies[4];
    assert_eq!((third.nags.as_slice(), third.variations.len()), ([Nag::MISTAKE].as_slice(), 1));
    assert_eq!(third.variations[0].plies[1].comments, [Comment::new("the usual way")]);
    let again = written(&game);
    assert!(again.contains("1. 11-15 23-19 $1 {sharp} 2. 8-11 22-17 3. 9-13 $2 (3. 11-16 24-20 {the usual"), "{again}");
    assert_eq!(written(&read_one(&again)), again);
}

#[test]
fn letters_and_numbers_name_squares_in_every_game() {
    let russian = read_one("[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 2-0");
    assert_eq!((russian.game.rules(), russian.result), (&Rules::RUSSIAN, GameResult::White));
    assert_eq!(moves(&russian)[..2], ["c3-d4", "d6-c5"]);
    let english = read_one("1. f6-g5 a3-b4 2. g5-h4 1-1");
    assert_eq!((moves(&english)[0].as_str(), english.result), ("11-16", GameResult::Draw));
    assert_eq!(moves(&read_one("1. 11x16 23-18 *"))[0], "11-16", "any sign may stand between the squares");
}

#[test]
fn an_ambiguous_capture_needs_its_path() {
    let start = "[SetUp \"1\"]\n[FEN \"W:W27:B24,16,23,15\"]\n\n";
    assert_eq!(moves(&read_one(&format!("{start}1. 27x20x11 *"))), ["27x20x11"]);
    let error = read(&format!("{start}1. 27x11 *")).remove(0).unwrap_err();
    assert_eq!(error, "game 1, line 4, column 4: '27x11' may be any of 2 captures; expected one of 27x18x11, 27x20x11");
}

#[test]
fn a_game_that_cannot_be_read_is_reported_and_the_next_one_follows() {
    let games = read(
        "[Event \"a\"]\n\n1. 11-14 *\n\n[Event \"b\"]\n[GameType \"20\"]\n\n1. 32-28 *\n\n[Event \"c\"]\n[FEN \"W:W1\"]\n\n*\n\n[Event \"d\"]\n\n1. 11-15 0-2\n",
    );
    assert_eq!(games.len(), 4);
    let said: Vec<&str> = games.iter().filter_map(|game| game.as_ref().err().map(String::as_str)).collect();
    assert!(
        said[0].starts_with("game 1, line 3, column 4: '11-14' is not a legal move here; expected one of 9-13"),
        "{said:?}"
    );
    assert!(said[1].starts_with("game 2, line 6, column 1: '20' is the type of another game; expected 21"), "{said:?}");
    assert!(said[2].starts_with("game 3, line 11, column 1: the pieces of Black are missing"), "{said:?}");
    assert_eq!(games[3].as_ref().unwrap().result, GameResult::Black);
}

/// The 3-move openings of the American Checkers Federation, where the shared data is at hand.
#[test]
fn all_ballots_are_legal() {
    let Ok(text) = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/checkers/openings-3move.csv"
    )) else {
        return;
    };
    let ballots: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
    assert_eq!(ballots.len(), 174);
    for ballot in ballots {
        assert_eq!(moves(&read_one(&format!("{ballot} *"))), ballot.split(' ').collect::<Vec<_>>());
    }
}

/// The numbers that decide every choice in a random game, one after the other; zero when they are used up.
struct Choices<'a>(std::slice::Iter<'a, u16>);

impl Choices<'_> {
    fn below(&mut self, limit: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % limit.max(1)
    }

    fn line(&mut self, game: &Checkers, start: &Position, text: &str, depth: usize) -> Line<Move> {
        let mut line = Line::default();
        let mut position = *start;
        for _ in 0..1 + self.below(if depth == 0 { 100 } else { 8 }) {
            let moves = legal_moves(game, &position);
            if moves.is_empty() || self.0.len() == 0 {
                break;
            }
            let mut ply = Ply::new(moves[self.below(moves.len())]);
            ply.nags.extend((self.below(6) == 5).then(|| Nag(self.below(256) as u8)));
            ply.comments.extend((self.below(6) == 5).then(|| Comment::new(text)).filter(|comment| !comment.is_empty()));
            if self.below(8) == 7 && depth < 3 {
                let variation = self.line(game, &position, text, depth + 1);
                ply.variations.extend(Some(variation).filter(|line| !line.plies.is_empty()));
            }
            position = game.apply(&position, ply.mv);
            line.plies.push(ply);
        }
        line
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_written_game_reads_back(
        numbers in proptest::collection::vec(any::<u16>(), 0..500), text in "[ -~äß]{0,80}", rules in 0usize..3, fen in any::<bool>()
    ) {
        let game = Checkers::new(Rules::ALL[rules]);
        let mut choices = Choices(numbers.iter());
        let result = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unknown][choices.below(4)];
        let start = if fen { game.parse_position("W:W27,K5,18,K32:B24,K16,15,K23,7").unwrap() } else { game.initial() };
        let line = choices.line(&game, &start, &text, 0);
        let record = Record { tags: Tags::default(), game, start, line, result };
        let back = read_one(&written(&record));
        prop_assert_eq!((back.start, back.result, &back.line), (record.start, record.result, &record.line));
        prop_assert_eq!(back.game, record.game);
    }

    #[test]
    fn any_bytes_are_read_or_refused_without_a_panic(
        text in "([0-9]{1,2}[-x.:][0-9]{1,2}|[a-h][1-8]|[{}()$!?;*%\\[\\]\" \\n]|FEN|GameType|2-0|\\[FEN \"W:W27,K5(,[0-9]{1,2})?:B24(:H[0-9]{1,3})?\"\\]\n|\\[GameType \"2[0-9](,B,8,8)?\"\\]\n|11-15|23x18){0,60}", bytes in proptest::collection::vec(any::<u8>(), 0..200)
    ) {
        for source in [text.as_bytes(), &bytes] {
            for game in Reader::of_draughts(source).take(1000) {
                match game {
                    Ok(record) => prop_assert!(Reader::of_draughts(written(&record).as_bytes()).next().unwrap().is_ok()),
                    Err(ReadError::Game(bad)) => prop_assert!(!bad.to_string().is_empty()),
                    Err(ReadError::System(error)) => prop_assert!(false, "{}", error),
                }
            }
        }
    }
}
