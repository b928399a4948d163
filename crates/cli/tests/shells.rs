//! What shells and packagers ask for: completions, manual pages, the version.

use std::process::Command;

use crate::common::{run, scratch};

fn completions(shell: &str) -> String {
    run(&["completions", shell]).fine().out
}

/// The names of all games of this program.
fn names() -> Vec<String> {
    let games = run(&["games", "--json"]).fine().json();
    games.iter().map(|game| game["name"].as_str().unwrap().to_owned()).collect()
}

/// What bash offers for the last of these words.
#[cfg(unix)]
fn bash_offers(words: &[&str]) -> Vec<String> {
    let path = scratch(&format!("{}.bash", words.join("-")));
    std::fs::write(&path, completions("bash")).unwrap();
    let place = words.len() - 1;
    let program = format!(
        "source '{}' && COMP_WORDS=(\"$@\") && COMP_CWORD={place} && _rootward rootward '{}' '{}' && echo \"${{COMPREPLY[@]}}\"",
        path.display(),
        words[place],
        words[place - 1],
    );
    let output = Command::new("bash").args(["-c", &program, "bash"]).args(words).output().expect("bash runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().split_whitespace().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn bash_offers_the_games_where_a_command_takes_one() {
    assert_eq!(bash_offers(&["rootward", "solve", "connect"]), ["connect-four"]);
    assert_eq!(bash_offers(&["rootward", "book", "show", "connect"]), ["connect-four"]);
    for command in ["analyze", "solve", "trace", "play", "perft", "match", "compare"] {
        let offered = bash_offers(&["rootward", command, ""]);
        let missing: Vec<String> = names().into_iter().filter(|name| !offered.contains(name)).collect();
        assert_eq!(missing, [""; 0], "{command}");
        assert!(offered.iter().all(|word| word.starts_with('-') || names().contains(word)), "{command}: {offered:?}");
    }
    assert!(!bash_offers(&["rootward", "annotate", ""]).contains(&"chess".to_owned()));
}

#[test]
fn zsh_and_fish_offer_the_games_and_files_where_both_are_taken() {
    let all = names().join(" ");
    let zsh = completions("zsh");
    assert!(zsh.starts_with("#compdef rootward\n") && !zsh.contains("ROOTWARD-FILES"), "{zsh}");
    assert!(zsh.contains(&format!("_alternative 'games:game:({all})' 'files:file:_files'")), "{zsh}");
    // `trace`, `book info` and `book show`, and the function itself.
    assert!(zsh.matches("_rootward_game_or_file").count() >= 4, "{zsh}");
    assert!(zsh.matches(&format!(":({all})'")).count() > 5, "{zsh}");
    let fish = completions("fish");
    for condition in ["solve", "trace", "book; and __fish_seen_subcommand_from show"] {
        let line = format!("complete -c rootward -n \"__fish_rootward_using_subcommand {condition}\" -a \"{all}\"\n");
        assert!(fish.contains(&line), "{line}");
    }
}

#[test]
fn completions_do_not_narrow_what_is_accepted() {
    run(&["perft", "connect-four:4x4", "1"]).fine();
    run(&["perft", "connect-fuor", "1"]).refused("connect-four");
}

#[test]
fn a_program_with_another_name_completes_that_name() {
    let copy = scratch("my-games");
    let _ = std::fs::remove_file(&copy);
    std::fs::hard_link(env!("CARGO_BIN_EXE_rootward"), &copy).expect("a second name in the same folder tree");
    for (shell, needle) in
        [("bash", "default my-games\n"), ("zsh", "#compdef my-games\n"), ("fish", "complete -c my-games ")]
    {
        let output = Command::new(&copy).args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(script.contains(needle) && !script.contains("complete -c rootward"), "{shell}: {script}");
    }
}

#[test]
fn a_manual_page_is_printed_or_all_are_written() {
    assert!(run(&["man"]).fine().out.contains(".TH"));
    let directory = scratch("man");
    run(&["man", "--out", directory.to_str().unwrap()]).fine();
    assert!(directory.join("rootward-analyze.1").is_file());
}

/// The commit of this checkout; none where the sources are not under git.
fn checked_out() -> Option<String> {
    let git = |arguments: &[&str]| {
        let here = Command::new("git").args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().ok()?;
        here.status.success().then(|| String::from_utf8(here.stdout).unwrap().trim().to_owned())
    };
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    git(&["rev-parse", "HEAD"])
}

#[test]
fn the_version_names_commit_target_and_features() {
    let long = run(&["--version"]).fine().out;
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines[0], concat!("rootward ", env!("CARGO_PKG_VERSION")));
    let short = run(&["-V"]).fine().out;
    match checked_out() {
        Some(commit) => {
            assert_eq!(lines[1], format!("commit: {}", &commit[..12]));
            assert_eq!(short, format!("{} (commit {})\n", lines[0], &commit[..12]));
        }
        None => assert_eq!((lines[1], short), ("commit: unknown", format!("{}\n", lines[0]))),
    }
    assert!(lines[2].starts_with("target: ") && lines[2].matches('-').count() >= 2, "{long}");
    let build = if cfg!(debug_assertions) { "debug-assertions" } else { "optimized" };
    assert!(lines[3].starts_with(&format!("features: {build}")), "{long}");
    assert_eq!(lines[3].contains("popcnt"), cfg!(target_feature = "popcnt"), "{long}");
    assert_eq!(lines.len(), 4, "{long}");
}
