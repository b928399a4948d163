//! Files that are replaced whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file so that a failure or a crash leaves the old one unchanged: into a temporary file first.
pub fn replace_file(path: &Path, content: &(impl AsRef<[u8]> + ?Sized)) -> io::Result<()> {
    replace_file_with(path, |file| file.write_all(content.as_ref()))
}

/// The same for content that is written piece by piece, so that it need not be in memory at once.
pub fn replace_file_with(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let write_to = |file: &File| {
        let mut buffered = BufWriter::new(file);
        write(&mut buffered)?;
        buffered.flush()
    };
    path.file_name().ok_or_else(|| io::Error::other("this is not the name of a file"))?;
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        // A device or a pipe is written to. To replace it would remove it from the system.
        return write_to(&File::options().write(true).open(path)?);
    }
    let temporary = with_ending(path, &format!(".{}.tmp", std::process::id()));
    let written = File::create(&temporary)
        .and_then(|file| write_to(&file).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// The name of a file while it grows: the final name and `.part`.
pub fn part_of(path: &Path) -> PathBuf {
    with_ending(path, ".part")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_or_left_alone() {
        let folder = std::env::temp_dir().join(format!("rootward-replace-{}", std::process::id()));
        fs::create_dir_all(folder.join("taken")).unwrap();
        let path = folder.join("a.txt");
        replace_file(&path, "old").unwrap();
        replace_file(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        let failed = replace_file_with(&path, |file| file.write_all(b"half").and(Err(io::Error::other("no more"))));
        assert!(failed.is_err() && fs::read_to_string(&path).unwrap() == "new", "half a file is none");
        assert!(replace_file(&folder.join("taken"), "x").is_err(), "a folder");
        assert!(replace_file(&folder.join("none").join("a.txt"), "x").is_err());
        assert!(replace_file(Path::new("/"), "x").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "no temporary file is left");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_device_is_written_to_and_stays() {
        // By links: a failure of this test must not replace the devices themselves.
        let folder = std::env::temp_dir().join(format!("rootward-devices-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (device, fails) in [("/dev/full", true), ("/dev/null", false)] {
            let link = folder.join(Path::new(device).file_name().unwrap());
            std::os::unix::fs::symlink(device, &link).unwrap();
            let written = replace_file(&link, "text");
            assert_eq!(written.err().map(|error| error.kind()), fails.then_some(io::ErrorKind::StorageFull));
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{device} was replaced");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_growing_file_stands_beside_the_finished_one() {
        assert_eq!(part_of(Path::new("a/b.pgn")), Path::new("a/b.pgn.part"));
    }
}
