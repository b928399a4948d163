//! How good is an evaluation? Weight sets of one game, measured in two ways at a fixed depth.
//!
//! * **Strength**: each set plays the reference from the same random openings, once with either side.
//! * **Choices**: the share of positions in which it picks a move that keeps the proven value, among positions where
//!   some moves keep it and others do not.
//!
//! The search uses all sound techniques, so it plays like minimax to that depth, and only the evaluation differs. It
//! keeps no table from one move to the next: nothing depends on the order of the games.

use std::collections::HashSet;

use rootward_search::{Limits, Sound, Techniques};
use serde::Serialize;

use crate::tune::{SMALL_TABLE, is_quiet, question, share, wander, wander_for};
use rootward_session::{Ask, FeatureData, MoveValue, OutcomeData, Problem, Session, SolveAsk, StopFlag};

mod strength;

pub use strength::Strength;

/// A longer game is a draw; only a game with repetition could be longer.
const LONGEST_GAME: usize = 500;

/// After this many random draws in a row without a new position, drawing ends.
const PATIENCE: u64 = 5000;

/// The settings of a study.
#[derive(Clone, Debug)]
pub struct StudySettings {
    /// Plies that the players look ahead.
    pub depth: u32,
    /// Instead of a depth, the node limit of a move: an evaluation that makes the search tree larger then pays for it.
    pub budget: Option<u64>,
    /// The number of openings; each gives two games.
    pub openings: usize,
    /// Random plies of an opening.
    pub plies: usize,
    /// The number of positions for the choices.
    pub choices: usize,
    /// The node limit of such a position: it is skipped if all its moves together take more.
    pub nodes: u64,
    /// The same seed gives the same openings and positions.
    pub seed: u64,
    /// Stops the study.
    pub stop: StopFlag,
}

impl Default for StudySettings {
    fn default() -> StudySettings {
        let stop = StopFlag::default();
        StudySettings { depth: 4, budget: None, openings: 200, plies: 6, choices: 300, nodes: 50_000, seed: 1, stop }
    }
}

impl StudySettings {
    /// The search limits of a move.
    fn limits(&self) -> Limits {
        match self.budget {
            Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            None => Limits::depth(self.depth),
        }
    }
}

/// A named weight set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WeightSet {
    /// Its name in the table.
    pub name: String,
    /// The weights, in the format of `--weights`; missing ones are the game's own.
    pub weights: String,
}

/// The result for a weight set.
#[derive(Clone, Debug, Serialize)]
pub struct Studied {
    /// The set, with all its weights.
    #[serde(flatten)]
    pub set: WeightSet,
    /// Against the reference; none for the reference itself, and without openings.
    pub strength: Option<Strength>,
    /// Positions in which it kept the proven value.
    pub kept: usize,
    /// All positions for the choices.
    pub choices: usize,
}

/// The openings and positions on which all sets are measured.
#[derive(Clone, Debug, Default)]
pub struct StudyPositions {
    openings: Vec<String>,
    choices: Vec<Choice>,
}

/// A position, and the moves that keep its proven value.
#[derive(Clone, Debug)]
struct Choice {
    position: String,
    keeping: Vec<String>,
}

impl StudyPositions {
    /// Draws openings and positions. Reports the number of both together to `each`.
    pub fn prepare(
        session: &mut dyn Session,
        settings: &StudySettings,
        each: &mut dyn FnMut(usize),
    ) -> Result<StudyPositions, Problem> {
        let openings = draw(session, settings, settings.openings, each, &|session, number| {
            wander_for(session, settings.seed, number, settings.plies)?;
            // An opening whose end both players can see is useless.
            let open = session.view().outcome.is_none() && is_quiet(session, settings.depth)?;
            Ok(open.then_some(()))
        })?;
        let before = openings.len();
        let choices =
            draw(session, settings, settings.choices, &mut |count| each(before + count), &|session, number| {
                // Other random numbers than those of the openings.
                wander(session, settings.seed.wrapping_add(1), number)?;
                if is_quiet(session, settings.depth)? { keeping_moves(session, settings) } else { Ok(None) }
            })?;
        while session.undo().is_some() {}
        Ok(StudyPositions {
            openings: openings.into_iter().map(|(position, ())| position).collect(),
            choices: choices.into_iter().map(|(position, keeping)| Choice { position, keeping }).collect(),
        })
    }
}

impl StudyPositions {
    /// The openings: different positions, none decided within the search depth.
    pub fn openings(&self) -> &[String] {
        &self.openings
    }
}

type Throw<'a, T> = &'a dyn Fn(&mut dyn Session, u64) -> Result<Option<T>, Problem>;

/// Different random positions, each with data about it, until there are enough or no more are found.
fn draw<T>(
    session: &mut dyn Session,
    settings: &StudySettings,
    count: usize,
    each: &mut dyn FnMut(usize),
    throw: Throw<'_, T>,
) -> Result<Vec<(String, T)>, Problem> {
    let mut drawn: Vec<(String, T)> = Vec::new();
    let mut fruitless = 0;
    for number in 0.. {
        if drawn.len() == count || fruitless == PATIENCE || settings.stop.is_raised() {
            break;
        }
        fruitless += 1;
        let Some(known) = throw(session, number)? else { continue };
        let position = session.view().position;
        if drawn.iter().all(|(other, _)| *other != position) {
            drawn.push((position, known));
            each(drawn.len());
            fruitless = 0;
        }
    }
    Ok(drawn)
}

/// The moves that keep the proven value; none if all do, or if it cannot be proven.
fn keeping_moves(session: &mut dyn Session, settings: &StudySettings) -> Result<Option<Vec<String>>, Problem> {
    let ask = SolveAsk { all_moves: true, ..question(Some(settings.nodes), &settings.stop) };
    let solution = session.solve(&ask)?;
    let moves = solution.moves.unwrap_or_default();
    if !solution.proven || moves.iter().any(|mv| mv.value.is_none()) {
        return Ok(None);
    }
    // Best first: the first has the position's value.
    let best = moves.first().map(|mv| (mv.value, mv.payoff.clone()));
    let keeps = |mv: &&MoveValue| best.as_ref().is_some_and(|best| *best == (mv.value, mv.payoff.clone()));
    let keeping: Vec<String> = moves.iter().filter(keeps).map(|mv| mv.mv.clone()).collect();
    Ok((keeping.len() < moves.len()).then_some(keeping))
}

/// A weight set with a session of its own.
pub struct Player {
    set: WeightSet,
    session: Box<dyn Session>,
    ask: Ask,
}

impl Player {
    /// Takes a session of the game and sets its weights.
    pub fn new(mut session: Box<dyn Session>, set: &WeightSet, settings: &StudySettings) -> Result<Player, Problem> {
        session.set_weights(&set.weights)?;
        let weights: Vec<String> =
            session.features().iter().map(|term| format!("{}={}", term.name, term.weight)).collect();
        let sound = Sound { transposition_table: false, hash_move: false, etc: false, ..Techniques::SOUND.sound };
        Ok(Player {
            set: WeightSet { name: set.name.clone(), weights: weights.join(",") },
            session,
            ask: Ask {
                limits: settings.limits(),
                techniques: Techniques { sound, ..Techniques::SOUND },
                memory: SMALL_TABLE,
                ..Ask::default()
            },
        })
    }

    fn choose(&mut self) -> Result<Option<String>, Problem> {
        Ok(self.session.analyse(&self.ask, &mut |_| {})?.best)
    }

    /// Measures this player against a reference and reports the number of games to `each`. None if the flag was raised.
    pub fn study(
        &mut self,
        reference: Option<&mut Player>,
        positions: &StudyPositions,
        stop: &StopFlag,
        each: &mut dyn FnMut(usize),
    ) -> Result<Option<Studied>, Problem> {
        let mut kept = 0;
        for choice in &positions.choices {
            self.session.set_position(&choice.position)?;
            kept += usize::from(self.choose()?.is_some_and(|mv| choice.keeping.contains(&mv)));
        }
        let strength = match reference {
            Some(_) if positions.openings.is_empty() => Some(None),
            Some(reference) => {
                self.play_all(reference, &positions.openings, stop, each)?.map(|pairs| Some(Strength::of(&pairs)))
            }
            None => Some(None),
        };
        let studied = |strength| Studied { set: self.set.clone(), strength, kept, choices: positions.choices.len() };
        Ok(strength.map(studied))
    }

    fn play_all(
        &mut self,
        reference: &mut Player,
        openings: &[String],
        stop: &StopFlag,
        each: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<[f64; 2]>>, Problem> {
        let mut pairs = Vec::new();
        for opening in openings {
            if stop.is_raised() {
                return Ok(None);
            }
            let with_first = play(self, reference, opening)?;
            let with_second = 1.0 - play(reference, self, opening)?;
            pairs.push([with_first, with_second]);
            each(2 * pairs.len());
        }
        Ok(Some(pairs))
    }
}

/// Plays a game and returns the score of the first side: 0, ½ or 1.
fn play(first: &mut Player, second: &mut Player, opening: &str) -> Result<f64, Problem> {
    first.session.set_position(opening)?;
    second.session.set_position(opening)?;
    for _ in 0..LONGEST_GAME {
        let view = first.session.view();
        if let Some(outcome) = view.outcome {
            return Ok(match outcome {
                OutcomeData::Win { side, .. } => f64::from(u8::from(side == "first")),
                OutcomeData::Draw => 0.5,
                OutcomeData::Payoff { value, .. } => share(value.number()),
            });
        }
        let mover = if view.side == "first" { &mut *first } else { &mut *second };
        let Some(mv) = mover.choose()? else { break };
        first.session.play(&mv)?;
        second.session.play(&mv)?;
    }
    Ok(0.5)
}

/// Weight sets that show the effect of each feature: without any, and without each one, or each group if there are
/// many.
pub fn without_each(features: &[FeatureData]) -> Vec<WeightSet> {
    let nothing = |terms: &mut dyn Iterator<Item = &FeatureData>| {
        terms.map(|term| format!("{}=0", term.name)).collect::<Vec<_>>().join(",")
    };
    let none = WeightSet { name: "no evaluation".to_owned(), weights: nothing(&mut features.iter()) };
    let mut groups: Vec<&str> = features.iter().filter(|term| term.weight != 0).map(|term| term.group).collect();
    let mut seen = HashSet::new();
    groups.retain(|group| seen.insert(*group));
    let without = |group: &str| WeightSet {
        name: format!("without {group}"),
        weights: nothing(&mut features.iter().filter(|term| term.group == group)),
    };
    std::iter::once(none).chain(groups.into_iter().map(without)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_session::open;

    fn settings() -> StudySettings {
        StudySettings { depth: 2, openings: 20, plies: 4, choices: 20, nodes: 20_000, ..StudySettings::default() }
    }

    fn player(weights: &str) -> Player {
        let set = WeightSet { name: "x".to_owned(), weights: weights.to_owned() };
        Player::new(open("connect-four", None).unwrap(), &set, &settings()).unwrap()
    }

    fn positions() -> StudyPositions {
        StudyPositions::prepare(open("connect-four", None).unwrap().as_mut(), &settings(), &mut |_| {}).unwrap()
    }

    #[test]
    fn a_player_is_as_strong_as_itself_and_an_evaluation_beats_none() {
        let (positions, stop) = (positions(), StopFlag::default());
        assert_eq!((positions.openings.len(), positions.choices.len()), (20, 20));
        let study = |weights: &str| {
            let studied = player(weights).study(Some(&mut player("")), &positions, &stop, &mut |_| {}).unwrap();
            studied.unwrap().strength.unwrap()
        };
        let same = study("");
        assert_eq!((same.score, same.score_error, same.wins), (0.5, 0.0, same.losses));
        let none = study(&without_each(&open("connect-four", None).unwrap().features())[0].weights);
        assert!(none.score + none.score_error < 0.5, "{none:?}");
    }

    #[test]
    fn kept_values_are_counted_against_the_solver() {
        let positions = positions();
        let mut plain = player("");
        let studied = plain.study(None, &positions, &StopFlag::default(), &mut |_| {}).unwrap().unwrap();
        let mut kept = 0;
        for choice in &positions.choices {
            let mut session = open("connect-four", Some(&choice.position)).unwrap();
            let value = |solution: rootward_session::Solution| solution.value.unwrap();
            let ask = SolveAsk { weak: true, whole_line: false, ..SolveAsk::default() };
            let before = value(session.solve(&ask).unwrap());
            plain.session.set_position(&choice.position).unwrap();
            session.play(&plain.choose().unwrap().unwrap()).unwrap();
            let after = value(session.solve(&ask).unwrap());
            let (win, loss) = (rootward_session::Kind::Win, rootward_session::Kind::Loss);
            let seen = if after == win {
                loss
            } else if after == loss {
                win
            } else {
                after
            };
            kept += usize::from(seen == before);
        }
        assert_eq!((studied.kept, studied.choices), (kept, 20));
        assert!(kept > 0 && kept < 20, "{kept} of 20 tells nothing");
    }

    #[test]
    fn a_feature_without_weight_need_not_be_left_out() {
        let mut session = open("connect-four", None).unwrap();
        session.set_weights("centre=0").unwrap();
        let names: Vec<String> = without_each(&session.features()).into_iter().map(|set| set.name).collect();
        assert!(names.contains(&"no evaluation".to_owned()) && !names.contains(&"without centre".to_owned()));
    }
}
