//! The texts of a sheet in another language: whoever asks for it translates them, so that this crate needs no catalogue.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::make::Exercise;
use super::page::pages;
use super::sheet::{Paper, Part};

/// What stands on a sheet in the place of English texts.
///
/// ```
/// use rootward_draw::exercise::{Exercise, ExerciseSettings, Paper, Part, SheetFormat, Wording, sheet_in, texts};
///
/// let versions = vec![vec![Exercise::new(&ExerciseSettings::default()).unwrap()]];
/// assert!(texts(&versions, Part::Sheet).contains(&"Exercise 1".to_owned()));
/// let german = Wording::new("de", [("Exercise 1".to_owned(), "Aufgabe 1".to_owned())]);
/// let svg = String::from_utf8(sheet_in(&german, &versions, Paper::A4, SheetFormat::Svg, Part::Sheet)).unwrap();
/// assert!(svg.contains("Aufgabe 1") && !svg.contains("Exercise 1"));
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wording {
    /// The language by its code, such as `de`.
    language: String,
    /// A text for each English one. What is missing stays English.
    texts: BTreeMap<String, String>,
    /// The texts that were asked for.
    #[serde(skip)]
    asked: RefCell<BTreeSet<String>>,
}

impl Default for Wording {
    /// English, as it is.
    fn default() -> Wording {
        Wording::new("en", [])
    }
}

impl Wording {
    /// These texts, in the language with this code.
    pub fn new(language: &str, texts: impl IntoIterator<Item = (String, String)>) -> Wording {
        Wording { language: language.to_owned(), texts: texts.into_iter().collect(), asked: RefCell::default() }
    }

    /// The language by its code.
    pub(super) fn language(&self) -> &str {
        &self.language
    }

    /// A text in this language.
    pub(super) fn of(&self, english: &str) -> String {
        self.asked.borrow_mut().insert(english.to_owned());
        self.texts.get(english).map_or_else(|| english.to_owned(), Clone::clone)
    }
}

/// The English texts of a sheet or a key, each once.
pub fn texts(versions: &[Vec<Exercise>], part: Part) -> Vec<String> {
    let wording = Wording::default();
    for exercises in versions {
        pages(exercises, Paper::A4, part, (versions.len() > 1).then_some('A'), &wording);
    }
    wording.asked.into_inner().into_iter().collect()
}
