"""Jobs on a real Ray cluster, held against the same jobs on local processes. Run by .ci/ray in a network that has only loopback.

``check`` fails with an assertion; ``overhead`` measures CPU time. Both leave nothing behind: the namespace ends with them.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import rootward as rw

ADDRESS = "127.0.0.1:6379"
HERE = Path(__file__).resolve().parent
NODES = 5_000


def said(text: str) -> None:
    print(f"ray: {time.monotonic() - BEGAN:5.1f} s  {text}", flush=True)


BEGAN = time.monotonic()


class Node:
    """A node of the cluster as a process that can be killed with all that it started."""

    def __init__(self, folder: Path, name: str, *words: str) -> None:
        self._log = folder / f"{name}.log"
        command = [sys.executable, "-m", "rootward.batch", "node", ADDRESS, *words, "--block"]
        with self._log.open("wb") as log:
            self._front = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)

    def wait(self) -> None:
        """Until it says that it runs."""
        try:
            wait_for(self._log.stem, lambda: "Ray runtime started" in self._log.read_text(errors="replace"))
        except AssertionError:
            print(self._log.read_text(errors="replace")[-3000:])
            raise

    def kill(self) -> None:
        """Ends the node at once, as a power cut does."""
        for pid in self.mine():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self._front.wait()

    def mine(self) -> list[int]:
        found, grew = {self._front.pid}, True
        parents = processes()
        while grew:
            more = {pid for pid, parent in parents.items() if parent in found} - found
            grew = bool(more)
            found |= more
        return sorted(found)


def processes() -> dict[int, int]:
    """The processes of this namespace with their parents."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                found[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                pass
    return found


def wait_for(what: str, ready: Any, most: float = 180) -> Any:
    deadline = time.monotonic() + most
    while time.monotonic() < deadline:
        found = ready()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"{what}: not within {most} s")


class Cluster:
    """A head that searches nothing, and two nodes of one core each."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        os.environ["RAY_TMPDIR"] = str(folder)
        self.folder = folder
        self.head = Node(folder, "head", "--head", "--cpus", "0")
        self.head.wait()
        # One after the other: nodes of one machine that start together may want the same port.
        self.workers = [self.worker(number) for number in range(2)]

    def worker(self, number: int) -> Node:
        """A node of one core."""
        node = Node(self.folder, f"worker{number}", "--ip", "127.0.0.1", "--cpus", "1")
        node.wait()
        return node

    def kill(self) -> None:
        for node in (*self.workers, self.head):
            node.kill()


def positions(count: int, data: str) -> list[str]:
    """Positions of Connect Four: published ones where they are there, else random ones; again and again with another last move."""
    found = list[str]()
    if data:
        for path in sorted(Path(data).glob("L[23]*.txt")):
            found += [line.split()[0] for line in path.read_text().splitlines() if line.strip()]
    from rootward.batch.opening import openings

    game = rw.game("connect-four")
    found += openings(game, count - len(found), 14, 5)
    return found[:count]


def command(folder: Path, out: str, *words: str) -> list[str]:
    source = str(folder / "positions.txt")
    base = [sys.executable, "-m", "rootward.batch", "solve", "connect-four", "--input", source, "--out", str(folder / out)]
    return [*base, "--nodes", str(NODES), "--json", "--quiet", *words]


def on_ray(folder: Path, out: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command(folder, out, "--on", f"ray://{ADDRESS}"), stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def done(folder: Path, out: str) -> int:
    try:
        return (folder / out / "done.jsonl").read_bytes().count(b'"sha256"')
    except OSError:
        return 0


def finished(job: subprocess.Popen[bytes]) -> dict[str, Any]:
    out, err = job.communicate(timeout=300)
    assert job.returncode == 0, (job.returncode, err.decode()[-2000:])
    found: dict[str, Any] = json.loads(out)
    assert found["finished"] and found["rows_done"] == found["rows"], found
    return found


def fingerprint(folder: Path, out: str) -> str:
    from rootward.batch.folder import JobFolder
    from rootward.batch.job import Job

    return Job(JobFolder.open(folder / out)).fingerprint()


def check(folder: Path, data: str) -> None:
    (folder / "positions.txt").write_text("\n".join(positions(20_000, data)) + "\n")
    local = json.loads(subprocess.run(command(folder, "local", "--processes", "2"), stdout=subprocess.PIPE, check=True).stdout)
    whole = fingerprint(folder, "local")
    said(f"local: {local['rows_done']:,} rows, {local['parts']} parts, {local['cpu_seconds']:.1f} CPU-s")
    cluster = Cluster(folder / "c1")
    said("a head and two nodes are up")

    finished(on_ray(folder, "plain"))
    assert fingerprint(folder, "plain") == whole
    said("Ray equals local")

    check_worker(folder, cluster, whole)
    check_driver(folder, whole)
    cluster = check_head(folder, cluster, whole)
    check_failures(folder)
    check_matches(folder)
    check_book(folder)
    check_cores(folder)
    cluster.kill()


def check_worker(folder: Path, cluster: Cluster, whole: str) -> None:
    """A worker process of Ray is killed, and a whole node."""
    job = on_ray(folder, "worker")
    wait_for("some parts", lambda: done(folder, "worker") >= 3)
    victim = wait_for("a searching process", lambda: [pid for pid in processes() if "batch.child" in arguments(pid) and pid in cluster.workers[0].mine()])
    searching = processes()[victim[0]]
    os.kill(searching, signal.SIGKILL)
    said(f"worker {searching} of Ray killed")
    cluster.workers[1].kill()
    cluster.workers[1] = cluster.worker(2)
    said("a node killed, another one started")
    finished(job)
    assert fingerprint(folder, "worker") == whole
    said("equal")


def check_driver(folder: Path, whole: str) -> None:
    """The process that was called is killed, and called again."""
    job = on_ray(folder, "driver")
    wait_for("some parts", lambda: done(folder, "driver") >= 3)
    job.kill()
    job.wait()
    before = {path: path.stat().st_mtime_ns for path in (folder / "driver" / "rows").glob("*.parquet")}
    recorded = done(folder, "driver")
    finished(on_ray(folder, "driver"))
    again = [path for path, changed in before.items() if path.stat().st_mtime_ns != changed]
    # A file that was written and not yet recorded is done again.
    assert len(before) - len(again) >= recorded and len(again) <= 1, (len(before), again, recorded)
    assert fingerprint(folder, "driver") == whole
    said(f"driver killed after {recorded} parts: none of them was done again, equal")


def check_head(folder: Path, cluster: Cluster, whole: str) -> Cluster:
    """The head is killed, and a new cluster takes its place."""
    job = on_ray(folder, "head")
    wait_for("some parts", lambda: done(folder, "head") >= 3)
    cluster.head.kill()
    killed = time.monotonic()
    out, err = job.communicate(timeout=120)
    text = err.decode().strip().splitlines()
    assert job.returncode == 1 and text and text[-1].startswith("error: the Ray cluster at"), (job.returncode, text[-5:])
    recorded = done(folder, "head")
    said(f"head killed: exit code 1 after {time.monotonic() - killed:.0f} s, {recorded} parts kept: {text[-1]}")
    cluster.kill()
    before = {path: path.stat().st_mtime_ns for path in (folder / "head" / "rows").glob("*.parquet")}
    cluster = Cluster(folder / "c2")
    finished(on_ray(folder, "head"))
    kept = [path for path, changed in before.items() if path.stat().st_mtime_ns == changed]
    assert len(kept) >= recorded > 0, (len(kept), recorded)
    assert fingerprint(folder, "head") == whole
    said("a new cluster went on: equal")
    return cluster


def check_failures(folder: Path) -> None:
    """Rows that fail in every way."""
    heaps = [str((0, number)) for number in range(1, 40)]
    heaps[5:20:3] = [str((0, trap)) for trap in (100, 101, 102, 103, 105)]
    rows = [*heaps, "junk"]
    asked: dict[str, Any] = {"nodes": 5000, "row_time": 2.0, "part_rows": 4}
    here = rw.batch.solve(rows, "games_that_fail:Countdown", folder / "fail-local", processes=2, **asked)
    there = rw.batch.solve(rows, "games_that_fail:Countdown", folder / "fail-ray", on=f"ray://{ADDRESS}", **asked)
    errors = {row["position"]: row["error"] for row in there.rows() if row["error"]}
    assert len(errors) == 6 and there.fingerprint() == here.fingerprint(), errors
    said(f"rows that raise, panic, abort, never end, exit, and junk: {len(errors)} errors, the other {len(rows) - 6} rows are there")


def check_matches(folder: Path) -> None:
    """A test decides as it does here, and the rest is cancelled; a match by CPU time is played to its end."""
    players = ("name=strong nodes=3000", "name=weak nodes=20")
    asked: dict[str, Any] = {"games": 400, "sprt": (0, 100), "part_rows": 2}
    here = rw.batch.match("connect-four", *players, out=folder / "match-local", processes=2, **asked)
    there = rw.batch.match("connect-four", *players, out=folder / "match-ray", on=f"ray://{ADDRESS}", **asked)
    found = there.outcome["match"]
    assert found == here.outcome["match"] and found["sprt"]["decision"] == "h1", (found, here.outcome)
    done_parts, parts = there.summary()["parts_done"], there.summary()["parts"]
    assert done_parts < parts, (done_parts, parts)
    said(f"match: pairs {found['pairs']}, {found['sprt']['decision']} after {done_parts} of {parts} parts, as here")
    timed = rw.batch.match("connect-four", "name=a", "name=b nodes=50", out=folder / "match-cpu", games=8, tc="0.2+0.01", clock="cpu",
                           part_rows=1, on=f"ray://{ADDRESS}")  # fmt: skip
    assert timed.summary()["failures"] == 0 and sum(timed.outcome["match"]["pairs"]) == 4
    said(f"match by CPU time: pairs {timed.outcome['match']['pairs']}")


def check_book(folder: Path) -> None:
    """The same bytes."""
    books = [rw.batch.book("connect-four:5x4", 4, folder / f"book-{on[:3]}", on=on).outcome["book"] for on in ("local", f"ray://{ADDRESS}")]
    one, other = (Path(book).read_bytes() for book in books)
    assert one == other
    said(f"book of {len(one)} bytes: equal")


def check_cores(folder: Path) -> None:
    """Rows of two threads find no node with two cores: that is said, and not waited for for ever."""
    from rootward.batch import cluster

    cluster.NO_CORES_SECONDS = 3.0
    try:
        rw.batch.solve(["44"], "connect-four", folder / "cores", nodes=100, threads=2, on=f"ray://{ADDRESS}")
    except rw.batch.ClusterLost as lost:
        assert "no node with 2 or more cores" in str(lost), lost
        said(str(lost))
    else:
        raise AssertionError("a part of two threads ran on a node of one core")


def failures(folder: Path, _: str) -> None:
    """The rows that fail, alone."""
    cluster = Cluster(folder / "c1")
    said("a head and two nodes are up")
    check_failures(folder)
    cluster.kill()


def arguments(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


PLAIN = """
import json, multiprocessing, sys, time, rootward as rw
def work(texts):
    before = time.process_time()
    done = [rw.game("connect-four:8x7").position(text).solve(nodes=NODES, memory="64M", whole_line=False).json for text in texts]
    return done, time.process_time() - before
if __name__ == "__main__":
    rows = open(sys.argv[1]).read().split()
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        done = pool.map(work, [rows[start:start + SIZE] for start in range(0, len(rows), SIZE)], chunksize=1)
    assert sum(len(part) for part, _ in done) == len(rows)
    print(json.dumps({"cpu_seconds": sum(spent for _, spent in done)}))
"""


def cpu_of(pid: int) -> float:
    """CPU seconds of a process so far."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


class Cost(NamedTuple):
    """What a command took, in seconds."""

    cpu: float
    wall: float
    searching: float = 0.0
    """The part of the CPU time that went into the rows themselves: it does not depend on who runs them."""


def measured(words: list[str]) -> Cost:
    """The cost of a command, with the CPU seconds of everything in this namespace but this process: nobody waits for Ray's workers, so
    that the time of each process is looked at until it has gone."""
    before = {pid: cpu_of(pid) for pid in processes()}
    last, began = dict(before), time.monotonic()
    job = subprocess.Popen(words, stdout=subprocess.PIPE)
    while True:
        over = job.poll() is not None
        for pid in processes():
            if pid != os.getpid():
                last[pid] = max(last.get(pid, 0.0), cpu_of(pid))
        if over:
            assert job.returncode == 0 and job.stdout is not None, words
            cpu, wall = sum(spent - before.get(pid, 0.0) for pid, spent in last.items()), time.monotonic() - began
            return Cost(cpu, wall, json.loads(job.stdout.read() or b"{}").get("cpu_seconds", 0.0))
        time.sleep(0.05)


SIZES = ((60_000, 400, 7200), (20_000, 1200, 12_000), (200_000, 120, 1200))
"""Nodes of a row, and the rows of a short and a long job: their difference is the cost of rows without that of starting. A long job is
about a minute of work or more, so that its start does not decide."""


def overhead(folder: Path, only: str) -> None:
    """Connect Four on 8x7 after 10 plies never ends within these limits: every row costs its nodes, and no more."""
    cluster = Cluster(folder / "c1")

    from rootward.batch.opening import openings

    # What the cluster takes while nothing is asked of it. The slower a busy machine is, the more of it is in the figures below.
    idle = measured(["sleep", "20"])
    said(f"the cluster alone: {60 * idle.cpu / idle.wall:.1f} CPU-s a minute")
    texts = openings(rw.game("connect-four:8x7"), max(most for _, _, most in SIZES), 10, 9)
    for nodes, *counts in SIZES:
        if not only or str(nodes) in only.split(","):
            costs = {name: [run(folder, name, nodes, texts[:count]) for count in counts] for name in ("plain", "local", "ray")}
            # The same again says what a difference between two runs means on this machine.
            again = run(folder, "plain", nodes, texts[: counts[-1]])
            tell_overhead(costs, counts)
            said(f"plain again: {again.cpu:6.2f} CPU-s, {again.wall:5.1f} s ({again.cpu / costs['plain'][1].cpu - 1:+6.1%})")
    cluster.kill()


def run(folder: Path, name: str, nodes: int, texts: list[str]) -> Cost:
    """These rows by a plain pool, a local job, or a job on Ray."""
    source = folder / f"{nodes}-{len(texts)}.txt"
    source.write_text("\n".join(texts) + "\n")
    if name == "plain":
        script = folder / f"plain{nodes}.py"
        script.write_text(PLAIN.replace("NODES", str(nodes)).replace("SIZE", str(max(1, len(texts) // 40))))
        return told(name, measured([sys.executable, str(script), str(source)]), len(texts))
    words = [sys.executable, "-m", "rootward.batch", "solve", "connect-four:8x7", "--input", str(source), "--nodes", str(nodes), "--quiet", "--json"]
    where = ["--processes", "2"] if name == "local" else ["--on", f"ray://{ADDRESS}"]
    return told(name, measured([*words, *where, "--out", str(folder / f"{name}{nodes}-{len(texts)}")]), len(texts))


def told(name: str, cost: Cost, rows: int) -> Cost:
    """Says at once what a run took, and the share beside the rows: on a busy machine the rows themselves differ more than that."""
    said(f"{name:5} {rows} rows: {cost.cpu:6.2f} CPU-s, {cost.wall:5.1f} s; {cost.searching:6.2f} CPU-s for the rows, {cost.cpu / cost.searching - 1:+6.1%} beside them")
    return cost


def tell_overhead(costs: dict[str, list[Cost]], counts: list[int]) -> None:
    """A line for each way to run: the cost of starting, and that of a row beyond it."""
    rows = counts[1] - counts[0]
    plain = (costs["plain"][1].cpu - costs["plain"][0].cpu) / rows
    for name, (short, long) in costs.items():
        row = (long.cpu - short.cpu) / rows
        said(
            f"{name:5} {counts[1]} rows: {long.cpu:6.2f} CPU-s, {long.wall:5.1f} s ({long.cpu / costs['plain'][1].cpu - 1:+6.1%}); "
            f"start {short.cpu - counts[0] * row:5.2f} CPU-s, then {1e3 * row:6.3f} ms a row ({row / plain - 1:+5.1%})"
        )


if __name__ == "__main__":
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_raylet_start_wait_time_s": "120"}
    # Ray's workers are nice by default, and starve on a machine that is busy with other things.
    os.environ["RAY_worker_niceness"] = "0"
    # The game that fails can be imported on every node, as a game in Python has to be.
    sys.path.insert(0, str(HERE / "tests"))
    os.environ["PYTHONPATH"] = str(HERE / "tests")
    {"check": check, "failures": failures, "overhead": overhead}[sys.argv[1]](Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "")
    said("all is well")
