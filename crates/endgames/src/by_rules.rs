//! [`ByRules`]: the endings of any game from its rules and a [`Numbering`]: all that a game of one's own has to write.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::sync::OnceLock;

use rootward_game::{Game, Notation, ScoreKind, final_outcome, legal_moves};

use crate::endings::shown;
use crate::{ByMoves, Endings, GameEndings, Known, Metric, Value};

/// The positions of a game.
type State<N> = <<N as Numbering>::Game as Game>::State;

/// How a game numbers its positions. Moves, ends and text come from the rules.
///
/// The positions are cut into **slices**, so that a move stays in its slice or leads to another one for good: a slice may be the
/// pieces that are left, or the number of stones on the board. A game whose moves never lead back may have one slice for all.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use rootward_endgames::{ByRules, GameEndings, Metric, Numbering, Tables, Value};
/// use rootward_game::{Game, Side};
/// use rootward_games::mnk::{Mnk, Position};
///
/// /// The last four plies of tic-tac-toe: a slice for each number of stones, three states of each cell.
/// struct LastPlies(Mnk);
///
/// impl Numbering for LastPlies {
///     type Game = Mnk;
///     type Slice = u32;
///
///     fn of(game: &Mnk) -> Result<LastPlies, String> {
///         if (game.columns(), game.rows()) == (3, 3) { Ok(LastPlies(*game)) } else { Err("expected nine cells".into()) }
///     }
///     fn slices(&self) -> Vec<u32> {
///         (5..=9).collect()
///     }
///     fn converts_into(&self, stones: &u32) -> Vec<u32> {
///         if *stones < 9 { vec![stones + 1] } else { vec![] }
///     }
///     fn count(&self, _: &u32) -> u64 {
///         3_u64.pow(9)
///     }
///     fn state(&self, stones: &u32, number: u64) -> Option<Position> {
///         let digit = |cell: u32| number / 3_u64.pow(cell) % 3;
///         let cells = |of: u64| (0..9).filter(move |&cell| digit(cell) == of);
///         let (mut first, mut second) = (cells(1), cells(2));
///         let mut state = self.0.initial();
///         for stone in 0..*stones {
///             let cell = if stone % 2 == 0 { first.next() } else { second.next() }?;
///             state = self.0.apply(&state, self.0.cell(cell % 3, cell / 3)?);
///         }
///         (first.next().is_none() && second.next().is_none()).then_some(state)
///     }
///     fn number(&self, state: &Position) -> Option<(u32, u64)> {
///         let stones = state.taken().count_ones();
///         let digit = |side: Side, cell: u32| state.stones(side) >> cell & 1;
///         let number = (0..9).map(|cell| (digit(Side::First, cell) + 2 * digit(Side::Second, cell)) * 3_u64.pow(cell));
///         (stones >= 5).then(|| (stones, number.sum()))
///     }
/// }
///
/// let endings = ByRules::<LastPlies>::of(&Mnk::default())?;
/// let tables = Tables::solved(endings, &[5], Metric::End, 1, &AtomicBool::new(false)).unwrap();
/// let game = Mnk::default();
/// let state = rootward_game::Notation::parse_position(&game, "XX./OO./X..").unwrap();
/// assert_eq!(tables.probe(&state), Some(Value::Win(1)));
/// # Ok::<(), String>(())
/// ```
pub trait Numbering: Send + Sync + Sized + 'static {
    /// The rules.
    type Game: Notation<State: PartialEq> + Clone + Send;
    /// A slice. Its [`Display`] is its name, also in file names: letters, digits and `-`.
    type Slice: Clone + Eq + Ord + Hash + Debug + Display + Send + Sync;

    /// The numbering for the game in this variant; a sentence if it has none.
    fn of(game: &Self::Game) -> Result<Self, String>;

    /// All slices.
    fn slices(&self) -> Vec<Self::Slice>;

    /// The slices that a move from this one may lead to, itself not included.
    fn converts_into(&self, slice: &Self::Slice) -> Vec<Self::Slice> {
        let _ = slice;
        Vec::new()
    }

    /// How many numbers the slice has. Not every number needs to have a position.
    fn count(&self, slice: &Self::Slice) -> u64;

    /// The position with this number, below [`count`](Numbering::count); `None` if no position has it.
    fn state(&self, slice: &Self::Slice, number: u64) -> Option<State<Self>>;

    /// The slice and number of a position; `None` if it is in no slice. Positions that are images of one another may have one number.
    fn number(&self, state: &State<Self>) -> Option<(Self::Slice, u64)>;

    /// The position without what is no part of its number, such as a count of moves without progress.
    fn plain(&self, state: &State<Self>) -> State<Self> {
        state.clone()
    }
}

/// The endings of a game by its rules. One position at a time is looked at, in every sweep: enough for some millions of positions.
///
/// What a [`Numbering`] promises is checked while its positions are looked at. Where a promise is broken nothing is built, and the
/// sentence says which: see [`Endings::broken`].
pub struct ByRules<N: Numbering> {
    game: N::Game,
    numbering: N,
    broken: OnceLock<String>,
}

impl<N: Numbering> ByRules<N> {
    /// Keeps the first broken promise.
    fn breaks(&self, state: &State<N>, what: &str) {
        let _ = self.broken.set(format!(
            "the numbering of {} breaks a promise: {}: {what}",
            self.game(),
            self.shown(state)
        ));
    }

    fn shown(&self, state: &State<N>) -> String {
        format!("'{}'", self.game.write_position(state))
    }
}

impl<N: Numbering> Endings for ByRules<N> {
    type Slice = N::Slice;
    type Position = State<N>;
    type Kernel<'a> = ByMoves<'a, ByRules<N>>;

    const SIDE_BY_WORD: bool = false;

    fn game(&self) -> String {
        self.game.name()
    }

    fn slice(&self, name: &str) -> Result<N::Slice, String> {
        const MOST: usize = 8;
        let slices = self.numbering.slices();
        slices.iter().find(|slice| slice.to_string().eq_ignore_ascii_case(name.trim())).cloned().ok_or_else(|| {
            let names: Vec<String> = slices.iter().take(MOST).map(ToString::to_string).collect();
            let more = if slices.len() > MOST { ", …" } else { "" };
            let (name, game) = (shown(name), self.game());
            format!("'{name}' is not an ending of {game}: expected {}{more}, or all", names.join(", "))
        })
    }

    fn converts_into(&self, slice: &N::Slice) -> Vec<N::Slice> {
        let mut into = self.numbering.converts_into(slice);
        into.retain(|other| other != slice);
        into
    }

    fn count(&self, slice: &N::Slice) -> u64 {
        self.numbering.count(slice)
    }

    fn position(&self, slice: &N::Slice, number: u64) -> Option<State<N>> {
        self.numbering.state(slice, number)
    }

    fn number(&self, state: &State<N>) -> Option<(N::Slice, u64)> {
        let (slice, number) = self.numbering.number(state)?;
        if number >= self.numbering.count(&slice) {
            self.breaks(state, &format!("its number is {number}, and {slice} has {}", self.numbering.count(&slice)));
            return None;
        }
        Some((slice, number))
    }

    fn end(&self, state: &State<N>) -> Option<Value> {
        let outcome = final_outcome(&self.game, state)?;
        Some(match outcome.score_for(self.game.to_move(state)).kind() {
            ScoreKind::Win(_) => Value::Win(0),
            ScoreKind::Loss(_) => Value::Loss(0),
            ScoreKind::Points(_) => Value::Draw,
        })
    }

    fn moves(&self, state: &State<N>, push: &mut impl FnMut(State<N>)) {
        let mover = self.game.to_move(state);
        for mv in legal_moves(&self.game, state) {
            let after = self.numbering.plain(&self.game.apply(state, mv));
            if self.game.to_move(&after) == mover {
                self.breaks(
                    state,
                    "a side moves twice in a row, and tables are for games in which the sides take turns",
                );
            }
            push(after);
        }
    }

    fn side(&self, slice: &N::Slice, number: u64) -> usize {
        self.numbering.state(slice, number).map_or(0, |state| self.game.to_move(&state).index())
    }

    fn kernel<'a>(&'a self, slice: &N::Slice, metric: Metric, known: &'a Known<N::Slice>) -> ByMoves<'a, Self> {
        ByMoves::new(self, slice, metric, known)
    }

    fn broken(&self) -> Option<String> {
        self.broken.get().cloned()
    }

    fn without_value(&self, state: &State<N>, into: Option<&N::Slice>) {
        match into {
            None => self.breaks(state, "a move leads to it, and it has no number"),
            Some(slice) => {
                let what = format!(
                    "a move leads to it, and {slice}, which it is in, is not among what that slice converts into, or has no position with its number"
                );
                self.breaks(state, &what);
            }
        }
    }
}

impl<N: Numbering> GameEndings for ByRules<N> {
    type Game = N::Game;

    fn of(game: &N::Game) -> Result<ByRules<N>, String> {
        if N::Game::HAS_CHANCE || game.counts_points() {
            let why = if N::Game::HAS_CHANCE { "is a game of chance" } else { "counts points" };
            return Err(format!(
                "{} {why}: expected a game that is won, drawn or lost, for endgame tables",
                game.name()
            ));
        }
        Ok(ByRules { numbering: N::of(game)?, game: game.clone(), broken: OnceLock::new() })
    }

    fn rules(&self) -> &N::Game {
        &self.game
    }

    fn state(&self, state: &State<N>) -> State<N> {
        state.clone()
    }

    fn numbered(&self, state: &State<N>) -> State<N> {
        self.numbering.plain(state)
    }

    fn named(&self, name: &str) -> Result<Vec<N::Slice>, String> {
        match self.slice(name) {
            Err(_) if name.trim().eq_ignore_ascii_case("all") => Ok(self.numbering.slices()),
            slice => Ok(vec![slice?]),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use rootward_game::{Outcome, Side, TextError};

    use super::*;
    use crate::{BuildError, Options, Tables, Unsolved, build};

    /// A counter goes down by 1 or 2; who takes the last one wins. Flaws break one promise each.
    #[derive(Clone, Copy, PartialEq)]
    enum Flaw {
        None,
        TwiceInARow,
        NoNumber,
        Unlisted,
        TooLarge,
    }

    #[derive(Clone)]
    struct Countdown(Flaw);

    impl Game for Countdown {
        type State = (u32, Side);
        type Move = u32;

        fn initial(&self) -> (u32, Side) {
            (9, Side::First)
        }
        fn to_move(&self, state: &(u32, Side)) -> Side {
            state.1
        }
        fn outcome(&self, state: &(u32, Side)) -> Option<Outcome> {
            (state.0 == 0).then_some(Outcome::Win(state.1.other()))
        }
        fn moves(&self, state: &(u32, Side), push: &mut impl FnMut(u32)) {
            (1..=state.0.min(2)).for_each(push);
        }
        fn apply(&self, state: &(u32, Side), step: u32) -> (u32, Side) {
            let again = self.0 == Flaw::TwiceInARow && state.0 == 5;
            (state.0 - step, if again { state.1 } else { state.1.other() })
        }
    }

    impl Notation for Countdown {
        fn name(&self) -> String {
            "countdown".into()
        }
        fn parse_position(&self, text: &str) -> Result<(u32, Side), TextError> {
            Ok((text.parse().map_err(|_| TextError::new("no number", "a number"))?, Side::First))
        }
        fn write_position(&self, state: &(u32, Side)) -> String {
            state.0.to_string()
        }
        fn write_move(&self, _: &(u32, Side), step: u32) -> String {
            step.to_string()
        }
        fn draw(&self, state: &(u32, Side)) -> String {
            format!("{}\n", state.0)
        }
    }

    /// Below 5 and from 5 on, with both sides to move.
    struct Numbers(Flaw);

    impl Numbering for Numbers {
        type Game = Countdown;
        type Slice = &'static str;

        fn of(game: &Countdown) -> Result<Numbers, String> {
            Ok(Numbers(game.0))
        }
        fn slices(&self) -> Vec<&'static str> {
            vec!["high", "low"]
        }
        fn converts_into(&self, slice: &&'static str) -> Vec<&'static str> {
            if *slice == "high" && self.0 != Flaw::Unlisted { vec!["low"] } else { vec![] }
        }
        fn count(&self, _: &&'static str) -> u64 {
            if self.0 == Flaw::TooLarge { 8 } else { 10 }
        }
        fn state(&self, slice: &&'static str, number: u64) -> Option<(u32, Side)> {
            let side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
            Some((number as u32 / 2 + if *slice == "high" { 5 } else { 0 }, side))
        }
        fn number(&self, state: &(u32, Side)) -> Option<(&'static str, u64)> {
            let number = |left: u32| u64::from(left) * 2 + state.1.index() as u64;
            match state.0 {
                3 if self.0 == Flaw::NoNumber => None,
                left @ 0..5 => Some(("low", number(left))),
                left => Some(("high", number(left - 5))),
            }
        }
    }

    fn solved(flaw: Flaw) -> Result<Tables<ByRules<Numbers>>, Unsolved> {
        let endings = ByRules::<Numbers>::of(&Countdown(flaw)).unwrap();
        Tables::solved(endings, &["high"], Metric::End, 2, &AtomicBool::new(false))
    }

    #[test]
    fn multiples_of_three_are_lost_and_both_sides_are_counted() {
        let tables = solved(Flaw::None).unwrap();
        assert_eq!(tables.probe(&(9, Side::Second)), Some(Value::Loss(6)));
        assert_eq!(tables.probe(&(8, Side::First)), Some(Value::Win(5)));
        for slice in ["high", "low"] {
            assert_eq!(tables.verify(&slice, 100, 1).wrong, None);
            let [first, second] = tables.counts(&slice).unwrap().sides;
            assert_eq!((first, first.wins + first.losses), (second, 5), "of one word of numbers");
        }
        assert_eq!(tables.game().named("ALL"), Ok(vec!["high", "low"]));
        let message = tables.game().slice("middle").unwrap_err();
        assert_eq!(message, "'middle' is not an ending of countdown: expected high, low, or all");
    }

    #[test]
    fn a_broken_promise_is_reported_and_nothing_is_written() {
        for (flaw, said) in [
            (Flaw::TwiceInARow, "'5': a side moves twice in a row"),
            (Flaw::NoNumber, "'3': a move leads to it, and it has no number"),
            (Flaw::Unlisted, "low, which it is in, is not among what that slice converts into"),
            (Flaw::TooLarge, "its number is 9, and low has 8"),
        ] {
            let Err(Unsolved::Broken(message)) = solved(flaw) else { panic!("{said}") };
            assert!(
                message.contains(said) && message.starts_with("the numbering of countdown breaks a promise"),
                "{message}"
            );
        }
        let folder = std::env::temp_dir().join(format!("rootward-broken-{}", std::process::id()));
        let endings = ByRules::<Numbers>::of(&Countdown(Flaw::TwiceInARow)).unwrap();
        let options = Options::new(Metric::End, &folder);
        let built = build(&endings, &["high"], &options, &AtomicBool::new(false), &mut |_| {});
        assert!(matches!(built, Err(BuildError::Refused(message)) if message.contains("twice in a row")));
        assert!(!folder.join("high.dtm.table").exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// A folder of one game does not lose its tables to another one whose slices are called the same.
    #[test]
    fn tables_of_another_game_are_not_replaced() {
        use crate::mnk::MnkEndings;
        use rootward_games::mnk::Mnk;

        let folder = std::env::temp_dir().join(format!("rootward-foreign-{}", std::process::id()));
        let boards = [Mnk::new(3, 3, 3), Mnk::new(4, 2, 2)].map(|board| MnkEndings::new(board.unwrap()).unwrap());
        let make = |game: &MnkEndings| {
            build(game, &[8], &Options::new(Metric::End, &folder), &AtomicBool::new(false), &mut |_| {})
        };
        assert_eq!((make(&boards[0]), make(&boards[0])), (Ok(()), Ok(())));
        let message = make(&boards[1]);
        assert!(
            matches!(&message, Err(BuildError::Refused(message)) if message.contains("it is a table of mnk 3,3,3")),
            "{message:?}"
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
