//! From text to a [`Tree`]: lists in round or square brackets, with names, labels, sides and estimates.
//!
//! The parser keeps its own stack of open brackets instead of recursing, so no text can exhaust the stack of a thread.

use rootward_game::{Side, TextError};

use super::draft::{Content, Draft, Figure};
use super::number::excerpt;
use super::object::Object;
use super::rules::Tree;
use super::scan::{Scanner, Spot, Token};

/// Reads a whole text as one tree.
pub(super) fn parse(text: &str) -> Result<Tree, TextError> {
    let mut parser = Parser::new(text)?;
    if parser.ahead.token == Token::End {
        return Err(parser.error_ahead("there is no tree in the text", "a tree like ((3 12 8) (2 4 6))"));
    }
    parser.node(None)?;
    while let Some(frame) = parser.open.pop() {
        match frame {
            Frame::List(list) => parser.go_on_with_list(list)?,
            Frame::Object(object) => parser.go_on_with_object(object)?,
        }
    }
    if parser.ahead.token != Token::End {
        let problem = format!("{} after the end of the tree", parser.describe_ahead());
        return Err(parser.error_ahead(problem, "one tree and nothing else"));
    }
    parser.draft.finish()
}

/// The player or chance, at a node that is an exception to the rule that sides alternate.
#[derive(Clone, Copy)]
pub(super) enum Decider {
    Side(Side),
    Chance,
}

impl Decider {
    /// The decider with this name in the text.
    pub(super) fn named(word: &Word, text: &str) -> Result<Decider, TextError> {
        match word.text.to_ascii_lowercase().as_str() {
            "max" => Ok(Decider::Side(Side::First)),
            "min" => Ok(Decider::Side(Side::Second)),
            "chance" => Ok(Decider::Chance),
            _ => {
                let problem = format!("there is no side '{}'", excerpt(&word.text));
                Err(TextError::new(problem, "max, min or chance").at(text, word.start))
            }
        }
    }

    /// A node with children.
    pub(super) fn content(decider: Option<Decider>, estimate: Option<Figure>) -> Content {
        match decider {
            None => Content::Choice { side: None, estimate },
            Some(Decider::Side(side)) => Content::Choice { side: Some(side), estimate },
            Some(Decider::Chance) => Content::Chance { estimate },
        }
    }
}

/// Is this word a kind of node, so that it must be quoted to be a name?
pub(super) fn is_reserved(text: &str) -> bool {
    ["max", "min", "chance"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// A bracket that is still open.
pub(super) enum Frame {
    List(List),
    Object(Object),
}

/// The brackets around the children of a node.
pub(super) struct List {
    owner: usize,
    bracket: char,
    start: usize,
    /// The list is the value of `"children"` in an object, and the node ends with the object.
    in_object: bool,
}

/// A word and its offset.
pub(super) struct Word {
    pub(super) text: String,
    pub(super) quoted: bool,
    pub(super) start: usize,
}

impl Word {
    fn may_be_name(&self) -> bool {
        self.quoted || !is_reserved(&self.text)
    }
}

/// Everything that can come before the number or the brackets of a node.
#[derive(Default)]
struct Head {
    probability: Option<Figure>,
    label: Option<Word>,
    name: Option<Word>,
    decider: Option<Decider>,
    estimate: Option<Figure>,
}

/// The state of the parser: the draft so far, the open brackets, and one token of lookahead.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    scanner: Scanner<'t>,
    pub(super) ahead: Spot,
    pub(super) draft: Draft<'t>,
    pub(super) open: Vec<Frame>,
}

/// The grammar of lists.
impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Result<Parser<'t>, TextError> {
        let mut scanner = Scanner::new(text);
        let ahead = scanner.advance()?;
        Ok(Parser { text, scanner, ahead, draft: Draft::new(text), open: Vec::new() })
    }

    /// A leaf, or an interior node up to its opening bracket.
    fn node(&mut self, parent: Option<usize>) -> Result<(), TextError> {
        let start = self.ahead.start;
        if self.ahead.is('{') {
            return self.open_object(parent);
        }
        // Only the token after a number tells whether it is a leaf or a probability.
        let mut first = None;
        if matches!(self.ahead.token, Token::Number(_)) {
            let figure = self.figure("nothing")?;
            if !self.eat(':')? {
                return self.leaf(parent, Head::default(), figure, start);
            }
            first = Some(figure);
        }
        let head = Head { probability: first, ..self.head()? };
        let may_be_leaf = head.decider.is_none() && head.estimate.is_none();
        match self.ahead.token {
            Token::Number(_) if may_be_leaf => {
                let value = self.figure("the name")?;
                self.leaf(parent, head, value, start)
            }
            Token::Sign('(' | '[') => {
                let content = Decider::content(head.decider, head.estimate);
                let node = self.draft.add(parent, content, start)?;
                self.apply_head(node, head);
                self.open_list(node, false)
            }
            _ => {
                let problem = format!("{} where the node's content should be", self.describe_ahead());
                Err(self.error_ahead(problem, if may_be_leaf { "a number or '('" } else { "'('" }))
            }
        }
    }

    fn head(&mut self) -> Result<Head, TextError> {
        let mut head = Head::default();
        let mut word = self.word()?;
        if word.is_some() && self.eat(':')? {
            head.label = word;
            word = self.word()?;
        }
        if let Some(name) = word.take_if(|word| word.may_be_name()) {
            head.name = Some(name);
            self.eat('=')?;
            word = self.word()?;
        }
        if let Some(second) = word.take_if(|word| word.may_be_name()) {
            let problem = format!("'{}' is a second name", excerpt(&second.text));
            return Err(self.error(second.start, problem, "a number, '(', max, min or chance"));
        }
        if let Some(word) = word {
            head.decider = Some(Decider::named(&word, self.text)?);
        }
        if self.eat('~')? {
            head.estimate = Some(self.figure("'~'")?);
        }
        Ok(head)
    }

    fn leaf(&mut self, parent: Option<usize>, head: Head, value: Figure, start: usize) -> Result<(), TextError> {
        if self.ahead.is(':') {
            let problem = format!("the number {} cannot be a label", &self.text[value.start..value.end]);
            return Err(self.error(value.start, problem, "a name, or the number in quotes"));
        }
        let node = self.draft.add(parent, Content::Leaf(value), start)?;
        self.apply_head(node, head);
        self.end_of_node()
    }

    /// Records what the head says about the node itself.
    fn apply_head(&mut self, node: usize, head: Head) {
        if let Some(probability) = head.probability {
            self.draft.set_probability(node, probability);
        }
        if let Some(name) = head.name {
            self.draft.set_name(node, name.text, name.start);
        }
        if let Some(label) = head.label {
            self.draft.set_label(node, label.text);
        }
    }

    /// Reads the bracket before the children of `owner`.
    pub(super) fn open_list(&mut self, owner: usize, in_object: bool) -> Result<(), TextError> {
        let start = self.ahead.start;
        let bracket = if self.ahead.is('(') { '(' } else { '[' };
        self.take()?;
        self.open.push(Frame::List(List { owner, bracket, start, in_object }));
        Ok(())
    }

    fn go_on_with_list(&mut self, list: List) -> Result<(), TextError> {
        match self.ahead.token {
            Token::Sign(')' | ']' | '}') => self.close_list(&list),
            Token::End => {
                let problem = format!("this '{}' is never closed", list.bracket);
                Err(self.error(list.start, problem, &format!("'{}'", closing(list.bracket))))
            }
            _ => {
                let owner = list.owner;
                self.open.push(Frame::List(list));
                self.node(Some(owner))
            }
        }
    }

    fn close_list(&mut self, list: &List) -> Result<(), TextError> {
        if !self.ahead.is(closing(list.bracket)) {
            let (line, column) = TextError::new("", "").at(self.text, list.start).place.unwrap_or_default();
            let opened = format!("the '{}' of line {line}, column {column}", list.bracket);
            let problem = format!("{} closes {opened}", self.describe_ahead());
            return Err(self.error_ahead(problem, &format!("'{}'", closing(list.bracket))));
        }
        if list.in_object {
            return self.take().map(|_| ());
        }
        if self.draft.child_count(list.owner) == 0 {
            return Err(self.error_ahead("the node has no children", "at least one: a number or '('"));
        }
        self.take()?;
        self.end_of_node()
    }

    /// A comma may follow every node of a list.
    pub(super) fn end_of_node(&mut self) -> Result<(), TextError> {
        if matches!(self.open.last(), Some(Frame::List(_))) {
            self.eat(',')?;
        }
        Ok(())
    }
}

/// The words and signs of the grammar.
impl Parser<'_> {
    /// Takes the lookahead token.
    pub(super) fn take(&mut self) -> Result<Token, TextError> {
        let next = self.scanner.advance()?;
        Ok(std::mem::replace(&mut self.ahead, next).token)
    }

    /// Takes a sign if it is the next token.
    pub(super) fn eat(&mut self, sign: char) -> Result<bool, TextError> {
        let found = self.ahead.is(sign);
        if found {
            self.take()?;
        }
        Ok(found)
    }

    /// Takes a word if it is the next token.
    pub(super) fn word(&mut self) -> Result<Option<Word>, TextError> {
        let start = self.ahead.start;
        if !matches!(self.ahead.token, Token::Word { .. }) {
            return Ok(None);
        }
        match self.take()? {
            Token::Word { text, quoted } => Ok(Some(Word { text, quoted, start })),
            _ => Ok(None),
        }
    }

    /// Takes a number, which must follow here.
    pub(super) fn figure(&mut self, after: &str) -> Result<Figure, TextError> {
        let (start, end) = (self.ahead.start, self.ahead.end);
        let number = match &self.ahead.token {
            Token::Number(number) => *number,
            _ => {
                let problem = format!("{} after {after}", self.describe_ahead());
                return Err(self.error_ahead(problem, "a number"));
            }
        };
        self.take()?;
        Ok(Figure { number, start, end })
    }

    pub(super) fn describe_ahead(&self) -> String {
        self.ahead.describe(self.text)
    }

    pub(super) fn error_ahead(&self, problem: impl Into<String>, expected: &str) -> TextError {
        self.error(self.ahead.start, problem, expected)
    }

    pub(super) fn error(&self, offset: usize, problem: impl Into<String>, expected: &str) -> TextError {
        TextError::new(problem, expected).at(self.text, offset)
    }
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}
