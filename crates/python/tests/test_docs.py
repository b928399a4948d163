"""The examples in the doc strings are run, and everything public has one."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import rootward


def test_the_examples_are_true() -> None:
    for module in pkgutil.iter_modules(rootward.__path__):
        if module.name != "_rootward":
            found = importlib.import_module(f"rootward.{module.name}")
            assert doctest.testmod(found, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0, module.name
    assert doctest.testmod(rootward).failed == 0


def test_everything_public_has_a_doc_string() -> None:
    for name in rootward.__all__:
        thing = getattr(rootward, name)
        if name == "__version__":
            assert thing.count(".") == 2
            continue
        assert inspect.getdoc(thing), name
        for part, value in vars(thing).items() if inspect.isclass(thing) else ():
            if not part.startswith("_") and (callable(value) or isinstance(value, property)):
                assert inspect.getdoc(getattr(thing, part)) or not callable(value), f"{name}.{part}"


def test_the_boxes_of_the_manual_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manual = Path(__file__).parent.parent / "python.md"
    if not manual.exists():
        manual = Path(__file__).parents[3] / "docs" / "python.md"
    boxes = re.findall(r"^```python\n(.*?)^```", manual.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert len(boxes) >= 5
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for box in boxes:
        exec(compile(box, str(manual), "exec"), names)
    assert (tmp_path / "step12.pdf").exists() and (tmp_path / "sheet.pdf").exists()
