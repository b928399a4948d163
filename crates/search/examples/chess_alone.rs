//! The cost of the generic engine for chess: nodes a second of the generic recursion and of a search written for chess alone,
//! and perft through the `Game` trait and by the move generator itself. CPU time of the process, the minimum of several
//! alternating rounds.
//!
//! ```console
//! $ cargo run --release -p rootward-search --example chess_alone
//! $ valgrind --tool=callgrind target/release/examples/chess_alone generic     # or another mode: counts of instructions
//! ```
//!
//! The search written for chess alone uses the same techniques as the generic one here: PVS, captures ordered by their static
//! priority, quiescence, repetition and the fifty-move rule. It visits the same nodes, which is checked. It has no observer, no
//! switches, no limits, no principal variations, no proofs and no threads.

use std::time::Duration;

use cozy_chess::{Board, Move};
use rootward_game::{Evaluation, Game, MoveOrdering, Notation, Outcome, Score, Side, Tactics, Window, perft};
use rootward_games::chess::{Chess, ChessKnowledge, Position};
use rootward_search::{Limits, Search, SharedTable, Sound, Speculative, Techniques};

/// Openings, middlegames and endings.
const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/3p2p1/2pPp2p/2P1P2P/3B1KP1/5P2/2b5 w - - 0 40",
];
const DEPTH: u32 = 5;
const QUIET_PLIES: i32 = 16;
const ROUNDS: usize = 5;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("generic") => println!("{} nodes", nodes_of(generic)),
        Some("alone") => println!("{} nodes", nodes_of(alone)),
        Some("squares") => println!("{} nodes", whole_search(&ChessKnowledge::piece_squares())),
        Some("whole") => println!("{} nodes", whole_search(&ChessKnowledge::default())),
        Some("trait") => println!("{} lines", lines(|state| perft(&Chess::default(), state, 5))),
        Some("generator") => println!("{} lines", lines(|state| bulk(state.board(), 5))),
        Some("nothing") => println!("{} positions", positions().len()),
        _ => measure(),
    }
}

fn measure() {
    assert_eq!(positions().iter().map(generic).collect::<Vec<_>>(), positions().iter().map(alone).collect::<Vec<_>>());
    let [one, other] = least([&mut || nodes_of(generic), &mut || nodes_of(alone)]);
    println!("generic recursion     {:>8.3} s  {:>10} nodes", one.0.as_secs_f64(), one.1);
    println!("for chess alone       {:>8.3} s  {:>10} nodes", other.0.as_secs_f64(), other.1);
    println!("ratio                 {:>8.3}", one.0.as_secs_f64() / other.0.as_secs_f64());
    let [squares, whole] = least([&mut || whole_search(&ChessKnowledge::piece_squares()), &mut || {
        whole_search(&ChessKnowledge::default())
    }]);
    for (name, (time, nodes)) in [("piece squares", squares), ("whole evaluation", whole)] {
        println!("{name:<21} {:>8.3} M nodes/s, all techniques", nodes as f64 / time.as_secs_f64() / 1e6);
    }
    let [trait_, generator] = least([&mut || lines(|state| perft(&Chess::default(), state, 5)), &mut || {
        lines(|state| bulk(state.board(), 5))
    }]);
    assert_eq!(trait_.1, generator.1);
    println!(
        "lines by the trait    {:>8.3} times the generator's time",
        trait_.0.as_secs_f64() / generator.0.as_secs_f64()
    );
}

/// The minimum CPU time of each task, and its count.
fn least<const N: usize>(mut tasks: [&mut dyn FnMut() -> u64; N]) -> [(Duration, u64); N] {
    let mut best = [(Duration::MAX, 0); N];
    for _ in 0..ROUNDS {
        for (task, best) in tasks.iter_mut().zip(&mut best) {
            let start = cpu_time();
            let count = task();
            *best = (best.0.min(cpu_time() - start), count);
        }
    }
    best
}

/// The CPU time of this process, from the system.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or(0))
}

fn positions() -> Vec<Position> {
    POSITIONS.iter().map(|fen| Chess::default().parse_position(fen).expect("a position")).collect()
}

fn nodes_of(search: fn(&Position) -> (Score, u64)) -> u64 {
    positions().iter().map(|state| search(state).1).sum()
}

fn lines(count: impl Fn(&Position) -> u64) -> u64 {
    positions()[..3].iter().map(count).sum()
}

/// Perft by the move generator alone, with bulk counting at the last ply.
fn bulk(board: &Board, depth: u32) -> u64 {
    let mut lines = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            lines += moves.len() as u64;
            false
        });
        return lines;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            lines += bulk(&child, depth - 1);
        }
        false
    });
    lines
}

/// All techniques, as a player uses them.
fn whole_search(knowledge: &ChessKnowledge) -> u64 {
    let game = Chess::default();
    let nodes = |state: &Position| {
        let table = SharedTable::with_bytes(16 << 20);
        let limits = Limits { nodes: Some(300_000), ..Limits::default() };
        let search = Search::new(&game).knowledge(knowledge).table(&table).techniques(Techniques::ALL);
        search.limits(limits).resist(false).run(state).counts.nodes
    };
    positions().iter().map(nodes).sum()
}

fn generic(state: &Position) -> (Score, u64) {
    let (game, knowledge) = (Chess::default(), ChessKnowledge::piece_squares());
    let techniques = Techniques {
        sound: Sound { pvs: true, static_ordering: true, ..Sound::NONE },
        speculative: Speculative { quiescence: QUIET_PLIES as u32, ..Speculative::NONE },
        ..Techniques::NONE
    };
    let search = Search::new(&game).knowledge(&knowledge).techniques(techniques).resist(false);
    let report = search.limits(Limits::depth(DEPTH)).run(state);
    (report.score, report.counts.nodes)
}

fn alone(state: &Position) -> (Score, u64) {
    let knowledge = ChessKnowledge::piece_squares();
    let mut search =
        Alone { game: Chess::default(), knowledge: &knowledge, nodes: 0, keys: Vec::new(), moves: Vec::new() };
    let score = search.node(state, DEPTH as i32, Window::FULL);
    (score, search.nodes)
}

/// A search written for chess alone.
struct Alone<'a> {
    game: Chess,
    knowledge: &'a ChessKnowledge,
    nodes: u64,
    keys: Vec<u64>,
    moves: Vec<(i32, u16, Move)>,
}

impl Alone<'_> {
    fn node(&mut self, state: &Position, depth: i32, mut window: Window) -> Score {
        self.nodes += 1;
        let side = self.game.to_move(state);
        if let Some(outcome) = self.game.outcome(state) {
            return outcome.score_for(side);
        }
        let key = self.game.key(state).unwrap_or_default();
        let oldest = self.keys.len().saturating_sub(self.game.reversible_plies(state));
        if self.keys[oldest..].contains(&key) {
            return Score::DRAW;
        }
        let mut floor = -Score::INFINITY;
        if depth <= 0 {
            if !self.game.has_move(state) {
                return self.stuck(state, side);
            }
            let at_the_end = depth <= -QUIET_PLIES;
            if at_the_end || !state.is_check() {
                floor = side.view(Score::points(self.knowledge.evaluate(&self.game, state)));
                if at_the_end || floor >= window.beta {
                    return floor;
                }
                window.alpha = window.alpha.max(floor);
            }
        }
        let base = self.moves.len();
        let (moves, mut index) = (&mut self.moves, 0);
        let mut push = |mv: Move| {
            moves.push((self.knowledge.priority(&self.game, state, mv), index, mv));
            index += 1;
        };
        if depth <= 0 {
            self.knowledge.noisy_moves(&self.game, state, &mut push);
        } else {
            self.game.moves(state, &mut push);
        }
        if depth > 0 && self.moves.len() == base {
            return self.stuck(state, side);
        }
        self.keys.push(key);
        let best = self.best_of(state, depth, window, base, floor);
        self.keys.pop();
        self.moves.truncate(base);
        best
    }

    fn stuck(&self, state: &Position, side: Side) -> Score {
        if state.is_check() { Outcome::Win(side.other()).score_for(side) } else { Score::DRAW }
    }

    fn best_of(&mut self, state: &Position, depth: i32, mut window: Window, base: usize, floor: Score) -> Score {
        let mut best = floor;
        for at in base..self.moves.len() {
            let rest = &mut self.moves[at..];
            let mut first = 0;
            for place in 1..rest.len() {
                let ahead =
                    rest[place].0 > rest[first].0 || rest[place].0 == rest[first].0 && rest[place].1 < rest[first].1;
                if ahead {
                    first = place;
                }
            }
            rest.swap(0, first);
            let child = state.after(self.moves[at].2);
            let mut score = -Score::INFINITY;
            let scouts = at > base;
            if scouts {
                score = self.node(&child, depth - 1, window.scout().for_child(true)).from_child(true);
            }
            if !scouts || window.contains(score) {
                score = self.node(&child, depth - 1, window.for_child(true)).from_child(true);
            }
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        best
    }
}
