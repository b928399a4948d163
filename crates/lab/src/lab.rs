//! The lab: what it keeps between requests, and which function answers which path.

use std::sync::Arc;

use rootward_session::endgame_view::EndgameView;
use rootward_session::{Problem, StopFlag, TableFolders, open_written};

use crate::active_searches::ActiveSearches;
use crate::api;
use crate::cache::TraceCache;
use crate::call::Call;
use crate::limits::LabLimits;
#[cfg(not(target_family = "wasm"))]
use crate::page;
use crate::refusal::Refusal;
use crate::reply::{Reply, Response, SearchContext, SearchJob};

/// Answers requests. It knows nothing of sockets, so it can be used without one.
///
/// ```
/// use rootward_lab::{Call, Lab, Reply};
///
/// let lab = Lab::default();
/// let Reply::Ready(response) = lab.answer(&Call::post("/api/view", r#"{"game":"tic-tac-toe"}"#)) else { panic!() };
/// assert_eq!(response.status, 200);
/// ```
pub struct Lab {
    pub(crate) limits: LabLimits,
    pub(crate) cache: TraceCache,
    pub(crate) active_searches: Arc<ActiveSearches>,
    /// The endgame tables that searches use.
    pub(crate) tables: TableFolders,
    /// Those that can be looked into.
    pub(crate) endgames: Arc<EndgameView>,
}

impl Default for Lab {
    fn default() -> Lab {
        Lab::new(LabLimits::default())
    }
}

/// A path, the method it takes, and the function that answers it.
struct Route {
    method: &'static str,
    path: &'static str,
    handle: fn(&Lab, &Call) -> Result<Reply, Refusal>,
}

const fn get(path: &'static str, handle: fn(&Lab, &Call) -> Result<Reply, Refusal>) -> Route {
    Route { method: "GET", path, handle }
}

const fn post(path: &'static str, handle: fn(&Lab, &Call) -> Result<Reply, Refusal>) -> Route {
    Route { method: "POST", path, handle }
}

const ROUTES: &[Route] = &[
    get("/api/games", |_, _| ready(api::games::list())),
    get("/api/status", |lab, _| ready(api::status::status(lab))),
    post("/api/view", |lab, call| ready(api::view::view(lab, call))),
    post("/api/steps", |lab, call| ready(api::steps::steps(lab, call))),
    post("/api/roll", |lab, call| ready(api::roll::roll(lab, call))),
    post("/api/tree/parse", |_, call| ready(api::tree::parse(call))),
    post("/api/tree/random", |_, call| api::tree::random(call)),
    post("/api/trace", api::trace::trace),
    post(RESTORE, |lab, call| ready(api::trace::restore(lab, call))),
    get("/api/trace/*/frame", |lab, call| ready(api::frame::frame(lab, call))),
    get("/api/trace/*/steps", |lab, call| ready(api::frame::steps(lab, call))),
    get("/api/trace/*/export", api::frame::export),
    post("/api/quiz", api::quiz::quiz),
    post("/api/quiz/grade", api::quiz::graded),
    post(EXERCISE, |_, call| api::exercise::exercise(call)),
    post("/api/exercise/texts", |_, call| api::exercise::exercise_texts(call)),
    post("/api/game/write", |lab, call| ready(api::game_file::write(lab, call))),
    post("/api/game/read", |lab, call| ready(api::game_file::read(lab, call))),
    get("/api/course", |_, _| ready(api::course::lessons())),
    post("/api/course/task", api::course::task),
    post("/api/course/grade", api::course::grade),
    post("/api/course/result", |_, call| ready(api::course::result(call))),
    post("/api/analyse", api::analyse::analyse),
    post("/api/graph", api::graph::graph),
    post("/api/play", api::play::play),
    post("/api/turn", api::turn::turn),
    post("/api/compare", api::compare::compare),
    post("/api/matrix", api::matrix::matrix),
    get("/api/endgames", |lab, _| Ok(api::endgames::list(lab))),
    post("/api/endgames/position", api::endgames::position),
    post("/api/endgames/squares", api::endgames::squares),
    post("/api/endgames/line", api::endgames::line),
    post("/api/endgames/sweeps", api::endgames::sweeps),
];

/// The path whose body is a whole trace.
const RESTORE: &str = "/api/trace/restore";
/// The path whose body may hold every text of a worksheet in another language.
const EXERCISE: &str = "/api/exercise";

fn ready(response: Result<Response, Refusal>) -> Result<Reply, Refusal> {
    response.map(Reply::Ready)
}

impl Lab {
    /// A lab with these limits.
    pub fn new(limits: LabLimits) -> Lab {
        let cache = TraceCache::new(limits.cache);
        Lab {
            cache,
            active_searches: Arc::default(),
            limits,
            tables: TableFolders::default(),
            endgames: Arc::default(),
        }
    }

    /// A lab with these endgame tables, for its searches and to look into.
    pub fn with_tables(limits: LabLimits, tables: TableFolders) -> Result<Lab, Problem> {
        // A folder that cannot be used is reported now, not with the first search.
        tables.check_own()?;
        tables.mount_known("chess", open_written("chess", None)?.as_mut())?;
        let endgames = EndgameView::of_chess(tables.own.as_deref().unwrap_or_default());
        Ok(Lab { tables, endgames: Arc::new(endgames), ..Lab::new(limits) })
    }

    /// Its searches.
    pub fn active_searches(&self) -> &ActiveSearches {
        &self.active_searches
    }

    /// The response to a request, or the search that has to be run for it.
    pub fn answer(&self, call: &Call) -> Reply {
        self.route(call).unwrap_or_else(|refusal| Reply::Ready(refusal.to_response()))
    }

    /// Runs a search on this thread, for callers without a socket. The lines of a stream become the body of the response.
    pub fn run(&self, job: SearchJob) -> Response {
        let mut lines = Vec::new();
        let mut response = self.run_telling(job, &mut |mut line| lines.append(&mut line));
        response.body.append(&mut lines);
        response
    }

    /// Runs a search on this thread and tells the lines of a stream as they come.
    pub fn run_telling(&self, job: SearchJob, tell: &mut dyn FnMut(Vec<u8>)) -> Response {
        let (stop, _running) = (StopFlag::default(), self.active_searches.begin());
        job.run(&mut SearchContext { stop: &stop, active_searches: &self.active_searches, emit: tell })
    }

    fn route(&self, call: &Call) -> Result<Reply, Refusal> {
        #[cfg(not(target_family = "wasm"))]
        if page::is_page_file(&call.path) {
            return page::file(call).map(Reply::Ready);
        }
        if call.body.len() > self.body_limit(&call.path) {
            return Err(too_large(self.body_limit(&call.path)));
        }
        let method = if call.method == "HEAD" { "GET" } else { call.method.as_str() };
        let mut routes = ROUTES.iter().filter(|route| matches(route.path, &call.path)).peekable();
        let known = routes.peek().map(|route| route.method);
        match (routes.find(|route| route.method == method), known) {
            (Some(route), _) => (route.handle)(self, call),
            (None, Some(method)) => {
                let problem = format!("{} does not fit {}; expected {method}", shown(&call.method), call.path);
                Err(Refusal { expected: Some(method.to_owned()), ..Refusal::new(405, problem) })
            }
            (None, None) => Err(Refusal::new(404, format!("there is nothing at {}", shown(&call.path)))),
        }
    }

    /// The byte limit of a request body for this path.
    pub(crate) fn body_limit(&self, path: &str) -> usize {
        if [RESTORE, EXERCISE].contains(&path) { self.limits.trace_body } else { self.limits.body }
    }
}

/// The refusal of a body that is too large.
pub(crate) fn too_large(limit: usize) -> Refusal {
    let kib = limit >> 10;
    Refusal::new(413, format!("the body is too large; expected at most {kib} KiB"))
}

/// Whether a path matches a pattern. A star stands for one part of the path.
fn matches(pattern: &str, path: &str) -> bool {
    let mut parts = path.split('/');
    pattern
        .split('/')
        .all(|wanted| parts.next().is_some_and(|part| wanted == part || wanted == "*" && !part.is_empty()))
        && parts.next().is_none()
}

/// Untrusted text, made safe to quote.
fn shown(text: &str) -> String {
    let line: String = text.chars().filter(|c| !c.is_control()).take(60).collect();
    format!("'{line}'")
}
