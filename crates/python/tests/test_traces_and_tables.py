"""Traces, trees, matrices, exercises, annotations, matches, perft, python-chess, OpenSpiel."""

from __future__ import annotations

import pickle
import xml.dom.minidom
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import rootward as rw

TREE = "((3 12 8) (2 4 6) (14 5 2))"


def test_a_trace_is_data_and_pictures(tmp_path: Path) -> None:
    trace = rw.tree(TREE).trace()
    assert trace.value == "3" and len(trace) == len(trace.steps)
    assert sum(step["kind"] == "cut" for step in trace.steps) == 1
    picture = trace.step(12)
    assert xml.dom.minidom.parseString(picture._repr_svg_()) and picture.words == trace.steps[11]["sentence"]
    for ending, begins in [("pdf", b"%PDF"), ("png", b"\x89PNG"), ("svg", b"<svg"), ("html", b"<!"), ("json", b"{"), ("tex", b"%"), ("dot", b"digraph")]:
        path = trace.save(tmp_path / f"x.{ending}", step=5)
        assert path.read_bytes().lstrip().lower().startswith(begins.lower()), ending
    assert "iframe" in trace._repr_html_() and "http" not in trace.html().replace("http://www.w3.org", "").replace("http-equiv", "")
    assert "alpha-beta" in repr(trace) and "cut" in str(trace).lower() or "≤" in str(trace)


def test_algorithms_of_traces() -> None:
    full = rw.tree(TREE).trace(algorithm="minimax").summary
    cut = rw.tree(TREE).trace(algorithm="alpha-beta", order="reversed", fail="hard", cut="past").summary
    assert full["leaves"] == 9 and full["score"]["text"] == cut["score"]["text"] == "3"
    star = rw.game("tree:star1").start.trace(algorithm="star1").summary
    assert star["score"]["text"]
    assert rw.game("connect-four").position("4453").trace(depth=3).summary["nodes"] > 10
    with pytest.raises(rw.Problem):
        rw.tree(TREE).trace(algorithm="magic")
    with pytest.raises(rw.Problem):
        rw.tree(TREE).trace(depth=0)
    with pytest.raises(rw.Problem):
        rw.tree(TREE).trace().step(10_000)
    with pytest.raises(rw.Problem):
        rw.tree(TREE).trace().save("x.doc")


def test_a_trace_as_a_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    frame = rw.tree(TREE).trace().to_frame()
    assert isinstance(frame, pandas.DataFrame) and {"kind", "alpha", "beta", "value"} <= set(frame.columns)
    assert (frame.kind == "cut").sum() == 1
    assert len(rw.solve_many("tree", ["(1 2)"]).to_frame()) == 1


def test_matrices_are_exact() -> None:
    game = rw.matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert game.value == 0 and game.equilibria[0].row == [Fraction(1, 3)] * 3
    assert game.optimal == ([Fraction(1, 3)] * 3, [Fraction(1, 3)] * 3)
    prisoners = rw.MatrixGame([[3, 0], [5, 1]], [[3, 5], [0, 1]], rows=["C", "D"], columns=["c", "d"])
    assert prisoners.pure == [("D", "d")] and prisoners.value is None and prisoners.complete
    assert prisoners.dominance and "<table>" in prisoners._repr_html_()
    assert rw.matrix([["1/3", Fraction(1, 7)], [0.1, 0]]).A == [[Fraction(1, 3), Fraction(1, 7)], [Fraction(1, 10), 0]]
    chicken = rw.matrix([[0, 7], [2, 6]], [[0, 2], [7, 6]], equilibria="all")
    assert len(chicken.equilibria) == 3 and Fraction(1, 3) in chicken.equilibria[2].row


def test_matrices_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    game = rw.matrix(numpy.array([[1, -1], [-1, 1]]))
    row, column = game.equilibria[0].to_numpy()
    assert row.sum() == 1 and numpy.allclose(column, [0.5, 0.5])
    assert rw.matrix(numpy.array([[0.25, 1e-7]])).A[0][1] == Fraction(1, 10**7)


@pytest.mark.parametrize(
    "payoffs", [[], [[]], [[1], [1, 2]], 7, "x", [[None]], [["x"]], [[float("nan")]], [[float("inf")]], [["1/0"]], None]
)
def test_bad_matrices_are_problems(payoffs: object) -> None:
    with pytest.raises(rw.Problem):
        rw.matrix(payoffs)


def test_matrices_with_bad_names_or_sizes_are_problems() -> None:
    for settings in ({"rows": ["a"]}, {"B": [[1]]}, {"equilibria": "some"}, {"time": -1}):
        with pytest.raises(rw.Problem):
            rw.MatrixGame([[1, 2], [3, 4]], **settings)


def test_exercises_are_the_same_for_the_same_seed(tmp_path: Path) -> None:
    one, other = rw.exercise(seed=7, count=2), rw.exercise(seed=7, count=2)
    assert one.trees == other.trees and len(one.trees) == 2
    for position, value, cuts in zip(one.positions, one.values, one.cuts, strict=True):
        trace = position.trace()
        assert trace.value == value
        assert sum(step["kind"] == "cut" for step in trace.steps) == cuts
    assert one.save(tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert one.save(tmp_path / "key.svg", key=True).read_bytes() != one.sheet("svg")
    assert "<svg" in one._repr_svg_()
    for settings in ({"depth": 99}, {"branching": "x"}, {"count": 0}, {"cuts": -1}):
        with pytest.raises(rw.Problem):
            rw.exercise(**settings)  # type: ignore[arg-type]


PGN = """[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""


def test_games_of_chess_are_annotated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (game,) = rw.annotate(PGN, nodes=3000, out=tmp_path / "out.pgn")
    assert [move["move"] for move in game.moves if move.get("mark") == "??" or move.get("mark") == "blunder"] or game.mistakes
    assert "<svg" in game._repr_svg_() and (tmp_path / "out.pgn").read_text().count("Qxf7#") >= 1
    path = tmp_path / "in.pgn"
    path.write_text(PGN)
    assert len(rw.annotate(path, depth=2)) == 1
    # A name that begins as moves do.
    numbered = tmp_path / "1.pgn"
    numbered.write_text(PGN)
    monkeypatch.chdir(tmp_path)
    assert len(rw.annotate("1.pgn", depth=1)) == 1
    with pytest.raises(rw.Problem):
        rw.annotate(tmp_path / "none.pgn")
    with pytest.raises(rw.Problem):
        rw.annotate(7)  # type: ignore[arg-type]
    with pytest.raises(rw.Problem, match="^PGN: there is no game"):
        rw.annotate('[Event "x"]\n\n1. e4 Qxf9 *\n')


def test_matches() -> None:
    result = rw.match("tic-tac-toe", "name=deep", "name=shallow depth=1", games=8, depth=9)
    assert result.wins + result.draws + result.losses == 8 == len(result.games) and result.score > 0.4
    assert result.names == ["deep", "shallow"] and "deep against shallow" in repr(result)
    # Pairs that are all alike say nothing of the error.
    assert result.elo_error is not None or "±" not in repr(result)
    alike = rw.match("tic-tac-toe", "name=a", "name=b", games=2, depth=9)
    assert (alike.elo, alike.elo_error) == (0, None) and repr(alike).endswith("Elo +0.0>")
    three = rw.match("tic-tac-toe", "name=a", "name=b", "name=c", games=2, depth=2)
    assert len(three.data["table"]) == 3
    for bad in ({"games": 3}, {"games": 0}, {"openings": []}, {"clock": "soon"}):
        with pytest.raises(rw.Problem):
            rw.match("tic-tac-toe", "name=a", "name=b", **bad)  # type: ignore[arg-type]
    with pytest.raises(rw.Problem):
        rw.match("tic-tac-toe", "name=a")
    with pytest.raises(rw.Problem):
        rw.match("tic-tac-toe", "nonsense=", "name=b")


def test_perft_is_the_published_one() -> None:
    assert rw.perft("chess", 4) == 197_281 and rw.perft("connect-four", 4) == 7**4
    divided = rw.game("chess").start.divide(2)
    assert len(divided) == 20 and set(divided.values()) == {20}


def test_python_chess_boards_come_and_go() -> None:
    chess = pytest.importorskip("chess")
    board = chess.Board()
    for move in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O"):
        board.push_san(move)
    position = rw.from_chess(board)
    assert position.history[-1] == "O-O" and len(position.moves) == board.legal_moves.count()
    back = position.to_chess()
    assert back.fen() == board.fen() and back.move_stack == board.move_stack
    fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 3 17"
    assert rw.from_chess(chess.Board(fen)).to_chess().fen() == fen
    assert rw.game("chess").start.play(chess.Move.from_uci("e2e4")).history == ["e4"]
    with pytest.raises(rw.Problem):
        rw.game("tic-tac-toe").start.to_chess()


@pytest.mark.parametrize(
    "call",
    [
        lambda: rw.perft(5, 1),
        lambda: rw.solve_many("connect-four", "44"),
        lambda: rw.solve_many("connect-four", 5),
        lambda: rw.match("chess", "name=a", "name=b", games=2, openings="44"),
        lambda: rw.match(5, "name=a", "name=b"),
        lambda: rw.matrix("12"),
        lambda: rw.matrix(["12", "34"]),
        lambda: rw.matrix(None),
    ],
)
def test_text_is_no_list_and_a_number_is_no_game(call: Callable[[], object]) -> None:
    with pytest.raises(rw.Problem, match="is no (game|list|table); expected"):
        call()


def test_settings_of_a_worksheet_are_refused_without_places_in_data() -> None:
    with pytest.raises(rw.Problem, match=r"^'x' is not a range of branching; expected .*such as 2\.\.3$"):
        rw.exercise(branching="x")


def test_boards_with_other_rules_are_refused() -> None:
    pytest.importorskip("chess")
    import chess.variant

    for board in (chess.variant.AtomicBoard(), chess.variant.AntichessBoard()):
        with pytest.raises(rw.Problem, match=f"a board of '{board.uci_variant}'"):
            rw.from_chess(board)
    chess960 = chess.Board.from_chess960_pos(7)
    assert rw.from_chess(chess960).to_chess() == chess960


def test_payoffs_of_every_usual_type() -> None:
    numpy = pytest.importorskip("numpy")
    tenth = [[numpy.float64(0.1), 2], [numpy.int64(3), numpy.float32(0.5)]]
    assert rw.matrix(tenth).value == rw.matrix([["1/10", 2], [3, "1/2"]]).value == rw.matrix([[Decimal("0.1"), 2], [3, 0.5]]).value
    pandas = pytest.importorskip("pandas")
    assert rw.matrix(pandas.DataFrame([[3, 1], [4, 2]])).value == 2


@pytest.mark.parametrize("payoff", ["1e999999999", "1E-99999", "9" * 5000, Decimal("1e888888888"), float("inf"), "x", None, 1j])
def test_payoffs_that_are_none_are_refused_at_once(payoff: object) -> None:
    with pytest.raises(rw.Problem, match="is no payoff"):
        rw.matrix([[payoff, 1]])


@pytest.mark.parametrize("names", [5, "ab", ["a"], None])
def test_names_of_strategies(names: Any) -> None:
    if names is None:
        assert rw.matrix([[1, 2], [3, 4]], rows=names).rows == ["r1", "r2"]
    else:
        with pytest.raises(rw.Problem, match="names"):
            rw.matrix([[1, 2], [3, 4]], rows=names)


def test_python_chess_is_not_needed() -> None:
    with pytest.raises(rw.Problem):
        rw.from_chess("a board")


def test_open_spiel(capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    tic_tac_toe = rw.from_open_spiel("tic_tac_toe")
    assert tic_tac_toe.start.solve().outcome == "draw"
    assert tic_tac_toe.position("4 0").state.history() == [4, 0]
    assert rw.from_open_spiel("nim(pile_sizes=1;2;3)").start.solve().proven
    pig = rw.from_open_spiel("pig(players=2,winscore=6,horizon=8)")
    assert pig.start.analyze(depth=2).nodes > 0
    for name, reason in [
        ("kuhn_poker", "do not see everything"), ("matrix_rps", "move at once"), ("hearts", "players"), ("no_such", "no game"),
        ("misere", "cannot load 'misere': Missing parameter game"), ("nfg_game", "cannot load"),
    ]:  # fmt: skip
        with pytest.raises(rw.Problem, match=reason):
            rw.from_open_spiel(name)
    for odd in (None, 5, ["tic_tac_toe"]):
        with pytest.raises(rw.Problem, match="no game of OpenSpiel"):
            rw.from_open_spiel(odd)
    back = pickle.loads(pickle.dumps(tic_tac_toe.position("4 0")))
    assert back == tic_tac_toe.position("4 0") and back.game != rw.from_open_spiel("connect_four")
    assert "no_such" not in capfd.readouterr().err, "OpenSpiel prints the names of all its games"
    assert rw.from_open_spiel("misere(game=tic_tac_toe())").start.analyze(nodes=50).best
    rw.check(tic_tac_toe, games=3)
    assert pyspiel


def test_open_spiel_is_not_needed() -> None:
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        with pytest.raises(rw.Problem, match="pip install open_spiel"):
            rw.from_open_spiel("tic_tac_toe")
