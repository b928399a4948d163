//! KRNK solved by a loop written for this ending alone, to say what the generality of the solver costs.
//!
//! The same algorithm: sweeps of two halves over words of 64 positions, which differ in the square of the knight. But everything that
//! the solver asks its kernel, and the kernel its layout, is written out here: no places, no pairs, no pawns, no tables of
//! other endings but the codes of KRK, which a capture of the knight leads to. A capture of the rook draws.
//!
//! What is compared: this loop (`by_hand`); the generic solver with a kernel for this ending alone (`by_trait`), which is what
//! the trait costs; and the solver with the kernel for all endings of chess (`generic`), which is what one kernel for every
//! material costs on top. Instructions of each, with `cargo test --release -p rootward-endgames --lib --no-run` and then
//! `valgrind --tool=callgrind TEST --exact chess::by_hand::by_hand --ignored`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cozy_chess::Piece;

use super::geometry::{Set, TRIANGLE, attacks, between, bit, spread, turn, turn_set, undo};

use super::{ChessEndings, Material};
use crate::by_moves::each;
use crate::solve::{Cell, Solver, State, Wakes, Watch};
use crate::{Kernel, Known, Metric, Solved, Sweep, Value, solve_slice};

const WORDS: usize = 462 * 64;
const VOID: u8 = 255;
const SAFE: u8 = 254;
const BLOCK: usize = 64;

struct ByHand {
    cells: Vec<u8>,
    won: Vec<u64>,
    marks: Vec<u64>,
    touched: Vec<bool>,
    pending: Vec<[u64; 4]>,
    last: u32,
    krk: Vec<u8>,
}

/// The squares of a word: kings, rook, and all three as a set.
fn squares(word: usize) -> (u8, u8, u8, Set) {
    let (white, black) = TRIANGLE.pairs[word / 64];
    let rook = (word % 64) as u8;
    (white, black, rook, bit(white) | bit(black) | bit(rook))
}

/// The knight's squares with which Black's king is in check.
fn checks(black: u8, rook: u8, occupied: Set) -> Set {
    let by_rook = if attacks(Piece::Rook, 0, rook, occupied) & bit(black) != 0 { !between(rook, black) } else { 0 };
    by_rook | attacks(Piece::Knight, 0, black, 0)
}

/// The knight's squares with which the position is legal.
fn legal(word: usize) -> u64 {
    let (_, black, rook, occupied) = squares(word % WORDS);
    let apart = if occupied.count_ones() == 3 { !occupied } else { 0 };
    if word < WORDS { apart & !checks(black, rook, occupied) } else { apart }
}

/// Passes to `set` what is lost at once, or not to be lost.
fn start_word(word: usize, legal: u64, won: &[u64], krk: &[u8], mut set: impl FnMut(u32, bool)) {
    let stuck = if word < WORDS { white_stuck(word, legal, won) } else { forced(word, legal, won) };
    let (white, black, rook, occupied) = squares(word % WORDS);
    let reached = if word < WORDS { 0 } else { attacks(Piece::King, 1, black, 0) };
    let rook_hangs = if reached & bit(rook) != 0 { !0 } else { 0 };
    let checked = if stuck == 0 || word < WORDS { 0 } else { checks(black, rook, occupied) };
    for at in each((reached | rook_hangs) & legal | stuck) {
        let near = attacks(Piece::King, 0, white, 0);
        let takes_rook =
            rook_hangs != 0 && near & bit(rook) == 0 && attacks(Piece::Knight, 0, at as u8, 0) & bit(rook) == 0;
        let takes_knight = reached >> at & 1 == 1
            && near & bit(at as u8) == 0
            && attacks(Piece::Rook, 0, rook, occupied & !bit(black)) & bit(at as u8) == 0;
        let draws = takes_knight && krk_is_drawn(white, at as u8, rook, krk);
        let stuck = stuck >> at & 1 == 1;
        if takes_rook || draws || (stuck && !takes_knight && checked >> at & 1 == 0) {
            set(at, false);
        } else if stuck {
            set(at, true);
        }
    }
}

/// KRK with White to move, after Black's king took the knight.
fn krk_is_drawn(white: u8, black: u8, rook: u8, krk: &[u8]) -> bool {
    TRIANGLE.number(white, black).is_none_or(|(number, way)| {
        let code = krk[number * 64 + turn(way, rook) as usize];
        code == 0 || code == SAFE
    })
}

/// White is never without a move here but in a few corners; those are draws.
fn white_stuck(word: usize, mut bits: u64, won: &[u64]) -> u64 {
    let (white, black, rook, occupied) = squares(word);
    bits &= !spread(Piece::Knight, !won[WORDS + word] & !occupied, occupied);
    for to in each(attacks(Piece::Rook, 0, rook, occupied) & !occupied) {
        if bits == 0 {
            return 0;
        }
        let after = won[WORDS + word - rook as usize + to as usize];
        bits &= after | between(rook, to as u8) | bit(to as u8);
    }
    for to in each(attacks(Piece::King, 0, white, 0) & !occupied) {
        let Some((number, way)) = TRIANGLE.number(to as u8, black) else { continue };
        let after = won[WORDS + number * 64 + turn(way, rook) as usize];
        bits &= turn_set(undo(way), after) | bit(to as u8);
    }
    bits
}

/// Black has no move but to positions that White wins.
fn forced(word: usize, mut bits: u64, won: &[u64]) -> u64 {
    let (white, black, rook, occupied) = squares(word - WORDS);
    for to in each(attacks(Piece::King, 1, black, 0) & !occupied) {
        let Some((number, way)) = TRIANGLE.number(white, to as u8) else { continue };
        let after = won[number * 64 + turn(way, rook) as usize];
        bits &= turn_set(undo(way), after) | bit(to as u8);
        if bits == 0 {
            return 0;
        }
    }
    bits
}

/// The predecessors of positions with Black to move.
fn white_back(word: usize, bits: u64, mut mark: impl FnMut(usize, u64)) {
    let here = word - WORDS;
    let (_, _, rook, occupied) = squares(here);
    mark(here, spread(Piece::Knight, bits, occupied));
    for to in each(attacks(Piece::Rook, 0, rook, occupied) & !occupied) {
        let some = bits & !(between(rook, to as u8) | bit(to as u8));
        if some != 0 {
            mark(here - rook as usize + to as usize, some);
        }
    }
    king_back(here, 0, bits, mark);
}

fn king_back(word: usize, side: usize, bits: u64, mut mark: impl FnMut(usize, u64)) {
    let (white, black, rook, occupied) = squares(word);
    let from = if side == 0 { white } else { black };
    for to in each(attacks(Piece::King, 0, from, 0) & !occupied) {
        let kings = if side == 0 { (to as u8, black) } else { (white, to as u8) };
        let some = bits & !bit(to as u8);
        let Some((number, way)) = TRIANGLE.number(kings.0, kings.1).filter(|_| some != 0) else { continue };
        let (rook, turned) = (turn(way, rook), turn_set(way, some));
        mark(side * WORDS + number * 64 + rook as usize, turned);
        if TRIANGLE.on_diagonal(number) {
            mark(side * WORDS + number * 64 + turn(4, rook) as usize, turn_set(4, turned));
        }
    }
}

/// The same as a kernel of the generic solver.
struct Krnk {
    krk: Vec<u8>,
}

impl Kernel for Krnk {
    const RETRACTS: bool = true;

    fn words(&self) -> usize {
        2 * WORDS
    }

    fn legal(&self, word: usize) -> u64 {
        legal(word)
    }

    fn start(
        &self,
        word: usize,
        legal: u64,
        closed: &[u64],
        set: &mut impl FnMut(u32, Value),
        _: &mut impl FnMut(u32, u64),
    ) {
        let value = |lost| if lost { Value::Loss(0) } else { Value::Draw };
        start_word(word, legal, closed, &self.krk, |at, lost| set(at, value(lost)));
    }

    fn retract(
        &self,
        word: usize,
        bits: u64,
        _: u32,
        lost: bool,
        emit: &mut impl FnMut(usize, u64),
        _: &mut impl FnMut(usize, u64, u32),
    ) {
        if lost { white_back(word, bits, emit) } else { king_back(word, 1, bits, emit) }
    }

    fn forced(&self, word: usize, bits: u64, _: u32, won: &[u64]) -> u64 {
        forced(word, bits, won)
    }

    fn conversions(&self, _: usize, _: u64, _: &mut impl FnMut(u32, Value)) {}

    fn delays(&self, _: usize, _: u64, _: u32, _: &mut impl FnMut(u32, u32)) {}
}

impl ByHand {
    fn plan(&mut self, word: usize, plies: u32) {
        self.pending[word / BLOCK][(plies / 64 % 4) as usize] |= 1 << (plies % 64);
        self.last = self.last.max(plies);
    }

    fn start(&mut self) {
        for word in 0..2 * WORDS {
            let legal = legal(word);
            self.won[word] = !legal;
            each(!legal).for_each(|at| self.cells[word * 64 + at as usize] = VOID);
        }
        for word in 0..2 * WORDS {
            let legal = !self.won[word];
            if legal == 0 {
                continue;
            }
            let mut mates = false;
            let cells = &mut self.cells[word * 64..][..64];
            start_word(word, legal, &self.won, &self.krk, |at, lost| {
                cells[at as usize] = if lost { 253 } else { SAFE };
                mates |= lost;
            });
            if mates {
                self.plan(word, 0);
            }
        }
    }

    fn sweep(&mut self, plies: u32) {
        let lost = plies.is_multiple_of(2);
        let code = if lost { 253 - plies / 2 } else { plies / 2 + 1 } as u16;
        for block in 0..self.pending.len() {
            let pending = &mut self.pending[block][(plies / 64 % 4) as usize];
            if *pending >> (plies % 64) & 1 == 0 {
                continue;
            }
            *pending &= !(1 << (plies % 64));
            for word in block * BLOCK..((block + 1) * BLOCK).min(2 * WORDS) {
                let bits = u8::equal(&self.cells[word * 64..][..64], code);
                if bits == 0 {
                    continue;
                }
                let (marks, touched) = (&mut self.marks, &mut self.touched);
                let mark = |word: usize, bits: u64| {
                    if marks[word] & bits != bits {
                        marks[word] |= bits;
                        touched[word / BLOCK] = true;
                    }
                };
                if lost {
                    white_back(word, bits, mark);
                } else {
                    self.won[word] |= bits;
                    king_back(word, 1, bits, mark);
                }
            }
        }
        for block in 0..self.touched.len() {
            if !std::mem::take(&mut self.touched[block]) {
                continue;
            }
            for word in block * BLOCK..((block + 1) * BLOCK).min(2 * WORDS) {
                let marks = std::mem::take(&mut self.marks[word]);
                if marks != 0 {
                    self.settle(word, marks, plies, lost);
                }
            }
        }
    }

    fn settle(&mut self, word: usize, marks: u64, plies: u32, as_wins: bool) {
        let line = &mut self.cells[word * 64..][..64];
        let mut any = false;
        if as_wins {
            let code = (plies.div_ceil(2) + 1) as u8;
            for at in each(marks) {
                let cell = &mut line[at as usize];
                if *cell == 0 || *cell == SAFE {
                    *cell = code;
                    any = true;
                }
            }
        } else {
            let open = marks & u8::equal(line, 0);
            let bits = if open == 0 { 0 } else { forced(word, open, &self.won) };
            let code = (253 - plies.div_ceil(2)) as u8;
            each(bits).for_each(|at| self.cells[word * 64 + at as usize] = code);
            any = bits != 0;
        }
        if any {
            self.plan(word, plies + 1);
        }
    }
}

fn solve_by_hand(krk: &Solved) -> Vec<u8> {
    let words = 2 * WORDS;
    let blocks = words.div_ceil(BLOCK);
    let mut by_hand = ByHand {
        cells: vec![0; words * 64],
        won: vec![0; words],
        marks: vec![0; words],
        touched: vec![false; blocks],
        pending: vec![[0; 4]; blocks],
        last: 0,
        krk: codes(krk),
    };
    by_hand.start();
    let mut plies = 0;
    while plies <= by_hand.last {
        by_hand.sweep(plies);
        plies += 1;
    }
    by_hand.cells
}

fn codes(solved: &Solved) -> Vec<u8> {
    (0..solved.len())
        .map(|number| solved.cells.code(number as usize).expect("a number below the count") as u8)
        .collect()
}

fn slice(name: &str) -> Material {
    Material::parse(name).expect("a name of an ending")
}

/// The generic solver; the two smaller endings take a hundredth of the time.
fn solve_generically(names: &[&str]) -> Known<Material> {
    let game = ChessEndings::default();
    let mut known = Known::default();
    for slice in names.iter().map(|name| slice(name)) {
        let solved = solve_slice(&game, &slice, Metric::Conversion, &known, 1, &AtomicBool::new(false), &mut |_| {});
        known.insert(slice, Arc::new(solved.expect("nobody stops it")));
    }
    known
}

struct Silent;

impl Watch<u8> for Silent {
    fn sweep(&mut self, _: Sweep, _: &State<u8>, _: &Wakes) {}
}

fn solve_by_trait(krk: &Solved) -> Solved {
    let kernel = Krnk { krk: codes(krk) };
    let solved = Solver::<_, u8>::new(&kernel, true, 1, &AtomicBool::new(false)).run(Metric::Conversion, &mut Silent);
    solved.expect("nobody stops it")
}

#[test]
fn the_loop_by_hand_and_the_solver_agree() {
    let known = solve_generically(&["KRK", "KNK", "KRNK"]);
    let table = |name: &str| known.table(&slice(name)).expect("it was solved just now");
    assert!(solve_by_hand(table("KRK")) == codes(table("KRNK")));
    assert!(codes(&solve_by_trait(table("KRK"))) == codes(table("KRNK")));
}

#[test]
#[ignore = "for counting instructions"]
fn by_hand() {
    let known = solve_generically(&["KRK", "KNK"]);
    assert!(solve_by_hand(known.table(&slice("KRK")).expect("it was solved just now")).contains(&253));
}

#[test]
#[ignore = "for counting instructions"]
fn by_trait() {
    let known = solve_generically(&["KRK", "KNK"]);
    assert!(!solve_by_trait(known.table(&slice("KRK")).expect("it was solved just now")).is_empty());
}

#[test]
#[ignore = "for counting instructions"]
fn generic() {
    let known = solve_generically(&["KRK", "KNK", "KRNK"]);
    assert!(known.table(&slice("KRNK")).is_some());
}
