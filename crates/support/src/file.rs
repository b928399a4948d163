//! Files that are replaced whole, and small files that are read whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
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

/// No file that is read whole by [`read_small`] is larger: networks, weights, trees, lists of engines, saved games.
const SMALL: u64 = 64 << 20;

/// Reads a file whole that is known to be small. A device that never ends, or the wrong file, is refused before it fills the memory.
pub fn read_small(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(SMALL + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        0..=SMALL => Ok(bytes),
        _ => Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 64 MB")),
    }
}

/// The same for text.
pub fn read_small_text(path: &Path) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8");
    String::from_utf8(read_small(path)?).map_err(not_text)
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

    #[cfg(unix)]
    #[test]
    fn what_never_ends_is_refused_before_it_fills_the_memory() {
        assert_eq!(read_small(Path::new("/dev/zero")).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert!(read_small_text(Path::new("/dev/null")).is_ok_and(|text| text.is_empty()));
    }

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
