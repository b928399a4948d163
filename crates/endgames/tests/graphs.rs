//! The solver against a plain fixed point on random graphs: any game is one.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use rootward_endgames::{ByMoves, Endings, Kernel, Known, Metric, Value, solve_in_memory};

/// Positions in a few slices; a move leads to any position of the same slice or to one of a lower slice. Some have no number, and
/// where there is no move, the game is over.
#[derive(Clone, Debug)]
struct Graph<const BACK: bool> {
    slices: Vec<Vec<Option<Node>>>,
}

#[derive(Clone, Debug)]
struct Node {
    ends: i8,
    to: Vec<(usize, usize)>,
}

impl<const BACK: bool> Endings for Graph<BACK> {
    type Slice = usize;
    type Position = (usize, usize);
    type Kernel<'a> = ByMoves<'a, Self>;

    const HAS_PREDECESSORS: bool = BACK;

    fn game(&self) -> String {
        "graph".into()
    }

    fn slice(&self, name: &str) -> Result<usize, String> {
        name.parse().map_err(|_| "a number".into())
    }

    fn converts_into(&self, slice: &usize) -> Vec<usize> {
        (0..*slice).collect()
    }

    fn count(&self, slice: &usize) -> u64 {
        self.slices[*slice].len() as u64
    }

    fn position(&self, slice: &usize, number: u64) -> Option<(usize, usize)> {
        self.slices[*slice][number as usize].as_ref().map(|_| (*slice, number as usize))
    }

    fn number(&self, &(slice, at): &(usize, usize)) -> Option<(usize, u64)> {
        Some((slice, at as u64))
    }

    fn end(&self, &(slice, at): &(usize, usize)) -> Option<Value> {
        let node = self.slices[slice][at].as_ref()?;
        let value = match node.ends {
            1 => Value::Win(0),
            0 => Value::Draw,
            _ => Value::Loss(0),
        };
        node.to.is_empty().then_some(value)
    }

    fn moves(&self, &(slice, at): &(usize, usize), push: &mut impl FnMut((usize, usize))) {
        self.slices[slice][at].iter().flat_map(|node| &node.to).for_each(|&to| push(to));
    }

    fn predecessors(&self, slice: &usize, number: u64, push: &mut impl FnMut(u64)) -> bool {
        for (at, node) in self.slices[*slice].iter().enumerate() {
            if node.iter().flat_map(|node| &node.to).any(|&to| to == (*slice, number as usize)) {
                push(at as u64);
            }
        }
        BACK
    }

    fn kernel<'a>(&'a self, slice: &usize, metric: Metric, known: &'a Known<usize>) -> ByMoves<'a, Self> {
        ByMoves::new(self, slice, metric, known)
    }
}

/// The values by trying ever longer distances for every position.
fn fixed_point(graph: &Graph<true>, metric: Metric) -> HashMap<(usize, usize), Value> {
    let mut values: HashMap<(usize, usize), Value> = HashMap::new();
    for slice in 0..graph.slices.len() {
        let here: Vec<(usize, usize)> =
            (0..graph.slices[slice].len() as u64).filter_map(|at| graph.position(&slice, at)).collect();
        let mut found: HashMap<(usize, usize), Value> = HashMap::new();
        for plies in 0..400 {
            let mut more = Vec::new();
            for at in here.iter().filter(|at| !found.contains_key(*at)) {
                let mut moves = Vec::new();
                graph.moves(at, &mut |to| {
                    moves.push(if to.0 == slice {
                        found.get(&to).map(|&value| metric.through_move(value))
                    } else {
                        Some(metric.through_conversion(values[&to]))
                    });
                });
                let best = moves.iter().flatten().max().copied();
                let value = match graph.end(at) {
                    Some(end) => Some(end),
                    None if moves.iter().all(Option::is_some) => best,
                    None => best.filter(|best| matches!(best, Value::Win(_))),
                };
                let due = |value: &Value| matches!(value, Value::Win(after) | Value::Loss(after) if *after <= plies);
                more.extend(value.filter(due).map(|value| (*at, value)));
            }
            found.extend(more);
        }
        values.extend(here.into_iter().map(|at| (at, found.get(&at).copied().unwrap_or(Value::Draw))));
    }
    values
}

fn graphs() -> impl Strategy<Value = Graph<true>> {
    let sizes = prop::collection::vec(1usize..140, 1..4);
    sizes.prop_flat_map(|sizes| {
        let nodes: Vec<_> = sizes
            .iter()
            .enumerate()
            .map(|(slice, &size)| {
                let lower = sizes.clone();
                let to = (0..=slice, any::<u16>(), 0..4u8).prop_map(move |(other, at, stays)| {
                    let other = if stays == 0 { other } else { slice };
                    (other, at as usize % lower[other])
                });
                let moves = prop_oneof![1 => Just(0usize), 5 => 1..4usize];
                let node = (-1i8..2, moves.prop_flat_map(move |count| prop::collection::vec(to.clone(), count)));
                prop::collection::vec(prop::option::weighted(0.9, node), size)
            })
            .collect();
        nodes.prop_map(|slices| {
            let exists: Vec<Vec<bool>> =
                slices.iter().map(|nodes| nodes.iter().map(Option::is_some).collect()).collect();
            let legal = |&(slice, at): &(usize, usize)| exists[slice][at];
            let node =
                |(ends, to): (i8, Vec<(usize, usize)>)| Node { ends, to: to.into_iter().filter(legal).collect() };
            Graph {
                slices: slices.into_iter().map(|nodes| nodes.into_iter().map(|one| one.map(node)).collect()).collect(),
            }
        })
    })
}

fn check<const BACK: bool>(graph: &Graph<BACK>, wanted: &HashMap<(usize, usize), Value>, metric: Metric) {
    let top = graph.slices.len() - 1;
    let known = solve_in_memory(graph, &[top], metric, 2, &AtomicBool::new(false), &mut |_, _| {}).unwrap();
    for (slice, nodes) in graph.slices.iter().enumerate() {
        for at in 0..nodes.len() {
            let answer = known.value(&slice, at as u64);
            assert_eq!(answer, wanted.get(&(slice, at)).copied(), "{metric:?} {slice} {at}, predecessors: {BACK}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 16 } else { 2_000 }))]

    #[test]
    fn every_game_is_solved_right_with_and_without_predecessors(graph in graphs()) {
        for metric in [Metric::End, Metric::Conversion] {
            let wanted = fixed_point(&graph, metric);
            check(&graph, &wanted, metric);
            check(&Graph::<false> { slices: graph.slices.clone() }, &wanted, metric);
        }
    }
}

/// A corridor of 700 positions: its distances do not fit into bytes.
#[test]
fn distances_beyond_a_byte_take_two() {
    let node = |at: usize| Node { ends: -1, to: if at == 0 { Vec::new() } else { vec![(0, at - 1)] } };
    let graph = Graph::<true> { slices: vec![(0..700).map(|at| Some(node(at))).collect()] };
    let known = solve_in_memory(&graph, &[0], Metric::End, 1, &AtomicBool::new(false), &mut |_, _| {}).unwrap();
    assert_eq!(known.value(&0, 698), Some(Value::Loss(698)));
    assert_eq!(known.value(&0, 699), Some(Value::Win(699)));
}

/// Two sides to move: the first wins from far away and the second loses. Each has the codes of a byte to itself.
struct Corridor {
    length: u64,
}

impl Endings for Corridor {
    type Slice = usize;
    /// The side to move and the steps to the end.
    type Position = (bool, u64);
    type Kernel<'a> = BySides<'a>;

    const LAST_MOVE_WINS: bool = true;
    const HAS_PREDECESSORS: bool = true;

    fn game(&self) -> String {
        "corridor".into()
    }

    fn slice(&self, name: &str) -> Result<usize, String> {
        name.parse().map_err(|_| "a number".into())
    }

    fn converts_into(&self, _: &usize) -> Vec<usize> {
        Vec::new()
    }

    fn count(&self, _: &usize) -> u64 {
        2 * self.length
    }

    fn position(&self, _: &usize, number: u64) -> Option<(bool, u64)> {
        let second = number >= self.length;
        let steps = number % self.length;
        (second == steps.is_multiple_of(2)).then_some((second, steps))
    }

    fn number(&self, &(second, steps): &(bool, u64)) -> Option<(usize, u64)> {
        Some((0, steps + if second { self.length } else { 0 }))
    }

    fn end(&self, &(_, steps): &(bool, u64)) -> Option<Value> {
        (steps == 0).then_some(Value::Loss(0))
    }

    fn moves(&self, &(second, steps): &(bool, u64), push: &mut impl FnMut((bool, u64))) {
        push((!second, steps - 1));
    }

    fn predecessors(&self, _: &usize, number: u64, push: &mut impl FnMut(u64)) -> bool {
        let (second, steps) = (number >= self.length, number % self.length + 1);
        if steps < self.length {
            push(steps + if second { 0 } else { self.length });
        }
        true
    }

    fn kernel<'a>(&'a self, slice: &usize, metric: Metric, known: &'a Known<usize>) -> BySides<'a> {
        BySides { inner: ByMoves::new(self, slice, metric, known), second: (self.length / 64) as usize }
    }
}

/// The ordinary kernel, which also says where the second side begins.
struct BySides<'a> {
    inner: ByMoves<'a, Corridor>,
    second: usize,
}

impl Kernel for BySides<'_> {
    const RETRACTS: bool = true;

    fn words(&self) -> usize {
        self.inner.words()
    }

    fn second_side(&self) -> usize {
        self.second
    }

    fn legal(&self, word: usize) -> u64 {
        self.inner.legal(word)
    }

    fn start(
        &self,
        word: usize,
        legal: u64,
        closed: &[u64],
        set: &mut impl FnMut(u32, Value),
        wake: &mut impl FnMut(u32, u64),
    ) {
        self.inner.start(word, legal, closed, set, wake);
    }

    fn retract(
        &self,
        word: usize,
        bits: u64,
        plies: u32,
        lost: bool,
        emit: &mut impl FnMut(usize, u64),
        later: &mut impl FnMut(usize, u64, u32),
    ) {
        self.inner.retract(word, bits, plies, lost, emit, later);
    }

    fn forced(&self, word: usize, bits: u64, plies: u32, won: &[u64]) -> u64 {
        self.inner.forced(word, bits, plies, won)
    }

    fn conversions(&self, word: usize, bits: u64, set: &mut impl FnMut(u32, Value)) {
        self.inner.conversions(word, bits, set);
    }

    fn delays(&self, word: usize, bits: u64, plies: u32, set: &mut impl FnMut(u32, u32)) {
        self.inner.delays(word, bits, plies, set);
    }
}

/// 224 moves of the winner fit into bytes, 256 do not.
#[test]
fn long_wins_of_one_side_fit_into_bytes() {
    for (length, width) in [(448, 1), (512, 2)] {
        let corridor = Corridor { length };
        let known = solve_in_memory(&corridor, &[0], Metric::End, 2, &AtomicBool::new(false), &mut |_, _| {}).unwrap();
        for number in 0..corridor.count(&0) {
            let steps = (number % length) as u32;
            let value = if number >= length { Value::Loss(steps) } else { Value::Win(steps) };
            let wanted = corridor.position(&0, number).map(|_| value);
            assert_eq!(known.value(&0, number), wanted, "{number}");
        }
        assert_eq!(known.table(&0).unwrap().width(), width);
    }
}
