//! Where nodes stand: a tidy tree, after Reingold and Tilford (1981).
//!
//! Every level has its own height. Subtrees are drawn each for itself and then pushed together until they nearly touch
//! on some level; a parent stands over the middle of its first and last child.

/// How far a node reaches to the left and to the right of its own middle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// To the left.
    pub left: f32,
    /// To the right.
    pub right: f32,
}

/// A tree to be laid out: children by number, each greater than its parent's.
pub trait Shape {
    /// How many nodes there are; 0 is the root.
    fn len(&self) -> usize;
    /// The children of a node from left to right.
    fn children(&self, node: usize) -> &[usize];
    /// The room that a node takes.
    fn extent(&self, node: usize) -> Extent;
}

/// The space between neighbours that have the same parent, and between others.
#[derive(Clone, Copy, Debug)]
pub struct Gaps {
    /// Between siblings.
    pub siblings: f32,
    /// Between cousins.
    pub cousins: f32,
}

/// The outline of a subtree: on each level from its root down, how far it reaches. Deepest level first, so that a level
/// above is added at the end.
struct Outline {
    levels: Vec<Extent>,
    /// The middle of the root, in the coordinates of the levels.
    root: f32,
}

/// The middle of every node, from left to right; the leftmost point of the drawing is 0.
#[must_use]
pub fn tidy(tree: &impl Shape, gaps: Gaps) -> Vec<f32> {
    // A child's place relative to its parent, found from the leaves up.
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

/// Puts an outline to the right of another, as near as the gaps allow, and says where its root is then.
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
        // The deeper outline lends its lower levels.
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

fn placed(tree: &impl Shape, offset: &[f32]) -> Vec<f32> {
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
