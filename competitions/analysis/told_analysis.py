"""The analysis of a game as the solvers tell it. Nothing of it is stored that the rules do not confirm.

`moves` has for each of them the best final score that could still be reached before it, whether that is
proven, what luck and what skill changed, and what was thrown away for certain. Best lines are told where they
begin to differ: from a ply on goes the last of `lines` that begins there or before, without the moves that
were made since.
"""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from games.game import Position
from games.replay import Refused, play, replay_from

from ..par.apart import NotSolved

FIELDS: Final = ("par", "moves", "initial", "luck", "skill", "given_up", "estimate", "lines")


class ToldAnalysis(NamedTuple):
    """What was told of a game, ready for JSON, and by which solvers."""

    told: Mapping[str, Any]
    solvers_version: int


def confirmed(answer: bytes, opening: Position, moves: Sequence[str], score: int) -> ToldAnalysis:
    """What the solvers have answered of a game that came to this score, if it is true as far as the rules can
    tell: all its best lines stand and come to what it says, and luck and skill add up to the score.

    Raises NotSolved.
    """
    try:
        told = json.loads(answer)
        _confirm_sums(told, score)
        _confirm_lines(told, opening, moves)
        return ToldAnalysis({name: told[name] for name in FIELDS}, told["version"])
    except (TypeError, ValueError, LookupError) as error:
        raise NotSolved("its answer cannot be read") from error


def _confirm_sums(told: Mapping[str, Any], score: int) -> None:
    luck = sum(Fraction(move["luck"]) for move in told["moves"])
    skill = sum((Fraction(move["skill"]) for move in told["moves"]), Fraction(told["given_up"]))
    if (luck, skill) != (told["luck"], told["skill"]):
        raise NotSolved("its moves do not add up to its luck and its skill")
    if Fraction(told["initial"]) + luck + skill != score:
        raise NotSolved("luck and skill do not add up to the score")


def _confirm_lines(told: Mapping[str, Any], opening: Position, moves: Sequence[str]) -> None:
    """Play each best line from where it begins, and what is left of it wherever the player left it."""
    best = [move["best"] for move in told["moves"]]
    if [move["ply"] for move in told["moves"]] != [*range(len(moves))]:
        raise NotSolved("it is of another game")
    begun = {line["ply"]: line["moves"] for line in told["lines"]}
    line, position, score = begun[0], opening, _end_of(opening, begun[0])
    for ply, move in enumerate(moves):
        if score != best[ply]:
            raise NotSolved(f"the best line at ply {ply} comes to {score}")
        followed = line[:1] == [move]
        position, line = _after(position, move), begun.get(ply + 1, line[1:])
        if not followed or ply + 1 in begun:
            score = _end_of(position, line)


def _after(position: Position, move: str) -> Position:
    after = play(position, move)
    if isinstance(after, Refused):
        raise NotSolved(f"a move does not stand: {after.error}")
    return after


def _end_of(position: Position, line: Sequence[str]) -> int:
    replayed = replay_from(position, line)
    if isinstance(replayed, Refused):
        raise NotSolved(f"a best line does not stand: {replayed.error}")
    return replayed.score
