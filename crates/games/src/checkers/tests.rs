//! Known counts, the rules one by one, and a second generator.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rootward_game::contract::{self, Dice, random_game};
use rootward_game::{BoardStep, Evaluation, Game, Notation, Outcome, Side, Tactics, legal_moves, outcome_at, perft};

use super::squares::each;
use super::{Checkers, CheckersKnowledge, Colour, Position, Rules, oracle};

fn position(game: &Checkers, text: &str) -> Position {
    game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn written_moves(game: &Checkers, text: &str) -> Vec<String> {
    let state = position(game, text);
    legal_moves(game, &state).into_iter().map(|mv| game.write_move(&state, mv)).collect()
}

mod rules {
    use super::*;

    #[test]
    fn lines_of_play_are_as_many_as_everybody_counts() {
        let game = Checkers::default();
        let counts: Vec<u64> = (1..=9).map(|depth| perft(&game, &game.initial(), depth)).collect();
        assert_eq!(counts, [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680]);
    }

    /// The oracle's moves, as ends and pieces taken, of all positions of random games by each of the rules.
    #[test]
    fn moves_are_those_of_a_generator_written_from_the_rules() {
        for rules in Rules::ALL {
            let game = Checkers::new(rules);
            let mut dice = Dice::new(3);
            let mut longest = 0;
            for _ in 0..150 {
                for state in random_game(&game, &mut dice, 120) {
                    longest = longest.max(compare(&game, &state));
                }
            }
            assert!(longest >= 3, "{}: captures of several pieces are among them", rules.variant);
        }
    }

    /// Positions with many kings and gaps, which random games seldom reach.
    #[test]
    fn moves_are_those_of_the_oracle_among_kings() {
        let mut dice = Dice::new(4);
        for number in 0..6000 {
            let rules = Rules::ALL[number % Rules::ALL.len()];
            let bits = |dice: &mut Dice| (dice.bits() & dice.bits() & dice.bits()) as u32;
            let (black, kings) = (bits(&mut dice), dice.bits() as u32);
            let white = bits(&mut dice) & !black;
            let turn = if number % 2 == 0 { Colour::Black } else { Colour::White };
            let crowned = kings | black & Colour::Black.last_row() | white & Colour::White.last_row();
            compare(&Checkers::new(rules), &Position::new(black, white, crowned & (black | white), turn, 0));
        }
    }

    /// Compares the moves, and returns the most pieces that one of them takes.
    fn compare(game: &Checkers, state: &Position) -> usize {
        let text = game.write_position(state);
        let mut moves = Vec::new();
        game.moves(state, &mut |mv| moves.push(mv));
        let ends = |path: &[u8], taken: BTreeSet<u8>| (path[0], path[path.len() - 1], taken);
        let mine: Vec<(Vec<u8>, BTreeSet<u8>)> = moves
            .iter()
            .map(|mv| (std::iter::once(mv.from()).chain(mv.path()).collect(), each(mv.captured()).collect()))
            .collect();
        let theirs = oracle::moves(game.rules(), state);
        let paths =
            |moves: &[(Vec<u8>, BTreeSet<u8>)]| moves.iter().map(|(path, _)| path.clone()).collect::<BTreeSet<_>>();
        assert!(paths(&mine).is_subset(&paths(&theirs)), "{text}: {mine:?}, {theirs:?}");
        if !game.rules().flying_kings {
            assert_eq!((paths(&mine), mine.len()), (paths(&theirs), theirs.len()), "{text}");
        }
        let effects = |moves: &[(Vec<u8>, BTreeSet<u8>)]| {
            moves.iter().map(|(path, taken)| ends(path, taken.clone())).collect::<BTreeSet<_>>()
        };
        assert_eq!(effects(&mine), effects(&theirs), "{text}");
        assert_eq!(game.count_moves(state), moves.len() as u64, "{text}");
        assert_eq!(game.has_move(state), !moves.is_empty(), "{text}");
        assert_eq!(game.must_capture(state), moves.iter().any(|mv| mv.captured() != 0), "{text}");
        moves.iter().map(|mv| mv.captured().count_ones() as usize).max().unwrap_or(0)
    }

    #[test]
    fn a_man_that_is_crowned_stops_and_in_russian_draughts_goes_on() {
        let english = Checkers::default();
        assert_eq!(written_moves(&english, "W:W12:B8,7,14"), ["12x3"]);
        let state = position(&english, "W:W12:B8,7,14");
        let after = english.apply(&state, legal_moves(&english, &state)[0]);
        assert_eq!(english.write_position(&after), "B:WK3:B7,14");
        let russian = Checkers::new(Rules::RUSSIAN);
        // From h6 over g7 to f8, and on as a king over e7, to any square beyond.
        assert_eq!(written_moves(&russian, "W:Wh6:Bg7,d6,a3"), ["h6xc5", "h6xb4"]);
        let brazilian = Checkers::new(Rules::BRAZILIAN);
        assert_eq!(written_moves(&brazilian, "W:Wh6:Bg7,d6,a3"), ["h6xf8"]);
    }

    #[test]
    fn brazilian_draughts_take_the_most() {
        let text = "W:Wc3,h2:Bd4,f6,g3";
        assert_eq!(written_moves(&Checkers::new(Rules::BRAZILIAN), text), ["c3xg7"]);
        assert_eq!(written_moves(&Checkers::new(Rules::RUSSIAN), text).len(), 2);
    }

    #[test]
    fn a_side_without_a_move_has_lost() {
        let game = Checkers::default();
        for text in ["B:W10:B", "W:W28:B24,19", "B:W8,11,12:B4"] {
            let state = position(&game, text);
            assert_eq!(outcome_at(&game, &state), Some(Outcome::Win(game.to_move(&state).other())), "{text}");
        }
        assert_eq!(game.to_move(&game.initial()), Side::First);
        assert_eq!(game.side_of(Colour::White), Side::Second);
    }

    #[test]
    fn forty_moves_without_progress_may_be_claimed_unless_the_last_one_wins() {
        let game = Checkers::default();
        let state = position(&game, "B:WK32:BK1:H79");
        assert_eq!((game.plies_to_draw(&state), game.outcome(&state)), (1, None));
        let next = game.apply(&state, game.parse_move(&state, "1-5").unwrap());
        assert_eq!((next.clock(), game.outcome(&next), game.may_be_claimed(&next)), (80, Some(Outcome::Draw), true));
        let stuck = position(&game, "W:W28:BK24,19:H80");
        assert_eq!((game.outcome(&stuck), game.may_be_claimed(&stuck)), (None, false));
        assert_eq!(outcome_at(&game, &stuck), Some(Outcome::Win(Side::First)));
        let moved = position(&game, "B:WK32:BK1,9:H79");
        assert_eq!(game.apply(&moved, game.parse_move(&moved, "9-13").unwrap()).clock(), 0);
    }

    #[test]
    fn turning_the_board_changes_nothing_but_the_colours() {
        let game = Checkers::default();
        let mut dice = Dice::new(8);
        for state in (0..20).flat_map(|_| random_game(&game, &mut dice, 100)) {
            let turned = state.turned();
            assert_eq!(game.count_moves(&turned), game.count_moves(&state));
            let knowledge = CheckersKnowledge::default();
            assert_eq!(knowledge.evaluate(&game, &turned), -knowledge.evaluate(&game, &state));
        }
    }
}

mod kit {
    use super::*;

    #[test]
    fn the_contract_of_a_game_holds_by_all_rules() {
        for rules in Rules::ALL {
            contract::check(&Checkers::new(rules), &CheckersKnowledge::of(&rules), 40, 11);
            contract::check_linear(&Checkers::new(rules), CheckersKnowledge::of(&rules), 10, 12);
        }
    }

    #[test]
    fn captures_are_all_noisy_and_nothing_else_is() {
        let game = Checkers::default();
        let knowledge = CheckersKnowledge::default();
        let mut dice = Dice::new(9);
        for state in (0..20).flat_map(|_| random_game(&game, &mut dice, 100)) {
            let mut noisy = Vec::new();
            knowledge.noisy_moves(&game, &state, &mut |mv| noisy.push(mv));
            let captures: Vec<_> = legal_moves(&game, &state).into_iter().filter(|mv| mv.captured() != 0).collect();
            assert_eq!(noisy, captures);
            assert_eq!(knowledge.in_check(&game, &state), !captures.is_empty());
        }
    }

    #[test]
    fn a_piece_that_could_be_taken_next_is_a_threat() {
        let game = Checkers::default();
        let knowledge = CheckersKnowledge::default();
        let threatened = |text: &str| knowledge.is_threatened(&game, &position(&game, text));
        assert!(threatened("W:W18,26:B14"), "14x23 would follow");
        assert!(!threatened("W:W18,23,26:B14"), "the square behind is taken");
        assert!(!threatened("W:W18:BK11"), "nobody stands beside it");
        assert!(threatened("W:W18:BK23"), "a king captures back as well");
    }
}

mod text {
    use super::*;

    #[test]
    fn a_path_is_written_where_the_ends_do_not_tell_it() {
        let game = Checkers::default();
        // Two ways from 27 to 11, over 24 and 16 or over 23 and 15.
        let text = "W:W27:B24,16,23,15";
        assert_eq!(written_moves(&game, text), ["27x18x11", "27x20x11"]);
        let state = position(&game, text);
        let error = game.parse_move(&state, "27x11").unwrap_err().to_string();
        assert_eq!(error, "'27x11' may be any of 2 captures; expected one of 27x18x11, 27x20x11");
        assert_eq!(written_moves(&game, "W:W27:B24,16"), ["27x11"]);
        for written in ["27x20x11", "27X11", "27-20-11", "27:11", " f2h4f6 ", "f2xf6"] {
            assert!(game.parse_move(&position(&game, "W:W27:B24,16"), written).is_ok(), "{written}");
        }
    }

    #[test]
    fn positions_are_read_in_many_spellings() {
        let game = Checkers::default();
        assert_eq!(position(&game, "B:W21-32:B1-12."), game.initial());
        assert_eq!(position(&game, "b:b1-12:w21-32:H0:F1"), game.initial());
        let king = position(&game, "W:WK5-6,32:B1:H7");
        assert_eq!((king.kings(Colour::White), king.clock()), (0b11_0000, 7));
        assert_eq!(game.write_position(&king), "W:WK5,K6,32:B1:H7");
        let russian = Checkers::new(Rules::RUSSIAN);
        assert_eq!(russian.write_position(&position(&russian, "W:W29:BK1")), "W:Wa1:BKb8");
        assert_eq!(position(&russian, "W:Wa1:BKb8"), position(&game, "W:W29:BK1"));
    }

    #[test]
    fn what_is_wrong_with_a_position_is_reported_with_its_place() {
        let game = Checkers::default();
        for (text, said) in [
            ("X:W21:B1", "line 1, column 1: 'X' is not a side to move; expected W or B, then the pieces"),
            ("W:W21,33:B1", "line 1, column 7: '33' is not a square; expected squares from 1 to 32"),
            ("W:W21:B1,K", "line 1, column 10: 'K' is not a square"),
            ("W:W21,a8:B1", "line 1, column 7: 'a8' is not a square"),
            ("W:W21,21:B1", "line 1, column 7: '21' is listed twice"),
            ("W:W21", "line 1, column 1: the pieces of Black are missing"),
            ("W:W21:B21", "line 1, column 1: both sides have a piece on 21; expected one piece on a square"),
            ("W:W4:B5", "line 1, column 1: White has a man on its last row, on 4; expected a king there"),
            ("W:W20-32:B1", "line 1, column 1: White has 13 pieces; expected at most 12 of each side"),
            ("W:W20:B", "line 1, column 1: Black has no piece, and it is the other side's turn"),
            ("W:W20:B1:H70000", "line 1, column 10: 'H70000' begins with no side; expected W or B and squares, or H"),
            ("W:W20:W21:B1", "line 1, column 7: the pieces of White are listed twice"),
        ] {
            let error = game.parse_position(text).unwrap_err().to_string();
            assert!(error.starts_with(said), "{text}: {error}");
        }
    }

    #[test]
    fn the_picture_has_the_numbers_of_the_rows() {
        let picture = Checkers::default().draw(&position(&Checkers::default(), "W:W27,K5:B24,K16"));
        let rows: Vec<&str> = picture.lines().collect();
        assert_eq!((rows[0], rows[1]), (" 1    .   .   .   .", " 5  W   .   .   ."));
        assert_eq!(rows[3], "13  .   .   .   B");
        let russian = Checkers::new(Rules::RUSSIAN);
        assert!(russian.draw(&russian.initial()).ends_with(" 1  w   w   w   w\n\n    a b c d e f g h\n"));
    }

    #[test]
    fn a_capture_is_entered_jump_by_jump() {
        let game = Checkers::default();
        let state = position(&game, "W:W27:B24,16,23,15");
        let walk = |taken: &[(&str, &str)]| {
            let taken: Vec<_> = taken.iter().map(|(from, to)| (from.to_string(), to.to_string())).collect();
            game.steps(&state, &taken).unwrap()
        };
        let begun = walk(&[]).unwrap();
        assert_eq!((begun.next.len(), begun.done), (2, None));
        let half = walk(&[("27", "20")]).unwrap();
        assert_eq!((half.next, half.done), (vec![BoardStep { from: "20".to_owned(), to: "11".to_owned() }], None));
        let done = walk(&[("27", "20"), ("20", "11")]).unwrap();
        assert_eq!((done.next.len(), done.done.as_deref()), (0, Some("27x20x11")));
        let error = walk(&[("27", "21")]).unwrap_err().to_string();
        assert_eq!(error, "no piece can go from 27 to 21 here; expected one of the steps that are offered");
        let at = |name: &str| done.board.squares.iter().find(|square| square.name == name).unwrap().piece.clone();
        assert_eq!((at("11").as_deref(), at("27")), (Some("w"), None));
        let board = game.board(&state).unwrap();
        assert_eq!(board.moves[0].choice.as_deref(), Some("by 27x18x11"));
        assert_eq!((board.moves[0].via.as_slice(), board.moves[0].to.as_str()), (["18".to_owned()].as_slice(), "11"));
    }

    proptest! {
        /// Positions as they are written, and with one character changed.
        #[test]
        fn positions_read_back_and_damaged_ones_are_refused_or_read(
            squares in proptest::collection::vec((0u32..32, any::<bool>(), any::<bool>()), 1..24),
            clock in 0u16..200, place in any::<proptest::sample::Index>(), letter in "[WBK0-9a-h:,. -]|\\PC", russian in any::<bool>()
        ) {
            let (mut sides, mut kings) = ([0u32; 2], 0);
            for (square, white, king) in squares {
                let bit = 1 << square;
                if sides[usize::from(!white)] & bit == 0 && sides[usize::from(white)].count_ones() < 12 {
                    sides[usize::from(white)] |= bit;
                    kings |= if king { bit } else { 0 };
                }
            }
            let [black, white] = sides;
            kings |= black & Colour::Black.last_row() | white & Colour::White.last_row();
            let turn = if white == 0 { Colour::White } else { Colour::Black };
            prop_assume!(black != 0 || turn == Colour::Black);
            let game = Checkers::new(if russian { Rules::RUSSIAN } else { Rules::ENGLISH });
            let state = Position::new(black, white, kings, turn, clock);
            let text = game.write_position(&state);
            prop_assert_eq!(game.parse_position(&text), Ok(state), "{}", text);
            let mut damaged: Vec<char> = text.chars().collect();
            let at = place.index(damaged.len());
            damaged.splice(at..=at, letter.chars());
            let damaged: String = damaged.into_iter().collect();
            match game.parse_position(&damaged) {
                Ok(state) => prop_assert_eq!(game.parse_position(&game.write_position(&state)), Ok(state)),
                Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
            }
        }

        #[test]
        fn any_text_is_read_or_refused_without_a_panic(
            text in "[WBwbKkHF0-9a-h:,. -]{0,40}|[WB]:W(K?[0-9]{1,2}(-[0-9]{1,2})?,?){0,5}:B(K?[0-9]{1,2},?){0,5}(:H[0-9]{1,6})?(:F[0-9]{1,3})?\\.?|\\PC{0,20}", mv in "[0-9a-hx:*-]{0,12}|\\PC{0,8}", seed in any::<u64>()
        ) {
            for rules in Rules::ALL {
                let game = Checkers::new(rules);
                if let Ok(state) = game.parse_position(&text) {
                    let again = game.write_position(&state);
                    prop_assert_eq!(game.parse_position(&again), Ok(state), "{}", again);
                }
                let states = random_game(&game, &mut Dice::new(seed), 40);
                let state = &states[states.len() - 1];
                if let Ok(found) = game.parse_move(state, &mv) {
                    prop_assert!(legal_moves(&game, state).contains(&found));
                }
                let _ = game.steps(state, &[(mv.clone(), mv.clone())]);
            }
        }
    }
}
