//! Analysis against a fallible opponent: its moves become chance nodes, and the same search finds the best response.

use rootward_game::{Knowledge, Notation, Tablebase};
use rootward_models::{Against, Fallible, Model, Softmax, TablesAgainst};

use crate::analyse;
use crate::job::{Job, Title};
use crate::{Analysis, Ask, Iteration, Judge, Problem};

/// Searches with the model playing the side not to move. It uses an empty table and discards it: the values hold only
/// against this opponent.
pub(crate) fn analyse<G: Notation, K: Knowledge<G>>(
    job: &Job<'_, G, K>,
    model: Model,
    title: Title,
    ask: &Ask,
    each: &mut dyn FnMut(&Iteration),
) -> Result<Analysis, Problem> {
    let strategy = Softmax::new(job.judge.knowledge(), model);
    let against = Fallible::new(job.game).side(job.game.to_move(job.state).other(), &strategy);
    let advice = Against(job.judge.knowledge());
    let tables = job.tablebase.map(TablesAgainst);
    let table = job.pool.take(ask.memory)?;
    let job = Job {
        game: &against,
        // A model errs by the knowledge's evaluation, and so is the search against it.
        judge: Judge::new(&advice),
        lesson: Judge::new(&advice),
        state: job.state,
        earlier: job.earlier.clone(),
        book: None,
        tablebase: tables.as_ref().map(|tables| tables as &dyn Tablebase<_>),
        root_moves: None,
        pool: job.pool,
    };
    let analysis = analyse::analyse(&job, &table, title, ask, each)?;
    Ok(Analysis { opponent: Some(model.to_string()), ..analysis })
}
