//! Several lines side by side: best first, the first is the move to play, and every label is true.

use std::fmt::Debug;

use rootward_game::contract::{Dice, random_game};
use rootward_game::{Bound, Knowledge, Notation};
use rootward_games::chess::{Chess, ChessKnowledge};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_games::mnk::{Mnk, MnkKnowledge};
use rootward_search::{Limits, Line, Report, Search, SharedTable, Speculative, Techniques};

/// The starting position, openings, a middlegame, endgames.
const CHESS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "4k3/8/8/3q4/8/8/4R3/4K3 b - - 0 1",
];

fn assert_best_first<M: Debug + PartialEq>(lines: &[Line<M>], about: &str) {
    let shown: Vec<_> = lines.iter().map(|line| (line.score, line.bound, &line.moves[0])).collect();
    assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score), "{about}: {shown:?}");
    let is_new = |place: usize| !lines[..place].iter().any(|line| line.moves[0] == lines[place].moves[0]);
    assert!((0..lines.len()).all(is_new), "{about}: {shown:?}");
}

/// Searches, and checks the lines of every iteration and of the report.
fn checked<G: Notation, K: Knowledge<G>>(
    (game, knowledge): (&G, &K),
    state: &G::State,
    techniques: Techniques,
    limits: &Limits,
    lines: usize,
) -> Report<G::Move> {
    let table = SharedTable::with_bytes(1 << 20);
    let search = Search::new(game).knowledge(knowledge).table(&table).techniques(techniques).lines(lines);
    let about = game.write_position(state);
    let report = search.limits(limits.clone()).run_with(state, &mut |iteration| {
        assert_best_first(&iteration.lines, &format!("{about}, iteration {:?}", iteration.depth));
    });
    assert_best_first(&report.lines, &format!("{about}, {limits:?}"));
    assert!(report.lines.len() <= lines);
    assert_eq!(report.best(), Some(report.lines[0].moves[0]));
    report
}

#[test]
fn lines_are_best_first_where_techniques_guess() {
    let (chess, knowledge) = (Chess::default(), ChessKnowledge::default());
    for fen in CHESS {
        let state = chess.parse_position(fen).unwrap();
        for lines in [2, 3, 5] {
            let report = checked((&chess, &knowledge), &state, Techniques::ALL, &Limits::depth(7), lines);
            assert_eq!(report.lines.len(), lines);
            assert_eq!(report.score, report.lines[0].score);
        }
    }
}

#[test]
fn lines_are_best_first_wherever_a_limit_stops_the_search() {
    let (chess, knowledge) = (Chess::default(), ChessKnowledge::default());
    let mut dice = Dice::new(71);
    for fen in CHESS {
        let state = chess.parse_position(fen).unwrap();
        for round in 0..60 {
            let nodes = 1 + dice.below([50, 1000, 20_000][round % 3]) as u64;
            checked((&chess, &knowledge), &state, Techniques::ALL, &Limits::nodes(nodes), 2 + round % 4);
        }
    }
}

/// The search past the end of a line lowers its value, and with it its place.
#[test]
fn lines_are_best_first_after_a_secondary_search() {
    let (game, knowledge) = (Mnk::new(4, 4, 3).unwrap(), MnkKnowledge::default());
    let speculative = Speculative { secondary_search: 3, ..Speculative::NONE };
    let techniques = Techniques { speculative, ..Techniques::SOUND };
    let mut dice = Dice::new(73);
    let mut lowered = 0;
    for round in 0..150 {
        let states = random_game(&game, &mut dice, 8);
        let state = &states[dice.below(states.len())];
        if rootward_game::final_outcome(&game, state).is_some() {
            continue;
        }
        let report = checked((&game, &knowledge), state, techniques, &Limits::depth(1 + round % 3), 4);
        lowered += u32::from(report.secondary_search.is_some_and(|seen| seen.after < seen.before));
    }
    assert!(lowered > 10, "{lowered} lines were lowered");
}

/// Without guesses, the values at a depth are those of minimax: every label of a stopped search can be checked by a search of
/// that move alone.
fn stopped_lines_are_true<G: Notation, K: Knowledge<G>>(game: &G, knowledge: &K, limit: usize, seed: u64) {
    let mut dice = Dice::new(seed);
    let mut bounds = [0; 3];
    for round in 0..300 {
        let states = random_game(game, &mut dice, 10);
        let state = &states[dice.below(states.len())];
        if rootward_game::final_outcome(game, state).is_some() {
            continue;
        }
        let limits = Limits::nodes(1 + dice.below(limit) as u64);
        let report = checked((game, knowledge), state, Techniques::SOUND, &limits, 2 + round % 3);
        let Some(depth) = report.depth.filter(|&depth| report.stopped && depth > 0) else { continue };
        for line in &report.lines {
            let at = |depth| {
                let search = Search::new(game).knowledge(knowledge).techniques(Techniques::SOUND);
                search.only(&line.moves[..1]).limits(Limits::depth(depth)).resist(false).run(state).score
            };
            let (before, now) = (at(depth), at(depth + 1));
            let is_true = match line.bound {
                Bound::Exact => line.score == before || line.score == now,
                Bound::AtLeast => line.score <= now,
                Bound::AtMost => line.score >= now,
            };
            bounds[line.bound as usize] += 1;
            assert!(
                is_true,
                "{} {limits:?}: {line:?}, but {before:?} at depth {depth}, then {now:?}",
                game.write_position(state)
            );
        }
    }
    assert!(bounds.iter().all(|&count| count > 5), "all kinds of lines occur: {bounds:?}");
}

#[test]
fn the_lines_of_a_stopped_search_are_labelled_truthfully() {
    stopped_lines_are_true(&ConnectFour::new(5, 5).unwrap(), &ConnectFourKnowledge::default(), 3000, 79);
    stopped_lines_are_true(&Mnk::new(4, 3, 3).unwrap(), &MnkKnowledge::default(), 2000, 83);
}
