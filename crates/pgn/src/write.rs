//! The export format of the standard: the tag roster first, lines of at most 79 characters.

use std::io::{self, Write};

use rootward_game::Side;

use crate::format::Format;
use crate::{Comment, Line, ROSTER, Record, Tags};

const WIDTH: usize = 79;

/// Writes a game, followed by an empty line.
pub fn write<G: Format>(record: &Record<G>, out: &mut impl Write) -> io::Result<()> {
    out.write_all(written(record).as_bytes())?;
    out.write_all(b"\n")
}

/// A game as text.
pub fn written<G: Format>(record: &Record<G>) -> String {
    let mut text = tags_text(record);
    text.push('\n');
    let mut page = Page::new(text);
    let clock = Clock { number: record.game.first_number(&record.start), side: record.game.to_move(&record.start) };
    page.line(&record.game, &record.line, record.start.clone(), clock);
    page.word(&record.result.to_string());
    page.finish()
}

fn tags_text<G: Format>(record: &Record<G>) -> String {
    let Record { tags, game, start, result, .. } = record;
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        push_tag(&mut text, name, tags.get(name).unwrap_or(unknown));
    }
    push_tag(&mut text, "Result", &result.to_string());
    let mut further = Tags::default();
    for (name, value) in tags.iter().filter(|(name, _)| !ROSTER.iter().any(|(known, _)| known == name)) {
        further.set(name, value);
    }
    game.to_tags(start, &mut further);
    let mut further: Vec<_> = further.iter().collect();
    further.sort_unstable();
    further.iter().for_each(|(name, value)| push_tag(&mut text, name, value));
    text
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    text.push_str(&format!("[{name} \"{value}\"]\n"));
}

/// The move number and the side to move.
#[derive(Clone, Copy)]
struct Clock {
    number: usize,
    side: Side,
}

impl Clock {
    fn text(self) -> String {
        format!("{}{}", self.number, if self.side == Side::First { "." } else { "..." })
    }

    fn next(self) -> Clock {
        Clock { number: self.number + usize::from(self.side == Side::Second), side: self.side.other() }
    }
}

/// Text that is broken into lines as it grows. A word is held back until the next one comes, since a bracket may still
/// be added to it.
struct Page {
    text: String,
    column: usize,
    waiting: String,
    /// Brackets before the next word.
    opening: String,
}

impl Page {
    fn new(text: String) -> Page {
        Page { text, column: 0, waiting: String::new(), opening: String::new() }
    }

    fn word(&mut self, word: &str) {
        self.settle();
        self.waiting.push_str(&std::mem::take(&mut self.opening));
        self.waiting.push_str(word);
    }

    fn open(&mut self, bracket: char) {
        self.settle();
        self.opening.push(bracket);
    }

    fn close(&mut self, bracket: char) {
        self.waiting.push(bracket);
    }

    /// Places the held word: on this line, or on a new one if it does not fit.
    fn settle(&mut self) {
        let word = std::mem::take(&mut self.waiting);
        if word.is_empty() {
            return;
        }
        let width = word.chars().count();
        // At the beginning of a line these would be an escape, and the first tag of a game.
        let may_begin_line = !word.starts_with('%') && !word.starts_with("[Event");
        if self.column > 0 {
            let breaks = self.column + 1 + width > WIDTH && may_begin_line;
            self.text.push(if breaks { '\n' } else { ' ' });
            self.column = if breaks { 0 } else { self.column + 1 };
        }
        self.text.push_str(&word);
        self.column += width;
    }

    fn finish(mut self) -> String {
        self.settle();
        self.text.push('\n');
        self.text
    }

    /// A line of moves. After a comment or a variation, the second side's move is numbered again.
    fn line<G: Format>(&mut self, game: &G, line: &Line<G::Move>, start: G::State, clock: Clock) {
        let (mut position, mut clock, mut is_numbered) = (start, clock, true);
        self.comments(&line.intro);
        for ply in &line.plies {
            if is_numbered || clock.side == Side::First {
                self.word(&clock.text());
            }
            self.word(&game.write_ply(&position, ply));
            ply.nags.iter().for_each(|nag| self.word(&nag.to_string()));
            self.comments(&ply.comments);
            for variation in ply.variations.iter().filter(|line| !line.plies.is_empty()) {
                self.open('(');
                self.line(game, variation, position.clone(), clock);
                self.close(')');
            }
            is_numbered = !ply.comments.is_empty() || !ply.variations.is_empty();
            let Some(after) = game.after(&position, ply) else { return };
            position = after;
            clock = clock.next();
        }
    }

    fn comments(&mut self, comments: &[Comment]) {
        for comment in comments.iter().filter(|comment| !comment.is_empty()) {
            self.open('{');
            for word in words(comment.text()) {
                self.word(word);
            }
            self.close('}');
        }
    }
}

/// The words of a comment; a command such as `[%clk 0:04:59]` is one word, since not every program accepts a line break
/// in it.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let command = if rest.starts_with("[%") { rest.find(']') } else { None };
        let end = rest[command.unwrap_or(0)..].find(' ').map_or(rest.len(), |place| place + command.unwrap_or(0));
        words.push(&rest[..end]);
        rest = rest[end..].trim_start_matches(' ');
    }
    words
}
