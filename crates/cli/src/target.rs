//! Files that commands write. They are checked before the work, and what a file would have held is printed if it cannot be
//! written after all: an hour's work is not lost to a typing mistake or a full disk.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

use rootward_session::{Problem, replace_file};
use serde_json::json;

use crate::failure::Failure;
use crate::output::Output;

/// Checks that files can be written: their folders are there and let a file be made. `-` is stdout.
pub fn check<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), Problem> {
    paths.into_iter().try_for_each(check_one)
}

fn check_one(path: &Path) -> Result<(), Problem> {
    if path == Path::new("-") {
        return Ok(());
    }
    let refused = |why: String| {
        let problem = format!("the file '{}' cannot be written: {why}", path.display());
        Err(Problem::new(problem, "the name of a file in a folder that is there and may be written to"))
    };
    if path.file_name().is_none() || path.is_dir() {
        return refused("it is a folder".to_owned());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.exists() {
        return refused(format!("there is no folder '{}'", folder.display()));
    }
    if !folder.is_dir() {
        return refused(format!("'{}' is no folder", folder.display()));
    }
    // A pipe or a device is written to as it is.
    if path.exists() && !path.is_file() {
        return Ok(());
    }
    probe(folder).or_else(|error| refused(format!("{error} in the folder '{}'", folder.display())))
}

/// Makes a file and removes it: the only sure way to know, on every system.
fn probe(folder: &Path) -> io::Result<()> {
    let probe = folder.join(format!(".rootward-{}.tmp", std::process::id()));
    OpenOptions::new().write(true).create_new(true).open(&probe)?;
    fs::remove_file(probe)
}

/// Writes a file whole. If that fails, what it would have held is printed, if it is text, and the error names the file.
pub fn write(path: &Path, content: &[u8], output: &mut Output) -> Result<(), Failure> {
    replace_file(path, content).map_err(|error| {
        // What cannot be printed either is lost; the error of the file is the one to report.
        let _ = match std::str::from_utf8(content) {
            Ok(text) if output.json => {
                output.event("unwritten", &json!({ "file": path.display().to_string(), "text": text }))
            }
            Ok(text) => output.text(text).and_then(|()| output.flush()).map_err(Failure::from),
            Err(_) => Ok(()),
        };
        unwritten(path, &error)
    })
}

/// The error of a file that could not be written: the exit code is 1.
pub fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::System(io::Error::other(format!("the file '{}' could not be written ({error})", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_refused_before_anything_is_written() {
        let folder = std::env::temp_dir().join(format!("rootward-target-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let refusal = |path: &Path| check([path]).unwrap_err().to_string();
        assert!(refusal(&folder).contains("it is a folder"));
        assert!(refusal(Path::new("/")).contains("it is a folder"));
        assert!(refusal(&folder.join("none/w.txt")).contains("there is no folder '"));
        let file = folder.join("w.txt");
        fs::write(&file, "kept").unwrap();
        assert!(refusal(&file.join("w.txt")).contains("is no folder"));
        assert_eq!(check([file.as_path(), Path::new("-"), Path::new("w.txt")]), Ok(()));
        assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
        fs::remove_dir_all(folder).unwrap();
    }
}
