//! The memory that a trace really takes: the contents of its texts and lists, and the allocator's overhead for each
//! allocation.
//!
//! A small trace consists of thousands of short texts, and a text of three bytes takes an allocation of 32. A test compares
//! these sums with the growth of the process.

use std::mem::size_of;

use rootward_draw::PseudoCode;
use rootward_trace::{Change, CutNote, Setup, Skipped, Span, Step, Summary, Trace, TraceNode, Value};

use crate::at::At;

/// The size of an allocation of this many bytes: with a header of 8, rounded up to a multiple of 16, at least 32.
pub(crate) fn piece(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { (bytes + 8).next_multiple_of(16).max(32) }
}

pub(crate) fn of_text(text: &String) -> usize {
    piece(text.capacity())
}

fn maybe(text: &Option<String>) -> usize {
    text.as_ref().map_or(0, of_text)
}

/// The list itself and the contents of its items.
fn list<T>(items: &Vec<T>, of: impl Fn(&T) -> usize) -> usize {
    piece(items.capacity() * size_of::<T>()) + items.iter().map(of).sum::<usize>()
}

/// Holes left by making a trace, too small for the next one.
const HOLES: usize = 8 << 10;

/// The growth of the process for a trace whose allocations have this many bytes, since some memory between them stays
/// unused: an eighth more, plus the holes. Measured with 12,000 traces of small trees and with single large ones.
pub(crate) fn with_gaps(bytes: usize) -> usize {
    bytes + bytes / 8 + HOLES
}

pub(crate) fn of_at(at: &At) -> usize {
    of_text(&at.game) + maybe(&at.position) + list(&at.moves, of_text)
}

pub(crate) fn of_pseudo(pseudo: &PseudoCode) -> usize {
    of_text(&pseudo.title) + list(&pseudo.lines, of_text)
}

/// Everything that a trace owns, without the struct itself.
pub(crate) fn of_trace(trace: &Trace) -> usize {
    let Trace { game, position, setup, nodes, steps, summary, .. } = trace;
    of_text(game)
        + of_text(position)
        + of_setup(setup)
        + of_summary(summary)
        + list(nodes, of_node)
        + list(steps, of_step)
}

fn of_setup(setup: &Setup) -> usize {
    let words = [&setup.cut, &setup.fail, &setup.order];
    words.iter().map(|word| maybe(word)).sum::<usize>() + list(&setup.techniques, of_text)
}

fn of_summary(summary: &Summary) -> usize {
    let Summary { value, verdict, note, decision, line, line_nodes, .. } = summary;
    of_value(value) + of_text(verdict) + maybe(note) + maybe(decision) + list(line, of_text) + list(line_nodes, of_text)
}

fn of_node(node: &TraceNode) -> usize {
    of_text(&node.name) + maybe(&node.by) + maybe(&node.probability)
}

fn of_step(step: &Step) -> usize {
    let Step { name, parent, window, interval, changes, value, returned, by, cut, sentence, .. } = step;
    of_text(name)
        + maybe(parent)
        + window.as_ref().map_or(0, of_span)
        + of_span(interval)
        + list(changes, of_change)
        + value.as_ref().map_or(0, of_value)
        + returned.as_ref().map_or(0, of_value)
        + maybe(by)
        + cut.as_ref().map_or(0, of_cut)
        + of_text(sentence)
}

fn of_change(change: &Change) -> usize {
    of_text(&change.name) + of_span(&change.interval)
}

fn of_span(span: &Span) -> usize {
    of_value(&span.low) + of_value(&span.high)
}

fn of_value(value: &Value) -> usize {
    of_text(&value.text)
}

fn of_cut(cut: &CutNote) -> usize {
    of_value(&cut.bound) + maybe(&cut.set_by_name) + list(&cut.skipped, of_skipped)
}

fn of_skipped(skipped: &Skipped) -> usize {
    let Skipped { by, name, value, probability, below, .. } = skipped;
    of_text(by) + of_text(name) + value.as_ref().map_or(0, of_value) + maybe(probability) + list(below, of_skipped)
}
