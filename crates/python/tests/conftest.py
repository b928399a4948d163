"""Tests of the installed package: nothing here looks into the source tree."""

from __future__ import annotations

import signal

import rootward

# A shell that starts the tests in the background has them ignore Ctrl-C, which some of them send to themselves.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    return f"rootward {rootward.__version__} from {rootward.__file__}"
