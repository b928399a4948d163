//! The tags before a game.

/// The tags that every game has, in the order of the standard, with their values if unknown. The result, which is one
/// of them, belongs to the [record](crate::Record) itself.
pub const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// Names with values, in the order in which they were set. Result, starting position and variant are not among them: they
/// are fields of the [record](crate::Record), and are written from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in place of its former value. A name keeps its letters, digits and underscores; control characters of a
    /// value become blanks. Without a name nothing is set.
    pub fn set(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None if name.is_empty() => {}
            None => self.0.push((name, value)),
        }
    }

    /// Removes a tag.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let place = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(place).1)
    }

    /// All tags.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The players, as a title: `Fischer, R. – Spassky, B.`; none if neither is known.
    pub fn players(&self) -> Option<String> {
        let name = |tag| self.get(tag).filter(|name| !name.is_empty() && *name != "?");
        let (white, black) = (name("White"), name("Black"));
        white.or(black)?;
        Some(format!("{} – {}", white.unwrap_or("?"), black.unwrap_or("?")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_set_once_and_tidied() {
        let mut tags = Tags::default();
        tags.set("Ev ent]", "a\nb");
        tags.set("Event", "c\"");
        tags.set("]", "lost");
        assert_eq!(tags.iter().collect::<Vec<_>>(), [("Event", "c\"")]);
        assert_eq!((tags.players(), tags.remove("Event").as_deref(), tags.is_empty()), (None, Some("c\""), true));
        tags.set("Black", "Anna");
        assert_eq!(tags.players().as_deref(), Some("? – Anna"));
    }
}
