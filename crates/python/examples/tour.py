"""A tour of the package, with types."""

from __future__ import annotations

import rootward as rw


def main() -> None:
    position = rw.game("connect-four").position("4453")
    analysis: rw.Analysis = position.analyze(nodes=50_000, lines=2)
    for line in analysis.lines:
        print(line.value, line.moves[:6], "proven" if line.proven else "an estimate")
    with position.analysis(depth=6) as run:
        for iteration in run:
            print(iteration.depth, iteration.best)
    solved: rw.Solutions = rw.solve_many("connect-four", ["1212", "121212"], rw.Limit(nodes=100_000))
    print(solved["value"], solved["proven"])
    trace: rw.Trace = rw.tree("((3 12 8) (2 4 6) (14 5 2))").trace()
    print(trace.value, [step["sentence"] for step in trace.steps if step["kind"] == "cut"])
    game = rw.matrix([[3, 0], [5, 1]], [[3, 5], [0, 1]], rows=["C", "D"], columns=["c", "d"])
    print(game.equilibria[0], game.dominance)
    try:
        position.play("9")
    except rw.Problem as problem:
        print(problem.expected)


if __name__ == "__main__":
    main()
