//! The space of a place: enough for its text at any step, so that nothing ever moves.

use crate::font::width;
use crate::items::{Item, Who};
use crate::label::{Outline, interval_text, value_in_node, window_text};
use crate::layout::Extent;
use crate::options::DrawOptions;
use crate::paint::{AROUND, BESIDE, HALF, LONGEST_NAME, LONGEST_VALUE, ON_EDGE, SMALL, VALUE};
use crate::picture::Point;
use crate::view::TraceReader;

/// Half of the height of a leaf.
const LEAF_HALF: f32 = 13.0;

/// The widest texts that a visit ever has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Widest {
    /// Inside the outline.
    value: f32,
    /// Beside it.
    beside: f32,
}

impl TraceReader<'_> {
    /// A visit near the root changes with nearly every step, so its log is read only once.
    fn widest(self, visit: usize) -> Widest {
        *self.index.widest[visit].get_or_init(|| {
            let small = |text: &str| width(text, SMALL, true);
            let mut widest = Widest { value: 0.0, beside: 0.0 };
            for step in self.steps_of(visit, usize::MAX) {
                let known = step.value.as_ref().map(|value| value_in_node(value, step.bound, step.reason, false));
                widest.value = widest.value.max(known.map_or(0.0, |text| width(&text, VALUE, true)));
                let window = step.window.as_ref().map_or(0.0, |window| small(&window_text(window)));
                widest.beside = widest.beside.max(window).max(small(&interval_text(&step.interval)));
            }
            for &(number, place) in self.index.changes.of(visit) {
                let interval = &self.trace.steps[number - 1].changes[place].interval;
                widest.beside = widest.beside.max(small(&interval_text(interval)));
            }
            widest
        })
    }
}

/// The outline, half its size, and the space that a place takes at any step.
pub(crate) fn room(reader: TraceReader<'_>, item: &Item<'_>, options: &DrawOptions) -> (Outline, Point, Extent) {
    let last = reader.label(item, usize::MAX, options);
    let value_size = if last.outline == Outline::Badge { SMALL } else { VALUE };
    let mut value = last.value.as_deref().map_or(0.0, |text| width(text, value_size, true));
    let mut beside = last.beside.iter().flatten().map(|(_, text)| width(text, SMALL, true)).fold(0.0, f32::max);
    let is_choice = !matches!(last.outline, Outline::Leaf | Outline::Badge);
    if let (Who::Visit(visit), true) = (&item.who, is_choice && !options.blank) {
        let widest = reader.widest(*visit);
        value = value.max(widest.value);
        beside = if options.worksheet { beside } else { beside.max(widest.beside) };
    }
    let value = value.min(LONGEST_VALUE);
    let name = last.name.as_deref().map_or(0.0, |name| width(name, SMALL, true).min(LONGEST_NAME) + BESIDE);
    let half = match last.outline {
        Outline::Leaf | Outline::Badge => Point::new((value / 2.0 + 6.0).max(LEAF_HALF), LEAF_HALF),
        Outline::Square => Point::new((value / 2.0 + 5.0).max(HALF), HALF),
        Outline::Circle => Point::new((value / 2.0 + 8.0).max(HALF), HALF),
        Outline::Diamond => Point::new((value / 2.0 + 14.0).max(HALF + 4.0), HALF + 4.0),
    };
    let beside = if beside > 0.0 { beside + BESIDE } else { 0.0 };
    // Texts on neighbouring edges are as far apart as their nodes, times how far down they stand.
    let edge = last.edge.as_deref().map_or(0.0, |text| width(text, SMALL, false).min(LONGEST_NAME) / 2.0 + AROUND);
    let least = edge / ON_EDGE;
    (last.outline, half, Extent { left: (half.x + name).max(least), right: (half.x + beside).max(least) })
}
