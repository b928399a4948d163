//! Properties that readers of files rely on.

use std::io::{self, Read};
use std::time::Duration;

use rootward_pgn::{GameResult, Line, Nag, ReadError, Reader, Record, written};

fn read(text: impl AsRef<[u8]>) -> Vec<Result<Record, String>> {
    let sentence = |error: ReadError| error.to_string();
    Reader::new(text.as_ref()).map(|game| game.map_err(sentence)).collect()
}

fn only(text: impl AsRef<[u8]>) -> Record {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).unwrap()
}

fn sans(record: &Record, line: &Line) -> String {
    let bare = Record { line: Line::of(line.moves()), tags: Default::default(), ..record.clone() };
    written(&bare).rsplit("]\n\n").next().unwrap().trim_end().to_owned()
}

#[test]
fn a_game_with_everything_is_read() {
    let game = only(
        "\u{feff}[Event \"Test \\\"open\\\"\"]\r\n[White \"Müller\"]\r\n[Black \"B\"]\r\n[Result \"0-1\"]\r\n\r\n\
         % an escape: 1. h4\r\n{before} 1. e4! {[%clk 0:05:01] king's pawn} e5 $6 ; to the end of the line 2. Kh9\r\n\
         (1... c5 2. Nf3 (2. c3!? d5) 2... d6) 2.Nf3 Nc6 3.Bb5 a6 4.O-O 0-1\r\n",
    );
    assert_eq!(game.tags.get("Event"), Some("Test \"open\""));
    assert_eq!((game.tags.players().as_deref(), game.result), (Some("Müller – B"), GameResult::Black));
    assert_eq!(sans(&game, &game.line), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 0-1");
    assert_eq!(game.line.intro[0].text(), "before");
    let [first, second, ..] = game.line.plies.as_slice() else { panic!() };
    assert_eq!((first.nags.as_slice(), second.nags.as_slice()), (&[Nag::GOOD][..], &[Nag::DUBIOUS][..]));
    assert_eq!(first.comments[0].clock(), Some(Duration::from_secs(301)));
    assert_eq!(second.comments[0].text(), "to the end of the line 2. Kh9");
    let variation = &second.variations[0];
    assert_eq!((variation.plies.len(), variation.plies[1].variations[0].plies.len()), (3, 2));
}

#[test]
fn games_begin_where_the_tags_say() {
    let game = only("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *");
    assert_eq!(sans(&game, &game.line), "7... Kd7 8. e4 *");
    assert!(written(&game).contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n"));
    let fen = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1";
    let game =
        only(format!("[Variant \"Fischer Random\"]\n[FEN \"{fen}\"]\n\n1. f3 f6 2. Bf2 *").replace("2. Bf2 ", ""));
    assert!(game.game.is_960());
    assert!(written(&game).contains("[FEN \"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1\"]"));
    let error = read("[Variant \"Atomic\"]\n\n1. e4 *").remove(0).unwrap_err();
    assert_eq!(error, "game 1, line 1, column 1: variant 'atomic' is another game; expected Standard or Chess960");
}

#[test]
fn a_bad_game_is_one_sentence_and_the_next_one_follows() {
    let text = "[Event \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5\n2. Ke3 Nc6 3. Bb5 *\n\n\
                [Event \"2\"]\n\n1. d4 {never closed\n\n1-0\n\n[Event \"3\"]\n\n1. c4 (1. Nf3 *\n\n\
                [Event \"4\"]\n[Site 4]\n[Round \"4\"]\n\n1. e4 1-0\n\n\
                [Event \"5\"]\n\n1. e4 $x *\n\n[Event \"6\"]\n[FEN \"8/8 w - - 0 1\"]\n\n1. e4 *\n\n[Event \"7\"]\n\n1. Nc3 1-0\n";
    let games = read(text);
    assert_eq!(games.len(), 7, "{games:#?}");
    let said: Vec<&str> = games[..6].iter().map(|game| game.as_ref().unwrap_err().as_str()).collect();
    assert!(said[0].starts_with("game 1 (A – B), line 6, column 4: 'Ke3' is not a legal move here; expected one of "));
    for (said, start) in said[1..].iter().zip([
        "game 2, line 10, column 7: this comment is not closed; expected '}' before the next game",
        "game 3, line 16, column 7: this variation is not closed; expected ')'",
        "game 4, line 19, column 1: this is no tag; expected [Name \"value\"]",
        "game 5, line 26, column 7: '$' is not a mark; expected $ and a number from 0 to 255",
        "game 6, line 29, column 1: the board has 2 ranks",
    ]) {
        assert!(said.starts_with(start), "{said} instead of {start}");
    }
    assert_eq!(games[6].as_ref().unwrap().tags.get("Event"), Some("7"));
}

#[test]
fn careless_files_are_read_all_the_same() {
    // No result, no empty line, no tags, a null move in a variation, Latin-1, a bare result after an unfinished tag
    // list.
    let games =
        read(b"[White \"K\xf6nig\"]\n1.e4 e5\n[White \"B\"]\n\n1. d4 d5 2. c4 (2. -- e5 3. Nf3) 2... c6\n\n1/2");
    let games: Vec<Record> = games.into_iter().map(Result::unwrap).collect();
    assert_eq!((games.len(), games[0].tags.get("White")), (2, Some("König")));
    assert_eq!(sans(&games[1], &games[1].line), "1. d4 d5 2. c4 c6 1/2-1/2");
    let aside = &games[1].line.plies[2].variations[0];
    assert!(aside.plies[0].is_null() && aside.plies.len() == 3 && aside.moves().count() == 0);
    let bare = read("1. e4 e5 1-0 1. d4 0-1\n\n1. c5 junk\n\n1. c4 *");
    let fine: Vec<bool> = bare.iter().map(Result::is_ok).collect();
    assert_eq!(fine, [true, true, false, true], "{bare:?}");
    assert!(read("").is_empty() && read("\u{feff} \n\n").is_empty());
    assert_eq!(read("hello world").len(), 1);
    let en_passant = only("1. e4 a6 2. e5 d5 3. exd6 e.p. Qxd6 *");
    assert_eq!(sans(&en_passant, &en_passant.line), "1. e4 a6 2. e5 d5 3. exd6 Qxd6 *");
    let wide: Vec<u8> = "\u{feff}1. e4 *\n1. d4 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let said: Vec<String> = read(wide).into_iter().map(Result::unwrap_err).collect();
    assert_eq!(said, ["game 1, line 1, column 1: this file is written in UTF-16; expected UTF-8 or Latin-1"]);
}

/// The moves as written again, and the remarks about them.
fn loosely(text: &str) -> (String, Vec<String>) {
    let mut reader = Reader::new(text.as_bytes());
    let game = reader.next().unwrap().unwrap_or_else(|error| panic!("{text}: {error}"));
    let remarks = reader.remarks().iter().map(ToString::to_string).collect();
    assert!(reader.next().is_none() && reader.remarks().is_empty());
    (written(&game).lines().last().unwrap().to_owned(), remarks)
}

#[test]
fn what_other_programs_accept_is_read_and_reported() {
    for (text, moves, said) in [
        ("1. e4 -- 2. d4 *", "1. e4 -- 2. d4 *", "column 7: '--' is a null move, which no player can make; it is kept"),
        ("1. e4 Z0 2. d4 *", "1. e4 -- 2. d4 *", "column 7: 'Z0' is a null move, which no player can make; it is kept"),
        ("1. 0000 e5 *", "1. -- e5 *", "column 4: '0000' is a null move, which no player can make; it is kept"),
        (
            "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Z0 4. Qf3 *",
            "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *",
            "column 30: 'Z0' is a null move in check; the line is left out from here on",
        ),
        ("1. e4 e5 2. Ba6+- *", "1. e4 e5 2. Ba6 $18 *", "column 13: 'Ba6+-' is read as Ba6 with the mark $18"),
        ("1. Nf3= d5 *", "1. Nf3 $10 d5 *", "column 4: 'Nf3=' is read as Nf3 with the mark $10"),
        ("1. Nf3± d5 *", "1. Nf3 $16 d5 *", "column 4: 'Nf3±' is read as Nf3 with the mark $16"),
        ("1. Nf3+/= *", "1. Nf3 $14 *", "column 4: 'Nf3+/=' is read as Nf3 with the mark $14"),
        ("1. Nf3N! *", "1. Nf3 $146 $1 *", "column 4: 'Nf3N' is read as Nf3 with the mark $146"),
        ("1. e4 f6 2. Qh5+= *", "1. e4 f6 2. Qh5+ $10 *", "column 13: 'Qh5+=' is read as Qh5+ with the mark $10"),
        ("1. e4 f6 2. Qh5ch g6 *", "1. e4 f6 2. Qh5+ g6 *", "column 13: 'Qh5ch' is read as Qh5+"),
        ("1. e4 e5 ) 2. d4 *", "1. e4 e5 2. d4 *", "column 10: ')' closes nothing and is left out"),
    ] {
        let said = format!("game 1, line 1, {said}");
        assert_eq!(loosely(text), (moves.to_owned(), vec![said]), "{text}");
    }
    let en_passant = "1. e4 a6 2. e5 d5 3. exd6 Qxd6 *";
    for glued in ["exd6e.p.", "exd6 e.p.", "exd6ep", "exd6 ep", "exd6 e. p."] {
        let (moves, remarks) = loosely(&en_passant.replace("exd6", glued));
        assert_eq!((moves.as_str(), remarks.len()), (en_passant, 1), "{glued}: {remarks:?}");
    }
    let unchanged = (en_passant.to_owned(), vec![]);
    assert_eq!(loosely(en_passant), unchanged, "what is written by the book is not remarked upon");
}

#[test]
fn remarks_name_the_game_and_are_few() {
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n[White \"A\"]\n[Black \"B\"]\n\n1. e4\n-- *\n";
    let mut reader = Reader::new(text.as_bytes());
    assert!(reader.next().unwrap().is_ok() && reader.remarks().is_empty());
    assert!(reader.next().unwrap().is_ok());
    assert_eq!(
        reader.remarks()[0].to_string(),
        "game 2 (A – B), line 10, column 1: '--' is a null move, which no player can make; it is kept"
    );
    let many = format!("1. e4 e5 {} *", ") ".repeat(10_000));
    let mut reader = Reader::new(many.as_bytes());
    assert!(reader.next().unwrap().is_ok() && reader.remarks().len() == 20);
}

#[test]
fn what_is_no_move_with_something_glued_to_it_is_still_refused() {
    for text in ["1. Ba4+- *", "1. exd6ep *", "1. Ke2= *", "1. Nf3e *", "1. Nf3$= *"] {
        assert!(read(text)[0].is_err(), "{text}");
    }
}

#[test]
fn moves_alone_can_be_had_without_the_rest() {
    let text = "[White \"A\"]\n\n1. e4 {x} (1. Kz9 (2. junk) {)}) e5 $1 2. Nf3! 1-0";
    let game = Reader::new(text.as_bytes()).main_line_only().next().unwrap().unwrap();
    assert_eq!(sans(&game, &game.line), "1. e4 e5 2. Nf3 1-0");
    assert!(game.line.plies.iter().all(|ply| ply.comments.is_empty() && ply.variations.is_empty()));
    let beginning = Reader::new(b"1. e4 e5 2. junk 1-0".as_slice()).first_plies(2).next().unwrap().unwrap();
    assert_eq!(sans(&beginning, &beginning.line), "1. e4 e5 1-0");
}

#[test]
fn nested_variations_end_before_the_stack_does() {
    let deep = format!("1. e4 {} *", "(1. d4 ".repeat(100_000));
    let error = read(deep).remove(0).unwrap_err();
    assert!(error.contains("variations are nested more than 100 deep; expected fewer"), "{error}");
    let game = only(format!("1. e4 {}{} *", "(1. d4 ".repeat(100), ")".repeat(100)));
    assert_eq!(game.line.plies.len(), 1);
}

#[test]
fn the_export_format_is_kept() {
    let text = "[ZZ \"z\"]\n[Black \"B\"]\n[AA \"\\\\\"]\n\n1. e4 {a long comment that has to go on in the next line, \
                with a clock [%clk 0:01:02] and a sign 100 %of something} e5 (1... c5 {Sicilian} 2. Nf3 $2 {x} d6 (2... e6)) \
                2. Nf3 {y} Nc6 *";
    let out = written(&only(text));
    assert!(out.starts_with(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"B\"]\n[Result \"*\"]\n\
         [AA \"\\\\\"]\n[ZZ \"z\"]\n\n1. e4 {a long"
    ));
    assert!(out.lines().all(|line| line.chars().count() <= 79 && !line.starts_with('%')), "{out}");
    assert!(out.contains("[%clk 0:01:02]"), "{out}");
    let flat = out.replace('\n', " ");
    assert!(
        flat.contains("1... e5 (1... c5 {Sicilian} 2. Nf3 $2 {x} 2... d6 (2... e6)) 2. Nf3 {y} 2... Nc6 *"),
        "{out}"
    );
}

#[test]
fn trouble_with_the_system_ends_the_reading() {
    struct Broken(bool);
    impl Read for Broken {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(io::Error::other("the disk is gone"));
            }
            let text = b"1. e4 *\n1. d4";
            room[..text.len()].copy_from_slice(text);
            Ok(text.len())
        }
    }
    let games: Vec<_> = Reader::new(Broken(false)).map(|game| game.map_err(|error| error.to_string())).collect();
    assert_eq!((games.len(), games[1].as_ref().unwrap_err().as_str()), (2, "the disk is gone"));
}
