//! Reads lines of input from arbitrary bytes.

use std::io::{self, BufRead};

/// A longer line is truncated: no command is that long, and memory must not depend on a missing line break.
const LONGEST: usize = 1 << 20;

/// The next line without its line end; none at the end of the input. A last line without a line break counts.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() {
            break;
        }
        any = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST - line.len())]);
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(mut bytes: &[u8]) -> Vec<String> {
        std::iter::from_fn(|| next_line(&mut bytes).unwrap()).collect()
    }

    #[test]
    fn lines_end_at_breaks_and_the_last_one_at_the_end() {
        assert_eq!(all(b"uci\nisready\r\n\nquit"), ["uci", "isready\r", "", "quit"]);
        assert_eq!(all(b""), [] as [&str; 0]);
    }

    #[test]
    fn a_line_without_end_does_not_fill_the_memory() {
        let long = vec![b'x'; 3 * LONGEST];
        assert_eq!(all(&long)[0].len(), LONGEST);
        assert_eq!(all(&[&long[..], b"\nuci\n"].concat())[1], "uci");
    }

    proptest! {
        #[test]
        fn every_byte_is_read_once(bytes: Vec<u8>, size in 1usize..9) {
            let mut input = io::BufReader::with_capacity(size, &bytes[..]);
            let lines: Vec<String> = std::iter::from_fn(|| next_line(&mut input).unwrap()).collect();
            prop_assert_eq!(lines, all(&bytes));
        }
    }
}
