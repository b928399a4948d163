//! Chance nodes: the engine gives the values of the textbook's expectiminimax, with every technique on and off.

use rootward_game::contract::Dice;
use rootward_game::{
    Bound, Evaluation, Game, Knowledge, MoveOrdering, Notation, Outcome, Proofs, Range, Score, Side, Tactics,
    outcome_at,
};
use rootward_games::backgammon::{Backgammon, LinearKnowledge};
use rootward_games::tree::{RandomTree, Tree, TreeKnowledge};
use rootward_search::textbook::{AlphaBeta, Minimax};
use rootward_search::{
    Counts, Cut, CutKind, Limits, Observer, Recorder, Search, Share, SharedTable, Sound, Techniques, Why,
};

/// A random game: the side to move, the successors and the outcome follow from a hash of the position. There are few positions
/// of each ply, so that lines transpose.
struct Lottery {
    seed: u64,
    plies: u8,
    /// Some ends are wins and losses; otherwise all are payoffs.
    wins: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    ply: u8,
    number: u8,
}

const RANGE: Range = Range { least: -40, most: 60 };

impl Lottery {
    fn bits(&self, spot: Spot, about: u64) -> u64 {
        Dice::new(self.seed ^ u64::from(spot.ply) << 40 ^ u64::from(spot.number) << 48 ^ about << 56).bits()
    }

    fn points(&self, spot: Spot, about: u64) -> i32 {
        RANGE.least + (self.bits(spot, about) % 101) as i32
    }
}

impl Game for Lottery {
    type State = Spot;
    type Move = u8;
    const HAS_CHANCE: bool = true;

    fn initial(&self) -> Spot {
        Spot { ply: 0, number: 0 }
    }
    fn to_move(&self, spot: &Spot) -> Side {
        if self.bits(*spot, 1).is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn is_chance(&self, spot: &Spot) -> bool {
        self.bits(*spot, 2).is_multiple_of(3)
    }
    fn weight(&self, spot: &Spot, outcome: u8) -> u32 {
        1 + (self.bits(*spot, 10 + u64::from(outcome)) % 5) as u32
    }
    fn range(&self) -> Range {
        RANGE
    }
    fn outcome(&self, spot: &Spot) -> Option<Outcome> {
        let over = spot.ply == self.plies || spot.ply > 1 && self.bits(*spot, 3).is_multiple_of(7);
        over.then(|| match self.bits(*spot, 4) % 4 {
            0 if self.wins => Outcome::Win(Side::First),
            1 if self.wins => Outcome::Win(Side::Second),
            _ => Outcome::Payoff(self.points(*spot, 5)),
        })
    }
    fn moves(&self, spot: &Spot, push: &mut impl FnMut(u8)) {
        (0..1 + (self.bits(*spot, 6) % 4) as u8).for_each(push);
    }
    fn apply(&self, spot: &Spot, mv: u8) -> Spot {
        Spot { ply: spot.ply + 1, number: (self.bits(*spot, 20 + u64::from(mv)) % 12) as u8 }
    }
    fn key(&self, spot: &Spot) -> Option<u64> {
        Some(self.bits(*spot, 7))
    }
}

/// Random evaluations and priorities; some evaluations are outside the range, and the search must clamp them.
struct Hunch;

impl Evaluation<Lottery> for Hunch {
    fn evaluate(&self, game: &Lottery, spot: &Spot) -> i32 {
        game.points(*spot, 8) * 2
    }
}

impl MoveOrdering<Lottery> for Hunch {
    fn priority(&self, game: &Lottery, spot: &Spot, mv: u8) -> i32 {
        (game.bits(*spot, 30 + u64::from(mv)) % 3) as i32
    }
    fn history_slots(&self) -> usize {
        4
    }
    fn history_slot(&self, _: &Lottery, _: &Spot, mv: u8) -> usize {
        usize::from(mv)
    }
}

impl Tactics<Lottery> for Hunch {}

impl Proofs<Lottery> for Hunch {
    type Note = ();
}

const CORNERS: u32 = 1 << 13;

/// One combination of sound techniques, by the bits of a number: a corner of the lattice of all combinations.
fn sound(bits: u32) -> Techniques {
    let on = |bit: u32| bits >> bit & 1 == 1;
    let sound = Sound {
        iterative_deepening: on(0),
        aspiration: on(1),
        pvs: on(2),
        transposition_table: on(3),
        etc: on(4),
        hash_move: on(5),
        static_ordering: on(6),
        killers: on(7),
        history: on(8),
        mate_distance: on(9),
        continuation_history: on(10),
        capture_history: on(10),
        star1: on(11),
        star2: on(12),
    };
    Techniques { sound, ..Techniques::NONE }
}

fn truth<G: Game>(game: &G, knowledge: &impl Knowledge<G>, state: &G::State, depth: Option<u32>) -> Score {
    game.to_move(state).view(Minimax { depth }.run(game, knowledge, state, ()).value)
}

/// Checks that the engine's value is the textbook's, and that the chosen move has that value.
fn check<G: Game>(
    (game, knowledge): (&G, &impl Knowledge<G>),
    depth: Option<u32>,
    bits: u32,
    threads: usize,
    context: &str,
) {
    let root = game.initial();
    let table = SharedTable::with_bytes(1 << 14);
    let search = Search::new(game).knowledge(knowledge).table(&table).techniques(sound(bits)).threads(threads);
    let report = match depth {
        Some(depth) => search.limits(Limits::depth(depth)).run(&root),
        None => search.solve(&root),
    };
    let context = format!("{context}, depth {depth:?}, techniques {bits:#015b}, {threads} threads");
    let value = truth(game, knowledge, &root, depth);
    assert_eq!(report.score, value, "{context}");
    assert!(depth.is_some() || report.proven && report.bound == Bound::Exact, "{context}");
    match report.best() {
        None => assert!(game.is_chance(&root) || outcome_at(game, &root).is_some(), "{context}: no move"),
        Some(mv) => {
            let child = game.apply(&root, mv);
            let turn_passed = game.to_move(&child) != game.to_move(&root);
            let kept = truth(game, knowledge, &child, depth.map(|depth| depth - 1));
            assert_eq!(kept.from_child(turn_passed), value, "{context}: the move {mv:?} is worth less");
        }
    }
}

#[test]
fn ten_thousand_trees_with_chance_at_a_random_corner_of_the_lattice() {
    let mut dice = Dice::new(9);
    for seed in 0..10_000 {
        let tree = Tree::random(&RandomTree {
            seed,
            depth: 2 + dice.below(3) as u32,
            branching: 1..=4,
            values: -9..=9,
            irregular: seed % 2 == 0,
            chance: 20 + dice.below(60) as u32,
            estimates: true,
        });
        let depth = Some(1 + dice.below(5) as u32).filter(|_| seed % 5 > 0);
        let threads = 1 + usize::from(seed % 8 == 0);
        check((&tree, &TreeKnowledge), depth, dice.bits() as u32 % CORNERS, threads, &format!("tree {seed}"));
    }
}

#[test]
fn ten_thousand_games_of_chance_at_a_random_corner_of_the_lattice() {
    let mut dice = Dice::new(5);
    for seed in 0..10_000 {
        let game = Lottery { seed, plies: 3 + dice.below(6) as u8, wins: seed % 3 > 0 };
        let depth = Some(1 + dice.below(5) as u32).filter(|_| seed % 5 > 0);
        let threads = 1 + usize::from(seed % 8 == 0);
        check((&game, &Hunch), depth, dice.bits() as u32 % CORNERS, threads, &format!("seed {seed}"));
    }
}

#[test]
fn every_corner_of_the_lattice_on_one_game_of_chance() {
    for bits in 0..CORNERS {
        let game = Lottery { seed: 100_000 + u64::from(bits), plies: 7, wins: bits % 2 == 0 };
        check((&game, &Hunch), Some(4), bits, 1, "");
    }
}

/// Speculative techniques may change an estimate; a value that is called proven is the game's true value.
#[test]
fn what_speculation_calls_proven_is_true() {
    let mut proven = 0;
    for seed in 0..3_000 {
        let game = Lottery { seed, plies: 5, wins: seed % 3 > 0 };
        let table = SharedTable::with_bytes(1 << 14);
        let search = Search::new(&game).knowledge(&Hunch).table(&table).techniques(Techniques::ALL);
        let report = search.limits(Limits::depth(1 + (seed % 5) as u32)).run(&game.initial());
        if report.proven {
            proven += 1;
            let value = truth(&game, &Hunch, &game.initial(), None);
            let holds = match report.bound {
                Bound::Exact => report.score == value,
                Bound::AtLeast => report.score <= value,
                Bound::AtMost => report.score >= value,
            };
            assert!(holds, "seed {seed}: {:?} {:?}, in truth {value:?}", report.bound, report.score);
        }
    }
    assert!(proven > 300, "only {proven} positions were proven");
}

#[test]
fn textbook_alpha_beta_agrees_with_expectiminimax() {
    for seed in 0..500 {
        let game = Lottery { seed, plies: 7, wins: seed % 2 == 0 };
        let rule = AlphaBeta { depth: Some(4), ..AlphaBeta::default() };
        let value = rule.run(&game, &Hunch, &game.initial(), ()).value;
        assert_eq!(value, Minimax { depth: Some(4) }.run(&game, &Hunch, &game.initial(), ()).value, "seed {seed}");
    }
}

fn counts(sound: Sound) -> Counts {
    let techniques = Techniques { sound, ..Techniques::NONE };
    let mut total = Counts::default();
    for seed in 0..300 {
        let game = Lottery { seed, plies: 12, wins: false };
        let search = Search::new(&game).knowledge(&Hunch).techniques(techniques);
        total += search.limits(Limits::depth(5)).run(&game.initial()).counts;
    }
    total
}

#[test]
fn star1_saves_leaves() {
    let plain = counts(Sound::NONE).leaves();
    let star1 = counts(Sound { star1: true, ..Sound::NONE }).leaves();
    assert!(star1 * 10 < plain * 9, "Star1: {star1} leaves of {plain}");
}

/// Contact positions with dice, from games judged by GNU Backgammon.
const CONTACT: [&str; 6] = [
    "740dAABttxUABA 42",
    "be4UDABa7g0GAA 41",
    "3LYzAAS7uUEJAA 53",
    "29k2AAB3tQkABg 52",
    "jHPiAQrBc/ABKA 61",
    "7uYdAABr3YgBIA 54",
];

/// The evaluations of backgammon to depth 2: a move, all throws, and all replies.
fn evaluations(sound: Sound) -> (Vec<(Score, Option<rootward_games::backgammon::Move>)>, u64) {
    let (game, knowledge) = (Backgammon::default(), LinearKnowledge::default());
    let mut total = 0;
    let found = CONTACT.map(|text| {
        let position = game.parse_position(text).unwrap();
        let search = Search::new(&game).knowledge(&knowledge).techniques(Techniques { sound, ..Techniques::NONE });
        let report = search.limits(Limits::depth(2)).run(&position);
        total += report.counts.evaluations;
        (report.score, report.best())
    });
    (found.to_vec(), total)
}

/// What Star1 and Star2 save. With both, 12 % of the evaluations are left over 100 such positions to depth 2, and 3 % over 12
/// positions to depth 3.
#[test]
fn backgammon_with_stars_needs_a_third_of_the_evaluations_for_the_same_move_and_value() {
    let (plain, all) = evaluations(Sound { static_ordering: true, ..Sound::NONE });
    let (star1, with_star1) = evaluations(Sound { static_ordering: true, star1: true, ..Sound::NONE });
    let (star2, with_star2) = evaluations(Sound { static_ordering: true, star1: true, star2: true, ..Sound::NONE });
    assert_eq!((&plain, &plain), (&star1, &star2));
    assert!(
        with_star1 < all && with_star2 * 3 < all,
        "{all} evaluations, {with_star1} and {with_star2} with the stars"
    );
}

/// Checks the events of chance nodes that an observer gets.
#[derive(Default)]
struct Accountant {
    shares: u64,
    cuts: [u64; 2],
    open: Vec<(Score, Score)>,
}

impl Observer<Lottery> for Accountant {
    fn enter(&mut self, visit: &rootward_search::Visit<'_, Lottery>) {
        assert_eq!(visit.chance, Lottery::is_chance(&Lottery { seed: 3, plies: 9, wins: false }, visit.state));
        self.open.push((-Score::INFINITY, Score::INFINITY));
    }
    fn share(&mut self, _: usize, share: &Share<u8>) {
        self.shares += 1;
        let bounds = self.open.last_mut().expect("a share belongs to an open node");
        assert!(share.low >= bounds.0 && share.high <= bounds.1, "what is known of an average only grows: {share:?}");
        assert!(i64::from(share.weight) <= share.total);
        *bounds = (share.low, share.high);
    }
    fn cut(&mut self, _: usize, cut: &Cut<'_, u8>) {
        assert!(!cut.skipped.is_empty());
        self.cuts[usize::from(cut.kind == CutKind::Beta)] += 1;
    }
    fn leave(&mut self, _: usize, departure: rootward_search::Departure) {
        let (low, high) = self.open.pop().expect("left as often as entered");
        if departure.why == Why::Averaged {
            assert_eq!((low, high), (departure.value, departure.value), "the average of all reported values");
        }
    }
}

#[test]
fn an_observer_hears_what_every_outcome_adds() {
    let game = Lottery { seed: 3, plies: 9, wins: false };
    let mut accountant = Accountant::default();
    let techniques = Techniques { sound: Sound { star1: true, star2: true, ..Sound::NONE }, ..Techniques::NONE };
    let search = Search::new(&game).knowledge(&Hunch).techniques(techniques).limits(Limits::depth(6));
    search.observer(&mut accountant).run(&game.initial());
    assert!(accountant.shares > 100 && accountant.cuts[0] > 0 && accountant.cuts[1] > 0, "too little happened");

    let mut textbook = Accountant::default();
    Minimax { depth: Some(4) }.run(&game, &Hunch, &game.initial(), &mut textbook);
    assert!(textbook.shares > 100);
    let mut recorder: Recorder<Spot, u8> = Recorder::new(1_000_000);
    Minimax { depth: Some(4) }.run(&game, &Hunch, &game.initial(), &mut recorder);
    let recorded = recorder.events.iter().filter(|event| matches!(event, rootward_search::Event::Share { .. }));
    assert_eq!(recorded.count() as u64, textbook.shares);
}
