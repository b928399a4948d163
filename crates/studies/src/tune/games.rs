//! Positions from self-play games, for games that are too large to be solved.
//!
//! A game begins with a few random moves; then both sides search with a fixed number of nodes per move. Its quiet
//! positions, those in which the best move is a quiet one, are labelled with the game's result and the search's score.
//! In the file a game is one line: the result for MAX, then its moves, those of quiet positions with their score after
//! a slash.
//!
//! ```text
//! win    h3 e5 Nf3/0.12 e4 Nd4/0.35 …    17    0c5f27d3a9b1e842
//! ```

use std::path::Path;

use super::journal::{Journal, lines_of};
use super::sample::{Sample, dice_of, is_first, measured, play_at_random, result_word, share};
use rootward_session::{Ask, Kind, Limits, OutcomeData, Problem, Session, StopFlag, Techniques, Viewer, quoted};
use rootward_support::adjudication::{Adjudication, Lead};

/// The settings of self-play games.
#[derive(Clone, Debug)]
pub struct GameSettings {
    /// The number of positions to collect.
    pub samples: usize,
    /// The same seed gives the same games.
    pub seed: u64,
    /// Nodes for a move.
    pub nodes: u64,
    /// Stops the collecting.
    pub stop: StopFlag,
}

impl Default for GameSettings {
    fn default() -> GameSettings {
        GameSettings { samples: 100_000, seed: 1, nodes: 2_000, stop: StopFlag::default() }
    }
}

/// Random moves at the beginning: at least this many, and up to [`MORE_PLIES`] more.
const LEAST_PLIES: usize = 6;
const MORE_PLIES: usize = 3;
/// A game is drawn after this many plies.
const LONGEST_GAME: usize = 320;
/// Memory for the transposition table of a game.
const TABLE: usize = 2 << 20;
/// A game is adjudicated when the score has been beyond this for [`DECIDED_PLIES`] plies, in display units.
const DECIDED: f64 = 10.0;
/// … or exactly 0 for twice as many: a repetition, or nothing left to win.
const DECIDED_PLIES: u32 = 5;

/// Plays games until there are enough positions. With a file it stores them there, and resumes from its content.
/// Reports the numbers of games and positions to `each`.
pub fn collect_games(
    session: &mut dyn Session,
    settings: &GameSettings,
    file: Option<&Path>,
    each: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Sample>, Problem> {
    while session.undo().is_some() {}
    let start = session.view().position;
    let title = title(session, settings);
    let mut journal = file.map(|path| Journal::open(path, &title)).transpose()?;
    let mut samples = Vec::new();
    let (mut games, mut next) = (0, 0);
    for (line, number) in journal.iter().flat_map(Journal::lines) {
        if samples.len() >= settings.samples || settings.stop.is_raised() {
            break;
        }
        session.set_position(&start)?;
        read_game(session, line, number, &mut samples).map_err(|problem| problem.within(format!("game {number}")))?;
        (games, next) = (games + 1, number + 1);
        each(games, samples.len());
    }
    session.set_position(&start)?;
    while samples.len() < settings.samples && !settings.stop.is_raised() {
        let game = play_game(session, settings, next)?;
        if let Some(line) = game.filter(|_| !settings.stop.is_raised()) {
            if let Some(journal) = &mut journal {
                journal.append_line(&line, next)?;
            }
            while session.undo().is_some() {}
            read_game(session, &line, next, &mut samples)?;
            games += 1;
            each(games, samples.len());
        }
        next += 1;
    }
    while session.undo().is_some() {}
    if let Some(journal) = journal.filter(|_| !settings.stop.is_raised()) {
        journal.finish()?;
    }
    Ok(samples)
}

/// Adds the positions of a file of games, made with any settings, to `samples`. The file's number distinguishes the
/// games of different files.
pub fn read_games(session: &mut dyn Session, path: &Path, file: u64, samples: &mut Vec<Sample>) -> Result<(), Problem> {
    while session.undo().is_some() {}
    let (title, lines) = lines_of(path)?;
    let view = session.view();
    let expected = format!("games of {} from {}, ", view.game, view.position);
    if !title.starts_with(&expected) {
        let problem = Problem::new(format!("the file has {}", quoted(&title)), format!("'{expected}…'"));
        return Err(problem.within(format!("file '{}'", path.display())));
    }
    for (line, number) in lines {
        let at = |problem: Problem| problem.within(format!("game {number} of '{}'", path.display()));
        // The lowest digits stay those of the game, which decide whether it is held out.
        read_game(session, &line, file * FILE_OF_GAMES + number, samples).map_err(at)?;
        while session.undo().is_some() {}
    }
    Ok(())
}

/// The greatest number of games in a file.
const FILE_OF_GAMES: u64 = 1_000_000_000;

/// Everything that the games depend on. The number wanted is not part of it, so that a file can be extended.
fn title(session: &dyn Session, settings: &GameSettings) -> String {
    let view = session.view();
    let GameSettings { seed, nodes, .. } = settings;
    format!("games of {} from {}, seed {seed}, {nodes} nodes a move", view.game, view.position)
}

/// Plays one game; none if it ends during the random moves at its beginning.
fn play_game(session: &mut dyn Session, settings: &GameSettings, number: u64) -> Result<Option<String>, Problem> {
    let mut dice = dice_of(settings.seed, number);
    let plies = LEAST_PLIES + dice.below(MORE_PLIES);
    if play_at_random(session, &mut dice, plies)? < plies {
        return Ok(None);
    }
    // The table is cleared, so that a game depends only on its number.
    session.set_weights("")?;
    let mut moves = session.moves_played();
    let ask = Ask {
        limits: Limits::nodes(settings.nodes).stop(&settings.stop),
        techniques: Techniques::ALL,
        memory: TABLE,
        ..Ask::default()
    };
    let mut adjudication = Adjudication::new(DECIDED_PLIES, 2 * DECIDED_PLIES);
    let result = loop {
        if let Some(outcome) = session.view().outcome {
            break ended(&outcome);
        }
        if moves.len() >= LONGEST_GAME || settings.stop.is_raised() {
            break 0.5;
        }
        let sign = if is_first(session) { 1.0 } else { -1.0 };
        let analysis = session.analyse(&ask, &mut |_| {})?;
        let Some(best) = analysis.best else { break 0.5 };
        let score = match (analysis.score.kind, &analysis.score.value) {
            (Kind::Win, _) => sign * f64::INFINITY,
            (Kind::Loss, _) => -sign * f64::INFINITY,
            (_, Some(points)) if analysis.score.viewer == Some(Viewer::Mover) => sign * points.number(),
            (_, Some(points)) => points.number(),
            (_, None) => 0.0,
        };
        if let Some(result) = adjudication.add(lead(score)) {
            break share(f64::from(result as i8));
        }
        // A decided score says nothing about the weights.
        let open = analysis.score.kind == Kind::Estimate && score.abs() <= DECIDED;
        let quiet = open && !session.noisy_moves().contains(&best);
        session.play(&best)?;
        moves.push(if quiet { format!("{best}/{score}") } else { best });
    };
    Ok(Some(format!("{}\t{}", result_word(result, true), moves.join(" "))))
}

/// The result for MAX.
fn ended(outcome: &OutcomeData) -> f64 {
    match outcome {
        OutcomeData::Win { side, .. } => f64::from(u8::from(*side == "first")),
        OutcomeData::Draw => 0.5,
        OutcomeData::Payoff { value, .. } => share(value.number()),
    }
}

/// Who is ahead by a score for MAX.
fn lead(score: f64) -> Lead {
    match score {
        _ if score > DECIDED => Lead::First,
        _ if score < -DECIDED => Lead::Second,
        0.0 => Lead::Nobody,
        _ => Lead::Unclear,
    }
}

/// Adds the quiet positions of a game line; the session must be at the start position.
fn read_game(session: &mut dyn Session, line: &str, number: u64, samples: &mut Vec<Sample>) -> Result<(), Problem> {
    let mut fields = line.split('\t');
    let result = match fields.next() {
        Some("win") => 1.0,
        Some("draw") => 0.5,
        Some("loss") => 0.0,
        other => {
            return Err(Problem::new(format!("{} is not a result", quoted(other.unwrap_or(""))), "win, draw or loss"));
        }
    };
    for written in fields.next().unwrap_or("").split_whitespace() {
        let (mv, score) = written.rsplit_once('/').map_or((written, None), |(mv, score)| (mv, Some(score)));
        if let Some(score) = score {
            let points: Option<f64> = score.parse().ok().filter(|points: &f64| points.is_finite());
            let points = points.ok_or_else(|| Problem::new(format!("{} is not a score", quoted(score)), "a number"))?;
            if points.abs() <= DECIDED {
                samples.push(Sample { score: Some(points), game: Some(number), ..measured(session, result) });
            }
        }
        session.play(mv)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use rootward_session::open;
    use rootward_support::file::part_of;

    fn scratch(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("rootward-games-{}-{name}", std::process::id()))
    }

    fn collect(samples: usize, file: Option<&Path>) -> Vec<Sample> {
        let mut session = open("chess", None).unwrap();
        let settings = GameSettings { samples, seed: 4, nodes: 60, ..GameSettings::default() };
        collect_games(session.as_mut(), &settings, file, &mut |_, _| {}).unwrap()
    }

    #[test]
    fn interrupted_games_go_on_to_the_same_end() {
        let (whole_file, cut_file) = (scratch("whole"), scratch("cut"));
        let whole = collect(150, Some(&whole_file));
        assert!(whole.len() >= 150 && whole.iter().all(|sample| sample.score.is_some()));
        assert_eq!(collect(150, None), whole, "the file changes nothing");
        let text = std::fs::read_to_string(&whole_file).unwrap();
        for cut in [3, text.find('\n').unwrap() + 30, text.len() / 2, text.len() - 1] {
            std::fs::write(part_of(&cut_file), &text[..cut]).unwrap();
            assert_eq!(collect(150, Some(&cut_file)), whole);
            assert_eq!(std::fs::read_to_string(&cut_file).unwrap(), text);
        }
        std::fs::remove_file(&whole_file).unwrap();
        std::fs::remove_file(&cut_file).unwrap();
    }

    #[test]
    fn positions_with_a_capture_as_best_move_are_left_out() {
        let mut session = open("chess", None).unwrap();
        for sample in collect(150, None) {
            session.set_position(&sample.position).unwrap();
            assert!(session.noisy_moves().len() < session.moves().len(), "{}: a check", sample.position);
        }
    }

    #[test]
    fn the_flag_ends_it_and_leaves_no_half_a_game() {
        let file = scratch("stopped");
        let mut session = open("chess", None).unwrap();
        let settings = GameSettings { samples: 1000, nodes: 60, ..GameSettings::default() };
        let stop = settings.stop.clone();
        let samples = collect_games(session.as_mut(), &settings, Some(&file), &mut |_, _| stop.raise()).unwrap();
        assert!(!samples.is_empty() && samples.len() < 1000);
        assert!(!file.exists() && part_of(&file).exists(), "an unfinished file keeps its name");
        std::fs::remove_file(part_of(&file)).unwrap();
    }

    #[test]
    fn games_of_other_files_are_added_and_other_files_refused() {
        let (file, other) = (scratch("added"), scratch("no-games"));
        let whole = collect(60, Some(&file));
        let mut session = open("chess", None).unwrap();
        let mut added = Vec::new();
        read_games(session.as_mut(), &file, 3, &mut added).unwrap();
        assert_eq!(added.len(), whole.len());
        for (one, two) in added.iter().zip(&whole) {
            assert_eq!((&one.position, one.score, one.result), (&two.position, two.score, two.result));
            assert_eq!(one.game, two.game.map(|game| game + 3 * FILE_OF_GAMES));
        }
        let refused = |path: &Path, session: &mut dyn Session| {
            let problem = read_games(session, path, 0, &mut Vec::new()).unwrap_err().to_string();
            assert!(problem.lines().count() == 1 && problem.contains("; expected"), "{problem}");
        };
        refused(&file, open("chess:960,5", None).unwrap().as_mut());
        std::fs::write(&other, "something else\n").unwrap();
        refused(&other, session.as_mut());
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&other, text.replacen("win", "loss", 1).replacen("draw", "loss", 1)).unwrap();
        refused(&other, session.as_mut());
        std::fs::remove_file(&file).unwrap();
        std::fs::remove_file(&other).unwrap();
    }

    #[test]
    fn a_side_is_ahead_where_the_score_is_beyond_doubt() {
        assert_eq!([12.0, f64::INFINITY].map(lead), [Lead::First; 2]);
        assert_eq!([-10.5, f64::NEG_INFINITY].map(lead), [Lead::Second; 2]);
        assert_eq!([0.0, 0.5, -10.0, f64::NAN].map(lead), [Lead::Nobody, Lead::Unclear, Lead::Unclear, Lead::Unclear]);
    }

    proptest! {
        #[test]
        fn arbitrary_lines_are_read_or_refused_without_a_panic(line in "(win|draw|x)?\t?(e4|d5|Nf3|/|0.5| |inf|é){0,8}|.{0,20}") {
            let _ = read_game(open("chess", None).unwrap().as_mut(), &line, 0, &mut Vec::new());
        }
    }
}
