//! Against the crate `connect-four-ai`: exact scores, one thread, no book, the same memory.

mod positions;
mod peer;
mod agreement;
mod stripped;

use std::time::Duration;

pub use agreement::check as check_agreement;

use connect_four_ai::{TTEntry, TranspositionTable};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_search::{Search, SharedTable, Sound, Techniques};

use crate::arguments::Arguments;
use crate::measure::{Case, Compare, Contender, Run, cpu_time, in_turns};
use peer::Peer;
use positions::{Problem, load};
use stripped::Stripped;

/// The sets, and the number of positions solved of each.
const SETS: [(&str, usize); 4] = [("L3_R1", 1000), ("L2_R1", 1000), ("L1_R1", 1000), ("L1_R2", 100)];

/// The size of the peer's table; it cannot be changed.
const TABLE_BYTES: usize = TranspositionTable::MAX_SIZE * size_of::<TTEntry>();

pub fn run(arguments: &Arguments, tell: &mut dyn FnMut(Case)) {
    let rounds = arguments.rounds.unwrap_or(3);
    let mut easy = Vec::new();
    for (set, most) in SETS {
        let problems = load(set, most.min(arguments.positions));
        tell(case(rounds, set, &problems));
        if set.ends_with("R1") {
            easy.extend(problems);
        }
    }
    tell(case(rounds, "L3_R1, L2_R1 and L1_R1 together", &easy));
}

fn case(rounds: usize, set: &str, problems: &[Problem]) -> Case {
    let mut table = SharedTable::with_bytes(TABLE_BYTES);
    let mut peer = Peer::new();
    let contenders = vec![
        Contender::new("Rootward", || run_all(problems, |problem| rootward(problem, &mut table))),
        Contender::new("connect-four-ai", || run_all(problems, |problem| peer.solve(problem))),
    ];
    let rows = in_turns(rounds, contenders);
    let title = format!("{set}, {} positions, {} MiB table", problems.len(), TABLE_BYTES >> 20);
    Case { benchmark: "connect-four-ai", title, unit: "nodes", tasks: problems.len(), compare: Compare::Time, rows }
}

/// Solves all positions and checks every score. The value of the run is the sum of the scores.
fn run_all(problems: &[Problem], mut solve: impl FnMut(&Problem) -> Run) -> Run {
    let mut total = Run { cpu: Duration::ZERO, work: 0, value: 0 };
    for problem in problems {
        let run = solve(problem);
        assert_eq!(run.value, problem.score, "{}", problem.moves);
        total.cpu += run.cpu;
        total.work += run.work;
        total.value += run.value;
    }
    total
}

fn rootward(problem: &Problem, table: &mut SharedTable) -> Run {
    let (game, knowledge) = (ConnectFour::default(), ConnectFourKnowledge::default());
    table.clear();
    let search = Search::new(&game).knowledge(&knowledge).table(&*table).resist(false);
    let (cpu, report) = cpu_time(|| search.solve(&problem.state));
    Run { cpu, work: report.counts.nodes, value: problem.score_of(report.score) }
}

/// Solves the first positions of a set with the generic recursion or with the stripped loop, so that a tool can count the
/// instructions of either.
pub fn count(arguments: &Arguments, stripped: bool) {
    let mut table = SharedTable::with_bytes(TABLE_BYTES);
    let mut nodes = 0;
    let problems = load("L1_R2", arguments.positions.min(4));
    for problem in &problems {
        let run = if stripped { stripped_loop(problem, &mut table) } else { generic(problem, &mut table) };
        assert_eq!(run.value, problem.score, "{}", problem.moves);
        nodes += run.work;
    }
    let name = if stripped { "stripped loop" } else { "generic recursion" };
    println!("{name}: {} positions, {nodes} nodes", problems.len());
}

fn stripped_loop(problem: &Problem, table: &mut SharedTable) -> Run {
    table.clear();
    let mut solver = Stripped::new(table);
    let (cpu, score) = cpu_time(|| solver.solve(&problem.state));
    Run { cpu, work: solver.nodes, value: problem.score_of(score) }
}

/// As [`rootward`], without the tie-breaks that the stripped loop does not have.
fn generic(problem: &Problem, table: &mut SharedTable) -> Run {
    let (game, knowledge) = (ConnectFour::default(), ConnectFourKnowledge::default());
    table.clear();
    let sound = Sound { killers: false, history: false, ..Sound::ALL };
    let techniques = Techniques { sound, ..Techniques::default() };
    let search = Search::new(&game).knowledge(&knowledge).table(&*table).resist(false).techniques(techniques);
    let (cpu, report) = cpu_time(|| search.solve(&problem.state));
    Run { cpu, work: report.counts.nodes, value: problem.score_of(report.score) }
}
