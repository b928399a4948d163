//! The tables of a folder: what they hold, whether they are right, and the values of positions.

use std::cmp::Reverse;

use rootward_endgames::{Counts, Endings, GameEndings, Metric, SideCounts, Table, Tables, Value};
use rootward_game::{Game, Notation, legal_moves};
use serde::Serialize;

use super::words::{in_moves, in_words, longest, score_of};
use super::{LongestWin, OpenTables, all_named, line, written};
use crate::{Problem, Score};

/// What one table holds, or several together.
#[derive(Clone, Debug, Serialize)]
pub struct TableSummary {
    /// The game as its files name it.
    pub game: String,
    /// The ending, or the name that stands for several.
    pub name: String,
    /// What distances count: `dtm`, `dtc` or `wdl`.
    pub metric: &'static str,
    /// How many tables.
    pub tables: usize,
    /// Positions that are won for the side to move.
    pub wins: u64,
    /// Lost ones.
    pub losses: u64,
    /// Drawn ones.
    pub draws: u64,
    /// The plies of the longest win.
    pub longest_win_plies: Option<u32>,
    /// The same in moves of the winner.
    pub longest_win_moves: Option<u32>,
    /// A position with it.
    pub longest_win_position: Option<String>,
    /// All positions.
    pub positions: u64,
    /// The size of the files.
    pub bytes: u64,
    /// The checksum, of one table alone.
    pub checksum: Option<String>,
    /// The counts for each side to move.
    pub sides: Vec<SideSummary>,
}

/// The counts for one side to move.
#[derive(Clone, Debug, Serialize)]
pub struct SideSummary {
    /// The name of the side.
    pub to_move: &'static str,
    /// Won for it.
    pub wins: u64,
    /// Lost for it.
    pub losses: u64,
    /// Drawn.
    pub draws: u64,
}

/// What a check of a table found.
#[derive(Clone, Debug, Serialize)]
pub struct TableCheck {
    /// The table.
    pub table: String,
    /// Nothing is wrong with it.
    pub fine: bool,
    /// Every byte is as it was written.
    pub whole: bool,
    /// Positions that agree with their moves.
    pub positions: u64,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A position by the tables.
#[derive(Clone, Debug, Serialize)]
pub struct ProbedPosition {
    /// The position in full.
    pub position: String,
    /// What distances count: `dtm`, `dtc` or `wdl`.
    pub metric: &'static str,
    /// Its value for the side to move.
    pub score: Score,
    /// Every move, the best first.
    pub moves: Vec<ProbedMove>,
    /// The value in words.
    #[serde(skip)]
    pub words: String,
    /// The position as a picture.
    #[serde(skip)]
    pub picture: String,
}

/// A move by the tables.
#[derive(Clone, Debug, Serialize)]
pub struct ProbedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value for the side that makes it; none if the table that it leads to is missing.
    pub score: Option<Score>,
    /// The value in words.
    #[serde(skip)]
    pub words: Option<String>,
}

/// The tables of a game in a folder.
pub(super) struct Folder<E: Endings> {
    pub(super) tables: Tables<E>,
    /// The folder, for messages.
    pub(super) place: String,
    /// The game, as on the command line.
    pub(super) spec: String,
    pub(super) sides: [&'static str; 2],
}

impl<E: GameEndings> Folder<E> {
    /// The table of a slice; a sentence with the command that builds it if it is missing.
    pub(super) fn table(&self, slice: &E::Slice) -> Result<&Table, Problem> {
        self.tables.table(slice).ok_or_else(|| {
            let (game, metric, folder) = (&self.spec, self.tables.metric().name(), &self.place);
            Problem::sentence(format!(
                "{folder} has no table {slice}.{metric}: 'rootward table build {game} {slice} --metric {metric} --out {folder}' \
                 builds it"
            ))
        })
    }

    /// The slices of these names, or all that are there; a sentence if a table is missing.
    pub(super) fn slices(&self, names: &[String]) -> Result<Vec<E::Slice>, Problem> {
        if names.is_empty() {
            return Ok(self.tables.slices());
        }
        let slices = all_named(self.tables.game(), names).map_err(Problem::sentence)?;
        slices.iter().try_for_each(|slice| self.table(slice).map(|_| ()))?;
        Ok(slices)
    }

    fn summary(&self, name: &str, slices: &[E::Slice]) -> Result<TableSummary, Problem> {
        let (game, metric) = (self.tables.game(), self.tables.metric());
        let mut counts = Counts::default();
        let (mut bytes, mut farthest, mut checksum) = (0, None, None);
        for slice in slices {
            let table = self.table(slice)?;
            let more = table.counts();
            counts = added(counts, &more);
            bytes += table.bytes();
            checksum = Some(format!("{:08x}", table.checksum()));
            let here = longest::<E>(&more, metric).map(|(plies, at)| (plies, Reverse((slice.clone(), at))));
            farthest = farthest.max(here);
        }
        let position = farthest.as_ref().and_then(|(_, Reverse((slice, at)))| game.position(slice, *at));
        let plies = farthest.as_ref().map(|(plies, _)| *plies);
        let one = |(side, to_move): (&SideCounts, _)| {
            let SideCounts { wins, losses, draws } = *side;
            SideSummary { to_move, wins, losses, draws }
        };
        let [first, second] = counts.sides;
        let name = match slices {
            [slice] => slice.to_string(),
            _ => name.trim().to_owned(),
        };
        Ok(TableSummary {
            game: game.game(),
            name,
            metric: metric.name(),
            tables: slices.len(),
            wins: first.wins + second.wins,
            losses: first.losses + second.losses,
            draws: first.draws + second.draws,
            longest_win_plies: plies,
            longest_win_moves: plies.map(in_moves),
            longest_win_position: position.map(|position| written(game, &position)),
            positions: counts.positions(),
            bytes,
            checksum: checksum.filter(|_| slices.len() == 1),
            sides: counts.sides.iter().zip(self.sides).map(one).collect(),
        })
    }

    /// A table that this one converts into, and that is not there.
    fn missing(&self, slice: &E::Slice) -> Option<E::Slice> {
        self.tables.game().converts_into(slice).into_iter().find(|other| self.tables.table(other).is_none())
    }

    fn value(&self, position: &E::Position) -> Result<Value, Problem> {
        if let Some(value) = self.tables.probe(position) {
            return Ok(value);
        }
        let game = self.tables.game();
        let Some((slice, _)) = game.number(position) else {
            let (shown, why) = (written(game, position), game.no_table_for(&game.state(position)));
            return Err(Problem::sentence(format!("no table has '{shown}': {why}")));
        };
        self.table(&slice)?;
        Err(Problem::sentence(format!(
            "{slice} cannot answer: a block of it is damaged, or a table that it needs is missing"
        )))
    }

    /// The moves of a position with their values, the best first.
    fn moves(&self, position: &E::Position) -> Vec<ProbedMove> {
        let (game, metric) = (self.tables.game(), self.tables.metric());
        let state = game.state(position);
        let mut values = self.tables.successors(position);
        values.sort_by_cached_key(|(_, value)| Reverse(*value));
        let one = |(after, value): (E::Position, Option<Value>)| {
            Some(ProbedMove {
                mv: game.rules().write_move(&state, move_between(game, position, &after)?),
                score: value.map(|value| score_of(game, value, metric)),
                words: value.map(|value| in_words(value, metric)),
            })
        };
        values.into_iter().filter_map(one).collect()
    }
}

impl<E: GameEndings> OpenTables for Folder<E> {
    fn metric(&self) -> Metric {
        self.tables.metric()
    }

    fn damaged(&self) -> &[String] {
        self.tables.damaged()
    }

    fn tables(&self, names: &[String]) -> Result<Vec<String>, Problem> {
        Ok(self.slices(names)?.iter().map(ToString::to_string).collect())
    }

    fn summaries(&self, names: &[String]) -> Result<Vec<TableSummary>, Problem> {
        if names.is_empty() {
            let slices = self.tables.slices();
            return slices.into_iter().map(|slice| self.summary(&slice.to_string(), &[slice])).collect();
        }
        names.iter().map(|name| self.summary(name, &self.slices(std::slice::from_ref(name))?)).collect()
    }

    fn check(&self, name: &str, positions: u64, seed: u64) -> Result<TableCheck, Problem> {
        let game = self.tables.game();
        let slice = game.slice(name).map_err(Problem::sentence)?;
        let whole = self.table(&slice)?.is_whole();
        let mut check = TableCheck { table: slice.to_string(), fine: whole, whole, positions: 0, problem: None };
        let refused = if whole {
            let needed = self.missing(&slice);
            needed.map(|other| format!("its moves cannot be checked: {other}, which it converts into, is missing"))
        } else {
            Some("the file is damaged: its checksum differs".into())
        };
        if refused.is_some() {
            return Ok(TableCheck { fine: false, problem: refused, ..check });
        }
        let verified = self.tables.verify(&slice, positions, seed);
        check.positions = verified.checked;
        if let Some((number, stored, best)) = verified.wrong {
            check.fine = false;
            let word = |value: Option<_>| value.map_or("unknown".into(), |value| in_words(value, self.metric()));
            let position =
                game.position(&slice, number).map_or(number.to_string(), |position| written(game, &position));
            check.problem = Some(format!("{position} is stored as {}, its best move is {}", word(stored), word(best)));
        }
        Ok(check)
    }

    fn probe(&self, text: &str) -> Result<ProbedPosition, Problem> {
        let (game, metric) = (self.tables.game(), self.tables.metric());
        let position = game.numbered(&game.rules().parse_position(text)?);
        let value = self.value(&position)?;
        Ok(ProbedPosition {
            position: written(game, &position),
            metric: metric.name(),
            score: score_of(game, value, metric),
            moves: self.moves(&position),
            words: in_words(value, metric),
            picture: game.rules().draw(&game.state(&position)),
        })
    }

    fn longest(&self, name: &str) -> Result<LongestWin, Problem> {
        line::longest(self, name)
    }
}

/// The move that leads from one position to the next.
pub(super) fn move_between<E: GameEndings>(
    game: &E,
    before: &E::Position,
    after: &E::Position,
) -> Option<rootward_endgames::MoveOf<E>> {
    let (rules, state) = (game.rules(), game.state(before));
    legal_moves(rules, &state).into_iter().find(|&mv| game.numbered(&rules.apply(&state, mv)) == *after)
}

/// The counts of two tables together; the longest of each are not added.
fn added(mut counts: Counts, more: &Counts) -> Counts {
    for (side, more) in counts.sides.iter_mut().zip(more.sides) {
        side.wins += more.wins;
        side.losses += more.losses;
        side.draws += more.draws;
    }
    counts
}
