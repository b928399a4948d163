//! The starting positions of games: from a file, or random.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::Path;

use rootward_game::contract::Dice;
use rootward_game::{Notation, outcome_at};
use rootward_pgn::{Format, ReadError, Reader};
use rootward_session::{Problem, StopFlag, chess_of, draughts_of, find_game, open};
use rootward_studies::study::{StudyPositions, StudySettings};

/// More different openings than any match needs; finding them takes time.
const MOST: u64 = 5000;

/// A random opening whose end can be forced within this many plies is useless.
const IN_SIGHT: u32 = 2;

/// Reads a file with a position at the beginning of each line, for chess FEN or EPD. Empty lines and lines that begin with
/// # are skipped.
/// Every position is parsed once, so that a wrong one is found before the match begins. A file whose name ends in `.pgn` or
/// `.pdn` holds games, which are played for the given number of plies, or to the end; a game that cannot be read is reported to
/// `tell` and skipped. A file whose name ends in `.csv` is a table with a column `moves` in its first line: moves from the start.
pub fn read_openings(
    game: &str,
    path: &Path,
    plies: Option<usize>,
    tell: &mut dyn FnMut(&str),
) -> Result<Vec<String>, Problem> {
    let name = || format!("file '{}'", path.display());
    let ends_in = |wanted: &str| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(wanted));
    if ends_in("pgn") || ends_in("pdn") {
        let mut within = |said: &str| tell(&format!("{}: {said}", name()));
        return games_of(game, path, plies, &mut within).map_err(|problem| problem.within(name()));
    }
    if plies.is_some() {
        return Err(Problem::new(
            format!("{} has positions and no plies", name()),
            "--plies with a file of PGN or PDN, or alone",
        ));
    }
    let text = fs::read_to_string(path).map_err(|error| Problem::sentence(format!("{}: {error}", name())))?;
    if ends_in("csv") {
        return table_of(game, &text).map_err(|problem| problem.within(name()));
    }
    let (position_in_line, chess) = (find_game(game)?.position_in_line, chess_of(game)?);
    let mut session = open(game, None)?;
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = position_in_line(line);
        let within = |problem: Problem| problem.within(format!("line {} of {}", number + 1, name()));
        session.set_position(&position).map_err(within)?;
        // Programs of others expect a FEN with its counters, which an EPD line lacks.
        let position = match &chess {
            Some(chess) => {
                chess.write_position(&chess.parse_position(&position).map_err(Problem::from).map_err(within)?)
            }
            None => position,
        };
        if session.standing().outcome.is_some() {
            return Err(within(Problem::new("the game is over in this position", "one that can be played on")));
        }
        openings.push(position);
    }
    if openings.is_empty() {
        return Err(Problem::new(format!("{} holds no position", name()), "a position on each line"));
    }
    Ok(openings)
}

/// The positions after the moves in the column `moves` of a table.
fn table_of(game: &str, text: &str) -> Result<Vec<String>, Problem> {
    let mut lines = text.lines().enumerate();
    let header = lines.next().map_or("", |(_, line)| line);
    let column = header.split(',').position(|title| title.trim() == "moves").ok_or_else(|| {
        Problem::new("the first line names no column 'moves'", "a table with titles, such as idx,moves,name")
    })?;
    let mut openings = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let within = |problem: Problem| problem.within(format!("line {}", number + 1));
        let cell = line.split(',').nth(column).map(str::trim).filter(|cell| !cell.is_empty());
        let cell = cell.ok_or_else(|| within(Problem::new("there are no moves", "moves from the start")))?;
        let mut session = open(game, None)?;
        cell.split_whitespace().try_for_each(|mv| session.play(mv).map(drop)).map_err(within)?;
        if session.standing().outcome.is_some() {
            return Err(within(Problem::new("the game is over after these moves", "an opening that can be played on")));
        }
        openings.push(session.view().position);
    }
    if openings.is_empty() {
        return Err(Problem::new("the table has no openings", "moves from the start on each line"));
    }
    Ok(openings)
}

/// The positions of a file's games, PGN or PDN, after the given number of plies, or at the end of the game or a null move.
fn games_of(game: &str, path: &Path, plies: Option<usize>, tell: &mut dyn FnMut(&str)) -> Result<Vec<String>, Problem> {
    let open = || File::open(path).map(BufReader::new).map_err(Problem::sentence);
    if let Some(chess) = chess_of(game)? {
        return ends_of(&chess, Reader::new(open()?), plies, tell);
    }
    match draughts_of(game)? {
        Some(checkers) => ends_of(&checkers, Reader::of_draughts(open()?), plies, tell),
        None => Err(Problem::new(format!("PGN holds no openings of {game}"), "chess or checkers")),
    }
}

fn ends_of<R: Read, G: Format>(
    game: &G,
    reader: Reader<R, G>,
    plies: Option<usize>,
    tell: &mut dyn FnMut(&str),
) -> Result<Vec<String>, Problem> {
    let most = plies.unwrap_or(usize::MAX);
    let mut openings = Vec::new();
    let mut reader = reader.main_line_only().first_plies(most);
    while let Some(record) = reader.next() {
        let record = match record {
            Ok(record) => record,
            Err(ReadError::System(error)) => return Err(Problem::sentence(error)),
            Err(ReadError::Game(bad)) => {
                tell(&bad.to_string());
                continue;
            }
        };
        reader.remarks().iter().for_each(|remark| tell(&remark.to_string()));
        let played = record.line.plies.iter().take_while(|ply| !G::is_null(ply)).take(most);
        let position = played.fold(record.start.clone(), |position, ply| game.apply(&position, ply.mv));
        // A finished game gives no opening.
        if outcome_at(game, &position).is_none() {
            openings.push(game.write_position(&position));
        }
    }
    if openings.is_empty() {
        return Err(Problem::new("no game can be played on", "games that are not over"));
    }
    Ok(openings)
}

/// Shuffles openings; the same seed gives the same order.
pub fn shuffle(openings: &mut [String], seed: u64) {
    let mut dice = Dice::new(seed);
    for last in (1..openings.len()).rev() {
        openings.swap(last, dice.below(last + 1));
    }
}

/// Different positions after the given number of random plies from the start; fewer than wanted if there are no more. The
/// first ones do not depend on the number wanted.
pub fn draw_openings(
    game: &str,
    wanted: u64,
    plies: usize,
    seed: u64,
    stop: &StopFlag,
) -> Result<Vec<String>, Problem> {
    let mut session = open(game, None)?;
    if plies == 0 {
        return Ok(vec![session.view().position]);
    }
    let openings = wanted.min(MOST) as usize;
    let settings =
        StudySettings { depth: IN_SIGHT, openings, plies, choices: 0, seed, stop: stop.clone(), ..Default::default() };
    let drawn = StudyPositions::prepare(session.as_mut(), &settings, &mut |_| {})?.openings().to_vec();
    if drawn.is_empty() && !stop.is_raised() {
        let problem = format!("no game is still open {plies} plies from the start");
        return Err(Problem::new(problem, "fewer plies, such as --plies 2"));
    }
    Ok(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_begins_with_a_position_as_the_game_writes_it() {
        let folder = std::env::temp_dir().join(format!("rootward-lines-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("positions.txt");
        let read = |game: &str, text: &str| {
            fs::write(&path, text).unwrap();
            read_openings(game, &path, None, &mut |_| {}).map_err(|problem| problem.to_string())
        };
        let board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        let epd = format!("# a comment\n{board} bm e4; id \"a\";\n\n{board} 3 17\n");
        assert_eq!(read("chess", &epd), Ok(vec![format!("{board} 0 1"), format!("{board} 3 17")]));
        assert_eq!(read("connect-four", "4453 -2\n44\n"), Ok(vec!["4453".to_owned(), "44".to_owned()]));
        assert!(read("connect-four", "44\n48\n").unwrap_err().starts_with("line 2 of file"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_game_that_cannot_be_read_is_reported_and_the_others_give_openings() {
        let folder = std::env::temp_dir().join(format!("rootward-openings-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("odd.pgn");
        fs::write(&path, "1. e4 *\n\n1. e5 *\n\n1. d4 -- 2. c4 *\n\n1. c4 c5 2. junk *\n").unwrap();
        let read = |plies| {
            let mut notes = Vec::new();
            let openings = read_openings("chess", &path, plies, &mut |said| notes.push(said.to_owned())).unwrap();
            (openings, notes)
        };
        let (openings, notes) = read(None);
        assert_eq!(openings.len(), 2, "{openings:?}");
        assert!(openings[1].starts_with("rnbqkbnr/pppppppp/8/8/3P4/"), "before the null move: {openings:?}");
        assert_eq!(notes.len(), 3, "{notes:?}");
        assert!(notes[0].contains("odd.pgn': game 2, line 3, column 4: 'e5' is not a legal move here"), "{notes:?}");
        assert!(notes[1].contains("game 3, line 5, column 7: '--' is a null move"), "{notes:?}");
        assert_eq!(read(Some(2)).0.len(), 3, "what comes after the opening does not matter");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn moves_in_a_table_and_games_of_draughts_are_openings() {
        let folder = std::env::temp_dir().join(format!("rootward-ballots-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let read = |name: &str, text: &str, plies| {
            fs::write(folder.join(name), text).unwrap();
            read_openings("checkers", &folder.join(name), plies, &mut |_| {}).map_err(|problem| problem.to_string())
        };
        let after = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15";
        assert_eq!(read("a.csv", "idx,moves,name\n1,11-15,Old\n\n2,11-15 23-19 8-11,\n", None).unwrap()[0], after);
        assert_eq!(read("a.pdn", "1. 11-15 23-19 *", Some(1)).unwrap(), [after]);
        let error = |text: &str| read("b.csv", text, None).unwrap_err();
        assert!(
            error("moves\n11-15\n11-14\n").contains("b.csv': line 3: '11-14'"),
            "{}",
            error("moves\n11-15\n11-14\n")
        );
        assert!(error("idx\n1\n").contains("names no column 'moves'"));
        assert!(error("moves,x\n,1\n").contains("line 2: there are no moves"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn drawn_openings_are_different_and_the_first_stay_the_same() {
        let stop = StopFlag::default();
        let few = draw_openings("connect-four", 20, 4, 1, &stop).unwrap();
        let many = draw_openings("connect-four", 50, 4, 1, &stop).unwrap();
        assert_eq!((few.len(), &many[..20]), (20, &few[..]));
        assert!(many.iter().enumerate().all(|(place, opening)| !many[..place].contains(opening)));
        assert_ne!(draw_openings("connect-four", 20, 4, 2, &stop).unwrap(), few);
        assert!(draw_openings("tic-tac-toe", 2, 9, 1, &stop).unwrap_err().to_string().contains("fewer plies"));
    }

    #[test]
    fn shuffling_keeps_all_and_follows_the_seed() {
        let sorted: Vec<String> = (0..20).map(|number| number.to_string()).collect();
        let mixed = |seed| {
            let mut mixed = sorted.clone();
            shuffle(&mut mixed, seed);
            mixed
        };
        assert_eq!(mixed(3), mixed(3));
        assert_ne!(mixed(3), mixed(4));
        let mut again = mixed(3);
        again.sort_by_key(|number| number.parse::<u32>().unwrap());
        assert_eq!(again, sorted);
    }
}
