"""The analysis of a game, checked against the rules before it is stored.

In an analysis, `moves` has one item for each move: the best final score that was possible before the move,
whether that score is proven, the luck and the skill of the move, and how many points it certainly lost.
`lines` has a best line for each ply at which the line changes. To find the best line at a ply, take the last
line that begins there or earlier. Then skip as many of its moves as were made since that line began.
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


class CheckedAnalysis(NamedTuple):
    """An analysis in JSON, and the version of the solvers that made it."""

    analysis: Mapping[str, Any]
    solvers_version: int

    @property
    def deal_solution(self) -> DealSolution:
        """The solution of the deal, from the analysis: its par, and the best line from the opening table."""
        par, line = self.analysis["par"], self.analysis["lines"][0]
        return DealSolution(par["score"], par["proven"], tuple(line["moves"]), self.solvers_version)


def checked(
    answer: bytes, opening: Position, moves: Sequence[str], score: int, par: Par | None
) -> CheckedAnalysis:
    """Read the answer of the solvers about a game with this score, and check it. All best lines must replay
    to their scores. Luck and skill must add up to the score. If `par` is proven, the answer must have the
    same par. Raises NotSolved if a check fails."""
    try:
        analysis = json.loads(answer)
        _check_sums(analysis, score)
        _check_par(analysis, par)
        _check_lines(analysis, opening, moves)
        return CheckedAnalysis({name: analysis[name] for name in FIELDS}, analysis["version"])
    except (TypeError, ValueError, LookupError) as error:
        raise NotSolved("its answer cannot be read") from error


def _check_sums(analysis: Mapping[str, Any], score: int) -> None:
    luck = sum(Fraction(move["luck"]) for move in analysis["moves"])
    skill = sum((Fraction(move["skill"]) for move in analysis["moves"]), Fraction(analysis["given_up"]))
    if (luck, skill) != (analysis["luck"], analysis["skill"]):
        raise NotSolved("its moves do not add up to its luck and its skill")
    if Fraction(analysis["initial"]) + luck + skill != score:
        raise NotSolved("luck and skill do not add up to the score")


def _check_par(analysis: Mapping[str, Any], par: Par | None) -> None:
    """Check that the par of the analysis equals its best score before the first move, and equals `par` if
    `par` is proven."""
    before_any = [Par(move["best"], move["proven"]) for move in analysis["moves"][:1]]
    proven = [par] if par is not None and par.proven else []
    if any(other != Par(**analysis["par"]) for other in (*before_any, *proven)):
        raise NotSolved("it tells two pars of one deal")


def _check_lines(analysis: Mapping[str, Any], opening: Position, moves: Sequence[str]) -> None:
    """Check that each best line comes to its score from the ply at which it begins. If the player's move
    differs from the line's move, and no new line begins after it, the rest of the line must come to the best
    score of the next ply when it is played after the player's move."""
    best = [move["best"] for move in analysis["moves"]]
    if [move["ply"] for move in analysis["moves"]] != [*range(len(moves))]:
        raise NotSolved("it is of another game")
    begun = {line["ply"]: line["moves"] for line in analysis["lines"]}
    line, position, score = begun[0], opening, _score_of(opening, begun[0])
    if score != analysis["par"]["score"]:
        raise NotSolved(f"the best line of the deal comes to {score}")
    for ply, move in enumerate(moves):
        if score != best[ply]:
            raise NotSolved(f"the best line at ply {ply} comes to {score}")
        followed = line[:1] == [move]
        position, line = _after(position, move), begun.get(ply + 1, line[1:])
        if not followed or ply + 1 in begun:
            score = _score_of(position, line)


def _after(position: Position, move: str) -> Position:
    after = play(position, move)
    if isinstance(after, Refused):
        raise NotSolved(f"the rules refuse a move: {after.error}")
    return after


def _score_of(position: Position, line: Sequence[str]) -> int:
    replayed = replay_from(position, line)
    if isinstance(replayed, Refused):
        raise NotSolved(f"a best line has an illegal move: {replayed.error}")
    return replayed.score


def with_better_line(
    analysis: Mapping[str, Any], moves: Sequence[str], par: Par, line: Sequence[str]
) -> Mapping[str, Any]:
    """Return the analysis, corrected for a better line of the deal. The better score was possible as long as
    the moves of the log follow that line."""
    kept = len([*takewhile(lambda both: both[0] == both[1], zip(moves, line, strict=False))])
    left = [old_line for old_line in analysis["lines"] if old_line["ply"] > kept + 1]
    if kept < len(moves):
        begun = [old_line for old_line in analysis["lines"] if old_line["ply"] <= kept + 1][-1]
        left.insert(0, {"ply": kept + 1, "moves": begun["moves"][kept + 1 - begun["ply"] :]})
    best = {"best": par.score, "proven": par.proven}
    return {
        **analysis,
        "par": par._asdict(),
        "moves": [move | best if move["ply"] <= kept else move for move in analysis["moves"]],
        "lines": [{"ply": 0, "moves": [*line]}, *left],
    }
