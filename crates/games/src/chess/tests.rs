use cozy_chess::Board;
use rootward_game::{
    Game, Notation, Outcome, Proof, Proofs, Score, Side, Window, contract, legal_moves, outcome_at, perft,
};

use super::{Chess, ChessKnowledge, Position, san, see};

fn at(fen: &str) -> Position {
    Chess::default().parse_position(fen).unwrap()
}

#[test]
fn the_contract_holds() {
    contract::check(&Chess::default(), &ChessKnowledge::default(), 2, 7);
    contract::check(&Chess::fischer_random(0).unwrap(), &ChessKnowledge::default(), 2, 8);
}

/// Counts that chess programmers publish (perft results of the chess programming wiki).
#[test]
fn published_counts_of_lines() {
    let game = Chess::default();
    for (fen, depth, lines) in [
        ("", 4, 197_281),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 4, 7_059),
    ] {
        assert_eq!(perft(&game, &at(fen), depth), lines, "{fen}");
    }
}

/// Nobody is mated by a bare king, but every other piece may.
#[test]
fn only_a_bare_king_is_sure_not_to_win() {
    let proof = |fen: &str| ChessKnowledge::default().prove(&Chess::default(), &at(fen), Window::FULL);
    for rest in ["b - - 0 1", "b - - 99 100", "b - - 120 100"] {
        let bare_to_move = proof(&format!("8/8/8/8/8/k5K1/1R6/8 {rest}"));
        assert_eq!(bare_to_move, Proof::at_most(Score::DRAW));
    }
    assert_eq!(proof("8/8/8/8/8/k5K1/1R6/8 w - - 0 1"), Proof::at_least(Score::DRAW));
    assert_eq!(proof("8/8/8/8/8/k5K1/1R6/7q w - - 0 1"), Proof::nothing());
    // A knight is enough where the other side helps.
    let smothered = "kr6/ppN5/8/8/8/8/8/7K b - - 0 1";
    assert_eq!(outcome_at(&Chess::default(), &at(smothered)), Some(Outcome::Win(Side::First)));
    assert_eq!(proof(smothered), Proof::nothing());
}

/// No line of play from random positions with a bare king ends in its win.
#[test]
fn a_bare_king_wins_no_game() {
    let (game, knowledge) = (Chess::default(), ChessKnowledge::default());
    let mut dice = contract::Dice::new(101);
    let mut bare = 0;
    for _ in 0..60 {
        let mut state = at("4k3/8/8/3pp3/8/8/8/R3K3 w - - 0 1");
        let mut never_wins = None;
        while outcome_at(&game, &state).is_none() {
            let proof = knowledge.prove(&game, &state, Window::FULL);
            if proof != Proof::nothing() {
                let side = game.to_move(&state);
                never_wins = Some(if proof.at_most == Score::DRAW { side } else { side.other() });
            }
            let moves = legal_moves(&game, &state);
            state = game.apply(&state, moves[dice.below(moves.len())]);
        }
        if let Some(side) = never_wins {
            bare += 1;
            assert_ne!(outcome_at(&game, &state), Some(Outcome::Win(side)));
        }
    }
    assert!(bare > 20, "{bare} games with a bare king");
}

#[test]
fn the_ends_of_a_game() {
    let end = |fen: &str| outcome_at(&Chess::default(), &at(fen));
    assert_eq!(end("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Some(Outcome::Win(Side::First)));
    assert_eq!(end("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(Outcome::Draw));
    assert_eq!(end("7k/8/6K1/8/8/8/8/R7 w - - 100 90"), Some(Outcome::Draw));
    assert_eq!(end("R6k/8/6K1/8/8/8/8/8 b - - 100 90"), Some(Outcome::Win(Side::First)));
    assert_eq!(end("7k/8/6K1/8/8/8/8/N7 w - - 0 1"), Some(Outcome::Draw));
    assert_eq!(end("7k/8/6K1/8/8/8/8/1BB5 w - - 0 1"), None);
    assert_eq!(end("b6k/8/6K1/8/8/8/8/7B w - - 0 1"), Some(Outcome::Draw), "bishops on squares of one colour");
    assert_eq!(end("7k/8/6K1/8/8/8/7p/8 w - - 0 1"), None);
}

#[test]
fn kings_do_not_stand_side_by_side() {
    assert!(Chess::default().parse_position("8/8/8/3kK3/8/8/8/Q7 w - - 0 1").is_err());
}

#[test]
fn moves_are_written_as_people_write_them() {
    let game = Chess::default();
    let all = |fen: &str| -> Vec<String> {
        let state = at(fen);
        legal_moves(&game, &state).iter().map(|mv| san::write(&game, &state, *mv)).collect()
    };
    let has = |fen: &str, text: &str| assert!(all(fen).iter().any(|mv| mv == text), "{text} of {:?}", all(fen));
    has("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O");
    has("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxh8+");
    has("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+");
    has("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6");
    has("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Nge2");
    has("3k4/R7/8/8/8/8/8/R3K3 w - - 0 1", "R1a4");
    has("2k5/8/8/4Q2Q/8/8/8/K6Q w - - 0 1", "Qh5h2");
    has("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#");
}

#[test]
fn every_written_move_is_read_back() {
    let game = Chess::default();
    for state in contract::random_game(&game, &mut contract::Dice::new(3), 200) {
        for mv in legal_moves(&game, &state) {
            let written = game.write_move(&state, mv);
            assert_eq!(game.parse_move(&state, &written), Ok(mv), "{written}");
            let coordinates = super::coordinates::write(&game, &state, mv);
            assert_eq!(game.parse_move(&state, &coordinates), Ok(mv), "{coordinates}");
        }
    }
}

#[test]
fn loosely_written_moves_are_understood() {
    let game = Chess::default();
    let state = at("r3k2r/1P6/8/8/8/5p2/8/R3K1NR w KQkq - 0 1");
    for (text, expected) in
        [("Nf3", "Nxf3"), ("Nxf3!?", "Nxf3"), ("bxa8Q", "bxa8=Q+"), ("b8=n", "b8=N"), ("b7a8q", "bxa8=Q+")]
    {
        let read = game.parse_move(&state, text).map(|mv| game.write_move(&state, mv));
        assert_eq!(read.ok().as_deref(), Some(expected), "{text}");
    }
    let castling = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["O-O", "0-0", "e1g1", "e1h1"] {
        let mv = game.parse_move(&castling, text).unwrap();
        assert_eq!(game.write_move(&castling, mv), "O-O");
    }
}

/// Taking en passant would leave the king in check from the rook, so the right to do so makes no other position.
#[test]
fn an_en_passant_right_that_no_legal_move_can_use_makes_no_other_position() {
    let game = Chess::default();
    let key = |fen: &str| game.key(&game.parse_position(fen).unwrap());
    assert_eq!(key("8/8/8/KPp4r/8/8/8/7k w - c6 0 1"), key("8/8/8/KPp4r/8/8/8/7k w - - 0 1"));
    assert_ne!(key("8/8/8/1Pp4r/K7/8/8/7k w - c6 0 1"), key("8/8/8/1Pp4r/K7/8/8/7k w - - 0 1"));
}

#[test]
fn a_clock_of_any_length_is_read_and_written_and_counts_on() {
    let game = Chess::default();
    for clock in [0, 99, 100, 149, 150, 400, 65_000] {
        let fen = format!("8/8/4k3/8/8/4K3/8/R7 w - - {clock} 80");
        let position = game.parse_position(&fen).unwrap();
        assert_eq!((game.write_position(&position), position.clock()), (fen, clock));
        let after = |text| {
            game.apply(
                &position,
                game.parse_move(&game.parse_position("8/8/4k3/8/8/4K3/8/R7 w - - 0 1").unwrap(), text).unwrap(),
            )
        };
        assert_eq!(after("Ra6+").clock(), clock + 1);
    }
}

#[test]
fn bad_positions_are_refused_in_a_sentence() {
    let error = |text: &str| Chess::default().parse_position(text).unwrap_err().to_string();
    assert!(error("8/8").contains("has 1 field;"));
    assert!(error("8/8/8/8/8/8/8 w - -").contains("7 ranks"));
    assert!(error("8/8/8/8/8/8/8/9 w - -").contains("rank 1"));
    assert!(error("8/8/8/8/8/8/8/8 w - -").contains("cannot stand"));
    assert!(error("k7/8/8/8/8/8/8/K7 x - -").contains("'x' is not a side"));
    assert!(error("k7/8/8/8/8/8/8/K7 w KQ -").contains("castling rights 'KQ'"));
    assert!(error("k7/8/8/8/8/8/8/K7 w - e6").contains("'e6'"));
    for clock in ["-1", "+1", "x", "65536", "5000000000"] {
        let message = error(&format!("k7/8/8/8/8/8/8/K7 w - - {clock} 1"));
        assert!(message.contains(&format!("'{clock}'")) && message.contains("whole number"), "{message}");
    }
}

#[test]
fn exchanges_are_counted_to_the_end() {
    let see_at_least = |fen: &str, mv: &str, points: i32| {
        let board: Board = fen.parse().unwrap();
        see::see_at_least(&board, mv.parse().unwrap(), points)
    };
    // Positions whose exchanges are easily counted by hand.
    let hanging = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1";
    assert!(see_at_least(hanging, "e1e5", 100) && !see_at_least(hanging, "e1e5", 101), "a pawn nobody guards");
    let guarded = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
    assert!(!see_at_least(guarded, "d3e5", 0) && see_at_least(guarded, "d3e5", 100 - 320), "a knight for a pawn");
    let x_ray = "3r3k/3r4/8/3p4/8/8/3R4/3R3K w - - 0 1";
    assert!(!see_at_least(x_ray, "d2d5", 0), "two rooks against two and a pawn");
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert!(see_at_least(en_passant, "e5d6", 100) && !see_at_least(en_passant, "e5d6", 101));
    let king = "4k3/3p4/8/8/8/8/3R4/3RK3 w - - 0 1";
    assert!(see_at_least(king, "d2d7", 100), "the king cannot take back");
}

#[test]
fn a_square_behind_a_pawn_counts_only_if_it_can_be_taken_there() {
    let game = Chess::default();
    let key = |fen: &str| game.key(&at(fen));
    let (with, without) = ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    assert_eq!(key(with), key(without));
    let (with, without) = ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    assert_ne!(key(with), key(without));
}

#[test]
fn castling_rights_of_chess960_are_read_both_ways() {
    let game = Chess::fischer_random(0).unwrap();
    let read = |rights: &str| game.parse_position(&format!("nrbkqrbr/8/8/8/8/8/8/NRBKQRBR w {rights} - 0 1"));
    assert_eq!(read("KQkq").unwrap(), read("HBhb").unwrap(), "K is the outermost rook");
    assert_ne!(read("FBfb").unwrap(), read("HBhb").unwrap());
    let strange = Chess::default().parse_position("nrbkqrbr/8/8/8/8/8/8/NRBKQRBR w KQkq - 0 1");
    assert!(strange.unwrap_err().to_string().contains("castling rights 'KQkq' do not fit"));
    assert!(game.parse_position("8888888888888888k/8 w KQkqkkk - 0 1").is_err());
}

#[test]
fn checks_are_seen_before_they_are_given() {
    let game = Chess::default();
    let mut checks = 0;
    for seed in 0..40 {
        for state in contract::random_game(&game, &mut contract::Dice::new(seed), 200) {
            for mv in legal_moves(&game, &state) {
                let gives = state.after(mv).is_check();
                assert_eq!(super::check::gives_check(&state, mv), gives, "{mv} in {}", state.board());
                checks += u32::from(gives);
            }
        }
    }
    assert!(checks > 1000, "{checks}");
}

/// Positions and counts from tricky.perft of python-chess.
#[test]
fn castling_rights_may_mean_the_outermost_rook_of_chess960() {
    let game = Chess::fischer_random(518).unwrap();
    for (fen, depth, lines) in [
        ("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq -", 3, 12_333),
        ("r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq -", 3, 20_218),
        ("4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ -", 3, 12_858),
    ] {
        let state = game.parse_position(fen).unwrap();
        assert_eq!(perft(&game, &state, depth), lines, "{fen}");
        assert_eq!(game.parse_position(&game.write_position(&state)), Ok(state), "{fen}");
    }
    assert!(Chess::default().parse_position("1k5r/8/8/8/8/8/8/R2K4 w K - 0 1").is_err(), "no rook to the right");
}

/// Positions that no game leads to, and counts, from tricky.perft of python-chess.
#[test]
fn en_passant_is_allowed_after_a_check_that_the_double_step_did_not_give() {
    let game = Chess::default();
    for (fen, counts) in [
        ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3", [6, 121, 711]),
        ("1b1k4/8/8/1rPpK3/8/8/8/8 w - d6", [5, 100, 555]),
        ("rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6", [2, 92, 2528]),
    ] {
        let state = game.parse_position(fen).unwrap();
        for (depth, lines) in (1..).zip(counts) {
            assert_eq!(perft(&game, &state, depth), lines, "{fen}, depth {depth}");
        }
        let written = game.write_position(&state);
        assert!(written.starts_with(fen.rsplit_once(' ').unwrap().0), "{written}");
        assert_eq!(game.parse_position(&written), Ok(state), "{written}");
    }
    // A capture en passant does not answer the knight's check: the right does not exist.
    let by_knight = game.parse_position("8/8/1N6/8/2kPp3/8/8/4K3 b - d3 7 9").unwrap();
    assert_eq!(by_knight.board().en_passant(), None);
    let sliding = game.parse_position("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 7 9").unwrap();
    assert_eq!((sliding.board().halfmove_clock(), sliding.board().fullmove_number()), (7, 9));
    for bad in ["8/8/8/1k6/4p3/8/8/4KQ2 b - d3", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d6", "8/8/8/1k6/3Pp3/8/3N4/4KQ2 b - d3"] {
        assert!(game.parse_position(bad).unwrap_err().to_string().contains("taken in passing"), "{bad}");
    }
}
