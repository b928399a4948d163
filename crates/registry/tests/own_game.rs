//! A game of a type that the project does not know is traced, compared and measured as its own games are.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use rootward_endgames::{ByRules, Metric, Numbering, Options};
use rootward_game::{Game, Notation, Outcome, Side, TextError};
use rootward_registry::{OwnGame, games};
use rootward_session::endgame_tables::endgame_tables;
use rootward_session::{Ask, Kind, Limits, Source, TableFolders, open};
use rootward_studies::bench;
use rootward_studies::compare::{CompareSettings, compare};
use rootward_studies::risk::{RiskSettings, risk};
use rootward_trace::{TraceSettings, trace};

/// Stones are put on a row of twelve cells, never side by side. Whoever cannot put one loses.
#[derive(Clone)]
struct Row;

const CELLS: u32 = 12;

fn free(stones: u32) -> impl Iterator<Item = u32> {
    let taken = stones | stones << 1 | stones >> 1;
    (0..CELLS).filter(move |cell| taken >> cell & 1 == 0)
}

/// The stones as bits; their number says whose turn it is.
impl Game for Row {
    type State = u32;
    type Move = u32;

    fn initial(&self) -> u32 {
        0
    }
    fn to_move(&self, stones: &u32) -> Side {
        if stones.count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn outcome(&self, stones: &u32) -> Option<Outcome> {
        free(*stones).next().is_none().then(|| Outcome::Win(self.to_move(stones).other()))
    }
    fn moves(&self, stones: &u32, push: &mut impl FnMut(u32)) {
        free(*stones).for_each(push);
    }
    fn apply(&self, stones: &u32, cell: u32) -> u32 {
        stones | 1 << cell
    }
    fn key(&self, stones: &u32) -> Option<u64> {
        Some(u64::from(*stones))
    }
    fn has_exact_keys(&self) -> bool {
        true
    }
    fn plies_played(&self, stones: &u32) -> Option<u32> {
        Some(stones.count_ones())
    }
}

impl Notation for Row {
    fn name(&self) -> String {
        "row".to_owned()
    }
    fn parse_position(&self, text: &str) -> Result<u32, TextError> {
        let wrong = |_| TextError::new(format!("'{text}' is not a row"), "zeros and ones");
        if text.is_empty() { Ok(0) } else { u32::from_str_radix(text, 2).map_err(wrong) }
    }
    fn write_position(&self, stones: &u32) -> String {
        format!("{stones:012b}")
    }
    fn write_move(&self, _: &u32, cell: u32) -> String {
        (cell + 1).to_string()
    }
    fn draw(&self, stones: &u32) -> String {
        self.write_position(stones) + "\n"
    }
}

/// The games of these tests.
fn install() {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let row = OwnGame::new("row", Row, ()).description("stones on a row");
        let ring = OwnGame::new("ring", Ring, ()).sides("A", "B").bench(&[(Some("aabb... a"), 5), (None, 3)]);
        games().with(row).with(ring.endings::<ByRules<RingNumbers>>()).install().unwrap();
    });
}

#[test]
fn a_game_of_another_crate_has_all_rights() {
    install();
    let mut session = rootward_session::open("row", None).unwrap();
    assert_eq!(session.view().moves.len(), 12);
    assert_eq!(
        session.solve(&Default::default()).unwrap().plies.map(|plies| plies % 2),
        Some(1),
        "the first player wins"
    );
    let traced = trace(&*session, &TraceSettings { depth: Some(2), ..TraceSettings::default() });
    assert!(traced.nodes.len() > 12, "{} nodes", traced.nodes.len());
    let rows = compare(&*session, &CompareSettings { depths: 2..=2, ..CompareSettings::default() }, &mut |_| ());
    assert!(!rows.is_empty());
    let settings = RiskSettings { positions: 5, memory: 1 << 24, ..RiskSettings::default() };
    let measured = risk(&*session, &settings, &mut |_| ()).unwrap().expect("nothing stops it");
    assert!(measured.iter().all(|row| row.positions > 0 && (0.0..=1.0).contains(&row.score)));
}

/// Pieces step round a ring of seven cells, onto an empty cell or one of the opponent's, who loses the piece. Whoever has none left,
/// or no move, has lost. Lines need not end.
#[derive(Clone)]
struct Ring;

const RING: u32 = 7;

/// The pieces of both sides as bits, and the side to move.
type RingState = ([u32; 2], Side);

impl Game for Ring {
    type State = RingState;
    type Move = (u32, u32);

    const CAN_REPEAT: bool = true;

    fn initial(&self) -> RingState {
        ([0b11, 0b11000], Side::First)
    }
    fn to_move(&self, state: &RingState) -> Side {
        state.1
    }
    fn outcome(&self, (pieces, side): &RingState) -> Option<Outcome> {
        (pieces[side.index()] == 0).then_some(Outcome::Win(side.other()))
    }
    fn moves(&self, (pieces, side): &RingState, push: &mut impl FnMut((u32, u32))) {
        let own = pieces[side.index()];
        for from in (0..RING).filter(|from| own >> from & 1 == 1) {
            let to = [(from + 1) % RING, (from + RING - 1) % RING];
            to.into_iter().filter(|to| own >> to & 1 == 0).for_each(|to| push((from, to)));
        }
    }
    fn apply(&self, (pieces, side): &RingState, (from, to): (u32, u32)) -> RingState {
        let mut pieces = *pieces;
        pieces[side.index()] ^= 1 << from | 1 << to;
        pieces[side.other().index()] &= !(1 << to);
        (pieces, side.other())
    }
    fn stuck(&self, state: &RingState) -> Outcome {
        Outcome::Win(state.1.other())
    }
    fn key(&self, (pieces, side): &RingState) -> Option<u64> {
        Some(u64::from(pieces[0]) << 16 | u64::from(pieces[1]) << 1 | side.index() as u64)
    }
}

impl Notation for Ring {
    fn name(&self) -> String {
        "ring".to_owned()
    }
    fn parse_position(&self, text: &str) -> Result<RingState, TextError> {
        if text.trim().is_empty() {
            return Ok(self.initial());
        }
        let wrong = || TextError::new(format!("'{text}' is not a ring"), "seven of a, b and '.', and the side to move");
        let (cells, side) = text.trim().split_once(' ').ok_or_else(wrong)?;
        let side = if side == "b" { Side::Second } else { Side::First };
        if cells.len() != RING as usize || !cells.chars().all(|cell| "ab.".contains(cell)) {
            return Err(wrong());
        }
        let set = |letter| cells.chars().enumerate().filter(|cell| cell.1 == letter).map(|cell| 1 << cell.0).sum();
        Ok(([set('a'), set('b')], side))
    }
    fn write_position(&self, (pieces, side): &RingState) -> String {
        let letter = |cell: u32| match (pieces[0] >> cell & 1, pieces[1] >> cell & 1) {
            (1, _) => 'a',
            (_, 1) => 'b',
            _ => '.',
        };
        let cells: String = (0..RING).map(letter).collect();
        format!("{cells} {}", ["a", "b"][side.index()])
    }
    fn write_move(&self, _: &RingState, (from, to): (u32, u32)) -> String {
        format!("{}-{}", from + 1, to + 1)
    }
    fn draw(&self, state: &RingState) -> String {
        self.write_position(state) + "\n"
    }
}

/// A slice for the numbers of pieces; three states of each cell, and the side to move.
struct RingNumbers;

impl Numbering for RingNumbers {
    type Game = Ring;
    type Slice = String;

    fn of(_: &Ring) -> Result<RingNumbers, String> {
        Ok(RingNumbers)
    }
    fn slices(&self) -> Vec<String> {
        ["2v2", "2v1", "1v2", "1v1", "2v0", "0v2", "1v0", "0v1"].map(str::to_owned).to_vec()
    }
    fn converts_into(&self, slice: &String) -> Vec<String> {
        let count = |at: usize| u32::from(slice.as_bytes()[at] - b'0');
        let (first, second) = (count(0), count(2));
        let fewer = [(first, second.saturating_sub(1)), (first.saturating_sub(1), second)];
        let over = first == 0 || second == 0;
        fewer.into_iter().filter(|_| !over).map(|(first, second)| format!("{first}v{second}")).collect()
    }
    fn count(&self, _: &String) -> u64 {
        2 * 3_u64.pow(RING)
    }
    fn state(&self, slice: &String, number: u64) -> Option<RingState> {
        let set =
            |piece: u64| (0..RING).filter(move |&cell| number / 2 / 3_u64.pow(cell) % 3 == piece).map(|cell| 1 << cell);
        let pieces = [set(1).sum::<u32>(), set(2).sum()];
        let named = format!("{}v{}", pieces[0].count_ones(), pieces[1].count_ones());
        (named == *slice).then_some((pieces, if number.is_multiple_of(2) { Side::First } else { Side::Second }))
    }
    fn number(&self, (pieces, side): &RingState) -> Option<(String, u64)> {
        let piece = |cell: u32| u64::from((pieces[0] >> cell & 1) + 2 * (pieces[1] >> cell & 1));
        let cells = (0..RING).map(|cell| piece(cell) * 3_u64.pow(cell)).sum::<u64>();
        let name = format!("{}v{}", pieces[0].count_ones(), pieces[1].count_ones());
        self.slices().contains(&name).then_some((name, cells * 2 + side.index() as u64))
    }
}

/// The tables of the ring in a folder of their own.
fn built(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("rootward-{name}-{}", std::process::id()));
    let options = Options::new(Metric::End, &folder);
    let ring = endgame_tables("ring").unwrap();
    let never = AtomicBool::new(false);
    assert_eq!(ring.build(&["all".to_owned()], &options, &never, &mut |_| {}), Ok(()));
    folder
}

#[test]
fn a_game_of_another_crate_has_endgame_tables() {
    install();
    let folder = built("ring");
    let tables = endgame_tables("ring").unwrap().open(&folder, None).unwrap();
    for name in tables.tables(&[]).unwrap() {
        let checked = tables.check(&name, 1 << 20, 1).unwrap();
        assert!(checked.fine, "{checked:?}");
    }
    let [summary] = &tables.summaries(&["2v2".to_owned()]).unwrap()[..] else { panic!("one") };
    assert_eq!((summary.positions, summary.sides[0].to_move, summary.sides[1].to_move), (420, "A", "B"));
    assert_eq!(summary.sides[0].wins, summary.sides[1].wins, "the sides have the same pieces");
    assert!(summary.draws > 0 && summary.wins > 0, "{summary:?}");
    let longest = tables.longest("2v1").unwrap();
    assert_eq!(longest.line.len() as u32, longest.plies);
    assert!(tables.probe("aaa.bbb a").err().unwrap().to_string().contains("it has no number"));
    std::fs::remove_dir_all(folder).unwrap();
}

/// What the tables say is what a search without them proves, to the ply, and a session with them knows it at a glance.
#[test]
fn the_tables_of_another_crate_prove_what_its_search_proves() {
    install();
    let folder = built("ring-search");
    let tables = endgame_tables("ring").unwrap().open(&folder, None).unwrap();
    let folders = TableFolders { own: folder.to_str().map(str::to_owned), ..TableFolders::default() };
    let ask = |depth| Ask { limits: Limits::depth(depth), memory: 1 << 20, ..Ask::default() };
    let mut won = 0;
    for number in (0..2 * 3_u64.pow(RING)).step_by(7) {
        let Some(state) = RingNumbers.state(&"2v1".to_owned(), number) else { continue };
        let text = Ring.write_position(&state);
        let Some((plies, kind)) =
            tables.probe(&text).ok().and_then(|answer| Some((answer.score.plies?, answer.score.kind)))
        else {
            continue;
        };
        if plies == 0 || plies > 9 {
            continue;
        }
        let alone = open("ring", Some(&text)).unwrap().analyse(&ask(plies), &mut |_| {}).unwrap();
        assert_eq!((alone.score.plies, alone.score.kind, alone.proven), (Some(plies), kind, true), "{text}");
        let mut session = open("ring", Some(&text)).unwrap();
        folders.mount(session.as_mut()).unwrap();
        let with = session.analyse(&ask(1), &mut |_| {}).unwrap();
        assert_eq!(
            (with.score.plies, with.score.kind, with.source),
            (Some(plies), kind, Some(Source::Tables)),
            "{text}"
        );
        won += u32::from(kind == Kind::Win);
    }
    assert!(won > 5, "{won} wins");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_signature_has_the_positions_that_a_game_registers() {
    install();
    let mut searched = Vec::new();
    bench(Some("ring"), &mut |row| searched.push(format!("{} {}", row.position, row.search))).unwrap();
    let wanted =
        ["aabb... a depth 5 exact", "aabb... a depth 5 all", "aa.bb.. a depth 3 exact", "aa.bb.. a depth 3 all"];
    assert_eq!(searched, wanted);
    let rows = bench(Some("row"), &mut |_| ()).unwrap().rows;
    assert_eq!((rows.len(), rows[0].search.as_str()), (2, "depth 4 exact"), "without a word, the initial position");
}
