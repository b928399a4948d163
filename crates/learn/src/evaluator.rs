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
        let old = vec![0; self.network.hidden];
        Box::new(AlongPath { evaluator: self, layers: Vec::new(), old, changes: Changes::NONE, seen: Changes::NONE })
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

/// A few numbers of bits or of inputs.
#[derive(Clone, Copy)]
struct Numbers {
    list: [u16; MOST_CHANGES],
    count: usize,
}

impl Numbers {
    const NONE: Numbers = Numbers { list: [0; MOST_CHANGES], count: 0 };

    fn as_slice(&self) -> &[u16] {
        &self.list[..self.count]
    }

    /// Adds the bits of a word; none if there is no room.
    #[inline]
    fn add(&mut self, plane: usize, mut word: u64) -> Option<()> {
        while word != 0 {
            *self.list.get_mut(self.count)? = (plane as u32 * 64 + word.trailing_zeros()) as u16;
            self.count += 1;
            word &= word - 1;
        }
        Some(())
    }

    /// The inputs of these bits.
    #[inline]
    fn seen(&self, inputs: &[u16], to: &mut Numbers) {
        to.count = self.count;
        for (to, &bit) in to.list.iter_mut().zip(self.as_slice()) {
            *to = inputs[usize::from(bit)];
        }
    }
}

/// The bits in which two positions differ.
struct Changes {
    on: Numbers,
    off: Numbers,
}

impl Changes {
    const NONE: Changes = Changes { on: Numbers::NONE, off: Numbers::NONE };

    /// Becomes the difference from one set to another; none if it is too large.
    #[inline]
    fn find(&mut self, from: &[u64], to: &[u64]) -> Option<()> {
        (self.on.count, self.off.count) = (0, 0);
        for (plane, (&from, &to)) in from.iter().zip(to).enumerate() {
            if from != to {
                self.on.add(plane, to & !from)?;
                self.off.add(plane, from & !to)?;
            }
        }
        Some(())
    }
}

/// The layers of one thread, by ply.
struct AlongPath<'a, G: Game, F: Features<G>> {
    evaluator: &'a NetworkEvaluator<F>,
    layers: Vec<Layer<F::Words>>,
    /// The layer before a change in place.
    old: Vec<i16>,
    /// How the position differs from the one it is reached from, and the same as one side sees it.
    changes: Changes,
    seen: Changes,
}

impl<G: Game, F: Features<G>> AlongPath<'_, G, F> {
    /// The ply whose layer is nearest: the parent, else the last position at this ply (a sibling), else the grandparent. The
    /// difference is in `changes` then.
    #[inline]
    fn nearest(&mut self, words: &F::Words, ply: usize) -> Option<usize> {
        let plies = [ply.wrapping_sub(1), ply, ply.wrapping_sub(2)];
        plies.into_iter().find(|&other| {
            let Some(layer) = self.layers.get(other).filter(|layer| layer.views[0] != usize::MAX) else { return false };
            self.changes.find(layer.words.as_ref(), words.as_ref()).is_some()
        })
    }

    /// Brings the layer at `ply` to these words.
    #[inline]
    fn reach(&mut self, words: &F::Words, ply: usize) {
        let nearest = self.nearest(words, ply);
        self.reach_half(words, ply, nearest, Side::First);
        self.reach_half(words, ply, nearest, Side::Second);
        self.layers[ply].words = *words;
    }

    /// One side's half of it.
    #[inline]
    fn reach_half(&mut self, words: &F::Words, ply: usize, nearest: Option<usize>, side: Side) {
        let evaluator = self.evaluator;
        let view = evaluator.features.view(words, side);
        match nearest {
            Some(from) if self.layers[from].views[side.index()] == view => {
                let inputs = evaluator.inputs.of(side, view);
                self.changes.on.seen(inputs, &mut self.seen.on);
                self.changes.off.seen(inputs, &mut self.seen.off);
                self.update(from, ply, side);
                self.layers[ply].views[side.index()] = view;
            }
            _ => self.layers[ply].refresh(evaluator, words, side),
        }
    }

    #[inline]
    fn update(&mut self, from: usize, ply: usize, side: Side) {
        let evaluator = self.evaluator;
        let (on, off) = (self.seen.on.as_slice(), self.seen.off.as_slice());
        let rows = Rows { weights: &evaluator.network.input_weights, on, off };
        if from < ply {
            let (before, after) = self.layers.split_at_mut(ply);
            evaluator.kernels.update(&before[from].hidden[side.index()], &mut after[0].hidden[side.index()], rows);
        } else if !on.is_empty() || !off.is_empty() {
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
