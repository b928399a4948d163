//! The layout of nodes: a tidy tree, after Reingold and Tilford (1981).
//!
//! Every level has its own height. Subtrees are laid out separately and then pushed together until they nearly touch on
//! some level. A parent is centred over its first and last child.

/// The extent of a node to the left and to the right of its centre.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// To the left.
    pub left: f32,
    /// To the right.
    pub right: f32,
}

/// A tree to lay out. Nodes are numbers; a child's number is greater than its parent's.
pub trait TreeShape {
    /// The number of nodes; 0 is the root.
    fn len(&self) -> usize;
    /// The children of a node from left to right.
    fn children(&self, node: usize) -> &[usize];
    /// The width of a node.
    fn extent(&self, node: usize) -> Extent;
}

/// The space between neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Gaps {
    /// Between siblings.
    pub siblings: f32,
    /// Between cousins.
    pub cousins: f32,
}

/// The contour of a subtree: its extent on each level. Deepest level first, so that a level above is added at the end.
struct Outline {
    levels: Vec<Extent>,
    /// The centre of the root, in the coordinates of the levels.
    root: f32,
}

/// The x coordinate of every node's centre; the leftmost point of the drawing is 0.
pub fn tidy(tree: &impl TreeShape, gaps: Gaps) -> Vec<f32> {
    // A child's offset from its parent, computed bottom-up.
    let mut offset = vec![0.0_f32; tree.len()];
    let mut outlines: Vec<Option<Outline>> = (0..tree.len()).map(|_| None).collect();
    for node in (0..tree.len()).rev() {
        let children = tree.children(node);
        let extent = tree.extent(node);
        let mut row: Option<Outline> = None;
        let mut middles = Vec::with_capacity(children.len());
        for &child in children {
            let Some(outline) = outlines[child].take() else { continue };
            row = Some(match row {
                None => {
                    middles.push(outline.root);
                    outline
                }
                Some(row) => {
                    let (row, middle) = beside(row, outline, gaps);
                    middles.push(middle);
                    row
                }
            });
        }
        let middle = match (middles.first(), middles.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => 0.0,
        };
        for (&child, at) in children.iter().zip(&middles) {
            offset[child] = at - middle;
        }
        let mut levels = row.map_or_else(Vec::new, |row| row.levels);
        levels.push(Extent { left: middle - extent.left, right: middle + extent.right });
        outlines[node] = Some(Outline { levels, root: middle });
    }
    placed(tree, &offset)
}

/// Places an outline to the right of another, as near as the gaps allow. Returns the joined outline and the x
/// coordinate of the second root.
fn beside(mut row: Outline, outline: Outline, gaps: Gaps) -> (Outline, f32) {
    let common = row.levels.len().min(outline.levels.len());
    let pairs = row.levels.iter().rev().zip(outline.levels.iter().rev()).enumerate();
    let shift = pairs
        .map(|(level, (left, right))| {
            let gap = if level == 0 { gaps.siblings } else { gaps.cousins };
            left.right + gap - right.left
        })
        .fold(f32::MIN, f32::max);
    let (mine, new) = (row.levels.len(), outline.levels.len());
    let moved = |extent: Extent| Extent { left: extent.left + shift, right: extent.right + shift };
    if new > mine {
        // The deeper outline contributes its lower levels.
        let mut levels: Vec<Extent> = outline.levels[..new - mine].iter().copied().map(moved).collect();
        levels.append(&mut row.levels);
        row.levels = levels;
    }
    let (rows, news) = (row.levels.len(), outline.levels.len());
    for level in 1..=common {
        row.levels[rows - level].right = outline.levels[news - level].right + shift;
    }
    (row, outline.root + shift)
}

fn placed(tree: &impl TreeShape, offset: &[f32]) -> Vec<f32> {
    let mut middle = vec![0.0_f32; tree.len()];
    let mut leftmost = f32::MAX;
    for node in 0..tree.len() {
        leftmost = leftmost.min(middle[node] - tree.extent(node).left);
        for &child in tree.children(node) {
            middle[child] = middle[node] + offset[child];
        }
    }
    middle.iter().map(|at| at - if tree.len() == 0 { 0.0 } else { leftmost }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    struct Sample {
        children: Vec<Vec<usize>>,
        extents: Vec<Extent>,
    }

    impl TreeShape for Sample {
        fn len(&self) -> usize {
            self.children.len()
        }
        fn children(&self, node: usize) -> &[usize] {
            &self.children[node]
        }
        fn extent(&self, node: usize) -> Extent {
            self.extents[node]
        }
    }

    impl Sample {
        /// A tree from one number for each node but the root, which selects its parent among the nodes before it.
        fn new(parents: &[usize], widths: &[(u8, u8)]) -> Sample {
            let mut children = vec![Vec::new(); parents.len() + 1];
            for (place, parent) in parents.iter().enumerate() {
                children[parent % (place + 1)].push(place + 1);
            }
            let extent = |node: usize| {
                let (left, right) = widths[node % widths.len()];
                Extent { left: f32::from(left), right: f32::from(right) }
            };
            Sample { extents: (0..children.len()).map(extent).collect(), children }
        }

        /// The nodes of each level from left to right, as the tree has them.
        fn levels(&self) -> Vec<Vec<usize>> {
            let mut levels = vec![vec![0]];
            loop {
                let next: Vec<usize> =
                    levels[levels.len() - 1].iter().flat_map(|&node| self.children[node].clone()).collect();
                if next.is_empty() {
                    return levels;
                }
                levels.push(next);
            }
        }
    }

    const GAPS: Gaps = Gaps { siblings: 3.0, cousins: 5.0 };
    /// Tolerance for rounding in sums of lengths.
    const SLACK: f32 = 0.05;

    proptest! {
        #[test]
        fn nodes_never_overlap_and_keep_their_order(
            parents in prop::collection::vec(0usize..1000, 0..120),
            widths in prop::collection::vec((1u8..60, 1u8..90), 1..20),
        ) {
            let tree = Sample::new(&parents, &widths);
            let middle = tidy(&tree, GAPS);
            for level in tree.levels() {
                for pair in level.windows(2) {
                    let (left, right) = (pair[0], pair[1]);
                    let free = middle[right] - tree.extents[right].left - middle[left] - tree.extents[left].right;
                    prop_assert!(free >= GAPS.siblings - SLACK, "{free} between {left} and {right}");
                }
            }
            prop_assert!(middle.iter().zip(&tree.extents).all(|(at, extent)| at - extent.left >= -SLACK));
        }

        #[test]
        fn a_parent_stands_over_the_middle_of_its_first_and_last_child(
            parents in prop::collection::vec(0usize..1000, 0..120),
            widths in prop::collection::vec((1u8..60, 1u8..90), 1..20),
        ) {
            let tree = Sample::new(&parents, &widths);
            let middle = tidy(&tree, GAPS);
            for (node, children) in tree.children.iter().enumerate() {
                if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
                    let between = (middle[first] + middle[last]) / 2.0;
                    prop_assert!((between - middle[node]).abs() < SLACK, "{node}: {between} and {}", middle[node]);
                }
            }
        }
    }

    #[test]
    fn a_small_tree_is_as_narrow_as_it_can_be() {
        let tree = Sample::new(&[0, 0, 0], &[(10, 10)]);
        assert_eq!(tidy(&tree, GAPS), [33.0, 10.0, 33.0, 56.0]);
        assert_eq!(tidy(&Sample { children: vec![], extents: vec![] }, GAPS), [0.0; 0]);
    }
}
