//! Every move of a game, judged by searching the positions before and after it.

use rootward_game::{Side, final_outcome};
use rootward_pgn::{GameResult, Record};
use serde::{Serialize, Serializer};

use super::AnnotateSettings;
use super::style::{Annotated, AnnotationStyle};
use super::worth::{Worth, pawns};
use rootward_session::{Analysis, Problem, open};

/// The least losses of winning chances that get a mark beside the move, the worst first. In an even position of chess they correspond to about
/// two pawns, one pawn, and half a pawn.
pub const JUDGEMENTS: [(f64, Judgement); 3] =
    [(0.25, Judgement::Blunder), (0.15, Judgement::Mistake), (0.08, Judgement::Dubious)];

/// What is said of a move that lost chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Judgement {
    /// `?!`
    #[serde(rename = "?!")]
    Dubious,
    /// `?`
    #[serde(rename = "?")]
    Mistake,
    /// `??`
    #[serde(rename = "??")]
    Blunder,
}

impl Judgement {
    /// As chess players write it.
    pub fn text(self) -> &'static str {
        match self {
            Judgement::Dubious => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }

    fn of(loss: f64) -> Option<Judgement> {
        JUDGEMENTS.iter().find(|(least, _)| loss >= *least).map(|(_, mark)| *mark)
    }
}

/// A move with its judgement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgedMove {
    /// The move number as in chess notation.
    pub number: u32,
    /// Who played it: `first` (White in chess, Black in English draughts) or `second`.
    pub side: &'static str,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value of the position before the move, with best play.
    pub before: Worth,
    /// The value after the move.
    pub after: Worth,
    /// The winning chances that its side lost with it, from 0 to 1.
    pub loss: f64,
    /// The same in hundredths of a pawn or a man, in JSON in whole ones; values are capped at ten of them.
    #[serde(rename = "loss_pawns", serialize_with = "in_pawns")]
    pub loss_cp: i32,
    /// The mark for the loss.
    pub mark: Option<Judgement>,
    /// The move that the search preferred; none where the game was over already.
    pub best: Option<String>,
    /// The line that begins with it.
    pub line: Vec<String>,
}

/// How a side played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SideSummary {
    /// Its moves.
    pub moves: usize,
    /// 100 minus the average loss of winning chances per move, in percent; none without a move.
    pub accuracy: Option<f64>,
    /// The average loss per move in hundredths of a pawn or a man, in JSON in whole ones; none without a move.
    #[serde(rename = "average_loss_pawns", serialize_with = "average_in_pawns")]
    pub average_loss_cp: Option<f64>,
    /// Moves that were also the search's choice.
    pub best: usize,
    /// Moves with `?!`.
    pub dubious: usize,
    /// Moves with `?`.
    pub mistakes: usize,
    /// Moves with `??`.
    pub blunders: usize,
    /// What a hundredth is called.
    #[serde(skip)]
    pub hundredths: &'static str,
}

/// A game with all its judgements.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgedGame {
    /// Its number in the file.
    pub number: u64,
    /// White's name.
    pub white_name: String,
    /// Black's name.
    pub black_name: String,
    /// Event, site and date, if known.
    pub occasion: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Its moves.
    pub moves: Vec<JudgedMove>,
    /// How White played.
    pub white: SideSummary,
    /// How Black played.
    pub black: SideSummary,
}

/// Judges a game and reports the number of finished positions to `each`; none if a flag stopped the search.
pub(super) fn judge<G: Annotated>(
    record: &Record<G>,
    number: u64,
    settings: &AnnotateSettings,
    each: &mut dyn FnMut(usize, usize) -> Result<(), Problem>,
) -> Result<Option<JudgedGame>, Problem> {
    let Some(analyses) = searched(record, settings, each)? else { return Ok(None) };
    let style = record.game.style();
    let moves = judged(record, &analyses, &style);
    let [white, black] = if style.white_begins { ["first", "second"] } else { ["second", "first"] };
    let summary = |side| summary(moves.iter().filter(|mv| mv.side == side), &style);
    let name = |tag| record.tags.get(tag).unwrap_or("?").to_owned();
    Ok(Some(JudgedGame {
        number,
        white_name: name("White"),
        black_name: name("Black"),
        occasion: occasion(record),
        result: record.result.to_string(),
        white: summary(white),
        black: summary(black),
        moves,
    }))
}

/// The moves that can be judged: up to the first null move, and not beyond the end of the game. A draw that could have
/// been claimed ends nothing; files contain games that went on after mate was no longer possible.
pub(super) fn in_play<G: Annotated>(record: &Record<G>) -> Vec<G::Move> {
    let mut position = record.start.clone();
    let goes_on = |mv: &G::Move| {
        let over = final_outcome(&record.game, &position).is_some();
        position = record.game.apply(&position, *mv);
        !over
    };
    played(record).take_while(goes_on).collect()
}

/// The moves up to the first null move.
fn played<G: Annotated>(record: &Record<G>) -> impl Iterator<Item = G::Move> {
    record.line.plies.iter().take_while(|ply| !G::is_null(ply)).map(|ply| ply.mv)
}

/// A search of every position, the last one included, from the end to the beginning: results of later positions are
/// still in the table when the positions before them are searched.
fn searched<G: Annotated>(
    record: &Record<G>,
    settings: &AnnotateSettings,
    each: &mut dyn FnMut(usize, usize) -> Result<(), Problem>,
) -> Result<Option<Vec<Analysis>>, Problem> {
    let Record { game, start, .. } = record;
    // A new session, and so a new table, for every game: the result does not depend on the games before.
    let mut session = open(&game.name(), Some(&game.write_position(start)))?;
    settings.tables.mount(session.as_mut())?;
    let mut position = start.clone();
    let moves = in_play(record);
    for &mv in &moves {
        session.play(&game.write_move(&position, mv))?;
        position = game.apply(&position, mv);
    }
    let positions = moves.len() + 1;
    let mut analyses = Vec::with_capacity(positions);
    loop {
        each(analyses.len(), positions)?;
        analyses.push(session.analyse(&settings.ask, &mut |_| {})?);
        if settings.ask.limits.stop.as_ref().is_some_and(|stop| stop.is_raised()) {
            return Ok(None);
        }
        if session.undo().is_none() {
            analyses.reverse();
            return Ok(Some(analyses));
        }
    }
}

fn judged<G: Annotated>(record: &Record<G>, analyses: &[Analysis], style: &AnnotationStyle) -> Vec<JudgedMove> {
    let Record { game, start, .. } = record;
    let mut position = start.clone();
    // A move of each side has the same number, the first side's first.
    let halves_before = 2 * game.first_number(start) + usize::from(game.to_move(start) == Side::Second);
    let judge = |(ply, (mv, pair)): (usize, (G::Move, &[Analysis]))| {
        let (text, number) = (game.write_move(&position, mv), (halves_before + ply) / 2);
        position = game.apply(&position, mv);
        judged_move(text, number as u32, [&pair[0], &pair[1]], style)
    };
    played(record).zip(analyses.windows(2)).enumerate().map(judge).collect()
}

fn judged_move(mv: String, number: u32, [before, after]: [&Analysis; 2], style: &AnnotationStyle) -> JudgedMove {
    let (best, line, side) = (before.best.clone(), before.line.clone(), before.side);
    let is_best = best.as_ref().is_none_or(|best| *best == mv);
    let (before, after) = (Worth::of(before, style), Worth::of(after, style));
    let is_white = (side == "first") == style.white_begins;
    // Two searches of the same line may differ; a move that is also the search's choice lost nothing.
    let lost = |lost: f64| if is_best { 0.0 } else { lost.max(0.0) };
    let loss = lost(before.chance_of(is_white) - after.chance_of(is_white));
    let loss_cp = lost(f64::from((before.capped() - after.capped()) * if is_white { 1 } else { -1 })) as i32;
    JudgedMove {
        number,
        side,
        mv,
        before,
        after,
        loss: (loss * 1e4).round() / 1e4,
        loss_cp,
        mark: Judgement::of(loss),
        best,
        line,
    }
}

fn summary<'a>(moves: impl Iterator<Item = &'a JudgedMove>, style: &AnnotationStyle) -> SideSummary {
    let mut summary = SideSummary { hundredths: style.words.hundredths, ..SideSummary::default() };
    let (mut loss, mut loss_cp) = (0.0, 0.0);
    for mv in moves {
        summary.moves += 1;
        summary.best += usize::from(mv.best.as_ref() == Some(&mv.mv));
        loss += mv.loss;
        loss_cp += f64::from(mv.loss_cp);
        match mv.mark {
            Some(Judgement::Dubious) => summary.dubious += 1,
            Some(Judgement::Mistake) => summary.mistakes += 1,
            Some(Judgement::Blunder) => summary.blunders += 1,
            None => {}
        }
    }
    let average = |sum: f64| (summary.moves > 0).then(|| (sum / summary.moves as f64 * 10.0).round() / 10.0);
    summary.accuracy = average(100.0 * loss).map(|loss| ((100.0 - loss) * 10.0).round() / 10.0);
    summary.average_loss_cp = average(loss_cp);
    summary
}

fn in_pawns<S: Serializer>(hundredths: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(pawns(*hundredths))
}

fn average_in_pawns<S: Serializer>(hundredths: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    // They have one digit after the point.
    hundredths.map(|hundredths| (hundredths * 10.0).round() / 1e3).serialize(serializer)
}

fn occasion<G: Annotated>(record: &Record<G>) -> String {
    let known = ["Event", "Site", "Date"].iter().filter_map(|tag| record.tags.get(tag));
    let known =
        known.map(|text| text.trim_end_matches(".??")).filter(|text| !text.starts_with('?') && !text.is_empty());
    known.collect::<Vec<_>>().join(", ")
}

impl JudgedGame {
    /// `Morphy, Paul – Duke Karl, 1-0`.
    pub fn title(&self) -> String {
        let result =
            if self.result == GameResult::Unknown.to_string() { String::new() } else { format!(", {}", self.result) };
        format!("{} – {}{result}", self.white_name, self.black_name)
    }
}

impl JudgedMove {
    /// `12. Qh5??`, `12... Nf6`.
    pub fn text(&self) -> String {
        let dots = if self.side == "first" { "." } else { "..." };
        format!("{}{dots} {}{}", self.number, self.mv, self.mark.map_or("", Judgement::text))
    }
}

impl SideSummary {
    /// `accuracy 96.1 %, 24 centipawns a move, 1 ?!, 0 ?, 2 ??`.
    pub fn text(&self) -> String {
        let (Some(accuracy), Some(loss)) = (self.accuracy, self.average_loss_cp) else { return "no moves".to_owned() };
        let SideSummary { dubious, mistakes, blunders, hundredths, .. } = self;
        format!(
            "accuracy {accuracy:.1} %, {loss:.0} {hundredths} lost a move, {dubious} ?!, {mistakes} ?, {blunders} ??"
        )
    }
}
