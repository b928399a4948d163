//! The sentences of a trace: what happened and why. Each begins with the name of its node.

use rootward_game::{Bound, Notation, Score, Side};
use rootward_search::{Departure, Omission, Remark, Why};

use super::ends::{Ends, Source};
use super::log::Way;
use super::replay::{Open, Replay};
use super::step::{BoundSource, CutNote};
use super::value::{Amount, Role, relation};
use rootward_session::{counted, pruning_reason};

/// A node is entered and its moves will be searched.
pub(super) fn entered<G: Notation>(replay: &Replay<'_, G>, node: &Open<'_, G>) -> String {
    let name = &replay.nodes[node.id].name;
    let top = if replay.input.textbook { String::new() } else { what_search(replay, node) };
    let side = node.side.role();
    let moves = counted(node.moves as u64, "move", "moves");
    let matters = if replay.input.windows { format!("; {}", what_matters(replay, &node.ends)) } else { String::new() };
    if node.odds.is_some() {
        let sentence = replay.chance_entered(node, &matters);
        return if top.is_empty() { sentence } else { sentence.replacen("chance, ", &format!("{top}chance, "), 1) };
    }
    format!("{name}: {top}{side} to move, {moves}{matters}.")
}

/// If one of the engine's searches begins here: which one.
fn what_search<G: Notation>(replay: &Replay<'_, G>, node: &Open<'_, G>) -> String {
    let visit = &replay.nodes[node.id];
    let plies = counted(node.depth.unwrap_or(0).unsigned_abs().into(), "ply", "plies");
    match (visit.way, visit.by.is_some()) {
        (Way::Top, _) if node.ply == 0 => format!("search {}, {plies} deep; ", visit.search),
        (Way::Top, false) => format!("search {}, a second look past the end of the line, {plies} on; ", visit.search),
        (Way::Top, true) => format!("search {}, of the next best move, since the first was a trap; ", visit.search),
        _ => String::new(),
    }
}

/// The values that matter to the nodes above.
fn what_matters<G: Notation>(replay: &Replay<'_, G>, ends: &Ends) -> String {
    if ends.beta.how == BoundSource::Scout {
        return format!(
            "the question is only whether it is more than {}",
            end(replay, "α", ends.window.alpha, ends.alpha)
        );
    }
    if ends.alpha.how == BoundSource::Scout {
        return format!(
            "the question is only whether it is less than {}",
            end(replay, "β", ends.window.beta, ends.beta)
        );
    }
    if ends.alpha.how == BoundSource::SingularTest && ends.beta.how == BoundSource::SingularTest {
        let (alpha, beta) = (replay.value(ends.window.alpha), replay.value(ends.window.beta));
        return format!("the test asks only whether it is at most {alpha} or at least {beta}");
    }
    let above = format!("above {}", end(replay, "α", ends.window.alpha, ends.alpha));
    let below = format!("below {}", end(replay, "β", ends.window.beta, ends.beta));
    // That nothing lies beyond the possible values is not worth saying.
    let counts = |score, source: Source| replay.value(score).is_finite() && source.how != BoundSource::Limit;
    match (counts(ends.window.alpha, ends.alpha), counts(ends.window.beta, ends.beta)) {
        (false, false) => "every value matters".to_owned(),
        (true, false) => format!("only values {above} matter"),
        (false, true) => format!("only values {below} matter"),
        (true, true) => format!("only values {above} and {below} matter"),
    }
}

/// `α = 3 (set at A)`.
fn end<G: Notation>(replay: &Replay<'_, G>, letter: &str, score: Score, source: Source) -> String {
    format!("{letter} = {}{}", replay.value(score), in_brackets(&origin(replay, source)))
}

fn in_brackets(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" ({text})") }
}

/// The origin of an end of a window: `set at A`.
fn origin<G: Notation>(replay: &Replay<'_, G>, source: Source) -> String {
    let Some(node) = source.node else { return "from the window this search began with".to_owned() };
    let name = &replay.nodes[node].name;
    match source.how {
        BoundSource::Move | BoundSource::Start => format!("set at {name}"),
        BoundSource::StandPat => format!("set at {name} by standing pat"),
        BoundSource::Scout => format!("the question asked for {name}"),
        BoundSource::Limit => format!("the limit of what is possible at {name}"),
        BoundSource::SingularTest => format!("the question of the test at {name}"),
        BoundSource::Average => format!("what it takes for the average at {name}"),
    }
}

/// A node is settled without a search of its moves.
pub(super) fn settled<G: Notation>(
    replay: &Replay<'_, G>,
    node: &Open<'_, G>,
    value: Score,
    departure: Departure,
) -> String {
    let name = &replay.nodes[node.id].name;
    let shown = replay.value(value);
    let sign = relation(departure.bound);
    let what = match (departure.why, shown.amount) {
        (Why::Terminal, Amount::Win { .. }) => format!("the game is over, MAX has won: {shown}"),
        (Why::Terminal, Amount::Loss { .. }) => format!("the game is over, MIN has won: {shown}"),
        (Why::Terminal, _) if replay.input.game.counts_points() => format!("a leaf, worth {shown}"),
        (Why::Terminal, _) => "the game is over, a draw".to_owned(),
        (Why::Repetition, _) => "this position was there before, so it counts as a draw".to_owned(),
        (Why::Horizon, _) => format!("the horizon, static value {shown} (an estimate)"),
        (Why::StandPat, _) => format!("nothing noisy to follow, left at the static value {shown} (an estimate)"),
        (Why::Proof, _) => format!("known without search: {sign} {shown}"),
        (Why::Threshold, _) => format!("static value {shown}, too far outside the window to look further (a guess)"),
        (Why::ReverseFutility, _) => {
            format!("near the horizon, static value so good that {shown} is taken as the least (a guess)")
        }
        (Why::Table, _) => format!("in the table, {sign} {shown}: not searched again"),
        _ => format!("left with {sign} {shown}"),
    };
    let held = held(replay, value, departure);
    format!("{name}: {what}{held}{}.", no_better(replay, departure.value))
}

/// A note if a fail-hard search returns the end of the window and not the value.
fn held<G: Notation>(replay: &Replay<'_, G>, value: Score, departure: Departure) -> String {
    if departure.value == value {
        return String::new();
    }
    format!("; fail-hard hands up {}, the end of the window", replay.value(departure.value))
}

/// A move's value is known without a visit.
pub(super) fn known<G: Notation>(
    replay: &Replay<'_, G>,
    above: &Open<'_, G>,
    name: &str,
    departure: Departure,
) -> String {
    let (sign, value) = (relation(departure.bound), replay.value(departure.value));
    let source = if departure.why == Why::Table { "in the table" } else { "known without search" };
    format!("{name}: {source}, {sign} {value}: no need to go there{}.", no_better_at(replay, above, departure.value))
}

/// The reason why the value changes nothing at the node above, if so.
fn no_better<G: Notation>(replay: &Replay<'_, G>, value: Score) -> String {
    let [.., above, _] = replay.open.as_slice() else { return String::new() };
    no_better_at(replay, above, value)
}

fn no_better_at<G: Notation>(replay: &Replay<'_, G>, above: &Open<'_, G>, value: Score) -> String {
    let Some(best) = above.best.filter(|&best| !above.side.prefers(value, best)) else { return String::new() };
    let name = &replay.nodes[above.id].name;
    format!("; {} already has {} at {name}", above.side.role(), replay.value(best))
}

/// A node has a new best value. `before` are the ends of its window before that.
pub(super) fn updated<G: Notation>(
    replay: &Replay<'_, G>,
    node: &Open<'_, G>,
    child: &str,
    value: Score,
    best_before: Option<Score>,
    before: &Ends,
) -> String {
    let name = &replay.nodes[node.id].name;
    let shown = replay.value(value);
    let (role, most, more) = match node.side {
        Side::First => ("MAX", "the most", "more"),
        Side::Second => ("MIN", "the least", "less"),
    };
    let compared = match best_before {
        None => format!("{child} gives {shown}, {most} so far for {role}"),
        Some(best) => format!("{child} gives {shown}, {more} than {}", replay.value(best)),
    };
    if !replay.input.windows {
        return format!("{name}: {compared}.");
    }
    let letter = if node.side == Side::First { "α" } else { "β" };
    let (now, (then, source)) = (node.ends.near(node.side).0, before.near(node.side));
    if now == then {
        let unchanged = end(replay, letter, then, source);
        format!("{name}: {compared}, but no {more} than {unchanged}, which stays.")
    } else {
        format!("{name}: {compared}, so {letter} = {} here.", replay.value(now))
    }
}

/// The rest of a node's moves is cut.
pub(super) fn cut<G: Notation>(replay: &Replay<'_, G>, node: &Open<'_, G>, value: Score, note: &CutNote) -> String {
    let name = &replay.nodes[node.id].name;
    let (letter, relation) = match (node.side, replay.input.cut_at_equality) {
        (Side::First, true) => ("β", "≥"),
        (Side::First, false) => ("β", ">"),
        (Side::Second, true) => ("α", "≤"),
        (Side::Second, false) => ("α", "<"),
    };
    let opponent = node.side.other().role();
    let reached = format!("{} {relation} {letter} = {}", replay.value(value), note.bound);
    let setter = note.set_by_name.as_deref().unwrap_or_default();
    let reason = match note.set {
        BoundSource::Move if note.deep => {
            let plies = counted(note.plies_up as u64, "ply", "plies");
            format!("{reached} set at {setter}, {plies} up (a deep cut), so {opponent} will never come here")
        }
        BoundSource::Move => format!("{reached} set at {setter}, so {opponent} will never come here"),
        BoundSource::StandPat => {
            format!("{reached} set at {setter} by standing pat, so {opponent} will never come here")
        }
        BoundSource::Scout => format!("{reached}, which answers the question asked for {setter}"),
        BoundSource::SingularTest => format!("{reached}, which answers the test at {setter}"),
        BoundSource::Average => {
            format!(
                "{reached}, and with that the average at {setter} falls out of its window whatever the others are worth"
            )
        }
        BoundSource::Limit => format!("{reached}, and nothing better is possible at {setter}"),
        BoundSource::Start => format!("{reached}, the end of the window that this search began with"),
    };
    format!("{name}: {reason}: {}.", what_was_skipped(note))
}

fn what_was_skipped(note: &CutNote) -> String {
    let moves = counted(note.skipped.len() as u64, "move", "moves");
    match note.leaves_skipped {
        Some(leaves) if note.skipped.len() as u64 == leaves => format!("{} skipped", counted(leaves, "leaf", "leaves")),
        Some(leaves) => format!("{moves} with {} skipped", counted(leaves, "leaf", "leaves")),
        None => format!("{moves} skipped"),
    }
}

/// A move is pruned speculatively.
pub(super) fn left_out<G: Notation>(replay: &Replay<'_, G>, node: &Open<'_, G>, mv: G::Move, why: Omission) -> String {
    let name = &replay.nodes[node.id].name;
    let mv = replay.input.game.write_move(node.state, mv);
    let reason = pruning_reason(why);
    format!("{name}: {mv} is left out (a guess): {reason}.")
}

/// Another event in a node.
pub(super) fn remarked<G: Notation>(replay: &Replay<'_, G>, node: &Open<'_, G>, remark: Remark) -> String {
    let name = &replay.nodes[node.id].name;
    let role = node.side.role();
    let text = match remark {
        Remark::TableHit { value, bound, .. } => {
            let (sign, value) = (relation(bound), replay.value(value));
            format!("in the table, {sign} {value}, which is not enough here: it helps to order the moves")
        }
        Remark::StandPat(value) => {
            let value = replay.value(value);
            format!("the horizon, static value {value} (an estimate); {role} may leave it at that, or try a noisy move")
        }
        Remark::Extension(plies) => {
            let plies = counted(plies.into(), "ply", "plies");
            format!("the next move stands out: searched {plies} deeper")
        }
        Remark::Reduction(plies) => {
            let plies = counted(plies.into(), "ply", "plies");
            format!("the next move comes late in the order: looked at {plies} less deeply first")
        }
        Remark::NegativeExtension(plies) => {
            let plies = counted(plies.into(), "ply", "plies");
            format!("others seem to do as well as the table's move: it is looked at {plies} less deeply")
        }
        Remark::Research => "that move may be better than thought: searched again".to_owned(),
        Remark::NullMove => format!("what if {role} did nothing?"),
        Remark::Probe => "the next outcome is probed: a single move behind it is a bound of its value".to_owned(),
        Remark::SingularTest => "does the table's move stand out? The others are searched without it".to_owned(),
        Remark::Width { kept, dropped } => {
            let kept = counted(kept as u64, "move", "moves");
            format!("only the {kept} that look best, {dropped} left out (inexact)")
        }
    };
    let stop = if text.ends_with('?') { "" } else { "." };
    format!("{name}: {text}{stop}")
}

/// A node is left after a search of its moves.
pub(super) fn left<G: Notation>(
    replay: &Replay<'_, G>,
    node: &Open<'_, G>,
    departure: Departure,
    bound: Bound,
) -> String {
    let name = &replay.nodes[node.id].name;
    let value = replay.value(departure.value);
    if node.odds.is_some() {
        let sentence = match departure.why {
            Why::Averaged => format!("{}{}", replay.averaged(node), held(replay, replay.average(node), departure)),
            _ => replay.bounded_average(node, &value, bound),
        };
        return format!("{sentence}{}.", no_better(replay, departure.value));
    }
    let with = format!("left with {value}");
    let ends = &node.ends;
    // A limit on the possible values may narrow the window unseen: only what holds is said.
    let reached = match departure.bound {
        Bound::AtMost if departure.value <= ends.window.alpha => {
            Some(("no more than", "α", ends.window.alpha, ends.alpha))
        }
        Bound::AtLeast if departure.value >= ends.window.beta => {
            Some(("no less than", "β", ends.window.beta, ends.beta))
        }
        _ => None,
    };
    let reached =
        reached.map(|(relation, letter, score, source)| format!("{relation} {}", end(replay, letter, score, source)));
    let which = if bound == Bound::AtMost { "an upper" } else { "a lower" };
    let text = match (bound, reached) {
        _ if departure.why == Why::NullMove => {
            format!("{with}, only {which} bound, since doing nothing does as well (a guess)")
        }
        _ if departure.why == Why::MultiCut => {
            format!("{with}, only {which} bound, since several moves seem to reach it (multi-cut, a guess)")
        }
        (Bound::Exact, Some(reached)) => {
            format!("{with}, its exact value; what counts above is only that it is {reached}")
        }
        (Bound::Exact, None) => format!("{with}, its exact value"),
        (_, Some(reached)) => format!("{with}, only {which} bound: {reached}{}", unknown_rest(replay, node)),
        (_, None) => format!("{with}, only {which} bound"),
    };
    // If the window has caused a cut, the bound already says why the value changes nothing above.
    let no_better = if departure.bound == Bound::Exact { no_better(replay, departure.value) } else { String::new() };
    format!("{name}: {text}{no_better}.")
}

/// A fail-hard search returns the end of the window, though the visited nodes prove more.
fn unknown_rest<G: Notation>(replay: &Replay<'_, G>, node: &Open<'_, G>) -> String {
    let interval = replay.interval_of(node.id);
    if interval.is_point() {
        format!(" (fail-hard; what was seen says {})", replay.value(interval.low))
    } else {
        ", so its exact value was not needed".to_owned()
    }
}

/// The brackets of each side in a drawing.
pub(super) fn bracketed(role: Role, name: &str) -> String {
    match role {
        Role::Max => format!("[{name}]"),
        Role::Min => format!("({name})"),
        Role::Chance => format!("<{name}>"),
    }
}
