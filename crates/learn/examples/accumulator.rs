//! The cost of the generic accumulator: chess's network along the lines of a small tree, evaluated by the crate, which finds what changed
//! by comparing bit sets, and by an accumulator written for chess alone, which is updated by the moves. The same arithmetic, and the same
//! values, which is checked. CPU time of the process, the least of several alternating rounds.
//!
//! ```console
//! $ cargo run --release -p rootward-learn --example accumulator
//! $ valgrind --tool=callgrind target/release/examples/accumulator generic     # or alone, or nothing: counts of instructions
//! ```

use std::time::Duration;

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use rootward_game::{Evaluator, Game, Notation, PathEvaluation, legal_moves};
use rootward_games::chess::{Chess, Position};
use rootward_learn::features::ChessFeatures;
use rootward_learn::{CHESS_NETWORK, Network, NetworkEvaluator, Weights};

/// The same arithmetic for both.
#[path = "../src/kernels.rs"]
#[allow(dead_code)]
mod kernels;

use kernels::{Kernels, ONE, Rows};

/// An opening, middlegames with castling, promotions and captures en passant near, an ending.
const POSITIONS: [&str; 4] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];
const DEPTH: usize = 3;
const ROUNDS: usize = 7;
/// The clock of the system has a grain of some milliseconds.
const REPEATS: u32 = 20;

fn main() {
    let states: Vec<Position> =
        POSITIONS.iter().map(|fen| Chess::default().parse_position(fen).expect("a position")).collect();
    let evaluator = NetworkEvaluator::new::<Chess>(ChessFeatures, CHESS_NETWORK.open()).expect("a network for chess");
    let mut accumulator = Accumulator::new();
    let mut generic = || states.iter().map(|state| generic(&evaluator, state)).collect::<Vec<Sum>>();
    let mut alone = || states.iter().map(|state| alone(&mut accumulator, state)).collect::<Vec<Sum>>();
    let mut nothing = || states.iter().map(nothing).collect::<Vec<Sum>>();
    match std::env::args().nth(1).as_deref() {
        Some("generic") => println!("{:?}", generic()),
        Some("alone") => println!("{:?}", alone()),
        Some("nothing") => println!("{:?}", nothing()),
        _ => measure([&mut generic, &mut alone, &mut nothing]),
    }
}

/// How many positions were evaluated, and a sum of their values in which their order counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    positions: u64,
    values: i64,
}

impl Sum {
    fn add(&mut self, value: i32) {
        self.positions += 1;
        self.values = self.values.wrapping_mul(31).wrapping_add(i64::from(value));
    }
}

fn measure(mut tasks: [&mut dyn FnMut() -> Vec<Sum>; 3]) {
    let mut least = [Duration::MAX; 3];
    let mut sums = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        for (place, task) in tasks.iter_mut().enumerate() {
            let start = cpu_time();
            for _ in 0..REPEATS {
                sums[place] = task();
            }
            least[place] = least[place].min((cpu_time() - start) / REPEATS);
        }
    }
    assert_eq!(sums[0], sums[1], "both have the same values");
    let positions: u64 = sums[0].iter().map(|sum| sum.positions).sum();
    let [generic, alone, nothing] = least;
    let nanos = |time: Duration| time.as_nanos() as f64 / positions as f64;
    println!(
        "{positions} positions; with the moves: generic {:.1} ns, for chess alone {:.1} ns",
        nanos(generic),
        nanos(alone)
    );
    let ratio = (nanos(generic) - nanos(nothing)) / (nanos(alone) - nanos(nothing));
    println!("without the moves ({:.1} ns): {ratio:.3} times", nanos(nothing));
}

/// Every position of the tree, evaluated by the crate.
fn generic(evaluator: &NetworkEvaluator<ChessFeatures>, state: &Position) -> Sum {
    let mut path = evaluator.start();
    let mut sum = Sum::default();
    walk(state, 0, &mut |state, ply, _| sum.add(PathEvaluation::evaluate(&mut *path, &Chess::default(), state, ply)));
    sum
}

/// The same tree without an evaluation.
fn nothing(state: &Position) -> Sum {
    let mut sum = Sum::default();
    walk(state, 0, &mut |state, ply, _| sum.add(ply as i32 + state.board().occupied().len() as i32));
    sum
}

/// The same with the accumulator for chess alone.
fn alone(accumulator: &mut Accumulator, state: &Position) -> Sum {
    let mut sum = Sum::default();
    walk(state, 0, &mut |state, ply, from| sum.add(accumulator.evaluate(state.board(), ply, from)));
    sum
}

/// The board that a position was reached from, and the move.
type Parent<'a> = Option<(&'a Board, Move)>;

/// Calls `each` with every position of the tree, its ply, and its parent.
fn walk(state: &Position, ply: usize, each: &mut dyn FnMut(&Position, usize, Parent<'_>)) {
    let game = Chess::default();
    if ply == 0 {
        each(state, 0, None);
    }
    if ply == DEPTH {
        return;
    }
    for mv in legal_moves(&game, state) {
        let child = game.apply(state, mv);
        each(&child, ply + 1, Some((state.board(), mv)));
        walk(&child, ply + 1, each);
    }
}

const HIDDEN: usize = 256;

/// The hidden layer of each ply, as White and as Black see it.
struct Accumulator {
    weights: Weights<'static>,
    kernels: Kernels,
    plies: Vec<[Vec<i16>; 2]>,
}

impl Accumulator {
    fn new() -> Accumulator {
        let network: &'static Network = Box::leak(Box::new((*CHESS_NETWORK.open()).clone()));
        assert_eq!(network.hidden(), HIDDEN);
        Accumulator { weights: network.weights(), kernels: Kernels::best(), plies: Vec::new() }
    }

    /// The value of a position for White.
    fn evaluate(&mut self, board: &Board, ply: usize, from: Parent<'_>) -> i32 {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, [vec![0; HIDDEN], vec![0; HIDDEN]]);
        }
        for side in Color::ALL {
            match from.filter(|(before, _)| view(before, side) == view(board, side)) {
                Some((before, mv)) => self.update(before, mv, ply, side),
                None => self.refresh(board, ply, side),
            }
        }
        self.output(board, ply)
    }

    fn update(&mut self, before: &Board, mv: Move, ply: usize, side: Color) {
        let (view, mut on, mut off) = (view(before, side), [0u16; 2], [0u16; 3]);
        let (mut ons, mut offs) = (0, 0);
        changes(before, mv, &mut |goes_on, (color, piece, square)| {
            let input = input(side, view, color, piece, square);
            if goes_on {
                on[ons] = input;
                ons += 1;
            } else {
                off[offs] = input;
                offs += 1;
            }
        });
        let (above, below) = self.plies.split_at_mut(ply);
        let (old, new) = (&above[ply - 1][side as usize], &mut below[0][side as usize]);
        self.kernels.update(old, new, Rows { weights: self.weights.inputs, on: &on[..ons], off: &off[..offs] });
    }

    fn refresh(&mut self, board: &Board, ply: usize, side: Color) {
        let view = view(board, side);
        let mut on = Vec::with_capacity(32);
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    on.push(input(side, view, color, piece, square));
                }
            }
        }
        let rows = Rows { weights: self.weights.inputs, on: &on, off: &[] };
        self.kernels.update(self.weights.hidden_biases, &mut self.plies[ply][side as usize], rows);
    }

    fn output(&self, board: &Board, ply: usize) -> i32 {
        let Weights { outputs, output_parts, output_biases, scale, .. } = self.weights;
        let bucket = ((board.occupied().len() as usize - 1) * output_biases.len() / 32).min(output_biases.len() - 1);
        let (own, others) = outputs[bucket * 2 * HIDDEN..(bucket + 1) * 2 * HIDDEN].split_at(HIDDEN);
        let mover = board.side_to_move();
        let sum = self.kernels.output(&self.plies[ply][mover as usize], own)
            + self.kernels.output(&self.plies[ply][!mover as usize], others);
        let one = i64::from(ONE);
        let output = sum / one + i64::from(output_biases[bucket]);
        let points = (output * i64::from(scale) / (one * i64::from(output_parts[bucket]))) as i32;
        if mover == Color::White { points } else { -points }
    }
}

/// How a side sees the board: the region of its king, and whether the board is mirrored, so that this stands on the files a to d.
fn view(board: &Board, side: Color) -> (usize, bool) {
    let king = board.king(side);
    let on_side = king.file() == File::A || king.file() == File::B || king.file() >= File::G;
    let region = match king.rank().relative_to(side) {
        Rank::First => usize::from(!on_side),
        Rank::Second => 2,
        _ => 3,
    };
    (region, king.file() >= File::E)
}

/// The number of an input.
fn input(side: Color, (region, mirrored): (usize, bool), color: Color, piece: Piece, square: Square) -> u16 {
    let turned = if side == Color::Black { 56 } else { 0 } ^ if mirrored { 7 } else { 0 };
    (((region * 2 + usize::from(color != side)) * 6 + piece as usize) * 64 + (square as usize ^ turned)) as u16
}

/// What a move changes on the board: `true` for a piece that is set, `false` for one that is taken away.
fn changes(board: &Board, mv: Move, each: &mut impl FnMut(bool, (Color, Piece, Square))) {
    let own = board.side_to_move();
    let piece = board.piece_on(mv.from).expect("a piece moves");
    each(false, (own, piece, mv.from));
    // The generator writes castling as the king's capture of its own rook.
    if board.color_on(mv.to) == Some(own) {
        let (king, rook) = if mv.to.file() > mv.from.file() { (File::G, File::F) } else { (File::C, File::D) };
        each(false, (own, Piece::Rook, mv.to));
        each(true, (own, Piece::King, Square::new(king, mv.from.rank())));
        return each(true, (own, Piece::Rook, Square::new(rook, mv.from.rank())));
    }
    if let Some(victim) = board.piece_on(mv.to) {
        each(false, (!own, victim, mv.to));
    } else if piece == Piece::Pawn && mv.from.file() != mv.to.file() {
        each(false, (!own, Piece::Pawn, Square::new(mv.to.file(), Rank::Fifth.relative_to(own))));
    }
    each(true, (own, mv.promotion.unwrap_or(piece), mv.to));
}

/// The CPU time of this process, from the system.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or(0))
}
