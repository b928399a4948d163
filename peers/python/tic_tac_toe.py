"""Tic-tac-toe solved from the empty board: Rootward beside open_spiel and easyAI.

The Python libraries go into a virtual environment outside the checkout:

    python3 -m venv /tmp/peers-venv
    /tmp/peers-venv/bin/pip install open_spiel==2.0.2 cvxpy easyAI==2.0.12
    /tmp/peers-venv/bin/python peers/python/tic_tac_toe.py

Rootward's figures come from `cargo run --release --manifest-path peers/Cargo.toml -- tic-tac-toe --json`. A library
that is not installed is left out, with a word about it. All times are CPU time; each contender runs several times in
turn with the others, and the least time and the median are shown. The value, a draw, is checked every time.
"""

import json
import statistics
import subprocess
import time
from pathlib import Path

ROUNDS = 5
MANIFEST = Path(__file__).resolve().parent.parent / "Cargo.toml"


def open_spiel_contenders():
    """Every algorithm of open_spiel that solves a game of this kind; they are Python, the game's states are C++.

    Its value iteration needs cvxpy to be there.
    """
    import pyspiel
    from open_spiel.python.algorithms import minimax, minimax_solver, value_iteration

    game = pyspiel.load_game("tic_tac_toe")
    start = str(game.new_initial_state())

    def alpha_beta():
        return minimax.alpha_beta_search(game)[0]

    def plain_minimax():
        return minimax.expectiminimax(game.new_initial_state(), 9, lambda state: 0, 0)[0]

    def solver():
        return minimax_solver.MinimaxSolver("tic_tac_toe").solve()[start].value

    def iteration():
        return value_iteration.value_iteration(game, depth_limit=-1, threshold=0.01)[start]

    return {
        "open_spiel alpha_beta_search": alpha_beta,
        "open_spiel expectiminimax (plain minimax)": plain_minimax,
        "open_spiel MinimaxSolver (with table)": solver,
        "open_spiel value_iteration": iteration,
    }


def easy_ai_contenders():
    """easyAI's Negamax to the last ply and its two functions that solve, on its own tic-tac-toe."""
    from easyAI import AI_Player, Negamax, TranspositionTable
    from easyAI import solve_with_depth_first_search, solve_with_iterative_deepening
    from easyAI.games.TicTacToe import TicTacToe

    class Game(TicTacToe):
        def ttentry(self):
            return tuple(self.board)

    def start():
        return Game([AI_Player(None), AI_Player(None)])

    def negamax(table):
        ai = Negamax(9, tt=table)
        ai(start())
        return ai.alpha

    def deepening(table):
        return solve_with_iterative_deepening(start(), range(1, 10), win_score=100, tt=table, verbose=False)[0]

    def depth_first(table):
        return solve_with_depth_first_search(start(), win_score=100, tt=table)

    return {
        "easyAI Negamax(9)": lambda: negamax(None),
        "easyAI Negamax(9), table": lambda: negamax(TranspositionTable()),
        "easyAI solve_with_iterative_deepening": lambda: deepening(None),
        "easyAI solve_with_iterative_deepening, table": lambda: deepening(TranspositionTable()),
        "easyAI solve_with_depth_first_search": lambda: depth_first(None),
        "easyAI solve_with_depth_first_search, table": lambda: depth_first(TranspositionTable()),
    }


def installed_contenders():
    """The contenders of both libraries, as far as they are there."""
    contenders = {}
    for library, load in [("open_spiel", open_spiel_contenders), ("easyAI", easy_ai_contenders)]:
        try:
            contenders.update(load())
        except ImportError as error:
            print(f"{library} is left out: {error}")
    return contenders


def cpu_micros(solve):
    """The CPU time of one solve in microseconds."""
    before = time.process_time()
    value = solve()
    elapsed = time.process_time() - before
    assert value == 0, f"tic-tac-toe is a draw, not {value}"
    return elapsed * 1e6


def measure(contenders):
    """The least and the median CPU time of each contender, all of them run in turns."""
    times = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, solve in contenders.items():
            times[name].append(cpu_micros(solve))
    return {name: (min(runs), statistics.median(runs)) for name, runs in times.items()}


def rootward():
    """The least and the median CPU time of Rootward's ways to solve it, the quickest first."""
    command = ["cargo", "run", "--release", "--quiet", "--manifest-path", MANIFEST, "--", "tic-tac-toe", "--json"]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    return {f"Rootward {row['contender']}": (row["cpu_us_least"], row["cpu_us_median"]) for row in rows}


def main():
    ours = rootward()
    theirs = measure(installed_contenders())
    reference = next(iter(ours.values()))[0]
    print(f"{'tic-tac-toe, solved from the empty board':50} {'µs, least':>12} {'µs, median':>12} {'ratio':>10}")
    for name, (least, median) in (ours | theirs).items():
        print(f"{name:50} {least:12.1f} {median:12.1f} {least / reference:10.1f}")


if __name__ == "__main__":
    main()
