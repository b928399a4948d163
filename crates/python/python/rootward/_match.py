"""Matches."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from . import _rootward
from ._errors import Interrupted, Problem, result_or_raise
from ._games import GameLike, NamedGame, checked_game, texts_of
from ._limits import Limit, limit_of, shown, text_of, whole
from ._position import USUAL_TIME, Position

if TYPE_CHECKING:
    import random

__all__ = ["MatchPlan", "MatchResult", "match", "perft"]

Player = Callable[[Position], object]


class MatchResult:
    """The result of a match, from the point of view of the first player."""

    def __init__(self, names: list[str], data: dict[str, Any], games: list[dict[str, Any]]) -> None:
        self.names = names
        """Who played."""
        self.data = data
        """Tally and estimate; with more than two players, the ``table`` and the ``encounters``."""
        self.games = games
        """Every game: opening, moves, result in half points for the first player (``halves``)."""

    wins = property(lambda self: self.data.get("wins"), doc="Games won.")
    draws = property(lambda self: self.data.get("draws"), doc="Games drawn.")
    losses = property(lambda self: self.data.get("losses"), doc="Games lost.")
    score = property(lambda self: self.data.get("rate"), doc="Points per game, from 0 to 1.")
    elo = property(lambda self: self.data.get("elo"), doc="The difference in Elo; ``None`` if one side won everything.")
    elo_error = property(lambda self: self.data.get("elo_error"), doc="Half the width of its 95 % interval; ``None`` if it is not known.")

    def __repr__(self) -> str:
        if self.wins is None:
            return f"<MatchResult {', '.join(self.names)}: {len(self.games)} games>"
        elo = "" if self.elo is None else f", Elo {self.elo:+.1f}"
        # One pair, or pairs that are all alike, say nothing of the error.
        elo += "" if self.elo_error is None else f" ± {self.elo_error:.1f}"
        return f"<MatchResult {' against '.join(self.names)}: +{self.wins} ={self.draws} −{self.losses}{elo}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>"


class MatchPlan:
    """A match that is played pair by pair, anywhere and in any order, and counted afterwards: the result is that of `match`.

    A plan is picklable, so that other processes can play its pairs. Players are texts, as ``rootward match --engine`` has them; with limits of
    nodes or depth a game is the same wherever it is played.

    >>> plan = MatchPlan("tic-tac-toe", "name=deep", "name=shallow depth=1", games=4, depth=9)
    >>> games = [game for pair in reversed(range(plan.pairs)) for game in plan.play(pair)]
    >>> plan.count(games)
    <MatchResult deep against shallow: +0 =4 −0, Elo +0.0>
    """

    __slots__ = (
        "clock", "concurrency", "cpu_time", "depth", "engines", "game", "games", "nodes", "openings", "plies", "seed", "sprt", "time",
    )  # fmt: skip

    def __init__(
        self,
        game: GameLike | str,
        *players: str,
        games: int = 20,
        limit: Limit | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        clock: str | None = None,
        cpu_time: bool = False,
        plies: int | None = None,
        openings: Sequence[str | Position] | None = None,
        seed: int = 1,
        concurrency: int = 1,
        sprt: Sequence[float] | None = None,
    ) -> None:
        of = checked_game(game)
        if not isinstance(of, NamedGame) or of.weights is not None:
            raise Problem(f"{of!r} is no game by its name alone; expected one such as 'chess'", "the name of a game")
        self.game: str = of.name
        self.engines = _checked_players(players)
        self.games = checked_count(games)
        wanted = limit_of(limit, depth, nodes, time)
        self.depth, self.nodes, self.time = wanted.depth, wanted.nodes, wanted.time
        self.clock = text_of(clock, "clock")
        self.cpu_time = bool(cpu_time)
        self.openings = _checked_openings(openings)
        self.plies = None if plies is None else whole(plies, "plies", 0, 200)
        self.seed = whole(seed, "seed", 0, 2**63 - 1)
        self.concurrency = whole(concurrency, "concurrency", 1, 256)
        self.sprt = None if sprt is None else checked_test(sprt)

    @property
    def pairs(self) -> int:
        """The number of pairs of two players; each is two games of one opening."""
        return self.games // 2

    def play(self, pair: int) -> list[dict[str, Any]]:
        """Plays a pair alone: the same two games as in the whole match. The first has the number 0."""
        records, error = _rootward.play_pair(self, whole(pair, "pair", 0, 2**62))
        if error is not None:
            raise error
        return [json.loads(record) for record in records or []]

    def count(self, games: Sequence[dict[str, Any]]) -> MatchResult:
        """The result of games that were played, in any order: pair after pair, up to the first that is missing."""
        names, text = _rootward.count_games(self, [json.dumps(game) for game in games])
        return _counted(names, text, sorted(games, key=lambda game: int(game["number"])))

    def __eq__(self, other: object) -> bool:
        return self._settings() == other._settings() if isinstance(other, MatchPlan) else NotImplemented

    def __hash__(self) -> int:
        return hash(repr(self._settings()))

    def _settings(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __repr__(self) -> str:
        return f"<MatchPlan of {self.game}: {' against '.join(self.engines)}, {self.games} games>"


def checked_count(games: Any) -> int:
    """The games of a match; `Problem` if they are no pairs."""
    count = whole(games, "games", 2, 100_000_000)
    if count % 2:
        raise Problem(f"games: {count} is odd; expected games in pairs", "games in pairs")
    return count


def _checked_players(players: Sequence[object]) -> list[str]:
    if len(players) < 2:
        raise Problem(f"{len(players)} players; expected two or more", "two or more")
    for player in players:
        if not isinstance(player, str):
            raise Problem(f"{shown(player)} is no player; expected text", "text")
    return [str(player) for player in players]


def _checked_openings(openings: Sequence[str | Position] | None) -> list[str] | None:
    if openings is None:
        return None
    starts = texts_of(openings, "openings")
    if not starts:
        raise Problem("openings: there are none; expected one or more", "one or more")
    return starts


def checked_test(sprt: Any) -> tuple[float, ...]:
    """The bounds of a test; `Problem` if they are none."""
    try:
        numbers = tuple(float(number) for number in sprt)
    except (TypeError, ValueError, OverflowError):
        raise Problem(f"sprt: {shown(sprt)} is no test; expected two differences in Elo", "two differences in Elo") from None
    _rootward.sprt(numbers, [0] * 5)
    return numbers


def _counted(names: list[str], text: str, games: Sequence[dict[str, Any]]) -> MatchResult:
    table, encounters = json.loads(text)
    data: dict[str, Any] = {"table": table, "encounters": encounters}
    if encounters and len(encounters) == 1:
        data |= encounters[0]
    return MatchResult(names, data, list(games))


def match(
    game: GameLike | str,
    *players: str | Player,
    games: int = 20,
    limit: Limit | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    clock: str | None = None,
    cpu_time: bool = False,
    plies: int | None = None,
    openings: Sequence[str | Position] | None = None,
    seed: int = 1,
    concurrency: int = 1,
    sprt: Sequence[float] | None = None,
) -> MatchResult:
    """Plays a match: pairs of games, the same opening with either side. Without a limit, 10,000 nodes a move.

    A player is text, as ``rootward match --engine`` has it (``"name=A techniques=-null-move"``, ``"level=5"``,
    ``"uci:/usr/bin/stockfish"``), or a function from a position to a move. ``sprt=(elo0, elo1)``, perhaps with two probabilities of error,
    ends the match when this test decides. With ``cpu_time``, clocks and times of a move measure the CPU
    time that a player uses, so that a busy machine does not decide games (Linux). Functions, games in Python, and the players
    ``"engine depth=6"`` and ``"random"`` are refereed here.

    >>> match("tic-tac-toe", "name=deep", "name=shallow depth=1", games=4, depth=9).losses
    0
    """
    of = checked_game(game)
    if len(players) < 2:
        raise Problem(f"{len(players)} players; expected two or more", "two or more")
    for player in players:
        if not isinstance(player, str) and not callable(player):
            raise Problem(f"{shown(player)} is no player; expected text or a function of a position", "text or a function")
    here = any(not isinstance(player, str) or player.split()[:1] in (["engine"], ["random"]) for player in players)
    if isinstance(of, NamedGame) and of.weights is None and not here:
        plan = MatchPlan(
            of, *(str(player) for player in players),
            games=games, limit=limit, depth=depth, nodes=nodes, time=time, clock=clock, cpu_time=cpu_time, plies=plies,
            openings=openings, seed=seed, concurrency=concurrency, sprt=sprt,
        )  # fmt: skip
        names, text, records, error = _rootward.play_match(plan)
        return result_or_raise(_counted(names, text, [json.loads(record) for record in records]), error)
    if len(players) != 2 or clock is not None or sprt is not None:
        raise Problem("a match with rules or players in Python is between two, without clock and test", "two players")
    wanted = limit_of(limit, depth, nodes, time) or Limit(nodes=10_000)
    starts = _checked_openings(openings)
    return _referee(of, players, checked_count(games), wanted, plies, starts, whole(seed, "seed", 0, 2**63 - 1))


def _player(spec: str | Player, limit: Limit, dice: random.Random) -> Player:
    """A player from its text: settings of the engine, or ``random``."""
    if not isinstance(spec, str):
        return spec
    settings = dict(word.split("=", 1) for word in spec.split() if "=" in word)
    if spec.split()[:1] == ["random"]:
        return lambda position: dice.choice(position.moves)
    depth, nodes = (
        int(settings[name]) if settings.get(name, "").isdecimal() else given
        for name, given in (("depth", limit.depth), ("nodes", limit.nodes))
    )
    own = Limit(depth, nodes, limit.time)
    return lambda position: position.analyze(own or Limit(time=USUAL_TIME), techniques=settings.get("techniques"), memory="8M").best


def _referee(
    game: GameLike,
    players: Sequence[str | Player],
    count: int,
    limit: Limit,
    plies: int | None,
    openings: Sequence[str] | None,
    seed: int,
) -> MatchResult:
    import random

    names = [
        player.split()[0].removeprefix("name=") if isinstance(player, str) else getattr(player, "__name__", "player")
        for player in players
    ]
    records: list[dict[str, Any]] = []
    pairs: list[tuple[int, int]] = []
    dice = random.Random(seed)
    sides = [_player(player, limit, dice) for player in players]
    try:
        for number in range(count // 2):
            if openings is not None:
                start = game.position(openings[number % len(openings)])
            else:
                start = _opening(game, dice, 2 if plies is None else whole(plies, "plies", 0, 200))
            pair = [_play(start, sides, first, dice) for first in (0, 1)]
            pairs.append((pair[0][0], pair[1][0]))
            for first, (halves, moves) in enumerate(pair):
                record = {"number": 2 * number + first, "opening": start.text, "first": first}
                records.append(record | {"halves": halves, "moves": moves})
    except KeyboardInterrupt as error:
        raise Interrupted(_result(names, pairs, records)) from error
    return _result(names, pairs, records)


def _result(names: list[str], pairs: list[tuple[int, int]], records: list[dict[str, Any]]) -> MatchResult:
    tally, estimate = json.loads(_rootward.estimate(pairs))
    return MatchResult(names, tally | estimate, records)


def _opening(game: GameLike, dice: random.Random, plies: int) -> Position:
    """A random opening that is not over yet; shorter ones if there is none."""
    for length in (*[plies] * 20, *range(plies, -1, -1)):
        position = game.start
        for _ in range(length):
            moves = position.moves
            if not moves:
                break
            position = position.play(dice.choice(moves))
        if position.moves:
            return position
    return game.start


def _play(start: Position, sides: Sequence[Player], first: int, dice: random.Random) -> tuple[int, list[str]]:
    """A game: half points for the first player, and the moves."""
    position, moves = start, list[str]()
    while position.outcome is None and len(moves) < 20_000:
        legal = position.moves
        if not legal:
            break
        thrown = position.chance
        if thrown is not None:
            move = dice.choices(legal, [outcome["weight"] for outcome in thrown["outcomes"]])[0]
        else:
            turn = 0 if position.to_move == "first" else 1
            move = str(sides[first ^ turn](position))
        position = position.play(move)
        moves.append(move)
    outcome = position.outcome or {"kind": "draw"}
    if outcome["kind"] == "win":
        sign = 1 if outcome["side"] == "first" else -1
    else:
        payoff = outcome.get("value", 0)
        sign = (payoff > 0) - (payoff < 0)
    return 1 + (sign if first == 0 else -sign), moves


def perft(game: GameLike | str | Position, depth: int) -> int:
    """The number of lines of this many plies from a position, or from the start of a game: the test of move generation.

    >>> perft("chess", 3)
    8902
    """
    if isinstance(game, Position):
        return game.perft(depth)
    return checked_game(game).start.perft(depth)
