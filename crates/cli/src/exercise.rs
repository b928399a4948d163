//! `rootward exercise`: worksheets on alpha-beta and on chance nodes, and their keys; `rootward exercise check`.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use rootward_draw::exercise::{
    Exercise, ExerciseSettings, HandSearch, Method, Paper, Part, SheetFormat, parse_branching, parse_values,
    sheet_of_versions, versions,
};
use rootward_session::{Fail, Problem};
use rootward_trace::Value;
use serde::Serialize;

use crate::exercise_check;
use crate::export::write_out;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::target::ReplaceArgs;
use crate::trace::{CutName, OrderName};

const EXAMPLES: &str = "\
Examples:
  rootward exercise --seed 42 --count 4 --sheet sheet.pdf --key key.pdf
  rootward exercise --seed 7 --depth 4 --branching 2 --deep-cut --no-ties --sheet deep.pdf --key deep-key.pdf
  rootward exercise --seed 3 --cuts 2                 the tree as text
  rootward exercise --count 2 --versions 3 --order reversed --hard --sheet sheets.pdf --key keys.pdf     versions A, B, C
  rootward exercise --chance 40 --depth 2 --sheet chance.pdf --key chance-key.pdf     expectiminimax
  rootward exercise --chance 40 --depth 2 --cuts 2                                    cuts at chance nodes (Star1)
  rootward exercise check handed-in/*.json            what students of the lab's course handed in

The same options give the same files. Exercise 2 of seed 42 is exercise 1 of seed 43. With --versions, version B goes on
where version A ends.";

/// The options of `exercise`.
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_value_name = "COMMAND")]
pub struct Args {
    #[command(subcommand)]
    command: Option<ExerciseCommand>,
    /// Where the dice start
    #[arg(long, default_value = "1")]
    seed: u64,
    /// How many exercises, 1 to 100
    #[arg(long, default_value = "1")]
    count: usize,
    /// Plies from the root to the leaves, 1 to 8
    #[arg(long, default_value = "3")]
    depth: u32,
    /// Moves at every node: a number or a range
    #[arg(long, default_value = "2..3", value_parser = parse_branching)]
    branching: RangeInclusive<u32>,
    /// The values of the leaves
    #[arg(long, default_value = "-9..20", value_parser = parse_values, allow_hyphen_values = true)]
    values: RangeInclusive<i32>,
    /// Let some branches end early
    #[arg(long)]
    irregular: bool,
    /// With a cut by a bound that was set more than one ply up
    #[arg(long)]
    deep_cut: bool,
    /// No two leaves with the same value
    #[arg(long)]
    no_ties: bool,
    /// With exactly K cuts; without it, at least one where that is possible
    #[arg(long, value_name = "K")]
    cuts: Option<u32>,
    /// How many of 100 places below the root have a chance node before them: the values are asked for, with --cuts also the windows
    #[arg(long, value_name = "PERCENT", default_value = "0")]
    chance: u32,
    /// The search to be done: without it alpha-beta, with chance nodes minimax, or star1 with --cuts
    #[arg(long)]
    algorithm: Option<MethodName>,
    /// When alpha-beta cuts
    #[arg(long, default_value = "at")]
    cut: CutName,
    /// Fail-hard: every value is held within the window that its node was entered with
    #[arg(long)]
    hard: bool,
    /// The order in which alpha-beta tries the moves
    #[arg(long, default_value = "given")]
    order: OrderName,
    /// Plies to search; nodes there get static values
    #[arg(long, value_name = "PLIES")]
    search_depth: Option<u32>,
    /// How many versions of the sheet, called A, B, C …
    #[arg(long, default_value = "1")]
    versions: usize,
    /// The paper: a4 or letter
    #[arg(long, default_value = "a4")]
    paper: Paper,
    /// Write the worksheet: .pdf, .svg, .html, .tex, .typ or .json
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// Write the key, in the same formats
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    #[command(flatten)]
    replace: ReplaceArgs,
}

#[derive(Subcommand)]
enum ExerciseCommand {
    /// Check and grade the files that students saved at the end of the lab's course
    Check(exercise_check::Args),
}

#[derive(Serialize)]
struct Shown<'a> {
    number: usize,
    tree: &'a str,
    score: &'a Value,
    cuts: u64,
    leaves: u64,
    settings: &'a ExerciseSettings,
}

impl Args {
    fn settings(&self) -> ExerciseSettings {
        ExerciseSettings {
            seed: self.seed,
            depth: self.depth,
            branching: self.branching.clone(),
            values: self.values.clone(),
            irregular: self.irregular,
            deep_cut: self.deep_cut,
            no_ties: self.no_ties,
            cuts: self.cuts,
            chance: self.chance,
            estimates: false,
            search: self.search(),
        }
    }
}

/// The algorithms that can be done by hand.
#[derive(Clone, Copy, ValueEnum)]
enum MethodName {
    Minimax,
    AlphaBeta,
    Star1,
    Star2,
}

impl Args {
    fn search(&self) -> HandSearch {
        HandSearch {
            method: self.algorithm.map(|method| match method {
                MethodName::Minimax => Method::Minimax,
                MethodName::AlphaBeta => Method::AlphaBeta,
                MethodName::Star1 => Method::Star1,
                MethodName::Star2 => Method::Star2,
            }),
            cut: self.cut.into(),
            fail: if self.hard { Fail::Hard } else { Fail::Soft },
            order: self.order.into(),
            depth: self.search_depth,
        }
    }
}

/// Makes exercises.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    if let Some(ExerciseCommand::Check(check)) = &args.command {
        return exercise_check::run(check, output);
    }
    let files = [(&args.sheet, Part::Sheet), (&args.key, Part::Key)];
    // A file name without a known ending is refused before anything is written.
    let wanted: Vec<(&Path, SheetFormat, Part)> = files
        .into_iter()
        .filter_map(|(path, part)| Some((path.as_deref()?, part)))
        .map(|(path, part)| Ok((path, format_of(path)?, part)))
        .collect::<Result<_, Problem>>()?;
    args.replace.check(wanted.iter().map(|(path, ..)| *path))?;
    let versions = versions(&args.settings(), args.count, args.versions)?;
    for &(path, format, part) in &wanted {
        let bytes = sheet_of_versions(&versions, args.paper, format, part);
        let name = if part == Part::Sheet { "sheet" } else { "key" };
        write_out(Some(path), name, None, &bytes, output)?;
    }
    if wanted.is_empty() {
        show(&versions.concat(), output)?;
    }
    Ok(Code::Fine)
}

fn format_of(path: &Path) -> Result<SheetFormat, Problem> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default();
    SheetFormat::of_extension(&extension).map_err(|problem| problem.within(format!("'{}'", path.display())))
}

fn show(exercises: &[Exercise], output: &mut Output) -> Result<(), Failure> {
    for (place, exercise) in exercises.iter().enumerate() {
        let Exercise { settings, text, trace, .. } = exercise;
        let summary = &trace.summary;
        if output.json {
            output.object(&Shown {
                number: place + 1,
                tree: text,
                score: &summary.value,
                cuts: exercise.cuts(),
                leaves: summary.all_leaves.unwrap_or(summary.leaves),
                settings,
            })?;
        } else {
            output.line(text)?;
        }
    }
    Ok(())
}
