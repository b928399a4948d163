//! Othello and Kalah: the contract kit, published counts and values, and the engine against the textbook.

use proptest::prelude::*;
use rootward_game::contract::{self, Dice};
use rootward_game::{Game, Knowledge, Notation, Outcome, Score, Side, Verdict, outcome_at, perft};
use rootward_more_games::{Kalah, KalahKnowledge, Othello, OthelloKnowledge};
use rootward_search::textbook::Minimax;
use rootward_search::{Search, SharedTable, Techniques};

fn othello(size: u32) -> Othello {
    Othello::new(size).unwrap()
}

fn kalah(pits: usize, seeds: u8) -> Kalah {
    Kalah::new(pits, seeds).unwrap()
}

/// The proven value of the initial position, for the first player.
fn value<G: Notation, K: Knowledge<G>>(game: &G, knowledge: &K) -> Verdict {
    let table = SharedTable::with_bytes(1 << 20);
    let report = Search::new(game).knowledge(knowledge).table(&table).solve(&game.initial());
    report.verdict(game.counts_points())
}

#[test]
fn both_keep_their_promises() {
    for size in [4, 6, 8] {
        contract::check(&othello(size), &OthelloKnowledge::default(), 8, 1);
        contract::check_linear(&othello(size), OthelloKnowledge::default(), 8, 2);
    }
    for (pits, seeds) in [(1, 1), (3, 2), (6, 4), (6, 6)] {
        contract::check(&kalah(pits, seeds), &KalahKnowledge::default(), 12, 3);
        contract::check_linear(&kalah(pits, seeds), KalahKnowledge::default(), 12, 4);
    }
}

/// The counts that other programs agree on; 8 plies, 390,216 lines, are counted on the page of the game.
#[test]
fn lines_of_othello_are_counted() {
    let (game, counts) = (othello(8), [4, 12, 56, 244, 1396, 8200, 55_092]);
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&game, &game.initial(), depth), count, "{depth} plies");
    }
}

/// Counted without the empty squares, as the module says: 3 discs against 11.
#[test]
fn the_small_board_is_lost_by_eight_discs() {
    assert_eq!(value(&othello(4), &OthelloKnowledge::default()), Verdict::Payoff(-8));
    assert_eq!(value(&othello(4), &()), Verdict::Payoff(-8));
    let (game, table) = (othello(4), SharedTable::with_bytes(1 << 20));
    let report = Search::new(&game).table(&table).techniques(Techniques::SOUND).solve(&game.initial());
    let end = report.lines[0].moves.iter().fold(game.initial(), |state, &turn| game.apply(&state, turn));
    let discs = [Side::First, Side::Second].map(|side| end.discs(side).count_ones());
    assert_eq!((outcome_at(&game, &end), discs), (Some(Outcome::Payoff(-8)), [3, 11]), "{:?}", report.lines[0]);
}

#[test]
fn passing_is_a_move_and_the_game_ends_when_nobody_can_play() {
    let game = othello(4);
    let stuck = game.parse_position("XXXX/XXX./XXXX/XXXX O").unwrap();
    assert_eq!(outcome_at(&game, &stuck), Some(Outcome::Payoff(15)));
    let blocked = game.parse_position("XO../..../..../.... O").unwrap();
    let moves = rootward_game::legal_moves(&game, &blocked);
    let written: Vec<String> = moves.iter().map(|&turn| game.write_move(&blocked, turn)).collect();
    assert_eq!(written, ["pass"]);
    assert!(game.board(&blocked).unwrap().moves.iter().all(|shown| shown.text == "pass"));
}

/// W, D and L for the first player, in rows of pits and columns of seeds, as they are quoted for Irving, Donkers and Uiterwijk, *Solving
/// Kalah*, ICGA Journal 23(3), 2000.
#[test]
fn small_games_of_kalah_have_the_values_that_are_quoted() {
    let quoted = ["DLWLWD", "WLLLWW", "DWWWW", "WWW", "DD", "WW"];
    for (pits, row) in (1..).zip(quoted) {
        for (seeds, wanted) in (1..).zip(row.chars()) {
            assert_eq!(solved(pits, seeds), wanted, "kalah:{pits},{seeds}");
        }
    }
}

fn solved(pits: usize, seeds: u8) -> char {
    match value(&kalah(pits, seeds), &KalahKnowledge::default()) {
        Verdict::Win(_) => 'W',
        Verdict::Draw => 'D',
        Verdict::Loss(_) => 'L',
        other => panic!("kalah:{pits},{seeds} is not solved: {other:?}"),
    }
}

/// The rules a second time, as one ring of pits with a store at each end of a row, and minimax over whole games: nothing is shared
/// with the game in the crate but the sentences of its page. `seeds[pits]` is South's store, the last place North's.
fn by_hand(seeds: &[u8], pits: usize, south: bool) -> i32 {
    let row = |from: usize| seeds[from..from + pits].iter().map(|&seeds| i32::from(seeds)).sum::<i32>();
    let (souths, norths) = (row(0), row(pits + 1));
    if souths == 0 || norths == 0 {
        return (i32::from(seeds[pits]) + souths - i32::from(seeds[2 * pits + 1]) - norths).signum();
    }
    let (first, store, skipped) = if south { (0, pits, 2 * pits + 1) } else { (pits + 1, 2 * pits + 1, pits) };
    let mut best = None;
    for from in (first..first + pits).filter(|&from| seeds[from] > 0) {
        let mut next = seeds.to_vec();
        let mut place = from;
        for _ in 0..std::mem::take(&mut next[from]) {
            place = (place + 1) % next.len();
            if place == skipped {
                place = (place + 1) % next.len();
            }
            next[place] += 1;
        }
        if (first..first + pits).contains(&place) && next[place] == 1 {
            next[store] += std::mem::take(&mut next[place]) + std::mem::take(&mut next[2 * pits - place]);
        }
        let value = by_hand(&next, pits, if place == store { south } else { !south });
        let better =
            if south { best.max(Some(value)) } else { best.map_or(Some(value), |best: i32| Some(best.min(value))) };
        best = better;
        if best == Some(if south { 1 } else { -1 }) {
            break;
        }
    }
    best.expect("a side with seeds has a move")
}

#[test]
fn small_games_of_kalah_have_the_values_of_minimax_by_hand() {
    let most_seeds = [6, 6, 5, 2, 1, 1];
    for (pits, most) in (1..).zip(most_seeds) {
        for count in 1..=most {
            let mut seeds = vec![count; 2 * pits + 2];
            (seeds[pits], seeds[2 * pits + 1]) = (0, 0);
            let found = match by_hand(&seeds, pits, true) {
                1 => 'W',
                0 => 'D',
                _ => 'L',
            };
            assert_eq!(solved(pits, count), found, "kalah:{pits},{count}");
        }
    }
}

#[test]
fn seeds_are_sown_captured_and_give_extra_turns() {
    let game = Kalah::default();
    let after = |position: &str, pit: &str| {
        let state = game.parse_position(position).unwrap();
        game.write_position(&game.apply(&state, game.parse_move(&state, pit).unwrap()))
    };
    let begin = "4,4,4,4,4,4,0/4,4,4,4,4,4,0/S";
    assert_eq!(after(begin, "3"), "4,4,0,5,5,5,1/4,4,4,4,4,4,0/S", "the last seed falls into the store");
    assert_eq!(after(begin, "6"), "4,4,4,4,4,0,1/5,5,5,4,4,4,0/N");
    assert_eq!(after("1,0,0,0,0,1,20/1,2,3,4,5,6,5/S", "1"), "0,0,0,0,0,1,26/1,2,3,4,0,6,5/N", "five are captured");
    assert_eq!(
        after("1,0,0,0,0,1,20/6,6,6,4,0,0,4/S", "1"),
        "0,0,0,0,0,1,21/6,6,6,4,0,0,4/N",
        "from an empty pit, too"
    );
    assert_eq!(
        after("0,0,0,0,0,13,20/1,1,1,1,1,1,9/S", "6"),
        "1,1,1,1,1,0,24/0,2,2,2,2,2,9/N",
        "once round, not into North's store, back into the pit that is empty now"
    );
}

/// Whole games from the middle on, with distances.
#[test]
fn the_engine_agrees_with_the_textbook() {
    fn agree<G: Notation, K: Knowledge<G>>(game: &G, knowledge: &K, from_the_end: usize, seed: u64) {
        let mut dice = Dice::new(seed);
        for _ in 0..12 {
            let states = contract::random_game(game, &mut dice, 200);
            let state = &states[states.len().saturating_sub(from_the_end)];
            let textbook = Minimax::default().run(game, knowledge, state, ());
            let table = SharedTable::with_bytes(1 << 20);
            let report = Search::new(game).knowledge(knowledge).table(&table).solve(state);
            let value: Score = game.to_move(state).view(report.score);
            assert_eq!(value, textbook.value, "{} {}", game.name(), game.write_position(state));
        }
    }
    agree(&othello(4), &OthelloKnowledge::default(), 8, 1);
    agree(&othello(6), &OthelloKnowledge::default(), 7, 2);
    agree(&kalah(2, 2), &KalahKnowledge::default(), 20, 3);
    agree(&kalah(3, 2), &KalahKnowledge::default(), 9, 4);
}

#[test]
fn bad_text_is_refused_with_its_place() {
    let error = |text: &str| othello(4).parse_position(text).unwrap_err().to_string();
    assert!(error("..../.OX./.XO./....").contains("the side to move is missing"));
    assert!(error("..../.OX./.XO./.... Z").starts_with("line 1, column 21: 'Z' is not a side"));
    assert!(error("..../.O?./.XO./.... X").starts_with("line 1, column 8: '?' is not a square"));
    assert!(error("..../.OX../.XO./.... X").contains("5 squares instead of 4 in row 2"));
    let error = |text: &str| kalah(2, 2).parse_position(text).unwrap_err().to_string();
    assert!(error("2,2,0/2,2,0").contains("2 parts instead of 3"));
    assert!(error("2,2,0/2,2,1/S").contains("9 seeds instead of 8"));
    assert!(error("2,2,0/2,x,0/S").starts_with("line 1, column 9: 'x' is not a number of seeds"));
    assert!(error("2,2,0/2,2,0,0/S").contains("4 numbers instead of 3 for a side"));
    assert!(error("2,2,0/2,2,0/W").contains("'W' is not a side"));
    assert!(Kalah::parse_variant("7,4").unwrap_err().to_string().contains("1 to 6 pits"));
    assert!(Othello::new(5).is_err());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[XxOo.,/0-9 SNé-]{0,40}") {
        for size in [4, 8] {
            if let Ok(state) = othello(size).parse_position(&text) {
                let written = othello(size).write_position(&state);
                prop_assert_eq!(othello(size).parse_position(&written), Ok(state));
            }
        }
        if let Ok(state) = kalah(2, 2).parse_position(&text) {
            prop_assert_eq!(kalah(2, 2).parse_position(&kalah(2, 2).write_position(&state)), Ok(state));
        }
        let _ = (Othello::parse_variant(&text), Kalah::parse_variant(&text));
    }
}
