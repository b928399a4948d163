//! High Roll, a dice game of two throws: chance in a game of your own. `docs/chance.md` explains it.

use rootward::game::{Game, Outcome, Range, Score, ScoreKind, Side, legal_moves, state_hash};
use rootward::search::textbook::Minimax;
use rootward::search::{Search, SharedTable};

/// Throw two dice and keep their sum, or throw once more and keep that. Then the other one does; the higher sum wins.
struct HighRoll;

/// The sums that were kept, the sum on the table, both 0 if there is none, and whether it is the second throw.
#[derive(Clone, Copy, Hash)]
struct Dice {
    kept: [u8; 2],
    shown: u8,
    again: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Keep,
    Again,
    Sum(u8),
}

impl Game for HighRoll {
    type State = Dice;
    type Move = Action;
    const HAS_CHANCE: bool = true;

    fn initial(&self) -> Dice {
        Dice { kept: [0; 2], shown: 0, again: false }
    }
    fn to_move(&self, dice: &Dice) -> Side {
        if dice.kept[0] == 0 { Side::First } else { Side::Second }
    }
    fn outcome(&self, dice: &Dice) -> Option<Outcome> {
        match dice.kept {
            [_, 0] => None,
            [one, other] if one == other => Some(Outcome::Draw),
            [one, other] => Some(Outcome::Win(if one > other { Side::First } else { Side::Second })),
        }
    }
    fn is_chance(&self, dice: &Dice) -> bool {
        dice.shown == 0
    }
    fn moves(&self, dice: &Dice, push: &mut impl FnMut(Action)) {
        match dice.shown {
            0 => (2..=12).for_each(|sum| push(Action::Sum(sum))),
            _ => [Action::Keep, Action::Again].into_iter().for_each(push),
        }
    }
    fn weight(&self, _: &Dice, action: Action) -> u32 {
        // Of 36 throws one shows 2, two show 3, … six show 7, … one shows 12.
        if let Action::Sum(sum) = action { 6 - u32::from(sum.abs_diff(7)) } else { 1 }
    }
    fn apply(&self, dice: &Dice, action: Action) -> Dice {
        match action {
            Action::Sum(sum) if dice.again => self.apply(&Dice { shown: sum, ..*dice }, Action::Keep),
            Action::Sum(sum) => Dice { shown: sum, ..*dice },
            Action::Again => Dice { shown: 0, again: true, ..*dice },
            Action::Keep => {
                let mut kept = dice.kept;
                kept[self.to_move(dice).index()] = dice.shown;
                Dice { kept, shown: 0, again: false }
            }
        }
    }
    fn key(&self, dice: &Dice) -> Option<u64> {
        Some(state_hash(dice))
    }
    fn range(&self) -> Range {
        // Averages are whole numbers of points: a million of them for a win keeps six digits.
        Range::symmetric(1_000_000)
    }
}

/// What a value is on average, if a win counts 1 and a loss −1.
fn average(score: Score) -> f64 {
    match score.kind() {
        ScoreKind::Win(_) => 1.0,
        ScoreKind::Loss(_) => -1.0,
        ScoreKind::Points(points) => f64::from(points) / 1e6,
    }
}

fn two_dice() {
    let game = HighRoll;
    let start = game.initial();
    let weights: Vec<u32> = legal_moves(&game, &start).into_iter().map(|sum| game.weight(&start, sum)).collect();
    println!("two dice: of {} throws {weights:?} show 2 to 12", weights.iter().sum::<u32>());
}

fn what_it_is_worth() {
    let game = HighRoll;
    let table = SharedTable::with_bytes(1 << 20);
    let textbook = Minimax::default().run(&game, &(), &game.initial(), ());
    println!("expectiminimax: {:+.6}, {} nodes", average(textbook.value), textbook.counts.nodes);
    let engine = Search::new(&game).table(&table).solve(&game.initial());
    println!("the engine:     {:+.6}, {} nodes, proven: {}", average(engine.score), engine.counts.nodes, engine.proven);
}

fn when_to_keep() {
    let game = HighRoll;
    let table = SharedTable::with_bytes(1 << 20);
    let keeps = |kept: [u8; 2]| {
        (2..=12).find(|&shown| {
            let report = Search::new(&game).table(&table).solve(&Dice { kept, shown, again: false });
            report.best() == Some(Action::Keep)
        })
    };
    println!("the first player keeps from {} on", keeps([0, 0]).unwrap_or(12));
    for kept in [2, 6, 7, 8, 11] {
        println!("against {kept}, the second player keeps from {} on", keeps([kept, 0]).unwrap_or(12));
    }
}

/// All of it.
pub fn main() {
    two_dice();
    what_it_is_worth();
    when_to_keep();
}
