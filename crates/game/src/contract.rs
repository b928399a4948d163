//! Checks that every game passes, on positions reached by random play.
//!
//! A game's own tests call [`check`] once; it panics with the position and the broken promise. A game that passes has kept
//! its promises at the positions that were met, as far as they are looked at: no more is claimed.

mod shallow;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

pub use rootward_support::Dice;

use crate::{
    BoardStyle, Game, Knowledge, Linear, Notation, Outcome, Proof, Score, Side, Window, legal_moves, outcome_at,
};

/// The states of one random game, from the initial one to the last, at most `longest` plies.
pub fn random_game<G: Game>(game: &G, dice: &mut Dice, longest: usize) -> Vec<G::State> {
    random_game_from(game, game.initial(), dice, longest)
}

/// The same from another first state.
pub fn random_game_from<G: Game>(game: &G, first: G::State, dice: &mut Dice, longest: usize) -> Vec<G::State> {
    let mut states = vec![first];
    for _ in 0..longest {
        let state = &states[states.len() - 1];
        let moves = legal_moves(game, state);
        if moves.is_empty() {
            break;
        }
        let next = game.apply(state, moves[dice.below(moves.len())]);
        states.push(next);
    }
    states
}

/// Plays `games` random games and checks at their positions:
///
/// * **rules**: moves come once each and always in the same order; [`play`](Game::play) and [`apply`](Game::apply) agree;
///   the turn passes as promised; [`plies_played`](Game::plies_played) is right; the no-progress count counts; weights of
///   chance are probabilities, and points are within the range;
/// * **outcomes**: [`Outcome::Payoff`] where the game [counts points](Notation::counts_points), and only there;
/// * **text and board**: what is written reads back, and a board has every square and the legal moves;
/// * **keys**: different positions that were met have different ones;
/// * **proofs, candidates and table keys**: they do not contradict minimax over a few hundred positions. A false promise
///   about a win far away is not found: hold it against the textbook's search in a test of your own;
/// * **notes** change nothing; noisy moves are legal; history slots are in range;
/// * **evaluation**: where the game [exchanges the sides](Game::with_sides_exchanged), the same points with the other sign.
///   It finds an evaluation for the side to move in place of one for [`Side::First`]. A game that exchanges nothing is
///   not checked for it.
///
/// # Panics
/// With the position and the broken promise.
pub fn check<G, K>(game: &G, knowledge: &K, games: usize, seed: u64)
where
    G: Notation,
    K: Knowledge<G>,
{
    let mut dice = Dice::new(seed);
    let mut keys: HashMap<u64, String> = HashMap::new();
    let mut values: HashMap<u64, (String, Proof)> = HashMap::new();
    for _ in 0..games {
        for (plies, state) in random_game(game, &mut dice, 200).into_iter().enumerate() {
            let reported = game.plies_played(&state);
            assert!(
                reported.is_none_or(|reported| reported as usize == plies),
                "{plies} plies were played, not {reported:?}"
            );
            check_moves(game, &state);
            check_chance(game, knowledge, &state);
            check_text(game, &state);
            check_board(game, &state);
            check_key(game, &state, &mut keys);
            check_count(game, &state);
            check_outcome(game, &state);
            check_knowledge(game, knowledge, &state);
            check_values(game, knowledge, &state, &mut values);
            check_sides(game, knowledge, &state);
        }
    }
}

/// Checks that a game of points ends in points, and another one does not: reports name values by it.
fn check_outcome<G: Notation>(game: &G, state: &G::State) {
    let Some(outcome) = outcome_at(game, state) else { return };
    let text = game.write_position(state);
    match (outcome, game.counts_points()) {
        (Outcome::Payoff(_), false) => panic!("{text}: the outcome is {outcome:?}, but counts_points says no"),
        (Outcome::Win(_) | Outcome::Draw, true) => {
            panic!("{text}: the outcome is {outcome:?} and no Payoff, but counts_points says yes")
        }
        _ => {}
    }
}

/// Checks the promises about values against what a few plies of minimax prove.
fn check_values<G: Notation, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    values: &mut HashMap<u64, (String, Proof)>,
) {
    let moves = legal_moves(game, state);
    if outcome_at(game, state).is_some() || game.is_chance(state) {
        return;
    }
    let text = game.write_position(state);
    let known = shallow::limits(game, state);
    for window in questions() {
        let proof = knowledge.prove(game, state, window).limits();
        assert!(are_compatible(proof, known), "{text}: the proof says {proof:?}, but minimax {known:?}");
    }
    let mut kept = Vec::new();
    knowledge.candidates(game, state, None, &mut |mv| kept.push(mv));
    let left_out: Vec<G::Move> = moves.iter().copied().filter(|mv| !kept.contains(mv)).collect();
    if !left_out.is_empty() && !kept.is_empty() {
        let best = kept.iter().map(|&mv| shallow::limits_after(game, state, mv).at_most).max();
        for mv in left_out {
            let better = shallow::limits_after(game, state, mv).at_least;
            assert!(best >= Some(better), "{text}: {mv:?} is not a candidate, but better than all candidates");
        }
    }
    // With a count or a history that the key leaves out, equal keys have equal values only as far as these do not matter.
    if let Some(key) = knowledge.table_key(game, state).filter(|_| !G::CAN_REPEAT && !G::NO_PROGRESS_RULE) {
        let (earlier, value) = values.entry(key.key).or_insert_with(|| (text.clone(), known));
        assert!(are_compatible(*value, known), "{text} and {earlier} have one table key and different values");
        *value = value.and(known);
    }
}

/// Can both be true of one value?
fn are_compatible(one: Proof, other: Proof) -> bool {
    one.at_least <= other.at_most && other.at_least <= one.at_most
}

/// Checks that a position and the same one with the sides exchanged mirror each other.
fn check_sides<G: Notation, K: Knowledge<G>>(game: &G, knowledge: &K, state: &G::State) {
    let Some(mirrored) = game.with_sides_exchanged(state) else { return };
    let (text, other) = (game.write_position(state), game.write_position(&mirrored));
    let back = game.with_sides_exchanged(&mirrored).map(|back| game.write_position(&back));
    assert_eq!(back.as_ref(), Some(&text), "{text}: the sides exchanged twice is the position itself");
    assert_ne!(game.to_move(&mirrored), game.to_move(state), "{text}: the turn goes with the sides");
    let seen = [(state, Side::First), (&mirrored, Side::Second)]
        .map(|(state, side)| outcome_at(game, state).map(|outcome| outcome.score_for(side)));
    assert_eq!(seen[0], seen[1], "{text}: another outcome for the same side of {other}");
    assert_eq!(legal_moves(game, &mirrored).len(), legal_moves(game, state).len(), "{text}: other moves than {other}");
    if seen[0].is_none() {
        let [points, others] = [state, &mirrored].map(|state| knowledge.evaluate(game, state));
        assert_eq!(
            points, -others,
            "{text}: the evaluation is for Side::First, whoever is to move; {other} has {others}"
        );
    }
}

fn check_moves<G: Notation>(game: &G, state: &G::State) {
    let text = game.write_position(state);
    if G::LAST_MOVE_WINS {
        let (mover, outcome) = (game.to_move(state), outcome_at(game, state));
        assert_ne!(outcome, Some(Outcome::Win(mover)), "{text}: won, but not by the last move");
        let pass = |mv: &G::Move| outcome.is_some() || game.to_move(&game.apply(state, *mv)) != mover;
        assert!(legal_moves(game, state).iter().all(pass), "{text}: the turn does not pass with every move");
    }
    let moves = legal_moves(game, state);
    assert_eq!(moves, legal_moves(game, state), "{text}: the moves come in another order the second time");
    for (i, mv) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(mv), "{text}: the move {mv:?} is listed twice");
        let (next, mut played) = (game.apply(state, *mv), state.clone());
        game.play(&mut played, *mv);
        let [next, played] = [next, played].map(|state| game.write_position(&state));
        assert_eq!(played, next, "{text}: {mv:?} made on the position itself leads elsewhere");
        let turn_passed = game.to_move(&game.apply(state, *mv)) != game.to_move(state);
        assert!(turn_passed || !G::TURNS_ALTERNATE, "{text}: after {mv:?} the turn has not passed");
    }
    assert_eq!(game.write_position(state), text, "apply changed its argument");
}

/// Checks that weights are probabilities, and that no value is outside the range, which Star1 and Star2 rest on.
fn check_chance<G: Notation, K: Knowledge<G>>(game: &G, knowledge: &K, state: &G::State) {
    let text = game.write_position(state);
    let chance = game.is_chance(state);
    assert!(G::HAS_CHANCE || !chance, "{text}: the game says that it has no chance");
    assert!(chance || game.is_ply(state), "{text}: where nobody throws dice, a move is a ply");
    if !G::HAS_CHANCE {
        return;
    }
    let range = game.range();
    assert!(range.least <= range.most, "the range is empty: {range:?}");
    let points = match outcome_at(game, state) {
        Some(Outcome::Payoff(points)) => points,
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(_)) => return,
        None => knowledge.evaluate(game, state),
    };
    assert_eq!(range.clamp(points), points, "{text}: a value outside the range {range:?}");
    if chance && game.outcome(state).is_none() {
        let mut outcomes = Vec::new();
        game.chances(state, &mut |outcome, weight| outcomes.push((outcome, weight)));
        let listed: Vec<G::Move> = outcomes.iter().map(|&(outcome, _)| outcome).collect();
        assert_eq!(listed, legal_moves(game, state), "{text}: the outcomes of chance are the moves listed there");
        assert!(outcomes.iter().all(|&(_, weight)| weight > 0), "{text}: an outcome that never happens");
        let total: u64 = outcomes.iter().map(|&(_, weight)| u64::from(weight)).sum();
        assert!(u32::try_from(total).is_ok(), "{text}: the weights add up to {total}");
    }
}

fn check_text<G: Notation>(game: &G, state: &G::State) {
    let text = game.write_position(state);
    assert!(!text.trim().is_empty(), "a position must not be written as empty text");
    assert_eq!(text.lines().count(), 1, "a position must be written on one line: {text:?}");
    let back = game.parse_position(&text).unwrap_or_else(|error| panic!("{text}: does not read back: {error}"));
    assert_eq!(game.write_position(&back), text, "reading and writing again changes a position");
    assert_eq!(game.to_move(&back), game.to_move(state), "{text}: another side is to move after reading back");
    assert_eq!(game.key(&back), game.key(state), "{text}: another key after reading back");
    assert_eq!(legal_moves(game, &back), legal_moves(game, state), "{text}: other moves after reading back");
    assert!(game.draw(state).ends_with('\n'), "{text}: the picture does not end in a line break");
    for mv in legal_moves(game, state) {
        let written = game.write_move(state, mv);
        let read = game.parse_move(state, &written);
        assert_eq!(read.as_ref(), Ok(&mv), "{text}: the move {written} does not read back");
    }
}

/// Checks the promises of the no-progress rule: because of them a proof with one count is used with another.
fn check_count<G: Notation>(game: &G, state: &G::State) {
    let text = game.write_position(state);
    let left = game.plies_to_draw(state);
    assert!(G::NO_PROGRESS_RULE || left == u32::MAX, "{text}: {left} plies to a draw without a no-progress rule");
    let outcome = outcome_at(game, state);
    assert!(left > 0 || outcome.is_some(), "{text}: the count is full, and the game goes on");
    if game.may_be_claimed(state) {
        assert_eq!(outcome, Some(Outcome::Draw), "{text}: a draw may be claimed, but the outcome is none");
        assert!(!legal_moves(game, state).is_empty(), "{text}: a draw may be claimed where no move is left");
    }
    for mv in legal_moves(game, state) {
        let after = game.plies_to_draw(&game.apply(state, mv));
        assert!(after >= left.saturating_sub(1), "{text}: {mv:?} takes {left} plies to a draw down to {after}");
    }
}

/// Checks that a board has every square once, and that its moves are the legal ones, on its squares.
fn check_board<G: Notation>(game: &G, state: &G::State) {
    let Some(board) = game.board(state) else { return };
    let position = game.write_position(state);
    let names: HashSet<&str> = board.squares.iter().map(|square| square.name.as_str()).collect();
    let places: HashSet<(u32, u32)> = board.squares.iter().map(|square| (square.column, square.row)).collect();
    let squares = (board.columns * board.rows) as usize;
    assert_eq!((names.len(), places.len()), (squares, squares), "{position}: every square of a board is there once");
    let inside = places.iter().all(|&(column, row)| column < board.columns && row < board.rows);
    assert!(inside, "{position}: no square lies outside the board");
    let known = board
        .moves
        .iter()
        .flat_map(|mv| mv.from.iter().chain(&mv.via).chain([&mv.to]))
        .all(|name| names.contains(name.as_str()));
    assert!(known, "{position}: moves begin and end on squares of the board");
    let written: HashSet<String> = legal_moves(game, state).into_iter().map(|mv| game.write_move(state, mv)).collect();
    let shown: HashSet<String> = board.moves.iter().map(|mv| mv.text.clone()).collect();
    // Moves of several steps are entered step by step, and throws of dice have no square.
    let one_step = board.style != BoardStyle::Points;
    assert!(
        !one_step || shown == written,
        "{position}: the moves of a board are the legal ones: {shown:?}, {written:?}"
    );
}

fn check_key<G: Notation>(game: &G, state: &G::State, keys: &mut HashMap<u64, String>) {
    let Some(key) = game.key(state) else { return };
    // Positions with equal keys must have the same moves and the same side to move; their text may differ in the history.
    let moves: Vec<String> = legal_moves(game, state).iter().map(|&mv| game.write_move(state, mv)).collect();
    let content = format!("{:?} {:?} {}", game.to_move(state), moves, game.draw(state));
    let earlier = keys.entry(key).or_insert_with(|| content.clone());
    assert_eq!(*earlier, content, "two different positions have the key {key:#x}");
}

fn check_knowledge<G: Notation, K: Knowledge<G>>(game: &G, knowledge: &K, state: &G::State) {
    let moves = legal_moves(game, state);
    if moves.is_empty() {
        return;
    }
    let text = game.write_position(state);
    let mut kept = Vec::new();
    knowledge.candidates(game, state, None, &mut |mv| kept.push(mv));
    assert!(kept.iter().all(|mv| moves.contains(mv)), "{text}: a candidate is not a legal move");
    for window in questions() {
        let proof = knowledge.prove(game, state, window);
        assert!(proof.at_least <= proof.at_most, "{text}: the proof contradicts itself: {proof:?}");
        assert!(!kept.is_empty() || proof.is_exact(), "{text}: no candidate is left and nothing is proven");
        if !proof.is_exact() {
            let mut noted = Vec::new();
            knowledge.candidates(game, state, Some(proof.note), &mut |mv| noted.push(mv));
            assert_eq!(noted, kept, "{text}: the proof's note changes the candidates");
            let ends = |&mv: &G::Move| outcome_at(game, &game.apply(state, mv)).is_some();
            let foreseen = !K::FORESEES_THE_END || !kept.iter().any(ends);
            assert!(foreseen, "{text}: a candidate ends the game, which was not foreseen");
            kept.iter().for_each(|&mv| check_notes(game, knowledge, state, mv, window, proof.note));
        }
    }
    knowledge.noisy_moves(game, state, &mut |mv| {
        assert!(moves.contains(&mv), "{text}: the noisy move {mv:?} is not legal");
    });
    let slots = knowledge.history_slots();
    if slots > 0 {
        let in_range = |&mv: &G::Move| knowledge.history_slot(game, state, mv) < slots;
        assert!(moves.iter().all(in_range), "{text}: a history slot is out of range");
    }
}

/// Checks that notes only save work: they change neither proofs nor priorities.
fn check_notes<G: Notation, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    mv: G::Move,
    window: Window,
    note: K::Note,
) {
    let child = game.apply(state, mv);
    if outcome_at(game, &child).is_some() || game.is_chance(&child) {
        return;
    }
    let text = game.write_position(&child);
    let asked = window.for_child(game.to_move(&child) != game.to_move(state));
    let proof = knowledge.prove_after_candidate(game, &child, asked, None);
    let noted = knowledge.prove_after_candidate(game, &child, asked, Some(note));
    assert_eq!(noted, proof, "{text}: the note of the position before changes the proof");
    if !proof.is_exact() {
        let noted = knowledge.priority_from_note(game, state, mv, proof.note);
        let same = noted.is_none_or(|noted| noted == knowledge.priority(game, state, mv));
        assert!(same, "{text}: the proof's note changes the priority of the move that leads here");
    }
}

/// Windows for different questions: the value, at least a draw, more than a draw, a quick win or loss.
fn questions() -> Vec<Window> {
    let limits = [Score::DRAW, Score::DRAW.next_down(), Score::win_in(9), Score::loss_in(9), Score::loss_in(40)];
    limits.into_iter().map(Window::above).chain([Window::FULL]).collect()
}

/// Checks the promise of [`Linear`]: the evaluation is the weighted sum of its features, whatever the weights.
///
/// # Panics
/// With the position where the two differ.
pub fn check_linear<G, K>(game: &G, mut knowledge: K, games: usize, seed: u64)
where
    G: Notation,
    K: Linear<G>,
{
    let mut dice = Dice::new(seed);
    for _ in 0..games {
        for (index, _) in knowledge.features().iter().enumerate() {
            knowledge.set_weight(index, dice.below(200) as i32 - 100);
        }
        for state in random_game(game, &mut dice, 200) {
            let weights = knowledge.features();
            let measures = knowledge.measure(game, &state);
            assert_eq!(weights.len(), measures.len(), "as many measures as features");
            let term = |(feature, count): (&crate::Feature, &i32)| i64::from(feature.weight) * i64::from(*count);
            let sum = weights.iter().zip(&measures).map(term).sum::<i64>() / i64::from(knowledge.scale());
            assert_eq!(i64::from(knowledge.evaluate(game, &state)), sum, "{}", game.write_position(&state));
        }
    }
}
