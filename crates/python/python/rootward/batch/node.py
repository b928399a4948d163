"""Starting a node of Ray that keeps to itself: no usage statistics, no dashboard, and no question to an outside host.

Seen with Ray 2.60: ``ray start`` opens a socket to a public name server to learn the address of the machine, even if it is told; with
``RAY_USAGE_STATS_ENABLED=0`` its head still reports to Ray's host that statistics are off; and it asks the addresses of three clouds
whether it runs in one of them. Here the address that was given is used, and the other questions go to a closed port of this machine."""

from __future__ import annotations

import os
import sys

from .._errors import Problem

__all__ = ["start_node"]


CLOSED = "http://127.0.0.1:9"
"""A port of this machine at which nobody listens."""


def quiet(*hosts: str) -> dict[str, str]:
    """The environment of a node that asks only these hosts, where the user has said nothing else."""
    return {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_USAGE_STATS_REPORT_URL": CLOSED,
        # For the questions about clouds, which no setting turns off.
        "http_proxy": CLOSED,
        "no_proxy": ",".join(["localhost", "127.0.0.1", *hosts]),
    }


def _dashboard(own: str, is_wanted: bool) -> list[str]:
    return ["--include-dashboard=true", f"--dashboard-host={own}"] if is_wanted else ["--include-dashboard=false"]


def start_node(
    address: str, head: bool = False, ip: str | None = None, cpus: int | None = None, block: bool = False, dashboard: bool = False
) -> int:
    """Starts the head at this address, or a node that joins it; it stays until ``ray stop``, or with ``block`` as long as this process.

    ``dashboard`` also starts Ray's dashboard at the head's address, which ``ray list tasks`` asks; it needs ``ray[default]``."""
    host, colon, port = address.rpartition(":")
    if not host or not colon or not port.isdecimal():
        raise Problem(f"node: '{address}' is no address; expected host:port", "host:port")
    own = ip or (host if head else None)
    if own is None:
        raise Problem("node: this machine's address is not given; expected --ip ADDRESS", "--ip ADDRESS")
    if dashboard and not head:
        raise Problem("node: the dashboard runs on the head alone; expected --head with --dashboard", "--head")
    for name, value in quiet(host, own).items():
        os.environ.setdefault(name, value)
    try:
        from ray._private import services
        from ray.scripts.scripts import start
    except ImportError:
        raise Problem("Ray is not installed; expected 'pip install ray'", "pip install ray") from None
    setattr(services, "node_ip_address_from_perspective", lambda *_: own)
    words = [f"--node-ip-address={own}"]
    words += ["--head", f"--port={port}", *_dashboard(own, dashboard)] if head else [f"--address={address}"]
    if cpus is not None:
        words.append(f"--num-cpus={cpus}")
    if block:
        words.append("--block")
    sys.argv[0] = "ray"
    try:
        start.main(words, standalone_mode=False)
    except Exception as error:  # noqa: BLE001 - Ray has many kinds
        said = " ".join(str(error).split())[:200] or type(error).__name__
        if dashboard and "missing packages" in said:
            raise Problem("Ray's dashboard is not installed; expected pip install 'ray[default]'", "ray[default]") from None
        raise RuntimeError(f"Ray did not start: {said}") from None
    return 0
