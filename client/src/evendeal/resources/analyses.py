"""Analyses of games, and the luck of a round."""

from __future__ import annotations

from typing import TypedDict

from evendeal.resources.competitions import Par
from evendeal.resources.players import Player


class AnalysedMove(TypedDict):
    """How good and how lucky a move was. Luck and skill are in points of the score."""

    ply: int
    """The number of the move in the log, from 0."""
    best: int
    """The best final score that could be reached from the table before the move, with all cards known."""
    proven: bool
    """Whether it is certain that no play from that table ends better."""
    luck: float
    """How much the cards that the move revealed changed the best final score that could be expected."""
    skill: float
    """How much the choice of the move changed the best final score that could be expected, before any card
    was revealed."""
    lost: int | None
    """Points that the move certainly lost, whatever was hidden; None if that number is not certain."""


class LuckEstimate(TypedDict):
    """How luck and skill were estimated. The same game always gives the same numbers."""

    samples: int
    """The number of sampled arrangements of the hidden cards."""
    seed: str


class BestWay(TypedDict):
    """A best line of a game, from the table before the move with this ply."""

    ply: int
    moves: list[str]


class Analysis(TypedDict):
    """The best that could have been reached in a game, and its luck and skill. `initial`, `luck` and `skill`
    add up to the final score exactly."""

    par: Par
    moves: list[AnalysedMove]
    initial: float
    """The best final score that could be expected before the first move, from the visible cards alone."""
    luck: float
    skill: float
    given_up: float
    """The points lost by giving up; a part of the skill."""
    estimate: LuckEstimate | None
    """None if luck and skill are exact."""
    lines: list[BestWay]
    """Best lines by ply. For a ply, use the last line that begins there or earlier, without the moves made
    since its beginning."""


class LuckRow(TypedDict):
    """The luck in one game of a round."""

    entry: str
    player: Player
    log: str
    score: int
    luck: float
    corrected: float
    """The score minus the luck."""
    samples: int | None
    """The number of sampled arrangements of the hidden cards; None if the luck is exact."""


class FieldLuck(TypedDict):
    """The luck in the games that count in a round, as far as they were analysed."""

    games: int
    """The number of games that count in the round."""
    rows: list[LuckRow]
    """The games in the order of `corrected`, the best first."""
