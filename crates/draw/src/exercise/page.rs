//! Layout of exercises on pages: title, task, trees, and in the key the reason of each cut.

use super::make::Exercise;
use super::sheet::{Paper, Part};
use super::task::{key_words, task, title};
use super::wording::Wording;
use crate::IndexedTrace;
use crate::font::{width, wrapped};
use crate::ink::Ink;
use crate::options::DrawOptions;
use crate::picture::{Anchor, Part as Piece, Picture, Point, Shape, Stroke, Text};
use crate::quiz::equal_choices;

const MARGIN: f32 = 46.0;
const TITLE: f32 = 17.0;
const HEADING: f32 = 12.0;
const BODY: f32 = 10.0;
const FOOT: f32 = 8.0;
/// The scales to try. The first that gives the fewest pages is used.
const SCALES: [f32; 4] = [1.1, 1.0, 0.9, 0.8];
/// A tree that would get smaller than this gets a landscape page.
const SMALLEST_UPRIGHT: f32 = 0.74;
/// The free room below an exercise.
const GAP: f32 = 22.0;

/// The pages of a worksheet or of its key.
pub(super) fn pages(
    exercises: &[Exercise],
    paper: Paper,
    part: Part,
    version: Option<char>,
    wording: &Wording,
) -> Vec<Picture> {
    let trees: Vec<Picture> = exercises.iter().map(|exercise| tree(exercise, part)).collect();
    let upright = paper.size();
    let widest = trees.iter().map(|tree| tree.width).fold(1.0, f32::max);
    let turned = (upright.x - 2.0 * MARGIN) / widest < SMALLEST_UPRIGHT;
    let size = if turned { Point::new(upright.y, upright.x) } else { upright };
    let title = full_title(exercises, part, version, wording);
    let set = |largest: f32| {
        let title = title.clone();
        let mut book = Book { title, wording, size, part, largest, pages: Vec::new(), y: 0.0, is_fresh: true };
        book.new_page();
        book.head(exercises);
        for (nth, (exercise, tree)) in exercises.iter().zip(&trees).enumerate() {
            book.exercise(nth + 1, exercise, tree.clone());
        }
        book.foot(exercises);
        book.pages
    };
    // Of several scales with the same number of pages, the first and largest is used.
    SCALES.into_iter().map(set).min_by_key(Vec::len).unwrap_or_default()
}

/// `Alpha-beta search, version A: key`.
fn full_title(exercises: &[Exercise], part: Part, version: Option<char>, wording: &Wording) -> String {
    let title = exercises.first().map_or("", |exercise| title(&exercise.trace.setup));
    let version = version.map(|version| format!(", {} {version}", wording.of("version"))).unwrap_or_default();
    let key = if part == Part::Key { format!(": {}", wording.of("key")) } else { String::new() };
    format!("{}{version}{key}", wording.of(title))
}

fn tree(exercise: &Exercise, part: Part) -> Picture {
    let indexed = IndexedTrace::new(&exercise.trace);
    let blank = part == Part::Sheet;
    let options =
        DrawOptions { blank, worksheet: true, max_nodes: usize::MAX, follow: false, ..DrawOptions::default() };
    // A key shows the result; no node is the current one.
    let mut picture = indexed.picture(if blank { 0 } else { indexed.steps() }, &options);
    picture.parts.iter_mut().for_each(|part| part.id.clear());
    picture
}

/// Pages under construction.
struct Book<'a> {
    title: String,
    wording: &'a Wording,
    size: Point,
    part: Part,
    /// The scale of trees that fit at full size.
    largest: f32,
    pages: Vec<Picture>,
    /// How far down the last page is filled.
    y: f32,
    /// The last page has no exercise yet.
    is_fresh: bool,
}

impl Book<'_> {
    fn new_page(&mut self) {
        let title = self.title.clone();
        self.pages.push(Picture { width: self.size.x, height: self.size.y, title, parts: Vec::new() });
        self.y = MARGIN;
        self.is_fresh = true;
    }

    fn push(&mut self, shape: Shape) {
        if let Some(page) = self.pages.last_mut() {
            page.parts.push(Piece { class: "page".to_owned(), shapes: vec![shape], ..Piece::default() });
        }
    }

    fn say(&mut self, at: Point, anchor: Anchor, size: f32, bold: bool, text: &str) {
        let ink = if size == FOOT { Ink::Muted } else { Ink::Text };
        self.push(Shape::Text(Text { at, anchor, size, bold, ink, text: text.to_owned() }));
    }

    /// Text wrapped from one margin to the other.
    fn paragraph(&mut self, size: f32, text: &str) {
        for line in wrapped(&self.wording.of(text), size, false, self.size.x - 2.0 * MARGIN) {
            if size * 1.4 > self.room_below() {
                self.new_page();
            }
            self.y += size * 1.4;
            self.say(Point::new(MARGIN, self.y), Anchor::Start, size, false, &line);
        }
    }

    fn rule(&mut self, from: f32, to: f32) {
        let (from, to) = (Point::new(from, self.y + 2.0), Point::new(to, self.y + 2.0));
        self.push(Shape::Line { from, to, stroke: Stroke { ink: Ink::Line, width: 0.8, dashed: false } });
    }

    fn head(&mut self, exercises: &[Exercise]) {
        self.y += TITLE * 0.8;
        let title = self.title.clone();
        let Some(setup) = exercises.first().map(|exercise| &exercise.trace.setup) else { return };
        let right = self.size.x - MARGIN;
        // A long title leaves the line with the name to itself.
        if self.part == Part::Sheet && MARGIN + width(&title, TITLE, true) > right - 310.0 {
            self.say(Point::new(MARGIN, self.y), Anchor::Start, TITLE, true, &title);
            self.y += TITLE * 1.6;
        } else {
            self.say(Point::new(MARGIN, self.y), Anchor::Start, TITLE, true, &title);
        }
        if self.part == Part::Key {
            self.y += 4.0;
            self.paragraph(BODY, key_words(setup));
        } else {
            let name = right - 300.0;
            let (who, when) = (self.wording.of("Name"), self.wording.of("Date"));
            self.say(Point::new(name, self.y), Anchor::Start, BODY, false, &who);
            self.rule(name + width(&format!("{who} "), BODY, false), right - 110.0);
            self.say(Point::new(right - 100.0, self.y), Anchor::Start, BODY, false, &when);
            self.rule(right - 100.0 + width(&format!("{when} "), BODY, false), right);
            self.y += 6.0;
            let each = if exercises.len() == 1 { "In the tree below" } else { "In each tree below" };
            self.paragraph(BODY, &format!("{each}, {}", task(setup)));
        }
        self.y += 8.0;
    }

    fn room_below(&self) -> f32 {
        self.size.y - MARGIN - self.y
    }

    fn exercise(&mut self, number: usize, exercise: &Exercise, tree: Picture) {
        let across = self.size.x - 2.0 * MARGIN;
        let notes = if self.part == Part::Key { notes(exercise) } else { Vec::new() };
        let lines: usize = notes.iter().map(|note| wrapped(&self.wording.of(note), BODY, false, across).len()).sum();
        let words = HEADING * 1.4 + lines as f32 * BODY * 1.4;
        let scale = self.largest.min(across / tree.width);
        if !self.is_fresh && words + tree.height * scale > self.room_below() {
            self.new_page();
        }
        // An exercise that is too high even for a page of its own is scaled to fit. Long notes do not shrink it: they
        // may continue on the next page.
        let (alone, with_notes) = (self.room_below() - HEADING * 1.4, self.room_below() - words);
        let fits = with_notes.max(alone.min(0.6 * scale * tree.height)) / tree.height;
        let tree = tree.scaled(scale.min(fits));
        self.is_fresh = false;
        self.y += HEADING * 1.4;
        let heading = self.wording.of(&format!("Exercise {number}"));
        self.say(Point::new(MARGIN, self.y), Anchor::Start, HEADING, true, &heading);
        let at = Point::new((self.size.x - tree.width) / 2.0, self.y);
        self.y += tree.height;
        let moved = tree.moved(at).parts;
        if let Some(page) = self.pages.last_mut() {
            page.parts.extend(moved);
        }
        notes.iter().for_each(|note| self.paragraph(BODY, note));
        self.y += GAP;
    }

    /// The settings of the sheet, so that it can be reproduced, and the page number.
    fn foot(&mut self, exercises: &[Exercise]) {
        let Some(first) = exercises.first() else { return };
        let settings = &first.settings;
        let mut made = format!(
            "rootward exercise --seed {} --count {} --depth {} --branching {}..{} --values {}..{}",
            settings.seed,
            exercises.len(),
            settings.depth,
            settings.branching.start(),
            settings.branching.end(),
            settings.values.start(),
            settings.values.end()
        );
        for (is_set, option) in
            [(settings.irregular, " --irregular"), (settings.deep_cut, " --deep-cut"), (settings.no_ties, " --no-ties")]
        {
            made.push_str(if is_set { option } else { "" });
        }
        if settings.chance > 0 {
            made.push_str(&format!(" --chance {}", settings.chance));
        }
        made.push_str(&settings.cuts.map(|cuts| format!(" --cuts {cuts}")).unwrap_or_default());
        made.push_str(&settings.search.options());
        let (y, right, count) = (self.size.y - MARGIN * 0.6, self.size.x - MARGIN, self.pages.len());
        for (nth, page) in self.pages.iter_mut().enumerate() {
            let text = |at, anchor, text: String| {
                Shape::Text(Text { at, anchor, size: FOOT, bold: false, ink: Ink::Muted, text })
            };
            let shapes = vec![
                text(Point::new(MARGIN, y), Anchor::Start, made.clone()),
                text(Point::new(right, y), Anchor::End, format!("{} / {count}", nth + 1)),
            ];
            page.parts.push(Piece { class: "page".to_owned(), shapes, ..Piece::default() });
        }
    }
}

/// The result and the cuts of an exercise in words.
fn notes(exercise: &Exercise) -> Vec<String> {
    let summary = &exercise.trace.summary;
    let chosen = summary.line_nodes.first().map(|to| format!(", by the move to {to}")).unwrap_or_default();
    let all = summary.all_leaves.map(|all| format!(" of {all}")).unwrap_or_default();
    let leaves = if summary.all_leaves.unwrap_or(summary.leaves) == 1 { "leaf" } else { "leaves" };
    let mut notes = vec![format!("Value {}{chosen}. {}{all} {leaves} seen.", summary.value, summary.leaves)];
    notes.extend(equal_choices(&exercise.trace));
    notes.extend(exercise.explained().map(|step| step.sentence.clone()));
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::{ExerciseSettings, series};
    use crate::png::beginning;
    use proptest::prelude::*;

    /// No text or shape leaves the page or the line of the footer.
    fn check(page: &Picture) {
        for shape in page.parts.iter().flat_map(|part| &part.shapes) {
            let (low, high) = match shape {
                Shape::Text(text) => {
                    let start = beginning(text);
                    let wide = width(&text.text, text.size, text.bold);
                    (Point::new(start, text.at.y - text.size), Point::new(start + wide, text.at.y))
                }
                Shape::Line { from, to, .. } => {
                    (Point::new(from.x.min(to.x), from.y.min(to.y)), Point::new(from.x.max(to.x), from.y.max(to.y)))
                }
                Shape::Rectangle { at, half, .. }
                | Shape::Ellipse { at, half, .. }
                | Shape::Diamond { at, half, .. } => {
                    (Point::new(at.x - half.x, at.y - half.y), Point::new(at.x + half.x, at.y + half.y))
                }
            };
            let edge = MARGIN / 2.0;
            assert!(low.x >= edge && high.x <= page.width - edge, "{shape:?}");
            assert!(low.y >= edge && high.y <= page.height - edge, "{shape:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn everything_is_on_the_page_and_every_page_has_an_exercise_or_notes(
            seed: u64, depth in 1u32..7, most in 2u32..6, count in 1usize..5, irregular: bool, letter: bool,
        ) {
            let settings = ExerciseSettings { seed, depth, branching: 1..=most, values: -999..=999, irregular, ..Default::default() };
            let Ok(exercises) = series(&settings, count) else { return Ok(()) };
            let paper = if letter { Paper::Letter } else { Paper::A4 };
            for part in [Part::Sheet, Part::Key] {
                let pages = pages(&exercises, paper, part, None, &Wording::default());
                prop_assert!(pages.len() <= 2 * count);
                for page in &pages {
                    check(page);
                    // The footer has two texts, the head at most a title, a task and two blanks.
                    prop_assert!(page.parts.iter().any(|part| part.class.starts_with("node")) || part == Part::Key);
                }
            }
        }
    }
}
