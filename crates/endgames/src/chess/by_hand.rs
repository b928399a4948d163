//! KRNK solved by a loop written for this ending alone, to say what the generality of the solver costs.
//!
//! The same algorithm: sweeps of two halves over words of 64 positions, which differ in the square of the knight. But everything that
//! the solver asks its kernel, and the kernel its layout, is written out here: no places, no pairs, no pawns, no tables of
//! other endings but the codes of KRK, which a capture of the knight leads to. A capture of the rook draws.
//!
//! Instructions of each, with `cargo test --release -p rootward-endgames --lib --no-run` and then
//! `valgrind --tool=callgrind TEST --exact chess::by_hand::by_hand --ignored` (or `::generic`).

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cozy_chess::Piece;

use super::geometry::{Set, TRIANGLE, attacks, between, bit, spread, turn, turn_set, undo};

use super::{ChessEndings, Material};
use crate::by_moves::each;
use crate::solve::Cell;
use crate::{Known, Metric, Solved, solve_slice};

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

impl ByHand {
    fn plan(&mut self, word: usize, plies: u32) {
        self.pending[word / BLOCK][(plies / 64 % 4) as usize] |= 1 << (plies % 64);
        self.last = self.last.max(plies);
    }

    fn start(&mut self) {
        for word in 0..2 * WORDS {
            let (_, black, rook, occupied) = squares(word % WORDS);
            let mut legal = if occupied.count_ones() == 3 { !occupied } else { 0 };
            if word < WORDS {
                legal &= !checks(black, rook, occupied);
            }
            self.won[word] = !legal;
            each(!legal).for_each(|at| self.cells[word * 64 + at as usize] = VOID);
        }
        for word in 0..2 * WORDS {
            let legal = !self.won[word];
            if legal == 0 {
                continue;
            }
            let stuck = if word < WORDS { self.white_stuck(word, legal) } else { self.forced(word, legal) };
            let (white, black, rook, occupied) = squares(word % WORDS);
            let reached = if word < WORDS { 0 } else { attacks(Piece::King, 1, black, 0) };
            let rook_hangs = if reached & bit(rook) != 0 { !0 } else { 0 };
            let checked = if stuck == 0 || word < WORDS { 0 } else { checks(black, rook, occupied) };
            for at in each((reached | rook_hangs) & legal | stuck) {
                let near = attacks(Piece::King, 0, white, 0);
                let takes_rook =
                    rook_hangs != 0 && near & bit(rook) == 0 && attacks(Piece::Knight, 0, at as u8, 0) & bit(rook) == 0;
                let without = occupied & !bit(black);
                let takes_knight = reached >> at & 1 == 1
                    && near & bit(at as u8) == 0
                    && attacks(Piece::Rook, 0, rook, without) & bit(at as u8) == 0;
                let draws = takes_knight && self.krk_is_drawn(white, at as u8, rook);
                let cell = word * 64 + at as usize;
                if takes_rook || draws || (stuck >> at & 1 == 1 && !takes_knight && checked >> at & 1 == 0) {
                    self.cells[cell] = SAFE;
                } else if stuck >> at & 1 == 1 {
                    self.cells[cell] = 253;
                    self.plan(word, 0);
                }
            }
        }
    }

    /// KRK with White to move, after Black's king took the knight.
    fn krk_is_drawn(&self, white: u8, black: u8, rook: u8) -> bool {
        TRIANGLE.number(white, black).is_none_or(|(number, way)| {
            let code = self.krk[number * 64 + turn(way, rook) as usize];
            code == 0 || code == SAFE
        })
    }

    /// White is never without a move here but in a few corners; those are draws.
    fn white_stuck(&self, word: usize, mut bits: u64) -> u64 {
        let (white, black, rook, occupied) = squares(word);
        bits &= !spread(Piece::Knight, !self.won[WORDS + word] & !occupied, occupied);
        for to in each(attacks(Piece::Rook, 0, rook, occupied) & !occupied) {
            if bits == 0 {
                return 0;
            }
            let after = self.won[WORDS + word - rook as usize + to as usize];
            bits &= after | between(rook, to as u8) | bit(to as u8);
        }
        for to in each(attacks(Piece::King, 0, white, 0) & !occupied) {
            let Some((number, way)) = TRIANGLE.number(to as u8, black) else { continue };
            let after = self.won[WORDS + number * 64 + turn(way, rook) as usize];
            bits &= turn_set(undo(way), after) | bit(to as u8);
        }
        bits
    }

    /// Black has no move but to positions that White wins.
    fn forced(&self, word: usize, mut bits: u64) -> u64 {
        let (white, black, rook, occupied) = squares(word - WORDS);
        for to in each(attacks(Piece::King, 1, black, 0) & !occupied) {
            let Some((number, way)) = TRIANGLE.number(white, to as u8) else { continue };
            let after = self.won[number * 64 + turn(way, rook) as usize];
            bits &= turn_set(undo(way), after) | bit(to as u8);
            if bits == 0 {
                return 0;
            }
        }
        bits
    }

    fn mark(&mut self, word: usize, bits: u64) {
        if self.marks[word] & bits != bits {
            self.marks[word] |= bits;
            self.touched[word / BLOCK] = true;
        }
    }

    fn king_back(&mut self, word: usize, side: usize, bits: u64) {
        let (white, black, rook, occupied) = squares(word);
        let from = if side == 0 { white } else { black };
        for to in each(attacks(Piece::King, 0, from, 0) & !occupied) {
            let kings = if side == 0 { (to as u8, black) } else { (white, to as u8) };
            let some = bits & !bit(to as u8);
            let Some((number, way)) = TRIANGLE.number(kings.0, kings.1).filter(|_| some != 0) else { continue };
            let (rook, turned) = (turn(way, rook), turn_set(way, some));
            self.mark(side * WORDS + number * 64 + rook as usize, turned);
            if TRIANGLE.on_diagonal(number) {
                self.mark(side * WORDS + number * 64 + turn(4, rook) as usize, turn_set(4, turned));
            }
        }
    }

    fn sweep(&mut self, plies: u32) {
        let lost = plies % 2 == 0;
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
                if lost {
                    let here = word - WORDS;
                    let (_, _, rook, occupied) = squares(here);
                    self.mark(here, spread(Piece::Knight, bits, occupied));
                    for to in each(attacks(Piece::Rook, 0, rook, occupied) & !occupied) {
                        let some = bits & !(between(rook, to as u8) | bit(to as u8));
                        if some != 0 {
                            self.mark(here - rook as usize + to as usize, some);
                        }
                    }
                    self.king_back(here, 0, bits);
                } else {
                    self.won[word] |= bits;
                    self.king_back(word, 1, bits);
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
            let code = ((plies + 1) / 2 + 1) as u8;
            for at in each(marks) {
                let cell = &mut line[at as usize];
                if *cell == 0 || *cell == SAFE {
                    *cell = code;
                    any = true;
                }
            }
        } else {
            let open = marks & u8::equal(line, 0);
            let bits = if open == 0 { 0 } else { self.forced(word, open) };
            let code = (253 - (plies + 1) / 2) as u8;
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

#[test]
fn the_loop_by_hand_and_the_solver_agree() {
    let known = solve_generically(&["KRK", "KNK", "KRNK"]);
    let table = |name: &str| known.table(&slice(name)).expect("it was solved just now");
    assert!(solve_by_hand(table("KRK")) == codes(table("KRNK")));
}

#[test]
#[ignore = "for counting instructions"]
fn by_hand() {
    let known = solve_generically(&["KRK", "KNK"]);
    assert!(solve_by_hand(known.table(&slice("KRK")).expect("it was solved just now")).contains(&253));
}

#[test]
#[ignore = "for counting instructions"]
fn generic() {
    let known = solve_generically(&["KRK", "KNK", "KRNK"]);
    assert!(known.table(&slice("KRNK")).is_some());
}
