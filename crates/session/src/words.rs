//! Answers as sentences. Every sentence says whether the value is proven, a bound, or an estimate.

use rootward_support::text::counted;

use crate::{
    Analysis, BookPage, Bound, Ending, Expected, Kind, OutcomeData, Points, Resistance, Score, Solution, Source, Viewer,
};

impl OutcomeData {
    /// `X has won`, `a draw`, `3 points for MAX`.
    pub fn sentence(&self) -> String {
        match self {
            OutcomeData::Win { side_name, .. } => format!("{side_name} has won"),
            OutcomeData::Draw => "a draw".to_owned(),
            OutcomeData::Payoff { value, side_name, .. } => format!("the payoff is {value} for {side_name}"),
        }
    }
}

impl Analysis {
    fn names(&self) -> Names {
        Names { side: self.side_name, first: self.first_name }
    }

    /// The best move with its value, and the basis of that value.
    pub fn sentence(&self) -> String {
        if self.best.is_none() && !self.chance {
            return format!("The game is over: {}.", over(self.names(), &self.score));
        }
        let value = in_words(self.names(), &self.score, self.bound);
        let rests_on = match (self.score.is_proven(), self.bound) {
            (true, Bound::Exact) if self.score.kind == Kind::Expected => PROVEN_ON_AVERAGE.to_owned(),
            (true, Bound::Exact) => proven(self.source),
            (true, _) => "a proven bound".to_owned(),
            (false, _) => match self.depth {
                Some(0) => "an estimate, nothing was searched to its end".to_owned(),
                Some(depth) => format!("an estimate at depth {depth}, not proven"),
                None => "an estimate, not proven".to_owned(),
            },
        };
        match &self.best {
            Some(best) => format!("Best move: {best}. {value} ({rests_on})."),
            None => format!("{CHANCE_DECIDES}{value} ({rests_on})."),
        }
    }

    /// Remarks on the choice of the move, a sentence each.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(opponent) = &self.opponent {
            remarks.push(format!(
                "Values are what can be expected against an opponent who errs ({opponent}), not against best play; in games of \
                 wins and draws a win counts +1, a draw 0, a loss −1."
            ));
        }
        if let (Some(resistance), Some(best)) = (&self.resistance, &self.best) {
            remarks.push(resisting(best, *resistance));
        }
        if let Some(look) = self.secondary_search.as_ref().filter(|look| look.changed) {
            remarks.push(format!(
                "{} looked like {} at first, but is {} past the end of its line.",
                look.first_choice, look.before, look.after
            ));
        }
        if self.techniques.iter().any(|name| name.starts_with("width") || name.starts_with("threshold")) {
            remarks.push("Moves were left out by width or threshold: the result is inexact.".to_owned());
        }
        if self.stopped {
            remarks.push(match limit_words(self.ended_by) {
                Some(limit) => format!("The {limit} ended the search in the middle of a depth."),
                None => "The search was stopped in the middle of a depth.".to_owned(),
            });
        }
        remarks
    }
}

/// The name of a limit that ended a search in the middle of its work; none if somebody stopped it.
const fn limit_words(ending: Ending) -> Option<&'static str> {
    match ending {
        Ending::Nodes => Some("node limit"),
        Ending::Time => Some("time limit"),
        Ending::Proven | Ending::Depth | Ending::Stop => None,
    }
}

/// The reason for this move, if every move loses.
fn resisting(best: &str, Resistance { plies, equals, winning_replies, replies, depth }: Resistance) -> String {
    let among = match equals {
        0 | 1 => String::new(),
        2 => ", like one other".to_owned(),
        many => format!(", like {} others", many - 1),
    };
    let seen = depth.map(|depth| format!(", as far as depth {depth} shows")).unwrap_or_default();
    format!(
        "Every move loses. {best} holds out longest, {plies} plies{among}; {winning_replies} of {replies} replies \
         keep the win{seen}."
    )
}

impl Expected {
    /// The number with all its certain digits, at most twelve.
    pub fn number(&self) -> String {
        let certain = -self.error.max(1e-13).log10().ceil();
        let digits = certain.clamp(1.0, 12.0) as usize;
        format!("{:.digits$}", self.win_probability.or(self.expected).unwrap_or(f64::NAN))
    }
}

impl Solution {
    fn names(&self) -> Names {
        Names { side: self.side_name, first: self.first_name }
    }

    /// The value with its proof, or what is known instead.
    pub fn sentence(&self) -> String {
        let (side, names) = (self.side_name, self.names());
        let best = self.best.as_ref();
        if let Some(chance) = &self.chance {
            return self.chance_sentence(chance);
        }
        if !self.proven {
            let ends = [(&self.at_least, Bound::AtLeast), (&self.at_most, Bound::AtMost)];
            let known = ends.into_iter().filter_map(|(score, bound)| Some(in_words(names, score.as_ref()?, bound)));
            let known: Vec<String> = known.collect();
            let so_far = best.map(|best| format!(" Best move so far: {best}.")).unwrap_or_default();
            if let Some(depth) = self.depth.filter(|_| self.value.is_none()) {
                let known =
                    if known.is_empty() { String::new() } else { format!(" Proven so far: {}.", known.join("; ")) };
                return match self.stopped {
                    true => format!("Not proven: {}; depth {depth} was finished.{known}", self.why_early()),
                    false => format!("Not proven: the longest lines that are searched have {depth} plies.{known}"),
                };
            }
            return match (known.is_empty(), self.stopped) {
                (true, true) => format!("Not solved: {}, before anything was proven.", self.why_early()),
                (true, false) => format!("Not solved: {LINES_TOO_LONG}."),
                (false, stopped) => {
                    let why = if stopped { self.why_early() } else { LINES_TOO_LONG.to_owned() };
                    format!("Not solved: {why}. Proven so far: {}.{so_far}", known.join("; "))
                }
            };
        }
        match best {
            None if self.is_thrown => {
                let value = in_words(names, &self.known_score(), Bound::Exact);
                format!("{CHANCE_DECIDES}{value} ({}).", self.proof())
            }
            None => format!("The game is over: {}.", over(names, &self.known_score())),
            Some(best) if self.plies.is_none() && self.payoff.is_none() => {
                let (result, keeps) = match self.known_score().kind {
                    Kind::Win => ("wins", "A move that keeps it"),
                    Kind::Loss => ("loses", "A move"),
                    _ => ("draws", "A move that keeps it"),
                };
                format!("{side} {result} ({}). {keeps}: {best}.", proven(self.source))
            }
            Some(best) => {
                let value = in_words(names, &self.known_score(), Bound::Exact);
                format!("{value} ({}). Best move: {best}.", self.proof())
            }
        }
    }

    /// What ended the work before its end: the limit by its name, or somebody.
    fn why_early(&self) -> String {
        let limit = self.ended_by.and_then(limit_words).map(|limit| format!("the {limit} came first"));
        limit.unwrap_or_else(|| "stopped too early".to_owned())
    }

    /// The basis of a proven value.
    fn proof(&self) -> String {
        if self.value == Some(Kind::Expected) { PROVEN_ON_AVERAGE.to_owned() } else { proven(self.source) }
    }

    fn chance_sentence(&self, chance: &Expected) -> String {
        let side = self.side_name;
        let best = self.best.as_ref();
        if !self.proven {
            let why = match self.out_of_memory {
                true => "the table is as large as --memory allows".to_owned(),
                false => self.why_early(),
            };
            let known = match (chance.win_probability, chance.lowest, chance.highest) {
                (Some(_), low, high) => format!("{side} wins with a probability from {low:.6} to {high:.6}"),
                (None, low, high) => format!("{side} can expect from {low:.6} to {high:.6}"),
            };
            let so_far = best.map(|best| format!(" Best move so far: {best}.")).unwrap_or_default();
            return format!("Not solved: {why}. Proven so far: {known}.{so_far}");
        }
        let best = best.map(|best| format!(" Best move: {best}.")).unwrap_or_default();
        let value = match chance.win_probability {
            Some(_) => format!("{side} wins with probability {}", chance.number()),
            None => format!("{side} can expect {}", chance.number()),
        };
        let decides = if self.is_thrown { CHANCE_DECIDES } else { "" };
        format!("{decides}{value} (proven, ± {:.0e}).{best}", chance.error)
    }

    fn known_score(&self) -> Score {
        let kind = self.value.unwrap_or(Kind::Draw);
        let (value, fraction) = (self.payoff.clone(), self.fraction.clone());
        let viewer = Some(Viewer::Max);
        Score { kind, plies: self.plies, mate: self.mate, value, fraction, win_probability: None, viewer }
    }
}

impl BookPage {
    fn names(&self) -> Names {
        Names { side: self.side_name, first: self.first_name }
    }

    /// The value, or that the book does not know it.
    pub fn sentence(&self) -> String {
        match &self.score {
            Some(score) if self.moves.is_empty() => format!("The game is over: {}.", over(self.names(), score)),
            Some(score) => {
                let value = in_words(self.names(), score, Bound::Exact);
                format!("{value} ({}).", proven(Some(self.source)))
            }
            None => "The book does not know this position.".to_owned(),
        }
    }
}

/// Why a search ended by itself without a value.
const LINES_TOO_LONG: &str = "some lines are too long to be searched to their end";

/// There is no move to choose.
const CHANCE_DECIDES: &str = "Chance decides. ";

/// All outcomes of chance are averaged, and nothing is an estimate.
const PROVEN_ON_AVERAGE: &str = "proven on average";

fn proven(source: Option<Source>) -> String {
    match source {
        Some(Source::Book) => "proven, from the book".to_owned(),
        Some(Source::Tables) => "proven, by endgame tables".to_owned(),
        None => "proven".to_owned(),
    }
}

/// The names that a sentence about a value needs.
#[derive(Clone, Copy)]
struct Names {
    /// The side to move.
    side: &'static str,
    /// The first side, whose points are counted in games of points: `MAX` on paper, `X` in backgammon.
    first: &'static str,
}

fn over(Names { side, first }: Names, score: &Score) -> String {
    match score.kind {
        Kind::Win => format!("{side} has won"),
        Kind::Loss => format!("{side}, who would be to move, has lost"),
        Kind::Draw => "a draw".to_owned(),
        Kind::Payoff | Kind::Expected | Kind::Estimate => {
            score.value.as_ref().map(|value| format!("the payoff is {value} for {first}")).unwrap_or_default()
        }
    }
}

/// The value as the beginning of a sentence: `X wins in 5 plies`.
fn in_words(Names { side, first }: Names, score: &Score, bound: Bound) -> String {
    let plies = match score.plies.unwrap_or(0) {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    let about = |value: &&Points| if score.kind == Kind::Expected && value.is_rounded() { "≈ " } else { "" };
    let points = score.value.as_ref().map(|value| format!("{}{value}", about(&value))).unwrap_or_default();
    let whose = if score.viewer == Some(Viewer::Max) { first } else { side };
    let limit = match bound {
        Bound::Exact => "",
        Bound::AtLeast => "at least ",
        Bound::AtMost => "at most ",
    };
    if let Some(sentence) = score.mate.and_then(|moves| mate_in_words(side, score.kind, bound, moves)) {
        return sentence;
    }
    match (score.kind, bound) {
        (Kind::Win, Bound::Exact) => format!("{side} wins in {plies}"),
        (Kind::Win, Bound::AtLeast) => format!("{side} wins in {plies} or sooner"),
        (Kind::Win, Bound::AtMost) => format!("{side} wins in {plies} at the earliest, if at all"),
        (Kind::Loss, Bound::Exact) => format!("{side} loses in {plies} against best play"),
        (Kind::Loss, Bound::AtLeast) => format!("{side} holds out for at least {plies}"),
        (Kind::Loss, Bound::AtMost) => format!("{side} loses in {plies} or sooner"),
        (Kind::Draw, Bound::Exact) => "A draw with best play".to_owned(),
        (Kind::Draw, _) => format!("{side} gets {limit}a draw"),
        (Kind::Expected | Kind::Estimate, _) if score.win_probability.is_some() => {
            let about = if score.kind == Kind::Estimate { "about " } else { "" };
            format!("{side} wins with {limit}{about}{points}")
        }
        (Kind::Expected, _) => format!("The expected value is {limit}{points} for {whose}"),
        (Kind::Payoff, Bound::Exact) => format!("The value is {points} for {whose}"),
        (Kind::Payoff, _) => format!("The value is {limit}{points} for {whose}"),
        (Kind::Estimate, _) => capitalised(&format!("{limit}{score} for {whose}")),
    }
}

/// The same as moves to mate.
fn mate_in_words(side: &str, kind: Kind, bound: Bound, moves: u32) -> Option<String> {
    let in_moves = counted(moves.into(), "move", "moves");
    match (kind, bound) {
        (Kind::Win, Bound::Exact) => Some(format!("{side} mates in {in_moves}")),
        (Kind::Win, Bound::AtLeast) => Some(format!("{side} mates in {in_moves} or sooner")),
        (Kind::Win, Bound::AtMost) => Some(format!("{side} mates in {in_moves} at the earliest, if at all")),
        (Kind::Loss, Bound::Exact) => Some(format!("{side} is mated in {in_moves} against best play")),
        (Kind::Loss, Bound::AtLeast) => Some(format!("{side} is mated in {in_moves} at the earliest, if at all")),
        (Kind::Loss, Bound::AtMost) => Some(format!("{side} is mated in {in_moves} or sooner")),
        _ => None,
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
