//! High Roll, a dice game of two throws: chance in a game of your own. `docs/chance.md` explains it.

use rootward::game::{Game, Outcome, Range, Score, Side, legal_moves};
use rootward::search::Search;
use rootward::search::textbook::Minimax;

/// Throw two dice and keep their sum, or throw once more and keep that. Then the other one does; the higher sum wins.
struct HighRoll;

/// The sums that were kept, the sum on the table, both 0 if there is none, and whether it is the second throw.
#[derive(Clone, Copy)]
struct Dice {
    kept: [u8; 2],
    shown: u8,
    again: bool,
}

/// Averages are whole numbers of points: a million of them for a win keeps six digits.
const WIN: i32 = 1_000_000;

/// A move is one of these, or the sum that the dice show.
const KEEP: u8 = 0;
const AGAIN: u8 = 1;

impl Game for HighRoll {
    type State = Dice;
    type Move = u8;
    const HAS_CHANCE: bool = true;

    fn initial(&self) -> Dice {
        Dice { kept: [0; 2], shown: 0, again: false }
    }
    fn to_move(&self, dice: &Dice) -> Side {
        if dice.kept[0] == 0 { Side::First } else { Side::Second }
    }
    fn outcome(&self, dice: &Dice) -> Option<Outcome> {
        let [one, other] = dice.kept.map(i32::from);
        (other > 0).then(|| Outcome::Payoff(WIN * (one - other).signum()))
    }
    fn is_chance(&self, dice: &Dice) -> bool {
        dice.shown == 0
    }
    fn moves(&self, dice: &Dice, push: &mut impl FnMut(u8)) {
        (if self.is_chance(dice) { 2..=12 } else { KEEP..=AGAIN }).for_each(push);
    }
    fn weight(&self, _: &Dice, sum: u8) -> u32 {
        // Of 36 throws one shows 2, two show 3, … six show 7, … one shows 12.
        6 - u32::from(sum.abs_diff(7))
    }
    fn apply(&self, dice: &Dice, mv: u8) -> Dice {
        match mv {
            KEEP => {
                let mut kept = dice.kept;
                kept[self.to_move(dice).index()] = dice.shown;
                Dice { kept, shown: 0, again: false }
            }
            AGAIN => Dice { shown: 0, again: true, ..*dice },
            sum if dice.again => self.apply(&Dice { shown: sum, ..*dice }, KEEP),
            sum => Dice { shown: sum, ..*dice },
        }
    }
    fn range(&self) -> Range {
        Range::symmetric(WIN)
    }
}

/// What a value is on average, if a win counts 1 and a loss −1.
fn average(value: Score) -> f64 {
    f64::from(value.to_raw()) / f64::from(WIN)
}

fn two_dice() {
    let game = HighRoll;
    let start = game.initial();
    let weights: Vec<u32> = legal_moves(&game, &start).into_iter().map(|sum| game.weight(&start, sum)).collect();
    println!("two dice: of {} throws {weights:?} show 2 to 12", weights.iter().sum::<u32>());
}

fn what_it_is_worth() {
    let game = HighRoll;
    let textbook = Minimax::default().run(&game, &(), &game.initial(), ());
    println!("expectiminimax: {:+.6}, {} nodes", average(textbook.value), textbook.counts.nodes);
    let engine = Search::new(&game).solve(&game.initial());
    println!("the engine:     {:+.6}, {} nodes, proven: {}", average(engine.score), engine.counts.nodes, engine.proven);
}

fn when_to_keep() {
    let game = HighRoll;
    let keeps = |kept: [u8; 2]| {
        (2..=12).find(|&shown| {
            let report = Search::new(&game).solve(&Dice { kept, shown, again: false });
            report.best() == Some(KEEP)
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
