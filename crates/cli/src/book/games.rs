//! `rootward book build chess GAMES.pgn`: a weighted book made from games.

use std::path::{Path, PathBuf};

use rootward_session::{
    GamesBook, GamesEnd, GamesEvent, GamesProgress, NodeMeter, Problem, Suggestion, WeightedInfo, build_of_games,
    chess_of, counted,
};

use crate::failure::{Code, Failure, complain, remind};
use crate::interrupt::{stop_on_interrupt, tell_stopped};
use crate::numbers::{grouped, short, time};
use crate::output::{FAINT, GUESSED, Output, STRONG, styled};
use crate::progress::{Progress, ProgressEvents};
use crate::source;

/// The default number of plies per game: fifteen moves of each side.
pub const USUAL_PLIES: u32 = 30;

/// The maximum number of unreadable games reported one by one.
const MOST_COMPLAINTS: u64 = 10;

/// How to go on after Ctrl-C.
const HOW: &str = "Nothing is written; the same command starts again.";

/// Makes a book from games.
pub fn build(
    game: &str,
    games: &[PathBuf],
    out: &Path,
    plies: u32,
    min_games: u32,
    output: &mut Output,
) -> Result<Code, Failure> {
    if chess_of(game)?.is_none_or(|chess| chess.is_960()) {
        let problem = format!("no book can be made of games of {game}");
        return Err(Problem::new(problem, "chess, or no files of games").into());
    }
    let stop = stop_on_interrupt(HOW);
    let files = games.iter().map(|path| source::file(path, "games")).collect::<Result<Vec<_>, Problem>>()?;
    let (games, out) = (files.iter().map(|file| file.to_path_buf()).collect(), out.to_owned());
    let wanted = GamesBook { games, out, plies: plies as usize, min_games, stop: stop.clone() };
    let progress = Progress::start("reading games", &NodeMeter::default());
    let (mut bad, mut remarks, mut events) = (0, 0, ProgressEvents::new(output, &stop));
    let end = build_of_games(&wanted, &mut |event| match event {
        GamesEvent::Progress(state) => {
            progress.label(&label(state));
            events.progress(state);
        }
        GamesEvent::Remark { remark } => {
            remarks += 1;
            if !events.event("remark", event) && remarks <= MOST_COMPLAINTS {
                let _hush = progress.hush();
                remind(remark);
            }
        }
        GamesEvent::Bad { error } => {
            bad += 1;
            if !events.event("bad", event) && bad <= MOST_COMPLAINTS {
                let _hush = progress.hush();
                complain(error);
            }
        }
    });
    drop(progress);
    events.finish()?;
    tell_end(&wanted, &end?, output)
}

fn label(state: &GamesProgress) -> String {
    let share = state.bytes as f64 / state.total_bytes.max(1) as f64;
    let rate = state.games as f64 * 1e3 / state.elapsed_ms.max(1.0);
    format!("{} games read, {}/s, {:.0} %", grouped(state.games), short(rate), share * 100.0)
}

fn tell_end(wanted: &GamesBook, end: &GamesEnd, output: &mut Output) -> Result<Code, Failure> {
    if output.json {
        output.event(if end.book.is_some() { "book" } else { "stopped" }, end)?;
    }
    let Some(book) = &end.book else {
        if !output.json {
            output.line(&format!("{} were read.", counted(end.progress.games, "game", "games")))?;
        }
        return tell_stopped(HOW, output);
    };
    if output.json {
        return Ok(Code::Fine);
    }
    output.line(&styled(STRONG, &format!("Written: {}", wanted.out.display())))?;
    tell_info(book, output)?;
    let left_out = [(end.progress.bad, "unreadable"), (end.progress.undecided, "without a result")];
    let elsewhere = [(end.progress.elsewhere, "from other first positions")];
    let left_out = left_out.iter().chain(&elsewhere).filter(|(count, _)| *count > 0);
    let left_out: Vec<String> = left_out.map(|(count, what)| format!("{} {what}", grouped(*count))).collect();
    let left_out = if left_out.is_empty() { String::new() } else { format!(", left out: {}", left_out.join(", ")) };
    let GamesProgress { games, elapsed_ms, .. } = end.progress;
    let rate = short(games as f64 * 1e3 / elapsed_ms.max(1.0));
    let games = counted(games, "game", "games");
    let cost = format!("{games}{left_out}, {}, {rate} games/s", time(elapsed_ms));
    output.line(&styled(FAINT, &cost))?;
    Ok(Code::Fine)
}

/// Prints a summary of a weighted book.
pub fn tell_info(info: &WeightedInfo, output: &mut Output) -> Result<(), Failure> {
    let WeightedInfo { game, entries, positions, bytes, first_moves, .. } = info;
    let (entries, positions) = (grouped(*entries as u64), grouped(*positions as u64));
    output.line(&format!("{game}, Polyglot's format: {entries} moves in {positions} positions, {OPINION}"))?;
    let first: Vec<String> = first_moves.iter().take(6).map(share_text).collect();
    output.line(&format!("first moves: {}", if first.is_empty() { "none".to_owned() } else { first.join(", ") }))?;
    Ok(output.line(&styled(FAINT, &format!("{} bytes", grouped(*bytes as u64))))?)
}

const OPINION: &str = "weighted by opinion, not proven";

fn share_text(suggestion: &Suggestion) -> String {
    format!("{} {:.0} %", suggestion.mv, suggestion.share * 100.0)
}

/// Prints a weighted book's moves at a position, one per line.
pub fn tell_moves(suggestions: &[Suggestion], output: &mut Output) -> Result<(), Failure> {
    if suggestions.is_empty() {
        return Ok(output.line(&styled(STRONG, "The book does not know this position."))?);
    }
    let moves = counted(suggestions.len() as u64, "move", "moves");
    output.line(&styled(STRONG, &format!("{moves}, {OPINION}:")))?;
    for Suggestion { mv, weight, share } in suggestions {
        let words = format!("{:>5.1} %   weight {weight}", share * 100.0);
        output.line(&format!("  {mv:<6} {}", styled(GUESSED, &words)))?;
    }
    Ok(())
}

/// Prints a weighted book's moves at a position on one line; nothing if it has none.
pub fn tell_briefly(suggestions: &[Suggestion], output: &mut Output) -> Result<(), Failure> {
    if suggestions.is_empty() {
        return Ok(());
    }
    let moves: Vec<String> = suggestions.iter().take(6).map(share_text).collect();
    output.line(&styled(GUESSED, &format!("In the book ({OPINION}): {}", moves.join(", "))))?;
    Ok(output.line("")?)
}
