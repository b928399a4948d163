//! Chance nodes: the weighted sum term by term, and cuts because the average cannot return to the window.

use rootward_game::{Average, Bound, Game, Notation, Score, Side};
use rootward_search::{CutKind, Share};

use super::interval::Interval;
use super::is_rounded;
use super::replay::{Open, Replay};
use super::step::{BoundSource, CutNote, StepKind};
use super::value::{Value, relation};
use rootward_session::counted;

/// The greatest number of terms of a sum that are written: a roll of two dice would fill the page.
const MOST_TERMS: usize = 8;

/// The fixed data of a chance node: its outcomes and their probabilities.
pub(super) struct Odds<M> {
    pub(super) outcomes: Vec<(M, u32)>,
    pub(super) total: u32,
}

impl<M: Copy + PartialEq> Odds<M> {
    /// For a chance node; none elsewhere.
    pub(super) fn at<G: Game<Move = M>>(game: &G, state: &G::State) -> Option<Odds<M>> {
        if !game.has_chance() || !game.is_chance(state) || game.outcome(state).is_some() {
            return None;
        }
        let mut outcomes = Vec::new();
        game.chances(state, &mut |outcome, weight| outcomes.push((outcome, weight)));
        let total = outcomes.iter().map(|&(_, weight)| weight).sum();
        Some(Odds { outcomes, total })
    }

    /// The probability of an outcome as text.
    pub(super) fn probability<G: Notation<Move = M>>(&self, game: &G, outcome: M) -> Option<String> {
        let &(_, weight) = self.outcomes.iter().find(|&&(other, _)| other == outcome)?;
        Some(game.write_probability(weight, self.total))
    }

    /// The interval of the average, given the values of some outcomes. Only a search that cuts at chance nodes
    /// (`is_bounded`) knows between which numbers all values lie; for another, an outcome not yet seen can be anything.
    pub(super) fn possible<G: Game<Move = M>>(
        &self,
        game: &G,
        is_bounded: bool,
        known: impl Fn(M) -> Option<Interval>,
    ) -> Interval {
        let mut average = Average::new(self.outcomes.iter().map(|&(_, weight)| weight), game.range());
        let mut open = Interval { low: Score::INFINITY, high: -Score::INFINITY };
        for (place, &(outcome, _)) in self.outcomes.iter().enumerate() {
            let interval = known(outcome).unwrap_or_else(Interval::full);
            average.raise(place, interval.low);
            average.lower(place, interval.high);
            open = Interval { low: open.low.min(interval.low), high: open.high.max(interval.high) };
        }
        let full = Interval::full();
        Interval {
            low: if !is_bounded && open.low == full.low { full.low } else { average.low() },
            high: if !is_bounded && open.high == full.high { full.high } else { average.high() },
        }
    }
}

impl<G: Notation> Replay<'_, G> {
    /// An outcome has a value, or a bound on it.
    pub(super) fn share(&mut self, share: &Share<G::Move>) {
        let top = self.top();
        let shares = &mut self.open[top].shares;
        shares.retain(|earlier| earlier.by != share.by);
        shares.push(*share);
        let sentence = self.share_in_words(&self.open[top], share);
        let (value, by) = (self.value(share.value), self.input.game.write_move(self.open[top].state, share.by));
        let step = self.tell(StepKind::Share, sentence);
        (step.value, step.by) = (Some(value), Some(by));
    }

    fn share_in_words(&self, node: &Open<'_, G>, share: &Share<G::Move>) -> String {
        let game = self.input.game;
        let name = &self.nodes[node.id].name;
        let child = self.child_name(self.top(), share.by);
        let probability = game.write_probability(share.weight, share.total as u32);
        let worth = match share.bound {
            Bound::Exact => "is worth",
            Bound::AtLeast => "is worth at least",
            Bound::AtMost => "is worth at most",
        };
        let start = format!("{name}: {child} {worth} {}, with probability {probability}", self.value(share.value));
        let all_known = node.odds.as_ref().is_some_and(|odds| odds.outcomes.len() == node.shares.len());
        if all_known && node.shares.iter().all(|share| share.bound == Bound::Exact) {
            return format!("{start}.");
        }
        if self.input.textbook {
            return format!("{start}; so far {}.", self.sum_in_words(node));
        }
        let (low, high) = (self.value(share.low), self.value(share.high));
        let average = match (low.is_finite(), high.is_finite()) {
            (true, true) => format!("the average lies between {low} and {high}"),
            (true, false) => format!("the average is at least {low}"),
            (false, true) => format!("the average is at most {high}"),
            (false, false) => "nothing is known of the average".to_owned(),
        };
        match self.sum_in_words(node) {
            sum if sum.is_empty() => format!("{start}; {average}."),
            sum => format!("{start}; so far {sum}, and {average}."),
        }
    }

    /// `1/2·5 + 1/3·4 + 1/6·(−2)`, bounds left out.
    pub(super) fn sum_in_words(&self, node: &Open<'_, G>) -> String {
        let game = self.input.game;
        // In the order of the outcomes, not in that of the search.
        let found = |&(mv, _): &(G::Move, u32)| node.shares.iter().find(|share| share.by == mv);
        let outcomes = node.odds.iter().flat_map(|odds| &odds.outcomes);
        let exact: Vec<&Share<G::Move>> =
            outcomes.filter_map(found).filter(|share| share.bound == Bound::Exact).collect();
        let term = |share: &&Share<G::Move>| {
            let probability = game.write_probability(share.weight, share.total as u32);
            format!("{probability}·{}", factor(&self.value(share.value)))
        };
        let mut terms: Vec<String> = exact.iter().take(MOST_TERMS).map(term).collect();
        if exact.len() > MOST_TERMS {
            terms.push("…".to_owned());
        }
        terms.join(" + ")
    }

    /// A chance node is entered.
    pub(super) fn chance_entered(&self, node: &Open<'_, G>, matters: &str) -> String {
        let game = self.input.game;
        let name = &self.nodes[node.id].name;
        let Some(odds) = &node.odds else { return String::new() };
        let outcomes = counted(odds.outcomes.len() as u64, "outcome", "outcomes");
        let few = odds.outcomes.len() <= MOST_TERMS;
        let likely = odds.outcomes.iter().map(|&(_, weight)| game.write_probability(weight, odds.total));
        let likely = if few { format!(" ({})", likely.collect::<Vec<_>>().join(", ")) } else { String::new() };
        let range = game.range();
        let [least, most] = [range.least, range.most].map(|points| self.value(Score::points(points)));
        let range = if matters.is_empty() || self.input.textbook {
            String::new()
        } else {
            format!("; no value is below {least} or above {most}")
        };
        format!("{name}: chance, {outcomes}{likely}: the value is their average{range}{matters}.")
    }

    /// The average of the outcomes of a chance node that was searched completely. The node may return another value.
    pub(super) fn average(&self, node: &Open<'_, G>) -> Score {
        let terms: Vec<(u32, Score)> = node.shares.iter().map(|share| (share.weight, share.value)).collect();
        Average::of(&terms, self.input.game.range())
    }

    /// A chance node is left: the whole sum.
    pub(super) fn averaged(&self, node: &Open<'_, G>) -> String {
        let name = &self.nodes[node.id].name;
        let average = self.average(node);
        let mut written = node.shares.iter().map(|share| share.value).chain([average]);
        // Rounded terms do not add up exactly.
        let equals = if written.any(|score| is_rounded(self.input.game, score)) { "≈" } else { "=" };
        format!("{name}: {} {equals} {}", self.sum_in_words(node), self.value(average))
    }

    /// The rest of a chance node's outcomes is cut: the average cannot return to the window.
    pub(super) fn star_cut(&self, node: &Open<'_, G>, value: Score, kind: CutKind, note: &CutNote) -> String {
        let name = &self.nodes[node.id].name;
        let range = self.input.game.range();
        let (best, limit, relation, opponent) = match kind {
            CutKind::Alpha => (range.most, "at most", "≤ α", Side::First),
            CutKind::Beta => (range.least, "at least", "≥ β", Side::Second),
        };
        let rest = match note.skipped.is_empty() {
            true => "whatever else these outcomes are worth".to_owned(),
            false => format!("even if the rest were all {}", self.value(Score::points(best))),
        };
        let reached = format!("the average is {limit} {} {relation} = {}", self.value(value), note.bound);
        let setter = note.set_by_name.as_deref().unwrap_or_default();
        let reason = match note.set {
            BoundSource::Move | BoundSource::StandPat => {
                format!("{reached} set at {setter}, so {} will never come here", opponent.role())
            }
            BoundSource::Scout => format!("{reached}, which answers the question asked for {setter}"),
            BoundSource::Average => format!("{reached}, out of what can matter for the average at {setter}"),
            BoundSource::Start => format!("{reached}, the end of the window that this search began with"),
            BoundSource::Limit | BoundSource::SingularTest => format!("{reached}, and no more is asked at {setter}"),
        };
        let outcomes = match (note.skipped.len() as u64, note.leaves_skipped) {
            (0, _) => "no more is asked".to_owned(),
            (count, Some(leaves)) if count != leaves => {
                let (count, leaves) = (counted(count, "outcome", "outcomes"), counted(leaves, "leaf", "leaves"));
                format!("{count} with {leaves} skipped")
            }
            (count, _) => format!("{} skipped", counted(count, "outcome", "outcomes")),
        };
        format!("{name}: {rest}, {reason}: {outcomes}.")
    }

    /// The value of a chance node after a cut, or with bounds.
    pub(super) fn bounded_average(&self, node: &Open<'_, G>, value: &Value, bound: Bound) -> String {
        let name = &self.nodes[node.id].name;
        format!("{name}: left with {} {value}, a bound of the average", relation(bound))
    }
}

/// A value after a dot: in brackets unless it is a plain number.
fn factor(value: &Value) -> String {
    let plain = !value.text.starts_with('−') && !value.text.contains(['/', ' ']);
    if plain { value.text.clone() } else { format!("({value})") }
}
