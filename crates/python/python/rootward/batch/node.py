"""Starting a node of Ray that keeps to itself: no usage statistics, no dashboard, and no question to an outside host about its own address.

``ray start`` opens a socket to a public name server to learn the address of the machine even if it is told. No packet is sent, but it
is a name that nobody asked for; here the address that was given is used."""

from __future__ import annotations

import os
import sys

from .._errors import Problem

__all__ = ["start_node"]


def start_node(address: str, head: bool = False, ip: str | None = None, cpus: int | None = None) -> int:
    """Starts the head at this address, or a node that joins it; both stay until ``ray stop``."""
    host, colon, port = address.rpartition(":")
    if not host or not colon or not port.isdecimal():
        raise Problem(f"node: '{address}' is no address; expected host:port", "host:port")
    own = ip or (host if head else None)
    if own is None:
        raise Problem("node: this machine's address is not given; expected --ip ADDRESS", "--ip ADDRESS")
    # Read when Ray is imported. A head with this setting does not look for its address; see ray_driver.py.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        from ray._private import services
        from ray.scripts.scripts import start
    except ImportError:
        raise Problem("Ray is not installed; expected 'pip install rootward[ray]'", "pip install rootward[ray]") from None
    setattr(services, "node_ip_address_from_perspective", lambda *_: own)
    words = [f"--node-ip-address={own}"]
    words += ["--head", f"--port={port}", "--include-dashboard=false"] if head else [f"--address={address}"]
    if cpus is not None:
        words.append(f"--num-cpus={cpus}")
    sys.argv[0] = "ray"
    start.main(words, standalone_mode=False)
    return 0
