//! Nodes as JSON objects: `{"name":"A","side":"max","label":"a1","estimate":5,"children":[…]}`.
//!
//! JSON has no fractions, so numbers may stand in quotes: `"probability":"1/3"`.

use rootward_game::TextError;

use super::draft::{Content, Figure};
use super::number::Number;
use super::parse::{Decider, Frame, Parser, Word};
use super::scan::Token;

const KEYS: [&str; 7] = ["name", "side", "label", "value", "estimate", "probability", "children"];

/// An object whose closing brace has not been read yet.
pub(super) struct Object {
    node: usize,
    start: usize,
    /// The keys read so far, in the order of [`KEYS`].
    seen: [bool; KEYS.len()],
    decider: Option<Decider>,
    value: Option<Figure>,
    estimate: Option<Figure>,
}

impl Parser<'_> {
    /// Reads the opening brace. The kind of node is known only at the closing one.
    pub(super) fn open_object(&mut self, parent: Option<usize>) -> Result<(), TextError> {
        let start = self.ahead.start;
        let node = self.draft.add(parent, Content::Choice { side: None, estimate: None }, start)?;
        self.take()?;
        let seen = [false; KEYS.len()];
        self.open.push(Frame::Object(Object { node, start, seen, decider: None, value: None, estimate: None }));
        Ok(())
    }

    /// One key with its value, or the closing brace.
    pub(super) fn go_on_with_object(&mut self, object: Object) -> Result<(), TextError> {
        if object.seen != [false; KEYS.len()] {
            self.eat(',')?;
        }
        match self.ahead.token {
            Token::Sign('}') => self.close_object(&object),
            Token::Word { .. } => self.field(object),
            Token::End => Err(self.error(object.start, "this '{' is never closed", "'}'")),
            _ => Err(self.error_ahead(format!("{} where a key should be", self.describe_ahead()), &key_list())),
        }
    }

    fn field(&mut self, mut object: Object) -> Result<(), TextError> {
        let start = self.ahead.start;
        let key = self.known_key(&object)?;
        if !self.eat(':')? {
            let problem = format!("{} after the key \"{}\"", self.describe_ahead(), KEYS[key]);
            return Err(self.error_ahead(problem, "':'"));
        }
        object.seen[key] = true;
        if self.eat_null()? {
            self.open.push(Frame::Object(object));
            return Ok(());
        }
        let node = object.node;
        match KEYS[key] {
            "name" => {
                let name = self.quoted(key)?;
                self.draft.set_name(node, name.text, name.start);
            }
            "label" => {
                let label = self.quoted(key)?;
                self.draft.set_label(node, label.text);
            }
            "side" => object.decider = Some(Decider::named(&self.quoted(key)?, self.text)?),
            "value" => object.value = Some(self.figure_of(key)?),
            "estimate" => object.estimate = Some(self.figure_of(key)?),
            "probability" => {
                let probability = self.figure_of(key)?;
                self.draft.set_probability(node, probability);
            }
            _ => return self.children(object, start),
        }
        self.open.push(Frame::Object(object));
        Ok(())
    }

    fn known_key(&mut self, object: &Object) -> Result<usize, TextError> {
        let start = self.ahead.start;
        let word = self.word()?.map(|word| word.text).unwrap_or_default();
        let Some(key) = KEYS.iter().position(|key| *key == word) else {
            return Err(self.error(start, format!("there is no key \"{word}\""), &key_list()));
        };
        if object.seen[key] {
            return Err(self.error(start, format!("the key \"{word}\" comes twice"), "each key once"));
        }
        Ok(key)
    }

    fn children(&mut self, object: Object, start: usize) -> Result<(), TextError> {
        if !self.ahead.is('[') && !self.ahead.is('(') {
            return Err(self.error(start, "\"children\" without a list", "\"children\": [ … ]"));
        }
        let node = object.node;
        self.open.push(Frame::Object(object));
        self.open_list(node, true)
    }

    fn close_object(&mut self, object: &Object) -> Result<(), TextError> {
        let has_children = self.draft.child_count(object.node) > 0;
        let wrong = |problem: &str, expected: &str| Err(self.error(object.start, problem, expected));
        let content = match object.value {
            Some(_) if has_children => {
                return wrong("the node has both a value and children", "an \"estimate\" instead of the \"value\"");
            }
            Some(_) if object.estimate.is_some() => {
                return wrong("the leaf has both a value and an estimate", "the \"value\" alone");
            }
            None if !has_children => {
                return wrong("the node has neither a value nor children", "\"value\" or \"children\"");
            }
            // Nobody moves at a leaf, so a side there is ignored.
            Some(value) => Content::Leaf(value),
            None => Decider::content(object.decider, object.estimate),
        };
        self.draft.set_content(object.node, content);
        self.take()?;
        self.end_of_node()
    }

    /// `null` stands for a missing key.
    fn eat_null(&mut self) -> Result<bool, TextError> {
        let is_null = matches!(&self.ahead.token, Token::Word { text, quoted: false } if text == "null");
        if is_null {
            self.take()?;
        }
        Ok(is_null)
    }

    /// A number, in quotes or without.
    fn figure_of(&mut self, key: usize) -> Result<Figure, TextError> {
        if let Token::Word { text, quoted: true } = &self.ahead.token
            && let Ok(number) = Number::parse(text.trim())
        {
            let (start, end) = (self.ahead.start, self.ahead.end);
            self.take()?;
            return Ok(Figure { number, start, end });
        }
        self.figure(&format!("the key \"{}\"", KEYS[key]))
    }

    fn quoted(&mut self, key: usize) -> Result<Word, TextError> {
        if matches!(self.ahead.token, Token::Word { quoted: true, .. })
            && let Some(word) = self.word()?
        {
            return Ok(word);
        }
        let problem = format!("{} after the key \"{}\"", self.describe_ahead(), KEYS[key]);
        Err(self.error_ahead(problem, "text in quotes"))
    }
}

fn key_list() -> String {
    format!("one of the keys \"{}\"", KEYS.join("\", \""))
}
