//! Books: their answers, and how they are built.

use std::collections::HashMap;

use proptest::prelude::*;
use rootward_game::{Game, Notation};
use rootward_games::chess::{Chess, Position};
use rootward_pgn::Reader;
use rootward_pgn::polyglot::{BookGames, Choice, Entry, Gathered, Polyglot, polyglot_key};

const GAMES: &str = "1. e4 e5 2. Nf3 1-0\n\n1. e4 c5 1/2-1/2\n\n1. e4 e5 2. Nf3 0-1\n\n1. d4 d5 1-0\n\n1. c4 0-1\n\n1. e4 *\n\n\
                     [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n";

fn gathered(text: &str, plies: usize) -> BookGames {
    let mut games = BookGames::default();
    Reader::new(text.as_bytes()).for_each(|game| games.add(&game.unwrap(), plies));
    games
}

fn book(text: &str, plies: usize, min_games: u32) -> Polyglot {
    Polyglot::from_bytes(gathered(text, plies).to_bytes(min_games).unwrap()).unwrap()
}

fn after(moves: &str) -> Position {
    let chess = Chess::default();
    let play = |position: Position, text| position.after(chess.parse_move(&position, text).unwrap());
    moves.split_whitespace().fold(chess.initial(), play)
}

fn read(book: &Polyglot, position: &Position) -> Vec<(String, u16)> {
    let written = |(mv, weight)| (Chess::default().write_move(position, mv), weight);
    book.moves(position).into_iter().map(written).collect()
}

#[test]
fn a_weight_is_two_for_a_win_and_one_for_a_draw() {
    let book = book(GAMES, 10, 1);
    // 1. c4 lost its only game and is not in the book.
    assert_eq!(read(&book, &after("")), [("e4".to_owned(), 3), ("d4".to_owned(), 2)]);
    assert_eq!(read(&book, &after("e4")), [("e5".to_owned(), 2), ("c5".to_owned(), 1)]);
    assert_eq!(read(&book, &after("e4 e5")), [("Nf3".to_owned(), 2)]);
    assert!(read(&book, &after("e4 c5")).is_empty());
    let counted = Gathered { games: 5, undecided: 1, elsewhere: 1 };
    assert_eq!(gathered(GAMES, 10).gathered(), counted);
}

#[test]
fn plies_and_games_limit_the_book() {
    assert_eq!(book(GAMES, 1, 1).positions(), 1);
    assert_eq!(read(&book(GAMES, 10, 2), &after("")), [("e4".to_owned(), 3)]);
    assert!(gathered(GAMES, 10).to_bytes(9).is_none());
}

#[test]
fn weights_that_do_not_fit_are_scaled() {
    let text = format!("{}{}{}", "1. e4 1-0\n".repeat(40_000), "1. d4 1-0\n".repeat(20_000), "1. c4 1/2-1/2\n");
    let book = book(&text, 1, 1);
    assert_eq!(read(&book, &after("")), [("e4".to_owned(), 65_535), ("d4".to_owned(), 32_767)]);
}

#[test]
fn moves_are_chosen_by_weight() {
    let start = after("");
    let book = book(GAMES, 10, 1);
    let best = book.choose(&start, Choice::Best).unwrap();
    assert_eq!(Chess::default().write_move(&start, best), "e4");
    let mut counts = HashMap::new();
    for seed in 0..5000 {
        let mv = book.choose(&start, Choice::Weighted { seed }).unwrap();
        assert_eq!(book.choose(&start, Choice::Weighted { seed }), Some(mv), "the same seed, the same move");
        *counts.entry(mv.to_string()).or_insert(0) += 1;
    }
    // 3 of 5 are 3,000; the standard deviation is 35.
    assert!((2860..3140).contains(&counts["e2e4"]), "{counts:?}");
    assert_eq!(book.choose(&after("h4"), Choice::Best), None);
    let never = Entry { key: polyglot_key(&start), packed: 0b001_100_011_100, weight: 0, learn: 0 };
    let never = Polyglot::from_bytes(never.to_bytes().to_vec()).unwrap();
    assert_eq!((never.moves(&start).len(), never.choose(&start, Choice::Best)), (1, None));
    assert_eq!(never.choose(&start, Choice::Weighted { seed: 1 }), None);
}

#[test]
fn what_is_no_book_is_refused_in_a_sentence() {
    let error = |bytes: &[u8]| Polyglot::from_bytes(bytes.to_vec()).unwrap_err().to_string();
    assert!(error(b"").starts_with("the file is empty; expected a Polyglot book"));
    assert!(error(b"some text").starts_with("9 bytes are not a multiple of 16; expected"));
    assert!(error(&[[9; 16], [8; 16]].concat()).starts_with("entry 2 is out of order; expected"));
    assert!(Polyglot::open("/no/such/book.bin").is_err());
}

proptest! {
    #[test]
    fn arbitrary_bytes_are_read_or_refused_without_a_panic(mut keys: Vec<u64>, start: bool, rest: Vec<u8>) {
        let _ = Polyglot::from_bytes(rest.clone());
        if start {
            keys.push(polyglot_key(&after("")));
        }
        keys.sort_unstable();
        let bytes: Vec<u8> = keys.iter().flat_map(|key| {
            let packed = u16::from_be_bytes([*rest.first().unwrap_or(&0), *rest.last().unwrap_or(&0)]);
            Entry { key: *key, packed, weight: 7, learn: 0 }.to_bytes()
        }).collect();
        if let Ok(book) = Polyglot::from_bytes(bytes) {
            let moves = book.moves(&after(""));
            prop_assert!(moves.len() <= keys.len());
            prop_assert_eq!(book.choose(&after(""), Choice::Weighted { seed: 3 }).is_some(), !moves.is_empty());
            prop_assert_eq!(book.entries().count(), keys.len());
        }
    }
}
