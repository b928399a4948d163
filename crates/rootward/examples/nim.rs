//! Nim, from its rules to a timed, parallel player. `docs/tutorial.md` goes through this file from top to bottom.

use std::time::Duration;

use rootward::game::contract::{self, Dice};
use rootward::game::{
    Bound, Evaluation, Game, MoveOrdering, Notation, Outcome, Proof, Proofs, Score, Side, TableKey, Tactics, TextError,
    Window, legal_moves, perft, state_hash,
};
use rootward::search::textbook::{AlphaBeta, Minimax};
use rootward::search::{Cut, Departure, Limits, Observer, Report, Search, SharedTable, Visit};

/// Three heaps of matches. Take as many as you like from one of them; whoever takes the last match wins.
struct Nim {
    start: [u8; 3],
}

/// A position.
#[derive(Clone, Copy, Hash)]
struct Heaps {
    matches: [u8; 3],
    to_move: Side,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take {
    heap: usize,
    count: u8,
}

impl Game for Nim {
    type State = Heaps;
    type Move = Take;

    fn initial(&self) -> Heaps {
        Heaps { matches: self.start, to_move: Side::First }
    }

    fn to_move(&self, heaps: &Heaps) -> Side {
        heaps.to_move
    }

    fn outcome(&self, heaps: &Heaps) -> Option<Outcome> {
        // No match is left: the one who moved last took it.
        (heaps.matches == [0; 3]).then_some(Outcome::Win(heaps.to_move.other()))
    }

    fn moves(&self, heaps: &Heaps, push: &mut impl FnMut(Take)) {
        for (heap, &size) in heaps.matches.iter().enumerate() {
            (1..=size).for_each(|count| push(Take { heap, count }));
        }
    }

    fn apply(&self, heaps: &Heaps, take: Take) -> Heaps {
        let mut next = Heaps { to_move: heaps.to_move.other(), ..*heaps };
        next.matches[take.heap] -= take.count;
        next
    }

    fn key(&self, heaps: &Heaps) -> Option<u64> {
        Some(state_hash(heaps))
    }
}

fn count_the_games() {
    let game = Nim { start: [1, 2, 3] };
    let lines: Vec<u64> = (1..=7).map(|depth| perft(&game, &game.initial(), depth)).collect();
    println!("lines of 1 to 7 plies from 1-2-3: {lines:?}");
}

impl Notation for Nim {
    fn name(&self) -> String {
        let [a, b, c] = self.start;
        format!("nim:{a}-{b}-{c}")
    }

    fn write_position(&self, heaps: &Heaps) -> String {
        let [a, b, c] = heaps.matches;
        format!("{a}-{b}-{c} {}", heaps.to_move.role())
    }

    fn parse_position(&self, text: &str) -> Result<Heaps, TextError> {
        if text.trim().is_empty() {
            return Ok(self.initial());
        }
        let wrong = || TextError::new(format!("'{text}' is not a position"), "one like '3-4-5 MAX' or '3-4-5 MIN'");
        let (numbers, role) = text.trim().split_once(' ').ok_or_else(wrong)?;
        let to_move = [Side::First, Side::Second].into_iter().find(|side| side.role() == role).ok_or_else(wrong)?;
        let sizes: Result<Vec<u8>, _> = numbers.split('-').map(str::parse).collect();
        let matches = sizes.ok().and_then(|sizes| sizes.try_into().ok()).ok_or_else(wrong)?;
        Ok(Heaps { matches, to_move })
    }

    fn write_move(&self, _: &Heaps, take: Take) -> String {
        format!("{}{}", ["a", "b", "c"][take.heap], take.count)
    }

    fn draw(&self, heaps: &Heaps) -> String {
        let row = |(name, &size): (&str, &u8)| format!("{name} {}\n", "|".repeat(size.into()));
        ["a", "b", "c"].into_iter().zip(&heaps.matches).map(row).collect()
    }
}

fn check_the_contract() {
    let game = Nim { start: [3, 4, 5] };
    print!("{}", game.draw(&game.initial()));
    contract::check(&game, &(), 100, 1);
    println!("100 random games, every promise kept");
}

fn search_by_the_book() {
    let game = Nim { start: [3, 4, 5] };
    let start = game.initial();

    let all = Minimax::default().run(&game, &(), &start, ());
    println!("minimax:    {:?}, {} nodes", all.value, all.counts.nodes);

    let pruned = AlphaBeta::default().run(&game, &(), &start, ());
    println!("alpha-beta: {:?}, {} nodes", pruned.value, pruned.counts.nodes);

    let line: Vec<String> = pruned.line.iter().map(|&take| game.write_move(&start, take)).collect();
    println!("best play:  {}", line.join(" "));
}

fn solve_with_the_engine() {
    let game = Nim { start: [3, 4, 5] };
    let start = game.initial();

    let plain = Search::new(&game).solve(&start);
    println!("engine:             {:?}, {} nodes", plain.score, plain.counts.nodes);

    let table = SharedTable::with_bytes(1 << 20);
    let quick = Search::new(&game).table(&table).solve(&start);
    println!("engine and a table: {:?}, {} nodes", quick.score, quick.counts.nodes);
}

fn stop_at_a_horizon() {
    let game = Nim { start: [3, 4, 5] };
    let table = SharedTable::with_bytes(1 << 20);
    for depth in [4, 8, 12] {
        let report = Search::new(&game).table(&table).limits(Limits::depth(depth)).run(&game.initial());
        println!("depth {depth}: {:?}", report.verdict(game.counts_points()));
    }
}

/// Bouton's theorem, and that a heap is a heap wherever it lies.
struct NimSum;

impl Evaluation<Nim> for NimSum {}
impl MoveOrdering<Nim> for NimSum {}
impl Tactics<Nim> for NimSum {}

impl Proofs<Nim> for NimSum {
    type Note = ();
    fn prove(&self, _: &Nim, heaps: &Heaps, _: Window) -> Proof {
        let [a, b, c] = heaps.matches;
        // No game lasts longer than one match a ply.
        let longest = u32::from(a) + u32::from(b) + u32::from(c);
        match a ^ b ^ c {
            0 => Proof::at_most(Score::loss_in(longest)),
            _ => Proof::at_least(Score::win_in(longest)),
        }
    }

    fn table_key(&self, _: &Nim, heaps: &Heaps) -> Option<TableKey> {
        // Scores are those of the side to move, so who that is does not matter either.
        let mut sorted = heaps.matches;
        sorted.sort_unstable();
        Some(TableKey::of(state_hash(&sorted)))
    }
}

fn prove_by_nim_sum() {
    let game = Nim { start: [3, 4, 5] };
    let table = SharedTable::with_bytes(1 << 20);
    let report = Search::new(&game).knowledge(&NimSum).table(&table).solve(&game.initial());
    println!("engine, table, theorem: {:?}, {} nodes", report.score, report.counts.nodes);
}

fn hold_it_against_minimax() {
    let starts = (0..64).map(|n| [n % 4, n / 4 % 4, n / 16]);
    for start in starts.clone() {
        let game = Nim { start };
        let table = SharedTable::with_bytes(1 << 16);
        let truth = Minimax::default().run(&game, &(), &game.initial(), ());
        let claim = Search::new(&game).knowledge(&NimSum).table(&table).solve(&game.initial());
        assert_eq!(claim.score, truth.value, "{start:?}");
    }
    println!("{} positions: the same value, to the ply", starts.count());
}

fn face_a_loss() {
    let game = Nim { start: [1, 2, 3] };
    let start = game.initial();
    let table = SharedTable::with_bytes(1 << 20);
    let report = Search::new(&game).knowledge(&NimSum).table(&table).solve(&start);
    if let (Some(best), Some(last_hope)) = (report.best(), report.resistance) {
        println!("1-2-3: {:?}; play {}", report.score, game.write_move(&start, best));
        println!("only {} of {} replies keep the win", last_hope.winning_replies, last_hope.replies);
    }
}

fn think(game: &Nim, table: &SharedTable, heaps: &Heaps) -> Report<Take> {
    Search::new(game)
        .knowledge(&NimSum)
        .table(table)
        .threads(2)
        .limits(Limits::time(Duration::from_millis(100)))
        .run(heaps)
}

fn think_about_large_heaps() {
    let game = Nim { start: [100, 150, 200] };
    let start = game.initial();
    let table = SharedTable::with_bytes(16 << 20);
    let report = think(&game, &table, &start);
    if let Some(best) = report.best() {
        println!("100-150-200: play {}", game.write_move(&start, best));
    }
    println!("a win for sure: {}; how soon is known: {}", report.score.is_win(), report.bound == Bound::Exact);
}

/// Tells the story of a search.
struct Storyteller;

impl Observer<Nim> for Storyteller {
    fn enter(&mut self, visit: &Visit<'_, Nim>) {
        let [_, b, c] = visit.state.matches;
        println!("{}{} at {b}-{c}", "  ".repeat(visit.ply), visit.side.role());
    }

    fn cut(&mut self, ply: usize, cut: &Cut<'_, Take>) {
        println!("{}  cut, {} not tried", "  ".repeat(ply), cut.skipped.len());
    }

    fn leave(&mut self, ply: usize, departure: Departure) {
        let sign = match departure.bound {
            Bound::Exact => "=",
            Bound::AtLeast => "≥",
            Bound::AtMost => "≤",
        };
        println!("{}{sign} {:?}", "  ".repeat(ply), departure.value);
    }
}

fn watch() {
    let game = Nim { start: [0, 2, 1] };
    AlphaBeta::default().run(&game, &(), &game.initial(), Storyteller);
}

fn play_a_game() {
    let game = Nim { start: [3, 4, 5] };
    let table = SharedTable::with_bytes(16 << 20);
    let mut dice = Dice::new(7);
    let mut heaps = game.initial();
    while game.outcome(&heaps).is_none() {
        let moves = legal_moves(&game, &heaps);
        let take = match heaps.to_move {
            Side::First => think(&game, &table, &heaps).best().expect("the game is not over"),
            Side::Second => moves[dice.below(moves.len())],
        };
        let written = game.write_move(&heaps, take);
        heaps = game.apply(&heaps, take);
        println!("{written} leaves {}", game.write_position(&heaps));
    }
    println!("{} has lost", heaps.to_move.role());
}

/// All of it, in the order of the page.
pub fn main() {
    count_the_games();
    check_the_contract();
    search_by_the_book();
    solve_with_the_engine();
    stop_at_a_horizon();
    prove_by_nim_sum();
    hold_it_against_minimax();
    face_a_loss();
    think_about_large_heaps();
    watch();
    play_a_game();
}
