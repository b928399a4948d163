//! A game of a type that the project does not know is traced, compared and measured as its own games are.

use rootward_game::{Game, Notation, Outcome, Side, TextError};
use rootward_registry::{OwnGame, games};
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
        let wrong = |_| TextError::new(format!("'{text}' is no row"), "zeros and ones");
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

#[test]
fn a_game_of_another_crate_has_all_rights() {
    games().with(OwnGame::new("row", Row, ()).description("stones on a row")).install().unwrap();
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
