//! Known facts about these endgames, checked against the tables: counts of all positions, lengths of mates.

use std::sync::Arc;

use cozy_chess::{Board, BoardBuilder, Color, GameStatus, Piece};
use rootward_game::{Bound, Notation, Score, ScoreKind, Tablebase as _};
use rootward_games::chess::{Chess, ChessKnowledge};
use rootward_search::{Limits, Report, Search, SharedTable, Techniques};
use rootward_syzygy::{FARTHEST, Syzygy, Tablebase, Wdl};

fn tables() -> Tablebase {
    Tablebase::open(&[concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables")]).unwrap()
}

/// Is this the smallest of the position's eight rotations and reflections (two, with pawns)? It represents all of them.
fn stands_for_all(squares: &[usize], pawns: bool) -> bool {
    let turn = |way: usize, square: usize| {
        let square = if way & 1 == 0 { square } else { square ^ 7 };
        let square = if way & 2 == 0 { square } else { square ^ 56 };
        if way & 4 == 0 { square } else { square >> 3 | (square & 7) << 3 }
    };
    let ways = if pawns { 2 } else { 8 };
    (0..ways).all(|way| squares.iter().map(|&square| turn(way, square)).ge(squares.iter().copied()))
}

/// Won, drawn and lost positions of White's pieces against a bare king, for White and for Black to move.
fn count(pieces: &[Piece]) -> [[u32; 3]; 2] {
    let tables = tables();
    let pawns = pieces.contains(&Piece::Pawn);
    let men = pieces.len() + 2;
    let mut counts = [[0; 3]; 2];
    let mut squares = vec![0usize; men];
    for number in 0..64u64.pow(men as u32) {
        for (place, square) in squares.iter_mut().enumerate() {
            *square = (number >> (6 * (men - 1 - place)) & 63) as usize;
        }
        // White's king comes first: without pawns it is in one quarter of the smallest equivalent position.
        if squares[0] & 7 > 3 || !pawns && squares[0] > 31 || !stands_for_all(&squares, pawns) {
            continue;
        }
        let apart = |shift: usize| (squares[0] >> shift & 7).abs_diff(squares[1] >> shift & 7);
        if apart(0) <= 1 && apart(3) <= 1 {
            continue;
        }
        for side in Color::ALL {
            let Some(board) = position(&squares, pieces, side) else { continue };
            let place = match tables.wdl(&board).expect("every position is known") {
                Wdl::Win => 0,
                Wdl::Loss => 2,
                _ => 1,
            };
            counts[side as usize][place] += 1;
        }
    }
    counts
}

fn position(squares: &[usize], pieces: &[Piece], side: Color) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    let men = [(Piece::King, Color::White), (Piece::King, Color::Black)];
    let men = men.into_iter().chain(pieces.iter().map(|&piece| (piece, Color::White)));
    for (&square, man) in squares.iter().zip(men) {
        let last_rank = !(8..56).contains(&square);
        if builder.board[square].replace(man).is_some() || man.0 == Piece::Pawn && last_rank {
            return None;
        }
    }
    builder.side_to_move = side;
    builder.build().ok()
}

/// Numbers published with the tables: won, drawn and lost, White to move and Black to move.
#[test]
fn every_position_with_three_pieces_is_counted_right() {
    assert_eq!(count(&[Piece::Queen]), [[18_081, 0, 0], [0, 2_896, 25_160]]);
    assert_eq!(count(&[Piece::Rook]), [[21_959, 0, 0], [0, 2_796, 25_260]]);
    assert_eq!(count(&[Piece::Bishop]), [[0, 24_178, 0], [0, 28_056, 0]]);
    assert_eq!(count(&[Piece::Pawn]), [[62_480, 19_184, 0], [0, 35_210, 48_802]]);
}

/// Three million positions.
#[test]
fn every_position_with_bishop_and_knight_is_counted_right() {
    assert_eq!(count(&[Piece::Bishop, Piece::Knight]), [[1_352_913, 6_665, 0], [0, 309_147, 1_398_741]]);
}

/// Plays a position to its end, both sides by the tables' advice. Returns the plies.
fn play_out(fen: &str) -> (u32, GameStatus) {
    let tables = tables();
    let mut board: Board = fen.parse().unwrap();
    for plies in 0.. {
        if board.status() != GameStatus::Ongoing {
            return (plies, board.status());
        }
        assert!(board.halfmove_clock() < 100, "no progress");
        let advice = tables.root_moves(&board).expect("every move is known");
        board.play(advice.moves[0]);
    }
    unreachable!("a game ends")
}

/// The longest of their kind, by the published statistics: without captures and pawns the distance is that to mate.
#[test]
fn the_longest_mates_take_as_long_as_they_should() {
    assert_eq!(play_out("8/8/8/8/4k3/8/1Q6/K7 b - - 0 1"), (20, GameStatus::Won));
    assert_eq!(play_out("8/8/8/8/8/8/2Rk4/1K6 b - - 0 1"), (32, GameStatus::Won));
    // The pawn advances as fast as it can, and the queen mates.
    let (plies, end) = play_out("8/8/7k/8/7K/1P6/8/8 b - - 0 1");
    assert_eq!(end, GameStatus::Won);
    assert!((40..80).contains(&plies), "{plies}");
}

#[test]
fn the_fifty_move_rule_is_kept_in_mind() {
    let tables = tables();
    let proof = |fen: &str| tables.root_moves(&fen.parse().unwrap()).unwrap().proof;
    let won = proof("8/8/8/8/8/3k4/2R5/1K6 w - - 0 80");
    assert!(won.at_least.is_win());
    // The same position, with too few moves left for a mate.
    let late = proof("8/8/8/8/8/3k4/2R5/1K6 w - - 90 80");
    assert_eq!((late.at_least, late.at_most), (Score::DRAW, Score::DRAW));
    // Lost, unless the fifty-move rule saves it.
    assert!(proof("8/8/8/8/8/8/2Rk4/1K6 b - - 0 80").at_most.is_loss());
    assert_eq!(proof("8/8/8/8/8/8/2Rk4/1K6 b - - 80 80").at_most, Score::DRAW);
}

#[test]
fn positions_beyond_the_tables_are_not_known() {
    let tables = tables();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/Q3K2R w - - 0 1",
    ] {
        assert_eq!(tables.wdl(&fen.parse().unwrap()), None, "{fen}");
    }
    assert!(Tablebase::open(&["/nowhere"]).is_err_and(|problem| problem.contains("/nowhere")));
    assert!(Tablebase::open(&[env!("CARGO_MANIFEST_DIR")]).is_err_and(|message| message.contains("no Syzygy tables")));
}

fn search(fen: &str, depth: u32) -> (Report<cozy_chess::Move>, u64) {
    let (chess, knowledge, tables) = (Chess::default(), ChessKnowledge::default(), tables());
    let syzygy = Syzygy::new(Arc::new(tables));
    let table = SharedTable::with_bytes(1 << 20);
    let state = chess.parse_position(fen).unwrap();
    let search =
        Search::new(&chess).knowledge(&knowledge).tablebase(Some(&syzygy)).table(&table).techniques(Techniques::ALL);
    let report = search.limits(Limits::depth(depth)).run(&state);
    (report, syzygy.hits())
}

#[test]
fn a_search_takes_the_tables_word_as_a_proof_without_a_distance() {
    // A pawn takes the last piece: won, but the tables do not say in how many moves.
    let (report, hits) = search("8/k7/8/8/8/4n3/3P4/3K4 w - - 0 1", 3);
    assert_eq!((report.score.kind(), report.bound), (ScoreKind::Win(FARTHEST + 1), Bound::AtLeast));
    assert!(report.proven && hits > 0);
    // A mate that the search finds is reported as a mate.
    let (report, _) = search("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 4);
    assert_eq!(report.score, Score::win_in(1));
}

#[test]
fn a_draw_by_the_tables_is_a_proven_draw() {
    let (drawn, hits) = search("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", 6);
    assert!(hits > 0);
    assert_eq!((drawn.score, drawn.proven), (Score::DRAW, true));
}
