//! Ctrl-C in a game: the game is saved, and the command that continues it is printed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rootward_session::SavedGame;

use crate::events::Stopped;
use crate::interrupt::{call_on_interrupt, end};

/// The game as it stands, for the thread that handles Ctrl-C: the one that plays may be waiting for a move.
#[derive(Clone)]
pub struct KeptGame {
    game: Arc<Mutex<SavedGame>>,
}

impl KeptGame {
    /// Keeps a game, and saves it on Ctrl-C. `from` is the file that it was loaded from.
    pub fn new(game: &SavedGame, from: Option<&Path>, json: bool) -> KeptGame {
        let kept = KeptGame { game: Arc::new(Mutex::new(game.clone())) };
        let (on_signal, from, before) = (kept.clone(), from.map(Path::to_owned), game.moves.clone());
        call_on_interrupt(move || {
            let game = on_signal.lock().clone();
            tell(&leave(&game, game.moves == before, from.as_deref(), Path::new(".")), json);
            end();
        });
        kept
    }

    /// The moves have changed.
    pub fn update(&self, moves: Vec<String>) {
        self.lock().moves = moves;
    }

    fn lock(&self) -> MutexGuard<'_, SavedGame> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The message at the end, and the file that continues the game.
struct SavedNote {
    words: String,
    file: Option<PathBuf>,
}

/// Saves a game in a folder, if there is something to save.
fn leave(game: &SavedGame, is_unchanged: bool, from: Option<&Path>, folder: &Path) -> SavedNote {
    let go_on = |file: &Path| format!("To go on: rootward play --load {}", file.display());
    if is_unchanged {
        let words = from.map_or_else(|| "Nothing was played.".to_owned(), go_on);
        return SavedNote { words, file: from.map(Path::to_owned) };
    }
    for folder in [folder, &std::env::temp_dir()] {
        let file = free_name(game, folder);
        if game.save(&file).is_ok() {
            return SavedNote { words: format!("The game is saved. {}", go_on(&file)), file: Some(file) };
        }
    }
    let words = format!("The game cannot be saved. It is this, for a file that --load takes:\n{}", game.text());
    SavedNote { words, file: None }
}

/// The first name that is free: `connect-four-1.game`. No game is overwritten.
fn free_name(game: &SavedGame, folder: &Path) -> PathBuf {
    let name: String = game.game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect();
    let named = |number: u32| {
        let name = format!("{name}-{number}.game");
        // A name without a folder is easier to type.
        if folder == Path::new(".") { PathBuf::from(name) } else { folder.join(name) }
    };
    (1..100_000).map(named).find(|path| !path.exists()).unwrap_or_else(|| named(100_000))
}

fn tell(farewell: &SavedNote, json: bool) {
    use std::io::Write;
    let words = format!("Stopped by Ctrl-C. {}", farewell.words);
    let line = match json {
        true => {
            let stopped = Stopped { event: "stopped", text: &words, file: farewell.file.as_deref() };
            serde_json::to_string(&stopped).unwrap_or_default()
        }
        false => format!("\n{words}"),
    };
    let _ = writeln!(std::io::stdout(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_game_is_saved_under_a_free_name_and_no_other_is_overwritten() {
        let folder = std::env::temp_dir().join(format!("rootward-keep-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let game = SavedGame {
            game: "connect-four:8x7".to_owned(),
            position: None,
            human: 0,
            level: 3,
            seed: 1,
            moves: vec!["4".to_owned()],
        };
        for number in 1..=2 {
            let farewell = leave(&game, false, None, &folder);
            let file = folder.join(format!("connect-four-8x7-{number}.game"));
            assert!(
                farewell.words.ends_with(&format!("rootward play --load {}", file.display())),
                "{}",
                farewell.words
            );
            assert_eq!(SavedGame::load(&file).as_ref(), Ok(&game));
        }
        let unchanged = leave(&game, true, Some(Path::new("old.game")), &folder);
        assert_eq!(unchanged.words, "To go on: rootward play --load old.game");
        assert_eq!(leave(&game, true, None, &folder).words, "Nothing was played.");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(folder).unwrap();
    }
}
