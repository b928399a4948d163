//! Checkers: published counts and longest wins, and every value against the moves alone.

use std::sync::atomic::AtomicBool;

use rootward_endgames::checkers::{CheckersEndings, Pieces};
use rootward_endgames::{Counts, Endings, Known, Metric, Value, count, solve_in_memory};

fn solve(pieces: usize) -> (CheckersEndings, Known<Pieces>) {
    let game = CheckersEndings::default();
    let slices = Pieces::all(pieces);
    let known = solve_in_memory(&game, &slices, Metric::End, 2, &AtomicBool::new(false), &mut |_, _| {}).unwrap();
    (game, known)
}

/// Published numbers count positions with one side alone on the board, too. Those need no table.
fn alone(pieces: u64) -> u64 {
    let choose = |n: u64, k: u64| (0..k).fold(1, |product, at| product * (n - at) / (at + 1));
    2 * (0..=pieces).map(|men| choose(28, men) * choose(32 - men, pieces - men)).sum::<u64>()
}

/// Positions with one side to move, and the longest win.
fn totals(game: &CheckersEndings, known: &Known<Pieces>, pieces: usize) -> (u64, u32) {
    let all = Pieces::all(pieces);
    let counts = all.iter().map(|slice| count(game, slice, known.table(slice).unwrap(), 1)).collect::<Vec<Counts>>();
    let longest = counts.iter().filter_map(|counts| counts.longest_win).map(|(plies, _)| plies).max();
    (counts.iter().map(Counts::positions).sum::<u64>() + alone(pieces as u64), longest.unwrap())
}

/// Every number against the best of its successors; the numbers are those of their positions.
fn check_all(game: &CheckersEndings, known: &Known<Pieces>, slice: &Pieces) {
    let value = |position: &_| match game.number(position) {
        Some((slice, number)) => known.value(&slice, number),
        None => game.trivial(position),
    };
    for number in 0..game.count(slice) {
        let solved = known.value(slice, number);
        let Some(position) = game.position(slice, number) else {
            assert_eq!(solved, None);
            continue;
        };
        assert_eq!(game.number(&position), Some((*slice, number)));
        assert_eq!(game.number(&position.turned()), Some((*slice, number)));
        let mut best = None;
        game.moves(&position, &mut |after| best = best.max(Some(Metric::End.through_move(value(&after).unwrap()))));
        assert_eq!(solved, best.or(Some(Value::Loss(0))), "{slice} {position:?}");
    }
}

#[test]
fn two_and_three_pieces_are_as_published_and_as_their_moves_say() {
    let (game, known) = solve(3);
    assert_eq!(totals(&game, &known, 2), (6_972, 13));
    assert_eq!(totals(&game, &known, 3), (261_224, 61));
    for slice in [2, 3].into_iter().flat_map(Pieces::all) {
        check_all(&game, &known, &slice);
    }
}

/// Predecessors of a position are exactly those with a move to it.
#[test]
fn moves_back_are_the_moves_forward() {
    let game = CheckersEndings::default();
    for slice in [Pieces::all(2), vec![game.slice("KMvM").unwrap()]].concat() {
        let (mut forward, mut back) = (Vec::new(), Vec::new());
        for number in 0..game.count(&slice) {
            let Some(position) = game.position(&slice, number) else { continue };
            game.moves(&position, &mut |after| {
                forward
                    .extend(game.number(&after).filter(|(into, _)| *into == slice).map(|(_, after)| (number, after)));
            });
            assert!(game.predecessors(&slice, number, &mut |before| back.push((before, number))));
        }
        forward.sort_unstable();
        back.sort_unstable();
        assert_eq!(forward, back, "{slice}");
    }
}

#[test]
fn numbers_of_positions_with_four_pieces_are_as_published() {
    let game = CheckersEndings::default();
    let count = |pieces| -> u64 {
        let legal = |slice: &Pieces| (0..game.count(slice)).filter(|&at| game.position(slice, at).is_some()).count();
        // Where the sides differ, each position is there with either to move; turned round, they are different endings.
        Pieces::all(pieces).iter().map(|slice| legal(slice) as u64).sum()
    };
    assert_eq!(count(4) + alone(4), 7_092_774);
}
