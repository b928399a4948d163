//! Properties of the evaluation, and what single features count.

use cozy_chess::{BoardBuilder, Move};
use rootward_game::contract::Dice;

use super::terms::TERMS;
use super::*;

/// The positions of random games.
fn random_boards(games: usize, seed: u64) -> Vec<Board> {
    let mut dice = Dice::new(seed);
    let mut boards = Vec::new();
    for _ in 0..games {
        let mut board = Board::default();
        for _ in 0..150 {
            boards.push(board.clone());
            let mut moves: Vec<Move> = Vec::new();
            board.generate_moves(|list| {
                moves.extend(list);
                false
            });
            if moves.is_empty() {
                break;
            }
            // Captures are twice as likely, or few endings would be reached.
            let captures: Vec<Move> = moves.iter().copied().filter(|mv| board.occupied().has(mv.to)).collect();
            let from = if captures.is_empty() || dice.below(2) == 0 { &moves } else { &captures };
            board.play(from[dice.below(from.len())]);
        }
    }
    boards
}

/// The same position with the sides exchanged.
fn exchanged(board: &Board) -> Board {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = !board.side_to_move();
    for square in board.occupied() {
        let (piece, side) = (board.piece_on(square).unwrap(), board.color_on(square).unwrap());
        *builder.square_mut(square.flip_rank()) = Some((piece, !side));
    }
    for side in Color::ALL {
        *builder.castle_rights_mut(side) = *board.castle_rights(!side);
    }
    builder.build().unwrap()
}

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The counts of all features that occur, White's minus Black's.
fn counts(fen: &str) -> std::collections::HashMap<String, i32> {
    let mut counts = Counts::new();
    look(&board(fen), &mut counts);
    let name = |feature: usize| TERMS[2 * feature].name.trim_end_matches(":mg").to_owned();
    counts.0.into_iter().enumerate().filter(|(_, count)| *count != 0).map(|(f, count)| (name(f), count)).collect()
}

fn count(fen: &str, feature: &str) -> i32 {
    assert!(TERMS.iter().any(|term| term.name.trim_end_matches(":mg") == feature), "no feature {feature}");
    counts(fen).get(feature).copied().unwrap_or(0)
}

#[test]
fn the_evaluation_is_the_weighted_sum_whatever_the_weights() {
    let mut dice = Dice::new(5);
    for game in 0..20 {
        let mut weights = Weights::zero();
        for term in 0..Weights::count() {
            weights.set(term, dice.below(400) as i32 - 200);
        }
        for board in random_boards(1, 100 + game) {
            let terms = measure(&board).into_iter().enumerate();
            let sum: i64 = terms.map(|(term, measure)| i64::from(weights.get(term)) * i64::from(measure)).sum();
            assert_eq!(i64::from(evaluate(&board, &weights)), sum / i64::from(SCALE), "{board}");
        }
    }
}

#[test]
fn both_sides_see_the_same() {
    let weights = Weights::default();
    for board in random_boards(60, 7) {
        let other = exchanged(&board);
        assert_eq!(evaluate(&board, &weights), -evaluate(&other, &weights), "{board}");
        assert_eq!(measure(&board), measure(&other).into_iter().map(|m| -m).collect::<Vec<_>>(), "{board}");
        assert_eq!(piece_squares(&board, &weights), -piece_squares(&other, &weights), "{board}");
    }
}

#[test]
fn the_start_is_equal_but_for_the_move() {
    let found = counts("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(found, [("tempo".to_owned(), 1)].into());
    assert_eq!(Stage::of(&Board::default()), Stage { phase: 24, scale_factor: 16 });
}

#[test]
fn material_and_squares_are_counted_for_white_minus_black() {
    let fen = "4k3/8/8/3n4/8/2N5/8/R3K3 w - - 0 1";
    assert_eq!([count(fen, "knight"), count(fen, "rook"), count(fen, "queen")], [0, 1, 0]);
    assert_eq!([count(fen, "knight-on-c3"), count(fen, "knight-on-d4"), count(fen, "rook-on-a1")], [1, -1, 1]);
    let mirrored = count("4k3/8/8/4n3/8/5N2/8/4K2R w - - 0 1", "knight-on-c3");
    assert_eq!(mirrored, 1, "f3 is the mirror image of c3");
}

#[test]
fn passed_pawns_are_counted_with_what_stands_in_their_way() {
    let free = "4k3/8/8/1P6/8/8/6p1/4K3 w - - 0 1";
    assert_eq!([count(free, "passed-pawn-5"), count(free, "passed-pawn-7")], [1, -1]);
    assert_eq!(count("4k3/p7/8/1P6/8/8/8/4K3 w - - 0 1", "passed-pawn-5"), 0, "a pawn beside its way stops it");
    assert_eq!(count("4k3/8/8/1P6/8/p7/8/4K3 w - - 0 1", "passed-pawn-5"), 1, "a pawn beside and behind does not");
    assert_eq!(count("4k3/8/1n6/1P6/8/8/8/4K3 w - - 0 1", "passed-pawn-blocked-5"), 1);
    assert_eq!(count("4k3/8/8/1P6/8/8/8/4K3 w - - 0 1", "passed-pawn-safe-path-5"), 1);
    let safe_step = "7k/1n6/8/1P6/8/8/8/4K3 w - - 0 1";
    assert_eq!([count(safe_step, "passed-pawn-safe-step-5"), count(safe_step, "passed-pawn-safe-path-5")], [1, 0]);
    assert_eq!(count("4k3/8/8/1P6/8/8/1R6/4K3 w - - 0 1", "passed-pawn-rook-behind"), 1);
    assert_eq!(count("4k3/8/8/1P6/8/8/1r6/4K3 w - - 0 1", "passed-pawn-their-rook-behind"), 1);
}

#[test]
fn a_pawn_runs_if_the_king_comes_too_late() {
    assert_eq!(count("8/8/8/P6k/8/8/8/K7 w - - 0 1", "passed-pawn-runs"), 1);
    assert_eq!(count("8/8/8/P3k3/8/8/8/K7 b - - 0 1", "passed-pawn-runs"), 0, "on move the king is in the square");
    assert_eq!(count("8/8/8/P4k2/8/8/8/K7 w - - 0 1", "passed-pawn-runs"), 1, "the pawn moves first");
    assert_eq!(count("8/8/8/P6k/8/8/8/K6n w - - 0 1", "passed-pawn-runs"), 0, "a knight may catch it");
}

#[test]
fn weak_pawns_are_counted() {
    let fen = "4k3/8/8/8/8/P7/P3P3/4K3 w - - 0 1";
    assert_eq!([count(fen, "doubled-pawn"), count(fen, "isolated-pawn")], [1, 3]);
    assert_eq!(count(fen, "isolated-pawn-exposed"), 2, "the rear pawn of the pair is not");
    // White's pawn on d3 has its neighbours in front of it, and c5 attacks d4.
    let backward = "4k3/8/8/2p5/4P3/3P4/8/4K3 w - - 0 1";
    assert_eq!(count(backward, "backward-pawn"), 1);
    assert_eq!(count("4k3/8/8/2p5/4P3/3P4/4P3/4K3 w - - 0 1", "backward-pawn"), 0, "e2 can support it");
    let chain = "4k3/8/8/8/3P4/2P1P3/8/4K3 w - - 0 1";
    assert_eq!([count(chain, "pawn-backed-4"), count(chain, "pawn-phalanx-3")], [1, 0]);
    assert_eq!(count("4k3/8/8/8/2PP4/8/8/4K3 w - - 0 1", "pawn-phalanx-4"), 2);
}

#[test]
fn pieces_on_good_squares_are_counted() {
    assert_eq!(count("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "bishop-pair"), 1);
    assert_eq!(count("4k3/8/8/8/8/B7/8/2B1K3 w - - 0 1", "bishop-pair"), 0, "both on dark squares");
    assert_eq!(count("4k3/p7/8/3N4/4P3/8/8/4K3 w - - 0 1", "knight-outpost"), 1);
    assert_eq!(count("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", "knight-outpost"), 0, "c6 would drive it away");
    assert_eq!(count("4k3/p7/8/8/8/8/P7/3RK3 w - - 0 1", "rook-on-open-file"), 1);
    assert_eq!(count("4k3/3p4/8/8/8/8/P7/3RK3 w - - 0 1", "rook-on-half-open-file"), 1);
    assert_eq!(count("4k3/R7/8/8/8/8/8/4K3 w - - 0 1", "rook-on-seventh"), 1);
    assert_eq!(count("4k3/8/8/8/8/8/5PPP/5K1R w - - 0 1", "rook-trapped"), 1);
    assert_eq!(count("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "knight-reaches-2"), 1);
    assert_eq!(count("4k3/8/2p5/8/8/8/8/N3K3 w - - 0 1", "knight-reaches-2"), 1);
    assert_eq!(count("4k3/8/8/1p6/8/8/8/N3K3 w - - 0 1", "knight-reaches-2"), 1, "b5 attacks a4 and c4, not b3 or c2");
    assert_eq!(count("4k3/8/8/8/p7/8/8/N3K3 w - - 0 1", "knight-reaches-1"), 1, "a4 attacks b3");
}

#[test]
fn threats_are_counted() {
    assert_eq!(count("4k3/8/3r4/4P3/8/8/8/4K3 w - - 0 1", "pawn-attacks-rook"), 1);
    assert_eq!(count("4k3/8/3r4/8/4N3/8/8/4K3 w - - 0 1", "minor-attacks-rook"), 1);
    assert_eq!(count("4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1", "rook-attacks-knight"), 1);
    assert_eq!(count("4k3/4p3/3n4/8/8/8/8/3RK3 w - - 0 1", "rook-attacks-knight"), 0, "a pawn backs it");
    assert_eq!(count("6k1/8/3n4/8/8/8/8/3RK3 w - - 0 1", "hanging-piece"), 1);
    assert_eq!(count("4k3/8/3r4/8/4P3/8/8/4K3 w - - 0 1", "pawn-push-attacks"), 1, "e5 would attack it");
    assert_eq!(count("4k3/5p2/3r1p2/8/4P3/8/8/4K3 w - - 0 1", "pawn-push-attacks"), 0, "f6 would take on e5");
}

#[test]
fn a_king_under_attack_is_in_danger() {
    let attack = counts("6k1/5ppp/8/6N1/8/3B3Q/8/6K1 w - - 0 1");
    let size = |counts: &std::collections::HashMap<String, i32>| -> Option<i32> {
        counts.keys().find_map(|name| name.strip_prefix("attack-of-")?.parse().ok())
    };
    let quiet = counts("6k1/5ppp/8/8/8/3B4/8/Q5K1 w - - 0 1");
    assert!(size(&attack) > size(&quiet) && size(&attack) >= Some(10), "{attack:?}");
    assert_eq!(count("6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1", "shelter-before-2"), 1);
    assert_eq!(count("6k1/8/8/8/8/8/5P1P/6K1 w - - 0 1", "shelter-before-1"), 0, "neither king has a pawn before it");
}

#[test]
fn endings_without_winning_chances_count_less() {
    let scale_factor = |fen: &str| Stage::of(&board(fen)).scale_factor;
    assert_eq!(scale_factor("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), 16);
    assert_eq!(scale_factor("4k3/8/8/8/8/8/8/3BK3 w - - 0 1"), 1);
    assert_eq!(scale_factor("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1"), 1);
    assert_eq!(scale_factor("3bk3/8/8/8/8/8/8/3RK3 w - - 0 1"), 4);
    assert_eq!(scale_factor("3rk3/8/8/8/8/8/8/3QK3 w - - 0 1"), 16);
    assert_eq!(scale_factor("3bk3/pp6/8/8/8/8/PPP5/3BK3 w - - 0 1"), 8, "d8 is dark, d1 is light");
    assert_eq!(scale_factor("2b1k3/pp6/8/8/8/8/PPP5/3BK3 w - - 0 1"), 16);
}

#[test]
fn a_lone_king_is_driven_to_the_edge() {
    let weights = Weights::default();
    let eval = |fen: &str| evaluate(&board(fen), &weights);
    assert!(eval("k7/8/2K5/8/8/8/8/7R w - - 0 1") > eval("8/8/2K5/4k3/8/8/8/7R w - - 0 1"));
    assert!(eval("k7/8/2K5/8/8/8/8/7R w - - 0 1") > eval("k7/8/8/8/8/5K2/8/7R w - - 0 1"));
}

#[test]
fn a_piece_more_is_worth_about_what_it_should() {
    let weights = Weights::default();
    let eval = |fen: &str| evaluate(&board(fen), &weights);
    let without_knight = eval("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!((200..600).contains(&without_knight), "{without_knight}");
    let without_pawn = eval("rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!((30..300).contains(&without_pawn), "{without_pawn}");
}
