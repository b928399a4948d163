"""The same answers as the program's, JSON for JSON. ROOTWARD names the program; without it these are skipped."""

from __future__ import annotations

import json
import os
import random
import subprocess
from typing import Any

import pytest

import rootward as rw

PROGRAM = os.environ.get("ROOTWARD")
COUNT = int(os.environ.get("ROOTWARD_POSITIONS", "60"))
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="ROOTWARD names no program")

# Times differ from run to run.
TIMES = {"elapsed_ms"}


def without_times(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: without_times(value) for name, value in data.items() if name not in TIMES}
    return [without_times(value) for value in data] if isinstance(data, list) else data


def program(*arguments: str) -> list[Any]:
    done = subprocess.run([str(PROGRAM), *arguments, "--json"], capture_output=True, text=True, check=False)
    if not done.stdout:
        return [{"refused": done.stderr}]
    return [json.loads(line) for line in done.stdout.splitlines()]


def positions() -> list[tuple[str, str]]:
    """Positions of all games, by random play."""
    dice, found = random.Random(1), list[tuple[str, str]]()
    names = rw.games() + ["connect-four:8x7", "mnk:4,4,4", "tree:tree2", "tree:dice", "chess:960,1"]
    while len(found) < COUNT:
        for name in names:
            position = rw.game(name).start
            for _ in range(dice.randrange(12)):
                moves = position.moves
                if not moves:
                    break
                position = position.play(dice.choice(moves))
            text = position.text
            if name == "tree":
                text = rw.exercise(seed=dice.randrange(10**6)).trees[0]
            found.append((name, text))
    return found[:COUNT]


def test_analyses_and_solutions_are_those_of_the_program() -> None:
    differ = []
    for name, text in positions():
        position = rw.game(name).position(text)
        # On the command line - is standard input; the first position needs no words.
        at = [name] if text == "-" else [name, text]
        said = program("analyze", *at, "--nodes", "3000")
        ours = position.analyze(nodes=3000)
        events = [json.loads(step.json) for step in ours.iterations] + [ours.data]
        theirs = [
            {key: value for key, value in event.items() if key not in ("event", "type")} for event in said
            if event.get("event", event.get("type")) in ("iteration", "answer")
        ]  # fmt: skip
        if without_times(events) != without_times(theirs):
            differ.append(("analyze", name, text))
        (solved,) = program("solve", *at, "--nodes", "3000")
        try:
            here = position.solve(nodes=3000).data
        except rw.Problem as problem:
            here = {"refused": str(problem)}
        if "refused" in solved and "refused" in here:
            assert here["refused"] in solved["refused"]
        elif without_times(solved) != without_times(here):
            differ.append(("solve", name, text))
    assert not differ, differ[:5]
