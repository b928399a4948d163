//! `rootward completions` and `rootward man`: shell completions and manual pages.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::Shell;
use rootward_session::replace_file;

use crate::completions;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::target::{self, ReplaceArgs};

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
    #[command(flatten)]
    replace: ReplaceArgs,
}

/// Prints a completion script.
pub fn completions(args: &CompletionArgs, command: clap::Command, output: &mut Output) -> Result<Code, Failure> {
    output.text(&completions::script(args.shell, command, &program()))?;
    Ok(Code::Fine)
}

/// The name by which this program is called: that of a program with games of its own is not `rootward`.
pub fn program() -> String {
    let path = std::env::args_os().next().map(PathBuf::from).unwrap_or_default();
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    // In a script it becomes a part of functions' names.
    let is_plain =
        |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if is_plain(name) { name.to_owned() } else { "rootward".to_owned() }
}

/// The pages of a command and those below it, each with the name of its file.
fn pages(command: &clap::Command) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut all = Vec::new();
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        all.extend(pages(below)?);
    }
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    all.push((page.get_filename(), text));
    Ok(all)
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
            let mut command = command.disable_help_subcommand(true);
            command.build();
            let pages = pages(&command)?;
            args.replace.check_folder(directory, |name| pages.iter().any(|(page, _)| page == name))?;
            for (name, page) in &pages {
                let path = directory.join(name);
                replace_file(&path, page).map_err(|error| target::unwritten(&path, &error))?;
            }
        }
    }
    Ok(Code::Fine)
}
