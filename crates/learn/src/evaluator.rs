//! [`NetworkEvaluator`]: a network as the evaluation of a search, with the hidden layer kept along the path.
//!
//! Each thread keeps the last hidden layer of every ply together with the words that it stands for. A new position is
//! reached from one of them (its parent, mostly) by the bits that differ. The words are compared, not the moves: so it does not
//! matter whether the parent was evaluated, which move was made or whether it was a null move, and no game has to say what a
//! move changes. The values are those of a computation from scratch.

use std::sync::Arc;

use rootward_game::{Evaluator, Game, PathEvaluation, Score, Side};

use crate::features::{InputTable, each_bit};
use crate::kernels::Rows;
use crate::{Features, Kernels, Network, NetworkError};

/// A network for a game, ready to evaluate.
pub struct NetworkEvaluator<F> {
    features: F,
    network: Arc<Network>,
    inputs: InputTable,
    kernels: Kernels,
}

impl<F> NetworkEvaluator<F> {
    /// The network for these features; refused if it is one for others.
    pub fn new<G: Game>(features: F, network: Arc<Network>) -> Result<NetworkEvaluator<F>, NetworkError>
    where
        F: Features<G>,
    {
        network.check(&features.layout())?;
        let inputs = InputTable::new(&features);
        Ok(NetworkEvaluator { features, network, inputs, kernels: Kernels::best() })
    }

    /// The same with another version of the arithmetic; one that this processor does not have is ignored.
    #[must_use]
    pub fn with_kernels(mut self, kernels: Kernels) -> NetworkEvaluator<F> {
        if Kernels::available().contains(&kernels) {
            self.kernels = kernels;
        }
        self
    }

    /// The features.
    pub(crate) fn features(&self) -> &F {
        &self.features
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The evaluation of one position, from scratch: points for the first side.
    pub fn evaluate_alone<G: Game>(&self, game: &G, state: &G::State) -> i32
    where
        F: Features<G>,
    {
        self.evaluate_words(&self.features.words(game, state), game.to_move(state))
    }

    /// The same for a set of features, such as a position with a piece less.
    pub fn evaluate_words<G: Game>(&self, words: &F::Words, mover: Side) -> i32
    where
        F: Features<G>,
    {
        let mut layer = Layer::new(self.network.hidden);
        for side in [Side::First, Side::Second] {
            layer.refresh(self, words, side);
        }
        layer.words = *words;
        self.output(&layer, mover)
    }

    fn output<W: Copy + Default, G: Game>(&self, layer: &Layer<W>, mover: Side) -> i32
    where
        F: Features<G, Words = W>,
    {
        let network = &*self.network;
        let bucket = self.features.bucket(&layer.words);
        let weights = &network.output_weights[bucket * 2 * network.hidden..(bucket + 1) * 2 * network.hidden];
        let (own, others) = weights.split_at(network.hidden);
        let sum = self.kernels.output(&layer.hidden[mover.index()], own)
            + self.kernels.output(&layer.hidden[mover.other().index()], others);
        let points = network.points(sum, bucket).clamp(-Score::POINTS_LIMIT, Score::POINTS_LIMIT);
        if mover == Side::First { points } else { -points }
    }
}

impl<G: Game + 'static, F: Features<G>> Evaluator<G> for NetworkEvaluator<F> {
    fn start(&self) -> Box<dyn PathEvaluation<G> + '_> {
        Box::new(AlongPath { evaluator: self, layers: Vec::new(), old: vec![0; self.network.hidden] })
    }
}

/// The hidden layer of one position, as both sides see it.
struct Layer<W> {
    words: W,
    views: [usize; 2],
    hidden: [Vec<i16>; 2],
}

impl<W: Copy + Default> Layer<W> {
    fn new(hidden: usize) -> Layer<W> {
        // A view that does not exist: nothing is reached from a layer that was never computed.
        Layer { words: W::default(), views: [usize::MAX; 2], hidden: [vec![0; hidden], vec![0; hidden]] }
    }

    /// Computes one side's half from scratch.
    #[cold]
    fn refresh<G: Game, F: Features<G, Words = W>>(&mut self, of: &NetworkEvaluator<F>, words: &W, side: Side)
    where
        W: AsRef<[u64]>,
    {
        let view = of.features.view(words, side);
        let inputs = of.inputs.of(side, view);
        let mut on = Vec::with_capacity(64);
        each_bit(words.as_ref(), |bit| on.push(inputs[bit]));
        let rows = Rows { weights: &of.network.input_weights, on: &on, off: &[] };
        of.kernels.update(&of.network.hidden_biases, &mut self.hidden[side.index()], rows);
        self.views[side.index()] = view;
    }
}

/// A position is computed from scratch if it differs from all of those near it by more bits than this.
const MOST_CHANGES: usize = 8;

/// The bits in which two positions differ.
struct Changes {
    on: [u16; MOST_CHANGES],
    ons: usize,
    off: [u16; MOST_CHANGES],
    offs: usize,
}

impl Changes {
    /// From one set to another; none if there are too many.
    #[inline]
    fn between(from: &[u64], to: &[u64]) -> Option<Changes> {
        let mut changes = Changes { on: [0; MOST_CHANGES], ons: 0, off: [0; MOST_CHANGES], offs: 0 };
        for (plane, (&from, &to)) in from.iter().zip(to).enumerate() {
            let mut rest = from ^ to;
            while rest != 0 {
                let cell = rest.trailing_zeros();
                let bit = (plane as u32 * 64 + cell) as u16;
                rest &= rest - 1;
                let goes_on = to >> cell & 1 == 1;
                let (list, count) =
                    if goes_on { (&mut changes.on, &mut changes.ons) } else { (&mut changes.off, &mut changes.offs) };
                *list.get_mut(*count)? = bit;
                *count += 1;
            }
        }
        Some(changes)
    }

    /// The numbers of the inputs, as one side sees them.
    #[inline]
    fn seen(&self, inputs: &[u16]) -> Changes {
        let mut seen = Changes { on: [0; MOST_CHANGES], ons: self.ons, off: [0; MOST_CHANGES], offs: self.offs };
        for (seen, &bit) in seen.on.iter_mut().zip(&self.on[..self.ons]) {
            *seen = inputs[usize::from(bit)];
        }
        for (seen, &bit) in seen.off.iter_mut().zip(&self.off[..self.offs]) {
            *seen = inputs[usize::from(bit)];
        }
        seen
    }
}

/// The layers of one thread, by ply.
struct AlongPath<'a, G: Game, F: Features<G>> {
    evaluator: &'a NetworkEvaluator<F>,
    layers: Vec<Layer<F::Words>>,
    /// The layer before a change in place.
    old: Vec<i16>,
}

impl<G: Game, F: Features<G>> AlongPath<'_, G, F> {
    /// The ply whose layer is nearest: the parent, else the last position at this ply (a sibling), else the grandparent.
    fn nearest(&self, words: &F::Words, ply: usize) -> Option<(usize, Changes)> {
        let plies = [ply.checked_sub(1), Some(ply), ply.checked_sub(2)];
        plies.into_iter().flatten().find_map(|other| {
            let layer = &self.layers[other];
            let changes = Changes::between(layer.words.as_ref(), words.as_ref())?;
            (layer.views[0] != usize::MAX).then_some((other, changes))
        })
    }

    /// Brings the layer at `ply` to these words.
    fn reach(&mut self, words: &F::Words, ply: usize) {
        let evaluator = self.evaluator;
        let nearest = self.nearest(words, ply);
        for side in [Side::First, Side::Second] {
            let view = evaluator.features.view(words, side);
            match &nearest {
                Some((from, changes)) if self.layers[*from].views[side.index()] == view => {
                    let seen = changes.seen(evaluator.inputs.of(side, view));
                    self.update(*from, ply, side, &seen);
                    self.layers[ply].views[side.index()] = view;
                }
                _ => self.layers[ply].refresh(evaluator, words, side),
            }
        }
        self.layers[ply].words = *words;
    }

    #[inline]
    fn update(&mut self, from: usize, ply: usize, side: Side, seen: &Changes) {
        let evaluator = self.evaluator;
        let (on, off) = (&seen.on[..seen.ons], &seen.off[..seen.offs]);
        let rows = Rows { weights: &evaluator.network.input_weights, on, off };
        if from < ply {
            let (before, after) = self.layers.split_at_mut(ply);
            evaluator.kernels.update(&before[from].hidden[side.index()], &mut after[0].hidden[side.index()], rows);
        } else if seen.ons + seen.offs > 0 {
            let hidden = &mut self.layers[ply].hidden[side.index()];
            std::mem::swap(hidden, &mut self.old);
            evaluator.kernels.update(&self.old, hidden, rows);
        }
    }
}

impl<G: Game, F: Features<G>> PathEvaluation<G> for AlongPath<'_, G, F> {
    fn evaluate(&mut self, game: &G, state: &G::State, ply: usize) -> i32 {
        while self.layers.len() <= ply {
            self.layers.push(Layer::new(self.evaluator.network.hidden));
        }
        let words = self.evaluator.features.words(game, state);
        self.reach(&words, ply);
        self.evaluator.output(&self.layers[ply], game.to_move(state))
    }
}
