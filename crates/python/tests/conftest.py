"""Tests of the installed package: nothing here looks into the source tree."""

from __future__ import annotations

import rootward


def pytest_report_header() -> str:
    return f"rootward {rootward.__version__} from {rootward.__file__}"
