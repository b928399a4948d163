//! `rootward games`: the list of games.

use clap::Args as ClapArgs;
use rootward_session::{FeatureData, GameEntry, games, open};
use serde::Serialize;

use crate::failure::{Code, Failure};
use crate::output::{FAINT, Output, STRONG, styled};
use crate::shell::program;

/// No options of its own.
#[derive(ClapArgs)]
pub struct Args {}

#[derive(Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    entry: &'a GameEntry,
    features: Vec<FeatureData>,
}

/// Lists the games.
pub fn run(_: &Args, output: &mut Output) -> Result<Code, Failure> {
    for (place, entry) in games().iter().enumerate() {
        let session = open(entry.name, Some(entry.example))?;
        let features = session.features();
        if output.json {
            output.object(&Listed { entry, features })?;
            continue;
        }
        if place > 0 {
            output.line("")?;
        }
        output.line(&format!("{}  {}", styled(STRONG, entry.name), entry.description))?;
        output.line(&format!("  {} {}", styled(FAINT, "variants"), entry.variants))?;
        let example =
            if entry.example.contains(' ') { format!("'{}'", entry.example) } else { entry.example.to_owned() };
        output.line(&format!("  {}      {} analyze {} {example}", styled(FAINT, "try"), program(), entry.name))?;
        if entry.techniques != "exact" {
            let what = format!("{} by default (analyze, trace, play)", entry.techniques);
            output.line(&format!("  {}  {what}", styled(FAINT, "techniques")))?;
        }
        if !features.is_empty() {
            output.line(&format!("  {}  {}", styled(FAINT, "weights"), weights(entry, &features)))?;
        }
    }
    Ok(Code::Fine)
}

/// The maximum number of weights listed.
const LISTED: usize = 40;

/// The weights in a line, or the command that shows them.
fn weights(entry: &GameEntry, features: &[FeatureData]) -> String {
    if features.len() > LISTED {
        return format!("{}, listed by {} explain {} --all", features.len(), program(), entry.name);
    }
    features.iter().map(|term| format!("{}={}", term.name, term.weight)).collect::<Vec<_>>().join(",")
}
