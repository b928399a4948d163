//! In games where the value of a position depends on the path, by repetition or by a count of plies without progress, every
//! value that a search calls proven is true with the history and the count of that game, even with a table that searches with
//! other histories and counts have filled.

mod maze;
mod truth;

use std::collections::BTreeMap;

use maze::{Gossip, Maze, Token};
use rootward_game::contract::Dice;
use rootward_game::{Bound, Game, Outcome, Score, Side};
use rootward_search::{Limits, Line, Report, Search, SharedTable, Singular, Techniques};
use truth::{Seen, Truth};

/// The node limit of every search; most need far fewer.
const NODES: u64 = 4_000;

/// The sets of techniques to test, with names: the usual ones, and these with one sound or farsighted technique off.
fn variants() -> Vec<(String, Techniques)> {
    let mut all = vec![
        ("exact".to_owned(), Techniques::EXACT),
        ("all".to_owned(), Techniques::ALL),
        ("sound".to_owned(), Techniques::SOUND),
        ("none".to_owned(), Techniques::NONE),
    ];
    macro_rules! off {
        ($($group:ident.$name:ident),*) => {$(
            for (usual, mut techniques) in [("exact", Techniques::EXACT), ("all", Techniques::ALL)] {
                techniques.$group.$name = false;
                all.push((format!("{usual} but {}", stringify!($name)), techniques));
            }
        )*};
    }
    off!(sound.iterative_deepening, sound.aspiration, sound.pvs, sound.transposition_table, sound.etc, sound.hash_move);
    off!(sound.static_ordering, sound.killers, sound.history, sound.continuation_history, sound.mate_distance);
    off!(farsighted.proofs, farsighted.deeper_entries);
    let mut siblings = Techniques::ALL;
    siblings.speculative.singular_extension = Singular::PruneSiblings;
    siblings.speculative.width = Some(2);
    all.push(("all, siblings pruned".to_owned(), siblings));
    all
}

/// A game in progress: the earlier positions, oldest first, and the current one.
struct Played {
    earlier: Vec<u64>,
    token: Token,
    /// How often each room of this floor was entered, the position itself included.
    seen: Seen,
}

impl Played {
    /// Random moves from a random room, with a random number of plies already played on its floor.
    fn random<const R: bool, const C: bool, const T: bool>(maze: &Maze<R, C, T>, dice: &mut Dice) -> Option<Played> {
        let open: Vec<u8> = (0..maze.rooms.len() as u8).filter(|&at| maze.rooms[at as usize].end.is_none()).collect();
        let at = *open.get(dice.below(open.len()))?;
        let since = [0, dice.below(maze.limit as usize + 2) as u32][dice.below(2)];
        let token = Token { at, since };
        let mut played = Played { earlier: Vec::new(), token, seen: Seen::default().and(at) };
        for _ in 0..[0, dice.below(5), dice.below(16)][dice.below(3)] {
            let doors = &maze.rooms[played.token.at as usize].doors;
            let door = doors[dice.below(doors.len())];
            if maze.rooms[door as usize].end.is_none() {
                played.play(maze, door);
            }
        }
        Some(played)
    }

    fn play<const R: bool, const C: bool, const T: bool>(&mut self, maze: &Maze<R, C, T>, door: u8) {
        self.earlier.push(maze.key(&self.token).unwrap());
        self.token = maze.apply(&self.token, door);
        let seen = if self.token.since == 0 { Seen::default() } else { self.seen };
        self.seen = seen.and(door);
    }

    /// May the side to move claim a draw? The game goes on nevertheless, and that side may still claim it.
    fn may_be_claimed<const R: bool, const C: bool, const T: bool>(&self, maze: &Maze<R, C, T>) -> bool {
        maze.may_be_claimed(&self.token) || R && self.seen.times(self.token.at) >= 3
    }
}

/// Is the claim of a value true? A win or a loss has to be true even if it is not called proven.
fn is_true(score: Score, bound: Bound, proven: bool, truth: Score) -> bool {
    let never_guessed = bound != Bound::AtMost && score.is_win() || bound != Bound::AtLeast && score.is_loss();
    let claimed = match bound {
        Bound::Exact => truth == score,
        Bound::AtLeast => truth >= score,
        Bound::AtMost => truth <= score,
    };
    claimed || !proven && !never_guessed
}

/// The number of values checked, and the false ones among them.
#[derive(Default)]
struct Tally {
    reports: u32,
    proven: u32,
    claims: u32,
    false_claims: u32,
    first_false: BTreeMap<String, (u32, String)>,
}

impl Tally {
    /// Counts a claim; keeps the first false one of each sort.
    fn claim(&mut self, sort: &str, is_true: bool, text: impl FnOnce() -> String) {
        self.claims += 1;
        if !is_true {
            self.false_claims += 1;
            self.first_false.entry(sort.to_owned()).or_insert_with(|| (0, text())).0 += 1;
        }
    }

    /// # Panics
    /// With the first false claims, or if too few claims were made for the test to mean anything.
    fn verdict(&self) {
        let Tally { reports, proven, claims, false_claims, first_false } = self;
        println!("{reports} reports, {proven} proven, {claims} claims");
        let first = first_false.iter().map(|(sort, (count, text))| format!("  {count} of sort '{sort}':\n{text}"));
        let first = first.collect::<Vec<_>>().join("\n");
        assert_eq!(*false_claims, 0, "false claims, of {claims} in {reports} reports; the first:\n{first}");
        assert!(*proven > reports / 8, "only {proven} of {reports} reports are proven");
    }
}

/// The checks of one search.
struct Case<'c, 'm, const R: bool, const C: bool, const T: bool> {
    played: &'c Played,
    truth: &'c mut Truth<'m, R, C, T>,
    claimable: bool,
    fresh: bool,
    about: String,
}

impl<const R: bool, const C: bool, const T: bool> Case<'_, '_, R, C, T> {
    /// Checks a value; the side to move may claim a draw instead, if that is better.
    fn value(&mut self, tally: &mut Tally, what: &str, claim: (Score, Bound, bool), truth: Score) {
        let (score, bound, proven) = claim;
        let or_claimed = self.claimable && is_true(score, bound, proven, truth.max(Score::DRAW));
        let is_true = is_true(score, bound, proven, truth) || or_claimed;
        let label = if proven { "proven" } else { "not proven" };
        let about = &self.about;
        let table = if self.fresh { "fresh table" } else { "kept table" };
        let sort = what.split(' ').next().unwrap_or_default();
        tally.claim(&format!("{sort}, {table}"), is_true, || {
            format!("    {about}: {what} {score:?} {bound:?} {label}, but is {truth:?}")
        });
    }

    fn lines(&mut self, tally: &mut Tally, what: &str, lines: &[Line<u8>]) {
        for (place, line) in lines.iter().enumerate() {
            let truth = self.truth.of_move(self.played.token, self.played.seen, line.moves[0]);
            let later = if place == 0 { "" } else { "later-" };
            let what = format!("{later}{what} by {}", line.moves[0]);
            self.value(tally, &what, (line.score, line.bound, line.proven), truth);
            // A win or a loss is proven or not reported at all, also where a limit struck in the middle of an iteration.
            let (labelled, about) = (line.proven || !line.score.is_decided(), &self.about);
            tally.claim("label", labelled, || format!("  {about}: {what} {:?} is not proven", line.score));
        }
    }

    fn report(&mut self, tally: &mut Tally, report: &Report<u8>) {
        let truth = self.truth.of(self.played.token, self.played.seen);
        tally.reports += 1;
        tally.proven += u32::from(report.proven && report.bound == Bound::Exact);
        self.value(tally, "report", (report.score, report.bound, report.proven), truth);
        self.lines(tally, "line", &report.lines);
        self.value(tally, "limit", (report.limits.at_least, Bound::AtLeast, true), truth);
        self.value(tally, "limit", (report.limits.at_most, Bound::AtMost, true), truth);
        if let (Some(resistance), Some(door)) = (report.resistance, report.best()) {
            self.value(tally, "resistance", (Score::loss_in(resistance.plies), Bound::AtMost, true), truth);
            let (replies, about) = (self.winning_replies(door), &self.about);
            let exact = resistance.depth.is_none() && resistance.winning_replies != replies;
            let is_true = !exact && resistance.winning_replies <= replies;
            tally.claim("replies", !T || is_true, || {
                format!("    {about}: {resistance:?}, but {replies} replies to {door} win")
            });
        }
    }

    /// The number of replies to a move that win.
    fn winning_replies(&mut self, door: u8) -> usize {
        let Played { token, seen, .. } = *self.played;
        let (maze, next) = (self.truth.maze, self.truth.maze.apply(&token, door));
        let seen = if next.since == 0 { Seen::default() } else { seen }.and(door);
        let replies = maze.rooms[door as usize].doors.iter();
        replies.filter(|&&reply| self.truth.of_move(next, seen, reply).is_win()).count()
    }
}

/// Searches a few mazes for false claims: a few games each, with one shared table and with a fresh table for each.
fn hunt<const R: bool, const C: bool, const T: bool>(seeds: u64, points: bool) {
    let variants = variants();
    let mut tally = Tally::default();
    for seed in 0..seeds {
        let maze = Maze::<R, C, T>::random(seed, points);
        let mut truth = Truth::new(&maze);
        let mut dice = Dice::new(seed ^ 0xA5A5);
        let kept = SharedTable::with_bytes(1 << (10 + dice.below(4)));
        for step in 0..6 {
            let Some(played) = Played::random(&maze, &mut dice) else { break };
            let fresh = (step == 0).then(|| SharedTable::with_bytes(1 << 12));
            let usual = dice.below(3);
            let (name, techniques) = &variants[if usual < 2 { usual } else { dice.below(variants.len()) }];
            let (depth, lines) = (1 + dice.below(24) as u32, [1, 1, 2, 9][dice.below(4)]);
            let threads = 1 + usize::from(dice.below(16) == 0);
            let nodes = [NODES, 1 + dice.below(400) as u64][usize::from(dice.below(8) == 0)];
            let (solve, weak) = (dice.below(3) == 0, dice.below(4) == 0);
            let Played { token, earlier, .. } = &played;
            let search = Search::new(&maze).knowledge(&Gossip).table(fresh.as_ref().unwrap_or(&kept)).earlier(earlier);
            let search = search.techniques(*techniques).lines(lines).threads(threads).weak(weak && solve);
            let about = format!(
                "seed {seed} step {step}, {token:?} of limit {}, {} before, {name}, {} lines {lines} threads {threads}",
                maze.limit,
                earlier.len(),
                if solve { "solve".to_owned() } else { format!("depth {depth}") },
            );
            let claimable = played.may_be_claimed(&maze);
            let mut case = Case { played: &played, truth: &mut truth, claimable, fresh: step == 0, about };
            let report = if solve {
                search.limits(Limits::nodes(nodes)).solve(token)
            } else {
                let limits = Limits { nodes: Some(nodes), ..Limits::depth(depth) };
                search.limits(limits).run_with(token, &mut |iteration| {
                    case.lines(&mut tally, &format!("iteration {:?}", iteration.depth), &iteration.lines);
                })
            };
            case.report(&mut tally, &report);
        }
    }
    tally.verdict();
}

#[test]
fn what_is_proven_of_games_with_repetition_is_true() {
    hunt::<true, false, false>(4000, false);
}

#[test]
fn what_is_proven_of_games_with_repetition_in_turns_is_true() {
    hunt::<true, false, true>(4000, false);
}

#[test]
fn what_is_proven_of_games_with_a_count_is_true() {
    hunt::<false, true, false>(4000, false);
}

#[test]
fn what_is_proven_of_games_with_a_count_in_turns_is_true() {
    hunt::<false, true, true>(4000, false);
}

#[test]
fn what_is_proven_of_games_with_both_is_true() {
    hunt::<true, true, false>(4000, false);
}

#[test]
fn what_is_proven_of_games_with_both_in_turns_is_true() {
    hunt::<true, true, true>(4000, false);
}

#[test]
fn what_is_proven_of_games_with_points_and_repetition_is_true() {
    hunt::<true, false, false>(3000, true);
}

#[test]
fn what_is_proven_of_games_with_points_and_a_count_is_true() {
    hunt::<false, true, false>(3000, true);
}

#[test]
fn what_is_proven_of_games_with_points_and_both_in_turns_is_true() {
    hunt::<true, true, true>(3000, true);
}

/// If the search sees the whole game, every value is proven and true, for every move.
fn proves_every_move(solve: bool) {
    let (mut searched, mut unproven, mut first) = (0, 0, None);
    for seed in 0..1000 {
        let mut maze = Maze::<false, true, true>::random(seed, seed % 3 == 0);
        maze.limit = 3 + seed as u32 % 3;
        let mut dice = Dice::new(seed);
        let Some(Played { token, seen, .. }) = Played::random(&maze, &mut dice) else { continue };
        if maze.is_counted_out(token) {
            continue;
        }
        let mut truth = Truth::new(&maze);
        let table = SharedTable::with_bytes(1 << 16);
        // The longest game takes five plies on each of three floors, and one ply up from each.
        let search = Search::new(&maze).knowledge(&Gossip).table(&table).lines(9).limits(Limits::depth(24));
        let report = if solve { search.solve(&token) } else { search.run(&token) };
        searched += 1;
        for line in &report.lines {
            let answer = (line.score, line.bound, line.proven);
            if answer != (truth.of_move(token, seen, line.moves[0]), Bound::Exact, true) {
                unproven += 1;
                first = first.or(Some((seed, answer)));
            }
        }
    }
    assert!(searched > 500, "only {searched} mazes");
    assert_eq!(unproven, 0, "lines of {searched} mazes without a proven true value; the first: seed, line {first:?}");
}

#[test]
fn a_count_that_is_solved_to_its_end_proves_the_value() {
    proves_every_move(true);
}

#[test]
fn a_count_that_is_searched_beyond_its_end_proves_the_value() {
    proves_every_move(false);
}

/// A search must not avoid false claims by proving nothing: without a history and with a fresh table, it solves most mazes.
#[test]
fn most_small_games_with_repetition_are_solved() {
    let (mut solved, mut searched) = (0, 0);
    for seed in 0..400 {
        let maze = Maze::<true, false, true>::random(seed, false);
        let token = maze.initial();
        if maze.rooms[0].end.is_some() {
            continue;
        }
        searched += 1;
        let kept = SharedTable::with_bytes(1 << 16);
        let report = Search::new(&maze).table(&kept).limits(Limits::nodes(100_000)).solve(&token);
        if report.proven && report.bound == Bound::Exact {
            let truth = Truth::new(&maze).of(token, Seen::default().and(0));
            assert_eq!(report.score, truth, "seed {seed}");
            solved += 1;
        }
    }
    assert!(2 * solved > searched, "only {solved} of {searched}");
}

/// Tests the oracle itself, on games whose value is obvious.
#[test]
fn the_oracle_knows_the_rules() {
    type Both = Maze<true, true, true>;
    let mut maze = Both::random(0, false);
    let room = |side, doors: &[u8], end| maze::Room::plain(side, doors.to_vec(), end);
    // First shuttles between 0 and 1 with Second, or Second errs into 2, where First wins.
    maze.rooms = vec![
        room(Side::First, &[1], None),
        room(Side::Second, &[0, 2], None),
        room(Side::First, &[3], None),
        room(Side::Second, &[], Some(Outcome::Win(Side::First))),
    ];
    maze.limit = 12;
    let start = Token { at: 0, since: 0 };
    let value = |maze: &Both, token, seen: Seen| Truth::new(maze).of(token, seen);
    assert_eq!(value(&maze, start, Seen::default().and(0)), Score::DRAW, "Second repeats");
    // If its own room is the only door, Second has to go wrong, and the win is three plies away.
    maze.rooms[1].doors = vec![2];
    assert_eq!(value(&maze, start, Seen::default().and(0)), Score::win_in(3));
    assert_eq!(value(&maze, Token { since: 9, ..start }, Seen::default().and(0)), Score::win_in(3), "on the last ply");
    assert_eq!(value(&maze, Token { since: 10, ..start }, Seen::default().and(0)), Score::DRAW, "too late");
    let twice = Seen::default().and(2).and(2).and(0);
    assert_eq!(value(&maze, start, twice), Score::DRAW, "a third time in room 2");
    let once = Seen::default().and(2).and(0);
    assert_eq!(value(&maze, start, once), Score::win_in(3), "a second time only");
}
