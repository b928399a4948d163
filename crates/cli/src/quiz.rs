//! `rootward quiz`: questions about a search, and a grade for the answers.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use rootward_draw::quiz::{Answers, Ask, Grade, Question, grade, questions, solution};
use rootward_session::Problem;

use crate::failure::{Code, Failure};
use crate::interrupt::tell_stopped;
use crate::output::Output;
use crate::source;
use crate::trace::{HOW, Watched};

const EXAMPLES: &str = "\
Examples:
  rootward quiz tree:tree1                            what is asked
  rootward quiz tree:tree1 --answers mine.json        which answers are right
  rootward quiz tree:tree1 --solution                 what would be right

Answers are a JSON object: {\"n0\": {\"alpha\": \"-inf\", \"beta\": \"inf\", \"value\": 3, \"cut\": [], \"chosen\": \"B\"}, …}";

/// The options of `quiz`.
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    watched: Watched,
    /// A file with answers to be graded; '-' is stdin
    #[arg(long, value_name = "FILE", conflicts_with = "solution")]
    answers: Option<PathBuf>,
    /// Print the answers that are right
    #[arg(long)]
    solution: bool,
}

/// Asks or grades. The exit code says whether all answers were right.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let Some(trace) = args.watched.trace()? else { return tell_stopped(HOW, output) };
    if args.solution {
        output.object(&solution(&trace))?;
        return Ok(Code::Fine);
    }
    let Some(path) = &args.answers else {
        for question in questions(&trace) {
            if output.json { output.object(&question)? } else { output.line(&in_words(&question))? }
        }
        return Ok(Code::Fine);
    };
    let grade = grade(&trace, &read(path)?);
    if output.json {
        output.object(&grade)?;
    } else {
        output.text(&graded(&grade))?;
    }
    Ok(if grade.score == grade.of { Code::Fine } else { Code::Failed })
}

fn read(path: &Path) -> Result<Answers, Problem> {
    let place = || format!("the answers in '{}'", path.display());
    let text = source::text(path, "answers").map_err(|problem| problem.within(place()))?;
    let expected = "a JSON object such as {\"n0\": {\"value\": 3, \"cut\": []}}";
    serde_json::from_str(&text).map_err(|error| Problem::new(error, expected).within(place()))
}

fn word(ask: Ask) -> &'static str {
    match ask {
        Ask::Value => "value",
        Ask::Alpha => "α",
        Ask::Beta => "β",
        Ask::Cut => "cut",
        Ask::Chosen => "chosen",
    }
}

/// `n1   B: α, β, value, cut (children B.1 B.2 B.3)`.
fn in_words(question: &Question) -> String {
    let asks: Vec<&str> = question.asks.iter().copied().map(word).collect();
    format!("{:<6} {}: {} (children {})", question.node, question.name, asks.join(", "), question.children.join(" "))
}

fn graded(grade: &Grade) -> String {
    let mut text = format!("{} of {} right\n", grade.score, grade.of);
    let Some(wrong) = &grade.first_wrong else { return text };
    let given = wrong.given.as_deref().unwrap_or("no answer");
    let (name, field) = (&wrong.name, word(wrong.field));
    text += &format!("First mistake: {name}, {field}: {given}, but right is {}\n{}\n", wrong.right, wrong.rule);
    let others = grade.items.iter().filter(|item| !item.right).skip(1);
    let others: Vec<String> = others.map(|item| format!("{} {}", item.name, word(item.field))).collect();
    if !others.is_empty() {
        text += &format!("Also wrong, perhaps because of it: {}\n", others.join(", "));
    }
    text
}
