//! The origin of the two ends of a window.
//!
//! Windows are passed down, so the α or β that cuts a node may come from far above. Each open node therefore stores the
//! origin of both ends; a child inherits it with the window.

use rootward_game::{Score, Side, Window};

use super::step::BoundSource;
use super::value::Amount;

/// The origin of one end of a window. Nodes are given by the number of their visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) how: BoundSource,
    pub(super) node: Option<usize>,
}

impl Source {
    const START: Source = Source { how: BoundSource::Start, node: None };

    fn at(how: BoundSource, node: usize) -> Source {
        Source { how, node: Some(node) }
    }
}

/// A window at a node with the origin of its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub(super) window: Window,
    pub(super) alpha: Source,
    pub(super) beta: Source,
}

impl Ends {
    /// The window that a search from the root begins with.
    pub(super) fn at_top(window: Window) -> Ends {
        Ends { window, alpha: Source::START, beta: Source::START }
    }

    /// The window that node `parent`, which has these ends, passes to the next child.
    pub(super) fn handed_down(&self, parent: usize, side: Side, window: Window) -> Ends {
        let mut child = Ends {
            window,
            alpha: inherited(self.alpha, parent, self.window.alpha, window.alpha),
            beta: inherited(self.beta, parent, self.window.beta, window.beta),
        };
        if window.is_scout() && !self.window.is_scout() {
            // A null window asks whether the move is better for this side than its best so far. Its far end exists only
            // for that.
            let scout = |own: Source| Source { how: BoundSource::Scout, node: own.node.or(Some(parent)) };
            match side {
                Side::First => child.beta = scout(child.alpha),
                Side::Second => child.alpha = scout(child.beta),
            }
        }
        child
    }

    /// The window that the chance node `parent`, which has these ends, passes to an outcome: the range of values for
    /// which the average matters.
    pub(super) fn handed_to_outcome(&self, parent: usize, window: Window) -> Ends {
        let source = |score: Score| match Amount::new(score, 1) {
            Amount::Infinity | Amount::MinusInfinity => Source::START,
            _ => Source::at(BoundSource::Average, parent),
        };
        Ends { window, alpha: source(window.alpha), beta: source(window.beta) }
    }

    /// The window that node `tested` passes to the search of all its moves but one.
    pub(super) fn for_singular_test(tested: usize, window: Window) -> Ends {
        let source = Source::at(BoundSource::SingularTest, tested);
        Ends { window, alpha: source, beta: source }
    }

    /// A move of node `own` changed its window.
    pub(super) fn update(&mut self, own: usize, side: Side, window: Window) {
        let (of_alpha, of_beta) = match side {
            Side::First => (BoundSource::Move, BoundSource::Limit),
            Side::Second => (BoundSource::Limit, BoundSource::Move),
        };
        if window.alpha != self.window.alpha {
            self.alpha = Source::at(of_alpha, own);
        }
        if window.beta != self.window.beta {
            self.beta = Source::at(of_beta, own);
        }
        self.window = window;
    }

    /// The side to move at node `own` can stand pat with this value.
    pub(super) fn stand_pat(&mut self, own: usize, side: Side, value: Score) {
        let source = Source::at(BoundSource::StandPat, own);
        if side == Side::First && value > self.window.alpha {
            (self.window.alpha, self.alpha) = (value, source);
        }
        if side == Side::Second && value < self.window.beta {
            (self.window.beta, self.beta) = (value, source);
        }
    }

    /// The end of the window that `side` must reach for a cut.
    pub(super) fn far(&self, side: Side) -> (Score, Source) {
        match side {
            Side::First => (self.window.beta, self.beta),
            Side::Second => (self.window.alpha, self.alpha),
        }
    }

    /// The end of the window that `side` raises or lowers.
    pub(super) fn near(&self, side: Side) -> (Score, Source) {
        self.far(side.other())
    }
}

/// The origin of an end of a child's window, given its parent's.
fn inherited(source: Source, parent: usize, above: Score, below: Score) -> Source {
    if above == below {
        source
    } else if matches!(Amount::new(below, 1), Amount::Infinity | Amount::MinusInfinity) {
        Source::START
    } else {
        Source::at(BoundSource::Limit, parent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(alpha: i32, beta: i32) -> Window {
        Window::new(Score::points(alpha), Score::points(beta))
    }

    #[test]
    fn an_end_that_is_handed_down_twice_keeps_its_source() {
        let mut root = Ends::at_top(Window::FULL);
        root.update(0, Side::First, Window::new(Score::points(5), Score::INFINITY));
        let child = root.handed_down(0, Side::First, root.window);
        let grandchild = child.handed_down(1, Side::Second, root.window);
        assert_eq!(grandchild.far(Side::Second), (Score::points(5), Source::at(BoundSource::Move, 0)));
    }

    #[test]
    fn the_far_end_of_a_scout_names_the_node_whose_value_is_in_question() {
        let mut root = Ends::at_top(Window::FULL);
        root.update(7, Side::First, Window::new(Score::points(5), Score::INFINITY));
        let child = root.handed_down(7, Side::First, window(5, 6));
        assert_eq!(child.alpha, Source::at(BoundSource::Move, 7));
        assert_eq!(child.beta, Source::at(BoundSource::Scout, 7));
        let below = child.handed_down(8, Side::Second, window(5, 6));
        assert_eq!((below.alpha, below.beta), (child.alpha, child.beta));
    }

    #[test]
    fn standing_pat_moves_the_own_end_only_towards_the_other() {
        let mut ends = Ends::at_top(window(0, 10));
        ends.stand_pat(3, Side::Second, Score::points(12));
        assert_eq!(ends.window, window(0, 10));
        ends.stand_pat(3, Side::Second, Score::points(4));
        assert_eq!(ends.far(Side::First), (Score::points(4), Source::at(BoundSource::StandPat, 3)));
    }
}
