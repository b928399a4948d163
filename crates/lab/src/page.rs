//! The files of the page, which are part of the program.

use crate::call::Call;
use crate::page_files::FILES;
use crate::refusal::Refusal;
use crate::reply::Response;
use crate::setting::fingerprint;

/// Whether this path is that of a page file, existing or not.
pub(crate) fn is_page_file(path: &str) -> bool {
    path == "/" || path.starts_with("/assets/")
}

/// The file at this path, or "not modified" if the client's copy is the same.
pub(crate) fn file(call: &Call) -> Result<Response, Refusal> {
    if !matches!(call.method.as_str(), "GET" | "HEAD") {
        return Err(Refusal::new(405, "a file can only be read; expected GET"));
    }
    let name = call.path.strip_prefix("/assets/").unwrap_or("index.html");
    let missing = || Refusal::new(404, format!("the page has no file '{}'", name.chars().take(60).collect::<String>()));
    let bytes = read(name).ok_or_else(missing)?;
    let tag = format!("\"{}\"", fingerprint(&bytes));
    // The names stay the same when the program changes, so the browser has to ask; the response is then "not modified".
    let fresh = |response: Response| response.header("etag", tag.clone()).header("cache-control", "no-cache");
    if call.known.as_deref() == Some(tag.as_str()) {
        return Ok(fresh(Response { status: 304, ..Response::file(content_type(name), Vec::new()) }));
    }
    Ok(fresh(Response::file(content_type(name), bytes)))
}

/// During development, the page's files may come from a directory.
#[cfg(debug_assertions)]
fn read(name: &str) -> Option<Vec<u8>> {
    let plain = |part: &str| !part.is_empty() && !part.starts_with('.');
    match std::env::var_os("ROOTWARD_PAGE_DIR") {
        Some(folder) if name.split('/').all(plain) => std::fs::read(std::path::Path::new(&folder).join(name)).ok(),
        _ => embedded(name),
    }
}

#[cfg(not(debug_assertions))]
fn read(name: &str) -> Option<Vec<u8>> {
    embedded(name)
}

fn embedded(name: &str) -> Option<Vec<u8>> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| bytes.to_vec())
}

/// All files of the page, with their names.
pub(crate) fn all() -> Vec<(&'static str, Vec<u8>)> {
    FILES.iter().filter_map(|(name, _)| Some((*name, read(name)?))).collect()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_file_of_the_page_is_part_of_the_program() {
        fn collect(folder: &Path, prefix: &str, names: &mut Vec<String>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let entry = entry.unwrap();
                let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
                if entry.path().is_dir() {
                    collect(&entry.path(), &format!("{name}/"), names);
                } else {
                    names.push(name);
                }
            }
        }
        let mut names = Vec::new();
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("page"), "", &mut names);
        names.sort();
        let mut known: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        known.sort_unstable();
        assert_eq!(names, known, "src/page_files.rs lists the files of page/");
    }

    #[test]
    fn a_file_is_sent_once_and_then_confirmed() {
        let first = file(&Call::get("/")).unwrap();
        assert_eq!((first.status, first.content_type), (200, "text/html; charset=utf-8"));
        let tag = first.headers.iter().find(|(name, _)| *name == "etag").unwrap().1.clone();
        let again = file(&Call { known: Some(tag), ..Call::get("/") }).unwrap();
        assert_eq!((again.status, again.body.len()), (304, 0));
        for path in ["/assets/", "/assets/../src/lib.rs", "/assets/none.js"] {
            assert_eq!(file(&Call::get(path)).unwrap_err().status, 404, "{path}");
        }
    }
}
