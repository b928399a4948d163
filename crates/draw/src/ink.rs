//! The colours by meaning, in three themes.

use crate::options::Theme;

/// A colour by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The ground.
    Paper,
    /// Outlines and edges.
    Line,
    /// Names and values.
    Text,
    /// What has not been reached yet.
    Muted,
    /// The inside of a MAX node.
    Max,
    /// The inside of a MIN node.
    Min,
    /// The inside of a chance node.
    Chance,
    /// The inside of a leaf.
    Leaf,
    /// What has been cut.
    Cut,
    /// The edge to the best child.
    Chosen,
    /// The frame around the current node.
    Current,
    /// The window.
    Window,
    /// The interval of possible values.
    Interval,
}

impl Ink {
    /// All of them.
    pub(crate) const ALL: [Ink; 13] = [
        Ink::Paper,
        Ink::Line,
        Ink::Text,
        Ink::Muted,
        Ink::Max,
        Ink::Min,
        Ink::Chance,
        Ink::Leaf,
        Ink::Cut,
        Ink::Chosen,
        Ink::Current,
        Ink::Window,
        Ink::Interval,
    ];

    /// Its name in style sheets: the custom property is `--rw-NAME`.
    pub fn name(self) -> &'static str {
        match self {
            Ink::Paper => "paper",
            Ink::Line => "line",
            Ink::Text => "text",
            Ink::Muted => "muted",
            Ink::Max => "max",
            Ink::Min => "min",
            Ink::Chance => "chance",
            Ink::Leaf => "leaf",
            Ink::Cut => "cut",
            Ink::Chosen => "chosen",
            Ink::Current => "current",
            Ink::Window => "window",
            Ink::Interval => "interval",
        }
    }

    /// Red, green and blue.
    pub fn colour(self, theme: Theme) -> [u8; 3] {
        let [light, dark, print] = match self {
            Ink::Paper => [0xffffff, 0x16181d, 0xffffff],
            Ink::Line => [0x4a4f57, 0xb9c0ca, 0x222222],
            Ink::Text => [0x1b1b1f, 0xf1f3f5, 0x000000],
            Ink::Muted => [0x60646c, 0xa3aab5, 0x595959],
            Ink::Max => [0xd6e6ff, 0x1d3a63, 0xffffff],
            Ink::Min => [0xffe6cc, 0x5a3512, 0xffffff],
            Ink::Chance => [0xe6f4d9, 0x2c4a1c, 0xffffff],
            Ink::Leaf => [0xf4f5f7, 0x262a32, 0xffffff],
            Ink::Cut => [0x6a6e76, 0x989faa, 0x6a6a6a],
            Ink::Chosen => [0x0b6b3a, 0x5fd394, 0x000000],
            Ink::Current => [0xc21d5a, 0xff7aac, 0x000000],
            Ink::Window => [0x1a4fc4, 0x8fb8ff, 0x000000],
            Ink::Interval => [0x8a4500, 0xf4b46c, 0x333333],
        };
        let rgb: u32 = match theme {
            Theme::Light => light,
            Theme::Dark => dark,
            Theme::Print => print,
        };
        [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8]
    }

    /// As `#rrggbb`.
    pub fn hex(self, theme: Theme) -> String {
        let [red, green, blue] = self.colour(theme);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast ratio of WCAG 2.
    fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
        let part = |value: u8| {
            let share = f64::from(value) / 255.0;
            if share <= 0.03928 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        let light = |[r, g, b]: [u8; 3]| 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
        let (a, b) = (light(a), light(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_can_be_read_on_its_ground_in_every_theme() {
        let texts = [Ink::Text, Ink::Muted, Ink::Cut, Ink::Window, Ink::Interval];
        let on = |ink| texts.map(|text| (text, ink));
        let grounds = [Ink::Max, Ink::Min, Ink::Chance, Ink::Leaf].map(|ground| (Ink::Text, ground));
        for theme in [Theme::Light, Theme::Dark, Theme::Print] {
            for (text, ground) in on(Ink::Paper).into_iter().chain(grounds) {
                let contrast = contrast(text.colour(theme), ground.colour(theme));
                assert!(contrast >= 4.5, "{text:?} on {ground:?}, {theme:?}: {contrast:.2}");
            }
            for line in [Ink::Line, Ink::Chosen, Ink::Current, Ink::Cut] {
                let contrast = contrast(line.colour(theme), Ink::Paper.colour(theme));
                assert!(contrast >= 3.0, "{line:?}, {theme:?}: {contrast:.2}");
            }
        }
    }
}
