//! Runs requests on threads of their own, a limited number at a time.

use std::sync::Arc;
use std::time::Duration;

use hyper::body::Bytes;
use rootward_session::StopFlag;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::{JoinError, JoinHandle, spawn_blocking};
use tokio::time::timeout;

use crate::call::Call;
use crate::lab::Lab;
use crate::outgoing::{Outgoing, StopOnDrop, stream, whole};
use crate::refusal::Refusal;
use crate::reply::{Reply, Response, SearchContext, SearchJob};

/// Quick responses computed at the same time; further ones wait a moment.
const QUICK_AT_ONCE: usize = 8;
/// Lines of a stream that may be buffered for a slow client.
const LINES_READY: usize = 64;
/// A search stops by itself when its time is over. One that does not is stopped this much later.
const GRACE: Duration = Duration::from_millis(500);

/// Runs requests.
pub(crate) struct Runner {
    pub(crate) lab: Arc<Lab>,
    searches: Arc<Semaphore>,
    quick: Arc<Semaphore>,
}

impl Runner {
    pub(crate) fn new(lab: Arc<Lab>) -> Runner {
        let searches = Arc::new(Semaphore::new(lab.limits.searches));
        Runner { lab, searches, quick: Arc::new(Semaphore::new(QUICK_AT_ONCE)) }
    }

    /// The response to a call.
    pub(crate) async fn respond(&self, call: Call) -> hyper::Response<Outgoing> {
        let head_only = call.method == "HEAD";
        match self.work_out(call).await {
            Ok(Reply::Ready(response)) => whole(response, head_only),
            Ok(Reply::Search(job)) => {
                self.search(job).await.unwrap_or_else(|refusal| whole(refusal.to_response(), head_only))
            }
            Err(refusal) => whole(refusal.to_response(), head_only),
        }
    }

    async fn work_out(&self, call: Call) -> Result<Reply, Refusal> {
        let permit = self.quick.clone().acquire_owned().await.map_err(|_| Refusal::busy())?;
        let lab = self.lab.clone();
        let work = move || {
            let _permit = permit;
            lab.answer(&call)
        };
        spawn_blocking(work).await.map_err(|_| broken())
    }

    /// Waits for a search slot, then runs the search. Dropping the future or the returned body stops it.
    async fn search(&self, job: SearchJob) -> Result<hyper::Response<Outgoing>, Refusal> {
        let stop = StopFlag::default();
        let guard = StopOnDrop(stop.clone());
        let announced = self.lab.active_searches.announce(job.page.clone(), &stop);
        let permit = self.place().await?;
        let (send, lines) = mpsc::channel::<Bytes>(LINES_READY);
        let streams = job.streams;
        let (active_searches, flag) = (self.lab.active_searches.clone(), stop.clone());
        let work = move || {
            // Dropped in reverse order: once the slot is free, the search is no longer counted.
            let _held = (permit, announced);
            let _running = active_searches.begin();
            let mut emit = |line: Vec<u8>| {
                if send.blocking_send(line.into()).is_err() {
                    flag.raise();
                }
            };
            job.run(&mut SearchContext { stop: &flag, active_searches: &active_searches, emit: &mut emit })
        };
        let done = tokio::spawn(watched(spawn_blocking(work), self.lab.limits.search_time + GRACE, stop));
        if streams {
            return Ok(stream(lines, guard));
        }
        let response = done.await.ok().and_then(Result::ok).ok_or_else(broken)?;
        drop(guard);
        Ok(whole(response, false))
    }

    /// A search slot, perhaps after a short wait.
    async fn place(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        if let Ok(permit) = self.searches.clone().try_acquire_owned() {
            return Ok(permit);
        }
        let _queued = self.lab.active_searches.queue(self.lab.limits.queue).ok_or_else(Refusal::busy)?;
        let place = timeout(self.lab.limits.queue_wait, self.searches.clone().acquire_owned()).await;
        place.ok().and_then(Result::ok).ok_or_else(Refusal::busy)
    }
}

/// Waits for a search, and stops it if it exceeds its time.
async fn watched(mut search: JoinHandle<Response>, time: Duration, stop: StopFlag) -> Result<Response, JoinError> {
    match timeout(time, &mut search).await {
        Ok(done) => done,
        Err(_) => {
            stop.raise();
            search.await
        }
    }
}

fn broken() -> Refusal {
    Refusal::new(500, "the search broke off; this is a defect of the program")
}
