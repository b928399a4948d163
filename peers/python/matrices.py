"""Measures `rootward-matrix` against SciPy's HiGHS, nashpy and pygambit on the same random games, in one run.

Needs scipy, nashpy and pygambit in the running Python, and the path of the example `measure`:

    cargo build --release -p rootward-matrix --example measure
    python peers/python/matrices.py target/release/examples/measure

All times are CPU time. Games go to a temporary folder; reading them is timed for nobody. Every answer is compared before a time is printed.
"""

import json
import subprocess
import sys
import tempfile
import time
import warnings
from fractions import Fraction
from pathlib import Path

import nashpy
import numpy as np
import pygambit
from scipy.optimize import linprog

MEASURE = sys.argv[1]
FOLDER = Path(tempfile.mkdtemp())
warnings.simplefilter("ignore")


def mean_of(runs, work):
    """The mean CPU time of some runs, and the last result."""
    start = time.process_time()
    for _ in range(runs):
        result = work()
    return (time.process_time() - start) / runs, result


def rootward(what, path):
    done = subprocess.run([MEASURE, what, str(path)], capture_output=True, check=True, text=True)
    told = json.loads(done.stdout)
    return told["seconds"], told["result"]


def number(value):
    return float(Fraction(value)) if isinstance(value, str) else value


def highs(matrix):
    """Maximise v where every column gives v at least and the weights add up to 1."""
    height, width = matrix.shape
    goal = np.zeros(height + 1)
    goal[-1] = -1
    constraints = np.hstack([-matrix.T, np.ones((width, 1))])
    weights = np.append(np.ones(height), 0)[None, :]
    bounds = [(0, None)] * height + [(None, None)]
    solved = linprog(goal, constraints, np.zeros(width), weights, [1], bounds, method="highs")
    return -solved.fun


def zero_sum(sizes):
    print("zero-sum, random payoffs of 17 digits: seconds of CPU time")
    print(f"{'size':>9} {'rootward':>10} {'its error':>10} {'HiGHS':>10} {'ratio':>7} {'difference':>11} {'nashpy':>9} {'pygambit':>9}")
    for size in sizes:
        matrix = np.random.default_rng(size).random((size, size))
        path = FOLDER / f"zero-sum-{size}.csv"
        np.savetxt(path, matrix, delimiter=",", fmt="%.17g")
        ours, solution = rootward("zero-sum", path)
        theirs, value = mean_of(3, lambda: highs(matrix))
        difference = abs(number(solution["value"]) - value)
        assert difference < 1e-9, (size, difference)
        others = ["", ""]
        if size <= 200:
            game = nashpy.Game(matrix)
            others[0] = f"{mean_of(1, game.linear_program)[0]:.4f}"
            gambit = pygambit.Game.from_arrays(matrix, -matrix)
            others[1] = f"{mean_of(1, lambda: pygambit.nash.lp_solve(gambit, rational=False))[0]:.4f}"
        print(
            f"{size:>4}×{size:<4} {ours:>10.6f} {solution['error']:>10.1e} {theirs:>10.6f} {theirs / ours:>6.1f}× "
            f"{difference:>11.1e} {others[0]:>9} {others[1]:>9}",
            flush=True,
        )


def write(path, first, second):
    rows = (";".join(f"{a},{b}" for a, b in zip(*pair)) for pair in zip(first, second))
    path.write_text("\n".join(rows) + "\n")


def exact(game):
    """pygambit's extreme equilibria as a set of weights."""
    found = pygambit.nash.enummixed_solve(game, rational=True).equilibria
    return {tuple(Fraction(int(p.numerator), int(p.denominator)) for s in game.strategies for p in [e[s]]) for e in found}


def compare(name, first, second, nashpy_too):
    path = FOLDER / f"{name}.csv"
    write(path, first, second)
    ours, told = rootward("extreme", path)
    mine = {tuple(Fraction(w) for w in e["row"] + e["column"]) for e in told["equilibria"]}
    game = pygambit.Game.from_arrays(np.array(first), np.array(second))
    theirs, expected = mean_of(1, lambda: exact(game))
    assert mine == expected, (name, len(mine), len(expected))
    other = ""
    if nashpy_too:
        game = nashpy.Game(np.array(first), np.array(second))
        seconds, found = mean_of(1, lambda: list(game.vertex_enumeration()))
        other = f"{seconds:.4f} ({len(found)})"
    print(f"{name:>22} {len(mine):>6} {ours:>10.6f} {theirs:>10.4f} {theirs / ours:>7.0f}× {other:>18}", flush=True)


def extreme(sizes, most, label, seeds):
    for size in sizes:
        for seed in range(seeds):
            rng = np.random.default_rng(1000 * size + seed)
            tables = rng.integers(-most, most + 1, (2, size, size)).tolist()
            compare(f"{label} {size}×{size} #{seed}", *tables, nashpy_too=seed == 0 and size <= 8)


# The first player's payoffs in B. von Stengel's game of 1997 with 75 equilibria.
STENGEL = [
    [9504, -660, 19976, -20526, 1776, -8976],
    [-111771, 31680, -130944, 168124, -8514, 52764],
    [397584, -113850, 451176, -586476, 29216, -178761],
    [171204, -45936, 208626, -263076, 14124, -84436],
    [1303104, -453420, 1227336, -1718376, 72336, -461736],
    [737154, -227040, 774576, -1039236, 48081, -300036],
]


def main():
    print("scipy", __import__("scipy").__version__, "nashpy", nashpy.__version__, "pygambit", pygambit.__version__)
    zero_sum([10, 20, 50, 100, 200, 400])
    print("\nall extreme equilibria, exact: seconds (nashpy: floating point, with how many it gives)")
    print(f"{'game':>22} {'number':>6} {'rootward':>10} {'pygambit':>10} {'ratio':>8} {'nashpy':>18}")
    # The second player's payoffs are the first player's with the roles and the order of the strategies exchanged.
    order = [4, 5, 2, 3, 0, 1]
    second = [[STENGEL[j][i] for j in order] for i in order]
    compare("von Stengel 6×6", STENGEL, second, True)
    extreme([3, 4, 5, 6, 7, 8, 10], 100, "random", 3)
    extreme([3, 4, 5], 1, "degenerate", 5)
    print("\none equilibrium by Lemke and Howson, exact: seconds")
    for size in [20, 50, 80]:
        tables = np.random.default_rng(size).integers(-100, 101, (2, size, size)).tolist()
        path = FOLDER / f"walk-{size}.csv"
        write(path, *tables)
        ours, told = rootward("walk", path)
        print(f"{size:>4}×{size:<4} {ours:>10.4f} {told['pivots']:>6} pivots")


main()
