use proptest::prelude::*;
use rootward_game::{Evaluation, Game, Notation, Outcome, Side, contract, legal_moves, outcome_at};

use super::grid::Grid;
use super::*;

fn game(variant: &str) -> Game2048 {
    Game2048::parse_variant(variant).unwrap()
}

fn after(game: &Game2048, position: &str, mv: &str) -> String {
    let state = game.parse_position(position).unwrap();
    game.write_position(&game.apply(&state, game.parse_move(&state, mv).unwrap()))
}

#[test]
fn tiles_slide_and_join_once() {
    let game = game("4x2:64");
    assert_eq!(after(&game, "2,2,2,2/4,.,4,8", "left"), "4,4,.,./8,8,.,.+");
    assert_eq!(after(&game, "2,2,2,2/4,.,4,8", "right"), ".,.,4,4/.,.,8,8+");
    assert_eq!(after(&game, "2,2,2,./4,.,.,8", "right"), ".,.,2,4/.,.,4,8+");
    assert_eq!(after(&game, "4,2,.,8/4,.,2,4", "up"), "8,2,2,8/.,.,.,4+");
    assert_eq!(after(&game, "4,2,.,8/4,.,2,4", "down"), ".,.,.,8/8,2,2,4+");
    assert_eq!(after(&game, "4,2,.,8/4,.,2,4+", "4@c2"), "4,2,4,8/4,.,2,4");
}

#[test]
fn a_slide_must_move_something_and_whoever_cannot_slide_has_lost() {
    let game = game("2x2:16");
    let moves = |text: &str| {
        let state = game.parse_position(text).unwrap();
        legal_moves(&game, &state).into_iter().map(|step| game.write_move(&state, step)).collect::<Vec<_>>()
    };
    assert_eq!(moves("2,./4,."), ["right"]);
    assert_eq!(moves("2,./2,."), ["right", "up", "down"]);
    assert_eq!(moves("2,4/8,.+"), ["2@b1", "4@b1"]);
    let over = |text: &str| outcome_at(&game, &game.parse_position(text).unwrap());
    assert_eq!(over("2,4/4,2"), Some(Outcome::Win(Side::Second)));
    assert_eq!(over("16,4/4,.+"), Some(Outcome::Win(Side::First)));
    assert_eq!(over("2,4/4,."), None);
}

#[test]
fn chance_puts_nine_twos_for_a_four_on_any_empty_cell() {
    let game = game("2x2:16");
    let mut seen = Vec::new();
    game.chances(&game.initial(), &mut |step, weight| seen.push((game.write_move(&game.initial(), step), weight)));
    assert_eq!(seen.len(), 8);
    assert!(seen.iter().all(|(step, weight)| *weight == if step.starts_with('2') { 9 } else { 1 }), "{seen:?}");
    let one = game.apply(&game.initial(), game.parse_move(&game.initial(), "2@a1").unwrap());
    assert!(game.is_chance(&one), "a second tile comes before the first slide");
}

#[test]
fn wrong_texts_are_refused_with_the_reason() {
    let refused = |text: &str| game("2x2:16").parse_position(text).unwrap_err().to_string();
    assert_eq!(refused("2,2"), "line 1, column 1: 1 rows; expected 2 rows of 2 cells, such as .,./.,.");
    assert_eq!(
        refused("2,2/4"),
        "line 1, column 5: 1 cells in row 2 from the top; expected 2 rows of 2 cells, such as .,./.,."
    );
    assert_eq!(refused("2,2/4,3"), "line 1, column 7: \"3\" is not a tile; expected '.' or a power of 2 from 2 to 16");
    assert_eq!(
        refused("2,2/4,32"),
        "line 1, column 7: \"32\" is not a tile; expected '.' or a power of 2 from 2 to 16"
    );
    assert!(refused("2,2/4,4+").contains("1 tiles to come, and room for 0"));
    let variant = |text: &str| Game2048::parse_variant(text).unwrap_err().to_string();
    assert_eq!(variant("5x5"), "a board of 5×5; expected from 2 to 4 columns and rows");
    assert_eq!(variant("3x3:4"), "a target of 4; expected a power of 2 from 8 to 32768");
    assert_eq!(variant("three"), "'three'; expected COLUMNSxROWS[:TARGET], such as 3x3:128");
}

#[test]
fn every_board_keeps_the_contract_of_a_game() {
    for variant in ["2x2", "2x2:32", "3x3:128", "2x3", "4x3:64", "4x4:2048", "4x4:32768"] {
        contract::check(&game(variant), &Game2048Knowledge::default(), 10, 1);
    }
    assert_eq!(
        (Game2048::default().name(), game("4x4").name(), game("3x3").name()),
        ("2048".into(), "2048".into(), "2048:3x3:128".into())
    );
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in "[0-9.,/+x: -]{0,24}|.{0,12}", columns in 2u32..=4, rows in 2u32..=4) {
        let game = Game2048::new(columns, rows, 2048).unwrap();
        if let Ok(state) = game.parse_position(&text) {
            let written = game.write_position(&state);
            prop_assert_eq!(game.parse_position(&written), Ok(state));
        }
        let _ = game.parse_move(&game.initial(), &text);
        let _ = Game2048::parse_variant(&text);
    }

    /// The plain form of a slide: take the tiles out, join neighbours from the front, put them back.
    #[test]
    fn sliding_is_joining_from_the_front(tiles in prop::collection::vec(0u32..4, 4)) {
        let cells = tiles.iter().enumerate().fold(0, |cells, (cell, &tile)| Grid::put(cells, cell as u32, tile));
        let lane = Grid { columns: 4, rows: 1 }.lanes_across(false).next().unwrap();
        let mut rest = tiles.iter().copied().filter(|&tile| tile > 0).peekable();
        let mut expected = Vec::new();
        while let Some(tile) = rest.next() {
            let joined = rest.next_if_eq(&tile).is_some();
            expected.push(tile + u32::from(joined));
        }
        expected.resize(4, 0);
        prop_assert_eq!(Grid::tiles(Grid::slide(cells, lane), lane).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn images_of_a_board_are_one_and_slides_look_alike_in_them(bits: u64, columns in 2u32..=4, rows in 2u32..=4) {
        let game = Game2048::new(columns, rows, 32768).unwrap();
        let grid = game.grid();
        // Tiles up to 8 with many holes, none beyond the board.
        let cells = bits & (bits >> 1) & 0x3333_3333_3333_3333 & (u64::MAX >> (64 - 4 * grid.count()));
        let mut images = vec![cells, grid.mirrored(cells), grid.upside_down(cells)];
        if columns == rows {
            images.push(grid.transposed(cells));
        }
        prop_assert!(images.iter().all(|&image| grid.folded(image) == grid.folded(cells)));
        prop_assert_eq!(game.slid(grid.mirrored(cells), Direction::Left), grid.mirrored(game.slid(cells, Direction::Right)));
        prop_assert_eq!(game.slid(grid.upside_down(cells), Direction::Up), grid.upside_down(game.slid(cells, Direction::Down)));
        let sum = |cells: u64| (0..grid.count()).map(|cell| Grid::tile(cells, cell)).filter(|&tile| tile > 0).map(|tile| 1u64 << tile).sum::<u64>();
        prop_assert_eq!(sum(game.slid(cells, Direction::Left)), sum(cells));
        let knowledge = Game2048Knowledge::default();
        let state = |cells| Tiles { cells, to_come: 1 };
        prop_assert_eq!(knowledge.evaluate(&game, &state(grid.mirrored(cells))), knowledge.evaluate(&game, &state(cells)));
    }
}
