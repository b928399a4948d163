//! The features that a program announces: `feature ping=1 myname="Phalanx XXII" done=1`.

/// The features that a match needs to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Features {
    /// It answers `ping` when it has processed everything before.
    pub(super) ping: bool,
    /// It can start from a given position.
    pub(super) setboard: bool,
    /// Moves are sent with the word `usermove` before them.
    pub(super) usermove: bool,
    /// It wants to know the clocks.
    pub(super) time: bool,
    /// It can play another game after one.
    pub(super) reuse: bool,
}

/// The defaults for a program that announces nothing. Many old programs know `setboard` without saying so.
impl Default for Features {
    fn default() -> Features {
        Features { ping: false, setboard: true, usermove: false, time: true, reuse: true }
    }
}

impl Features {
    /// Sets a feature; false for one that this side does not offer.
    pub(super) fn set(&mut self, name: &str, value: &str) -> bool {
        let is_on = value == "1";
        match name {
            "ping" => self.ping = is_on,
            "setboard" => self.setboard = is_on,
            "usermove" => self.usermove = is_on,
            "time" => self.time = is_on,
            "reuse" => self.reuse = is_on,
            "done" | "myname" | "variants" | "option" | "colors" | "sigint" | "sigterm" | "analyze" | "debug"
            | "memory" | "smp" | "name" | "ics" | "pause" | "playother" | "draw" | "nps" | "egt" | "exclude" => {}
            // Moves are sent and read in coordinates.
            "san" => return !is_on,
            _ => return false,
        }
        true
    }
}

/// The features named in a line, with their values; empty for any other line.
pub(super) fn named(line: &str) -> Vec<(String, String)> {
    let Some(mut rest) = line.trim().strip_prefix("feature ").map(str::trim_start) else { return Vec::new() };
    let mut found = Vec::new();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        found.push((name.trim().to_owned(), value.to_owned()));
        rest = after.trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn features_are_read_with_their_quotes() {
        let line = "feature ping=1 myname=\"A = B\" usermove=1  setboard=0 reuse=0 san=1 done=1";
        let mut features = Features::default();
        let accepted: Vec<(String, bool)> =
            named(line).into_iter().map(|(name, value)| (name.clone(), features.set(&name, &value))).collect();
        assert_eq!(features, Features { ping: true, setboard: false, usermove: true, time: true, reuse: false });
        assert_eq!(accepted[1], ("myname".to_owned(), true));
        assert_eq!(accepted[5], ("san".to_owned(), false));
        assert!(named("tellics say hello=1").is_empty());
    }

    proptest! {
        #[test]
        fn any_line_is_read_without_a_panic(line in "feature [a-z=\"01 é]{0,40}|\\PC{0,40}") {
            let _ = named(&line);
        }
    }
}
