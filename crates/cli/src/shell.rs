//! `rootward completions` and `rootward man`: shell completions and manual pages.

use std::fs;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::Shell;
use rootward_session::Problem;

use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::target;

/// The options of `completions`.
#[derive(ClapArgs)]
pub struct CompletionArgs {
    /// Which shell
    shell: Shell,
}

/// The options of `man`.
#[derive(ClapArgs)]
pub struct ManArgs {
    /// Write a page for every command into this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints a completion script.
pub fn completions(args: &CompletionArgs, mut command: clap::Command, output: &mut Output) -> Result<Code, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "rootward", &mut script);
    output.text(&String::from_utf8_lossy(&script))?;
    Ok(Code::Fine)
}

/// Prints the manual page, or writes all pages.
pub fn man(args: &ManArgs, command: clap::Command, output: &mut Output) -> Result<Code, Failure> {
    match &args.out {
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            output.text(&String::from_utf8_lossy(&page))?;
        }
        Some(directory) => {
            let refused = |error| Problem::sentence(format!("directory '{}': {error}", directory.display()));
            fs::create_dir_all(directory).map_err(refused)?;
            target::check([directory.join("rootward.1").as_path()])?;
            clap_mangen::generate_to(command, directory).map_err(refused)?;
        }
    }
    Ok(Code::Fine)
}
