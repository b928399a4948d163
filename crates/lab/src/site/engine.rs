//! The engine for browsers: is this file one, and of this version? And its compression.

use rootward_session::Problem;
use rootward_support::hash::crc32;

/// What the module's section [`SECTION`] holds: page and engine talk to each other, so that they have to be of one version.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");
const SECTION: &[u8] = b"rootward";

/// Refuses everything but an engine of this version.
pub(super) fn check(wasm: &[u8]) -> Result<(), Problem> {
    let expected = format!("the engine for browsers of version {VERSION}, as scripts/site makes it");
    let version = version_of(wasm).ok_or_else(|| Problem::new("this is no engine for browsers", &expected))?;
    if version == VERSION.as_bytes() {
        return Ok(());
    }
    let version: String = String::from_utf8_lossy(version).chars().filter(|c| !c.is_control()).take(20).collect();
    Err(Problem::new(format!("this engine for browsers has the version '{version}'"), expected))
}

/// The version that a module says it has; none if it is no module of ours.
fn version_of(wasm: &[u8]) -> Option<&[u8]> {
    let mut rest = wasm.strip_prefix(b"\0asm\x01\0\0\0")?;
    while !rest.is_empty() {
        let (&kind, after) = rest.split_first()?;
        let (length, after) = number(after)?;
        let (section, after) = after.split_at_checked(length)?;
        rest = after;
        if kind != 0 {
            continue;
        }
        let (length, section) = number(section)?;
        let (name, content) = section.split_at_checked(length)?;
        if name == SECTION {
            return Some(content);
        }
    }
    None
}

/// A number of at most 32 bits, seven in each byte, the lowest first.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut value = 0u64;
    for (place, byte) in bytes.iter().take(5).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some((usize::try_from(value).ok()?, &bytes[place + 1..]));
        }
    }
    None
}

/// Compresses as gzip does, without a name and a time, so that the same bytes give the same file.
pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff];
    packed.append(&mut miniz_oxide::deflate::compress_to_vec(bytes, 10));
    packed.extend(crc32(bytes).to_le_bytes());
    packed.extend((bytes.len() as u32).to_le_bytes());
    packed
}

/// A module that has a version and nothing else.
#[cfg(test)]
pub(super) fn sample(version: &str) -> Vec<u8> {
    let mut section = vec![SECTION.len() as u8];
    section.extend(SECTION);
    section.extend(version.as_bytes());
    let mut wasm = b"\0asm\x01\0\0\0\x01\x02xy\0".to_vec();
    wasm.push(section.len() as u8);
    wasm.extend(section);
    wasm
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_an_engine_of_this_version_is_taken() {
        assert_eq!(check(&sample(VERSION)), Ok(()));
        let old = check(&sample("0.0.9")).unwrap_err().to_string();
        assert!(old.starts_with("this engine for browsers has the version '0.0.9'; expected the engine"), "{old}");
        for other in [&b""[..], b"\0asm\x01\0\0\0", b"#!/bin/sh", b"\0asm\x01\0\0\0\0\xff\xff\xff\xff\xff"] {
            assert!(check(other).unwrap_err().to_string().starts_with("this is no engine for browsers; expected"));
        }
    }

    #[test]
    fn gzip_reads_back() {
        let bytes = include_bytes!("../../page/base.css");
        let packed = gzip(bytes);
        let body = &packed[10..packed.len() - 8];
        assert_eq!(miniz_oxide::inflate::decompress_to_vec(body).unwrap(), bytes);
        assert_eq!(packed[packed.len() - 4..], (bytes.len() as u32).to_le_bytes());
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes: Vec<u8>, cut in 0usize..40, changed in 0usize..40, to: u8) {
            let _ = check(&bytes);
            let mut damaged = sample(VERSION);
            let length = damaged.len();
            damaged[changed % length] = to;
            damaged.truncate(cut % (length + 1));
            let _ = check(&damaged);
        }
    }
}
