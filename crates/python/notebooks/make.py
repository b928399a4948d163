"""Writes the notebooks with their output: `python make.py`. With `--check` they are run again, and have to show what they did.

They are written here as plain text, so that a change of them can be read.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

ALPHA_BETA = [
    "# Alpha-beta, step by step\n\nA lecture on one tree: what minimax computes, what alpha-beta leaves out, and why.",
    ">import rootward as rw\n\np = rw.tree('((3 12 8) (2 4 6) (14 5 2))')\np.trace(algorithm='minimax').step()",
    "Minimax visits all nine leaves. Alpha-beta stops at the second branch as soon as MIN has 2 there: MAX has 3 already.",
    ">t = p.trace()\n[step['sentence'] for step in t.steps if step['kind'] == 'cut']",
    ">t.step(10)",
    "The same steps with buttons. The page below needs no network.",
    ">t",
    "What the order of the moves does:",
    ">{order: p.trace(order=order).summary['leaves'] for order in ('given', 'reversed', 'best')}",
    "A worksheet for the class, and its key:",
    ">sheet = rw.exercise(seed=7, depth=4, branching=2, deep_cut=True)\nsheet",
    ">print(sheet.trees[0], 'has the value', sheet.values[0], 'with', sheet.cuts[0], 'cuts')",
]

EXPERIMENT = [
    "# An experiment: what the techniques of the engine save\n\nNodes to depth 7 from ten openings of Connect Four. Nodes are the same on every machine; times are not.",
    ">import random\n\nimport matplotlib.pyplot as plt\nimport pandas as pd\nimport rootward as rw\n\ngame = rw.game('connect-four:8x7')\ndice = random.Random(1)\nopenings = []\nwhile len(openings) < 10:\n    p = game.start\n    for _ in range(6):\n        p = p.play(dice.choice(p.moves))\n    if not p.is_over:\n        openings.append(p)",
    ">settings = ['none', 'none,+transposition-table', 'sound', 'exact']\nrows = []\nfor number, p in enumerate(openings):\n    for setting in settings:\n        a = p.analyze(depth=7, techniques=setting)\n        rows.append({'opening': number, 'techniques': setting, 'nodes': a.nodes, 'value': str(a.value)})\nframe = pd.DataFrame(rows)\nframe.groupby('techniques').nodes.mean().round().astype(int).loc[settings]",
    ">axes = frame.pivot(index='opening', columns='techniques', values='nodes')[settings].plot.bar(logy=True, figsize=(8, 3.2))\naxes.set_ylabel('nodes')\nplt.tight_layout()\nplt.show()",
    "Proven values of a hundred positions in one call:",
    ">texts = []\nwhile len(texts) < 100:\n    p = game.start\n    for _ in range(40):\n        if p.is_over:\n            break\n        p = p.play(dice.choice(p.moves))\n    if not p.is_over:\n        texts.append(p.text)\nsolved = rw.solve_many(game, texts, rw.Limit(nodes=200_000)).to_frame()\nsolved.value.value_counts()",
]

OWN_GAME = [
    "# Your own game\n\nFive methods are the rules. Here: a row of coins, of which each side takes one from either end; who has more at the end wins by that many.",
    ">import rootward as rw\n\n\nclass Coins(rw.Game):\n    points = True\n    sides = ('Alice', 'Bob')\n\n    def __init__(self, *coins):\n        self.coins = coins\n\n    def initial(self):\n        return (0, 0, self.coins)\n\n    def to_move(self, state):\n        return state[0]\n\n    def outcome(self, state):\n        return None if state[2] else state[1]\n\n    def moves(self, state):\n        return ['left', 'right'] if len(state[2]) > 1 else ['left']\n\n    def apply(self, state, move):\n        turn, lead, coins = state\n        coin, rest = (coins[0], coins[1:]) if move == 'left' else (coins[-1], coins[:-1])\n        return (1 - turn, lead + (coin if turn == 0 else -coin), rest)\n\n    def draw(self, state):\n        return ' '.join(map(str, state[2])) or '(none)'",
    "The contract kit plays random games and checks what every game promises:",
    ">game = Coins(4, 9, 2, 7, 3, 8)\nrw.check(game)\ngame.start",
    ">s = game.start.solve(all_moves=True)\ns, s.line, s.moves",
    "Alpha-beta on a shorter row:",
    ">Coins(3, 9, 2, 5).start.trace()",
    "The engine against a greedy player:",
    ">def greedy(p):\n    coins = p.state[2]\n    return 'left' if coins[0] >= coins[-1] else 'right'\n\nrw.match(game, 'engine depth=6', greedy, games=2, plies=0)",
    "An exception in a rule comes through as it is:",
    ">class Broken(Coins):\n    def moves(self, state):\n        raise RuntimeError('no moves today')\n\ntry:\n    Broken(1, 2).start.solve()\nexcept RuntimeError as error:\n    print(error)",
]

NOTEBOOKS = {"alpha-beta": ALPHA_BETA, "experiment": EXPERIMENT, "own-game": OWN_GAME}


def written(cells: list[str]) -> Any:
    """A notebook without output."""
    book = new_notebook(metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}})
    book.cells = [new_code_cell(cell[1:]) if cell.startswith(">") else new_markdown_cell(cell) for cell in cells]
    for number, cell in enumerate(book.cells):
        cell["id"] = f"cell-{number}"
    return book


def executed(book: Any) -> Any:
    """The same with its output; an exception in a cell comes through."""
    NotebookClient(book, timeout=600, kernel_name="python3", resources={"metadata": {"path": "."}}).execute()
    for cell in book.cells:
        # Times of the run are no part of what it shows.
        cell["metadata"] = {}
    book.metadata["language_info"] = {"name": "python"}
    return book


def shown(book: Any) -> list[Any]:
    """What cells show, without the pictures of matplotlib, whose bytes depend on its version."""

    def of(output: Any) -> Any:
        return {kind: text for kind, text in output.get("data", {}).items() if kind != "image/png"} or output.get("text")

    return [[cell.source, [of(output) for output in cell.get("outputs", [])]] for cell in book.cells]


def main() -> None:
    folder = Path(__file__).parent
    for name, cells in NOTEBOOKS.items():
        path = folder / f"{name}.ipynb"
        book = executed(written(cells))
        if "--check" not in sys.argv:
            nbformat.write(book, path)
            continue
        kept, now = shown(nbformat.read(path, 4)), shown(book)
        for before, after in zip(kept, now, strict=True):
            if before != after:
                sys.exit(f"{path.name}: a cell shows something else than before:\n{str(before)[:1500]}\nand now\n{str(after)[:1500]}")
        print(f"{path.name}: {len(now)} cells show what they did")


if __name__ == "__main__":
    main()
