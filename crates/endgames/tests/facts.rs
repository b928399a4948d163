//! Published facts about endings of chess with three and four pieces: counts, longest mates, and the outcome of every position.
//!
//! Three pieces are checked in every build. Four pieces take too long without optimisation and are checked by
//! `cargo test --release -p rootward-endgames`; there, every position of four pieces is compared with Syzygy's tables only with
//! `-- --ignored`, since that takes minutes, and one in 97 otherwise. `tests/data/facts.tsv` is from the statistics published
//! with the Syzygy and Gaviota tables, `tests/data/endgame-dm-4.epd` from the data of python-chess.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use cozy_chess::Board;
use rootward_endgames::chess::{ChessEndings, Material};
use rootward_endgames::{Counts, Endings, Known, Metric, Solved, Value, count, solve_in_memory, steps};
use rootward_syzygy::{Tablebase, Wdl};

const THREADS: usize = 2;

struct All {
    game: ChessEndings,
    known: Known<Material>,
}

fn solve(pieces: usize, metric: Metric) -> All {
    let game = ChessEndings::default();
    let known =
        solve_in_memory(&game, &Material::all(pieces), metric, THREADS, &AtomicBool::new(false), &mut |_, _| {});
    All { game, known: known.unwrap() }
}

fn three() -> &'static All {
    static THREE: OnceLock<All> = OnceLock::new();
    THREE.get_or_init(|| solve(3, Metric::End))
}

fn four() -> &'static All {
    static FOUR: OnceLock<All> = OnceLock::new();
    FOUR.get_or_init(|| solve(4, Metric::End))
}

impl All {
    fn table(&self, slice: &Material) -> &Arc<Solved> {
        self.known.table(slice).unwrap()
    }

    fn probe(&self, board: &Board) -> Option<Value> {
        if let Some(value) = self.game.trivial(board) {
            return Some(value);
        }
        let (slice, number) = self.game.number(board)?;
        let stored = self.known.value(&slice, number)?;
        self.game.adjust(board, stored, Metric::End, &mut |board| self.probe(board))
    }
}

/// Longest mate in plies; won, drawn and lost for White to move and for Black to move. The fifty-move rule is left out.
fn facts() -> HashMap<String, (u32, [[u64; 3]; 2])> {
    let text = include_str!("data/facts.tsv");
    let fact = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| fields[at].parse::<u64>().unwrap_or(0);
        let side = |at: usize| [number(at) + number(at + 1), number(at + 2), number(at + 3) + number(at + 4)];
        (fields[0].replace('v', ""), (number(1) as u32, [side(3), side(8)]))
    };
    text.lines().skip(1).map(fact).collect()
}

fn agrees(slice: &Material, counts: &Counts) {
    let (longest, sides) = facts()[&slice.to_string()];
    assert_eq!(counts.sides.map(|side| [side.wins, side.draws, side.losses]), sides, "{slice}");
    let plies = |found: Option<(u32, u64)>| found.map_or(0, |(plies, _)| plies);
    assert_eq!(plies(counts.longest_win).max(plies(counts.longest_loss)), longest, "{slice}");
}

#[test]
fn three_pieces_are_as_published() {
    for slice in Material::all(3) {
        agrees(&slice, &count(&three().game, &slice, three().table(&slice), THREADS));
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "needs --release")]
fn four_pieces_are_as_published() {
    assert_eq!(facts().len(), 35);
    for slice in Material::all(4) {
        agrees(&slice, &count(&four().game, &slice, four().table(&slice), THREADS));
    }
}

/// The tables beside the project if they are there, which are complete; otherwise the few that come with the reader's tests.
fn syzygy() -> Tablebase {
    let manifest = env!("CARGO_MANIFEST_DIR");
    let shared = format!("{manifest}/../../../shared/data/chess/syzygy");
    let own = format!("{manifest}/../syzygy/tests/tables");
    Tablebase::open(&[shared]).or_else(|_| Tablebase::open(&[own])).unwrap()
}

/// Compares every `step`-th position of a slice. Returns how many.
fn compare(all: &All, syzygy: &Tablebase, slice: &Material, step: u64) -> u64 {
    let compared = AtomicU64::new(0);
    let count = all.game.count(slice);
    std::thread::scope(|scope| {
        for thread in 0..THREADS as u64 {
            let compared = &compared;
            scope.spawn(move || {
                for number in (thread * step..count).step_by(step as usize * THREADS) {
                    let Some(value) = all.table(slice).value(number) else { continue };
                    // Several numbers of one position: one will do.
                    let Some(board) = all.game.position(slice, number) else {
                        panic!("{slice} {number} has no position")
                    };
                    let Some(answer) = syzygy.wdl(&board) else { return };
                    let found = match answer {
                        Wdl::Win | Wdl::CursedWin => 1,
                        Wdl::Draw => 0,
                        Wdl::Loss | Wdl::BlessedLoss => -1,
                    };
                    assert_eq!(value.outcome(), found, "{board}");
                    compared.fetch_add(1, Relaxed);
                }
            });
        }
    });
    compared.into_inner()
}

#[test]
fn every_position_of_three_pieces_agrees_with_syzygy() {
    let compared: u64 = Material::all(3).iter().map(|slice| compare(three(), &syzygy(), slice, 1)).sum();
    assert!(compared > 200_000, "{compared}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "needs --release")]
fn positions_of_four_pieces_agree_with_syzygy() {
    let compared: u64 = Material::all(4).iter().map(|slice| compare(four(), &syzygy(), slice, 97)).sum();
    assert!(compared > 10_000, "{compared}");
}

#[test]
#[ignore = "takes minutes: every position of four pieces"]
fn every_position_of_four_pieces_agrees_with_syzygy() {
    for slice in Material::all(4) {
        println!("{slice}: {} positions", compare(four(), &syzygy(), &slice, 1));
    }
}

/// The distance in moves of each position of the suite: 0 for a draw, below 0 for the side that is mated.
#[test]
#[cfg_attr(debug_assertions, ignore = "needs --release")]
fn the_suite_of_long_endgames_is_solved_exactly() {
    let mut solved = 0;
    for line in include_str!("data/endgame-dm-4.epd").lines().filter(|line| line.contains("dm")) {
        let (position, moves) = line.split_once(" dm ").unwrap();
        let moves: i64 = moves.trim_end_matches(';').trim().parse().unwrap();
        let board: Board = format!("{position} 0 1").parse().unwrap();
        let answer = match four().probe(&board).unwrap() {
            Value::Win(plies) => i64::from(plies / 2 + 1),
            Value::Draw => 0,
            Value::Loss(plies) => -i64::from(plies / 2),
        };
        assert_eq!(answer, moves, "{line}");
        solved += 1;
    }
    assert!(solved > 40, "{solved}");
}

/// Forward moves alone say the same: every position of three pieces is worth the best of its moves.
#[test]
fn every_value_of_three_pieces_is_that_of_the_best_move() {
    let all = three();
    for slice in Material::all(3) {
        for number in 0..all.game.count(&slice) {
            let Some(board) = all.game.position(&slice, number) else {
                assert_eq!(all.known.value(&slice, number), None, "{slice} {number}");
                continue;
            };
            let mut best = all.game.end(&board);
            all.game.moves(&board, &mut |after| {
                let value = all.probe(&after).expect("every successor is known");
                best = best.max(Some(Metric::End.through_move(value)));
            });
            assert_eq!(all.known.value(&slice, number), best, "{board}");
        }
    }
}

/// The sweeps of KRK: first the mates, then mates in one.
#[test]
fn the_sweeps_begin_with_the_mates() {
    let slice = three().game.slice("KRK").unwrap();
    let steps = steps(&three().game, &slice, three().table(&slice));
    assert_eq!(steps.len(), 33);
    assert_eq!((steps[0].plies, steps[0].won), (0, false));
    for &number in &steps[0].numbers {
        let board = three().game.position(&slice, number).unwrap();
        assert_eq!(board.status(), cozy_chess::GameStatus::Won);
    }
    assert!(steps.iter().enumerate().all(|(at, step)| step.plies as usize == at && step.won == (at % 2 == 1)));
}
