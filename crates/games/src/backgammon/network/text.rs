//! A network as text, for a file:
//!
//! ```text
//! backgammon network 1        the version of this format
//! games 40000                 how many taught it
//! contact 96                  hidden units
//! 0.12 -0.034 …               the weights, a line for each input, then the biases, the outputs' weights, theirs biases
//! race 32
//! …
//! ```
//!
//! The text after a `#` is a comment.

use std::fmt::Write;

use rootward_game::TextError;

use super::layers::Layers;
use super::{CONTACT_UNITS, Network, RACE_UNITS};

const HEADER: &str = "backgammon network 1";

/// Larger weights do not occur, and sums of them might overflow.
const LARGEST: f32 = 10_000.0;

impl Network {
    /// Reads a network.
    pub fn parse(text: &str) -> Result<Network, TextError> {
        let mut lines = Lines { text, rest: text };
        lines.expect(HEADER)?;
        let games = lines.number("games")?;
        lines.expect(&format!("contact {CONTACT_UNITS}"))?;
        let contact = lines.layers()?;
        lines.expect(&format!("race {RACE_UNITS}"))?;
        let race = lines.layers()?;
        match lines.next() {
            None => Ok(Network { contact, race, games }),
            Some((line, at)) => Err(TextError::new(format!("{} after the end", quoted(line)), "no more").at(text, at)),
        }
    }

    /// Writes it with this many digits after the point; with `None`, so that reading restores every bit.
    pub fn write(&self, digits: Option<usize>) -> String {
        let mut text = format!("{HEADER}\ngames {}\n", self.games);
        let mut part = |name: &str, units: usize, numbers: &mut dyn Iterator<Item = f32>| {
            let _ = writeln!(text, "{name} {units}");
            let numbers: Vec<String> = numbers.map(|number| decimal(number, digits)).collect();
            numbers.chunks(units).for_each(|line| {
                let _ = writeln!(text, "{}", line.join(" "));
            });
        };
        part("contact", CONTACT_UNITS, &mut self.contact.numbers());
        part("race", RACE_UNITS, &mut self.race.numbers());
        text
    }
}

/// A number without superfluous characters: 0.5 is .5, and 2.000 is 2.
fn decimal(number: f32, digits: Option<usize>) -> String {
    let Some(digits) = digits else { return number.to_string() };
    let text = format!("{number:.digits$}");
    let text = if digits > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    match text {
        "0" | "-0" => "0".to_owned(),
        _ => text.replacen("0.", ".", usize::from(number.abs() < 1.0)),
    }
}

/// The lines with content, one after the other.
struct Lines<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Lines<'a> {
    /// The next line without its comment, and its offset.
    fn next(&mut self) -> Option<(&'a str, usize)> {
        while !self.rest.is_empty() {
            let begin = self.text.len() - self.rest.len();
            let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
            self.rest = rest;
            let line = line.split_once('#').map_or(line, |(before, _)| before).trim_end();
            if !line.trim_start().is_empty() {
                return Some((line, begin));
            }
        }
        None
    }

    fn next_or(&mut self, expected: &str) -> Result<(&'a str, usize), TextError> {
        let end = || TextError::new("the text ends early", expected).at(self.text, self.text.len());
        let error = end();
        self.next().ok_or(error)
    }

    fn expect(&mut self, wanted: &str) -> Result<(), TextError> {
        let wanted_in_words = format!("the line '{wanted}'");
        let (line, at) = self.next_or(&wanted_in_words)?;
        if line.trim() == wanted {
            return Ok(());
        }
        Err(TextError::new(quoted(line), wanted_in_words).at(self.text, at))
    }

    fn number(&mut self, name: &str) -> Result<u64, TextError> {
        let wanted = format!("a line '{name} NUMBER'");
        let (line, at) = self.next_or(&wanted)?;
        let number = line.trim().strip_prefix(name).and_then(|rest| rest.trim().parse().ok());
        number.ok_or_else(|| TextError::new(quoted(line), wanted).at(self.text, at))
    }

    fn layers<const HIDDEN: usize>(&mut self) -> Result<Layers<HIDDEN>, TextError> {
        let wanted = || format!("{} weights between -{LARGEST} and {LARGEST}", Layers::<HIDDEN>::NUMBERS);
        let mut numbers = Vec::with_capacity(Layers::<HIDDEN>::NUMBERS);
        while numbers.len() < Layers::<HIDDEN>::NUMBERS {
            let (line, begin) = self.next_or(&wanted())?;
            for word in line.split_ascii_whitespace() {
                let number = word.parse().ok().filter(|number: &f32| number.abs() <= LARGEST);
                let is_too_many = numbers.len() == Layers::<HIDDEN>::NUMBERS;
                let Some(number) = number.filter(|_| !is_too_many) else {
                    let at = begin + (word.as_ptr() as usize - line.as_ptr() as usize);
                    return Err(TextError::new(quoted(word), wanted()).at(self.text, at));
                };
                numbers.push(number);
            }
        }
        Ok(Layers::of(&numbers))
    }
}

fn quoted(text: &str) -> String {
    rootward_support::text::quoted(text, 40)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_network(seed: u32) -> Network {
        let mut state = seed;
        Network::untaught(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        })
    }

    #[test]
    fn what_is_written_is_read_again_bit_by_bit() {
        let network = any_network(7);
        assert_eq!(Network::parse(&network.write(None)), Ok(network.clone()));
        let rounded = Network::parse(&network.write(Some(3))).unwrap();
        assert_eq!(Network::parse(&rounded.write(Some(3))), Ok(rounded));
    }

    #[test]
    fn numbers_are_written_short() {
        let three = |number| decimal(number, Some(3));
        assert_eq!(
            [three(0.5), three(-0.25), three(2.0), three(10.1239), three(-0.0001)],
            [".5", "-.25", "2", "10.124", "0"]
        );
        assert_eq!(three(100.0), "100");
    }

    #[test]
    fn bad_text_is_refused_with_its_place() {
        let error = |text: &str| Network::parse(text).unwrap_err().to_string();
        assert_eq!(error("chess"), "line 1, column 1: 'chess'; expected the line 'backgammon network 1'");
        assert!(error("backgammon network 1\ngames x").starts_with("line 2, column 1: 'games x'"));
        let mut text = any_network(1).write(Some(2));
        text.push_str("1 2\n");
        assert!(error(&text).contains("after the end"));
        let broken = any_network(1).write(Some(2)).replacen(" .", " x", 1);
        assert!(error(&broken).contains("'x"), "{}", error(&broken));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_text_is_read_or_refused_without_a_panic(
            head in prop::bool::ANY, text in "([a-z0-9 .#\\n-]{0,60}|.{0,60})", cut in 0usize..4000
        ) {
            let whole = any_network(3).write(Some(1));
            let _ = Network::parse(&if head { format!("{HEADER}\ngames 1\n{text}") } else { text });
            let _ = Network::parse(whole.get(..cut).unwrap_or_default());
        }
    }
}
