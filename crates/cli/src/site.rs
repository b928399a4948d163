//! `rootward site`: the page as files for a web host, without a server.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use rootward_lab::site::{INDEX, SINGLE_FILE, SiteFile, site};
use rootward_session::{Problem, read_small, replace_file};
use serde::Serialize;

use crate::failure::{Code, Failure};
use crate::output::{FAINT, Output, styled};
use crate::target::{ReplaceArgs, unwritten};

const HELP: &str = "\
Examples:
  rootward site public                          with the engine that came with the program
  rootward site public --engine rootward.wasm   with one that 'scripts/site' has compiled
  rootward site public --force                  again, after an update

The folder works on any web host and needs nothing but files. The file rootward.html in it is the same in one file, to be opened
without a host.";

/// The options of `site`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The folder to write; it is made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The engine for browsers; without it, the one that lies beside the program
    #[arg(long, value_name = "FILE")]
    engine: Option<PathBuf>,
    #[command(flatten)]
    replace: ReplaceArgs,
}

/// What was written.
#[derive(Serialize)]
struct Written {
    folder: String,
    files: usize,
    /// Of all files but the single one.
    bytes: usize,
    /// Of the file that holds everything.
    single_file_bytes: usize,
}

/// Writes the folder.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let engine = match &args.engine {
        Some(path) => path.clone(),
        None => beside_the_program()?,
    };
    let unreadable =
        |error| Problem::new(format!("the file '{}' cannot be read: {error}", engine.display()), "rootward.wasm");
    let wasm = read_small(&engine).map_err(unreadable)?;
    let files = site(&wasm).map_err(|problem| problem.within(format!("'{}'", engine.display())))?;
    args.replace.check_folder(&args.folder, |name| [INDEX, SINGLE_FILE].contains(&name))?;
    for file in &files {
        write(&args.folder, file)?;
    }
    report(&args.folder, &files, output)
}

fn write(folder: &Path, file: &SiteFile) -> Result<(), Failure> {
    let path = folder.join(&file.path);
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| replace_file(&path, &file.content)).map_err(|error| unwritten(&path, &error))
}

fn report(folder: &Path, files: &[SiteFile], output: &mut Output) -> Result<Code, Failure> {
    let (single, others): (Vec<_>, Vec<_>) = files.iter().partition(|file| file.path == SINGLE_FILE);
    let bytes = |files: &[&SiteFile]| files.iter().map(|file| file.content.len()).sum();
    let (folder, written) = (
        folder.display(),
        Written {
            folder: folder.display().to_string(),
            files: files.len(),
            bytes: bytes(&others),
            single_file_bytes: bytes(&single),
        },
    );
    if output.json {
        output.object(&written)?;
        return Ok(Code::Fine);
    }
    let megabytes = |bytes: usize| format!("{:.1} MB", bytes as f64 / 1e6);
    output.line(&format!("Written: {folder}, {} files", written.files))?;
    output.line(&format!("  {INDEX}     for a web host, with the files beside it: {}", megabytes(written.bytes)))?;
    output.line(&format!(
        "  {SINGLE_FILE}  the same in one file, to be opened by itself: {}",
        megabytes(written.single_file_bytes)
    ))?;
    output.line(&styled(
        FAINT,
        "Nothing in it asks another host, and nothing of what its users do leaves their browser.",
    ))?;
    Ok(Code::Fine)
}

/// The engine in the archive of a release, or where a package puts it.
fn beside_the_program() -> Result<PathBuf, Problem> {
    const NAME: &str = "rootward.wasm";
    let program = std::env::current_exe().and_then(fs::canonicalize).unwrap_or_default();
    let folder = program.parent().unwrap_or(Path::new("."));
    let places = [folder.join(NAME), folder.join("../lib/rootward").join(NAME)];
    places.into_iter().find(|path| path.is_file()).ok_or_else(|| {
        let problem = format!("there is no engine for browsers beside the program, '{}'", folder.join(NAME).display());
        Problem::new(problem, "--engine FILE with rootward.wasm, which a release has and 'scripts/site' compiles")
    })
}
