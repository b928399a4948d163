//! Files that commands write. They are checked before the work, and what a file would have held is printed if it cannot be
//! written after all: an hour's work is not lost to a typing mistake or a full disk.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use rootward_session::{Problem, replace_file};

use crate::events::Unwritten;
use crate::failure::Failure;
use crate::output::Output;

/// What may be replaced, for every command that writes a file. A file that already exists is not replaced unless `--force` says
/// so, and that is known before the work. What a command has begun itself it goes on with.
#[derive(ClapArgs, Clone, Copy)]
pub struct ReplaceArgs {
    /// Replace files that already exist
    #[arg(long)]
    force: bool,
}

impl ReplaceArgs {
    /// Checks files that appear when the work is done: their folders are there and let a file be made, and nothing is replaced
    /// without leave. `-` is stdout.
    pub fn check<'a>(self, paths: impl IntoIterator<Item = &'a Path>) -> Result<(), Problem> {
        for path in paths {
            check_one(path)?;
            if path.is_file() && !self.force {
                return Err(there(path));
            }
        }
        Ok(())
    }

    /// Checks a folder that gets several files, of which one is named: it is made if it is not there.
    pub fn check_folder(self, folder: &Path, one: impl Fn(&str) -> bool) -> Result<(), Problem> {
        let refused = |error: io::Error| cannot(folder, error);
        fs::create_dir_all(folder).map_err(refused)?;
        check_one(&folder.join("x"))?;
        for entry in fs::read_dir(folder).map_err(refused)? {
            let name = entry.map_err(refused)?.file_name();
            if one(&name.to_string_lossy()) && !self.force {
                return Err(there(&folder.join(name)));
            }
        }
        Ok(())
    }

    /// Does work that goes on with a file of its own. A file of something else is in its way: with `--force` it is removed.
    pub fn in_place<T>(self, mut work: impl FnMut() -> Result<T, Problem>) -> Result<T, Problem> {
        let problem = match work() {
            Err(problem) if problem.foreign_file().is_some() => problem,
            done => return done,
        };
        let Some(path) = problem.foreign_file().filter(|_| self.force) else {
            return Err(Problem::sentence(format!("{problem}; --force replaces the file")));
        };
        fs::remove_file(path).map_err(|error| cannot(path, error))?;
        work()
    }
}

/// A file that is not replaced.
pub fn there(path: &Path) -> Problem {
    let problem = format!("the file '{}' already exists", path.display());
    Problem::new(problem, "another name, or --force to replace it")
}

/// Checks a file that a command goes on with, which is read as well as written.
pub fn check_growing<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), Problem> {
    for path in paths {
        check_one(path)?;
        if path == Path::new("-") || path.exists() && !path.is_file() {
            return Err(cannot(path, "what it holds is read again to go on with"));
        }
    }
    Ok(())
}

/// Checks that files can be made, and leaves it open what is replaced.
pub fn check_folder_of<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), Problem> {
    paths.into_iter().try_for_each(check_one)
}

fn cannot(path: &Path, why: impl Display) -> Problem {
    let problem = format!("the file '{}' cannot be written: {why}", path.display());
    Problem::new(problem, "the name of a file in a folder that is there and may be written to")
}

fn check_one(path: &Path) -> Result<(), Problem> {
    if path == Path::new("-") {
        return Ok(());
    }
    let refused = |why: String| Err(cannot(path, why));
    if path.file_name().is_none() || path.is_dir() {
        return refused("it is a folder".to_owned());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.exists() {
        return refused(format!("there is no folder '{}'", folder.display()));
    }
    if !folder.is_dir() {
        return refused(format!("'{}' is not a folder", folder.display()));
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

/// A file that grows under another name and gets its own at the end, so that what it replaces is there until then.
pub struct Growing {
    path: PathBuf,
    part: PathBuf,
    file: File,
    is_whole: bool,
}

impl Growing {
    /// Begins the file. A device or a pipe is written to as it is.
    pub fn create(path: &Path) -> Result<Growing, Problem> {
        let path = path.to_owned();
        let mut other = path.as_os_str().to_owned();
        other.push(format!(".{}.tmp", std::process::id()));
        let part = if path.exists() && !path.is_file() { path.clone() } else { other.into() };
        let file = File::create(&part).map_err(|error| Problem::unwritten(&path, error))?;
        Ok(Growing { path, part, file, is_whole: true })
    }

    /// Adds to it.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.file.write_all(bytes);
        self.is_whole &= written.is_ok();
        written.map_err(|error| unwritten(&self.path, &error))
    }

    /// Gives it its name; what could not be written whole is removed, for which there was an error already.
    pub fn finish(self) -> Result<(), Failure> {
        if self.part == self.path {
            return Ok(());
        }
        if !self.is_whole {
            let _ = fs::remove_file(&self.part);
            return Ok(());
        }
        let named = self.file.sync_all().and_then(|()| fs::rename(&self.part, &self.path));
        named.map_err(|error| unwritten(&self.path, &error))
    }
}

/// Writes a file whole. If that fails, what it would have held is printed, if it is text, and the error names the file.
pub fn write(path: &Path, content: &[u8], output: &mut Output) -> Result<(), Failure> {
    replace_file(path, content).map_err(|error| {
        // What cannot be printed either is lost; the error of the file is the one to report.
        let _ = match std::str::from_utf8(content) {
            Ok(text) if output.json => output.event("unwritten", &Unwritten { file: path.display().to_string(), text }),
            Ok(text) => output.text(text).and_then(|()| output.flush()).map_err(Failure::from),
            Err(_) => Ok(()),
        };
        unwritten(path, &error)
    })
}

/// The error of a file that could not be written: the exit code is 1.
pub fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Problem::unwritten(path, error).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_refused_before_anything_is_written() {
        let folder = std::env::temp_dir().join(format!("rootward-target-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (kept, forced) = (ReplaceArgs { force: false }, ReplaceArgs { force: true });
        let refusal = |path: &Path| forced.check([path]).unwrap_err().to_string();
        assert!(refusal(&folder).contains("it is a folder"));
        assert!(refusal(Path::new("/")).contains("it is a folder"));
        assert!(refusal(&folder.join("none/w.txt")).contains("there is no folder '"));
        let file = folder.join("w.txt");
        fs::write(&file, "kept").unwrap();
        assert!(refusal(&file.join("w.txt")).contains("is not a folder"));
        assert_eq!(forced.check([file.as_path(), Path::new("-"), Path::new("w.txt")]), Ok(()));
        let there = kept.check([file.as_path()]).unwrap_err().to_string();
        assert!(there.ends_with("w.txt' already exists; expected another name, or --force to replace it"), "{there}");
        assert!(kept.check_folder(&folder, |name| name == "w.txt").is_err());
        assert_eq!(forced.check_folder(&folder, |name| name == "w.txt"), Ok(()));
        assert_eq!(kept.check_folder(&folder.join("new"), |_| true), Ok(()));
        assert_eq!((check_growing([file.as_path()]), check_growing([Path::new("-")]).is_err()), (Ok(()), true));
        assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing is left behind");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_of_something_else_is_removed_only_with_force() {
        let path = std::env::temp_dir().join(format!("rootward-foreign-{}", std::process::id()));
        let work = || if path.exists() { Err(Problem::sentence("not mine").with_foreign_file(&path)) } else { Ok(7) };
        fs::write(&path, "kept").unwrap();
        let problem = ReplaceArgs { force: false }.in_place(work).unwrap_err().to_string();
        assert_eq!(problem, "not mine; --force replaces the file");
        assert!(path.exists());
        assert_eq!(ReplaceArgs { force: true }.in_place(work), Ok(7));
    }
}
