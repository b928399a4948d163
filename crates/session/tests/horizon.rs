//! The horizon effect: chess positions that a search to a fixed depth gets wrong, and the technique that gets them
//! right at the same depth.

use rootward_session::{Analysis, Ask, Limits, Session, open, parse_techniques};

struct Case {
    fen: &'static str,
    depth: u32,
    /// The technique added to the sound ones, which alone have the value of plain minimax.
    technique: &'static str,
    /// The wrong move, or the only right one.
    point: Point,
}

enum Point {
    Wrong(&'static str),
    Right(&'static str),
}

impl Point {
    fn is_met(&self, answer: &Analysis) -> bool {
        match self {
            Point::Wrong(mv) => answer.best.as_deref() != Some(*mv),
            Point::Right(mv) => answer.best.as_deref() == Some(*mv),
        }
    }
}

const CASES: &[Case] = &[
    // At depth 1 there is no recapture: the queen wins a pawn.
    Case {
        fen: "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1",
        depth: 1,
        technique: "quiescence=16",
        point: Point::Wrong("Qxd5"),
    },
    // The same with a secondary search past the end of the line.
    Case {
        fen: "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1",
        depth: 1,
        technique: "secondary-search=2",
        point: Point::Wrong("Qxd5"),
    },
    // Win at Chess 7: the knight attacks the queen, and capturing it allows mate by Black's queen; the queen falls
    // beyond depth 3.
    Case {
        fen: "rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1",
        depth: 3,
        technique: "quiescence=16",
        point: Point::Right("Ne3"),
    },
    // Win at Chess 4: a mate in two moves is three plies away. The check extension does not count the ply of the reply
    // to a check.
    Case {
        fen: "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1",
        depth: 2,
        technique: "+check-extension",
        point: Point::Right("Qxh7+"),
    },
];

fn answer(session: &mut dyn Session, depth: u32, techniques: &str) -> Analysis {
    let techniques = parse_techniques(techniques).unwrap();
    let ask = Ask { limits: Limits::depth(depth), techniques, memory: 1 << 20, ..Ask::default() };
    // The example is about material, which this evaluation counts.
    session.set_evaluation("linear").unwrap();
    session.forget();
    session.analyse(&ask, &mut |_| {}).unwrap()
}

#[test]
fn a_fixed_depth_is_wrong_and_a_technique_right_at_the_same_depth() {
    for Case { fen, depth, technique, point } in CASES {
        let mut session = open("chess", Some(fen)).unwrap();
        let plain = answer(session.as_mut(), *depth, "sound");
        assert!(!point.is_met(&plain), "{fen}: depth {depth} alone finds {:?}", plain.best);
        let better = answer(session.as_mut(), *depth, &format!("sound,{technique}"));
        assert!(point.is_met(&better), "{fen}: depth {depth} with {technique} finds {:?}", better.best);
    }
}

/// A much deeper search chooses the same move as the technique.
#[test]
fn a_deeper_search_agrees_with_the_technique() {
    for Case { fen, point, .. } in CASES {
        let deep = answer(open("chess", Some(fen)).unwrap().as_mut(), 7, "all");
        assert!(point.is_met(&deep), "{fen}: {:?}", deep.best);
    }
}
