"""The analysis of a game as the solvers tell it. Nothing of it is stored that the rules do not confirm.

`moves` says of each move the best final score that could still be reached before it, whether that is proven,
what luck and what skill changed, and what was thrown away for certain. A best line is told where it begins to
differ from the one before: at a given ply use the last of `lines` that begins there or earlier, and skip as
many of its moves as were made since it began.
"""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any, Final, NamedTuple

from games.game import Position
from games.replay import Refused, play, replay_from

from ...models import Par
from ..par.separate_process import DealSolution, NotSolved

FIELDS: Final = ("par", "moves", "initial", "luck", "skill", "given_up", "estimate", "lines")


class ToldAnalysis(NamedTuple):
    """What was told of a game, ready for JSON, and by which solvers."""

    told: Mapping[str, Any]
    solvers_version: int

    @property
    def deal_solution(self) -> DealSolution:
        """The best line of the deal that was found on the way."""
        par, line = self.told["par"], self.told["lines"][0]
        return DealSolution(par["score"], par["proven"], tuple(line["moves"]), self.solvers_version)


def confirmed(
    answer: bytes, opening: Position, moves: Sequence[str], score: int, par: Par | None
) -> ToldAnalysis:
    """What the solvers have answered about a game that ended with this score, if it is true as far as the
    rules can tell: all best lines stand and come to the scores it says, luck and skill add up to the score,
    and the par is the one that is proven already, if one is.

    Raises NotSolved.
    """
    try:
        told = json.loads(answer)
        _confirm_sums(told, score)
        _confirm_par(told, par)
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


def _confirm_par(told: Mapping[str, Any], par: Par | None) -> None:
    """Confirm that the best before the first move is the par, and that no other par is proven already."""
    before_any = [Par(move["best"], move["proven"]) for move in told["moves"][:1]]
    proven = [par] if par is not None and par.proven else []
    if any(other != Par(**told["par"]) for other in (*before_any, *proven)):
        raise NotSolved("it tells two pars of one deal")


def _confirm_lines(told: Mapping[str, Any], opening: Position, moves: Sequence[str]) -> None:
    """Play each best line from where it begins, and what is left of it from wherever the player left it."""
    best = [move["best"] for move in told["moves"]]
    if [move["ply"] for move in told["moves"]] != [*range(len(moves))]:
        raise NotSolved("it is of another game")
    begun = {line["ply"]: line["moves"] for line in told["lines"]}
    line, position, score = begun[0], opening, _end_of(opening, begun[0])
    if score != told["par"]["score"]:
        raise NotSolved(f"the best line of the deal comes to {score}")
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


def with_better_line(
    told: Mapping[str, Any], moves: Sequence[str], par: Par, line: Sequence[str]
) -> Mapping[str, Any]:
    """The same analysis once a better line of the deal is known: for as long as the log keeps to that line,
    its score could be reached."""
    kept = len([*takewhile(lambda both: both[0] == both[1], zip(moves, line, strict=False))])
    left = [told_line for told_line in told["lines"] if told_line["ply"] > kept + 1]
    if kept < len(moves):
        begun = [told_line for told_line in told["lines"] if told_line["ply"] <= kept + 1][-1]
        left.insert(0, {"ply": kept + 1, "moves": begun["moves"][kept + 1 - begun["ply"] :]})
    best = {"best": par.score, "proven": par.proven}
    return {
        **told,
        "par": par._asdict(),
        "moves": [move | best if move["ply"] <= kept else move for move in told["moves"]],
        "lines": [{"ply": 0, "moves": [*line]}, *left],
    }
