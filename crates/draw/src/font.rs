//! The font: DejaVu Sans, regular and bold, cut down to the letters and signs of Western and Eastern Europe and of
//! mathematics. `font/LICENSE.txt` has its licence. Widths of text are the same in every format.

use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId};

/// The fonts as files.
pub(crate) const FILES: [&[u8]; 2] =
    [include_bytes!("../font/DejaVuSans-subset.ttf"), include_bytes!("../font/DejaVuSans-Bold-subset.ttf")];

/// A font with the widths of its common letters in a table.
pub(crate) struct Font {
    pub(crate) face: Face<'static>,
    pub(crate) units_per_em: f32,
    /// Widths in font units of the characters below [`COMMON`], 0 if the font has none.
    widths: Vec<u16>,
    missing: u16,
}

/// The end of the table of widths: above all characters that the pictures themselves use.
const COMMON: u32 = 0x2710;

/// The regular or the bold font.
pub(crate) fn font(bold: bool) -> &'static Font {
    static FONTS: [OnceLock<Font>; 2] = [const { OnceLock::new() }; 2];
    let which = usize::from(bold);
    FONTS[which].get_or_init(|| {
        let face = Face::parse(FILES[which], 0).expect("the font in the repository is a font");
        let width = |code: u32| {
            let glyph = char::from_u32(code).and_then(|c| face.glyph_index(c));
            glyph.and_then(|glyph| face.glyph_hor_advance(glyph)).unwrap_or(0)
        };
        let widths = (0..COMMON).map(width).collect();
        let missing = face.glyph_hor_advance(GlyphId(0)).unwrap_or(1229);
        Font { units_per_em: f32::from(face.units_per_em()), widths, missing, face }
    })
}

impl Font {
    fn advance(&self, c: char) -> u16 {
        self.widths.get(c as usize).copied().filter(|&width| width > 0).unwrap_or(self.missing)
    }
}

/// The width of a line of text of this size.
pub(crate) fn width(text: &str, size: f32, bold: bool) -> f32 {
    let font = font(bold);
    let units: u32 = text.chars().map(|c| u32::from(font.advance(c))).sum();
    units as f32 * size / font.units_per_em
}

/// The longest beginning of a text that is no wider than `most`, with an ellipsis if anything is missing.
pub(crate) fn shortened(text: &str, size: f32, bold: bool, most: f32) -> String {
    if width(text, size, bold) <= most {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        short.push(c);
        if width(&short, size, bold) + width("…", size, bold) > most {
            short.pop();
            break;
        }
    }
    short + "…"
}

/// A text in lines no wider than `most`. A word that is too long has a line of its own.
pub(crate) fn wrapped(text: &str, size: f32, bold: bool, most: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let longer = if lines[last].is_empty() { word.to_owned() } else { format!("{} {word}", lines[last]) };
        if lines[last].is_empty() || width(&longer, size, bold) <= most {
            lines[last] = longer;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_of_the_pictures_is_in_both_fonts() {
        for c in "0123456789−αβ∞≤≥<>=∈[](){}~…·✂→←“”’–⌈⌉⌊⌋×½≠+^_".chars() {
            for bold in [false, true] {
                assert!(font(bold).face.glyph_index(c).is_some(), "{c} (bold: {bold})");
            }
        }
    }

    #[test]
    fn text_is_measured_shortened_and_wrapped() {
        assert!(width("α = −∞", 12.0, true) > width("α = 3", 12.0, true));
        assert_eq!(shortened("A", 12.0, false, 50.0), "A");
        let short = shortened("a very long name of a node", 12.0, false, 60.0);
        assert!(short.ends_with('…') && width(&short, 12.0, false) <= 60.0, "{short}");
        let lines = wrapped("one two three four", 12.0, false, 60.0);
        assert!(lines.len() > 1 && lines.join(" ") == "one two three four");
    }
}
