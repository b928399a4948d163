//! What a table belongs to. An entry is true for the search that it came from; under another one it may be a lie.
//!
//! | differs | then an old entry |
//! |---|---|
//! | the rules, the variant, the keys of positions | belongs to another position: even a proven value is wrong |
//! | whether proofs are used | may be stored under another key, since knowledge may give equal positions one key |
//! | the evaluation, by its weights for instance | holds an estimate of other opinions |
//! | the speculative techniques, endgame tables, deeper entries | holds an estimate of another search at the same depth |
//!
//! Sound techniques and threads change no value, and are not compared.

use rootward_game::contract::{Dice, random_game};
use rootward_game::{Game, Knowledge, outcome_at};
use rootward_support::hash::{Fnv, fnv1a};

use crate::Techniques;

/// The games that are played at random to tell games and evaluations apart, and their longest.
const GAMES: u64 = 8;
const LONGEST: usize = 64;

/// What a table belongs to: made by [`Search::identity`](crate::Search::identity), written into its file, and compared when the
/// file is read.
///
/// Rules and evaluation are compared by what they say at the positions of eight random games. Two evaluations that agree on
/// all of these are taken for one, so weights that rarely matter should be part of the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableIdentity {
    pub(crate) name: String,
    /// A hash of the keys along the random games.
    pub(crate) rules: u64,
    /// A hash of the evaluations of their positions.
    pub(crate) evaluation: u64,
    /// A hash of the techniques that change what is stored.
    pub(crate) techniques: u64,
}

impl TableIdentity {
    pub(crate) fn of<G: Game, K: Knowledge<G>>(
        name: &str,
        game: &G,
        knowledge: &K,
        techniques: &Techniques,
        tablebase: bool,
    ) -> TableIdentity {
        let number = |key: Option<u64>| key.unwrap_or_default().to_le_bytes();
        let (mut rules, mut evaluation) = (Fnv::default(), Fnv::default());
        for seed in 0..GAMES {
            for state in random_game(game, &mut Dice::new(seed), LONGEST) {
                rules = rules.and(&number(game.key(&state)));
                if outcome_at(game, &state).is_none() {
                    rules = rules.and(&number(knowledge.table_key(game, &state).map(|key| key.key)));
                    evaluation = evaluation.and(&knowledge.evaluate(game, &state).to_le_bytes());
                }
            }
        }
        let Techniques { farsighted, speculative, .. } = techniques;
        let techniques = fnv1a(format!("{farsighted:?} {speculative:?} {tablebase}").as_bytes());
        TableIdentity { name: name.to_owned(), rules: rules.value(), evaluation: evaluation.value(), techniques }
    }
}
