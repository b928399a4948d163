//! The text below a picture that stands alone.

use crate::font::wrapped;
use crate::ink::Ink;
use crate::paint::{DrawnTree, MARGIN, SMALL};
use crate::picture::{Anchor, Part, Picture, Point, Shape, Text};

const CAPTION: f32 = 13.0;
/// The least width of a caption.
const NARROWEST: f32 = 420.0;

impl DrawnTree<'_> {
    /// Writes the step, what happens in it, and a legend below the picture.
    pub(crate) fn add_caption(&self, picture: &mut Picture, step: usize) {
        let wide = picture.width.max(NARROWEST);
        // A small tree is centred above a wider caption.
        if wide > picture.width {
            let by = Point::new((wide - picture.width) / 2.0, 0.0);
            *picture = Picture { width: wide, ..picture.clone().moved(by) };
        }
        let sentence = match self.reader.step(step) {
            Some(data) => format!("Step {step} of {}. {}", self.reader.end(), data.sentence),
            None => format!("Before the first of {} steps.", self.reader.end()),
        };
        let most = wide - 2.0 * MARGIN;
        let sentence = wrapped(&sentence, CAPTION, true, most).into_iter().map(|line| (line, true, CAPTION, Ink::Text));
        let signs =
            wrapped(&self.legend(), SMALL, false, most).into_iter().map(|line| (line, false, SMALL, Ink::Muted));
        let mut part = Part { id: "caption".to_owned(), class: "caption".to_owned(), ..Part::default() };
        let mut y = picture.height + 2.0;
        for (text, bold, size, ink) in sentence.chain(signs) {
            y += size + 4.0;
            let at = Point::new(MARGIN, y);
            part.shapes.push(Shape::Text(Text { at, anchor: Anchor::Start, size, bold, ink, text }));
        }
        picture.height = y + MARGIN;
        picture.parts.push(part);
    }

    fn legend(&self) -> String {
        let mut signs = vec!["□ MAX", "○ MIN"];
        if self.reader.trace.setup.chance {
            signs.push("◇ CHANCE, with the probabilities on the edges");
        }
        signs.push("thick edge: the best move so far");
        if self.reader.trace.setup.has_windows() {
            signs.push("α, β: the window handed down");
        }
        signs.push("∈ […]: the values still possible");
        if self.reader.trace.summary.cuts > 0 {
            signs.push("dashed, ‖: cut");
        }
        signs.join(" · ")
    }
}
