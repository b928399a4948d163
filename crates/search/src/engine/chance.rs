//! Chance nodes: nobody chooses, and the value is the average of the outcomes. Star1 and Star2, by Bruce Ballard, cut them.
//!
//! Each outcome's value is known to lie in some interval, at first the game's whole range. **Star1** searches each outcome
//! with the window outside of which the average fails for all values of the others, and ends the node as soon as the average
//! fails. **Star2** first searches a single move after each outcome (a probe): its value is a bound of the outcome's value,
//! and the bounds together often end the node before any outcome is searched in full.

use rootward_game::{Average, Bound, Game, Knowledge, Proof, Range, Score, Side, TableKey, Window};

use super::child::Child;
use super::move_ordering::Candidate;
use super::node::Valued;
use super::{Node, Scope, Worker};
use crate::limits::Stopped;
use crate::{Cut, CutKind, Entry, Observer, Remark, Share, Table, Why};

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// The value of a chance node.
    pub(super) fn chance(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        limits: Proof,
        key: Option<TableKey>,
    ) -> Result<Valued, Stopped> {
        let (doubts_before, counted_before, nodes_before) = (self.doubts, self.counted, self.counts.nodes);
        let base = self.moves.len();
        let mut average = self.collect_outcomes(node, base);
        let level = self.descend(node);
        self.chances_above += 1;
        let ended = self.probe_outcomes(node, window, base, &mut average)?
            || self.search_outcomes(node, window, base, &mut average)?;
        self.chances_above -= 1;
        let independent = level.is_none_or(|level| self.path.ascend(level));
        self.moves.truncate(base);
        let (score, bound) = match ended {
            true if average.low() >= window.beta => (average.low(), Bound::AtLeast),
            true => (average.high(), Bound::AtMost),
            false => (average.low(), Bound::Exact),
        };
        // An estimate must not contradict a proof.
        let score = score.max(limits.at_least).min(limits.at_most);
        if let Some(key) = key
            && independent
        {
            let proven = self.doubts == doubts_before;
            let effort = (self.counts.nodes - nodes_before).max(1).ilog2() as u8;
            let entry = Entry { score, bound, depth: self.stored_depth(node.depth), proven, best: None, effort };
            self.remember(node, key, entry, self.counted != counted_before);
        }
        Ok(Valued::new(score, bound, if ended { Why::Cut } else { Why::Averaged }))
    }

    /// Puts the outcomes on the move stack. Returns their average, with nothing known yet.
    fn collect_outcomes(&mut self, node: &Node<'_, G>, base: usize) -> Average {
        let moves = &mut self.moves;
        let mut weights = Vec::with_capacity(24);
        self.shared.game.chances(node.state, &mut |mv, weight| {
            moves.push(Candidate::outcome(mv, moves.len() - base));
            weights.push(weight);
        });
        let range: Range = self.shared.game.range();
        Average::new(weights, if node.side == Side::First { range } else { -range })
    }

    /// Star1: the outcomes in turn. Returns whether the average left the window before all were known.
    fn search_outcomes(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        base: usize,
        average: &mut Average,
    ) -> Result<bool, Stopped> {
        let star1 = self.shared.techniques.sound.star1;
        for place in 0..average.terms().len() {
            let term = average.terms()[place];
            if term.low == term.high {
                continue;
            }
            let asked = if star1 { average.window_for(place, window) } else { Window::FULL };
            let mv = self.moves[base + place].mv;
            let state = self.shared.game.apply(node.state, mv);
            self.walk(node, None);
            let child =
                Child { state: &state, side: self.shared.game.to_move(&state), mv, proof: None, cut_node: false };
            let score = self.ask(node, &child, asked, self.depth_after(node))?;
            if score > asked.alpha {
                average.raise(place, score);
            }
            if score < asked.beta {
                average.lower(place, score);
            }
            let judged = Valued::new(score, asked.judge(score), Why::Searched);
            self.tell_share(node, base, place, average, judged);
            if star1 && self.fails(node, window, base, place, average) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Star2: one move after each outcome. Returns whether that was enough for the average to leave the window.
    fn probe_outcomes(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        base: usize,
        average: &mut Average,
    ) -> Result<bool, Stopped> {
        if !(self.shared.techniques.sound.star1 && self.shared.techniques.sound.star2) {
            return Ok(false);
        }
        for place in 0..average.terms().len() {
            let mv = self.moves[base + place].mv;
            let state = self.shared.game.apply(node.state, mv);
            let side = self.shared.game.to_move(&state);
            // The value of a move is a lower bound for the side that makes it, so a probe can only fail at that side's end of
            // the window.
            let own = side == node.side;
            let hopeless = if own { window.beta.is_win() } else { window.alpha.is_loss() };
            if hopeless || self.shared.game.outcome(&state).is_some() || self.shared.game.is_chance(&state) {
                continue;
            }
            let asked = average.window_for(place, window);
            let open = match own {
                true => Window::new(-Score::INFINITY, asked.beta),
                false => Window::new(asked.alpha, Score::INFINITY),
            };
            self.walk(node, None);
            if O::WATCHING {
                self.observer.remark(node.ply, Remark::Probe);
                self.via = Some(mv);
            }
            let child = Node::child(node, &state, side, self.depth_after(node), open.for_child(!own));
            let score = self.node(&Node { probe: true, ..child })?;
            let valued = Valued::new(score, self.last_bound, Why::Searched).for_parent(!own);
            if valued.bound != Bound::AtMost {
                average.raise(place, valued.score);
            }
            if valued.bound != Bound::AtLeast {
                average.lower(place, valued.score);
            }
            self.tell_share(node, base, place, average, valued);
            if self.fails(node, window, base, place, average) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The depth after an outcome. Chance is no [ply](Game::is_ply) and uses no depth, unless it stands for a player.
    fn depth_after(&self, node: &Node<'_, G>) -> i32 {
        node.depth - i32::from(self.shared.game.is_ply(node.state))
    }

    /// Has the average left the window, so that the rest cannot matter?
    fn fails(&mut self, node: &Node<'_, G>, window: Window, base: usize, place: usize, average: &Average) -> bool {
        let (low, high) = (average.low(), average.high());
        let value = if low >= window.beta {
            low
        } else if high <= window.alpha {
            high
        } else {
            return false;
        };
        // If every outcome is known, nothing was cut. The value is then exact, but the caller needs only a bound.
        if average.terms().iter().any(|term| term.low < term.high) {
            self.counts.cuts += 1;
        }
        if O::WATCHING {
            self.tell_star_cut(node, base, place, average, value, value == low);
        }
        true
    }

    fn tell_share(&mut self, node: &Node<'_, G>, base: usize, place: usize, average: &Average, valued: Valued) {
        if !O::WATCHING {
            return;
        }
        let (low, high) = match node.side {
            Side::First => (average.low(), average.high()),
            Side::Second => (average.high(), average.low()),
        };
        let seen = self.departure(node, valued);
        let share = Share {
            by: self.moves[base + place].mv,
            weight: average.terms()[place].weight,
            total: average.total(),
            value: seen.value,
            bound: seen.bound,
            low: self.shown(node.side, node.ply, low),
            high: self.shown(node.side, node.ply, high),
        };
        self.observer.share(node.ply, &share);
    }

    fn tell_star_cut(
        &mut self,
        node: &Node<'_, G>,
        base: usize,
        place: usize,
        average: &Average,
        value: Score,
        above: bool,
    ) {
        let open = average.terms().iter().zip(&self.moves[base..]).filter(|(term, _)| term.low < term.high);
        let skipped: Vec<G::Move> = open.map(|(_, candidate)| candidate.mv).collect();
        if skipped.is_empty() {
            return;
        }
        let kind = if above == (node.side == Side::First) { CutKind::Beta } else { CutKind::Alpha };
        let by = self.moves[base + place].mv;
        let value = self.shown(node.side, node.ply, value);
        self.observer.cut(node.ply, &Cut { by, value, kind, skipped: &skipped });
    }
}
