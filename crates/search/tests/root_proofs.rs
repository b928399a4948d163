//! What the root's own moves and the game's knowledge prove about the root is reported, and ends the search where it leaves one
//! value. (That it is true is tested with `path_rules`, whose oracle checks the limits of every report.)

use rootward_game::{Bound, Notation, Proof, Score};
use rootward_games::chess::{Chess, ChessKnowledge, Move};
use rootward_games::tree::{Node, Tree, TreeKnowledge};
use rootward_search::{Limits, Report, Search, SharedTable, Techniques};

fn searched(fen: &str, techniques: Techniques, limits: Limits) -> Report<Move> {
    let (chess, knowledge) = (Chess::default(), ChessKnowledge::default());
    let state = chess.parse_position(fen).unwrap();
    let table = SharedTable::with_bytes(1 << 20);
    Search::new(&chess).knowledge(&knowledge).table(&table).techniques(techniques).limits(limits).run(&state)
}

/// A draw that a single move proves was not even reported as a bound, and the search went on to its limit.
#[test]
fn a_move_that_draws_for_a_side_that_cannot_win_settles_the_value() {
    for clock in [0, 40, 91, 99] {
        let fen = format!("8/8/8/8/8/k5K1/1R6/8 b - - {clock} 100");
        for techniques in [Techniques::EXACT, Techniques::ALL] {
            let report = searched(&fen, techniques, Limits::nodes(1000));
            assert_eq!((report.score, report.bound, report.proven), (Score::DRAW, Bound::Exact, true), "{fen}");
            assert_eq!((report.stopped, report.limits), (false, Proof::exactly(Score::DRAW)), "{fen}");
            assert_eq!(report.best().map(|mv| mv.to_string()).as_deref(), Some("a3b2"), "{fen}");
        }
    }
}

#[test]
fn what_is_proven_is_reported_though_the_value_is_not_known() {
    let strong = searched("8/8/8/8/3k4/8/8/R3K3 w - - 0 1", Techniques::EXACT, Limits::nodes(2000));
    assert_eq!((strong.limits.at_least, strong.proven), (Score::DRAW, false));
    let weak = searched("8/8/8/8/3k4/8/8/R3K3 b - - 0 1", Techniques::EXACT, Limits::nodes(2000));
    assert_eq!((weak.limits.at_most, weak.proven), (Score::DRAW, false));
    // Black, who has a pawn left, takes the rook: after that White cannot win, whatever Black can.
    let by_move = searched("8/8/8/8/6p1/k5K1/1R6/8 b - - 0 1", Techniques::EXACT, Limits::depth(1));
    assert!(by_move.limits.at_least >= Score::DRAW && !by_move.proven, "{:?}", by_move.limits);
    // Where nothing is proven, nothing is claimed.
    let open = searched("", Techniques::ALL, Limits::nodes(5000));
    assert_eq!((open.limits, open.proven), (Proof::nothing(), false));
}

/// The value of a chance node is no maximum of its outcomes.
#[test]
fn outcomes_of_chance_prove_nothing_about_the_root_by_themselves() {
    let tree = Tree::parse("chance(1/2: (3 9) 1/2: 5)").unwrap();
    let report = Search::new(&tree).knowledge(&TreeKnowledge).limits(Limits::depth(1)).run(&Node::ROOT);
    let Proof { at_least, at_most, .. } = report.limits;
    assert!(at_least <= report.score && report.score <= at_most, "{:?}", report.limits);
}
