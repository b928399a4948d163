//! The loss by epoch as a drawing.

use std::fmt::Write;

use super::Epoch;

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 360.0;
const LEFT: f32 = 70.0;
const TOP: f32 = 30.0;
const RIGHT: f32 = 20.0;
const BOTTOM: f32 = 45.0;

/// An SVG with two lines: the loss on the positions learned from, and on those held out.
#[must_use]
pub fn loss_curve(epochs: &[Epoch], title: &str) -> String {
    let losses = || epochs.iter().flat_map(|epoch| [epoch.loss, epoch.held_out]);
    let (low, high) = losses().fold((f32::MAX, f32::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
    let (low, high) = if epochs.is_empty() { (0.0, 1.0) } else { (low, high.max(low + 1e-6)) };
    let across = |epoch: usize| LEFT + (WIDTH - LEFT - RIGHT) * epoch as f32 / (epochs.len().max(2) - 1) as f32;
    let down = |loss: f32| TOP + (HEIGHT - TOP - BOTTOM) * (high - loss) / (high - low);
    let line = |of: fn(&Epoch) -> f32| {
        let points = epochs.iter().enumerate().map(|(number, epoch)| {
            let (x, y) = (across(number), down(of(epoch)));
            format!("{x:.1},{y:.1}")
        });
        points.collect::<Vec<_>>().join(" ")
    };
    let mut svg = String::new();
    let mut add = |text: String| {
        let _ = writeln!(svg, "{text}");
    };
    add(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">"
    ));
    add(format!("<title>{}</title>", escaped(title)));
    add(format!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>"));
    add(format!("<text x=\"{LEFT}\" y=\"18\">{}</text>", escaped(title)));
    for part in 0..=4 {
        let loss = low + (high - low) * part as f32 / 4.0;
        let (y, right) = (down(loss), WIDTH - RIGHT);
        add(format!("<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>"));
        add(format!("<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>", LEFT - 6.0, y + 4.0));
    }
    for number in [0, epochs.len().saturating_sub(1)] {
        let (x, y) = (across(number), HEIGHT - BOTTOM + 18.0);
        add(format!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{}</text>", number + 1));
    }
    add(format!("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">epoch</text>", WIDTH / 2.0, HEIGHT - 8.0));
    add(format!("<polyline fill=\"none\" stroke=\"#1f77b4\" stroke-width=\"1.5\" points=\"{}\"/>", line(|e| e.loss)));
    add(format!(
        "<polyline fill=\"none\" stroke=\"#d62728\" stroke-width=\"1.5\" points=\"{}\"/>",
        line(|e| e.held_out)
    ));
    add(format!(
        "<text x=\"{}\" y=\"18\" text-anchor=\"end\" fill=\"#1f77b4\">learned from</text>",
        WIDTH - RIGHT - 70.0
    ));
    add(format!("<text x=\"{}\" y=\"18\" text-anchor=\"end\" fill=\"#d62728\">held out</text>", WIDTH - RIGHT));
    add("</svg>".to_owned());
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
