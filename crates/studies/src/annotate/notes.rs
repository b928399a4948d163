//! Judgements written into a game: values, marks, and better lines.

use rootward_pgn::{Comment, Line, Nag, Record};

use super::AnnotateSettings;
use super::judge::{JudgedGame, JudgedMove, Judgement};
use super::style::Annotated;

/// The plies of a better line that are written; a proven win is written in full.
const LINE_PLIES: usize = 10;

/// The comment at the null move that ends the annotation: the moves after it were not played.
const NULL_MOVE: &str = "A null move; not judged from here on.";
/// The comment at the first move after the end of the game.
const OVER: &str = "The game is over by the rules; not judged from here on.";

/// The record with the judgements in it. Existing annotations stay, except for values that programs noted.
pub(super) fn noted<G: Annotated>(mut record: Record<G>, game: &JudgedGame, settings: &AnnotateSettings) -> Record<G> {
    record.tags.set("Annotator", &format!("Rootward, {}", settings.effort()));
    let summary = format!(
        "Judged by search, {}; values are estimates for White unless they say proven. White: {}. Black: {}.",
        settings.effort(),
        game.white.text(),
        game.black.text()
    );
    record.line.intro.push(Comment::new(&summary));
    let mut position = record.start.clone();
    for (ply, judged) in record.line.plies.iter_mut().zip(&game.moves) {
        ply.comments = ply.comments.iter().map(|comment| comment.without("eval")).collect();
        ply.comments.push(Comment::new(&comment(judged)));
        ply.comments.retain(|comment| !comment.is_empty());
        if let Some(mark) = judged.mark {
            // An existing mark is not replaced; the search's opinion is in the comment.
            if !ply.nags.iter().any(|nag| nag.suffix().is_some()) {
                ply.nags.insert(0, nag(mark));
            }
            ply.variations.extend(better(&record.game, &position, judged));
        }
        position = record.game.apply(&position, ply.mv);
    }
    if let Some(ply) = record.line.plies.get_mut(game.moves.len()) {
        ply.comments.push(Comment::new(if G::is_null(ply) { NULL_MOVE } else { OVER }));
    }
    record
}

fn nag(mark: Judgement) -> Nag {
    match mark {
        Judgement::Dubious => Nag::DUBIOUS,
        Judgement::Mistake => Nag::MISTAKE,
        Judgement::Blunder => Nag::BLUNDER,
    }
}

fn comment(judged: &JudgedMove) -> String {
    let command = judged.after.command().map(|command| command.to_string()).unwrap_or_default();
    if judged.mark.is_none() {
        return command;
    }
    let lost = 100.0 * judged.loss;
    format!("{command} {}, before it {}: {lost:.0} % of the chances lost", judged.after, judged.before)
}

/// The line that the search preferred, with its value.
fn better<G: Annotated>(game: &G, start: &G::State, judged: &JudgedMove) -> Option<Line<G::Move>> {
    let most = if judged.before.proven { usize::MAX } else { LINE_PLIES };
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for text in judged.line.iter().take(most) {
        let Ok(mv) = game.parse_move(&position, text) else { break };
        position = game.apply(&position, mv);
        moves.push(mv);
    }
    let mut line = Line::of(moves);
    let depth = judged.before.depth.filter(|_| !judged.before.proven);
    let depth = depth.map(|depth| format!(", depth {depth}")).unwrap_or_default();
    line.plies.first_mut()?.comments.push(Comment::new(&format!("{}{depth}", judged.before)));
    Some(line)
}
