"""Analyses of games, and the luck of a round."""

from __future__ import annotations

from typing import TypedDict

from evendeal.resources.competitions import Par
from evendeal.resources.players import Player


class AnalysedMove(TypedDict):
    """What a move of a game was worth. Luck and skill are in points of the score."""

    ply: int
    """Its place in the log, from 0 on."""
    best: int
    """The best final score that could still be reached before it, with all cards known."""
    proven: bool
    """Whether no play from there ends better."""
    luck: float
    """What the cards changed that were seen by it."""
    skill: float
    """What it changed before any card was seen."""
    lost: int | None
    """Points that it threw away for certain, whatever was hidden; None where nobody can say."""


class LuckEstimate(TypedDict):
    """How luck and skill were estimated: the same game gives the same numbers."""

    samples: int
    """How many arrangements of the hidden cards were looked at."""
    seed: str


class BestWay(TypedDict):
    """A best line of a game, from before the move of that ply."""

    ply: int
    moves: list[str]


class Analysis(TypedDict):
    """What could have been reached in a game, and luck told from skill: `initial`, `luck` and `skill` add up
    to the final score, exactly."""

    par: Par
    moves: list[AnalysedMove]
    initial: float
    """What the deal was worth before the first move, by what could be seen of it."""
    luck: float
    skill: float
    given_up: float
    """What was lost by not playing on, a part of the skill."""
    estimate: LuckEstimate | None
    """None where luck and skill are exact."""
    lines: list[BestWay]
    """From a ply on goes the last of them that begins there or before, without the moves made since."""


class LuckRow(TypedDict):
    """A game of a round, with its luck."""

    entry: str
    player: Player
    log: str
    score: int
    luck: float
    corrected: float
    """The score less the luck."""
    samples: int | None
    """How many arrangements of the hidden cards it is estimated by; None where it is exact."""


class FieldLuck(TypedDict):
    """The luck in the games of a round that count and were analysed."""

    games: int
    """How many games of the round count."""
    rows: list[LuckRow]
    """The best without luck first."""
