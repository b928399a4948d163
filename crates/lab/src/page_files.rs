//! The list of the page's files. A new file in `page/` needs one line here; a test notices if it is forgotten.

/// Embeds files of `page/` with their names.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../page/", $name)).as_slice())),*]
    };
}

/// Names and contents.
pub(crate) const FILES: &[(&str, &[u8])] = files!["index.html"];
