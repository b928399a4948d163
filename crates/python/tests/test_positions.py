"""Positions: moves, play, text, equality, hash, pickle, pictures."""

from __future__ import annotations

import copy
import pickle
import xml.dom.minidom

import pytest

import rootward as rw


def test_games_are_listed_and_opened() -> None:
    names = rw.games()
    assert {"chess", "connect-four", "tic-tac-toe", "othello", "kalah"} <= set(names)
    for name in names:
        position = rw.game(name).start
        assert position.moves and position.text and str(position)
        assert rw.game(name).position(rw.game(name).example).moves


def test_variants_and_moves() -> None:
    position = rw.game("connect-four:8x7").position("4453")
    assert len(position.moves) == 8
    after = rw.game("connect-four").position("4453").play("4")
    assert after == rw.game("connect-four").position("44534") and after.history == ["4"]
    assert rw.game("connect-four").start.play(4, 4).history == ["4", "4"]


def test_a_position_never_changes() -> None:
    position = rw.game("chess").start
    after = position.play("e4")
    assert (position.to_move, after.to_move) == ("first", "second")
    assert (position.side_name, after.side_name) == ("White", "Black")
    assert position.history == [] and after.history == ["e4"]


def test_equality_and_hash_are_those_of_the_position() -> None:
    game = rw.game("tic-tac-toe")
    one, other = game.start.play("a1", "b2", "c3"), game.start.play("c3", "b2", "a1")
    assert one == other and hash(one) == hash(other) and one != game.start
    assert len({one, other, game.start}) == 2
    assert game.start != rw.game("connect-four").start and game.start != "-"
    assert rw.tree("((3 12) (2 4))").play("2") != rw.tree("((9 9) (8 8))").play("2")
    assert rw.game("connect-four").position(" 44 ") == rw.game("connect-four").start.play("4", "4")


def test_pickling_keeps_the_moves_played() -> None:
    game = rw.game("chess").start
    for move in ("Nf3", "Nf6", "Ng1", "Ng8") * 2:
        game = game.play(move)
    back = pickle.loads(pickle.dumps(game))
    assert back == game and back.history == game.history
    assert back.outcome == {"kind": "draw"}, "it is there for the third time"
    assert copy.deepcopy(game) == game
    tree = rw.tree("((3 12) (2 4))").play("2")
    assert pickle.loads(pickle.dumps(tree)) == tree
    weighted = rw.game("connect-four", weights="centre=9").position("4")
    assert pickle.loads(pickle.dumps(weighted)).evaluation == weighted.evaluation


def test_the_end_of_a_game() -> None:
    over = rw.game("connect-four").start.play(*"1212121")
    assert over.is_over and over.moves == []
    assert over.outcome is not None and over.outcome["kind"] == "win" and over.outcome["side"] == "first"
    assert over.ending == "X has won."
    assert rw.game("connect-four").start.outcome is None


def test_chance_nodes_tell_what_can_be_thrown() -> None:
    roll = rw.game("pig").position("22,0,8,roll")
    assert roll.chance is not None and roll.moves == ["1", "2", "3", "4", "5", "6"]
    assert rw.game("chess").start.chance is None


def test_features_and_evaluation() -> None:
    position = rw.game("connect-four").position("4")
    assert {term["name"] for term in position.features} >= {"centre"}
    assert position.evaluation is not None


@pytest.mark.parametrize("name", rw.games())
def test_every_game_has_a_picture(name: str) -> None:
    svg = rw.game(name).start._repr_svg_()
    assert xml.dom.minidom.parseString(svg).documentElement.tagName == "svg"


@pytest.mark.parametrize(
    ("name", "text", "place"), [("connect-four", "448", (1, 3)), ("tic-tac-toe", "XXX/XXX/XXXX", None), ("chess", "x", None)]
)
def test_bad_positions_are_problems(name: str, text: str, place: tuple[int, int] | None) -> None:
    with pytest.raises(rw.Problem) as caught:
        rw.game(name).position(text)
    assert caught.value.expected and "\n" not in str(caught.value)
    assert isinstance(caught.value, ValueError)
    if place is not None:
        assert caught.value.place == place
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.expected) == (str(caught.value), caught.value.expected)


def test_bad_names_and_moves_are_problems() -> None:
    with pytest.raises(rw.Problem, match="expected a game such as connect-four"):
        rw.game("conect-four")
    with pytest.raises(rw.Problem, match="one of 1, 2"):
        rw.game("connect-four").start.play("9")
    with pytest.raises(rw.Problem):
        rw.game(7)  # type: ignore[arg-type]
    with pytest.raises(rw.Problem):
        rw.game("chess").position(7)  # type: ignore[arg-type]
