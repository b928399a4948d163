//! Traces of a session's position.

use std::sync::Mutex;

use rootward_game::{Knowledge, Notation};
use rootward_search::Limits;
use rootward_session::{ForGame, Position, Session, for_game, typed};

use crate::{Trace, TraceSettings, trace_judged};

/// A search of the session's position, step by step.
///
/// ```
/// use rootward_trace::{TraceSettings, trace};
///
/// let session = rootward_session::open("tree:tree1", None).unwrap();
/// assert_eq!(trace(&*session, &TraceSettings::default()).summary.value.to_string(), "3");
/// ```
pub fn trace(session: &dyn Session, settings: &TraceSettings) -> Trace {
    trace_within(session, settings, &Limits::default()).expect("nothing stops a search without limits")
}

/// The same within node and time limits, or until a flag is raised; none if one of them stopped the search, since an
/// unfinished search has no value to explain. The limits' depth is ignored.
pub fn trace_within(session: &dyn Session, settings: &TraceSettings, limits: &Limits) -> Option<Trace> {
    for_game(session, Traced { settings, limits }).unwrap_or_else(|_| {
        let own = OWN.lock().map(|own| own.clone()).unwrap_or_default();
        own.iter().find_map(|trace| trace(session, settings, limits)).expect("a game is registered before it is traced")
    })
}

/// Traces a session, if its game is of a certain type.
type TraceOwn = fn(&dyn Session, &TraceSettings, &Limits) -> Option<Option<Trace>>;

/// How the games are traced that are not part of the project.
static OWN: Mutex<Vec<TraceOwn>> = Mutex::new(Vec::new());

/// Makes sessions of a game with this knowledge traceable.
pub fn register<G, K>()
where
    G: Notation + Send + 'static,
    K: Knowledge<G> + Send + 'static,
{
    if let Ok(mut own) = OWN.lock() {
        own.push(|session, settings, limits| Some(Traced { settings, limits }.call(typed::<G, K>(session)?)));
    }
}

struct Traced<'a> {
    settings: &'a TraceSettings,
    limits: &'a Limits,
}

impl ForGame for Traced<'_> {
    type Output = Option<Trace>;

    fn call<G: Notation, K: Knowledge<G>>(self, position: Position<'_, G, K>) -> Option<Trace> {
        // Whoever follows a search step by step has to understand its values.
        let Position { game, lesson: judge, state, earlier, name_of, .. } = position;
        let settings = TraceSettings { earlier, ..self.settings.clone() };
        trace_judged(game, judge, state, &settings, self.limits, &|state| name_of(game, state))
    }
}
