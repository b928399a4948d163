//! The minimal solver of Connect Four with Rootward's knowledge: one loop written for this game alone.
//!
//! No observer, no techniques to switch, no limits, no depth, no lines of play, no threads: what is left is null-window
//! alpha-beta with the same proofs, the same move order and the same table. Its instructions are compared with those of the
//! generic recursion, which must not cost much more (README.md has the figures).

use rootward_game::{Bound, Game, MoveOrdering, Proofs, Score, ScoreKind, Window};
use rootward_games::connect_four::{Column, ConnectFour, ConnectFourKnowledge, Position};
use rootward_search::{Entry, SharedTable, Table};

/// Columns of the usual board.
const MOST_MOVES: usize = 7;
/// Entries for the whole game are stored with this depth.
const TO_THE_END: u8 = u8::MAX;
/// As in the engine: near wins and losses are searched for first, until this many nodes are spent.
const NEAR_ENDS_BUDGET: u64 = 20_000;
const NEAR_END: u32 = <ConnectFourKnowledge as Proofs<ConnectFour>>::NEAR_END;
type Note = <ConnectFourKnowledge as Proofs<ConnectFour>>::Note;
type Proof = rootward_game::Proof<Note>;

pub struct Stripped<'t> {
    game: ConnectFour,
    knowledge: ConnectFourKnowledge,
    table: &'t SharedTable,
    pub nodes: u64,
}

/// A move with what is known of it.
#[derive(Clone, Copy)]
struct Choice {
    mv: Column,
    index: u16,
    rank: i32,
    limits: Option<Proof>,
}

/// The moves of one node.
struct Choices {
    list: [Choice; MOST_MOVES],
    len: usize,
}

impl<'t> Stripped<'t> {
    pub fn new(table: &'t SharedTable) -> Stripped<'t> {
        Stripped { game: ConnectFour::default(), knowledge: ConnectFourKnowledge::default(), table, nodes: 0 }
    }

    /// The value of a position, narrowed by null-window searches in the engine's order.
    pub fn solve(&mut self, state: &Position) -> Score {
        let (mut low, mut high) = (-Score::INFINITY, Score::INFINITY);
        let mut plies = 1;
        while low < high && self.nodes < NEAR_ENDS_BUDGET && plies < 43 {
            if high >= Score::win_in(plies) && self.at_least(state, Score::win_in(plies), &mut low, &mut high) {
                break;
            }
            let lost = Score::loss_in(plies + 1).next_up();
            if low < lost && low < high && !self.at_least(state, lost, &mut low, &mut high) {
                break;
            }
            plies += 2;
        }
        if low <= Score::DRAW && high > Score::DRAW {
            self.at_least(state, Score::DRAW.next_up(), &mut low, &mut high);
        }
        if low < Score::DRAW && high >= Score::DRAW {
            self.at_least(state, Score::DRAW, &mut low, &mut high);
        }
        while low < high {
            let limit = match (low.kind(), high.kind()) {
                (ScoreKind::Win(far), ScoreKind::Win(near)) => Score::win_in(near + (far - near) / 8 * 2),
                (ScoreKind::Loss(near), ScoreKind::Loss(far)) => Score::loss_in(near + (far - near) / 8 * 2).next_up(),
                (_, ScoreKind::Win(_)) => Score::win_in(Score::MAX_PLIES),
                _ => Score::loss_in(Score::MAX_PLIES).next_up(),
            };
            self.at_least(state, limit, &mut low, &mut high);
        }
        low
    }

    fn at_least(&mut self, state: &Position, limit: Score, low: &mut Score, high: &mut Score) -> bool {
        let score = self.node(state, 0, Window::new(limit.next_down(), limit), None);
        if score >= limit {
            *low = (*low).max(score);
        } else {
            *high = (*high).min(score);
        }
        if !is_in_turn(*low) {
            *low = low.next_up();
        }
        if !is_in_turn(*high) {
            *high = high.next_down();
        }
        score >= limit
    }

    fn node(&mut self, state: &Position, ply: u32, asked: Window, limits: Option<Proof>) -> Score {
        self.nodes += 1;
        if ply < 3
            && let Some(outcome) = self.game.outcome(state)
        {
            return outcome.score_for(self.game.to_move(state));
        }
        let mut window = asked;
        let mut known = Proof::nothing();
        if ply > 0 {
            known = limits.unwrap_or_else(|| self.proof(state, ply, window, None));
            if let Some(score) = settled(known, window) {
                return score;
            }
            window.alpha = window.alpha.max(known.at_least.next_down());
            window.beta = window.beta.min(known.at_most);
        }
        let key = match asked.looks_no_farther_than(NEAR_END) {
            true => None,
            false => self.knowledge.table_key(&self.game, state),
        };
        let entry = key.and_then(|key| self.table.probe(key.key));
        if let Some(entry) = entry
            && ply > 0
            && decides(entry, window)
        {
            return entry.score;
        }
        let before = self.nodes;
        let mut moves = self.candidates(state, (ply > 0).then_some(known.note));
        let count = moves.len as u16;
        let mut best = match ply {
            0 => -Score::INFINITY,
            _ => self.look_at_children(state, ply, window, &mut moves, known.note),
        };
        if best >= window.beta {
            return best;
        }
        let first = entry.and_then(|entry| entry.best).zip(key).map(|(index, key)| key.turn(index, count));
        let mut ranked = false;
        let mut best_index = None;
        let mut at = 0;
        if let Some(place) = first.and_then(|index| moves.list[..moves.len].iter().position(|c| c.index == index)) {
            moves.list.swap(0, place);
        } else {
            self.rank(state, &mut moves.list[..moves.len]);
            ranked = true;
        }
        while at < moves.len {
            if at == 1 && !ranked {
                self.rank(state, &mut moves.list[1..moves.len]);
                ranked = true;
            }
            if ranked {
                bring_best(&mut moves.list[at..moves.len]);
            }
            let choice = moves.list[at];
            let child = self.game.apply(state, choice.mv);
            let score = self.node(&child, ply + 1, window.for_child(true), choice.limits).from_child(true);
            if score > best {
                best = score;
                best_index = Some(choice.index);
                if score >= window.beta {
                    break;
                }
            }
            at += 1;
        }
        let score = best.max(known.at_least);
        let mut bound = window.judge(score);
        if bound == Bound::AtLeast && score >= known.at_most {
            bound = Bound::Exact;
        }
        if let Some(key) = key {
            let effort = (self.nodes - before).max(1).ilog2() as u8;
            let best = best_index.map(|index| key.turn(index, count));
            self.table.store(key.key, Entry { score, bound, depth: TO_THE_END, proven: true, best, effort });
        }
        score
    }

    fn proof(&self, state: &Position, ply: u32, window: Window, before: Option<Note>) -> Proof {
        if ply >= 3 {
            self.knowledge.prove_after_candidate(&self.game, state, window, before)
        } else {
            self.knowledge.prove(&self.game, state, window)
        }
    }

    fn candidates(&self, state: &Position, note: Option<Note>) -> Choices {
        let none = Choice { mv: Column::new(0), index: 0, rank: 0, limits: None };
        let mut choices = Choices { list: [none; MOST_MOVES], len: 0 };
        self.knowledge.candidates(&self.game, state, note, &mut |mv| {
            choices.list[choices.len] = Choice { mv, index: choices.len as u16, rank: 0, limits: None };
            choices.len += 1;
        });
        choices
    }

    fn look_at_children(&self, state: &Position, ply: u32, window: Window, moves: &mut Choices, note: Note) -> Score {
        let mut best = -Score::INFINITY;
        let asked = window.for_child(true);
        let mut at = 0;
        while ply + 1 >= 3 && at < moves.len && best < window.beta {
            let child = self.game.apply(state, moves.list[at].mv);
            let limits = self.proof(&child, ply + 1, asked, Some(note));
            moves.list[at].limits = Some(limits);
            match settled(limits, asked) {
                None => at += 1,
                Some(score) => {
                    best = best.max(score.from_child(true));
                    moves.remove(at);
                }
            }
        }
        if best >= window.beta || window.looks_no_farther_than(NEAR_END + 2) {
            return best;
        }
        let key = |choice: &Choice| self.knowledge.table_key(&self.game, &self.game.apply(state, choice.mv));
        for choice in &moves.list[..moves.len] {
            if let Some(key) = key(choice) {
                self.table.prefetch(key.key);
            }
        }
        let mut at = 0;
        while at < moves.len && best < window.beta {
            let entry = key(&moves.list[at]).and_then(|key| self.table.probe(key.key));
            match entry.filter(|&entry| decides(entry, asked)) {
                None => at += 1,
                Some(entry) => {
                    best = best.max(entry.score.from_child(true));
                    moves.remove(at);
                }
            }
        }
        best
    }

    fn rank(&self, state: &Position, choices: &mut [Choice]) {
        for choice in choices {
            let noted = |proof: Proof| self.knowledge.priority_from_note(&self.game, state, choice.mv, proof.note);
            let rank = choice.limits.and_then(noted);
            choice.rank = rank.unwrap_or_else(|| self.knowledge.priority(&self.game, state, choice.mv));
        }
    }
}

impl Choices {
    fn remove(&mut self, at: usize) {
        self.len -= 1;
        self.list[at] = self.list[self.len];
    }
}

fn bring_best(choices: &mut [Choice]) {
    let mut best = 0;
    for at in 1..choices.len() {
        let (one, other) = (choices[at], choices[best]);
        if one.rank > other.rank || one.rank == other.rank && one.index < other.index {
            best = at;
        }
    }
    choices.swap(0, best);
}

/// Whether the winner makes the last move, by the parity of the plies.
fn is_in_turn(score: Score) -> bool {
    match score.kind() {
        ScoreKind::Win(plies) => plies % 2 == 1,
        ScoreKind::Loss(plies) => plies % 2 == 0,
        ScoreKind::Points(_) => true,
    }
}

fn settled(limits: Proof, window: Window) -> Option<Score> {
    if limits.is_exact() || limits.at_least >= window.beta {
        Some(limits.at_least)
    } else if limits.at_most <= window.alpha {
        Some(limits.at_most)
    } else {
        None
    }
}

fn decides(entry: Entry, window: Window) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => entry.score >= window.beta,
        Bound::AtMost => entry.score <= window.alpha,
    }
}
