//! Pictures as LaTeX with TikZ, one page each, for pdflatex.

use std::fmt::Write;

use crate::ink::Ink;
use crate::options::Theme;
use crate::picture::{Anchor, Paint, Part, Picture, Point, Shape, Stroke, Text};
use crate::svg::{Number, diamond};

/// A document whose pages are the pictures.
pub(crate) fn tikz(pages: &[Picture], theme: Theme) -> String {
    let (width, height) =
        pages.iter().fold((1.0_f32, 1.0_f32), |(width, height), page| (width.max(page.width), height.max(page.height)));
    let mut text =
        String::from("% Compile with pdflatex. To use a picture elsewhere, copy its tikzpicture and the colours.\n");
    text.push_str("\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{tikz}\n");
    let _ = writeln!(
        text,
        "\\usepackage[margin=0bp,paperwidth={}bp,paperheight={}bp]{{geometry}}",
        Number(width),
        Number(height + 1.0)
    );
    for ink in Ink::ALL {
        let hex = ink.hex(theme).trim_start_matches('#').to_uppercase();
        let _ = writeln!(text, "\\definecolor{{rw{}}}{{HTML}}{{{hex}}}", ink.name());
    }
    text.push_str("\\pagestyle{empty}\\parindent0pt\\parskip0pt\\topskip0pt\\sffamily\n\\begin{document}\n");
    for (nth, page) in pages.iter().enumerate() {
        if nth > 0 {
            text.push_str("\\newpage\n");
        }
        push_page(&mut text, page);
    }
    text.push_str("\\end{document}\n");
    text
}

fn push_page(text: &mut String, page: &Picture) {
    let _ =
        writeln!(text, "\\noindent\\begin{{tikzpicture}}[x=1bp,y=-1bp,inner sep=0pt,outer sep=0pt,font=\\sffamily]");
    let _ = writeln!(text, "\\fill[rwpaper] (0,0) rectangle ({},{});", Number(page.width), Number(page.height));
    for part in &page.parts {
        push_part(text, part);
    }
    text.push_str("\\end{tikzpicture}%\n");
}

fn push_part(text: &mut String, part: &Part) {
    let _ = writeln!(text, "% {} {}", part.class, part.id);
    for shape in &part.shapes {
        push_shape(text, shape);
    }
}

struct At(Point);

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{})", Number(self.0.x), Number(self.0.y))
    }
}

fn push_shape(text: &mut String, shape: &Shape) {
    match shape {
        Shape::Rectangle { at, half, round, paint } => {
            let (from, to) = (Point::new(at.x - half.x, at.y - half.y), Point::new(at.x + half.x, at.y + half.y));
            let corners = format!(",rounded corners={}bp", Number(*round));
            let _ = writeln!(text, "\\path[{}{corners}] {} rectangle {};", options(paint), At(from), At(to));
        }
        Shape::Ellipse { at, half, paint } => {
            let (x, y) = (Number(half.x), Number(half.y));
            let _ = writeln!(text, "\\path[{}] {} ellipse [x radius={x}bp,y radius={y}bp];", options(paint), At(*at));
        }
        Shape::Diamond { at, half, paint } => {
            let corners: Vec<String> = diamond(*at, *half).map(|corner| At(corner).to_string()).to_vec();
            let _ = writeln!(text, "\\path[{}] {} -- cycle;", options(paint), corners.join(" -- "));
        }
        Shape::Line { from, to, stroke } => {
            let options = options(&Paint { fill: None, stroke: Some(*stroke) });
            let _ = writeln!(text, "\\path[{options}] {} -- {};", At(*from), At(*to));
        }
        Shape::Text(line) => push_text(text, line),
    }
}

fn options(paint: &Paint) -> String {
    let mut options = Vec::new();
    options.extend(paint.fill.map(|ink| format!("fill=rw{}", ink.name())));
    if let Some(Stroke { ink, width, dashed }) = paint.stroke {
        options.push(format!("draw=rw{},line width={}bp", ink.name(), Number(width)));
        options.extend(dashed.then(|| "dash pattern=on 5bp off 4bp".to_owned()));
    }
    options.join(",")
}

fn push_text(text: &mut String, line: &Text) {
    let anchor = match line.anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    // Computer Modern is narrower and smaller than the font used for the layout.
    let size = Number(line.size);
    let bold = if line.bold { "\\bfseries" } else { "" };
    let _ = writeln!(
        text,
        "\\node[anchor={anchor},text=rw{}] at {} {{\\fontsize{{{size}bp}}{{{size}bp}}\\selectfont{bold} {}}};",
        line.ink.name(),
        At(line.at),
        escaped(&line.text)
    );
}

/// Text for LaTeX. Characters that its usual fonts lack become question marks.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("$\\sim$"),
            '<' | '>' | '|' => {
                let _ = write!(escaped, "${c}$");
            }
            '"' => escaped.push_str("''"),
            ' '..='~'
            | 'À'..='Å'
            | 'Ç'..='Ï'
            | 'Ñ'..='Ö'
            | 'Ø'..='Ý'
            | 'ß'..='å'
            | 'ç'..='ï'
            | 'ñ'..='ö'
            | 'ø'..='ý'
            | 'ÿ' => {
                escaped.push(c);
            }
            c => escaped.push_str(sign(c).unwrap_or("?")),
        }
    }
    escaped
}

fn sign(c: char) -> Option<&'static str> {
    Some(match c {
        '−' => "$-$",
        '∞' => "$\\infty$",
        '≤' => "$\\leq$",
        '≥' => "$\\geq$",
        '≠' => "$\\neq$",
        '∈' => "$\\in$",
        '→' => "$\\to$",
        '←' => "$\\leftarrow$",
        '×' => "$\\times$",
        '·' => "$\\cdot$",
        '…' => "\\ldots{}",
        '–' => "--",
        '—' => "---",
        '“' => "``",
        '”' => "''",
        '‘' => "`",
        '’' => "'",
        '‖' => "$\\|$",
        '□' => "{\\fboxsep2pt\\fbox{\\rule{2pt}{0pt}\\rule{0pt}{2pt}}}",
        '○' => "$\\bigcirc$",
        '◇' => "$\\diamond$",
        '⌈' => "$\\lceil$",
        '⌉' => "$\\rceil$",
        '⌊' => "$\\lfloor$",
        '⌋' => "$\\rfloor$",
        'α' => "$\\alpha$",
        'β' => "$\\beta$",
        'γ' => "$\\gamma$",
        'δ' => "$\\delta$",
        'ε' => "$\\epsilon$",
        'λ' => "$\\lambda$",
        'π' => "$\\pi$",
        'σ' => "$\\sigma$",
        'ω' => "$\\omega$",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_become_commands_and_nothing_else_can_be_a_command() {
        assert_eq!(escaped("α=−∞ ≤ 3"), "$\\alpha$=$-$$\\infty$ $\\leq$ 3");
        assert_eq!(escaped("50% {a_1} \\x"), "50\\% \\{a\\_1\\} \\textbackslash{}x");
        assert_eq!(escaped("é 漢\n"), "é ??");
    }
}
