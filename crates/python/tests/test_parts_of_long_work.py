"""What a cluster needs: pairs of a match alone, books in two steps, rows that do not depend on each other."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import rootward as rw


def plan(**settings: object) -> rw.MatchPlan:
    return rw.MatchPlan("connect-four", "name=a nodes=300", "name=b nodes=40", games=12, seed=3, **settings)  # type: ignore[arg-type]


def without_times(games: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{name: value for name, value in game.items() if name != "spent"} for game in games]


def test_pairs_played_alone_are_those_of_the_match() -> None:
    whole = rw.match("connect-four", "name=a nodes=300", "name=b nodes=40", games=12, seed=3)
    shipped = pickle.loads(pickle.dumps(plan()))
    assert shipped == plan() and shipped.pairs == 6
    games = [game for pair in (5, 3, 0, 1, 4, 2) for game in shipped.play(pair)]
    counted = plan().count(games)
    assert without_times(counted.games) == without_times(whole.games)
    assert (counted.wins, counted.draws, counted.losses, counted.elo) == (whole.wins, whole.draws, whole.losses, whole.elo)
    assert counted.data["pairs"] == whole.data["pairs"] and sum(counted.data["pairs"]) == 6


def test_pairs_count_up_to_the_first_that_is_missing() -> None:
    games = [game for pair in (0, 1, 3) for game in plan().play(pair)]
    assert sum(plan().count(games).data["pairs"]) == 2


def test_a_test_ends_the_count() -> None:
    tested = plan(sprt=(-1000, 0))
    games = [game for pair in range(6) for game in tested.play(pair)]
    found = tested.count(games).data
    assert found["sprt"]["decision"] == "h1" and 0 < sum(found["pairs"]) < 6


@pytest.mark.parametrize("pair", [6, -1, None, "0", 10**30])
def test_a_pair_that_is_not_there_is_refused(pair: object) -> None:
    with pytest.raises(rw.Problem):
        plan().play(pair)  # type: ignore[arg-type]
    with pytest.raises(rw.Problem):
        plan().count([{"number": 0}])


def test_a_book_is_assembled_from_solved_positions(tmp_path: Path) -> None:
    game = rw.game("connect-four:4x4")
    texts = game.book_positions(3)
    solved = rw.solve_many(game, texts)
    assert solved["proven"] == [True] * len(texts)
    path = tmp_path / "small.book"
    told = game.assemble_book(3, list(solved), path)
    assert told["plies"] == 3 and told["positions"] > len(texts) and path.stat().st_size == told["bytes"]
    known = game.start.solve(engine=rw.Engine(book=str(path)))
    assert known.source == "book" and known.outcome == game.start.solve().outcome
    with pytest.raises(rw.Problem, match="expected"):
        game.assemble_book(3, [0], path)
    with pytest.raises(rw.Problem, match="not proven"):
        game.assemble_book(3, [game.start.solve(nodes=1)], path)
    with pytest.raises(rw.Problem):
        rw.game("pig").book_positions(2)


def test_rows_do_not_depend_on_each_other() -> None:
    texts = ["4453", "1234567", "junk", "111111", "44", "7654321"]
    limit = rw.Limit(nodes=3000)
    together = rw.solve_many("connect-four:8x7", texts, limit).to_dict()
    alone = [rw.solve_many("connect-four:8x7", [text], limit).to_dict() for text in texts]
    side_by_side = rw.solve_many("connect-four:8x7", texts[::-1], limit, workers=3).to_dict()
    for name in ("value", "plies", "best", "proven", "nodes", "error"):
        assert together[name] == [row[name][0] for row in alone] == side_by_side[name][::-1]
    assert together["error"][2] and together["value"][2] is None
