//! The page as files for any web host, with the engine as a WebAssembly module in the place of the server.
//!
//! `index.html` with `assets/` is for hosts: the browser keeps each file, also for use without a network. `rootward.html` is the
//! same in one file, for everything that is no web host: a file share, a mail, a stick. Browsers load neither modules nor workers
//! from files, so that one file has to hold all; `index.html`, opened as a file, leads there.

mod base64;
mod engine;
mod repeats;
mod single_file;

use rootward_session::Problem;

use crate::page;
use crate::setting::fingerprint;

/// A file of the site: its path below the site's folder, with slashes, and its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFile {
    /// The path.
    pub path: String,
    /// The content.
    pub content: Vec<u8>,
}

/// The file that holds everything.
pub const SINGLE_FILE: &str = "rootward.html";

/// The file that a host shows first.
pub const INDEX: &str = "index.html";

/// The engine beside the page, compressed.
const ENGINE: &str = "assets/rootward.engine";

const OFFLINE_WORKER: &str = "offline_worker.js";

const EXTRAS: [(&str, &[u8]); 4] = [
    ("manifest.webmanifest", include_bytes!("../../site/manifest.webmanifest")),
    ("icon-192.png", include_bytes!("../../site/icon-192.png")),
    ("icon-512.png", include_bytes!("../../site/icon-512.png")),
    ("icon-512-maskable.png", include_bytes!("../../site/icon-512-maskable.png")),
];

/// Lines for the head of `index.html`. A policy holds for what follows it, so that the first script is outside of it. The engine is
/// asked for before the scripts that need it have run.
const HEAD: &str = r##"  <script>if (location.protocol === "file:") location.replace("rootward.html" + location.search + location.hash);</script>
  <meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'">
  <meta name="theme-color" content="#0b62a8">
  <link rel="manifest" href="manifest.webmanifest">
  <link rel="apple-touch-icon" href="icon-192.png">
  <link rel="preload" href="assets/rootward.engine" as="fetch" crossorigin data-engine="assets/rootward.engine">
"##;

/// The site with this engine, a WebAssembly module. The files that lead to the others come last, so that a folder that is written
/// in this order is never half a new site.
pub fn site(wasm: &[u8]) -> Result<Vec<SiteFile>, Problem> {
    engine::check(wasm)?;
    let packed = engine::gzip(&repeats::without_repeats(wasm));
    let (index, assets): (Vec<_>, Vec<_>) = page::all().into_iter().partition(|(name, _)| *name == INDEX);
    let index = String::from_utf8(index.into_iter().flat_map(|(_, bytes)| bytes).collect())
        .map_err(|_| Problem::sentence("the page is no text"))?;
    let single = single_file::write(&index, &assets, &packed);
    let mut files = vec![file(ENGINE, packed)];
    files.extend(assets.into_iter().map(|(name, bytes)| file(format!("assets/{name}"), bytes)));
    files.extend(EXTRAS.map(|(name, bytes)| file(name, bytes.to_vec())));
    files.push(file(INDEX, index.replacen("  <title>", &format!("{HEAD}  <title>"), 1).into_bytes()));
    files.push(offline_worker(&files));
    files.push(file(SINGLE_FILE, single.into_bytes()));
    Ok(files)
}

fn file(path: impl Into<String>, content: Vec<u8>) -> SiteFile {
    SiteFile { path: path.into(), content }
}

/// The script that keeps these files in the browser. It names what they hold: with other content it is another script, and the
/// browser fetches all of them again.
fn offline_worker(files: &[SiteFile]) -> SiteFile {
    let names: String = files.iter().map(|file| format!("\"{}\", ", file.path)).collect();
    let all: Vec<u8> = files.iter().flat_map(|file| [file.path.as_bytes(), &file.content].concat()).collect();
    let script = include_str!("../../site/offline_worker.js")
        .replace("@VERSION@", &fingerprint(&all))
        .replace("/*@FILES@*/", &format!("\"./\", {}", names.trim_end_matches(", ")));
    file(OFFLINE_WORKER, script.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(files: &[SiteFile], path: &str) -> String {
        let found = files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("no {path}"));
        String::from_utf8(found.content.clone()).unwrap()
    }

    #[test]
    fn the_site_holds_all_that_its_page_asks_for() {
        let files = site(&engine::sample(engine::VERSION)).unwrap();
        let index = text(&files, INDEX);
        let asked = index.split(['"']).filter(|part| part.starts_with("assets/") || part.ends_with(".png"));
        let mut count = 0;
        for path in asked {
            assert!(files.iter().any(|file| file.path == path), "{path}");
            count += 1;
        }
        assert!(count > 10 && index.contains("Content-Security-Policy") && !index.contains("\"/assets"), "{index}");
        let worker = text(&files, OFFLINE_WORKER);
        for file in files.iter().filter(|file| ![OFFLINE_WORKER, SINGLE_FILE].contains(&file.path.as_str())) {
            assert!(worker.contains(&format!("\"{}\"", file.path)), "{} is kept for use without a network", file.path);
        }
        assert!(!worker.contains('@'), "{worker}");
    }

    #[test]
    fn another_content_is_another_version() {
        let worker = |engine: &[u8]| text(&site(engine).unwrap(), OFFLINE_WORKER);
        let mut other = engine::sample(engine::VERSION);
        assert_eq!(worker(&other), worker(&other));
        let before = worker(&other);
        other.extend([0, 2, 1, b'x']);
        assert_ne!(worker(&other), before);
    }
}
