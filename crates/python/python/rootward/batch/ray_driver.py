"""The process that talks to Ray. Parts come in as lines of JSON, results go out.

It is a process of its own since Ray ends the one that it is loaded into when the head of the cluster is lost, and keeps settings in the
environment. The part files belong to the process before it, which says what is missing and how to go on."""

from __future__ import annotations

import json
import logging
import os
import queue
import socket
import sys
import threading
import time
from typing import Any

__all__ = ["main", "settings"]

LOST_AFTER = 5.0
"""Seconds without an answer of the head until it counts as lost."""
RETRIES = 8
"""How often Ray starts a part again that lost its worker."""


def settings() -> dict[str, str]:
    """What Ray is told by the environment, where the user has said nothing else."""
    return {
        # No usage statistics leave the machine.
        "RAY_USAGE_STATS_ENABLED": "0",
        # Ray finds out its own address by opening a socket to a public name server, unless it is told not to form clusters of several
        # machines. The name is misleading: a driver takes its address from the node that it connects to.
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
        "RAY_DEDUP_LOGS": "0",
    }


def main(address: str, threads: int) -> None:
    """Runs parts on the cluster at this address until stdin ends."""
    out = os.dup(1)
    os.dup2(2, 1)

    def tell(data: dict[str, Any]) -> None:
        left = json.dumps(data, ensure_ascii=False).encode() + b"\n"
        while left:
            left = left[os.write(out, left) :]

    for name, value in settings().items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        tell({"refused": "Ray is not installed; expected 'pip install ray'"})
        return
    from .row import Row, Task

    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, namespace="rootward")
    except Exception as error:  # noqa: BLE001 - told in one sentence
        said = " ".join(str(error).split())[:200] or type(error).__name__
        tell({"refused": f"no Ray cluster answers at '{address}' ({said}); expected the address of a running one"})
        os._exit(2)
    head = ray.get_runtime_context().gcs_address
    tell({"at_once": _at_once(ray, threads), "head": head})
    asked: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    threading.Thread(target=_watch, args=(head, tell), daemon=True).start()
    remote = ray.remote(num_cpus=threads, max_retries=RETRIES)(run_part)
    task = Task.read(asked.get())
    running: dict[Any, tuple[int, list[Row]]] = {}
    last_report = time.monotonic()
    while True:
        while True:
            try:
                data = json.loads(asked.get(timeout=None if not running and asked.empty() else 0.0))
            except queue.Empty:
                break
            rows = [Row(*row) for row in data["rows"]]
            name = f"{task.kind} part {data['part']} ({len(rows)} rows)"
            running[remote.options(name=name).remote(task, rows)] = (data["part"], rows)
        ready, _ = ray.wait(list(running), num_returns=1, timeout=0.2)
        for reference in ready:
            number, rows = running.pop(reference)
            try:
                tell({"part": number, "result": ray.get(reference)})
            except Exception as error:  # noqa: BLE001 - Ray has many kinds
                tell({"part": number, "failed": _why(error)})
        if time.monotonic() - last_report > 5:
            last_report = time.monotonic()
            tell({"at_once": _at_once(ray, threads)})


def _at_once(ray: Any, threads: int) -> int:
    """How many parts the nodes can run at once."""
    return sum(int(node["Resources"].get("CPU", 0)) // threads for node in ray.nodes() if node["Alive"])


def _why(error: Exception) -> str:
    cause = getattr(error, "cause", None) or error
    return f"{type(cause).__name__}: {' '.join(str(cause).split())[:300]}"


def _listen(asked: queue.SimpleQueue[bytes]) -> None:
    for line in sys.stdin.buffer:
        asked.put(line)
    # The job is over, or was killed: Ray ends the tasks of a driver that has gone.
    os._exit(0)


def _watch(head: str, tell: Any) -> None:
    """Says soon that the head is lost: Ray itself waits for a minute."""
    host, _, port = head.rpartition(":")
    seen = time.monotonic()
    while True:
        try:
            with socket.create_connection((host.strip("[]"), int(port)), timeout=2):
                seen = time.monotonic()
        except OSError:
            if time.monotonic() - seen > LOST_AFTER:
                tell({"lost": head})
                os._exit(1)
        time.sleep(1)


_process: Any = None
_of: bytes = b""


def run_part(task: Any, rows: list[Any]) -> list[Any]:
    """A part, in a worker of Ray. Its searching process is kept for the next one."""
    global _process, _of
    from .process import RowProcess

    if _process is None or _of != task.line():
        if _process is not None:
            _process.close()
        _process, _of = RowProcess(task), task.line()
    return list(_process.run(rows))
