//! The known numbers of tic-tac-toe, the contract of a game, and texts of all kinds.

use std::collections::HashSet;

use proptest::prelude::*;
use rootward_game::{
    Evaluation, Game, Linear, MoveOrdering, Notation, Outcome, Proof, Proofs, Score, Side, Tactics, Window, contract,
    legal_moves, outcome_at, perft,
};

use super::{Mnk, MnkKnowledge, Position};

fn game(variant: &str) -> Mnk {
    Mnk::parse_variant(variant).unwrap()
}

fn position(game: &Mnk, text: &str) -> Position {
    game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Every position that can be reached, by key.
fn reachable(game: &Mnk) -> HashSet<u64> {
    let mut seen = HashSet::new();
    let mut open = vec![game.initial()];
    while let Some(state) = open.pop() {
        if seen.insert(game.key(&state).unwrap()) {
            open.extend(legal_moves(game, &state).into_iter().map(|cell| game.apply(&state, cell)));
        }
    }
    seen
}

/// The value for the side to move, by plain minimax.
fn minimax(game: &Mnk, state: &Position) -> Score {
    let side = game.to_move(state);
    if let Some(outcome) = outcome_at(game, state) {
        return outcome.score_for(side);
    }
    let values = legal_moves(game, state).into_iter().map(|cell| minimax(game, &game.apply(state, cell)));
    values.map(|value| value.from_child(true)).max().unwrap()
}

mod tic_tac_toe {
    use super::*;

    #[test]
    fn lines_of_play_are_as_many_as_everybody_counts() {
        let game = Mnk::default();
        let counts: Vec<u64> = (0..=9).map(|depth| perft(&game, &game.initial(), depth)).collect();
        assert_eq!(counts, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
        assert_eq!(counts.iter().sum::<u64>(), 549_946);
    }

    #[test]
    fn there_are_255_168_complete_games() {
        fn games(game: &Mnk, state: &Position) -> u64 {
            if game.outcome(state).is_some() {
                return 1;
            }
            legal_moves(game, state).into_iter().map(|cell| games(game, &game.apply(state, cell))).sum()
        }
        assert_eq!(games(&Mnk::default(), &Mnk::default().initial()), 255_168);
    }

    #[test]
    fn there_are_5_478_positions_and_the_parser_accepts_no_others() {
        let game = Mnk::default();
        let reachable = reachable(&game);
        assert_eq!(reachable.len(), 5_478);
        let texts = (0..3_usize.pow(9)).map(|number| {
            let letter = |cell: u32| ['.', 'X', 'O'][number / 3_usize.pow(cell) % 3].to_string();
            (0..9).map(|cell| if cell % 3 == 2 && cell < 8 { letter(cell) + "/" } else { letter(cell) }).collect()
        });
        let accepted = texts.filter_map(|text: String| game.parse_position(&text).ok());
        let accepted: HashSet<u64> = accepted.map(|state| game.key(&state).unwrap()).collect();
        assert_eq!(accepted, reachable);
    }

    #[test]
    fn perfect_play_ends_in_a_draw() {
        let game = Mnk::default();
        assert_eq!(minimax(&game, &game.initial()), Score::DRAW);
    }

    #[test]
    fn the_lectures_heuristic_counts_open_lines() {
        let game = Mnk::default();
        let mut knowledge = MnkKnowledge::default();
        // By hand: the lines without an O minus the lines without an X.
        for (text, max, min) in [
            ("", 8, 8),
            (".../.X./...", 8, 4),
            ("X../.../...", 8, 5),
            (".X./.../...", 8, 6),
            (".O./.X./...", 6, 4),
            ("O../.X./...", 5, 4),
            ("XO./.../...", 6, 5),
            ("XOX/XOO/OXX", 0, 0),
            ("XXX/OO./...", 3, 2),
        ] {
            let state = position(&game, text);
            assert_eq!(knowledge.measure(&game, &state), [max, -min], "{text}");
            assert_eq!(knowledge.evaluate(&game, &state), max - min, "{text}");
        }
        knowledge.set_weights("open-lines-max=3, open-lines-min=2").unwrap();
        assert_eq!(knowledge.evaluate(&game, &position(&game, ".../.X./...")), 3 * 8 - 2 * 4);
    }

    #[test]
    fn the_centre_goes_first_and_then_the_corners() {
        let game = Mnk::default();
        let order = |text: &str| {
            let cell = game.parse_move(&game.initial(), text).unwrap();
            MnkKnowledge::default().priority(&game, &game.initial(), cell)
        };
        assert_eq!(["b2", "a1", "c3", "b1", "a2"].map(order), [4, 3, 3, 2, 2]);
    }

    #[test]
    fn the_picture_has_coordinates() {
        let game = Mnk::default();
        let picture = " 3  X . O\n 2  . X .\n 1  . . O\n\n    a b c\n";
        assert_eq!(game.draw(&position(&game, "X.O/.X./..O")), picture);
    }
}

mod knowledge {
    use super::*;

    #[test]
    fn a_board_has_the_picture_s_squares_and_the_legal_moves() {
        let game = game("4,3,3");
        let board = rootward_game::Notation::board(&game, &position(&game, "X.../.O../....")).unwrap();
        let at = |name: &str| board.squares.iter().find(|square| square.name == name).unwrap();
        assert_eq!((board.columns, board.rows, board.squares.len(), board.moves.len()), (4, 3, 12, 10));
        assert_eq!((at("a3").piece.as_deref(), at("a3").column, at("a3").row), (Some("X"), 0, 0));
        assert_eq!((at("b2").piece.as_deref(), at("d1").piece.as_deref(), at("d1").row), (Some("O"), None, 2));
        assert!(board.moves.iter().all(|mv| mv.text == mv.to && at(&mv.to).piece.is_none()));
    }

    fn proof(game: &Mnk, text: &str) -> Proof {
        MnkKnowledge::default().prove(game, &position(game, text), Window::FULL)
    }

    #[test]
    fn proofs_are_given_where_the_lines_show_them() {
        let game = Mnk::default();
        assert_eq!(proof(&game, ""), Proof::nothing());
        assert_eq!(proof(&game, "XX./OO./..."), Proof::exactly(Score::win_in(1)));
        assert_eq!(proof(&game, "X.X/.O./X.O"), Proof::exactly(Score::loss_in(2)));
        assert_eq!(proof(&game, "XOX/XOO/OX."), Proof::exactly(Score::DRAW));
    }

    #[test]
    fn proofs_agree_with_minimax_everywhere() {
        for variant in ["3,3,3", "3,3,2", "4,2,3", "5,2,4", "3,2,1"] {
            let game = game(variant);
            let mut dice = contract::Dice::new(5);
            let games = (0..40).flat_map(|_| contract::random_game(&game, &mut dice, 64).split_off(2));
            for state in games.filter(|state| game.outcome(state).is_none()) {
                let proof = MnkKnowledge::default().prove(&game, &state, Window::FULL);
                let value = minimax(&game, &state);
                let text = game.write_position(&state);
                assert!(proof.at_least <= value && value <= proof.at_most, "{variant} {text}: {value:?}, {proof:?}");
            }
        }
    }

    #[test]
    fn a_position_is_noisy_where_a_stone_would_win() {
        let game = game("4,3,3");
        let noisy = |text: &str| {
            let state = position(&game, text);
            let mut moves = Vec::new();
            MnkKnowledge::default().noisy_moves(&game, &state, &mut |cell| moves.push(game.write_move(&state, cell)));
            moves
        };
        assert_eq!(noisy("..../.X../O..."), Vec::<String>::new());
        assert_eq!(noisy(".XX./..../OO.."), ["c1", "a3", "d3"]);
    }
}

mod text {
    use super::*;

    fn refused(game: &Mnk, text: &str) -> String {
        game.parse_position(text).unwrap_err().to_string()
    }

    #[test]
    fn positions_are_read_in_many_hands() {
        let game = Mnk::default();
        for text in ["X.O/.X./..O", " x-o/-x-/--o\n", "X_o/_X_/__O"] {
            assert_eq!(game.write_position(&position(&game, text)), "X.O/.X./..O");
        }
        assert_eq!(game.write_position(&position(&game, "")), ".../.../...");
        assert_eq!(game.to_move(&position(&game, "X.O/.X./..O")), Side::First);
        assert_eq!(game.to_move(&position(&game, "X.O/.X./...")), Side::Second);
    }

    #[test]
    fn wrong_positions_are_refused_with_the_reason() {
        let game = Mnk::default();
        let shape = "expected 3 rows like ..., with '/' between them";
        assert_eq!(refused(&game, "X.O/.X."), format!("line 1, column 1: 2 rows instead of 3; {shape}"));
        assert_eq!(refused(&game, "X.O/.X/..O"), format!("line 1, column 5: 2 cells instead of 3 in row 2; {shape}"));
        assert_eq!(refused(&game, "X.O/.X./.é?"), "line 1, column 10: 'é' is not a cell; expected 'X', 'O' or '.'");
        let numbers = "expected as many X as O, or one more, since X begins";
        assert_eq!(refused(&game, "X.X/.../..."), format!("line 1, column 1: there are 2 X and 0 O; {numbers}"));
        assert_eq!(refused(&game, "O../.../..."), format!("line 1, column 1: there are 0 X and 1 O; {numbers}"));
        assert!(refused(&game, "XXX/OOO/...").contains("both sides have won"));
        assert!(refused(&game, "XXX/OO./..O").contains("O has moved after X won"));
        assert!(refused(&game, "OOO/XX./X.X").contains("X has moved after O won"));
    }

    #[test]
    fn variants_are_read_or_refused_with_the_reason() {
        assert_eq!(game(" 5, 4 ,3").name(), "mnk:5,4,3");
        assert_eq!(game("3,3,3").name(), "tic-tac-toe");
        let refused = |text: &str| Mnk::parse_variant(text).unwrap_err().to_string();
        let expected = "expected columns,rows,in-a-row, such as 5,5,4";
        assert_eq!(refused("5"), format!("'5' has 1 number; {expected}"));
        assert_eq!(refused("5,x,4"), format!("'x' is not a whole number; {expected}"));
        assert_eq!(refused("5,-5,4"), format!("'-5' is not a whole number; {expected}"));
        assert_eq!(refused("99999,99999,5"), "a board of 99999 columns and 99999 rows; expected from 1 to 16 of each");
    }

    #[test]
    fn the_cells_of_the_winning_lines_can_be_shown() {
        let game = game("4,3,3");
        assert_eq!(game.winning_cells(&position(&game, "XXX./OO../....")), Some(0b0111_0000_0000));
        assert_eq!(game.winning_cells(&position(&game, "XX../OO../....")), None);
        let state = position(&game, "OO.X/XXXX/OO..");
        assert_eq!(game.outcome(&state), Some(Outcome::Win(Side::First)));
        assert_eq!(game.winning_cells(&state), Some(0b1111_0000));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text: String, columns in 1u32..9, rows in 1u32..9) {
            let game = Mnk::new(columns, rows, 1).unwrap();
            prop_assert!(game.parse_position(&text).map_or_else(|error| error.place.is_some(), |_| true));
            let _ = game.parse_move(&game.initial(), &text);
            let _ = Mnk::parse_variant(&text);
        }

        #[test]
        fn what_is_accepted_reads_back(text in "[XOxo._-]{4}/[XO.]{4}/[XO.-]{4}") {
            let game = game("4,3,3");
            match game.parse_position(&text) {
                Ok(state) => prop_assert_eq!(game.write_position(&state), text.to_uppercase().replace(['-', '_'], ".")),
                Err(error) => prop_assert_eq!(error.place, Some((1, 1))),
            }
        }

        #[test]
        fn any_three_numbers_make_a_game_or_an_error(columns in 0u32..20, rows in 0u32..20, in_a_row in 0u32..20) {
            let variant = format!("{columns},{rows},{in_a_row}");
            let expected = if variant == "3,3,3" { "tic-tac-toe".to_owned() } else { format!("mnk:{variant}") };
            if let Ok(game) = Mnk::parse_variant(&variant) {
                prop_assert_eq!(game.name(), expected);
            }
            prop_assert_eq!(Mnk::new(columns, rows, in_a_row).is_ok(), Mnk::new(rows, columns, in_a_row).is_ok());
        }
    }
}

#[test]
fn every_variant_keeps_the_contract_of_a_game() {
    for variant in ["3,3,3", "4,4,4", "5,4,3", "1,1,1", "16,4,5", "4,16,4", "8,8,5", "7,1,3"] {
        contract::check(&game(variant), &MnkKnowledge::default(), 30, 1);
        contract::check_linear(&game(variant), MnkKnowledge::default(), 30, 2);
    }
}
