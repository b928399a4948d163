//! Chess with few plies left before the fifty-move rule: every value called proven is true at that exact clock.
//!
//! The oracle covers king and rook, and king and queen, against king: for every position and every number of plies
//! left, the value with best play, by retrograde analysis from the last ply.

use rootward_game::contract::Dice;
use rootward_session::{Ask, Bound, Kind, Limits, Score, Session, SolveAsk, Techniques, open};

/// The oracle covers this many plies before the draw.
const FARTHEST: usize = 16;
const DRAW: u8 = u8::MAX;
const SQUARES: usize = 64;
/// The limits of the searches, each as often as it stands here.
const SIZES: [u64; 10] = [2_000, 2_000, 2_000, 2_000, 2_000, 20_000, 20_000, 20_000, 20_000, 120_000];

/// King and piece of the strong side, the lone king, and whether the strong side is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    king: usize,
    piece: usize,
    lone: usize,
    strong_to_move: bool,
}

fn file_and_rank(square: usize) -> (i32, i32) {
    ((square % 8) as i32, (square / 8) as i32)
}

fn steps(square: usize, directions: &[(i32, i32)], farthest: i32, mut visit: impl FnMut(usize) -> bool) {
    let (file, rank) = file_and_rank(square);
    for (right, up) in directions {
        for far in 1..=farthest {
            let (file, rank) = (file + right * far, rank + up * far);
            let inside = (0..8).contains(&file) && (0..8).contains(&rank);
            if !inside || !visit((rank * 8 + file) as usize) {
                break;
            }
        }
    }
}

const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

fn are_adjacent(one: usize, other: usize) -> bool {
    let ((file, rank), (other_file, other_rank)) = (file_and_rank(one), file_and_rank(other));
    (file - other_file).abs() <= 1 && (rank - other_rank).abs() <= 1
}

/// The values of all positions of one ending.
struct Oracle {
    /// The strong side has a queen, not a rook.
    queen: bool,
    /// Plies to mate, by the plies left before the draw, the side to move and the three squares.
    values: Vec<[Vec<u8>; 2]>,
}

fn index(position: Position) -> usize {
    (position.king * SQUARES + position.piece) * SQUARES + position.lone
}

impl Oracle {
    fn new(queen: bool) -> Oracle {
        let mut oracle = Oracle { queen, values: Vec::new() };
        let all: Vec<Position> = every_position().filter(|&position| oracle.is_legal(position)).collect();
        for left in 0..=FARTHEST {
            let mut values = [vec![DRAW; SQUARES.pow(3)], vec![DRAW; SQUARES.pow(3)]];
            for &position in &all {
                values[usize::from(position.strong_to_move)][index(position)] = oracle.worked_out(position, left);
            }
            oracle.values.push(values);
        }
        oracle
    }

    fn directions(&self) -> &'static [(i32, i32)] {
        if self.queen { &DIRECTIONS } else { &DIRECTIONS[..4] }
    }

    /// Does the piece attack the square? The lone king does not block: it would still be attacked behind itself.
    fn attacks(&self, piece: usize, king: usize, square: usize) -> bool {
        let mut found = false;
        steps(piece, self.directions(), 7, |to| {
            found |= to == square && to != king;
            to != king
        });
        found
    }

    fn is_legal(&self, Position { king, piece, lone, strong_to_move }: Position) -> bool {
        let apart = king != piece && piece != lone && !are_adjacent(king, lone);
        apart && !(strong_to_move && self.attacks(piece, king, lone))
    }

    /// The positions after each legal move; none after the piece is captured.
    fn after(&self, position: Position, mut visit: impl FnMut(Option<Position>)) {
        let Position { king, piece, lone, strong_to_move } = position;
        let next = Position { strong_to_move: !strong_to_move, ..position };
        if strong_to_move {
            steps(king, &DIRECTIONS, 1, |to| {
                if to != piece && !are_adjacent(to, lone) {
                    visit(Some(Position { king: to, ..next }));
                }
                true
            });
            steps(piece, self.directions(), 7, |to| {
                let free = to != king && to != lone;
                if free {
                    visit(Some(Position { piece: to, ..next }));
                }
                free
            });
        } else {
            steps(lone, &DIRECTIONS, 1, |to| {
                if to == piece && !are_adjacent(to, king) {
                    visit(None);
                } else if to != piece && !are_adjacent(to, king) && !self.attacks(piece, king, to) {
                    visit(Some(Position { lone: to, ..next }));
                }
                true
            });
        }
    }

    /// The value with `left` plies left, from the values with one less.
    fn worked_out(&self, position: Position, left: usize) -> u8 {
        let mut replies = 0;
        let (mut soonest, mut latest) = (DRAW, 0);
        self.after(position, |next| {
            replies += 1;
            if left > 0 {
                let value =
                    next.map_or(DRAW, |next| self.values[left - 1][usize::from(next.strong_to_move)][index(next)]);
                soonest = soonest.min(value);
                latest = latest.max(value);
            }
        });
        let is_mate = replies == 0 && self.attacks(position.piece, position.king, position.lone);
        match (position.strong_to_move, if position.strong_to_move { soonest } else { latest }) {
            // The last ply of the fifty moves still mates.
            (false, _) if is_mate => 0,
            (_, DRAW) => DRAW,
            _ if replies == 0 || left == 0 => DRAW,
            (_, plies) => plies + 1,
        }
    }

    /// The value for the side to move at this clock. If the draw can already be claimed, the game goes on with one
    /// move, and then it is a draw or mate.
    fn truth(&self, position: Position, clock: u32) -> i32 {
        let left = 100u32.saturating_sub(clock).max(1) as usize;
        let plies = self.values[left][usize::from(position.strong_to_move)][index(position)];
        match (plies, position.strong_to_move) {
            (DRAW, _) => 0,
            (plies, true) => MATE - i32::from(plies),
            (plies, false) => i32::from(plies) - MATE,
        }
    }
}

fn every_position() -> impl Iterator<Item = Position> {
    (0..2 * SQUARES.pow(3)).map(|number| Position {
        king: number / 2 / SQUARES / SQUARES,
        piece: number / 2 / SQUARES % SQUARES,
        lone: number / 2 % SQUARES,
        strong_to_move: number % 2 == 1,
    })
}

/// The score of an immediate mate. Values are from the side to move; faster mates and later losses are better.
const MATE: i32 = 1_000_000;

fn number(score: &Score) -> Option<i32> {
    match score.kind {
        Kind::Win => Some(MATE - score.plies.unwrap() as i32),
        Kind::Loss => Some(score.plies.unwrap() as i32 - MATE),
        Kind::Draw => Some(0),
        _ => None,
    }
}

/// A row of the board with its empty squares counted.
fn short(row: &str) -> String {
    (1..=8).rev().fold(row.to_owned(), |row, empty| row.replace(&" ".repeat(empty), &empty.to_string()))
}

/// An ending with a clock, with either side as the strong one.
#[derive(Clone, Copy)]
struct Case {
    position: Position,
    clock: u32,
    white_is_strong: bool,
}

impl Case {
    fn fen(self, queen: bool) -> String {
        let Position { king, piece, lone, strong_to_move } = self.position;
        let mut board = [' '; SQUARES];
        let letters = if queen { ['K', 'Q', 'k'] } else { ['K', 'R', 'k'] };
        for (square, letter) in [king, piece, lone].into_iter().zip(letters) {
            let swapped = if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() };
            board[square] = if self.white_is_strong { letter } else { swapped };
        }
        let rows: Vec<String> = board.chunks(8).rev().map(|row| short(&row.iter().collect::<String>())).collect();
        let side = if strong_to_move == self.white_is_strong { 'w' } else { 'b' };
        format!("{} {side} - - {} 80", rows.join("/"), self.clock)
    }

    /// The ending of a FEN; none if the piece is gone.
    fn parse(fen: &str) -> Option<Case> {
        let mut fields = fen.split(' ');
        let mut pieces = [None; 128];
        for (row, text) in fields.next()?.split('/').enumerate() {
            let mut column = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(empty) => column += empty as usize,
                    None => {
                        pieces[letter as usize] = Some((7 - row) * 8 + column);
                        column += 1;
                    }
                }
            }
        }
        let at = |letter: char| pieces[letter as usize];
        let white_is_strong = at('R').or(at('Q')).is_some();
        let piece = at('R').or(at('Q')).or(at('r')).or(at('q'))?;
        let (king, lone) = if white_is_strong { (at('K')?, at('k')?) } else { (at('k')?, at('K')?) };
        let strong_to_move = (fields.next()? == "w") == white_is_strong;
        let clock = fields.nth(2)?.parse().ok()?;
        Some(Case { position: Position { king, piece, lone, strong_to_move }, clock, white_is_strong })
    }
}

/// The positions of an ending by plies to mate; the last group is draws, or mates in more plies.
fn by_distance(oracle: &Oracle) -> Vec<Vec<Position>> {
    let mut sorted = vec![Vec::new(); FARTHEST + 2];
    for position in every_position().filter(|&position| oracle.is_legal(position)) {
        let plies = oracle.values[FARTHEST][usize::from(position.strong_to_move)][index(position)];
        sorted[usize::from(plies).min(FARTHEST + 1)].push(position);
    }
    sorted
}

/// A position with a clock near the limit at which its mate is just in time, or any clock.
fn random_case(sorted: &[Vec<Position>], dice: &mut Dice) -> Case {
    let plies = dice.below(sorted.len());
    let position = sorted[plies][dice.below(sorted[plies].len())];
    let just_in_time = 100u32.saturating_sub(plies as u32);
    let clock = if dice.below(4) == 0 { 85 + dice.below(18) } else { just_in_time as usize + dice.below(5) - 2 };
    Case { position, clock: (clock as u32).max(100 - FARTHEST as u32), white_is_strong: dice.below(2) == 0 }
}

/// The number of claims, and the false ones.
#[derive(Default)]
struct Tally {
    claims: u32,
    exact: u32,
    wrong: Vec<String>,
}

impl Tally {
    fn check(&mut self, what: &str, claimed: i32, bound: Bound, truth: i32) {
        self.claims += 1;
        self.exact += u32::from(bound == Bound::Exact);
        let holds = match bound {
            Bound::Exact => claimed == truth,
            Bound::AtLeast => claimed <= truth,
            Bound::AtMost => claimed >= truth,
        };
        if !holds {
            self.wrong.push(format!("  {what}: {} {bound:?}, but is {}", words(claimed), words(truth)));
        }
    }

    /// A value with its label; an estimate claims nothing.
    fn label(&mut self, what: &str, score: &Score, bound: Bound, proven: bool, truth: i32) {
        if let Some(claimed) = number(score).filter(|claimed| proven || *claimed != 0) {
            self.check(what, claimed, bound, truth);
        }
    }

    fn verdict(self) {
        let (claims, wrong) = (self.claims, self.wrong.len());
        println!("{claims} claims, {} of them exact", self.exact);
        let first: Vec<&str> = self.wrong.iter().take(12).map(String::as_str).collect();
        assert_eq!(wrong, 0, "of {claims} claims are false; the first:\n{}", first.join("\n"));
        assert!(self.exact > 100, "only {} exact claims", self.exact);
    }
}

fn words(number: i32) -> String {
    match number {
        0 => "a draw".to_owned(),
        won if won > 0 => format!("a win in {}", MATE - won),
        lost => format!("a loss in {}", MATE + lost),
    }
}

/// The value of a move, from the position after it.
fn truth_after(oracle: &Oracle, fen: &str, mv: &str) -> i32 {
    let mut session = open("chess", Some(fen)).unwrap();
    session.play(mv).unwrap();
    match Case::parse(&session.view().position) {
        None => 0,
        // After the draw could have been claimed, only mate is not a draw.
        Some(Case { position, clock, .. }) if clock >= 100 => -oracle.mated(position),
        Some(Case { position, clock, .. }) => match oracle.truth(position, clock) {
            0 => 0,
            truth if truth > 0 => 1 - truth,
            truth => -1 - truth,
        },
    }
}

impl Oracle {
    /// The value with no ply left, one ply farther away.
    fn mated(&self, position: Position) -> i32 {
        let plies = self.values[0][usize::from(position.strong_to_move)][index(position)];
        if plies == DRAW { 0 } else { 1 - MATE }
    }
}

fn solve(tally: &mut Tally, oracle: &Oracle, case: Case, ask: &SolveAsk) {
    let (fen, truth) = (case.fen(oracle.queen), oracle.truth(case.position, case.clock));
    let solution = open("chess", Some(&fen)).unwrap().solve(ask).unwrap();
    let weak = if ask.weak { " weak" } else { "" };
    let what = format!("solve{weak} {fen} nodes {:?}", ask.limits.nodes);
    if let Some(kind) = solution.value {
        let right = match kind {
            Kind::Win => truth > 0,
            Kind::Loss => truth < 0,
            _ => truth == 0,
        };
        tally.claims += 1;
        if !right {
            tally.wrong.push(format!("  {what}: {kind:?}, but is {}", words(truth)));
        }
    }
    if let (true, Some(kind), Some(plies)) = (solution.proven, solution.value, solution.plies) {
        let score = match kind {
            Kind::Win => MATE - plies as i32,
            Kind::Loss => plies as i32 - MATE,
            _ => 0,
        };
        tally.check(&what, score, Bound::Exact, truth);
    }
    for (end, bound) in [(&solution.at_least, Bound::AtLeast), (&solution.at_most, Bound::AtMost)] {
        if let Some(claimed) = end.as_ref().and_then(number) {
            tally.check(&what, claimed, bound, truth);
        }
    }
    for mv in solution.moves.iter().flatten() {
        let truth = truth_after(oracle, &fen, &mv.mv);
        let claimed = match (mv.value, mv.plies) {
            (Some(Kind::Win), Some(plies)) => MATE - plies as i32,
            (Some(Kind::Loss), Some(plies)) => plies as i32 - MATE,
            (Some(Kind::Draw), _) => 0,
            _ => continue,
        };
        tally.check(&format!("{what} by {}", mv.mv), claimed, Bound::Exact, truth);
    }
}

fn analyse(tally: &mut Tally, oracle: &Oracle, session: &mut dyn Session, case: Case, ask: &Ask) {
    let (fen, truth) = (case.fen(oracle.queen), oracle.truth(case.position, case.clock));
    session.set_position(&fen).unwrap();
    let what = format!("analyse {fen} nodes {:?} lines {}", ask.limits.nodes, ask.lines);
    let mut early = Vec::new();
    let answer = session
        .analyse(ask, &mut |iteration| early.push((iteration.score.clone(), iteration.bound, iteration.proven)))
        .unwrap();
    tally.label(&what, &answer.score, answer.bound, answer.proven, truth);
    for (score, bound, proven) in early {
        tally.label(&format!("{what}, an iteration"), &score, bound, proven, truth);
    }
    for line in &answer.lines {
        let mv = line.first.as_deref().unwrap();
        let truth = truth_after(oracle, &fen, mv);
        tally.label(&format!("{what} by {mv}"), &line.score, line.bound, line.proven, truth);
    }
}

fn hunt(queen: bool, cases: usize) {
    let oracle = Oracle::new(queen);
    let sorted = by_distance(&oracle);
    let mut dice = Dice::new(100);
    let mut tally = Tally::default();
    // A table entry of one clock must not answer for another: all analyses share a session and its table.
    let mut session = open("chess", None).unwrap();
    for number in 0..cases {
        let case = random_case(&sorted, &mut dice);
        // Most searches are small: a search of every size is stopped in the middle of a proof.
        let limits = Limits::nodes(SIZES[dice.below(SIZES.len())]);
        let (all_moves, weak) = (number % 4 == 0, number % 7 == 0);
        let ask = SolveAsk { limits: limits.clone(), memory: 1 << 20, all_moves, weak, ..SolveAsk::default() };
        solve(&mut tally, &oracle, case, &ask);
        let techniques = [Techniques::ALL, Techniques::EXACT][number % 2];
        let ask = Ask { limits, memory: 1 << 20, lines: [1, 3][number / 2 % 2], techniques, ..Ask::default() };
        analyse(&mut tally, &oracle, session.as_mut(), case, &ask);
        if number % 3 == 0 {
            let other = Case { clock: 85 + dice.below(18) as u32, ..case };
            analyse(&mut tally, &oracle, session.as_mut(), other, &ask);
        }
    }
    tally.verdict();
}

#[test]
fn what_is_proven_with_king_and_rook_is_true_at_every_clock() {
    hunt(false, 200);
}

#[test]
fn what_is_proven_with_king_and_queen_is_true_at_every_clock() {
    hunt(true, 200);
}

/// Positions with well-known mates: the back rank, Philidor's corner, and a lone king next to an unprotected rook.
#[test]
fn the_oracle_knows_the_rules() {
    let rook = Oracle::new(false);
    let at = |fen: &str| {
        let case = Case::parse(fen).unwrap();
        words(rook.truth(case.position, case.clock))
    };
    assert_eq!(at("7k/8/7K/8/8/8/8/R7 w - - 99 80"), "a win in 1");
    assert_eq!(at("7k/8/7K/8/8/8/8/R7 w - - 100 80"), "a win in 1", "nobody has claimed yet");
    assert_eq!(at("R6k/8/7K/8/8/8/8/8 b - - 100 80"), "a loss in 0", "the last ply mates");
    assert_eq!(at("8/6R1/8/8/8/8/4K3/k7 w - - 91 100"), "a win in 9");
    assert_eq!(at("8/6R1/8/8/8/8/4K3/k7 w - - 92 100"), "a draw", "a ply too late");
    assert_eq!(at("8/8/8/8/8/3k4/3R4/7K b - - 85 80"), "a draw", "the rook is taken");
    assert_eq!(at("8/8/8/8/8/2k5/1R6/K7 b - - 85 80"), "a draw", "a stalemate is not far, or nothing is");
    let case = Case::parse("3r4/8/3k4/8/7K/8/8/8 b - - 87 100").unwrap();
    assert_eq!(Case::parse(&case.fen(false)).unwrap().position, case.position);
    assert_eq!(words(rook.truth(case.position, case.clock)), "a win in 13");
}
