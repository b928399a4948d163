"""Jobs of many rows, on the processes of this machine or on a cluster of Ray, with the same files and the same results.

>>> import rootward as rw, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     job = rw.batch.solve(["44444", "1122334", "8"], "connect-four", folder + "/job", nodes=1000, format="csv", processes=1)
...     [row["value"] or row["error"] for row in job.rows()][:2], job.summary()["failures"]
(['loss', 'loss'], 1)

The manual is docs/cluster.md. Ray and pyarrow (the extras ``ray`` and ``batch``) are loaded only when asked for.
"""

from __future__ import annotations

from .cluster import ClusterLost, Ray
from .job import Job
from .jobs import analyze, annotate, book, match, resume, solve
from .local import Local
from .progress import Progress
from .schema import COLUMNS, SCHEMA

__all__ = [
    "COLUMNS",
    "SCHEMA",
    "ClusterLost",
    "Job",
    "Local",
    "Progress",
    "Ray",
    "analyze",
    "annotate",
    "book",
    "match",
    "resume",
    "solve",
]
