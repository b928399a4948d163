//! `rootward tune backgammon`: a network that learns by playing against itself.

use rootward_session::{NodeMeter, Problem, StopFlag};
use rootward_studies::backgammon::{
    LinearTuned, Rate, Sizes, TrainProgress, TrainSettings, Trained, fit_linear, train,
};

use crate::failure::{Code, Failure};
use crate::interrupt::{stop_on_interrupt, tell_stopped};
use crate::numbers::{grouped, time};
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::{Progress, ProgressEvents};
use crate::target;
use crate::tune::Args;

/// The default number of games to train the network, and to fit the linear evaluation.
const USUAL_GAMES: [usize; 2] = [200_000, 2000];

/// The usual learning rate of temporal differences.
const USUAL_RATE: Rate = Rate { first: 0.03, last: 0.001 };

/// Parses the first and the last learning rate.
pub fn parse_rate(text: &str) -> Result<Rate, Problem> {
    let size = |word: &str| word.trim().parse().ok().filter(|size: &f32| *size > 0.0 && *size <= 1.0);
    let sizes = text.split_once(',').and_then(|(first, last)| Some((size(first)?, size(last)?)));
    let wrong =
        || Problem::new(format!("'{text}' are not sizes of steps"), "two numbers from 0 to 1, such as 0.03,0.001");
    sizes.map(|(first, last)| Rate { first, last }).ok_or_else(wrong)
}

/// Trains the network, or fits the linear evaluation to it.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    args.replace.check(args.save.as_deref())?;
    target::check_growing(args.out.as_deref())?;
    let stop = stop_on_interrupt(&how_to_go_on(args));
    let games = args.games.unwrap_or(USUAL_GAMES[usize::from(args.linear)]) as u64;
    if args.linear { linear(args, games, &stop, output) } else { teach(args, games, &stop, output) }
}

fn teach(args: &Args, games: u64, stop: &StopFlag, output: &mut Output) -> Result<Code, Failure> {
    let progress = Progress::start("playing games", &NodeMeter::default());
    let (seed, rate, sizes) = (args.seed, args.rate.unwrap_or(USUAL_RATE), Sizes::default());
    let settings = TrainSettings { games, seed, sizes, rate, out: args.out.clone(), stop: stop.clone() };
    let mut events = ProgressEvents::new(output, stop);
    let mut each = |state: &TrainProgress| {
        if state.games.is_multiple_of(100) {
            progress.label(&label(state));
        }
        events.progress(state);
    };
    let trained = args.replace.in_place(|| train(&settings, &mut each));
    drop(progress);
    events.finish()?;
    let trained = trained?;
    tell(&trained, output)?;
    if trained.stopped {
        return tell_stopped(&how_to_go_on(args), output);
    }
    if let Some(path) = &args.save {
        target::write(path, &trained.weights, output)?;
        if !output.json {
            output.line(&format!("Written: {}", path.display()))?;
        }
    }
    Ok(Code::Fine)
}

fn how_to_go_on(args: &Args) -> String {
    match &args.out {
        Some(path) if !args.linear => {
            format!("What is learned is kept in {}; the same command goes on from there.", path.display())
        }
        _ if args.linear => "The same command starts again.".to_owned(),
        _ => "Nothing is kept without --out; the same command starts again.".to_owned(),
    }
}

fn label(state: &TrainProgress) -> String {
    let rate = (state.games - state.kept) as f64 * 1e3 / state.elapsed_ms.max(1.0);
    let left = (state.total - state.games) as f64 / rate.max(1e-9) * 1e3;
    format!("{} of {} games, {rate:.0}/s, {} left", grouped(state.games), grouped(state.total), time(left))
}

fn tell(trained: &Trained, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.event(if trained.stopped { "stopped" } else { "trained" }, trained);
    }
    let TrainProgress { games, kept, total, elapsed_ms } = trained.progress;
    let kept = if kept > 0 { format!(", {} of them before", grouped(kept)) } else { String::new() };
    let of = if trained.stopped { format!(" of {}", grouped(total)) } else { String::new() };
    output.line(&styled(STRONG, &format!("backgammon: {}{of} games taught the network{kept}", grouped(games))))?;
    Ok(output.line(&styled(FAINT, &format!("{:.1} plies on average, {}", trained.plies, time(elapsed_ms))))?)
}

fn linear(args: &Args, games: u64, stop: &StopFlag, output: &mut Output) -> Result<Code, Failure> {
    let progress = Progress::start("playing games", &NodeMeter::default());
    let of = grouped(games);
    let tuned =
        fit_linear(games, args.seed, stop, &mut |done| progress.label(&format!("{} of {of} games", grouped(done))));
    drop(progress);
    let Some(LinearTuned { games, positions, weights }) = &tuned else {
        return tell_stopped(&how_to_go_on(args), output);
    };
    if output.json {
        output.object(&tuned)?;
        return save(args, weights, output);
    }
    let head = format!(
        "backgammon: linear evaluation fitted to {} positions of {} games",
        grouped(*positions),
        grouped(*games)
    );
    output.line(&styled(STRONG, &head))?;
    output.line(&format!("--weights {}", weights.trim_end().replace('\n', ",")))?;
    save(args, weights, output)
}

fn save(args: &Args, weights: &str, output: &mut Output) -> Result<Code, Failure> {
    if let Some(path) = &args.save {
        target::write(path, weights.as_bytes(), output)?;
    }
    Ok(Code::Fine)
}
